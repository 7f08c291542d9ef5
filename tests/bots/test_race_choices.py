"""Bots in the races: what they choose, and what they remember."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from rumpus.bots import wig_out
from rumpus.bots.race import Dials
from rumpus.bots.wackee_six import EXPERT, GREEDY, SKILLED, WackeeSixBot
from rumpus.bots.wig_out import WigOutBot
from rumpus.contract import Seating, State
from rumpus.games import game
from rumpus.games.wackee_six.actions import GO, RECYCLE, SHOUT, TURN_UP, Deal, Play, Side, Turn
from rumpus.games.wackee_six.cards import DECK, TEXT
from rumpus.games.wackee_six.memory import HandDeck
from rumpus.games.wackee_six.rules import WackeeSixState
from rumpus.games.wig_out import view as wig_out_view
from rumpus.games.wig_out.actions import DRAW, Lay, Start
from rumpus.shuffle import Shuffle, seeded
from tests.bots.race_views import PLAY_R5, chosen, pile, side, wackee, wig

# Cleverness in Wig Out!


def wig_choice(view: wig_out_view.View, legal: list[Any], dials: Dials) -> Any:
    move = WigOutBot(0, game("wig_out").options, Random(2), dials).move(lambda: view, legal, 0.0)
    assert move is not None
    return move[0]


def test_greedy_starts_the_largest_pile_and_the_expert_first_avoids_opening_piles() -> None:
    view = wig("bun bun bun nest afro", {"nest": 2})
    legal = [Lay(card="nest"), Start(cards=("bun",) * 2), Start(cards=("bun",) * 3)]
    assert Start(cards=("bun",) * 3) == wig_choice(view, legal, wig_out.GREEDY)
    assert Lay(card="nest") == wig_choice(view, legal, wig_out.EXPERT)


def test_the_expert_first_opens_the_pile_others_are_least_likely_to_hold() -> None:
    view = wig("bun bun bun nest nest", {"afro": 2})
    legal = [Start(cards=("nest",) * 2), Start(cards=("bun",) * 2), Start(cards=("bun",) * 3)]
    assert Start(cards=("bun",) * 3) == wig_choice(view, legal, wig_out.EXPERT)


def test_cards_of_a_kind_are_played_together_on_an_existing_pile() -> None:
    view = wig("bun bun nest", {"bun": 2})
    legal = [Lay(card="bun"), Start(cards=("bun", "bun"))]
    assert Start(cards=("bun", "bun")) == wig_choice(view, legal, wig_out.EXPERT)
    assert {Lay, Start} == {
        type(WigOutBot(0, game("wig_out").options, Random(seed), wig_out.CASUAL).best(view, legal))
        for seed in range(20)
    }


@pytest.mark.parametrize(
    ("view", "waits"),
    [
        (wig("bun nest", {"afro": 2, "curls": 2}), True),  # few piles: the card would stay
        (wig("bun nest", dict.fromkeys(("afro", "curls", "bolt", "flame", "braid", "moptop", "mohawk"), 1)), False),
        (wig("bun", {"afro": 2, "curls": 2}), False),  # one card left: only speed counts
        (wig("bun", {"afro": 2, "curls": 2}, (0,)), True),  # somebody is about to call
        (wig("bun nest", {"afro": 2, "curls": 2}, (7, 7)), True),
        (wig("bun nest", {"afro": 2, "curls": 2}, (7, 7, 7)), True),  # with four it looks again when somebody plays
    ],
)
def test_the_expert_knows_when_a_draw_can_wait(view: wig_out_view.View, waits: bool) -> None:
    for dials in wig_out.LADDER.values():
        bot = WigOutBot(0, game("wig_out").options, Random(1), dials)
        assert (dials.waits_s if waits else 0.0) == bot.hesitation(view)
        move = bot.move(lambda: view, [DRAW], 0.0)
        assert move is not None
        assert DRAW == move[0]  # later, but it comes: a table where all wait for each other would never end


def wilds(*places: str, from_: Any = "deck") -> list[Any]:
    return [Play(card="w", from_=from_, as_=place) for place in places]


# Cleverness in Wackee Six


def test_a_wild_is_played_where_the_bots_own_card_can_follow() -> None:
    view = wackee(up="b9 w y2", piles="r4 b7")
    legal = [*wilds("r5", "b8", from_=1), TURN_UP]
    assert legal[0] == chosen(view, legal, GREEDY)
    assert legal[1] == chosen(view, legal, SKILLED) == chosen(view, legal, EXPERT)


def test_the_expert_keeps_a_hand_deck_wild_until_it_makes_another_play_possible() -> None:
    legal = [*wilds("r5", "b8"), TURN_UP]
    assert TURN_UP == chosen(wackee(up="g9", piles="r4 b7", top="g2 w"), legal, EXPERT)
    assert legal[1] == chosen(wackee(up="b9", piles="r4 b7", top="g2 w"), legal, EXPERT)


def test_the_expert_does_not_help_opponents_but_always_plays_its_main_cards() -> None:
    from_deck, from_row = Play(card="r5", from_="deck"), PLAY_R5
    assert from_deck == chosen(wackee("g9", "r4", theirs="r6", top="r5"), [from_deck, TURN_UP], GREEDY)
    assert TURN_UP == chosen(wackee("g9", "r4", theirs="r6", top="r5"), [from_deck, TURN_UP], EXPERT)
    assert from_deck == chosen(wackee("g9", "r4", theirs="y6", top="r5"), [from_deck, TURN_UP], EXPERT)
    assert from_deck == chosen(wackee("r6", "r4", theirs="r6", top="r5"), [from_deck, TURN_UP], EXPERT)
    assert from_deck == chosen(wackee("g9", "r4 r5", theirs="r6", top="r5"), [from_deck, TURN_UP], EXPERT)
    assert from_row == chosen(wackee("r5", "r4", theirs="r6 r7 r8"), [from_row, TURN_UP], EXPERT)


def test_the_expert_first_plays_where_an_opponent_could_take_the_place() -> None:
    legal = [PLAY_R5, Play(card="b8", from_=1), TURN_UP]
    assert legal[0] == chosen(wackee("r5 b8", "r4 b7"), legal, EXPERT)
    assert legal[1] == chosen(wackee("r5 b8", "r4 b7", theirs="b8"), legal, EXPERT)


def test_a_play_that_several_own_cards_can_follow_is_worth_more() -> None:
    legal = [PLAY_R5, Play(card="b8", from_=1), TURN_UP]
    assert legal[1] == chosen(wackee("r5 b8 r6 b9 b10 b11 b12 b13", "r4 b7"), legal, SKILLED)


def test_the_partner_who_turns_makes_plays_possible_for_the_other() -> None:
    """The wild of the one who turns goes where the partner's main card follows, if the level helps."""
    legal = [*wilds("r5", "b8"), TURN_UP]
    view = wackee(up="b9 g2", piles="r4 b7", top="g3 w", pair=True)
    assert legal[1] == chosen(view, legal, EXPERT)
    assert legal[1] != chosen(view, legal, msgspec.structs.replace(EXPERT, helps=False))


