"""One table: its people, seats and matches. It neither awaits nor has a clock; every call is passed the time."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec

from rumpus import record, wire
from rumpus.bots.base import Bot, Move
from rumpus.contract import ABANDONED, CALLED, READY, Action, Event, Go, Illegal, Malformed
from rumpus.driver import Thought
from rumpus.fair import new_chain
from rumpus.lines import Contest, write_line
from rumpus.lobby import Declined, Lobby, Membership, hashed, late, opened, scripted_deal
from rumpus.record import Header, Record
from rumpus.shuffle import Stream
from rumpus.table import grace, requests, stand_ins
from rumpus.table.entries import Past, Pieces, Row, Unplayable, at_once, read_past
from rumpus.table.flow import Flow
from rumpus.table.match import Match
from rumpus.table.news import Asked, Called, Deals, Due, Step, Tell
from rumpus.table.races import Races
from rumpus.table.timers import Timers

RECORD_NAME_BYTES = 12
NEVER_TOLD = -1.0  # differs from every time of a table and from None
replace = msgspec.structs.replace


class Table:
    """One table. It passes everything that happens to `tell`, in order and at once, for the keeper to write down."""

    def __init__(self, lobby: Lobby, stream: Stream, tell: Tell, deals: Deals = ()) -> None:
        self.lobby = lobby
        self.deals = deals  # scripted deals of the first rounds
        self.stream = stream
        self.tell = tell
        self.seq = 0
        self.match: Match | None = None
        self.here: frozenset[int] = frozenset()  # people who are connected; another one for each change
        self.loaded = 0  # the newest person when the table was loaded from its journal
        self.timers = Timers()
        self.renames = requests.Renames()
        self.races = Races(self)
        self.flow = Flow(self)
        self._due: float | None = NEVER_TOLD  # the time in the last `Due`

    @classmethod
    def open(
        cls,
        ask: wire.OpenTable,
        token: str,
        stream: Stream,
        tell: Tell,
        *,
        scripted_for_all: bool = False,
        circle: Membership | None = None,
    ) -> Table:
        """A new table with its host, which is its first step.

        Scripted deals are for one person who plays with bots: such a table is locked, unless `scripted_for_all`.
        """
        host = ask.name, ask.avatar
        lobby = opened(ask.game, ask.options, ask.settings, host, hashed(token), ask.bots, circle, program=ask.program)
        deals = tuple(scripted_deal(ask.game, raw) for raw in ask.deals)
        if deals:
            lobby = replace(lobby, scripted=True, locked=not scripted_for_all)
        else:
            lobby = lobby.renewed(new_chain(stream))
        table = cls(lobby, stream, tell, deals)
        table.write(0.0, lobby=table.lobby, deals=deals)
        return table

    @classmethod
    def entry(cls, lobby: Lobby, stream: Stream, tell: Tell) -> Table:
        """A new table that is an entry to a challenge; its match begins when the player connects."""
        table = cls(lobby, stream, tell)
        table.write(0.0, lobby=lobby)
        return table

    @classmethod
    def restore(cls, rows: Iterable[Row], stream: Stream, tell: Tell) -> Table:
        """The table as it stands at the end of its journal; raises `Unplayable`."""
        return at_once(cls.restoring(rows, stream, tell))

    @classmethod
    def restoring(cls, rows: Iterable[Row], stream: Stream, tell: Tell) -> Pieces[Table]:
        """The same in small pieces, because a long match takes a while."""
        past = yield from read_past(rows)
        assert past.lobby is not None
        table = cls(past.lobby, stream, tell, past.deals)
        table.seq, table.loaded = past.seq, past.lobby.newest
        table.timers.still_since = past.at
        if past.header is not None:
            try:
                yield from table._resume(past)
            except (Malformed, Illegal) as error:
                raise Unplayable("the rules cannot follow it any more") from error  # its text may name a card
        return table

    def _resume(self, past: Past) -> Pieces[None]:
        """Resume a match at the end of its lines."""
        whole = past.record()
        rules = whole.rules()
        state = rules.new(past.seating)
        for _, now in record.replay(whole):
            state = now
            yield
        self.match = match = Match(rules, state, whole.header, past.began, self.stream, self.lobby.chain)
        for line in whole.lines:
            match.note([(line.by, line.action)], past.began + line.at)
            if line.contest is not None:
                match.contests[line.n - 1] = line.contest
            yield
        match.called_at = match.flights = None
        if state.phase == CALLED:
            # No card can be in the air: the table was not in memory
            match.called_at, match.flights = past.began + whole.lines[-1].at, {}
        if self.lobby.stage == "match":
            for seat, place in enumerate(self.lobby.seats):
                level = place and (place.bot or place.stand_in)
                if level:
                    yield from match.putting_bot(seat, level)

    # Writing down

    def write(
        self,
        now: float,
        *,
        lines: list[Event] | None = None,
        lobby: Lobby | None = None,
        header: Header | None = None,
        deals: Deals = (),
        code: str | None = None,
        asked: Asked | None = None,
        contest: Contest | None = None,
    ) -> None:
        """Assign the next sequence number, apply the change, detect the end of the match, and tell the step."""
        self.seq += 1
        name = None
        if lobby is not None:
            self.lobby = lobby
        match = self.match
        if lines and match is not None:
            lines = match.house.revealing(lines)
            if contest is not None:
                match.contests[len(match.history)] = contest
            match.note(lines, now)
            if match.rules.race:
                self.flow.patience.happened(lines, now)
            if match.state.outcome() is not None and self.lobby.stage == "match":
                name = self.stream(RECORD_NAME_BYTES).hex()
                self.timers.clear()
                ended = replace(self.lobby, stage="over", record=name, paused=False)
                self.lobby = lobby = replace(ended, stop=(), turners=(), play_off=None)
                dealt = match.house.dealt(match.state.seating, match.header.options)
                self.lobby = lobby = replace(lobby, dealt=dealt)
            elif not match.rules.race:
                self.flow.await_turn(match, now)
        lines = lines or []
        if len(lines) == 1:
            texts = [write_line(*lines[0], contest)]
        else:
            texts = [write_line(by, action) for by, action in lines]
            if contest is not None:
                texts[0] = write_line(*lines[0], contest)
        step = Step(
            seq=self.seq, at=now, lobby=lobby, header=header, lines=lines, texts=texts, record=name, asked=asked
        )
        if deals or code or contest:
            step = replace(step, deals=deals, code=code, contest=contest)
        self.tell(step)
        if lines and match is not None and (match.bots or match.called_at == now):
            self._comment(match, lines, now)

    def _comment(self, match: Match, lines: list[Event], now: float) -> None:
        """Tell what accompanies a step but is not written down: phrases of bots, and that a race was called."""
        if match.bots and self.lobby.settings.phrases:
            bots = [seat for seat, place in enumerate(self.lobby.seats) if place and place.bot]
            for seat, phrase in match.phrases(lines, bots):
                self.tell(wire.Said(seat=seat, phrase=phrase))
        if match.called_at == now and match.state.phase == CALLED:
            self.tell(Called())

    def tell_due(self) -> None:
        """Tell the keeper when something is due next, if that has changed."""
        due = self.flow.due()
        if due != self._due:
            self._due = due
            self.tell(Due(due))

    def due(self) -> float | None:
        """When something is due next; None while nothing is, or while the clocks stand still."""
        return self.flow.due()

    # People

    def person_of(self, token: str) -> int | None:
        """The person with this token, if they are at the table."""
        person = self.lobby.owner(hashed(token))
        return None if person is None else person.id

    def join(self, ask: wire.JoinTable, token: str, now: float, circle: Membership | None = None) -> int:
        """A person joins the table, as a member of its circle or as a guest; returns their number."""
        member = circle.member if circle is not None and circle.circle == self.lobby.circle else None
        lobby = self.lobby.join(
            ask.name, ask.avatar, hashed(token), watch=ask.watch, member=member, program=ask.program
        )
        with suppress(Declined):  # somebody else has taken the seat meanwhile: the newcomer sees which are left
            seat = ask.seat
            if seat is None and not lobby.settings.spectators and lobby.stage == "match":
                seat = lobby.open_seats()[0]  # at this table nobody only watches
            if seat is not None:
                lobby = late.reserve(lobby, lobby.newest, seat)
        self.write(now, lobby=lobby)
        self.flow.advance(now)
        return self.lobby.newest

    def has_lapsed(self, token: str) -> bool:
        """Whether the seat of this token was given up because its person never connected."""
        return self.lobby.has_lapsed(hashed(token))

    def move_device(self, person: int, token: str, now: float) -> None:
        """Give a person a new token; the old one is void."""
        people = tuple(
            replace(other, token=hashed(token)) if other.id == person else other for other in self.lobby.people
        )
        self.write(now, lobby=replace(self.lobby, people=people))

    def came(self, person: int, now: float) -> None:
        """A person has connected; they get their seat back at once."""
        self.here |= {person}
        self.run_clocks(now)
        for timer in grace.PERSONAL:
            self.timers.drop((timer, person))
        newcomer = self.lobby.person(person)
        if newcomer is not None and newcomer.new:
            self.lobby = self.lobby.met(person)  # saved with the next change: alone it is not worth an entry
        seat = self.lobby.seat_of(person)
        if seat is not None and self.lobby.stage != "lobby":
            place = self.lobby.place(seat)
            if place.stand_in is not None and not place.idle:  # who was idle says so when they are back (T-07)
                stand_ins.hand_back(self, seat, now)
        elif self.lobby.challenge is not None and self.lobby.stage == "lobby":
            self.flow.begin(now)
        elif self.lobby.host is None and seat is not None:
            self.write(now, lobby=replace(self.lobby, host=person))
        self.flow.advance(now)

    def run_clocks(self, now: float) -> None:
        """Let the clocks run while somebody is here and the table is not paused."""
        by_s = self.timers.run(bool(self.here) and not self.lobby.paused, now)
        if by_s and self.match is not None:
            self.match.shift(by_s)
            self.flow.patience.shift(by_s)

    def went(self, person: int, now: float) -> None:
        """A person has lost their connection; the seat stays theirs."""
        self.here -= {person}
        seat = self.lobby.seat_of(person)
        if self.match is not None and seat is not None:
            self.match.heard(seat)
        self.run_clocks(now)
        self.flow.advance(now)

    def leave(self, person: int, now: float, asked: Asked | None = None) -> None:
        """A person leaves: for good, or in a match until they come back. When the last one leaves, it is abandoned."""
        self.here -= {person}
        seat = self.lobby.seat_of(person)
        if seat is None or self.lobby.stage != "match":
            self.write(now, lobby=self.lobby.without(person), asked=asked)
        else:
            self.races.leave(seat)
            stand_ins.stand_in(self, seat, now, gone=True, asked=asked)
            if not self.lobby.seated() and self.match is not None:  # T-02
                self.write(now, lines=self.match.state.apply(None, ABANDONED))
        self.run_clocks(now)
        self.flow.advance(now)

    # Requests of people

    def ask(self, person: int, ask: wire.Ask, now: float) -> None:
        """Carry out a person's request; raises `Illegal` or `Malformed`, and then nothing has changed."""
        requests.handle(self, Asked(person, ask.id), ask, now)
        self.flow.advance(now)

    def do(self, asked: Asked, action: Action, now: float) -> bool:
        """Apply an action of the person's seat; returns whether a step or `Beaten` answers it, rather than nothing yet.

        Raises `Illegal`.
        """
        lobby, match = self.lobby, self.match
        seat = lobby.seat_of(asked.person)
        if seat is None:
            raise Declined("no-seat")
        if match is None or lobby.stage == "lobby":
            raise Declined("not-started")
        if lobby.paused:
            raise Declined("paused")
        place = lobby.seats[seat]
        if place is not None and place.idle:
            stand_ins.wake(self, asked.person, now)
        if isinstance(action, Go) and self.lobby.stage == "match" and self._may_say_go(match, seat):
            if not self.flow.may_go(match, seat):
                raise Illegal("T-03", "table-not-all-ready")
            happened = self.flow.count_down(seat, now, asked)
            self.flow.patience.idle.acted(seat, now)
            self.tell_due()
            return happened
        action = match.sent(seat, action)
        if not self.races.enter(match, seat, action, asked, now):
            self.write(now, lines=match.state.apply(seat, action), asked=asked)
        self.flow.patience.idle.acted(seat, now)  # not if it was refused: who only tries that blocks the others too
        self.flow.advance(now)
        return True

    def _may_say_go(self, match: Match, seat: int) -> bool:
        return match.state.phase == READY and match.state.to_act()[0] == seat

    # Events from the keeper

    def tick(self, now: float) -> None:
        """Do what is due."""
        self._due = NEVER_TOLD  # the keeper's timer has run out, so it must be told even the same time again
        self.flow.tick(now)

    def listen(self, until: dict[int, float], now: float) -> None:
        """The call and a ping have been sent: wait for these people's pongs, each until its time at most (WS-18)."""
        if self.match is not None and self.match.called_at is not None:
            seats = {self.lobby.seat_of(person): when for person, when in until.items()}
            self.match.listen({seat: when for seat, when in seats.items() if seat is not None})
            self.flow.advance(now)

    def heard(self, person: int, now: float) -> None:
        """This person has heard the call: what they send from now on was sent after it."""
        seat = self.lobby.seat_of(person)
        if self.match is not None and self.match.flights and seat is not None:
            self.match.heard(seat)
            self.flow.advance(now)

    def decided(self, match: Match, thought: Thought, bot: Bot, move: Move | None, now: float) -> None:
        """A bot has decided on its move in another process."""
        match.decided(thought, bot, move, now)
        self.tell_due()

    # Queries

    def waits(self, now: float) -> dict[str, Any]:
        """What the table waits for, as fields of a `Welcome`: turn timer, who is ready, who is idle, standoff."""
        assert self.match is not None
        fields = {
            "turn_ms": self.turn_ms(now),
            "ready": sorted(self.match.ready),
            "idle": self.flow.patience.idle_seats(now),
            "standoff_ms": self.flow.patience.standstill.left_ms(now),
        }
        return {name: value for name, value in fields.items() if value not in (None, (), [])}

    def turn_ms(self, now: float) -> int | None:
        """Milliseconds left on the turn timer; None if it is not running."""
        until = self.timers.get("turn")
        return None if until is None else max(0, round((until - now) * 1000))

    def deals_of(self, number: int) -> wire.RoundDeals:
        """All that a round was dealt; raises `Declined` unless it is over and its seeds are revealed."""
        rounds = () if self.match is None or self.lobby.stage == "lobby" else self.match.house.over
        if number > len(rounds):
            raise Declined("not-now")
        return rounds[number - 1]

    def record(self) -> Record | None:
        """The record of the match so far."""
        if self.match is None:
            return None
        lines = record.numbered(self.match.history, self.match.contests)
        return Record(self.match.header, lines)
