"""The journal folded into snapshots: the table as each entry leaves it, worked out with the rules alone."""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec

from rumpus import record
from rumpus.contract import Score, Seating
from rumpus.games import GAMES, game
from rumpus.journal import Entry
from rumpus.lines import Fact, Ready
from rumpus.shuffle import seeded
from rumpus.table import Lobby, Table, read_body

encode = msgspec.json.Encoder().encode
plain = msgspec.json.Decoder().decode
_read_line = {name: msgspec.json.Decoder(rules.action_type | Fact) for name, rules in GAMES.items()}


CONTEST = ("seen", "over", "beside", "tie")


class _By(msgspec.Struct):
    by: int | None


_read_by = msgspec.json.Decoder(_By).decode


class Snapshot(msgspec.Struct):
    """The table as one entry leaves it."""

    seq: int
    at: float
    synced_at: float
    key: str | None
    lobby: Lobby
    lobby_changed: bool
    header: record.Header | None = None
    began: float = 0.0
    match: int = 0  # the number with which this match began
    rules: Any = None
    state: Any = None  # its own, never changed
    ready: frozenset[int] = frozenset()
    lines: list[tuple[int | None, Any]] = []
    contests: list[dict[str, Any]] = []  # what each line says of the contest that it won or lost
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
        return self._plain([(by, self._told(by, action, seat)) for by, action in self.lines])

    def whole(self) -> list[Any]:
        """The lines with everything that is in them."""
        return self._plain(self.lines)

    def _plain(self, lines: list[tuple[int | None, Any]]) -> list[Any]:
        contests = zip(lines, self.contests, strict=True)
        return [{"by": by, **plain(encode(action)), **contest} for (by, action), contest in contests]

    def _told(self, by: int | None, action: Any, seat: int | None) -> Any:
        return action if action.fact else self.rules.told(by, action, seat)


class JournalModel:
    """One table, followed entry by entry."""

    def __init__(self) -> None:
        self.snapshots: list[Snapshot] = []
        self.keys: dict[str, int] = {}
        self.tokens: dict[str, int] = {}  # the hash of every token that ever was, and whose it was
        self.entries: list[Entry] = []

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return len(self.snapshots)

    def __getitem__(self, seq: int) -> Snapshot:
        return self.snapshots[seq - 1]

    def take(self, entry: Entry, synced_at: float = 0.0) -> None:
        """Fold one more entry; raises `AssertionError` if it cannot follow the last one."""
        assert entry.seq == self.seq + 1, f"entry {entry.seq} follows number {self.seq}"
        if entry.key is not None:
            assert entry.key not in self.keys, f"an action is doubled: {entry.key} has {self.keys[entry.key]}"
            self.keys[entry.key] = entry.seq
        self.entries.append(entry)
        body = read_body(entry.body)
        last = self.snapshots[-1] if self.snapshots else None
        assert body.lobby is not None or last is not None
        lobby = body.lobby if body.lobby is not None else last.lobby  # type: ignore[union-attr]  # as just asserted
        self.tokens |= {one.token: one.id for one in lobby.people}
        snapshot = Snapshot(entry.seq, entry.at, synced_at, entry.key, lobby, body.lobby is not None)
        if body.header is not None:
            snapshot.header, snapshot.began, snapshot.match = body.header, entry.at, entry.seq
            snapshot.rules = game(body.header.game, body.header.options, strict=False)
            seating = Seating(
                players=len(body.header.seats), host=body.header.host, sides=lobby.sides, asks=body.header.asks
            )
            snapshot.state = snapshot.rules.new(seating)
        elif last is not None:
            snapshot.header, snapshot.began, snapshot.match = last.header, last.began, last.match
            snapshot.rules, snapshot.state, snapshot.ready = last.rules, last.state, last.ready
        if body.lines:
            self._play(snapshot, body.lines)
        over = snapshot.state is not None and snapshot.state.outcome() is not None
        assert not over or lobby.stage != "match", "a match that is over goes on"
        self.snapshots.append(snapshot)

    def _play(self, snapshot: Snapshot, raws: tuple[msgspec.Raw, ...]) -> None:
        assert snapshot.header is not None, "lines without a match"
        read = _read_line[snapshot.header.game].decode
        snapshot.lines = [(_read_by(raw).by, read(raw)) for raw in raws]
        snapshot.contests = [{key: value for key, value in plain(raw).items() if key in CONTEST} for raw in raws]
        snapshot.state = snapshot.state.copy()
        ready = set(snapshot.ready)
        due: deque[Any] = deque()
        for by, action in snapshot.lines:
            if isinstance(action, Ready):
                ready.add(by or 0)
            if action.fact:
                continue
            if not due:
                due.extend(snapshot.state.apply(by, action))
            assert due.popleft() == (by, action), f"the rules give another line than {action}"
            if isinstance(action, Score) or action.deals:
                ready.clear()
        assert not due, f"what follows is missing: {due}"
        snapshot.ready = frozenset(ready)

    def check_restore(self) -> None:
        """Check that `Table.restore` gives the same table."""
        last = self.snapshots[-1]
        table = Table.restore([(one.seq, one.at, one.body) for one in self.entries], seeded("model"), lambda _: None)
        assert table.seq == last.seq
        assert table.lobby == last.lobby
        if last.state is not None:
            assert table.match is not None
            for seat in (None, *range(last.state.players)):
                assert encode(table.match.state.view(seat)) == last.view(seat)

    def lines_of(self, name: str) -> list[Any]:
        """The record lines of the finished match of this name."""
        last = next(one for one, entry in zip(self.snapshots, self.entries, strict=True) if entry.record == name)
        found = []
        for snapshot in self.snapshots[: last.seq]:
            if snapshot.header is last.header and snapshot.began == last.began:
                found += snapshot.lines
        return found
