"""Exhaustive exploration, breadth first: every history up to a depth, each state once, the shortest fault first."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from tests.model.house import NAMES, Bounds, House, start
from tests.model.still_loop import StillLoop

Path = tuple[tuple[Any, ...], ...]


class Fault(AssertionError):
    """A history in which an invariant does not hold, in readable form."""

    def __init__(self, path: Path, why: str, *, at_rest: bool) -> None:
        last = "\n     then everything comes to rest" if at_rest else ""
        super().__init__(f"{why}\n{describe(path)}{last}")
        self.path = path


class Explored(NamedTuple):
    """How far an exploration came."""

    depth: int  # every history of so many steps was seen
    states: int
    histories: int  # that were run, each from the beginning
    complete: bool  # no history leads to a state that was not seen


def describe(path: Path) -> str:
    """A history, one numbered line for each step."""
    lines = []
    for number, choice in enumerate(path, 1):
        if choice[0] == "sends":
            message = choice[1]
            line = f"{NAMES[message.who]} sends {message.kind} with the id {message.id}"
        else:
            line = STEPS[choice[0]]
        lines.append(f"{number:3}. {line}")
    return "\n".join(lines)


STEPS = {
    "disk": "the journal's thread carries out its next call",
    "full": "the journal's thread finds the disk full: the commit fails",
    "time": "time passes until the next timer",
    "crash": "the server crashes and starts again; everybody reconnects and repeats what was not answered",
    "drop": f"{NAMES[1]} loses the connection and comes back",
}


def replay(loop: StillLoop, begin: Any, bounds: Bounds, path: Path) -> House:
    """Run one history from the beginning."""
    loop.forget()
    house = House(loop, begin, bounds)
    for choice in path:
        house.step(choice)
    return house


def explore(bounds: Bounds, depth: int, *, until: float | None = None, about: str = "") -> Explored:
    """Every history of up to `depth` steps; raises `Fault` with the shortest one in which an invariant is broken.

    A state that was seen before is not continued a second time. `until` (monotonic seconds) ends a long run early;
    `about` looks only for faults that begin with these words.
    """
    loop = StillLoop()
    begin = start(loop)
    seen: set[int] = set()
    frontier: list[Path] = [()]
    histories = 0
    try:
        for at in range(depth + 1):
            following: list[Path] = []
            for path in frontier:
                if until is not None and time.monotonic() > until:
                    return Explored(at - 1, len(seen), histories, complete=False)
                house = replay(loop, begin, bounds, path)
                histories += 1
                state = hash(house.fingerprint())
                if state in seen:
                    continue
                seen.add(state)
                following += [(*path, choice) for choice in house.choices()]
                before = len(house.faults)
                house.settle()
                for number, fault in enumerate(house.faults):
                    if fault.startswith(about):
                        raise Fault(path, fault, at_rest=number >= before)
            frontier = following
            if not frontier:
                return Explored(at, len(seen), histories, complete=True)
        return Explored(depth, len(seen), histories, complete=False)
    finally:
        loop.forget()
        loop.close()
