"""One table: its people and seats, its matches, what is due when. No await, no clock: every call is told the time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec

from rumpus import record, wire
from rumpus.game import ABANDONED, CALLED, DEAL, PLAY, READY, STOPPED, Go, Happened, Illegal, Malformed, Score, Seating
from rumpus.games import GAMES, game
from rumpus.games.wackee_six.actions import CLOSE, Play
from rumpus.record import Chair, Header, Line, Ready, Record, Sits, header_for
from rumpus.shuffle import Stream
from rumpus.table.lobby import CHANGES, Declined, Lobby, opened
from rumpus.table.match import Match, Thought

__all__ = [
    "Body",
    "Called",
    "Declined",
    "Lobby",
    "Match",
    "Note",
    "Step",
    "Table",
    "Tell",
    "Thought",
    "Unplayable",
    "hashed",
]

RULES = 1  # raised when the same journal would be played differently
GRACE_S = 45.0  # for who drops out of a game in turns; then a stand-in plays
RACE_GRACE_S = 8.0  # the same in a race
WATCH_GRACE_S = 60.0  # a spectator who drops has left
BEGIN_S = 10.0  # T-03: the host has said begin; then the match begins without those who are not ready
LOOK_S = 4.0  # a bot that deals a race gives people so long to look at their cards
SCORE_S = 4.0  # the score sheet stays so long where nobody has to be waited for
RECORD_NAME_BYTES = 12
replace = msgspec.structs.replace
encode = msgspec.json.Encoder().encode


class Unplayable(Exception):
    """A journal that cannot be played again with these rules; it is left as it is."""


class Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one entry of the journal says: how the table is now, that a match begins, and what happened in it."""

    lobby: Lobby | None = None
    header: Header | None = None
    rules: int | None = None
    lines: tuple[msgspec.Raw, ...] = ()


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One numbered thing that happened at the table, as the journal keeps it and everybody is told of it."""

    seq: int
    at: float
    lobby: Lobby | None = None
    header: Header | None = None
    lines: list[Happened] = []
    texts: list[bytes] = []  # the lines as they are written
    record: str | None = None

    def body(self) -> bytes:
        """The journal's text of it."""
        if self.lobby is None and self.header is None:
            return b'{"lines":[%s]}' % b",".join(self.texts)
        lines = tuple(map(msgspec.Raw, self.texts))
        return encode(Body(lobby=self.lobby, header=self.header, rules=RULES if self.header else None, lines=lines))


class Called(msgspec.Struct, frozen=True):
    """Not numbered: a race was called; everybody is pinged right behind it (WS-18)."""


class Open(msgspec.Struct, frozen=True):
    """Not numbered: what seats may do has changed, though nothing has happened in the match."""


Note = wire.Said | wire.Countdown | Called | Open
Tell = Callable[[Step | Note], None]

_read_body = msgspec.json.Decoder(Body).decode


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def line_json(by: int | None, action: Any) -> bytes:
    """One line as the journal and the wire write it: who, and what."""
    return b'{"by":%s,%s' % (b"null" if by is None else b"%d" % by, encode(action)[1:])


