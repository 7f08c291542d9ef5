"""Finding something out once, however many ask for it at the same time: what is in the journal, or how a disk is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
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


class Lately(Generic[Loaded]):
    """One answer for everybody who asks within `age_s`, or while it is being found out."""

    def __init__(self, ask: Callable[[], Awaitable[Loaded]], age_s: float) -> None:
        self._ask = ask
        self._age_s = age_s
        self._asking: asyncio.Task[Loaded] | None = None
        self._until = 0.0  # when the answer is too old, by the event loop's clock

    async def answer(self) -> Loaded:
        """The answer, or what `ask` raises. Asking goes on if the caller is cancelled: others may wait for it."""
        loop = asyncio.get_running_loop()
        if self._asking is None or (self._asking.done() and loop.time() >= self._until):
            self._asking = loop.create_task(self._found())
            self._asking.add_done_callback(self._ended)
        return await asyncio.shield(self._asking)

    async def _found(self) -> Loaded:
        return await self._ask()

    def _ended(self, asking: asyncio.Task[Loaded]) -> None:
        self._until = asyncio.get_running_loop().time() + self._age_s
        if not asking.cancelled():
            asking.exception()  # whoever has waited for it may be gone
