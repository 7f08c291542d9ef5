"""Every command in docs/hosting.md is run here, in its order, as a reader types it.

The shell, `rumpus`, pip and uv are real, the package is the wheel of this tree. What a test may not do to a machine
(`sudo`, `docker`) is a stand-in that checks what it was given as far as that can be done here.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hosting.released import ROOT, UV, built, fresh, wheel_of
from tests.support.certificates import self_signed
from tests.support.postgres import free_port
from tests.support.serving import PATIENCE_S

PAGE = ROOT / "docs" / "hosting.md"
DOCKER = """\
#!{python}
import os, subprocess, sys
assert sys.argv[1:3] == ["compose", "-f"], sys.argv
assert os.environ["RUMPUS_NAME"] and os.path.isfile(sys.argv[3]), sys.argv
sys.exit(subprocess.call([{checker!r}, "--builtin-schema", "vendor.compose-spec", sys.argv[3]]))
"""
SUDO = """\
#!/bin/bash
set -eu
echo "$*" >> "$SANDBOX/sudo"
case "${*:1:3}" in
  "python3 -m venv") test "$4" = "$SANDBOX/opt/rumpus"; exec "$@";;
  "$SANDBOX/opt/rumpus/bin/pip install "*) exec "$@";;
  "env RUMPUS_DATA=$SANDBOX/data $SANDBOX/opt/rumpus/bin/rumpus") exec "$@";;
esac
case "$1" in
  cp) test -s "$2"; test "$3" = /etc/systemd/system/;;
  systemctl) [[ "$2" =~ ^(daemon-reload|enable|restart|start|stop)$ ]];;
  *) exit 1;;
