"""`rumpus serve --workers N`: which worker has what, and what several of them say as one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumpus.hosting.status import samples
from rumpus.journal.files import file_of, files_of, path_of, suffix_of
from rumpus.server.budget import costs
from rumpus.server.budget.limits import Limits
from rumpus.server.config import DATABASE, ServerConfig
from rumpus.server.shards.forward import IN_BODY, together
from rumpus.server.shards.front import TABLE
from rumpus.server.shards.metrics_page import labelled
from rumpus.server.shards.setting import Setting, fits, home, share


def test_the_id_of_a_log_names_its_file(tmp_path: Path) -> None:
    first = tmp_path / DATABASE
    assert [0, 1, 17] == [file_of("0123456789abcdef" + suffix_of(number)) for number in (0, 1, 17)]
    assert ["tables.sqlite3", "tables-3.sqlite3"] == [path_of(first, number).name for number in (0, 3)]
    assert [] == files_of(first)


@pytest.mark.parametrize(
    ("line", "table"),
    [
        (b"GET /ws?t=00112233445566aas1 HTTP/1.1\r\n", b"00112233445566aas1"),
        (b"GET /ws?x=1&t=ab HTTP/1.1\r\n", b"ab"),
        (b"GET /ws?t=ab&x=1 HTTP/1.1\r\n", b"ab"),
        (b"GET /ws HTTP/1.1\r\n", None),
        (b"GET /ws?not=ab HTTP/1.1\r\n", None),
        (b"GET /wsx?t=ab HTTP/1.1\r\n", None),
        (b"GET /?t=ab HTTP/1.1\r\n", None),
        (b"GET /ws?t=" + b"a" * 41 + b" HTTP/1.1\r\n", None),
        (b"\x16\x03\x01\x02\x00", None),
    ],
)
def test_the_front_reads_the_table_from_the_first_line(line: bytes, table: bytes | None) -> None:
    found = TABLE.match(line)
    assert table == (found and found[1])


def test_every_file_has_one_worker_whatever_their_number(tmp_path: Path) -> None:
    for number in (0, 1, 2, 4):
        path_of(tmp_path / DATABASE, number).touch()
    for workers in range(1, 7):
        config = ServerConfig(data=tmp_path, workers=workers, limits=Limits(tables=100, people=10))
        settings = [share(config, number, tmp_path) for number in range(workers)]
        assert sorted(file for one in settings for file in one.own) == sorted({0, 1, 2, 4, *range(workers)})
        assert [one.number for one in settings] == [one.own[0] for one in settings]  # a new table goes to its own file
        assert 100 <= sum(one.config.limits.tables for one in settings) < 100 + workers


def test_codes_and_addresses_lead_to_one_worker() -> None:
    codes = [f"CODE{number}" for number in range(200)]
    for code in codes:
        assert 1 == sum(fits(code, worker, 3) for worker in range(3))
    assert {0, 1, 2} == {home(f"10.0.0.{number}", 3) for number in range(50)}


ANYWHERE = {"/", "/index.html", "/style.css", "/.well-known/security.txt", "/api/games", "/api/qr", "/circle/{id}"}
ANYWHERE |= {"/api/games/{name}/text/{language}", "/api/games/{name}/cards", "/api/replay", "/api/replay/coach"}
ANYWHERE |= {"/api/circles/import", "/python/{path:path}", "/{path:path}"}


def test_it_is_known_of_every_route_which_worker_answers_it() -> None:
    """A new route says where it belongs: its path or body names a table or circle, all workers answer, or any does."""
    by_path = ("/api/records/{name}", "/api/circles/{id}", "/api/challenges/{id}", "/api/daily")
    unknown = [
        route
        for route in costs.HTTP
        if route not in {*ANYWHERE, *IN_BODY, "/healthz"} and not route.startswith(by_path)
    ]
    assert [] == unknown


def test_settings_are_small_and_plain(tmp_path: Path) -> None:
    setting = share(ServerConfig(data=tmp_path, workers=2), 1, tmp_path)
    assert isinstance(setting, Setting)
    assert ((1,), (0,)) == (setting.own, setting.others)


def test_one_page_has_the_samples_of_every_worker() -> None:
    page = '# HELP a_total A\n# TYPE a_total counter\na_total{why="x"} 1.0\n# HELP b B\n# TYPE b gauge\nb 2.0\n'
    both = labelled([(0, page), (1, page)])
    assert 1 == both.count("# HELP a_total A")
    assert 'a_total{worker="1",why="x"} 1.0' in both
    assert {"x": 2.0} == samples(both)["a_total"]
    assert {"": 4.0} == samples(both)["b"]


def test_a_worker_that_says_nothing_is_not_well() -> None:
    well = b'{"ok":true,"saving":true,"room":true,"thinking":true,"tables":1,"people":2,"busy":false}'
    assert together([well, well])["ok"]
    assert {"ok": False, "alive": 1, "tables": 1} == {
        name: value for name, value in together([well, None]).items() if name in ("ok", "alive", "tables")
    }
