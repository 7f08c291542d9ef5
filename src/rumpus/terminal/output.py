"""The only place that writes to a terminal. Everything passes `printable` here, whoever it comes from."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import IO, Any

import click
import msgspec
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from rumpus.printable import printable


def write(output: IO[str], words: str) -> None:
    """Write to the screen of a table. Characters that the output cannot encode are replaced."""
    shown = printable(words)
    try:
        output.write(shown)
    except UnicodeEncodeError:
        coding = getattr(output, "encoding", None) or "ascii"
        output.write(shown.encode(coding, "replace").decode(coding))


def say(words: str, *, err: bool = False, nl: bool = True) -> None:
    """Print a line of a command to standard output, or to standard error; replaces what that cannot encode."""
    coding = getattr(sys.stderr if err else sys.stdout, "encoding", None) or "ascii"
    click.echo(printable(words).encode(coding, "replace").decode(coding), nl=nl, err=err)


def say_json(kind: str, fields: Mapping[str, Any]) -> None:
    """Print one JSON object for programs. Its `format` names what it is and the version, which changes with a field."""
    say(msgspec.json.encode({"format": f"rumpus-{kind}/1", **fields}).decode())


def progress(done: int, total: int) -> None:
    """Show how far a command is, on one line of standard error that is written over and over."""
    click.echo(f"\r{done}/{total}" + ("\n" if done == total else ""), err=True, nl=False)


class PlainConsole(Console):
    """A rich console whose only escape sequences are those of its own styles."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The pieces to print, as `Console.render` gives them."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)
