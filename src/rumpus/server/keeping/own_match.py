"""The match under way as the person with a token may have it read: for its steps, and for the coach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.contract import Malformed
from rumpus.journal import Conflict, Lost, Unsaved
from rumpus.server.problems import HttpProblem, moved, not_saved, unreadable
from rumpus.server.work import replay
from rumpus.server.work.replay import Rows

if TYPE_CHECKING:
    from rumpus.server.rooms import Rooms


async def own_match(rooms: Rooms, token: str) -> tuple[Rows, int | None, int, bool]:
    """The match under way of the person with this token, their seat, the line since which it is theirs, and whether
    the match is over; raises `HttpProblem`.
    """
    keeper = await rooms.keeper(token.partition(".")[0])
    person = None if keeper is None else keeper.table.person_of(token)
    if keeper is None or person is None or keeper.table.match is None or keeper.table.lobby.stage == "lobby":
        raise _no_match()
    # As it stands now: what happens until the entries have been read is left out
    seq, seat = keeper.table.seq, keeper.table.lobby.seat_of(person)
    since = 0 if seat is None else keeper.table.lobby.place(seat).since  # what the bot saw before is its own
    over = keeper.table.lobby.stage != "match"  # a finished match is shown from all seats
    try:
        await keeper.settled()
    except Lost:
        raise moved() from None
    except (Conflict, Unsaved) as error:
        raise not_saved(error) from None
    try:
        entries = [entry for entry in await rooms.journal.entries(keeper.name) if entry.seq <= seq]
    except Malformed as error:
        raise unreadable(error, closing=rooms.closing) from None
    if not entries:
        raise _no_match()  # another match has begun meanwhile
    return replay.rows_of(entries), seat, since, over


def _no_match() -> HttpProblem:
    return HttpProblem(404, "table-no-such", "no match of this seat is under way")
