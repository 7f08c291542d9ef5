"""The end of the journal, also recorded in the lock file, so that a lost end is noticed.

It is written to memory that the system keeps in the file, which survives a killed server. It is written after the
commit is on disk and never synced, so after a power cut it is behind the journal, never ahead of it.
"""

from __future__ import annotations

import mmap
import os
import zlib
from pathlib import Path

import msgspec

EVERY_S = (
    1.0  # each write makes the next sync of the file system dearer: one with every commit cost 13 % of all commits
)
ROOM = 512  # bytes of the lock file that are used
LENGTHS = 8  # the first bytes: length and checksum of the rest


class Mark:
    """The last entry that was committed: table, number and hash."""

    def __init__(self, path: Path) -> None:
        self._map: mmap.mmap | None = None
        self._written_at = float("-inf")
        try:
            handle = os.open(path, os.O_RDWR)  # not the handle of the lock, which a forked child must not keep
        except OSError:
            return
        try:
            if os.fstat(handle).st_size < ROOM:
                os.posix_fallocate(handle, 0, ROOM)  # so that a full disk cannot make a write to memory fail
            self._map = mmap.mmap(handle, ROOM)
        except (OSError, ValueError):
            return  # a full disk, or a file system without it: then a lost end is not noticed this way
        finally:
            os.close(handle)

    def read(self) -> tuple[str, int, bytes] | None:
        """What was written last; None if that is nothing, or was cut short."""
        if self._map is None:
            return None
        length, checksum = (int.from_bytes(self._map[at : at + 4], "little") for at in (0, 4))
        text = self._map[LENGTHS : LENGTHS + length]
        if not 0 < length <= ROOM - LENGTHS or zlib.crc32(text) != checksum:
            return None
        try:
            return msgspec.msgpack.decode(text, type=tuple[str, int, bytes])
        except msgspec.DecodeError:
            return None

    def is_due(self, now: float) -> bool:
        """Whether to write again, at this time in seconds."""
        return now - self._written_at >= EVERY_S

    def write(self, table: str, seq: int, link: bytes, now: float) -> None:
        """Remember this entry."""
        self._written_at = now
        text = msgspec.msgpack.encode((table, seq, link))
        if self._map is not None and len(text) <= ROOM - LENGTHS:
            start = len(text).to_bytes(4, "little") + zlib.crc32(text).to_bytes(4, "little")
            self._map[: LENGTHS + len(text)] = start + text

    def clear(self) -> None:
        """Remember nothing, because the entry may have been removed."""
        if self._map is not None:
            self._map[:LENGTHS] = bytes(LENGTHS)

    def close(self) -> None:
        """Let go of the file."""
        if self._map is not None:
            self._map.close()
            self._map = None
