"""The `rumpus` command, run in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys


def rumpus(*arguments: str, stdin: str = "", language: str = "C") -> subprocess.CompletedProcess[str]:
    """Run the command; `language` is that of the terminal."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
    return subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-m", "rumpus", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=environment | {"LANG": language, "COLUMNS": "100", "PYTHONUTF8": "1"},
    )


def said(*arguments: str, stdin: str = "", language: str = "C") -> str:
    """What the command prints when it succeeds."""
    done = rumpus(*arguments, stdin=stdin, language=language)
    assert (0, "") == (done.returncode, done.stderr)
    return done.stdout
