"""The exact meld solver against independent vectors, a plain exhaustive reference, and itself compiled."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rumpus.contract import Illegal
from rumpus.games.five_crowns import kernel, lay_down, melds
from rumpus.games.five_crowns.cards import JOKER, POINTS, RANKS, SET, TEXT, deck, kind, texts
from rumpus.games.five_crowns.game import FiveCrowns
from tests.solver import reference_melds

VECTORS = Path(__file__).parents[1] / "golden" / "vectors" / "five_crowns_melds.jsonl"
NATURALS = {wild: [card for card in SET if not melds.is_wild(card, wild)] for wild in range(len(RANKS))}


def kinds(cards: str) -> list[int]:
    return [kind(card) for card in cards.split()]


def check_arrangement(hand: list[int], wild: int) -> int:
    """The points of a hand, after showing that the arrangement is one and reaches them."""
    found = lay_down.arrange(hand, wild)
    assert all(lay_down.is_meld(meld, wild) for meld in found.melds)
    assert Counter(hand) == Counter([*found.unused, *(card for meld in found.melds for card in meld)])
    assert found.points == sum(POINTS[wild][card] for card in found.unused) == melds.fewest(hand, wild)
    return found.points


@pytest.mark.rule("FC-10", "FC-11", "FC-12", "FC-16", "FC-17")
@pytest.mark.parametrize("line", VECTORS.read_text().splitlines())
def test_the_solver_equals_the_vector(line: str) -> None:
    vector = json.loads(line)
    hand, wild = kinds(vector["cards"]), vector["wild"] - 3
    if "points" in vector:
        assert vector["points"] == check_arrangement(hand, wild)
    else:
        points, discard = melds.best_discard(hand, wild)
        assert vector["points_after_best_discard"] == points
        hand.remove(discard)
        assert points == check_arrangement(hand, wild)


def check_against_reference(hand: list[int], wild: int) -> None:
    text = list(texts(hand))
    assert reference_melds.fewest(text, RANKS[wild]) == check_arrangement(hand, wild), (text, RANKS[wild])


def crowded(rng: Random, size: int, sets: int) -> list[int]:
    """A hand from few suits or few ranks, where many melds overlap."""
    cards = list(deck(sets))
    choice = rng.randrange(4)
    if choice == 0:
        suits = rng.sample(range(5), 2)
        cards = [card for card in cards if card == JOKER or card // len(RANKS) in suits]
    elif choice == 1:
        ranks = rng.sample(range(len(RANKS)), 3)
        cards = [card for card in cards if card == JOKER or card % len(RANKS) in ranks]
    elif choice == 2:
        low = rng.randrange(7)
        cards = [card for card in cards if card == JOKER or low <= card % len(RANKS) < low + 5]
    return rng.sample(cards, size)


@pytest.mark.parametrize("seed", range(16))
def test_the_solver_equals_the_reference_on_hands_to_9_cards(seed: int) -> None:
    """Sixteen times 150 hands, dealt and crowded, one set and two."""
    rng = Random(seed)
    for _ in range(150):
        size, sets = rng.randint(1, 9), rng.choice((1, 2))
        wild = rng.randrange(len(RANKS)) if rng.random() < 0.5 else max(0, size - 3)
        check_against_reference(crowded(rng, size, sets), wild)


@pytest.mark.parametrize("seed", range(10))
def test_the_solver_equals_the_reference_on_hands_to_13_cards(seed: int) -> None:
    """Ten times 30 hands of 10 to 13 cards."""
    rng = Random(100 + seed)
    for _ in range(30):
        check_against_reference(crowded(rng, rng.randint(10, 13), rng.choice((1, 2))), rng.randrange(len(RANKS)))


@pytest.mark.parametrize("seed", range(5))
def test_the_solver_equals_the_reference_on_hands_full_of_wilds(seed: int) -> None:
    """Five times six hands of 8 to 12 cards with four wilds or more."""
    rng = Random(200 + seed)
    for _ in range(6):
        wild, size = rng.randrange(len(RANKS)), rng.randint(8, 12)
        wilds = [card for card in deck(2) if melds.is_wild(card, wild)]
        count = rng.randint(4, size - 2)
        hand = rng.sample(wilds, count) + rng.sample(NATURALS[wild] * 2, size - count)
        check_against_reference(hand, wild)


@pytest.mark.parametrize("seed", range(6))
def test_the_best_discard_equals_the_reference(seed: int) -> None:
    rng = Random(300 + seed)
    for _ in range(50):
        hand, wild = crowded(rng, rng.randint(4, 9), rng.choice((1, 2))), rng.randrange(len(RANKS))
        points, discard = melds.best_discard(hand, wild)
        assert reference_melds.fewest_after_discard(list(texts(hand)), RANKS[wild]) == points
        rest = hand[:]
        rest.remove(discard)
        assert points == melds.fewest(rest, wild)


@pytest.mark.parametrize("seed", range(6))
def test_ways_out_are_exactly_the_discards_that_leave_nothing(seed: int) -> None:
    """The cheap look before the exact test never rejects a hand that can go out."""
    rng = Random(400 + seed)
    out = 0
    for _ in range(400):
        dealt = rng.randint(3, 13)
        wild, sets = dealt - 3, rng.choice((1, 2))
        hand = crowded(rng, dealt + 1, sets) if rng.random() < 0.7 else rng.sample(SET, dealt + 1)
        exact = [
            card
            for place, card in enumerate(sorted(hand))
            if card not in sorted(hand)[:place] and not melds.fewest(_without(hand, card), wild)
        ]
        assert exact == melds.ways_out(hand, melds.pack(hand, wild), wild)
        out += bool(exact)
    assert out > 40


def test_a_packed_hand_tells_whether_a_card_is_there_twice() -> None:
    """Wilds of two suits are not alike; jokers are."""
    rng = Random(13)
    for _ in range(1000):
        hand, wild = crowded(rng, rng.randint(1, 14), rng.choice((1, 2))), rng.randrange(len(RANKS))
        assert bool(melds.pack(hand, wild) & melds.REPEATS) == (len(set(hand)) < len(hand))


def test_a_question_with_a_limit_gets_the_same_answer_up_to_it() -> None:
    rng = Random(14)
    for _ in range(500):
        packed = melds.pack(rng.sample(SET, rng.randint(3, 14)), rng.randrange(len(RANKS)))
        s0, s1, s2, s3, s4, wilds = (packed >> word & melds.SUIT_MASK for word in melds.WORDS)
        hand = (s0, s1, s2, s3, s4, wilds & melds.WILD_MASK, *melds.plain.arrays)
        least, most = kernel.uncovered(*hand), rng.randrange(30)
        assert min(least, most + 1) == kernel.uncovered_up_to(most, *hand)


def _look(packed: int, discards: int) -> bool:
    """The kernel's cheap look at a packed hand."""
    s0, s1, s2, s3, s4 = (packed >> suit * melds.SUIT_STRIDE & melds.SUIT_MASK for suit in range(melds.SUITS))
    return kernel.may_lay_down(s0, s1, s2, s3, s4, packed >> melds.WILD_SHIFT & melds.WILD_MASK, discards)


