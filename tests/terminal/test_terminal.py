"""The terminal: every kind of move of every game can be typed, and whatever else is typed gets one clear sentence."""

# assertions read `expected == actual`, as in all our tests

from __future__ import annotations

import io
import os
import pty
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import IO, Any

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent

from rumpus import record, simulate, terminal, text
from rumpus.bots import BOTS
from rumpus.bots.base import Bot
from rumpus.game import DEAL, Go, Result, Seating
from rumpus.games import GAMES, game
from rumpus.games.five_crowns.actions import Take
from rumpus.games.five_crowns.cards import RANKS
from rumpus.games.wig_out.actions import Lay, Start
from rumpus.shuffle import Shuffle, seeded
from rumpus.terminal import loop, words
from rumpus.terminal.base import Face, Unclear
from rumpus.terminal.faces import face_for
from rumpus.terminal.lines import LONGEST, Lines
from rumpus.terminal.words import Words, names_for, plain
from tests.rules import five_crowns_deals, wackee_six_deals, wig_out_deals
from tests.rules.wackee_six_deals import Hand

SOURCE = Path(terminal.__file__).parent
SHORT: dict[str, dict[str, Any]] = {
    "five_crowns": {"rounds": 2, "turn_limit": 30},
    "wackee_six": {"target": 20},
    "wig_out": {"rounds": 2},
}


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


RECORD = Path("match.jsonl")


