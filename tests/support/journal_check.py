"""Compares what players on real sockets were told with the journal on disk."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from rumpus import record, wire
from rumpus.contract import Illegal, Malformed
from rumpus.journal import Entry, Store
from rumpus.journal.sqlite import SqliteStore
from rumpus.table import record_of
from tests.support.journal_model import JournalModel, Snapshot, encode, plain
from tests.support.socket_players import Frame, Player


class Tally(msgspec.Struct):
    """Counts of what was checked."""

    tables: int = 0
    entries: int = 0
    confirmed: int = 0
    frames: int = 0
    records: int = 0
    booked: int = 0  # results in the book of a circle

    def add(self, other: Tally) -> None:
        """Add the counts of another."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def check(path: Path, players: Sequence[Player], table: str | None = None) -> Tally:
    """Everything that any player was told is what the journal says; raises `AssertionError` with all that is not.

    Every record is checked too, or those of one table.
    """
    with closing(SqliteStore(path)) as store:
        return check_store(store, _records(path, table), players)


def check_store(store: Store, records: Sequence[str], players: Sequence[Player]) -> Tally:
    """The same for any store, with the names of the records in it."""
    tally = Tally()
    faults: list[str] = []
    for table in dict.fromkeys(player.table for player in players):
        entries = store.entries(table, whole=True)
        at_it = [player for player in players if player.table == table]
        faults += [f"{at_it[0].game} {table}: {fault}" for fault in _check_table(entries, at_it)]
        tally.add(Tally(1, len(entries), sum(len(player.confirmed) for player in at_it)))
        tally.frames += sum(len(player.seen) for player in at_it)
    for name in records:
        whole = record_of((entry.seq, entry.at, entry.body) for entry in store.record(name) or [])
        if record.verify(whole).outcome() is None:
            faults.append(f"the record {name} has no result")
        tally.records += 1
    faults += [fault for player in players for fault in player.faults]
    assert not faults, "\n".join(faults[:20])
    return tally


def check_book(path: Path, circle: str, table: str) -> int:
    """Every match of the table is in the circle's book once, or still owed to it; returns how many are in it."""
    with closing(SqliteStore(path)) as store:
        events = [json.loads(entry.body) for entry in store.entries(circle, whole=True)]
        owed = {one.record for one in store.owed()}
    booked = Counter(event["result"]["id"] for event in events if event["do"] == "booked")
    played = set(_records(path, table))
    faults = [f"the result {name} is in the book {count} times" for name, count in booked.items() if count > 1]
    faults += [f"the result {name} is in the book, and no match" for name in booked if name not in played]
    faults += [f"the match {name} is in no book, and owed to none" for name in played - set(booked) - owed]
    assert not faults, "\n".join(faults[:20])
    return len(booked)


def _records(path: Path, table: str | None = None) -> list[str]:
    query = "SELECT name FROM records WHERE table_id = coalesce(?, table_id) ORDER BY name"
    with closing(sqlite3.connect(path)) as db:
        return [name for (name,) in db.execute(query, (table,))]


def _check_table(entries: list[Entry], players: list[Player]) -> Iterator[str]:
    numbers = [entry.seq for entry in entries]
    if numbers != list(range(1, len(entries) + 1)):
        yield f"the numbers have gaps: {numbers}"
    keys: dict[str, list[int]] = {}
    for entry in entries:
        if entry.key is not None:
            keys.setdefault(entry.key, []).append(entry.seq)
    asked = {f"{player.person}:{name}" for player in players for name in player.asked}
    yield from (f"nobody asked for {key}, number {seqs}" for key, seqs in keys.items() if key not in asked)
    yield from (f"{key} is there more than once: {seqs}" for key, seqs in keys.items() if len(seqs) > 1)
    for player in players:
        for name, seq in player.confirmed.items():
            found = keys.get(f"{player.person}:{name}", [])
            if found != [seq]:
                yield f"{player.asked[name]} was confirmed as number {seq}, and the journal has it as {found}"
    yield from _own_doing(entries, players)
    yield from _check_frames(entries, players)


def _own_doing(entries: list[Entry], players: list[Player]) -> Iterator[str]:
    """Every move of a player's seat was asked for by that player, once, in the same words."""
    seats: dict[int | None, Player] = {}
    for entry in entries:
        body = json.loads(entry.body)
        if "lobby" in body:
            places = enumerate(body["lobby"]["seats"])
            at = {place["person"]: seat for seat, place in places if place and "person" in place}
            seats = {at[player.person]: player for player in players if player.person in at}
        for line in body.get("lines", [])[:1]:
            player = seats.get(line["by"])
            if player is None:
                continue
            person, _, name = (entry.key or ":").partition(":")
            ask = player.asked.get(name) if person == str(player.person) else None
            wanted = ask and (ask.get("action") or {"do": ask["type"]})
            # the rules fill in what was left open: to go out becomes the melds
            if wanted is None or any(line[field] != value for field, value in wanted.items() if field in line):
                yield f"number {entry.seq} is {line}, and {entry.key} asked for {wanted}"


def _check_frames(entries: list[Entry], players: list[Player]) -> Iterator[str]:
    """Every numbered message says what the journal says, with the same view."""
    seen: dict[int, list[tuple[Player, Frame]]] = {}
    for player in players:
        for told in player.seen:
            seen.setdefault(told["seq"], []).append((player, told))
    last = len(entries)
    yield from (f"number {seq} was told and is not in the journal, which ends at {last}" for seq in seen if seq > last)
    model = JournalModel()
    for entry in entries:
        try:
            model.take(entry)
        except (AssertionError, Illegal, Malformed) as error:
            yield f"number {entry.seq} cannot follow: {error}"
            return
        snapshot = model[entry.seq]
        for player, told in seen.get(entry.seq, []):
            for field, value in _expected(snapshot, told["type"], player).items():
                if told.get(field) != value:
                    yield f"{entry.seq} {told['type']}.{field} to {player.person}: {told.get(field)} is {value}"


def _expected(snapshot: Snapshot, kind: str, player: Player) -> Frame:
    """What a message of this kind to this player must say."""
    seat = snapshot.lobby.seat_of(player.person)
    expected: Frame = {}
    if kind != "happened" or snapshot.lobby_changed:
        expected["lobby"] = plain(encode(wire.lobby_view(snapshot.lobby, player.code)))
    if kind != "lobby" and snapshot.lobby.stage != "lobby" and snapshot.state is not None:
        expected["view"] = plain(snapshot.view(seat))
    if kind == "happened" and snapshot.header is not None:
        expected["lines"] = snapshot.told(seat)
    return expected
