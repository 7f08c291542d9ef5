"""The mini variant is the real round with fewer cards, its solver agrees with plain walks, and it converges."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as spiel_policies
from open_spiel.python.algorithms import exploitability as spiel

from rumpus import games
from rumpus.contract import Malformed
from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.actions import DISCARDS, OUTS, TAKES, Deal
from rumpus.games.five_crowns.cards import TEXT, deck, texts
from rumpus.research.mini_five_crowns import MINI, Solver, Variant, exploitability, greedy, openspiel, uniform
from rumpus.research.mini_five_crowns.round import CHANCE, OVER, Round
from rumpus.research.mini_five_crowns.solver import Policy, Walk, worth

TINY = ["3t", *["4t"] * 3, *["8t"] * 6]  # three kinds, one wild card
History = tuple[float, Round]


# The mini variant beside the real rules


def real_round(cards: list[str]) -> Any:
    """The real round in which these cards come first: hands one by one, the face-up card, then the draw pile."""
    rules = games.game("five_crowns", {"rounds": 1, "turn_limit": 2, "first_dealer": 1})
    rest = list(texts(deck(1)))
    for card in cards:
        rest.remove(card)
    state = rules.new(2)
    hands = (tuple(cards[0:6:2]), tuple(cards[1:6:2]))
    state.apply(None, Deal(round=1, dealer=1, wild="3", hands=hands, discard=cards[6], draw=(*cards[7:], *rest)))
    return state


def kind_of(variant: Variant, card: str) -> int:
    return variant.names.index("3t" if card[0] == "3" else card)


def legal_kinds(variant: Variant, state: Any) -> set[int]:
    """The legal actions of the real rules, as numbers of the mini variant."""
    found = set()
    for action in state.legal(state.turn):
        if action in TAKES:
            found.add(TAKES.index(action))
        else:
            found.add(2 + kind_of(variant, action.card) + variant.kinds * action.out)
    return found


def real_action(variant: Variant, state: Any, action: int) -> Any:
    """An action of the mini variant in the real rules."""
    if action < 2:
        return TAKES[action]
    out, kind = divmod(action - 2, variant.kinds)
    card = next(card for card in state.hands[state.turn] if kind_of(variant, TEXT[card]) == kind)
    return (OUTS if out else DISCARDS)[card]


def follow(variant: Variant, rng: Random) -> tuple[float, float]:
    """Play a round at random in both; gives what the first seat won by each."""
    cards = rng.sample(MINI, len(MINI))
    state, played, coming = real_round(cards), Round(variant), iter(cards)
    while (seat := played.to_act()) != OVER:
        if seat == CHANCE:
            played.deal(kind_of(variant, next(coming)))
            continue
        assert set(played.legal()) == legal_kinds(variant, state)
        action = rng.choice(played.legal())
        state.apply(seat, real_action(variant, state, action))
        played.act(action)
    kept = melds.best_discard(state.hands[state.turn], 0)[1]
    state.apply(state.turn, DISCARDS[kept])  # the last discard, which the mini variant makes by itself
    assert state.outcome() is not None
    own, other = state.totals
    return float(other - own), played.won()


def test_a_mini_round_is_a_real_round() -> None:
    variant, rng = Variant(), Random(7)
    for _ in range(300):
        real, mini = follow(variant, rng)
        assert real == mini


def test_a_planted_fault_of_the_rules_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    variant, rng = Variant(), Random(7)
    monkeypatch.setattr(Round, "_melds", lambda self, full, kind: kind == 0)
    with pytest.raises(AssertionError):
        assert all(real == mini for real, mini in (follow(variant, rng) for _ in range(300)))


# The solver beside walks that know nothing of public nodes


def deals(variant: Variant) -> list[History]:
    """All deals; those that differ only in the order of the cards are one."""
    found = [(1.0, Round(variant))]
    for _ in range(7):
        merged: dict[Any, History] = {}
        for likely, played in found:
            for kind, chance in played.chances().items():
                after = played.copy()
                after.deal(kind)
                key = (*map(tuple, after.hands), *after.pile)
                before = merged.get(key, (0.0, after))
                merged[key] = (before[0] + likely * chance, before[1])
        found = list(merged.values())
    for _, played in found:
        played.known[0].insert(0, str(played.hands[0]))
        played.known[1].insert(0, str(played.hands[1]))
        for seen in played.known:
            seen[1:] = [text for text in seen[1:] if not text.startswith("dealt")]
    return found


def best_value(histories: list[History], seat: int, policy: Policy) -> float:
    """What a best response of a seat wins: it chooses once for all histories that look alike to it."""
    alike: defaultdict[str, list[History]] = defaultdict(list)
    total, open_ones = 0.0, histories[:]
    while open_ones:
        likely, played = open_ones.pop()
        actor = played.to_act()
        if actor == OVER:
            total += likely * played.won() * (1 if seat == 0 else -1)
        elif actor == seat:
            alike["; ".join(played.known[seat])].append((likely, played))
        else:
            outcomes = played.chances() if actor == CHANCE else played.likely(policy)
            for outcome, chance in outcomes.items():
                if chance:
                    open_ones.append((likely * chance, done(played, outcome)))
    for group in alike.values():
        options = [
            best_value([(likely, done(played, action)) for likely, played in group], seat, policy)
            for action in group[0][1].legal()
        ]
        total += max(options)
    return total


def done(played: Round, outcome: int) -> Round:
    after = played.copy()
    if played.to_act() == CHANCE:
        after.deal(outcome)
    else:
        after.act(outcome)
    return after


def brute_force(variant: Variant, policy: Policy) -> float:
    start = deals(variant)
    return sum(best_value(start, seat, policy) for seat in range(2)) / 2


@pytest.mark.parametrize("turns", [2, 3])
def test_exploitability_is_that_of_a_plain_walk(turns: int) -> None:
    variant = Variant(TINY, turns)
    solver = Solver(variant)
    solver.run(3)
    policy = solver.average()
    assert exploitability(solver.walk, policy) == pytest.approx(brute_force(variant, policy), abs=1e-9)


def test_a_planted_fault_of_the_solver_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws that forget what the other seat holds."""
    variant = Variant(TINY, 2)
    walk = Walk(variant)
    computed = walk._computed

    def forgetful(pile: Any) -> Any:
        likely, _ = computed(pile)
        least: Any = np.append(variant.least, 0.0)
        left = np.array(variant.stock) - np.array(pile) - variant.counts
        drawn = (left * least[variant.plus]).sum(axis=1) / left.sum(axis=1)
        return likely, likely * (variant.points[:, None] - drawn)

    monkeypatch.setattr(walk, "_computed", forgetful)
    policy = greedy(walk)
    assert abs(exploitability(walk, policy) - brute_force(variant, policy)) > 1e-4


