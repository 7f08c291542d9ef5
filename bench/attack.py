"""A best response to each frozen level: `make attack` trains one and reports how much it wins.

The attacker plays like the level it attacks, with the same speed and attention in a race and without slips in Five
Crowns, but its strategy is a vector of numbers (what cards, chances and waiting are worth). The cross-entropy method
looks for the vector that wins the most heads-up duplicate deals against the frozen level: draw a population around the
mean, keep the best quarter, move the mean there. The gain is measured on deals that it was not trained on. It is a
lower bound of what could be won: another kind of strategy may find more.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any, NamedTuple

import msgspec

from rumpus.bots import bot, five_crowns, wackee_six, wig_out
from rumpus.bots.base import LEVELS, BotKind
from rumpus.bots.five_crowns_odds import Odds
from rumpus.bots.race import Dials
from rumpus.contract import Options
from rumpus.games import GAMES, game
from rumpus.games.five_crowns import melds
from rumpus.games.wig_out.cards import COPIES
from rumpus.games.wig_out.view import View as WigView
from rumpus.playout import Playout
from rumpus.research import simulate
from rumpus.research.summary import share

FORMAT = "rumpus-attacks/1"  # docs/leaderboard.md
NARROWEST = 0.15  # of the first spread: so that the search does not stop too soon
BEST = 4  # one in so many is kept
PART = 25  # fresh deals of one task


class Start(NamedTuple):
    """A number of the vector: its name, where the search begins, and how widely it looks."""

    name: str
    mean: float
    spread: float


class CrownsAttacker(five_crowns.FiveCrownsBot):
    """Values a hand as the expert does, with weights of its own."""

    def __init__(self, seat: int, options: Options, rng: Random, *, vector: Sequence[float]) -> None:
        self.now, self.next, self.later, self.out = vector[:4]
        dials = five_crowns.Dials(
            pause_s=1.5,
            hope=max(0.0, vector[4]),
            reluctance=vector[5],
            guards=max(0.0, vector[6]),
            weighs=3,
            remembers=True,
        )
        super().__init__(seat, options, rng, dials=dials)

    def _cost(self, packed: int, cards: list[int], odds: Odds) -> float:
        points = odds.points(packed)
        if not points:
            return -self.out
        expected, out = odds.next_draw(packed, odds.naturals(cards))
        return self.now * points + self.next * expected + self.later * odds.with_a_wild(packed) - self.out * out


class WigAttacker(wig_out.WigOutBot):
    """Waits before a draw as long as its vector says, if the card would stay more often than that says."""

    def __init__(self, seat: int, options: Options, rng: Random, *, dials: Dials, vector: Sequence[float]) -> None:
        waits_s, self.stuck, guards, gathers = vector
        super().__init__(
            seat,
            options,
            rng,
            msgspec.structs.replace(dials, waits_s=max(0.0, waits_s), guards=guards > 0, gathers=gathers > 0),
        )

    def hesitation(self, view: WigView) -> float:
        public, private = view.public, view.private
        assert private is not None
        unseen = public.deck + sum(public.hands) - len(private.hand)
        fits = sum(COPIES - count for count in public.piles.values())
        stays = unseen - fits - (COPIES - 1) * len(private.hand)
        waits = 0 in public.hands or (len(private.hand) > 1 and stays > self.stuck * unseen)
        return self.dials.waits_s if waits else 0.0


class Attack(NamedTuple):
    """How a game is attacked."""

    starts: tuple[Start, ...]
    attacker: Callable[[str, Sequence[float]], BotKind]


def _wackee(level: str, vector: Sequence[float]) -> BotKind:
    dials = wackee_six.LADDER[level]
    sharp = msgspec.structs.replace(dials, guards=vector[-1] > 0, links=True, remembers=True, helps=True)
    weights = wackee_six.Weights(**dict(zip(wackee_six.Weights.__struct_fields__, vector[:-1], strict=True)))
    return partial(wackee_six.WackeeSixBot, dials=sharp, weights=weights)


def _wig(level: str, vector: Sequence[float]) -> BotKind:
    return partial(WigAttacker, dials=wig_out.LADDER[level], vector=tuple(vector))


def _crowns(level: str, vector: Sequence[float]) -> BotKind:
    return partial(CrownsAttacker, vector=tuple(vector))


ATTACKS = {
    "five_crowns": Attack(
        (
            Start("now", five_crowns.NOW, 0.3),
            Start("next", five_crowns.NEXT, 0.3),
            Start("later", five_crowns.LATER, 0.15),
            Start("out", five_crowns.OUT, 6.0),
            Start("hope", 0.5, 0.3),
            Start("reluctance", 3.0, 2.0),
            Start("guards", 2.0, 1.5),
        ),
        _crowns,
    ),
    "wackee_six": Attack(
        (
            *(
                Start(name, value, 0.3 + 0.4 * value)
                for name, value in msgspec.structs.asdict(wackee_six.WEIGHTS).items()
            ),
            Start("guards", 0.0, 1.0),
        ),
        _wackee,
    ),
    "wig_out": Attack(
        (Start("waits_s", 3.0, 2.5), Start("stuck", 0.2, 0.2), Start("guards", 0.0, 1.0), Start("gathers", 0.0, 1.0)),
        _wig,
    ),
}


def wins(
    name: str, attacker: BotKind, level: str, deals: int, seed: Sequence[int | str], first: int = 0
) -> list[float]:
    """The attacker's share of each deal, from the first up to so many, played from both seats."""
    rules, target = game(name), bot(name, level)
    found = []
    for deal in range(first, deals):
        won = 0.0
        for seat in range(2):
            bots = [target, target]
            bots[seat] = attacker
            winners = simulate.run(Playout(rules, bots, (*seed, deal))).result.winners or ()
            won += (seat in winners) / max(1, len(winners))
        found.append(won / 2)
    return found


