"""The journal: an append-only log of every table, with group commit and interchangeable stores."""

from __future__ import annotations

from rumpus.journal.journal import LARGEST_GROUP, TABLES_A_SLICE, Journal, Saved
from rumpus.journal.store import TABLE, Conflict, Entry, Expired, Head, NoRoom, Owed, Store, Unsaved

__all__ = [
    "LARGEST_GROUP",
    "TABLE",
    "TABLES_A_SLICE",
    "Conflict",
    "Entry",
    "Expired",
    "Head",
    "Journal",
    "NoRoom",
    "Owed",
    "Saved",
    "Store",
    "Unsaved",
]
