"""Speed on one core, as ratios to other libraries and to lower bounds measured in the same run: `make bench`."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from rumpus.contract import Seating, State
from rumpus.games import game
from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.cards import JOKER, RANKS, SET, deck, texts
from rumpus.research import simulate
from rumpus.shuffle import Shuffle, seeded

ROOT = Path(__file__).parent.parent
PEERS_PYTHON = ROOT / ".venv-bench" / "bin" / "python"
sys.path.insert(0, str(ROOT))

Row = tuple[str, float, float, float, str]  # what, our figure, the other one, their ratio, the goal for the ratio


def peer(name: str, seconds: float) -> dict[str, float]:
    """One figure of bench/peers.py, measured now in its own environment."""
    command = [str(PEERS_PYTHON), str(ROOT / "bench" / "peers.py"), "--json", "--seconds", str(seconds), "--only", name]
    one_thread = os.environ | {"OMP_NUM_THREADS": "1"}
    process = subprocess.run(command, capture_output=True, text=True, check=True, env=one_thread)
    figures: dict[str, float] = json.loads(process.stdout)[name]
    return figures


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units per second of `work`, which returns how many units it did, measured for at least this many seconds."""
    work()
    units, start = 0, time.process_time()  # of this process alone, so that others on the machine count less
    while (took := time.process_time() - start) < seconds:
        units += work()
    return units / took


def random_play(name: str, players: int, options: dict[str, Any]) -> Callable[[], int]:
    """Plays one whole match at random through the public API, deals included, and counts the actions of seats."""
    rules = game(name, options)
    numbers = iter(range(10**9))

    def play() -> int:
        number = next(numbers)
        house, chance = Shuffle(seeded("bench", number)), Random(number).random
        state = rules.new(Seating(players=players))
        owed, to_act, legal, apply, outcome = state.owed, state.to_act, state.legal, state.apply, state.outcome
        steps = 0
        while outcome() is None:
            seats = to_act()
            if not seats:
                deal = owed(house)
                apply(None, deal if deal is not None else legal(None)[0])
                continue
            seat = seats[int(chance() * len(seats))]
            actions = legal(seat)
            if actions:
                apply(seat, actions[int(chance() * len(actions))])
                steps += 1
        return steps

    return play


def solve(hands: list[tuple[list[int], int]]) -> Callable[[], int]:
    """Computes the fewest points of every hand."""

    def work() -> int:
        for hand, wild in hands:
            melds.fewest(hand, wild)
        return len(hands)

    return work


def solve_many(hands: list[tuple[list[int], int]]) -> Callable[[], int]:
    """The same in one call."""
    many, wilds = [hand for hand, _ in hands], [wild for _, wild in hands]

    def work() -> int:
        melds.fewest_many(many, wilds)
        return len(many)

    return work


def random_hands(count: int, size: int) -> list[tuple[list[int], int]]:
    rng = Random(1)
    return [(rng.sample(SET, size), size - 3 if size < 14 else 10) for _ in range(count)]


def adversarial_hands(count: int) -> list[tuple[list[int], int]]:
    """Hard hands of 14 cards, from one or two sets: wilds, two suits, three or four ranks, five adjacent ranks."""
    rng, hands = Random(2), []
    while len(hands) < count:
        cards = list(deck(rng.choice((1, 2))))
        wild, kind = rng.randrange(len(RANKS)), len(hands) % 5
        suits, ranks, low = rng.sample(range(5), 2), rng.sample(range(11), 3 + kind % 2), rng.randrange(7)
        keep: Callable[[int], bool] = (
            lambda c, w=wild: melds.is_wild(c, w) or c % 7 == 0,
            lambda c, s=suits: c == JOKER or c // 11 in s,
            lambda c, r=ranks: c == JOKER or c % 11 in r,
            lambda c, r=ranks: c == JOKER or c % 11 in r,
            lambda c, lo=low: c == JOKER or lo <= c % 11 < lo + 5,
        )[kind]
        chosen = [card for card in cards if keep(card)]
        if len(chosen) >= 14:
            hands.append((rng.sample(chosen, 14), wild))
    return hands


