"""Rate limits for connections and addresses, as token buckets."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rumpus.contract import Malformed


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a server; each can be set with `rumpus serve --limit name=value`."""

    messages_per_s: float = 15.0  # per person, sustained
    messages_at_once: float = 60.0  # per person, in a burst; a lively race has ten clicks a second
    connections: int = 100  # per address at the same time; enough for a school behind one router
    tables_per_minute: float = 20.0  # opened per address
    joins_per_minute: float = 60.0  # per address
    wrong_codes_per_minute: float = 10.0  # per address
    records_per_minute: float = 20.0  # looked at per address
    phrases_per_10_s: float = 5.0  # per person
    tables: int = 20_000  # in memory at the same time
    people: int = 20_000  # connected at the same time
    free_mb: float = 256.0  # of the disk that stay free (2 % of a small disk): below that no new table is opened
    late_ms: float = 8.0  # event loop delay above which a server with high CPU use refuses new tables (rooms.py)
    busy_ms: float = 250.0  # event loop delay above which it refuses them whatever its CPU use


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
            raise Malformed(f"a limit is a number above 0, not {value}")
    return msgspec.convert(chosen, Limits, strict=False)


class Bucket:
    """A token bucket: allows `most` at once, and `per_s` a second after that."""

    __slots__ = ("_at", "_left", "_most", "_per_s")

    def __init__(self, most: float, per_s: float, now: float) -> None:
        self._most, self._per_s = most, per_s
        self._left, self._at = most, now

    def full(self, now: float) -> bool:
        """Whether the bucket has refilled completely."""
        return self._left + (now - self._at) * self._per_s >= self._most

    def take(self, now: float) -> bool:
        """Take one token; False if there is none."""
        self._left = min(self._most, self._left + (now - self._at) * self._per_s)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def empty(self, now: float) -> bool:
        """Whether there is no token to take."""
        return self._left + (now - self._at) * self._per_s < 1


class PerMinute:
    """A token bucket for each key, created on first use."""

    def __init__(self, per_minute: float, clock: Callable[[], float], seconds: float = 60.0) -> None:
        self._most = max(1.0, per_minute)
        self._per_s = per_minute / seconds
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def _bucket(self, key: str, now: float) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._most, self._per_s, now)
        return bucket

    def take(self, key: str) -> bool:
        """Take one token of this key; False if there is none."""
        now = self._clock()
        return self._bucket(key, now).take(now)

    def empty(self, key: str) -> bool:
        """Whether this key has used up its allowance."""
        bucket = self._buckets.get(key)
        return bucket is not None and bucket.empty(self._clock())

    def forget(self) -> None:
        """Drop full buckets, which are no different from new ones, so that memory does not grow with every address."""
        now = self._clock()
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full(now)}
