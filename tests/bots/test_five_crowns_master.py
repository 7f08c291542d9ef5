"""The master of Five Crowns: what it imagines fits what it sees, and its compiled search plays as the rules say."""

from __future__ import annotations

import copy
import threading
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

import pytest

from rumpus.bots import BOTS, five_crowns_master
from rumpus.bots.five_crowns_master import Master
from rumpus.bots.five_crowns_network import Learner
from rumpus.games import game
from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.cards import KIND, deck, wild_rank
from rumpus.games.five_crowns.memory import Memory
from rumpus.games.five_crowns.view import View
from rumpus.playout import Playout
from rumpus.research import simulate
from rumpus.shuffle import Shuffle, seeded

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from rumpus.bots import five_crowns_beliefs as beliefs  # noqa: E402 - only with the extra
from rumpus.bots import five_crowns_playouts as playouts  # noqa: E402 - the same
from rumpus.bots import five_crowns_search as search  # noqa: E402 - the same
from rumpus.bots import five_crowns_seen as seen  # noqa: E402 - the same

SHORT: dict[str, Any] = {"rounds": 3, "first_round": 3, "turn_limit": 60}
World = tuple[Any, Any, Any]  # the hands, the draw pile and the discard pile


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer worlds than at a table: what holds for each decision needs no strong ones."""
    few = seen.DIALS.copy()
    few[search.WORLDS] = 8
    monkeypatch.setattr(seen, "DIALS", few)


def decisions(players: int, seed: int) -> Iterator[tuple[Playout, int, View]]:
    """A match between masters, before each of their decisions; and who decides, with what it sees."""
    rules = game("five_crowns", SHORT)
    match = Playout(rules, [Master] * players, ("worlds", seed))
    while match.state.result is None:
        for seat in match.state.to_act():
            view = match.state.view(seat)
            assert isinstance(view, View)
            yield match, seat, view
        match.step()


def memory_of(match: Playout, seat: int) -> Memory:
    """What the bot on this seat remembers."""
    bot = match.driver.bots[seat]
    assert isinstance(bot, Master)
    return bot.memory


def worlds(known: beliefs.Seen, seed: int, count: int) -> Iterator[World]:
    """Worlds as the search makes them."""
    rng = np.array([seed], np.uint64)
    world = beliefs.first_world(known, seen.DIALS, rng, seen.tables.arrays)
    for number in range(count):
        beliefs.deal(known, world, number, seen.DIALS, rng, seen.tables.arrays)
        pack, pile = search.piles(known, world.pool)
        yield world.hands, pack[known.state[playouts.AT] :], pile[: known.state[playouts.SIZE]]


def cards_of(hand: Any) -> list[int]:
    """The cards of a compiled hand, which must agree with its other cells."""
    cards: list[int] = hand[playouts.CARD : playouts.CARD + hand[playouts.COUNT]].tolist()
    return cards


def check(world: World, view: View, memory: Memory) -> None:
    """A world must look just as the view does, and keep what was picked up where it is."""
    hands, draw, pile = world
    public, players = view.public, len(view.public.hands)
    assert view.seat is not None
    assert view.private is not None
    seats = sorted(public.tied, key=lambda seat: (seat - (view.seat or 0)) % players)
    assert sorted(cards_of(hands[0])) == sorted(KIND[card] for card in view.private.hand)
    for seat, hand in zip(seats, hands, strict=True):
        cards = cards_of(hand)
        assert len(cards) == public.hands[seat]
        assert (hand[:9] == seen.row(cards, wild_rank(public.dealt))[:9]).all()
        if seat != view.seat and public.laid[seat] is None:
            assert not Counter(memory.held.get(seat, ())) - Counter(cards)
    assert len(draw) == public.draw
    assert len(pile) == public.discards
    assert public.discard is None or pile[-1] == KIND[public.discard]
    assert memory.pile == pile.tolist()
    laid = [KIND[card] for melds_ in public.laid for meld in melds_ or () for card in meld]
    everything = Counter(laid) + Counter(draw.tolist()) + Counter(pile.tolist())
    for hand in hands:
        everything.update(cards_of(hand))
    assert everything == Counter(deck(1))


@pytest.mark.parametrize("players", [2, 4])
def test_imagined_worlds_fit_the_view_and_the_memory(players: int) -> None:
    checked = 0
    for match, seat, view in decisions(players, 1):
        memory = memory_of(match, seat)
        known = seen.what_is_seen(view, memory, match.rules.options)
        for world in worlds(known, 7 + checked, 3):
            check(world, view, memory)
            checked += 1
    assert checked > 50


def test_the_check_notices_a_card_that_moved() -> None:
    """Planted fault: a card that another seat was seen to pick up goes to the draw pile."""
    for match, seat, view in decisions(2, 1):
        memory = memory_of(match, seat)
        held = memory.held.get(1 - seat)
        if not held or view.public.laid[1 - seat] is not None:
            continue
        hands, draw, pile = next(worlds(seen.what_is_seen(view, memory, match.rules.options), 3, 1))
        other = next(card for card in draw if card not in held)
        wild = wild_rank(view.public.dealt)
        playouts.drop(hands[1], held[0], wild)
        playouts.put(hands[1], other, wild)
        draw = draw.copy()
        draw[draw.tolist().index(other)] = held[0]
        if held[0] in cards_of(hands[1]):
            continue
        with pytest.raises(AssertionError):
            check((hands, draw, pile), view, memory)
        return
    pytest.fail("nobody picked anything up")


def test_the_hidden_cards_do_not_change_what_it_does() -> None:
    """The hidden-card swap in the middle of a match, with all that the bot remembers by then."""
    shuffle = Shuffle(seeded("master-swap"))
    for match, seat, view in decisions(2, 5):
        bot = match.driver.bots[seat]
        swapped = match.rules.imagine(view, shuffle, bot.memory)  # type: ignore[attr-defined]
        moves = [
            copy.deepcopy(bot).move(partial(state.view, seat), state.legal(seat), 0.0)
            for state in (match.state, swapped)
        ]
        assert moves[0] == moves[1]


def test_the_same_seed_plays_the_same_match() -> None:
    played = [simulate.play("five_crowns", SHORT, ["master", "expert"], ("same", 1), keep_record=True) for _ in "ab"]
    other = simulate.play("five_crowns", SHORT, ["master", "expert"], ("same", 2), keep_record=True)
    assert played[0].record == played[1].record != other.record


def test_it_plays_tie_breaks_two_sets_and_last_turns() -> None:
    for options, players in (({"rounds": 1, "tie_break": True}, 2), ({"rounds": 1, "turn_limit": 2}, 9)):
        for number in range(2):
            match = simulate.play("five_crowns", {"turn_limit": 40} | options, ["master"] * players, ("odd", number))
            assert match.result is not None


@pytest.mark.parametrize("size", [3, 6, 9, 13])
def test_compiled_hands_are_worth_what_the_solver_says(size: int) -> None:
    rng, wild = Random(size), size - 3
    for _ in range(60):
        cards = rng.sample(deck(1), size + 1)
        hand = seen.row(cards, wild)
        rests = [list(rest) for rest in combinations(sorted(cards), size)]
        assert playouts.points(hand, seen.tables.arrays) == melds.fewest(cards, wild)
        assert playouts.fewest_after(hand, wild, seen.tables.arrays)[0] == min(melds.fewest(c, wild) for c in rests)
        assert (hand == seen.row(cards, wild)).all()  # nothing of it has changed


def price(cards: list[int], wild: int) -> float:
    """What the simple player thinks that a hand costs, by the plain solver."""
    now = melds.fewest(cards, wild)
    more = melds.fewest_packed(melds.pack(cards, wild) + (1 << melds.WILD_SHIFT))
    return now + playouts.SIMPLE[playouts.HOPE] * more if now else 0.0


@pytest.mark.parametrize("size", [4, 8, 12])
def test_the_bound_on_discards_overlooks_nothing(size: int) -> None:
    rng, wild = Random(size), size - 3
    for _ in range(40):
        cards = rng.sample(deck(1), size + 1)
        naturals = {kind for kind in cards if not melds.is_wild(kind, wild)} or set(cards)
        costs = {}
        for kind in naturals:
            rest = cards.copy()
            rest.remove(kind)
            costs[kind] = price(rest, wild)
        chosen, cost = playouts.best_discard(seen.row(cards, wild), wild, 1e9, seen.DIALS, seen.tables.arrays)
        assert cost == pytest.approx(min(costs.values()))
        assert costs[chosen] == pytest.approx(cost)


def told(cards: list[str], turns: list[tuple[str, bool, str]], dealt: int) -> float:
    """How likely a story is, as a logarithm: the cards at first, then those drawn, and what was seen of the turns."""
    known = beliefs.Seen(
        hands=np.zeros((2, playouts.HAND), np.int64),
        hidden=np.array([0, dealt]),
        pool=np.zeros(0, np.int64),
        under=0,
        pile=np.zeros(0, np.int64),
        state=np.array([dealt - 3, 0, -1, 0, 0, 0, 9]),
        turns=np.array([0, len(turns)]),
        log=np.array([[(KIND[up], int(picked), KIND[gone]) for up, picked, gone in turns]] * 2),
        story=np.zeros((2, 1), np.int64),
        length=np.zeros(2, np.int64),
        ahead=np.zeros(2),
        spread=1.0,
    )
    hand, story = np.zeros(playouts.HAND, np.int64), np.array([KIND[card] for card in cards])
    likely: float = beliefs.tell(hand, story, known, 1, beliefs.IMPOSSIBLE, seen.DIALS, seen.tables.arrays)
    return likely


def test_what_was_left_and_thrown_away_makes_a_hand_unlikely() -> None:
    """Who threw a king away, or left one, hardly holds two others; who picked one up does."""
    kings, others = ["Kh", "Kd", "7c", "9t"], ["3h", "Jd", "7c", "9t"]
    threw, left, took = ("8s", False, "Ks"), ("Ks", False, "9t"), ("Ks", True, "9t")
    assert told([*kings, "Ks"], [threw], 4) < told([*others, "Ks"], [threw], 4) - 1
    assert told([*kings, "5c"], [left], 4) < told([*others, "5c"], [left], 4) - 1
    assert told(kings, [took], 4) > told(others, [took], 4) + 1


def test_a_story_has_what_was_thrown_away_in_time() -> None:
    first, second = ("8s", False, "Ks"), ("3d", False, "Jd")
    assert told(["3h", "Jd", "7c", "9t", "Ks", "5c"], [first, second], 4) > beliefs.IMPOSSIBLE
    assert told(["3h", "Jd", "7c", "9t", "5c", "Ks"], [first, second], 4) == beliefs.IMPOSSIBLE


def test_all_cards_come_next_equally_often() -> None:
    """The next draw goes through the unseen cards, so that luck is the same for all choices."""
    for match, seat, view in decisions(2, 3):
        known = seen.what_is_seen(view, memory_of(match, seat), match.rules.options)
        if view.public.turns < 2 and not view.public.taken:
            unseen = len(known.pool)
            drawn = Counter(draw[0] for _, draw, _ in worlds(known, 5, unseen))
            assert len(drawn) > 0.9 * len(set(known.pool.tolist()))
            return
    pytest.fail("no round began")


def test_it_is_warm_before_the_first_move() -> None:
    """What a thinking process compiles at its start is all that a match needs: a move has two seconds."""
    assert five_crowns_master.compile_search()
    ready = [len(function.signatures) for function in (search.choose, search.worth_of_last_draw, playouts.put)]
    simulate.play("five_crowns", SHORT, ["master"] * 4, ("warm", 1))
    assert ready == [len(function.signatures) for function in (search.choose, search.worth_of_last_draw, playouts.put)]


def looks(match: Playout, seat: int, view: View) -> int:
    """How many looks at hands a decision takes."""
    known = seen.what_is_seen(view, memory_of(match, seat), match.rules.options)
    assert view.private is not None
    before = int(seen.tables.arrays[0][playouts.SLOTS])
    seen.choose(known, (-1, KIND[view.private.hand[0]], 0) if view.public.taken else (0, -1, 0), Random(1))
    return int(seen.tables.arrays[0][playouts.SLOTS]) - before


def test_a_decision_stays_below_its_work() -> None:
    """The work of a decision has a limit that no clock sets; a batch of worlds may go over it."""
    most = 0.0
    seen.DIALS[search.WORLDS], seen.DIALS[search.WORK], seen.DIALS[search.BATCH] = 1_000, 4.0, 4
    for match, seat, view in decisions(2, 2):
        most = max(most, looks(match, seat, view) / search.looks(view.public.dealt, seen.DIALS))
    assert 1 < most < 3


@pytest.mark.parametrize("why", ["without Numba", "while it is compiled"])
def test_without_a_search_it_goes_by_what_it_has_learned(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(five_crowns_master, "_ready", threading.Event())
    if why == "without Numba":
        monkeypatch.setattr(five_crowns_master, "find_spec", lambda _: None)
        assert not five_crowns_master.compile_search()
    else:
        compiling = threading.Lock()
        compiling.acquire()
        monkeypatch.setattr(five_crowns_master, "_compiling", compiling)
    monkeypatch.setitem(BOTS["five_crowns"], "learner", Learner)
    moves = [
        simulate.play("five_crowns", SHORT, [name, "expert"], ("plain", 1), keep_record=True).record
        for name in ("master", "learner")
    ]
    lines = [text.split("\n", 1)[1] for text in moves if text is not None]
    assert lines[0] == lines[1]
