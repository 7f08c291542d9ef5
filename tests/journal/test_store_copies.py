"""Copies of the journal's file, taken while it is written."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path

import pytest

from rumpus.contract import Malformed
from rumpus.journal import Entry
from rumpus.journal.backup import copy_live
from rumpus.journal.memory import MemoryStore
from rumpus.journal.sqlite import SqliteStore
from tests.journal.scripts import crashed, python
from tests.support.stores import SAFETY_S, entry, opened, whole


def sound(path: Path) -> bool:
    """The copy is whole, and needs no log beside it."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        whole = db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return whole and b"\x01\x01" == path.read_bytes()[18:20]  # the file format's marks for "not in WAL mode"


def test_a_copy_is_taken_while_the_journal_is_written(tmp_path: Path) -> None:
    path, done, confirmed = tmp_path / "journal.db", threading.Event(), [0]

    def write(store: SqliteStore) -> None:
        while not done.is_set():
            seq = confirmed[0] + 1
            if store.commit([("a", entry(seq, f"k{seq}")), ("b", Entry(seq, 0.0, None, bytes(3000)))]):
                return
            confirmed[0] = seq

    with closing(SqliteStore(path)) as store:
        opened(store, "a", "b")
        writer = threading.Thread(target=write, args=(store,))
        writer.start()
        try:
            for number in range(8):
                before = confirmed[0]
                copy_live(path, tmp_path / f"copy{number}.db")
                assert sound(tmp_path / f"copy{number}.db")
                with closing(SqliteStore(tmp_path / f"copy{number}.db")) as copy:
                    seqs = whole(copy, "a")
                    assert list(range(len(seqs))) == seqs == whole(copy, "b")
                    assert before < len(seqs)
        finally:
            done.set()
            writer.join(SAFETY_S)
        assert list(range(confirmed[0] + 1)) == whole(store, "a")
    assert not list(tmp_path.glob("*.part"))


COPY = """
import sys
from pathlib import Path
from rumpus.journal.backup import copy_live

copy_live(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def test_another_process_copies_a_journal_in_use(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a")
        assert {} == store.commit([("a", entry(1, "k", start=True)), ("a", entry(2, record="r"))])
        done = python(COPY, tmp_path / "journal.db", tmp_path / "copy.db")
        assert (0, "") == (done.returncode, done.stderr)
        assert {} == store.commit([("a", entry(3))])
        assert sound(tmp_path / "copy.db")
        with closing(SqliteStore(tmp_path / "copy.db")) as copy:
            assert [entry(1, "k", start=True), entry(2, record="r")] == copy.entries("a") == copy.record("r")


def contents(path: Path) -> dict[str, bytes]:
    """The journal and its log."""
    both = (path, path.with_name(f"{path.name}-wal"))
    return {each.name: each.read_bytes() for each in both if each.exists()}


def test_a_journal_nobody_uses_is_copied_too(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a")
        left = crashed(tmp_path / "journal.db", tmp_path / "left")
    for source in (tmp_path / "journal.db", left):
        target = source.with_name("copy.db")
        before = contents(source)
        copy_live(source, target)
        assert before.items() <= contents(source).items(), "a copy changes nothing in what it copies"
        assert sound(target)
        assert 0o600 == target.stat().st_mode & 0o777
        with closing(SqliteStore(target)) as copy:
            assert [0] == whole(copy, "a")
        with closing(SqliteStore(source)) as again:
            assert {} == again.commit([("a", entry(1))])


def test_a_store_copies_itself(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a")
        store.backup(tmp_path / "copy.db")
        with pytest.raises(Malformed, match=r"copy\.db already exists"):
            store.backup(tmp_path / "copy.db")
    with pytest.raises(Malformed, match="the journal is closed"):
        store.backup(tmp_path / "late.db")
    with closing(SqliteStore(tmp_path / "copy.db")) as copy:
        assert [0] == whole(copy, "a")
    with pytest.raises(Malformed, match="in memory"):
        MemoryStore().backup(tmp_path / "late.db")


def test_a_copy_overwrites_nothing_and_needs_a_journal(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"journal\.db does not exist"):
        copy_live(tmp_path / "journal.db", tmp_path / "copy.db")
    (tmp_path / "empty.db").touch()
    with pytest.raises(Malformed, match=r"empty\.db is not a Rumpus journal"):
        copy_live(tmp_path / "empty.db", tmp_path / "copy.db")
    SqliteStore(tmp_path / "journal.db").close()
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(Malformed, match=r"copy\.db already exists"):
        copy_live(tmp_path / "journal.db", tmp_path / "copy.db")
    assert "precious" == (tmp_path / "copy.db").read_text()
    with pytest.raises(Malformed, match=r"copy\.db cannot be written: No such file or directory"):
        copy_live(tmp_path / "journal.db", tmp_path / "none" / "copy.db")


def test_a_damaged_journal_is_not_copied_silently(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(SqliteStore(path)) as store:
        opened(store, "a")
        assert {} == store.commit([("a", Entry(1, 0.0, None, bytes(50_000)))])
    with path.open("r+b") as file:
        file.seek(8192)
        file.write(b"\xff" * 8192)
    with pytest.raises(Malformed):
        copy_live(path, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


def test_no_handle_is_left_open(tmp_path: Path) -> None:
    if not Path("/proc/self/fd").exists():
        pytest.skip("the system does not list them")
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        with closing(SqliteStore(tmp_path / "journal.db")) as store:
            opened_already = store.find("code-a")
            if not opened_already:
                opened(store, "a")
            with suppress(Malformed):
                SqliteStore(tmp_path / "journal.db")
            with suppress(Malformed):
                store.backup(tmp_path / "copy.db")
            with suppress(Malformed):
                copy_live(tmp_path / "journal.db", tmp_path / "copy.db")
    assert before == len(os.listdir("/proc/self/fd"))
