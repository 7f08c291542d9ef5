"""Every limit and budget of a server, and the token buckets that measure them."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, ip_network
from itertools import islice

import msgspec

from rumpus.contract import Malformed

FORGOTTEN_AT_ONCE = 500  # buckets looked at in one call of `forget`, so that a million addresses cause no stall


LIGHT = 1 / 3  # of the rate: what a light user needs at most on average


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a server; each can be set with `rumpus serve --limit name=value`.

    A *budget* is what a client may use of the server: `_at_once` in a burst, `_per_s` after that, in the units of
    `costs.Cost`. The defaults are sized for a school class behind one router: 30 people who all load the page
    (about 60 files of 2 ms each), open tables and play races at the same moment use half of the burst of one address.
    """

    # One person
    messages_per_s: float = 15.0  # per person, sustained; most messages count as one or two ordinary actions (costs.py)
    messages_at_once: float = 60.0  # per person, in a burst; a lively race has ten clicks a second
    phrases_per_10_s: float = 5.0  # per person
    unproven_credit_ms: float = 100.0  # in a race, the most that is granted for a round trip which only pings show
    # One address; an IPv6 /64 network counts as one
    connections: int = 100  # per address at the same time; enough for a school behind one router
    seats_at_full_rate: float = 20.0  # per address: seats that can use all of `messages_per_s` at the same time
    tables_per_minute: float = 20.0  # opened per address
    joins_per_minute: float = 60.0  # per address
    wrong_codes_per_minute: float = 10.0  # per address
    records_per_minute: float = 20.0  # looked at per address
    circles_per_hour: float = 20.0  # opened or imported per address
    entries_per_hour: float = 60.0  # to deals of the day and other challenges, begun per address
    challenges_per_hour: float = 20.0  # made of finished matches, per address
    # The budgets of one address, for each of its `connections`: who allows more people allows them more
    loop_ms_per_s: float = 1.5  # event loop time of HTTP requests, per address and allowed connection, sustained
    loop_ms_at_once: float = 80.0  # the same in a burst
    thinking_ms_per_s: float = 5.0  # time of thinking processes for HTTP requests, per address and allowed connection
    thinking_ms_at_once: float = 400.0  # the same in a burst
    written_kb_per_s: float = 0.5  # written to disk, per address and allowed connection
    written_kb_at_once: float = 160.0  # the same in a burst
    sent_kb_per_s: float = 100.0  # sent, per address and allowed connection
    sent_kb_at_once: float = 2048.0  # the same in a burst
    memory_kb: float = 1024.0  # held by HTTP requests that are under way, per address and allowed connection
    descriptors: float = 3.0  # files open for HTTP requests that are under way, per address and allowed connection
    # One network: IPv4 /24, IPv6 /48
    prefix_times: float = 8.0  # a network (IPv4 /24, IPv6 /48) has so many times the limits and budgets of an address
    # One table
    table_written_kb_per_s: float = 4.0  # written to disk, per table; twelve quick bots at a race write 0.7
    table_written_kb_at_once: float = 8192.0  # the same in a burst
    # One circle
    circle_members: int = 40  # also those who have left
    circle_results: int = 5_000  # in its book; twenty matches every week take five years
    circle_kb: float = 4_096.0  # of results
    # One challenge
    challenge_entries: int = 5_000  # devices that play one deal of the day, or try to beat one score
    # The whole server
    tables: int = 20_000  # in memory at the same time
    people: int = 20_000  # connected at the same time
    all_wrong_codes_per_minute: float = 600.0  # over all addresses
    server_loop_ms_per_s: float = 600.0  # event loop time of HTTP requests, over all addresses; tables need the rest
    server_loop_ms_at_once: float = 30_000.0  # the same in a burst
    server_thinking_ms_per_s: float = 2_000.0  # time of thinking processes for HTTP requests, over all addresses
    server_thinking_ms_at_once: float = 400_000.0  # the same in a burst
    server_written_kb_per_s: float = 1_024.0  # written to disk, over all addresses
    server_written_kb_at_once: float = 262_144.0  # the same in a burst
    server_sent_kb_per_s: float = 51_200.0  # sent, over all addresses
    server_sent_kb_at_once: float = 2_097_152.0  # the same in a burst
    server_memory_kb: float = 524_288.0  # held by HTTP requests that are under way, over all addresses
    server_descriptors: float = 512.0  # files open for HTTP requests that are under way, over all addresses
    free_mb: float = 256.0  # of the disk that stay free (2 % of a small disk): below that no new table is opened
    late_ms: float = 8.0  # event loop delay above which a server with high CPU use refuses new tables (load.py)
    busy_ms: float = 150.0  # delay from receipt to confirmation above which it refuses them whatever its CPU use


def parse(pairs: tuple[str, ...]) -> Limits:
    """The limits with these `name=value` pairs applied; raises `Malformed`."""
    chosen: dict[str, float] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        if name not in Limits.__struct_fields__:
            raise Malformed(f"there is no limit {name!r}; the limits are {', '.join(Limits.__struct_fields__)}")
        try:
            chosen[name] = float(value)
        except ValueError:
            raise Malformed(f"a limit is a number, as in {name}=100, not {value!r}") from None
        if not 0 < chosen[name] < 1e9:
            raise Malformed(f"a limit is a number above 0 and below 1,000,000,000, not {value}")
    return msgspec.convert(chosen, Limits, strict=False)


