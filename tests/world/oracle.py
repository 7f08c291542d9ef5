"""The oracle of the simulated world: knows only what is synced, and says what every viewer must be told of it."""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import msgspec

from rumpus import record, wire
from rumpus import table as tables
from rumpus.contract import Illegal, Malformed, Score, Seating
from rumpus.games import GAMES, game
from rumpus.games.five_crowns import questions
from rumpus.journal import Entry, Head
from rumpus.journal.memory import Change
from rumpus.lines import Ready, Sits
from rumpus.shuffle import seeded
from rumpus.table import Body, Lobby, Match, Table, hashed
from tests.world.world import Answer, Connection, Life, Watcher, World

ANSWER_S = 6.0  # every ask is answered within so many virtual seconds, and everybody told
# Refusals that hang on a clock or on words, not on what the journal says
FLEETING = ("table-locked", "table-counting", "table-phrases-slow", "table-not-saved")
# Asked again they are answered anew
QUESTIONS = (
    wire.Playable,
    wire.Hint,
    questions.Melds,
    questions.Grouping,
    wire.Resync,
)
UNWRITTEN = (wire.Say, wire.Mute, wire.Device, *QUESTIONS)  # not for the journal

encode = msgspec.json.Encoder().encode
plain = msgspec.json.Decoder().decode
_read_body = msgspec.json.Decoder(Body).decode
_read_told = msgspec.json.Decoder(wire.ToClient).decode
_read_line = {name: msgspec.json.Decoder(rules.action_type | Ready | Sits) for name, rules in GAMES.items()}


class _By(msgspec.Struct):
    by: int | None


_read_by = msgspec.json.Decoder(_By).decode


class Moment(msgspec.Struct):
    """The table as one entry leaves it."""

    seq: int
    at: float
    synced_at: float
    key: str | None
    lobby: Lobby
    header: record.Header | None
    began: float
    rules: Any
    state: Any  # its own, never changed
    ready: frozenset[int]
    lines: list[tuple[int | None, Any]]
    views: dict[int | None, bytes] = {}
    legals: dict[int, tuple[list[bytes], bool]] = {}

    def view(self, seat: int | None) -> bytes:
        """What this seat sees, as JSON."""
        if seat not in self.views:
            self.views[seat] = encode(self.state.view(seat))
        return self.views[seat]

    def plays(self, seat: int | None) -> bool:
        """Whether a seat may do anything at all."""
        return seat is not None and self.state is not None and self.lobby.stage == "match" and not self.lobby.paused

    def legal(self, seat: int | None) -> tuple[list[bytes], bool]:
        """What this seat may do at a glance, and whether that is all."""
        if seat is None or not self.plays(seat):
            return [], True
        if seat not in self.legals:
            found, all_of_it = self.state.copy().at_a_glance(seat)
            self.legals[seat] = [encode(one) for one in found], all_of_it
        return self.legals[seat]

    def all_legal(self, seat: int | None) -> list[bytes]:
        """All that this seat may do."""
        return [encode(one) for one in self.state.copy().legal(seat)] if self.plays(seat) else []

    def told(self, seat: int | None) -> list[Any]:
        """What this seat is told of the lines."""
        return [{"by": by, **plain(encode(self._told(by, action, seat)))} for by, action in self.lines]

    def _told(self, by: int | None, action: Any, seat: int | None) -> Any:
        return action if isinstance(action, Ready | Sits) else self.rules.told(by, action, seat)

    def table(self) -> Table:
        """A table that stands here, to try something on."""
        table = Table(self.lobby, seeded("oracle"), lambda _: None)
        table.seq, table.timers.still_since = self.seq, None
        table.here = {one.id for one in self.lobby.people}
        if self.header is not None and self.state is not None:
            table.match = Match(self.rules, self.state.copy(), self.header, self.began, seeded("oracle"))
            table.match.ready = set(self.ready)
        return table

    def refuses(self, person: int, ask: Any) -> list[tuple[str | None, str, dict[str, Any]]]:
        """Why the table would say no here; one reason for each way in which it can be meant, none if it would not."""
        found: list[tuple[str | None, str, dict[str, Any]]] = []
        if self.lobby.person(person) is None:
            return found
        for unlike in (False, True):  # what the journal does not say: a card in the air, a host who is away
            table = self.table()
            if table.match is not None and unlike:
                table.match.called_at = self.at
                table.here.discard(self.lobby.host or 0)
            try:
                if isinstance(ask, wire.Do):
                    table.do(tables.Asked(person, ask.id), wire.read_action(self.lobby.game, ask.action), self.at)
                else:
                    table.ask(person, ask, self.at)
            except Illegal as no:
                found.append((no.clause or None, no.reason, dict(no.facts)))
            except Malformed:
                found.append((None, "table-malformed", {}))
        return found


