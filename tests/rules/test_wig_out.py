"""The clauses of Wig Out!, one by one: cards, deal and play (docs/rules/wig_out.md)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus.bots.wig_out import Greedy
from rumpus.contract import Illegal, Seating
from rumpus.games.wig_out.actions import DRAW, GO, SHOUT, Cards, Deal, Draw, Lay, Options, Start
from rumpus.games.wig_out.cards import CHARACTERS, DECK
from rumpus.games.wig_out.rules import WigOut, hand_size
from rumpus.text import LANGUAGES, refusal
from tests.rules.wig_out_deals import (
    INTERLEAVED,
    ODDMENTS,
    PLAYERS,
    UNPLAYABLE,
    Stacked,
    all_cards,
    deal,
    dealt,
    deck_of,
    emptied,
    hand,
    hand_of,
    owed,
    phase_of,
    piles_of,
    playing,
    refused,
    start,
    unreadable,
    waiting,
    what,
    win,
)

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