def test_the_cheap_look_of_the_kernel_is_that_of_packed_hands() -> None:
    rng = Random(7)
    for _ in range(2000):
        packed = melds.pack(crowded(rng, rng.randint(3, 14), rng.choice((1, 2))), rng.randrange(len(RANKS)))
        assert _look(packed, 1) == melds.may_go_out(packed)


def _wrongly_rejected(hands: int) -> int:
    """How many hands that can be laid down whole the cheap look without a discard rejects."""
    rng, wrong, whole = Random(8), 0, 0
    for _ in range(hands):
        packed = melds.pack(crowded(rng, rng.randint(3, 9), 2), rng.randrange(len(RANKS)))
        if not melds.fewest_packed(packed):
            whole += 1
            wrong += not _look(packed, 0)
    assert whole > hands / 40
    return wrong


def test_no_hand_that_can_be_laid_down_whole_is_rejected() -> None:
    assert 0 == _wrongly_rejected(2000)


def test_a_look_that_rejects_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    look = kernel.may_lay_down

    def harsh(s0: int, s1: int, s2: int, s3: int, s4: int, wilds: int, discards: int) -> bool:
        return look(s0, s1, s2, s3, s4, wilds - 1, discards)

    monkeypatch.setattr(kernel, "may_lay_down", harsh)
    assert _wrongly_rejected(300)


def _short_hands_with_wrong_ways_out(hands: int) -> int:
    """How many short hands, which have an exact test of their own, `ways_out` gets wrong."""
    rng, wrong = Random(6), 0
    for _ in range(hands):
        size, wild = rng.randint(melds.MEAGRE, melds.SHORT), rng.randrange(len(RANKS))
        hand = crowded(rng, size, rng.choice((1, 2)))
        exact = [card for card in sorted(set(hand)) if not melds.fewest(_without(hand, card), wild)]
        wrong += exact != melds.ways_out(hand, melds.pack(hand, wild), wild)
    return wrong


