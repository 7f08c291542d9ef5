"""The journal's file: full disks, faults, crashes, and whose it is."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from rumpus.contract import Malformed
from rumpus.journal import Conflict, Entry, Unsaved
from rumpus.journal.backup import copy_live
from rumpus.journal.sqlite import SqliteStore
from rumpus.journal.sqlite_file import LARGEST_LOG, VERSION
from rumpus.journal.sqlite_rows import ROWS, Rows
from tests.journal.scripts import crashed, python
from tests.support.stores import SAFETY_S, Clock, entry, head, kinds, opened, whole

# The file: full disks, faults, crashes


def test_a_full_disk_saves_nothing_and_loses_nothing(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a", "b")
        assert {} == store.commit([("a", entry(1, "k"))])
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        large = Entry(2, 0.0, "large", bytes(100_000))
        errors = store.commit([("b", entry(1)), ("a", large), ("b", entry(2))])
        assert dict.fromkeys("ab", "nothing was saved: the disk is full") == {t: str(e) for t, e in errors.items()}
        assert {"a": Unsaved, "b": Unsaved} == kinds(errors)
        with pytest.raises(Unsaved, match="nothing was saved: the disk is full"):
            store.open(head("c"), large)
        assert ([0, 1], [0], None) == (whole(store, "a"), whole(store, "b"), store.find("code-c"))
        store._db.execute(f"PRAGMA max_page_count = {pages + 1000}")
        assert {} == store.commit([("a", large), ("b", entry(1))])
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        assert ([0, 1, 2], [0, 1]) == (whole(store, "a"), whole(store, "b"))


LIMITED = """
import resource, signal, sys
from pathlib import Path
from rumpus.journal import Entry, Head
from rumpus.journal.sqlite import SqliteStore

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = SqliteStore(Path(sys.argv[1]))
store.open(Head("a", "code", 0.0), Entry(0, 0.0, None, b""))
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
saved, errors = 0, {}
while not errors:
    errors = store.commit([("a", Entry(saved + 1, 0.0, None, bytes(5000)))])
    saved += not errors
