"""Joining a table of a server, or opening one, at the terminal."""

from __future__ import annotations

import asyncio
from typing import IO, Any

from rumpus import client, text, wire
from rumpus.terminal.output import write
from rumpus.terminal.remote.errors import ending, refusal
from rumpus.terminal.remote.remote import Remote
from rumpus.terminal.sentences import Sentences, wrap


def run(
    link: str,
    name: str,
    language: str,
    input: IO[str],  # noqa: A002  # named as on the command line
    output: IO[str],
    *,
    watch: bool = False,
    opening: dict[str, Any] | None = None,
) -> int:
    """Run `join` in an event loop of its own. Ctrl-C leaves like `quit`."""
    try:
        return asyncio.run(join(link, name, language, input, output, watch=watch, opening=opening))
    except KeyboardInterrupt:
        return 0


async def join(
    link: str,
    name: str,
    language: str,
    input: IO[str],  # noqa: A002  # the same
    output: IO[str],
    *,
    watch: bool = False,
    opening: dict[str, Any] | None = None,
) -> int:
    """Sit down at the table of this link, or watch, until the person leaves. Returns an exit code; raises `Malformed`.

    With `opening` (game, options, bots) a new table is opened on the link's server.
    """
    words = Sentences(text.check_language(language), ())
    try:
        shown = wire.clean_name(name)
        if opening is not None:
            seated = await client.open_table(client.parts(link)[0], name=shown, **opening)
        else:
            seated = await client.join(link, name=shown, watch=watch)
        async with client.Table(link, seated.token) as table:
            return await Remote(table, language, input, output).run()
    except client.Refusal as no:
        sentence = refusal(no, words)
    except client.Unreachable:
        sentence = words.say("term-join-unreachable", server=client.parts(link)[0])
    except client.Closed as closed:
        sentence = ending(closed, words)
    write(output, f"{wrap(sentence)}\n")
    output.flush()
    return 1