def test_suits_may_be_renamed() -> None:
    cards = [rank + suit for suit in "th" for rank in "3456"] * 2
    few, all_tops = Variant(cards, 2), Variant(cards, 2)
    all_tops.tops = dict.fromkeys(range(all_tops.kinds), 1)
    assert len(few.tops) < len(all_tops.tops)
    found = []
    for variant in (few, all_tops):
        solver = Solver(variant)
        solver.run(5)
        average = solver.average()
        found.append((exploitability(solver.walk, average), worth(solver.walk, (average, uniform(solver.walk)))))
    assert found[0] == pytest.approx(found[1], abs=1e-9)


class Solved(spiel_policies.Policy):  # type: ignore[misc]  # OpenSpiel has no types here
    """A policy of ours for OpenSpiel."""

    def __init__(self, game: Any, policy: Policy) -> None:
        super().__init__(game, [0, 1])
        self.policy = policy

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        return state.round.likely(self.policy)  # type: ignore[no-any-return]


def test_exploitability_is_that_of_openspiel() -> None:
    game = pyspiel.load_game(openspiel.NAME, {"cards": " ".join(TINY[:9]), "turns": 2})
    walk = Walk(game.variant)
    policy = greedy(walk)
    assert exploitability(walk, policy) == pytest.approx(spiel.exploitability(game, Solved(game, policy)), abs=1e-9)


def test_openspiel_plays_it_at_random() -> None:
    game = pyspiel.load_game(openspiel.NAME)
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)


# CFR+


def test_the_exploitability_falls_towards_zero() -> None:
    solver = Solver(Variant(TINY, 3))
    left = []
    for _ in range(4):
        solver.run(15)
        left.append(exploitability(solver.walk, solver.average()))
    assert sorted(left, reverse=True) == left
    assert left[-1] < 0.01 < left[0] + 0.01
    assert left[-1] < exploitability(solver.walk, greedy(solver.walk)) / 50


def test_a_solver_that_prefers_what_it_regrets_least_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    add = Solver._add

    def backwards(self: Any, part: str, number: int, found: Any, policy: Any, reach: Any) -> None:
        options = list(getattr(found, part))
        options[number] = -options[number]
        add(self, part, number, found._replace(**{part: options}), policy, reach)

    monkeypatch.setattr(Solver, "_add", backwards)
    solver = Solver(Variant(TINY, 3))
    solver.run(15)
    assert exploitability(solver.walk, solver.average()) > 1.0


def test_no_policy_wins_from_the_solved_one_more_than_its_exploitability() -> None:
    solver = Solver(Variant(TINY, 3))
    solver.run(40)
    walk, average = solver.walk, solver.average()
    most = 2 * exploitability(walk, average) + 1e-9
    for policy in (uniform(walk), greedy(walk)):
        assert worth(walk, (policy, average)) - worth(walk, (average, average)) <= most


def test_a_policy_is_shares_that_add_up_to_one() -> None:
    solver = Solver(Variant(TINY, 3))
    solver.run(2)
    walk = solver.walk
    for policy in (solver.current(), solver.average(), uniform(walk), greedy(walk)):
        for table in (*policy.takes, *policy.lasts):
            assert np.allclose(table.sum(axis=1), 1.0)
        for table in policy.discards:
            assert np.allclose(np.add.reduceat(table, walk.starts, axis=2), 1.0)


@pytest.mark.parametrize(
    ("cards", "turns", "sentence"),
    [
        (MINI, 5, "turns is a number from 2 to 4"),
        (MINI, True, "turns is a number"),
        (TINY, 4, "need at least 11 cards"),
        (["**"] * 20, 2, "without jokers"),
        (["4x"] * 20, 2, "cards such as 4h"),
        ([*texts(deck(1)[:40])], 2, "at most 12 kinds"),
    ],
)
def test_wrong_variants_are_refused_in_a_sentence(cards: Any, turns: int, sentence: str) -> None:
    with pytest.raises(Malformed, match=sentence):
        Variant(cards, turns)
