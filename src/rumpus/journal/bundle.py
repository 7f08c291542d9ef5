"""A journal in several files (`files.py`) as one backup: an archive of checked copies. One file is copied as it is."""

from __future__ import annotations

import os
import re
import shutil
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rumpus.contract import Malformed
from rumpus.journal import sqlite_file
from rumpus.journal.backup import copy_live, sync_directory
from rumpus.journal.checking import Report, check_file
from rumpus.journal.files import MOST_FILES, files_of, numbers_of, path_of
from rumpus.journal.restore import BESIDE, Restored, must_be_whole, restore

NUMBER = re.compile(r"journal(?:-([1-9][0-9]?))?\.sqlite3")
Progress = Callable[[int, int], None] | None


def together(reports: Sequence[Report]) -> Report:
    """What was found in all files."""
    return Report(tuple(table for one in reports for table in one.tables), all(one.sound for one in reports))


def copy_all(first: Path, target: Path) -> Report:
    """Copy all files of a journal, which may be in use, and check the copy. Raises `Malformed` if that fails."""
    files = files_of(first)
    if len(files) < 2:
        return copy_live(first, target)
    if target.exists():
        raise Malformed(f"{target} already exists")
    try:
        with tempfile.TemporaryDirectory(prefix=f"{target.name}.", suffix=".part", dir=target.parent) as name:
            reports, copies = [], []
            for number in numbers_of(first):
                copy = path_of(Path(name) / "journal.sqlite3", number)
                if (source := path_of(first, number)).exists():
                    reports.append(copy_live(source, copy))
                    copies.append(copy)
            packed = Path(name) / "packed"
            with packed.open("xb") as out:
                os.fchmod(out.fileno(), 0o600)
                with tarfile.open(fileobj=out, mode="w") as archive:
                    for copy in copies:
                        archive.add(copy, copy.name)
                out.flush()
                os.fsync(out.fileno())
            packed.rename(target)
            sync_directory(target.parent)
    except OSError as error:
        raise Malformed(f"{target} cannot be written: {error.strerror}") from error
    return together(reports)


@contextmanager
def unpacked(path: Path, beside: Path | None = None) -> Iterator[dict[int, Path]]:
    """The files in a backup by their numbers: of an archive copies for the time being, else the file itself."""
    if not path.is_file() or not _is_archive(path):
        yield {0: path}
        return
    try:
        with tempfile.TemporaryDirectory(prefix="rumpus-", dir=beside) as name, tarfile.open(path) as archive:
            found: dict[int, Path] = {}
            for member in archive:
                number = NUMBER.fullmatch(member.name)
                source = archive.extractfile(member) if number and member.isfile() else None
                if number is None or source is None or int(number[1] or 0) >= MOST_FILES:
                    raise Malformed(f"{path} is not a Rumpus backup: it has {member.name!r}")
                found[int(number[1] or 0)] = copy = Path(name) / member.name
                with copy.open("xb") as out:
                    os.fchmod(out.fileno(), 0o600)
                    shutil.copyfileobj(source, out)
            yield found
    except (tarfile.TarError, EOFError) as error:
        raise Malformed(f"{path} cannot be read: {error}") from error
    except OSError as error:
        raise Malformed(f"{path} cannot be unpacked: {error.strerror}") from error


def _is_archive(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(16) != b"SQLite format 3\0" and tarfile.is_tarfile(path)


def check_backup(path: Path, progress: Progress = None) -> Report:
    """Check a backup. Raises `Malformed` if it is not one."""
    with unpacked(path) as files:
        return together([check_file(file, progress) for file in files.values()])


def check_all(first: Path, progress: Progress = None) -> Report:
    """Check all files of a journal, which may be in use. Raises `Malformed`."""
    return together([check_file(file, progress) for file in files_of(first) or [first]])


def restore_all(source: Path, first: Path, *, force: bool = False) -> tuple[Restored, list[Path]]:
    """Put a backup in the place of a journal, which may have several files; returns what was put aside as well.

    Nothing is changed unless all of the backup is whole. Files that the backup does not have are put aside.
    """
    try:
        first.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Malformed(f"{first} cannot be written: {error.strerror}") from error
    with unpacked(source, first.parent) as files:
        if not files:
            raise Malformed(f"{source} is not a Rumpus backup: nothing is in it")
        must_be_whole(source, together([check_file(file) for file in files.values()]), force=force)
        done = [restore(file, path_of(first, number), force=force) for number, file in files.items()]
        aside = [one.aside for one in done if one.aside is not None]
        others = [path_of(first, number) for number in numbers_of(first) if number not in files]
        aside += [put_aside(path) for path in others if path.exists()]
    return Restored(sum(one.tables for one in done), aside[0] if aside else None), aside


def put_aside(path: Path) -> Path:
    """Let a file be there under a dated name only; raises `Malformed` if a server uses it."""
    handle = sqlite_file.lock(path)
    try:
        aside = sqlite_file.aside_of(path)
        for beside in ("", *BESIDE):
            old = path.with_name(f"{path.name}{beside}")
            if old.exists():
                old.rename(aside.with_name(f"{aside.name}{beside}"))
        sync_directory(path.parent)
    except OSError as error:
        raise Malformed(f"{path} cannot be moved aside: {error.strerror}") from error
    finally:
        sqlite_file.unlock(handle)
    return aside
