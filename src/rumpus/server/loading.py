"""Reading something from the journal once, however many ask for it at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

Loaded = TypeVar("Loaded")


class Loading(Generic[Loaded]):
    """What is being read, by id. Whoever asks for it meanwhile waits for the same reading."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Future[Loaded]] = {}

    def __len__(self) -> int:
        return len(self._running)

    async def once(self, id_: str, load: Callable[[], Coroutine[Any, Any, Loaded]]) -> Loaded:
        """The result of `load`, or what it raises. Continues if the caller is cancelled: others may wait for it."""
        running = self._running.get(id_)
        if running is None:
            running = self._running[id_] = asyncio.get_running_loop().create_task(load())
            running.add_done_callback(lambda done: self._ended(id_, done))
        try:
            return await asyncio.shield(running)
        finally:
            del running  # as in `LogKeeper.in_turn`

    def _ended(self, id_: str, loaded: asyncio.Future[Loaded]) -> None:
        del self._running[id_]
        if not loaded.cancelled():
            loaded.exception()  # whoever has waited for it may be gone
