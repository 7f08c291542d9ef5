"""Joining a table of a server, or opening one, at the terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, Any

from rumpus import client, text, wire
from rumpus.games import GAMES
from rumpus.terminal.output import write
from rumpus.terminal.remote import deals
from rumpus.terminal.remote.errors import ending, refusal
from rumpus.terminal.remote.kept_seats import KeptSeats
from rumpus.terminal.remote.remote import Remote
from rumpus.terminal.sentences import Sentences, wrap

DEVICE = "device.key"  # the file with the key of this machine, beside the seats
LOST = (wire.CLOSE_TOKEN, wire.CLOSE_REMOVED, wire.CLOSE_LAPSED)  # after which a token opens nothing


def run(
    link: str,
    name: str,
    language: str,
    input: IO[str],  # noqa: A002  # named as on the command line
    output: IO[str],
    *,
    watch: bool = False,
    opening: dict[str, Any] | None = None,
    seats: Path | None = None,
    anew: bool = False,
    daily: str | None = None,
) -> int:
    """Run `join` in an event loop of its own. Ctrl-C leaves like `quit`."""
    try:
        return asyncio.run(
            join(link, name, language, input, output, watch=watch, opening=opening, seats=seats, anew=anew, daily=daily)
        )
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
    seats: Path | None = None,
    anew: bool = False,
    daily: str | None = None,
) -> int:
    """Sit down at the table of this link, or watch, until the person leaves. Returns an exit code; raises `Malformed`.

    With `opening` (game, options, bots) a new table is opened on the link's server. Tokens are kept in the file
    `seats`: who has left, or whose terminal was closed, comes back to the same seat, unless `anew`. A link to a deal
    that many play, and with `daily` the deal of the day in this game, leads to a table of one's own.
    """
    words = Sentences(text.check_language(language), ())
    try:
        shown = wire.clean_name(name)
        kept = KeptSeats(seats)
        server, code = client.parts(link)
        remote = partial(Remote, language=language, source=input, output=output)
        if daily is not None or deals.deal_in(link) is not None:
            key = deals.device_key((seats or Path(DEVICE)).with_name(DEVICE))
            id_ = deals.deal_in(link) if daily is None else await deals.deal_of_today(server, daily, key)
            return await _play(server, id_ or "", key, shown, kept, remote, words, output)
        token = None if opening is not None or anew else kept.find(server, code, shown)
        if token is not None:
            with suppress(_SeatLost):
                return await _sit(link, token, kept, remote)
        if opening is not None:
            seated = await client.open_table(server, name=shown, **opening)
        else:
            seated = await client.join(link, name=shown, watch=watch)
        kept.keep(server, seated.code, shown, seated.token)
        return await _sit(link, seated.token, kept, remote, new=True)
    except client.Refusal as no:
        sentence = refusal(no, words)
    except client.Unreachable:
        sentence = words.say("term-join-unreachable", server=client.parts(link)[0])
    except client.Closed as closed:
        sentence = ending(closed, words)
    write(output, f"{wrap(sentence)}\n")
    output.flush()
    return 1


class _SeatLost(Exception):
    """A stored token that no longer opens a seat."""


async def _play(
    server: str,
    id_: str,
    key: str,
    name: str,
    kept: KeptSeats,
    remote: Callable[..., Remote],
    words: Sentences,
    output: IO[str],
) -> int:
    """Play or continue a shared deal, and then show the results; returns an exit code."""
    view = await client.challenge(server, id_, key)
    lowest_wins = view.game in GAMES and GAMES[view.game].lowest_wins
    done = view.state in ("done", "void")
    if not done:
        write(output, f"{wrap(deals.verdict(view, words, lowest_wins=lowest_wins))}\n")
        seated = await client.enter(server, id_, key, name=name)
        seats: list[Remote] = []

        def seat(*args: Any, **more: Any) -> Remote:
            seats.append(remote(*args, **more))
            return seats[-1]

        await _sit(f"{server}/#{seated.code}", seated.token, kept, seat, new=True)
        done = any(one.match_over for one in seats)
    write(output, f"{await deals.results(server, id_, key, words, lowest_wins=lowest_wins, wait=done)}\n")
    output.flush()
    return 0


async def _sit(link: str, token: str, kept: KeptSeats, remote: Callable[..., Remote], *, new: bool = False) -> int:
    """Play the seat of this token; returns an exit code. Forgets the token when it opens nothing any more."""
    table = client.Table(link, token)
    try:
        async with table:
            return await remote(table, returned=not new).run()
    except client.Closed as closed:
        if not new and closed.code in LOST:
            kept.drop(token)
            raise _SeatLost from None
        raise
    finally:
        if table.closed is not None and table.closed.code in LOST:
            kept.drop(token)
        elif table.seq:
            kept.recode(token, table.lobby.code)
