"""Matches in the terminal: every kind of move can be typed, and whole matches can be played."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rumpus import record, text
from rumpus.contract import Go, Seating, tag_of
from rumpus.games import GAMES, game
from rumpus.games.wig_out.actions import Lay, Start
from rumpus.shuffle import Shuffle, seeded
from rumpus.terminal.face import Face, Unclear
from rumpus.terminal.faces import face_for
from rumpus.terminal.sentences import Sentences, plain
from tests.rules import wackee_six_deals, wig_out_deals
from tests.support.hint_reader import HintReader
from tests.terminal.matches import RECORD, SHORT, WACKEE_HAND, Deals, five_crowns_deal, sit


def moves() -> list[str]:
    """What the person did, by the record, once it is sure that the record keeps the rules."""
    with RECORD.open("rb") as lines:
        whole = record.read(lines)
    record.verify(whole)
    return [tag_of(line.action) for line in whole.lines if line.by == 0]


# Every kind of move


WIG_OUT_HAND = wig_out_deals.hand(afro=3, mohawk=1, curls=1, bun=1, nest=1)
WIG_OUT_TYPED = {
    "en": ("GO", "afro 2", "af", " Moh ", "d", "Bun", "draw", "nest", "d", "curls", "!"),
    "es": ("¡Ya!", "afro 2", "AF", "cresta", "d", "moño", "robar", "nid", "d", "RIZOS", "¡Despelucándose!"),
}


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_every_move_of_wig_out_can_be_typed(language: str, deals: Deals) -> None:
    deals("wig_out", wig_out_deals.deal(WIG_OUT_HAND, None, top=("bun", "nest", "curls")))
    screen = sit("wig_out", WIG_OUT_TYPED[language], options={"rounds": 1}, language=language, path=RECORD)
    expected = ["go", "start", "lay", "lay", "draw", "start", "draw", "start", "draw", "start", "shout"]
    assert expected == moves()
    assert {"en": "You win the match with 0 points!", "es": "¡Ganaste la partida con 0 puntos!"}[language] in screen
    assert {"en": "Your hand is empty. Type ! to shout!", "es": "¡Escribe ! para gritar!"}[language] in screen


WACKEE_TYPED = ["t", "p", "P", "t", "p g2", *["t"] * 12, "t", "t", "1", "2 R2", *"3456", *"123456"]


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_every_move_of_wackee_six_can_be_typed(language: str, deals: Deals) -> None:
    deals("wackee_six", wackee_six_deals.deal(wackee_six_deals.new(2), WACKEE_HAND))
    typed = [{"en": "go", "es": ""}[language], *WACKEE_TYPED, {"en": "!", "es": "grita"}[language]]
    screen = sit("wackee_six", typed, language=language, path=RECORD)
    turns = ["turn"] * 12 + ["recycle", "turn"]
    assert ["go", "turn", "play", "play", "turn", "play", *turns, *["play"] * 12, "shout"] == moves()
    assert {"en": "You play r2, with a wild", "es": "Juegas r2, con un comodín"}[language] in screen
    assert {"en": "You win the match with 25 points!", "es": "¡Ganaste la partida con 25 puntos!"}[language] in screen


OUT = {"en": "out", "es": "cierro"}


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize(
    ("last", "melds"),
    [
        ("{out} ks", "4c 5c 6c"),
        ("{out} Ks: 6c 4c 5c", "6c 4c 5c"),
        ("KS : 6c,5c, 4C /", "6c 5c 4c"),
        ("K\N{BLACK SPADE SUIT}: 4c 5c 6c", "4c 5c 6c"),
    ],
)
def test_every_move_of_five_crowns_can_be_typed(language: str, last: str, melds: str, deals: Deals) -> None:
    """The bot draws kings and throws them away; the person picks one up, and then draws the 6 of clubs."""
    deals("five_crowns", five_crowns_deal("4c 5c Th", "4t 6d 9s", draw="Ks Kt 6c"))
    typed = ["p", "10h", "d", last.format(out=OUT[language])]
    screen = sit("five_crowns", [*typed, "quit"], bots=["passes"], language=language, path=RECORD)
    assert ["take", "discard", "take", "discard"] == moves()[:4]
    gone = {"en": "You go out with {} and discard Ks", "es": "Cierras con {} y descartas Ks"}
    assert gone[language].format(melds) in screen


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize(
    ("last", "points"),
    [(["4c"], 0), (["4c: 7s 7h 7c"], 0), (["4c:"], 21), (["7s", "7s"], 18), (["{out} 4c", "7h", "d", "4c"], 0)],
)
def test_the_last_turn_of_five_crowns_can_be_typed(language: str, last: list[str], points: int, deals: Deals) -> None:
    """The bot goes out at once; the person has a book and draws a 4."""
    deals("five_crowns", five_crowns_deal("7h 7c 7s", "4t 5t 6t", draw="Ks 4c"))
    typed = ["d", *(line.format(out=OUT[language]) for line in last)]
    screen = sit("five_crowns", typed, bots=["greedy"], options={"rounds": 1}, language=language)
    row = next(line for line in reversed(screen.splitlines()) if line.startswith("  Ann "))
    assert ["Ann", str(points), str(points)] == row.split()
    assert {"en": "Your last turn", "es": "Tu último turno"}[language] in screen
    assert ("(FC-15)" in screen) == (len(last) == 4)


def test_a_wild_or_a_melded_card_is_discarded_only_when_typed_twice(deals: Deals) -> None:
    deals("five_crowns", five_crowns_deal("7h 7c 7s", "4t 6d 9s", draw="Ks 3c Kt Kd"))
    screen = sit("five_crowns", ["d", "3c", "7h", "3c", "3C", "d", "7h", "7h"], bots=["passes"], path=RECORD)
    assert 2 == screen.count("3c is wild. Type it again if you really want to discard it.")
    assert 2 == screen.count("7h is part of 7h 7c 7s")
    assert ["take", "discard", "take", "discard"] == moves()
    assert "You discard 3c" in screen
    assert "You discard 7h" in screen


def test_partners_are_told_what_they_do() -> None:
    """Seats 0 and 2 are partners; the lower seat turns first (WS-16)."""
    typed = ["go", "3", "t", "quit"]
    screen = sit("wackee_six", typed, bots=["idle"] * 3, options={"partners": True})
    assert "You turn and play the hand deck; Cy plays the main cards." in screen
    assert "Your partner plays the main cards this round. (WS-16)" in screen
    assert "Ann + Cy 0" in screen
    assert "You turn " in screen


def test_a_partner_is_told_of_and_others_turn_their_decks_unseen() -> None:
    screen = sit("wackee_six", ["go", *[""] * 60], bots=["greedy"] * 3, options={"partners": True}, seed=8)
    assert "Bo turns" not in screen
    watched = sit("wackee_six", bots=["greedy"] * 4, options={"partners": True, "target": 1}, watch=True)
    assert "Bo turns" in watched


def test_a_bot_that_deals_says_go_by_itself(deals: Deals) -> None:
    first = wig_out_deals.deal(wig_out_deals.hand(nest=5, bun=2), None)
    second = wig_out_deals.deal(wig_out_deals.hand(nest=5, bun=2), None, number=2, dealer=1)
    deals("wig_out", first, second)
    screen = sit("wig_out", ["go", "nest", "bun", "!", "nest", "bun", "!"], bots=["starts"])
    assert "--- Round 2: Bo deals ---" in screen
    assert "Bo says GO!" in screen
    assert "You win the match with 0 points!" in screen


@pytest.mark.rule("WO-15")
def test_the_table_shouts_for_the_only_one_who_can_still_do_anything(deals: Deals) -> None:
    """All cards are out but one without a pile; input that stays silent is not waited for for ever."""
    deals("wig_out", wig_out_deals.deal(wig_out_deals.hand(nest=5, bun=2), None))
    reading, writing = os.pipe()
    try:
        os.write(writing, b"go\nnest\nbun\n")
        with open(reading, encoding="utf-8") as silent:
            screen = sit("wig_out", silent, options={"rounds": 1})
    finally:
        os.close(writing)
    assert 'You shout "Wig Out!"' in screen


# Reading and writing moves


def positions(name: str, seed: int) -> Iterator[Any]:
    """States of a match between bots that do anything, just before seat 0 acts."""
    rules = game(name, SHORT[name])
    state = rules.new(Seating(players=3))
    house, rng = Shuffle(seeded(seed)), Random(seed)
    for _ in range(160):
        chance = state.owed(house)
        if chance is not None:
            state.apply(None, chance)
        elif state.outcome() is not None or not state.to_act():
            return
        else:
            yield state
            seat = rng.choice([seat for seat in state.to_act() if state.legal(seat)])
            state.apply(seat, rng.choice(state.legal(seat)))


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_what_a_hint_says_is_read_as_that_move(name: str, language: str) -> None:
    read = 0
    for state in (state for seed in range(3) for state in positions(name, seed)):
        face = face_for(state.game, state, Sentences(language, ["Ann", "Bo", "Cy"], 0))
        view = state.view(0)
        for action in state.legal(0):
            if action != Go():
                assert action == face.read(plain(face.write(action, view)), view)
                read += 1
    assert read > 200


def at_table(name: str, state: Any, language: str = "en") -> tuple[Face, Any]:
    return face_for(game(name), state, Sentences(language, ["Ann", "Bo"], 0)), state.view(0)


@pytest.mark.parametrize(
    ("language", "typed", "expected"),
    [
        ("en", "bee", Lay(card="beehive")),
        ("en", "b", Lay(card="bun")),  # the only b in hand
        ("en", "NEST", Start(cards=("nest",) * 3)),
        ("en", "nest2", Start(cards=("nest",) * 2)),
        ("en", "nest 1", Lay(card="nest")),
        ("en", "nest 0", Start(cards=())),
        ("en", "nest 99999999999999999999", Start(cards=("nest",) * 6)),
        ("en", "one-hair", Lay(card="onehair")),
        ("en", "one hair 2", Start(cards=("onehair",) * 2)),
        ("es", "un pelo", Lay(card="onehair")),
        ("es", "un", Lay(card="onehair")),
        ("es", "mono", Lay(card="bun")),
        ("es", "bun", Lay(card="bun")),  # by its id
        ("es", "colm", Lay(card="beehive")),
        ("es", "n", Start(cards=("nest",) * 3)),
        ("en", "m", "term-wo-which"),
        ("es", "co", "term-wo-which"),
        ("en", "zebra", "term-wo-expected"),
        ("en", "2", "term-wo-expected"),
        ("en", "2 afro", "term-wo-expected"),
    ],
)
def test_characters_go_by_the_beginning_of_their_names(language: str, typed: str, expected: Any) -> None:
    hand = wig_out_deals.hand(nest=3, bun=1, onehair=1, curls=1, flame=1)
    face, view = at_table("wig_out", wig_out_deals.playing(wig_out_deals.deal(hand, None)), language)
    if not isinstance(expected, str):
        assert expected == face.read(plain(typed), view)
        return
    with pytest.raises(Unclear) as caught:
        face.read(plain(typed), view)
    pattern = re.escape(text.say(language, expected, typed=typed, card="afro", cards="CARDS"))
    assert re.fullmatch(pattern.replace("CARDS", ".+"), str(caught.value))


# Whole matches by somebody who reads the screen


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize(("name", "bots"), [("wig_out", 4), ("wackee_six", 2), ("wackee_six", 6), ("five_crowns", 3)])
def test_a_whole_match_can_be_played_by_hints(name: str, bots: int, language: str) -> None:
    output = io.StringIO()
    sit(name, HintReader(output), bots=["greedy"] * bots, language=language, player="You", path=RECORD, output=output)
    with RECORD.open("rb") as lines:
        result = record.verify(record.read(lines)).outcome()
    assert result is not None
    assert "finished" == result.why
    assert moves()