@pytest.mark.rule("FC-14")
def test_ways_out_of_short_hands_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(melds, "solver", melds.plain)  # the compiled one has no test of its own for them
    assert 0 == _short_hands_with_wrong_ways_out(3000)


def test_a_wrong_test_of_short_hands_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(melds, "solver", melds.plain)
    exact = melds._join_up
    monkeypatch.setattr(melds, "_join_up", lambda naturals, size: exact(naturals, size + 1))
    assert _short_hands_with_wrong_ways_out(300)


def _without(hand: list[int], card: int) -> list[int]:
    rest = hand[:]
    rest.remove(card)
    return rest


def test_the_quick_check_rejects_most_hands_that_cannot_go_out() -> None:
    rng = Random(5)
    hands = [(rng.sample(SET, dealt + 1), dealt - 3) for dealt in range(3, 14) for _ in range(60)]
    stuck = [melds.pack(hand, wild) for hand, wild in hands if not melds.ways_out(hand, melds.pack(hand, wild), wild)]
    rejected = sum(not melds.may_go_out(packed) for packed in stuck)
    assert rejected > 0.8 * len(stuck)


@given(st.lists(st.sampled_from(range(JOKER + 1)), min_size=1, max_size=14), st.integers(0, 10), st.data())
def test_one_card_more_changes_the_points_by_at_most_its_own_points(
    hand: list[int], wild: int, data: st.DataObject
) -> None:
    """Adding a natural card costs at most its points; adding a wild to a hand with a meld never costs anything."""
    hand = [card for card, count in Counter(hand).items() for _ in range(min(count, 4))]
    card = data.draw(st.sampled_from(hand))
    rest = _without(hand, card)
    assert melds.fewest(hand, wild) <= melds.fewest(rest, wild) + POINTS[wild][card]
    if lay_down.arrange(rest, wild).melds and melds.is_wild(card, wild):
        assert melds.fewest(hand, wild) <= melds.fewest(rest, wild)


@given(st.lists(st.sampled_from(range(JOKER + 1)), min_size=3, max_size=14), st.integers(0, 10))
@pytest.mark.rule("FC-12")
def test_with_two_or_more_wilds_no_wild_stays_unmelded(hand: list[int], wild: int) -> None:
    hand = [card for card, count in Counter(hand).items() for _ in range(min(count, 4))]
    if len(hand) >= 3 and sum(melds.is_wild(card, wild) for card in hand) >= 2:
        assert not any(melds.is_wild(card, wild) for card in lay_down.arrange(hand, wild).unused)


@pytest.mark.rule("FC-11", "FC-12")
def test_spare_wilds_find_a_place_where_every_run_is_full() -> None:
    """An eleven-card run is parted in two, so that a twelfth and thirteenth card still belong somewhere."""
    hand = kinds("3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kc ** **")
    found = lay_down.arrange(hand, RANKS.index("K"))
    assert found.points == 0
    assert found.unused == ()
    assert all(lay_down.is_meld(meld, RANKS.index("K")) for meld in found.melds)


@pytest.mark.rule("FC-12")
def test_wilds_alone_are_a_book() -> None:
    found = lay_down.arrange(kinds("** ** 5h 5d"), RANKS.index("5"))
    assert (0, 1) == (found.points, len(found.melds))


@pytest.mark.parametrize("cards", ["**", "** 5h", "5h"])
def test_one_or_two_wilds_alone_stay_unmelded(cards: str) -> None:
    hand = kinds(cards)
    assert sum(POINTS[2][card] for card in hand) == check_arrangement(hand, 2)


@pytest.mark.rule("FC-11")
def test_a_run_at_the_king_is_filled_from_below() -> None:
    found = lay_down.arrange(kinds("Qh Kh **"), 0)
    assert (texts(found.melds[0]), found.points) == (("**", "Qh", "Kh"), 0)


def test_where_nothing_melds_the_highest_card_is_discarded() -> None:
    assert (7 + 8 + 11, JOKER) == melds.best_discard(kinds("7t 8c Jh **"), 0)


def test_of_equal_discards_a_wild_is_not_chosen() -> None:
    points, discard = melds.best_discard(kinds("** ** ** Kt"), 0)
    assert (0, "Kt") == (points, TEXT[discard])


