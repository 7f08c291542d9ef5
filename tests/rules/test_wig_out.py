"""The clauses of Wig Out!, one by one (docs/rules/wig_out.md)."""

# ruff: noqa: SIM300  # assertions read `expected == actual`, as in all our tests

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from rules.wig_out_deals import (
    INTERLEAVED,
    Stacked,
    deal,
    dealt,
    deck_of,
    hand,
    hand_of,
    locked_deal,
    phase_of,
    piles_of,
    play_alone,
    play_on,
    playing,
    refused,
    start,
    tie,
    unreadable,
    what,
    win,
)
from rumpus import simulate
from rumpus.bots.wig_out import Greedy
from rumpus.game import ABANDONED, STOPPED, Illegal, Malformed, Result, Score, Seating
from rumpus.games import game
from rumpus.games.wig_out.actions import DRAW, GO, SHOUT, Cards, Deal, Draw, Lay, Options, Start
from rumpus.games.wig_out.cards import CHARACTERS, DECK
from rumpus.games.wig_out.rules import WigOut, WigOutState, hand_size
from rumpus.shuffle import Shuffle, seeded
from rumpus.text import LANGUAGES, refusal

PLAYERS = (2, 3, 4, 5, 6)
ODDMENTS = hand(beehive=1, mohawk=1, afro=1, pigtails=1, moptop=1, curls=1, bun=1)  # seven cards, no two alike
UNPLAYABLE = hand(afro=1, pigtails=1, moptop=1, curls=1, bun=1, bolt=1, nest=1)  # as long as no pile shows one of them


def all_cards(this: Deal) -> Counter[str]:
    assert this.hands is not None
    assert this.deck is not None
    return Counter([*this.turned, *this.deck, *(card for one in this.hands for card in one)])


def owed(state: WigOutState, seed: int = 0) -> Deal:
    this = state.owed(Shuffle(seeded(seed)))
    assert this is not None
    return this


def emptied(this: Deal, options: Options | None = None) -> WigOutState:
    """Seat 0 holds five nests and two buns in this deal, and has just played them all."""
    state = playing(this, options or Options())
    state.apply(0, start("nest", 5))
    state.apply(0, start("bun"))
    return state


# Cards and deal


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
        assert rules.told(None, this, viewer).deck is None
        assert rules.told(None, this, viewer).hands is None
        assert ("beehive", "mohawk") == rules.told(None, this, viewer).turned


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


# Play


@pytest.mark.rule("WO-08")
@pytest.mark.parametrize("players", PLAYERS)
def test_after_go_everybody_may_act_at_once(players: int) -> None:
    state = playing(deal(*[None] * players))

    assert list(range(players)) == list(state.to_act())
    assert all(state.legal(seat) for seat in range(players))


@pytest.mark.rule("WO-08")
def test_nobody_acts_between_rounds() -> None:
    state = WigOut().new(Seating(players=3))
    nobody: list[int] = []
    assert nobody == list(state.to_act())

    win(state, 1)

    assert nobody == list(state.to_act())
    assert [[], [], []] == [state.legal(seat) for seat in range(3)]


@pytest.mark.rule("WO-08")
def test_a_seat_may_act_many_times_in_a_row() -> None:
    state = playing(deal(hand(nest=2, bun=2, bolt=2, beehive=1), None))

    for action in (start("bolt"), Lay(card="beehive"), start("nest"), start("bun")):
        assert [(0, action)] == state.apply(0, action)


@pytest.mark.rule("WO-08")
@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_the_order_of_two_actions_decides_who_gets_what(first: int, second: int) -> None:
    """Both want the top card of the deck; it goes to the one whom the table took first."""
    other = hand(afro=1, pigtails=1, moptop=1, curls=1, bun=1, bolt=1, onehair=1)
    state = playing(deal(UNPLAYABLE, other, top=("flame", "braid")))

    assert [(first, Draw(card="flame"))] == state.apply(first, DRAW)
    assert [(second, Draw(card="braid"))] == state.apply(second, DRAW)


@pytest.mark.rule("WO-08", "WO-15")
def test_a_card_that_comes_after_the_shout_did_not_happen() -> None:
    state = emptied(deal(hand(nest=5, bun=2), hand(bun=3, beehive=4)))
    state.apply(0, SHOUT)

    assert "WO-06: wo-not-started" == str(refused(state, 1, Lay(card="bun")))
    assert (0, 7) == state.totals


