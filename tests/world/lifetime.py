"""One run of the simulated server, from its boot to its crash: its tasks and timers die with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any, NoReturn, TypeVar, TypeVarTuple

from rumpus.server.rooms import Rooms
from tests.support.clock import VirtualLoop

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class WorldLoop(VirtualLoop):
    """The virtual loop of a world: it knows which tasks and timers belong to a server, and ends them with it."""

    def __init__(self) -> None:
        super().__init__()
        self.set_task_factory(_task)

    def call_at(
        self, when: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Set a timer; a dead server sets none."""
        handle = super().call_at(when, callback, *args, context=context)
        life = current_life.get() if context is None else context.get(current_life)
        if life is not None and life.dead:
            handle.cancel()
        return handle

    def forget(self, life: Life) -> None:
        """Cancel the timers of a dead server."""
        for handle in self._scheduled:  # type: ignore[attr-defined]  # the heap of timers
            if handle._context is not None and handle._context.get(current_life) is life:
                handle.cancel()


def _task(loop: asyncio.AbstractEventLoop, work: Any, context: Context | None = None) -> asyncio.Task[Any]:
    task = asyncio.Task(work, loop=loop, context=context)
    life = current_life.get() if context is None else context.get(current_life)
    if life is not None:
        life.tasks[task] = None
        task.add_done_callback(lambda done: life.tasks.pop(done, None))
        if life.dead:
            task.cancel()
    return task


class Life:
    """One lifetime of the server, from its boot to its crash or close."""

    def __init__(self, number: int, place: int = 0) -> None:
        self.number = number
        self.place = place  # the machine on which it runs, where there are several
        self.dead = False
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.rooms: Rooms
        self.app: Any
        self._context = copy_context()
        self._context.run(current_life.set, self)

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that ends with the server."""
        return asyncio.get_running_loop().create_task(work, context=self._context.copy())

    def call(self, work: Callable[[], T]) -> T:
        """Call it in the context of the server."""
        return self._context.copy().run(work)


current_life: ContextVar[Life | None] = ContextVar("life", default=None)


async def never() -> NoReturn:
    await asyncio.get_running_loop().create_future()
    raise AssertionError