def worst_of_adversarial(count: int) -> tuple[float, float]:
    """The slowest and the median hand in seconds; each is the best of three, so that an interruption does not count."""
    times = []
    for hand, wild in adversarial_hands(count):
        tries = []
        for _ in range(3):
            start = time.perf_counter()
            melds.fewest(hand, wild)
            tries.append(time.perf_counter() - start)
        times.append(min(tries))
    return max(times), median(times)


def reference_rate(seconds: float) -> float:
    """Hands per second of the exhaustive reference solver in the tests."""
    from tests.solver import reference_melds  # noqa: PLC0415 - only this figure needs the tests

    hands = [(list(texts(hand)), RANKS[wild]) for hand, wild in random_hands(40, 13)]
    turn = iter(range(10**9))

    def work() -> int:
        hand, wild = hands[next(turn) % len(hands)]
        reference_melds.fewest(hand, wild)
        return 1

    return rate(work, seconds)


def middle_of(name: str, players: int, options: dict[str, Any]) -> State:
    """A state in the middle of a round."""
    state = game(name, options).new(Seating(players=players))
    house, rng = Shuffle(seeded("bench")), Random(3)
    for _ in range(60):
        deal = state.owed(house)
        if deal is not None:
            state.apply(None, deal)
            continue
        seats = [seat for seat in state.to_act() if state.legal(seat)]
        seat = rng.choice(seats)
        state.apply(seat, rng.choice(state.legal(seat)))
    return state


def repeat(work: Callable[[], Any], times: int = 2000) -> Callable[[], int]:
    def many() -> int:
        for _ in range(times):
            work()
        return times

    return many


def copies_and_views(seconds: float) -> list[Row]:
    rows: list[Row] = []
    numbers = list(range(116))
    floor = rate(repeat(numbers.copy), seconds / 4)
    encode = msgspec.json.Encoder().encode
    for name, players, options in (("five_crowns", 7, {}), ("wackee_six", 12, {}), ("wig_out", 6, {})):
        state = middle_of(name, players, options)
        copy = rate(repeat(state.copy), seconds / 4)
        rows.append((f"{name} copy(), per second / copy of 116 ints", copy, floor, floor / copy, "at most 40"))
        view = state.view(0)
        alone = rate(repeat(lambda v=view: encode(v)), seconds / 4)
        whole = rate(repeat(lambda s=state: encode(s.view(0))), seconds / 4)
        rows.append((f"{name} view and JSON, per second / JSON alone", whole, alone, alone / whole, "at most 25"))
    return rows


def row(what: str, ours: float, other: float, goal: str) -> Row:
    return what, ours, other, ours / other, goal


def measure(seconds: float) -> list[Row]:
    """Every figure; ours and the other library's are measured one right after the other."""
    plain = rate(solve(random_hands(500, 13)), seconds)
    rows = [row("melds of 13 cards, plain / exhaustive with memo", plain, reference_rate(seconds), "at least 3")]
    label = "compiled" if melds.compile_kernel() else "plain (numba is missing)"
    fast = rate(solve(random_hands(2000, 13)), seconds)
    theirs = peer("openspiel_min_deadwood_calls_11", seconds)["calls_per_s"]
    rows.append(row(f"melds of 13 cards, {label} / OpenSpiel min_deadwood of 11", fast, theirs, "at least 0.2"))
    many = rate(solve_many(random_hands(2000, 13)), seconds)
    rows.append(row(f"the same, {label}, many hands in a call", many, theirs, "at least 0.4"))
    slowest, middle = worst_of_adversarial(10_000)
    rows.append(row("slowest of 10,000 hard hands of 14 / their median, s", slowest, middle, "at most 50"))
    ours = rate(random_play("five_crowns", 2, {"turn_limit": 25}), seconds)
    theirs = peer("openspiel_gin_rummy_steps", seconds)["steps_per_s"]
    rows.append(row("five_crowns random steps / OpenSpiel gin_rummy", ours, theirs, "at least 4"))
    theirs = peer("openspiel_gin_rummy_steps_cloned", seconds)["steps_per_s"]
    rows.append(row("five_crowns random steps / gin_rummy, cloned start", ours, theirs, "reported"))
    for name, goal in (("wackee_six", "at least 6"), ("wig_out", "at least 8")):
        ours = rate(random_play(name, 4, {}), seconds)
        theirs = peer("rlcard_uno_steps", seconds)["steps_per_s"]
        rows.append(row(f"{name} random steps / RLCard uno", ours, theirs, goal))
    numbers = iter(range(10**9))
    match = 1 / rate(lambda: len([simulate.play("five_crowns", {}, ["greedy"] * 4, (next(numbers),))]), seconds * 2)
    games = 12 / peer("rlcard_gin_rummy_games", seconds)["games_per_s"]
    rows.append(row("a five_crowns match of 4 greedy / 12 gin rummy games of RLCard, s", match, games, "at most 1"))
    return rows + copies_and_views(seconds) + kernels(seconds)


