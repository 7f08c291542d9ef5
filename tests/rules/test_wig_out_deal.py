"""Wig Out!: the cards, the deal and GO."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus.bots.wig_out import Greedy
from rumpus.contract import Illegal, Seating
from rumpus.games.wig_out.actions import DRAW, GO, SHOUT, Cards, Deal, Lay, Options
from rumpus.games.wig_out.cards import CHARACTERS, DECK
from rumpus.games.wig_out.game import WigOut
from rumpus.games.wig_out.rules import hand_size
from rumpus.text import LANGUAGES, refusal
from tests.rules.wig_out_deals import (
    INTERLEAVED,
    PLAYERS,
    Stacked,
    all_cards,
    deal,
    dealt,
    deck_of,
    hand,
    hand_of,
    owed,
    phase_of,
    piles_of,
    playing,
    refused,
    start,
    unreadable,
    win,
)


@pytest.mark.rule("WO-01")
def test_the_deck_is_twelve_characters_with_five_cards_each() -> None:
    assert 12 == len(set(CHARACTERS)) == len(CHARACTERS)
    assert dict.fromkeys(range(12), 5) == Counter(DECK)
    assert 60 == len(DECK)


@pytest.mark.rule("WO-01")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_deal_holds_each_of_the_sixty_cards_once(players: int) -> None:
    state = WigOut().new(Seating(players=players))

    assert dict.fromkeys(CHARACTERS, 5) == all_cards(owed(state))


@pytest.mark.rule("WO-01")
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda deck: ("nest", *deck), id="a card too many"),
        pytest.param(lambda deck: deck[1:], id="a card too few"),
        pytest.param(lambda deck: ("beehive" if deck[0] != "beehive" else "nest", *deck[1:]), id="a swapped card"),
    ],
)
def test_a_deal_of_other_cards_is_refused(change: Any) -> None:
    state = WigOut().new(Seating(players=2))
    good = deal(None, None)

    assert "WO-01: deal-cards" == str(refused(state, None, msgspec.structs.replace(good, deck=change(good.deck))))


@pytest.mark.rule("WO-01")
@pytest.mark.parametrize("place", ["hands", "turned", "deck"])
def test_a_deal_with_a_card_that_does_not_exist_cannot_be_read(place: str) -> None:
    state = WigOut().new(Seating(players=2))
    good = deal(None, None)
    assert good.hands is not None
    assert good.deck is not None
    changes: dict[str, Any] = {
        "hands": (("unicorn", *good.hands[0][1:]), good.hands[1]),
        "turned": ("beehive", "unicorn"),
        "deck": ("unicorn", *good.deck[1:]),
    }

    assert "unicorn" in unreadable(state, None, msgspec.structs.replace(good, **{place: changes[place]}))


@pytest.mark.rule("WO-02")
@pytest.mark.parametrize("players", PLAYERS)
def test_two_to_six_players_may_sit_down(players: int) -> None:
    assert (0,) * players == WigOut().new(Seating(players=players)).totals


@pytest.mark.rule("WO-02")
@pytest.mark.parametrize("players", [-1, 0, 1, 7, 60])
def test_any_other_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(Illegal) as caught:
        WigOut().new(Seating(players=players))

    assert f"WO-02: wo-players, players={players}" == str(caught.value)
    assert all(str(players) in refusal(caught.value, language) for language in LANGUAGES)


@pytest.mark.rule("WO-03")
@pytest.mark.parametrize("host", range(3))
def test_the_host_is_the_first_dealer(host: int) -> None:
    state = WigOut().new(Seating(players=3, host=host))

    assert host == owed(state).dealer


@pytest.mark.rule("WO-03")
def test_the_first_dealer_may_be_left_to_chance() -> None:
    state = WigOut(Options(first_dealer="random")).new(Seating(players=5))
    chance = Stacked(seat=3)
    first = state.owed(chance)

    assert first is not None
    assert (3, [5]) == (first.dealer, chance.ranges)


@pytest.mark.rule("WO-04")
@pytest.mark.parametrize(("players", "size"), [(2, 7), (3, 7), (4, 7), (5, 5), (6, 5)])
def test_two_to_four_players_get_seven_cards_and_five_or_six_get_five(players: int, size: int) -> None:
    state = WigOut().new(Seating(players=players))
    state.apply(None, owed(state))

    assert (size,) * players == state.view(None).public.hands


@pytest.mark.rule("WO-04")
@pytest.mark.parametrize("players", PLAYERS)
def test_cards_are_dealt_one_at_a_time_clockwise_from_the_dealers_left(players: int) -> None:
    for dealer in range(players):
        state = WigOut().new(Seating(players=players, host=dealer))
        pack = list(INTERLEAVED)
        expected: list[list[str]] = [[] for _ in range(players)]
        for _ in range(hand_size(players)):
            for step in range(players):
                expected[(dealer + 1 + step) % players].append(pack.pop(0))
        this = state.owed(Stacked())

        assert this is not None
        assert tuple(map(tuple, expected)) == this.hands


@pytest.mark.rule("WO-04")
@pytest.mark.parametrize(
    ("hands", "turned"),
    [
        pytest.param((("afro",) * 3, ("bun",) * 4), ("beehive", "mohawk"), id="short hands"),
        pytest.param((hand(afro=5, bun=3), hand(nest=5, bolt=2)), ("beehive", "mohawk"), id="one hand too big"),
        pytest.param((hand(afro=5, bun=2),), ("beehive", "mohawk"), id="a hand for one seat only"),
        pytest.param(
            (hand(afro=5, bun=2), hand(nest=5, bolt=2), hand(flame=5, bun=2)),
            ("beehive", "mohawk"),
            id="a hand too many",
        ),
        pytest.param((hand(afro=5, bun=2), hand(nest=5, bolt=2)), ("beehive",), id="one card turned up"),
        pytest.param((hand(afro=5, bun=2), hand(nest=5, bolt=2)), ("beehive", "mohawk", "curls"), id="three turned up"),
    ],
)
def test_a_deal_of_other_sizes_is_refused(hands: tuple[Cards, ...], turned: Cards) -> None:
    """The sixty cards are all there, only not where they belong."""
    state = WigOut().new(Seating(players=2))
    rest = Counter(INTERLEAVED)
    rest.subtract([*turned, *(card for one in hands for card in one)])
    wrong = Deal(round=1, dealer=0, hands=hands, turned=turned, deck=tuple(rest.elements()))

    assert "WO-04: deal-sizes" == str(refused(state, None, wrong))


@pytest.mark.rule("WO-05")
@pytest.mark.parametrize(("players", "deck"), [(2, 44), (3, 37), (4, 30), (5, 33), (6, 28)])
def test_the_rest_is_the_deck_and_its_top_two_cards_are_turned_up(players: int, deck: int) -> None:
    state = WigOut().new(Seating(players=players))
    this = state.owed(Stacked())
    assert this is not None
    state.apply(None, this)
    used = players * hand_size(players)

    assert INTERLEAVED[used : used + 2] == this.turned
    assert INTERLEAVED[used + 2 :] == this.deck
    assert deck == deck_of(state)


@pytest.mark.rule("WO-05")
def test_two_different_turned_up_cards_are_two_piles() -> None:
    state = dealt(deal(None, None, turned=("flame", "braid")))

    assert {"flame": 1, "braid": 1} == piles_of(state)


@pytest.mark.rule("WO-05")
def test_two_turned_up_cards_of_one_character_are_one_pile_of_two() -> None:
    state = dealt(deal(None, None, turned=("flame", "flame")))

    assert {"flame": 2} == piles_of(state)


@pytest.mark.rule("WO-05")
def test_the_deck_lies_face_down() -> None:
    """Nobody sees more of it than how many cards it has, and nobody is told its cards by the deal."""
    rules = WigOut()
    this = deal(None, None, None)
    state = dealt(this)

    for viewer in (None, 0, 1, 2):
        assert 37 == state.view(viewer).public.deck
        told = rules.told(None, this, viewer)
        assert isinstance(told, Deal)
        assert (None, None) == (told.deck, told.hands)
        assert ("beehive", "mohawk") == told.turned


@pytest.mark.rule("WO-06")
def test_before_go_everyone_sees_their_own_hand_and_no_other() -> None:
    first, second = hand(nest=5, bun=2), hand(afro=5, curls=2)
    state = dealt(deal(first, second))

    assert [Counter(first), Counter(second)] == [hand_of(state, 0), hand_of(state, 1)]
    assert state.view(None).private is None
    assert all(state.view(viewer).public.shown is None for viewer in (None, 0, 1))


@pytest.mark.rule("WO-06")
@pytest.mark.parametrize("action", [Lay(card="beehive"), start("nest"), DRAW, SHOUT], ids=repr)
@pytest.mark.parametrize("moment", ["before the deal", "before GO", "between rounds"])
def test_nothing_may_be_played_drawn_or_shouted_before_go(moment: str, action: Any) -> None:
    state = WigOut().new(Seating(players=2))
    if moment == "before GO":
        state.apply(None, deal(hand(beehive=2, nest=5), None))
    elif moment == "between rounds":
        win(state, 0)

    assert "WO-06: wo-not-started" == str(refused(state, 0, action))
    assert action not in state.legal(0)


@pytest.mark.rule("WO-07")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_dealer_says_go_and_the_round_starts(players: int) -> None:
    for dealer in range(players):
        state = dealt(deal(*[None] * players, dealer=dealer))

        assert [dealer] == list(state.to_act())
        assert [GO] == state.legal(dealer)
        assert [(dealer, GO)] == state.apply(dealer, GO)
        assert "play" == phase_of(state)


@pytest.mark.rule("WO-07")
def test_nobody_but_the_dealer_says_go() -> None:
    state = dealt(deal(None, None, None, dealer=1))

    for seat in (0, 2):
        assert "WO-07: wo-go-dealer" == str(refused(state, seat, GO))
        assert [] == state.legal(seat)


@pytest.mark.rule("WO-07")
@pytest.mark.parametrize("actor", [0, None])
def test_go_is_said_once_a_round_and_only_after_the_deal(actor: int | None) -> None:
    fresh = WigOut(Options(rounds=1)).new(Seating(players=2))
    under_way = playing(deal(None, None))
    over = fresh.copy()
    win(over, 0)

    for state in (fresh, under_way, over):
        assert "WO-07: go-not-now" == str(refused(state, actor, GO))
        assert GO not in state.legal(actor)


@pytest.mark.rule("WO-07")
def test_a_bot_dealer_says_go_by_itself() -> None:
    state = dealt(deal(None, None, None, dealer=2))
    bot = Greedy(2, Options(), Random(0))
    move = bot.move(lambda: state.view(2), state.legal(2), 0.0)

    assert move is not None
    assert GO == move[0]
