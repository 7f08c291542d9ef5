"""`rumpus train`: a policy that learns a game by playing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rumpus.cli.options import (
    INTERRUPTED,
    game_argument,
    json_option,
    option_option,
    parse_options,
    players_option,
    table_for,
)
from rumpus.cli.progress import with_progress
from rumpus.contract import Malformed
from rumpus.terminal.output import say, say_json

if TYPE_CHECKING:
    from rumpus.research.train import Policy

NUMBER = click.IntRange(1)
ENDS = 10  # iterations at the beginning and at the end whose rewards are compared


@click.command()
@game_argument
@players_option
@click.option("--bots", default="random", metavar="A,B,…", help="Opponents by seat; if fewer than seats, they repeat.")
@option_option
@click.option("--iterations", type=NUMBER, default=50, metavar="N", help="Number of iterations (default 50).")
@click.option(
    "--games", "matches", type=NUMBER, default=64, metavar="MATCHES", help="Matches per iteration (default 64)."
)
@click.option("--rate", type=float, default=16.0, metavar="X", help="Learning rate (default 16).")
@click.option("--seed", type=click.IntRange(0), default=0, metavar="S", help="The same seed gives the same weights.")
@click.option("--out", "path", type=click.Path(path_type=Path), metavar="FILE", help="Save the policy in FILE.")
@click.option("--jobs", type=NUMBER, default=1, metavar="J", help="Number of processes (default 1).")
@click.option(
    "--ray", "cluster", metavar="ADDRESS", help="Play on a Ray cluster: its address, auto, or local with --jobs J."
)
@json_option
def train(
    name: str,
    players: int | None,
    bots: str,
    pairs: tuple[str, ...],
    iterations: int,
    matches: int,
    rate: float,
    seed: int,
    path: Path | None,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Train a policy for GAME by playing against bots.

    The method is policy gradient.

    The weights do not depend on how many processes or machines play. FILE is written after every iteration; if
    interrupted, the same command continues from there, and with more --iterations it trains further.
    """
    from rumpus.research.environments import load  # noqa: PLC0415 - an extra: `rumpus[research]`

    training: Any = load("train")
    table = table_for(name, 2 if players is None else players, bots, pairs)
    plan = training.Plan(
        game=name,
        players=table.seats,
        bots=table.bots,
        options=parse_options(pairs),
        matches=matches,
        rate=rate,
        seed=seed,
    )
    policy: Policy = training.read(path) if path is not None and path.exists() else training.untrained(plan)
    _keep(policy, path)  # a file that cannot be written is refused before anything is played
    asked = max(0, iterations - policy.iterations)
    running = training.train(plan, asked, jobs=jobs, cluster=cluster, begin=policy)
    stopped = False
    try:
        for policy in with_progress(running, asked):
            _keep(policy, path)
    except KeyboardInterrupt:
        if not policy.iterations:
            raise
        stopped = True
    _report(policy, as_json)
    if stopped:
        say(f"Stopped after {policy.iterations} of {iterations} iterations.", err=True)
        raise SystemExit(INTERRUPTED)


def _keep(policy: Policy, path: Path | None) -> None:
    if path is None:
        return
    try:
        policy.keep(path)
    except OSError as error:
        raise Malformed(f"the policy cannot be saved: {error.strerror} ({path})") from None


def _report(policy: Policy, as_json: bool) -> None:
    ends = min(ENDS, max(1, policy.iterations // 2))
    first, last = (sum(part) / ends for part in (policy.curve[:ends], policy.curve[-ends:]))
    if as_json:
        say_json("train", {"iterations": policy.iterations, "curve": policy.curve, "first": first, "last": last})
        return
    say(f"Reward a match: {first:+.3f} in the first {ends} iterations, {last:+.3f} in the last of {policy.iterations}.")
