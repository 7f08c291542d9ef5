"""Tables for the tests of leaks: set up with given deals, and watched while they answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.leaks.allowed import PACKS, Plain
from tests.leaks.improviser import Plan
from tests.leaks.paired_runs import sit_down
from tests.leaks.viewer import Viewer
from tests.support.clock import run_virtual
from tests.support.in_process import LocalServer

GAMES = sorted(PACKS)
Patch = pytest.MonkeyPatch


@asynccontextmanager
async def table(one: Plan, deals: list[Plain]) -> AsyncIterator[tuple[LocalServer, dict[int, Viewer], Any]]:
    """A table at which the cards are dealt and play has begun."""
    async with LocalServer(seed=one.seed, scripted_for_all=True) as server:
        cast = await sit_down(server, one, deals)
        for seat in sorted(cast.keys() - {0}):
            cast[seat].say({"type": "ready", "id": "ready for go"})
        cast[0].say({"type": "do", "id": "go", "action": {"do": "go"}})
        await asyncio.sleep(1.0)
        yield server, cast, server.keeper(cast[0].seated)


def at_table(
    one: Plan, deals: list[Plain], scene: Callable[[LocalServer, dict[int, Viewer], Any], Awaitable[Any]]
) -> Any:
    """Run a scene at such a table in virtual time; returns its result."""

    async def play() -> Any:
        async with table(one, deals) as (server, cast, keeper):
            return await scene(server, cast, keeper)

    return run_virtual(play)


def tops(game: str, state: Any) -> tuple[Plain, Plain, Plain]:
    """The same action three times: without a card, with the right guess of the next card, and with a wrong one."""
    names = PACKS[game].names
    if game == "wackee_six":
        side = state.side_of[1]
        right = [names[card] for card in state.deck[side][:-4:-1]]
        return {"do": "turn"}, {"do": "turn", "cards": right}, {"do": "turn", "cards": right[::-1]}
    top = (state.deck if game == "wig_out" else state.draw)[-1]
    ask = {"do": "draw"} if game == "wig_out" else {"do": "take", "from": "draw"}
    return ask, ask | {"card": names[top]}, ask | {"card": names[(top + 1) % len(names)]}