@pytest.mark.rule("WO-09")
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_two_to_five_cards_of_one_character_make_a_new_pile(count: int) -> None:
    state = playing(deal(hand(nest=5, bun=1, bolt=1), None))

    assert [(0, start("nest", count))] == state.apply(0, start("nest", count))
    assert {"beehive": 1, "mohawk": 1, "nest": count} == piles_of(state)
    assert Counter(nest=5 - count, bun=1, bolt=1) == hand_of(state, 0)


@pytest.mark.rule("WO-09")
def test_every_number_of_cards_of_a_new_pile_is_listed_as_legal() -> None:
    state = playing(deal(hand(nest=4, bun=2, bolt=1), None))

    assert [start("bun"), start("nest", 2), start("nest", 3), start("nest", 4)] == state.legal(0)


@pytest.mark.rule("WO-09")
@pytest.mark.parametrize(
    ("cards", "why"),
    [
        pytest.param((), "wo-start-two", id="no card"),
        pytest.param(("nest",), "wo-start-two", id="one card"),
        pytest.param(("nest", "bun"), "wo-start-alike", id="two characters"),
        pytest.param(("nest", "nest", "bun"), "wo-start-alike", id="a stranger among them"),
        pytest.param(("nest",) * 4, "wo-not-in-hand, card=nest", id="more than are held"),
        pytest.param(("nest",) * 60, "wo-not-in-hand, card=nest", id="more than exist"),
        pytest.param(("flame", "flame"), "wo-not-in-hand, card=flame", id="none held"),
    ],
)
def test_a_new_pile_of_anything_else_is_refused(cards: Cards, why: str) -> None:
    state = playing(deal(hand(nest=3, bun=3, bolt=1), None))

    assert f"WO-09: {why}" == str(refused(state, 0, Start(cards=cards)))
    assert Start(cards=cards) not in state.legal(0)


@pytest.mark.rule("WO-10")
def test_one_card_goes_on_the_pile_of_its_character() -> None:
    state = playing(deal(hand(beehive=2, nest=5), None))

    assert [(0, Lay(card="beehive"))] == state.apply(0, Lay(card="beehive"))
    assert {"beehive": 2, "mohawk": 1} == piles_of(state)
    assert Counter(beehive=1, nest=5) == hand_of(state, 0)


@pytest.mark.rule("WO-10")
def test_anybody_lays_on_a_pile_that_somebody_else_started() -> None:
    state = playing(deal(hand(nest=2, bun=5), hand(nest=3, bolt=4)))
    assert Lay(card="nest") not in state.legal(1)

    state.apply(0, start("nest"))

    assert Lay(card="nest") in state.legal(1)
    state.apply(1, Lay(card="nest"))
    assert 3 == piles_of(state)["nest"]


@pytest.mark.rule("WO-10")
def test_a_card_whose_character_has_no_pile_is_refused() -> None:
    state = playing(deal(hand(nest=1, bun=5, bolt=1), None))

    illegal = refused(state, 0, Lay(card="nest"))

    assert "WO-10: wo-no-pile, card=nest" == str(illegal)
    assert "no nest pile" in refusal(illegal, "en")
    assert "montón de nido" in refusal(illegal, "es")
    assert Lay(card="nest") not in state.legal(0)


@pytest.mark.rule("WO-10")
def test_a_card_that_is_not_in_the_hand_is_refused() -> None:
    state = playing(deal(hand(nest=5, bun=2), None))

    assert "WO-10: wo-not-in-hand, card=beehive" == str(refused(state, 0, Lay(card="beehive")))
    assert Lay(card="beehive") not in state.legal(0)


@pytest.mark.rule("WO-11")
def test_who_cannot_play_has_only_the_draw_and_gets_the_top_card() -> None:
    state = playing(deal(UNPLAYABLE, None, top=("flame", "braid")))

    assert [DRAW] == state.legal(0)
    assert [(0, Draw(card="flame"))] == state.apply(0, DRAW)
    assert Counter(UNPLAYABLE) + Counter(flame=1) == hand_of(state, 0)
    assert 43 == deck_of(state)