print(saved, type(errors["a"]).__name__, errors["a"])
assert len(store.entries("a")) == saved + 1
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert store.commit([("a", Entry(saved + 1, 0.0, None, bytes(5000)))]) == {}
store.close()
"""


def test_a_log_that_cannot_grow_saves_nothing_and_loses_nothing(tmp_path: Path) -> None:
    done = python(LIMITED, tmp_path / "journal.db")
    assert (0, "") == (done.returncode, done.stderr)
    saved, said = done.stdout.strip().split(" ", 1)
    assert "Unsaved nothing was saved: the disk reports an error" == said
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        assert list(range(int(saved) + 2)) == whole(store, "a")


def test_a_file_that_became_read_only_refuses_and_can_still_be_read(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a")
        store._db.execute("PRAGMA query_only = ON")
        errors = store.commit([("a", entry(1))])
        assert [(Unsaved, "nothing was saved: the file cannot be written")] == [
            (type(e), str(e)) for e in errors.values()
        ]
        with pytest.raises(Unsaved, match="the file cannot be written"):
            opened(store, "b")
        with pytest.raises(Unsaved, match="the file cannot be written"):
            store.remove(2e9)
        assert [0] == whole(store, "a")
        store._db.execute("PRAGMA query_only = OFF")
        assert {} == store.commit([("a", entry(1))])


def test_a_file_held_by_another_program_refuses(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a")
        store._db.execute("PRAGMA busy_timeout = 0")
        with closing(sqlite3.connect(tmp_path / "journal.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert "nothing was saved: another program holds the file" == str(store.commit([("a", entry(1))])["a"])
            other.execute("ROLLBACK")
        assert {} == store.commit([("a", entry(1))])


def test_an_entry_that_cannot_be_written_is_its_own_tables_affair(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a", "b", "c")
        errors = store.commit([("a", entry(1)), ("b", entry(1, "\ud800")), ("c", entry(1))])
        assert {"b": Unsaved} == kinds(errors)
        assert [[0, 1], [0], [0, 1]] == [whole(store, table) for table in "abc"]
        with pytest.raises(Unsaved):
            store.open(head("\ud800"), entry(0))
        assert {} == store.commit([("b", entry(1))])


def test_a_damaged_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(SqliteStore(path)) as store:
        opened(store, "a")
        assert {} == store.commit([("a", Entry(1, 0.0, None, bytes(50_000)))])
    size = path.stat().st_size
    with path.open("r+b") as file:  # all but the page that holds the schema
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    with closing(SqliteStore(path)) as store:
        with pytest.raises(Malformed, match="nothing can be read: the file is damaged"):
            store.entries("a")
        assert "nothing was saved: the file is damaged" == str(store.commit([("a", entry(2))])["a"])


def test_everything_is_there_after_closing_and_opening(tmp_path: Path, clock: Clock) -> None:
    with closing(SqliteStore(tmp_path / "journal.db", clock)) as store:
        opened(store, "a", "b")
        assert {} == store.commit([("a", entry(1, "k", start=True)), ("a", entry(2, record="r")), ("b", entry(1))])
    assert {"journal.db", "journal.db.lock"} == {path.name for path in tmp_path.iterdir()}
    with closing(SqliteStore(tmp_path / "journal.db", clock)) as store:
        assert [entry(1, "k", start=True), entry(2, record="r")] == store.entries("a") == store.record("r")
        assert ("b", 1, head("a")) == (store.find("code-b"), store.seq_of("a", "k"), store.head("a"))
        assert {"b": Conflict} == kinds(store.commit([("a", entry(3)), ("b", entry(3))]))
        clock.now += 1
        assert 2 == store.remove(clock.now)


def test_after_a_crash_every_commit_is_there(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a", "b")
        for seq in range(1, 20):
            assert {} == store.commit([("a", entry(seq, f"k{seq}")), ("b", entry(seq))])
            with closing(SqliteStore(crashed(tmp_path / "journal.db", tmp_path / str(seq)))) as left:
                assert list(range(seq + 1)) == whole(left, "a") == whole(left, "b")
                assert {} == left.commit([("a", entry(seq + 1))])


def test_a_commit_that_a_crash_cut_short_is_gone_whole(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a", "b")
        assert {} == store.commit([("a", entry(1)), ("b", entry(1))])
        before = (tmp_path / "journal.db-wal").stat().st_size
        assert {} == store.commit([("a", entry(2)), ("b", entry(2)), ("a", entry(3))])
        written = (tmp_path / "journal.db-wal").stat().st_size - before
        for cut in (1, 4096, written):
            with closing(SqliteStore(crashed(tmp_path / "journal.db", tmp_path / str(cut), cut))) as left:
                assert [0, 1] == whole(left, "a") == whole(left, "b")
                assert {} == left.commit([("a", entry(2))])


def test_every_commit_is_synced(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        set_to = [store._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
        assert ["wal", 2] == set_to


def test_a_log_that_a_long_read_made_grow_shrinks_again(tmp_path: Path) -> None:
    path, log = tmp_path / "journal.db", tmp_path / "journal.db-wal"
    piece = bytes(4 << 20)
    pieces = LARGEST_LOG // len(piece) + 1
    with closing(SqliteStore(path)) as store:
        opened(store, "a")
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM entries").fetchone()
            for seq in range(1, pieces + 1):
                assert {} == store.commit([("a", Entry(seq, 0.0, None, piece))])
            assert log.stat().st_size > LARGEST_LOG
        for seq in range(pieces + 1, pieces + 4):
            assert {} == store.commit([("a", Entry(seq, 0.0, None, b""))])
        assert log.stat().st_size <= LARGEST_LOG


# The file: whose it is


def test_two_servers_cannot_use_one_file(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(SqliteStore(path)) as store:
        opened(store, "a")
        with pytest.raises(Malformed, match=r"journal\.db is in use by another rumpus serve"):
            SqliteStore(path)
        assert {} == store.commit([("a", entry(1))])
    SqliteStore(path).close()


ORPHAN = """
import os, sys
from pathlib import Path
from rumpus.journal.sqlite import SqliteStore

