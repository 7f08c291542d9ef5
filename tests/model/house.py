"""The real rooms, keeper and journal, driven one event at a time: every step that could come next is a choice.

Nothing of the server is rewritten here. What is replaced is what the server is told: its clock stands still until a
step moves it, each call of the journal's thread waits until a step carries it out, and people send what a step says.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from rumpus import wire
from rumpus.journal import Journal, Unsaved
from rumpus.journal.memory import Change, MemoryStore
from rumpus.server.metrics import Metrics
from rumpus.server.net.session import Session
from rumpus.server.rooms import Rooms
from rumpus.server.work.thinkers import think_here
from rumpus.shuffle import seeded
from tests.model.still_loop import StillLoop
from tests.support.in_process import GENEROUS

NAMES = ("Ana", "Bo", "Sue")  # the host, a player, and a spectator
QUIET_STEPS = 80  # until everything has settled after the last choice; more is a table that never settles
METRICS = Metrics()
_read = msgspec.json.Decoder().decode


class Broken(AssertionError):
    """An invariant does not hold."""


class Message(NamedTuple):
    """What a person may send: always the same message with an id."""

    who: int
    id: str
    kind: str  # rename, leave, …

    def ask(self) -> Any:
        """The message as the server reads it."""
        if self.kind == "rename":
            return wire.Rename(id=self.id, name=f"{NAMES[self.who]} {self.id}")
        return {"leave": wire.Leave, "resync": wire.Resync}[self.kind](id=self.id)


class Bounds(NamedTuple):
    """What may happen in one history, and how often."""

    messages: tuple[Message, ...]
    sends: tuple[int, ...] = (3, 2, 2)  # by each person
    fulls: int = 1  # commits that fail because the disk is full
    crashes: int = 1
    drops: int = 1  # connections lost
    merging: tuple[int, ...] = ()  # people whose clients understand a lobby message about several changes


class Written(MemoryStore):
    """A store that keeps its changes, so that others can start with the same content."""

    def __init__(self, clock: Callable[[], float], changes: list[Change]) -> None:
        super().__init__(clock, changes)
        self.changes = list(changes)

    def _write(self, change: Change) -> None:
        self._apply(change)
        self.changes.append(change)


class _Task:
    def cancel(self) -> None:
        """A session cancels the task that reads from its connection."""


class Client:
    """One person: what they sent, and what they were told."""

    def __init__(self, who: int, token: str) -> None:
        self.who = who
        self.token = token
        self.session: Session | None = None
        self.seq: int | None = None  # of the last numbered message on this connection
        self.sent = 0
        self.waiting: list[Message] = []  # one for each answer that may still come
        self.unheard: set[str] = set()  # ids that were not answered since they were last sent
        self.answers: dict[str, list[tuple[str, int]]] = {}  # by id: the kind of answer or the reason, and its number
        self.closed = False  # left, or removed
        self.cut = False  # the server has closed the connection, and the seat is still there


class House:
    """One history of a table with three people."""

    def __init__(self, loop: StillLoop, start: tuple[list[Change], list[str]], bounds: Bounds) -> None:
        changes, tokens = start
        loop.now = 1000.0
        self.loop = loop
        self.bounds = bounds
        self.table = tokens[0].partition(".")[0]
        self.clients = [Client(who, token) for who, token in enumerate(tokens)]
        self.store = Written(loop.time, changes)
        self.first = self.store.entries(self.table, whole=True)[-1].seq
        self.fulls = self.crashes = self.drops = 0
        self.lives = 0
        self.faults: list[str] = []  # invariants that do not hold
        self.boot()

    # The server

    def boot(self) -> None:
        """Start a server on what the disk has; everybody connects, and sends again what was not answered."""
        self.lives += 1
        self.disk: deque[tuple[asyncio.Future[Any], Callable[..., Any], tuple[Any, ...]]] = deque()
        journal = Journal(self.store, self._run, clock=self.loop.time)
        self.rooms = Rooms(
            journal,
            think_here,
            entropy=seeded("model", self.lives),
            clock=self.loop.time,
            limits=GENEROUS,
            metrics=METRICS,
            today=self.loop.time,
            effort=lambda: 0.0,
        )
        for client in self.clients:
            self.connect(client)
        while self.disk:
            self.works()

    def _run(self, work: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        future = self.loop.create_future()
        self.disk.append((future, work, args))
        return future

    def works(self, *, full: bool = False) -> None:
        """The journal's thread carries out its next call; a commit may find the disk full."""
        future, work, args = self.disk.popleft()
        if full:
            result: Any = {table: Unsaved("nothing was saved: the disk is full") for table, _ in args[0]}
        else:
            result = work(*args)
        self.loop.do(lambda: None if future.done() else future.set_result(result))

    def crash(self) -> None:
        """The server is gone, with all that it had in memory and all that was not written."""
        self.loop.forget()
        for client in self.clients:
            client.session = None
        self.boot()

    # People

    def connect(self, client: Client) -> None:
        """A new connection of this person, which repeats what was not answered."""
        if client.closed:
            return

        def say(text: bytes) -> bool:
            if client.session is session:
                try:
                    self._told(client, _read(text))
                except Broken as broken:  # the server would catch it
                    self.faults.append(str(broken))
            return True

        session = Session(_only_closes, "192.0.2.1", GENEROUS, self.loop.now, _Task(), say)
        session.merges = client.who in self.bounds.merging
        client.session, client.seq = session, None
        entering = self.loop.do(lambda: self.loop.create_task(self.rooms.enter(session, client.token)))
        while not entering.done():
            self.works()
        if entering.result() is not None:
            client.closed = True
            client.waiting.clear()
        again = {message.id: message for message in client.waiting if message.id in client.unheard}
        client.waiting = list(again.values())
        for message in again.values():
            self._hear(client, message)

    def send(self, message: Message) -> None:
        """A person sends a message."""
        client = self.clients[message.who]
        client.sent += 1
        client.waiting.append(message)
        client.unheard.add(message.id)
        self._hear(client, message)

    def _hear(self, client: Client, message: Message) -> None:
        session = client.session
        assert session is not None
        if session.keeper is not None:
            keeper = session.keeper
            self.loop.do(lambda: keeper.hear(session, message.ask()))

    def drop(self, client: Client) -> None:
        """A connection is lost, and made again."""
        session, client.session = client.session, None
        if session is not None and session.keeper is not None:
            keeper = session.keeper
            self.loop.do(lambda: keeper.presence.detach(session))
        self.connect(client)

    # Steps

    def choices(self) -> list[tuple[Any, ...]]:
        """All that could happen next."""
        bounds = self.bounds
        found: list[tuple[Any, ...]] = [
            ("sends", message)
            for message in bounds.messages
            if self.clients[message.who].sent < bounds.sends[message.who] and not self.clients[message.who].closed
        ]
        if self.disk:
            found.append(("disk",))
            if self.fulls < bounds.fulls and _name(self.disk[0][1]) == "commit":
                found.append(("full",))
        if self.loop.timers():
            found.append(("time",))
        if self.crashes < bounds.crashes:
            found.append(("crash",))
        if self.drops < bounds.drops and not self.clients[1].closed:
            found.append(("drop",))
        return found

    def step(self, choice: tuple[Any, ...]) -> None:
        """Let one thing happen."""
        kind = choice[0]
        if kind == "sends":
            self.send(choice[1])
        elif kind == "time":
            self.passes()
        elif kind == "crash":
            self.crashes += 1
            self.crash()
        elif kind == "drop":
            self.drops += 1
            self.drop(self.clients[1])
        else:
            self.fulls += kind == "full"
            self.works(full=kind == "full")
        self._come_back()

    def _come_back(self) -> None:
        for client in self.clients:
            if client.cut:
                client.cut = False
                self.connect(client)

    def passes(self) -> None:
        """Time passes until the next timer."""
        self.loop.now = max(self.loop.now, self.loop.timers()[0])
        self.loop.do(self.loop._run_once)  # type: ignore[attr-defined]  # which collects what is due

    # What must hold

    def _told(self, client: Client, told: dict[str, Any]) -> None:
        """Check one frame at the moment it is sent."""
        kind, number = told["type"], told.get("seq")
        on_disk = self.store.entries(self.table)[-1].seq
        who = NAMES[client.who]
        if number is not None and number > on_disk:
            raise Broken(f"{who} is told of number {number}, and the disk has {on_disk}: told implies saved")
        if kind == "bye":
            client.closed = told["code"] == wire.CLOSE_REMOVED
            client.cut = not client.closed
            if client.closed:
                client.waiting.clear()
        elif kind == "welcome":
            if client.seq is not None and "id" not in told and not self.fulls:
                raise Broken(f"{who} is given a fresh view: the table was rolled back though the disk never failed")
            if client.seq is not None and number is not None and number < client.seq:
                raise Broken(f"{who} is taken back from number {client.seq} to {number}")
            client.seq = number
        elif kind == "lobby":
            first = told.get("first", number)
            if client.seq is None or first != client.seq + 1:
                raise Broken(f"{who} is told of number {first} after {client.seq}: a gap")
            client.seq = number
        if told.get("id") is not None:
            self._answered(client, told["id"], kind, told)

    def _answered(self, client: Client, id_: str, kind: str, told: dict[str, Any]) -> None:
        who = NAMES[client.who]
        message = next((one for one in client.waiting if one.id == id_), None)
        if message is None:
            raise Broken(f"{who} gets an answer to {id_} once more")
        client.waiting.remove(message)
        client.unheard.discard(id_)
        made = self.store.seq_of(self.table, f"{client.who + 1}:{id_}")
        answer = told.get("reason", "done")
        if answer == "table-not-saved" and not self.fulls:
            raise Broken(f"{who}'s message {id_} is void, though the disk never failed")
        if kind == "refused" and made is not None:
            raise Broken(f"{who}'s message {id_} is refused, and it made number {made}")
        if kind in ("lobby", "done") and message.kind == "rename" and made != told["seq"]:
            raise Broken(f"{who}'s message {id_} is said to have made number {told['seq']}, and it made {made}")
        client.answers.setdefault(id_, []).append((answer, told.get("seq", 0)))

    def settle(self) -> None:
        """Let everything come to rest: every message has its answer, and everybody knows where the table stands."""
        for _ in range(QUIET_STEPS):
            if self.disk:
                self.works()
            elif self.loop.timers() and (self._restless() or self._untold()):
                self.passes()
            else:
                break
            self._come_back()
        last = self.store.entries(self.table)[-1].seq
        numbers = [entry.seq for entry in self.store.entries(self.table, whole=True)]
        if numbers != list(range(1, last + 1)):
            self.faults.append(f"the numbers on disk have a gap: {numbers}")
        for client in self.clients:
            if client.unheard and not client.closed:
                self.faults.append(f"{NAMES[client.who]}'s message {min(client.unheard)} gets no answer")
            if client.session is not None and client.session.keeper is not None and client.seq != last:
                self.faults.append(f"{NAMES[client.who]} knows number {client.seq}, and the disk has {last}")

    def _restless(self) -> bool:
        keeper = self.rooms.live.get(self.table)
        return keeper is not None and (keeper.outbox.broken or not keeper.outbox.idle() or bool(keeper._tasks))

    def _untold(self) -> bool:
        return any(client.session is not None and client.session.changes is not None for client in self.clients)

    def fingerprint(self) -> Any:
        """All that decides what can happen from here on; times only as far as they are in the future."""
        keeper: Any = self.rooms.live.get(self.table)
        mine: Any = None
        if keeper is not None:
            outbox, requests, recovery = keeper.outbox, keeper.requests, keeper.recovery
            asks = [[(s.person, a.id) for s, a in line] for line in requests._waiting.values()]
            mine = (
                keeper.table.seq,
                tuple((one.id, one.name) for one in keeper.table.lobby.people),
                (outbox.saved, outbox.broken, keeper.pending, len(outbox._waiters), len(keeper._tasks)),
                str([(held.seq, held.asker and (held.asker[0].person, held.asker[1])) for held in outbox._held]),
                str([(session.person, id_) for session, id_ in outbox.owed]),
                str((requests.answers._done, requests.answers._refused, asks)),
                str([(seq, session.person, ask.id) for seq, session, ask in requests._unsaved]),
                str([(s.person, a.id) for s, a in (*recovery._deferred, *recovery._again)]),
                recovery.rests_until > self.loop.now,
            )
        return (
            mine,
            tuple((_name(work), len(args[0]) if _name(work) == "commit" else 0) for _, work, args in self.disk),
            len(self.rooms.journal._waiting),
            tuple(sorted(self.store.all_keys(self.table, 1000))),
            tuple(
                (c.sent, c.seq, c.closed, tuple(c.waiting), tuple(sorted(c.unheard)), str(c.answers))
                for c in self.clients
            ),
            (self.fulls, self.crashes, self.drops, len(self.loop.timers())),
            tuple(
                str(client.session and client.session.changes and vars(client.session.changes)["_ids"])
                for client in self.clients
            ),
        )


async def _only_closes(message: Any) -> None:
    assert message["type"] == "websocket.close", "a session with a fast way to send uses it"


def _name(work: Any) -> str:
    return getattr(work, "__name__", "a read")


def start(loop: StillLoop) -> tuple[list[Change], list[str]]:
    """A table with three people, as changes on a disk, and their tokens."""
    store = Written(loop.time, [])

    async def run(work: Callable[..., Any], *args: Any) -> Any:
        return work(*args)

    rooms = Rooms(
        Journal(store, run), think_here, entropy=seeded("model"), clock=loop.time, limits=GENEROUS, metrics=METRICS
    )

    async def opening() -> list[str]:
        ana = await rooms.seating.open(wire.OpenTable(game="wig_out", name=NAMES[0]), "192.0.2.1")
        bo = await rooms.seating.join(wire.JoinTable(code=ana.code, name=NAMES[1]), "192.0.2.1")
        sue = await rooms.seating.join(wire.JoinTable(code=ana.code, name=NAMES[2], watch=True), "192.0.2.1")
        return [ana.token, bo.token, sue.token]

    task = loop.do(lambda: loop.create_task(opening()))
    tokens: list[str] = task.result()
    loop.forget()
    return store.changes, tokens
