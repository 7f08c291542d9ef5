"""Commands that look after all tables: `rumpus backup`, `rumpus restore`, `rumpus check` and `rumpus sweep`."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rumpus import text
from rumpus.cli.options import chosen_language, language_option, need_posix
from rumpus.cli.stores import open_journal, reachable, store_option
from rumpus.cli.tables import data_folder
from rumpus.contract import Malformed
from rumpus.server.config import DATABASE, parse_keep_days, shown
from rumpus.terminal.output import progress, say

if TYPE_CHECKING:
    from rumpus.journal.checking import Report, TableReport

NOT_WHOLE = 1  # the exit code where something is damaged
DAY_S = 86400.0
TABLE = "table"  # as the journal calls it, which is imported only where it is needed
data_option = click.option(
    "--data", type=click.Path(path_type=Path), envvar="RUMPUS_DATA", metavar="DIR", help="Folder with the tables."
)


def database(data: Path | None) -> Path:
    """The file with all tables."""
    return (data or data_folder()) / DATABASE


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@data_option
@store_option
@language_option
def backup(path: Path, data: Path | None, store: str | None, language: str | None) -> None:
    """Copy all tables to FILE and check the copy. The server may be running."""
    need_posix("backup")
    from rumpus.hosting import backups  # noqa: PLC0415 - the extra `server`
    from rumpus.journal.bundle import copy_all  # noqa: PLC0415 - the journal needs a system with file locks

    language = chosen_language(language)
    source = database(data)
    noticed = progress if sys.stderr.isatty() else None
    if store is None:
        report, name = copy_all(source, path), str(source)
    else:
        from rumpus.journal.postgres.copying import back_up  # noqa: PLC0415 - the extra `cluster`

        with reachable(store):
            report, name = back_up(store, path, noticed), shown(store)
    backups.note(source.parent, path, report.count(TABLE), store)
    say(text.say(language, "backup-done", source=name, path=str(path), tables=report.count(TABLE)))
    _say_circles(report, language)
    _say_damaged(report, language)


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@data_option
@store_option
@click.option("--force", is_flag=True, help="Restore it even if some of its tables are damaged.")
@language_option
def restore(path: Path, data: Path | None, store: str | None, force: bool, language: str | None) -> None:
    """Replace all tables with the backup FILE.

    No server may be running. The previous file is kept beside the new one.

    With --store, FILE is restored into an empty database.
    """
    need_posix("restore")
    from rumpus.journal.bundle import restore_all  # noqa: PLC0415 - as above

    language = chosen_language(language)
    if store is not None:
        from rumpus.journal.postgres.copying import restore_to  # noqa: PLC0415 - the extra `cluster`

        with reachable(store):
            moved = restore_to(path, store, force=force, progress=progress if sys.stderr.isatty() else None)
        say(text.say(language, "move-done", logs=moved.logs, entries=moved.entries))
        return
    target = database(data)
    done, aside = restore_all(path, target, force=force)
    say(text.say(language, "restore-done", source=str(path), path=str(target), tables=done.tables))
    for old in aside:
        say(text.say(language, "restore-aside", path=str(old)))


@click.command()
@click.argument("path", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@data_option
@store_option
@language_option
def check(path: Path | None, data: Path | None, store: str | None, language: str | None) -> None:
    """Check all tables, or the backup FILE, for damage.

    Exit code 1 if any table is damaged.
    """
    need_posix("check")
    from rumpus.journal.bundle import check_all, check_backup  # noqa: PLC0415 - as above

    language = chosen_language(language)
    if (
        path is not None
        and data is not None
        and click.get_current_context().get_parameter_source("data") == (click.core.ParameterSource.COMMANDLINE)
    ):
        raise Malformed("check takes a FILE or --data DIR, not both")
    noticed = progress if sys.stderr.isatty() else None
    name = str(path or database(data))
    if path is not None:
        report = check_backup(path, noticed)
    elif store is None:
        report = check_all(database(data), noticed)
    else:
        from rumpus.journal.postgres.copying import check_database  # noqa: PLC0415 - the extra `cluster`

        with reachable(store):
            report, name = check_database(store, noticed), shown(store)
    older = sum(table.older for table in report.tables)
    whole = report.count(TABLE) - sum(table.kind == TABLE for table in report.damaged)
    say(text.say(language, "check-whole", path=name, whole=whole, tables=report.count(TABLE)))
    _say_circles(report, language)
    if older:
        say(text.say(language, "check-older", entries=older))
    _say_damaged(report, language)


def _say_circles(report: Report, language: str) -> None:
    """Say how many circles are whole, if there are any."""
    circles = len(report.tables) - report.count(TABLE)
    damaged = sum(table.kind != TABLE for table in report.damaged)
    if circles:
        say(text.say(language, "check-circles", whole=circles - damaged, circles=circles))


def _say_damaged(report: Report, language: str) -> None:
    """Say what is wrong, and end with an exit code if anything is."""
    if not report.sound:
        say(text.say(language, "check-unsound"))
    for table in report.damaged:
        say(_damage(table, language))
    if not report.whole:
        say(text.say(language, "check-advice"))
        raise SystemExit(NOT_WHOLE)


def _damage(table: TableReport, language: str) -> str:
    key = "check-damaged" if table.kind == TABLE else "check-damaged-circle"
    return text.say(language, key, table=table.table, entry=str(table.damaged_from))


@click.command()
@data_option
@store_option
@click.option("--days", default="30", metavar="N", help="Tables that nobody has used for N days (default 30).")
@click.option("--force", is_flag=True, help="Remove them instead of only counting them.")
@language_option
def sweep(data: Path | None, store: str | None, days: str, force: bool, language: str | None) -> None:
    """Count or remove old tables by hand.

    No server may be running. With --store, nodes may be running; tables in use are left alone.
    """
    need_posix("sweep")
    from rumpus.journal.files import files_of  # noqa: PLC0415 - as above

    language = chosen_language(language)
    age_s = parse_keep_days(days, "--days") * DAY_S
    if store is None and not files_of(database(data)):
        raise Malformed(f"{database(data)} does not exist")
    place = store or database(data)
    with reachable(place), closing(open_journal(place)) as journal:
        now = journal.now()
        expired = journal.expired(now - age_s)
        ages = {
            name: round((now - at) / DAY_S) for name, at in (("oldest", expired.oldest), ("newest", expired.newest))
        }
        key = "sweep-none" if not expired.count else "sweep-removed" if force else "sweep-would"
        if force:
            journal.remove(now - age_s)
    counts = {"count": expired.count, "tables": expired.tables, **ages}
    say(text.say(language, key, **(counts if expired.count else {"tables": expired.tables})))
