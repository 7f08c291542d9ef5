"""Handicaps that a table may switch on to balance ages: each an option, written in the record and kept by the rules."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rumpus import record
from rumpus.contract import Illegal, Malformed, Score, Seating, handicaps, seat_options, usual
from rumpus.games import GAMES, game
from rumpus.research import simulate
from rumpus.shuffle import Shuffle, seeded
from tests.contract import laws

SHORT: dict[str, dict[str, Any]] = {
    "five_crowns": {"rounds": 1, "turn_limit": 10},
    "wackee_six": {"target": 10},
    "wig_out": {"rounds": 1},
}


@pytest.mark.rule("T-09")
@pytest.mark.parametrize("name", GAMES)
def test_a_head_start_is_where_the_totals_begin(name: str) -> None:
    options = SHORT[name] | {"head_start": [5, 0, -7]}
    match = simulate.play(name, options, ["greedy"] * 3, ("start",), keep_record=True)
    assert match.record is not None
    whole = record.read(match.record.splitlines())
    assert [5, 0, -7] == whole.header.options["head_start"]
    scores = [line.action for line in whole.lines if isinstance(line.action, Score)]
    assert scores[0].totals == tuple(map(sum, zip((5, 0, -7), scores[0].points, strict=True)))
    assert match.result == record.verify(whole).outcome()


@pytest.mark.rule("T-09")
@pytest.mark.parametrize("name", GAMES)
def test_a_head_start_decides_who_wins_an_even_match(name: str) -> None:
    """500 points are too many to catch up with, or to be caught up with."""
    options = SHORT[name] | {"head_start": [500, 0]}
    winners = simulate.play(name, options, ["greedy"] * 2, ("even",)).result.winners
    assert ((1,) if GAMES[name].lowest_wins else (0,)) == winners


@pytest.mark.rule("T-09")
@pytest.mark.parametrize("name", GAMES)
def test_slower_bots_take_longer_and_do_the_same(name: str) -> None:
    fast, slow = (simulate.play(name, SHORT[name] | {"bot_pace": pace}, ["greedy"] * 2, ("pace",)) for pace in (1, 4))
    assert slow.seconds > 3 * fast.seconds


@pytest.mark.rule("T-09", "WO-04")
def test_wig_out_deals_each_seat_its_number_of_cards() -> None:
    state = game("wig_out", {"cards": [3, 7, 9]}).new(Seating(players=3))
    state.apply(None, state.owed(Shuffle(seeded(1))))
    assert (3, 7, 9) == state.view(None).public.hands
    assert 60 - 19 - 2 == state.view(None).public.deck


@pytest.mark.rule("T-09", "WO-04")
def test_wig_out_refuses_a_deal_that_does_not_keep_the_handicap() -> None:
    usual = game("wig_out").new(Seating(players=3))
    state = game("wig_out", {"cards": [3, 7, 9]}).new(Seating(players=3))
    with pytest.raises(Illegal) as refused:
        state.apply(None, usual.owed(Shuffle(seeded(1))))
    assert ("WO-04", "deal-sizes") == (refused.value.clause, refused.value.reason)


@pytest.mark.rule("T-09", "WS-03", "WS-19")
def test_wackee_six_deals_each_side_its_number_of_face_down_cards() -> None:
    state = game("wackee_six", {"down": [0, 6]}).new(Seating(players=2))
    deal: Any = state.owed(Shuffle(seeded(1)))
    state.apply(None, deal)
    assert [(0, 48), (6, 42)] == [(side.down, side.deck) for side in state.view(None).public.sides]
    usual = game("wackee_six").new(Seating(players=2))
    with pytest.raises(Illegal) as refused:
        usual.apply(None, deal)
    assert ("WS-03", "deal-sizes") == (refused.value.clause, refused.value.reason)


@pytest.mark.parametrize(
    ("name", "option", "values"),
    [
        ("five_crowns", "head_start", [1, 2]),
        ("wig_out", "cards", [7, 7, 7, 7]),
        ("wackee_six", "down", [6, 6]),
        ("wackee_six", "head_start", []),
    ],
)
def test_a_handicap_has_one_number_for_each_seat_or_side(name: str, option: str, values: list[int]) -> None:
    with pytest.raises(Malformed, match=f"{option} has one number for each of the 3"):
        game(name, {option: values}).new(Seating(players=3))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("wig_out", {"cards": [0, 7]}),
        ("wig_out", {"cards": [10, 7]}),
        ("wackee_six", {"down": [7, 6]}),
        ("five_crowns", {"head_start": [501, 0]}),
        ("five_crowns", {"bot_pace": 0}),
        ("five_crowns", {"bot_pace": "fast"}),
    ],
)
def test_a_handicap_out_of_range_is_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(Malformed, match="a bad option"):
        game(name, options)


HANDICAPPED: list[tuple[str, int, dict[str, Any]]] = [
    ("wig_out", 3, {"rounds": 1, "cards": [2, 9, 5], "head_start": [3, 0, -3]}),
    ("wackee_six", 3, {"target": 5, "down": [0, 3, 6]}),
    ("wackee_six", 7, {"target": 5, "down": [0, 3, 6, 6], "head_start": [9, 0, 0, 0]}),
    ("five_crowns", 3, {"rounds": 1, "turn_limit": 3, "head_start": [0, 20, 0]}),
]


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("name", "players", "options"), HANDICAPPED)
def test_the_laws_hold_with_handicaps(law: Any, name: str, players: int, options: dict[str, Any]) -> None:
    law(game(name, options), players, 1)


@pytest.mark.rule("T-09")
def test_handicaps_read_back_from_the_header() -> None:
    rules = game("wig_out", {"cards": [2, 9], "head_start": [0, -5], "bot_pace": 2})
    assert rules.options == game("wig_out", msgspec.to_builtins(rules.options)).options


@pytest.mark.rule("T-01", "T-09", "WS-02")
@pytest.mark.parametrize(
    ("name", "seats", "per_party"),
    [
        ("five_crowns", {"first_dealer"}, {"head_start"}),
        ("wackee_six", {"first_dealer", "alone"}, {"head_start", "down"}),
        ("wig_out", {"first_dealer"}, {"head_start", "cards"}),
    ],
)
def test_a_game_says_which_options_are_about_one_player(name: str, seats: set[str], per_party: set[str]) -> None:
    kind = GAMES[name].options_type
    assert (seats, per_party) == (set(seat_options(kind)), set(handicaps(kind)))


@pytest.mark.rule("T-09", "WO-04")
def test_what_is_usual_may_depend_on_the_number_of_players() -> None:
    cards = handicaps(GAMES["wig_out"].options_type)["cards"]
    assert [7, 7, 7, 5, 5] == [usual(cards, players) for players in range(2, 7)]
    assert 5 == usual(cards, 9)  # more than any limit: as for the most
    assert 6 == usual(handicaps(GAMES["wackee_six"].options_type)["down"], 2)
