"""`rumpus status` and `rumpus unit`."""

from __future__ import annotations

import configparser
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from rumpus.hosting import backups
from rumpus.hosting.status import samples
from rumpus.hosting.unit import closed_folder, out_of_reach
from tests.support.command import rumpus, said
from tests.support.serving import Serving
from tests.support.socket_players import post


def test_status_tells_of_a_running_server_and_of_a_stopped_one(tmp_path: Path) -> None:
    with Serving(tmp_path) as server:
        metrics = re.search(r"127\.0\.0\.1:(\d+)/metrics", "".join(server.said))
        assert metrics
        options = ("--data", str(tmp_path), "--port", server.url.rpartition(":")[2], "--metrics-port", metrics[1])
        status = json.loads(said("status", *options, "--json"))
        assert (status["version"], status["running"], status["saving"], status["people"]) == (1, True, True, 0)
        assert status["connections_limit"] > status["connections"] >= 0
        assert "0 people at 0 tables." in said("status", *options)
        circle = {"name": "The Oaks", "member": {"name": "Ana", "avatar": "fox"}}
        assert post(server.url, "/api/circles", circle)["circle"]
        assert json.loads(said("status", *options, "--json"))["tables_kept"] == 0  # a circle is no table
        assert "0 personas en 0 mesas." in said("status", *options, "--lang", "es")
        post(server.url, "/api/tables", {"game": "wig_out", "name": "Ana"})
        assert "One table is saved (" in said("status", *options)
        assert "Hay una mesa guardada (" in said("status", *options, "--lang", "es")
        other = ("--metrics-port", "9")
        assert "give their port with --metrics-port" in said("status", *options[:-2], *other)
    done = rumpus("status", *options)
    assert done.returncode == 3
    assert "No server is running" in done.stdout
    assert " MB free." in done.stdout


def test_status_knows_the_last_backup(tmp_path: Path) -> None:
    with Serving(tmp_path):
        pass
    said("backup", str(tmp_path / "copy.sqlite3"), "--data", str(tmp_path))
    status = json.loads(rumpus("status", "--data", str(tmp_path), "--port", "9", "--json").stdout)
    assert status["backup_path"] == str(tmp_path / "copy.sqlite3")
    assert status["backup_hours"] == pytest.approx(0, abs=1)
    assert backups.last(tmp_path, "postgresql://ana:secret@db/cards") is None  # which was never copied
    backups.note(tmp_path, tmp_path / "other", 1, "postgresql://ana:secret@db/cards")
    assert "secret" not in (tmp_path / backups.FILE).read_text()
    copied = backups.last(tmp_path, "postgresql://bo@db/cards")
    assert copied is not None
    assert copied.path == str(tmp_path / "other")
    assert backups.last(tmp_path) is None
    assert backups.last(tmp_path, "postgresql://bo@[::1/cards") is None  # which cannot be read
    (tmp_path / backups.FILE).write_text("nonsense")
    assert backups.last(tmp_path) is None


def test_samples_are_read_by_name_and_label() -> None:
    page = '# HELP a b\na 1.0\nb_total{why="x y"} 2\nb_total{why="z"} 3e2\nbroken\nc nonsense\n'
    assert samples(page) == {"a": {"": 1.0}, "b_total": {"x y": 2.0, "z": 300.0}}


def test_the_unit_runs_this_rumpus_and_systemd_accepts_it(tmp_path: Path) -> None:
    written = rumpus("unit", "--port", "80", "--", "--origin", "https://cards.example.org").stdout
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(written)
    service = unit["Service"]
    assert service["ExecStart"] == f"{sys.executable} -m rumpus serve --port 80 --origin https://cards.example.org"
    assert service["AmbientCapabilities"] == "CAP_NET_BIND_SERVICE"
    assert service["DynamicUser"] == "yes"
    assert "RUMPUS_DATA=%S/rumpus" == service["Environment"]
    assert "-/etc/rumpus.env" == service["EnvironmentFile"]  # where a password is not seen in the unit
    assert "User=cards" in said("unit", "--user", "cards")
    if shutil.which("systemd-analyze"):
        path = tmp_path / "rumpus.service"
        path.write_text(written)
        done = subprocess.run(  # noqa: S603 - the system's own
            ["systemd-analyze", "verify", str(path)],  # noqa: S607 - as above
            capture_output=True,
            text=True,
            check=False,
        )
        assert "rumpus.service" not in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--user", "a b"], "--user is the name of a system user"),
        (["--", "--origin", "a\nExecStartPre=evil"], "cannot contain line breaks"),
        (["--", "--prot", "80"], "No such option '--prot'"),
        (["--", "--help"], "No such option '--help'"),
        (["--", "anything"], "unexpected extra argument"),
        (["--", "--trusted-proxy", "anything"], "--trusted-proxy is the address"),
        (["--", "--origin", "cards.example.org"], "an origin is an address such as https://example.org"),
        (["--", "--origin", "https://[cards"], "an origin is an address such as https://example.org"),
        (["--", "--store", "tables.db"], "--store is the address of a PostgreSQL database"),
        (["--", "--store", "postgresql://db/cards", "--node-url", "10.0.0.1"], "--node-url must be tcp://HOST:PORT"),
        (["--", "--store", "postgresql://db/cards", "--node-bind", "tcp://a"], "--node-bind must be tcp://HOST:PORT"),
        (["--", "--workers", "2", "--cert", "/chain.pem"], "TLS must end at a proxy"),
        (["--", "--workers", "2", "--store", "postgresql://db/cards"], "cannot be combined"),
        (["--", "--cert", "fullchain.pem"], "--cert in a unit must be an absolute path, as in /"),
        (["--", "--data", "/srv/cards"], "--data in a unit needs --user NAME"),
    ],
)
def test_a_unit_takes_no_nonsense(arguments: list[str], sentence: str) -> None:
    done = rumpus("unit", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr


def line(written: str, start: str) -> list[str]:
    """The lines of a unit that begin so."""
    return [line for line in written.splitlines() if line.startswith(start)]


def test_a_port_of_serve_is_that_of_the_unit() -> None:
    written = said("unit", "--user", "cards", "--", "--port", "443")
    assert line(written, "ExecStart=")[0].endswith("serve --port 443")
    assert ["AmbientCapabilities=CAP_NET_BIND_SERVICE"] == line(written, "AmbientCapabilities")


def test_a_folder_of_its_user_may_be_written_and_systemd_fills_nothing_in() -> None:
    written = said("unit", "--user", "cards", "--", "--data", "/srv/our cards", "--security-contact", "https://a/$b%c")
    assert ["ReadWritePaths='/srv/our cards'"] == line(written, "ReadWritePaths")
    assert [] == line(written, "StateDirectory")
    assert "https://a/$$b%%c" in line(written, "ExecStart=")[0]


def test_a_rumpus_that_the_user_of_the_unit_cannot_run_is_noticed() -> None:
    with TemporaryDirectory() as name:
        home = Path(name)
        (home / "rumpus").mkdir()
        home.chmod(0o755)
        outside = closed_folder(home / "rumpus" / "python")  # of folders for temporary files; mostly none
        home.chmod(0o700)
        assert (outside or home) == closed_folder(home / "rumpus" / "python")
    closed = out_of_reach()
    done = rumpus("unit")
    assert 0 == done.returncode
    assert (closed is not None) == ("name a user who can with --user" in done.stderr)
    assert "" == rumpus("unit", "--user", "cards").stderr
