"""Handles people's messages at a table: each takes effect or is refused once, and a repeat gets the same answer."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import msgspec

from rumpus import wire
from rumpus.contract import Action, Illegal, Malformed, Question, tag_of
from rumpus.journal import Unsaved
from rumpus.server.keeping.answers import Answers
from rumpus.server.keeping.arbiter import Arbiter, First
from rumpus.server.keeping.ids import KnownIds
from rumpus.server.net.session import Session
from rumpus.table import Asked, Beaten, Step

if TYPE_CHECKING:
    from rumpus.server.keeping.keeper import Keeper

log = logging.getLogger("rumpus.server")
PLAY = (
    wire.Ready,
    wire.Begin,
    wire.Pause,
    wire.Stop,
    wire.Back,
    wire.StandIn,
    wire.PlayItOff,
    wire.Leave,
)  # what a match needs to go on, or to end
LOCK_S = 1.0  # T-06: how long a seat must wait after a refused attempt
MOST_WAITING = (
    256  # messages of one person that wait for the journal; at 15 a second the disk would have to hang for 17 s
)
encode = msgspec.json.Encoder().encode
replace = msgspec.structs.replace

Line = deque[tuple[Session, wire.Ask | Question]]  # messages of one person, in the order of arrival


class Requests:
    """Handles the messages of people at one table, in the order of arrival."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.answers = Answers()
        self.ids = KnownIds()
        self.arbiter = Arbiter()
        self._locks: dict[tuple[int, str], float] = {}  # T-06: until when a seat may not try this kind of action again
        self._waiting: dict[int, Line] = {}  # by person: the first message's id is looked up in the journal
        self.held: dict[Asked, tuple[Session, wire.Do]] = {}  # actions that wait in a race (table/races.py)
        self._repeats: dict[Asked, list[Session]] = {}  # the connections on which one of those came again
        self._unsaved: deque[tuple[int, Session, wire.Ask | Question]] = deque()  # with the step that they depend on

    def forget(self, people: Collection[int]) -> None:
        """Drop what belongs to people who have left; `people` are those still at the table."""
        self.answers.keep_only(people)
        for person in self._waiting.keys() - people:
            del self._waiting[person]

    def hear(self, session: Session, ask: wire.Ask | Question) -> None:
        """Handle one message, or let it wait behind one of the same person whose id is being looked up."""
        person = session.person
        line = self._waiting.get(person) if self._waiting else None
        if line is not None:
            if len(line) < MOST_WAITING:
                line.append((session, ask))
            else:
                self.answer(session, wire.Refused(id=ask.id, reason="table-not-now"))
            return
        before = self.answers.find(person, ask.id)
        if before is None and self.ids.may_have(f"{person}:{ask.id}"):
            self._waiting[person] = line = deque([(session, ask)])
            self.keeper.later(self._look_up(person, line))
        else:
            self._handle(session, ask, before)

    def turn_away(self, session: Session, ask: wire.Ask | Question) -> None:
        """The server closes: refuse what is new, and answer what was carried out before as before.

        What may have been carried out long ago, or waits in a race, gets no answer: its person asks again elsewhere.
        """
        person = session.person
        before = self.answers.find(person, ask.id)
        if before is not None:
            self._handle(session, ask, before)
        elif not (self.ids.may_have(f"{person}:{ask.id}") or Asked(person, ask.id) in self.held):
            self.answer(session, wire.Refused(id=ask.id, reason="table-not-now"))

    def _handle(self, session: Session, ask: wire.Ask | Question, before: str | int | None) -> None:
        """Carry out a message, or answer it as before: with that frame, or with the number of the step it made."""
        keeper = self.keeper
        if before is not None:
            frame = encode(wire.Done(id=ask.id, seq=before)).decode() if isinstance(before, int) else before
            keeper.outbox.tell(keeper.table.seq, session, frame, (session, ask.id))
        elif self.held and keeper.table.races.holds(Asked(session.person, ask.id)):
            self._repeats.setdefault(Asked(session.person, ask.id), []).append(session)  # answered with the first
            return
        else:
            try:
                if isinstance(ask, wire.Do):
                    self._do(session, ask)
                else:
                    self._take(session, ask)
            except (Illegal, Malformed) as no:
                self._refuse(session, wire.refused(ask.id, no))
            except Exception as error:
                log.exception("table-fault", extra={"table": keeper.name})
                keeper.lost(error)
                keeper.outbox.owe((session, ask.id))
        if keeper.table.seq > keeper.outbox.saved:
            self._unsaved.append((keeper.table.seq, session, ask))

    # Ids that may have been used long ago

    async def _look_up(self, person: int, line: Line) -> None:
        """Handle the messages of one person in order; what the journal has under an id is answered, not done again.

        Only this person waits. If the table is lost meanwhile, `hand_over` has taken the line.
        """
        keeper = self.keeper
        while line:
            session, ask = line[0]
            key, before = f"{person}:{ask.id}", self.answers.find(person, ask.id)
            if before is None and self.ids.may_have(key):
                try:
                    await keeper.settled()  # an id that is still being written is found too
                    before = seq = await keeper.rooms.journal.seq_of(keeper.name, key)
                except Exception:  # the table was lost, or the journal cannot be read
                    if self._waiting.get(person) is line:
                        keeper.lost(Unsaved("an id could not be looked up"))
                    return
                if self._waiting.get(person) is not line:
                    return
                if seq is not None:
                    self.answers.done(person, ask.id, seq)
            line.popleft()
            if session.keeper is keeper:
                self._handle(session, ask, before)
            if self._waiting.get(person) is not line:
                return
        del self._waiting[person]

    def hand_over(self) -> tuple[list[tuple[Session, wire.Ask | Question]], list[tuple[Session, wire.Ask | Question]]]:
        """The table is lost: the messages that were handled but not saved, and those that still wait."""
        unsaved = [(session, ask) for _, session, ask in self._unsaved]
        waiting = [message for line in self._waiting.values() for message in line]
        self._unsaved.clear()
        self._waiting.clear()
        return unsaved, waiting

    def saved(self, seq: int) -> None:
        """Every step up to this one is on disk."""
        while self._unsaved and self._unsaved[0][0] <= seq:
            self._unsaved.popleft()

    # Each kind of message

    def _take(self, session: Session, ask: wire.Ask | Question) -> None:
        """Handle anything but an action of the game."""
        keeper = self.keeper
        if isinstance(ask, wire.Resync):
            keeper.spending.check_change(session)
            keeper.presence.welcome(session, ask.id)
        elif isinstance(ask, wire.Say):
            self._say(session, ask)
        elif isinstance(ask, wire.Mute):
            self._mute(session, ask)
        elif isinstance(ask, wire.Device):
            self._done(session, ask.id, keeper.rooms.seating.device_code(keeper.name, session.person))
        elif isinstance(ask, wire.Deals):  # not cached: it is long, and asking twice does nothing
            self.answer(session, wire.Done(id=ask.id, seq=keeper.table.seq, found=keeper.table.deals_of(ask.round)))
        elif isinstance(ask, wire.Playable | wire.Hint | Question):
            keeper.questions.ask(keeper.table, session, ask)
        else:
            self._change(session, ask)

    def _say(self, session: Session, ask: wire.Say) -> None:
        keeper = self.keeper
        said, listeners = keeper.presence.phrases.say(keeper.table, session.person, ask, keeper.now())
        keeper.presence.pass_on(said, session.person, listeners)
        self._done(session, ask.id)

    def _mute(self, session: Session, ask: wire.Mute) -> None:
        self.keeper.presence.phrases.mute(self.keeper.table.lobby, session.person, ask)
        self._done(session, ask.id)

    def _change(self, session: Session, ask: wire.Ask) -> None:
        """Handle a request that concerns the table rather than the game."""
        keeper = self.keeper
        if not isinstance(ask, PLAY):
            keeper.spending.check_change(session)
        before = keeper.table.seq
        keeper.table.ask(session.person, ask, keeper.now())
        if keeper.table.seq == before:
            self._done(session, ask.id)
        if isinstance(ask, wire.Leave):
            stays = keeper.table.lobby.person(session.person) is not None  # T-02: they may come back
            code = wire.CLOSE_LEFT if stays else wire.CLOSE_REMOVED
            keeper.presence.drop(session.person, "you have left the table", code)
        elif isinstance(ask, wire.Remove):
            keeper.presence.drop(ask.person, "the host has removed you from the table")

    def _do(self, session: Session, ask: wire.Do) -> None:
        """Handle an action of the game."""
        keeper, table, person = self.keeper, self.keeper.table, session.person
        lobby = table.lobby
        keeper.spending.check_play(person)
        action = wire.read_action(lobby.game, ask.action)
        now = keeper.now()
        if self._locks and action.locks and (wait_s := self._locked_s(lobby.seat_of(person), action, now)) > 0:
            locked = Illegal("T-06", "table-locked")
            self._refuse(session, wire.refused(ask.id, locked, wait_ms=max(1, round(wait_s * 1000))))
            return
        asked = Asked(person, ask.id)
        try:
            happened = table.do(asked, action, now)
        except Illegal as no:
            seat = lobby.seat_of(person)
            if seat is None:
                raise
            self._refuse(session, self._lost(ask.id, seat, action, no, now))
            return
        if table.races.waiting and table.races.holds(asked):
            self.held[asked] = session, ask
        keeper.rooms.metrics.acted(lobby.game)
        if not happened:
            self._done(session, ask.id)

    def decided(self, asked: Asked, seq: int) -> None:
        """An action that had to wait has happened; it is done again if the table is lost before it is saved."""
        held = self.held.pop(asked, None)
        for session in self._repeated(asked, held):
            self.answer(session, wire.Done(id=asked.id, seq=seq))
        if held is not None:
            self._unsaved.append((seq, *held))

    def _repeated(self, asked: Asked, held: tuple[Session, wire.Do] | None) -> list[Session]:
        """The connections on which an action came again that waited in a race: each time is answered once.

        The one that its person has now is told of the action anyway: that answers the first time it came there.
        """
        repeats = self._repeats.pop(asked, [])
        here = self.keeper.sessions.get(asked.person)
        if held is not None and held[0] is not here and here in repeats:
            repeats.remove(here)
        return repeats

    def claimed(self, seat: int | None, action: Action, step: Step) -> None:
        """A seat has taken a place in a race, or a new round was dealt."""
        table = self.keeper.table
        if step.contest is not None and table.match is not None:
            seen = step.contest.seen + table.match.began
        else:
            seen = step.at if seat is None else table.races.view_time(seat, step.at)
        self.arbiter.claimed(seat, action, step.at, seen)

    def beaten(self, news: Beaten) -> None:
        """An action that had to wait in a race is refused."""
        held = self.held.pop(news.asked, None)
        refused = self._lost(news.asked.id, news.seat, news.action, news.no, self.keeper.now())
        if news.first is not None:
            how = "tie" if news.tie else "view"
            refused = replace(refused, first=news.first, by_ms=news.by_ms, how=how, held_ms=news.held_ms)
        self._note_refusal(news.asked.person, refused)
        session = self.keeper.sessions.get(news.asked.person)  # if they are away, they ask again
        for listener in (*([session] if session else []), *self._repeated(news.asked, held)):
            self.answer(listener, refused)

    def _locked_s(self, seat: int | None, action: Action, now: float) -> float:
        return 0.0 if seat is None else self._locks.get((seat, tag_of(action)), 0.0) - now

    def _lost(self, id_: str, seat: int, action: Action, no: Illegal | Malformed, now: float) -> wire.Refused:
        """The answer to an illegal action: who was first, if somebody was, and how long the seat has to wait (T-06)."""
        wait_ms, first = None, First()
        if action.locks:
            self._locks[seat, tag_of(action)] = now + LOCK_S
            wait_ms = round(LOCK_S * 1000)
        match = self.keeper.table.match
        if match is not None and isinstance(no, Illegal):
            seen = self.keeper.table.races.view_time(seat, now)
            first = self.arbiter.first(match.rules, seat, action, no, now, seen)
        refused = wire.refused(id_, no, first=first.seat, by_ms=first.by_ms, wait_ms=wait_ms)
        return refused if first.how is None else replace(refused, how=first.how)

    # Answers

    def answer(self, session: Session, answer: wire.Done | wire.Refused) -> None:
        """Send an answer without caching it."""
        assert answer.id is not None
        keeper = self.keeper
        frame = encode(answer).decode()
        if isinstance(answer, wire.Done) and answer.found is not None:
            frame = keeper.news.answer(frame)
        keeper.outbox.tell(keeper.table.seq, session, frame, (session, answer.id))

    def _done(self, session: Session, id_: str, found: Any = None) -> None:
        """Send and cache the answer to a message that was carried out without a step of its own."""
        done = wire.Done(id=id_, seq=self.keeper.table.seq, found=found)
        self.answers.done(session.person, id_, encode(done).decode())
        self.answer(session, done)

    def _refuse(self, session: Session, refused: wire.Refused) -> None:
        self._note_refusal(session.person, refused)
        self.answer(session, refused)

    def _note_refusal(self, person: int, refused: wire.Refused) -> None:
        assert refused.id is not None
        self.answers.refused(person, refused.id, encode(refused).decode())
        self.keeper.rooms.metrics.refused(refused.clause or refused.reason)
