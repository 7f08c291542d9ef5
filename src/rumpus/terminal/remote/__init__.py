"""A table of a server at the terminal: joining it, the lobby, the match and a rematch."""

from __future__ import annotations

from rumpus.terminal.remote.commands import COMMANDS
from rumpus.terminal.remote.join import join, run
from rumpus.terminal.remote.remote import Remote

__all__ = ["COMMANDS", "Remote", "join", "run"]
