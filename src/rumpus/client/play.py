"""Lets a bot play a seat at a table."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import Any

from rumpus.bots.base import Bot, BotKind
from rumpus.client.news import Happened, News, Refusal, Welcome
from rumpus.client.table import Table
from rumpus.contract import Result

CALM_S = 1.0  # how long a bot waits at least after a refusal although nothing has happened


async def play(table: Table, kind: BotKind, *, rng: random.Random | None = None) -> Result:
    """Let a bot play this seat, and return the result of the match. Raises `Closed` if the connection ends before."""
    player = _Player(table, kind, rng or random.Random())
    while player.result is None:
        await player.think()
        try:
            async with asyncio.timeout_at(player.due):
                news = await anext(table, None)
        except TimeoutError:
            await player.land()
        else:
            if news is None:
                assert table.closed is not None
                raise table.closed
            player.hear(news)
    return player.result


class _Player:
    """A bot on a seat: its next move, and when it makes it (by the loop's clock)."""

    def __init__(self, table: Table, kind: BotKind, rng: random.Random) -> None:
        self.table = table
        self.kind = kind
        self.rng = rng
        self.bot: Bot | None = None
        self.result: Result | None = None
        self.due: float | None = None
        self._move: Any = None
        self._chosen_at = 0  # the sequence number of the state in which the move was chosen
        self._changed = True
        self._match = 0
        self._ready_for: tuple[int, str, int] | None = None

    def hear(self, news: News) -> None:
        """Tell the bot what happened. A deal cancels a move that was chosen for the previous round."""
        self._changed = True
        if not isinstance(news, Happened | Welcome):
            return
        for line in news.lines if isinstance(news, Happened) else ():
            if line.action.fact:
                continue
            if line.action.deals:
                self.due = self._move = None
            if (bot := self._seated()) is not None:
                bot.saw(line.by, line.action, line.at_s)
        if news.view is not None:
            self.result = news.view.public.result

    def _seated(self) -> Bot | None:
        """The bot, created when its match begins."""
        table = self.table
        if table.seat is not None and (self.bot is None or self._match != table.lobby.match):
            self.bot = self.kind(table.seat, table.rules.options, self.rng)
            self._match = table.lobby.match
        return self.bot

    async def think(self) -> None:
        """Choose a move, if none is pending, all news is read, and something has changed."""
        table = self.table
        if self.result is not None or self.due is not None or not self._changed or table.behind:
            return
        self._changed = False
        await self._be_ready()
        legal = list(table.legal)
        bot = self._seated() if table.lobby.stage == "match" else None
        if bot is None or not legal or table.more or table.lobby.paused:  # with `more`, a `Legal` follows
            return
        view = table.view
        self._chosen_at = table.seq
        move = await asyncio.to_thread(bot.move, lambda: view, legal, table.now_s)  # pings stay answered
        if move is not None:
            self._move, after_s = move
            self.due = asyncio.get_running_loop().time() + max(0.0, after_s) * bot.options.bot_pace

    async def _be_ready(self) -> None:
        """Say once that we are ready: for the match, for each deal, and in a race for GO (T-03)."""
        table = self.table
        public = table.view.public if table.lobby.stage == "match" and table.view is not None else None
        asked = table.lobby.stage == "lobby" if public is None else public.phase in ("deal", "ready")
        if table.seat is None or not asked:
            return
        until = (table.lobby.match, "lobby" if public is None else public.phase, 0 if public is None else public.round)
        if until != self._ready_for:
            self._ready_for = until
            with suppress(Refusal):  # too late or not needed: the match continues anyway
                await table.ready()

    async def land(self) -> None:
        """Make the move. In a race somebody may have been faster, which has no penalty (T-06)."""
        action, self._move, self.due = self._move, None, None
        self._changed = True
        if action is None:
            return
        try:
            await self.table.do(action)
        except Refusal as no:
            if self.table.seq == self._chosen_at:
                calm_s = max(CALM_S, (no.wait_ms or 0) / 1000)
                self.due = asyncio.get_running_loop().time() + calm_s
