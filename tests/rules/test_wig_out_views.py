"""Wig Out!: what cannot be read, what a seat sees, and states as values."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rumpus.contract import Score, Seating
from rumpus.games import game
from rumpus.games.wig_out.actions import DRAW, GO, SHOUT, Cards, Draw, Lay, Options, Start
from rumpus.games.wig_out.cards import CHARACTERS
from rumpus.games.wig_out.game import WigOut
from rumpus.games.wig_out.rules import WigOutState
from rumpus.shuffle import Shuffle, seeded
from tests.rules.wig_out_deals import (
    ODDMENTS,
    UNPLAYABLE,
    deal,
    dealt,
    hand,
    hand_of,
    owed,
    play_alone,
    playing,
    start,
    unreadable,
    win,
)

# What cannot be read


@pytest.mark.rule("WO-01")
@pytest.mark.parametrize(
    "action",
    [Lay(card="unicorn"), Lay(card="Nest"), Start(cards=("unicorn", "unicorn")), Draw(card="unicorn")],
    ids=repr,
)
def test_a_card_that_does_not_exist_cannot_be_read(action: Any) -> None:
    state = playing(deal(UNPLAYABLE, None))

    assert "there is no card" in unreadable(state, 0, action)


@pytest.mark.parametrize("actor", [-1, 3, 60])
@pytest.mark.parametrize("action", [Lay(card="beehive"), start("nest"), DRAW, SHOUT], ids=repr)
def test_a_seat_that_does_not_exist_cannot_act(actor: int, action: Any) -> None:
    state = playing(deal(ODDMENTS, None, None))

    assert f"not {actor}" in unreadable(state, actor, action)


@pytest.mark.rule("WO-07")
def test_a_seat_that_does_not_exist_cannot_say_go() -> None:
    state = dealt(deal(None, None, None))

    for actor in (-1, 3):
        assert f"not {actor}" in unreadable(state, actor, GO)


@pytest.mark.parametrize("action", [Lay(card="beehive"), start("nest"), DRAW, SHOUT], ids=repr)
def test_the_table_itself_plays_no_cards(action: Any) -> None:
    state = playing(deal(ODDMENTS, None))

    assert "only a seat" in unreadable(state, None, action)


@pytest.mark.parametrize("action", [Score(round=1, points=(0, 0), totals=(0, 0), why="out"), "lay", None], ids=repr)
def test_a_value_that_is_not_an_action_cannot_be_read(action: Any) -> None:
    state = playing(deal(None, None))

    assert "is not an action of Wig Out!" in unreadable(state, 0, action)


# What a seat sees


def test_a_view_shows_the_size_of_every_hand_but_only_the_viewers_own_cards() -> None:
    state = playing(deal(hand(nest=5, bun=2), hand(afro=5, curls=2), dealer=1))
    state.apply(0, start("nest", 4))
    public = state.view(0).public

    assert public == state.view(None).public == state.public()
    assert (1, 1, (3, 7), 44) == (public.round, public.dealer, public.hands, public.deck)
    assert Counter(nest=1, bun=2) == Counter(state.private(0).hand)
    assert Counter(afro=5, curls=2) == Counter(state.private(1).hand)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
@pytest.mark.parametrize("moment", ["new", "ready", "play", "between", "over"])
def test_an_imagined_state_looks_the_same_to_the_viewer(viewer: int | None, moment: str) -> None:
    rules = WigOut(Options(rounds=2))
    state = rules.new(Seating(players=3, host=1))
    if moment in ("ready", "play"):
        state.apply(None, owed(state))
    if moment == "play":
        state.apply(1, GO)
        state.apply(0, state.legal(0)[0])
    for _ in range({"between": 1, "over": 2}.get(moment, 0)):
        win(state, 0)
    view = state.view(viewer)

    assert view == rules.imagine(view, Shuffle(seeded(5))).view(viewer)


class Orders:
    """A shuffle that gives these orders, one after the other, and then the last one for ever."""

    def __init__(self, *orders: Cards) -> None:
        self.orders = [[CHARACTERS.index(card) for card in order] for order in orders]
        self.asked = 0

    def below(self, n: int) -> int:
        raise AssertionError("no choice is asked for")

    def shuffled(self, cards: Any) -> list[int]:
        order = self.orders[min(self.asked, len(self.orders) - 1)]
        self.asked += 1
        assert sorted(cards) == sorted(order)
        return order[:]


LOCKED = ("nest", "onehair") * 4
PAIRED = ("nest", "nest", "onehair", "onehair") * 2


def nearly_locked() -> WigOutState:
    """An empty deck and two cards in every hand: seats 1 and 3 hold two nests, seats 2 and 4 two one-hairs."""
    free = [hand(**{card: 3}) for card in ("afro", "moptop", "curls", "bun", "bolt")]
    two = [("nest", "onehair"), *[("nest",) * 2, ("onehair",) * 2] * 2]
    state = playing(deal(*[(*three, *rest) for three, rest in zip(free, two, strict=True)]))
    for seat, three in enumerate(free):
        state.apply(seat, start(three[0], 3))
    play_alone(state, 0)
    return state


@pytest.mark.rule("WO-21")
def test_nobody_imagines_a_deadlock_in_a_round_that_goes_on() -> None:
    state = nearly_locked()
    chance = Orders(LOCKED, LOCKED, PAIRED)

    imagined = WigOut().imagine(state.view(0), chance)

    assert (3, False) == (chance.asked, imagined.deadlocked())
    assert state.view(0) == imagined.view(0)


def test_imagining_comes_to_an_end_even_if_chance_gives_nothing_but_deadlocks() -> None:
    state = nearly_locked()
    chance = Orders(LOCKED)

    imagined = WigOut().imagine(state.view(0), chance)

    assert state.view(0) == imagined.view(0)
    assert chance.asked > 1


# States as values


def test_a_copy_is_equal_and_independent() -> None:
    state = playing(deal(ODDMENTS, None))
    copy = state.copy()
    assert copy == state

    copy.apply(0, Lay(card="beehive"))

    assert copy != state
    assert Counter(ODDMENTS) == hand_of(state, 0)


def test_a_state_equals_nothing_but_a_state() -> None:
    state = WigOut().new(Seating(players=2))

    assert state != "a state"
    assert state != game("five_crowns").new(Seating(players=2))
