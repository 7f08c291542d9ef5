"""Deals and reshuffles of Five Crowns, as they are owed and changed by a test."""

from __future__ import annotations

from typing import Any

import msgspec

from rumpus.games.five_crowns.actions import Deal
from rumpus.games.five_crowns.rules import FiveCrownsState
from tests.rules.five_crowns_deals import (
    Unshuffled,
)

PLAYERS = range(2, 15)
ROUNDS = range(1, 12)


def owed_deal(state: FiveCrownsState, pick: int = 0) -> Deal:
    owed = state.owed(Unshuffled(pick))
    assert isinstance(owed, Deal)
    return owed


def changed(action: Deal, **fields: Any) -> Deal:
    return msgspec.structs.replace(action, **fields)