class Table:
    """One table. It tells what happens, in order and the very moment it has happened, for the keeper to write down."""

    def __init__(self, lobby: Lobby, stream: Stream, tell: Tell) -> None:
        self.lobby = lobby
        self.stream = stream
        self.seq = 0
        self.match: Match | None = None
        self.here: set[int] = set()
        self.tell = tell
        self.thoughts: list[Thought] = []
        self.timers: dict[Any, float] = {}
        self._turn_of: tuple[int, int] | None = None  # the turn that the timer is for
        self.still_since: float | None = 0.0  # clocks stand still while nobody is here, and in a pause

    @classmethod
    def open(cls, ask: wire.OpenTable, token: str, stream: Stream, tell: Tell) -> Table:
        """A new table with its host; that is the first thing it tells."""
        table = cls(opened(ask, hashed(token)), stream, tell)
        table.write(0.0, lobby=table.lobby)
        return table

    @classmethod
    def restore(cls, entries: Iterable[tuple[int, float, bytes]], stream: Stream, tell: Tell) -> Table:
        """The table as its journal leaves it, each entry given as (seq, at, body); raises `Unplayable`."""
        table: Table | None = None
        header: Header | None = None
        seating = Seating(0)
        lines: list[Line] = []
        began = at = 0.0
        seq = 0
        try:
            for number, at, raw in entries:
                seq, body = number, _read_body(raw)
                if body.lobby is not None:
                    table = table or cls(body.lobby, stream, tell)
                    table.lobby = body.lobby
                if body.header is not None:
                    if body.rules != RULES:
                        raise Unplayable(f"it was played by rules of version {body.rules}, and these are {RULES}")
                    header, began, lines = body.header, at, []
                    sides = None if body.lobby is None else body.lobby.sides  # after the match others may be chosen
                    seating = Seating(len(header.seats), header.host, sides)
                if header is not None and body.lines:
                    stamp = round(at - began, 3)
                    lines += [_line(header, len(lines) + n, stamp, one) for n, one in enumerate(body.lines, 1)]
            if table is None:
                raise Unplayable("it does not say how the table is set up")
            table.seq = seq
            table.still_since = at
            if header is not None:
                table.resume(header, seating, began, lines)
        except (msgspec.DecodeError, Malformed, Illegal) as error:
            raise Unplayable("the rules cannot follow it any more") from error  # its words may name a card
        return table

    def resume(self, header: Header, seating: Seating, began: float, lines: list[Line]) -> None:
        """Take up a match where its lines leave it."""
        whole = Record(header, tuple(lines))
        rules = whole.rules()
        state: Any = rules.new(seating)
        for _, now in record.replay(whole):
            state = now
        self.match = match = Match(rules, state, header, began, self.stream)
        match.history = [(line.at, (line.by, line.action)) for line in lines]
        for line in lines:
            if isinstance(line.action, Ready) and line.by is not None:
                match.ready.add(line.by)
            elif isinstance(line.action, Score):
                match.ready.clear()
        if state.phase == CALLED:
            match.called_at, match.flights = began + lines[-1].at, {}  # no card flies on while the table is away
        if self.lobby.stage == "match":
            for seat, place in enumerate(self.lobby.seats):
                if place is not None and (level := self._level(place)):
                    match.put_bot(seat, level)

    def _level(self, place: wire.Place) -> str | None:
        return place.bot or place.stand_in

    # Writing down

    def write(
        self,
        now: float,
        *,
        lines: list[Happened] | None = None,
        lobby: Lobby | None = None,
        header: Header | None = None,
    ) -> None:
        """Number it, and let it be so."""
        self.seq += 1
        name = None
        if lobby is not None:
            self.lobby = lobby
        match = self.match
        if lines and match is not None:
            match.note(lines, now)
            if match.state.outcome() is not None and self.lobby.stage == "match":
                name = self.stream(RECORD_NAME_BYTES).hex()
                self.lobby = lobby = self._over(name)
            elif not match.rules.race and match.state.to_act():
                self._await_turn(match, now)
        lines = lines or []
        texts = [line_json(by, action) for by, action in lines]
        self.tell(Step(seq=self.seq, at=now, lobby=lobby, header=header, lines=lines, texts=texts, record=name))
        if lines and match is not None:
            if match.bots and self.lobby.settings.phrases:
                bots = [seat for seat, place in enumerate(self.lobby.seats) if place and place.bot]
                for seat, one in match.phrases(lines, bots):
                    self.tell(wire.Said(seat=seat, phrase=one))
            if match.called_at == now and match.state.phase == CALLED:
                self.tell(Called())

    def _over(self, name: str) -> Lobby:
        self.timers.clear()
        return replace(self.lobby, stage="over", record=name, paused=False, stop=(), turners=())

    # People

    def person_of(self, token: str) -> int | None:
        """Whose token this is."""
        one = self.lobby.owner(hashed(token))
        return None if one is None else one.id

    def join(self, ask: wire.JoinTable, token: str, now: float) -> int:
        """Somebody comes to the table; gives their number."""
        self.write(now, lobby=self.lobby.join(ask.name, ask.avatar, hashed(token), watch=ask.watch))
        return self.lobby.newest

    def move_device(self, person: int, token: str, now: float) -> None:
        """A person's seat goes by another token from now on."""
        people = [replace(one, token=hashed(token)) if one.id == person else one for one in self.lobby.people]
        self.write(now, lobby=replace(self.lobby, people=tuple(people)))

    def came(self, person: int, now: float) -> None:
        """A person is connected: the seat is theirs again at once."""
        self._wake(now, {person})
        self.timers.pop(("grace", person), None)
        seat = self.lobby.seat_of(person)
        if seat is not None and self.lobby.stage != "lobby":
            place = self.lobby.place(seat)
            if place.stand_in is not None and self.match is not None:
                self.match.take_bot(seat)
                lobby = self.lobby.put(seat, replace(place, stand_in=None, gone=False))
                lobby = replace(lobby, host=person if lobby.host is None else lobby.host)
                plays = self.lobby.stage == "match"  # else it is over, and there will be a place in the next one
                self.write(now, lobby=lobby, lines=[(None, Sits(seat=seat, name=place.name))] if plays else None)
        elif self.lobby.host is None and seat is not None:
            self.write(now, lobby=replace(self.lobby, host=person))
        self.advance(now)

    def _wake(self, now: float, people: set[int]) -> None:
        """Somebody is here again: the clocks go on from where they stood."""
        self.here |= people
        self._clocks(now)

    def _clocks(self, now: float) -> None:
        still = not self.here or self.lobby.paused
        if still and self.still_since is None:
            self.still_since = now
        elif not still and self.still_since is not None:
            by_s = now - self.still_since
            self.still_since = None
            self.timers = {what: when + by_s for what, when in self.timers.items()}
            if self.match is not None:
                self.match.shift(by_s)

    def went(self, person: int, now: float) -> None:
        """A person's connection is gone; the seat stays theirs."""
        self.here.discard(person)
        if self.match is not None and self.match.flights is not None:
            self.match.flights.pop(self.lobby.seat_of(person), None)  # type: ignore[arg-type]  # None is no seat
        self._clocks(now)
        self.advance(now)

    def leave(self, person: int, now: float) -> None:
        """A person leaves for good, or in a match until they come back; with the last one the match is abandoned."""
        self.here.discard(person)
        seat = self.lobby.seat_of(person)
        if seat is None or self.lobby.stage != "match":
            self.write(now, lobby=self.lobby.without(person))
        else:
            self._stand_in(seat, now, gone=True)
            if not self.lobby.seated() and self.match is not None:  # T-02
                self.write(now, lines=self.match.apply(None, ABANDONED))
        self._clocks(now)
        self.advance(now)

    def _stand_in(self, seat: int, now: float, *, gone: bool) -> None:
        """T-02: a bot plays the seat of a person who is away."""
        place = self.lobby.place(seat)
        level = self.lobby.settings.stand_in
        lobby = self.lobby.put(seat, replace(place, stand_in=level, gone=gone))
        if lobby.host == place.person:
            lobby = lobby.next_host(() if gone else tuple(self.here))
        lines: list[Happened] = [] if place.stand_in else [(None, Sits(seat=seat, name=place.name, bot=level))]
        self.write(now, lobby=lobby, lines=lines)
        if self.match is not None and seat not in self.match.bots:
            self.match.put_bot(seat, level)

    # What people ask for

    def ask(self, person: int, ask: Any, now: float) -> None:
        """A change that a person asks for; raises `Illegal` or `Malformed`, and then nothing has changed."""
        change = CHANGES.get(type(ask))
        if change is not None:
            self.write(now, lobby=change(self.lobby, person, ask))
        elif isinstance(ask, wire.Ready):
            self._ready(person, ask, now)
        elif isinstance(ask, wire.Role):
            self._role(person, ask, now)
        elif isinstance(ask, wire.Begin):
            self._may_begin(person, now)
        elif isinstance(ask, wire.Pause):
            self._pause(person, ask, now)
        elif isinstance(ask, wire.Stop):
            self._stop(person, ask, now)
        elif isinstance(ask, wire.Leave):
            self.leave(person, now)
        else:
            raise Malformed(f"{type(ask).__name__} is nothing that a table can do")
        self.advance(now)

    def _ready(self, person: int, ask: wire.Ready, now: float) -> None:
        seat, match = self.lobby.seat_of(person), self.match
        if self.lobby.stage != "match" or match is None:
            self.write(now, lobby=self.lobby.ready(person, ask))
            return
        if seat is None:
            raise Declined("no-seat")
        if match.state.phase != DEAL or not ask.ready or seat in match.ready:
            raise Declined("not-now")
        self.write(now, lines=[(seat, Ready())])

    def _role(self, person: int, ask: wire.Role, now: float) -> None:
        between = self.match is not None and self.match.state.phase == DEAL
        if self.lobby.stage == "match" and self.match is not None:
            if not between:
                raise Declined("not-now")
            sides = getattr(self.match.state, "sides", ())
        else:
            self.lobby.must_be("lobby")
            sides = self.lobby.pairs()
        self.write(now, lobby=self.lobby.role(person, ask, sides))

    def _may_begin(self, person: int, now: float) -> None:
        self.lobby.must_be("lobby")
        self.lobby.must_be_host(person)
        self.lobby.seating()  # refuses a table that the rules do not know
        if self._unready():
            wait = min(BEGIN_S, self.lobby.settings.wait_s)
            self.timers.setdefault("begin", now + wait)
            self.tell(wire.Countdown(why="begin", ms=round(wait * 1000)))
        else:
            self._begin(now)

    def _unready(self) -> list[int]:
        seats = [place for place in self.lobby.seats if place and place.person not in (None, self.lobby.host)]
        return [place.person for place in seats if not place.ready and place.person is not None]

    def _begin(self, now: float) -> None:
        self.timers.clear()
        seating = self.lobby.seating()
        rules = game(self.lobby.game, self.lobby.options)
        lobby = self.lobby.begun(seating)
        chairs = [Chair(place.name, place.bot) for place in lobby.seats if place is not None]
        header = header_for(rules, chairs, seating.host)
        self.match = match = Match(rules, rules.new(seating), header, now, self.stream)
        self.write(now, lobby=lobby, header=header)
        for seat, place in enumerate(lobby.seats):
            if place is not None and place.bot is not None:
                match.put_bot(seat, place.bot)

    def _pause(self, person: int, ask: wire.Pause, now: float) -> None:
        self.lobby.must_be("match")
        if ask.paused or self.lobby.host in self.here:
            self.lobby.must_be_host(person)
        elif person not in self.lobby.seated():  # a host who is away cannot hold the others up
            raise Declined("no-seat")
        if ask.paused == self.lobby.paused:
            raise Declined("not-now")
        self.write(now, lobby=replace(self.lobby, paused=ask.paused))
        self._clocks(now)
        self.tell(Open())

    def _stop(self, person: int, ask: wire.Stop, now: float) -> None:
        """T-04: between two rounds, if all people at the table agree."""
        self.lobby.must_be("match")
        if person not in self.lobby.seated():
            raise Declined("no-seat")
        match = self.match
        assert match is not None
        if STOPPED not in match.state.legal(None):
            raise Illegal("T-04", "stop-between-rounds")
        agreed = {*self.lobby.stop, person} if ask.agree else {*self.lobby.stop} - {person}
        lobby = replace(self.lobby, stop=tuple(sorted(agreed)))
        if agreed >= {one for one in self.lobby.seated() if one in self.here}:
            self.write(now, lobby=lobby, lines=match.apply(None, STOPPED))
        else:
            self.write(now, lobby=lobby)

    def do(self, person: int, action: Any, now: float) -> bool:
        """An action of the game by the person's seat; says whether it has happened, or waits for a countdown."""
        seat, match = self.lobby.seat_of(person), self.match
        if seat is None:
            raise Declined("no-seat")
        if match is None or self.lobby.stage == "lobby":
            raise Declined("not-started")
        if self.lobby.paused:
            raise Declined("paused")
        if isinstance(action, Go) and self.lobby.stage == "match":
            if match.state.phase == READY and match.state.to_act()[0] == seat:
                self._count_down(seat, now)
                return self.timers.get("count") is None
        elif isinstance(action, Play) and match.in_the_air(seat):
            action = replace(action, airborne=True)
        self.write(now, lines=match.apply(seat, action))
        self.advance(now)
        return True

    def _count_down(self, seat: int | None, now: float) -> None:
        match = self.match
        assert match is not None
        if match.going is not None or "count" in self.timers:
            raise Declined("counting")
        self.timers.pop("go", None)
        match.going = seat
        wait = self.lobby.settings.countdown_s
        if wait == 0:
            self._go(now)
        else:
            self.timers["count"] = now + wait
            self.tell(wire.Countdown(why="go", ms=round(wait * 1000)))

    def _go(self, now: float) -> None:
        match = self.match
        assert match is not None
        seat, match.going = match.going, None
        self.write(now, lines=match.apply(seat, Go()))
        self.advance(now)

    # Cards in the air

    def listen(self, until: dict[int, float], now: float) -> None:
        """The call has been told, with a ping right behind it: wait for these people's answers so long at most."""
        if self.match is not None and self.match.called_at is not None:
            seats = {self.lobby.seat_of(person): when for person, when in until.items()}
            self.match.flights = {seat: when for seat, when in seats.items() if seat is not None}
            self.advance(now)

    def heard(self, person: int, now: float) -> None:
        """This person has heard the call: what comes from now on was sent after it."""
        seat = self.lobby.seat_of(person)
        if self.match is not None and self.match.flights and seat is not None:
            self.match.flights.pop(seat, None)
            self.advance(now)

    # What happens by itself

    def due(self) -> float | None:
        """When something happens by itself; None while the clocks stand still."""
        if self.still_since is not None:
            return None
        times = list(self.timers.values())
        match = self.match
        if match is not None and self.lobby.stage == "match":
            times += [when for when in (match.lands_at(), match.closes_at(0.0)) if when is not None]
        return min(times) if times else None

    def tick(self, now: float) -> None:
        """Do what is due."""
        if self.still_since is not None:
            return
        for what in [what for what, when in self.timers.items() if when <= now]:
            if self.timers.pop(what, None) is not None:
                self._timeout(what, now)
        self._land(now)
        self.advance(now)

    def _timeout(self, what: Any, now: float) -> None:
        match = self.match
        if what == "begin":
            with suppress(Illegal, Malformed):  # somebody has stood up meanwhile, and the rules know no such table
                self._begin(now)
        elif what == "deal":
            self._deal(now)
        elif what == "go" and match is not None:
            dealer = match.state.to_act()[0]
            with suppress(Declined):
                self._count_down(dealer if dealer in match.bots else None, now)
        elif what == "count":
            self._go(now)
        elif what == "turn" and match is not None:
            seat = match.state.to_act()[0]
            match.hurried = seat
            match.put_bot(seat, self.lobby.settings.stand_in)
        elif what[0] == "grace":
            self._absent(what[1], now)

    def _absent(self, person: int, now: float) -> None:
        seat = self.lobby.seat_of(person)
        if seat is None:
            if self.lobby.person(person) is not None:
                self.write(now, lobby=self.lobby.without(person))
        elif self.lobby.stage == "match" and self.lobby.place(seat).stand_in is None:
            self._stand_in(seat, now, gone=False)

    def _land(self, now: float) -> None:
        match = self.match
        while match is not None and self.lobby.stage == "match" and (landed := match.land(now)) is not None:
            seat, action = landed
            with suppress(Illegal):  # beaten by another: it costs nothing but time (T-06)
                if isinstance(action, Go):
                    self._count_down(seat, now)
                else:
                    self.write(now, lines=match.apply(seat, action))
            self.advance(now)

    def _deal(self, now: float) -> None:
        match, lobby = self.match, self.lobby
        assert match is not None
        self.timers.pop("deal", None)
        number = match.state.round
        scripted = None
        if number < len(lobby.deals):
            with suppress(msgspec.ValidationError):
                scripted = msgspec.convert(lobby.deals[number], GAMES[lobby.game].action_type)
        lines = match.deal(scripted, lobby.turners)
        changed = replace(lobby, turners=(), stop=()) if lobby.turners or lobby.stop else None
        self.write(now, lines=lines, lobby=changed)

    def advance(self, now: float) -> None:
        """Do everything that waits for nobody, and set the timers for the rest."""
        self._watch_grace(now)
        if self.lobby.stage == "lobby":
            if "begin" in self.timers and not self._unready():
                self._timeout("begin", now)
            else:
                return
        match = self.match
        while match is not None and self.lobby.stage == "match" and self.still_since is None:
            before = self.seq
            self._settle(match, now)
            if self.seq == before:
                break

    def _settle(self, match: Match, now: float) -> None:
        """One thing that waits for nobody, if there is any; else the timers."""
        state = match.state
        if state.phase != PLAY and self.timers.pop("turn", None) is not None:
            self._turn_of = None  # the round has ended with this turn
        if state.phase == DEAL:
            if state.round == 0 or self._all_ready(match):
                self._deal(now)
            else:
                wait = self.lobby.settings.wait_s
                self._wait("deal", now + (wait if self._awaited() else min(wait, SCORE_S)), now)
        elif state.phase == READY:
            self._await_go(match, now)
        elif state.phase == CALLED:
            closes = match.closes_at(now)
            if closes is not None and closes <= now:
                self.write(now, lines=match.apply(None, CLOSE))
        elif (chance := match.reshuffle()) is not None:
            self.write(now, lines=match.apply(None, chance))
        else:
            if not match.rules.race:
                self._await_turn(match, now)
            self.thoughts += match.ask(now)

    def _wait(self, what: str, until: float, now: float) -> None:
        if what not in self.timers:
            self.timers[what] = until
            if what == "deal":
                self.tell(wire.Countdown(why="deal", ms=round((until - now) * 1000)))

    def _await_go(self, match: Match, now: float) -> None:
        if "count" not in self.timers and match.going is None:
            dealer = match.state.to_act()[0]
            wait = min(LOOK_S, self.lobby.settings.wait_s) if dealer in match.bots else self.lobby.settings.wait_s
            self._wait("go", now + wait, now)

    def _await_turn(self, match: Match, now: float) -> None:
        """A game in turns may have a timer; when the turn has passed, the one who was hurried plays on."""
        turn = match.state.to_act()[0]
        if match.hurried is not None and match.hurried != turn:
            place = self.lobby.place(match.hurried)
            if self._level(place) is None:
                match.take_bot(match.hurried)
            match.hurried = None
        if self._turn_of != (match.state.turns, turn):
            self._turn_of = (match.state.turns, turn)
            self.timers.pop("turn", None)
            if self.lobby.settings.turn_s is not None and turn not in match.bots:
                self.timers["turn"] = now + self.lobby.settings.turn_s

    def _awaited(self) -> list[int]:
        """The seats of people who play themselves."""
        places = enumerate(self.lobby.seats)
        return [at for at, one in places if one and one.person in self.here and one.stand_in is None]

    def _all_ready(self, match: Match) -> bool:
        awaited = self._awaited()
        return bool(awaited) and match.ready.issuperset(awaited)

    def _watch_grace(self, now: float) -> None:
        """Who has dropped is waited for; then a stand-in plays, and a spectator has left."""
        if self.still_since is not None or len(self.here) == len(self.lobby.people):
            return
        for one in self.lobby.people:
            if one.id in self.here or ("grace", one.id) in self.timers:
                continue
            seat = self.lobby.seat_of(one.id)
            if seat is None:
                self.timers["grace", one.id] = now + WATCH_GRACE_S
            elif self.lobby.stage == "match" and self.lobby.place(seat).stand_in is None:
                given = self.lobby.settings.grace_s
                usual = RACE_GRACE_S if GAMES[self.lobby.game].race else GRACE_S
                self.timers["grace", one.id] = now + (usual if given is None else given)

    # What a viewer gets

    def turn_ms(self, now: float) -> int | None:
        """What is left of the turn timer."""
        until = self.timers.get("turn")
        return None if until is None else max(0, round((until - now) * 1000))

    def record(self) -> Record | None:
        """The match as far as it is played."""
        if self.match is None:
            return None
        return Record(self.match.header, record.numbered(self.match.history))


_decoders = {name: msgspec.json.Decoder(rules.action_type | Ready | Sits).decode for name, rules in GAMES.items()}


class _By(msgspec.Struct):
    by: int | None


_read_by = msgspec.json.Decoder(_By).decode


def _line(header: Header, number: int, at: float, raw: msgspec.Raw) -> Line:
    return Line(number, at, _read_by(raw).by, _decoders[header.game](raw))


def record_of(entries: Iterable[tuple[int, float, bytes]]) -> Record:
    """The record of the match that these entries of a journal tell, from its start on; raises `Unplayable`."""
    header: Header | None = None
    lines: list[Line] = []
    began = 0.0
    for _, at, raw in entries:
        body = _read_body(raw)
        if body.header is not None:
            header, began = body.header, at
        if header is not None:
            stamp = round(at - began, 3)
            lines += [_line(header, len(lines) + n, stamp, one) for n, one in enumerate(body.lines, 1)]
    if header is None:
        raise Unplayable("no match begins here")
    return Record(header, tuple(lines))
