"""Tables in PostgreSQL: `rumpus migrate` and `rumpus move`."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing
from pathlib import Path

import click

from rumpus import text
from rumpus.cli.options import chosen_language, language_option, need_posix
from rumpus.cli.stores import open_journal, reachable
from rumpus.contract import Malformed
from rumpus.server.config import is_database
from rumpus.terminal.output import progress, say


@click.command()
@click.argument("store", metavar="URL", envvar="RUMPUS_STORE")
@language_option
def migrate(store: str, language: str | None) -> None:
    """Create or upgrade the tables in a PostgreSQL database.

    URL is its address (postgresql://…). No node may be running.
    """
    need_posix("migrate")
    from rumpus.journal.postgres.store import PostgresStore  # noqa: PLC0415 - the extra `cluster`

    language = chosen_language(language)
    if not is_database(store):
        raise Malformed(f"URL is the address of a database and begins with postgresql://, not {store!r}")
    with reachable(store), closing(PostgresStore(store)) as target:
        before, after = target.migrate()
    key = "migrate-made" if before is None else "migrate-same" if before == after else "migrate-done"
    say(text.say(language, key, before=before or 0, after=after))


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@language_option
def move(source: str, target: str, language: str | None) -> None:
    """Move all tables from a file to a database, or back.

    A database is given by its address (postgresql://…). No server may use either place. FROM is not changed. Every
    entry is compared afterwards. If interrupted, run the same command again to continue. The files of a server with
    several workers are moved together.
    """
    need_posix("move")
    from rumpus.journal.files import file_of  # noqa: PLC0415 - the journal needs a system with file locks
    from rumpus.journal.moving import move as move_all  # noqa: PLC0415 - as above

    language = chosen_language(language)
    if not is_database(source) and not Path(source).is_file():
        folder = Path(source).is_dir()
        raise Malformed(f"{source} is a folder; name the file in it" if folder else f"{source} does not exist")
    if not is_database(source) and not Path(source).stat().st_size:  # opened as a journal, it would become one
        raise Malformed(f"{source} is not a Rumpus journal")
    if source == target or (not is_database(target) and Path(source).resolve() == Path(target).resolve()):
        raise Malformed("FROM and TO are the same")

    def noticed(done: int, logs: int) -> None:
        if sys.stderr.isatty():
            progress(done, logs)

    with ExitStack() as stack:
        with reachable(source):
            old = stack.enter_context(closing(open_journal(source, idle=True)))
            files = {file_of(head.id) for head, _ in old.logs()}
        with reachable(target):
            new = stack.enter_context(closing(open_journal(target, files, make=True, idle=True)))
        with reachable(target if is_database(target) else source):
            moved = move_all(old, new, noticed)
    say(text.say(language, "move-done", logs=moved.logs, entries=moved.entries))
    if moved.there:
        say(text.say(language, "move-there", logs=moved.there))
