"""The registry of the games' faces, and the lines of a record in words."""

from __future__ import annotations

from typing import Any

from rumpus import text
from rumpus.contract import Game, Score, State
from rumpus.games import game
from rumpus.record import Header, Line, Record
from rumpus.terminal.face import Face
from rumpus.terminal.five_crowns import FiveCrownsFace
from rumpus.terminal.generic import GenericFace
from rumpus.terminal.sentences import Sentences
from rumpus.terminal.wackee_six import WackeeSixFace
from rumpus.terminal.wig_out import WigOutFace

FACES: dict[str, type[Face]] = {
    "five_crowns": FiveCrownsFace,
    "wackee_six": WackeeSixFace,
    "wig_out": WigOutFace,
}


def face_for(rules: Game, state: State, words: Sentences) -> Face:
    """The face of a game, made from its state."""
    return FACES.get(rules.name, GenericFace)(words, rules, state.parties())


def face_seen(rules: Game, public: Any, words: Sentences) -> Face:
    """The face of a game, made from the public view."""
    return FACES.get(rules.name, GenericFace)(words, rules, rules.parties(public))


def describe_line(line: Line, header: Header, language: str) -> str:
    """One line of a record in words: when it happened, and what."""
    rules = game(header.game, header.options, strict=False)
    state = rules.new(Record(header, ()).seating())
    you = {text.say(other, "term-you") for other in text.LANGUAGES}  # the name of a person who gave none
    me = next((seat for seat, chair in enumerate(header.seats) if chair.bot is None and chair.name in you), None)
    face = face_for(rules, state, Sentences(language, [chair.name for chair in header.seats], me))
    words = face.event(line.by, line.action)
    if isinstance(line.action, Score):
        words = f"{words} {face.points(line.action)}"
    return f"{line.at:9.3f}  {words}"
