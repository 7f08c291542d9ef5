"""Work that takes long, passed to the thinking processes: questions about the game, legal actions, moves of bots."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from rumpus import wire
from rumpus.bots import Advice
from rumpus.bots.base import Move
from rumpus.contract import Illegal, Malformed, Question, View
from rumpus.server.net.session import Session
from rumpus.server.work import jobs, thinking
from rumpus.server.work.jobs import NoAnswer
from rumpus.table import Declined, Match, Table, Thought

if TYPE_CHECKING:
    from rumpus.server.keeping.keeper import Keeper

log = logging.getLogger("rumpus.server")
AGAIN_S = 1.0  # pause before a list of legal actions that could not be had in time is asked for again
EVEN_S = 0.05  # legal actions are sent at multiples of this, so that the time they took does not tell the hand
PLAIN_S = 1.0  # how long a bot that did not decide in time takes for its plain move
encode = msgspec.json.Encoder().encode


class _Asked(NamedTuple):
    """A question that has not been answered yet."""

    session: Session
    id: str
    work: tuple[Any, ...]
    seq: int  # of the table when it was asked


class Questions:
    """What one table asks of the thinking processes."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._later = keeper.later
        self._waiting: dict[int, dict[type, _Asked]] = {}  # by seat and kind, behind the one that is under way
        # Connections that wait for their legal actions, with what will send them
        self._listing: dict[Session, asyncio.Task[None] | asyncio.TimerHandle] = {}

    def ask(self, table: Table, session: Session, ask: wire.Ask | Question) -> None:
        """Answer a person's question later; raises `Declined` if it cannot be asked now.

        One question of a seat is under way at a time. Of each kind one more may wait; a newer one takes its place.
        """
        lobby, match = table.lobby, table.match
        seat = lobby.seat_of(session.person)
        if not lobby.settings.hints:
            raise Declined("hints-off")
        if seat is None or match is None or lobby.stage != "match":
            raise Declined("not-now")
        asked = _Asked(session, ask.id, self._work(match, match.state.view(seat), ask), table.seq)
        waiting = self._waiting.get(seat)
        if waiting is None:
            self._waiting[seat] = {}
            self._later(self._answer_all(seat, asked))
            return
        older = waiting.pop(type(ask), None)
        waiting[type(ask)] = asked
        if older is not None:
            self._not_now(older)

    def _work(self, match: Match, view: View, ask: wire.Ask | Question) -> tuple[Any, ...]:
        if isinstance(ask, wire.Playable):
            return thinking.legal, match.rules, view
        if isinstance(ask, wire.Hint):
            return thinking.hint, match.rules, view
        assert isinstance(ask, Question)
        if type(ask) not in match.rules.questions or not ask.can_be_asked(view):
            raise Declined(ask.refusal)
        return thinking.answer, ask, view

    async def _answer_all(self, seat: int, first: _Asked) -> None:
        """Answer the questions of a seat one after the other, until none waits."""
        waiting = self._waiting[seat]
        try:
            await self._answer(first)
            while waiting:
                await self._answer(waiting.pop(next(iter(waiting))))
        finally:
            del self._waiting[seat]

    async def _answer(self, asked: _Asked) -> None:
        session, id_ = asked.session, asked.id
        try:
            answer = await self._keeper.rooms.think(jobs.QUESTION, self._asker(session), *asked.work)
        except (Illegal, Malformed) as no:
            self._keeper.requests.answer(session, wire.refused(id_, no))
        except NoAnswer:
            self._not_now(asked)
        except Exception:
            log.exception("thinking-failed", extra={"table": self._keeper.name})
            self._not_now(asked)
        else:
            found, why = answer if isinstance(answer, Advice) else (answer, None)
            self._keeper.requests.answer(session, wire.Done(id=id_, seq=asked.seq, found=found, why=why))

    def _not_now(self, asked: _Asked) -> None:
        self._keeper.requests.answer(asked.session, wire.Refused(id=asked.id, reason="table-not-now"))

    def _asker(self, session: Session | None = None) -> jobs.Asker:
        """Whose work it is, for fairness. A bot thinks on behalf of the person who has been connected the longest."""
        person = session or next(iter(self._keeper.sessions.values()), None)
        return ("" if person is None else person.address), self._keeper.name

    # Legal actions

    def legal(self, table: Table, session: Session) -> None:
        """Compute all legal actions of a seat, and send them unless something else has happened meanwhile.

        Only the latest request of a connection counts: an earlier one that has not begun is never computed.
        """
        match, seat = table.match, table.lobby.seat_of(session.person)
        assert match is not None
        assert seat is not None
        older = self._listing.pop(session, None)
        if older is not None:
            older.cancel()
        quick, lines = match.state.quick_legal(seat), len(match.history)
        if quick is None:
            task = self._later(self._legal(session, match, match.state.view(seat), lines))
            task.add_done_callback(partial(self._listed, session))
            self._listing[session] = task
        else:  # as late as if a process had been asked, so that the time does not tell
            send = partial(self._send_list, session, match, lines, quick)
            self._listing[session] = asyncio.get_running_loop().call_later(EVEN_S, send)

    def _listed(self, session: Session, task: asyncio.Task[None]) -> None:
        if self._listing.get(session) is task:
            del self._listing[session]

    async def _legal(self, session: Session, match: Match, view: View, lines: int) -> None:
        """Send the legal actions that a thinking process finds."""
        rooms = self._keeper.rooms
        while self._wants_list(session, match, lines):
            asked_at = rooms.clock()
            try:
                legal = await rooms.think(jobs.LEGAL, self._asker(session), thinking.legal_text, match.rules, view)
            except NoAnswer:
                await asyncio.sleep(AGAIN_S)
                continue
            await asyncio.sleep(EVEN_S - (rooms.clock() - asked_at) % EVEN_S)
            self._send_list(session, match, lines, msgspec.Raw(legal))
            return

    def _wants_list(self, session: Session, match: Match, lines: int) -> bool:
        """Whether nothing has happened since a list of legal actions was asked for."""
        keeper = self._keeper
        return keeper.table.match is match and len(match.history) == lines and session.keeper is keeper

    def _send_list(self, session: Session, match: Match, lines: int, legal: list[Any] | msgspec.Raw) -> None:
        self._listing.pop(session, None)
        if self._wants_list(session, match, lines):
            keeper = self._keeper
            keeper.outbox.tell(keeper.table.seq, session, keeper.news.may_do(encode(legal)))

    # Bots

    def warm_up(self) -> None:
        """Start the thinking processes with a match that needs them, so that the first turn is not delayed."""
        self._later(self._warm_up())

    async def _warm_up(self) -> None:
        with suppress(Exception):  # the first real question will report it
            await self._keeper.rooms.think(jobs.MOVE, self._asker(), jobs.nothing)

    def bot(self, table: Table, thought: Thought) -> None:
        """Let a bot decide on its move; the keeper's `decided` gets the result."""
        self._later(self._bot(table, thought))

    async def _bot(self, table: Table, thought: Thought) -> None:
        match = table.match
        assert match is not None
        at_s = self._keeper.now() - match.began
        work = (thinking.move, match.rules, thought.bot, thought.view, at_s)
        try:
            bot, move = await self._keeper.rooms.think(jobs.MOVE, self._asker(), *work)
        except NoAnswer:
            bot, move = thought.bot, _plain(match, thought.seat)
        except Exception:
            log.exception("thinking-failed", extra={"table": self._keeper.name})
            bot, move = thought.bot, _plain(match, thought.seat)
        self._keeper.decided(table, match, thought, bot, move)


def _plain(match: Match, seat: int) -> Move | None:
    """The first action of a seat that can be found without long thought; None if it cannot act any more."""
    legal = match.state.at_a_glance(seat)[0] or match.state.legal(seat)
    return (legal[0], PLAIN_S) if legal else None
