"""Lets a bot play a seat at a table."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import Any

from rumpus.bots.base import Bot, BotKind
from rumpus.client.table import Table
from rumpus.client.told import Happened, News, Refusal, Welcome
from rumpus.contract import Result

CALM_S = 1.0  # after a refusal that nothing explains, a bot waits for news at least so long


async def play(table: Table, kind: BotKind, *, rng: random.Random | None = None) -> Result:
    """Let a bot play this seat until the match has a result, which it gives; raises `Closed` if that cannot be."""
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
    """A bot on a seat: the move it is about to make, and when that lands (by the loop's clock)."""

    def __init__(self, table: Table, kind: BotKind, rng: random.Random) -> None:
        self.table = table
        self.kind = kind
        self.rng = rng
        self.bot: Bot | None = None
        self.result: Result | None = None
        self.due: float | None = None
        self._move: Any = None
        self._chosen_at = 0  # the number of the last thing that was known when the move was chosen
        self._changed = True
        self._match = 0
        self._ready_for: tuple[int, int] | None = None

    def hear(self, news: News) -> None:
        """Pass on what happened; a deal takes back a move that was meant for the round before."""
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
        """The bot, made when its match begins."""
        table = self.table
        if table.seat is not None and (self.bot is None or self._match != table.lobby.match):
            self.bot = self.kind(table.seat, table.rules.options, self.rng)
            self._match = table.lobby.match
        return self.bot

    async def think(self) -> None:
        """Choose a move, if the bot is free, everything is read, and something has changed."""
        table = self.table
        if self.result is not None or self.due is not None or not self._changed or table.behind:
            return
        self._changed = False
        await self._be_ready()
        legal = list(table.legal)
        bot = self._seated() if table.lobby.stage == "match" else None
        if bot is None or not legal or table.more or table.lobby.paused:
            return
        view = table.view
        self._chosen_at = table.seq
        move = await asyncio.to_thread(bot.move, lambda: view, legal, table.now_s)  # pings are answered meanwhile
        if move is not None:
            self._move, after_s = move
            self.due = asyncio.get_running_loop().time() + max(0.0, after_s) * bot.options.bot_pace

    async def _be_ready(self) -> None:
        """Say once that we are ready: for the match, and for each round but the first."""
        table = self.table
        in_match = table.lobby.stage == "match" and table.view is not None and table.view.public.phase == "deal"
        if table.seat is None or not (in_match or table.lobby.stage == "lobby"):
            return
        until = (table.lobby.match, table.view.public.round if in_match else -1)
        if until != self._ready_for:
            self._ready_for = until
            with suppress(Refusal):  # too late, or already: it goes on without a word of ours
                await table.ready()

    async def land(self) -> None:
        """Make the move; in a race somebody may have been faster, which costs nothing (T-06)."""
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
