"""Tables that people share: `rumpus serve` and `rumpus join`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from rumpus.bots.base import LEVELS
from rumpus.cli.options import chosen_language, language_option, listed, need_posix, option_option, parse_options
from rumpus.contract import Malformed
from rumpus.games import game
from rumpus.journal.files import MOST_FILES
from rumpus.server.addresses import origins_for
from rumpus.server.budget.limits import parse as parse_limits
from rumpus.server.cluster.link import parse_address
from rumpus.server.config import EVERYWHERE, ServerConfig, parse_keep_days, parse_store, parse_trusted_proxy
from rumpus.server.web.security_txt import parse_contact
from rumpus.terminal.output import say


def data_folder() -> Path:
    """The default folder for tables."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "rumpus"


@click.command()
@click.option(
    "--host", default=EVERYWHERE, envvar="RUMPUS_HOST", metavar="ADDRESS", help="Address to listen on (default: all)."
)
@click.option(
    "--port",
    default=8000,
    type=click.IntRange(0, 65535),
    envvar="RUMPUS_PORT",
    help="Port (default 8000; 0: any free one).",
)
@click.option(
    "--data", type=click.Path(path_type=Path), envvar="RUMPUS_DATA", metavar="DIR", help="Folder for the tables."
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    envvar="RUMPUS_ORIGIN",
    metavar="URL",
    help="Another address under which browsers reach the server. May be repeated.",
)
@click.option(
    "--trusted-proxy", envvar="RUMPUS_TRUSTED_PROXY", metavar="IP", help="Proxy whose X-Forwarded headers are trusted."
)
@click.option(
    "--cert",
    type=click.Path(path_type=Path),
    envvar="RUMPUS_CERT",
    metavar="FILE",
    help="Certificate chain (PEM), for https without a proxy. Reloaded when it changes.",
)
@click.option(
    "--key",
    type=click.Path(path_type=Path),
    envvar="RUMPUS_KEY",
    metavar="FILE",
    help="The certificate's key, if it is in another file.",
)
@click.option(
    "--metrics-port",
    type=click.IntRange(0, 65535),
    envvar="RUMPUS_METRICS_PORT",
    help="Port for Prometheus metrics.",
)
@click.option(
    "--keep-days",
    default="30",
    envvar="RUMPUS_KEEP_DAYS",
    metavar="N|never",
    help="Remove tables that nobody has used for N days (default 30).",
)
@click.option(
    "--keep-circles-days",
    default="never",
    envvar="RUMPUS_KEEP_CIRCLES_DAYS",
    metavar="N|never",
    help="Remove circles and their books that nobody has used for N days (default never).",
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    envvar="RUMPUS_LIMIT",
    metavar="NAME=N",
    help="Change a limit, as in tables=100. May be repeated.",
)
@click.option(
    "--workers",
    default=1,
    type=click.IntRange(1, MOST_FILES),
    envvar="RUMPUS_WORKERS",
    metavar="N",
    help="Number of processes that serve tables, at most one per core (default 1).",
)
@click.option(
    "--security-contact",
    envvar="RUMPUS_SECURITY_CONTACT",
    metavar="ADDRESS",
    help="Contact for security problems, shown in /.well-known/security.txt.",
)
@click.option(
    "--store",
    envvar="RUMPUS_STORE",
    metavar="URL",
    help="Keep tables in PostgreSQL (postgresql://…), which several nodes can share.",
)
@click.option(
    "--node-url",
    envvar="RUMPUS_NODE_URL",
    metavar="URL",
    help="tcp://HOST:PORT where other nodes reach this one, in a private network.",
)
@click.option(
    "--node-bind", envvar="RUMPUS_NODE_BIND", metavar="URL", help="tcp://HOST:PORT to listen on, if different."
)
@click.option(
    "--accept-loss",
    is_flag=True,
    envvar="RUMPUS_ACCEPT_LOSS",
    help="Start without a synchronous standby: if the database's machine dies, the latest moves may be lost.",
)
@click.option("--scripted-for-all", is_flag=True, help="For developers: let others join tables with scripted deals.")
@language_option
def serve(**settings: Any) -> None:
    """Start a server with tables for people and bots.

    It can be reached from this machine and its network. Every option can also be set in the environment, as in
    RUMPUS_PORT=9000.
    """
    need_posix("serve")
    config = configure(**settings)
    from rumpus.server import run  # noqa: PLC0415 - the extra `server`

    run.serve(config, say)


