"""Hosts of several nodes: backup, restore, check, sweep, doctor and status with tables in a PostgreSQL."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rumpus.cli.stores import open_journal
from rumpus.hosting import doctor, shared_store
from rumpus.journal import Unsaved
from rumpus.journal.files import path_of
from rumpus.journal.postgres import copying
from rumpus.journal.postgres.copying import Snapshot, back_up, check_database, restore_to
from rumpus.journal.postgres.store import PostgresStore
from rumpus.journal.sqlite import SqliteStore
from tests.conftest import new_store
from tests.hosting.test_doctor import found
from tests.journal.test_moving import everything, fill
from tests.support.command import rumpus, said
from tests.support.nodes import Nodes
from tests.support.postgres import Postgres
from tests.support.socket_players import post
from tests.support.stores import Clock, entry, opened, whole

FAR = "INSERT INTO nodes (id, url, until) VALUES ('far', 'tcp://127.0.0.1:9', clock_timestamp() + interval '1 hour')"


@pytest.fixture
def url(postgres: Postgres) -> str:
    """A database with two tables and a circle."""
    address = postgres.new_schema()
    clock = Clock()
    with closing(new_store(address, "node", clock)) as store:
        fill(store, clock)
    return address


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    with closing(PostgresStore(url, "node")) as store:
        yield store


# Backups


def test_a_backup_is_a_file_as_any_other_and_goes_back_to_either(url: str, postgres: Postgres, tmp_path: Path) -> None:
    copy, data = tmp_path / "copy", tmp_path / "data"
    assert "2 tables" in said("backup", str(copy), "--store", url, "--data", str(data)).replace("\u2068", "")
    assert "2 of 2 tables are whole" in said("check", str(copy))
    with closing(PostgresStore(url)) as before:
        expected = everything(before)
    new = postgres.new_schema()
    assert "every entry was compared" in said("restore", str(copy), "--store", new)
    with closing(PostgresStore(new)) as after:
        assert expected == everything(after)
    said("restore", str(copy), "--data", str(data))
    with closing(SqliteStore(data / "tables.sqlite3")) as file:
        assert expected == everything(file)
    said("restore", str(copy), "--store", new)  # once more: all is there already
    assert "2 of 2 tables are whole" in said("check", "--store", new)


def test_a_backup_is_of_one_moment_whatever_is_written_meanwhile(
    store: PostgresStore, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seen_after_a_write(seq: int) -> list[int]:
        with closing(Snapshot(url)) as snapshot:
            snapshot.logs()
            assert {} == store.commit([("b", entry(seq))])
            return [one.seq for one in snapshot.entries("b")]

    assert [0, 1] == seen_after_a_write(2)
    assert [0, 1, 2] == whole(store, "b")
    monkeypatch.setattr(copying, "BEGIN", "BEGIN READ ONLY")  # planted: each statement reads what is there by then
    assert [0, 1, 2, 3] == seen_after_a_write(3)


def test_a_backup_does_not_go_on_in_another_moment_after_its_connection_broke(
    url: str, postgres: Postgres, tmp_path: Path
) -> None:
    end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rumpus backup'"
    with closing(Snapshot(url)) as snapshot:
        postgres.ask(end)
        for _ in range(2):  # the first call notices, the second has a new connection
            with pytest.raises(Unsaved):
                snapshot.logs()


def test_a_damaged_table_is_named_and_all_others_are_copied(url: str, postgres: Postgres, tmp_path: Path) -> None:
    postgres.ask("UPDATE entries SET body = 'x' WHERE table_id = 'a' AND seq = 2", url=url)
    done = rumpus("backup", str(tmp_path / "copy"), "--store", url, "--data", str(tmp_path))
    assert 1 == done.returncode
    assert "Table a is damaged or incomplete from entry 2 on" in done.stdout
    with closing(SqliteStore(tmp_path / "copy")) as copy:
        assert {"b", "club"} == {head.id for head, _ in copy.logs()}
    done = rumpus("check", "--store", url)
    assert (1, True) == (done.returncode, "1 of 2 tables are whole" in done.stdout)
    assert ["a"] == [table.table for table in check_database(url).damaged]


def test_a_difference_between_the_database_and_its_copy_is_noticed(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring = SqliteStore.bring
    monkeypatch.setattr(
        SqliteStore, "bring", lambda self, head, entries, touched: bring(self, head, entries[:1], touched)
    )
    with pytest.raises(Exception, match="differs after 1 entries"):
        back_up(url, tmp_path / "copy")
    assert [] == list(tmp_path.iterdir())


def test_tables_of_several_workers_keep_their_files(postgres: Postgres, tmp_path: Path) -> None:
    first, url = tmp_path / "tables.sqlite3", postgres.new_schema()
    with closing(open_journal(first, (0, 1))) as store:
        opened(store, "a", "bs1")
        before = everything(store)
    assert "2" in said("move", str(first), url)
    copy = tmp_path / "copy"
    back_up(url, copy)
    assert tarfile.is_tarfile(copy)
    new = postgres.new_schema()
    assert 2 == restore_to(copy, new).logs
    for target in (tmp_path / "back.sqlite3", tmp_path / "again.sqlite3"):
        said("move", new, str(target))
        with closing(open_journal(target)) as back:
            assert before == everything(back)
        with closing(SqliteStore(path_of(target, 1))) as second:
            assert ["bs1"] == [head.id for head, _ in second.logs()]


def test_a_backup_is_not_mixed_with_what_a_database_has(url: str, postgres: Postgres, tmp_path: Path) -> None:
    back_up(url, tmp_path / "copy")
    with closing(new_store(postgres.new_schema(), "node", None)) as other:
        opened(other, "c")
        address = other._commits._url
    done = rumpus("restore", str(tmp_path / "copy"), "--store", address)
    assert 2 == done.returncode
    assert "the target has tables of its own (1); it must be empty" in done.stderr


def test_old_tables_are_swept_by_hand(url: str, store: PostgresStore) -> None:
    assert "2" in said("sweep", "--store", url, "--days", "1")
    said("sweep", "--store", url, "--days", "1", "--force")
    assert ["club"] == [head.id for head, _ in store.logs()]


# Doctor and status


def findings(url: str) -> set[tuple[str, str]]:
    return set(map(found, doctor.shared_database(url)))


def test_a_database_that_is_well(url: str) -> None:
    assert {("standby", "no-fsync"), ("nodes", "none")} == {one for one in findings(url) if one[0] != "store"}
    assert {"ok", "slow"} >= {what for check, what in findings(url) if check == "store"}


def test_what_can_be_wrong_with_a_database(url: str, postgres: Postgres) -> None:
    assert {("store", "unreachable")} == findings("postgresql://rumpus@127.0.0.1:9/none")
    assert {("store", "foreign")} == findings(url.replace("/postgres?", "/nonesuch?"))
    assert {("store", "empty")} == findings(postgres.new_schema())
    postgres.ask(FAR, url=url)
    assert ("nodes", "apart") in findings(url)
    for version, what in (("0", "older"), ("99", "later")):
        postgres.ask("UPDATE about SET value = $1 WHERE name = 'rumpus schema'", version, url=url)
        assert {("store", what)} == findings(url)


def test_a_database_that_saves_nothing(url: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = url.rpartition("=")[2]
    postgres.ask(f"CREATE ROLE {schema} LOGIN")
    postgres.ask(f"GRANT USAGE ON SCHEMA {schema} TO {schema}")
    postgres.ask(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {schema}")
    reader = url.replace("rumpus@", f"{schema}@")
    assert "the database does not allow it" == shared_store.commit_times_ms(reader)
    assert ("store", "not-saving") in findings(reader)
    postgres.ask(f"ALTER ROLE {schema} SET default_transaction_read_only = on")  # as at a standby
    assert "it can only be read" == shared_store.commit_times_ms(reader)
    monkeypatch.setattr(shared_store, "COMMITS_S", 0.0)  # as if a standby were away
    assert "it does not finish" == shared_store.commit_times_ms(url)


def test_a_durable_database_with_a_standby_is_told_from_one_without(monkeypatch: pytest.MonkeyPatch) -> None:
    for weakness, what in ((None, "ok"), ("standby", "no-standby"), ("fsync", "no-fsync")):
        seen = shared_store.Seen(server="18.0", version=1, weakness=weakness)
        monkeypatch.setattr(shared_store, "look", lambda url, seen=seen: seen)
        monkeypatch.setattr(shared_store, "commit_times_ms", lambda url: [80.0])
        assert {("standby", what), ("nodes", "none"), ("store", "slow")} == findings("postgresql://x/y")
    monkeypatch.setattr(shared_store, "look", lambda url: shared_store.Seen(server="18.0", version=1))
    monkeypatch.setattr(shared_store, "commit_times_ms", lambda url: "it does not finish")  # its standby is away
    assert {("nodes", "none"), ("store", "not-saving")} == findings("postgresql://x/y")


def test_doctor_and_status_tell_of_running_nodes(postgres: Postgres, tmp_path: Path) -> None:
    nodes = Nodes(postgres, 2)
    try:
        nodes.start_all()
        post(nodes.urls[0], "/api/tables", {"game": "wig_out", "name": "Ana"})
        place = ("--store", nodes.store, "--data", str(tmp_path), "--port", str(nodes.ports[1]))
        status = json.loads(said("status", *place, "--metrics-port", "9", "--json"))
        assert {f"tcp://127.0.0.1:{nodes.links[0]}": 1, f"tcp://127.0.0.1:{nodes.links[1]}": 0} == status["nodes"]
        assert (True, False, 1) == (status["running"], status["silent"], status["tables_kept"])
        told = said("status", *place, "--metrics-port", "9").replace("\u2068", "").replace("\u2069", "")
        assert "2 nodes share the database:" in told
        assert f"tcp://127.0.0.1:{nodes.links[0]} has one table in use." in told
        done = rumpus("doctor", *place, "--json")
        checks = {(check["check"], check["what"]) for check in json.loads(done.stdout)["checks"]}
        assert {("port", "ours"), ("nodes", "ok")} <= checks
        assert ("nodes", "apart") not in checks
        assert not {"sqlite", "tables", "data"} & {check for check, _ in checks}
    finally:
        nodes.close()


def test_status_says_that_the_database_is_away(tmp_path: Path) -> None:
    done = rumpus("status", "--store", "postgresql://rumpus@127.0.0.1:9/none", "--data", str(tmp_path), "--port", "9")
    assert 3 == done.returncode
    assert "The database cannot be reached: " in done.stdout


def test_status_says_in_words_what_is_wrong_with_the_database(url: str, postgres: Postgres, tmp_path: Path) -> None:
    place = ("--data", str(tmp_path), "--port", "9")
    assert "The database has no tables yet. rumpus migrate" in _status(postgres.new_schema(), *place)
    postgres.ask("UPDATE about SET value = '99' WHERE name = 'rumpus schema'", url=url)
    assert "of a later version of Rumpus (99). Install that version here." in _status(url, *place)
    facts = json.loads(_status(url, *place, "--json"))
    assert ("later", None, 99) == (facts["store_wrong"], facts["store_why"], facts["store_version"])


def _status(store: str, *arguments: str) -> str:
    words = rumpus("status", "--store", store, *arguments).stdout
    return words.replace("\u2068", "").replace("\u2069", "").replace("\n", " ")


def test_a_node_without_its_database_is_said_to_be_silent() -> None:
    health: dict[str, object] = {
        "ok": False,
        "saving": True,
        "thinking": True,
        "silent": True,
        "tables": 0,
        "people": 0,
        "busy": False,
    }
    assert ("port", "silent") == found(doctor._health(health, {"port": "8000"}))


@pytest.mark.parametrize("command", [["backup", "x"], ["restore", "x"], ["check"], ["sweep"], ["doctor"], ["status"]])
def test_nonsense_for_a_store_gets_one_sentence(command: list[str]) -> None:
    done = rumpus(*command, "--store", "tables.db")
    assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
    assert "--store is the address of a PostgreSQL database, such as postgresql://" in done.stderr


@pytest.mark.parametrize("command", [["backup", "new-file"], ["check"], ["sweep"]])
def test_a_database_that_is_away_gets_one_sentence(command: list[str], tmp_path: Path) -> None:
    done = rumpus(*command, "--store", "postgresql://rumpus@127.0.0.1:9/none", "--data", str(tmp_path))
    assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
    assert "the database cannot be reached: postgresql://127.0.0.1:9/none" in done.stderr