@pytest.mark.rule("WO-11")
def test_cards_are_drawn_one_by_one_until_one_can_be_played() -> None:
    state = playing(deal(UNPLAYABLE, None, top=("flame", "braid", "beehive", "mohawk")))

    drawn = [what(state.apply(0, DRAW))[0].card for _ in range(3)]

    assert ["flame", "braid", "beehive"] == drawn
    assert [Lay(card="beehive")] == state.legal(0)


@pytest.mark.rule("WO-11")
def test_drawing_a_second_of_a_kind_also_ends_the_drawing() -> None:
    state = playing(deal(UNPLAYABLE, None, top=("nest", "flame")))

    state.apply(0, DRAW)

    assert [start("nest")] == state.legal(0)


@pytest.mark.rule("WO-11")
def test_a_draw_may_name_the_top_card_but_no_other() -> None:
    state = playing(deal(UNPLAYABLE, None, top=("flame", "braid")))

    assert "WO-11: wo-top-card" == str(refused(state, 0, Draw(card="braid")))
    assert [(0, Draw(card="flame"))] == state.apply(0, Draw(card="flame"))


@pytest.mark.rule("WO-11")
def test_only_who_draws_is_told_the_card() -> None:
    rules = WigOut()
    drawn = Draw(card="flame")

    assert drawn == rules.told(1, drawn, 1)
    assert [DRAW, DRAW] == [rules.told(1, drawn, viewer) for viewer in (0, None)]
    assert Lay(card="flame") == rules.told(1, Lay(card="flame"), 0)


@pytest.mark.rule("WO-12")
@pytest.mark.parametrize(
    "cards",
    [
        pytest.param(ODDMENTS, id="a character with a pile"),
        pytest.param(hand(nest=2, afro=1, bun=1, bolt=1, flame=1, braid=1), id="two of a kind"),
    ],
)
def test_a_draw_while_a_card_can_be_played_is_refused(cards: Cards) -> None:
    state = playing(deal(cards, None))

    assert "WO-12: wo-must-play" == str(refused(state, 0, DRAW))
    assert DRAW not in state.legal(0)


@pytest.mark.rule("WO-12")
def test_after_the_playable_cards_are_gone_drawing_is_open_again() -> None:
    state = playing(deal(ODDMENTS, None))
    for card in ("beehive", "mohawk"):
        assert DRAW not in state.legal(0)
        state.apply(0, Lay(card=card))

    assert [DRAW] == state.legal(0)


@pytest.mark.rule("WO-12")
@pytest.mark.parametrize("cards", [ODDMENTS, hand(nest=5, bun=2)], ids=["a character with a pile", "two of a kind"])
def test_with_the_option_free_draw_anybody_may_draw_at_any_time(cards: Cards) -> None:
    state = playing(deal(cards, None, top=("flame",)), Options(free_draw=True))

    assert DRAW == state.legal(0)[-1]
    assert len(state.legal(0)) > 1
    assert [(0, Draw(card="flame"))] == state.apply(0, DRAW)


def waiting(options: Options | None = None) -> WigOutState:
    """Seat 0 has one nest left and the deck is empty; seat 1 sits on the other four."""
    state = playing(deal(hand(nest=1, afro=4, curls=2), hand(nest=4, bun=3)), options or Options())
    play_alone(state, 0)
    return state


@pytest.mark.rule("WO-13")
def test_with_an_empty_deck_and_nothing_to_play_one_waits() -> None:
    state = waiting()
    nothing: list[Any] = []

    assert (0, Counter(nest=1)) == (deck_of(state), hand_of(state, 0))
    assert nothing == state.legal(0)
    assert "WO-13: wo-deck-empty" == str(refused(state, 0, DRAW))


@pytest.mark.rule("WO-13")
def test_somebody_elses_play_ends_the_waiting() -> None:
    state = waiting()

    state.apply(1, start("nest"))

    assert [Lay(card="nest")] == state.legal(0)


@pytest.mark.rule("WO-13", "WO-12")
def test_an_empty_deck_gives_nothing_under_free_draw_either() -> None:
    state = playing(deal(hand(nest=1, afro=4, curls=2), hand(nest=4, bun=3)), Options(free_draw=True))
    while deck_of(state):
        state.apply(0, DRAW)

    assert "WO-13: wo-deck-empty" == str(refused(state, 0, DRAW))
    assert DRAW not in state.legal(0)


