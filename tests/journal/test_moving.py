"""Tables move from a file to PostgreSQL and back, entry by entry; differences are noticed. Versions of the schema."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from ssl import SSLCertVerificationError

import pytest
from msgspec.structs import replace

from rumpus.contract import Malformed
from rumpus.journal import Entry, Head, Owed
from rumpus.journal.chain import Damaged
from rumpus.journal.moving import Movable, Moved, move
from rumpus.journal.postgres import schema
from rumpus.journal.postgres.line import gone
from rumpus.journal.postgres.store import PostgresStore
from rumpus.journal.sqlite import SqliteStore
from tests.conftest import new_store
from tests.support.command import rumpus, said
from tests.support.postgres import Postgres
from tests.support.stores import Clock, entry, head, opened

CLUB = Head("club", "code-club", 5.0, "circle")


def fill(store: Movable, clock: Clock) -> None:
    """Two tables and a circle, with whatever an entry can have."""
    opened(store, "a", "b")
    every = Entry(1, 1.25, "7:é\u0000☃", bytes(range(256)), True, asker=7)
    assert {} == store.commit([("a", every), ("b", entry(1, "1:x")), ("a", Entry(2, 2.0, None, b"", setup=True))])
    clock.now = 2000.0
    ended = Entry(3, 3.0, None, b"end", record="r", owes=("club", 20.0), code="code-new")
    assert {} == store.commit([("a", ended)])
    store.open(CLUB, entry(0, "result:y"))
    clock.now = 3000.0


def everything(store: Movable) -> tuple[list[tuple[Head, list[Entry]]], list[Owed]]:
    logs = sorted((head for head, _ in store.logs()), key=lambda head: head.id)
    return [(head, store.entries(head.id, whole=True)) for head in logs], store.owed()


@pytest.fixture
def file(tmp_path: Path, clock: Clock) -> Iterator[SqliteStore]:
    with closing(SqliteStore(tmp_path / "tables.sqlite3", clock)) as store:
        fill(store, clock)
        yield store


@pytest.fixture
def database(postgres: Postgres) -> Iterator[PostgresStore]:
    clock = Clock()
    clock.now = 10_000.0
    with closing(new_store(postgres.new_schema(), "node", clock)) as store:
        yield store


def test_all_tables_move_to_a_database_and_back(file: SqliteStore, database: PostgresStore, tmp_path: Path) -> None:
    assert Moved(3, 7, 0) == move(file, database)
    assert everything(file) == everything(database)
    ages = [database.now() - touched for _, touched in database.logs()]
    assert [file.now() - touched for _, touched in file.logs()] == ages
    assert [1, 1] == [database.seq_of("a", "7:é\u0000☃"), database.seq_of("b", "1:x")]
    assert 2 == len(database.record("r") or [])
    assert None is not database.take("a"), "no node has it"
    with closing(SqliteStore(tmp_path / "back.sqlite3")) as back:
        assert Moved(3, 7, 0) == move(database, back)
        assert everything(file) == everything(back)
        assert Moved(3, 7, 3) == move(database, back), "once more is only compared"


def test_a_move_that_broke_off_goes_on(file: SqliteStore, database: PostgresStore) -> None:
    database.bring(head("b"), file.entries("b", whole=True), 9000.0)
    assert Moved(3, 7, 1) == move(file, database)


def test_two_journals_are_never_mixed(file: SqliteStore, database: PostgresStore) -> None:
    opened(database, "c")
    with pytest.raises(Malformed, match=r"tables of its own \(1\)"):
        move(file, database)
    assert [] == database.entries("a")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda entries: [*entries[:-1], replace(entries[-1], body=b"other")],
        lambda entries: entries[:-1],
        lambda entries: [replace(one, asker=None) for one in entries],
        lambda entries: [replace(one, key=None, asker=None) for one in entries],
    ],
)
def test_a_difference_is_noticed(
    file: SqliteStore, database: PostgresStore, monkeypatch: pytest.MonkeyPatch, spoil: object
) -> None:
    bring = PostgresStore.bring

    def spoiled(self: PostgresStore, head: Head, entries: Sequence[Entry], touched: float) -> None:
        bring(self, head, spoil(entries) if head.id == "b" else entries, touched)  # type: ignore[operator]

    monkeypatch.setattr(PostgresStore, "bring", spoiled)
    with pytest.raises(Malformed, match="table b differs"):
        move(file, database)


def test_a_damaged_entry_is_noticed_in_the_database_too(database: PostgresStore, postgres: Postgres) -> None:
    opened(database, "a")
    assert {} == database.commit([("a", entry(seq)) for seq in range(1, 4)])
    url = database._commits._url
    postgres.ask("UPDATE entries SET body = 'x' WHERE seq = 2", url=url)
    with pytest.raises(Damaged, match="from entry 2 on"):
        database.entries("a")
    postgres.ask("DELETE FROM entries WHERE seq >= 2", url=url)
    with pytest.raises(Damaged, match="from entry 2 on"):
        database.entries("a", whole=True)


# The commands


def test_the_commands_make_the_schema_and_move_everything(tmp_path: Path, clock: Clock, postgres: Postgres) -> None:
    path, url = tmp_path / "tables.sqlite3", postgres.new_schema()
    with closing(SqliteStore(path, clock)) as store:
        fill(store, clock)
        before = everything(store)
    assert "created (version 1)" in said("migrate", url)
    assert "already have this version (1)" in said("migrate", url)
    done = said("move", str(path), url)
    assert "3 tables and circles with 7 entries" in re.sub("[\u2068\u2069]", "", done)
    back = tmp_path / "back.sqlite3"
    assert "7" in said("move", url, str(back))
    with closing(SqliteStore(back)) as store:
        assert before == everything(store)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["migrate", "tables.sqlite3"], "begins with postgresql://"),
        (["migrate", "postgresql://rumpus@127.0.0.1:1/none"], "cannot be reached"),
        (["migrate", "postgresql://rumpus@127.0.0.1:1/none?sslmode=maybe"], "is not the address of a database"),
        (["move", "nowhere.sqlite3", "postgresql://rumpus@127.0.0.1:1/none"], "nowhere.sqlite3 does not exist"),
        (["move", ".", "postgresql://rumpus@127.0.0.1:1/none"], ". is a folder; name the file in it"),
        (["move", "postgresql://rumpus@127.0.0.1:1/none", "postgresql://rumpus@127.0.0.1:1/none"], "are the same"),
    ],
)
def test_a_wrong_address_gets_one_sentence(arguments: list[str], expected: str) -> None:
    done = rumpus(*arguments)
    assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
    assert expected in done.stderr


# Versions


def test_a_database_of_a_later_version_is_left_alone(postgres: Postgres) -> None:
    url = postgres.new_schema()
    new_store(url, "", None).close()
    postgres.ask("UPDATE about SET value = '99' WHERE name = 'rumpus schema'", url=url)
    for command in (["migrate", url], ["move", url, "back.sqlite3"]):
        done = rumpus(*command)
        assert 2 == done.returncode
        assert "written by a newer Rumpus (journal 99; this one works with 1)" in done.stderr
    assert [("99",)] == [tuple(row) for row in postgres.ask("SELECT value FROM about WHERE name <> 'secret'", url=url)]


def test_an_older_database_is_migrated_as_a_whole_or_not_at_all(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new_schema()
    new_store(url, "", None).close()
    monkeypatch.setattr(schema, "VERSION", 3)
    with closing(PostgresStore(url)) as store:
        with pytest.raises(Malformed, match="is of version 1, and this rumpus works with 3"):
            store.prepare(make=True)
        monkeypatch.setattr(schema, "MIGRATIONS", {1: "CREATE TABLE more (a text)", 2: "SELECT 1/0"})
        with pytest.raises(Exception, match="division by zero"):
            store.migrate()
        assert [(None,)] == [tuple(row) for row in postgres.ask("SELECT to_regclass('more')", url=url)]
        monkeypatch.setattr(schema, "MIGRATIONS", {1: "CREATE TABLE more (a text)", 2: "SELECT 1"})
        assert (1, 3) == store.migrate()
        store.prepare(make=False)


def test_tables_of_somebody_else_are_left_alone(postgres: Postgres) -> None:
    url = postgres.new_schema()
    postgres.ask("CREATE TABLE tables (furniture text)", url=url)
    with closing(PostgresStore(url)) as store, pytest.raises(Malformed, match="is not a Rumpus journal"):
        store.migrate()


def test_an_empty_file_is_not_made_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    done = rumpus("move", str(path), str(tmp_path / "target"))
    assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
    assert "empty is not a Rumpus journal" in done.stderr
    assert [path] == list(tmp_path.iterdir())
    assert b"" == path.read_bytes()


def test_the_place_that_cannot_be_reached_is_named(postgres: Postgres, tmp_path: Path, clock: Clock) -> None:
    path, url, away = tmp_path / "tables.sqlite3", postgres.new_schema(), "postgresql://rumpus@127.0.0.1:9/away"
    with closing(SqliteStore(path, clock)) as store:
        fill(store, clock)
    said("migrate", url)
    for source, target in ((url, away), (away, url), (str(path), away), (away, str(path))):
        done = rumpus("move", source, target)
        assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
        assert "the database cannot be reached: postgresql://127.0.0.1:9/away" in done.stderr


def test_a_database_without_tls_is_named_as_the_cause(postgres: Postgres) -> None:
    done = rumpus("migrate", f"{postgres.new_schema()}&sslmode=require")
    assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
    assert "the database speaks no TLS, which sslmode asks for" in done.stderr
    why = SSLCertVerificationError(1, "certificate verify failed")
    why.verify_message = "self-signed certificate"
    assert "the database cannot be reached with TLS: self-signed certificate" == gone(why)


def test_nothing_is_moved_restored_or_migrated_while_nodes_run(
    postgres: Postgres, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a node confirms after the copy would be missing in it."""
    path, url, copy = tmp_path / "tables.sqlite3", postgres.new_schema(), tmp_path / "copy"
    with closing(SqliteStore(path, clock)) as store:
        fill(store, clock)
    said("backup", str(copy), "--data", str(tmp_path))
    said("move", str(path), url)
    lease = "INSERT INTO nodes (id, url, until) VALUES ($1, 'tcp://127.0.0.1:9', clock_timestamp() + interval '1 hour')"
    postgres.ask(lease, "far", url=url)
    moved = tmp_path / "moved.sqlite3"
    for command in (["move", url, str(moved)], ["move", str(path), url], ["restore", str(copy), "--store", url]):
        done = rumpus(*command)
        assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
        assert "a node uses this database: stop all nodes first" in done.stderr
    assert not moved.exists()
    with closing(PostgresStore(url)) as store, monkeypatch.context() as later:
        later.setattr(schema, "VERSION", 2)
        later.setattr(schema, "MIGRATIONS", {1: "SELECT 1"})
        with pytest.raises(Malformed, match="a node uses this database"):
            store.migrate()
    postgres.ask("UPDATE nodes SET until = clock_timestamp()", url=url)
    assert "every entry was compared" in said("move", url, str(moved))
