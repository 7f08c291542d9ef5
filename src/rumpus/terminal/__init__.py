"""The terminal: play a game against bots, watch them, or read a record, in plain lines of text."""

from __future__ import annotations

from rumpus.terminal.faces import describe_line
from rumpus.terminal.local import play

__all__ = ["describe_line", "play"]
