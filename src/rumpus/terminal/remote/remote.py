"""One person at a table of a server: the loop that waits for news and for typed lines."""

from __future__ import annotations

import asyncio
from typing import IO

import msgspec

from rumpus import client
from rumpus.terminal.input import AsyncLines
from rumpus.terminal.remote.commands import Commands
from rumpus.terminal.remote.errors import ending
from rumpus.terminal.remote.lobby import LobbyPrinter
from rumpus.terminal.remote.news import NewsPrinter
from rumpus.terminal.remote.screen import RemoteScreen
from rumpus.terminal.sentences import wrap


class Typed(msgspec.Struct, frozen=True):
    """A line that the person typed; None is the end of the input."""

    line: str | None


class Remote:
    """A table of a server on the screen of one person."""

    def __init__(
        self, table: client.Table, language: str, source: IO[str], output: IO[str], *, returned: bool = False
    ) -> None:
        self._table = table
        self._returned = returned  # to a seat that this person had before
        self._screen = RemoteScreen(table, language, output)
        lobby = LobbyPrinter(self._screen)
        self._printer = NewsPrinter(self._screen, lobby)
        self._commands = Commands(self._screen, lobby)
        self._input = AsyncLines(source)
        self._news: asyncio.Future[client.News | None] | None = None
        self._line: asyncio.Future[str | None] | None = None

    async def run(self) -> int:
        """Run until the person leaves or the table closes. Returns an exit code."""
        if self._returned:
            self._screen.put(wrap(self._screen.words.say("term-join-returned")))
        try:
            while not self._commands.leaving:
                event = await self._next()
                if event is None:
                    assert self._table.closed is not None
                    return self._over(self._table.closed)
                if isinstance(event, Typed):
                    self._screen.answered_prompt()
                    await self._commands.obey(event.line)
                else:
                    self._hear(event)
        except asyncio.CancelledError:  # Ctrl-C
            await self._commands.leave(interrupted=True)
            raise
        except OSError:  # the screen is gone
            raise
        except Exception as fault:  # what the server sends can be read, but its parts do not fit together
            reason = f"the table sends what this program cannot show ({type(fault).__name__})"
            return self._over(client.Closed(None, reason))
        finally:
            for future in (self._news, self._line, *self._commands.asks):
                if future is not None:
                    future.cancel()
            self._input.close()
            self._screen.output.flush()
        return 0

    async def _next(self) -> client.News | Typed | None:
        """Whatever comes first, news or a line; None when the table has closed."""
        commands = self._commands
        while True:
            self._news = self._news or asyncio.ensure_future(anext(self._table, None))
            if not self._news.done() and not self._table.behind:
                self._listen()
            self._screen.output.flush()
            futures = [future for future in (self._news, self._line, *commands.asks) if future is not None]
            await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)
            commands.asks = {future for future in commands.asks if not future.done()}
            if self._news.done():
                news, self._news = self._news.result(), None
                return news
            if self._line is not None and self._line.done():
                typed, self._line = Typed(self._line.result()), None
                return typed

    @property
    def match_over(self) -> bool:
        """Whether the match was over when the person left."""
        return self._screen.lobby.stage == "over"

    def _hear(self, news: client.News) -> None:
        if isinstance(news, client.Welcome):
            self._commands.takes_effect_after = -1
        self._printer.hear(news)

    def _listen(self) -> None:
        """Ask for a line, if this is the time for one."""
        screen = self._screen
        if self._input.typed and (screen.lobby.stage != "match" or (not screen.rules.race and screen.can_act)):
            screen.prompt()
        if self._line is None and (self._input.typed or self._script_may_go_on()):
            self._line = self._input.next()

    def _script_may_go_on(self) -> bool:
        """Whether the next line of a script may be read: only when there is something to do."""
        screen, commands, place = self._screen, self._commands, self._screen.place
        if commands.asks or screen.seq <= commands.takes_effect_after or screen.lost:
            return False
        if place is None:  # a spectator can take over a seat that is open
            return screen.lobby.stage == "match" and bool(screen.lobby.open)
        if screen.lobby.stage == "lobby":
            return screen.is_host or not place.ready
        return screen.lobby.stage == "over" or screen.asked_if_ready or (bool(screen.legal()) and not screen.more)

    def _over(self, closed: client.Closed) -> int:
        self._screen.put(wrap(ending(closed, self._screen.words)))
        return 1
