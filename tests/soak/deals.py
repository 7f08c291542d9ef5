"""Matches dealt by a table, which must verify, and the same with one thing changed, which must not.

`python -m tests.soak.deals MATCHES SPOILED` plays so many of each game; `make soak PARTS=deals` as many as fit.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from random import Random

from rumpus import audit, record, wire
from rumpus.games import GAMES
from rumpus.lobby import start
from tests.records import stranger
from tests.records.test_fair import SPOILS, refuses, spoiled
from tests.table.test_fair import QUICK, leave_it_to_bots, opened, record_at, second_match, short

AGAIN = 20  # one match in so many is dealt again


def play(game: str, number: int) -> int:
    """Play one match, and perhaps its deals again, and verify it; returns the shuffles that were checked."""
    rng = Random(f"{game} {number}")
    options = {**short(game), "first_dealer": rng.choice(("host", "random"))}
    bots = tuple(rng.choices(("beginner", "casual", "skilled"), k=rng.randint(0, GAMES[game].seats[-1] - 2)))
    desk = opened(game, seed=f"{game} {number}", options=options, bots=bots, settings=QUICK)
    whole = record_at(leave_it_to_bots(desk.begin(), hours=48))
    count = verified(whole)
    if number % AGAIN == 0 and desk.lobby().dealt is not None:
        desk.ask(1, wire.Rematch)
        if start.turn(desk.lobby()) is not None:
            again = record_at(second_match(desk, rematch=False))
            count += verified(again)
            audit.check_again(whole, again)
    return count


def verified(whole: record.Record) -> int:
    """Check a record with our checker and the stranger's; returns the shuffles."""
    text = record.text(whole)
    rounds = list(audit.check(record.read(text.splitlines())))
    assert all(one.revealed for one in rounds)
    count = sum(len(one.seeds) for one in rounds)
    assert count == stranger.check(text)
    return count


def spoil(game: str, number: int) -> str:
    """Change one thing in a match; it must not verify. Returns what was changed."""
    rng = Random(f"spoil {game} {number}")
    desk = opened(game, seed=f"{game} {number}", options=short(game), settings=QUICK)
    whole = record_at(leave_it_to_bots(desk.begin()))
    name = rng.choice(sorted(SPOILS))
    text = spoiled(whole, SPOILS[name], rng)
    assert refuses(text), f"{game} {number} verifies with another {name}: {json.dumps(text)[:300]}"
    return name


def soak(seconds: float, say: Callable[[str], None]) -> None:
    """Play and spoil matches of all games in turn."""
    until, number, shuffles = time.monotonic() + seconds, 0, 0
    while time.monotonic() < until:
        for game in sorted(GAMES):
            shuffles += play(game, number)
            spoil(game, number)
        number += 1
    say(f"{number} matches of each game, {shuffles} shuffles dealt again; {number} of each were changed, and noticed")


if __name__ == "__main__":
    matches, changed = int(sys.argv[1]), int(sys.argv[2])
    for name in sorted(GAMES):
        began = time.monotonic()
        checked = sum(play(name, at) for at in range(matches))
        for at in range(changed):
            spoil(name, at)
        took = time.monotonic() - began
        print(f"{name}: {matches} matches, {checked} shuffles verified; {changed} changed, all noticed; {took:.0f} s")
