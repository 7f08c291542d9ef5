"""CFR+ for a mini variant, and the exact value of a best response: all hands of a public node at once.

Reaches and values are arrays [node, hand]. How likely cards are together is only counted at the end of a round (
`Variant.deals`), so a reach is the product of a player's own choices, and the value of a hand is weighted by how likely
the other side and the cards are.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rumpus.research.mini_five_crowns.cards import SEATS, Hand, Variant
from rumpus.research.mini_five_crowns.tree import DRAW, PICK, TAKES, Nodes, Tree


class Policy(NamedTuple):
    """How likely each choice is: one array for each turn, and for each last turn.

    `takes` and `lasts` are [node, way to take, hand]; `discards` are [node, way it was taken, number in
    `Variant.discards`].
    """

    takes: list[Any]
    discards: list[Any]
    lasts: list[Any]


class Walk:
    """The tree with everything that does not depend on a policy."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.tree = variant, Tree(variant)
        choices = variant.discards
        self.owner = np.array([full for full, _, _ in choices])  # the full hand of each discard
        self.starts = np.flatnonzero(np.diff(self.owner, prepend=-1))
        shape = (TAKES, variant.kinds, len(variant.hands))  # out or not, kind, the hand that is left
        left = [variant.minus[full, kind] for full, kind, _ in choices]
        self.leads_to = np.ravel_multi_index(
            ([int(out) for _, _, out in choices], [kind for _, kind, _ in choices], left), shape
        )
        self.choice = np.full(np.prod(shape), -1)
        self.choice[self.leads_to] = np.arange(len(choices))
        self.choice = self.choice.reshape(shape)
        self._payoffs: dict[Hand, tuple[Any, Any]] = {}

    def start(self) -> Any:
        """The reach of either seat before the first turn."""
        return np.tile(self.variant.orders, (self.tree.turns[0].count, 1))

    def value(self, values: Any) -> float:
        """The value of the round from the values of all first hands."""
        return float(self.tree.weights @ (values @ self.variant.orders))

    def full_reach(self, nodes: Nodes, reach: Any, take: Any) -> Any:
        """[node, way, full hand] after a card was taken."""
        drawn, picked = _padded(reach * take[:, DRAW]), _padded(reach * take[:, PICK])
        minus = self.variant.minus
        found = np.zeros((nodes.count, TAKES, len(minus)))
        for kind in range(self.variant.kinds):
            found[:, DRAW] += drawn[:, minus[:, kind]]
        found[:, PICK] = np.take_along_axis(picked, _in_bounds(minus.T[nodes.top], picked), axis=1)
        return found

    def reach_after(self, full: Any, discard: Any) -> tuple[Any, Any]:
        """[next node, hand] of the mover after an ordinary discard, and after going out."""
        hands = _padded(full)[..., self.variant.plus.T]
        likely = _padded(discard)
        count = full.shape[0] * TAKES * self.variant.kinds
        plain, out = ((hands * likely[..., self.choice[way]]).reshape(count, -1) for way in range(2))
        return plain, out

    def take_values(self, nodes: Nodes, full: Any) -> Any:
        """[node, way, hand] from the values of full hands."""
        plus, padded = self.variant.plus, _padded(full)
        found = np.empty((nodes.count, TAKES, len(plus)))
        found[:, DRAW] = padded[:, DRAW][:, plus].sum(axis=2)
        found[:, PICK] = np.take_along_axis(padded[:, PICK], _in_bounds(plus.T[nodes.top], padded), axis=1)
        return found

    def discard_values(self, plain: Any, out: Any) -> Any:
        """[node, way, discard] from the values of the nodes that follow."""
        shape = (-1, TAKES, self.variant.kinds * len(self.variant.hands))
        return np.concatenate([plain.reshape(shape), out.reshape(shape)], axis=2)[..., self.leads_to]

    def payoffs(self, pile: Hand) -> tuple[Any, Any]:
        """[waiting hand, mover's hand] before a last turn: how likely they are, and what drawing wins the mover."""
        found = self._payoffs.get(pile)
        if found is None:
            found = self._payoffs[pile] = self._computed(pile)
        return found

    def _computed(self, pile: Hand) -> tuple[Any, Any]:
        variant = self.variant
        counts, points = variant.counts, variant.points
        if any(used > most for used, most in zip(pile, variant.stock, strict=True)):
            nothing = np.zeros((len(counts), len(counts)))
            return nothing, nothing
        likely = variant.deals(counts, pile)
        rest = variant.size - 2 * counts[0].sum() - sum(pile)
        draws = np.zeros_like(likely)
        least: Any = np.append(variant.least, 0.0)
        for kind, most in enumerate(variant.stock):
            left = most - pile[kind] - counts[:, None, kind] - counts[None, :, kind]
            draws += left * (points[:, None] - least[variant.plus[:, kind]][None, :])
        return likely, likely * draws / rest

    def last_values(self, nodes: Nodes, waiting: Any) -> Any:
        """[node, way, hand] of the mover in its last turn, against the reach of who waits."""
        found = np.empty((nodes.count, TAKES, waiting.shape[1]))
        picked, points = self._after_picking(nodes), self.variant.points
        for pile, numbers in nodes.by_pile.items():
            likely, draws = self.payoffs(pile)
            reach = waiting[numbers]
            found[numbers, DRAW] = reach @ draws
            found[numbers, PICK] = (reach * points) @ likely - picked[numbers] * (reach @ likely)
        return found

    def waiting_values(self, nodes: Nodes, mover: Any, take: Any) -> Any:
        """[node, hand] of who waits for the last turn of the other."""
        found = np.empty_like(mover)
        drawn, kept, points = mover * take[:, DRAW], mover * take[:, PICK], self.variant.points
        paid = kept * self._after_picking(nodes)
        for pile, numbers in nodes.by_pile.items():
            likely, draws = self.payoffs(pile)
            won = points * (kept[numbers] @ likely.T) - paid[numbers] @ likely.T + drawn[numbers] @ draws.T
            found[numbers] = -won
        return found

    def _after_picking(self, nodes: Nodes) -> Any:
        """[node, hand]: the points left after taking the face-up card and the best discard."""
        return np.append(self.variant.least, 0.0)[self.variant.plus.T[nodes.top]]


