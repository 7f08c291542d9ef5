"""The command `rumpus`."""

from rumpus.cli.main import cli, main

__all__ = ["cli", "main"]