def fitness(name: str, level: str, deals: int, seed: Sequence[int | str], vector: Sequence[float]) -> float:
    """The share of wins of an attacker with this vector."""
    melds.compile_kernel()
    return fmean(wins(name, ATTACKS[name].attacker(level, vector), level, deals, seed))


def train(
    name: str, level: str, generations: int, population: int, deals: int, seed: int, spread: simulate.Spread
) -> list[float]:
    """The vector that the search ends at; the same however the population is spread over processes."""
    attack, rng = ATTACKS[name], Random(seed)
    means = [start.mean for start in attack.starts]
    spreads = [start.spread for start in attack.starts]
    for generation in range(generations):
        tried = [
            [rng.gauss(mean, spread) for mean, spread in zip(means, spreads, strict=True)] for _ in range(population)
        ]
        tried[0] = list(means)
        deal = ("attack", seed, generation)  # the same deals for all of a generation
        shares = list(spread(partial(fitness, name, level, deals, deal), tried))
        order = sorted(range(population), key=shares.__getitem__, reverse=True)
        best = [tried[number] for number in order[: max(2, population // BEST)]]
        means = [fmean(values) for values in zip(*best, strict=True)]
        least = [NARROWEST * start.spread for start in attack.starts]
        spreads = [max(low, pstdev(values)) for low, values in zip(least, zip(*best, strict=True), strict=True)]
    return means


def attacked(name: str, level: str, arguments: argparse.Namespace, spread: simulate.Spread) -> dict[str, Any]:
    """Train against a level and measure on fresh deals."""
    search = (arguments.generations, arguments.population, arguments.deals, arguments.seed)
    vector = train(name, level, *search, spread)
    parts = [(first, min(first + PART, arguments.test)) for first in range(0, arguments.test, PART)]
    measured = spread(partial(fresh, name, level, vector, arguments.seed), parts)
    found = share([won for part in measured for won in part])
    numbers = zip(ATTACKS[name].starts, vector, strict=True)
    trained = ", ".join(f"{start.name} {number:.2f}" for start, number in numbers)
    return {
        "game": name,
        "bot": level,
        "share": found.mean,
        "low": found.low,
        "high": found.high,
        "deals": arguments.test,
        "attacker": f"cross-entropy search over a strategy of its kind: {trained}",
    }


def fresh(name: str, level: str, vector: Sequence[float], seed: int, deals: tuple[int, int]) -> list[float]:
    """The attacker's share of some of the deals that it was not trained on."""
    melds.compile_kernel()
    return wins(name, ATTACKS[name].attacker(level, vector), level, deals[1], ("attacked", seed), deals[0])


def main() -> None:
    """Train, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[*ATTACKS])
    parser.add_argument("--level", choices=LEVELS, help="only this level")
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--population", type=int, default=24)
    parser.add_argument("--deals", type=int, default=30, help="duplicate deals for each of the population (default 30)")
    parser.add_argument("--test", type=int, default=500, help="fresh duplicate deals for the gain (default 500)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; the result is the same")
    parser.add_argument("--ray", help="a Ray cluster plays instead: its address, auto, or local")
    parser.add_argument("--out", type=Path, help="write the gains as JSON too, for a leaderboard")
    arguments = parser.parse_args()
    results = []
    print("| game | level | its best response wins | 95 % interval | gain |\n|---|---|---|---|---|")
    with simulate.workers(arguments.jobs, arguments.ray) as spread:
        for name in [arguments.game] if arguments.game else GAMES:
            for level in [arguments.level] if arguments.level else LEVELS:
                found = attacked(name, level, arguments, spread)
                won, interval = found["share"], f"{found['low']:.1%} - {found['high']:.1%}"
                print(f"| {name} | {level} | {won:.1%} | {interval} | {won - 0.5:+.1%} |", flush=True)
                results.append(found)
                if arguments.out:
                    arguments.out.write_text(json.dumps({"format": FORMAT, "attacks": results}, indent=1))


if __name__ == "__main__":
    main()