@pytest.fixture(autouse=True)
def _table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Records go to a folder of their own, and there are bots that do as little as a script wants."""
    monkeypatch.chdir(tmp_path)
    for known in BOTS.values():
        monkeypatch.setitem(known, "idle", Idle)
        monkeypatch.setitem(known, "starts", Starts)
        monkeypatch.setitem(known, "passes", Passes)


Deals = Callable[..., None]


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


def sit(
    name: str,
    typed: Sequence[str] | IO[str] = (),
    *,
    bots: Sequence[str] = ("idle",),
    options: dict[str, Any] | None = None,
    language: str = "en",
    watch: bool = False,
    seed: int | str | None = 1,
    pace: float = 0.0,
    player: str = "Ann",
    path: Path | None = None,
    output: io.StringIO | None = None,
) -> str:
    """What a person sees who types these lines; every line fits 80 columns and every session ends well."""
    output = output or io.StringIO()
    code = terminal.play(
        game(name, SHORT[name] if options is None else options),
        bots,
        watch=watch,
        seed=seed,
        language=language,
        pace=pace,
        name=player,
        record=path,
        input=io.StringIO("".join(f"{line}\n" for line in typed)) if isinstance(typed, Sequence) else typed,
        output=output,
    )
    screen = output.getvalue()
    assert 0 == code
    assert [] == [line for line in screen.splitlines() if len(line) > words.WIDTH]
    return screen


def moves() -> list[str]:
    """What the person did, by the record, once it is sure that the record keeps the rules."""
    with RECORD.open("rb") as lines:
        whole = record.read(lines)
    record.verify(whole)
    return [line.action.__struct_config__.tag for line in whole.lines if line.by == 0]


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


WACKEE_HAND = Hand(up="r1 w r3 r4 r5 r6", down="r7 r8 r9 r10 r11 r12", deck="g9 y1 g1 y9 b9 w")
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


def five_crowns_deal(*hands: str, draw: str) -> Any:
    """Round one, with threes wild; seat 1 begins."""
    return five_crowns_deals.hand_made(five_crowns_deals.new(len(hands)), hands, "Qh", draw)


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
        face = face_for(state.game, state, Words(language, ["Ann", "Bo", "Cy"], 0))
        view = state.view(0)
        for action in state.legal(0):
            if action != Go():
                assert action == face.read(plain(face.write(action, view)), view)
                read += 1
    assert read > 200


def at_table(name: str, state: Any, language: str = "en") -> tuple[Face, Any]:
    return face_for(game(name), state, Words(language, ["Ann", "Bo"], 0)), state.view(0)


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


# Everything else that is typed


NO_MOVES = {
    "wig_out": ["zebra", "2", "!!", "d d", "afro afro", "afro 2 3", "3 r6", "afro", "afro 9", "afro 1", "d", "!"],
    "wackee_six": [
        "7",
        "0",
        "p p",
        "3 w",
        "3 r0",
        "3 r14",
        "3 r99",
        "r6",
        "1 r1",
        "3 r6 g7",
        "afro",
        "p",
        "!",
        "33",
        "t t",
    ],
    "five_crowns": [
        "out",
        "out:",
        ":",
        "7",
        "h7",
        "2h",
        "11h",
        "out d",
        "d p",
        "7h 8h",
        "7h: 3",
        "t",
        "go",
        "Zz: 7h",
        "7h",
    ],
}
NOISE = [
    "\x00\x01\x02x",
    "\x1b[2J\x1b[H",
    "é" * 5000,
    "7h" * 3000,
    "9" * 4000,
    "{ $typed }",
    "%s %d {}",
    "\u202ex",
    "💥",
    "**" * 40,
]


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_move_gets_one_sentence_and_changes_nothing(name: str, language: str) -> None:
    bots = ["idle"] if name != "five_crowns" else ["passes"]
    start = [] if name == "five_crowns" else ["go"]
    before = sit(name, start, bots=bots, language=language, path=RECORD)
    kept = RECORD.read_text("utf-8")
    for typed in NO_MOVES[name] + NOISE:
        after = sit(name, [*start, typed], bots=bots, language=language, path=RECORD)
        ending = before.splitlines()[-2:]
        answer = after.splitlines()[len(before.splitlines()) - 2 : -2]
        assert ending == after.splitlines()[-2:]
        assert answer, typed
        assert re.fullmatch(r".*[.](?: \([A-Z]+-\d\d\))?", " ".join(answer)), answer
        assert kept == RECORD.read_text("utf-8")


def test_a_wild_without_its_card_is_told_what_would_fit(deals: Deals) -> None:
    deals("wackee_six", wackee_six_deals.deal(wackee_six_deals.new(2), WACKEE_HAND))
    screen = sit("wackee_six", ["2", "go", "2", "2 r1", "1", "2", "2 g2", "t", "p", "p", "2", "2 g 2", *"3" * 9])
    assert "Wait for the start! Until then you can only look. (WS-04)" in screen
    assert "There's no pile yet for the wild to go on." in screen
    assert "A wild can't be a 1. (WS-11)" in screen
    assert "Say what the wild stands for, as in 2 r2. Fits now: r2. (WS-11)" in screen
    assert "No pile can take the g2 right now. (WS-07)" in screen
    assert "as in 2 g2. Fits now: g2 r2 y2. (WS-11)" in screen
    assert "You play g2, with a wild" in screen


def test_an_empty_place_of_the_row_is_said(deals: Deals) -> None:
    deals("wackee_six", wackee_six_deals.deal(wackee_six_deals.new(2), wackee_six_deals.CLIMB))
    screen = sit("wackee_six", ["go", *"123456123451", "6", "!"])
    assert "Place 1 of your row is empty." in screen
    assert "You win the match" in screen


def test_melds_that_are_none_are_said(deals: Deals) -> None:
    deals("five_crowns", five_crowns_deal("7h 7c 7s", "4t 5t 6t", draw="Ks 4c"))
    typed = ["d", "4c: 7h 7z", "out 4c: 7h 7c 7s", "4c: 7h 7c", "4c: 7h 7c 8s", "7s: 7h 7c 4c", "4c: 7h 7c 7s"]
    screen = sit("five_crowns", typed, bots=["greedy"], options={"rounds": 1})
    answers = [
        '"7z" isn\'t a card. A card is a rank and a suit',
        "(FC-15)",
        "A book or a run needs at least three cards. (FC-10)",
        "Your melds use 8s more often than you have it. (FC-16)",
        "7h 7c 4c isn't a book or a run. (FC-11)",
        "You lay down 7h 7c 7s and discard 4c",
    ]
    found = [screen.find(answer) for answer in answers]
    assert -1 not in found
    assert sorted(found) == found


def test_rounds_by_the_limit_and_rounds_that_break_a_tie_are_told() -> None:
    limit = sit("five_crowns", bots=["passes"] * 3, options={"rounds": 1, "turn_limit": 1}, watch=True)
    assert "Bo lays down -" in limit
    assert "Everyone has used up their turns. Round 1 is over." in limit
    options = {"rounds": 1, "turn_limit": 4, "tie_break": True}
    matches = (sit("five_crowns", bots=["greedy"] * 4, options=options, watch=True, seed=seed) for seed in range(30))
    assert any("  Tie-break 2: " in screen for screen in matches)


@pytest.mark.parametrize("name", GAMES)
def test_bytes_that_are_no_text_do_no_harm(name: str) -> None:
    reading, writing = os.pipe()
    feeder = threading.Thread(target=_feed, args=(writing, b"go\n" + bytes(range(256)) * 60 + b"\n\xff\xfe\n?\n\xc3"))
    feeder.start()
    with open(reading, encoding="utf-8") as garbage:
        # A quick bot may win a race before the last byte is there
        screen = sit(name, garbage, bots=["idle" if GAMES[name].race else "greedy"])
    feeder.join()
    assert "Goodbye!" in screen
    assert "quit       leaves the table" in screen


def _feed(writing: int, garbage: bytes) -> None:
    with open(writing, "wb") as pipe:
        pipe.write(garbage)


def test_text_that_cannot_be_decoded_does_no_harm_where_lines_cannot_be_waited_for() -> None:
    assert "Goodbye!" in sit("wig_out", io.TextIOWrapper(io.BytesIO(b"go\n\xff\xff\n"), "utf-8"))


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_help_hint_score_and_rules_come_in_the_persons_language(name: str, language: str) -> None:
    typed = {
        "en": ["help", "Hint", "score", "rules", "", "QUIT"],
        "es": ["ayuda", "PISTA", "puntos", "reglas", "", "salir"],
    }
    bots = ["passes"] if name == "five_crowns" else ["idle"]
    screen = sit(name, typed[language], bots=bots, language=language)
    for key in ("term-help", "term-sheet", "term-goodbye"):
        assert text.say(language, key) in screen
    assert text.rules(name, language).splitlines()[0] in screen
    assert re.search({"en": "Try: ", "es": "Prueba: "}[language], screen)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("typed", [[], ["go"], ["quit"], ["go", "salir"], ["", "EXIT"]])
def test_who_leaves_is_wished_well_and_the_record_ends_early(name: str, typed: list[str]) -> None:
    screen = sit(name, typed, bots=["greedy", "greedy"], path=RECORD)
    assert "Goodbye!" == screen.splitlines()[-2]
    assert "The record of this match is in match.jsonl." in screen
    with RECORD.open("rb") as lines:
        whole = record.read(lines)
    assert record.verify(whole).outcome() is None
    assert [("Ann", None), ("Bo", "greedy"), ("Cy", "greedy")] == [(seat.name, seat.bot) for seat in whole.header.seats]


class Interrupted(io.StringIO):
    """Somebody presses Ctrl-C."""

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]  # the stubs give StringIO bytes
        raise KeyboardInterrupt


def test_ctrl_c_leaves_like_quit() -> None:
    assert sit("wig_out", Interrupted()).endswith("\nGoodbye!\n")


def test_a_record_that_cannot_be_written_is_said() -> None:
    output = io.StringIO()
    code = terminal.play(
        game("wig_out"), ["idle"], watch=False, seed=1, language="en", pace=0, name="Ann", input=io.StringIO(),
        record=Path("/nowhere/at/all.jsonl"), output=output,
    )  # fmt: skip
    assert 1 == code
    assert "Couldn't write the record to /nowhere/at/all.jsonl: No such file or directory." in output.getvalue()


# Watching


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_watching_shows_the_match_that_a_simulation_of_this_seed_plays(name: str, language: str) -> None:
    screen = sit(name, bots=["greedy"] * 3, watch=True, seed=5, language=language, path=RECORD)
    match = simulate.play(name, SHORT[name], ["greedy"] * 3, (5,), keep_record=True)
    assert match.record is not None
    assert match.record.splitlines()[1:] == RECORD.read_text("utf-8").splitlines()[1:]
    assert match.rounds == len(re.findall(r"^--- ", screen, re.MULTILINE))
    winners = [("Bo", "Cy", "Dee")[winner] for winner in match.result.winners or ()]
    told = [line for line in screen.splitlines() if not re.search(" (says|dice): ", line)]
    assert winners == re.findall("Bo|Cy|Dee", told[-2])


def test_a_spectator_is_not_shown_what_is_drawn() -> None:
    screen = sit("wig_out", bots=["greedy"] * 3, watch=True)
    assert "draws a card\n" in screen
    assert not re.search("draws (?!a card\n)", screen)


def test_without_a_seed_every_deal_is_another() -> None:
    assert sit("wig_out", seed=None) != sit("wig_out", seed=None)


class Clock:
    """A clock that goes on only while somebody sleeps."""

    def __init__(self) -> None:
        self.at_s = 100.0

    def monotonic(self) -> float:
        return self.at_s

    def sleep(self, for_s: float) -> None:
        self.at_s += for_s


@pytest.mark.parametrize("pace", [0.5, 3.0])
def test_bots_take_their_time_by_the_pace(pace: float, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(loop, "time", clock)
    sit("wig_out", bots=["greedy"] * 3, watch=True, seed=5, pace=pace, path=RECORD)
    match = simulate.play("wig_out", SHORT["wig_out"], ["greedy"] * 3, (5,))
    assert pytest.approx(match.seconds * pace, abs=0.01) == clock.at_s - 100
    with RECORD.open("rb") as lines:
        assert pytest.approx(match.seconds * pace, abs=0.01) == record.read(lines).lines[-1].at


def test_a_table_where_nobody_moves_is_given_up() -> None:
    with pytest.raises(simulate.EndlessError):
        sit("five_crowns", bots=["idle", "idle"], watch=True)
    with pytest.raises(simulate.EndlessError):
        sit("five_crowns", ["d"], bots=["idle"])


# Whole matches by somebody who reads the screen


class Reader(io.StringIO):
    """Types what a hint says, and asks for one when there is none on the screen."""

    def __init__(self, output: io.StringIO) -> None:
        super().__init__()
        self.output = output
        self.read_to = 0
        self.last = ""

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]  # the stubs give StringIO bytes
        new = self.output.getvalue()[self.read_to :]
        self.read_to = len(self.output.getvalue())
        found = re.findall(r"(?:Try|Prueba): (.*)", new)
        if not re.search("Type it again|Vuelve a escribirlo", new):  # else the same again
            self.last = f"{found[-1]}\n" if found else "hint\n"
        return self.last


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize(("name", "bots"), [("wig_out", 4), ("wackee_six", 2), ("wackee_six", 6), ("five_crowns", 3)])
def test_a_whole_match_can_be_played_by_hints(name: str, bots: int, language: str) -> None:
    output = io.StringIO()
    sit(name, Reader(output), bots=["greedy"] * bots, language=language, player="You", path=RECORD, output=output)
    with RECORD.open("rb") as lines:
        result = record.verify(record.read(lines)).outcome()
    assert result is not None
    assert "finished" == result.why
    assert moves()


# The keyboard


class Screen(io.StringIO):
    """A screen with somebody in front of it, who answers what appears with these keys, each thing once, in order."""

    def __init__(self, keyboard: int, answers: Sequence[tuple[str, bytes]]) -> None:
        super().__init__()
        self.keyboard = keyboard
        self.answers = list(answers)

    def write(self, words: str) -> int:
        rest = words
        while self.answers and self.answers[0][0] in rest:
            seen, keys = self.answers.pop(0)
            rest = rest.partition(seen)[2]
            os.write(self.keyboard, keys)
        return super().write(words)


def at_keyboard(name: str, answers: Sequence[tuple[str, bytes]], **more: Any) -> str:
    """What is seen at a real terminal, by somebody who answers like this; all of it must come up."""
    keyboard, line = pty.openpty()
    output = Screen(keyboard, answers)
    try:
        with open(line, encoding="utf-8") as keys:
            screen = sit(name, keys, output=output, **more)
    finally:
        os.close(keyboard)
    assert [] == output.answers
    return screen


def test_at_a_keyboard_a_bot_that_deals_waits_a_moment(deals: Deals) -> None:
    deals("wig_out", wig_out_deals.deal(wig_out_deals.hand(nest=5, bun=2), None, dealer=1))
    answers = [("Bo starts in a moment", b"nest\nhint\n"), ("says GO!", b"nest\n"), ("play 5 nest", b"quit\n")]
    options = {"first_dealer": "random"}
    screen = at_keyboard("wig_out", answers, bots=["starts"], options=options, pace=0.001)
    assert "Wait for GO! Until then you can only look at your cards. (WO-06)" in screen
    assert "There's nothing you can do right now." in screen


@pytest.mark.parametrize("ready", [b"\n", b"go\n"])
def test_who_is_ready_does_not_wait(ready: bytes, deals: Deals, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "LOOK_S", 1e9)
    deals("wig_out", wig_out_deals.deal(wig_out_deals.hand(nest=5, bun=2), None, dealer=1))
    answers = [("Press Enter if you're ready", ready), ("Bo says GO!", b"\x04")]
    at_keyboard("wig_out", answers, bots=["starts"], options={"first_dealer": "random"}, pace=0.001)


def test_at_a_keyboard_five_crowns_prompts_and_says_whose_turn_it_is(deals: Deals) -> None:
    deals("five_crowns", five_crowns_deal("4c 5c Th", "4t 6d 9s", draw="Ks Kt 6c"))
    answers = [
        ("you deal", b"d\ngo\n"),
        ("It isn't your turn. (FC-06)", b""),
        ('"go" isn\'t a move', b""),
        ("> ", b"p\n"),
        ("> ", b"th\n"),
        ("> ", b"d\n"),
        ("> ", b"out ks\n"),
        ("You go out with 4c 5c 6c and discard Ks", b""),
        ("Bo lays nothing down", b""),
    ]
    at_keyboard("five_crowns", answers, bots=["passes"], options={"rounds": 1}, pace=0.01)


def test_who_leaves_at_the_prompt_finds_goodbye_on_a_line_of_its_own() -> None:
    assert at_keyboard("five_crowns", [("> ", b"\x04")], bots=["passes"]).endswith("> \nGoodbye!\n")


@pytest.mark.parametrize("stopped_s", [1.0, 1000.0])
def test_a_program_that_was_stopped_goes_on_where_it_was(stopped_s: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record's time shows no gap: while the program was stopped (Ctrl-Z) nobody moved."""
    clock = Clock()
    monkeypatch.setattr(loop, "time", clock)
    slept: list[float] = []

    def sleep(for_s: float) -> None:
        slept.append(for_s)
        clock.at_s += for_s + (stopped_s if len(slept) == 5 else 0.0)

    monkeypatch.setattr(clock, "sleep", sleep)
    sit("wig_out", bots=["greedy"] * 3, watch=True, seed=5, pace=1.0, path=RECORD)
    match = simulate.play("wig_out", SHORT["wig_out"], ["greedy"] * 3, (5,))
    with RECORD.open("rb") as lines:
        assert pytest.approx(match.seconds, abs=0.01) == record.read(lines).lines[-1].at
    assert sum(slept) == pytest.approx(match.seconds, abs=1.1)


