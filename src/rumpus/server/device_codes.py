"""One-time codes that bring a seat, or a member of a circle, to another device."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, NamedTuple, TypeVar

DEVICE_CODE_S = 60.0  # how long a code is valid

Owner = TypeVar("Owner", bound=Hashable)


class _Issued(NamedTuple, Generic[Owner]):
    owner: Owner
    until: float


class DeviceCodes(Generic[Owner]):
    """The codes that are valid now, at most one for each owner."""

    def __init__(self) -> None:
        self._issued: dict[str, _Issued[Owner]] = {}
        self._of_owner: dict[Owner, str] = {}

    def __len__(self) -> int:
        return len(self._issued)

    def issue(self, code: str, owner: Owner, now: float) -> None:
        """Make this the code of a seat or member; an earlier one of the same owner stops working."""
        self._issued.pop(self._of_owner.get(owner, ""), None)
        self._of_owner[owner] = code
        self._issued[code] = _Issued(owner, now + DEVICE_CODE_S)

    def redeem(self, code: str, now: float) -> Owner | None:
        """Whose code this is, which works only once; None if it is wrong or too old."""
        issued = self._issued.pop(code, None)
        return None if issued is None or now > issued.until else issued.owner

    def forget(self, now: float) -> None:
        """Drop the codes that are no longer valid."""
        self._issued = {code: issued for code, issued in self._issued.items() if issued.until >= now}
        self._of_owner = {issued.owner: code for code, issued in self._issued.items()}