@pytest.mark.rule("WO-12", "WO-13")
def test_a_playable_card_is_the_first_reason_against_a_draw_from_an_empty_deck() -> None:
    """The refusal is the same as with a full deck, so that it tells nothing more."""
    state = waiting()

    assert "WO-12: wo-must-play" == str(refused(state, 1, DRAW))


@pytest.mark.rule("WO-14")
def test_cards_played_together_join_the_pile_that_is_there() -> None:
    state = playing(deal(hand(beehive=3, nest=4), None))

    assert [(0, start("beehive", 3))] == state.apply(0, start("beehive", 3))
    assert {"beehive": 4, "mohawk": 1} == piles_of(state)


@pytest.mark.rule("WO-14")
def test_cards_join_the_pile_of_two_turned_up_alike() -> None:
    state = playing(deal(hand(beehive=3, nest=4), None, turned=("beehive", "beehive")))

    state.apply(0, start("beehive", 3))

    assert {"beehive": 5} == piles_of(state)


@pytest.mark.rule("WO-14")
@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_two_players_who_start_the_same_pile_both_succeed(first: int, second: int) -> None:
    state = playing(deal(hand(nest=2, afro=5), hand(nest=3, bun=4)))
    plays = [start("nest"), start("nest", 3)]

    state.apply(first, plays[first])
    state.apply(second, plays[second])

    assert {"beehive": 1, "mohawk": 1, "nest": 5} == piles_of(state)


@pytest.mark.rule("WO-14", "WO-10")
def test_two_players_who_lay_on_the_same_pile_both_succeed() -> None:
    state = playing(deal(ODDMENTS, hand(beehive=1, nest=5, bolt=1)))

    state.apply(1, Lay(card="beehive"))
    state.apply(0, Lay(card="beehive"))

    assert 3 == piles_of(state)["beehive"]


# End of a round


@pytest.mark.rule("WO-15")
def test_the_shout_of_an_empty_hand_ends_the_round_at_once() -> None:
    state = emptied(deal(hand(nest=5, bun=2), None, None))

    happened = state.apply(0, SHOUT)

    assert [(0, SHOUT), (None, Score(round=1, points=(0, 7, 7), totals=(0, 7, 7), why="out"))] == happened
    assert "deal" == phase_of(state)


@pytest.mark.rule("WO-15")
def test_until_somebody_shouts_everyone_else_plays_on() -> None:
    state = emptied(deal(hand(nest=5, bun=2), hand(bun=3, bolt=1, afro=1, curls=1, flame=1), top=("braid",)))
    assert "play" == phase_of(state)

    state.apply(1, start("bun", 3))
    state.apply(1, DRAW)
    state.apply(0, SHOUT)

    assert (0, 5) == state.totals


@pytest.mark.rule("WO-15")
@pytest.mark.parametrize("action", [DRAW, Lay(card="nest"), start("nest")], ids=repr)
@pytest.mark.parametrize("free_draw", [False, True])
def test_with_an_empty_hand_the_shout_is_the_only_action_left(action: Any, free_draw: bool) -> None:
    state = emptied(deal(hand(nest=5, bun=2), None), Options(free_draw=free_draw))

    assert [SHOUT] == state.legal(0)
    assert "WO-15: wo-only-shout" == str(refused(state, 0, action))


@pytest.mark.rule("WO-15")
@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_of_two_empty_hands_the_first_shout_ends_the_round_and_both_score_nothing(first: int, second: int) -> None:
    state = emptied(deal(hand(nest=5, bun=2), hand(afro=5, curls=2), None))
    state.apply(1, start("afro", 5))
    state.apply(1, start("curls"))

    happened = state.apply(first, SHOUT)

    assert [(first, SHOUT), (None, Score(round=1, points=(0, 0, 7), totals=(0, 0, 7), why="out"))] == happened
    assert "WO-06: wo-not-started" == str(refused(state, second, SHOUT))


@pytest.mark.rule("WO-15")
@pytest.mark.parametrize("last", [Lay(card="beehive"), start("bun")], ids=["a lay", "a new pile"])
def test_with_the_option_auto_shout_the_shout_follows_the_last_card(last: Any) -> None:
    rest = 1 if isinstance(last, Lay) else 2
    cards = hand(nest=5, **({"beehive": 1, "mohawk": 1} if rest == 1 else {"bun": 2}))
    state = playing(deal(cards, None), Options(auto_shout=True))
    state.apply(0, start("nest", 5))
    if rest == 1:
        assert [(0, Lay(card="mohawk"))] == state.apply(0, Lay(card="mohawk"))

    happened = state.apply(0, last)

    assert [(0, last), (0, SHOUT), (None, Score(round=1, points=(0, 7), totals=(0, 7), why="out"))] == happened


