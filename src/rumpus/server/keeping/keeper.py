"""The keeper: owns one table, handles messages in order, journals every step, and announces it once it is on disk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from rumpus import wire
from rumpus.bots.base import Bot, Move
from rumpus.contract import Question
from rumpus.games import GAMES
from rumpus.journal import FIRST, Entry, Lost, Owed, Unsaved
from rumpus.server.budget.load import Saved
from rumpus.server.budget.spending import Spending
from rumpus.server.keeping import answers, ids
from rumpus.server.keeping.lobby_news import LobbyNews
from rumpus.server.keeping.news import News
from rumpus.server.keeping.outbox import Outbox
from rumpus.server.keeping.presence import Presence
from rumpus.server.keeping.questions import Questions
from rumpus.server.keeping.recovery import Recovery
from rumpus.server.keeping.requests import Requests
from rumpus.server.net.session import Session
from rumpus.server.work.slices import in_slices
from rumpus.table import (
    Beaten,
    Called,
    Due,
    Lobby,
    Match,
    Membership,
    Note,
    Open,
    Step,
    Table,
    Thought,
    Unplayable,
    body_of,
    carry_over,
)

if TYPE_CHECKING:
    from rumpus.server.rooms import Rooms

log = logging.getLogger("rumpus.server")
encode = msgspec.json.Encoder().encode
TIMED = 4  # one entry in so many is timed (load.py); timing each would cost too much


class Keeper:
    """One live table. Everything runs on the event loop, one call at a time."""

    def __init__(self, rooms: Rooms, name: str, code: str) -> None:
        self.rooms = rooms
        self.name = name
        self.code = code
        self.table: Table
        self.news: News
        self.outbox = Outbox()
        self.lobby_news = LobbyNews(self)
        self.questions = Questions(self)
        self.presence = Presence(self)
        self.requests = Requests(self)
        self.recovery = Recovery(self)
        self.spending = Spending(self)
        self._offset = 0.0  # the loop's clock minus the table's
        self._timer: asyncio.TimerHandle | None = None
        self._due: float | None = None  # when something is due, on the table's clock
        self._fires = 0.0  # when the timer fires, on the same clock: then or earlier
        self._tasks: set[asyncio.Task[Any]] = set()
        self._behind = False  # a client knew more than the journal
        self.pending = 0  # entries that the journal has not confirmed yet
        self.epoch = FIRST  # with which this server has taken the table

    @property
    def sessions(self) -> dict[int, Session]:
        """The connection of each person who is connected."""
        return self.presence.sessions

    # The clock

    def now(self) -> float:
        """The table's time in seconds, exact to the microsecond; `round` would take five times as long."""
        return int((self.rooms.clock() - self._offset) * 1e6 + 0.5) / 1e6

    def limit(self) -> float | None:
        """When the first time limit of people runs out, on the server's clock; None if none is running."""
        due = self.table.flow.limit()
        return None if due is None else due + self._offset

    def take_up(self, table: Table, at: float) -> None:
        """Start keeping this table, which is entirely on disk. Its clock continues from `at`."""
        self.table, self.outbox.saved = table, table.seq
        self.news = News(table, self.code)
        self._offset = self.rooms.clock() - at
        table.tell = self.tell
        table.races.credit = self.presence.credit
        table.races.largest = lambda: self.presence.largest_credit
        table.races.held = self.rooms.metrics.held

    @property
    def halted(self) -> bool:
        """Whether nothing may happen at the table: it is being loaded again, or the server is closing."""
        return self.outbox.broken or self.rooms.closing

    def _wake_at(self, due: float | None) -> None:
        self._due = due
        if self._timer is not None:
            if due is not None and due >= self._fires and not self.halted:
                return  # it is set again when it has fired: most times are put off many times before they come
            self._timer.cancel()
            self._timer = None
        if due is not None and not self.halted:
            when, loop = max(due + self._offset, self.recovery.rest_until()), asyncio.get_running_loop()
            # The loop of a browser takes no time in the past, which this may be by now
            after_s = max(0.0, self.rooms.on_loop(when) - loop.time())
            self._timer, self._fires = loop.call_later(after_s, self._tick), due

    def _tick(self) -> None:
        self._timer = None
        if self._due is not None and self.now() < self._due:
            self._wake_at(self._due)  # the server stood still after the timer was set
        elif not self.halted:
            self.recovery.tried(self.rooms.clock())
            self.guarded(lambda: self.table.tick(self.now()))

    def guarded(self, work: Callable[[], None]) -> None:
        """Run `work`. A fault is logged and the table is rebuilt from its journal; other tables are not affected."""
        try:
            work()
        except Exception as error:
            log.exception("table-fault", extra={"table": self.name})
            self.lost(error)

    def later(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run `work` as a task, which is cancelled when the keeper closes."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # What the table reports: journalled first, then passed on

    def tell(self, news: Step | Note) -> None:
        """Handle something that the table reports."""
        if isinstance(news, Step):
            self._write(news)
        elif isinstance(news, Beaten):
            self.requests.beaten(news)
        elif isinstance(news, Due):
            self._wake_at(news.at)
        elif isinstance(news, Thought):
            self.questions.bot(self.table, news)
        elif isinstance(news, wire.Said):
            self.presence.pass_on(news, -1 - (news.seat or 0))
        elif isinstance(news, Called):
            self.outbox.when_saved(self.table.seq, self.presence.ping_behind_the_call)
        elif isinstance(news, Open):
            self.presence.tell_what_is_legal()
        else:
            self.presence.tell_all(news)

    def _write(self, step: Step) -> None:
        seq, asked, body, requests, rooms = step.seq, step.asked, body_of(step), self.requests, self.rooms
        key = asker = owed = None
        if asked is not None:
            asker = asked.person
            key = f"{asker}:{asked.id}"
            requests.answers.done(asker, asked.id, seq)
            requests.ids.add(key)
        if step.lobby is None and step.header is None:  # most steps are actions
            entry = Entry(seq, step.at, key, body, asker=asker, epoch=self.epoch)
        else:
            start = step.header is not None
            setup = not start and not step.lines
            owed = rooms.owed_by(step)
            owes = None if owed is None else (owed.log, owed.at)
            entry = Entry(seq, step.at, key, body, start, step.record, setup, step.code, owes, asker, self.epoch)
            if step.code is not None:
                rooms.recode(self, step.code)
        self.pending += 1
        self.spending.wrote(asked, len(body))
        saved: Saved = partial(self._on_disk, seq, owed)
        rooms.journal.append(self.name, entry, saved if seq % TIMED else rooms.load.timed(saved))
        if step.lines and (match := self.table.match) is not None and match.rules.race:
            for by, action in step.lines:
                if (by is not None and action.claims() is not None) or action.deals:
                    requests.claimed(by, action, step)
        if step.header is not None and GAMES[step.header.game].ponders:
            self.questions.warm_up()
        if step.lobby is not None:
            self._forget_who_left(step.lobby)
        if self.presence.sessions:
            self._hold(step)
        if asked is not None and requests.held:
            requests.decided(asked, seq)

    def _forget_who_left(self, lobby: Lobby) -> None:
        people = {person.id for person in lobby.people}
        self.requests.forget(people)
        self.presence.forget(people)
        self.spending.forget(people)

    def _hold(self, step: Step) -> None:
        """Prepare what everybody will be told about the step, once it is on disk."""
        if not step.lines:
            self.lobby_news.hold(step)
            return
        sessions, owed = self.presence.sessions, None
        if step.asked is not None and (asker := sessions.get(step.asked.person)) is not None:
            owed = asker, step.asked.id
        frames, unlisted = self.news.happened(step, sessions)
        self.outbox.hold(step.seq, partial(_tell_each, frames), owed)
        for session in unlisted:
            self.questions.legal(self.table, session)

    def _on_disk(self, seq: int, owed: Owed | None, error: Exception | None) -> None:
        self.pending -= 1
        if error is None:
            if owed is not None:
                self.rooms.circles.debts.add(owed)
            self.outbox.on_disk(seq)
            self.requests.saved(seq)
        elif not self.outbox.broken and seq > self.outbox.saved:
            log.warning("not-saved", extra={"table": self.name, "why": type(error).__name__})
            self.lost(error)

    async def settled(self) -> None:
        """Wait until everything that has happened so far is on disk. Raises the error if it cannot be saved."""
        self.must_be_whole()
        await self.outbox.settled(self.table.seq)

    def behind(self, session: Session) -> bool:
        """Whether the client has seen more than the journal holds, so that its end was lost. Logs it once."""
        seen, session.seen = session.seen, None
        if seen is None or seen <= self.table.seq:
            return False
        if not self._behind:
            self._behind = True
            log.warning("journal-behind", extra={"table": self.name, "seen": seen, "saved": self.table.seq})
            self.rooms.metrics.journal_behind.inc()
        return True

    # What arrives

    def hear(self, session: Session, ask: wire.Ask | Question) -> None:
        """Handle one message of a person. Messages come in the order of arrival."""
        if self.rooms.closing:
            self.requests.turn_away(session, ask)
        elif self.outbox.broken:
            self.recovery.defer(session, ask)
        else:
            self.requests.hear(session, ask)

    def join(self, ask: wire.JoinTable, token: str, circle: Membership | None = None) -> int:
        """Add a person to the table and return their number. Raises `Declined`, `Malformed`, `Unsaved`."""
        self.must_be_whole()
        return self.table.join(ask, token, self.now(), circle)

    def move_device(self, person: int, token: str) -> None:
        """Give the seat a new token; the device that had the old one is disconnected."""
        self.must_be_whole()
        self.table.move_device(person, token, self.now())
        self.presence.close_older(person)

    def pong(self, session: Session, number: int) -> None:
        """A ping was answered."""
        if self.presence.pong(session, number) and not self.halted:
            self.guarded(lambda: self.table.heard(session.person, self.now()))

    def decided(self, table: Table, match: Match, thought: Thought, bot: Bot, move: Move | None) -> None:
        """A bot in another process has chosen its move."""
        if self.table is table and not self.halted:
            self.guarded(lambda: table.decided(match, thought, bot, move, self.now()))

    # Loading, recovering and unloading

    def must_be_whole(self) -> None:
        """Raise `Unsaved` while the table is being reloaded."""
        if self.outbox.broken:
            raise Unsaved("the table is being taken up again from its journal")

    def idle(self) -> bool:
        """Whether the table can be unloaded without losing anything."""
        return not self.sessions and not self.pending and not self._tasks and self.outbox.idle()

    def lost(self, error: Exception) -> None:
        """Discard what was not saved and reload the table from its journal, or let it go if another node has it."""
        if isinstance(error, Lost):
            self.let_go(error)
        elif not self.outbox.broken:
            self.outbox.lose(error)
            self.recovery.take_over(error)
            self._wake_at(None)
            self.later(self.recovery.rebuild())

    def let_go(self, error: Exception) -> None:
        """Put the table away without another word about it: who is connected may find it at another node."""
        self.rooms.metrics.losses.inc()
        self.outbox.lose(error)
        for session in list(self.sessions.values()):
            session.changes = None  # they are on disk, but there may be later ones
            session.close(wire.CLOSE_RESTART, "the table has moved; connect again")
        self.rooms.forget(self)

    async def load(self, epoch: int) -> None:
        """Load the table, which was taken with this epoch, from its journal. Raises `Unplayable`, `Unsaved`."""
        self.epoch = epoch
        entries = await self.rooms.journal.entries(self.name)
        head = await self.rooms.journal.head(self.name)
        if not entries:
            raise Unplayable("there is no such table")
        if head is not None and head.code != self.code:  # a new code was not saved
            self.rooms.recode(self, head.code)
        keys = await self.rooms.journal.keys(self.name, answers.KEPT)  # including those from before the match
        known = await self.rooms.journal.with_all_keys(self.name, ids.MOST + 1, ids.hashes)
        rows = ((entry.seq, entry.at, entry.body) for entry in entries)
        table = await in_slices(Table.restoring(rows, self.rooms.entropy, self.tell))
        self.take_up(table, entries[-1].at)
        self.requests.answers.restore(keys)
        self.requests.ids.restore(known)

    async def reload(self) -> None:
        """Take and load the table again: its clock runs on, and people have as much time left as before.

        Raises `Unplayable`, `Elsewhere`, `Unsaved`.
        """
        old, offset = self.table, self._offset
        await self.load(await self.rooms.journal.take(self.name) or FIRST)
        self._offset = offset
        carry_over(old, self.table, self.now())

    def close(self) -> None:
        """Unload the table: cancel its timer and its tasks."""
        self.outbox.broken = True
        self._wake_at(None)
        self.lobby_news.close()
        for task in self._tasks:
            task.cancel()


def _tell_each(frames: list[tuple[Session, bytes]]) -> None:
    for session, text in frames:
        session.tell_padded(text)
