"""The clauses of the table that all three games share (docs/rules/README.md), as far as the rules show them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus.bots import bot
from rumpus.contract import ABANDONED, STOPPED, Event, Malformed, Result, Seating, State
from rumpus.games import GAMES, game
from rumpus.games.five_crowns import actions as five_crowns
from rumpus.games.five_crowns.rules import FiveCrownsState
from rumpus.games.wackee_six import actions as wackee_six
from rumpus.games.wackee_six.rules import WackeeSixState
from rumpus.games.wig_out import actions as wig_out
from rumpus.games.wig_out.cards import CHARACTERS
from rumpus.shuffle import Shuffle, seeded
from rumpus.text import LANGUAGES, refusal, say
from tests.rules.wig_out_deals import deal, hand, hand_of, playing, refused, start, unreadable

RACES = ("wackee_six", "wig_out")
NAMES = ("five_crowns", *RACES)
LEADS: dict[str, str] = {"five_crowns": "dealer", "wackee_six": "starter", "wig_out": "dealer"}  # how a deal calls them
OPTIONS: dict[str, dict[str, Any]] = {  # with these, random play comes to the end of a round but not of the match
    "five_crowns": {"turn_limit": 4},
    "wackee_six": {"target": 1000},
    "wig_out": {},
}
WRONG_LEAD = {
    "five_crowns": "FC-20: deal-dealer",
    "wackee_six": "WS-04: deal-dealer",
    "wig_out": "WO-18: deal-dealer",
}
GO = wig_out.GO

every_game = pytest.mark.parametrize("name", NAMES)
every_race = pytest.mark.parametrize("name", RACES)


class Chance:
    """A house that always chooses the same seat and deals the cards backwards."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.ranges: list[int] = []  # of how many a choice was asked

    def below(self, n: int) -> int:
        self.ranges.append(n)
        return self.seat

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        return list(cards)[::-1]


def phase(state: State) -> str:
    return str(state.view(None).public.phase)


def between_rounds(state: State) -> bool:
    return phase(state) == "deal" and state.round > 0


def step(state: State, house: Shuffle, rng: Random) -> list[Event]:
    """What the house owes, else anything legal, else what the table may do."""
    chance = state.owed(house)
    if chance is not None:
        return state.apply(None, chance)
    moves = [(seat, action) for seat in state.to_act() for action in state.legal(seat)]
    if moves:
        return state.apply(*rng.choice(moves))
    return state.apply(None, state.legal(None)[0])


def positions(name: str, players: int, seed: int, rounds: int = 1) -> Iterator[State]:
    """A match of random play, at every moment until so many rounds are over."""
    state = game(name, OPTIONS[name]).new(Seating(players=players))
    house, rng = Shuffle(seeded(name, players, seed)), Random(seed)
    yield state
    while not (between_rounds(state) and state.round == rounds):
        step(state, house, rng)
        yield state


def after(name: str, players: int, seed: int, rounds: int = 1) -> State:
    """A match of random play after so many rounds."""
    *_, last = positions(name, players, seed, rounds)
    return last


def leaders(state: State, name: str) -> tuple[int, ...]:
    """Who has the best total: the lowest, in Wackee Six the highest."""
    best = max(state.totals) if name == "wackee_six" else min(state.totals)
    return tuple(party for party, total in enumerate(state.totals) if total == best)


def first_deal(name: str, first_dealer: str, host: int, house: Any) -> tuple[State, Any]:
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
def test_there_is_no_third_way_to_choose_the_first_dealer(name: str) -> None:
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
def test_nobody_else_says_go_for_them(name: str) -> None:
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
def test_a_game_of_turns_knows_no_go() -> None:
    state, first = first_deal("five_crowns", "host", 2, Chance(seat=0))
    state.apply(None, first)

    assert "play" == phase(state)
    assert "Go" in unreadable(state, None, GO)


# T-04: stopping between rounds


@pytest.mark.rule("T-04")
@every_game
@pytest.mark.parametrize("players", [2, 3])
def test_between_rounds_the_table_may_stop_and_the_totals_decide(name: str, players: int) -> None:
    stops = 0
    for state in positions(name, players, seed=players, rounds=3):
        if between_rounds(state):
            stopped = state.copy()

            expected = Result(why="stopped", totals=state.totals, winners=leaders(state, name))
            assert [STOPPED, ABANDONED] == state.legal(None)
            assert [(None, expected)] == stopped.apply(None, STOPPED)
            assert expected == stopped.outcome()
            stops += 1

    assert 3 == stops


@pytest.mark.rule("T-04")
@every_game
def test_before_the_first_and_within_a_round_the_table_may_not_stop(name: str) -> None:
    for state in positions(name, 3, seed=1):
        if not between_rounds(state):
            assert "T-04: stop-between-rounds" == str(refused(state, None, STOPPED))
            assert STOPPED not in state.legal(None)


@pytest.mark.rule("T-04")
@every_game
def test_equal_best_totals_share_the_win_of_a_stopped_match(name: str) -> None:
    level = next(state for seed in count() if len(leaders(state := after(name, 3, seed), name)) > 1)
    winners = leaders(level, name)

    assert [(None, Result(why="stopped", totals=level.totals, winners=winners))] == level.apply(None, STOPPED)


@pytest.mark.rule("T-04")
@every_game
def test_after_a_stop_nothing_more_is_dealt(name: str) -> None:
    state = after(name, 3, seed=1)
    state.apply(None, STOPPED)

    assert state.owed(Chance(0)) is None
    assert [] == state.legal(None)
    assert "match-over" == refused(state, None, STOPPED).reason


