"""`rumpus serve --workers N`: several processes with a file each, which people see as one server."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from rumpus import client, wire
from rumpus.hosting.status import samples
from rumpus.journal.files import file_of, files_of, path_of, suffix_of
from rumpus.server.budget import costs
from rumpus.server.budget.limits import Limits
from rumpus.server.config import DATABASE, ServerConfig
from rumpus.server.shards.forward import IN_BODY, together
from rumpus.server.shards.front import TABLE
from rumpus.server.shards.metrics_page import labelled
from rumpus.server.shards.setting import Setting, fits, home, share
from tests.server.processes import children, is_over, port_of
from tests.support.command import rumpus, said
from tests.support.journal_check import check
from tests.support.serving import PATIENCE_S, Serving
from tests.support.socket_players import Player, post, sit_down, until

STOPS_S = 5.0  # promised in docs/hosting.md
Plain = dict[str, Any]


def ask(url: str, path: str, body: Any = None, method: str | None = None, **headers: str) -> tuple[int, Any]:
    """One request on a connection of its own: the status and the decoded answer."""
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=PATIENCE_S)
    try:
        return asked(connection, path, body, method, **headers)
    finally:
        connection.close()


def asked(
    connection: http.client.HTTPConnection, path: str, body: Any = None, method: str | None = None, **headers: str
) -> tuple[int, Any]:
    """One request on this connection."""
    text = None if body is None else json.dumps(body)
    connection.request(method or ("GET" if body is None else "POST"), path, text, headers)
    answer = connection.getresponse()
    read = answer.read()
    kind = answer.getheader("content-type") or ""
    return answer.status, json.loads(read) if kind == "application/json" else read


def tables_on_each(url: str, workers: int = 2) -> list[Plain]:
    """A seat at a table of each worker."""
    seats: dict[int, Plain] = {}
    while len(seats) < workers:
        seat = post(url, "/api/tables", {"game": "wig_out", "name": "Ana"})
        seats.setdefault(file_of(table_of(seat)), seat)
    return [seats[number] for number in sorted(seats)]


def table_of(seat: Plain) -> str:
    return str(seat["token"].partition(".")[0])


def workers_of(server: Serving) -> dict[int, int]:
    """The processes of the workers by their number."""
    found = {}
    for pid in children(server.process.pid):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        if b"rumpus.server.shards.worker" in words:
            found[int(words[-2])] = pid
    return found


def figures(server: Serving) -> dict[str, dict[str, float]]:
    """The metrics of all workers."""
    address = next(line.split()[-1] for line in server.said if "/metrics" in line)
    return samples(ask(address.removesuffix("/metrics"), "/metrics")[1].decode())


async def welcomed(address: str, token: str) -> str:
    """The type of the first message after a hello."""
    async with connect(address, compression=None) as opened:
        await opened.send(wire.encode(wire.Hello(version=wire.VERSION, token=token)).decode())
        return str(json.loads(await opened.recv())["type"])


def enters(url: str, seat: Plain, named: bool = True) -> bool:
    """Whether the seat's token opens its table."""
    address = f"ws{url.removeprefix('http')}/ws" + (f"?t={table_of(seat)}" if named else "")
    return asyncio.run(welcomed(address, seat["token"])) == "welcome"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("tables"), "--workers", "2") as serving:
        yield serving


# Where things are


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


# Playing


def test_people_play_at_tables_of_all_workers_and_are_told_what_is_on_disk(tmp_path: Path) -> None:
    async def scenario() -> list[Player]:
        with Serving(tmp_path, "--workers", "2") as server:
            players = []
            async with AsyncExitStack() as stack:
                for number in range(4):
                    for player in await asyncio.to_thread(sit_down, server.url, "wig_out", f"{number}", 2):
                        player.names_table = number < 2  # the others go by the wrong worker now and then
                        players.append(await stack.enter_async_context(player))
                await until(lambda: all(len(player.confirmed) > 8 for player in players), "everybody plays")
            assert {0, 1} == {file_of(player.table) for player in players}
            relayed = sum(figures(server)["rumpus_relayed_total"].values())
            assert relayed == 2  # the two whose address named no table, and whose worker is not that of their address
            return players

    players = asyncio.run(scenario())
    for number in (0, 1):
        own = [player for player in players if file_of(player.table) == number]
        assert check(path_of(tmp_path / DATABASE, number), own).confirmed > 20


