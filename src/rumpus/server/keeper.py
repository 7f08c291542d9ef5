"""The keeper: owns one table, takes what arrives in order, writes it down, and tells it when it is on disk."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from rumpus import wire
from rumpus.contract import Illegal, Malformed
from rumpus.games import GAMES
from rumpus.journal import Entry, Unsaved
from rumpus.server import thinking
from rumpus.server.arbiter import Arbiter
from rumpus.server.limits import Bucket
from rumpus.server.news import News
from rumpus.server.session import Session
from rumpus.server.words import Words
from rumpus.table import Called, Declined, Lobby, Match, Note, Open, Step, Table, Thought, Unplayable

if TYPE_CHECKING:
    from rumpus.server.rooms import Rooms

log = logging.getLogger("rumpus.server")
LOCK_S = 1.0  # T-06
LOCKED = ("draw", "shout")
ANSWERS_KEPT = 128  # of each person, for ids that come again
FLIGHT_SLACK_S = 0.09  # FAIRNESS: cards in the air are waited for a round trip and so much more
LONGEST_FLIGHT_S = 0.4
REBUILD_STEP_S = 0.01
REST_S = 2.0  # after something could not be saved the clocks of the table rest so long
Answers = dict[int, dict[str, str | int]]  # by person and id: a frame, or the number of what happened
NOTHING: dict[str, str | int] = {}
encode = msgspec.json.Encoder().encode


class _Held(NamedTuple):
    """What waits for a number to be on disk; if it will never be, the asker is still owed an answer."""

    seq: int
    deliver: Callable[[], object]
    asker: tuple[Session, str] | None = None
    closes: Session | None = None


class Keeper:
    """One live table. Everything runs on the event loop, one thing after the other."""

    def __init__(self, rooms: Rooms, name: str, code: str) -> None:
        self.rooms = rooms
        self.name = name
        self.code = code
        self.table: Table
        self.news: News
        self.sessions: dict[int, Session] = {}
        self.saved = 0  # the last number that is on disk
        self.empty_since: float | None = rooms.clock()
        self._held: deque[_Held] = deque()
        self._owed: list[tuple[Session, str]] = []  # whose answers were lost with what could not be saved
        self._deferred: list[tuple[Session, Any]] = []  # asked while the table is taken up again
        self._answers: Answers = {}
        self._refusals: Answers = {}  # kept apart, so that many of them push out nothing that happened
        self._origin: tuple[Session, str] | None = None  # who asked for what is being done, and its id
        self._offset = 0.0  # the loop's clock less the table's
        self._timer: asyncio.TimerHandle | None = None
        self._rings = 0.0  # when the timer does
        self._rests_until = 0.0
        self._broken = False
        self._arbiter = Arbiter()
        self._locks: dict[tuple[int, str], float] = {}
        self._words = Words(rooms.limits.phrases_per_10_s)
        self._buckets: dict[int, Bucket] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._waiters: set[asyncio.Future[None]] = set()
        self._pending = 0  # entries that the journal has not answered for

    # The clock

    def now(self) -> float:
        """The table's seconds."""
        return round(self.rooms.clock() - self._offset, 6)

    def take_up(self, table: Table, at: float) -> None:
        """Keep this table, all of which is on disk; its time is this now, for it stood still while it was away."""
        self.table, self.saved = table, table.seq
        self.news = News(table, self.code)
        self._offset = self.rooms.clock() - at

    def _arm(self) -> None:
        """Wake up when something is due."""
        due = self.table.due()
        when = None if due is None or self._broken else max(due + self._offset, self._rests_until)
        if self._timer is not None:
            if when == self._rings:
                return
            self._timer.cancel()
            self._timer = None
        if when is not None:
            self._rings = when
            self._timer = asyncio.get_running_loop().call_at(when, self._tick)

    def _tick(self) -> None:
        self._timer = None
        if not self._broken:
            self._guarded(lambda: self.table.tick(self.now()))

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do it; a fault in one table is logged and mended from its journal, and never reaches another."""
        try:
            work()
        except Exception as error:
            log.exception("table-fault", extra={"table": self.name})
            self.lost(error)
        self._after()

    def _after(self) -> None:
        if self._broken:
            return
        if self.table.thoughts:
            thoughts, self.table.thoughts = self.table.thoughts, []
            for thought in thoughts:
                self._later(self._think(thought))
        self._arm()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Writing down, then telling

    def tell(self, news: Step | Note) -> None:
        """Something has happened at the table."""
        if isinstance(news, Step):
            self._write(news)
        elif isinstance(news, wire.Said):
            self._said(news)
        elif isinstance(news, Called):
            self._when_saved(self._ping_behind_the_call)
        elif isinstance(news, Open):
            self._tell_what_is_legal()
        else:
            self._tell_all(encode(news).decode())

    def _write(self, step: Step) -> None:
        origin, self._origin = self._origin, None
        asker, id_ = origin or (None, None)
        key = None
        if asker is not None and id_ is not None:
            key = f"{asker.person}:{id_}"
            _keep(self._answers, asker.person, id_, step.seq)
        entry = Entry(step.seq, step.at, key, step.body(), start=step.header is not None, record=step.record)
        self._pending += 1
        self.rooms.journal.append(self.name, entry, partial(self._on_disk, step.seq))
        for by, action in step.lines:
            self._arbiter.claimed(by, action, step.at)
        if step.header is not None and not GAMES[step.header.game].race:
            self._later(self._warm())
        if step.lobby is not None:
            self._forget_who_left(step.lobby)
        if self.sessions:
            self._hold(step, asker, id_)

    def _forget_who_left(self, lobby: Lobby) -> None:
        """Whose token opens nothing any more has nothing to ask again."""
        people = {one.id for one in lobby.people}
        for kept in (self._answers, self._refusals, self._buckets):
            for person in kept.keys() - people:
                del kept[person]
        self._words.forget(people)

    def _hold(self, step: Step, asker: Session | None, id_: str | None) -> None:
        """What everybody will be told of it."""
        sessions = self.sessions
        who = None if asker is None else asker.person
        news = self.news.of(step, sessions, who, id_)
        frames = [(sessions[person], told.frame) for person, told in news.items()]
        owed = None if asker is None or id_ is None or sessions.get(asker.person) is not asker else (asker, id_)
        self._held.append(_Held(step.seq, partial(_tell_each, frames), owed))
        for person, told in news.items():
            if told.more:
                self._tell_more(sessions[person])

    def _on_disk(self, seq: int, error: Exception | None) -> None:
        self._pending -= 1
        if error is not None:
            if not self._broken and seq > self.saved:
                log.warning("not-saved", extra={"table": self.name, "why": type(error).__name__})
                self.lost(error)
            return
        self.saved = seq
        held = self._held
        while held and held[0].seq <= seq:
            held.popleft().deliver()

    def _when_saved(
        self, deliver: Callable[[], object], asker: tuple[Session, str] | None = None, closes: Session | None = None
    ) -> None:
        """Do it when everything that has happened so far is on disk."""
        held = _Held(self.table.seq, deliver, asker, closes)
        if self._broken:
            self._lose(held)
        elif self._held or self.saved < self.table.seq:
            self._held.append(held)
        else:
            deliver()

    def _lose(self, held: _Held) -> None:
        """What it waits for will never be on disk: who asked is owed an answer, who was to go may come again."""
        if held.asker is not None:
            self._owed.append(held.asker)
        if held.closes is not None:
            held.closes.close(wire.CLOSE_RESTART, "nothing could be saved at the moment; connect again")

    def _answer(self, session: Session, told: Any) -> None:
        self._when_saved(partial(session.tell, encode(told).decode()), (session, told.id))

    def _done(self, session: Session, id_: str, found: Any = None) -> None:
        """Yes, to what changed nothing numbered; the same id gets it again."""
        frame = encode(wire.Done(id=id_, seq=self.table.seq, found=found)).decode()
        _keep(self._answers, session.person, id_, frame)
        self._when_saved(partial(session.tell, frame), (session, id_))

    def _tell_all(self, frame: str) -> None:
        for session in self.sessions.values():
            self._when_saved(partial(session.tell, frame))

    async def settled(self) -> None:
        """Everything that has happened so far is on disk; raises what went wrong if it is not."""
        self._whole()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.add(done)
        self._when_saved(partial(_resolve, done))
        try:
            await done
        finally:
            self._waiters.discard(done)

    # How things stand

    def welcome(self, session: Session, id_: str | None = None) -> None:
        """Where things stand, for one connection."""
        person = session.person
        told = self.news.welcome(person, self.now(), self.sessions, self._words.muted_by(person), id_)
        if told.more:
            self._tell_more(session)
        self._when_saved(partial(session.tell, told.frame), None if id_ is None else (session, id_))

    def _tell_what_is_legal(self) -> None:
        """A pause begins or ends."""
        for person, session in self.sessions.items():
            seat = self.table.lobby.seat_of(person)
            if seat is not None:
                legal, more = self.news.legal(seat)
                if more:
                    self._tell_more(session)
                else:
                    self._when_saved(partial(session.tell, self.news.may_do(legal)))

    def _tell_more(self, session: Session) -> None:
        """What takes long to find out follows."""
        match, seat = self.table.match, self.table.lobby.seat_of(session.person)
        assert match is not None
        assert seat is not None
        self._later(self._tell_legal(session, match, match.state.view(seat), len(match.history)))

    async def _tell_legal(self, session: Session, match: Match, view: Any, lines: int) -> None:
        legal = await self.rooms.think(thinking.legal, match.rules, view)
        if self.table.match is match and len(match.history) == lines and session.keeper is self:
            self._when_saved(partial(session.tell, self.news.may_do(encode(legal))))

    # People come and go

    def join(self, ask: wire.JoinTable, token: str) -> int:
        """Somebody comes to the table; gives their number. Raises `Declined`, `Malformed`, `Unsaved`."""
        self._whole()
        person = self.table.join(ask, token, self.now())
        self._after()
        return person

    def move_device(self, person: int, token: str) -> None:
        """The seat goes by another token from now on; the device that had it is told."""
        self._whole()
        self.table.move_device(person, token, self.now())
        older = self.sessions.pop(person, None)
        if older is not None:
            older.keeper = None
            self.table.went(person, self.now())
            moved = partial(older.close, wire.CLOSE_NEWER, "this seat has moved to another device")
            self._when_saved(moved, closes=older)
            self._tell_here()
            if not self.sessions:
                self.empty_since = self.rooms.clock()  # the other device may never come
        self._after()

    def _whole(self) -> None:
        if self._broken:
            raise Unsaved("the table is being taken up again from its journal")

    def idle(self) -> bool:
        """Whether nothing would be lost by putting the table away."""
        return not self.sessions and not self._held and not self._pending and not self._waiters and not self._tasks

    def admits(self, session: Session, person: int) -> bool:
        """Whether this person may connect now: a new connection has no more to say than the old one had left."""
        session.bucket = self._buckets.setdefault(person, session.bucket)
        return session.may_speak(self.rooms.clock())

    def attach(self, session: Session, person: int) -> None:
        """A connection has said whose it is: it has the seat from now on, and an older one is told so."""
        older = self.sessions.pop(person, None)
        if older is not None:
            older.keeper = None
            older.close(wire.CLOSE_NEWER, "this seat was taken in another tab or on another device")
        session.keeper, session.person = self, person
        self.empty_since = None
        if self._broken:
            self.sessions[person] = session  # welcomed when the table is mended
            return
        self.sessions[person] = session
        self.welcome(session)  # first, for that somebody came may have to be saved, and a disk may be full
        self._tell_here()
        if older is None:
            self._guarded(lambda: self.table.came(person, self.now()))

    def detach(self, session: Session) -> None:
        """A connection is gone."""
        if self.sessions.get(session.person) is not session:
            return
        del self.sessions[session.person]
        session.keeper = None
        if not self._broken:
            self._guarded(lambda: self.table.went(session.person, self.now()))
        self._tell_here()
        if not self.sessions:
            self.empty_since = self.rooms.clock()

    def _tell_here(self) -> None:
        self._tell_all(encode(wire.Here(people=tuple(sorted(self.sessions)))).decode())

    def _drop(self, person: int, reason: str) -> None:
        """A person is not at the table any more; the connection ends behind what it is still told."""
        session = self.sessions.pop(person, None)
        if session is not None:
            session.keeper = None
            self.table.here.discard(person)
            self._when_saved(partial(session.close, wire.CLOSE_REMOVED, reason), closes=session)
            self._tell_here()
            if not self.sessions:
                self.empty_since = self.rooms.clock()

    # What people ask for

    def hear(self, session: Session, ask: Any) -> None:
        """One message of a person, in the order of arrival."""
        if self._broken:
            self._deferred.append((session, ask))
            return
        person = session.person
        before = self._answers.get(person, NOTHING).get(ask.id) or self._refusals.get(person, NOTHING).get(ask.id)
        if before is not None:
            told = encode(wire.Done(id=ask.id, seq=before)).decode() if isinstance(before, int) else before
            self._when_saved(partial(session.tell, told), (session, ask.id))
            return
        self._origin = (session, ask.id)
        try:
            self._take(session, ask)
        except (Illegal, Malformed) as no:
            self._refuse(session, ask.id, wire.refused(ask.id, no))
        except Exception as error:
            log.exception("table-fault", extra={"table": self.name})
            self.lost(error)
            if (session, ask.id) not in self._owed:
                self._owed.append((session, ask.id))
        finally:
            self._origin = None
        self._after()

    def _refuse(self, session: Session, id_: str, refused: wire.Refused) -> None:
        frame = encode(refused).decode()
        _keep(self._refusals, session.person, id_, frame)
        self.rooms.metrics.refused(refused.clause or refused.reason)
        self._when_saved(partial(session.tell, frame), (session, id_))

    def _take(self, session: Session, ask: Any) -> None:
        person = session.person
        if isinstance(ask, wire.Do):
            self._do(session, ask)
        elif isinstance(ask, wire.Resync):
            self.welcome(session, ask.id)
        elif isinstance(ask, wire.Say):
            self._say(session, ask)
        elif isinstance(ask, wire.Mute):
            self._mute(session, ask)
        elif isinstance(ask, wire.Device):
            code = self.rooms.device_code(self.name, person)
            self._done(session, ask.id, code)
        elif isinstance(ask, wire.Playable | wire.Hint | wire.Melds | wire.Grouping):
            self._question(session, ask)
        else:
            before = self.table.seq
            self.table.ask(person, ask, self.now())
            if self.table.seq == before:
                self._done(session, ask.id)
            if isinstance(ask, wire.Leave):
                self._drop(person, "you have left the table")
            elif isinstance(ask, wire.Remove):
                self._drop(ask.person, "the host has removed you from the table")

    def _do(self, session: Session, ask: wire.Do) -> None:
        lobby = self.table.lobby
        action = wire.read_action(lobby.game, ask.action)
        seat = lobby.seat_of(session.person)
        kind = action.__struct_config__.tag
        now = self.now()
        if seat is not None and kind in LOCKED:
            wait_s = self._locks.get((seat, kind), 0.0) - now
            if wait_s > 0:
                no = wire.refused(ask.id, Illegal("T-06", "table-locked"), wait_ms=max(1, round(wait_s * 1000)))
                self._refuse(session, ask.id, no)
                return
        try:
            happened = self.table.do(session.person, action, now)
        except Illegal as no:
            if seat is None:
                raise
            wait_ms = None
            if kind in LOCKED:
                self._locks[seat, kind] = now + LOCK_S
                wait_ms = round(LOCK_S * 1000)
            first, by_ms = self._arbiter.first(seat, action, no, now)
            told = wire.refused(ask.id, no, first=first, by_ms=by_ms, wait_ms=wait_ms)
            self._refuse(session, ask.id, told)
            return
        self.rooms.metrics.acted(lobby.game)
        if not happened:
            self._done(session, ask.id)

    # Words

    def _say(self, session: Session, ask: wire.Say) -> None:
        said, listeners = self._words.say(self.table, session.person, ask, self.now())
        frame = encode(said).decode()
        for person in listeners:
            if person in self.sessions:
                self._when_saved(partial(self.sessions[person].tell, frame))
        self._done(session, ask.id)

    def _mute(self, session: Session, ask: wire.Mute) -> None:
        self._words.mute(self.table.lobby, session.person, ask)
        self._done(session, ask.id)

    def _said(self, said: wire.Said) -> None:
        """What a bot says."""
        frame = encode(said).decode()
        for person, session in self.sessions.items():
            if -1 - (said.seat or 0) not in self._words.muted_by(person):
                self._when_saved(partial(session.tell, frame))

    # Questions

    def _question(self, session: Session, ask: Any) -> None:
        lobby, match = self.table.lobby, self.table.match
        seat = lobby.seat_of(session.person)
        if not lobby.settings.hints:
            raise Declined("hints-off")
        if seat is None or match is None or lobby.stage != "match":
            raise Declined("not-now")
        view = match.state.view(seat)
        if isinstance(ask, wire.Playable):
            work: tuple[Any, ...] = (thinking.legal, match.rules, view)
        elif isinstance(ask, wire.Hint):
            work = (thinking.hint, match.rules, view)
        elif lobby.game != "five_crowns" or not view.private.hand:
            raise Declined("no-melds")
        elif isinstance(ask, wire.Melds):
            work = (thinking.best_melds, view)
        else:
            work = (thinking.grouping, view, ask.melds, ask.discard)
        self._later(self._find_out(session, ask.id, work, self.table.seq))

    async def _find_out(self, session: Session, id_: str, work: tuple[Any, ...], seq: int) -> None:
        try:
            found = await self.rooms.think(*work)
        except (Illegal, Malformed) as no:
            self._answer(session, wire.refused(id_, no))
        except Exception:
            log.exception("thinking-failed", extra={"table": self.name})
            self._answer(session, wire.Refused(id=id_, reason="table-not-now"))
        else:
            self._answer(session, wire.Done(id=id_, seq=seq, found=found))

    async def _warm(self) -> None:
        """A match begins that needs the workers: they are started, so that nobody's first turn waits for it."""
        with suppress(Exception):  # who really asks will hear of it
            await self.rooms.think(len, ())

    async def _think(self, thought: Thought) -> None:
        """Ask a bot in another process, and take its move if the seat is still its own."""
        table, match = self.table, self.table.match
        assert match is not None
        began = match.began
        try:
            one, move = await self.rooms.think(
                thinking.move, match.rules, thought.bot, thought.view, self.now() - began
            )
        except Exception:
            log.exception("thinking-failed", extra={"table": self.name})
            one, move = thought.bot, (match.state.legal(thought.seat)[0], 1.0)
        if self.table is table and not self._broken:
            match.thought(thought, one, move, self.now())
            self._arm()

    # Cards in the air

    def _ping_behind_the_call(self) -> None:
        now, clock = self.now(), self.rooms.clock()
        until = {}
        for person, session in self.sessions.items():
            session.tell(session.ping(clock, call=True))
            usual = session.rtt_s()
            flight = LONGEST_FLIGHT_S if usual is None else min(usual + FLIGHT_SLACK_S, LONGEST_FLIGHT_S)
            until[person] = now + flight
        self._guarded(lambda: self.table.listen(until, now))

    def pong(self, session: Session, number: int) -> None:
        """A ping was answered."""
        if session.pong(number, self.rooms.clock()) and not self._broken:
            self._guarded(lambda: self.table.heard(session.person, self.now()))

    # When something could not be saved

    def lost(self, error: Exception) -> None:
        """What was not saved has not happened: take the table up again as the journal has it."""
        if self._broken:
            return
        self._broken = True
        while self._held:
            self._lose(self._held.popleft())
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_exception(error)
        self._later(self._rebuild())

    async def _rebuild(self) -> None:
        await asyncio.sleep(max(0.0, self._rests_until - self.rooms.clock()))  # a full disk is not asked all the time
        try:
            while self._pending:  # what is on its way to the disk is part of the journal too
                await asyncio.sleep(REBUILD_STEP_S)
            await self.load()
            owed = [answer async for answer in self._owed_answers()]
        except Exception as error:
            log.exception("table-closed", extra={"table": self.name})
            for session in list(self.sessions.values()):
                session.close(wire.CLOSE_TABLE, "this table cannot go on; what was played is kept")
            self.rooms.forget(self, error)
            return
        self._broken = False
        self._rests_until = self.rooms.clock() + REST_S
        for person in list(self.sessions):
            if self.table.lobby.person(person) is None:
                self._drop(person, "your coming could not be saved")
        self._guarded(self._welcome_back)
        deferred = [(session, ask) for session, ask in self._deferred if session.keeper is self]
        self._deferred = []
        again = {(session.person, ask.id) for session, ask in deferred}
        for session, id_, seq in owed:
            if seq is not None:
                self._answer(session, wire.Done(id=id_, seq=seq))
            elif (session.person, id_) not in again:  # what was asked again meanwhile is tried again, with one answer
                self._answer(session, wire.Refused(id=id_, reason="table-not-saved"))
        for session, ask in deferred:
            if session.keeper is self:  # still: the message before may have removed them
                self.hear(session, ask)

    def _welcome_back(self) -> None:
        """Nobody is told of anybody's coming before their own welcome, so that the numbers have no gaps."""
        for session in self.sessions.values():
            self.welcome(session)
        for person in list(self.sessions):
            self.table.came(person, self.now())

    async def _owed_answers(self) -> AsyncIterator[tuple[Session, str, int | None]]:
        """What is in the journal has happened, with that number; the rest could not be saved."""
        while self._owed:
            session, id_ = self._owed.pop(0)
            yield session, id_, await self.rooms.journal.seq_of(self.name, f"{session.person}:{id_}")

    async def load(self) -> None:
        """The table as its journal has it; raises `Unplayable`."""
        entries = await self.rooms.journal.entries(self.name)
        if not entries:
            raise Unplayable("there is no such table")
        keys = await self.rooms.journal.keys(self.name, ANSWERS_KEPT)  # from before the match too
        rows = ((entry.seq, entry.at, entry.body) for entry in entries)
        self.take_up(Table.restore(rows, self.rooms.entropy, self.tell), entries[-1].at)
        self._answers.clear()
        for key, seq in keys.items():
            person, _, id_ = key.partition(":")
            if person.isdecimal():
                _keep(self._answers, int(person), id_, seq)
        self._refusals.clear()  # some may hang on what was never saved

    def close(self) -> None:
        """Put the table away: no timers, no tasks."""
        self._broken = True
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()


def _keep(kept: Answers, person: int, id_: str, answer: str | int) -> None:
    """For an id that comes again; nobody's answers push out those of another."""
    own = kept.setdefault(person, {})
    own[id_] = answer
    if len(own) > ANSWERS_KEPT:
        del own[next(iter(own))]


def _tell_each(frames: list[tuple[Session, str]]) -> None:
    for session, frame in frames:
        session.tell(frame)


def _resolve(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_result(None)