class Reaches(NamedTuple):
    """How the choices of a seat lead to each node: at the beginning of turns, with a full hand, and in last turns."""

    turns: list[Any]
    full: list[Any]
    lasts: list[Any]


def reaches(walk: Walk, policy: Policy, seat: int) -> Reaches:
    """The reach of one seat everywhere."""
    found = Reaches([], [], [])
    reach = walk.start()
    for number, nodes in enumerate(walk.tree.turns):
        found.turns.append(reach)
        if nodes.mover == seat:
            full = walk.full_reach(nodes, reach, policy.takes[number])
            plain, out = walk.reach_after(full, policy.discards[number])
        else:
            full = None
            plain = out = np.repeat(reach, TAKES * walk.variant.kinds, axis=0)
        found.full.append(full)
        last = number == len(walk.tree.turns) - 1
        found.lasts.append(np.concatenate([plain, out]) if last else out)
        reach = plain
    return found


class Values(NamedTuple):
    """What every choice of a seat is worth to it; None where the other seat moves."""

    takes: list[Any]
    discards: list[Any]
    lasts: list[Any]
    first: Any  # [node, hand] before the first turn


def values(walk: Walk, policy: Policy, seat: int, others: Reaches, *, best: bool = False) -> Values:
    """The values of a seat's choices against the reach of the other, if it goes on by its policy, or as best it can."""
    turns = len(walk.tree.turns)
    found = Values([None] * turns, [None] * turns, [None] * turns, None)
    plain: Any = None
    for number in range(turns - 1, -1, -1):
        lasts = walk.tree.lasts[number]
        if lasts.mover == seat:
            options = found.lasts[number] = walk.last_values(lasts, others.lasts[number])
            ends = options.max(axis=1) if best else (options * policy.lasts[number]).sum(axis=1)
        else:
            ends = walk.waiting_values(lasts, others.lasts[number], policy.lasts[number])
        plain, out = np.split(ends, 2) if number == turns - 1 else (plain, ends)
        nodes = walk.tree.turns[number]
        if nodes.mover != seat:
            plain = (plain + out).reshape(nodes.count, TAKES * walk.variant.kinds, -1).sum(axis=1)
            continue
        options = found.discards[number] = walk.discard_values(plain, out)
        full = _best(walk, options) if best else np.add.reduceat(options * policy.discards[number], walk.starts, axis=2)
        options = found.takes[number] = walk.take_values(nodes, full)
        plain = options.max(axis=1) if best else (options * policy.takes[number]).sum(axis=1)
    return found._replace(first=plain)


def _best(walk: Walk, options: Any) -> Any:
    return np.maximum.reduceat(options, walk.starts, axis=2)


def exploitability(walk: Walk, policy: Policy) -> float:
    """How many points a round a best response wins from this policy, on average over the two seats (NashConv / 2)."""
    total = 0.0
    for seat in range(SEATS):
        others = reaches(walk, policy, 1 - seat)
        total += walk.value(values(walk, policy, seat, others, best=True).first)
    return total / SEATS