def test_one_connection_asks_for_tables_of_every_worker(server: Serving) -> None:
    """Keep-alive: a connection stays with the worker of its first request, which hands on what is not its own."""
    seats = tables_on_each(server.url)
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=PATIENCE_S)
    for _ in range(2):
        for seat in seats:
            status, invitation = asked(connection, "/api/look", {"code": seat["code"]})
            assert (200, "Ana") == (status, invitation["host"])
            status, joined = asked(connection, "/api/join", {"code": seat["code"], "name": "Bo", "watch": True})
            assert (200, table_of(seat)) == (status, table_of(joined))
            assert (
                404 == asked(connection, "/api/steps", {"token": seat["token"]})[0]
            )  # no match yet; not "wrong token"
        assert 404 == asked(connection, "/api/look", {"code": "ABCDEFGH"})[0]
        assert 400 == asked(connection, "/api/look", {"kode": 1})[0]
        assert 404 == asked(connection, "/api/records/0000")[0]
        assert 200 == asked(connection, "/")[0]
    connection.close()


def test_a_socket_comes_to_its_table_by_any_way(server: Serving) -> None:
    for seat in tables_on_each(server.url):
        assert enters(server.url, seat)
        assert enters(server.url, seat, named=False)
    wrong = {"token": "0123456789abcdefs1." + "0" * 32}
    assert not enters(server.url, wrong, named=False)
    assert not enters(server.url, wrong)


def test_an_upgrade_on_a_connection_that_was_used_before_is_relayed(server: Serving) -> None:
    for seat in tables_on_each(server.url):
        connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=PATIENCE_S)
        assert 200 == asked(connection, "/healthz")[0]
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        upgrade["Sec-WebSocket-Key"] = "dGhlIHNhbXBsZSBub25jZQ=="
        connection.request("GET", f"/ws?t={table_of(seat)}", headers=upgrade)
        sock = connection.sock
        hello = wire.encode(wire.Hello(version=wire.VERSION, token=seat["token"]))
        head = bytes((0x81, 0x80 | len(hello))) if len(hello) < 126 else bytes((0x81, 0xFE)) + len(hello).to_bytes(2)
        read = received(sock, b"\r\n\r\n")
        assert read.startswith(b"HTTP/1.1 101 ")
        sock.sendall(head + bytes(4) + hello)  # a mask of zeros
        assert received(sock, b'"welcome"')
        sock.close()
        connection.close()


def received(sock: socket.socket, until_there: bytes) -> bytes:
    """What comes until this is in it."""
    read = b""
    while until_there not in read:
        read += (more := sock.recv(65536))
        assert more, read
    return read


def test_a_request_line_that_comes_in_pieces_is_waited_for(server: Serving) -> None:
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=PATIENCE_S)
    connection.connect()
    for piece in (b"GE", b"T /healthz HT", b"TP/1.1\r\nhost: 127.0.0.1\r\n", b"\r\n"):
        connection.sock.sendall(piece)
        time.sleep(0.07)
    assert connection.sock.recv(65536).startswith(b"HTTP/1.1 200")
    connection.close()


def test_a_finished_match_is_found_by_its_name(server: Serving) -> None:
    async def play() -> dict[str, str]:
        async with AsyncExitStack() as stack:
            players: list[Player] = []
            while {0, 1} != {file_of(player.table) for player in players}:
                (player,) = await asyncio.to_thread(sit_down, server.url, "wig_out", "record", 1)
                player.names_table = True
                players.append(await stack.enter_async_context(player))
            await until(lambda: all(player.lobby["record"] for player in players), "every match ends")
            return {player.lobby["record"]: player.token for player in players}

    for name, token in asyncio.run(play()).items():
        assert 200 == ask(server.url, f"/api/records/{name}")[0]
        assert 200 == ask(server.url, f"/api/records/{name}/steps")[0]
        # A circle can begin with it, wherever the request comes in
        circle = {"name": "Home", "member": {"name": "Ana", "avatar": "fox"}, "match": {"record": name, "token": token}}
        assert 201 == ask(server.url, "/api/circles", circle)[0]


def test_a_seat_moves_to_another_device(server: Serving) -> None:
    async def moved(seat: Plain) -> Plain:
        async with client.Table(server.url, seat["token"]) as table:
            code = (await table.find(wire.Device))["code"]
        status, found = await asyncio.to_thread(ask, server.url, "/api/device", {"code": code})
        assert 200 == status, found
        return dict(found)

    for seat in tables_on_each(server.url):
        there = asyncio.run(moved(seat))
        assert table_of(seat) == table_of(there)
        assert enters(server.url, there)


