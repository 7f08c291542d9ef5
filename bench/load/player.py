"""One person on a seat of a table under load: acts on what the table says, and checks all of it."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from bench.load import checks
from bench.load.frames import Socket, connect

from rumpus import wire
from rumpus.wire import LobbyView

if TYPE_CHECKING:
    from bench.load.table import Table

EAGER = (b'"do":"shout"', b'"do":"play"', b'"out":true')  # preferred, because random play would hardly end a round
BEATEN = ("wo-", "ws-", "fc-", "go-", "match-over")  # refusals that are expected when somebody else was first
NOT_NOW = "table-not-now"  # what a server of before T-03 answers to who is ready for GO
OVERTAKEN = "table-not-started"  # in an overload: the host has asked for a rematch meanwhile

decode = msgspec.json.Decoder(wire.ToClient).decode
read_line = msgspec.json.Decoder(dict[str, Any]).decode


class Asked(NamedTuple):
    """A message that has no answer yet: when it was due, whether it is an action, and what its sender knew."""

    due: float
    action: bool
    seq: int
    before_go: bool = False  # whether it says that its sender is ready for GO (T-03)


class Player:
    """One person on a seat, with the state that the table has sent so far."""

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
        self.at = 0.0  # when the message being read arrived
        self.seq = 0
        self.lobby: LobbyView | None = None
        self.view: Any = None
        self.legal: Sequence[msgspec.Raw] = ()
        self.more = False
        self.asked: dict[str, Asked] = {}
        self.done: set[tuple[str, int, int]] = set()  # requests sent once per match and round: ready, begin, rematch
        self.blocked_until = 0.0
        self.history: list[tuple[checks.Lines, bytes]] | None = [] if table.sampled else None

    # Speaking

    async def sit(self, port: int) -> None:
        """Connect and send the hello."""
        self.socket = await connect(port, "/ws", self.heard, self.closed)
        self.socket.write(wire.encode(wire.Hello(version=wire.VERSION, token=self.token)))

    def ask(self, kind: bytes, more: bytes = b"", due: float | None = None, before_go: bool = False) -> None:
        """Send a message that wants an answer."""
        assert self.socket is not None
        self.crowd.number += 1
        name = b"%d" % self.crowd.number
        at = perf_counter() if due is None else due
        self.asked[name.decode()] = Asked(at, due is not None, self.seq, before_go)
        if due is not None:
            self.table.in_flight += 1
            self.crowd.flying += 1
        self.socket.write(b'{"type":"%s","id":"%s"%s}' % (kind, name, more))

    def once(self, kind: bytes, match: int, number: int = 0, before_go: bool = False) -> None:
        """Send a request, unless it was sent before for this match and round."""
        key = (kind.decode(), match, number)
        if key not in self.done:
            self.done.add(key)
            self.ask(kind, before_go=before_go)

    def can_act(self, now: float) -> bool:
        """Whether there is something to do, and the last thing done has its answer."""
        return bool(self.legal) and not self.more and not self.asked and now >= self.blocked_until

    def act(self, due: float) -> None:
        """Play a legal action, preferably one that brings the match closer to its end."""
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
        """A message has arrived."""
        assert self.socket is not None
        self.crowd.take(self, frame, self.socket.at)

    def read(self, frame: bytes, at: float) -> None:
        """Read and check one message."""
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
                self.answered(told.id, step=False)
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
        """Check the new state against the old one."""
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
        """Check that sequence numbers have no gaps."""
        if seq != self.seq + 1:
            self.crowd.tally.wrong(f"number {seq} came after {self.seq}")
        self.seq = seq

    def answered(self, name: str | None, *, step: bool = True) -> None:
        """A request has its answer, a step of the table or a word; a second answer is an error."""
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
        elif step:
            self.crowd.tally.other_steps += 1

    def refused(self, told: wire.Refused) -> None:
        """A request was refused: an error, unless something happened between the request and the answer."""
        tally = self.crowd.tally
        asked = self.asked.pop(told.id or "", None)
        if asked is not None and asked.action:
            self.table.in_flight -= 1
            self.crowd.flying -= 1
        if asked is not None and asked.before_go and told.reason == NOT_NOW:
            self.crowd.waits_for_go = False
            return
        if told.wait_ms is not None:
            self.blocked_until = perf_counter() + told.wait_ms / 1000
        overtaken = asked is not None and self.seq > asked.seq
        if overtaken and (told.reason.startswith(BEATEN) or (self.crowd.hasty and told.reason == OVERTAKEN)):
            tally.refused["beaten"] += 1
        else:
            tally.refused[told.reason] += 1
            tally.wrong(f"{self.table.game}: refused, {told.clause} {told.reason} {told.expected or ''}")