def worth(walk: Walk, policies: tuple[Policy, Policy]) -> float:
    """The points a round that the first seat wins with the first policy against the second."""
    mixed = _seated(walk, policies)
    return walk.value(values(walk, mixed, 0, reaches(walk, mixed, 1)).first)


def _seated(walk: Walk, policies: tuple[Policy, Policy]) -> Policy:
    """One policy of what each seat does by its own."""
    turns, lasts = walk.tree.turns, walk.tree.lasts
    return Policy(
        [policies[nodes.mover].takes[number] for number, nodes in enumerate(turns)],
        [policies[nodes.mover].discards[number] for number, nodes in enumerate(turns)],
        [policies[nodes.mover].lasts[number] for number, nodes in enumerate(lasts)],
    )


class Solver:
    """CFR+ (Tammelin 2014): the seats in turn, regrets never below zero, later policies counting for more."""

    def __init__(self, variant: Variant | None = None) -> None:
        self.walk = walk = Walk(variant or Variant())
        hands, discards = len(walk.variant.hands), len(walk.variant.discards)
        sizes = [nodes.count for nodes in walk.tree.turns], [nodes.count for nodes in walk.tree.lasts]
        self.iterations = 0
        self.regrets, self.sums = (
            Policy(
                [np.zeros((count, TAKES, hands)) for count in sizes[0]],
                [np.zeros((count, TAKES, discards)) for count in sizes[0]],
                [np.zeros((count, TAKES, hands)) for count in sizes[1]],
            )
            for _ in range(2)
        )

    def run(self, iterations: int) -> None:
        """So many more iterations."""
        for _ in range(iterations):
            self.iterations += 1
            for seat in range(SEATS):
                self._learn(seat)

    def current(self) -> Policy:
        """What the regrets say now."""
        return self._matched(self.regrets)

    def average(self) -> Policy:
        """The policy that comes close to an equilibrium."""
        return self._matched(self.sums)

    def _matched(self, weights: Policy) -> Policy:
        """Choices as likely as their weights; all equally where there are none."""
        return Policy(
            [_shares(array) for array in weights.takes],
            [self._discard_shares(array) for array in weights.discards],
            [_shares(array) for array in weights.lasts],
        )

    def _discard_shares(self, weights: Any) -> Any:
        walk = self.walk
        total = np.add.reduceat(weights, walk.starts, axis=2)
        some = total > 0
        sizes = np.diff(walk.starts, append=len(walk.owner))
        shares = np.divide(1.0, total, out=np.zeros_like(total), where=some)
        even = np.where(some, 0.0, 1.0 / sizes)
        return weights * shares[..., walk.owner] + even[..., walk.owner]

    def _learn(self, seat: int) -> None:
        policy, walk = self.current(), self.walk
        mine, others = reaches(walk, policy, seat), reaches(walk, policy, 1 - seat)
        found = values(walk, policy, seat, others)
        for number, nodes in enumerate(walk.tree.turns):
            if nodes.mover == seat:
                self._add("takes", number, found, policy, mine.turns[number][:, None])
                self._add("discards", number, found, policy, mine.full[number][..., walk.owner])
        for number, nodes in enumerate(walk.tree.lasts):
            if nodes.mover == seat:
                self._add("lasts", number, found, policy, mine.lasts[number][:, None])

    def _add(self, part: str, number: int, found: Values, policy: Policy, reach: Any) -> None:
        """Add regrets, and the policy weighted by the seat's own reach."""
        options, likely = getattr(found, part)[number], getattr(policy, part)[number]
        expected = options * likely
        if part == "discards":
            expected = np.add.reduceat(expected, self.walk.starts, axis=2)[..., self.walk.owner]
        else:
            expected = expected.sum(axis=1, keepdims=True)
        regrets = getattr(self.regrets, part)[number]
        np.maximum(regrets + options - expected, 0.0, out=regrets)
        sums = getattr(self.sums, part)[number]
        sums += self.iterations * reach * likely


def _shares(weights: Any) -> Any:
    total = weights.sum(axis=1, keepdims=True)
    return np.divide(weights, total, out=np.full_like(weights, 1.0 / TAKES), where=total > 0)


def _padded(array: Any) -> Any:
    """With a zero at the end of the last axis, where -1 points."""
    return np.concatenate([array, np.zeros((*array.shape[:-1], 1))], axis=-1)


def _in_bounds(places: Any, padded: Any) -> Any:
    """Places for `take_along_axis`, which takes no -1."""
    return np.where(places < 0, padded.shape[-1] - 1, places)