def kernels(seconds: float) -> list[Row]:
    """Random play inside the compiled kernels, beside OpenSpiel's C++ rollouts; and the batched step with masks."""
    from rumpus import research  # noqa: PLC0415 - only these figures need Numba

    rows: list[Row] = []
    goals = {
        "wig_out": (4, {}, "at least 2"),
        "wackee_six": (4, {}, "at least 0.7"),
        "five_crowns": (2, {"turn_limit": 25}, "at least 0.25"),
    }
    for name, (players, options, goal) in goals.items():
        tables = research.batch(name, 256, players, seed=1, **options)
        ours = rate(lambda tables=tables: tables.rollouts(400)[0], seconds)
        theirs = peer("openspiel_crazy_eights_rollouts", seconds)["steps_per_s"]
        rows.append(row(f"{name} kernel, random actions / OpenSpiel's C++ crazy_eights", ours, theirs, goal))
    theirs = peer("openspiel_gin_rummy_rollouts", seconds)["steps_per_s"]
    rows.append(row("five_crowns kernel, random actions / OpenSpiel's C++ gin_rummy", ours, theirs, "at least 7"))
    for name, (players, options, _) in goals.items():
        tables = research.batch(name, 1024, players, seed=1, **options)

        def steps(tables: Any = tables, observes: bool = False) -> int:
            for _ in range(20):
                if observes:
                    tables.observe()
                tables.step(tables.sample())
            return 20 * tables.tables * tables.players

        figure, goal = rate(steps, seconds), "at least 5" if name == "wig_out" else "reported"
        rows.append(row(f"{name} batched step with masks, seat-steps / a million", figure, 1e6, goal))
        figure = rate(partial(steps, observes=True), seconds)
        rows.append(row(f"{name} the same with observations, seat-steps / a million", figure, 1e6, "reported"))
    return rows


def meets(ratio: float, goal: str) -> bool | None:
    """Whether a ratio meets its goal; None if it is only reported."""
    if goal.startswith("at least"):
        return ratio >= float(goal.rpartition(" ")[2])
    return ratio <= float(goal.rpartition(" ")[2]) if goal.startswith("at most") else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each figure is measured")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    arguments = parser.parse_args()
    rows = measure(arguments.seconds)
    if arguments.json:
        keys = ("what", "ours", "other", "ratio", "goal")
        print(json.dumps([dict(zip(keys, row, strict=True)) for row in rows], indent=1))
        return
    table = Table(title="Speed, one core, ratios in the same run", title_justify="left")
    for heading in ("what", "ours", "other", "ratio", "goal", ""):
        table.add_column(heading, justify="left" if heading in ("what", "goal") else "right")
    for what, ours, other, ratio, goal in rows:
        met = {True: "yes", False: "NO", None: ""}[meets(ratio, goal)]
        table.add_row(what, f"{ours:,.4g}", f"{other:,.4g}", f"{ratio:.3g}", goal, met)
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
