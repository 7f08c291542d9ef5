"""The commands that belong to one game alone; the command line offers them beside its own."""

from __future__ import annotations

from typing import NamedTuple

import click

from rumpus.terminal.five_crowns_melds import melds


class GameCommand(NamedTuple):
    """A command, and how the help of `rumpus` introduces it."""

    command: click.Command
    question: str
    example: str


COMMANDS = (
    GameCommand(melds, "What can I lay down with these cards?", 'rumpus melds --wild 7 "7h 8h 9h Kc Kd ** 3t"'),
)
