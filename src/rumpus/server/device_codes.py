"""One-time codes that bring a seat, or a member of a circle, to another device."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from rumpus.journal import Unsaved

DEVICE_CODE_S = 60.0  # how long a code is valid

log = logging.getLogger("rumpus.server")
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


class CodeStore(Protocol):
    """Where several nodes keep their codes; `rumpus.journal.postgres` has one. Calls block."""

    def issue(self, code: str, log: str, who: str, valid_s: float) -> None: ...

    def whose(self, code: str) -> tuple[str, str] | None: ...

    def redeem(self, code: str) -> tuple[str, str] | None: ...


class SharedCodes:
    """The codes of all nodes, in their database."""

    def __init__(self, store: CodeStore, run: Callable[..., Awaitable[Any]]) -> None:
        self._store = store
        self._run = run
        self._tasks: set[asyncio.Task[None]] = set()

    def issue_soon(self, code: str, log_: str, who: str) -> None:
        """Keep a code, long before anybody can have typed it."""
        task = asyncio.get_running_loop().create_task(self._issue(code, log_, who))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _issue(self, code: str, log_: str, who: str) -> None:
        try:
            await self.issue(code, log_, who)
        except Unsaved:
            log.warning("code-not-saved")

    async def issue(self, code: str, log_: str, who: str) -> None:
        """Keep a code. Raises `Unsaved`."""
        await self._run(self._store.issue, code, log_, who, DEVICE_CODE_S)

    async def whose(self, code: str) -> tuple[str, str] | None:
        """The log and the person of a code that is valid. Raises `Unsaved`."""
        found: tuple[str, str] | None = await self._run(self._store.whose, code)
        return found

    async def redeem(self, code: str) -> tuple[str, str] | None:
        """The same, and the code works no more. Raises `Unsaved`."""
        found: tuple[str, str] | None = await self._run(self._store.redeem, code)
        return found
