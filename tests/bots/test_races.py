"""The bots of both races: a ladder of levels that differ in data alone, as slow and as careful as their dials say."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from statistics import median
from typing import Any

import msgspec
import pytest

from rumpus.bots import BOTS, race, wackee_six, wig_out
from rumpus.bots.race import BEGINNER, CASUAL, EXPERT, GREEDY, LADDER, QUICKEST_S, SKILLED, Dials
from rumpus.bots.wackee_six import HandDeck, WackeeSixBot
from rumpus.bots.wig_out import WigOutBot
from rumpus.contract import Seating, State
from rumpus.games import game
from rumpus.games.wackee_six.actions import GO, RECYCLE, SHOUT, TURN_UP, Deal, Play, Side, Turn
from rumpus.games.wackee_six.cards import DECK, TEXT
from rumpus.games.wackee_six.rules import WackeeSixState
from rumpus.games.wackee_six.view import Pile, Private, Public, SideView, View
from rumpus.games.wig_out import view as wig_out_view
from rumpus.games.wig_out.actions import DRAW, Lay, Start
from rumpus.playout import Playout
from rumpus.research import simulate
from rumpus.shuffle import Shuffle, seeded

RACES = ["wig_out", "wackee_six"]
KINDS: dict[str, Any] = {"wig_out": WigOutBot, "wackee_six": WackeeSixBot}
OPTIONS: dict[str, dict[str, Any]] = {"wig_out": {"rounds": 5}, "wackee_six": {"target": 30}}


def share(name: str, first: str, second: str, deals: int) -> float:
    """How often the first wins heads-up, each deal played twice with the seats turned round."""
    won = 0.0
    for deal in range(deals):
        for mine, bots in enumerate(([first, second], [second, first])):
            winners = simulate.play(name, OPTIONS[name], bots, ("ladder", deal)).result.winners or ()
            won += (mine in winners) / len(winners)
    return won / (2 * deals)


# The ladder


@pytest.mark.parametrize(
    ("better", "worse"), [("casual", "beginner"), ("skilled", "casual"), ("expert", "skilled"), ("expert", "greedy")]
)
@pytest.mark.parametrize("name", RACES)
def test_every_level_beats_the_one_below_and_the_expert_beats_greedy(name: str, better: str, worse: str) -> None:
    # luck has its part in Wig Out!; in Wackee Six 300 actions make a round, and speed decides nearly all of them
    deals = 50 if name == "wig_out" else 20 if worse == "greedy" else 5
    assert share(name, better, worse, deals) > 0.55


@pytest.mark.parametrize("name", RACES)
def test_levels_are_the_same_bot_with_other_dials(name: str) -> None:
    made = {level: BOTS[name][level](0, game(name).options, Random(1)) for level in LADDER}
    assert {KINDS[name]} == {type(one) for one in made.values()}
    assert LADDER == {level: one.dials for level, one in made.items()}  # type: ignore[attr-defined]  # a race's own


def test_greedy_is_as_fast_and_as_careful_as_the_expert_and_not_clever() -> None:
    for dial in ("reaction_s", "spread", "scan_s", "hand_s", "overlooks"):
        assert getattr(EXPERT, dial) == getattr(GREEDY, dial)
    for dial in ("guards", "links", "waits_s", "remembers", "helps"):
        assert not getattr(GREEDY, dial)


def test_better_levels_are_faster_and_overlook_less() -> None:
    levels = [BEGINNER, CASUAL, SKILLED, EXPERT]
    for dial in ("reaction_s", "scan_s", "hand_s", "overlooks"):
        values = [getattr(level, dial) for level in levels]
        assert sorted(values, reverse=True) == values
        assert 4 == len(set(values))


# Time


def timed(name: str, level: str, seed: int = 1) -> list[tuple[Any, float]]:
    """Every move of two bots of this level in a short match, and how long it took."""
    moves: list[tuple[Any, float]] = []

    def watched(seat: int, options: Any, rng: Random) -> Any:
        bot = KINDS[name](seat, options, rng, LADDER[level])
        decide = bot.move

        def move(look: Any, legal: list[Any], at_s: float) -> Any:
            done = decide(look, legal, at_s)
            if done is not None:
                moves.append(done)
            return done

        bot.move = move
        return bot

    simulate.run(Playout(game(name, {"target": 10} if name == "wackee_six" else {}), [watched] * 2, (seed,)))
    return moves


@pytest.mark.parametrize("name", RACES)
def test_no_level_answers_faster_than_a_person_or_all_at_one_speed(name: str) -> None:
    for level in LADDER:
        times = [after_s for _, after_s in timed(name, level)]
        assert min(times) >= QUICKEST_S
        assert max(times) > 1.5 * min(times)


@pytest.mark.parametrize("name", RACES)
def test_even_dials_without_any_delay_are_held_to_a_persons_pace(name: str) -> None:
    at_once = Dials(reaction_s=0.001, scan_s=0.0, hand_s=0.0)
    bot = KINDS[name](0, game(name).options, Random(1), at_once)
    assert {QUICKEST_S} == {bot.after(20), bot.voice()}


@pytest.mark.parametrize("name", RACES)
def test_the_beginner_takes_seconds_for_a_move(name: str) -> None:
    beginner, expert = ([after_s for _, after_s in timed(name, level)] for level in ("beginner", "expert"))
    assert 3.0 < median(beginner) < 8.0
    assert 0.4 < median(expert) < 1.2


@pytest.mark.parametrize("name", RACES)
def test_a_call_has_a_human_delay(name: str) -> None:
    calls = [after_s for seed in range(8) for done, after_s in timed(name, "expert", seed) if done == SHOUT]
    assert len(calls) > 3
    assert min(calls) >= QUICKEST_S
    assert len(set(calls)) == len(calls)


def test_a_fuller_table_takes_longer_to_look_at() -> None:
    bots = [WigOutBot(0, game("wig_out").options, Random(5), BEGINNER) for _ in range(3)]
    empty, full, twice = bots[0].after(2), bots[1].after(14), bots[2].after(14, looks=2)
    assert pytest.approx(12 * BEGINNER.scan_s) == full - empty
    assert twice > full + 14 * BEGINNER.scan_s


# Attention


@pytest.mark.parametrize("level", ["beginner", "casual", "skilled", "expert"])
def test_a_level_overlooks_plays_as_often_as_its_dial_says(level: str) -> None:
    bot = WigOutBot(0, game("wig_out").options, Random(3), LADDER[level])
    noticed = sum(len(bot.seen(["a", "b", "c", "d"])) for _ in range(5000))
    assert pytest.approx(1 - LADDER[level].overlooks, abs=0.015) == noticed / 20_000


def wig(hand: str, piles: dict[str, int], others: tuple[int, ...] = (7,), deck: int = 30) -> wig_out_view.View:
    """A view of seat 0 in Wig Out!."""
    cards = tuple(hand.split())
    public = wig_out_view.Public(
        phase="play",
        round=1,
        counted=0,
        ties=0,
        dealer=0,
        hands=(len(cards), *others),
        deck=deck,
        piles=piles,
        totals=(0,) * (1 + len(others)),
        sheet=(),
    )
    return wig_out_view.View(seat=0, public=public, private=wig_out_view.Private(hand=cards))


def test_who_overlooks_the_only_play_of_wig_out_looks_again() -> None:
    """A draw would be refused (WO-12), so the play comes, only later."""
    view = wig("bun nest", {"bun": 1})
    for seed in range(30):
        bot = WigOutBot(0, game("wig_out").options, Random(seed), msgspec.structs.replace(BEGINNER, overlooks=0.9))
        move = bot.move(lambda: view, [Lay(card="bun")], 0.0)
        assert move is not None
        assert Lay(card="bun") == move[0]


def test_who_overlooks_the_only_play_of_wackee_six_turns_on() -> None:
    view = wackee(up="r5 g9", piles="r4", deck=9)
    done = Counter(type(chosen(view, [PLAY_R5, TURN_UP], BEGINNER, seed=seed)) for seed in range(400))
    assert pytest.approx(BEGINNER.overlooks, abs=0.08) == done[Turn] / 400


# Cleverness in Wig Out!


def wig_choice(view: wig_out_view.View, legal: list[Any], dials: Dials) -> Any:
    move = WigOutBot(0, game("wig_out").options, Random(2), dials).move(lambda: view, legal, 0.0)
    assert move is not None
    return move[0]


def test_greedy_starts_the_largest_pile_and_the_expert_first_plays_what_opens_nothing() -> None:
    view = wig("bun bun bun nest afro", {"nest": 2})
    legal = [Lay(card="nest"), Start(cards=("bun",) * 2), Start(cards=("bun",) * 3)]
    assert Start(cards=("bun",) * 3) == wig_choice(view, legal, GREEDY)
    assert Lay(card="nest") == wig_choice(view, legal, EXPERT)


def test_the_expert_opens_first_what_is_least_likely_in_other_hands() -> None:
    view = wig("bun bun bun nest nest", {"afro": 2})
    legal = [Start(cards=("nest",) * 2), Start(cards=("bun",) * 2), Start(cards=("bun",) * 3)]
    assert Start(cards=("bun",) * 3) == wig_choice(view, legal, EXPERT)


def test_cards_of_a_kind_go_in_one_movement_on_a_pile_that_is_there() -> None:
    view = wig("bun bun nest", {"bun": 2})
    legal = [Lay(card="bun"), Start(cards=("bun", "bun"))]
    assert Start(cards=("bun", "bun")) == wig_choice(view, legal, EXPERT)
    assert {Lay, Start} == {
        type(WigOutBot(0, game("wig_out").options, Random(seed), CASUAL).best(view, legal)) for seed in range(20)
    }


@pytest.mark.parametrize(
    ("view", "waits"),
    [
        (wig("bun nest", {"afro": 2, "curls": 2}), True),  # few piles: the card would stay
        (wig("bun nest", dict.fromkeys(("afro", "curls", "bolt", "flame", "braid", "moptop", "mohawk"), 1)), False),
        (wig("bun", {"afro": 2, "curls": 2}), False),  # one card left: only speed counts
        (wig("bun", {"afro": 2, "curls": 2}, (0,)), True),  # somebody is about to call
    ],
)
def test_the_expert_knows_when_a_draw_can_wait(view: wig_out_view.View, waits: bool) -> None:
    for dials in LADDER.values():
        bot = WigOutBot(0, game("wig_out").options, Random(1), dials)
        assert (dials.waits_s if waits else 0.0) == bot.hesitation(view)
        move = bot.move(lambda: view, [DRAW], 0.0)
        assert move is not None
        assert DRAW == move[0]  # later, but it comes: a table where all wait for each other would never end


# Cleverness in Wackee Six

PLAY_R5 = Play(card="r5", from_=0)


def pile(text: str) -> Pile:
    return Pile(colour=text[0], height=int(text[1:]), wild=False)


def side(seats: tuple[int, ...], up: str = "", *, down: int = 6, deck: int = 39, top: str = "") -> SideView:
    row = tuple(up.split())
    return SideView(
        seats=seats,
        turner=seats[0],
        main=seats[-1],
        up=(*row, *[None] * (6 - len(row))),
        down=down,
        deck=deck,
        turned=len(top.split()),
        top=tuple(top.split()),
        played=(),
        passes=0,
    )


def wackee(up: str, piles: str, *, theirs: str = "", top: str = "", deck: int = 30, pair: bool = False) -> View:
    """A view of seat 0: alone, or the one who turns for seat 2."""
    sides = (side((0, 2) if pair else (0,), up, deck=deck, top=top), side((1, 3) if pair else (1,), theirs))
    public = Public(
        phase="play",
        round=1,
        starter=0,
        sides=sides,
        piles=tuple(map(pile, piles.split())),
        caller=None,
        totals=(0, 0),
        sheet=(),
    )
    return View(seat=0, public=public, private=Private(side=0, turns=True, plays_main=not pair))


def chosen(view: View, legal: list[Any], dials: Dials, seed: int = 1) -> Any:
    move = WackeeSixBot(0, game("wackee_six").options, Random(seed), dials).move(lambda: view, legal, 0.0)
    assert move is not None
    return move[0]


def wilds(*places: str, from_: Any = "deck") -> list[Any]:
    return [Play(card="w", from_=from_, as_=place) for place in places]


def test_a_wild_goes_where_an_own_card_follows() -> None:
    view = wackee(up="b9 w y2", piles="r4 b7")
    legal = [*wilds("r5", "b8", from_=1), TURN_UP]
    assert legal[0] == chosen(view, legal, GREEDY)
    assert legal[1] == chosen(view, legal, SKILLED) == chosen(view, legal, EXPERT)


def test_the_expert_keeps_a_wild_of_the_hand_deck_until_it_opens_something() -> None:
    legal = [*wilds("r5", "b8"), TURN_UP]
    assert TURN_UP == chosen(wackee(up="g9", piles="r4 b7", top="g2 w"), legal, EXPERT)
    assert legal[1] == chosen(wackee(up="b9", piles="r4 b7", top="g2 w"), legal, EXPERT)


def test_the_expert_opens_no_place_for_another_row_but_always_plays_its_main_cards() -> None:
    from_deck, from_row = Play(card="r5", from_="deck"), PLAY_R5
    assert from_deck == chosen(wackee("g9", "r4", theirs="r6", top="r5"), [from_deck, TURN_UP], GREEDY)
    assert TURN_UP == chosen(wackee("g9", "r4", theirs="r6", top="r5"), [from_deck, TURN_UP], EXPERT)
    assert from_deck == chosen(wackee("g9", "r4", theirs="y6", top="r5"), [from_deck, TURN_UP], EXPERT)
    assert from_deck == chosen(wackee("r6", "r4", theirs="r6", top="r5"), [from_deck, TURN_UP], EXPERT)
    assert from_deck == chosen(wackee("g9", "r4 r5", theirs="r6", top="r5"), [from_deck, TURN_UP], EXPERT)
    assert from_row == chosen(wackee("r5", "r4", theirs="r6 r7 r8"), [from_row, TURN_UP], EXPERT)


def test_the_expert_goes_first_where_somebody_else_could_be_first() -> None:
    legal = [PLAY_R5, Play(card="b8", from_=1), TURN_UP]
    assert legal[0] == chosen(wackee("r5 b8", "r4 b7"), legal, EXPERT)
    assert legal[1] == chosen(wackee("r5 b8", "r4 b7", theirs="b8"), legal, EXPERT)


def test_a_run_of_own_cards_counts_for_more_than_its_first_card() -> None:
    legal = [PLAY_R5, Play(card="b8", from_=1), TURN_UP]
    assert legal[1] == chosen(wackee("r5 b8 r6 b9 b10 b11 b12 b13", "r4 b7"), legal, SKILLED)


def test_who_turns_opens_places_for_the_partners_row() -> None:
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


def test_what_cannot_be_is_forgotten_and_learnt_again_with_the_next_pass() -> None:
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


# Standing in


@pytest.mark.parametrize("name", RACES)
@pytest.mark.parametrize("level", LADDER)
def test_every_level_takes_over_in_mid_match_without_memory(name: str, level: str) -> None:
    """From the view alone: a fresh bot for every move gives only legal moves, in every role."""
    players, options = (5, {"target": 5, "partners": True}) if name == "wackee_six" else (3, {"rounds": 1})
    rules = game(name, options)
    state = rules.new(Seating(players=players))
    state.apply(None, state.owed(Shuffle(seeded("stand-in", name))))
    rng, kind = Random(8), BOTS[name][level]
    for number in range(150):
        for seat in state.to_act():
            legal = state.legal(seat)
            move = kind(seat, rules.options, Random(number)).move(partial(state.view, seat), legal, 0.0)
            assert (move is None) == (not legal)
            assert move is None or move[0] in legal
        seats = [seat for seat in state.to_act() if state.legal(seat)]
        if not seats:
            break
        actor = rng.choice(seats)
        state.apply(actor, rng.choice(state.legal(actor)))


@pytest.mark.parametrize("name", RACES)
def test_who_can_do_nothing_waits(name: str) -> None:
    assert KINDS[name](0, game(name).options, Random(1)).move(lambda: None, [], 0.0) is None


def test_the_games_offer_the_same_levels() -> None:
    assert list(race.LADDER) == list(wig_out.LEVELS) == list(wackee_six.LEVELS)
