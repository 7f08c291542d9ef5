"""`rumpus serve --workers N`: several processes with a file each, which people see as one server."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from rumpus import client, wire
from rumpus.journal.files import file_of, path_of, suffix_of
from rumpus.server.config import DATABASE
from rumpus.server.shards.forward import HEALTH_AGE_S
from tests.server.workers import Plain, ask, asked, enters, figures, table_of, tables_on_each
from tests.support.journal_check import check
from tests.support.serving import PATIENCE_S, Serving
from tests.support.socket_players import Player, sit_down, until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("tables"), "--workers", "2") as serving:
        yield serving


def test_people_play_at_tables_of_all_workers_and_are_told_what_is_on_disk(tmp_path: Path) -> None:
    async def scenario() -> list[Player]:
        with Serving(tmp_path, "--workers", "2") as server:
            players = []
            async with AsyncExitStack() as stack:
                for number in range(4):
                    for player in await asyncio.to_thread(sit_down, server.url, "wig_out", f"{number}", 2):
                        player.names_table = number < 2  # the others go by the wrong worker now and then
                        player.attempt_s = PATIENCE_S  # a second attempt would be relayed, too
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
                player.names_table, player.plays_again = True, False
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


def test_what_is_handed_on_is_no_longer_than_what_is_answered_here(server: Serving) -> None:
    """Where a request comes in, it has paid for the memory of a body that its handler would read."""
    answers = {
        path: {ask(server.url, path.format("0123456789abcdef" + suffix_of(number)), "x" * size)[0] for number in (0, 1)}
        for size, path in ((100_000, "/api/circles/{}/change"), (5_000_000, "/api/challenges/{}/result"))
    }
    assert {404, 413} == answers["/api/circles/{}/change"], "a wrong key is refused first, where the circle is"
    assert {413} == answers["/api/challenges/{}/result"]


def test_health_and_figures_are_those_of_all_workers(server: Serving) -> None:
    tables_on_each(server.url)
    time.sleep(HEALTH_AGE_S)
    until_s = time.monotonic() + PATIENCE_S
    while (said := ask(server.url, "/healthz"))[0] != 200 and time.monotonic() < until_s:
        time.sleep(0.1)  # on a busy machine a worker may answer too late
    status, health = said
    assert (200, True, 2, 2) == (status, health["ok"], health["workers"], health["alive"])
    assert health["tables"] == sum(figures(server)["rumpus_tables"].values()) >= 2
    assert 404 == ask(server.url, "/metrics")[0]  # only on the port for it, on this machine


# As on a machine that is never too busy to answer in time
AT_THEIR_LEISURE = """
from rumpus.server.shards import forward
forward.HEALTH_S, forward.HEALTH_AGE_S = 180.0, 600.0
"""


def test_whoever_asks_often_how_the_workers_are_does_not_make_them_look_ill(tmp_path: Path) -> None:
    """The workers ask one another seldom, however many ask them: else the budget for that would run out."""
    few = ("--limit=loop_ms_at_once=0.1", "--limit=loop_ms_per_s=0.001")  # 33 requests of an address, and then no more
    (tmp_path / "sitecustomize.py").write_text(AT_THEIR_LEISURE)
    server = Serving(tmp_path / "data", "--workers", "2", *few, generous=False)
    server.environment["PYTHONPATH"] = str(tmp_path)
    with server:
        for number in range(2, 12):
            connection = http.client.HTTPConnection(
                server.url.removeprefix("http://"), timeout=PATIENCE_S, source_address=(f"127.0.{number}.1", 0)
            )
            assert [200] * 8 == [asked(connection, "/healthz")[0] for _ in range(8)]
            connection.close()