store = SqliteStore(Path(sys.argv[1]))
sys.stdin.readline()
reading, writing = os.pipe()
if os.fork() == 0:
    os.write(writing, b"x")  # what a child does after the fork is done
    sys.stdin.readline()  # outlives its parent, until the test lets go
else:
    os.read(reading, 1)
os._exit(0)
"""


def test_a_process_that_outlives_its_server_does_not_keep_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    command = [sys.executable, "-c", ORPHAN, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as server:  # noqa: S603 - our own script
        assert server.stdin is not None
        server.stdin.write(b"\n")
        server.stdin.flush()
        assert 0 == server.wait(SAFETY_S)
        SqliteStore(path).close()


def test_a_file_that_could_not_be_used_is_not_kept_locked(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"not a database, but long enough to look at" * 100)
    for _ in range(2):
        with pytest.raises(Malformed, match="is not a Rumpus journal"):
            SqliteStore(path)


@pytest.mark.parametrize("content", [b"x", b"hello\n" * 3, b"SQLite format 3\x00" + b"\x07" * 5000])
def test_a_file_that_is_no_database_is_refused_and_left_as_it_was(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(content)
    with pytest.raises(Malformed, match="is not a Rumpus journal"):
        SqliteStore(path)
    with pytest.raises(Malformed, match="is not a Rumpus journal"):
        copy_live(path, tmp_path / "copy.db")
    assert content == path.read_bytes()
    assert {"journal.db", "journal.db.lock"} == {each.name for each in tmp_path.iterdir()}


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE letters (text)", "PRAGMA user_version = 1", "PRAGMA application_id = 5"]
)
def test_somebody_elses_database_is_refused_and_left_as_it_was(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "journal.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute(statement)
    content = path.read_bytes()
    with pytest.raises(Malformed, match="is not a Rumpus journal"):
        SqliteStore(path)
    assert content == path.read_bytes()


def test_a_journal_of_a_later_version_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA user_version = {VERSION + 1}")
    content = path.read_bytes()
    with pytest.raises(Malformed, match="was written by a newer Rumpus"):
        SqliteStore(path)
    with pytest.raises(Malformed, match="was written by a newer Rumpus"):
        copy_live(path, tmp_path / "copy.db")
    assert content == path.read_bytes()


def test_an_empty_file_becomes_a_journal_for_its_owner_only(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    SqliteStore(tmp_path / "empty.db").close()
    with closing(SqliteStore(tmp_path / "new.db")) as store:
        opened(store, "a")
        assert {0o600} == {path.stat().st_mode & 0o777 for path in tmp_path.glob("new.db*")}


def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="cannot be used: No such file or directory"):
        SqliteStore(tmp_path / "none" / "journal.db")
    (tmp_path / "folder").mkdir()
    with pytest.raises(Malformed, match="folder cannot be used"):
        SqliteStore(tmp_path / "folder")


def test_a_path_with_signs_of_addresses_in_it_is_just_a_path(tmp_path: Path) -> None:
    path = tmp_path / "a?mode=memory#b%20c.db"
    with closing(SqliteStore(path)) as store:
        opened(store, "a")
        copy_live(path, tmp_path / "copy?#.db")
    assert path.stat().st_size > 0
    with closing(SqliteStore(tmp_path / "copy?#.db")) as copy:
        assert [0] == whole(copy, "a")


def test_an_entry_that_conflicts_undoes_its_whole_group(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.db")) as store:
        opened(store, "a", "b")
        assert {} == store.commit([("a", entry(1, "1:x"))])
        rows = Rows()
        rows.add("b", [entry(seq) for seq in range(1, ROWS + 1)], b"")  # a statement of its own
        rows.add("a", [entry(2), entry(3, "1:x")], b"")
        assert rows.takes_more_than_one_statement()
        store._db.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.IntegrityError):
            rows.insert(store._db)
        assert not store._db.in_transaction, "SQLite itself has rolled everything back"
        assert [[0, 1], [0]] == [whole(store, table) for table in "ab"]
