"""Fixtures of the terminal: scripted deals, a folder for records, and bots that do as little as a script wants."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rumpus.bots import BOTS
from rumpus.bots.base import Bot
from rumpus.contract import DEAL, Go, Seating
from rumpus.games import game
from rumpus.games.five_crowns.actions import Take
from rumpus.games.five_crowns.cards import RANKS
from tests.terminal.matches import Deals


class Idle(Bot):
    """Never moves, so that a script is all that happens."""

    def move(self, look: Any, legal: list[Any], at_s: float) -> None:
        return None


class Starts(Bot):
    """Says GO and then watches."""

    def move(self, look: Any, legal: list[Any], at_s: float) -> Any:
        return (legal[0], 1.0) if legal == [Go()] else None


class Passes(Bot):
    """Draws, and throws its highest card away, a joker last."""

    def move(self, look: Any, legal: list[Any], at_s: float) -> Any:
        return legal[0] if isinstance(legal[0], Take) else max(legal, key=lambda move: RANKS.find(move.card[0])), 1.0


@pytest.fixture(autouse=True)
def _table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Records go to a folder of their own, and there are bots that do as little as a script wants."""
    monkeypatch.chdir(tmp_path)
    for known in BOTS.values():
        monkeypatch.setitem(known, "idle", Idle)
        monkeypatch.setitem(known, "starts", Starts)
        monkeypatch.setitem(known, "passes", Passes)


@pytest.fixture
def deals(monkeypatch: pytest.MonkeyPatch) -> Deals:
    """Makes the house deal these cards, round by round."""

    def stack(name: str, *made: Any) -> None:
        kind = type(game(name).new(Seating(players=2)))
        usual, rounds = kind.owed, iter(made)

        def owed(state: Any, shuffle: Any) -> Any:
            made_up = next(rounds, None) if state.phase == DEAL else None
            return usual(state, shuffle) if made_up is None else made_up

        monkeypatch.setattr(kind, "owed", owed)

    return stack