def configure(
    *,
    data: Path | None,
    origins: Sequence[str],
    trusted_proxy: str | None,
    keep_days: str,
    keep_circles_days: str,
    limits: Sequence[str],
    security_contact: str | None,
    language: str | None,
    **settings: Any,
) -> ServerConfig:
    """What the options of `serve` mean; raises `Malformed`."""
    if settings["key"] is not None and settings["cert"] is None:
        raise Malformed("--key needs --cert")
    if settings["store"] is None and (settings["node_url"] or settings["node_bind"] or settings["accept_loss"]):
        raise Malformed("--node-url, --node-bind and --accept-loss need --store")
    if settings["workers"] > 1 and settings["store"] is not None:
        raise Malformed("--workers and --store cannot be combined: workers use files, nodes a database")
    if settings["workers"] > 1 and settings["cert"] is not None:
        raise Malformed("--workers and --cert cannot be combined: with workers, TLS must end at a proxy")
    parse_store(settings["store"])
    for name in ("node_url", "node_bind"):
        if settings[name] is not None:
            parse_address(settings[name], f"--{name.replace('_', '-')}")
    origins_for((), origins)
    return ServerConfig(
        data=data or data_folder(),
        origins=tuple(origins),
        trusted_proxy=parse_trusted_proxy(trusted_proxy),
        keep_days=parse_keep_days(keep_days),
        keep_circles_days=parse_keep_days(keep_circles_days, "--keep-circles-days"),
        limits=parse_limits(tuple(limits)),
        security_contact=parse_contact(security_contact),
        language=chosen_language(language),
        **settings,
    )


@click.command()
@click.argument("link", metavar="LINK")
@click.option("--name", "player", metavar="NAME", help="Your name at the table (asked for if missing).")
@click.option("--watch", is_flag=True, help="Only watch.")
@click.option("--game", "name", metavar="GAME", help="Open a new table of this game on that server.")
@click.option("--bots", default="", metavar="A,B,…", help=f"Bots at the new table: {', '.join(LEVELS)}.")
@click.option("--daily", metavar="GAME", help="Play the deal of the day of this game on that server.")
@click.option("--new", "anew", is_flag=True, help="Take a new seat, even if you have one at this table.")
@option_option
@language_option
def join(
    link: str, player: str | None, watch: bool, name: str | None, bots: str, pairs: Sequence[str], **chosen: Any
) -> None:
    """Join a table in the terminal, or open one with --game.

    LINK is that of a table (http://HOST:PORT/#CODE) or, with --game or --daily, that of a server. A link to a score
    to beat (…/#/deal/ID) works too: you play the same cards and see who did better. Your seat is kept: the same
    command with the same name brings you back to it.
    """
    from rumpus import client  # noqa: PLC0415 - only `join` needs the WebSocket client
    from rumpus.terminal import remote  # noqa: PLC0415 - the same

    client.parts(link)  # what cannot be used is refused before anybody is asked for a name
    language = chosen_language(chosen["language"])
    if chosen["daily"] is not None and (watch or name is not None):
        raise Malformed("--daily cannot be combined with --game or --watch")
    opening = None
    if name is not None:
        options = parse_options(pairs)
        opening = {"game": game(name, options).name, "options": options, "bots": listed(bots)}
    player = player or click.prompt("Name")
    seats = data_folder() / "seats.json"
    raise SystemExit(
        remote.run(
            link,
            player,
            language,
            sys.stdin,
            sys.stdout,
            watch=watch,
            opening=opening,
            seats=seats,
            anew=chosen["anew"],
            daily=chosen["daily"],
        )
    )
