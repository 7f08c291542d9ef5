"""The levels of Five Crowns: each beats the one below, and each plays the plain cases as it should."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus.bots import BOTS, five_crowns, five_crowns_master
from rumpus.bots.base import Bot
from rumpus.bots.five_crowns import LEVELS, FiveCrownsBot
from rumpus.bots.five_crowns_network import INPUTS, Layer, Network, Situation, inputs, learned
from rumpus.bots.five_crowns_odds import BooksOnly, Odds, reach, unseen
from rumpus.games import game
from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.actions import DISCARDS, OUTS, TAKES, Deal, Discard, Options, Reshuffle, Take
from rumpus.games.five_crowns.cards import JOKER, KIND, POINTS, RANKS, deck, meet, texts
from rumpus.games.five_crowns.memory import Memory
from rumpus.games.five_crowns.view import Private, Public, View
from rumpus.research import simulate

LADDER = ("beginner", "casual", "skilled", "expert")
DEALS = 12  # duplicate deals of a step; the seeds are fixed, so a share changes only when a bot does


@pytest.fixture(autouse=True, scope="module")
def compiled() -> Iterator[None]:
    """The solver compiled where it can be, and plain again for whoever comes next."""
    before = melds.solver
    melds.compile_kernel()
    yield
    melds.solver = before


def share(one: str, other: str, players: int, deals: int) -> float:
    """The share of wins of one bot among others, the same deals played from every seat."""
    wins = 0.0
    for number in range(deals):
        for seat in range(players):
            names = [other] * players
            names[seat] = one
            winners = simulate.play("five_crowns", {"turn_limit": 60}, names, ("ladder", number)).result.winners or ()
            wins += (seat in winners) / max(1, len(winners))
    return wins / (deals * players)


@pytest.mark.parametrize(("above", "below"), list(zip(LADDER[1:], LADDER, strict=False)))
def test_each_level_beats_the_one_below(above: str, below: str) -> None:
    assert share(above, below, 2, DEALS) >= 0.58


def test_what_the_master_has_learned_is_not_weaker_than_the_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve deals cannot show more, nor what its search adds; `make ladder` does."""
    monkeypatch.setattr(five_crowns_master, "can_search", lambda: False)
    assert share("master", "expert", 2, DEALS) >= 0.5


def test_a_network_is_sums_and_leaky_rectifiers() -> None:
    network = Network((Layer(((1.0, -1.0),), (0.5,)), Layer(((2.0,),), (1.0,))))
    assert network((3.0, 1.0)) == pytest.approx(6.0)
    assert network((0.0, 1.0)) == pytest.approx(0.99)


def test_what_the_master_has_learned_fits_what_it_sees() -> None:
    hand = [KIND[card] for card in ("7h", "8h", "9h", "Kc", "Kd", "3t")]
    odds = Odds(3, unseen(1, hand))
    situation = Situation(6, 1, 2, 90, (KIND["Td"],), tuple(odds.left))
    seen = inputs(situation, odds, melds.pack(hand, 3), hand, KIND["9d"])
    assert len(seen) == INPUTS == len(learned().after.layers[0].weights[0])
    assert seen[10] == 1.0  # the next player picked up a card that goes with the discard
    better = inputs(situation, odds, melds.pack(hand[:3], 3), hand[:3], KIND["9d"])
    assert learned().after(better) < learned().after(seen)  # nothing unmelded is worth more


def test_the_expert_beats_greedy() -> None:
    assert share("expert", "greedy", 2, DEALS) >= 0.58


def test_the_expert_wins_more_than_its_share_among_three_greedy() -> None:
    assert share("expert", "greedy", 4, 6) >= 0.33


def view(hand: str, discard: str, *, players: int = 2, **facts: Any) -> View:
    """What seat 0 sees on its turn; the hand may have a card more than was dealt."""
    cards = tuple(hand.split())
    dealt = facts.pop("dealt", len(cards))
    public: dict[str, Any] = {
        "phase": "play",
        "round": dealt - 2,
        "tie_break": False,
        "tied": tuple(range(players)),
        "dealer": players - 1,
        "dealt": dealt,
        "wild": RANKS[dealt - 3],
        "turn": 0,
        "taken": len(cards) > dealt,
        "turns": 1,
        "hands": (len(cards),) + (dealt,) * (players - 1),
        "draw": 60,
        "discard": discard,
        "discards": 1,
        "out": None,
        "laid": (None,) * players,
        "totals": (0,) * players,
        "sheet": (),
    }
    return View(seat=0, public=Public(**(public | facts)), private=Private(hand=cards))


def fresh(level: str, seed: int = 1, **options: Any) -> Bot:
    """A bot that has seen nothing, as a stand-in at its first move."""
    return LEVELS[level](0, Options(**options), Random(seed))


