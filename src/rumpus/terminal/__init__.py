"""The terminal: a person plays any of the games against bots, or watches them, in plain lines of text."""

from __future__ import annotations

from rumpus.terminal.faces import describe_line
from rumpus.terminal.loop import play

__all__ = ["describe_line", "play"]
