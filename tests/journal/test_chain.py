"""The hash chain: altered, exchanged and lost history is noticed, in the table it concerns and in no other."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from rumpus.contract import Malformed
from rumpus.journal import TABLE, Entry, Head, sqlite
from rumpus.journal.backup import copy_live
from rumpus.journal.chain import Damaged, link, root
from rumpus.journal.checking import check_file
from rumpus.journal.sqlite import SqliteStore
from rumpus.journal.sqlite_file import VERSION, version_of
from tests.journal.scripts import crashed
from tests.support.stores import entry, opened, whole

OLD = Path(__file__).parents[1] / "golden" / "journal" / "version_1.sqlite3"  # written by the version before the chain
OLD_MATCH, OLD_LOBBY = "2c583c955bdd0875", "729b47427bc1ca2b"
LAST = 12


def written(path: Path) -> Path:
    """A journal of two tables: in `a` a match from entry 3 to 9, and the same in `b`."""
    with closing(SqliteStore(path)) as store:
        opened(store, "a", "b")
        for seq in range(1, LAST + 1):
            name = {9: "r"}.get(seq)
            rows = [
                (table, entry(seq, f"k{seq}", start=seq == 3, record=name and f"{name}{table}")) for table in ("a", "b")
            ]
            assert {} == store.commit(rows)
    return path


def alter(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            assert db.execute(statement).rowcount > 0, statement
        db.commit()


DAMAGE: dict[str, tuple[int, tuple[str, ...]]] = {
    "a body": (7, ("UPDATE entries SET body = x'00' WHERE table_id = 'a' AND seq = 7",)),
    "a key": (7, ("UPDATE entries SET key = 'other' WHERE table_id = 'a' AND seq = 7",)),
    "a time": (7, ("UPDATE entries SET at = at + 1 WHERE table_id = 'a' AND seq = 7",)),
    "a start": (3, ("UPDATE entries SET start = 0 WHERE table_id = 'a' AND seq = 3",)),
    "a record's name": (9, ("UPDATE records SET name = 'other' WHERE table_id = 'a'",)),
    "a lost record": (9, ("DELETE FROM records WHERE table_id = 'a'",)),
    "a lost entry": (7, ("DELETE FROM entries WHERE table_id = 'a' AND seq = 7",)),
    "a lost beginning": (1, ("DELETE FROM entries WHERE table_id = 'a' AND seq < 2",)),
    "exchanged entries": (
        5,
        (
            "UPDATE entries SET seq = 100 WHERE table_id = 'a' AND seq = 5",
            "UPDATE entries SET seq = 5 WHERE table_id = 'a' AND seq = 6",
            "UPDATE entries SET seq = 6 WHERE table_id = 'a' AND seq = 100",
        ),
    ),
    "another table's entry": (
        8,
        (
            "DELETE FROM entries WHERE table_id = 'a' AND seq = 8",
            "UPDATE entries SET table_id = 'a' WHERE table_id = 'b' AND seq = 8",
        ),
    ),
    "lost hashes": (0, ("UPDATE entries SET chain = NULL WHERE table_id = 'a'",)),
    "a lost table": (0, ("DELETE FROM tables WHERE id = 'a'",)),
    "all entries lost": (0, ("DELETE FROM entries WHERE table_id = 'a'",)),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_found_by_a_check_and_named_by_its_entry(tmp_path: Path, kind: str) -> None:
    path = written(tmp_path / "journal.db")
    assert [("a", None), ("b", None)] == [(one.table, one.damaged_from) for one in check_file(path).tables]
    first, statements = DAMAGE[kind]
    alter(path, *statements)
    report = check_file(path)
    assert not report.whole
    found = {one.table: one.damaged_from for one in report.damaged}
    assert first == found.pop("a")
    assert found.keys() == ({"b"} if kind == "another table's entry" else set())


@pytest.mark.parametrize("kind", ["a body", "a key", "a time", "a record's name", "a lost entry", "exchanged entries"])
def test_a_damaged_table_is_not_loaded_and_others_are(tmp_path: Path, kind: str) -> None:
    path = written(tmp_path / "journal.db")
    alter(path, *DAMAGE[kind][1])
    with closing(SqliteStore(path)) as store:
        with pytest.raises(Damaged, match=r"its history was altered or lost from entry \d+ on"):
            store.entries("a")
        if kind != "a record's name":
            with pytest.raises(Damaged):
                store.record("ra")
        assert list(range(3, LAST + 1)) == [each.seq for each in store.entries("b")]
        assert list(range(3, 10)) == [each.seq for each in store.record("rb") or []]
        assert {} == store.commit([("b", entry(LAST + 1))])
    assert {"a"} == {one.table for one in check_file(path).damaged}


def test_a_start_says_in_the_log_which_tables_are_damaged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = written(tmp_path / "journal.db")
    SqliteStore(path).close()
    assert [] == [record.msg for record in caplog.records]
    alter(path, "UPDATE entries SET body = x'00' WHERE table_id = 'a' AND seq = 11")
    SqliteStore(path).close()
    said = [(record.levelno, record.msg, record.__dict__["table"], record.__dict__["why"]) for record in caplog.records]
    assert [(logging.ERROR, "table-damaged", "a", "its history was altered or lost from entry 11 on")] == said


def test_a_start_looks_at_few_entries_of_few_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, seen = tmp_path / "journal.db", [0]
    with closing(SqliteStore(path)) as store:
        opened(store, *(f"t{number}" for number in range(40)))
        for seq in range(1, 30):
            assert {} == store.commit([(f"t{number}", entry(seq)) for number in range(40)])
    from rumpus.journal import chain  # noqa: PLC0415 - to count its calls

    real = chain.link

    def counted(previous: bytes, each: Entry) -> bytes:
        seen[0] += 1
        return real(previous, each)

    monkeypatch.setattr(chain, "link", counted)
    SqliteStore(path).close()
    assert seen[0] == sqlite.LATEST_TABLES * sqlite.LATEST_ENTRIES


def test_a_lost_end_is_noticed(tmp_path: Path) -> None:
    path = written(tmp_path / "journal.db")
    with closing(SqliteStore(path)) as store:  # the first commit of a run writes down where the table ends
        assert {} == store.commit([("a", entry(LAST + 1)), ("b", entry(LAST + 1))])
    alter(path, "DELETE FROM entries WHERE table_id = 'a' AND seq > 11")
    assert [("a", LAST)] == [(one.table, one.damaged_from) for one in check_file(path).damaged]
    with closing(SqliteStore(path)) as store, pytest.raises(Damaged, match=f"from entry {LAST} on"):
        store.entries("a")


def test_a_journal_that_lost_its_log_is_noticed_at_the_start(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = written(tmp_path / "journal.db")
    with closing(SqliteStore(path)) as store:
        assert {} == store.commit([("a", entry(LAST + 1))])
        left = crashed(path, tmp_path / "left")
        shutil.copy(f"{path}.lock", tmp_path / "left")
    SqliteStore(left).close()
    assert [] == [record.msg for record in caplog.records]
    Path(f"{left}-wal").unlink(missing_ok=True)
    shutil.copy(written(tmp_path / "older.db"), left)
    SqliteStore(left).close()
    assert ["journal-behind"] == [record.msg for record in caplog.records]


def test_no_entry_fits_elsewhere() -> None:
    one = Entry(1, 2.0, "k", b"body")
    others = [
        *(Entry(2, 2.0, "k", b"body"), Entry(1, 2.5, "k", b"body"), Entry(1, 2.0, None, b"body")),
        *(Entry(1, 2.0, "", b"body"), Entry(1, 2.0, "kb", b"ody"), Entry(1, 2.0, "k", b"")),
        *(Entry(1, 2.0, "k", b"body", start=True), Entry(1, 2.0, "k", b"body", setup=True)),
        *(Entry(1, 2.0, "k", b"body", record=""), Entry(1, 2.0, None, b"body", record="k")),
    ]
    before = [root("a"), root("b"), link(root("a"), one)]
    hashes = {link(previous, each) for previous in before for each in (one, *others)}
    assert len(before) * (1 + len(others)) == len(hashes)


# Files of the version before the chain


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file that the version before the chain wrote, with a match under way and a table whose match has not begun."""
    shutil.copy(OLD, tmp_path / "journal.db")
    return tmp_path / "journal.db"


