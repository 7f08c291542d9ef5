"""The tables of circles: which are open now, and what the end of a match owes to a book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.contract import Result
from rumpus.journal import Owed
from rumpus.table import Step
from rumpus.wire import book

if TYPE_CHECKING:
    from rumpus.server.rooms import Rooms

MOST_SHOWN = 64  # tables of a circle; it has 40 members, who sit at one each


class CircleTables:
    """The live tables of all circles."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._live: dict[str, dict[str, None]] = {}  # by circle

    def came(self, circle: str | None, table: str) -> None:
        """A table is in memory."""
        if circle is not None:
            self._live.setdefault(circle, {})[table] = None

    def went(self, circle: str | None, table: str) -> None:
        """A table is in memory no more."""
        if circle is not None and (tables := self._live.get(circle)) is not None:
            tables.pop(table, None)
            if not tables:
                del self._live[circle]

    def open_to(self, circle: str, league: str | None) -> tuple[book.CircleTable, ...]:
        """The tables that members of this circle may come to now; `league` is the one that is being played there."""
        found: list[book.CircleTable] = []
        for name in self._live.get(circle, ()):
            keeper = self._rooms.live[name]
            lobby = keeper.table.lobby
            if lobby.locked or not keeper.sessions:
                continue
            if len(found) == MOST_SHOWN:
                break
            host = None if lobby.host is None else lobby.person(lobby.host)
            found.append(
                book.CircleTable(
                    code=keeper.code,
                    game=lobby.game,
                    host=None if host is None else host.name,
                    stage=lobby.stage,
                    play=lobby.has_room(watch=False),
                    watch=lobby.has_room(watch=True),
                    league=lobby.league[1] if lobby.league is not None and lobby.league[0] == league else None,
                )
            )
        return tuple(found)

    def owed_by(self, step: Step) -> Owed | None:
        """What the book of a circle is owed once this step is on disk: a match that ended, and was not abandoned."""
        lobby = step.lobby
        if step.record is None or lobby is None or lobby.circle is None:
            return None
        if lobby.scripted and not self._rooms.scripted_for_all:
            return None  # whoever chose the cards has not won a match
        abandoned = any(isinstance(action, Result) and action.why == "abandoned" for _, action in step.lines)
        return None if abandoned else Owed(step.record, lobby.circle, self._rooms.today())
