"""Trains the networks of the master of Five Crowns: `make master`.

Three generations of self-play between two seats. The first plays like the expert with random errors, and its hands are
valued by how their rounds ended. The next ones play by what the one before learned; the value of a hand is then partly
what the network thinks of the same seat's next hand (temporal differences), which is less random. `--check` compares
the compiled figures with those of the bot instead, and `--against` plays duplicate deals against the expert.

The weights in the package were made in this way, by generations that ended after a time and not after a number of
matches, so a new run gives other weights of about the same strength.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from bench import five_crowns_figures as figures
from bench import five_crowns_selfplay as selfplay
from bench.five_crowns_figures import HIDDEN, INPUTS, LEAK, SECOND, WEIGHTS
from bench.five_crowns_selfplay import AFTER, DRAW, EXPERT, LEARNER

from rumpus.bots.five_crowns_network import Network, Situation, Weights, inputs, learned
from rumpus.bots.five_crowns_odds import Odds
from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.cards import deck

GENERATIONS = ((2400, 1.5, 0.0), (7400, 0.7, 0.4), (1200, 0.7, 0.5))  # matches, random error, trust in the next value
ROWS = 160  # of the log, for each match; about 115 are used
SCALE = 20.0  # points; networks learn best from numbers around one
EPOCHS, BATCH, RATE, WARM_UP = 6, 1024, 0.002, 200
NONE = np.zeros(WEIGHTS)


def parts(weights: Any) -> list[Any]:
    """The weights and biases of the three layers, out of one vector."""
    shapes = ((HIDDEN, INPUTS), (HIDDEN,), (SECOND, HIDDEN), (SECOND,), (1, SECOND), (1,))
    cuts = np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1]
    return [part.reshape(shape) for part, shape in zip(np.split(weights, cuts), shapes, strict=True)]


def fit(x: Any, goals: Any, seed: int) -> Any:
    """The weights with which the network comes closest to the goals (Adam, with a rate that falls to zero)."""
    rng = np.random.default_rng(seed)
    sizes = ((HIDDEN, INPUTS, 2.0), (SECOND, HIDDEN, 2.0), (1, SECOND, 1.0))
    layers = [part for n, m, gain in sizes for part in (rng.normal(0, (gain / m) ** 0.5, (n, m)), np.zeros(n))]
    moments = [[np.zeros_like(part), np.zeros_like(part)] for part in layers]
    goals = goals / SCALE
    steps, step = EPOCHS * (len(x) // BATCH), 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(x))
        for start in range(0, len(x) - BATCH + 1, BATCH):
            batch = order[start : start + BATCH]
            step += 1
            rate = RATE * min(1.0, step / WARM_UP) * (0.5 + 0.5 * np.cos(np.pi * step / steps))
            for part, moment, slope in zip(layers, moments, slopes(layers, x[batch], goals[batch]), strict=True):
                moment[0] += 0.1 * (slope - moment[0])
                moment[1] += 0.001 * (slope * slope - moment[1])
                change = (moment[0] / (1 - 0.9**step)) / (np.sqrt(moment[1] / (1 - 0.999**step)) + 1e-8)
                np.subtract(part, rate * change, out=part)
    layers[4] *= SCALE
    layers[5] *= SCALE
    return np.concatenate([part.ravel() for part in layers])


def slopes(layers: list[Any], x: Any, goals: Any) -> list[Any]:
    """The derivatives of the mean squared error."""
    one = x @ layers[0].T + layers[1]
    first = np.where(one > 0, one, LEAK * one)
    two = first @ layers[2].T + layers[3]
    second = np.where(two > 0, two, LEAK * two)
    error = (second @ layers[4].T + layers[5] - goals[:, None]) * 2 / len(x)
    back_two = error @ layers[4] * np.where(two > 0, 1, LEAK)
    back_one = back_two @ layers[2] * np.where(one > 0, 1, LEAK)
    return [back_one.T @ x, back_one.sum(0), back_two.T @ first, back_two.sum(0), error.T @ second, error.sum(0)]


def train(scale: float, seed: int) -> tuple[Any, Any]:
    """Both networks after all generations, each learning from its own matches and those of the one before."""
    after = draw = NONE
    before: list[Any] = []
    for number, (matches, error, trust) in enumerate(GENERATIONS):
        dials = (LEARNER if number else EXPERT).copy()
        dials[selfplay.ERROR] = error
        played = max(1, round(matches * scale))
        players = [(dials, after, draw)] * 2
        _, x, what, goals = selfplay.play((seed + number) * 10**6, played, players, rows=played * ROWS, trust=trust)
        recent = [(x, what, goals)]
        x, what, goals = (np.concatenate(part) for part in zip(*(before + recent), strict=True))
        before = recent if number else []  # hands of the expert say little about a learner's
        after, draw = (fit(x[what == kind], goals[what == kind], seed) for kind in (AFTER, DRAW))
        print(f"generation {number + 1}: {played} matches, {len(x)} hands", flush=True)
    return after, draw


def flat(network: Network) -> Any:
    """The weights of a network of the package, as one vector."""
    return np.concatenate([np.concatenate([np.ravel(one.weights), one.bias]) for one in network.layers])


def text(after: Any, draw: Any) -> str:
    """The file of the package."""
    networks = {}
    for name, weights in (("after", after), ("draw", draw)):
        cut = [np.round(part, 4).tolist() for part in parts(weights)]
        networks[name] = {"layers": [{"weights": cut[at], "bias": cut[at + 1]} for at in (0, 2, 4)]}
    lines = [f'"{name}": {json.dumps(network)}'.replace("], [", "],\n[") for name, network in networks.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def against_expert(after: Any, draw: Any, deals: int, seed: int, players: int = 2) -> str:
    """How the learner does against experts, each deal played from every seat."""
    learner, expert = (LEARNER, after, draw), (EXPERT, NONE, NONE)
    won, ahead = [], []
    for seat in range(players):
        table = [expert] * players
        table[seat] = learner
        totals = selfplay.play(seed, deals, table)[0]
        winners = totals == totals.min(1, keepdims=True)
        won.append(winners[:, seat] / winners.sum(1))
        ahead.append((totals.sum(1) - totals[:, seat]) / (players - 1) - totals[:, seat])
    share, by = np.mean(won, 0), np.mean(ahead, 0)
    half = 1.96 / deals**0.5
    return (
        f"{share.mean():.1%} ± {half * share.std():.1%} of {deals} duplicate deals; "
        f"{by.mean():.1f} ± {half * by.std():.1f} points ahead in a match"
    )


def check(hands: int, weights: Weights) -> None:
    """Compare what the compiled code and the bot see of random hands, and what they think of them."""
    rng = Random(1)
    for _ in range(hands):
        size = rng.randint(3, 13)
        wild, cards = size - 3, list(deck(1))
        rng.shuffle(cards)
        cards, discard, gone = cards[:size], cards[size], cards[size + 1 : size + 1 + rng.randrange(40)]
        held = tuple(gone[: rng.randrange(4)])
        left = np.bincount(list(deck(1)), minlength=56) - np.bincount([*cards, discard, *gone], minlength=56)
        place = np.array([size, rng.randrange(25), rng.randint(2, 7), rng.randrange(100), len(held)])
        hand, seen, x = np.zeros(7, np.int64), np.zeros(figures.FIGURES), np.zeros(INPUTS)
        for card in cards:
            figures.add(hand, card, wild, 1)
        figures.figures(hand, wild, left, np.zeros(16, np.int64), seen, *melds.solver.arrays)
        figures.inputs(x, seen, place, discard, np.bincount(held or [0], minlength=56) * bool(held), left)
        dealt, turn, players, pile, _ = map(int, place)
        situation = Situation(dealt, turn, players, pile, held, tuple(map(int, left)))
        odds = Odds(wild, situation.left)
        mine = inputs(situation, odds, melds.pack(cards, wild), cards, discard)
        assert np.allclose(x, mine), (cards, discard, x, mine)
        assert np.isclose(figures.value(x, flat(weights.after)), weights.after(mine))
    print(f"{hands} hands are seen alike")


def main() -> None:
    """Train, check or play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="train, and write the weights there")
    parser.add_argument("--scale", type=float, default=1.0, help="so many times the usual matches (default 1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="compare the compiled figures with those of the bot")
    parser.add_argument("--against", type=int, metavar="DEALS", help="play duplicate deals against the expert")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="at such a table (default 2)")
    arguments = parser.parse_args()
    after, draw = flat(learned().after), flat(learned().draw)
    if arguments.check:
        check(300, learned())
    if arguments.out:
        after, draw = train(arguments.scale, arguments.seed)
        arguments.out.write_text(text(after, draw))
    if arguments.against:
        print(against_expert(after, draw, arguments.against, 9 * 10**7, arguments.players))


if __name__ == "__main__":
    main()
