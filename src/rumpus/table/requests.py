"""Handles each message of a person that changes the table rather than the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from rumpus import wire
from rumpus.contract import DEAL, FINISHED, READY, STOPPED, Illegal, Malformed
from rumpus.fair import new_chain
from rumpus.lines import Ready
from rumpus.lobby import Declined, Lobby, changes, late
from rumpus.table import stand_ins
from rumpus.table.codes import new_code
from rumpus.table.idle import NOTICED_S
from rumpus.table.news import Asked, Open

if TYPE_CHECKING:
    from rumpus.table.table import Table

RENAMES_PER_S = 2  # of one person; nobody types faster
replace = msgspec.structs.replace

# Messages that change only the lobby
CHANGES: dict[type[wire.Ask], Callable[[Lobby, int, Any], Lobby]] = {
    wire.Sit: lambda lobby, person, ask: changes.sit(lobby, person, ask.seat),
    wire.TakeSeat: lambda lobby, person, ask: late.reserve(lobby, person, ask.seat),
    wire.Stand: lambda lobby, person, ask: changes.stand(lobby, person),
    wire.AddBot: lambda lobby, person, ask: changes.add_bot(lobby, person, ask.seat, ask.level),
    wire.RemoveBot: lambda lobby, person, ask: changes.remove_bot(lobby, person, ask.seat),
    wire.Remove: lambda lobby, person, ask: changes.remove(lobby, person, ask.person),
    wire.Rename: lambda lobby, person, ask: changes.rename(lobby, person, ask.name, ask.avatar),
    wire.Configure: lambda lobby, person, ask: changes.configure(lobby, person, ask.options, ask.settings),
    wire.Lock: lambda lobby, person, ask: changes.lock(lobby, person, ask.locked),
    wire.CallLink: lambda lobby, person, ask: changes.call(lobby, person, ask.link),
    wire.Arrange: lambda lobby, person, ask: changes.arrange(lobby, person, ask.sides),
    wire.Again: lambda lobby, person, ask: changes.again(lobby, person, ask.again),
}


# Requests allowed at the table of a challenge during play; others would change what everybody plays
IN_A_CHALLENGE = (wire.Ready, wire.Role, wire.Pause, wire.Back, wire.Salt)


def handle(table: Table, asked: Asked, ask: wire.Ask, now: float) -> None:
    """Carry out a person's request; raises `Illegal` or `Malformed`, and then nothing has changed."""
    if table.lobby.challenge is not None and not isinstance(ask, IN_A_CHALLENGE):
        _may_be_changed(table.lobby, ask)
    change = CHANGES.get(type(ask))
    if change is not None:
        lobby = change(table.lobby, asked.person, ask)
        if isinstance(ask, wire.Rename) and lobby != table.lobby:
            table.renames.count(asked.person, now)
        if lobby != table.lobby:  # what changes nothing is not written
            table.write(now, lobby=lobby, asked=asked)
        return
    request = REQUESTS.get(type(ask))
    if request is None:
        raise Malformed(f"{type(ask).__name__} is nothing that a table can do")
    request(table, asked, ask, now)


def _may_be_changed(lobby: Lobby, ask: wire.Ask) -> None:
    """Raise `Declined` unless a player who has played a challenge to its end only leaves, or is called otherwise."""
    if lobby.stage == "over" and isinstance(ask, wire.Leave | wire.Rename):
        return
    if isinstance(ask, wire.Leave):
        raise Declined("entry-stays")
    raise Declined("entry")


class Renames:
    """Counts how often people change their names: everybody at the table is told each time."""

    def __init__(self) -> None:
        self._latest: dict[int, tuple[float, ...]] = {}  # when each person last changed their name, oldest first

    def count(self, person: int, now: float) -> None:
        """Count one more; raises `Declined` if that is more than `RENAMES_PER_S`."""
        latest = tuple(at for at in self._latest.get(person, ()) if now - at < 1.0)
        if len(latest) >= RENAMES_PER_S:
            raise Declined("rename-slow")
        self._latest = {other: times for other, times in self._latest.items() if now - times[-1] < 1.0}
        self._latest[person] = (*latest, now)


def ready(table: Table, asked: Asked, ask: wire.Ready, now: float) -> None:
    """A person is ready for the match, for the next deal, or in a race for GO (T-03)."""
    lobby, match = table.lobby, table.match
    if lobby.stage != "match" or match is None:
        table.write(now, lobby=changes.ready(lobby, asked.person, ask.ready), asked=asked)
        return
    seat = lobby.seat_of(asked.person)
    if seat is None:
        raise Declined("no-seat")
    if match.state.phase not in (DEAL, READY) or not ask.ready or seat in match.ready:
        raise Declined("not-now")
    if "count" in table.timers:
        raise Declined("counting")
    stand_ins.wake(table, asked.person, now)
    table.write(now, lines=[(seat, Ready())], asked=asked)


def role(table: Table, asked: Asked, ask: wire.Role, now: float) -> None:
    """One of two partners chooses who turns the hand deck in the next round, before the match or between rounds."""
    lobby, match = table.lobby, table.match
    if lobby.stage == "match" and match is not None:
        if match.state.phase != DEAL:
            raise Declined("not-now")
        parties: Sequence[Sequence[int]] = match.state.parties()
    else:
        lobby.must_be("lobby")
        parties = lobby.parties()
    table.write(now, lobby=changes.role(lobby, asked.person, ask.turner, parties), asked=asked)


