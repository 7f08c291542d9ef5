"""The work that thinking processes do for a table: moves of bots, hints, answers to questions.

Everything is computed from a seat's view, so that no answer can reveal what that seat may not know.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rumpus.bots import Advice, advise
from rumpus.bots.base import Bot, Move
from rumpus.contract import AboutRealCards, Game, Question, View
from rumpus.shuffle import Shuffle, seeded

_encode = msgspec.json.Encoder().encode


def legal(rules: Game, view: View) -> list[Any]:
    """All legal actions of the seat of this view."""
    return rules.imagine(view, Shuffle(seeded("any"))).legal(view.seat)


def legal_text(rules: Game, view: View) -> bytes:
    """The same as JSON, so that the server need not encode a long list."""
    return _encode(legal(rules, view))


def move(rules: Game, player: Bot, view: View, at_s: float) -> tuple[Bot, Move | None]:
    """A bot's move, and the bot itself: its memory may have changed in this process."""
    return player, player.move(lambda: view, legal(rules, view), at_s)


def hint(rules: Game, view: View) -> Advice | None:
    """The action of a good player here, and why; None if it would wait."""
    return advise(rules, view, legal(rules, view))


def answer(question: Question, view: View) -> Any:
    """The game's answer to a question; raises `Illegal` or `Malformed`."""
    return question.answer(view)


def about_real_cards(question: AboutRealCards) -> Any:
    """The game's answer about cards that somebody holds; raises `Illegal` or `Malformed`."""
    return question.answer()
