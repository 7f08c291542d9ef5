"""The one registry of the games' faces, and a record's lines in words."""

from __future__ import annotations

from typing import Any

from rumpus import text
from rumpus.contract import Game, Score, State
from rumpus.games import game
from rumpus.record import Header, Line, Record
from rumpus.terminal.base import Face
from rumpus.terminal.five_crowns import FiveCrownsFace
from rumpus.terminal.generic import GenericFace
from rumpus.terminal.wackee_six import WackeeSixFace
from rumpus.terminal.wig_out import WigOutFace
from rumpus.terminal.words import Words

FACES: dict[str, type[Face]] = {
    "five_crowns": FiveCrownsFace,
    "wackee_six": WackeeSixFace,
    "wig_out": WigOutFace,
}


def face_for(rules: Game, state: State, words: Words) -> Face:
    """The game as this viewer meets it."""
    return FACES.get(rules.name, GenericFace)(words, rules, state.parties())


def face_seen(rules: Game, public: Any, words: Words) -> Face:
    """The same from what everybody sees, where there is no state."""
    return FACES.get(rules.name, GenericFace)(words, rules, rules.parties(public))


def describe_line(line: Line, header: Header, language: str) -> str:
    """One line of a record in words: when it happened, and what."""
    rules = game(header.game, header.options, strict=False)
    state = rules.new(Record(header, ()).seating())
    you = {text.say(other, "term-you") for other in text.LANGUAGES}  # what a person who gave no name is called
    me = next((seat for seat, chair in enumerate(header.seats) if chair.bot is None and chair.name in you), None)
    face = face_for(rules, state, Words(language, [chair.name for chair in header.seats], me))
    words = face.event(line.by, line.action)
    if isinstance(line.action, Score):
        words = f"{words} {face.points(line.action)}"
    return f"{line.at:9.3f}  {words}"
