"""What a table keeps when it is loaded again while people are at it: what is left of its timers, and cards in the air.

The journal does not have these: a table that is loaded later restarts its timers. But a step that could not be saved
must not give anybody more time, so the keeper hands the old table to the new one.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rumpus.contract import CALLED, DEAL, PLAY, READY
from rumpus.table.timers import Moment, Timer

if TYPE_CHECKING:
    from rumpus.table.table import Table

PHASES = {"turn": PLAY, "deal": DEAL, "tie": DEAL, "go": READY, "count": READY}  # in which each timer of a match runs


def moment_of(table: Table) -> Moment:
    """The current position of the table."""
    match = table.match
    if match is None or table.lobby.stage != "match":
        return Moment(table.seq, table.lobby.match)
    state = match.state
    turn = next(iter(state.to_act()), None) if state.phase == PLAY and not match.rules.race else None
    turns = 0 if turn is None else state.turns
    return Moment(table.seq, table.lobby.match, state.round, turns, turn, match.going)


def carry_over(old: Table, new: Table, now: float) -> None:
    """Continue the old table's timers in the new one, which is at the end of the journal."""
    match = new.match
    stood = old.timers.still_since if old.lobby.paused == new.lobby.paused else None  # else a pause was not saved
    new.timers.still_since = now if stood is None else stood
    for what, then in new.timers.carry(old.timers, partial(_holds, new, moment_of(new))):
        if what == "turn":
            new.flow.resume_turn(then.turns, then.seat)
        elif what == "count" and match is not None:
            match.going = then.going
            new.timers.drop("go")
    new.races.take_over(old.races)
    before = old.match
    if match is not None and before is not None and old.lobby.match == new.lobby.match:
        match.refusals = before.refusals
        new.flow.patience.restart(old.flow.patience.idle, old.flow.patience.standstill)
    if match is None or before is None or before.called_at is None or match.state.phase != CALLED:
        return
    if (old.lobby.match, before.state.round) == (new.lobby.match, match.state.round):
        match.called_at, match.flights = before.called_at, before.flights


def _holds(table: Table, here: Moment, what: Timer, then: Moment) -> bool:
    """Whether a timer that was set then is still right here, after a return to the last saved step."""
    if isinstance(what, tuple):
        return True  # it is about a person's connection, which no step has changed
    if then.seq > here.seq or then.match != here.match:
        return False
    if what == "begin":
        return table.lobby.stage == "lobby"
    playing = table.match is not None and table.lobby.stage == "match" and table.match.state.phase == PHASES.get(what)
    return playing and (then.round, then.turns, then.seat) == (here.round, here.turns, here.seat)
