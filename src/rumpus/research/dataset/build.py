"""Builds a dataset in a folder, from records or simulated matches, in several processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

from rumpus.contract import Malformed
from rumpus.research import simulate
from rumpus.research.dataset.card import Contents, card
from rumpus.research.dataset.rows import Rows, Source, rows_of

CARD_FILE = "README.md"
ENDING = ".jsonl"


class Files(Protocol):
    """What takes the rows of matches."""

    format: str

    def add(self, rows: Rows) -> None:
        """One match more."""

    def close(self) -> None:
        """All matches are there."""


def records_in(paths: Iterable[Path]) -> list[str]:
    """The records that are named, and those of the folders that are named, in the order of their names."""
    found: list[str] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(str(one) for one in path.rglob(f"*{ENDING}"))
            if not inside:
                raise Malformed(f"the folder {path} has no records in it; their names end in {ENDING}")
            found += inside
        elif path.exists():
            found.append(str(path))
        else:
            raise Malformed(f"there is no file or folder {path}")
    return found


def new_folder(folder: Path) -> None:
    """A folder that is there and empty; raises `Malformed`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise Malformed(f"a dataset needs a new or empty folder, and {folder} has something in it")
    except OSError as error:
        raise Malformed(f"a dataset needs a writable folder: {error.strerror} ({folder})") from None


class Build:
    """A dataset that is being written. After Ctrl-C it holds what was done; after an error nothing is left of it."""

    def __init__(self, folder: Path, files: Files, command: str, *, memory: bool, names: bool, skip: bool) -> None:
        self.folder, self.files, self.skip = folder, files, skip
        self.memory, self.names = memory, names
        self.contents = Contents(files.format, command, version("rumpus"), memory)

    def run(self, sources: Iterable[Source], jobs: int = 1) -> Iterator[int]:
        """Write match after match; gives how many there are. Raises `Malformed` for a record that cannot be used."""
        work = partial(rows_of, memory=self.memory, names=self.names)
        usable = False
        try:
            for found in simulate.in_processes(work, sources, jobs):
                if isinstance(found, Rows):
                    self.files.add(found)
                    self.contents.count(found.match)
                elif self.skip:
                    self.contents.left_out.append(found)
                else:
                    raise Malformed(f"{found.path}: {found.reason} (--skip leaves such records out)")
                yield self.contents.matches
            if not self.contents.matches:
                raise Malformed("none of the records can be read, so there is no dataset")
            usable = True
        except KeyboardInterrupt:
            usable = self.contents.matches > 0
            raise
        finally:
            self.files.close()
            if usable:
                self.contents.minari = getattr(self.files, "name", None)
                (self.folder / CARD_FILE).write_text(card(self.contents), "utf-8")
            else:
                self._remove()

    def _remove(self) -> None:
        """Leave nothing behind of a dataset that could not be written; the folder was empty before."""
        for path in sorted(self.folder.rglob("*"), reverse=True):
            with suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
