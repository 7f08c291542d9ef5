"""How much thinking time buys the master of Five Crowns: `python -m bench.five_crowns_thinking --deals 100`.

Each deal is played against the expert from both seats, with several numbers of imagined worlds at most for a decision.
"""

from __future__ import annotations

import argparse
from functools import partial
from time import process_time
from typing import Any

import numpy as np

from rumpus.bots import five_crowns_seen as seen
from rumpus.bots.base import Look, Move
from rumpus.bots.five_crowns import LEVELS
from rumpus.bots.five_crowns_master import Master
from rumpus.bots.five_crowns_search import WORLDS
from rumpus.games import game
from rumpus.games.five_crowns import melds
from rumpus.playout import Playout
from rumpus.research.simulate import run


class Timed(Master):
    """The master, and the CPU time of its decisions."""

    spent_s: list[float]

    def __init__(self, *args: Any, spent_s: list[float]) -> None:
        super().__init__(*args)
        self.spent_s = spent_s

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """The master's move."""
        before = process_time()
        move = super().move(look, legal, at_s)
        self.spent_s.append(process_time() - before)
        return move


def leads(deals: range, spent_s: list[float]) -> Any:
    """By how many points the master is ahead of the expert: for each deal, from either seat."""
    rules, expert = game("five_crowns"), LEVELS["expert"]
    master = partial(Timed, spent_s=spent_s)
    found = []
    for deal in deals:
        for place, bots in enumerate(([master, expert], [expert, master])):
            totals = run(Playout(rules, bots, ("thinking", deal))).result.totals
            found.append(totals[1 - place] - totals[place])
    return np.array(found, float).reshape(-1, 2)


def main() -> None:
    """Print a line for each number of worlds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worlds", type=int, nargs="+", default=[48, 192, 768])
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    arguments = parser.parse_args()
    melds.compile_kernel()
    seen.warm_up()
    for worlds in arguments.worlds:
        seen.DIALS[WORLDS] = worlds
        spent_s: list[float] = []
        ahead = leads(range(arguments.first, arguments.first + arguments.deals), spent_s)
        won, by, half = ((ahead > 0) + (ahead == 0) / 2).mean(1), ahead.mean(1), 1.96 / len(ahead) ** 0.5
        print(
            f"{worlds} worlds: {won.mean():.1%} ± {half * won.std():.1%} of {len(ahead)} duplicate deals, "
            f"{by.mean():.1f} ± {half * by.std():.1f} points ahead; a decision takes {np.mean(spent_s) * 1e3:.1f} ms "
            f"on average, {np.percentile(spent_s, 99) * 1e3:.0f} at p99",
            flush=True,
        )


if __name__ == "__main__":
    main()
