"""How much of the disk must stay free: below that, no new tables are opened, so that open ones can continue."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable
from pathlib import Path

from rumpus.journal.store import NoRoom

SHARE = 0.02  # of the disk; a small disk keeps this much free, if it is less than the number of bytes
MEGABYTE = 1 << 20
CANNOT_TELL = (errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM, errno.EACCES)  # the disk may be well all the same


def usage(path: Path) -> tuple[int, int]:
    """The size of the disk of this file and what is free of it, in bytes."""
    total, _, free = shutil.disk_usage(path.parent)
    return total, free


class SpareRoom:
    """Keeps this many bytes of the disk free, or 2 % of a small disk."""

    def __init__(self, least: float, usage: Callable[[Path], tuple[int, int]] = usage) -> None:
        self._least = least
        self._usage = usage

    def has_room(self, path: Path) -> bool | None:
        """Whether there is room for a new table; None if the disk, or the folder, is gone."""
        try:
            total, free = self._usage(path)
        except OSError as error:
            return True if error.errno in CANNOT_TELL else None
        return free >= self._kept_free(total)

    def _kept_free(self, total: int) -> float:
        return min(self._least, SHARE * total)

    def check(self, path: Path) -> None:
        """Raise `NoRoom` if there is no room for a new table."""
        try:
            total, free = self._usage(path)
        except OSError:
            return  # a disk that cannot tell
        least = self._kept_free(total)
        if free < least:
            raise NoRoom(
                f"the disk is nearly full ({free // MEGABYTE} MB are free, and {least / MEGABYTE:.0f} MB stay free for"
                " the tables that are open)"
            )