def test_lines_come_as_they_are_ready() -> None:
    reading, writing = os.pipe()
    with open(reading, encoding="utf-8") as stream:
        lines = Lines(stream)
        assert not lines.blind
        assert not lines.typed
        assert lines.next(0) is None
        os.write(writing, b"one\ntwo\n\nthr")
        assert ["one", "two", ""] == [lines.next(None) for _ in range(3)]
        assert lines.next(0) is None
        os.write(writing, b"ee" * LONGEST * 3)
        assert [None] * 3 == [lines.next(0) for _ in range(3)]
        os.close(writing)
        last = lines.next(None)
        assert last is not None
        assert LONGEST == len(last)
        with pytest.raises(EOFError):
            lines.next(None)


# Words


@pytest.mark.parametrize(
    ("person", "language", "expected"),
    [
        ("Ann", "en", ["Ann", "Bo", "Cy"]),
        ("BO", "en", ["BO", "Cy", "Dee"]),
        ("You", "es", ["Tú", "Bo", "Cy"]),
        (" \x1b[31m\n", "en", ["[31m", "Bo", "Cy"]),
        ("\ud800", "en", ["You", "Bo", "Cy"]),
        ("x" * 99, "en", ["x" * 16, "Bo", "Cy"]),
    ],
)
def test_names_are_fit_to_be_printed(person: str, language: str, expected: list[str]) -> None:
    assert expected == names_for(person, 2, language)