def begin(table: Table, asked: Asked, ask: wire.Begin, now: float) -> None:
    """The host begins the match: at once, or after waiting for those who are not ready (T-03)."""
    table.lobby.must_be("lobby")
    table.lobby.must_be_host(asked.person)
    if table.flow.unready():
        table.lobby.seating()  # raises if the rules do not allow it
        table.flow.wait_to_begin(now)
    else:
        table.flow.begin(now, asked)


def pause(table: Table, asked: Asked, ask: wire.Pause, now: float) -> None:
    """The host pauses or resumes the match; while the host is away, any player may resume it."""
    lobby = table.lobby
    lobby.must_be("match")
    if ask.paused or lobby.host in table.here:
        lobby.must_be_host(asked.person)
    elif asked.person not in lobby.seated():
        raise Declined("no-seat")
    if ask.paused == lobby.paused:
        raise Declined("not-now")
    table.races.decide(now, all_of_them=True)  # what was claimed before the pause happens before it
    table.lobby.must_be("match")
    table.write(now, lobby=replace(table.lobby, paused=ask.paused), asked=asked)
    table.run_clocks(now)
    table.tell(Open())


def stop(table: Table, asked: Asked, ask: wire.Stop, now: float) -> None:
    """T-04: a person agrees to stop between two rounds, or no longer does; the match ends when all agree.

    A person who is away for a moment is asked too. Only a stand-in has no say.
    """
    table.lobby.must_be("match")
    if asked.person not in table.lobby.seated():
        raise Declined("no-seat")
    match = table.match
    assert match is not None
    if STOPPED not in match.state.legal(None):
        raise Illegal("T-04", "stop-between-rounds")
    stand_ins.wake(table, asked.person, now)
    agreed = {*table.lobby.stop, asked.person} if ask.agree else {*table.lobby.stop} - {asked.person}
    lobby = replace(table.lobby, stop=tuple(sorted(agreed)))
    lines = match.state.apply(None, STOPPED) if all_agree_to_stop(lobby) else None
    table.write(now, lobby=lobby, lines=lines, asked=asked)


def play_off(table: Table, asked: Asked, ask: wire.PlayItOff, now: float) -> None:
    """FC-22: one of those who tied wants to play it off, or not; then the win is shared at once."""
    lobby, match = table.lobby, table.match
    if lobby.play_off is None or match is None or not match.state.undecided():
        raise Declined("not-now")
    if asked.person not in lobby.play_off.asked:
        raise Declined("not-tied")
    if ask.agree:
        agreed = (*(other for other in lobby.play_off.agreed if other != asked.person), asked.person)
        table.write(now, lobby=replace(lobby, play_off=replace(lobby.play_off, agreed=agreed)), asked=asked)
    else:
        table.write(now, lines=match.state.apply(None, FINISHED), asked=asked)


def all_agree_to_stop(lobby: Lobby) -> bool:
    """T-04: whether every person has agreed whose seat has no stand-in, connected or not."""
    asked = {place.person for place in lobby.seats if place and place.person is not None and not place.stand_in}
    return bool(asked) and asked <= set(lobby.stop)


def back(table: Table, asked: Asked, ask: wire.Back, now: float) -> None:
    """T-07: a person is back, or shows that they are still there."""
    if table.lobby.seat_of(asked.person) is None:
        raise Declined("no-seat")
    table.lobby.must_be("match")
    stand_ins.wake(table, asked.person, now, asked)


def stand_in(table: Table, asked: Asked, ask: wire.StandIn, now: float) -> None:
    """T-07: the host asks for a stand-in for a person who has been idle for a while."""
    table.lobby.must_be("match")
    table.lobby.must_be_host(asked.person)
    if table.lobby.paused or ask.seat not in table.flow.patience.idle.over(NOTICED_S, now):
        raise Declined("not-idle")
    stand_ins.stand_in(table, ask.seat, now, gone=False, idle=True, asked=asked)


def change_code(table: Table, asked: Asked, ask: wire.NewCode, now: float) -> None:
    """The host gives the table a new room code; the old one stops working."""
    table.lobby.must_be_host(asked.person)
    lobby = replace(table.lobby)  # another value: encoded lobbies are cached by identity, and show the code
    table.write(now, lobby=lobby, code=new_code(table.stream), asked=asked)


def salt(table: Table, asked: Asked, ask: wire.Salt, now: float) -> None:
    """A client adds its salt. It is saved with the next change: until the match begins, clients send it again."""
    table.lobby = changes.salt(table.lobby, asked.person, ask.commit, ask.salt)


def rematch(table: Table, asked: Asked, ask: wire.Rematch, now: float) -> None:
    """Back to the lobby after a match, and a new chain for the next one."""
    lobby = changes.rematch(table.lobby, asked.person)
    lobby = lobby.renewed(None if lobby.scripted else new_chain(table.stream))
    table.write(now, lobby=lobby, asked=asked)


def leave(table: Table, asked: Asked, ask: wire.Leave, now: float) -> None:
    """A person leaves the table; in a match a stand-in plays on (T-02)."""
    table.leave(asked.person, now, asked)


REQUESTS: dict[type[wire.Ask], Callable[[Table, Asked, Any, float], None]] = {
    wire.Ready: ready,
    wire.Role: role,
    wire.Begin: begin,
    wire.Pause: pause,
    wire.Stop: stop,
    wire.Back: back,
    wire.StandIn: stand_in,
    wire.PlayItOff: play_off,
    wire.Leave: leave,
    wire.Salt: salt,
    wire.Rematch: rematch,
    wire.NewCode: change_code,
}
