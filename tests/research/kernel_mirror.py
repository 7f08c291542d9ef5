"""Plays the kernels and the rules side by side: legal sets, landings, points, observations (`make kernels`)."""

from __future__ import annotations

import argparse
import sys
import time
from random import Random
from typing import Any

import msgspec
import numpy as np

import rumpus
from rumpus import research
from rumpus.contract import CALLED, PLAY, READY, Go, Illegal, State

CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("wig_out", 2, {"rounds": 2}),
    ("wig_out", 4, {"rounds": 2, "first_dealer": "random"}),
    ("wig_out", 6, {"rounds": 1, "free_draw": True, "auto_shout": True}),
    ("wig_out", 3, {"rounds": 2, "cards": (3, 9, 5), "head_start": (0, 4, -4)}),
    ("wackee_six", 2, {"target": 20}),
    ("wackee_six", 4, {"target": 15, "auto_shout": True}),
    ("wackee_six", 5, {"target": 10, "partners": True, "first_dealer": 2}),
    ("wackee_six", 3, {"target": 20, "down": (0, 3, 6), "head_start": (5, 0, 0)}),
    ("wackee_six", 8, {"target": 10}),
    ("five_crowns", 2, {"turn_limit": 12}),
    ("five_crowns", 3, {"rounds": 5, "turn_limit": 6, "first_dealer": "random"}),
    ("five_crowns", 4, {"rounds": 3}),
    ("five_crowns", 9, {"rounds": 3, "turn_limit": 4, "head_start": (0, 1, 2, 3, 4, 5, 6, 7, 8)}),
]
IDLE = 0.2  # of the seats wait in a tick though they could act
WRONG = 0.02  # choose any number at all
TOLERANCE = 1e-6  # observations are floats of 32 bits
SEAT_STEPS = 3_000_000  # of a case at most; a match that does not end is a difference too


class Difference(AssertionError):
    """The kernel and the rules disagree."""


