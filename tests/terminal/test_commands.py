"""The words that can be typed: in the catalogues, the same in every language, each with one meaning."""

from __future__ import annotations

from itertools import combinations

import pytest

from rumpus import text, wire
from rumpus.terminal import remote
from rumpus.terminal.sentences import command_of, plain, typed_for

LEVELS = [f"level-{level}" for level in wire.LEVELS]
SCOPES = {  # where these are read, no word may mean two of them
    "shell": [*remote.COMMANDS, "bot", "say"],
    "levels": LEVELS,
    "wig_out": [*remote.COMMANDS, "wo-draw", "wo-shout"],
    "wackee_six": [*remote.COMMANDS, "ws-turn", "ws-shout"],
    "five_crowns": [*remote.COMMANDS, "fc-draw", "fc-pick", "fc-out", "fc-joker"],
}


@pytest.mark.parametrize("scope", SCOPES)
def test_no_word_means_two_commands(scope: str) -> None:
    for one, other in combinations(SCOPES[scope], 2):
        assert not typed_for(one) & typed_for(other), (one, other)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("help", "? help h ayuda"),
        ("hint", "hint pista"),
        ("score", "score scores puntos puntuacion marcador"),
        ("rules", "rules reglas"),
        ("quit", "quit exit salir"),
        ("leave", "leave irme"),
        ("go", "go ya"),
        ("ready", "ready listo lista"),
        ("begin", "begin start empezar empieza"),
        ("rematch", "rematch revancha"),
        ("stop", "stop parar"),
        ("bot", "bot"),
        ("say", "say di decir"),
        ("level-beginner", "beginner principiante"),
        ("level-casual", "casual ocasional normal"),
        ("level-skilled", "skilled bueno avanzado"),
        ("level-expert", "expert experto"),
        ("wo-draw", "d draw robar robo tomar"),
        ("wo-shout", "shout wig_out grito grita despelucandose"),
        ("ws-turn", "t turn v voltea voltear"),
        ("ws-shout", "shout call wackee_six canto canta grito grita"),
        ("fc-draw", "d draw mazo robar"),
        ("fc-pick", "p pick pick_up descarte tomar"),
        ("fc-out", "out go_out cierro cerrar cierra"),
        ("fc-of", "of"),
        ("fc-joker", "** * joker"),
    ],
)
def test_the_words_of_both_languages_work(command: str, words: str) -> None:
    assert {word.replace("_", " ") for word in words.split()} <= typed_for(command)


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_what_the_screen_says_to_type_can_be_typed(language: str) -> None:
    assert text.say(language, "term-type-go") in typed_for("go")
    assert text.say(language, "term-fc-type-out") in typed_for("fc-out")
    assert plain(text.say(language, "wig-shout")).strip(" .!\N{INVERTED EXCLAMATION MARK}") in typed_for("wo-shout")


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("level", wire.LEVELS)
def test_a_level_has_one_name_in_the_browser_and_in_the_terminal(language: str, level: str) -> None:
    name = text.say(language, "web-bot-level", level=level).lower()
    assert plain(name) in typed_for(f"level-{level}")
    assert f"bot: {name}" in text.say(language, "term-join-place", number=1, name="Bo", what=level, host="no")
    assert name in text.say(language, "term-join-levels", typed="x")


def test_marks_around_a_word_do_not_matter() -> None:
    assert "quit" == command_of("!salir!", remote.COMMANDS)
    assert "help" == command_of("?", remote.COMMANDS)
    assert None is command_of("dance", remote.COMMANDS)
