"""The tools and resources that a language model gets: sit down, look, act, wait, say, leave; rules and records."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from pydantic import Field

from rumpus import client, record, text, wire
from rumpus.contract import Malformed
from rumpus.games import GAMES
from rumpus.mcp.seat import Refused, Seat, explained
from rumpus.terminal.sentences import Sentences

MOST_SEATS = 16  # at once, of one process
MOST_WAIT_S = 120.0
PACED = 8.0  # `bot_pace` of a race that a model opens: built-in bots take eight times as long, as a model does
PATIENT_S = 600  # of doing nothing before a stand-in plays, at a table that a model opens
INSTRUCTIONS = """\
You can play card games at a table of Rumpus. Read the rules first (resource rumpus://rules/GAME).
1. open_table opens a table with built-in bots, sit_down joins one by its link. Both answer with your seat's key,
   which every other tool needs. Everybody at the table is told that you are a program.
2. Every answer shows the table as your seat sees it and lists all that you may do now. act does one of these.
3. wait returns as soon as there is something new for you to do. In a race everybody plays at once: others may be
   first, then your action is refused and the answer shows the table as it is now.
4. leave when you are done.
"""

Key = Annotated[str, Field(description="the key of your seat, as open_table or sit_down gave it", max_length=40)]


class Seats:
    """The seats that models play, by their keys."""

    def __init__(self, server: str) -> None:
        self.server = client.parts(server)[0]
        self._seats: dict[str, Seat] = {}

    async def add(self, seated: wire.Seated) -> tuple[str, Seat]:
        """Connect to a new seat. Returns its key."""
        table = client.Table(self.server, seated.token)
        await table.__aenter__()
        key = secrets.token_urlsafe(8)
        self._seats[key] = seat = Seat(table)
        return key, seat

    def check_room(self) -> None:
        """Refuse more seats than a process may have."""
        if len(self._seats) >= MOST_SEATS:
            raise ToolError(f"at most {MOST_SEATS} seats at once: leave one first")

    def __getitem__(self, key: str) -> Seat:
        seat = self._seats.get(key)
        if seat is None:
            raise ToolError("there is no seat with this key; open_table and sit_down give one")
        return seat

    async def leave(self, key: str) -> None:
        """Leave a table for good."""
        seat = self[key]
        del self._seats[key]
        await seat.leave()

    async def close(self) -> None:
        """Hang up everywhere; stand-ins play on."""
        while self._seats:
            _, seat = self._seats.popitem()
            await seat.close()


def _why(error: Exception) -> str:
    return explained(error, Sentences("en", ())) if isinstance(error, client.Refusal) else str(error)


def build(server: str) -> MCPServer[None]:
    """The MCP server for the tables of one Rumpus server. Raises `Malformed` if `server` is not an address."""
    seats = Seats(server)

    @asynccontextmanager
    async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await seats.close()

    mcp = MCPServer[None](
        "rumpus",
        title="Rumpus",
        instructions=INSTRUCTIONS,
        version=version("rumpus"),
        log_level="WARNING",
        lifespan=lifespan,
    )
    _sitting_down(mcp, seats)
    _playing(mcp, seats)
    _reading(mcp, seats)
    return mcp


def _sitting_down(mcp: MCPServer[None], seats: Seats) -> None:
    @mcp.tool()
    async def open_table(
        game: Annotated[str, Field(description=f"one of {', '.join(GAMES)}")],
        name: Annotated[str, Field(description="your name at the table", max_length=40)],
        bots: Annotated[list[wire.Level] | None, Field(description="levels of built-in bots", max_length=13)] = None,
        options: Annotated[dict[str, Any] | None, Field(description="options of the game, as {'rounds': 1}")] = None,
    ) -> str:
        """Open a table as its host. People join by the link in the answer; the action begin starts the match."""
        seats.check_room()
        rules = GAMES.get(game)
        paced = {"bot_pace": PACED} if rules is not None and rules.race else {}
        try:
            seated = await client.open_table(
                seats.server,
                game=game,
                name=name,
                options={**paced, **(options or {})},
                settings=wire.Settings(idle_s=PATIENT_S),
                bots=bots or (),
                program=True,
            )
            key, seat = await seats.add(seated)
        except (client.Refusal, client.Closed, Malformed) as error:
            raise ToolError(_why(error)) from None
        return f"Your seat's key: {key}\n{await seat.look()}"

    @mcp.tool()
    async def sit_down(
        link: Annotated[str, Field(description="the table's link, as http://HOST:PORT/#CODE", max_length=300)],
        name: Annotated[str, Field(description="your name at the table", max_length=40)],
        watch: Annotated[bool, Field(description="only watch")] = False,
    ) -> str:
        """Sit down at a table by its link."""
        seats.check_room()
        try:
            if client.parts(link)[0] != seats.server:
                raise ToolError(f"only tables of {seats.server} can be joined from here")
            seated = await client.join(link, name=name, watch=watch, program=True)
            key, seat = await seats.add(seated)
        except (client.Refusal, client.Closed, Malformed) as error:
            raise ToolError(_why(error)) from None
        return f"Your seat's key: {key}\n{await seat.look()}"

    @mcp.tool()
    async def leave(seat: Key) -> str:
        """Leave the table. In a match a stand-in plays on."""
        await seats.leave(seat)
        return "You have left the table."


def _playing(mcp: MCPServer[None], seats: Seats) -> None:
    @mcp.tool()
    async def look(seat: Key) -> str:
        """See the table from your seat, what happened since you last looked, and what you may do now."""
        return await seats[seat].look()

    @mcp.tool()
    async def act(
        seat: Key,
        action: Annotated[str, Field(description="one of the listed actions, exactly as listed", max_length=4000)],
    ) -> str:
        """Do something, and see the table after it. A refusal says why, and shows the table too."""
        mine = seats[seat]
        try:
            await mine.act(action)
        except Refused as no:
            raise ToolError(f"Refused: {no}\n{await mine.look()}") from None
        return await mine.look()

    @mcp.tool()
    async def wait(
        seat: Key, seconds: Annotated[float, Field(description="at the most", ge=0, le=MOST_WAIT_S)] = 30.0
    ) -> str:
        """Wait until there is something new that you can do, and see the table."""
        mine = seats[seat]
        await mine.wait(seconds)
        return await mine.look()

    @mcp.tool()
    async def say(
        seat: Key, phrase: Annotated[str, Field(description=f"one of {', '.join(wire.SAYINGS)}", max_length=40)]
    ) -> str:
        """Say a quick phrase to everybody at the table."""
        try:
            await seats[seat].say(phrase)
        except (Refused, Malformed) as no:
            raise ToolError(f"Refused: {no}") from None
        return "Said."


def _reading(mcp: MCPServer[None], seats: Seats) -> None:
    @mcp.resource("rumpus://games", mime_type="text/plain")
    def games() -> str:
        """The games, with how many can play."""
        return "\n".join(
            f"{name}: {rules.title}, {rules.seats[0]} to {rules.seats[-1]} players" for name, rules in GAMES.items()
        )

    @mcp.resource("rumpus://rules/{game}", mime_type="text/markdown")
    def rules(game: str) -> str:
        """The rules of a game."""
        if game not in GAMES:
            raise ResourceError(f"there is no game of this name; the games are {', '.join(GAMES)}")
        return text.rules(game)

    @mcp.resource("rumpus://record/{seat}", mime_type="application/jsonl")
    async def last_record(seat: str) -> str:
        """The record of the last finished match at the table of a seat."""
        table = seats[seat].table
        if table.lobby.record is None:
            raise ResourceError("no match has been finished at this table yet")
        try:
            return record.text(await client.fetch_record(table.server, table.lobby.record))
        except (client.Refusal, client.Closed, Malformed, record.Damaged) as error:
            raise ResourceError(_why(error)) from None