@pytest.mark.rule("WO-15")
def test_without_auto_shout_the_last_card_is_not_enough() -> None:
    state = playing(deal(hand(nest=5, bun=2), None))
    state.apply(0, start("nest", 5))

    assert [(0, start("bun"))] == state.apply(0, start("bun"))
    assert "play" == phase_of(state)


@pytest.mark.rule("WO-15")
def test_auto_shout_leaves_a_hand_with_cards_alone() -> None:
    state = playing(deal(hand(nest=5, bun=2), None), Options(auto_shout=True))

    assert [(0, start("nest", 5))] == state.apply(0, start("nest", 5))
    assert "WO-16: wo-cards-left, count=2" == str(refused(state, 0, SHOUT))


@pytest.mark.rule("WO-16")
@pytest.mark.parametrize("left", [7, 2, 1])
def test_a_shout_with_cards_in_hand_is_refused(left: int) -> None:
    state = playing(deal(hand(nest=5, bun=1, beehive=1), None))
    if left < 7:
        state.apply(0, start("nest", 5))
    if left < 2:
        state.apply(0, Lay(card="beehive"))

    assert f"WO-16: wo-cards-left, count={left}" == str(refused(state, 0, SHOUT))
    assert SHOUT not in state.legal(0)


@pytest.mark.rule("WO-17")
def test_every_card_left_in_a_hand_is_one_point() -> None:
    state = emptied(deal(hand(nest=5, bun=2), hand(beehive=4, afro=3), (*UNPLAYABLE[:6], "flame"), None))
    state.apply(1, start("beehive", 4))  # 3 cards left
    state.apply(2, Lay(card="bun"))  # 6 left
    state.apply(2, DRAW)  # 7 again

    score = what(state.apply(0, SHOUT))[1]

    assert ((0, 3, 7, 7), "out") == (score.points, score.why)


@pytest.mark.rule("WO-17")
def test_points_add_up_over_the_rounds() -> None:
    state = WigOut().new(Seating(players=3))
    for winner in (0, 1, 1):
        win(state, winner)

    assert [(0, 7, 7), (7, 0, 7), (7, 0, 7)] == state.sheet
    assert (14, 7, 21) == state.totals


@pytest.mark.rule("WO-17")
def test_the_hands_lie_open_when_the_round_is_over() -> None:
    state = emptied(deal(hand(nest=5, bun=2), (*ODDMENTS[:6], "flame")))
    state.apply(0, SHOUT)

    assert ((), (*ODDMENTS[:6], "flame")) == state.view(None).public.shown
    assert state.view(None).public.shown == state.view(1).public.shown


@pytest.mark.rule("WO-18")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_player_on_the_last_dealers_left_deals_next(players: int) -> None:
    state = WigOut(Options(rounds=10)).new(Seating(players=players, host=1))
    dealers = []
    for _ in range(players + 1):
        dealers.append(owed(state).dealer)
        win(state, 0)

    assert [(1 + step) % players for step in range(players + 1)] == dealers


@pytest.mark.rule("WO-18")
def test_all_sixty_cards_are_collected_and_shuffled_for_the_next_round() -> None:
    state = WigOut().new(Seating(players=3))
    win(state, 0)
    chance = Stacked()
    following = state.owed(chance)

    assert following is not None
    assert [list(DECK)] == chance.handed
    state.apply(None, following)
    assert (2, "ready", {following.turned[0]: 1, following.turned[1]: 1}) == (
        state.round,
        phase_of(state),
        piles_of(state),
    )
    assert (7, 7, 7) == state.view(None).public.hands


@pytest.mark.rule("WO-18")
@pytest.mark.parametrize("dealer", [-1, 0, 2, 3])
def test_a_deal_by_the_wrong_dealer_is_refused(dealer: int) -> None:
    state = WigOut().new(Seating(players=3))
    win(state, 0)

    assert "WO-18: deal-dealer" == str(refused(state, None, deal(None, None, None, number=2, dealer=dealer)))


