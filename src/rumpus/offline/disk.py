"""The storage that a device provides: the rows of the journal, and the records of finished matches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Disk(Protocol):
    """The device's storage. In a browser it is IndexedDB (web/src/offline/disk.ts)."""

    async def rows(self) -> Iterable[tuple[str, bytes]]:
        """All rows of the journal, in the order of their keys."""
        ...

    async def save(self, rows: list[tuple[str, bytes]], gone: list[str]) -> None:
        """Write these rows and remove those of the tables in `gone`: all of it or nothing, which raises."""
        ...

    async def records(self) -> Iterable[str]:
        """The names of the records that are kept."""
        ...

    async def record(self, name: str) -> str | None:
        """The text of a record, as in its file; None if it is not kept."""
        ...

    async def keep(self, name: str, text: str) -> None:
        """Keep a record. If there are very many, the oldest is dropped for it."""
        ...
