"""What is packed for the browser: all that a table on a device needs, nothing else, with the right hashes."""

from __future__ import annotations

import importlib.util
import io
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("browser_python", ROOT / "scripts" / "browser_python.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


parts = _script()
LOADS = """
import sys
sys.path.insert(0, sys.argv[1])
import rumpus.offline, rumpus.offline.checking
from rumpus.offline.asking import ASKABLE
from importlib import import_module
for name in ASKABLE.values():
    import_module(name.partition(":")[0])
from rumpus.lobby.names import clean_name
clean_name("Zoë")  # reads data
known = {"rumpus", "msgspec", "typing_extensions", *sys.stdlib_module_names}
others = {name.partition(".")[0] for name in sys.modules} - known
print(*sorted(name for name in others if not name.startswith(("_", "sitecustomize"))))
print(*sorted(name for name in sys.modules if name.startswith("rumpus")))
"""


def loaded(folder: Path) -> tuple[list[str], list[str]]:
    """What a house on a device loads from this folder: packages of others, and modules of ours."""
    command = [sys.executable, "-I", "-c", LOADS, str(folder)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own interpreter
    assert not said.returncode, said.stderr
    others, ours = said.stdout.split("\n")[:2]
    return others.split(), ours.split()


def test_the_archive_has_all_that_a_house_loads_and_a_house_needs_only_msgspec(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(parts.archive(ROOT / "src"))) as archive:
        archive.extractall(tmp_path)
    others, ours = loaded(tmp_path)
    assert [] == others
    assert set(ours) <= set(parts.modules(ROOT / "src"))
    assert not [name for name in parts.modules(ROOT / "src") if name.startswith(("rumpus.cli", "rumpus.terminal"))]
    assert len(parts.archive(ROOT / "src")) < 400_000


def test_a_planted_module_that_is_left_out_is_caught(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src" / "rumpus", tmp_path / "rumpus", ignore=shutil.ignore_patterns("app", "__pycache__"))
    (tmp_path / "rumpus" / "table" / "timers.py").unlink()
    with pytest.raises(AssertionError, match=r"rumpus\.table\.timers"):
        loaded(tmp_path)


def test_the_same_sources_give_the_same_archive_and_others_another_name() -> None:
    assert parts.archive(ROOT / "src") == parts.archive(ROOT / "src")


def test_a_wheel_with_another_hash_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    requirements = tmp_path / "browser.txt"
    requirements.write_text("msgspec==0.22.0 --hash=sha256:" + "0" * 64, "utf-8")
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "msgspec-0.22.0-planted.whl").write_bytes(b"planted")
    asked = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, 1, "", "no such wheel here")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(parts.Missing, match="no such wheel here"):
        parts.wheel(requirements, cache)
    assert "--require-hashes" in asked[0]
    assert not list(cache.iterdir())


def test_the_list_of_parts_names_every_file_with_its_size_and_hash(tmp_path: Path) -> None:
    built = ROOT / "src" / "rumpus" / "server" / "static" / "app" / "python"
    if not (built / "parts.json").exists():
        pytest.skip("built without Python for the browser")
    listing = json.loads((built / "parts.json").read_text("utf-8"))
    for part in listing["parts"]:
        content = (built / part["path"]).read_bytes()
        assert (part["bytes"], part["sha256"]) == (len(content), parts._hash(content))
    assert sum(part["sent"] for part in listing["parts"]) < 8_000_000
    assert {listing["wheel"], listing["rumpus"]} <= {part["path"] for part in listing["parts"]}
