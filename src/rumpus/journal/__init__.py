"""The journal: an append-only log of every table, with group commit and interchangeable stores."""

from __future__ import annotations

from rumpus.journal.journal import LARGEST_GROUP, TABLES_A_SLICE, Journal, Saved
from rumpus.journal.store import (
    FIRST,
    TABLE,
    Conflict,
    Elsewhere,
    Entry,
    Expired,
    Head,
    Lost,
    NoRoom,
    Owed,
    Store,
    Unreachable,
    Unsaved,
)

__all__ = [
    "FIRST",
    "LARGEST_GROUP",
    "TABLE",
    "TABLES_A_SLICE",
    "Conflict",
    "Elsewhere",
    "Entry",
    "Expired",
    "Head",
    "Journal",
    "Lost",
    "NoRoom",
    "Owed",
    "Saved",
    "Store",
    "Unreachable",
    "Unsaved",
]