class Mirror:
    """A batch, and beside every table the rules, told of each deal of the kernel and each action in the same order."""

    def __init__(self, name: str, players: int, options: dict[str, Any], tables: int, seed: int) -> None:
        self.batch = research.batch(name, tables, players, seed=seed, **options)
        self.rules, self.coded = self.batch.encoding.rules, self.batch.encoding
        self.kernel: Any = self.batch.kernel  # that of this game; not all of them reshuffle
        self.rng = Random(seed)
        self.matches = self.compared = self.seen = 0
        self.states = [self.rules.new(players) for _ in range(tables)]
        for table in range(tables):
            self._deal(table)

    def _deal(self, table: int) -> None:
        state = self.states[table]
        state.apply(None, self.batch.kernel.dealt(table))
        if state.phase == READY:
            state.apply(None, Go())

    def legal(self, state: State, seat: int) -> dict[int, Any]:
        """The legal actions by their numbers, by the rules."""
        legal = self.coded.numbered(state.legal(seat)) if seat in state.to_act() else {}
        if self.rules.race or not legal:
            legal[self.coded.wait] = None
        return legal

    def compare_masks(self) -> list[list[dict[int, Any]]]:
        """Every legal set of the kernel against that of the rules."""
        found = []
        for table, state in enumerate(self.states):
            row = [self.legal(state, seat) for seat in range(state.players)]
            for seat, legal in enumerate(row):
                theirs = self.batch.masks[table, seat].nonzero()[0].tolist()
                if theirs != sorted(legal):
                    raise Difference(f"legal at table {table}, seat {seat}: {theirs} and {sorted(legal)}\n{state}")
            self.compared += len(row)
            found.append(row)
        return found

    def compare_observations(self) -> None:
        """What the seats of one table after the other see, against the encoding of their views."""
        observed, table = self.batch.observe(), self.seen % self.batch.tables
        self.seen += 1
        state = self.states[table]
        for seat in range(state.players):
            expected = self.coded.encode(state.view(seat))
            wrong = np.flatnonzero(np.abs(observed[table, seat] - expected) > TOLERANCE)
            if len(wrong):
                block = next(name for name, at in reversed(self.coded.offsets.items()) if at <= wrong[0])
                raise Difference(f"{block} as seat {seat} of table {table} sees it, number {wrong[0]}\n{state}")

    def tick(self) -> None:
        """One step of all tables, with everything compared."""
        legal = self.compare_masks()
        self.compare_observations()
        chosen = self.batch.sample().copy()
        for table, seat in [(t, s) for t in range(self.batch.tables) for s in range(self.batch.players)]:
            lot = self.rng.random()
            if lot < IDLE and self.rules.race:
                chosen[table, seat] = self.coded.wait
            elif lot > 1 - WRONG:
                chosen[table, seat] = self.rng.randrange(-1, self.coded.wait + 2)
        _, ended = self.batch.step(chosen)
        for table, row in enumerate(legal):
            self._follow(table, row, chosen[table].tolist(), bool(ended[table]))

    def _follow(self, table: int, legal: list[dict[int, Any]], chosen: list[int], ended: bool) -> None:
        state, batch = self.states[table], self.batch
        rounds = len(state.sheet)
        order = batch.order[table].tolist() if self.rules.race else [state.to_act()[0]]
        for seat in order:
            if chosen[seat] == self.coded.wait and self.rules.race:
                continue
            landed = len(state.sheet) == rounds and self._apply(state, seat, legal[seat].get(chosen[seat]))
            if landed == bool(batch.late[table, seat]):
                raise Difference(f"seat {seat} of table {table} landed by the rules: {landed}\n{state}")
        if state.phase == CALLED:
            state.apply(None, self.rules.closing)
        self._compare_points(table, rounds, ended)

    def _apply(self, state: State, seat: int, action: Any) -> bool:
        if action is None:
            return False
        if state.phase == CALLED:
            if not action.flies:
                return False
            action = msgspec.structs.replace(action, airborne=True)
        try:
            state.apply(seat, action)
        except Illegal:
            return False
        return True

    def _compare_points(self, table: int, rounds: int, ended: bool) -> None:
        state, batch = self.states[table], self.batch
        if ended != (state.outcome() is not None):
            raise Difference(f"the match at table {table} has ended: {ended}\n{state}")
        gained = state.sheet[-1] if len(state.sheet) > rounds else (0,) * len(state.totals)
        for points, party in zip(gained, state.parties(), strict=True):
            for seat in party:
                if points != batch.points[table, seat]:
                    raise Difference(f"points at table {table}: {batch.points[table].tolist()} and {gained}\n{state}")
        if ended:
            self.matches += 1
            self.states[table] = self.rules.new(state.players)
            self._deal(table)
            return
        if batch.kernel.totals(table) != state.totals:
            raise Difference(f"totals at table {table}: {batch.kernel.totals(table)} and {state.totals}")
        if len(state.sheet) > rounds:
            self._deal(table)
        elif state.phase == PLAY and not state.to_act():
            state.apply(None, self.kernel.reshuffled(table))

    def run(self, matches: int) -> None:
        """Until so many matches have been played to their end."""
        while self.matches < matches:
            self.tick()
            if self.compared > SEAT_STEPS * max(1, matches // 100):
                raise Difference(f"only {self.matches} matches have ended after {self.compared} legal sets")


def main() -> None:
    """Compare so many matches of each game (or of those that are named), shared by its cases."""
    rumpus.fast()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matches", type=int)
    parser.add_argument("games", nargs="*", default=list(dict.fromkeys(case[0] for case in CASES)))
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    matches = arguments.matches
    for name in arguments.games:
        cases = [case for case in CASES if case[0] == name]
        start, played, compared, seen = time.perf_counter(), 0, 0, 0
        for number, (_, players, options) in enumerate(cases):
            mirror = Mirror(name, players, options, 16, 100 * arguments.seed + number)
            mirror.run(-(-matches // len(cases)))
            played, compared, seen = played + mirror.matches, compared + mirror.compared, seen + mirror.seen * players
        took = time.perf_counter() - start
        found = f"{played:,} matches, {compared:,} legal sets and {seen:,} observations"
        sys.stdout.write(f"{name}: {found} without a difference, {took:.0f} s\n")


if __name__ == "__main__":
    main()
