"""The checker of the simulated world: knows only what is synced, and says what every viewer must be told of it."""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import msgspec

from rumpus import record, wire
from rumpus import table as tables
from rumpus.contract import Illegal, Malformed
from rumpus.driver import stamp
from rumpus.games.five_crowns import questions
from rumpus.journal import Head
from rumpus.journal.memory import Change
from rumpus.journal.store import TABLE
from rumpus.shuffle import seeded
from rumpus.table import Match, Table, hashed
from tests.support.journal_model import JournalModel, Snapshot, plain
from tests.world.lifetime import Life
from tests.world.network import Answer, Connection, Watcher
from tests.world.world import World

ANSWER_S = 6.0  # every ask is answered within so many virtual seconds, and everybody told
# Refusals that hang on a clock or on words, not on what the journal says
FLEETING = (
    *("table-locked", "table-counting", "table-not-idle", "table-not-saved"),
    *("table-phrases-slow", "table-rename-slow"),
)
# Asked again they are answered again
QUESTIONS = (wire.Playable, wire.Hint, questions.Melds, questions.Grouping, wire.Resync)
UNWRITTEN = (wire.Say, wire.Mute, wire.Device, *QUESTIONS)  # not for the journal

_read_told = msgspec.json.Decoder(wire.ToClient).decode


def table_at(snapshot: Snapshot) -> Table:
    """A copy of the table at this snapshot, to try an action on."""
    table = Table(snapshot.lobby, seeded("model"), lambda _: None)
    table.seq, table.timers.still_since = snapshot.seq, None
    table.here = frozenset(one.id for one in snapshot.lobby.people)
    if snapshot.header is not None and snapshot.state is not None:
        table.match = Match(snapshot.rules, snapshot.state.copy(), snapshot.header, snapshot.began, seeded("model"))
        table.match.ready = set(snapshot.ready)
    return table


def refusals(snapshot: Snapshot, person: int, ask: Any) -> list[tuple[str | None, str, dict[str, Any]]]:
    """Why the table would refuse this here, in each state that the journal leaves open; empty if it would not."""
    found: list[tuple[str | None, str, dict[str, Any]]] = []
    if snapshot.lobby.person(person) is None:
        return found
    for unlike in (False, True):  # what the journal does not say: a card in the air, a host who is away
        table = table_at(snapshot)
        if table.match is not None and unlike:
            table.match.called_at = snapshot.at
            table.here -= {snapshot.lobby.host or 0}
        try:
            if isinstance(ask, wire.Do):
                table.do(tables.Asked(person, ask.id), wire.read_action(snapshot.lobby.game, ask.action), snapshot.at)
            else:
                table.ask(person, ask, snapshot.at)
        except Illegal as no:
            found.append((no.clause or None, no.reason, dict(no.facts)))
        except Malformed as error:
            found.append((None, error.key, {}))
    return found


class TableModel(JournalModel):
    """A table of the simulated server, as its disk has it."""

    def __init__(self, head: Head) -> None:
        super().__init__()
        self.head = head


class Asked(NamedTuple):
    """An ask that the server has taken and not answered yet."""

    at: float
    synced: int  # the last number that was on disk then, or when the same id first came
    ask: Any


class Seen:
    """What one connection has been told so far."""

    def __init__(self, connection: Connection, table: TableModel, token: str) -> None:
        self.connection = connection
        self.table = table
        self.token = token
        self.person = table.tokens.get(hashed(token), 0)
        self.seq: int | None = None
        self.here: tuple[int, ...] = ()
        self.asked: dict[str, deque[Asked]] = {}
        self.nameless = 0  # frames whose refusal cannot name them
        self.answers = 0