@pytest.mark.rule("FC-16")
@pytest.mark.parametrize(
    ("laid", "clause", "reason"),
    [
        ("7h 8h", "FC-10", "fc-meld-three"),
        ("7h 8h Jh", "FC-11", "fc-no-meld"),
        ("7h 7h 8h", "FC-11", "fc-no-meld"),
        ("7h 8c 9h", "FC-11", "fc-no-meld"),
        ("7h 8h 9h Th", "FC-16", "fc-meld-not-in-hand"),
    ],
)
def test_an_invalid_lay_down_is_refused(laid: str, clause: str, reason: str) -> None:
    with pytest.raises(Illegal) as refused:
        lay_down.check([kinds(laid)], kinds("7h 7h 8h 8c 9h Jh **"), 0)
    assert (clause, reason) == (refused.value.clause, refused.value.reason)


@pytest.mark.rule("FC-16")
def test_a_lay_down_that_a_player_arranged_says_what_stays() -> None:
    assert kinds("Kd") == lay_down.check([kinds("7h 8h 9h"), kinds("4c ** 4d")], kinds("7h 8h 9h 4c 4d ** Kd"), 0)


def test_results_are_the_same_after_the_table_of_rows_is_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full table is emptied between two hands, never within one."""
    monkeypatch.setattr(melds, "solver", melds.plain)
    rng = Random(9)
    hands = [rng.sample(SET, 13) for _ in range(60)]
    expected = [melds.fewest(hand, 10) for hand in hands]
    monkeypatch.setattr(kernel, "FULL", 50)
    assert expected == [melds.fewest(hand, 10) for hand in hands]
    monkeypatch.setattr(kernel, "SLOTS", 1 << 12)
    monkeypatch.setattr(melds, "solver", melds.Solver(kernel))
    monkeypatch.setattr(kernel, "FULL", 1 << 11)
    assert expected == [melds.fewest(hand, 10) for hand in hands]


def test_no_hand_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands of wilds, of two suits, of three ranks: the search stays small (about 9 nodes for a random hand)."""
    rng, nodes = Random(11), [0]
    true_enter = kernel.enter

    def count(*arguments: int) -> None:
        nodes[0] += 1
        true_enter(*arguments)  # type: ignore[arg-type]  # passed through as they came

    monkeypatch.setattr(melds, "solver", melds.plain)
    monkeypatch.setattr(kernel, "enter", count)
    most = 0
    for _ in range(1500):
        nodes[0] = 0
        melds.fewest(crowded(rng, 14, rng.choice((1, 2))), rng.randrange(len(RANKS)))
        most = max(most, nodes[0])
    assert most < 3000


COMPARE = """
import json, sys
from rumpus.games.five_crowns import lay_down, melds
hands = json.load(sys.stdin)
plain = [(melds.fewest(h, w), lay_down.arrange(h, w), melds.best_discard(h, w)) for h, w in hands]
many = melds.fewest_many(*zip(*hands))
assert melds.compile_kernel() and melds.compile_kernel()
assert melds.solver is not melds.plain
compiled = [(melds.fewest(h, w), lay_down.arrange(h, w), melds.best_discard(h, w)) for h, w in hands]
assert plain == compiled
assert melds.fewest_many(*zip(*hands)) == many == [least for least, _, _ in plain]
print(len(compiled))
"""


def test_the_compiled_kernel_gives_the_same_results() -> None:
    """Points, melds and discards, in a process of its own."""
    rng = Random(12)
    hands = [(crowded(rng, rng.randint(3, 14), rng.choice((1, 2))), rng.randrange(len(RANKS))) for _ in range(400)]
    done = subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", COMPARE], input=json.dumps(hands), capture_output=True, text=True, check=False
    )
    assert ("400\n", "") == (done.stdout, done.stderr)


def test_the_compiled_kernel_takes_the_place_of_the_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(melds, "solver", melds.plain)
    assert melds.compile_kernel()
    compiled = melds.solver
    assert compiled is not melds.plain
    assert melds.compile_kernel()
    assert FiveCrowns.compile()
    assert compiled is melds.solver
    assert 0 == check_arrangement(kinds("7h 8h 9h ** Kd Kt"), 0)


def test_without_the_extra_the_plain_kernel_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(melds, "solver", melds.plain)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert not melds.compile_kernel()
    assert not FiveCrowns.compile()
    assert melds.solver is melds.plain
