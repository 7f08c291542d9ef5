"""The work that worker processes do for a table: moves of bots, hints, answers to questions.

Everything is computed from a view, so that no answer can tell what the asker may not know.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rumpus.bots import bot
from rumpus.bots.base import Bot, Move
from rumpus.contract import Game, Question, View
from rumpus.shuffle import Shuffle, seeded

ADVISER = "skilled"  # the bot that is asked for a hint


def legal(rules: Game, view: View) -> list[Any]:
    """All that the seat of this view may do."""
    return rules.imagine(view, Shuffle(seeded("any"))).legal(view.seat)


def move(rules: Game, player: Bot, view: View, at_s: float) -> tuple[Bot, Move | None]:
    """What a bot does, and the bot as it is after thinking."""
    return player, player.move(lambda: view, legal(rules, view), at_s)


def hint(rules: Game, view: View) -> Any | None:
    """What a good player would do here."""
    assert view.seat is not None
    adviser = bot(rules.name, ADVISER)(view.seat, rules.options, Random(0))
    found = adviser.move(lambda: view, legal(rules, view), 0.0)
    return None if found is None else found[0]


def answer(question: Question, view: View) -> Any:
    """The game's answer to a question; raises `Illegal` or `Malformed`."""
    return question.answer(view)
