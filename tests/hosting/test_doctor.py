"""`rumpus doctor`: every check says what it found, with help, and finds a planted fault."""

from __future__ import annotations

import http.server
import json
import shutil
import socket
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from rumpus import text
from rumpus.hosting import doctor
from rumpus.hosting.doctor import Finding, Place
from rumpus.journal.sqlite import SqliteStore
from tests.support.command import rumpus
from tests.support.postgres import free_port
from tests.support.serving import Serving


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path / "data", "127.0.0.1", free_port())


def found(finding: Finding) -> tuple[str, str]:
    """The check with its result; its words and its help are in both languages."""
    for language in text.LANGUAGES:
        assert text.say(language, finding.key, **finding.facts)
        if finding.state != "ok":
            assert text.say(language, f"{finding.key}-fix", **finding.facts)
    return finding.check, finding.what


def test_a_machine_on_which_nothing_runs_yet_is_fine(place: Place) -> None:
    findings = list(doctor.examine(place))
    assert not [finding for finding in findings if finding.state == "bad"]
    assert {("tables", "none"), ("port", "free"), ("sqlite", "ok")} <= set(map(found, findings))


def test_a_running_server_is_recognised(tmp_path: Path) -> None:
    with Serving(tmp_path) as server:
        port = int(server.url.rpartition(":")[2])
        findings = list(doctor.examine(Place(tmp_path, "127.0.0.1", port, server.url)))
    assert {("port", "ours"), ("public", "ok"), ("origin", "ok"), ("upgrade", "ok"), ("secrecy", "plain")} <= set(
        map(found, findings)
    )


def test_a_folder_that_cannot_be_used(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").write_text("a file, not a folder")
    assert found(doctor.folder(place)) == ("data", "unwritable")
    (tmp_path / "data").unlink()

    def failing(where: Path) -> list[float]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(doctor, "sync_times_ms", failing)
    assert found(doctor.folder(place)) == ("data", "failing")
    monkeypatch.setattr(doctor, "sync_times_ms", lambda where: [80.0, 90.0, 700.0])
    assert found(doctor.folder(place)) == ("data", "slow")


def test_a_database_that_is_not_ours_damaged_or_open_to_others(place: Place) -> None:
    place.data.mkdir()
    path = place.data / "tables.sqlite3"
    sqlite3.connect(path).execute("CREATE TABLE other (a)").connection.close()
    path.chmod(0o600)
    assert found(doctor.database(place)) == ("tables", "foreign")
    path.unlink()
    with Serving(place.data):
        path.chmod(0o644)
        assert found(doctor.database(place)) == ("tables", "open")
    path.chmod(0o600)
    assert found(doctor.database(place)) == ("tables", "ok")


def test_a_database_that_cannot_be_read(place: Place) -> None:
    place.data.mkdir()
    path = place.data / "tables.sqlite3"
    with closing(SqliteStore(path)):
        pass
    path.write_bytes(path.read_bytes()[:4096] + b"\1" * 40_000)  # what it has is known, and cannot be read
    assert found(doctor.database(place)) == ("tables", "unreadable")


def test_tables_of_another_user(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.data.mkdir()
    with closing(SqliteStore(place.data / "tables.sqlite3")):
        pass
    with monkeypatch.context() as closed:
        closed.setattr("os.access", lambda *_: False)
        assert found(doctor.database(place)) == ("tables", "closed")

    def refused(first: Path) -> list[Path]:
        raise PermissionError(13, "Permission denied", str(first))

    monkeypatch.setattr(doctor, "files_of", refused)
    assert found(doctor.database(place)) == ("tables", "closed")
    monkeypatch.setattr(Path, "exists", refused)  # as of a folder in a closed one, up to Python 3.13
    assert found(doctor.folder(place)) == ("data", "ok")
    assert found(doctor.disk(place)) == ("disk", "ok")


def test_an_interpreter_without_the_fast_event_loop(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(doctor.python(place)) == ("python", "ok")
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert found(doctor.python(place)) == ("python", "plain")


def test_the_address_for_phones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.server.addresses.local_addresses", lambda: ["127.0.0.2"])
    with Serving(tmp_path) as server:  # on 127.0.0.1
        port = int(server.url.rpartition(":")[2])
        for host in ("0.0.0.0", "127.0.0.1"):  # noqa: S104 - the address that means everywhere
            assert found(doctor.network(Place(tmp_path, host, port))) == ("network", "own")
    assert doctor.network(Place(tmp_path, port=port)).facts == {"address": f"http://127.0.0.2:{port}/"}
    monkeypatch.setattr("rumpus.server.addresses.local_addresses", list)
    assert found(doctor.network(Place(tmp_path, port=port))) == ("network", "none")


def test_a_port_that_something_else_has(place: Place) -> None:
    with socket.create_server((place.host, 0)) as other:
        taken = place._replace(port=other.getsockname()[1])
        other.settimeout(0)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("rumpus.hosting.asking.ANSWER_S", 0.2)
            assert found(doctor.port(taken)) == ("port", "taken")


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ({"saving": False}, "not-saving"),
        ({"thinking": False}, "not-thinking"),
        ({"room": False}, "no-room"),
        ({"busy": True}, "busy"),
        ({}, "ours"),
    ],
)
def test_what_a_running_server_says_of_itself(said: dict[str, bool], what: str) -> None:
    healthy = {"ok": True, "saving": True, "thinking": True, "tables": 2, "people": 5, "busy": False}
    assert found(doctor._health({**healthy, **said}, {"port": "8000"})) == ("port", what)


def test_a_full_disk_an_old_library_and_few_descriptors(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: (1 << 40, 1 << 40, 100 << 20))
    assert found(doctor.disk(place)) == ("disk", "full")
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 31, 0))
    assert found(doctor.sqlite(place)) == ("sqlite", "old")
    monkeypatch.setattr(resource, "getrlimit", lambda which: (256, 1024))
    assert found(doctor.descriptors(place)) == ("files", "few")
    monkeypatch.setattr(resource, "getrlimit", lambda which: (256, resource.RLIM_INFINITY))
    assert found(doctor.descriptors(place)) == ("files", "endless")


