"""How an HTTP request is refused."""

from __future__ import annotations


class HttpProblem(Exception):
    """Raised to refuse an HTTP request: its status, the catalogue key of the reason, and what was expected.

    The application answers it with a `wire.Problem`.
    """

    def __init__(self, status: int, reason: str, expected: str) -> None:
        super().__init__(expected)
        self.status = status
        self.reason = reason
        self.expected = expected


def no_such_table() -> HttpProblem:
    """One answer for a wrong code, a full table and an unplayable one, so that guessing codes reveals nothing."""
    return HttpProblem(404, "table-no-such", "no table with a free seat goes by this code; ask for it again")


def no_such_circle() -> HttpProblem:
    """One answer for a wrong id, key or secret, and for a device that was removed, so that none can be told apart."""
    return HttpProblem(404, "circle-no-such", "no circle is open to this device here; ask its members for the link")


def moved() -> HttpProblem:
    """The table is being taken by another node, or cannot be reached at the moment."""
    return HttpProblem(503, "table-busy", "the table moves to another server; try again in a moment")


def not_saved(error: Exception) -> HttpProblem:
    """Nothing could be written."""
    return HttpProblem(503, "table-not-saved", f"nothing can be saved at the moment: {error}")


def restarting() -> HttpProblem:
    """The server closes, and takes nothing any more."""
    return HttpProblem(503, "table-busy", "the server is about to restart; try again in a moment")


def unreadable(error: Exception, *, closing: bool) -> HttpProblem:
    """A match cannot be read: for good, unless the server closes and its journal is closed already."""
    if closing:
        return restarting()
    return HttpProblem(410, "table-no-record", f"this match cannot be read any more: {error}")
