"""Systems that are not like ours: no POSIX, and terminals that cannot show everything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from rumpus.cli import options
from rumpus.cli.main import cli
from rumpus.contract import Malformed
from rumpus.server import qr

HOSTS = [["serve"], ["backup", "file"], ["restore", "file"], ["check"], ["sweep"], ["doctor"], ["status"]]
HOSTS += [["migrate", "postgresql://a/b"], ["move", "a", "postgresql://a/b"]]
# What Windows does not have: modules, and names in those that it has
WINDOWS = """
import os, signal, socket, sys
for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty", "uvloop"):
    sys.modules[name] = None
for module, names in (
    (os, ("fchmod", "fork", "geteuid", "getuid", "nice", "sysconf")),
    (signal, ("SIGHUP", "SIGPROF", "SIGUSR1", "pthread_sigmask", "setitimer")),
    (socket, ("AF_UNIX", "recv_fds", "send_fds")),
):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
from rumpus.cli import options
options.POSIX = False
from rumpus.__main__ import main
main()
"""


def on_windows(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The command where what it needs of POSIX is not there."""
    command = [sys.executable, "-c", WINDOWS, *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False, timeout=120)  # noqa: S603 - ours


@pytest.mark.parametrize("arguments", HOSTS, ids=lambda arguments: str(arguments[0]))
def test_what_a_host_needs_says_in_one_sentence_that_it_needs_another_system(
    arguments: list[str], tmp_path: Path
) -> None:
    done = on_windows(*arguments)
    assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n")), done.stderr
    assert f"rumpus {arguments[0]} needs Linux or macOS; on Windows, use WSL" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--version"], "rumpus "),
        (["serve", "--help"], "--workers"),
        (["sim", "wig_out", "--games", "2"], "greedy"),
        (["games"], "five_crowns"),
        (["unit", "--user", "cards"], "[Service]"),
    ],
    ids=lambda value: str(value[0]) if isinstance(value, list) else None,
)
def test_everything_else_works_without_posix(arguments: list[str], expected: str) -> None:
    done = on_windows(*arguments)
    assert (0, "") == (done.returncode, done.stderr)
    assert expected in done.stdout


@pytest.mark.parametrize("arguments", HOSTS[:7])
def test_without_posix_a_sentence_says_what_to_do(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "POSIX", False)
    done = CliRunner().invoke(cli, arguments)
    assert isinstance(done.exception, Malformed)
    assert str(done.exception).startswith(f"rumpus {arguments[0]} needs Linux or macOS; on Windows, use WSL")


def test_a_qr_code_is_left_out_where_it_cannot_be_shown() -> None:
    assert qr.shows("utf-8")
    assert qr.shows("cp437")
    assert not qr.shows("ascii")
    assert not qr.shows(None)
    assert not qr.shows("no such encoding")


def test_words_are_replaced_where_the_terminal_cannot_show_them() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LANG": "es"}
    done = subprocess.run(
        [sys.executable, "-c", "from rumpus.terminal.output import say; say('una jugada más ✓')"],
        env=environment,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, b"una jugada m?s ?\n")