def chosen(one: Bot, seen: View) -> Any:
    """What the bot does; it has to be open to it, and takes a person's time."""
    private = seen.private
    assert private is not None
    hand = [KIND[card] for card in private.hand]
    legal: list[Any] = TAKES[:]
    if seen.public.taken:
        legal = [DISCARDS[kind] for kind in dict.fromkeys(hand)]
        wild = RANKS.index(seen.public.wild)
        if seen.public.out is None:
            legal += [OUTS[kind] for kind in melds.ways_out(hand, melds.pack(hand, wild), wild)]
    move = one.move(lambda: seen, legal, 0.0)
    assert move is not None
    action, after_s = move
    assert action in legal
    assert after_s >= 0.4
    return action


@pytest.mark.parametrize("level", LADDER)
def test_a_wild_is_kept_while_there_is_anything_else(level: str) -> None:
    rng = Random(5)
    for seed in range(40):
        dealt = rng.randrange(3, 14)
        hand = ["**", *texts(rng.sample(deck(1)[:JOKER], dealt))]  # one deck without its jokers
        action = chosen(fresh(level, seed), view(" ".join(hand), "3t", dealt=dealt))
        naturals = [card for card in hand if not melds.is_wild(KIND[card], dealt - 3)]
        assert action.card in naturals


@pytest.mark.parametrize("level", LADDER)
def test_a_face_up_card_that_lets_it_go_out_is_taken(level: str) -> None:
    assert TAKES[1] == chosen(fresh(level), view("8h 8c Kd", "8s"))


@pytest.mark.parametrize("level", LADDER)
def test_a_face_up_wild_is_taken(level: str) -> None:
    assert TAKES[1] == chosen(fresh(level), view("8h Tc Kd 4s", "**"))


@pytest.mark.parametrize("level", LADDER)
def test_a_useless_face_up_card_is_left(level: str) -> None:
    assert TAKES[0] == chosen(fresh(level), view("5h 5c 7d 8d", "Ks"))


@pytest.mark.parametrize("level", ["skilled", "expert"])
def test_every_level_goes_out_when_it_can(level: str) -> None:
    for seed in range(20):
        assert chosen(fresh(level, seed), view("5h 6h 7h 9c Kd 9d 9t", "4s", dealt=6)) == OUTS[KIND["Kd"]]


def test_a_beginner_misses_now_and_then_that_it_can_go_out() -> None:
    moves = [chosen(fresh("beginner", seed), view("8h 8c 8d Kd", "4s", dealt=3)) for seed in range(60)]
    assert 30 <= sum(move.out for move in moves) <= 55


def test_a_beginner_sees_books_and_overlooks_runs() -> None:
    hand = "4h 5h 6h 9c 9d 9t"
    packed = melds.pack([KIND[card] for card in hand.split()], RANKS.index("K"))
    left = unseen(1, ())
    assert (0, 15) == (Odds(10, left).points(packed), BooksOnly(10, left).points(packed))


@pytest.mark.parametrize(
    ("hand", "points"),
    [("4h 4c ** 9c", 9), ("4h 4c 9h 9c **", 8), ("4h ** ** 9c", 4), ("** ** **", 0), ("5h 4c **", 29)],
)
def test_books_only_odds_ignore_runs(hand: str, points: int) -> None:
    packed = melds.pack([KIND[card] for card in hand.split()], RANKS.index("K"))
    assert points == BooksOnly(10, unseen(1, ())).points(packed)


@pytest.mark.parametrize("level", ["skilled", "expert"])
def test_the_last_turn_minimises_the_points_in_hand(level: str) -> None:
    rng = Random(9)
    for _ in range(40):
        dealt = rng.randrange(3, 14)
        hand = rng.sample(deck(1), dealt + 1)
        seen = view(" ".join(texts(hand)), "3t", dealt=dealt, out=1, laid=(None, ()))
        wild = dealt - 3
        packed, discard = melds.pack(hand, wild), KIND[chosen(fresh(level), seen).card]
        fewest = min(melds.fewest_packed(packed - melds.UNITS[wild][kind]) for kind in hand)
        assert fewest == melds.fewest_packed(packed - melds.UNITS[wild][discard])


def test_the_last_turn_under_a_turn_limit_minimises_the_points_in_hand() -> None:
    """FC-23: a pair of kings is worth keeping for another turn, and nothing after the last."""
    hand = "Kh Kd 4c 7s"
    assert chosen(fresh("expert", turn_limit=3), view(hand, "3t", dealt=3, turns=3)).card not in ("Kh", "Kd")
    assert chosen(fresh("expert", turn_limit=3), view(hand, "3t", dealt=3, turns=5)).card in ("Kh", "Kd")


def test_on_the_last_turn_the_expert_takes_what_beats_the_draw_pile_on_average() -> None:
    """A three instead of a king is sure; greedy's king is no worse than hoping, the expert compares."""
    over: dict[str, Any] = {"out": 1, "laid": (None, ())}
    assert TAKES[1] == chosen(fresh("expert"), view("Kh 9d 6c", "4c", **over))
    assert TAKES[0] == chosen(fresh("expert"), view("7h 7d 5c", "4s", **over))


