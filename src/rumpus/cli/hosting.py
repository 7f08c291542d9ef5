"""For hosts: `rumpus doctor`, `rumpus status` and `rumpus unit`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from rumpus import text
from rumpus.cli.keeping import data_option
from rumpus.cli.options import chosen_language, json_option, language_option, need_posix
from rumpus.cli.stores import store_option
from rumpus.cli.tables import configure, data_folder, serve
from rumpus.contract import Malformed
from rumpus.server.config import EVERYWHERE
from rumpus.terminal.output import say

if TYPE_CHECKING:
    from rumpus.hosting.doctor import Finding
    from rumpus.hosting.status import Status

Facts = dict[str, str | int | float]
SICK = 1  # the exit code if something keeps people from playing
NOT_RUNNING = 3  # as `systemctl status` says it
SIGNS = {"ok": "ok  ", "note": "note", "bad": "BAD "}
FROM_COMMAND_LINE = click.core.ParameterSource.COMMANDLINE
USER = re.compile(r"[a-z_][a-z0-9_-]{0,31}")
host_option = click.option(
    "--host",
    default=EVERYWHERE,
    envvar="RUMPUS_HOST",
    metavar="ADDRESS",
    help="Address the server listens on (default: all).",
)
port_option = click.option(
    "--port",
    default=8000,
    type=click.IntRange(1, 65535),
    envvar="RUMPUS_PORT",
    help="The server's port (default 8000).",
)


@click.command()
@data_option
@host_option
@port_option
@click.option("--url", metavar="URL", help="The address your friends use, as in https://cards.example.org.")
@store_option
@json_option
@language_option
def doctor(
    data: Path | None, host: str, port: int, url: str | None, store: str | None, as_json: bool, language: str | None
) -> None:
    """Check what a server needs, and say how to fix problems.

    Exit code 1 if something is wrong.
    """
    need_posix("doctor")
    from rumpus.hosting import asking  # noqa: PLC0415 - only these commands need it
    from rumpus.hosting.doctor import Place, examine  # noqa: PLC0415 - the extra `server`

    language = chosen_language(language)
    try:
        url = None if url is None else asking.normal(url)
    except ValueError:
        raise Malformed(f"--url is an address such as https://cards.example.org, not {url!r}") from None
    findings: list[Finding] = []
    for finding in examine(Place(data or data_folder(), host, port, url, store)):
        findings.append(finding)
        if not as_json:
            fix = _fix(finding, language)
            say(f"{SIGNS[finding.state]}  {_found(finding, language)}" + (f" {fix}" if fix else ""))
    sick = any(finding.state == "bad" for finding in findings)
    if as_json:
        checks = [
            {
                "check": finding.check,
                "state": finding.state,
                "what": finding.what,
                "says": _found(finding, language),
                "fix": _fix(finding, language),
                "facts": finding.facts,
            }
            for finding in findings
        ]
        say(msgspec.json.encode({"version": 1, "ok": not sick, "checks": checks}).decode())
    raise SystemExit(SICK if sick else 0)


def _found(finding: Finding, language: str) -> str:
    return text.say(language, finding.key, **finding.facts)


def _fix(finding: Finding, language: str) -> str | None:
    return None if finding.state == "ok" else text.say(language, f"{finding.key}-fix", **finding.facts)


@click.command()
@data_option
@host_option
@port_option
@click.option(
    "--metrics-port",
    type=click.IntRange(1, 65535),
    envvar="RUMPUS_METRICS_PORT",
    help="Port of its metrics (default: the port plus one).",
)
@store_option
@json_option
@language_option
def status(
    data: Path | None,
    host: str,
    port: int,
    metrics_port: int | None,
    store: str | None,
    as_json: bool,
    language: str | None,
) -> None:
    """Show the state of the server on this machine.

    Lists tables, people, slow endpoints, disk, last backup and other nodes. Exit code 3 if no server is running, 1
    if it cannot save, its bots do not answer, or it has lost its database.
    """
    need_posix("status")
    from rumpus.hosting.status import status as ask  # noqa: PLC0415 - the extra `server`

    language = chosen_language(language)
    found = ask(data or data_folder(), port, metrics_port or min(port + 1, 65535), store, host)
    if as_json:
        say(msgspec.json.encode(found).decode())
    else:
        for words in _told(found, port, language):
            say(words)
    ill = False in (found.saving, found.room, found.thinking) or found.silent is True
    raise SystemExit(NOT_RUNNING if not found.running else SICK if ill else 0)


def _told(found: Status, port: int, language: str) -> list[str]:
    """The status in sentences."""
    facts: Facts = {
        name: value for name, value in msgspec.structs.asdict(found).items() if isinstance(value, int | float)
    }
    lines: list[tuple[str, Facts]] = [("status-running" if found.running else "status-stopped", {"port": str(port)})]
    if found.running:
        lines.append(("status-people", facts))
        lines += [("status-workers", facts)] if (found.workers or 1) > 1 else []
        lines += [(f"status-not-{name}", {}) for name in ("saving", "thinking") if getattr(found, name) is False]
        lines += [("status-no-room", {})] if found.room is False else []
        lines += [("status-silent", {})] if found.silent else []
        lines += [("status-busy", {})] if found.busy else []
        lines.append(("status-work", facts) if found.connections is not None else ("status-no-metrics", {}))
        lines += [("status-stalled", {"endpoint": name, "times": times}) for name, times in found.stalls.items()]
    if found.store_wrong is not None:
        facts |= {"reason": found.store_why or "", "journal": found.store_version or 0}
        lines += [(f"doctor-store-{found.store_wrong}{part}", facts) for part in ("", "-fix")]
    if found.nodes is not None:
        lines.append(("status-nodes", {"nodes": len(found.nodes)}))
        lines += [("status-node", {"address": url, "tables": tables}) for url, tables in found.nodes.items()]
    if found.database_mb is not None and found.tables_kept is not None:
        lines.append(("status-database", facts))
    if found.free_mb is not None:
        lines.append(("status-disk", facts))
    if found.backup_hours is not None and found.backup_path is not None:
        lines.append(("status-backup", {**facts, "path": found.backup_path}))
    elif found.tables_kept:
        lines.append(("status-no-backup", {}))
    return [text.say(language, key, **said) for key, said in lines]


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--user", metavar="NAME", help="System user to run as; without it systemd creates one.")
@click.option("--port", default=8000, type=click.IntRange(0, 65535), help="The server's port (default 8000).")
@click.argument("arguments", metavar="[-- OPTIONS OF SERVE…]", nargs=-1)
def unit(user: str | None, port: int, arguments: Sequence[str]) -> None:
    """Print a systemd unit that starts the server at boot.

    rumpus unit > /etc/systemd/system/rumpus.service

    Options after -- are passed to `rumpus serve`.
    """
    from rumpus.hosting.unit import out_of_reach  # noqa: PLC0415 - only this command needs it
    from rumpus.hosting.unit import unit as written  # noqa: PLC0415 - as above

    if user is not None and not USER.fullmatch(user):
        raise Malformed(f"--user is the name of a system user, such as rumpus, not {user!r}")
    for argument in arguments:
        if not argument.isprintable():
            raise Malformed("the options of serve cannot contain line breaks or other control characters")
    given = serve.make_context("serve", list(arguments), help_option_names=[])
    configure(**given.params)
    paths = _whole_paths(given)
    if "data" in paths and user is None:
        raise Malformed("--data in a unit needs --user NAME, the owner of that folder")
    if given.get_parameter_source("port") == FROM_COMMAND_LINE:
        port = given.params["port"]
    else:
        arguments = ["--port", str(port), *arguments]
    say(written(arguments, port, user, paths.get("data")), nl=False)
    closed = out_of_reach() if user is None else None
    if closed is not None:
        say(
            f"rumpus: note: the unit's user cannot enter {closed}, where this rumpus is; install it in /opt/rumpus"
            " (docs/hosting.md), or name a user who can with --user",
            err=True,
        )


def _whole_paths(given: click.Context) -> dict[str, Path]:
    """The files and folders that were named; raises `Malformed` if systemd, which starts elsewhere, finds them not."""
    named = [name for name in ("data", "cert", "key") if given.get_parameter_source(name) == FROM_COMMAND_LINE]
    paths = {name: Path(given.params[name]) for name in named}
    for name, path in paths.items():
        if not path.is_absolute():
            raise Malformed(f"--{name} in a unit must be an absolute path, as in {path.absolute()}")
    return paths