class Follower:
    """One table, followed entry by entry as they are synced."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.moments: list[Moment] = []
        self.keys: dict[str, int] = {}
        self.tokens: dict[str, int] = {}  # the hash of every token that ever was, and whose it was
        self.entries: list[Entry] = []

    @property
    def seq(self) -> int:
        """The last number that is synced."""
        return len(self.moments)

    def __getitem__(self, seq: int) -> Moment:
        return self.moments[seq - 1]

    def take(self, entry: Entry, now: float) -> None:
        """One more entry is synced; raises `AssertionError` if it cannot follow."""
        assert entry.seq == self.seq + 1, f"entry {entry.seq} follows number {self.seq}"
        if entry.key is not None:
            assert entry.key not in self.keys, f"an action is doubled: {entry.key} has {self.keys[entry.key]}"
            self.keys[entry.key] = entry.seq
        self.entries.append(entry)
        body = _read_body(entry.body)
        last = self.moments[-1] if self.moments else None
        assert body.lobby is not None or last is not None
        lobby = body.lobby if body.lobby is not None else last.lobby  # type: ignore[union-attr]  # as just asserted
        self.tokens |= {one.token: one.id for one in lobby.people}
        moment = Moment(
            entry.seq, entry.at, now, entry.key, lobby, None, 0.0, None, None, frozenset(), [], views={}, legals={}
        )
        if body.header is not None:
            moment.header, moment.began = body.header, entry.at
            moment.rules = game(body.header.game, body.header.options, strict=False)
            seating = Seating(players=len(body.header.seats), host=body.header.host, sides=lobby.sides)
            moment.state = moment.rules.new(seating)
        elif last is not None:
            moment.header, moment.began, moment.rules = last.header, last.began, last.rules
            moment.state, moment.ready = last.state, last.ready
        if body.lines:
            self._play(moment, body.lines)
        over = moment.state is not None and moment.state.outcome() is not None
        assert not over or lobby.stage != "match", "a match that is over goes on"
        self.moments.append(moment)

    def _play(self, moment: Moment, raws: tuple[msgspec.Raw, ...]) -> None:
        assert moment.header is not None, "lines without a match"
        read = _read_line[moment.header.game].decode
        moment.lines = [(_read_by(raw).by, read(raw)) for raw in raws]
        moment.state = moment.state.copy()
        ready = set(moment.ready)
        due: deque[Any] = deque()
        for by, action in moment.lines:
            if isinstance(action, Sits):
                continue
            if isinstance(action, Ready):
                ready.add(by or 0)
                continue
            if not due:
                due.extend(moment.state.apply(by, action))
            assert due.popleft() == (by, action), f"the rules give another line than {action}"
            if isinstance(action, Score):
                ready.clear()
        assert not due, f"what follows is missing: {due}"
        moment.ready = frozenset(ready)

    def restored(self) -> None:
        """The shipped way back from the journal gives the same table."""
        last = self.moments[-1]
        table = Table.restore([(one.seq, one.at, one.body) for one in self.entries], seeded("oracle"), lambda _: None)
        assert table.seq == last.seq
        assert table.lobby == last.lobby
        if last.state is not None:
            assert table.match is not None
            for seat in (None, *range(last.state.players)):
                assert encode(table.match.state.view(seat)) == last.view(seat)

    def lines_of(self, name: str) -> list[Any]:
        """The record lines of the finished match of this name."""
        last = next(one for one, entry in zip(self.moments, self.entries, strict=True) if entry.record == name)
        found = []
        for moment in self.moments[: last.seq]:
            if moment.header is last.header and moment.began == last.began:
                found += moment.lines
        return found


class Asked(NamedTuple):
    """An ask that the server has taken and not answered yet."""

    at: float
    synced: int  # the last number that was on disk then, or when the same id first came
    ask: Any


class Seen:
    """What one connection has been told so far."""

    def __init__(self, connection: Connection, follower: Follower, token: str) -> None:
        self.connection = connection
        self.follower = follower
        self.token = token
        self.person = follower.tokens.get(hashed(token), 0)
        self.seq: int | None = None
        self.here: tuple[int, ...] = ()
        self.asked: dict[str, deque[Asked]] = {}
        self.nameless = 0  # frames whose refusal cannot name them
        self.answers = 0


class Oracle(Watcher):
    """Compares everything that any client is told with what is synced at that very moment."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.tables: dict[str, Follower] = {}
        self.seen: dict[int, Seen] = {}
        self.frames = 0
        self.answers = 0
        self._promised: dict[tuple[str, str], tuple[int, int | None]] = {}  # what was answered: the life, the number
        self._first: dict[tuple[int, str, str], int] = {}  # the number on disk when an id was first heard in a life
        self._trouble = False  # something could not be saved in this life of the server
        world.watchers.append(self)

    def expect(self, holds: bool, why: str, connection: Connection | None = None) -> None:
        """It must be so."""
        if not holds:
            whom = "" if connection is None else f"connection {connection.number} ({connection.tag}): "
            raise AssertionError(whom + why)

    # The disk

    def synced(self, change: Change) -> None:
        """The only thing that the oracle believes."""
        try:
            if change.opened is not None:
                self.tables[change.opened.id] = Follower(change.opened)
            for table, entry in change.rows:
                self.tables[table].take(entry, self.world.now)
        except (AssertionError, Illegal, Malformed) as error:
            self.world.fail(f"on disk: {error}")

    def booted(self, life: Life) -> None:
        """A new server has had no trouble yet."""
        self._trouble = False

    # What the server takes

    def heard(self, connection: Connection, text: str) -> None:
        """Remember what was asked, and what was on disk then."""
        seen = self.seen.get(connection.number)
        try:
            message = wire.read(text)
        except Malformed as error:
            name, message = wire.id_in(text), error
        else:
            if isinstance(message, wire.Hello) and seen is None:
                follower = self.tables.get(message.token.partition(".")[0])
                if follower is not None:
                    self.seen[connection.number] = Seen(connection, follower, message.token)
                return
            name = getattr(message, "id", None)
        if seen is None or isinstance(message, wire.Pong):
            return
        if name is None:
            seen.nameless += 1
        else:
            spot = (connection.life.number, seen.follower.head.id, f"{seen.person}:{name}")
            first = self._first.setdefault(spot, seen.follower.seq)  # what was refused once may be refused again
            asked = Asked(self.world.now, first, message)
            seen.asked.setdefault(name, deque()).append(asked)

    # What the server says

    def told(self, connection: Connection, text: str) -> None:
        """Every frame."""
        self.frames += 1
        seen = self.seen.get(connection.number)
        try:
            message = _read_told(text.encode())
            if seen is not None:
                self._told(seen, message)
            else:
                known = isinstance(message, wire.Bye) or not connection.alive or connection.closing
                self.expect(known, f"{text[:80]} before a hello")
        except (AssertionError, msgspec.DecodeError, Illegal, Malformed) as error:
            self.world.fail(f"{error}\nin {text[:300]}")

    def _told(self, seen: Seen, message: Any) -> None:
        if isinstance(message, wire.Welcome):
            self._welcome(seen, message)
        elif isinstance(message, wire.Happened | wire.Lobby):
            self._numbered(seen, message)
        elif isinstance(message, wire.Legal):
            self._legal(seen, message)
        elif isinstance(message, wire.Here):
            seen.here = message.people
        elif isinstance(message, wire.Done):
            self.expect(message.seq <= seen.follower.seq, "done before it is saved", seen.connection)
        elif isinstance(message, wire.Refused) and message.reason == "table-not-saved":
            self._trouble = True
        name = getattr(message, "id", None)
        if name is not None:
            self._answered(seen, name, message)
        elif isinstance(message, wire.Refused):
            self.expect(seen.nameless > 0, "a refusal of nothing", seen.connection)
            seen.nameless -= 1

    def _welcome(self, seen: Seen, told: wire.Welcome) -> None:
        one, follower = seen.connection, seen.follower
        self.expect(told.seq <= follower.seq, f"welcomed to {told.seq} before it is saved", one)
        self.expect(seen.seq is None or told.seq >= seen.seq, "welcomed to the past", one)
        moment = follower[told.seq]
        if seen.seq is None:
            self.expect(follower.tokens.get(hashed(seen.token)) == told.you, "welcomed as somebody else", one)
        elif told.id is None:
            self._trouble = True  # the table was taken up again
        seen.seq, seen.here = told.seq, told.here
        seat = moment.lobby.seat_of(told.you)
        self.expect(told.you == seen.person, "another person", one)
        self.expect(told.seat == seat, f"seat {told.seat} instead of {seat}", one)
        self._lobby(told.lobby, moment, follower, one)
        if moment.lobby.stage == "lobby":
            self.expect(told.view is msgspec.UNSET, "a view before the match", one)
            return
        self.expect(told.view is not msgspec.UNSET, "no view of the match", one)
        self._view(told.view, moment, seat, one)  # type: ignore[arg-type]  # not unset, as just said
        self._moves(told.legal, moment.legal(seat)[0], one)
        self._turn(told.turn_ms, moment, one)

    def _numbered(self, seen: Seen, told: wire.Happened | wire.Lobby) -> None:
        one, follower = seen.connection, seen.follower
        self.expect(told.seq <= follower.seq, f"told of {told.seq} before it is saved", one)
        expected = None if seen.seq is None else seen.seq + 1
        self.expect(told.seq == expected, f"number {told.seq} instead of {expected}", one)
        seen.seq = told.seq
        moment = follower[told.seq]
        seat = moment.lobby.seat_of(seen.person)
        if told.id is not None:
            self.expect(moment.key == f"{seen.person}:{told.id}", f"{told.id} is not what made {moment.seq}", one)
        if told.lobby is not None:
            self._lobby(told.lobby, moment, follower, one)
        if isinstance(told, wire.Lobby):
            self.expect(told.seat == seat, f"seat {told.seat} instead of {seat}", one)
            self.expect(not moment.lines, "a match goes on, and only the lobby is told", one)
            return
        self.expect(round(moment.at - moment.began, 3) == told.at, "at another time", one)
        self.expect([plain(raw) for raw in told.lines] == moment.told(seat), "other lines", one)
        self._view(told.view, moment, seat, one)
        legal, all_of_it = moment.legal(seat)
        self._moves(told.legal, legal, one)
        self.expect(told.more is not all_of_it, "what is legal is said to be all, and is not, or the reverse", one)
        self._turn(told.turn_ms, moment, one)

    def _lobby(self, told: wire.LobbyView, moment: Moment, follower: Follower, one: Connection) -> None:
        expected = wire.lobby_view(moment.lobby, follower.head.code)
        self.expect(told == expected, f"the lobby of {moment.seq} is not {expected}", one)

    def _view(self, told: msgspec.Raw, moment: Moment, seat: int | None, one: Connection) -> None:
        expected = moment.view(seat)
        same = bytes(told) == expected or plain(told) == plain(expected)
        self.expect(same, f"the view of seat {seat} at {moment.seq} is {expected!r}", one)

    def _moves(self, told: tuple[msgspec.Raw, ...], legal: list[bytes], one: Connection) -> None:
        self.expect([bytes(raw) for raw in told] == legal, f"legal is {legal}", one)

    def _turn(self, told: int | None, moment: Moment, one: Connection) -> None:
        most = moment.lobby.settings.turn_s
        self.expect(told is None or (most is not None and 0 <= told <= most * 1000), f"a turn of {told} ms", one)

    def _legal(self, seen: Seen, told: wire.Legal) -> None:
        self.expect(told.seq == seen.seq, f"what is legal at {told.seq}, told at {seen.seq}", seen.connection)
        moment = seen.follower[told.seq]
        self._moves(told.legal, moment.all_legal(moment.lobby.seat_of(seen.person)), seen.connection)

    # Answers

    def _answered(self, seen: Seen, name: str, told: Any) -> None:
        waiting = seen.asked.get(name)
        if not waiting:
            self.expect(False, f"{name} is answered once more", seen.connection)
            return
        asked = waiting.popleft()
        if not waiting:
            del seen.asked[name]
        self.answers += 1
        self._kept(seen, name, asked.ask, told)
        if isinstance(told, wire.Refused):
            self._refused(seen, asked, told)

    def _kept(self, seen: Seen, name: str, ask: Any, told: Any) -> None:
        """The same id gets the same answer: what is on disk for good, the rest while the server lives."""
        key = f"{seen.person}:{name}"
        made = seen.follower.keys.get(key)
        refused = isinstance(told, wire.Refused)
        if made is not None:
            self.expect(not refused, f"{name} made number {made}, and is refused now", seen.connection)
            self.expect(told.seq == made, f"{name} made number {made}, not {told.seq}", seen.connection)
        if isinstance(ask, QUESTIONS):
            return
        life = seen.connection.life.number
        promised = self._promised.setdefault((seen.follower.head.id, key), (life, None if refused else told.seq))
        if promised[0] == life and not self._trouble:
            self.expect((promised[1] is None) == refused, f"{name} has two answers", seen.connection)

    def _refused(self, seen: Seen, asked: Asked, told: wire.Refused) -> None:
        """What refuses it is on disk: the table as it stood at a synced number since it was asked says no as well."""
        if told.reason in FLEETING or isinstance(asked.ask, UNWRITTEN):
            return
        if isinstance(asked.ask, Malformed):
            self.expect(told.reason == "table-malformed", "what cannot be read is refused as such", seen.connection)
            return
        why = (told.clause, told.reason, told.facts)
        for seq in range(seen.follower.seq, asked.synced - 1, -1):
            if why in seen.follower[seq].refuses(seen.person, asked.ask):
                return
        self.expect(False, f"refused for what is not on disk: {asked.ask}", seen.connection)

    def answered(self, answer: Answer) -> None:
        """Who is given a token is known on disk, and records tell what is there."""
        try:
            if answer.status in (200, 201) and answer.path in ("/api/tables", "/api/join", "/api/device"):
                seated = msgspec.json.decode(answer.body, type=wire.Seated)
                follower = self.tables.get(seated.token.partition(".")[0])
                owner = None if follower is None else follower.tokens.get(hashed(seated.token))
                self.expect(owner == seated.person, "a seat that is not saved")
            elif answer.status == 200 and answer.path == "/api/steps":
                self._steps(answer)
            elif answer.status == 200 and answer.path.startswith("/api/records/"):
                self._record(answer)
        except AssertionError as error:
            self.world.fail(f"{answer.path}: {error}")

    def _steps(self, answer: Answer) -> None:
        """A match as its seat has seen it, and nothing that is not on disk."""
        token = plain(answer.asked)["token"]
        follower = self.tables[token.partition(".")[0]]
        person = follower.tokens[hashed(token)]
        told = [plain(line)["line"] for line in answer.body.splitlines()[1:]]
        told = [{key: value for key, value in line.items() if key not in ("n", "at")} for line in told]
        for began in {moment.began for moment in follower.moments if moment.header is not None}:
            moments = [one for one in follower.moments if one.began == began and one.lines]
            for seat in {one.lobby.seat_of(person) for one in moments}:
                if told == [line for one in moments for line in one.told(seat)][: len(told)]:
                    return
            whole = [{"by": by, **plain(encode(action))} for one in moments for by, action in one.lines]
            if told == whole and moments[-1].state.outcome() is not None:
                return
        self.expect(not told, "steps that are not on disk, or not for this seat")

    def _record(self, answer: Answer) -> None:
        """A finished match, whole and by the rules."""
        name = answer.path.rpartition("/")[2]
        found = record.read(answer.body.splitlines())
        record.verify(found)
        follower = next(one for one in self.tables.values() if any(entry.record == name for entry in one.entries))
        lines = [(line.by, line.action) for line in found.lines]
        self.expect(lines == follower.lines_of(name), "another match than the one on disk")

    # From time to time

    def look(self) -> None:
        """Nobody waits for too long."""
        for seen in self.seen.values():
            one = seen.connection
            if not one.alive or one.closing or one.ever_stalled or one.life.dead:
                continue
            for name, waiting in seen.asked.items():
                if self.world.now - waiting[0].at > ANSWER_S:
                    self.world.fail(f"connection {one.number} ({one.tag}): no answer to {waiting[0].ask} ({name})")
            behind = seen.seq is not None and seen.seq < seen.follower.seq
            if behind and self.world.now - seen.follower[(seen.seq or 0) + 1].synced_at > ANSWER_S:
                self.world.fail(f"connection {one.number} ({one.tag}): not told of {(seen.seq or 0) + 1}")

    def end(self) -> None:
        """What is on disk can be taken up again, and finished matches keep the rules."""
        try:
            for follower in self.tables.values():
                follower.restored()
        except AssertionError as error:
            self.world.fail(f"the journal gives another table: {error}")
