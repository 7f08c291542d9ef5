"""Which message ids a table's journal may have: an id used before must be answered, not carried out a second time."""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable

MOST = 65_536  # ids that are remembered, at 8 bytes each; a long evening at a table has some thousands
PARTS = 16  # sorted arrays; inserting into one moves 16 KB on average when there are as many ids as that

Hashes = list["array[int]"]


def hashes(keys: Iterable[str]) -> Hashes:
    """The 64-bit hashes of these keys (`person:id`), as `KnownIds` keeps them. They are valid in this process only."""
    parts: list[list[int]] = [[] for _ in range(PARTS)]
    for hashed in map(hash, keys):
        parts[hashed % PARTS].append(hashed)
    return [array("q", sorted(part)) for part in parts]


class KnownIds:
    """The hashes of all keys of one table, saved or being saved.

    A hit may be the hash of another key, so the journal has the last word. A miss is certain: nobody has used this id.
    With more than `MOST` keys every id is a hit; that costs a look into the journal, and memory stays bounded.
    """

    def __init__(self) -> None:
        self._parts = hashes(())
        self._count = 0

    def restore(self, known: Hashes) -> None:
        """Start again from the hashes of what the journal has."""
        self._parts = known
        self._count = sum(map(len, known))
        self._limit()

    def add(self, key: str) -> None:
        """Remember a key that is about to be written."""
        if self._count <= MOST:
            hashed = hash(key)
            insort(self._parts[hashed % PARTS], hashed)
            self._count += 1
            if self._count > MOST:
                self._limit()

    def _limit(self) -> None:
        if self._count > MOST:
            self._parts = hashes(())

    def may_have(self, key: str) -> bool:
        """Whether the journal may have this key."""
        if self._count > MOST:
            return True
        hashed = hash(key)
        part = self._parts[hashed % PARTS]
        at = bisect_left(part, hashed)
        return at < len(part) and part[at] == hashed
