"""The hash chain over a table's entries: every entry carries a hash of its content and of the hash before it.

It has no key: it shows damage and mistakes, not the work of somebody who can rewrite the whole file.
"""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from rumpus.contract import Malformed
from rumpus.journal.store import Entry

SIZE = 16  # bytes of a hash
_encode = (
    msgspec.msgpack.Encoder().encode
)  # it says where each value ends, so that two entries are never the same bytes


class Damaged(Malformed):
    """A table whose history was altered or lost, from this entry on."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"its history was altered or lost from entry {seq} on")
        self.seq = seq


def root(table: str) -> bytes:
    """What the first hash of a table builds on, so that no entry fits into another table."""
    return blake2b(table.encode(), digest_size=SIZE, person=b"rumpus journal 1").digest()


def link(previous: bytes, entry: Entry) -> bytes:
    """The hash of an entry that follows this hash."""
    facts = (entry.seq, entry.at, entry.key, entry.start, entry.setup, entry.record, entry.body)
    return blake2b(previous + _encode(facts), digest_size=SIZE).digest()