@pytest.mark.rule("WO-18")
@pytest.mark.parametrize("number", [-1, 0, 1, 3])
def test_a_deal_of_the_wrong_round_is_refused(number: int) -> None:
    state = WigOut().new(Seating(players=3))
    win(state, 0)

    assert "WO-18: deal-dealer" == str(refused(state, None, deal(None, None, None, number=number, dealer=1)))


@pytest.mark.rule("WO-18")
def test_seats_do_not_hand_in_deals() -> None:
    state = WigOut().new(Seating(players=2))

    for seat in range(2):
        assert "WO-18: deal-not-now" == str(refused(state, seat, deal(None, None)))


@pytest.mark.rule("WO-18")
def test_there_is_no_deal_in_the_middle_of_a_round_nor_after_the_match() -> None:
    over = WigOut(Options(rounds=1)).new(Seating(players=2))
    win(over, 0)

    for state in (dealt(deal(None, None)), playing(deal(None, None)), over):
        assert state.owed(Stacked()) is None
        assert "WO-18: deal-not-now" == str(refused(state, None, deal(None, None, number=2, dealer=1)))


@pytest.mark.rule("WO-18")
@pytest.mark.parametrize("part", ["hands", "deck"])
def test_a_deal_without_its_hidden_cards_cannot_be_read(part: str) -> None:
    """A deal as it is told to a seat is not one that can be replayed."""
    state = WigOut().new(Seating(players=2))

    assert "every hand and the deck" in unreadable(
        state, None, msgspec.structs.replace(deal(None, None), **{part: None})
    )


# End of the match


@pytest.mark.rule("WO-19")
def test_a_match_is_five_rounds() -> None:
    state = WigOut().new(Seating(players=2))
    for _ in range(4):
        win(state, 0)
        assert state.outcome() is None

    happened = win(state, 0)

    result = Result(why="finished", totals=(0, 35), winners=(0,))
    assert [
        (0, SHOUT),
        (None, Score(round=5, points=(0, 7), totals=(0, 35), why="out")),
        (None, result),
    ] == happened
    assert result == state.outcome()
    assert "over" == phase_of(state)


@pytest.mark.rule("WO-19")
@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5, 6, 49, 50])
def test_the_option_rounds_says_how_many_rounds_a_match_has(rounds: int) -> None:
    state = game("wig_out", {"rounds": rounds}).new(Seating(players=2))
    assert isinstance(state, WigOutState)

    while state.outcome() is None:
        win(state, 0)

    assert rounds == state.round == len(state.sheet) == state.view(None).public.counted


@pytest.mark.rule("WO-19")
@pytest.mark.parametrize("rounds", [0, -1, 51, 5.5, "5", True, None])
def test_no_other_number_of_rounds_can_be_agreed(rounds: object) -> None:
    with pytest.raises(Malformed):
        game("wig_out", {"rounds": rounds})


@pytest.mark.parametrize(
    ("option", "value"), [("free_draw", 1), ("auto_shout", "yes"), ("first_dealer", "guest"), ("target", 100)]
)
def test_other_options_and_other_values_cannot_be_read(option: str, value: object) -> None:
    with pytest.raises(Malformed):
        game("wig_out", {option: value})


def test_the_options_of_a_table_are_the_defaults_unless_given() -> None:
    assert Options(rounds=5, free_draw=False, auto_shout=False, first_dealer="host") == game("wig_out").options
    assert Options(free_draw=True, auto_shout=True) == game("wig_out", {"free_draw": True, "auto_shout": True}).options


@pytest.mark.rule("WO-19")
@pytest.mark.parametrize("action", [Lay(card="beehive"), start("nest"), DRAW, SHOUT, ABANDONED, STOPPED], ids=repr)
def test_after_the_match_nothing_happens_any_more(action: Any) -> None:
    state = WigOut(Options(rounds=1)).new(Seating(players=2))
    win(state, 0)
    nothing: list[Any] = []

    assert "WO-19: match-over" == str(refused(state, None if isinstance(action, Result) else 1, action))
    assert [nothing, nothing, nothing] == [state.legal(actor) for actor in (None, 0, 1)]
    assert nothing == list(state.to_act())


@pytest.mark.rule("WO-19")
@pytest.mark.parametrize("actor", [0, 1, None])
def test_nobody_declares_the_match_finished(actor: int | None) -> None:
    state = playing(deal(None, None))

    assert "WO-19: result-follows" == str(refused(state, actor, Result(why="finished", winners=(0,))))