class Checker(Watcher):
    """Compares everything that any client is told with what is synced at that very moment."""

    patience_s = ANSWER_S

    def __init__(self, world: World) -> None:
        self.world = world
        self.tables: dict[str, TableModel] = {}
        self.others: set[str] = set()  # logs of another kind, such as circles
        self.seen: dict[int, Seen] = {}
        self.frames = 0
        self.answers = 0
        self._promised: dict[tuple[str, str], tuple[int, int | None]] = {}  # what was answered: the life, the number
        self._first: dict[tuple[int, str, str], int] = {}  # the number on disk when an id was first heard in a life
        self._trouble = False  # something could not be saved in this life of the server
        world.watchers.append(self)

    def expect(self, holds: bool, why: str, connection: Connection | None = None) -> None:
        """Raise `AssertionError` unless it holds."""
        if not holds:
            whom = "" if connection is None else f"connection {connection.number} ({connection.tag}): "
            raise AssertionError(whom + why)

    # The disk

    def synced(self, change: Change) -> None:
        """Fold what the disk has synced: the only thing that the checker trusts."""
        try:
            if change.opened is not None and change.opened.kind != TABLE:
                self.others.add(change.opened.id)
            elif change.opened is not None:
                self.tables[change.opened.id] = TableModel(change.opened)
            for table, entry in change.rows:
                if table not in self.others:
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
                table = self.tables.get(message.token.partition(".")[0])
                if table is not None:
                    self.seen[connection.number] = Seen(connection, table, message.token)
                return
            name = getattr(message, "id", None)
        if seen is None or isinstance(message, wire.Pong):
            return
        if name is None:
            seen.nameless += 1
        else:
            spot = (self.answerer(connection), seen.table.head.id, f"{seen.person}:{name}")
            first = self._first.setdefault(spot, seen.table.seq)  # what was refused once may be refused again
            asked = Asked(self.world.now, first, message)
            seen.asked.setdefault(name, deque()).append(asked)

    def answerer(self, connection: Connection) -> int:
        """The number of the server that remembers its answers to this connection."""
        return connection.life.number

    # What the server says

    def told(self, connection: Connection, text: str) -> None:
        """Check a frame of the server."""
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
            self.expect(message.seq <= seen.table.seq, "done before it is saved", seen.connection)
        elif isinstance(message, wire.Refused) and message.reason == "table-not-saved":
            self._trouble = True
        name = getattr(message, "id", None)
        if name is not None:
            self._answered(seen, name, message)
        elif isinstance(message, wire.Refused):
            self.expect(seen.nameless > 0, "a refusal of nothing", seen.connection)
            seen.nameless -= 1

    def _welcome(self, seen: Seen, told: wire.Welcome) -> None:
        one, table = seen.connection, seen.table
        self.expect(told.seq <= table.seq, f"welcomed to {told.seq} before it is saved", one)
        self.expect(seen.seq is None or told.seq >= seen.seq, "welcomed to the past", one)
        snapshot = table[told.seq]
        if seen.seq is None:
            self.expect(table.tokens.get(hashed(seen.token)) == told.you, "welcomed as somebody else", one)
        elif told.id is None:
            self._trouble = True  # the table was taken up again
        seen.seq, seen.here = told.seq, told.here
        seat = snapshot.lobby.seat_of(told.you)
        self.expect(told.you == seen.person, "another person", one)
        self.expect(told.seat == seat, f"seat {told.seat} instead of {seat}", one)
        self._lobby(told.lobby, snapshot, table, one)
        if snapshot.lobby.stage == "lobby":
            self.expect(told.view is msgspec.UNSET, "a view before the match", one)
            return
        self.expect(told.view is not msgspec.UNSET, "no view of the match", one)
        self._view(told.view, snapshot, seat, one)  # type: ignore[arg-type]  # not unset, as just said
        self._moves(told.legal, snapshot.legal(seat)[0], one)
        self._turn(told.turn_ms, snapshot, one)

    def _numbered(self, seen: Seen, told: wire.Happened | wire.Lobby) -> None:
        one, table = seen.connection, seen.table
        self.expect(told.seq <= table.seq, f"told of {told.seq} before it is saved", one)
        expected = None if seen.seq is None else seen.seq + 1
        first = told.first if isinstance(told, wire.Lobby) and told.first is not None else told.seq
        self.expect(first == expected, f"number {first} instead of {expected}", one)
        left_out = [table[number] for number in range(first, told.seq)]
        self.expect(not any(snapshot.lines for snapshot in left_out), "a match goes on, and is not told", one)
        seen.seq = told.seq
        snapshot = table[told.seq]
        seat = snapshot.lobby.seat_of(seen.person)
        if told.id is not None:
            self.expect(snapshot.key == f"{seen.person}:{told.id}", f"{told.id} is not what made {snapshot.seq}", one)
        if told.lobby is not None:
            self._lobby(told.lobby, snapshot, table, one)
        if isinstance(told, wire.Lobby):
            self.expect(told.seat == seat, f"seat {told.seat} instead of {seat}", one)
            self.expect(not snapshot.lines, "a match goes on, and only the lobby is told", one)
            return
        self.expect(stamp(snapshot.at - snapshot.began) == told.at, "at another time", one)
        self.expect([plain(raw) for raw in told.lines] == snapshot.told(seat), "other lines", one)
        self._view(told.view, snapshot, seat, one)
        legal, all_of_it = snapshot.legal(seat)
        self._moves(told.legal, legal, one)
        self.expect(told.more is not all_of_it, "what is legal is said to be all, and is not, or the reverse", one)
        self._turn(told.turn_ms, snapshot, one)

    def _lobby(self, told: wire.LobbyView, snapshot: Snapshot, table: TableModel, one: Connection) -> None:
        expected = wire.lobby_view(snapshot.lobby, table.head.code)
        self.expect(told == expected, f"the lobby of {snapshot.seq} is not {expected}", one)

    def _view(self, told: msgspec.Raw, snapshot: Snapshot, seat: int | None, one: Connection) -> None:
        expected = snapshot.view(seat)
        same = bytes(told) == expected or plain(told) == plain(expected)
        self.expect(same, f"the view of seat {seat} at {snapshot.seq} is {expected!r}", one)

    def _moves(self, told: tuple[msgspec.Raw, ...], legal: list[bytes], one: Connection) -> None:
        self.expect([bytes(raw) for raw in told] == legal, f"legal is {legal}", one)

    def _turn(self, told: int | None, snapshot: Snapshot, one: Connection) -> None:
        most = snapshot.lobby.settings.turn_s
        self.expect(told is None or (most is not None and 0 <= told <= most * 1000), f"a turn of {told} ms", one)

    def _legal(self, seen: Seen, told: wire.Legal) -> None:
        self.expect(told.seq == seen.seq, f"what is legal at {told.seq}, told at {seen.seq}", seen.connection)
        snapshot = seen.table[told.seq]
        self._moves(told.legal, snapshot.all_legal(snapshot.lobby.seat_of(seen.person)), seen.connection)

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
        """The same id gets the same answer: for ever if it is on disk, else for the lifetime of the server."""
        key = f"{seen.person}:{name}"
        made = seen.table.keys.get(key)
        refused = isinstance(told, wire.Refused)
        if made is not None:
            self.expect(not refused, f"{name} made number {made}, and is refused now", seen.connection)
            self.expect(told.seq == made, f"{name} made number {made}, not {told.seq}", seen.connection)
        if isinstance(ask, QUESTIONS):
            return
        life = seen.connection.life.number
        promised = self._promised.setdefault((seen.table.head.id, key), (life, None if refused else told.seq))
        if promised[0] == life and not self._trouble:
            self.expect((promised[1] is None) == refused, f"{name} has two answers", seen.connection)

    def _refused(self, seen: Seen, asked: Asked, told: wire.Refused) -> None:
        """A refusal is justified by the disk: some snapshot since the question refuses it too."""
        if told.reason in FLEETING or isinstance(asked.ask, UNWRITTEN):
            return
        if told.reason == "table-not-now" and self.closing(seen):
            return  # the server is about to restart, and takes nothing any more
        if isinstance(asked.ask, Malformed):
            self.expect(told.reason == "table-malformed", "what cannot be read is refused as such", seen.connection)
            return
        why = (told.clause, told.reason, told.facts)
        for seq in range(seen.table.seq, asked.synced - 1, -1):
            if why in refusals(seen.table[seq], seen.person, asked.ask):
                return
        self.expect(False, f"refused for what is not on disk: {asked.ask}", seen.connection)

    def closing(self, seen: Seen) -> bool:
        """Whether the server is about to restart."""
        return seen.connection.life.rooms.closing

    def answered(self, answer: Answer) -> None:
        """Check an HTTP answer: tokens, steps and records must match the disk."""
        try:
            if answer.status in (200, 201) and answer.path in ("/api/tables", "/api/join", "/api/device"):
                seated = msgspec.json.decode(answer.body, type=wire.Seated)
                table = self.tables.get(seated.token.partition(".")[0])
                owner = None if table is None else table.tokens.get(hashed(seated.token))
                self.expect(owner == seated.person, "a seat that is not saved")
            elif answer.status == 200 and answer.path == "/api/steps":
                self._steps(answer)
            elif answer.status == 200 and answer.path.startswith("/api/records/"):
                self._record(answer)
        except AssertionError as error:
            self.world.fail(f"{answer.path}: {error}")

    def _steps(self, answer: Answer) -> None:
        """Steps show the match as its seat saw it, and only what is on disk."""
        token = plain(answer.asked)["token"]
        table = self.tables[token.partition(".")[0]]
        person = table.tokens[hashed(token)]
        told = [plain(line)["line"] for line in answer.body.splitlines()[1:]]
        told = [{key: value for key, value in line.items() if key not in ("n", "at")} for line in told]
        for began in {snapshot.began for snapshot in table.snapshots if snapshot.header is not None}:
            snapshots = [one for one in table.snapshots if one.began == began and one.lines]
            for seat in {one.lobby.seat_of(person) for one in snapshots}:
                if told == [line for one in snapshots for line in one.told(seat)][: len(told)]:
                    return
            whole = [line for one in snapshots for line in one.whole()]
            if told == whole and snapshots[-1].state.outcome() is not None:
                return
        self.expect(not told, "steps that are not on disk, or not for this seat")

    def _record(self, answer: Answer) -> None:
        """A record is a finished match, complete and by the rules."""
        name = answer.path.rpartition("/")[2]
        found = record.read(answer.body.splitlines())
        record.verify(found)
        table = next(one for one in self.tables.values() if any(entry.record == name for entry in one.entries))
        lines = [(line.by, line.action) for line in found.lines]
        self.expect(lines == table.lines_of(name), "another match than the one on disk")

    # From time to time

    def look(self) -> None:
        """Check that nobody has waited too long for an answer or an update."""
        for seen in self.seen.values():
            one = seen.connection
            if not one.alive or one.closing or one.ever_stalled or one.life.dead:
                continue
            for name, waiting in seen.asked.items():
                if self.world.now - waiting[0].at > self.patience_s:
                    self.world.fail(f"connection {one.number} ({one.tag}): no answer to {waiting[0].ask} ({name})")
            behind = seen.seq is not None and seen.seq < seen.table.seq
            if behind and self.world.now - seen.table[(seen.seq or 0) + 1].synced_at > self.patience_s:
                self.world.fail(f"connection {one.number} ({one.tag}): not told of {(seen.seq or 0) + 1}")

    def end(self) -> None:
        """Check that every table can be restored from the disk."""
        try:
            for table in self.tables.values():
                table.check_restore()
        except AssertionError as error:
            self.world.fail(f"the journal gives another table: {error}")
