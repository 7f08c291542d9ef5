"""How rounds and matches of Wackee Six end: the call, cards in the air, scores, results (WS-17 to WS-20)."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus import text
from rumpus.contract import ABANDONED, STOPPED, Illegal, Malformed, Result, Score
from rumpus.games import game
from rumpus.games.wackee_six.actions import Play
from rumpus.shuffle import Shuffle, seeded
from tests.rules.wackee_six_deals import (
    CLIMB,
    CLIMBED,
    CLOSE,
    GO,
    ORDERLY,
    PLAY_IT_OUT,
    RECYCLE,
    SHOUT,
    STUCK,
    TURN,
    Hand,
    begin,
    called,
    deal,
    go_through,
    lay,
    middle,
    new,
    numbers,
    owed,
    place_of,
    refused,
    row,
    score,
    started,
    threes,
    top,
)

BLUE_CLIMB = Hand(up=numbers("b", 1, 6), down=numbers("b", 7, 12))


class TestCall:
    @pytest.mark.rule("WS-17")
    def test_a_side_that_has_played_its_12_main_cards_calls_and_play_stops(self) -> None:
        state = started(CLIMB)
        assert 1 == len(lay(state, 0, CLIMBED))
        assert [SHOUT] == state.legal(0)
        assert [(0, SHOUT)] == state.apply(0, SHOUT)
        assert [] == list(state.to_act())
        assert 0 == state.view(1).public.caller

    @pytest.mark.rule("WS-17")
    def test_a_side_without_main_cards_has_no_other_action_than_the_call(self) -> None:
        state = started(CLIMB._replace(deck="b9 b8 g1"))
        state.apply(0, TURN)
        lay(state, 0, CLIMBED)
        for action in (top("g1"), TURN, RECYCLE, row("r13", 0)):
            assert ("WS-17", "ws-only-shout") == refused(state, 0, action)

    @pytest.mark.rule("WS-17", "WS-16")
    def test_both_partners_have_no_other_action_than_the_call(self) -> None:
        state = started(CLIMB, players=4, partners=True)
        lay(state, 0, CLIMBED)
        for partner in (0, 2):
            assert [SHOUT] == state.legal(partner)
            assert ("WS-17", "ws-only-shout") == refused(state, partner, TURN)

    @pytest.mark.rule("WS-17", "WS-16")
    @pytest.mark.parametrize("partner", [0, 2])
    def test_either_partner_may_make_the_call(self, partner: int) -> None:
        state = started(CLIMB, players=4, partners=True)
        lay(state, 0, CLIMBED)
        assert [(partner, SHOUT)] == state.apply(partner, SHOUT)
        assert 0 == state.view(None).public.caller

    @pytest.mark.rule("WS-17")
    def test_until_the_call_is_made_the_others_play_on(self) -> None:
        state = started(CLIMB)
        lay(state, 0, CLIMBED)
        lay(state, 1, "r13")
        assert ["r13"] == middle(state)

    @pytest.mark.rule("WS-17")
    @pytest.mark.parametrize("played", [0, 6, 11])
    def test_a_call_with_main_cards_left_is_refused(self, played: int) -> None:
        state = started(CLIMB)
        lay(state, 0, " ".join(CLIMBED.split()[:played]))
        assert SHOUT not in state.legal(0)
        assert ("WS-17", "ws-main-left") == refused(state, 0, SHOUT)

    @pytest.mark.rule("WS-17")
    @pytest.mark.parametrize(
        ("played", "english", "spanish"),
        [
            (10, "You still have 2 main cards.", "Todavía tienes 2 cartas principales."),
            (11, "You still have a main card.", "Todavía tienes una carta principal."),
        ],
    )
    def test_the_refusal_says_how_many_are_left(self, played: int, english: str, spanish: str) -> None:
        state = started(CLIMB)
        lay(state, 0, " ".join(CLIMBED.split()[:played]))
        with pytest.raises(Illegal) as caught:
            state.apply(0, SHOUT)
        assert text.refusal(caught.value, "en").startswith(english)
        assert text.refusal(caught.value, "es").startswith(spanish)

    @pytest.mark.rule("WS-17")
    def test_a_side_that_has_played_its_hand_deck_but_not_its_main_cards_cannot_call(self) -> None:
        state = started(PLAY_IT_OUT)
        lay(state, 0, ORDERLY)
        assert ("WS-17", "ws-main-left") == refused(state, 0, SHOUT)

    @pytest.mark.rule("WS-17")
    def test_by_option_the_call_follows_the_last_card_by_itself(self) -> None:
        state = started(CLIMB, auto_shout=True)
        (by, played), *called_by = lay(state, 0, CLIMBED)
        assert (0, "r12") == (by, played.card)
        assert [(0, SHOUT)] == called_by
        assert 0 == state.view(None).public.caller

    @pytest.mark.rule("WS-17", "WS-16")
    def test_by_option_the_call_comes_from_the_seat_that_plays_the_main_cards(self) -> None:
        state = started(CLIMB, players=4, partners=True, auto_shout=True)
        assert (2, SHOUT) == lay(state, 0, CLIMBED)[-1]

    @pytest.mark.rule("WS-17")
    def test_the_option_calls_for_nobody_who_has_main_cards_left(self) -> None:
        state = started(PLAY_IT_OUT, auto_shout=True)
        assert 1 == len(lay(state, 0, ORDERLY))


class TestInTheAir:
    @pytest.mark.rule("WS-18")
    def test_a_card_in_the_air_at_the_call_counts(self) -> None:
        state = called(Hand(up="r13"))
        landed = Play(card="r13", from_=0, as_="r13", pile=0, airborne=True)
        assert [(1, landed)] == state.apply(1, row("r13", 0, airborne=True))
        assert ["r13"] == middle(state)
        assert (22, 1 - 22) == score(state.apply(None, CLOSE)).points

    @pytest.mark.rule("WS-18", "WS-16")
    def test_a_card_of_a_hand_deck_may_be_in_the_air_too(self) -> None:
        state = started(CLIMB, Hand(deck="b9 g1 r13"), players=4, partners=True)
        state.apply(1, TURN)
        lay(state, 0, CLIMBED)
        state.apply(0, SHOUT)
        state.apply(1, top("r13", airborne=True))
        state.apply(1, top("g1", airborne=True))
        assert ["r13", "g1"] == middle(state)
        assert ("WS-16", "ws-partner-turns") == refused(state, 3, top("b9", airborne=True))
        assert ("WS-16", "ws-partner-main") == refused(state, 1, row("r13", 0, airborne=True))

    @pytest.mark.rule("WS-18", "WS-11")
    def test_a_wild_in_the_air_still_says_what_it_stands_for(self) -> None:
        state = called(Hand(up="w"))
        assert ("WS-11", "ws-wild-says") == refused(state, 1, row("w", 0, airborne=True))
        state.apply(1, row("w", 0, as_="r13", airborne=True))
        assert ["r13w"] == middle(state)

    @pytest.mark.rule("WS-18", "WS-15")
    def test_a_card_in_the_air_that_comes_second_goes_back(self) -> None:
        state = called(Hand(up="r13"), Hand(up="r13"))
        state.apply(1, row("r13", 0, airborne=True))
        assert ("WS-07", "ws-no-pile") == refused(state, 2, row("r13", 0, airborne=True))

    @pytest.mark.rule("WS-18", "WS-10")
    def test_from_the_call_on_face_up_cards_are_not_replaced(self) -> None:
        state = called(Hand(up="r13 g1 b1"))
        for place, card in enumerate(("r13", "g1", "b1")):
            state.apply(1, row(card, place, airborne=True))
        assert (None, None, None) == place_of(state, 1).up[:3]
        assert 6 == place_of(state, 1).down

    @pytest.mark.rule("WS-18", "WS-19")
    def test_a_last_main_card_in_the_air_saves_its_points_but_earns_no_bonus(self) -> None:
        state = started(CLIMB, BLUE_CLIMB)
        lay(state, 1, numbers("b", 1, 11))
        lay(state, 0, CLIMBED)
        state.apply(0, SHOUT)
        in_time = state.copy()
        in_time.apply(1, row("b12", 5, airborne=True))
        assert (22, 12) == score(in_time.apply(None, CLOSE)).points
        assert (22, 11 - 2) == score(state.apply(None, CLOSE)).points

    @pytest.mark.rule("WS-18", "WS-17")
    def test_a_last_main_card_in_the_air_makes_no_call_by_itself(self) -> None:
        state = started(CLIMB, BLUE_CLIMB, auto_shout=True)
        lay(state, 1, numbers("b", 1, 11))
        lay(state, 0, CLIMBED)
        assert 1 == len(state.apply(1, row("b12", 5, airborne=True)))
        assert 0 == state.view(None).public.caller

    @pytest.mark.rule("WS-18")
    @pytest.mark.parametrize("action", [row("r13", 0), top("g1"), TURN, RECYCLE, SHOUT])
    def test_what_is_done_after_hearing_the_call_does_not_count(self, action: Any) -> None:
        state = called(Hand(up="r13"))
        assert [] == state.legal(1)
        assert ("WS-18", "ws-called") == refused(state, 1, action)

    @pytest.mark.rule("WS-18", "WS-17")
    def test_a_second_call_is_not_heard(self) -> None:
        state = started(CLIMB, BLUE_CLIMB)
        lay(state, 0, CLIMBED)
        lay(state, 1, numbers("b", 1, 12))
        state.apply(1, SHOUT)
        assert ("WS-18", "ws-called") == refused(state, 0, SHOUT)
        assert (12, 22) == score(state.apply(None, CLOSE)).points

    @pytest.mark.rule("WS-18")
    def test_before_the_call_no_card_is_in_the_air(self) -> None:
        state = started(Hand(up="r1"))
        assert ("WS-18", "ws-not-called") == refused(state, 0, row("r1", 0, airborne=True))

    @pytest.mark.rule("WS-18")
    def test_when_the_round_is_closed_no_card_is_in_the_air_any_more(self) -> None:
        state = called(Hand(up="r13"))
        state.apply(None, CLOSE)
        assert ("WS-18", "ws-not-called") == refused(state, 1, row("r13", 0, airborne=True))

    @pytest.mark.rule("WS-18")
    def test_the_table_closes_the_round_and_nobody_else(self) -> None:
        state = called()
        assert [CLOSE, ABANDONED] == state.legal(None)
        assert ("WS-18", "ws-close-not-now") == refused(state, 0, CLOSE)
        closed, (by, scored) = state.apply(None, CLOSE)
        assert (None, CLOSE) == closed
        assert isinstance(scored, Score)
        assert (None, "out") == (by, scored.why)

    @pytest.mark.rule("WS-18")
    def test_a_round_is_closed_only_after_the_call_and_only_once(self) -> None:
        state = started()
        assert CLOSE not in state.legal(None)
        assert ("WS-18", "ws-close-not-now") == refused(state, None, CLOSE)
        state = called()
        state.apply(None, CLOSE)
        assert ("WS-18", "ws-close-not-now") == refused(state, None, CLOSE)


class TestScore:
    @pytest.mark.rule("WS-19")
    def test_cards_in_the_middle_count_1_main_cards_left_cost_2_and_the_call_brings_10(self) -> None:
        """Side 0: 12 main and 2 hand-deck cards and the call. Side 1: 4 main cards, one wild; 8 left. Side 2: none."""
        state = started(CLIMB._replace(deck=threes("g1 g2 y9")), Hand(up="g3 b1 w y1"), Hand())
        lay(state, 0, "g1 g2")
        lay(state, 1, "g3 b1 w=b2 y1")
        lay(state, 0, CLIMBED)
        state.apply(0, SHOUT)
        expected = (12 + 2 + 10, 4 - 2 * 8, 0 - 2 * 12)
        scored = Score(round=1, points=expected, totals=expected, why="out")
        assert [(None, CLOSE), (None, scored)] == state.apply(None, CLOSE)
        assert [expected] == state.sheet

    @pytest.mark.rule("WS-19", "WS-09")
    def test_cards_of_a_wacked_pile_still_count(self) -> None:
        state = started(CLIMB)
        lay(state, 0, CLIMBED)
        lay(state, 1, "r13")
        state.apply(0, SHOUT)
        assert (22, 1 - 22) == score(state.apply(None, CLOSE)).points

    @pytest.mark.rule("WS-19")
    def test_the_rest_of_the_hand_deck_costs_nothing(self) -> None:
        """Whether it has been turned or not."""
        state = called()
        turned = started(CLIMB)
        go_through(turned, 0)
        lay(turned, 0, CLIMBED)
        turned.apply(0, SHOUT)
        assert score(state.apply(None, CLOSE)).points == score(turned.apply(None, CLOSE)).points

    @pytest.mark.rule("WS-19", "WS-02")
    def test_partners_have_one_score(self) -> None:
        state = started(CLIMB, players=8)
        lay(state, 0, CLIMBED)
        state.apply(0, SHOUT)
        assert (22, -24, -24, -24) == score(state.apply(None, CLOSE)).points


class TestMatch:
    @pytest.mark.rule("WS-20")
    def test_rounds_are_dealt_until_somebody_reaches_the_usual_target_of_100(self) -> None:
        state = new(2)
        for _ in range(5):
            assert state.outcome() is None
            begin(state, CLIMB)
            lay(state, 0, CLIMBED)
            state.apply(0, SHOUT)
            *_, (_, last) = state.apply(None, CLOSE)
        assert Result(why="finished", totals=(110, -120), winners=(0,)) == last == state.outcome()
        assert [(22, -24)] * 5 == state.sheet

    @pytest.mark.rule("WS-20")
    @pytest.mark.parametrize(("target", "over"), [(1, True), (22, True), (23, False), (1000, False)])
    def test_the_target_is_an_option(self, target: int, over: bool) -> None:
        state = called(target=target)
        state.apply(None, CLOSE)
        assert over == (state.outcome() is not None)
        assert over == (state.owed(Shuffle(seeded(1))) is None)

    @pytest.mark.rule("WS-20")
    @pytest.mark.parametrize("target", [0, 1001, -5, "high", None])
    def test_a_target_is_1_to_1000(self, target: Any) -> None:
        with pytest.raises(Malformed):
            game("wackee_six", {"target": target})

    @pytest.mark.rule("WS-20")
    @pytest.mark.parametrize(
        ("more", "totals", "winners"),
        [("", (22, 24, -24), (1,)), ("y1", (23, 24, -24), (1,)), ("y1 y2", (24, 24, -24), (0, 1))],
        ids=["the other is higher", "by one point", "they share the win"],
    )
    def test_of_several_sides_that_reached_the_target_the_highest_total_wins(
        self, more: str, totals: tuple[int, ...], winners: tuple[int, ...]
    ) -> None:
        """Side 1 plays 12 main cards and 12 others without calling; side 0 calls, with so many cards more."""
        greens = numbers("g", 1, 12)
        hands = CLIMB._replace(deck=threes("y1 y2 y3")), BLUE_CLIMB._replace(deck=threes(greens)), Hand()
        state = started(*hands, target=20)
        lay(state, 1, f"{greens} {numbers('b', 1, 12)}")
        lay(state, 0, f"{more} {CLIMBED}")
        state.apply(0, SHOUT)
        state.apply(None, CLOSE)
        assert Result(why="finished", totals=totals, winners=winners) == state.outcome()

    @pytest.mark.rule("WS-20")
    def test_totals_may_fall_below_zero_and_the_match_goes_on(self) -> None:
        state = new(2, target=1)
        begin(state, STUCK, STUCK)
        begin(state, STUCK, STUCK)
        assert (-48, -48) == state.totals
        assert 3 == owed(state).round

    @pytest.mark.rule("WS-20", "T-04")
    def test_the_table_may_stop_between_rounds_and_the_totals_decide(self) -> None:
        state = called()
        state.apply(None, CLOSE)
        assert [STOPPED, ABANDONED] == state.legal(None)
        result = Result(why="stopped", totals=(22, -24), winners=(0,))
        assert [(None, result)] == state.apply(None, STOPPED)

    @pytest.mark.rule("WS-20", "T-04")
    def test_the_table_cannot_stop_before_the_first_round_or_during_one(self) -> None:
        for state in (new(2), started(), called()):
            assert ("T-04", "stop-between-rounds") == refused(state, None, STOPPED)

    @pytest.mark.rule("WS-20", "T-02")
    def test_an_abandoned_match_has_no_winner(self) -> None:
        for state in (new(2), started(), called()):
            result = Result(why="abandoned", totals=(0, 0), winners=())
            assert [(None, result)] == state.apply(None, ABANDONED)

    @pytest.mark.rule("WS-20")
    def test_nobody_declares_a_result(self) -> None:
        state = started()
        assert ("WS-20", "result-follows") == refused(state, 0, STOPPED)
        assert ("WS-20", "result-follows") == refused(state, None, Result(why="finished"))

    @pytest.mark.rule("WS-20")
    @pytest.mark.parametrize(
        ("actor", "action", "refusal"),
        [
            (0, row("r1", 0), ("WS-20", "match-over")),
            (0, TURN, ("WS-20", "match-over")),
            (0, RECYCLE, ("WS-20", "match-over")),
            (0, SHOUT, ("WS-20", "match-over")),
            (0, GO, ("WS-04", "go-not-now")),
            (None, CLOSE, ("WS-18", "ws-close-not-now")),
            (None, STOPPED, ("WS-20", "match-over")),
            (None, ABANDONED, ("WS-20", "match-over")),
            (None, deal(new(2)), ("WS-20", "deal-not-now")),
        ],
    )
    def test_after_the_match_nothing_happens(self, actor: Any, action: Any, refusal: tuple[str, str]) -> None:
        state = called(target=1)
        state.apply(None, CLOSE)
        assert [] == list(state.to_act())
        assert [[], [], []] == [state.legal(seat) for seat in (0, 1, None)]
        assert refusal == refused(state, actor, action)
