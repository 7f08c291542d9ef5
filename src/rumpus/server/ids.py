"""Which message ids a table's journal may have: an id used before must be answered, not carried out a second time."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable
from itertools import chain

MOST = 65_536  # ids that are remembered, at 8 bytes each; a long evening at a table has some thousands
MERGE_AT = 1024  # new ids are kept in a set, which is faster; so many are then moved to the sorted array


def hashes(keys: Iterable[str]) -> array[int]:
    """The sorted 64-bit hashes of these keys (`person:id`). They are valid in this process only."""
    return array("q", sorted(map(hash, keys)))


class KnownIds:
    """The hashes of all keys of one table, saved or being saved.

    A hit may be the hash of another key, so the journal has the last word. A miss is certain: nobody has used this id.
    With more than `MOST` keys every id is a hit; that costs a look into the journal, and memory stays bounded.
    """

    def __init__(self) -> None:
        self._old = array("q")
        self._new: set[int] = set()
        self._full = False

    def restore(self, known: array[int]) -> None:
        """Start again from the hashes of what the journal has."""
        self._old, self._full = known, False
        self._new.clear()
        self._limit()

    def add(self, key: str) -> None:
        """Remember a key that is about to be written."""
        if self._full:
            return
        self._new.add(hash(key))
        if len(self._new) >= MERGE_AT:
            self._old = array("q", sorted(chain(self._old, self._new)))
            self._new.clear()
            self._limit()

    def _limit(self) -> None:
        if len(self._old) > MOST:
            self._full = True
            self._old = array("q")

    def may_have(self, key: str) -> bool:
        """Whether the journal may have this key."""
        hashed = hash(key)
        if self._full or hashed in self._new:
            return True
        at = bisect_left(self._old, hashed)
        return at < len(self._old) and self._old[at] == hashed
