"""What padding costs: the bytes of all frames of one match of each game, as they are and without the padding.

`python -m bench.frames` plays each game to its end with three people who play at random and prints a table for
docs/speed.md. Everything runs in this process and in virtual time, so the figures are the same on every machine.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from rumpus.games import GAMES
from tests.support.clock import run_virtual
from tests.support.in_process import LocalServer

PLAYERS = 3
MOST_STEPS = 20_000
OPTIONS: dict[str, dict[str, Any]] = {"five_crowns": {"turn_limit": 20}}


async def played(game: str) -> tuple[int, int, int]:
    """The number of frames to all three players, their bytes, and their bytes without padding."""
    rng = Random(game)
    async with LocalServer() as server:
        settings = {"countdown_s": 0, "wait_s": 0}
        seated = await server.open(game, options=OPTIONS.get(game, {}), settings=settings)
        others = [await server.join(seated, name) for name in ("Bo", "Cy")]
        people = [await server.enter(one) for one in (seated, *others)]
        for person in people[1:]:
            await person.ask("ready")
        await people[0].ask("begin")
        for _ in range(MOST_STEPS):
            lobby = people[0].lobby()
            if lobby["stage"] == "over":
                break
            able = [(person, legal) for person in people if (legal := person.last("happened", "legal")["legal"])]
            if able:
                person, legal = rng.choice(able)
                await person.does(rng.choice(legal))
            else:
                for person in people:
                    await person.ask("ready")
                await asyncio.sleep(0.5)
        frames = [frame for person in people for frame in person.frames]
    padded = sum(len(frame.encode()) for frame in frames)
    return len(frames), padded, sum(len(frame[:-1].rstrip(" ").encode()) + 1 for frame in frames)


def main() -> None:
    """Print the table."""
    print("| game | frames | without padding | padded | ratio |\n|---|---|---|---|---|")
    for game in GAMES:
        count, padded, plain = run_virtual(lambda game=game: played(game))  # type: ignore[misc]  # mypy cannot infer a default of a lambda
        print(f"| {game} | {count} | {plain / 1024:.0f} KB | {padded / 1024:.0f} KB | {padded / plain:.2f} |")


if __name__ == "__main__":
    main()
