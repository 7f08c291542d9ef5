"""Measures other card-game libraries on this machine, on one thread, in a virtual environment of their own."""

# The other libraries have no type hints, and are not installed where mypy runs.
# mypy: disable-error-code="import-not-found,import-untyped"

import argparse
import contextlib
import json
import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

# numpy reads these once, when it is first imported, so the peers are imported later, by the functions that
# measure them; `rlcard.agents` also takes most of a second.
# ruff: noqa: PLC0415
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"

SEED = 1
WARM_UP = 10  # units of work (games, or passes over the hands) before the clock starts
HANDS = 10_000
LENGTHS = 300  # matches of which the mean length is taken


@dataclass(frozen=True, slots=True)
class Steps:
    """Rates of one run of random play: every step, the players' steps alone, and whole games."""

    steps_per_s: float
    player_steps_per_s: float
    games_per_s: float


def _per_second(unit: Callable[[], tuple[int, ...]], seconds: float) -> tuple[float, ...]:
    """Repeat `unit` for about `seconds` and return how often per second each thing it counts happened."""
    for _ in range(WARM_UP):
        unit()
    counts: list[tuple[int, ...]] = []
    start = time.process_time()  # of this process alone, so that others on the machine count less
    while (elapsed := time.process_time() - start) < seconds or not counts:
        counts.append(unit())
    return tuple(sum(column) / elapsed for column in zip(*counts, strict=True))


def _openspiel_gin_rummy(new_state: Callable[[], Any], seconds: float) -> Steps:
    rng = random.Random(SEED)

    def game() -> tuple[int, int, int]:
        chance_steps = player_steps = 0
        state = new_state()
        while not state.is_terminal():
            if state.is_chance_node():
                # All outcomes of gin rummy's chance are equally likely, so the weights need not be read.
                state.apply_action(rng.choice(state.chance_outcomes())[0])
                chance_steps += 1
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                player_steps += 1
        return chance_steps + player_steps, player_steps, 1

    return Steps(*_per_second(game, seconds))


def openspiel_gin_rummy_steps(seconds: float) -> Steps:
    """Random gin rummy from `new_initial_state()`; each `apply_action` counts, chance (a card dealt) too."""
    import pyspiel

    return _openspiel_gin_rummy(pyspiel.load_game("gin_rummy").new_initial_state, seconds)


def openspiel_gin_rummy_steps_cloned(seconds: float) -> Steps:
    """The same from a clone of one start state, as most of the time above goes into `new_initial_state()`."""
    import pyspiel

    return _openspiel_gin_rummy(pyspiel.load_game("gin_rummy").new_initial_state().clone, seconds)


def openspiel_rollouts(seconds: float, game: str) -> Steps:
    """Random play inside OpenSpiel's C++ (`evaluate_bots` with its uniform random bots), the deal included.

    How long a match is comes from random play through Python, because the C++ loop gives only the returns.
    """
    import pyspiel

    table = pyspiel.load_game(game)
    rng = random.Random(SEED)
    steps = player_steps = 0
    for _ in range(LENGTHS):
        state = table.new_initial_state()
        while not state.is_terminal():
            player_steps += not state.is_chance_node()
            steps += 1
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
    bots = [pyspiel.make_uniform_random_bot(player, SEED + player) for player in range(table.num_players())]
    start = table.new_initial_state()
    seeds = iter(range(10**9))

    def match() -> tuple[int]:
        pyspiel.evaluate_bots(start.clone(), bots, next(seeds))
        return (1,)

    games = _per_second(match, seconds)[0]
    return Steps(games * steps / LENGTHS, games * player_steps / LENGTHS, games)


