"""The loop of a world with several nodes: processes that stand still, and TCP between them that can be late or cut."""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context
from random import Random
from typing import Any, TypeVarTuple

from tests.support.clock import STEP_S
from tests.world.lifetime import Life, WorldLoop, current_life
from tests.world.network import Connection

Ts = TypeVarTuple("Ts")
NOBODY = Context()  # of what happens in the net or in the database, whoever has caused it
HEARD_OF_S = 0.001  # a packet needs at least so long


class NodesLoop(WorldLoop):
    """What belongs to a paused process happens when it goes on. `nodes` connects them."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.asleep: dict[Life, list[asyncio.Handle]] = {}
        self.wires = Wires(self, Random(f"{seed} wires"))

    def call_soon(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Call it in the next round, or when its process goes on."""
        handle = super().call_soon(callback, *args, context=context)
        if self.asleep:
            life = current_life.get() if context is None else context.get(current_life)
            if life in self.asleep:
                self._ready.pop()  # type: ignore[attr-defined]  # what is to be called next
                self.asleep[life].append(handle)
        return handle

    def pause(self, life: Life) -> None:
        """The process does nothing any more; what it has sent still arrives."""
        timers: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]  # the heap of timers
        ready: deque[asyncio.Handle] = self._ready  # type: ignore[attr-defined]
        mine = [handle for handle in timers if _belongs(handle, life)]
        for handle in mine:
            handle._scheduled = False  # type: ignore[attr-defined]
        timers[:] = [handle for handle in timers if not _belongs(handle, life)]
        heapq.heapify(timers)
        self.asleep[life] = [*(handle for handle in ready if _belongs(handle, life)), *mine]
        others = [handle for handle in ready if not _belongs(handle, life)]
        ready.clear()
        ready.extend(others)

    def go_on(self, life: Life, later_s: float = 0.0) -> None:
        """The process goes on; its timers are due `later_s` later than they were, because the machine was suspended."""
        for handle in self.asleep.pop(life, ()):
            if handle.cancelled():
                continue
            if isinstance(handle, asyncio.TimerHandle):
                handle._when += later_s  # type: ignore[attr-defined]
                handle._scheduled = True  # type: ignore[attr-defined]
                heapq.heappush(self._scheduled, handle)  # type: ignore[attr-defined]
            else:
                self._ready.append(handle)  # type: ignore[attr-defined]

    def forget(self, life: Life) -> None:
        """The process is dead, and with it its connections."""
        for handle in self.asleep.pop(life, ()):
            if not isinstance(handle, asyncio.TimerHandle):
                self._ready.append(handle)  # type: ignore[attr-defined]  # tasks that are about to be cancelled
        super().forget(life)
        self.wires.died(life)

    async def create_server(self, factory: Any, host: Any = None, port: Any = None, **_: Any) -> Any:  # type: ignore[override]
        """Listen at `nodeNUMBER:PORT`."""
        return self.wires.listen(str(host), factory)

    async def create_connection(self, factory: Any, host: Any = None, port: Any = None, **_: Any) -> Any:  # type: ignore[override]
        """Connect to `nodeNUMBER:PORT`."""
        return await self.wires.connect(str(host), factory)


def _belongs(handle: asyncio.Handle, life: Life) -> bool:
    """Whether a handle is one of this process, and not a packet that is on its way."""
    context: Context | None = handle._context  # type: ignore[attr-defined]
    if context is None or context.get(current_life) is not life or handle.cancelled():
        return False
    return not isinstance(getattr(handle._callback, "__self__", None), Connection)  # type: ignore[attr-defined]


class _Listener:
    """What `create_server` returns."""

    def __init__(self, wires: Wires, host: str, factory: Any) -> None:
        self.wires, self.host, self.factory = wires, host, factory
        self.life, self.context = current_life.get(), copy_context()

    def close(self) -> None:
        """Listen no more."""
        if self.wires.listeners.get(self.host) is self:
            del self.wires.listeners[self.host]

    def _attach(self, *_: Any) -> None: ...

    def _detach(self, *_: Any) -> None: ...


