"""Days (dates in UTC): when they begin and end, and the ids of their deals."""

from __future__ import annotations

import datetime
import re

DAY_S = 86_400.0
GRACE_S = 1_800.0  # a match that began in time may end so much later; only then the secret of the day is told
ID = re.compile(r"day-(\d{4}-\d\d-\d\d)-([a-z0-9_]{1,40})")
OPEN_ID = re.compile(r"date-(\d{4}-\d\d-\d\d)-([a-z0-9_]{1,40})")


def date_of(at: float) -> str:
    """The date of a moment, in Unix seconds."""
    return datetime.datetime.fromtimestamp(at, datetime.UTC).date().isoformat()


def ends_at(date: str) -> float:
    """When this date is over, in Unix seconds; raises `ValueError` if there is no such date."""
    begins = datetime.datetime.combine(datetime.date.fromisoformat(date), datetime.time(), datetime.UTC)
    return begins.timestamp() + DAY_S


def yesterday(date: str) -> str:
    """The date before this one."""
    return date_of(ends_at(date) - 1.5 * DAY_S)


def day_id(date: str, game: str) -> str:
    """The id of the deal of this day in this game."""
    return f"day-{date}-{game}"


def day_of(id_: str) -> tuple[str, str] | None:
    """The date and the game of such an id; None if it is another one, or there is no such date.

    >>> day_of("day-2026-11-18-hearts")
    ('2026-11-18', 'hearts')
    """
    return _date_and_game(ID.fullmatch(id_))


def open_id(date: str, game: str) -> str:
    """The id of the deal that follows from the date alone, for those who have no server."""
    return f"date-{date}-{game}"


def date_in(id_: str) -> tuple[str, str] | None:
    """The date and the game of such an id; None if it is another one, or there is no such date."""
    return _date_and_game(OPEN_ID.fullmatch(id_))


def _date_and_game(found: re.Match[str] | None) -> tuple[str, str] | None:
    if found is None:
        return None
    try:
        ends_at(found[1])
    except ValueError:
        return None
    return found[1], found[2]
