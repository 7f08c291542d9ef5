"""`rumpus restore`, `check`, `backup` and `sweep`: what they do with the files, and what they say."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from rumpus.cli import cli
from rumpus.contract import Malformed
from rumpus.journal import Entry, Head
from rumpus.journal.backup import copy_live
from rumpus.journal.checking import check_file
from rumpus.journal.restore import restore
from rumpus.journal.sqlite import SqliteStore
from rumpus.server.config import DATABASE
from tests.journal.scripts import crashed
from tests.support.command import rumpus
from tests.support.stores import entry, opened, whole


def journal_and_backup(folder: Path) -> tuple[Path, Path]:
    """A journal that was killed, with its log beside it, and an older backup of it."""
    folder.mkdir()
    with closing(SqliteStore(folder / "source.db")) as store:
        opened(store, "a", "b")
        assert {} == store.commit([("a", entry(seq)) for seq in range(1, 50)])
        copy_live(folder / "source.db", folder / "backup.db")
        for seq in range(50, 90):
            assert {} == store.commit([("a", entry(seq)), ("b", entry(seq - 49))])
        opened(store, "c")
        path = crashed(folder / "source.db", folder / "data")
    return path.rename(path.with_name(DATABASE)), folder / "backup.db"


def with_log(folder: Path) -> tuple[Path, Path]:
    path, backup = journal_and_backup(folder)
    path.with_name("source.db-wal").rename(f"{path}-wal")
    return path, backup


def names(path: Path) -> set[str]:
    return {each.name for each in path.parent.iterdir()}


def test_a_backup_copied_over_a_journal_with_a_left_over_log_is_not_damaged(tmp_path: Path) -> None:
    """What a host does without `rumpus restore`: the log of the old file would be applied to the new one."""
    path, backup = with_log(tmp_path / "one")
    shutil.copy(backup, path)
    with closing(SqliteStore(path)) as store:
        assert list(range(50)) == whole(store, "a")
        assert [0] == whole(store, "b")
        assert {} == store.commit([("a", entry(50))])
    assert check_file(path).whole
    assert any(name.endswith("-wal") and ".old-" in name for name in names(path))


def test_plain_sqlite_damages_the_same_files(tmp_path: Path) -> None:
    """The fault that the rule is about is real: without it the two files do not fit together."""
    path, backup = with_log(tmp_path / "one")
    shutil.copy(backup, path)
    with closing(sqlite3.connect(path)) as db:
        try:
            sound = db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            tables = db.execute("SELECT count(*) FROM tables").fetchone()[0]
        except sqlite3.DatabaseError:
            sound, tables = False, 0
    assert not sound or tables != 2


def test_a_restored_journal_is_the_backup_and_the_old_one_is_kept_whole(tmp_path: Path) -> None:
    path, backup = with_log(tmp_path / "one")
    before = backup.read_bytes()
    done = restore(backup, path)
    assert (2, before) == (done.tables, backup.read_bytes())
    assert done.aside is not None
    with closing(SqliteStore(path)) as store:
        assert (list(range(50)), None) == (whole(store, "a"), store.head("c"))
    with closing(SqliteStore(done.aside)) as old:
        assert list(range(90)) == whole(old, "a")
        assert [0] == whole(old, "c")
    assert not [name for name in names(path) if name.endswith(".part")]


def test_two_restores_in_one_second_keep_both_journals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.journal.sqlite_file.dated", lambda: "old-20300101-000000")
    path, backup = with_log(tmp_path / "one")
    kept = [restore(backup, path).aside for _ in range(3)]
    names = [f"{path.name}.old-20300101-000000{number}" for number in ("", "-2", "-3")]
    assert names == [aside.name for aside in kept if aside is not None]
    with closing(SqliteStore(path.with_name(names[0]))) as oldest:
        assert list(range(90)) == whole(oldest, "a")


def test_a_journal_is_restored_where_none_was(tmp_path: Path) -> None:
    _, backup = with_log(tmp_path / "one")
    done = restore(backup, tmp_path / "new" / DATABASE)
    assert (2, None) == (done.tables, done.aside)
    with closing(SqliteStore(tmp_path / "new" / DATABASE)) as store:
        assert list(range(50)) == whole(store, "a")


def test_a_copy_of_a_live_file_is_restored_with_its_log(tmp_path: Path) -> None:
    path, _ = with_log(tmp_path / "one")
    restore(path, tmp_path / "new.db")
    with closing(SqliteStore(tmp_path / "new.db")) as store:
        assert list(range(90)) == whole(store, "a")


def test_a_journal_in_use_is_not_restored(tmp_path: Path) -> None:
    path, backup = with_log(tmp_path / "one")
    with closing(SqliteStore(path)):
        before = names(path)
        with pytest.raises(Malformed, match="is in use by another rumpus serve"):
            restore(backup, path)
        assert before == names(path)


def test_a_damaged_backup_is_not_restored(tmp_path: Path) -> None:
    path, backup = with_log(tmp_path / "one")
    before = names(path)
    with pytest.raises(Malformed, match=r"none\.db does not exist"):
        restore(tmp_path / "none.db", path)
    with pytest.raises(Malformed, match="is the journal itself"):
        restore(path, path)
    (tmp_path / "text.db").write_text("no database")
    with pytest.raises(Malformed, match="is not a Rumpus journal"):
        restore(tmp_path / "text.db", path)
    with closing(sqlite3.connect(backup)) as db:
        db.execute("UPDATE entries SET body = x'00' WHERE table_id = 'a' AND seq = 7")
        db.commit()
    with pytest.raises(Malformed, match="has 1 damaged tables of 2; use another backup, or --force"):
        restore(backup, path)
    with backup.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8192)
    with pytest.raises(Malformed, match=r"is damaged, and is not restored|cannot be read"):
        restore(backup, path, force=True)
    assert before | {f"{DATABASE}.lock"} >= names(path)


@pytest.mark.parametrize("step", range(4))
def test_a_restore_that_breaks_off_leaves_a_whole_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """The power fails before each change of a name: there is the old journal with its log, or the new one."""
    path, backup = with_log(tmp_path / "one")
    changes = [0]

    def or_power_cut(real: object) -> object:
        def change(*args: object) -> object:
            changes[0] += 1
            if changes[0] > step:
                raise KeyboardInterrupt
            return real(*args)  # type: ignore[operator]

        return change

    monkeypatch.setattr(os, "link", or_power_cut(os.link))
    monkeypatch.setattr(Path, "rename", or_power_cut(Path.rename))
    try:
        restore(backup, path)
        assert step == 3
    except KeyboardInterrupt:
        assert step < 3
    monkeypatch.undo()
    with closing(SqliteStore(path)) as store:
        assert (list(range(90)) if step < 2 else list(range(50))) == whole(store, "a")
    assert check_file(path).whole


# The commands


def ran(*arguments: str) -> tuple[int, str]:
    """The exit code of a command and what it says; `Malformed` passes through."""
    done = CliRunner().invoke(cli, arguments, env={"LANG": "C"}, catch_exceptions=False)
    return done.exit_code, done.output


def said(*arguments: str) -> str:
    code, words = ran(*arguments)
    assert 0 == code, words
    return words


def test_the_commands_say_what_they_did_in_both_languages(tmp_path: Path) -> None:
    path, backup = with_log(tmp_path / "one")
    data = str(path.parent)
    assert "3 of 3 tables are whole" in said("check", "--data", data)
    assert "2 de 2 mesas están íntegras" in said("check", str(backup), "--lang", "es")
    restored = said("restore", str(backup), "--data", data)
    assert "2 tables of" in restored
    assert "The previous file is now" in restored
    assert "All 2 tables of" in said("backup", str(tmp_path / "again.db"), "--data", data)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE entries SET body = x'00' WHERE table_id = 'a' AND seq = 7")
        db.commit()
    checked = rumpus("check", "--data", data)
    assert (1, "") == (checked.returncode, checked.stderr)
    assert "1 of 2 tables are whole" in checked.stdout
    assert "Table a is damaged or incomplete from entry 7 on" in checked.stdout
    code, copied = ran("backup", str(tmp_path / "damaged.db"), "--data", data)
    assert (1, True) == (code, "Table a" in copied)
    with pytest.raises(Malformed, match="a FILE or --data DIR, not both"):
        ran("check", str(backup), "--data", data)


def test_old_tables_are_counted_and_removed_by_hand(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    with closing(SqliteStore(path)) as store:
        opened(store, *(f"t{number}" for number in range(20)))
        store._db.execute("UPDATE tables SET touched = touched - 50 * 86400 WHERE id <> 't0'")
    assert "No table is that old" in said("sweep", "--data", str(tmp_path), "--days", "60")
    would = said("sweep", "--data", str(tmp_path))
    assert "19 of 20 tables would be removed, last used between 50 and" in would
    with closing(SqliteStore(path)) as store:
        assert 20 == store.expired(0.0).tables
        with pytest.raises(Malformed, match="is in use by another rumpus serve"):
            ran("sweep", "--data", str(tmp_path), "--force")
    assert "Se eliminaron 19 de 20 mesas" in said("sweep", "--data", str(tmp_path), "--force", "--lang", "es")
    with closing(SqliteStore(path)) as store:
        assert 1 == store.expired(0.0).tables


def test_circles_are_in_a_backup_and_are_counted_apart_from_tables(tmp_path: Path) -> None:
    source, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    with closing(SqliteStore(source)) as store:
        opened(store, "a")
        store.open(Head("club", "club", 0.0, "circle"), entry(0))
        store.replace(Head("club", "club", 0.0, "circle"), [entry(1), entry(2)])
    copy_live(source, copy)
    said = CliRunner().invoke(cli, ["check", str(copy), "--lang", "en"])
    assert (0, True) == (said.exit_code, "1 of 1 tables are whole.\n1 of 1 circles are whole.\n" in said.output)
    assert 1 == restore(copy, tmp_path / "back.db").tables
    with closing(SqliteStore(tmp_path / "back.db")) as store:
        assert [1, 2] == whole(store, "club")
    with closing(sqlite3.connect(copy)) as db:
        db.execute("UPDATE entries SET body = x'00' WHERE table_id = 'club' AND seq = 2")
        db.commit()
    said = CliRunner().invoke(cli, ["check", str(copy), "--lang", "en"])
    assert (1, True) == (said.exit_code, "Circle club is damaged or incomplete from entry 2 on" in said.output)


def test_what_was_cleared_is_not_in_the_file_any_more(tmp_path: Path) -> None:
    source = tmp_path / "journal.db"
    with closing(SqliteStore(source)) as store:
        store.open(Head("club", "club", 0.0, "circle"), Entry(0, 0.0, None, b"a canary" * 100))
        store.open(Head("gone", "gone", 0.0, "circle"), Entry(0, 0.0, None, b"a canary" * 100))
        store.replace(Head("club", "club", 0.0, "circle"), [entry(1)])
        store.drop("gone")
    assert b"canary" not in source.read_bytes()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_restores_belongs_to_whom_the_folder_belongs(tmp_path: Path) -> None:
    """As where systemd runs the server as a user of its own, and its host types `sudo rumpus restore`."""
    path, backup = journal_and_backup(tmp_path / "one")
    for file in (path.parent, path):
        os.chown(file, 12345, 12346)
    restore(backup, path)
    new = tmp_path / "new"
    new.mkdir()
    os.chown(new, 12345, 12346)
    restore(backup, new / DATABASE)
    with closing(SqliteStore(new / "tables-1.sqlite3")) as store:
        opened(store, "a")
    for file in (path, *new.iterdir()):
        assert (12345, 12346, 0o600) == (file.stat().st_uid, file.stat().st_gid, file.stat().st_mode & 0o777), file