def test_the_expert_remembers_the_pile_and_what_others_hold() -> None:
    one = fresh("expert")
    assert isinstance(one, FiveCrownsBot)
    happened: list[tuple[int | None, Any]] = [
        (None, Deal(round=1, dealer=1, wild="3", discard="9c")),
        (0, Take(from_="draw", card="4c")),
        (0, Discard(card="Kh")),
        (1, Take(from_="discard", card="Kh")),
        (1, Discard(card="5d")),
    ]
    for by, action in happened:
        one.saw(by, action, 0.0)
    assert texts(one.memory.pile) == ("9c", "5d")
    assert texts(one.memory.held[1]) == ("Kh",)
    assert sorted(texts(one.memory.elsewhere(view("4c 6h 7s", "5d")))) == sorted(["4c", "6h", "7s", "9c", "5d", "Kh"])
    one.saw(1, Discard(card="Kh"), 0.0)
    assert one.memory.held[1] == []
    one.saw(None, Reshuffle(), 0.0)
    assert texts(one.memory.pile) == ("Kh",)


def test_a_stand_in_without_memory_counts_the_visible_cards() -> None:
    seen = view("4c 6h 7s", "5d", out=1, laid=(None, (("8h", "8d", "8s"),)))
    assert sorted(texts(Memory().elsewhere(seen))) == sorted(["4c", "6h", "7s", "5d", "8h", "8d", "8s"])
    memory = Memory()
    memory.saw(1, Take(from_="discard", card="Kh"))
    memory.saw(1, Discard(card="Qd"))
    assert texts(memory.pile) == ("Qd",)


def test_the_expert_does_not_feed_the_next_player() -> None:
    hand = view("4t 4h 4c Jd Js 8h Tc", "3t", dealt=6)
    one = fresh("expert")
    assert chosen(one, hand).card == "Tc"
    one.saw(1, Take(from_="discard", card="Td"), 0.0)
    assert chosen(one, hand).card == "8h"


def test_meet_finds_cards_that_could_share_a_meld() -> None:
    for one in range(0, JOKER, 7):
        near = reach(melds.pack([one], 10)) if one % len(RANKS) != 10 else 0
        for other in range(JOKER):
            if near and other % len(RANKS) != 10:
                touches = bool(melds.UNITS[10][other] & near)
                assert touches == meet(one, other), (one, other)


def test_next_draw_equals_trying_every_card() -> None:
    """With few cards the shortcuts of the look-ahead change nothing: every draw and every discard is tried."""
    rng = Random(3)
    for _ in range(30):
        cards = rng.sample(deck(1), 3)
        left = unseen(1, cards)
        odds, units = Odds(0, left), melds.UNITS[0]
        packed = melds.pack(cards, 0)
        if odds.points(packed) == sum(map(POINTS[0].__getitem__, cards)) or not odds.points(packed):
            continue
        out = 0
        for kind, count in enumerate(left):
            after = packed + units[kind]
            out += count * any(melds.fewest_packed(after - units[one]) == 0 for one in [*cards, kind])
        assert odds.next_draw(packed, odds.naturals(cards))[1] == pytest.approx(out / sum(left))


@pytest.mark.parametrize("players", [2, 3, 7, 8, 14])
def test_all_levels_play_a_match_to_its_end(players: int) -> None:
    names = simulate.seats_for(players, [*LADDER, "greedy"])
    options = {"rounds": 2, "turn_limit": 12, "tie_break": True}
    match = simulate.play("five_crowns", options, names, ("all", players))
    assert match.result.why == "finished"


def test_tie_break_rounds_are_played_by_those_who_tied() -> None:
    """Three of four seats: the one after the bot's is not in the round."""
    one = fresh("expert")
    one.saw(2, Take(from_="discard", card="Td"), 0.0)
    seen = view("4t 4h 4c Jd Js 8h Tc", "3t", dealt=6, players=4, tied=(0, 2, 3), tie_break=True)
    assert chosen(one, seen).card == "8h"


def test_the_levels_differ_by_their_dials_alone() -> None:
    assert set(LADDER) < set(BOTS["five_crowns"])
    for level in LADDER:
        kind = LEVELS[level]
        assert isinstance(kind, partial)
        assert kind.func is FiveCrownsBot
        assert kind.keywords == {"dials": getattr(five_crowns, level.upper())}
        assert msgspec.structs.asdict(kind.keywords["dials"])


def test_the_same_view_and_seed_give_the_same_decision() -> None:
    rules = game("five_crowns", {})
    assert rules.options == Options()
    seen = view("4t 4h 9c Jd Js 9h Kh", "3t", dealt=6)
    for level in LADDER:
        assert chosen(fresh(level, 4), seen) == chosen(fresh(level, 4), seen)
