"""How many TCP connections there may be: in all, from one address, and from one network."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Protocol

from rumpus.server.budget.limits import Limits, address_of, prefix_of
from rumpus.server.metrics import Metrics

log = logging.getLogger("rumpus.server")
HEAD_S = 10.0  # a request head must be complete within this time, counted from the connection or the last response
STALLED_S = 20.0  # a client must read 64 KB of a response (asyncio's high-water mark) within this time
EXTRA = 32  # connections of an address beside its WebSockets: a browser keeps up to six open for pages and requests
NEAR = 0.8  # the share of all places from which on the log says that the limit is near
SAY_AGAIN_S = 60.0  # between two such lines
SWEEP_S = 1.0  # interval at which the deadlines are checked


class Closable(Protocol):
    """A transport, or a connection that has none yet."""

    def abort(self) -> None:
        """Close it at once."""
        ...


class Group:
    """Connections that share a limit: all of them, those of an address, or those of a network."""

    __slots__ = ("count", "idle", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self.count = 0
        self.idle: dict[Place, None] = {}  # have not completed a request head or a hello; the oldest first

    def has_room(self) -> bool:
        """Whether one more fits; if need be, the oldest idle connection of the group is dropped for it."""
        if self.count < self.most:
            return True
        oldest = next(iter(self.idle), None)
        if oldest is None:
            return False
        oldest.drop()
        return True


class Place:
    """One connection, from `connection_made` to `connection_lost`."""

    __slots__ = ("_keys", "_places", "_transport", "deadline", "expired", "groups", "proxied")

    def __init__(
        self, places: Places, transport: Closable, groups: list[Group], keys: tuple[str, ...], proxied: bool
    ) -> None:
        self._places = places
        self._transport = transport
        self._keys = keys
        self.groups = groups
        self.proxied = proxied  # it comes from a trusted proxy, so its address is not the client's
        self.deadline: float | None = None  # of an idle connection
        self.expired: Callable[[], None] = self.drop  # called after the deadline

    def wait(self, seconds: float | None = HEAD_S) -> None:
        """The connection is idle from now on, for at most so long; None if its deadline is kept elsewhere."""
        self.work()
        self.deadline = None if seconds is None else self._places.clock() + seconds
        for group in self.groups:
            group.idle[self] = None

    def work(self) -> None:
        """The connection is in use: it is no longer dropped for others."""
        for group in self.groups:
            group.idle.pop(self, None)

    def stall(self) -> None:
        """The client does not read what is sent."""
        self._places.stalled[self] = self._places.clock()

    def flow(self) -> None:
        """The client reads again."""
        self._places.stalled.pop(self, None)

    def drop(self) -> None:
        """Close the connection at once."""
        self.leave()
        self._transport.abort()

    def leave(self) -> None:
        """The connection is over; may be called twice."""
        if self.groups:
            self.work()
            self.flow()
            self._places.left(self.groups, self._keys)
            self.groups = []
            self.expired = _nothing  # which may refer to the connection, and the connection refers to this place


def _nothing() -> None:
    pass


class Places:
    """The connections of one server. Idle ones make room for new ones, so silent connections cannot lock people out."""

    def __init__(
        self,
        most: int,
        limits: Limits,
        clock: Callable[[], float],
        metrics: Metrics,
        trusted_proxy: str | None = None,
    ) -> None:
        self.everybody = Group(most)
        self.clock = clock
        self.stalled: dict[Place, float] = {}  # since when the client has not read what was sent
        self._per_address = limits.connections + EXTRA
        self._per_network = int(self._per_address * limits.prefix_times)
        self._groups: dict[str, Group] = {}  # by address and by network
        self._metrics = metrics
        self._is_proxy = proxies(trusted_proxy)
        self._said_at = float("-inf")
        self._sweeping = False
        metrics.most_connections.set(most)

    def admit(self, transport: Closable, host: str) -> Place | None:
        """A place for a new connection, which is idle at first; None if there is none."""
        proxied = self._is_proxy(host)
        keys = () if proxied else networks(host)
        groups = [self.everybody]
        for key, most in zip(keys, (self._per_address, self._per_network), strict=False):
            groups.append(self._groups.setdefault(key, Group(most)))
        if not all(group.has_room() for group in (*groups[1:], self.everybody)):
            self._forget(keys)
            return None
        for key, group in zip(keys, groups[1:], strict=True):
            self._groups[key] = group  # making room may have emptied the group and forgotten it
        place = Place(self, transport, groups, keys, proxied)
        for group in groups:
            group.count += 1
        place.wait()
        self._counted()
        if not self._sweeping:
            self._sweeping = True
            asyncio.get_running_loop().call_later(SWEEP_S, self._sweep)
        return place

    def left(self, groups: list[Group], keys: tuple[str, ...]) -> None:
        """A connection of these groups is over."""
        for group in groups:
            group.count -= 1
        self._forget(keys)
        self._counted()

    def _forget(self, keys: tuple[str, ...]) -> None:
        for key in keys:
            group = self._groups.get(key)
            if group is not None and not group.count:
                del self._groups[key]

    def _counted(self) -> None:
        count, most = self.everybody.count, self.everybody.most
        self._metrics.connections.set(count)
        if count >= NEAR * most and self.clock() - self._said_at > SAY_AGAIN_S:
            self._said_at = self.clock()
            log.warning("connections-near-limit", extra={"count": count})

    def _sweep(self) -> None:
        self._sweeping = bool(self.everybody.count)
        if self._sweeping:
            asyncio.get_running_loop().call_later(SWEEP_S, self._sweep)
        self.expire()

    def expire(self) -> None:
        """Close the connections whose time is over."""
        now = self.clock()
        late = []
        for place in self.everybody.idle:
            if place.deadline is not None:
                if place.deadline > now:
                    break  # those behind it became idle later
                late.append(place)
        for place in late:
            place.expired()
        for place in [place for place, since in self.stalled.items() if now - since > STALLED_S]:
            place.drop()


def networks(host: str) -> tuple[str, str]:
    """The address that a limit applies to, and its wider network."""
    address = address_of(host)
    return address, f"network {prefix_of(address)}"


def proxies(trusted: str | None) -> Callable[[str], bool]:
    """Whether an address is a trusted proxy; `trusted` lists addresses or networks, or is * for all."""
    names = [name.strip() for name in (trusted or "").split(",") if name.strip()]
    if "*" in names:
        return lambda host: True
    ranges = []
    for name in names:
        with suppress(ValueError):
            ranges.append(ip_network(name, strict=False))

    def is_proxy(host: str) -> bool:
        if not names or host in names:
            return bool(names)
        try:
            address = ip_address(host.partition("%")[0])
        except ValueError:
            return False
        return any(address in network for network in ranges)

    return is_proxy
