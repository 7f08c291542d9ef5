"""Rounds of Wackee Six in which nobody calls: nothing fits any more, or nobody will play (WS-21 and WS-22)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rumpus.contract import PLAY, Event, Result, Score
from rumpus.games.wackee_six.actions import Play
from rumpus.games.wackee_six.cards import texts
from rumpus.games.wackee_six.rules import WackeeSixState
from tests.rules.wackee_six_deals import (
    CLOSE,
    GO,
    ONES,
    ORDERLY,
    PLAY_IT_OUT,
    SHOUT,
    STUCK,
    TURN,
    Hand,
    begin,
    deal,
    go_through,
    lay,
    middle,
    new,
    numbers,
    owed,
    place_of,
    row,
    score,
    started,
    threes,
)

# every number of a deck in an order in which all can be played: 40 from the hand deck, then twelve main cards
FORTY = f"r1 {numbers('g', 1, 13)} {numbers('b', 1, 13)} {numbers('y', 1, 13)}"
TWELVE = numbers("r", 2, 13)
WHOLE_DECK = Hand(up=numbers("r", 2, 7), down=numbers("r", 8, 13), deck=threes(f"{FORTY} w w"))


def comes_to_the_top(state: WackeeSixState, side: int) -> set[str]:
    """By the words of WS-12 and WS-13: the cards on top at some time, if nothing is played."""
    face_down = list(texts(reversed(state.deck[side])))
    turned = list(texts(state.turned[side]))
    tops = set(turned[-1:])
    for _ in range(4):  # the pass under way, and three fresh ones
        while face_down:
            turned += face_down[:3]
            face_down = face_down[3:]
            tops.add(turned[-1])
        face_down, turned = turned[-1:] + turned[:-1], []
    return tops


def fits(card: str, piles: list[list[str]]) -> bool:
    """By the words of WS-06, WS-07, WS-09 and WS-11."""
    unfinished = [pile for pile in piles if len(pile) < 13]
    return card[1:] == "1" or any(card in ("w", f"{pile[0][0]}{len(pile) + 1}") for pile in unfinished)


def nobody_can_go_on(state: WackeeSixState, piles: list[list[str]]) -> bool:
    """By the words of WS-21."""
    for side in range(len(state.sides)):
        seen = place_of(state, side)
        face_up = {card for card in seen.up if card is not None}
        if not face_up or any(fits(card, piles) for card in face_up | comes_to_the_top(state, side)):
            return False  # about to call, or a card can be played sooner or later
    return True


def random_play(state: WackeeSixState, chance: Random) -> Iterator[list[Event]]:
    """Everybody acts at random until the round is over or somebody calls; they may be slow to play from the row."""
    haste = chance.choice((0.02, 0.2, 0.9))
    while state.phase == PLAY:
        choices = [(seat, action) for seat in state.to_act() for action in state.legal(seat)]
        rows = [choice for choice in choices if getattr(choice[1], "from_", "deck") != "deck"]
        others = [choice for choice in choices if choice not in rows]
        tops = [choice for choice in others if isinstance(choice[1], Play)]
        if rows and (not others or chance.random() < haste):
            yield state.apply(*chance.choice(rows))
        else:
            yield state.apply(*chance.choice(tops or others))


def follow(happened: list[Event], piles: list[list[str]]) -> None:
    """Build the piles in the middle from what is told, one card on another."""
    for _, action in happened:
        if isinstance(action, Play):
            assert action.pile is not None
            assert action.as_ is not None
            piles += [[]] * (action.pile == len(piles))
            piles[action.pile] = [*piles[action.pile], action.as_]
            assert numbers(action.as_[0], 1, len(piles[action.pile])).split() == piles[action.pile]


class TestStalemate:
    @pytest.mark.rule("WS-21")
    def test_a_deal_with_which_nobody_can_ever_play_is_over_at_go(self) -> None:
        state = new(3)
        started_by, (by, scored) = begin(state, STUCK, STUCK, STUCK)
        assert (None, GO) == started_by
        expected = (-24, -24, -24)
        assert (None, Score(round=1, points=expected, totals=expected, why="stalemate")) == (by, scored)
        assert 2 == owed(state).round

    @pytest.mark.rule("WS-21", "WS-11")
    def test_a_wild_alone_cannot_start_anything(self) -> None:
        """Face up or in a hand deck, it fits no pile where there is none."""
        state = new(2)
        assert "stalemate" == score(begin(state, Hand(up="w w", down=ONES), STUCK)).why

    @pytest.mark.rule("WS-21", "WS-13")
    @pytest.mark.parametrize("at", range(42))
    def test_a_single_one_anywhere_in_a_hand_deck_keeps_the_round_going(self, at: int) -> None:
        state = new(2)
        dealt = deal(state, Hand(down="g1 b1 y1"), STUCK)
        cards = [card for card in dealt.sides[0].deck or () if card != "r1"]
        cards.insert(at, "r1")
        side = replace(dealt.sides[0], deck=tuple(cards))
        state.apply(None, replace(dealt, sides=(side, dealt.sides[1])))
        assert [(None, GO)] == state.apply(None, GO)

    @pytest.mark.rule("WS-21")
    def test_a_single_face_up_one_keeps_the_round_going(self) -> None:
        assert [(None, GO)] == begin(new(2), STUCK, Hand(up="r1", down="g1 b1 y1"))

    @pytest.mark.rule("WS-21", "WS-19")
    def test_the_round_is_over_with_the_card_after_which_nothing_fits(self) -> None:
        """When the only pile is wacked and all other 1s lie face down; the score has no bonus."""
        last = Hand(down=f"{ONES} r2 w", deck=threes(f"w {numbers('r', 3, 13)}"))
        state = started(Hand(down="g1 b1 y1 r2 w w", deck="b9 b8 r1"), last)
        assert 1 == len(lay(state, 0, "r1"))
        assert 1 == len(lay(state, 1, f"w=r2 {numbers('r', 3, 12)}"))
        happened = lay(state, 1, "r13")
        assert ("stalemate", (1 - 24, 12 - 24)) == (score(happened).why, score(happened).points)
        assert 2 == len(happened)

    @pytest.mark.rule("WS-21", "WS-11")
    def test_a_wild_in_a_hand_deck_keeps_the_round_going_while_a_pile_is_unfinished(self) -> None:
        """Only a wild fits the only pile: every 2 of its colour lies face down."""
        state = started(Hand(down="g1 b1 y1 r2 w w", deck="b9 b8 r1"), Hand(down=f"{ONES} r2 w"))
        assert 1 == len(lay(state, 0, "r1"))

    @pytest.mark.rule("WS-21", "WS-17")
    def test_the_round_is_not_over_while_a_side_is_about_to_call(self) -> None:
        """All four piles are wacked and no other 1 can come up, but side 0 has played its last main card."""
        state = started(WHOLE_DECK, STUCK)
        lay(state, 0, FORTY)
        assert 1 == len(lay(state, 0, TWELVE))
        assert ["r13", "g13", "b13", "y13"] == middle(state)
        state.apply(0, SHOUT)
        assert (52 + 10, -24) == score(state.apply(None, CLOSE)).points

    @pytest.mark.rule("WS-21", "WS-20")
    def test_a_stalemate_may_decide_the_match(self) -> None:
        """Side 1 puts the last 13 on the last pile, and side 0 is left with its own."""
        state = started(WHOLE_DECK, Hand(up="r13", down=f"g12 {ONES}"), target=49)
        lay(state, 0, f"{FORTY} {numbers('r', 2, 12)}")
        *_, (_, scored), (_, result) = lay(state, 1, "r13")
        assert ("stalemate", (51 - 2, 1 - 22)) == (scored.why, scored.points)
        assert Result(why="finished", totals=(49, -21), winners=(0,)) == result

    @pytest.mark.rule("WS-21", "WS-10")
    def test_a_one_that_replaces_the_last_card_that_fits_keeps_the_round_going(self) -> None:
        """All four piles are wacked, but the last 13 came from a row and made room for a 1."""
        state = started(WHOLE_DECK, Hand(up="r13", down=ONES))
        lay(state, 0, f"{FORTY} {numbers('r', 2, 12)}")
        assert 1 == len(lay(state, 1, "r13"))
        assert [row("r1", 0), TURN] == state.legal(1)

    @pytest.mark.rule("WS-21", "WS-06", "WS-07", "WS-11")
    @settings(deadline=None, max_examples=60)
    @given(
        seed=st.integers(0, 10**9),
        players=st.integers(2, 3),
        loose=st.lists(st.sampled_from([*ONES.split(), "w"]), max_size=3),
    )
    def test_the_round_ends_exactly_when_a_slow_search_finds_no_card(
        self, seed: int, players: int, loose: list[str]
    ) -> None:
        """Random play of deals that bury most 1s and wilds, so that many of them stall."""
        assert_stalemate_is_exact(seed, players, loose)


def assert_stalemate_is_exact(seed: int, players: int, loose: list[str]) -> str:
    """Play a round at random and search for cards after every action; gives how it ended."""
    chance = Random(seed)
    hands = []
    for side in range(players):
        buried = [*ONES.split(), "w", "w"]
        for card in loose[side::players]:
            if card in buried:
                buried.remove(card)
        cards = [card for card in texts(chance.sample(range(52), 52)) if card[1:] != "1"]
        hands.append(Hand(up=" ".join(cards[:6]), down=" ".join(buried), deck=" ".join(cards[12:])))
    state = new(players)
    piles: list[list[str]] = []
    happened = begin(state, *hands)
    steps = random_play(state, chance)
    while True:
        follow(happened, piles)
        why = [action.why for _, action in happened if isinstance(action, Score)]
        assert nobody_can_go_on(state, piles) == (why == ["stalemate"])
        following = next(steps, None)
        if following is None:
            return "".join(why)
        happened = following


class TestStandoff:
    @pytest.mark.rule("WS-22")
    def test_the_round_is_over_when_every_side_has_gone_through_its_hand_deck_four_times(self) -> None:
        state = started(Hand(up="r1"))
        go_through(state, 0, times=4)
        assert 1 == len(go_through(state, 1, times=3))
        assert [4, 3] == [place_of(state, side).passes for side in (0, 1)]
        happened = go_through(state, 1)
        expected = Score(round=1, points=(-24, -24), totals=(-24, -24), why="standoff")
        assert (None, expected) == happened[1]
        assert 2 == owed(state).round

    @pytest.mark.rule("WS-22")
    def test_extra_passes_of_one_side_do_not_count_for_another(self) -> None:
        state = started(Hand(up="r1"), players=3)
        go_through(state, 0, times=9)
        go_through(state, 2, times=9)
        assert 1 == len(go_through(state, 1, times=3))
        assert "standoff" == score(go_through(state, 1)).why

    @pytest.mark.rule("WS-22")
    def test_a_card_played_by_anybody_starts_the_count_again(self) -> None:
        state = started(Hand(up="r1"))
        go_through(state, 0, times=3)
        go_through(state, 1, times=4)
        lay(state, 0, "r1")
        assert all(place_of(state, side).passes <= 0 for side in (0, 1))
        assert 1 == len(go_through(state, 0, times=4))
        assert 1 == len(go_through(state, 1, times=3))
        assert (1 - 22, -24) == score(go_through(state, 1)).points

    @pytest.mark.rule("WS-22")
    def test_a_pass_that_began_before_the_last_card_is_not_a_whole_one(self) -> None:
        """Side 0 has turned 39 of its 42 cards when the last card is played: the last three are no whole pass."""
        state = started(Hand(), Hand(up="r1"))
        for _ in range(13):
            state.apply(0, TURN)
        lay(state, 1, "r1")
        go_through(state, 1, times=4)
        go_through(state, 0)
        assert 1 == len(go_through(state, 0, times=3))
        assert "standoff" == score(go_through(state, 0)).why

    @pytest.mark.rule("WS-22")
    def test_a_side_without_a_hand_deck_does_not_delay_a_standoff(self) -> None:
        state = started(PLAY_IT_OUT)
        lay(state, 0, ORDERLY)
        assert 1 == len(go_through(state, 1, times=3))
        assert (42 - 24, -24) == score(go_through(state, 1)).points

    @pytest.mark.rule("WS-22", "WS-17")
    def test_a_standoff_waits_for_a_side_about_to_call(self) -> None:
        """It has played all 54 cards of its deck, the wilds on a pile of the other side's."""
        state = started(WHOLE_DECK, Hand(up="g1"))
        lay(state, 1, "g1")
        lay(state, 0, f"{FORTY} w=g2 w=g3 {TWELVE}")
        assert 1 == len(go_through(state, 1, times=5))
        assert [SHOUT] == state.legal(0)

    @pytest.mark.rule("WS-22", "WS-20")
    def test_a_standoff_may_decide_the_match(self) -> None:
        state = started(PLAY_IT_OUT, target=18)
        lay(state, 0, ORDERLY)
        assert Result(why="finished", totals=(18, -24), winners=(0,)) == go_through(state, 1, times=4)[-1][1]