def test_the_largest_tables_fit_the_screen() -> None:
    """`sit` looks at the width of every line."""
    sit("five_crowns", bots=["greedy"] * 14, options={"rounds": 11, "turn_limit": 3}, watch=True)
    sit("five_crowns", ["", "score"], bots=["greedy"] * 13, player="A very long name indeed")
    sit("wackee_six", ["go", "", "t", "score"], bots=["greedy"] * 11, player="A very long name indeed", language="es")
    screen = sit("wig_out", bots=["greedy"] * 6, options={"rounds": 14}, watch=True)
    assert re.search(r"Score sheet   [45]( +\d+)+  total", screen)


class Ascii(io.StringIO):
    """A screen that knows no accents."""

    encoding = "ascii"

    def write(self, whole: str) -> int:
        whole.encode("ascii")
        return super().write(whole)


def test_a_screen_without_accents_shows_what_it_can() -> None:
    output = Ascii()
    terminal.play(
        game("wig_out"), ["idle"], watch=False, seed=1, language="es", pace=0, name="Peña", record=None,
        input=io.StringIO("ya\n"), output=output,
    )  # fmt: skip
    assert "Pe?a" in output.getvalue()


@pytest.mark.parametrize("language", text.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_line_of_a_record_has_words(name: str, language: str) -> None:
    match = simulate.play(name, SHORT[name], ["greedy", "random", "greedy"], (2,), keep_record=True)
    assert match.record is not None
    whole = record.read(match.record.splitlines())
    facts = [record.Ready(), record.Sits(seat=1, name="Zoe", bot=None)]
    lines = [*whole.lines, *(record.Line(1, 0.5, 1, fact) for fact in facts)]
    told = [terminal.describe_line(line, whole.header, language) for line in lines]
    assert all(re.match(r" *\d+\.\d{3}  \S", words) for words in told)
    assert "Zoe" in told[-1]
    abandoned = record.Line(1, 0.0, None, Result(why="abandoned", totals=(0, 0, 0), winners=()))
    assert text.say(language, "term-nobody-wins") in terminal.describe_line(abandoned, whole.header, language)


def test_who_gave_no_name_is_spoken_to_in_a_replay() -> None:
    sit("wig_out", ["go"], player="You", language="es", path=RECORD)
    with RECORD.open("rb") as lines:
        whole = record.read(lines)
    told = [terminal.describe_line(line, whole.header, "en") for line in whole.lines]
    assert "    0.000  Round 1: you deal" == told[0]
    assert told[1].endswith("  You say GO!")


def messages(language: str) -> dict[str, set[str]]:
    """The terminal's messages and the blanks of each."""
    path = Path(text.__file__).parent / language / "terminal.ftl"
    found: dict[str, set[str]] = {}
    for entry in FluentParser().parse(path.read_text("utf-8")).body:
        assert not isinstance(entry, fluent.Junk), entry.content
        if isinstance(entry, fluent.Message):
            found[entry.id.name] = set(
                re.findall(r"\$(\w+)", path.read_text("utf-8")[entry.span.start : entry.span.end])
            )
    return found


def test_every_message_has_the_same_blanks_in_both_languages() -> None:
    assert messages("en") == messages("es")


def test_every_message_is_used_and_every_used_one_is_there() -> None:
    used = {
        key
        for path in SOURCE.glob("*.py")
        for key in re.findall(r"\"(term-[a-z-]+)\"|'(term-[a-z-]+)'", path.read_text("utf-8"))
    }
    assert set(messages("en")) == {first or second for first, second in used}


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_help_fits_the_screen(language: str) -> None:
    for key in ("term-help", "term-wo-help", "term-ws-help", "term-fc-help"):
        assert all(len(line) <= words.WIDTH for line in text.say(language, key).splitlines())
