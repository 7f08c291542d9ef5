"""Checks that each bot level is a fair step above the one below: `make ladder` plays duplicate deals and reports."""

from __future__ import annotations

import argparse
import json
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.progress import track

from rumpus.bots import bot
from rumpus.bots.base import LEVELS
from rumpus.games import GAMES, game
from rumpus.games.five_crowns import melds
from rumpus.playout import Playout
from rumpus.research import simulate, tournament


class Rung(NamedTuple):
    """A stronger bot against weaker ones, and the share of wins that it should have."""

    game: str
    bots: tuple[str, ...]  # by seat; the first is the stronger one
    least: float
    most: float = 1.0  # more is no fair step
    options: dict[str, Any] = {}  # noqa: RUF012 - never changed

    @property
    def parts(self) -> int:
        """Sides of partners, or seats."""
        return len(self.bots) // 2 if self.options.get("partners") else len(self.bots)


RACES = tuple(name for name, rules in GAMES.items() if rules.race)
PARTNERS = {"partners": True}


def against(high: str, low: str, players: int) -> tuple[str, ...]:
    """One of the stronger bots, and others of one kind."""
    return (high, *(low,) * (players - 1))


RUNGS: list[Rung] = [
    *(Rung(name, (high, low), 0.55, 0.75) for name in GAMES for low, high in pairwise(LEVELS)),
    *(Rung(name, ("expert", "greedy"), 0.55) for name in GAMES),
    Rung("five_crowns", against("expert", "greedy", 4), 0.36),
    *(Rung("five_crowns", against(high, low, 4), 0.275) for low, high in pairwise(LEVELS) if high != "master"),
    Rung("five_crowns", against("master", "expert", 4), 0.25),
    *(
        Rung(name, against(high, low, players), 1.1 / players)
        for name in RACES
        for players in (3, 4, 6, 12)
        if players in GAMES[name].seats
        for low, high in [*pairwise(LEVELS), ("greedy", "expert")]
    ),
    *(Rung("wackee_six", (high, low) * 2, 0.55, options=PARTNERS) for low, high in pairwise(LEVELS)),
]


def climb(rung: Rung, deals: int, seed: str, jobs: int) -> tournament.Standing:
    """Play a rung; the standing of the bot that should be the stronger one, of its side if it has partners."""
    players = len(rung.bots)
    turned = len(tournament.turns(rung.bots))
    plan = tournament.Plan(rung.game, players, rung.bots, seed, deals * turned, rung.options)
    label = f"{rung.game}: {' - '.join(rung.bots)}"
    console = Console(stderr=True)
    total = len(tournament.schedule(plan))
    running = tournament.play(plan, jobs)
    hidden = not console.is_terminal
    matches = list(track(running, label, total=total, console=console, transient=True, disable=hidden))
    standing = tournament.report(plan, matches).bots[rung.bots[0]]
    seats = players / rung.parts
    return msgspec.structs.replace(
        standing, share=standing.share * seats, low=standing.low * seats, high=standing.high * seats
    )


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
    parser.add_argument("--seats", type=int, help="only tables of this size")
    parser.add_argument("--without", help="leave out the rungs with this bot, as the master of Five Crowns takes hours")
    parser.add_argument("--out", type=Path, help="write the figures as JSON too")
    arguments = parser.parse_args()
    melds.compile_kernel()
    figures = []
    print("| game | seats | share of | 95 % interval | goal | |\n|---|---|---|---|---|---|")
    for rung in RUNGS:
        wanted = arguments.game in (None, rung.game) and arguments.seats in (None, len(rung.bots))
        if wanted and arguments.without not in rung.bots:
            began = time.monotonic()
            standing = climb(rung, arguments.deals, arguments.seed, arguments.jobs)
            met = "yes" if rung.least <= standing.share <= rung.most else "**no**"
            interval = f"{standing.low:.1%} - {standing.high:.1%}"
            goal = f"{rung.least:.0%}" if rung.most == 1.0 else f"{rung.least:.0%} - {rung.most:.0%}"
            seats = f"{len(rung.bots)}, partners" if rung.options else str(len(rung.bots))
            others = ", ".join(dict.fromkeys(rung.bots[1:])) if not rung.options else rung.bots[1]
            share = f"{rung.bots[0]} against {others}: {standing.share:.1%}"
            print(f"| {rung.game} | {seats} | {share} | {interval} | {goal} | {met} |", flush=True)
            figures.append(
                {
                    "game": rung.game,
                    "bots": rung.bots,
                    "options": rung.options,
                    "deals": arguments.deals,
                    "share": standing.share,
                    "low": standing.low,
                    "high": standing.high,
                    "goal": [rung.least, rung.most],
                    "seconds": round(time.monotonic() - began, 1),
                }
            )
    print("\n| game | bot | ms per decision, median | p99 |\n|---|---|---|---|")
    for name in [arguments.game] if arguments.game else GAMES:
        for level in LEVELS[-2:]:
            middle, slow = costs(name, level)
            print(f"| {name} | {level} | {middle:.2f} | {slow:.2f} |", flush=True)
    if arguments.out:
        arguments.out.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
