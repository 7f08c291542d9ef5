"""Closes the SQLite file quickly: its log is merged into it only if the disk is fast."""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

REMEMBERED = 32  # commits whose duration is kept
SLOW_S = 0.1  # a disk whose commits take longer than this is slow: merging syncs twice and may write 64 MB
STALLED_S = 1.0  # a single commit this long also counts, because the one that merged a full log took that long
MERGE_S = 1.0  # then merging is broken off. What is not merged stays in the log, and is read at the next start


class Pace:
    """How long the latest commits took."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._took: deque[float] = deque(maxlen=REMEMBERED)

    def began(self) -> float:
        """A commit begins."""
        return self._clock()

    def ended(self, began: float) -> float:
        """It is on disk; returns the time."""
        now = self._clock()
        self._took.append(now - began)
        return now

    def is_slow(self) -> bool:
        """Whether merging the log would take long."""
        took = sorted(self._took)
        return bool(took) and (took[len(took) // 2] > SLOW_S or took[-1] > STALLED_S)


def close(db: sqlite3.Connection, path: Path, pace: Pace) -> None:
    """Close the connection. A log that is not merged in time stays beside the file, which loses nothing."""
    if pace.is_slow() or not _merge(db):
        _close_unmerged(db, path)
    else:
        db.close()


def _merge(db: sqlite3.Connection) -> bool:
    timer = threading.Timer(MERGE_S, db.interrupt)
    timer.daemon = True
    timer.start()
    try:
        blocked: int = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.Error:
        return False
    else:
        return not blocked
    finally:
        timer.cancel()


def _close_unmerged(db: sqlite3.Connection, path: Path) -> None:
    """SQLite merges the log when the last connection closes, unless that one can only read."""
    with suppress(sqlite3.Error):
        reader = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        try:
            reader.execute("SELECT count(*) FROM sqlite_master").fetchone()
        finally:
            db.close()
            reader.close()
        return
    db.close()