class Wires:
    """The network between nodes: delays by chance, and cuts of each pair and direction."""

    def __init__(self, loop: NodesLoop, random: Random) -> None:
        self.loop = loop
        self.random = random
        self.listeners: dict[str, _Listener] = {}
        self.held: set[tuple[int, int]] = set()  # from which node to which nothing arrives
        self.ends: list[End] = []
        self.said: Callable[[End, bytes], None] = lambda end, data: None  # called with all that is sent

    def late_s(self) -> float:
        """How long a packet needs."""
        slow = self.random.random() < 0.01
        return HEARD_OF_S + self.random.random() * (0.5 if slow else 0.004)

    def listen(self, host: str, factory: Any) -> _Listener:
        """Accept connections at this host."""
        self.listeners[host] = found = _Listener(self, host, factory)
        return found

    async def connect(self, host: str, factory: Any) -> tuple[Any, Any]:
        """A new connection; raises `OSError` if nothing listens, and hangs if nothing arrives."""
        here, context = current_life.get(), copy_context()
        assert here is not None
        await asyncio.sleep(self.late_s())
        there = _node_of(host)
        while (here.place, there) in self.held or (there, here.place) in self.held:
            await asyncio.sleep(0.1)
        listener = self.listeners.get(host)
        if listener is None or listener.life is None:
            raise ConnectionRefusedError
        one, other = End(self, here, context), End(self, listener.life, listener.context)
        one.accepted, other.accepted = False, True
        one.peer, other.peer = other, one
        self.ends = [*(end for end in self.ends if not end.over), one, other]
        one.protocol, other.protocol = factory(), listener.factory()
        self.loop.call_soon(other.protocol.connection_made, other, context=other.context.copy())
        one.protocol.connection_made(one)
        return one, one.protocol

    def hold(self, one: int, other: int) -> None:
        """Nothing arrives from one node at the other any more; nobody is told."""
        self.held.add((one, other))

    def cut(self, one: int, other: int) -> None:
        """All connections between them end, and what is on its way is lost."""
        for end in self.ends:
            if {end.number, end.peer.number} == {one, other}:
                end.reset()

    def mend(self) -> None:
        """What was held arrives."""
        self.held.clear()
        for end in self.ends:
            end.flow()

    def died(self, life: Life) -> None:
        """A process has ended: its kernel says so to the others, if that arrives."""
        for host, listener in list(self.listeners.items()):
            if listener.life is life:
                del self.listeners[host]
        for end in self.ends:
            if end.life is life and not end.over:
                end.over = True
                end.send(None)


class End(asyncio.Transport):
    """One end of a connection between two nodes."""

    peer: End
    protocol: Any
    accepted: bool

    def __init__(self, wires: Wires, life: Life, context: Context) -> None:
        super().__init__()
        self.wires, self.life, self.context = wires, life, context
        self.number = life.place
        self.over = False
        self._way: deque[tuple[float, bytes | None]] = deque()  # to the peer: when each piece arrives; None: the end
        self._last = 0.0

    def write(self, data: Any) -> None:
        """Send it."""
        if not self.over:
            self.wires.said(self, bytes(data))
            self.send(bytes(data))

    def send(self, data: bytes | None) -> None:
        """Put it on its way."""
        loop = self.wires.loop
        self._last = max(self._last + STEP_S, loop.time() + self.wires.late_s())
        self._way.append((self._last, data))
        loop.call_at(self._last, self.flow, context=NOBODY)

    def flow(self) -> None:
        """What has had its time arrives, unless the way is cut."""
        now = self.wires.loop.time()
        while self._way and self._way[0][0] <= now and (self.number, self.peer.number) not in self.wires.held:
            _, data = self._way.popleft()
            if data is None:
                self.peer.lose()
            elif not self.peer.over:
                context = self.peer.context.copy()
                self.wires.loop.call_soon(self.peer.protocol.data_received, data, context=context)

    def lose(self) -> None:
        """The other side has ended it."""
        if not self.over:
            self.over = True
            error = ConnectionResetError()
            self.wires.loop.call_soon(self.protocol.connection_lost, error, context=self.context.copy())

    def reset(self) -> None:
        """Something in between has ended it."""
        self._way.clear()
        self.lose()

    def abort(self) -> None:
        """End it."""
        if not self.over:
            self.lose()
            self.send(None)

    close = abort

    def is_closing(self) -> bool:
        """Whether it is over."""
        return self.over

    def get_write_buffer_size(self) -> int:
        """What has not arrived yet."""
        return sum(len(data or b"") for _, data in self._way)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Nothing is known."""
        return default

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...


def _node_of(host: str) -> int:
    return int(host.removeprefix("node"))
