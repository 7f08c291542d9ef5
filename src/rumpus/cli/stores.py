"""The place of the tables, as given to commands: a folder with files, or a PostgreSQL database (`--store`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rumpus.contract import Malformed
from rumpus.server.config import is_database, parse_store, shown

if TYPE_CHECKING:
    from rumpus.journal.moving import Movable

store_option = click.option(
    "--store",
    envvar="RUMPUS_STORE",
    metavar="URL",
    callback=lambda _context, _option, value: parse_store(value),
    help="Use the PostgreSQL database of several nodes (postgresql://…) instead of a folder.",
)


@contextmanager
def reachable(address: str | Path) -> Iterator[None]:
    """Say in one sentence what the store at this address cannot do: raises `Malformed` instead of its own errors."""
    from rumpus.journal import Conflict, Unreachable, Unsaved  # noqa: PLC0415 - needs a system with file locks

    try:
        yield
    except Unreachable as error:
        raise Malformed(f"{error}: {shown(str(address))}") from None
    except (Unsaved, Conflict) as error:
        raise Malformed(str(error)) from None


def open_journal(address: str | Path, files: Iterable[int] = (), *, make: bool = False, idle: bool = False) -> Movable:
    """The journal in a database, or in a file and those beside it; `files` are numbers of further ones to be made.

    `make` makes the tables of a database that has none; `idle` refuses one that nodes use, as a file is refused that a
    server uses. Raises `Malformed`, `Unsaved`.
    """
    if isinstance(address, str) and is_database(address):
        from rumpus.journal.postgres.store import PostgresStore  # noqa: PLC0415 - the extra `cluster`

        database = PostgresStore(address)
        try:
            database.prepare(make=make, idle=idle)
        except BaseException:
            database.close()
            raise
        return database
    from rumpus.journal.files import numbers_of, path_of  # noqa: PLC0415 - the journal needs a system with file locks
    from rumpus.journal.split import SplitStore  # noqa: PLC0415 - as above
    from rumpus.journal.sqlite import SqliteStore  # noqa: PLC0415 - as above

    first = Path(address)
    return SplitStore.of(sorted({*numbers_of(first), *files}), lambda number: SqliteStore(path_of(first, number)))