def openspiel_min_deadwood_calls(seconds: float, cards: int) -> float:
    """Calls per second of `min_deadwood` on random hands: of 10 cards, or of 11 from which the best is discarded."""
    import pyspiel

    gin_rummy = pyspiel.gin_rummy
    min_deadwood = gin_rummy.GinRummyUtils(
        gin_rummy.DEFAULT_NUM_RANKS, gin_rummy.DEFAULT_NUM_SUITS, gin_rummy.DEFAULT_HAND_SIZE
    ).min_deadwood
    rng = random.Random(SEED)
    hands = [rng.sample(range(gin_rummy.DEFAULT_NUM_CARDS), cards) for _ in range(HANDS)]

    def every_hand() -> tuple[int]:
        for hand in hands:
            min_deadwood(hand)
        return (HANDS,)

    return _per_second(every_hand, seconds)[0]


def rlcard_uno_steps(seconds: float) -> float:
    """Steps per second of random two-player uno through `env.step`, `env.reset` of every game included."""
    import rlcard

    env = rlcard.make("uno", config={"seed": SEED})
    rng = random.Random(SEED)

    def game() -> tuple[int]:
        steps = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
        return (steps,)

    return _per_second(game, seconds)[0]


def _rlcard_gin_rummy() -> Callable[[], tuple[int]]:
    import numpy as np
    import rlcard
    from rlcard.agents import RandomAgent

    np.random.seed(SEED)  # RandomAgent draws from numpy's global generator
    env = rlcard.make("gin-rummy", config={"seed": SEED})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def game() -> tuple[int]:
        env.run(is_training=False)
        return (1,)

    return game


def rlcard_gin_rummy_games(seconds: float) -> float:
    """Games per second of gin rummy by `env.run` with two random agents."""
    return _per_second(_rlcard_gin_rummy(), seconds)[0]


def rlcard_gin_rummy_seconds_for(games: int) -> float:
    """Seconds that `games` games of gin rummy take by `env.run`, after the warm-up."""
    game = _rlcard_gin_rummy()
    for _ in range(WARM_UP):
        game()
    start = time.perf_counter()
    for _ in range(games):
        game()
    return time.perf_counter() - start


def _measures(seconds: float, games: int) -> dict[str, Callable[[], dict[str, float]]]:
    def timed_games() -> dict[str, float]:
        return {"games": games, "seconds": rlcard_gin_rummy_seconds_for(games)}

    return {
        "openspiel_gin_rummy_steps": lambda: asdict(openspiel_gin_rummy_steps(seconds)),
        "openspiel_gin_rummy_steps_cloned": lambda: asdict(openspiel_gin_rummy_steps_cloned(seconds)),
        "openspiel_crazy_eights_rollouts": lambda: asdict(openspiel_rollouts(seconds, "crazy_eights")),
        "openspiel_gin_rummy_rollouts": lambda: asdict(openspiel_rollouts(seconds, "gin_rummy")),
        "openspiel_min_deadwood_calls_10": lambda: {"calls_per_s": openspiel_min_deadwood_calls(seconds, 10)},
        "openspiel_min_deadwood_calls_11": lambda: {"calls_per_s": openspiel_min_deadwood_calls(seconds, 11)},
        "rlcard_uno_steps": lambda: {"steps_per_s": rlcard_uno_steps(seconds)},
        "rlcard_gin_rummy_games": lambda: {"games_per_s": rlcard_gin_rummy_games(seconds)},
        "rlcard_gin_rummy_seconds_for": timed_games,
    }


def main() -> None:
    """Print every figure as a table, or with `--json` as one object: measure, then figure, then number."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each rate is measured")
    parser.add_argument("--games", type=int, default=100, help="for rlcard_gin_rummy_seconds_for")
    parser.add_argument("--only", nargs="+", action="extend", metavar="NAME", choices=list(_measures(0, 0)))
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()

    measures = _measures(args.seconds, args.games)
    # Standard output carries the figures alone, whatever a peer prints.
    with contextlib.redirect_stdout(sys.stderr):
        figures = {name: measures[name]() for name in args.only or measures}
    if args.json:
        print(json.dumps(figures))
        return
    for name, rates in figures.items():
        for rate, value in rates.items():
            print(f"{name:34} {rate:20} {value:14,.2f}")


if __name__ == "__main__":
    main()