esac
"""


def commands(page: str) -> list[str]:
    """What a reader types: the lines of all `sh` blocks; a line that ends with \\ goes on."""
    blocks = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    return [line for block in blocks for line in block.replace("\\\n", " ").splitlines() if line.strip()]


def scheduled(page: str) -> list[str]:
    """What cron runs: the lines of all `cron` blocks, without times and user; there a % is written with a backslash."""
    lines = [line for block in re.findall(r"```cron\n(.*?)```", page, re.DOTALL) for line in block.splitlines()]
    found = [re.fullmatch(r"(?:[\d*,/-]+ ){5}root (.+)", line) for line in lines]
    return [re.sub(r"(?<!\\)%.*", "", line[1]).replace("\\%", "%") for line in found if line is not None]


class Reader:
    """Somebody who types one command after the other. A server that was started runs until the next one is."""

    def __init__(self, folder: Path, dist: Path, rumpus: Path) -> None:
        self.folder = folder
        self.wheel = wheel_of(dist)
        self.server: subprocess.Popen[str] | None = None
        self.served = 0
        self.aliases: list[str] = []
        shims = folder / "shims"
        shims.mkdir()
        checker = str(Path(sys.executable).with_name("check-jsonschema"))
        self._shim(shims / "docker", DOCKER.format(python=sys.executable, checker=checker))
        self._shim(shims / "sudo", SUDO)
        self._shim(shims / "uvx", f'#!/bin/bash\nexec "{UV}" tool run "$@"\n')
        (shims / "rumpus").symlink_to(rumpus)
        shutil.copytree(ROOT / "deploy", folder / "deploy")
        self.port, metrics = free_port(), free_port()
        home = folder / "home"
        home.mkdir()
        real = Path.home()
        self.around = {
            **{name: value for name, value in os.environ.items() if not name.startswith("RUMPUS_")},
            "PATH": f"{shims}:{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(home),
            "SANDBOX": str(folder),
            "RUMPUS_PORT": str(self.port),
            "RUMPUS_METRICS_PORT": str(metrics),
            "RUMPUS_DATA": str(folder / "data"),
            "LANG": "C.UTF-8",
            "PYTHONUNBUFFERED": "1",
            # Packages come from where this machine gets them, and from what it has downloaded before
            "XDG_CONFIG_HOME": os.environ.get("XDG_CONFIG_HOME", str(real / ".config")),
            "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(real / ".cache")),
            "UV_PYTHON_DOWNLOADS": "never",
        }

    def _shim(self, path: Path, text: str) -> None:
        path.write_text(text, "utf-8")
        path.chmod(0o755)

    def here(self, command: str) -> str:
        """The command with this machine's wheel, port and files."""
        command = command.replace("'rumpus[server]'", f"'rumpus[server] @ file://{self.wheel}'")
        command = command.replace("/opt/rumpus", f"{self.folder}/opt/rumpus")
        command = command.replace("/var/lib/rumpus", f"{self.folder}/data")
        command = command.replace("/var/backups", f"{self.folder}/backups")
        return command.replace("--port 443", f"--port {self.port}").replace("--port 8000", f"--port {self.port}")

    def type(self, command: str) -> tuple[int, str]:
        """Type it, and wait until it is done, or until the server it starts is open."""
        if re.search(r"\brumpus serve\b", command):
            return self._serve(command)
        if command.startswith("alias "):
            self.aliases.append(self.here(command))
        if "rumpus restore" in command or "rumpus sweep" in command:
            self.stop()
        done = subprocess.run(  # noqa: S603 - from our own docs
            ["/bin/bash", "-c", "\n".join(["shopt -s expand_aliases", *self.aliases, self.here(command)])],
            cwd=self.folder,
            env=self.around,
            capture_output=True,
            text=True,
            timeout=4 * PATIENCE_S,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def _serve(self, command: str) -> tuple[int, str]:
        self.stop()
        said = self.folder / "said"
        with said.open("w") as out:
            self.server = subprocess.Popen(  # noqa: S603 - from our own docs
                ["/bin/bash", "-c", f"exec {self.here(command)}"],
                cwd=self.folder,
                env=self.around,
                stdout=out,
                stderr=subprocess.STDOUT,
                text=True,
            )
        until = time.monotonic() + 2 * PATIENCE_S
        while time.monotonic() < until and self.server.poll() is None:
            if "/metrics" in said.read_text():
                self.served += 1
                return 0, said.read_text()
            time.sleep(0.05)
        return 1, said.read_text()

    def stop(self) -> None:
        """Stop the server as Ctrl-C does."""
        server, self.server = self.server, None
        if server is not None and server.poll() is None:
            server.send_signal(signal.SIGINT)
            assert server.wait(PATIENCE_S) == 0


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    own = tmp_path_factory.getbasetemp()
    base = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    dist = built(base)
    reader = Reader(tmp_path_factory.mktemp("reader"), dist, fresh(base, dist) / "rumpus")
    self_signed(reader.folder / "fullchain.pem", reader.folder / "privkey.pem", "cards.example.org")
    yield reader
    reader.stop()


@pytest.mark.long
def test_every_command_of_the_page_works(reader: Reader) -> None:
    typed = commands(PAGE.read_text("utf-8"))
    assert len(typed) > 20
    for command in typed:
        code, said = reader.type(command)
        if "--url https://cards.example.org" in command:  # which is nobody's server: exactly that is said
            assert code == 1
            assert "cards.example.org" in said
            continue
        assert code == 0, f"{command}\n{said}"
    assert reader.served > 3
    unit = (reader.folder / "rumpus.service").read_text("utf-8")
    assert "--workers 2" in unit
    assert "--origin https://cards.example.org" in unit
    done = (reader.folder / "sudo").read_text("utf-8")
    assert "cp rumpus.service /etc/systemd/system/" in done
    assert "systemctl enable --now rumpus" in done
    assert f"ExecStart={reader.folder}/opt/rumpus/bin/python" in unit
    assert f"env RUMPUS_DATA={reader.folder}/data {reader.folder}/opt/rumpus/bin/rumpus restore before-upgrade" in done
    code, said = reader.type("rumpus status --json")
    assert json.loads(said)["backup_path"].endswith("before-upgrade.backup"), said
    (reader.folder / "backups").mkdir()
    for command in scheduled(PAGE.read_text("utf-8")):
        code, said = reader.type(command)
        assert code == 0, f"{command}\n{said}"
    (copy,) = (reader.folder / "backups").iterdir()
    assert 0 == reader.type(f"rumpus check {copy}")[0]
    os.utime(copy, (0, 0))
    assert 0 == reader.type(scheduled(PAGE.read_text("utf-8"))[1])[0]
    assert not copy.exists()


def test_a_planted_command_that_does_not_work_is_noticed(reader: Reader) -> None:
    for planted in ("rumpus backpu file", "sudo rm -rf /", "docker run rumpus", "rumpus serve --prot 1"):
        assert 0 != reader.type(planted)[0], planted


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze checks the unit")
def test_systemd_understands_the_unit(reader: Reader) -> None:
    assert 0 == reader.type("rumpus unit --user root --port 80 > rumpus.service")[0]
    command = [str(shutil.which("systemd-analyze")), "verify", "./rumpus.service"]
    done = subprocess.run(command, cwd=reader.folder, capture_output=True, text=True, check=False)  # noqa: S603 - as above
    assert (0, "") == (done.returncode, done.stderr)


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        *(("compose-spec", str(path.relative_to(ROOT))) for path in (ROOT / "deploy").glob("compose*.yaml")),
        *(("github-workflows", str(path.relative_to(ROOT))) for path in (ROOT / ".github/workflows").glob("*.yml")),
    ],
)
def test_files_for_containers_and_workflows_are_well_formed(schema: str, path: str) -> None:
    checker = Path(sys.executable).with_name("check-jsonschema")
    command = [str(checker), "--builtin-schema", f"vendor.{schema}", path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    assert 0 == done.returncode, done.stdout


def audited(folder: Path) -> subprocess.CompletedProcess[str]:
    """What zizmor, which knows how workflows are attacked, says about those in this folder."""
    command = [str(Path(sys.executable).with_name("zizmor")), "--offline", "--no-progress", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command


def test_workflows_give_nothing_away_and_name_their_actions_by_hash(tmp_path: Path) -> None:
    done = audited(ROOT / ".github" / "workflows")
    assert 0 == done.returncode, done.stdout
    planted = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    planted = re.sub(r"checkout@\w+ # ", "checkout@", planted).replace("persist-credentials: false", "fetch-depth: 1")
    (tmp_path / ".github" / "workflows").mkdir(parents=True)
    (tmp_path / ".github" / "workflows" / "ci.yml").write_text(planted, "utf-8")
    done = audited(tmp_path / ".github" / "workflows")
    assert 0 != done.returncode
    assert {"unpinned-uses", "artipacked"} <= set(re.findall(r"\[([\w-]+)\]", done.stdout)), done.stdout


def test_the_image_runs_as_nobody_and_keeps_its_tables_in_a_volume() -> None:
    image = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
    assert re.search(r"^USER \d+", image, re.MULTILINE)
    for needed in ("VOLUME /data", "STOPSIGNAL SIGTERM", "HEALTHCHECK", "--require-hashes", "--require-build-hashes"):
        assert needed in image
    for copied in re.findall(r"^COPY (requirements/\S+.*) \S+$", image, re.MULTILINE):
        for path in copied.split():
            assert (ROOT / path).exists(), path
