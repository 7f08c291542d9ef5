"""Ctrl-C and SIGTERM on long commands: they end at once, keep what is done and leave no process behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.command import rumpus, said

LONG = ["--games", "100000", "--option", "rounds=1"]
PATIENCE_S = 180.0


def begun(*arguments: str) -> subprocess.Popen[str]:
    """A long command in a process group of its own, as a shell starts it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what is ignored here would be ignored there
    try:
        return subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-m", "rumpus", *arguments, *LONG],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)


def wait_for_files(folder: Path, count: int) -> None:
    until = time.monotonic() + PATIENCE_S
    while not folder.exists() or len(list(folder.iterdir())) < count:
        assert time.monotonic() < until
        time.sleep(0.05)


def living(group: int) -> list[str]:
    """The processes of a group that still run, by /proc."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            found.append(stat.parent.name)
    return found


def wait_for_the_end(group: int) -> None:
    """Processes that were told to end may need a moment on a busy machine."""
    until = time.monotonic() + PATIENCE_S
    while living(group):
        assert time.monotonic() < until
        time.sleep(0.05)


def terminal_interrupts(process: int) -> None:
    os.killpg(process, signal.SIGINT)  # a terminal sends it to the whole group


def supervisor_ends(process: int) -> None:
    os.kill(process, signal.SIGTERM)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("stop", [terminal_interrupts, supervisor_ends])
def test_ctrl_c_or_sigterm_ends_a_simulation_and_keeps_what_is_done(
    stop: Callable[[int], None], jobs: str, tmp_path: Path
) -> None:
    folder = tmp_path / "records"
    process = begun("sim", "wig_out", "--jobs", jobs, "--json", "--record", str(folder))
    wait_for_files(folder, 4)  # the newest may not be counted yet
    stop(process.pid)
    said_out, said_err = process.communicate(timeout=PATIENCE_S)
    assert 130 == process.returncode
    found = json.loads(said_out)
    assert found["matches"] >= 3
    assert found["matches"] <= len(list(folder.iterdir())) <= found["matches"] + 1
    [line] = said_err.splitlines()
    assert line == f"Stopped after {found['matches']} of 100000 matches."
    wait_for_the_end(process.pid)


@pytest.mark.skipif(not Path("/proc").exists(), reason="finds processes through /proc")
def test_a_killed_command_leaves_no_process_behind(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    process = begun("sim", "wig_out", "--jobs", "2", "--record", str(folder))
    wait_for_files(folder, 1)
    assert len(living(process.pid)) >= 3
    process.terminate()
    process.communicate(timeout=PATIENCE_S)
    wait_for_the_end(process.pid)


@pytest.mark.skipif(not Path("/proc").exists(), reason="finds processes through /proc")
def test_a_process_of_the_pool_that_is_killed_ends_a_simulation_and_what_is_done_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    process = begun("sim", "wig_out", "--jobs", "2", "--json", "--record", str(folder))
    wait_for_files(folder, 2)
    helper = next(
        number for number in living(process.pid) if "spawn_main" in Path(f"/proc/{number}/cmdline").read_text()
    )
    os.kill(int(helper), signal.SIGKILL)
    said_out, said_err = process.communicate(timeout=PATIENCE_S)
    assert 130 == process.returncode
    found = json.loads(said_out)
    assert 1 <= found["matches"] <= len(list(folder.iterdir()))
    killed, stopped = said_err.splitlines()
    assert killed == "One of the processes was killed. Was there enough memory?"
    assert stopped == f"Stopped after {found['matches']} of 100000 matches."
    wait_for_the_end(process.pid)


def test_a_bot_in_the_current_folder_is_found(tmp_path: Path) -> None:
    code = "import rumpus\n\nclass Mine(rumpus.Bot):\n    def move(self, look, legal, at_s):\n"
    (tmp_path / "mymodule.py").write_text(f"{code}        return (legal[0], 0.5) if legal else None\n")
    (tmp_path / "json.py").write_text("raise ImportError('a file of the folder hides a module')")
    script = Path(sys.executable).parent / "rumpus"
    done = subprocess.run(  # noqa: S603 - our own command
        [script, "sim", "wig_out", "--bots", "mymodule:Mine,greedy", "--games", "2", "--jobs", "2"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (0, "") == (done.returncode, done.stderr)


# What there is


def test_games_bots_and_options_are_listed() -> None:
    shown = said("games")
    assert all(word in shown for word in ("five_crowns", "2-14", "all at once", "highest score"))
    names = [game["name"] for game in json.loads(said("games", "--json"))["games"]]
    assert ["five_crowns", "wackee_six", "wig_out"] == names
    assert "Level 5 of 5" in said("bots", "wig_out")
    listed = json.loads(said("bots", "five_crowns", "--json"))
    assert {"random", "greedy", "beginner", "casual", "skilled", "expert", "master"} == set(listed["bots"])
    assert all(listed["bots"].values())
    shown = said("options", "wackee_six")
    assert "a whole number from 1 to 1000" in shown
    assert "for each seat or side" in " ".join(shown.split())
    options = json.loads(said("options", "five_crowns", "--json"))
    assert {"default": 11, "allowed": "a whole number from 1 to 11"} == options["options"]["rounds"]
    assert "rumpus-options/1" == options["format"]
    for command in ("bots", "options"):
        done = rumpus(command, "poker")
        assert (2, True) == (done.returncode, "there is no game 'poker'" in done.stderr)