@pytest.mark.rule("WO-20")
def test_the_lowest_total_wins() -> None:
    state = WigOut(Options(rounds=3)).new(Seating(players=3))
    for winner in (2, 0, 2):
        win(state, winner)

    assert Result(why="finished", totals=(14, 21, 7), winners=(2,)) == state.outcome()


@pytest.mark.rule("WO-20")
def test_equal_lowest_totals_share_the_win() -> None:
    state = WigOut(Options(rounds=2)).new(Seating(players=3))
    for winner in (2, 0):
        win(state, winner)

    assert Result(why="finished", totals=(7, 14, 7), winners=(0, 2)) == state.outcome()


@pytest.mark.rule("WO-20")
def test_all_may_share_the_win() -> None:
    state = WigOut(Options(rounds=2)).new(Seating(players=2))
    for winner in (0, 1):
        win(state, winner)

    assert Result(why="finished", totals=(7, 7), winners=(0, 1)) == state.outcome()


# Deadlock


@pytest.mark.rule("WO-21")
def test_one_unmatched_card_each_and_an_empty_deck_is_a_tie() -> None:
    """The case of the sheet: five players with one nest each."""
    state = playing(locked_deal(5))

    happened = play_on(state)

    assert (0, (1, 1, 1, 1, 1)) == (deck_of(state), state.view(None).public.hands)
    assert Score(round=1, points=(0,) * 5, totals=(0,) * 5, why="tie") == what(happened)[-1]
    assert "deal" == phase_of(state)


@pytest.mark.rule("WO-21")
def test_six_players_can_be_locked_by_two_characters() -> None:
    state = playing(locked_deal(6))

    happened = play_on(state)

    assert (0, (1, 2, 2, 2, 2, 1)) == (deck_of(state), state.view(None).public.hands)
    assert Score(round=1, points=(0,) * 6, totals=(0,) * 6, why="tie") == what(happened)[-1]


@pytest.mark.rule("WO-21")
def test_five_players_with_more_than_one_card_each_are_locked_too() -> None:
    hands = [hand(**{card: 3}, onehair=1, nest=1) for card in ("afro", "moptop", "curls", "bun", "bolt")]
    state = playing(deal(*hands))

    happened = play_on(state)

    assert (2, 2, 2, 2, 2) == state.view(None).public.hands
    assert ["lay", "score"] == [action.__struct_config__.tag for action in what(happened)]
    assert "tie" == what(happened)[-1].why


@pytest.mark.rule("WO-21")
def test_the_last_draw_can_bring_the_tie() -> None:
    """Everybody waits with a one-hair, four also with a nest; the fifth nest is the last card of the deck."""
    both = [hand(**{card: 3}, onehair=1, nest=1) for card in ("afro", "moptop", "curls", "bun")]
    state = playing(deal(*both, hand(bolt=3, onehair=1, beehive=1), bottom=("nest",)))
    for seat, card in enumerate(("afro", "moptop", "curls", "bun", "bolt")):
        state.apply(seat, start(card, 3))
    state.apply(4, Lay(card="beehive"))
    while deck_of(state) > 1 or state.legal(0) != [DRAW]:
        state.apply(0, state.legal(0)[0])

    happened = state.apply(4, DRAW)

    tied = Score(round=1, points=(0,) * 5, totals=(0,) * 5, why="tie")
    assert [(4, Draw(card="nest")), (None, tied)] == happened
    assert (2, 2, 2, 2, 2) == state.view(None).public.hands


@pytest.mark.rule("WO-21")
def test_a_tie_gives_no_points() -> None:
    state = WigOut().new(Seating(players=5))
    win(state, 2)

    happened = tie(state)

    assert Score(round=2, points=(0,) * 5, totals=(5, 5, 0, 5, 5), why="tie") == what(happened)[-1]
    assert [(5, 5, 0, 5, 5), (0,) * 5] == state.sheet


