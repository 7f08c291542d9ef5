"""One-time codes that move a seat to another device."""

from __future__ import annotations

from typing import NamedTuple

DEVICE_CODE_S = 60.0  # how long a code is valid


class _Issued(NamedTuple):
    table: str
    person: int
    until: float


class DeviceCodes:
    """The codes that are valid now, at most one for each seat."""

    def __init__(self) -> None:
        self._issued: dict[str, _Issued] = {}
        self._of_seat: dict[tuple[str, int], str] = {}

    def __len__(self) -> int:
        return len(self._issued)

    def issue(self, code: str, table: str, person: int, now: float) -> None:
        """Make this the code of a seat; an earlier one of the same seat stops working."""
        self._issued.pop(self._of_seat.get((table, person), ""), None)
        self._of_seat[table, person] = code
        self._issued[code] = _Issued(table, person, now + DEVICE_CODE_S)

    def redeem(self, code: str, now: float) -> tuple[str, int] | None:
        """The table and person of a code, which works only once; None if it is wrong or too old."""
        issued = self._issued.pop(code, None)
        return None if issued is None or now > issued.until else (issued.table, issued.person)

    def forget(self, now: float) -> None:
        """Drop the codes that are no longer valid."""
        self._issued = {code: issued for code, issued in self._issued.items() if issued.until >= now}
        self._of_seat = {(issued.table, issued.person): code for code, issued in self._issued.items()}