def address_of(host: str) -> str:
    """The address that limits apply to. An IPv6 /64 network counts as one address, as one home or host has it."""
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))


def prefix_of(address: str) -> str:
    """The wider network of an address: IPv4 /24, IPv6 /48; the address itself if it is neither."""
    try:
        return str(ip_network((address, 48 if ":" in address else 24), strict=False))
    except ValueError:
        return address


class Bucket:
    """A token bucket: allows `most` at once, and `per_s` a second after that.

    It also knows whether its owner is a *light* user: one who uses at most half of the burst and a third of the rate.
    """

    __slots__ = ("_at", "_fair", "_left", "_most", "_per_s")

    def __init__(self, most: float, per_s: float, now: float) -> None:
        self._most, self._per_s = most, per_s
        self._left, self._at = most, now
        self._fair = most / 2  # what a light user has left; below 0 for others

    @property
    def most(self) -> float:
        """What can be taken at once from a full bucket."""
        return self._most

    def left(self, now: float) -> float:
        """How much there is to take."""
        return min(self._most, self._left + (now - self._at) * self._per_s)

    def full(self, now: float) -> bool:
        """Whether the bucket has refilled completely."""
        return self._left + (now - self._at) * self._per_s >= self._most

    def light(self, now: float) -> bool:
        """Whether the owner is a light user."""
        return self._fair + (now - self._at) * self._per_s * LIGHT > 0

    def _refill(self, now: float) -> None:
        refill = (now - self._at) * self._per_s
        self._left = min(self._most, self._left + refill)
        self._fair = min(self._most / 2, self._fair + refill * LIGHT)
        self._at = now

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Take so much; False, with nothing taken, if there is less. Called for every message: no calls in here."""
        refill = (now - self._at) * self._per_s
        left, fair, most = self._left + refill, self._fair + refill * LIGHT, self._most
        if left > most:  # noqa: PLR1730 - half the time of min()
            left = most
        if fair > most / 2:  # noqa: PLR1730 - the same
            fair = most / 2
        self._at = now
        if left < amount:
            self._left, self._fair = left, fair
            return False
        self._left, self._fair = left - amount, fair - amount
        return True

    def charge(self, now: float, amount: float) -> None:
        """Take so much even if there is less, or give it back if it is negative. The debt is at most one burst."""
        self._refill(now)
        self._left = min(max(self._left - amount, -self._most), self._most)
        self._fair = min(self._fair - amount, self._most / 2)

    def wait_s(self, now: float, amount: float) -> float:
        """In how many seconds there will be so much to take."""
        return max(0.0, (min(amount, self._most) - self.left(now)) / self._per_s)

    def empty(self, now: float) -> bool:
        """Whether there is no token to take."""
        return self._left + (now - self._at) * self._per_s < 1


class PerMinute:
    """Token buckets for each address, its wider network (with `prefix_times` as much), and over all addresses."""

    def __init__(
        self,
        per_minute: float,
        clock: Callable[[], float],
        prefix_times: float = 8.0,
        total: float | None = None,
        *,
        seconds: float = 60.0,
    ) -> None:
        self._per_minute = per_minute
        self._seconds = seconds  # of a minute, or of whatever else it is per
        self._prefix_times = prefix_times
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}  # by address or network
        self._total = None if total is None else Bucket(max(1.0, total), total / 60, clock())

    def __len__(self) -> int:
        return len(self._buckets)

    def _chain(self, address: str, now: float) -> list[Bucket]:
        chain = [self._bucket(address, 1.0, now), self._bucket(prefix_of(address), self._prefix_times, now)]
        return chain if self._total is None else [*chain, self._total]

    def _bucket(self, key: str, times: float, now: float) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = Bucket(max(1.0, self._per_minute * times), self._per_minute * times / self._seconds, now)
            self._buckets[key] = bucket
        return bucket

    def take(self, address: str) -> bool:
        """Take one token of this address; False if it, its network or all addresses together have used up theirs."""
        now = self._clock()
        chain = self._chain(address, now)
        if any(bucket.empty(now) for bucket in chain):
            return False
        for bucket in chain:
            bucket.take(now)
        return True

    def empty(self, address: str) -> bool:
        """Whether this address, its network or all addresses together have used up their allowance."""
        now = self._clock()
        keys = (address, prefix_of(address))
        found = [bucket for key in keys if (bucket := self._buckets.get(key)) is not None]
        return any(bucket.empty(now) for bucket in (*found, *([] if self._total is None else [self._total])))

    def forget(self) -> None:
        """Drop full buckets, which are no different from new ones. Looks at some of them at each call, in turn."""
        now = self._clock()
        for key in list(islice(self._buckets, FORGOTTEN_AT_ONCE)):
            bucket = self._buckets.pop(key)
            if not bucket.full(now):
                self._buckets[key] = bucket  # at the end of the line
