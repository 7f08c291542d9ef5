"""Joins a table over the network (docs/protocol.md): for terminals, bots and other programs."""

from __future__ import annotations

from rumpus.client.challenges import challenge, daily, enter
from rumpus.client.http import fetch_record, join, look, move_device, open_table, parts
from rumpus.client.news import Answer, Closed, Happened, Legal, Line, Lost, News, Refusal, Unreachable, Welcome
from rumpus.client.play import play
from rumpus.client.table import Table

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
    "challenge",
    "daily",
    "enter",
    "fetch_record",
    "join",
    "look",
    "move_device",
    "open_table",
    "parts",
    "play",
]