def test_a_circle_and_its_tables_are_in_one_file_and_its_members_find_them(server: Serving) -> None:
    opened: list[Plain] = []
    while {0, 1} != {file_of(circle["circle"]) for circle in opened}:
        # Circles are opened where the request comes in, so addresses of their own are needed
        number = len(opened) + 2
        connection = http.client.HTTPConnection(
            server.url.removeprefix("http://"), timeout=PATIENCE_S, source_address=(f"127.0.0.{number}", 0)
        )
        status, circle = asked(connection, "/api/circles", {"name": "Home", "member": {"name": "Ana", "avatar": "fox"}})
        connection.close()
        assert 201 == status, circle
        opened.append(circle)
    for circle in opened:
        key = {"Authorization": f"Bearer {circle['device']}"}
        inside = {"id": circle["circle"]}
        status, seat = ask(server.url, "/api/tables", {"game": "wig_out", "name": "Ana", "circle": inside}, **key)
        assert (201, file_of(circle["circle"])) == (status, file_of(table_of(seat))), seat
        assert 200 == ask(server.url, f"/api/circles/{circle['circle']}", **key)[0]
        link = {"circle": circle["circle"], "secret": circle["secret"]}
        assert 200 == ask(server.url, "/api/circles/look", link)[0]
        status, code = ask(server.url, f"/api/circles/{circle['circle']}/code", {}, **key)
        assert 200 == ask(server.url, "/api/circles/claim", {"code": code["code"]})[0]
        # Somebody of another circle is a guest here
        other = next(one for one in opened if file_of(one["circle"]) != file_of(circle["circle"]))
        guest = {"code": seat["code"], "name": "Bo", "watch": True, "circle": {"id": other["circle"]}}
        assert 200 == ask(server.url, "/api/join", guest, Authorization=f"Bearer {other['device']}")[0]


def test_the_deal_of_the_day_is_the_same_for_everybody(server: Serving) -> None:
    """The challenges of a day are in the first file, whoever asks first."""
    key = {"Authorization": f"Bearer {'0' * 32}"}
    days = []
    for number in range(2, 6):  # addresses of different workers
        connection = http.client.HTTPConnection(
            server.url.removeprefix("http://"), timeout=PATIENCE_S, source_address=(f"127.0.0.{number}", 0)
        )
        days.append(asked(connection, "/api/daily", **key))
        connection.close()
    assert {200} == {status for status, _ in days}, days
    assert 1 == len({json.dumps(day["games"]) for _, day in days})


# For the host


def test_health_and_figures_are_those_of_all_workers(server: Serving) -> None:
    tables_on_each(server.url)
    status, health = ask(server.url, "/healthz")
    assert (200, True, 2, 2) == (status, health["ok"], health["workers"], health["alive"])
    assert health["tables"] == sum(figures(server)["rumpus_tables"].values()) >= 2
    assert 404 == ask(server.url, "/metrics")[0]  # only on the port for it, on this machine


def test_one_page_has_the_samples_of_every_worker() -> None:
    page = '# HELP a_total A\n# TYPE a_total counter\na_total{why="x"} 1.0\n# HELP b B\n# TYPE b gauge\nb 2.0\n'
    both = labelled([(0, page), (1, page)])
    assert 1 == both.count("# HELP a_total A")
    assert 'a_total{worker="1",why="x"} 1.0' in both
    assert {"x": 2.0} == samples(both)["a_total"]
    assert {"": 4.0} == samples(both)["b"]


def test_a_worker_that_says_nothing_is_not_well() -> None:
    well = b'{"ok":true,"saving":true,"thinking":true,"tables":1,"people":2,"busy":false}'
    assert together([well, well])["ok"]
    assert {"ok": False, "alive": 1, "tables": 1} == {
        name: value for name, value in together([well, None]).items() if name in ("ok", "alive", "tables")
    }


def test_limits_of_an_address_hold_for_all_workers_together(tmp_path: Path) -> None:
    limits = ("--limit=tables_per_minute=4", "--limit=wrong_codes_per_minute=5")
    with Serving(tmp_path, "--workers", "2", *limits, generous=False) as server:
        opened = [ask(server.url, "/api/tables", {"game": "wig_out", "name": "Ana"})[0] for _ in range(8)]
        assert [201] * 4 + [429] * 4 == opened
        wrong = [ask(server.url, "/api/look", {"code": "ABCDEFGH"})[0] for _ in range(8)]
        assert [404] * 5 + [429] * 3 == wrong
        # Nobody can make up another address with the header that workers use among themselves
        made_up = {"X-Rumpus-Client": "198.51.100.7"}
        assert 429 == ask(server.url, "/api/look", {"code": "ABCDEFGH"}, **made_up)[0]


