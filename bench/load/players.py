"""Players who load our server: they sit at many tables, act on what they are told, and check all of it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
from bench.load import checks
from bench.load.frames import Socket, call, connect
from bench.load.tally import Tally, schedule

from rumpus import wire
from rumpus.wire import LobbyView, OpenTable, Seated, Settings

# Rounds that random play brings to an end, and matches that end while the load lasts
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("five_crowns", {"turn_limit": 10}),
    ("wackee_six", {"target": 60}),
    ("wig_out", {}),
)
SETTINGS = Settings(countdown_s=0.0, wait_s=120.0, grace_s=600.0)
AT_ONCE = 16  # connections and requests under way while people sit down
SIZES_KEPT = 4096
READ_AT_ONCE = 2  # messages between two looks at the sockets, so that checking one does not make the next look late
MOST_KEPT = 60  # whole matches of a seat, to be replayed
EAGER = (b'"do":"shout"', b'"do":"play"', b'"out":true')  # plain random play would hardly ever end a round
BEATEN = ("wo-", "ws-", "fc-", "go-", "match-over")  # against a rule, because another one was first
OVERTAKEN = "table-not-started"  # in an overload: by the rematch of a host who knew more

decode = msgspec.json.Decoder(wire.ToClient).decode
read_line = msgspec.json.Decoder(dict[str, Any]).decode

BUSY = 503
REFUSALS_BORNE = 60


class Asked(NamedTuple):
    """A message that has no answer yet: when it was due, whether it is an action, and what its sender knew."""

    due: float
    action: bool
    seq: int


class Player:
    """One person on a seat, with what the table has told it so far."""

    __slots__ = (
        *("asked", "at", "blocked_until", "crowd", "done", "history", "legal", "lobby", "more", "number", "seq"),
        *("socket", "table", "token", "view"),
    )

    def __init__(self, table: Table, number: int, token: str) -> None:
        self.table = table
        self.crowd = table.crowd
        self.number = number  # the seat
        self.token = token
        self.socket: Socket | None = None
        self.at = 0.0  # when the message that is read now was there
        self.seq = 0
        self.lobby: LobbyView | None = None
        self.view: Any = None
        self.legal: Sequence[msgspec.Raw] = ()
        self.more = False
        self.asked: dict[str, Asked] = {}
        self.done: set[tuple[str, int, int]] = set()  # said once: ready, begin, rematch
        self.blocked_until = 0.0
        self.history: list[tuple[checks.Lines, bytes]] | None = [] if table.sampled else None

    # Speaking

    async def sit(self, port: int) -> None:
        """Connect, and say whose seat this is."""
        self.socket = await connect(port, "/ws", self.heard, self.closed)
        self.socket.write(wire.encode(wire.Hello(version=wire.VERSION, token=self.token)))

    def ask(self, kind: bytes, more: bytes = b"", due: float | None = None) -> None:
        """Send a message that wants an answer."""
        assert self.socket is not None
        self.crowd.number += 1
        name = b"%d" % self.crowd.number
        self.asked[name.decode()] = Asked(perf_counter() if due is None else due, due is not None, self.seq)
        if due is not None:
            self.table.in_flight += 1
            self.crowd.flying += 1
        self.socket.write(b'{"type":"%s","id":"%s"%s}' % (kind, name, more))

    def once(self, kind: bytes, match: int, number: int = 0) -> None:
        """Say it if it was not said before for this match and round."""
        key = (kind.decode(), match, number)
        if key not in self.done:
            self.done.add(key)
            self.ask(kind)

    def can_act(self, now: float) -> bool:
        """Whether there is something to do, and the last thing done has its answer."""
        return bool(self.legal) and not self.more and not self.asked and now >= self.blocked_until

    def act(self, due: float) -> None:
        """Do something legal, of what brings the match on if there is any."""
        rng = self.crowd.rng
        legal = self.legal
        eager = [action for action in legal if any(sign in bytes(action) for sign in EAGER)]
        self.ask(b"do", b',"action":%s' % bytes(rng.choice(eager or legal)), due)

    # Hearing

    def closed(self, code: int, why: str) -> None:
        """A connection that ends while the load lasts is an error."""
        if not self.crowd.closing:
            self.crowd.tally.wrong(f"a connection was closed: {code} {why}")

    def heard(self, frame: bytes) -> None:
        """One message of the table is there."""
        assert self.socket is not None
        self.crowd.take(self, frame, self.socket.at)

    def read(self, frame: bytes, at: float) -> None:
        """One message of the table."""
        self.at = at
        tally = self.crowd.tally
        tally.heard += 1
        told = decode(frame)
        match told:
            case wire.Happened():
                self.crowd.sizes.append(len(frame))
                self.happened(told)
            case wire.Lobby():
                self.follows(told.seq)
                self.lobby = told.lobby
                self.answered(told.id)
            case wire.Legal():
                if told.seq == self.seq:
                    self.legal, self.more = told.legal, False
            case wire.Done():
                self.answered(told.id)
            case wire.Refused():
                self.refused(told)
            case wire.Welcome():
                self.seq, self.lobby, self.legal = told.seq, told.lobby, told.legal
                self.crowd.welcome += 1
                self.number = self.number if told.seat is None else told.seat
            case wire.Ping():
                assert self.socket is not None
                self.socket.write(b'{"type":"pong","n":%d}' % told.n)
                return
            case wire.Bye():
                tally.wrong(f"the table says goodbye: {told.code} {told.reason}")
        self.table.heard(self)

    def happened(self, told: wire.Happened) -> None:
        """How things stand now, checked against how they stood."""
        table = self.table
        self.follows(told.seq)
        if self.crowd.hasty and told.legal and told.lobby is None and self.view is not None:
            self.legal, self.more = told.legal, told.more
            self.answered(told.id)
            return
        lines = [read_line(line) for line in told.lines]
        view = checks.read_view[table.game](told.view)
        wrong = None if self.crowd.hasty else checks.CHECKS[table.game](self.view, view, lines)
        if wrong is not None:
            self.crowd.tally.wrong(f"{table.game}, number {told.seq}: {wrong}")
        if told.lobby is not None:
            self.lobby = told.lobby
        if self.history is not None:
            self.history.append((lines, bytes(told.view)))
        self.view, self.legal, self.more = view, told.legal, told.more
        self.answered(told.id)

    def follows(self, seq: int) -> None:
        """Numbers have no gaps."""
        if seq != self.seq + 1:
            self.crowd.tally.wrong(f"number {seq} came after {self.seq}")
        self.seq = seq

    def answered(self, name: str | None) -> None:
        """A message of ours has its answer; the first one counts and there must be no second."""
        if name is None:
            return
        asked = self.asked.pop(name, None)
        if asked is None:
            self.crowd.tally.wrong("an answer to what was not asked, or a second one")
        elif asked.action:
            self.table.in_flight -= 1
            self.table.confirmed += 1
            self.crowd.flying -= 1
            self.crowd.tally.took.append(self.at - asked.due)

    def refused(self, told: wire.Refused) -> None:
        """No: fine if something happened between what we knew and the answer, else an error."""
        tally = self.crowd.tally
        asked = self.asked.pop(told.id or "", None)
        if asked is not None and asked.action:
            self.table.in_flight -= 1
            self.crowd.flying -= 1
        if told.wait_ms is not None:
            self.blocked_until = perf_counter() + told.wait_ms / 1000
        overtaken = asked is not None and self.seq > asked.seq
        if overtaken and (told.reason.startswith(BEATEN) or (self.crowd.hasty and told.reason == OVERTAKEN)):
            tally.refused["beaten"] += 1
        else:
            tally.refused[told.reason] += 1
            tally.wrong(f"{self.table.game}: refused, {told.clause} {told.reason} {told.expected or ''}")


class Table:
    """One table: starts its matches, readies its players between rounds, keeps whole matches if it is sampled."""

    __slots__ = ("code", "confirmed", "crowd", "game", "in_flight", "options", "players", "sampled", "seq")

    def __init__(self, crowd: Players, game: str, options: dict[str, Any], sampled: bool) -> None:
        self.crowd = crowd
        self.game = game
        self.options = options
        self.sampled = sampled
        self.players: list[Player] = []
        self.code = ""
        self.in_flight = 0
        self.confirmed = 0
        self.seq = 0

    async def open(self, port: int, players: int) -> None:
        """Open it, and have everybody sit down."""
        asked = OpenTable(game=self.game, name="Player 1", options=self.options, settings=SETTINGS)
        self.code = await self.seat(port, "/api/tables", wire.encode(asked))
        for number in range(2, players + 1):
            joined = wire.JoinTable(code=self.code, name=f"Player {number}")
            await self.seat(port, "/api/join", wire.encode(joined))
        for player in self.players:
            await player.sit(port)

    async def seat(self, port: int, path: str, body: bytes) -> str:
        for _ in range(REFUSALS_BORNE):
            status, answer = await call(port, "POST", path, body)
            if status != BUSY:
                break
            await asyncio.sleep(1.0)  # sitting down all at once is a load by itself
        if status not in (200, 201):
            raise ConnectionError(f"{path} was answered with {status}: {answer[:200]!r}")
        seated = msgspec.json.decode(answer, type=Seated)
        self.players.append(Player(self, len(self.players), seated.token))
        return seated.code

    def heard(self, player: Player) -> None:
        """A player was told something: say what has to be said by itself, and in a closed loop act again."""
        self.seq = max(self.seq, player.seq)
        lobby = player.lobby
        if lobby is None or not self.crowd.playing:
            return
        host = player is self.players[0]
        if lobby.stage == "match":
            if player.view is not None and player.view.public.phase == "deal" and player.view.public.round:
                player.once(b"ready", lobby.match, player.view.public.round)
            elif self.crowd.closed_loop and not self.in_flight:
                self.act(perf_counter(), fresh=True)
            elif self.crowd.late and self.act(self.crowd.late[0]):
                self.crowd.late.popleft()
        elif lobby.stage == "over":
            self.over(player, lobby)
            if host:
                player.once(b"rematch", lobby.match)
        elif not host:
            player.once(b"ready", lobby.match)
        elif all(place is None or place.ready for place in lobby.seats[1:]):
            player.once(b"begin", lobby.match)

    def over(self, player: Player, lobby: LobbyView) -> None:
        """A match has ended."""
        if player.history:
            history, player.history = player.history, []
            if lobby.record is not None and len(self.crowd.to_check) < MOST_KEPT:
                self.crowd.to_check.append((lobby.record, player.number, history))
        if player is self.players[0] and ("rematch", lobby.match, 0) not in player.done:
            self.crowd.tally.matches += 1
        player.view = None

    def act(self, due: float, *, fresh: bool = False) -> bool:
        """Any player who can acts; `fresh` ones have heard all that anybody at the table has."""
        now = perf_counter()
        able = [one for one in self.players if one.can_act(now) and (not fresh or one.seq == self.seq)]
        if not able:
            return False
        self.crowd.rng.choice(able).act(due)
        return True


class Players:
    """All tables of a load: acts for the schedule, or one action after the other at every table."""

    def __init__(self, rng: Random) -> None:
        self.tally = Tally()
        self.rng = rng
        self.tables: deque[Table] = deque()
        self.sizes: deque[int] = deque(maxlen=SIZES_KEPT)
        self.to_check: list[tuple[str, int, list[tuple[checks.Lines, bytes]]]] = []
        self.number = 0
        self.flying = 0
        self.welcome = 0
        self.playing = True
        self.closed_loop = False
        self.hasty = False  # in an overload: only numbers and answers are checked, else the load could not keep up
        self.late: deque[float] = deque()  # in an overload: actions that were due when nobody could act
        self.closing = False
        self.unread: deque[tuple[Player, bytes, float]] = deque()  # with the time at which it was there

    async def sit_down(self, port: int, tables: int, players: int, samples: int = 0) -> None:
        """Open the tables, the games in turn, and wait until everybody is welcome; the first tables are sampled."""
        todo = deque(Table(self, *GAMES[number % len(GAMES)], sampled=number < samples) for number in range(tables))

        async def host() -> None:
            while todo:
                table = todo.popleft()
                await table.open(port, players)
                self.tables.append(table)

        await asyncio.gather(*(host() for _ in range(AT_ONCE)))
        async with asyncio.timeout(60):
            while self.welcome < tables * players:
                await asyncio.sleep(0.01)

    def take(self, player: Player, frame: bytes, at: float) -> None:
        """A message that came at this time; it is read when the sockets have been looked at."""
        if not self.unread:
            asyncio.get_running_loop().call_soon(self.read_on)
        self.unread.append((player, frame, at))

    def read_on(self) -> None:
        """Read and check some of what has come."""
        for _ in range(min(READ_AT_ONCE, len(self.unread))):
            player, frame, at = self.unread.popleft()
            player.read(frame, at)
        if self.unread:
            asyncio.get_running_loop().call_soon(self.read_on)

    def act(self, due: float) -> bool:
        """The next table that can, in turn."""
        for _ in range(len(self.tables)):
            self.tables.rotate(-1)
            table = self.tables[0]
            if table.act(due):
                return True
        return False

    def in_flight(self) -> int:
        """What has no answer yet."""
        return self.flying

    def everybody(self) -> Iterator[Player]:
        """All players of all tables."""
        return (player for table in self.tables for player in table.players)

    async def begun(self, patience_s: float = 60.0) -> None:
        """Every table plays."""
        async with asyncio.timeout(patience_s):
            while any(player.lobby is None or player.lobby.stage == "lobby" for player in self.everybody()):
                await asyncio.sleep(0.01)

    async def one_after_the_other(self, seconds: float) -> float:
        """A closed loop: one action in flight at every table. Gives how long it lasted."""
        self.tally.clear()
        self.closed_loop = True
        start = perf_counter()
        for table in self.tables:
            if not table.in_flight:
                table.act(start, fresh=True)
        await asyncio.sleep(seconds)
        lasted = perf_counter() - start
        self.closed_loop = False
        return lasted

    async def overload(self, rate: float, seconds: float) -> float:
        """Act by a schedule that is too fast; whoever gets an answer acts again. Gives how long it lasted."""
        self.hasty = True
        due = deque(schedule(rate, seconds, self.rng))
        start = perf_counter()
        while (now := perf_counter() - start) < seconds:
            while due and due[0] <= now:
                self.late.append(start + due.popleft())
            while self.late and self.act(self.late[0]):
                self.late.popleft()
            await asyncio.sleep(0.005)
        self.late.clear()
        return perf_counter() - start

    async def check_records(self, port: int) -> None:
        """The sampled matches that have ended, whole: what each seat was told is what the record gives it."""
        records: dict[str, bytes] = {}
        for name, seat, history in self.to_check:
            if name not in records:
                status, records[name] = await call(port, "GET", f"/api/records/{name}")
                if status != 200:
                    self.tally.wrong(f"a record was answered with {status}")
                    continue
            wrong = checks.replayed(records[name], seat, history)
            self.tally.checked += 1
            if wrong is not None:
                self.tally.wrong(f"record {name}, seat {seat}: {wrong}")
        self.to_check.clear()

    def leave(self) -> None:
        """Hang up."""
        self.closing = True
        for player in self.everybody():
            if player.socket is not None:
                player.socket.close()
