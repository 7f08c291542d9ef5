"""The files of one data folder: one for each worker that has ever run there. The id of a log names its file.

The first file is called as if it were the only one (`tables.sqlite3`), the others `tables-1.sqlite3` and so on; an id
that ends in `s1` is in the latter. So nothing ever moves: whoever has fewer workers than before gives each of them
several files.
"""

from __future__ import annotations

import re
from pathlib import Path

MOST_FILES = 64
_NAMED = re.compile(r"s([1-9][0-9]?)$")


def file_of(log: str) -> int:
    """The number of the file that a log with this id is in, if it exists."""
    found = _NAMED.search(log)
    return int(found[1]) if found else 0


def suffix_of(number: int) -> str:
    """How the ids of the logs in a file end."""
    return f"s{number}" if number else ""


def path_of(first: Path, number: int) -> Path:
    """Where a file is, beside the first."""
    return first.with_name(f"{first.stem}-{number}{first.suffix}") if number else first


def numbers_of(first: Path) -> list[int]:
    """The numbers of the files that are there; the first is always one of them."""
    return [number for number in range(MOST_FILES) if not number or path_of(first, number).exists()]


def files_of(first: Path) -> list[Path]:
    """The files that are there, in order; none if nothing was ever kept here."""
    return [path for path in (path_of(first, number) for number in numbers_of(first)) if path.exists()]