def test_one_folder_is_copied_checked_and_restored_with_one_command(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    with Serving(data, "--workers", "2") as server:
        seats = tables_on_each(server.url)
        said("backup", str(copy), "--data", str(data))
        later = tables_on_each(server.url)
        assert 2 == rumpus("restore", str(copy), "--data", str(data)).returncode  # a server runs
        port, metrics = port_of(server), str(_metrics_port(server))
        told = said("status", "--data", str(data), "--port", str(port), "--metrics-port", metrics)
        assert "2 of 2 workers answer" in told
        assert 0 == rumpus("doctor", "--data", str(data), "--port", str(port)).returncode
    assert 0o600 == copy.stat().st_mode & 0o777
    for arguments in ([str(copy)], ["--data", str(data)]):
        assert "tables are whole" in said("check", *arguments)
    assert "would be removed" not in said("sweep", "--data", str(data), "--days", "5")
    assert "is kept in" in said("restore", str(copy), "--data", str(data))
    with Serving(data, "--workers", "3") as server:
        assert all(enters(server.url, seat) for seat in seats)
        for seat in later:
            assert 404 == ask(server.url, "/api/look", {"code": seat["code"]})[0]
    # A copy of a folder with one file puts the others aside
    alone = tmp_path / "alone"
    with Serving(alone) as server:
        (seat,) = tables_on_each(server.url, 1)
        said("backup", str(tmp_path / "one"), "--data", str(alone))
    said("restore", str(tmp_path / "one"), "--data", str(data))
    assert ["tables.sqlite3"] == [path.name for path in files_of(data / DATABASE)]
    with Serving(data, "--workers", "2") as server:
        assert enters(server.url, seat)


def _metrics_port(server: Serving) -> int:
    address = next(line.split()[-1] for line in server.said if "/metrics" in line)
    return int(address.rpartition(":")[2].removesuffix("/metrics"))


def test_a_damaged_archive_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    with Serving(data, "--workers", "2") as server:
        seats = tables_on_each(server.url)
        said("backup", str(copy), "--data", str(data))
    whole = copy.read_bytes()
    copy.write_bytes(whole[: len(whole) // 3])
    refused = rumpus("restore", str(copy), "--data", str(data))
    assert (2, "") == (refused.returncode, refused.stdout)
    with Serving(data, "--workers", "2") as server:
        assert all(enters(server.url, seat) for seat in seats)


def test_tls_ends_before_the_front(tmp_path: Path) -> None:
    done = rumpus("serve", "--workers", "2", "--cert", "x.pem", "--data", str(tmp_path))
    assert (2, "") == (done.returncode, done.stdout)
    assert "TLS ends at a proxy" in done.stderr


def test_a_folder_that_another_server_uses_is_refused(tmp_path: Path) -> None:
    with Serving(tmp_path, "--workers", "2"):
        for workers in ("1", "2"):
            done = rumpus("serve", "--workers", workers, "--port", "0", "--data", str(tmp_path))
            assert 2 == done.returncode
            assert "in use" in done.stderr or "another" in done.stderr, done.stderr


# More and fewer workers


def reachable(numbers: Sequence[int], folder: Path, change: Callable[[Serving], Serving] = lambda one: one) -> bool:
    """Whether every table of every run with so many workers is found in all later ones, by token and by code."""
    seats: list[Plain] = []
    for workers in numbers:
        with change(Serving(folder, "--workers", str(workers))) as server:
            for seat in seats:
                if ask(server.url, "/api/look", {"code": seat["code"]})[0] != 200:
                    return False
                try:
                    if not enters(server.url, seat):
                        return False
                except ConnectionClosed:  # with a code: the table is not found
                    return False
            seats += tables_on_each(server.url, workers)
    return True


def test_tables_stay_where_people_find_them_with_more_and_fewer_workers(tmp_path: Path) -> None:
    assert reachable((1, 3, 2, 1), tmp_path)


def test_a_planted_rule_that_moves_tables_with_the_number_of_workers_is_noticed(tmp_path: Path) -> None:
    forgets = """
from rumpus.server.shards.setting import Setting
real = Setting.worker_of
Setting.worker_of = lambda self, log: (real(self, log) + (self.workers == 2)) % self.workers
"""

    def change(server: Serving) -> Serving:
        (tmp_path / "sitecustomize.py").write_text(forgets)
        server.environment["PYTHONPATH"] = str(tmp_path)
        return server

    assert not reachable((3, 2), tmp_path / "data", change)


# Processes that end


def test_a_killed_worker_comes_back_with_its_tables_and_the_others_notice_nothing(tmp_path: Path) -> None:
    async def scenario() -> list[Player]:
        with Serving(tmp_path, "--workers", "2") as server:
            async with AsyncExitStack() as stack:
                players: list[Player] = []
                while {0, 1} != {file_of(player.table) for player in players}:
                    for player in await asyncio.to_thread(sit_down, server.url, "wackee_six", "kill", 2):
                        player.names_table = True
                        players.append(await stack.enter_async_context(player))
                hit = [player for player in players if file_of(player.table) == 1]
                spared = [player for player in players if file_of(player.table) == 0]
                for _ in range(3):
                    done = sum(len(player.confirmed) for player in players) + 20
                    await until(lambda: sum(len(one.confirmed) for one in players) >= done, "the players go on")  # noqa: B023 - awaited at once
                    visits = [player.visits for player in hit]
                    os.kill(workers_of(server)[1], signal.SIGKILL)
                    await until(
                        lambda: all(one.visits > before for one, before in zip(hit, visits, strict=True)),  # noqa: B023 - as above
                        "everybody of the killed worker is back",
                    )
                assert {1} == {player.visits for player in spared}
                await until(lambda: 3 == sum(figures(server)["rumpus_worker_restarts_total"].values()), "it is counted")
                before = {player.table: player.seq for player in players}
                await until(lambda: all(one.seq > before[one.table] for one in players), "every table goes on")
            return players

    players = asyncio.run(scenario())
    for number in (0, 1):
        own = [player for player in players if file_of(player.table) == number]
        check(path_of(tmp_path / DATABASE, number), own)


def test_while_a_worker_starts_again_its_people_wait_and_all_others_are_served(tmp_path: Path) -> None:
    with Serving(tmp_path, "--workers", "2") as server:
        here, there = tables_on_each(server.url)
        os.kill(workers_of(server)[1], signal.SIGKILL)
        assert 201 == ask(server.url, "/api/tables", {"game": "wig_out", "name": "Ana"})[0]
        assert enters(server.url, here)
        assert enters(server.url, there)  # its connection waits until the worker is back


def test_a_connection_that_a_dying_worker_was_handed_is_taken_by_the_next(tmp_path: Path) -> None:
    with Serving(tmp_path, "--workers", "2") as server:
        _, there = tables_on_each(server.url)
        worker = workers_of(server)[1]
        os.kill(worker, signal.SIGSTOP)
        with ThreadPoolExecutor() as pool:
            entered = pool.submit(enters, server.url, there)
            time.sleep(0.5)  # it lies in the channel of a process that will never take it
            assert not entered.done()
            os.kill(worker, signal.SIGKILL)
            assert entered.result(PATIENCE_S)


def test_workers_end_with_the_front(tmp_path: Path) -> None:
    server = Serving(tmp_path, "--workers", "2").start()
    pids = workers_of(server).values()
    assert 2 == len(pids)
    server.kill()
    until_s = time.monotonic() + PATIENCE_S
    while not all(is_over(pid) for pid in pids):
        assert time.monotonic() < until_s
        time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_everything_in_time(number: signal.Signals, tmp_path: Path) -> None:
    async def scenario() -> None:
        server = await asyncio.to_thread(Serving(tmp_path, "--workers", "2").start)
        pids = workers_of(server).values()
        async with AsyncExitStack() as stack:
            players = [
                await stack.enter_async_context(player)
                for _ in range(2)
                for player in await asyncio.to_thread(sit_down, server.url, "wig_out", "stop", 2)
            ]
            began = time.monotonic()
            assert 0 == await asyncio.to_thread(server.end, number)
            assert time.monotonic() - began < STOPS_S
            await until(lambda: all(player.byes for player in players), "everybody is told")
            assert {wire.CLOSE_RESTART} == {player.byes[0][0] for player in players}
        assert all(is_over(pid) for pid in pids)

    asyncio.run(scenario())


def test_a_planted_worker_that_outlives_its_front_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "from rumpus.server.shards import part\npart.Part._listen = lambda self, stop: self._life.recv(64)\n"
    )
    server = Serving(tmp_path / "data", "--workers", "2")
    server.environment["PYTHONPATH"] = str(tmp_path)
    server.start()
    pids = list(workers_of(server).values())
    server.process.kill()
    server.process.wait()
    try:
        time.sleep(2.0)
        assert not any(is_over(pid) for pid in pids)
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        server.end()


def test_settings_are_small_and_plain(tmp_path: Path) -> None:
    setting = share(ServerConfig(data=tmp_path, workers=2), 1, tmp_path)
    assert isinstance(setting, Setting)
    assert ((1,), (0,)) == (setting.own, setting.others)
