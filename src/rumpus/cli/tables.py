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
from rumpus.server.budget.limits import parse as parse_limits
from rumpus.server.config import EVERYWHERE, ServerConfig, parse_keep_days, parse_trusted_proxy
from rumpus.server.web.security_txt import parse_contact
from rumpus.terminal.output import say


def data_folder() -> Path:
    """Where tables are kept if nobody says otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "rumpus"


@click.command()
@click.option(
    "--host", default=EVERYWHERE, envvar="RUMPUS_HOST", metavar="ADDRESS", help="Where to listen (everywhere)."
)
@click.option("--port", default=8000, type=click.IntRange(0, 65535), envvar="RUMPUS_PORT", help="Port (8000; 0: any).")
@click.option(
    "--data", type=click.Path(path_type=Path), envvar="RUMPUS_DATA", metavar="DIR", help="Where tables are kept."
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    envvar="RUMPUS_ORIGIN",
    metavar="URL",
    help="A further address that browsers use.",
)
@click.option(
    "--trusted-proxy", envvar="RUMPUS_TRUSTED_PROXY", metavar="IP", help="A proxy whose X-Forwarded headers count."
)
@click.option(
    "--cert",
    type=click.Path(path_type=Path),
    envvar="RUMPUS_CERT",
    metavar="FILE",
    help="A certificate chain in PEM: speak https without a proxy. Taken up anew when it changes.",
)
@click.option(
    "--key", type=click.Path(path_type=Path), envvar="RUMPUS_KEY", metavar="FILE", help="Its key, if in another file."
)
@click.option(
    "--metrics-port",
    type=click.IntRange(0, 65535),
    envvar="RUMPUS_METRICS_PORT",
    help="Port of the Prometheus metrics.",
)
@click.option(
    "--keep-days",
    default="30",
    envvar="RUMPUS_KEEP_DAYS",
    metavar="N|never",
    help="Remove tables unused for N days (30).",
)
@click.option(
    "--keep-circles-days",
    default="never",
    envvar="RUMPUS_KEEP_CIRCLES_DAYS",
    metavar="N|never",
    help="Remove circles, with their books, unused for N days (never).",
)
@click.option(
    "--limit", "limits", multiple=True, envvar="RUMPUS_LIMIT", metavar="NAME=N", help="Another limit, as in tables=100."
)
@click.option(
    "--workers",
    default=1,
    type=click.IntRange(1, MOST_FILES),
    envvar="RUMPUS_WORKERS",
    metavar="N",
    help="Processes that serve tables, one for each core (1).",
)
@click.option(
    "--security-contact",
    envvar="RUMPUS_SECURITY_CONTACT",
    metavar="ADDRESS",
    help="Where to report security problems, for /.well-known/security.txt.",
)
@click.option(
    "--store",
    envvar="RUMPUS_STORE",
    metavar="URL",
    help="Keep tables in PostgreSQL (postgresql://…), which several nodes may share.",
)
@click.option(
    "--node-url",
    envvar="RUMPUS_NODE_URL",
    metavar="URL",
    help="tcp://HOST:PORT, at which the other nodes reach this one; in a private network.",
)
@click.option(
    "--node-bind", envvar="RUMPUS_NODE_BIND", metavar="URL", help="tcp://HOST:PORT to listen at, if it is another."
)
@click.option(
    "--accept-loss",
    is_flag=True,
    envvar="RUMPUS_ACCEPT_LOSS",
    help="Start without a synchronous standby: the end of a match may be lost with the database's machine.",
)
@click.option(
    "--scripted-for-all", is_flag=True, help="For developers: let others join tables with scripted deals, too."
)
@language_option
def serve(**settings: Any) -> None:
    """Open tables for people and bots, on this machine and in its network.

    Every option can also be set in the environment, as in RUMPUS_PORT=9000.
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
        raise Malformed("--key belongs to a --cert, which was not given")
    if settings["store"] is None and (settings["node_url"] or settings["node_bind"] or settings["accept_loss"]):
        raise Malformed("--node-url, --node-bind and --accept-loss belong to a --store, which was not given")
    if settings["workers"] > 1 and settings["store"] is not None:
        raise Malformed("--workers has a file for each worker, and --store a database for all: use one of them")
    if settings["workers"] > 1 and settings["cert"] is not None:
        raise Malformed("--workers shares out connections before they are read, so TLS ends at a proxy: without --cert")
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
@click.option("--name", "player", metavar="NAME", help="What the table calls you (asked for if left out).")
@click.option("--watch", is_flag=True, help="Only look on.")
@click.option("--game", "name", metavar="GAME", help="Open a new table of this game on the server of LINK.")
@click.option("--bots", default="", metavar="A,B,…", help=f"Bots at the new table: {', '.join(LEVELS)}.")
@click.option("--daily", metavar="GAME", help="Play the deal of the day in this game, on the server of LINK.")
@click.option("--new", "anew", is_flag=True, help="Take a new seat, even if you have one at this table.")
@option_option
@language_option
def join(
    link: str, player: str | None, watch: bool, name: str | None, bots: str, pairs: Sequence[str], **chosen: Any
) -> None:
    """Sit down at the table of LINK (http://HOST:PORT/#CODE) in the terminal, or open one there with --game.

    A link to a score to beat (…/#/deal/ID) works too: you play the same cards, and see who was better.
    Your seat is kept: the same command with the same name brings you back to it.
    """
    from rumpus.terminal import remote  # noqa: PLC0415 - only `join` needs the WebSocket client

    language = chosen_language(chosen["language"])
    if chosen["daily"] is not None and (watch or name is not None):
        raise Malformed("--daily leads to a table of your own; it goes with neither --game nor --watch")
    player = player or click.prompt("Name")
    opening = None
    if name is not None:
        options = parse_options(pairs)
        opening = {"game": game(name, options).name, "options": options, "bots": listed(bots)}
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
