"""Joins a table over the wire (docs/protocol.md): for terminals, for bots, and for programs of one's own."""

from __future__ import annotations

from rumpus.client.http import fetch_record, join, move_device, open_table, parts
from rumpus.client.play import play
from rumpus.client.table import Table
from rumpus.client.told import Answer, Closed, Happened, Legal, Line, Lost, News, Refusal, Unreachable, Welcome

__all__ = [
    "Answer",
    "Closed",
    "Happened",
    "Legal",
    "Line",
    "Lost",
    "News",
    "Refusal",
    "Table",
    "Unreachable",
    "Welcome",
    "fetch_record",
    "join",
    "move_device",
    "open_table",
    "parts",
    "play",
]
