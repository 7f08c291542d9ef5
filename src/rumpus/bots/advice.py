"""Hints: what a good player would do on a seat, and why."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from rumpus.bots.registry import adviser
from rumpus.contract import Game, Reason, View


class Advice(NamedTuple):
    """A move, and the reason for it where the game gives one."""

    action: Any
    why: Reason | None


def advise(rules: Game, view: View, legal: list[Any]) -> Advice | None:
    """What a good player would do on the seat of this view; None if it would wait."""
    assert view.seat is not None
    move = adviser(rules.name)(view.seat, rules.options, Random(0)).move(lambda: view, legal, 0.0)
    return None if move is None else Advice(move[0], rules.reason(view, move[0]))
