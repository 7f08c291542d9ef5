"""Power cuts: replays the recorded writes of a database up to any point, and loses what was not synced."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HEADER = struct.Struct("<iiqq")
WRITE, TRUNCATE, SYNC, REMOVE, SYNC_FAILED = 1, 2, 3, 4, 5
ENDINGS = ("", "-wal", "-journal")  # of the files, by their number
FOLDER = 3  # the number of their folder: a sync of it saves removals
SECTOR = 512  # bytes that a disk writes whole or not at all
LOSES = ("everything", "nothing", "some", "parts")  # ways to lose what was not synced


class Change(NamedTuple):
    """One recorded change of a file; `end` is its place in the record."""

    what: int
    file: int
    offset: int
    data: bytes
    end: int


def changes(log: Path) -> Iterator[Change]:
    """The record, in order."""
    content, at = log.read_bytes(), 0
    while at + HEADER.size <= len(content):
        what, file, offset, length = HEADER.unpack_from(content, at)
        at += HEADER.size
        data = content[at : at + length]
        at += length
        yield Change(what, file, offset, data, at)


class Disk:
    """What is certainly on the disk, and what was written since without a sync."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.synced: dict[int, bytearray] = {}
        self.unsynced: list[Change] = []
        self._doubtful: set[int] = set()  # places of changes whose sync failed: a later sync does not save them either

    def take(self, change: Change) -> None:
        """Follow the record by one change."""
        if change.what == SYNC:
            mine = [one for one in self.unsynced if _saves(change, one)]
            self.unsynced = [one for one in self.unsynced if not _saves(change, one)]
            for one in mine:
                for part in self._parts(one, "parts") if one.end in self._doubtful else [one]:
                    _apply(self.synced, part)
        elif change.what == SYNC_FAILED:
            self._doubtful |= {one.end for one in self.unsynced if one.file == change.file}
        else:
            self.unsynced.append(change)

    def cut(self, folder: Path, name: str, loses: str) -> Path:
        """What a power cut at this moment leaves; `loses` is one of `LOSES`."""
        files = {file: bytearray(content) for file, content in self.synced.items()}
        for change in self.unsynced:
            for part in self._parts(change, loses):
                _apply(files, part)
        folder.mkdir(parents=True)
        for file, content in files.items():
            (folder / f"{name}{ENDINGS[file]}").write_bytes(content)
        return folder / name

    def _parts(self, change: Change, loses: str) -> list[Change]:
        if loses == "everything":
            return []
        if loses == "nothing":
            return [change]
        if change.what != WRITE or loses == "some":
            return [change] if self._rng.random() < 0.5 else []
        sectors = range(0, len(change.data), SECTOR)
        kept = [start for start in sectors if self._rng.random() < 0.5]
        return [
            change._replace(offset=change.offset + start, data=change.data[start : start + SECTOR]) for start in kept
        ]


def _saves(sync: Change, change: Change) -> bool:
    """Whether this sync has this change on disk."""
    return change.what == REMOVE if sync.file == FOLDER else change.file == sync.file


def _apply(files: dict[int, bytearray], change: Change) -> None:
    if change.what == REMOVE:
        files.pop(change.file, None)
        return
    content = files.setdefault(change.file, bytearray())
    if change.what == TRUNCATE:
        del content[change.offset :]
        content.extend(bytes(change.offset - len(content)))
    else:
        content.extend(bytes(max(0, change.offset - len(content))))
        content[change.offset : change.offset + len(change.data)] = change.data
