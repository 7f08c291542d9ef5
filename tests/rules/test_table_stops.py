"""The table, in every game: stopping, nobody is obliged to play, a refusal costs nothing (T-04 to T-06)."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

import pytest

from rumpus.contract import ABANDONED, STOPPED, Result, State
from rumpus.games import GAMES
from rumpus.games.five_crowns import actions as five_crowns
from rumpus.games.five_crowns.rules import FiveCrownsState
from rumpus.games.wackee_six import actions as wackee_six
from rumpus.games.wackee_six.rules import WackeeSixState
from rumpus.games.wig_out import actions as wig_out
from rumpus.games.wig_out.cards import CHARACTERS
from rumpus.text import LANGUAGES, refusal, say
from tests.rules.table_matches import NAMES, Chance, after, between_rounds, every_game, phase, positions
from tests.rules.wig_out_deals import deal, hand, hand_of, playing, refused, start


def leaders(state: State, name: str) -> tuple[int, ...]:
    """Who has the best total: the lowest, in Wackee Six the highest."""
    best = max(state.totals) if name == "wackee_six" else min(state.totals)
    return tuple(party for party, total in enumerate(state.totals) if total == best)


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
def test_in_wig_out_a_player_may_keep_playable_cards_to_the_end_of_the_round() -> None:
    state = playing(deal(hand(nest=5, bun=2), hand(beehive=4, mohawk=3)))
    before = hand_of(state, 1)
    state.apply(0, start("nest", 5))
    state.apply(0, start("bun"))
    assert len(state.legal(1)) > 1

    state.apply(0, wig_out.SHOUT)

    assert before == hand_of(state, 1)
    assert (0, 7) == state.totals


@pytest.mark.rule("T-05")
def test_in_wig_out_a_player_may_keep_some_of_the_cards_that_could_be_played_together() -> None:
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
def test_in_wackee_six_a_player_may_always_turn_instead_of_playing(players: int) -> None:
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
def test_the_search_for_card_names_in_refusals_works(language: str) -> None:
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


def test_the_tests_of_the_table_cover_every_game() -> None:
    assert set(GAMES) == set(NAMES)
