"""Scenarios against a real server, with a safety net of time and short matches."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

PATIENCE_S = 300.0  # a safety net on slow machines, never a measure
SHORT: dict[str, dict[str, Any]] = {
    "five_crowns": {"rounds": 1, "turn_limit": 8, "bot_pace": 0.25},
    "wackee_six": {"target": 1, "bot_pace": 0.25},
    "wig_out": {"rounds": 1, "bot_pace": 0.25},
}


def live(scenario: Awaitable[Any], patience_s: float = PATIENCE_S) -> None:
    """Run it to its end; a scenario that hangs fails."""

    async def main() -> None:
        async with asyncio.timeout(patience_s):
            await scenario

    asyncio.run(main())