@pytest.mark.rule("WO-21", "WO-15")
def test_it_is_no_tie_while_an_empty_hand_can_shout() -> None:
    """Five players sit on one nest each, the sixth has nothing left: its shout is all that can still happen."""
    hands = [*(locked_deal(5).hands or ()), hand(onehair=3, beehive=2)]
    state = playing(deal(*hands, turned=("onehair", "onehair")))

    play_on(state)

    assert (0, (1, 1, 1, 1, 1, 0)) == (deck_of(state), state.view(None).public.hands)
    assert "play" == phase_of(state)
    assert [[], [], [], [], [], [SHOUT]] == [state.legal(seat) for seat in range(6)]
    assert (
        Score(round=1, points=(1, 1, 1, 1, 1, 0), totals=(1, 1, 1, 1, 1, 0), why="out")
        == what(state.apply(5, SHOUT))[-1]
    )


@pytest.mark.rule("WO-21")
def test_it_is_no_tie_while_somebody_can_play() -> None:
    assert "play" == phase_of(waiting())


@pytest.mark.rule("WO-21", "WO-18")
@pytest.mark.parametrize("players", [5, 6])
def test_the_deal_passes_on_after_a_tie(players: int) -> None:
    state = WigOut().new(Seating(players=players, host=3))
    dealers = []
    for _ in range(4):
        dealers.append(owed(state).dealer)
        tie(state)

    assert [(3 + step) % players for step in range(4)] == dealers


@pytest.mark.rule("WO-21", "WO-19")
def test_a_tied_round_does_not_count() -> None:
    state = WigOut(Options(rounds=1)).new(Seating(players=5))
    tie(state)
    assert state.outcome() is None
    assert 0 == state.view(None).public.counted

    win(state, 3)

    assert Result(why="finished", totals=(5, 5, 5, 0, 5), winners=(3,)) == state.outcome()


@pytest.mark.rule("WO-21", "WO-20")
@pytest.mark.parametrize("players", [5, 6])
def test_the_tenth_tie_in_a_row_counts_with_no_points(players: int) -> None:
    state = WigOut(Options(rounds=1)).new(Seating(players=players))
    for ties in range(1, 10):
        tie(state)
        assert (None, ties) == (state.outcome(), state.view(None).public.ties)

    happened = tie(state)

    nothing = (0,) * players
    assert [
        Score(round=10, points=nothing, totals=nothing, why="tie"),
        Result(why="finished", totals=nothing, winners=tuple(range(players))),
    ] == what(happened)[-2:]


@pytest.mark.rule("WO-21")
def test_a_round_with_a_winner_breaks_the_row_of_ties() -> None:
    state = WigOut().new(Seating(players=5))
    for _ in range(9):
        tie(state)
    win(state, 0)
    for _ in range(9):
        tie(state)

    assert 1 == state.view(None).public.counted
    tie(state)
    assert 2 == state.view(None).public.counted


@pytest.mark.rule("WO-21")
def test_after_the_tenth_tie_a_new_row_begins() -> None:
    state = WigOut().new(Seating(players=5))
    counted = []
    for _ in range(20):
        tie(state)
        counted.append(state.view(None).public.counted)

    assert [0] * 9 + [1] * 10 + [2] == counted


@pytest.mark.rule("WO-21")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_never_tie(players: int) -> None:
    for seed in range(6):
        match = simulate.play("wig_out", {"rounds": 10}, ["random"] * players, (players, seed))

        assert {"out": 10} == match.endings


# Whole matches


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("free_draw", [False, True])
@pytest.mark.parametrize("auto_shout", [False, True])
@pytest.mark.parametrize("first_dealer", ["host", "random"])
def test_matches_under_all_options_end_with_the_lowest_total_as_the_winner(
    players: int, free_draw: bool, auto_shout: bool, first_dealer: str
) -> None:
    options = {"rounds": 2, "free_draw": free_draw, "auto_shout": auto_shout, "first_dealer": first_dealer}
    bots = simulate.seats_for(players, ["greedy", "random"])
    result = simulate.play("wig_out", options, bots, (players,)).result
    lowest = min(result.totals)

    assert ("finished", players) == (result.why, len(result.totals))
    assert tuple(seat for seat, total in enumerate(result.totals) if total == lowest) == result.winners


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
def test_what_is_not_an_action_of_the_game_cannot_be_read(action: Any) -> None:
    state = playing(deal(None, None))

    assert "is not an action of Wig Out!" in unreadable(state, 0, action)


# What a seat sees


def test_a_view_shows_how_many_cards_everybody_holds_but_only_the_own_hand() -> None:
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