# T-05: nobody is obliged to play


@pytest.mark.rule("T-05")
def test_in_wig_out_one_may_sit_on_playable_cards_to_the_end_of_the_round() -> None:
    state = playing(deal(hand(nest=5, bun=2), hand(beehive=4, mohawk=3)))
    before = hand_of(state, 1)
    state.apply(0, start("nest", 5))
    state.apply(0, start("bun"))
    assert len(state.legal(1)) > 1

    state.apply(0, wig_out.SHOUT)

    assert before == hand_of(state, 1)
    assert (0, 7) == state.totals


@pytest.mark.rule("T-05")
def test_in_wig_out_one_may_keep_cards_that_could_go_along() -> None:
    state = playing(deal(hand(beehive=3, nest=4), None))

    plays = state.legal(0)

    assert [
        wig_out.Lay(card="beehive"),
        start("beehive", 2),
        start("beehive", 3),
        start("nest", 2),
        start("nest", 3),
        start("nest", 4),
    ] == plays


@pytest.mark.rule("T-05")
@pytest.mark.parametrize("players", [2, 7])
def test_in_wackee_six_one_may_always_turn_instead_of_playing(players: int) -> None:
    both = 0
    for state in positions("wackee_six", players, seed=1):
        assert isinstance(state, WackeeSixState)
        for seat in state.to_act() if phase(state) == "play" else ():
            side = state.side_of[seat]
            if not state.left[side] or state.turner[side] != seat or not state.deck[side] + state.turned[side]:
                continue  # it is to call, its partner turns, or there is nothing to turn
            legal = state.legal(seat)
            turning = wackee_six.TURN_UP if state.deck[side] else wackee_six.RECYCLE

            assert turning in legal
            if len(legal) > 1:
                assert type(turning) is type(state.copy().apply(seat, turning)[0][1])
                both += 1

    assert both > 0


@pytest.mark.rule("T-05")
def test_in_five_crowns_nobody_must_go_out() -> None:
    found = 0
    for seed in range(12):
        for state in positions("five_crowns", 2, seed):
            assert isinstance(state, FiveCrownsState)
            for seat in state.to_act():
                legal = state.legal(seat)
                if not any(isinstance(action, five_crowns.Discard) and action.out for action in legal):
                    continue
                found += 1
                for card in state.private(seat).hand:
                    kept = state.copy()
                    plain = five_crowns.Discard(card=card)

                    assert plain in legal
                    assert (seat, plain) == kept.apply(seat, plain)[0]
                    assert kept.out is None

    assert found > 0


# T-06: a refused action costs nothing


DRAWS_AND_SHOUTS: dict[str, tuple[Any, ...]] = {
    "five_crowns": tuple(five_crowns.TAKES),
    "wackee_six": (wackee_six.TURN_UP, wackee_six.RECYCLE, wackee_six.SHOUT),
    "wig_out": (wig_out.DRAW, wig_out.SHOUT),
}


def names_of_cards(name: str, language: str) -> re.Pattern[str]:
    """What a card is called, in a sentence of this language."""
    if name == "wig_out":
        words = "|".join(re.escape(say(language, f"character-{card}")) for card in CHARACTERS)
        return re.compile(rf"\b({words})\b", re.IGNORECASE)
    return re.compile({"five_crowns": r"\b[3-9TJQK][thcsd]\b|\*\*", "wackee_six": r"\b[rgby]\d{1,2}\b|\bw\b"}[name])


@pytest.mark.rule("T-06")
@every_game
def test_a_refused_draw_or_shout_changes_nothing_and_names_no_card(name: str) -> None:
    patterns = {language: names_of_cards(name, language) for language in LANGUAGES}
    reasons = set()
    for state in positions(name, 3, seed=4, rounds=2):
        for seat in range(3):
            legal = state.legal(seat)
            for action in DRAWS_AND_SHOUTS[name]:
                if action in legal:
                    continue
                illegal = refused(state, seat, action)
                reasons.add(illegal.reason)

                assert "card" not in illegal.facts
                for language, pattern in patterns.items():
                    assert pattern.search(refusal(illegal, language)) is None

    assert len(reasons) > 2


@pytest.mark.rule("T-06")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_search_for_names_of_cards_finds_them(language: str) -> None:
    """The test above could not fail if this one did."""
    in_words = {"five_crowns": "7h", "wackee_six": "r13", "wig_out": say(language, "character-nest")}

    assert all(names_of_cards(name, language).search(f"Not {card}!") for name, card in in_words.items())


@pytest.mark.rule("T-06")
def test_a_wrong_guess_at_the_deck_is_refused_in_the_same_words_whatever_was_guessed() -> None:
    unplayable = hand(afro=1, pigtails=1, moptop=1, curls=1, bun=1, bolt=1, flame=1)
    state = playing(deal(unplayable, None, top=("nest",)))

    refusals = {str(refused(state, 0, wig_out.Draw(card=card))) for card in CHARACTERS if card != "nest"}

    assert {"WO-11: wo-top-card"} == refusals


@pytest.mark.rule("T-06")
def test_a_refused_action_does_not_spoil_the_next_one() -> None:
    state = playing(deal(hand(nest=5, bun=2), None))
    for action in (wig_out.DRAW, wig_out.SHOUT, wig_out.Lay(card="nest")):
        refused(state, 0, action)

    assert [(0, start("nest", 5))] == state.apply(0, start("nest", 5))


def test_these_are_all_the_games_there_are() -> None:
    assert set(GAMES) == set(NAMES)