def test_a_file_of_the_version_before_goes_on_with_a_chain_from_there(old: Path) -> None:
    before = check_file(old)
    assert (True, [26, 1]) == (before.whole, [one.older for one in before.tables])
    with closing(SqliteStore(old)) as store:
        assert VERSION == version_of(store._db)
        assert list(range(1, 27)) == whole(store, OLD_MATCH)
        assert {} == store.commit([(OLD_MATCH, entry(27, "k")), (OLD_LOBBY, entry(2))])
        assert {} == store.commit([(OLD_MATCH, entry(28))])
        opened(store, "new")
    report = {one.table: (one.older, one.entries, one.damaged_from) for one in check_file(old).tables}
    assert {OLD_MATCH: (26, 2, None), OLD_LOBBY: (1, 1, None), "new": (0, 1, None)} == report
    alter(old, "UPDATE entries SET body = x'00' WHERE key = 'k'")
    assert [(OLD_MATCH, 27)] == [(one.table, one.damaged_from) for one in check_file(old).damaged]


def test_a_migration_that_breaks_off_leaves_the_old_file(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rumpus.journal import sqlite_file  # noqa: PLC0415 - to plant the fault

    broken = (*sqlite_file.MIGRATIONS[1][:-1], "SELECT no_such_column FROM tables")
    monkeypatch.setitem(sqlite_file.MIGRATIONS, 1, broken)
    with pytest.raises(Malformed, match="cannot be used"):
        SqliteStore(old)
    with closing(sqlite3.connect(old)) as db:
        assert (1, 7) == (version_of(db), len(db.execute("SELECT * FROM tables").description) + 3)
    monkeypatch.undo()
    with closing(SqliteStore(old)) as store:
        assert 26 == len(whole(store, OLD_MATCH))


def test_a_file_from_before_circles_is_taken_over_and_an_older_server_refuses_it_then(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(SqliteStore(path)) as store:
        opened(store, "a")
        store._db.execute("ALTER TABLE tables DROP COLUMN kind")
        store._db.execute("DROP TABLE owed")
        store._db.execute("PRAGMA user_version = 2")
    assert check_file(path).whole
    with closing(SqliteStore(path)) as store:
        assert 3 == VERSION == version_of(store._db)
        assert (TABLE, []) == (store.head("a").kind, store.owed())  # type: ignore[union-attr]  # it is there
        store.open(Head("c", "c", 0.0, "circle"), entry(0))
    assert ["table", "circle"] == [one.kind for one in check_file(path).tables]


def test_a_migration_reads_no_entry(old: Path) -> None:
    """It takes the same few pages however large the file is."""
    with closing(sqlite3.connect(old)) as db:
        size = 1000
        db.executemany(
            "INSERT INTO entries (table_id, seq, at, start, body) VALUES ('big', ?, 0, 0, ?)",
            [(seq, bytes(4000)) for seq in range(size)],
        )
        db.commit()
    with closing(SqliteStore(old)) as store:
        log = Path(f"{old}-wal").stat().st_size
        assert log < 40 * 4096
        assert store.head(OLD_MATCH) is not None


# Copies


def test_a_backup_of_a_journal_with_a_damaged_table_says_so(tmp_path: Path) -> None:
    path = written(tmp_path / "journal.db")
    assert copy_live(path, tmp_path / "good.db").whole
    alter(path, *DAMAGE["a body"][1])
    report = copy_live(path, tmp_path / "copy.db")
    assert (True, ["a"]) == (report.sound, [one.table for one in report.damaged])


def planted_alter(changed: Callable[[Entry], Entry]) -> Callable[[bytes, Entry], bytes]:
    return lambda previous, each: link(previous, changed(each))


@pytest.mark.parametrize(
    "forgets",
    [
        lambda each: Entry(each.seq, each.at, each.key, b"", each.start, each.record, each.setup),
        lambda each: Entry(each.seq, 0.0, each.key, each.body, each.start, each.record, each.setup),
        lambda each: Entry(each.seq, each.at, None, each.body, each.start, each.record, each.setup),
    ],
)
def test_a_chain_that_forgets_a_field_would_be_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgets: Callable[[Entry], Entry]
) -> None:
    monkeypatch.setattr("rumpus.journal.chain.link", planted_alter(forgets))
    unnoticed = []
    for kind in ("a body", "a time", "a key"):
        path = written(tmp_path / f"{kind}.db")
        alter(path, *DAMAGE[kind][1])
        unnoticed += [kind] if check_file(path).whole else []
    assert 1 == len(unnoticed)
