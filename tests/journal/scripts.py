"""Scripts that run beside a test, in a process of their own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.stores import SAFETY_S


def python(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=SAFETY_S, check=False)  # noqa: S603 - our own


def crashed(path: Path, into: Path, cut: int = 0) -> Path:
    """What is left of a journal whose server was killed now; `cut` bytes of the log never reached the disk."""
    into.mkdir()
    shutil.copy(path, into)
    log = path.with_name(f"{path.name}-wal").read_bytes()
    (into / f"{path.name}-wal").write_bytes(log[: len(log) - cut])
    return into / path.name
