"""Collects Python for the browser (docs/offline.md): Pyodide, msgspec and the part of our package that a table needs.

Run by hatch_build.py, and by itself as `python scripts/browser_python.py FOLDER`. Pyodide comes from web/node_modules,
where `npm ci` has compared its hash; the wheel comes from the package index with the hash in requirements/browser.txt.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
PLATFORM, VERSION, ABI = "pyemscripten_2026_0_wasm32", "3.14", "cp314"
START = "rumpus.offline"
NAMED = re.compile(r'"(rumpus(?:\.\w+)+):\w+"')  # modules that are imported by name (offline/asking.py)
STAMP = ".python-from"


class Missing(Exception):
    """Something that Python in the browser needs cannot be had; the sentence says what."""


# Our own part


def modules(source: Path, start: str = START) -> dict[str, Path]:
    """The modules of our package that `start` needs, by name, and the packages they are in."""
    found: dict[str, Path] = {}
    waiting = [start]
    while waiting:
        name = waiting.pop()
        path = _file(source, name)
        if name in found or path is None:
            continue
        found[name] = path
        waiting += [name.rpartition(".")[0]] if "." in name else []
        text = path.read_text("utf-8")
        waiting += NAMED.findall(text) if name.startswith(START) else []
        waiting += _imports(ast.parse(text))
    return found


def _file(source: Path, name: str) -> Path | None:
    path = source.joinpath(*name.split("."))
    files = (path / "__init__.py", path.with_suffix(".py"))
    return next((file for file in files if file.is_file()), None)


def _imports(tree: ast.Module) -> Iterator[str]:
    """What a module imports when it is loaded: nothing inside of functions or for the type checker alone."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def files(source: Path) -> list[Path]:
    """The files of those modules, and what else lies in the folders of their packages: data that they read."""
    found = set(modules(source).values())
    folders = {path.parent for path in found if path.name == "__init__.py"}
    data = (path for folder in folders for path in folder.iterdir() if path.is_file() and path.suffix != ".py")
    return sorted({*found, *data})


def archive(source: Path) -> bytes:
    """Those files as a zip file, the same for the same sources."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for path in files(source):
            info = zipfile.ZipInfo(path.relative_to(source).as_posix(), (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(info, path.read_bytes())
    return packed.getvalue()


# What others have made


def wheel(requirements: Path, cache: Path) -> Path:
    """The wheel of msgspec for the browser, downloaded unless it is there; raises `Missing`."""
    wanted = set(re.findall(r"--hash=sha256:([0-9a-f]{64})", requirements.read_text("utf-8")))
    cache.mkdir(parents=True, exist_ok=True)
    for path in cache.glob("*.whl"):
        if hashlib.sha256(path.read_bytes()).hexdigest() in wanted:
            return path
        path.unlink()
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:", "--require-hashes"]
    where = ["--platform", PLATFORM, "--python-version", VERSION, "--implementation", "cp", "--abi", ABI]
    command = [sys.executable, "-m", "pip", "download", *options, *where, "-r", str(requirements), "-d", str(cache)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    found = sorted(cache.glob("*.whl"))
    if done.returncode or not found:
        why = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise Missing(f"the package index does not give msgspec for {PLATFORM}: {why}")
    return found[0]


def collect(root: Path, out: Path) -> bool:
    """Put all parts into `out`, with their list in parts.json, unless they are there already. Raises `Missing`.

    The names change with the contents, so that browsers may keep each part for ever. Returns whether any was written.
    """
    pyodide = root / "web" / "node_modules" / "pyodide"
    missing = [name for name in PYODIDE if not (pyodide / name).is_file()]
    if missing:
        raise Missing(f"web/node_modules/pyodide has no {missing[0]}")
    made = wheel(root / "requirements" / "browser.txt", root / "build" / "python")
    ours = archive(root / "src")
    others = [pyodide / name for name in PYODIDE] + [made]
    folder = f"pyodide-{_hash(b''.join(path.read_bytes() for path in others))[:12]}"
    contents = {f"{folder}/{path.name}": path.read_bytes() for path in others}
    contents[f"rumpus-{_hash(ours)[:12]}.zip"] = ours
    version = json.loads((pyodide / "package.json").read_text("utf-8"))["version"]
    stamp = _hash("\n".join([version, *contents]).encode())
    if (out / STAMP).is_file() and (out / STAMP).read_text("utf-8") == stamp:
        return False
    shutil.rmtree(out, ignore_errors=True)
    parts = []
    for name, content in contents.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        sent = _packed(path, content)
        parts.append({"path": name, "bytes": len(content), "sent": sent, "sha256": _hash(content)})
    others_in = {"pyodide": f"{folder}/", "version": version, "wheel": f"{folder}/{made.name}"}
    listing = {**others_in, "rumpus": list(contents)[-1], "parts": parts}
    (out / "parts.json").write_text(json.dumps(listing, indent=1) + "\n", "utf-8")
    (out / STAMP).write_text(stamp, "utf-8")
    return True


def _packed(path: Path, content: bytes) -> int:
    """Put a gzipped copy beside a part that gets smaller by it; returns how many bytes are sent."""
    packed = gzip.compress(content, mtime=0)
    if len(packed) > 0.95 * len(content):
        return len(content)
    path.with_name(f"{path.name}.gz").write_bytes(packed)
    return len(packed)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


if __name__ == "__main__":
    try:
        collect(ROOT, Path(sys.argv[1]))
    except Missing as error:
        sys.stderr.write(f"Python for the browser is left out: {error}\n")
