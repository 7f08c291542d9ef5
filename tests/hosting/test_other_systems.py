"""Systems that are not like ours: no POSIX, and terminals that cannot show everything."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from rumpus.cli import options
from rumpus.cli.main import cli
from rumpus.contract import Malformed
from rumpus.server import qr


@pytest.mark.parametrize(
    "arguments", [["serve"], ["backup", "file"], ["restore", "file"], ["check"], ["sweep"], ["doctor"], ["status"]]
)
def test_without_posix_a_sentence_says_what_to_do(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "POSIX", False)
    done = CliRunner().invoke(cli, arguments)
    assert isinstance(done.exception, Malformed)
    assert str(done.exception).startswith(f"rumpus {arguments[0]} needs Linux or macOS; on Windows it runs in WSL")


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