# Memory


def test_the_hand_deck_is_known_after_the_first_pass() -> None:
    rules = game("wackee_six")
    state = rules.new(Seating(players=2))
    assert isinstance(state, WackeeSixState)
    bot = WackeeSixBot(0, rules.options, Random(1), EXPERT)
    follow(bot, state, None, state.owed(Shuffle(seeded("memory"))))
    follow(bot, state, 0, GO)
    rng = Random(4)
    for _ in range(200):
        legal = state.legal(0)
        if legal == [SHOUT]:
            break
        follow(bot, state, 0, rng.choice(legal))
        if state.turned[0] or state.deck[0]:
            assert [TEXT[card] for card in state.turned[0]] == bot.memory.turned
    assert bot.memory.deck is not None
    assert [TEXT[card] for card in state.deck[0]] == bot.memory.deck


def follow(bot: WackeeSixBot, state: State, by: int | None, action: Any) -> None:
    for actor, done in state.apply(by, action):
        bot.saw(actor, game("wackee_six").told(actor, done, bot.seat), 0.0)


def test_cards_that_are_remembered_need_no_second_look() -> None:
    """Nothing is new on the table and the top card was known before: there is only itself to look at."""
    view = wackee(up="g9 g10 g12", piles="r4 b7", top="y3 y4 y5", deck=3)
    mine = view.public.sides[0]
    for dials, expected in ((EXPERT, 1), (GREEDY, 6)):
        bot = WackeeSixBot(0, game("wackee_six").options, Random(1), dials)
        bot.memory.turned, bot.memory.deck = ["y3", "y4", "y5"], ["y9", "y8", "y7"]
        assert 6 == bot.things(view.public, mine)
        assert expected == bot.things(view.public, mine)
        moved = msgspec.structs.replace(view.public, piles=(pile("r5"), pile("b7")))
        assert 6 == bot.things(moved, mine)


def test_a_memory_that_contradicts_the_view_is_dropped_and_learnt_again() -> None:
    memory = HandDeck()
    memory.check(side((0,), top="r1 r2 r3", deck=3))
    assert memory.turned is None
    memory.saw(Turn(cards=("g1", "g2", "g3")))
    assert memory.turned is None
    memory.saw(RECYCLE)
    assert memory.deck is None
    memory.saw(Turn(cards=("r3", "r1", "r2")))
    memory.saw(Turn(cards=("g1", "g2")))
    memory.saw(Play(card="g2", from_="deck", as_="g2", pile=0))
    memory.saw(RECYCLE)
    assert ["r2", "r1", "r3", "g1"] == memory.deck  # WS-13: the last card turned comes first
    memory.check(side((0,), deck=3))
    assert memory.deck is None
    memory.saw(Turn(cards=("r3", "r1", "r2")))
    memory.check(side((0,), top="r3 r1 y9"))
    assert memory.turned is None


def test_a_new_deal_and_another_sides_cards_are_not_remembered() -> None:
    cards = tuple(TEXT[card] for card in DECK)
    sides = tuple(Side(seats=(s, s + 2), turner=s, main=s + 2, up=cards[:6]) for s in range(2))
    bot = WackeeSixBot(3, game("wackee_six").options, Random(1), EXPERT)
    bot.saw(None, Deal(round=1, starter=0, sides=sides), 0.0)
    bot.saw(0, Turn(cards=("r1", "r2", "r3")), 1.0)
    assert [] == bot.memory.turned
    bot.saw(1, Turn(cards=("g1", "g2", "g3")), 1.0)  # the partner's are its side's
    assert ["g1", "g2", "g3"] == bot.memory.turned
    bot.saw(None, Deal(round=2, starter=0, sides=sides), 2.0)
    assert [] == bot.memory.turned


def test_the_expert_guards_against_one_opposing_side_only() -> None:
    from_deck = Play(card="r5", from_="deck")
    view = wackee("g9", "r4", theirs="r6", top="r5")
    assert TURN_UP == chosen(view, [from_deck, TURN_UP], EXPERT)
    third = msgspec.structs.replace(view.public.sides[1], seats=(2,))
    public = msgspec.structs.replace(view.public, sides=(*view.public.sides, third), totals=(0, 0, 0))
    crowded = msgspec.structs.replace(view, public=public)
    assert from_deck == chosen(crowded, [from_deck, TURN_UP], EXPERT)
