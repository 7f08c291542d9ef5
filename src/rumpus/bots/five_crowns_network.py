"""The master of Five Crowns without Numba: two small networks that learned from self-play value a hand.

One network values a hand after a discard, the other a hand that is about to draw: the points by which the seat will
lose the round to the mean of the others. `bench/train_five_crowns.py` made the weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from random import Random

import msgspec

from rumpus.bots.five_crowns import Dials, FiveCrownsBot, Ranked
from rumpus.bots.five_crowns_odds import ONE_WILD, Odds
from rumpus.contract import Options
from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.cards import JOKER, meet
from rumpus.games.five_crowns.view import View

LEAK = 0.01  # the slope of a neuron that is off
MOST_TURNS = 20  # later turns count as this one
INPUTS = 18
WEIGHS = Dials(pause_s=1.5, hope=0.5, weighs=4, remembers=True)
FAR_BEHIND = 9.0  # points; a discard this much worse than the best in the quick estimate is not examined further


class Layer(msgspec.Struct, frozen=True):
    """The weights of a layer, neuron by neuron, and what each adds."""

    weights: tuple[tuple[float, ...], ...]
    bias: tuple[float, ...]

    def __call__(self, inputs: Sequence[float]) -> list[float]:
        """The sums of all neurons."""
        return [add + sum(map(float.__mul__, row, inputs)) for row, add in zip(self.weights, self.bias, strict=True)]


class Network(msgspec.Struct, frozen=True):
    """Layers one after the other; all neurons but the last are leaky rectifiers."""

    layers: tuple[Layer, ...]

    def __call__(self, inputs: Sequence[float]) -> float:
        """The value, in points."""
        for layer in self.layers[:-1]:
            inputs = [total if total > 0 else LEAK * total for total in layer(inputs)]
        return self.layers[-1](inputs)[0]


class Weights(msgspec.Struct, frozen=True):
    """What was learned."""

    after: Network  # of a hand after its discard
    draw: Network  # of a hand that is about to draw


@cache
def learned() -> Weights:
    """The weights of the package."""
    return msgspec.json.decode((files(__package__) / "five_crowns_network.json").read_bytes(), type=Weights)


class Situation(msgspec.Struct, frozen=True):
    """What the value of a hand depends on besides its cards."""

    dealt: int
    turn: int  # whole turns of the seat so far
    players: int
    draw: int  # cards in the draw pile
    held: tuple[int, ...]  # what the next player has picked up and not discarded
    left: tuple[int, ...]  # how many cards of each kind may still be drawn


def inputs(situation: Situation, odds: Odds, packed: int, cards: Iterable[int], discard: int | None) -> list[float]:
    """What a network sees of a hand after this discard, or before a draw; `bench/train_five_crowns.py` has the same."""
    now = odds.points(packed)
    wilds = packed >> melds.WILD_SHIFT & melds.WILD_MASK
    draws = odds.draws(packed, odds.naturals(cards))
    one = odds.with_a_wild(packed) if now else 0
    two = odds.points(packed + 2 * ONE_WILD) if now else 0
    turn = min(situation.turn, MOST_TURNS) / 10
    return [
        situation.dealt / 13,
        turn,
        now / 50,
        one / 50,
        two / 50,
        draws.expected / 50,
        draws.out,
        draws.better,
        wilds / 4,
        len(situation.held) / 5,
        *_of_discard(situation, odds.wild, discard),
        situation.draw / 100,
        (situation.players - 2) / 5,
        now / 50 * turn,
        draws.loose / 5,
    ]


def _of_discard(situation: Situation, wild: int, discard: int | None) -> tuple[float, float, float, float]:
    """Whether the next player holds a card that goes with it, how many unseen ones do, whether it is wild, its rank."""
    if discard is None:
        return 0.0, 0.0, 0.0, 0.0
    wanted = discard != JOKER and any(meet(discard, other) for other in situation.held if other != JOKER)
    if melds.is_wild(discard, wild):
        return float(wanted), 0.0, 1.0, 0.0
    left = situation.left
    mates = sum(
        left[kind] for kind in range(JOKER) if left[kind] and not melds.is_wild(kind, wild) and meet(discard, kind)
    )
    return float(wanted), 4 * mates / max(1, sum(left)), 0.0, (discard % melds.LONGEST_RUN + 3) / 13


class Learner(FiveCrownsBot):
    """Looks as far ahead as the expert, at more discards, and values what it sees by what it has learned."""

    def __init__(self, seat: int, options: Options, rng: Random) -> None:
        super().__init__(seat, options, rng, dials=WEIGHS)

    def _situation(self, view: View, odds: Odds) -> Situation:
        public = view.public
        players = len(public.hands)
        return Situation(
            dealt=public.dealt,
            turn=(public.turns - 1) // len(public.tied),
            players=players,
            draw=public.draw,
            held=tuple(self.memory.held.get(self._following(view), ())),
            left=tuple(odds.left),
        )

    def _weighed(self, estimates: list[Ranked], cards: list[int], odds: Odds, view: View) -> list[Ranked]:
        """The best of these discards, by the value of the hands that they leave."""
        situation, packed, weighed = self._situation(view, odds), melds.pack(cards, odds.wild), []
        for points, kind in estimates[: self.dials.weighs]:
            if points <= estimates[0][0] + FAR_BEHIND:
                rest = cards.copy()
                rest.remove(kind)
                seen = inputs(situation, odds, packed - odds.units[kind], rest, kind)
                weighed.append((learned().after(seen), kind))
        return sorted(weighed)

    def _drawing(self, packed: int, hand: list[int], odds: Odds, view: View) -> float:
        """The value of drawing from the draw pile."""
        return learned().draw(inputs(self._situation(view, odds), odds, packed, hand, None))
