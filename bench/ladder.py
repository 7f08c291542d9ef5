"""Checks that each bot level beats the one below: `make ladder` plays duplicate deals and prints a report."""

from __future__ import annotations

import argparse
import json
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from rich.console import Console
from rich.progress import track

from rumpus.bots import bot
from rumpus.games import GAMES, game
from rumpus.games.five_crowns import melds
from rumpus.playout import Playout
from rumpus.research import simulate, tournament

LEVELS = ("beginner", "casual", "skilled", "expert")
Rung = tuple[str, int, tuple[str, ...], str, float]  # game, players, bots, the stronger bot, its least share of wins

RUNGS: list[Rung] = [
    *((name, 2, (high, low), high, 0.65) for name in GAMES for low, high in pairwise(LEVELS)),
    ("five_crowns", 2, ("expert", "greedy"), "expert", 0.62),
    ("five_crowns", 4, ("expert", "greedy", "greedy", "greedy"), "expert", 0.36),
    ("wackee_six", 2, ("expert", "greedy"), "expert", 0.58),
    ("wackee_six", 3, ("expert", *("greedy",) * 2), "expert", 0.38),
    ("wackee_six", 4, ("expert", *("greedy",) * 3), "expert", 0.30),
    ("wackee_six", 6, ("expert", *("greedy",) * 5), "expert", 0.20),
    ("wig_out", 2, ("expert", "greedy"), "expert", 0.55),
    ("wig_out", 3, ("expert", *("greedy",) * 2), "expert", 0.34),
    ("wig_out", 4, ("expert", *("greedy",) * 3), "expert", 0.25),
    ("wig_out", 6, ("expert", *("greedy",) * 5), "expert", 0.16),
    *(
        (name, players, (high, *(low,) * (players - 1)), high, 1.1 / players)
        for name, sizes in (("wackee_six", (4, 6, 12)), ("wig_out", (4, 6)))
        for players in sizes
        for low, high in pairwise(LEVELS)
    ),
]


def climb(rung: Rung, deals: int, seed: str, jobs: int) -> tournament.Standing:
    """Play a rung; the standing of the bot that should be the stronger one."""
    name, players, bots, whose, _ = rung
    plan = tournament.Plan(name, players, bots, seed, deals * players)
    label = f"{name}: {' - '.join(bots)}"
    console = Console(stderr=True)
    total = len(tournament.schedule(plan))
    running = tournament.play(plan, jobs)
    hidden = not console.is_terminal
    matches = list(track(running, label, total=total, console=console, transient=True, disable=hidden))
    return tournament.report(plan, matches).bots[whose]


def costs(name: str, level: str) -> tuple[float, float]:
    """How long a decision takes in milliseconds: the median and the 99th percentile."""
    taken: list[float] = []
    kind = bot(name, level)

    def timed(seat: int, options: Any, rng: Random) -> Any:
        player = kind(seat, options, rng)
        true_move = player.move

        def move(*arguments: Any) -> Any:
            start = time.perf_counter()
            decision = true_move(*arguments)
            taken.append(1000 * (time.perf_counter() - start))
            return decision

        player.move = move  # type: ignore[method-assign]  # wrapped to measure it
        return player

    for seed in range(3):
        simulate.run(Playout(game(name), [timed, kind], ("cost", seed)))
    return median(taken), quantiles(taken, n=100)[98]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500, help="duplicate deals per rung (default 500)")
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--game", choices=[*GAMES], help="only this game")
    parser.add_argument("--out", type=Path, help="write the figures as JSON too")
    arguments = parser.parse_args()
    melds.compile_kernel()
    figures = []
    print("| game | seats | share of | 95 % interval | at least | |\n|---|---|---|---|---|---|")
    for rung in RUNGS:
        name, players, bots, whose, goal = rung
        if arguments.game in (None, name):
            standing = climb(rung, arguments.deals, arguments.seed, arguments.jobs)
            met = "yes" if standing.share >= goal else "**no**"
            interval = f"{standing.low:.1%} - {standing.high:.1%}"
            against = ", ".join(bots[1:])
            share = f"{whose} against {against}: {standing.share:.1%}"
            print(f"| {name} | {players} | {share} | {interval} | {goal:.0%} | {met} |", flush=True)
            figures.append({"game": name, "bots": bots, "share": standing.share, "low": standing.low, "goal": goal})
    print("\n| game | bot | ms per decision, median | p99 |\n|---|---|---|---|")
    for name in [arguments.game] if arguments.game else GAMES:
        middle, slow = costs(name, "expert")
        print(f"| {name} | expert | {middle:.2f} | {slow:.2f} |", flush=True)
    if arguments.out:
        arguments.out.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
