"""Work that takes long, passed to the worker processes: questions about the game, legal actions, moves of bots."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from rumpus import wire
from rumpus.contract import Illegal, Malformed, Question, View
from rumpus.server import thinking, workers
from rumpus.server.session import Session
from rumpus.table import Declined, Match, Table, Thought

if TYPE_CHECKING:
    from rumpus.server.keeper import Keeper

log = logging.getLogger("rumpus.server")
EVEN_S = 0.05  # legal actions are sent at multiples of this, so that the time they took does not tell the hand
encode = msgspec.json.Encoder().encode


class Questions:
    """What one table asks of the worker processes."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._later = keeper.later

    def ask(self, table: Table, session: Session, ask: wire.Ask | Question) -> None:
        """Answer a person's question later; raises `Declined` if it cannot be asked now."""
        lobby, match = table.lobby, table.match
        seat = lobby.seat_of(session.person)
        if not lobby.settings.hints:
            raise Declined("hints-off")
        if seat is None or match is None or lobby.stage != "match":
            raise Declined("not-now")
        view = match.state.view(seat)
        self._later(self._answer(session, ask.id, self._work(match, view, ask), table.seq))

    def _work(self, match: Match, view: View, ask: wire.Ask | Question) -> tuple[Any, ...]:
        if isinstance(ask, wire.Playable):
            return thinking.legal, match.rules, view
        if isinstance(ask, wire.Hint):
            return thinking.hint, match.rules, view
        assert isinstance(ask, Question)
        if type(ask) not in match.rules.questions or not ask.can_be_asked(view):
            raise Declined(ask.refusal)
        return thinking.answer, ask, view

    async def _answer(self, session: Session, id_: str, work: tuple[Any, ...], seq: int) -> None:
        try:
            answer = await self._keeper.rooms.think(*work)
        except (Illegal, Malformed) as no:
            self._keeper.requests.answer(session, wire.refused(id_, no))
        except Exception:
            log.exception("thinking-failed", extra={"table": self._keeper.name})
            self._keeper.requests.answer(session, wire.Refused(id=id_, reason="table-not-now"))
        else:
            self._keeper.requests.answer(session, wire.Done(id=id_, seq=seq, found=answer))

    def legal(self, table: Table, session: Session) -> None:
        """Compute all legal actions of a seat, and send them unless something else has happened meanwhile."""
        match, seat = table.match, table.lobby.seat_of(session.person)
        assert match is not None
        assert seat is not None
        self._later(self._legal(session, match, match.state.view(seat), len(match.history)))

    async def _legal(self, session: Session, match: Match, view: View, lines: int) -> None:
        keeper = self._keeper
        asked_at = keeper.rooms.clock()
        legal = await self._keeper.rooms.think(thinking.legal, match.rules, view)
        await asyncio.sleep(EVEN_S - (keeper.rooms.clock() - asked_at) % EVEN_S)
        if keeper.table.match is match and len(match.history) == lines and session.keeper is keeper:
            keeper.outbox.tell(keeper.table.seq, session, keeper.news.may_do(encode(legal)))

    def warm_up(self) -> None:
        """Start the worker processes at the start of a match that needs them, so that the first turn is not delayed."""
        self._later(self._warm_up())

    async def _warm_up(self) -> None:
        with suppress(Exception):  # the first real question will report it
            await self._keeper.rooms.think(workers.nothing)

    def bot(self, table: Table, thought: Thought) -> None:
        """Let a bot decide on its move; the keeper's `decided` gets the result."""
        self._later(self._bot(table, thought))

    async def _bot(self, table: Table, thought: Thought) -> None:
        match = table.match
        assert match is not None
        at_s = self._keeper.now() - match.began
        try:
            bot, move = await self._keeper.rooms.think(thinking.move, match.rules, thought.bot, thought.view, at_s)
        except Exception:
            log.exception("thinking-failed", extra={"table": self._keeper.name})
            bot, move = thought.bot, (match.state.legal(thought.seat)[0], 1.0)
        self._keeper.decided(table, match, thought, bot, move)
