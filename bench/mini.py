"""Solves the mini variant of Five Crowns by CFR+ and prints how exploitable policies of it are (`make mini`)."""

from __future__ import annotations

import argparse
import time

from rumpus.research.mini_five_crowns.cards import Variant
from rumpus.research.mini_five_crowns.policies import greedy, uniform
from rumpus.research.mini_five_crowns.solver import Solver, exploitability, worth


def main() -> None:
    """Solve, measure after 1, 2, 4, ... iterations, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=128, help="of CFR+ (default 128)")
    parser.add_argument("--turns", type=int, default=4, help="turns of a round in all (default 4)")
    arguments = parser.parse_args()
    solver = Solver(Variant(turns=arguments.turns))
    walk = solver.walk
    simple = {"random": uniform(walk), "greedy": greedy(walk)}
    nodes = walk.tree.turns + walk.tree.lasts
    sets = sum(level.count for level in nodes) * len(walk.variant.hands)
    sets += sum(level.count for level in walk.tree.turns) * 2 * len(walk.variant.full)
    print(f"{walk.variant.size} cards, {arguments.turns} turns, {sets:,} information sets\n")
    print("| policy | exploitability, points a round | seconds |\n|---|---|---|")
    for name, policy in simple.items():
        print(f"| {name} | {exploitability(walk, policy):.4f} | |", flush=True)
    start = time.perf_counter()
    while solver.iterations < arguments.iterations:
        solver.run(min(max(1, solver.iterations), arguments.iterations - solver.iterations))
        average = solver.average()
        left = exploitability(walk, average)
        took = time.perf_counter() - start
        print(f"| CFR+, {solver.iterations} iterations | {left:.4f} | {took:.0f} |", flush=True)
    average = solver.average()
    print(f"\nwho begins wins {worth(walk, (average, average)):+.3f} points a round between two solved policies")
    for name, policy in simple.items():
        both = (worth(walk, (average, policy)) - worth(walk, (policy, average))) / 2
        print(f"the solved policy wins {both:+.3f} points a round from {name}, over both seats")


if __name__ == "__main__":
    main()
