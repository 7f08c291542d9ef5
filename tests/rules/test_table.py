"""The table, in every game: who is first, a seat stays to the end, the table goes on (T-01 to T-03)."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus.bots import bot
from rumpus.contract import ABANDONED, STOPPED, Illegal, Malformed, Result, Seating, State
from rumpus.games import game
from rumpus.games.wig_out import actions as wig_out
from rumpus.shuffle import Shuffle, seeded
from tests.rules.table_matches import OPTIONS, RACES, Chance, after, between_rounds, every_game, phase, positions, step
from tests.rules.wig_out_deals import refused, unreadable

LEADS: dict[str, str] = {"five_crowns": "dealer", "wackee_six": "starter", "wig_out": "dealer"}  # how a deal calls them
WRONG_LEAD = {
    "five_crowns": "FC-20: deal-dealer",
    "wackee_six": "WS-04: deal-dealer",
    "wig_out": "WO-18: deal-dealer",
}
GO = wig_out.GO
every_race = pytest.mark.parametrize("name", RACES)


def first_deal(name: str, first_dealer: str | int, host: int, house: Any) -> tuple[State, Any]:
    state = game(name, {"first_dealer": first_dealer}).new(Seating(players=5, host=host))
    return state, state.owed(house)


# T-01: who is first


@pytest.mark.rule("T-01")
@every_game
@pytest.mark.parametrize("host", range(5))
def test_the_host_deals_or_starts_first(name: str, host: int) -> None:
    state, first = first_deal(name, "host", host, Chance(seat=4 - host))
    state.apply(None, first)

    assert host == getattr(first, LEADS[name])
    assert host == getattr(state.view(None).public, LEADS[name])


@pytest.mark.rule("T-01")
@every_race
@pytest.mark.parametrize("host", range(5))
def test_the_host_is_the_one_to_say_go_first(name: str, host: int) -> None:
    state, first = first_deal(name, "host", host, Chance(seat=0))
    state.apply(None, first)

    assert [host] == list(state.to_act())
    assert [GO] == state.legal(host)


@pytest.mark.rule("T-01")
@every_game
def test_a_first_deal_that_names_anybody_but_the_host_is_refused(name: str) -> None:
    state, first = first_deal(name, "host", 2, Chance(seat=0))

    for seat in (-1, 0, 1, 3, 4, 5):
        wrong = msgspec.structs.replace(first, **{LEADS[name]: seat})
        assert WRONG_LEAD[name] == str(refused(state, None, wrong))


@pytest.mark.rule("T-01")
@every_game
@pytest.mark.parametrize("seat", range(5))
def test_left_to_chance_the_shuffle_chooses_among_all_seats(name: str, seat: int) -> None:
    house = Chance(seat)
    state, first = first_deal(name, "random", 1, house)
    state.apply(None, first)

    assert [5] == house.ranges
    assert seat == getattr(state.view(None).public, LEADS[name])


@pytest.mark.rule("T-01")
@every_game
def test_left_to_chance_any_seat_may_come_first_and_no_other(name: str) -> None:
    state, first = first_deal(name, "random", 1, Chance(seat=0))

    for seat in range(5):
        state.copy().apply(None, msgspec.structs.replace(first, **{LEADS[name]: seat}))
    for seat in (-1, 5):
        wrong = msgspec.structs.replace(first, **{LEADS[name]: seat})
        assert WRONG_LEAD[name] == str(refused(state, None, wrong))


@pytest.mark.rule("T-01")
@every_game
def test_left_to_chance_every_seat_comes_up(name: str) -> None:
    seats = {getattr(first_deal(name, "random", 0, Shuffle(seeded(seed)))[1], LEADS[name]) for seed in range(60)}

    assert set(range(5)) == seats


@pytest.mark.rule("T-01")
@every_game
@pytest.mark.parametrize("seat", range(3))
def test_chance_decides_only_the_first_round(name: str, seat: int) -> None:
    state = game(name, OPTIONS[name] | {"first_dealer": "random"}).new(Seating(players=3))
    state.apply(None, state.owed(Chance(seat)))
    rng = Random(0)
    while not between_rounds(state):
        step(state, Shuffle(seeded(seat)), rng)
    house = Chance((seat + 2) % 3)

    assert (seat + 1) % 3 == getattr(state.owed(house), LEADS[name])
    assert [] == house.ranges


@pytest.mark.rule("T-01")
@every_game
@pytest.mark.parametrize("seat", range(5))
def test_any_seat_may_be_chosen(name: str, seat: int) -> None:
    house = Chance(seat=4 - seat)
    state, first = first_deal(name, seat, 1, house)
    state.apply(None, first)

    assert seat == getattr(state.view(None).public, LEADS[name])
    assert [] == house.ranges


@pytest.mark.rule("T-01")
@every_game
def test_a_seat_that_nobody_has_is_refused(name: str) -> None:
    with pytest.raises(Illegal) as no:
        first_deal(name, 5, 0, Chance(0))

    assert ("T-01", "deal-first-seat", {"seat": 5, "last": 4}) == (no.value.clause, no.value.reason, no.value.facts)


@pytest.mark.rule("T-01")
@every_game
def test_there_is_no_fourth_way_to_choose_the_first_dealer(name: str) -> None:
    with pytest.raises(Malformed):
        game(name, {"first_dealer": "guest"})


# T-02: a seat stays to the end


@pytest.mark.rule("T-02")
@every_game
def test_a_match_may_be_abandoned_at_any_time_and_has_no_winner(name: str) -> None:
    phases = set()
    for state in positions(name, 3, seed=1, rounds=2):
        phases.add(phase(state))
        left = state.copy()

        expected = Result(why="abandoned", totals=state.totals, winners=())
        assert ABANDONED in state.legal(None)
        assert [(None, expected)] == left.apply(None, ABANDONED)
        assert expected == left.outcome() == left.view(None).public.result

    assert {"five_crowns": 2, "wackee_six": 4, "wig_out": 3}[name] == len(phases)


@pytest.mark.rule("T-02")
@every_game
def test_nothing_goes_on_after_a_match_is_abandoned(name: str) -> None:
    state = game(name).new(Seating(players=2))
    state.apply(None, ABANDONED)

    assert (None, 0) == (state.owed(Chance(0)), len(state.to_act()))
    assert [[], [], []] == [state.legal(actor) for actor in (None, 0, 1)]
    for ending in (ABANDONED, STOPPED):
        assert "match-over" == refused(state, None, ending).reason


@pytest.mark.rule("T-02", "T-04")
@every_game
def test_no_seat_ends_a_match_on_its_own(name: str) -> None:
    state = after(name, 3, seed=1)

    for seat in range(3):
        assert "result-follows" == refused(state, seat, ABANDONED).reason
        assert "result-follows" == refused(state, seat, STOPPED).reason


@pytest.mark.rule("T-02")
@every_game
def test_the_table_cannot_declare_a_match_finished(name: str) -> None:
    state = after(name, 3, seed=1)

    assert "result-follows" == refused(state, None, Result(why="finished", winners=(0,))).reason


@pytest.mark.rule("T-02")
@every_game
def test_a_bot_can_stand_in_for_any_seat_at_any_time(name: str) -> None:
    """It has not seen the match so far, and what it does is legal."""
    kind = bot(name, "greedy")
    moves = 0
    for number, state in enumerate(positions(name, 3, seed=2)):
        for seat in state.to_act() if number % 5 == 0 else ():
            stand_in = kind(seat, game(name, OPTIONS[name]).options, Random(number))
            move = stand_in.move(partial(state.view, seat), state.legal(seat), 0.0)
            if move is not None:
                state.copy().apply(seat, move[0])
                moves += 1

    assert moves > 0


@pytest.mark.rule("T-02")
@pytest.mark.parametrize("name", ["five_crowns", "wig_out"])
def test_nobody_is_dealt_in_as_a_new_seat(name: str) -> None:
    state = after(name, 3, seed=1)
    good: Any = state.owed(Shuffle(seeded(1)))

    for hands in ((*good.hands, good.hands[0]), good.hands[:2]):
        assert "deal-sizes" == refused(state, None, msgspec.structs.replace(good, hands=hands)).reason


@pytest.mark.rule("T-02")
def test_nobody_is_dealt_in_as_a_new_side() -> None:
    state = after("wackee_six", 3, seed=1)
    good: Any = state.owed(Shuffle(seeded(1)))
    new = msgspec.structs.replace(good.sides[0], seats=(3,), turner=3, main=3)

    for sides in ((*good.sides, new), good.sides[:2]):
        assert "WS-02: ws-sides-stay" == str(refused(state, None, msgspec.structs.replace(good, sides=sides)))


# T-03: the table goes on


@pytest.mark.rule("T-03")
@every_race
@pytest.mark.parametrize("rounds", [0, 1])
def test_the_table_may_say_go_for_the_dealer_or_starter(name: str, rounds: int) -> None:
    state = after(name, 3, seed=1, rounds=rounds) if rounds else game(name).new(Seating(players=3))
    state.apply(None, state.owed(Shuffle(seeded(1))))

    assert GO in state.legal(None)
    assert [(None, GO)] == state.apply(None, GO)
    assert "play" == phase(state)


@pytest.mark.rule("T-03")
@every_race
def test_nobody_else_says_go_for_the_dealer_or_starter(name: str) -> None:
    state, first = first_deal(name, "host", 2, Chance(seat=0))
    state.apply(None, first)

    for seat in (0, 1, 3, 4):
        assert refused(state, seat, GO).reason in ("wo-go-dealer", "ws-go-starter")


@pytest.mark.rule("T-03")
@every_race
def test_the_table_says_go_only_when_it_is_due(name: str) -> None:
    for state in positions(name, 3, seed=3):
        if phase(state) != "ready":
            assert "go-not-now" == refused(state, None, GO).reason
            assert GO not in state.legal(None)


@pytest.mark.rule("T-03")
def test_a_game_in_turns_has_no_go() -> None:
    state, first = first_deal("five_crowns", "host", 2, Chance(seat=0))
    state.apply(None, first)

    assert "play" == phase(state)
    assert "Go" in unreadable(state, None, GO)
