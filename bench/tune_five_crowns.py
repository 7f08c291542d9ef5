"""Fits the weights with which the Five Crowns expert values a hand: `python bench/tune_five_crowns.py --matches 120`.

Experts play each other. After each discard the four figures of the hand that `FiveCrownsBot` uses are noted, and at the
end of the round by how much the seat's score exceeded the mean of the others. A least-squares fit over all of these
gives the weights NOW, NEXT, LATER and OUT in src/rumpus/bots/five_crowns.py, which are then rounded by hand. The number
of cards dealt and the turn are fitted too, so that they do not distort the weights.
"""

from __future__ import annotations

import argparse
from functools import partial
from random import Random
from typing import Any

import numpy

from rumpus.bots.base import Look, Move
from rumpus.bots.five_crowns import EXPERT, FiveCrownsBot
from rumpus.bots.five_crowns_odds import Odds, unseen
from rumpus.contract import Options, Score
from rumpus.games import game
from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.actions import Discard
from rumpus.games.five_crowns.cards import KIND, RANKS
from rumpus.playout import Playout
from rumpus.research import simulate

FIGURES = ("NOW", "NEXT", "LATER", "OUT", "dealt", "turn", "constant")
Row = tuple[float, ...]


class Watched(FiveCrownsBot):
    """An expert that notes its hand after each discard, and the score of the round."""

    def __init__(self, seat: int, options: Options, rng: Random, *, rows: list[Row], results: list[float]) -> None:
        super().__init__(seat, options, rng, dials=EXPERT)
        self.rows, self.results = rows, results
        self.noted: list[Row] = []  # in this round

    def saw(self, by: int | None, action: Any, at_s: float) -> None:
        super().saw(by, action, at_s)
        if isinstance(action, Score):
            own = action.points[self.seat]
            others = (sum(action.points) - own) / (len(action.points) - 1)
            self.rows += self.noted
            self.results += [own - others] * len(self.noted)
            self.noted = []

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        move = super().move(look, legal, at_s)
        view = look()
        if move is not None and isinstance(move[0], Discard) and not move[0].out and view.public.out is None:
            wild = RANKS.index(view.public.wild)
            odds = Odds(wild, unseen(1 if len(view.public.hands) <= 7 else 2, self.memory.elsewhere(view)))
            hand = [KIND[card] for card in view.private.hand]
            hand.remove(KIND[move[0].card])
            packed = melds.pack(hand, wild)
            expected, out = odds.next_draw(packed, odds.naturals(hand))
            turn = (view.public.turns - 1) // len(view.public.hands)
            figures = (odds.points(packed), expected, odds.with_a_wild(packed), -out, view.public.dealt, turn, 1.0)
            self.noted.append(figures)
        return move


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    melds.compile_kernel()
    rows: list[Row] = []
    results: list[float] = []
    rules = game("five_crowns", {"turn_limit": 200})
    kind = partial(Watched, rows=rows, results=results)
    for number in range(arguments.matches):
        simulate.run(Playout(rules, [kind] * arguments.players, ("tune", arguments.seed, number)))
    table, goal = numpy.array(rows, float), numpy.array(results)
    weights = numpy.linalg.lstsq(table, goal, rcond=None)[0]
    noise = ((goal - table @ weights) ** 2).mean()
    errors = numpy.sqrt(numpy.diag(numpy.linalg.inv(table.T @ table)) * noise)
    print(f"{len(rows)} hands; {1 - noise / goal.var():.0%} of the variance is explained")
    for name, weight, error in zip(FIGURES, weights, errors, strict=True):
        print(f"{name:9}{weight:8.2f} ± {1.96 * error:.2f}")


if __name__ == "__main__":
    main()
