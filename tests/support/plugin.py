"""The example of a game in a package of its own, installed as a user would install it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "docs" / "examples" / "crazy_eights"


def install(folder: Path) -> None:
    """Install the package into a folder; with that on PYTHONPATH, Python finds it and its entry points."""
    uv = str(Path(sys.executable).parent / "uv")
    command = ["pip", "install", "--quiet", "--offline", "--no-deps", "--no-build-isolation", "--target", str(folder)]
    subprocess.run(  # noqa: S603 - our own package
        [uv, *command, "--python", sys.executable, str(PACKAGE)], check=True, timeout=300
    )