@pytest.mark.parametrize("known", [True, False, None])
def test_the_clock(place: Place, known: bool | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "synchronised", lambda: known)
    expected = {True: "ok", False: "unset", None: "unknown"}[known]
    assert found(doctor.clock(place)) == ("clock", expected)


class Proxy(http.server.BaseHTTPRequestHandler):
    """A proxy that passes on no upgrades, has a wrong clock and, if `knows` is not set, an unknown name."""

    knows = True

    def do_GET(self) -> None:
        """Answer as the server behind it would."""
        body: dict[str, Any] = {"ok": True, "saving": True, "thinking": True, "tables": 0, "people": 0, "busy": False}
        refused = "Origin" in self.headers and not self.knows
        self.send_response(426 if self.path == "/ws" else 403 if refused else 200)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def date_time_string(self, timestamp: float | None = None) -> str:
        """Years ago."""
        return "Fri, 01 Jan 2021 00:00:00 GMT"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class has it
        """Nothing."""


@contextmanager
def proxy(*, knows: bool, host: str = "127.0.0.1") -> Iterator[str]:
    with http.server.ThreadingHTTPServer((host, 0), type("Proxy", (Proxy,), {"knows": knows})) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://{host}:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_proxy_without_upgrades_and_a_name_that_the_server_does_not_know() -> None:
    with proxy(knows=True) as url:
        findings = set(map(found, doctor.public_address(url)))
    assert {("upgrade", "refused"), ("clock", "apart"), ("secrecy", "plain")} <= findings
    with proxy(knows=False) as url:
        findings = set(map(found, doctor.public_address(url)))
    assert ("origin", "unknown") in findings
    assert {("public", "away")} == set(map(found, doctor.public_address("http://127.0.0.1:9")))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one loopback address")
def test_a_server_at_one_address_of_this_machine_is_found_there(tmp_path: Path) -> None:
    with proxy(knows=True, host="127.0.0.2") as url:
        port = url.rpartition(":")[2]
        assert found(doctor.port(Place(tmp_path, "127.0.0.2", int(port)))) == ("port", "ours")
        options = ("--data", str(tmp_path), "--port", port)
        assert rumpus("status", *options, "--host", "127.0.0.2").returncode == 0
        assert rumpus("status", *options).returncode == 3


def test_the_command_has_a_line_for_each_check_and_an_exit_code(place: Place) -> None:
    options = ("--data", str(place.data), "--host", place.host, "--port", str(place.port))
    done = rumpus("doctor", *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == len(doctor.CHECKS)
    done = rumpus("doctor", *options, "--url", "http://127.0.0.1:9/", "--json", "--lang", "es")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["version"], answer["ok"]) == (1, 1, False)
    (away,) = (check for check in answer["checks"] if check["state"] == "bad")
    assert away["check"] == "public"
    assert away["fix"].startswith("¿")
    for wrong in ("cards.example.org", "https://", "https://[cards", "https://cards.example.org:port"):
        done = rumpus("doctor", "--url", wrong)
        assert (done.returncode, done.stdout) == (2, "")
        assert "--url is an address such as https://cards.example.org" in done.stderr
