"""Closed doors: who may say what, how often and from where; what is refused says nothing and changes nothing."""

from __future__ import annotations

import ast
import asyncio
import io
import json
import logging
import re
import socket
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rumpus
from rumpus import wire
from rumpus.journal import Entry, Head
from rumpus.server import app, run
from rumpus.server.keeper import ANSWERS_KEPT, REST_S
from rumpus.server.logs import FIELDS, JsonLines
from rumpus.server.rooms import DEVICE_CODE_S, LETTERS, PUT_AWAY_S, TICK_S, TICKS, Rooms
from rumpus.server.session import PING_EVERY_S, SLOWEST_BYTES
from rumpus.table import Table, hashed
from tests.support.clock import run_virtual, settle, until, virtual_time
from tests.support.in_process import GENEROUS, LocalServer, table_of, with_server
from tests.support.raw_sockets import close_code, fetch, rest_of, text_frame, upgraded
from tests.support.serving import PATIENCE_S, Serving
from tests.support.stores import FailingStore

replace = msgspec.structs.replace

# Whose message it is


@with_server()
async def test_the_id_of_another_person_is_just_an_id(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    bo = await server.join(ana, "Bo")
    a, b = await server.enter(ana), await server.enter(bo)
    assert "lobby" == (await a.ask("rename", id="same", name="Anna"))["type"]
    answer = await b.ask("rename", id="same", name="Bob")
    assert "lobby" == answer["type"]
    assert ["Anna", "Bob"] == [one["name"] for one in answer["lobby"]["people"]]
    assert {"type": "done", "id": "same", "seq": 3} == await a.ask("rename", id="same", name="Third")
    assert "Anna" == b.lobby()["people"][0]["name"]


@with_server()
async def test_a_message_sent_in_the_moment_of_removal_means_nothing(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    bo = await server.join(ana, "Bo")
    a, b = await server.enter(ana), await server.enter(bo)
    a.say({"type": "remove", "id": "r", "person": bo["person"]})
    b.say({"type": "sit", "id": "s", "seat": 4})
    b.say({"type": "ready", "id": "t"})
    await settle()
    assert b.closed is not None
    assert wire.CLOSE_REMOVED == b.closed[0]
    assert [1] == [one["id"] for one in a.lobby()["people"]]
    assert [1] == [one["person"] for one in a.lobby()["seats"] if one]
    assert [] == [one for one in b.told if one.get("id")]


# Where a request comes from

FOREIGN = ("https://evil.example", "http://localhost:9999", "https://localhost:8000", "null", "")


@virtual_time
async def test_pages_of_ours_are_welcome_and_pages_of_others_are_not() -> None:
    printed = run.addresses("0.0.0.0", 8000)  # noqa: S104 - what is printed there, nothing is bound
    origins = app.origins_for(printed, ("https://Play.Example.org/",))
    async with LocalServer(origins=origins) as server:
        for origin in (*printed, f"{printed[0].upper()}/", "https://play.example.org", None):
            sent = [(b"origin", origin.encode())] if origin is not None else []
            answer = await server.request("/api/tables", {"game": "wig_out", "name": "Ana"}, headers=sent)
            assert 201 == answer.status, origin
            connection = server.connect(headers=sent)
            await settle()
            assert connection.accepted, origin
        for origin in FOREIGN:
            for path in ("/", "/healthz", "/api/tables", "/nowhere"):
                answer = await server.request(path, {}, headers=[(b"origin", origin.encode())])
                assert (403, "table-origin") == (answer.status, answer.json()["reason"])
            connection = server.connect(headers=[(b"origin", origin.encode())])
            await settle()
            assert (False, (1008, "")) == (connection.accepted, connection.closed)
            assert connection.task.done()


def test_an_origin_is_written_with_its_scheme() -> None:
    with pytest.raises(rumpus.game.Malformed):
        app.origins_for([], ("play.example.org",))


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("2001:db8::1", "2001:db8::"),
        ("2001:db8::ffff:1", "2001:db8::"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("fe80::1%eth0", "fe80::"),
        ("not:an:address", "not:an:address"),
    ],
)
def test_a_network_of_v6_counts_as_one_address(host: str, counted: str) -> None:
    assert counted == app.address({"client": (host, 1)})


def test_a_forwarded_address_counts_only_behind_the_proxy_that_is_trusted(tmp_path: Path) -> None:
    def connections(server: Serving, number: int, address: str) -> list[int]:
        wrong = {"code": "BBBBBBBB", "name": "Eve"}
        return [fetch(server.url, "/api/join", wrong, **{"X-Forwarded-For": address})[0] for _ in range(number)]

    behind = ("--trusted-proxy=127.0.0.1", "--origin=https://play.example.org")
    with Serving(tmp_path / "behind", *behind, generous=False) as server:
        assert [404] * 10 + [429] == connections(server, 11, "203.0.113.1")
        assert [404] == connections(server, 1, "203.0.113.2")
        assert [429] == connections(server, 1, "203.0.113.66, 203.0.113.1")  # what the proxy itself has seen counts
        assert 200 == fetch(server.url, "/healthz", Origin="https://play.example.org")[0]
        assert 403 == fetch(server.url, "/healthz", Origin="https://evil.example")[0]
        for line in server.said:
            for address in re.findall(r"http://[^\s/]+", line):
                if "metrics" not in line:
                    assert 200 == fetch(server.url, "/healthz", Origin=address)[0]
    with Serving(tmp_path / "open", generous=False) as server:
        assert [404] * 10 == [status for at in range(10) for status in connections(server, 1, f"203.0.113.{at}")]
        assert [429] == connections(server, 1, "203.0.113.99")


# Wrong codes

WRONG = "BBBBBBBB"


@virtual_time
async def test_wrong_codes_are_counted_over_every_door() -> None:
    limits = replace(GENEROUS, wrong_codes_per_minute=10)
    async with LocalServer(limits) as server:
        ana = await server.open("wig_out")
        for _ in range(2):
            assert 404 == (await server.request("/api/join", {"code": WRONG, "name": "Eve"})).status
            assert 404 == (await server.request("/api/look", {"code": WRONG})).status
        for _ in range(3):
            assert 404 == (await server.request("/api/device", {"code": WRONG})).status
        for _ in range(3):
            connection = await server.enter({"token": f"{table_of(ana)}.{'0' * 32}"})
            assert (wire.CLOSE_TOKEN, "no seat goes by this token") == connection.closed
        connections = {"/api/join": {"code": ana["code"], "name": "E"}, "/api/look": {"code": ana["code"]}}
        for path, body in {**connections, "/api/device": {"code": WRONG}}.items():
            answer = await server.request(path, body)
            assert (429, "table-too-many") == (answer.status, answer.json()["reason"])
        for token in (f"{table_of(ana)}.{'0' * 32}", ana["token"]):  # the right one would tell that it is right
            connection = await server.enter({"token": token})
            assert connection.closed is not None
            assert wire.CLOSE_LIMIT == connection.closed[0]
        assert (await server.enter(ana, address="198.51.100.8")).heard("welcome")
        await asyncio.sleep(6.1)
        assert 200 == (await server.request("/api/join", {"code": ana["code"], "name": "Bo"})).status
        assert 404 == (await server.request("/api/join", {"code": WRONG, "name": "Eve"})).status
        assert 429 == (await server.request("/api/join", {"code": WRONG, "name": "Eve"})).status


@with_server()
async def test_a_wrong_code_a_full_table_and_one_that_cannot_go_on_get_the_very_same_answer(
    server: LocalServer,
) -> None:

    async def _answer(server: LocalServer, code: str, watch: bool | None) -> tuple[int, bytes, str]:
        look, join = ("/api/look", {"code": code}), ("/api/join", {"code": code, "name": "Eve", "watch": watch})
        answer = await server.request(*(look if watch is None else join))
        return answer.status, answer.body, str(sorted(answer.headers.items()))

    full = await server.open("wig_out", bots=["casual"] * 5, settings={"spectators": False})
    begun = await server.open("five_crowns", bots=["casual"], settings={"spectators": False})
    host = await server.enter(begun)
    await host.ask("begin")
    codes = [WRONG, "short", "", full["code"], begun["code"]]
    for name, body in (("torn", b"{"), ("odd", b'{"lobby":null}')):
        code = f"{name.upper():B<8}".translate(str.maketrans("OUAEI", "BBBBB"))
        assert set(code) <= set(LETTERS)
        server.store.open(Head(name, code, 0.0), Entry(1, 0.0, None, body))
        codes.append(code)
    answers = {await _answer(server, code, watch) for code in codes for watch in (False, True, None)}
    assert 1 == len(answers)
    status, body, _ = answers.pop()
    assert (404, "table-no-such") == (status, json.loads(body)["reason"])


@with_server()
async def test_who_is_invited_can_see_to_what_before_sitting_down(server: LocalServer) -> None:
    ana = await server.open("wackee_six", name="Ana")
    invited = {"game": "wackee_six", "host": "Ana", "play": True, "watch": True}
    assert invited == (await server.request("/api/look", {"code": f" {ana['code'].lower()} "})).json()
    full = await server.open("wig_out", name="Bo", bots=["casual"] * 5)
    invited = {"game": "wig_out", "host": "Bo", "play": False, "watch": True}
    assert invited == (await server.request("/api/look", {"code": full["code"]})).json()
    assert 1 == len(server.keeper(ana).table.lobby.people), "looking is not joining"


@with_server(replace(GENEROUS, wrong_codes_per_minute=10))
async def test_a_full_table_costs_as_much_as_a_wrong_code(server: LocalServer) -> None:
    full = await server.open("wig_out", bots=["casual"] * 5)
    statuses = [(await server.request("/api/join", {"code": full["code"], "name": "E"})).status for _ in range(11)]
    assert [404] * 10 + [429] == statuses


# Limits


@with_server(replace(GENEROUS, messages_per_s=15, messages_at_once=60))
async def test_a_seat_that_talks_too_fast_is_closed_and_comes_back_with_no_fresh_budget(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    bo = await server.join(ana, "Bo")
    a, b = await server.enter(ana), await server.enter(bo)
    for at in range(62):
        a.say({"type": "mute", "id": f"m{at}", "person": 2})
    await settle()
    assert 59 == len(a.heard("done")), "coming was the first"
    assert a.closed is not None
    assert wire.CLOSE_LIMIT == a.closed[0]
    again = await server.enter(ana)
    assert [] == again.heard("welcome")
    assert again.closed is not None
    assert wire.CLOSE_LIMIT == again.closed[0]
    assert "done" == (await b.ask("mute", person=1))["type"]  # others are not meant
    await asyncio.sleep(1.0)
    third = await server.enter(ana)
    for at in range(14):
        assert "welcome" == (await third.ask("resync", id=f"r{at}"))["type"]


@with_server(replace(GENEROUS, messages_per_s=15, messages_at_once=20))
async def test_messages_that_cannot_be_read_count_too(server: LocalServer) -> None:
    a = await server.enter(await server.open("wig_out"))
    for _ in range(30):
        a.say("{")
    await settle()
    assert 19 == len(a.heard("refused")), "coming was the first"
    assert a.closed is not None
    assert wire.CLOSE_LIMIT == a.closed[0]


@with_server(replace(GENEROUS, messages_per_s=1, messages_at_once=4))
async def test_coming_again_and_again_is_speaking_too(server: LocalServer) -> None:
    ana, bo = await server.open("wig_out"), await server.open("wig_out")
    connections = [await server.enter(ana) for _ in range(6)]
    assert [1, 1, 1, 1, 0, 0] == [len(one.heard("welcome")) for one in connections]
    assert connections[5].closed is not None
    assert wire.CLOSE_LIMIT == connections[5].closed[0]
    assert connections[3].closed is None, "who is there stays"
    assert (await server.enter(bo)).heard("welcome"), "no other seat pays for it"
    await asyncio.sleep(2.0)
    assert (await server.enter(ana)).heard("welcome")


@with_server()
async def test_so_many_records_are_shown_at_once(server: LocalServer) -> None:
    server.doors.showing = app.MOST_SHOWN
    answer = await server.request("/api/replay", b"x")
    assert (503, "table-busy") == (answer.status, answer.json()["reason"])
    server.doors.showing -= 1
    assert [400, 400] == [(await server.request("/api/replay", b"x")).status for _ in range(2)]
    assert app.MOST_SHOWN - 1 == server.doors.showing, "who is refused takes no place"


@with_server()
async def test_a_record_takes_its_place_until_its_reader_has_all_of_it_and_not_for_ever(server: LocalServer) -> None:
    sent: list[int] = []

    async def send(message: Any) -> None:
        sent.append(len(message.get("body", b"")))
        if len(sent) > 2:
            await asyncio.sleep(app.SHOW_S * 2)  # nobody reads on

    server.doors.showing = 1
    steps = app.Steps(b"x" * (3 * app.PIECE), server.doors)
    asked: Any = ({"type": "http", "asgi": {"spec_version": "2.4"}}, asyncio.Event().wait, send)
    slow = asyncio.create_task(steps(*asked))
    await settle()
    assert ([0, app.PIECE, app.PIECE], 1) == (sent, server.doors.showing)
    await asyncio.sleep(app.SHOW_S + 1)
    assert (True, 0) == (slow.done(), server.doors.showing)
    await slow


@with_server(replace(GENEROUS, connections=5))
async def test_an_address_has_so_many_connections_and_others_have_theirs(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    connections = [server.connect() for _ in range(6)]
    await settle()
    assert [True] * 5 + [False] == [one.accepted for one in connections]
    assert (wire.CLOSE_LIMIT, "") == connections[5].closed
    assert (await server.enter(ana, address="198.51.100.8")).heard("welcome")
    connections[0].drop()
    await settle()
    assert (await server.enter(ana)).heard("welcome")


@with_server(replace(GENEROUS, tables_per_minute=4, joins_per_minute=3, records_per_minute=2))
async def test_an_address_opens_so_many_tables_a_minute(server: LocalServer) -> None:
    table = {"game": "wig_out", "name": "Ana"}
    opened = [await server.request("/api/tables", table) for _ in range(5)]
    assert [201] * 4 + [429] == [one.status for one in opened]
    join = {"code": opened[0].json()["code"], "name": "Bo"}
    assert [200] * 3 + [429] == [(await server.request("/api/join", join)).status for _ in range(4)]
    assert [400, 400, 429] == [(await server.request("/api/replay", b"x")).status for _ in range(3)]
    assert 429 == (await server.request("/api/records/x")).status
    assert 429 == (await server.request("/api/steps", {"token": "x"})).status
    assert 201 == (await server.request("/api/tables", table, address="198.51.100.8")).status
    await asyncio.sleep(15.1)
    assert 201 == (await server.request("/api/tables", table)).status


@with_server(replace(GENEROUS, tables=2, people=1))
async def test_a_house_that_is_full_says_so(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    await server.open("wig_out")
    answer = await server.request("/api/tables", {"game": "wig_out", "name": "Ana"})
    assert (503, "table-busy") == (answer.status, answer.json()["reason"])
    await server.enter(ana)
    assert (wire.CLOSE_LIMIT, "") == (await server.enter(ana, address="198.51.100.8")).closed


# Answers


@virtual_time
async def test_what_could_not_be_saved_and_is_asked_again_meanwhile_has_one_answer() -> None:
    """The table is taken up again, and the second asking finds it whole."""
    store = FailingStore(asyncio.get_running_loop().time)
    async with LocalServer(store=store) as server:
        ana = await server.open("wig_out")
        bo = await server.join(ana, "Bo")
        a, b = await server.enter(ana), await server.enter(bo)
        store.full = True
        assert "table-not-saved" == (await b.ask("rename", name="Bob"))["reason"]
        for one, name in ((a, "Anna"), (b, "Bob")):
            one.say({"type": "rename", "id": "same", "name": name})
        await asyncio.sleep(REST_S / 2)  # after a second fault in a row the table rests
        a.say({"type": "rename", "id": "same", "name": "Anna"})
        store.full = False
        await asyncio.sleep(REST_S)
        answers = [[told["type"] for told in one.told if told.get("id") == "same"] for one in (a, b)]
        assert [["lobby"], ["refused"]] == answers
        assert ["Anna", "Bo"] == [one["name"] for one in a.lobby()["people"]]


@with_server()
async def test_nobody_s_messages_push_out_the_answer_of_another(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    a, b = await server.enter(ana), await server.enter(await server.join(ana, "Bo"))
    first = await a.ask("rename", id="mine", name="Anna")
    for at in range(ANSWERS_KEPT + 1):
        await b.ask("rename", id=f"b{at}", name=f"Bo {at}")
    assert ("done", first["seq"]) == (
        (again := await a.ask("rename", id="mine", name="Anna"))["type"],
        again["seq"],
    )


@with_server()
async def test_nothing_is_kept_of_who_has_left_for_good(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    a = await server.enter(ana)
    for at in range(20):
        guest = await server.join(ana, f"Guest {at}", watch=True)
        g = await server.enter(guest)
        await g.ask("mute", person=1)
        await g.ask("say", phrase="wow")
        g.say({"type": "leave", "id": "bye"})
        await settle()
    keeper = server.keeper(ana)
    await a.ask("rename", name="Anna")
    kept = (keeper._answers, keeper._refusals, keeper._words._muted, keeper._words._said, keeper._buckets)
    assert {1} == set().union(*kept)


# One seat, one connection


@with_server()
async def test_the_newest_connection_has_the_seat_and_the_older_is_told(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    bo = await server.join(ana, "Bo")
    first, b = await server.enter(ana), await server.enter(bo)
    second = await server.enter(ana)
    assert first.closed is not None
    assert wire.CLOSE_NEWER == first.closed[0] == first.last("bye")["code"]
    assert first.task.done()
    assert [1, 2] == second.last("here")["people"] == b.last("here")["people"]
    first.say({"type": "leave", "id": "x"})
    assert "lobby" == (await second.ask("rename", name="Anna"))["type"]
    assert 2 == len(server.rooms.sessions)


@with_server()
async def test_a_device_code_is_good_once_for_a_minute_and_the_old_token_is_dead(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    a = await server.enter(ana)
    void = (await a.ask("device"))["found"]["code"]
    found = (await a.ask("device"))["found"]
    assert DEVICE_CODE_S == found["valid_s"]
    assert 404 == (await server.request("/api/device", {"code": void})).status
    moved = await server.request("/api/device", {"code": f" {found['code'].lower()} "})
    assert 200 == moved.status
    await settle()
    assert a.closed is not None
    assert wire.CLOSE_NEWER == a.closed[0]
    assert 404 == (await server.request("/api/device", {"code": found["code"]})).status
    assert (await server.enter(ana)).closed is not None
    new = await server.enter(moved.json())
    assert ana["person"] == new.last("welcome")["you"]
    late = (await new.ask("device"))["found"]["code"]
    await asyncio.sleep(DEVICE_CODE_S + 0.1)
    assert 404 == (await server.request("/api/device", {"code": late})).status
    assert hashed(moved.json()["token"]) == server.keeper(ana).table.lobby.people[0].token


@with_server()
async def test_a_device_code_of_somebody_who_was_removed_opens_nothing(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    bo = await server.join(ana, "Bo")
    a, b = await server.enter(ana), await server.enter(bo)
    code = (await b.ask("device"))["found"]["code"]
    await a.ask("remove", person=bo["person"])
    assert 404 == (await server.request("/api/device", {"code": code})).status


@with_server()
async def test_a_table_whose_only_device_has_moved_and_never_come_is_put_away(server: LocalServer) -> None:
    a = await server.enter(await server.open("wig_out"))
    code = (await a.ask("device"))["found"]["code"]
    assert 200 == (await server.request("/api/device", {"code": code})).status
    await asyncio.sleep(PUT_AWAY_S + 5)
    assert {} == server.rooms.live


# Names

GOOD_NAMES = ("A", "Ana", "Zoë", "李小龍", "Ольга", "🦊", "Ana 🎉", "x" * 20, "O'Neill-Ruiz", "  Ana  ", "عمر")
BAD_NAMES = (
    *("", " ", "   ", "x" * 21, "a\u0000b", "a\nb", "tab\there", "\u202eana", "a\u2066b", "zero\u200bwidth"),
    *(
        "soft\u00adhyphen",
        "\u2028",
        "\ufeffana",
        "\ue000",
        "\U000e0041",
        "\u00a0",
        "\u3000",
        "\u0007",
        "\u3164",
        "\u2800",
        "x" * 201,
    ),
)


@with_server()
async def test_names_are_checked_at_every_door(server: LocalServer) -> None:
    ana = await server.open("wackee_six")
    a = await server.enter(ana)
    for name in GOOD_NAMES:
        answer = await a.ask("rename", name=name)
        assert "lobby" == answer["type"], name
        assert name.strip() == answer["lobby"]["people"][0]["name"]
    for name in BAD_NAMES:
        assert "table-malformed" == (await a.ask("rename", name=name))["reason"], ascii(name)
        opening = await server.request("/api/tables", {"game": "wig_out", "name": name})
        joining = await server.request("/api/join", {"code": ana["code"], "name": name})
        assert (400, 400) == (opening.status, joining.status), ascii(name)
    for raw in (b'{"game":"wig_out","name":"\\ud800"}', b'{"game":"wig_out","name":"\xed\xa0\x80"}'):
        assert 400 == (await server.request("/api/tables", raw)).status
    a.say('{"type":"rename","id":"lone","name":"\\ud800"}')
    await settle()
    assert "table-malformed" == a.last("refused")["reason"]
    for avatar in ("dragon", "", "x" * 12):
        assert "table-malformed" == (await a.ask("rename", name="Ana", avatar=avatar or "DRAGON"))["reason"]
    assert "yak" == (await a.ask("rename", name="Ana", avatar="yak"))["lobby"]["people"][0]["avatar"]
    names = [(await server.join(ana, "ANA"))["person"] for _ in range(3)]
    assert ["Ana", "ANA 2", "ANA 3", "ANA 4"] == [one["name"] for one in a.lobby()["people"]]
    assert [2, 3, 4] == names


# Frames that are no messages


@with_server()
async def test_what_is_no_hello_is_closed_as_the_protocol_says(server: LocalServer) -> None:

    async def first(server: LocalServer, frame: str) -> tuple[int, int]:
        connection = server.connect()
        connection.say(frame)
        await settle()
        assert connection.closed is not None, frame
        assert len(connection.closed[1].encode()) <= 120
        return connection.closed[0], connection.last("bye")["code"]

    ana = await server.open("wig_out")
    token = ana["token"]
    for frame in (
        *("", "{", "[]", "null", "{}", '{"type":"hello"}', '{"type":"nothing"}', "[" * 4000, "x" * 4097),
        *('{"type":"ready","id":"x"}', '{"type":"pong","n":1}', '{"type":"%s"}' % ("é" * 1000)),
        f'{{"type":"hello","version":2,"token":"{token}"}}',
        f'{{"type":"hello","version":{"9" * 3000},"token":"{token}"}}',
        f'{{"type":"hello","version":1,"token":"{token}","more":1}}',
        f'{{"type":"hello","version":"1","token":"{token}"}}',
    ):
        assert (wire.CLOSE_HELLO, wire.CLOSE_HELLO) == await first(server, frame)
    for wrong in ("", "x", ".", f"{table_of(ana)}.", token[:-1], token.upper(), f"{token} ", "\\u0000."):
        frame = f'{{"type":"hello","version":1,"token":"{wrong}"}}'
        assert (wire.CLOSE_TOKEN, wire.CLOSE_TOKEN) == await first(server, frame)
    late = server.connect()
    await asyncio.sleep(app.HELLO_S + 0.1)
    assert late.closed is not None
    assert wire.CLOSE_HELLO == late.closed[0]
    binary = server.connect()
    binary.say_bytes(b"{}")
    await settle()
    assert (wire.CLOSE_MALFORMED, "text frames were expected") == binary.closed


@with_server()
async def test_after_the_hello_a_bad_frame_is_refused_and_the_connection_stays(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    a = await server.enter(ana)
    bombs = ["[" * 65, '{"a":' * 65, "x" * 4097, f'{{"type":"do","id":"b","action":{"[" * 64}}}']
    for frame in ("", "{", "null", '{"type":"ping","n":1}', '{"type":"welcome"}', *bombs):
        seen = len(a.told)
        a.say(frame)
        await settle()
        assert ["refused"] == [one["type"] for one in a.told[seen:]], frame
    a.say('{"type":"sit","id":"mine","seat":"one"}')
    await settle()
    assert "mine" == a.last("refused")["id"]
    a.say({"type": "hello", "version": 1, "token": ana["token"]})
    await settle()
    assert (None, "table-not-now") == (a.last("refused")["id"], a.last("refused")["reason"])
    assert "welcome" == (await a.ask("resync"))["type"]
    a.say_bytes(b'{"type":"resync","id":"x"}')
    await settle()
    assert (wire.CLOSE_MALFORMED, "text frames were expected") == a.closed


# A reader that does not read


@with_server()
async def test_a_slow_reader_is_cut_off_the_table_goes_on_and_who_comes_back_has_a_fresh_view(
    server: LocalServer,
) -> None:
    ana = await server.open("wig_out")
    bo = await server.join(ana, "Bo")
    a, b = await server.enter(ana), await server.enter(bo)
    session = server.keeper(ana).sessions[bo["person"]]
    b.reading.clear()
    at = 0
    while not b.task.done():
        assert "lobby" == (await a.ask("rename", name=f"Ana {at}"))["type"]
        assert session._waiting <= SLOWEST_BYTES
        at += 1
    assert SLOWEST_BYTES // 4096 < at < SLOWEST_BYTES
    assert wire.CLOSE_SLOW == session.ended[0]
    assert 0 == session._waiting
    assert "lobby" == (await a.ask("rename", name="Ana"))["type"]
    assert [1] == a.last("here")["people"]
    again = await server.enter(bo)
    assert a.numbers()[-1] == again.last("welcome")["seq"]
    await a.ask("rename", name="Anna")
    assert [a.numbers()[-1]] == again.numbers()
    assert list(range(a.numbers()[0], a.numbers()[-1] + 1)) == a.numbers()


@with_server()
async def test_a_slow_reader_that_is_told_goodbye_is_cut_soon(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    first = await server.enter(ana)
    first.reading.clear()
    await server.enter(ana)
    await asyncio.sleep(3)
    assert first.task.done()
    assert 1 == len(server.rooms.sessions)


@with_server()
async def test_who_does_not_answer_pings_is_closed(server: LocalServer) -> None:
    a = await server.enter(await server.open("wig_out"))
    a.ponging = False
    await until(lambda: a.closed is not None, 60)
    assert a.closed is not None
    assert wire.CLOSE_SILENT == a.closed[0]


@with_server()
async def test_pings_go_out_a_few_at_a_time(server: LocalServer) -> None:
    """All at once, with their pongs, would hold up the tables: what somebody is pinged for never waits for others."""
    ana = await server.open("wig_out")
    everybody = [await server.enter(ana)]
    while len(everybody) < 40:
        everybody.append(await server.enter(await server.open("wig_out")))
    pinged: Counter[int] = Counter()
    before = 0
    for look in range(round(PING_EVERY_S + 2) * TICKS):
        await asyncio.sleep(TICK_S / TICKS)
        now = sum(len(one.heard("ping")) for one in everybody)
        pinged[look] += now - before
        before = now
    assert all(one.heard("ping") for one in everybody)
    assert max(pinged.values()) <= 4, pinged


# Headers and pages


@with_server()
async def test_every_answer_carries_the_headers_that_keep_strangers_out(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:

    async def fault(self: Rooms, *args: Any) -> Any:
        raise RuntimeError("planted")

    asked = [
        await server.request("/"),
        await server.request("/", headers=[(b"accept-language", b"es, en;q=0.5")]),
        *[await server.request(path) for path in ("/style.css", "/healthz", "/api/games", "/nowhere", "/api/join")],
        await server.request("/api/tables", b"{"),
        await server.request("/api/tables", b"x" * 70_000),
        await server.request("/api/tables", {"game": "wig_out", "name": "Ana"}),
        await server.request("/healthz", headers=[(b"origin", b"https://evil.example")]),
        await server.request("/healthz", method="DELETE"),
        await server.request("/healthz/"),
        await server.request("/api/records/none"),
    ]
    monkeypatch.setattr(Rooms, "join", fault)
    broken: list[Any] = []

    async def send(message: Any) -> None:
        broken.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b'{"code":"x","name":"Ana"}'}

    scope = {**server._scope("http", "/api/join", (), "198.51.100.7"), "method": "POST"}
    with pytest.raises(RuntimeError):  # uvicorn logs it
        await server.app(scope, receive, send)
    assert 500 == broken[0]["status"]
    assert b"planted" not in broken[1]["body"]
    sent = [{key.encode(): value.encode() for key, value in one.headers.items()} for one in asked]
    for headers in (*sent, dict(broken[0]["headers"])):
        assert set(app.HEADERS) <= set(headers.items())
    assert {200, 201, 400, 403, 404, 405, 413} == {one.status for one in asked}
    for page in asked:
        for host in re.findall(rb"(?:https?:)?//[\w.-]+", page.body):
            assert host in (b"http://localhost", b"https://json-schema"), page.body
        for script in re.findall(rb"<script[^>]*>[^<]*", page.body):  # ours, and none that stands in the page
            assert re.fullmatch(rb'<script [^>]*src="\./?[^:"]*"[^>]*>|<script [^>]*src="/[^/:"][^:"]*"[^>]*>', script)
        assert b"style=" not in page.body


def test_the_policy_lets_nothing_in_but_our_own() -> None:
    policy = dict(app.HEADERS)[b"content-security-policy"].decode()
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert "'none'" == parts["default-src"] == parts["base-uri"] == parts["form-action"] == parts["frame-ancestors"]
    assert {"'none'", "'self'", "data:"} >= {word for words in parts.values() for word in words.split()}
    assert "data:" not in parts["script-src"]


# Logs


def log_calls() -> Iterator[tuple[str, ast.Call]]:
    """Every place in our code where something is logged."""
    for path in sorted(Path(rumpus.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.value
            if isinstance(node, ast.Call) and isinstance(named, ast.Name) and named.id == "log":
                yield path.name, node


def test_what_is_logged_is_a_fixed_sentence_and_a_few_fields() -> None:
    calls = list(log_calls())
    assert len(calls) > 5
    for where, call in calls:
        assert isinstance(call.args[0], ast.Constant), (where, call.lineno)
        for extra in call.keywords:
            if extra.arg == "extra":
                assert isinstance(extra.value, ast.Dict)
                fields = {key.value for key in extra.value.keys if isinstance(key, ast.Constant)}
                assert fields <= set(FIELDS), (where, call.lineno)


def leaks(lines: list[str], secrets: set[str]) -> list[str]:
    """The log lines that say more than they may."""
    sentences = {call.args[0].value for _, call in log_calls() if isinstance(call.args[0], ast.Constant)}
    keys = {"at", "level", "from", "what", "error", "trace", *FIELDS}
    bad = []
    for line in lines:
        found = json.loads(line)
        told = found["what"] in sentences or found["what"] == found["from"]
        if not told or not set(found) <= keys or any(secret in line for secret in secrets):
            bad.append(line)
    return bad


@contextmanager
def logged() -> Iterator[list[str]]:
    """What a server would write to its log, line by line."""
    lines: list[str] = []
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    level, ours = root.level, logging.getLogger("rumpus").level
    root.addHandler(handler)
    logging.getLogger("rumpus").setLevel("INFO")
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
        logging.getLogger("rumpus").setLevel(ours)
        lines += stream.getvalue().splitlines()


def busy_run(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """People come and play, a save fails, a fault has secrets in its words; gives the log lines that leak."""
    secrets: set[str] = {"198.51.100.7", "Malory"}

    async def scenario() -> None:
        async with LocalServer() as server:
            ana = await server.open("wig_out", name="Malory", settings={"countdown_s": 0})
            bo = await server.join(ana, "Bo")
            secrets.update((ana["token"], ana["token"].partition(".")[2], bo["token"], ana["code"]))
            a, b = await server.enter(ana), await server.enter(bo)
            await b.ask("ready")
            await a.ask("begin")
            await a.does({"do": "go"})
            ask = Table.ask

            def broken(self: Table, person: int, message: Any, now: float) -> None:
                raise RuntimeError(f"{ana['token']} {ana['code']} {a.last('happened')['view']}")

            monkeypatch.setattr(Table, "ask", broken)
            assert "table-not-saved" == (await a.ask("stop"))["reason"]
            monkeypatch.setattr(Table, "ask", ask)
            await asyncio.sleep(3)
            server.store._tables[table_of(ana)].entries.pop()  # the journal has another number next than the table
            await b.ask("say", phrase="wow")
            b.say({"type": "leave", "id": "x"})
            await asyncio.sleep(5)
            await server.enter({"token": f"{table_of(ana)}.{'0' * 32}"})
            await server.request("/api/join", {"code": ana["code"], "name": "Cy"})
            await server.request("/api/join", {"code": WRONG, "name": "Cy"})

    with logged() as lines:
        run_virtual(scenario)
    assert {"error", "warning", "info"} <= {json.loads(line)["level"] for line in lines}, lines
    return leaks(lines, secrets)


def test_no_log_line_has_a_token_a_code_a_card_or_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [] == busy_run(monkeypatch)


@pytest.mark.parametrize("plant", ["token", "code", "card"])
def test_a_leaking_log_is_caught(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    log = logging.getLogger("rumpus.server")
    enter = Rooms.enter

    async def leaking(self: Rooms, session: Any, token: str) -> Any:
        if plant == "token":
            log.info(f"hello of {token}")
        elif plant == "code":
            log.info("table-opened", extra={"why": next(iter(self._codes), "")})
        else:
            log.info("dealt moptop")
        return await enter(self, session, token)

    monkeypatch.setattr(Rooms, "enter", leaking)
    assert [] != busy_run(monkeypatch)


# Words


@with_server(replace(GENEROUS, phrases_per_10_s=5))
async def test_phrases_are_known_rate_limited_and_can_be_muted(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    bo, spy = await server.join(ana, "Bo"), await server.join(ana, "Spy", watch=True)
    a, b, s = await server.enter(ana), await server.enter(bo), await server.enter(spy)
    for phrase in ("you stink", "", "WOW", "<b>"):
        assert "table-malformed" == (await a.ask("say", phrase=phrase))["reason"]
    assert "table-malformed" == (await a.ask("say", phrase="wow", card="r6"))["reason"]
    await asyncio.sleep(10)
    answers = [await a.ask("say", phrase="wow") for _ in range(6)]
    assert ["done"] * 5 + ["refused"] == [one["type"] for one in answers]
    assert "table-phrases-slow" == answers[5]["reason"]
    assert [5, 5, 5] == [len(one.heard("said")) for one in (a, b, s)]
    await asyncio.sleep(2.1)
    await b.ask("mute", person=1)
    assert "done" == (await a.ask("say", phrase="clap"))["type"]
    assert [6, 5, 6] == [len(one.heard("said")) for one in (a, b, s)]
    await b.ask("mute", person=1, muted=False)
    await asyncio.sleep(10)
    await a.ask("say", phrase="clap")
    assert [7, 6, 7] == [len(one.heard("said")) for one in (a, b, s)]
    await a.ask("configure", settings={"phrases": False})
    await asyncio.sleep(10)
    assert "table-phrases-off" == (await b.ask("say", phrase="wow"))["reason"]


@with_server()
async def test_what_partners_ask_each_other_reaches_nobody_else(server: LocalServer) -> None:
    options = {"partners": True, "target": 1000}
    host = await server.open("wackee_six", options=options, settings={"countdown_s": 0})
    others = [await server.join(host, name) for name in ("Bo", "Cy", "Di")]
    spy = await server.join(host, "Spy", watch=True)
    people = [await server.enter(one) for one in (host, *others)]
    watching = await server.enter(spy)
    assert "table-no-partner" == (await people[0].ask("say", phrase="need-card", card="r6"))["reason"]
    for one in people[1:]:
        await one.ask("ready")
    assert "lobby" == (await people[0].ask("begin"))["type"]
    sides = server.keeper(host).table.match.state.sides
    partner = next(seat for side in sides if 0 in side for seat in side if seat != 0)
    before = [len(one.frames) for one in (*people, watching)]
    assert "done" == (await people[0].ask("say", phrase="need-card", card="r6"))["type"]
    assert {"type": "said", "phrase": "need-card", "person": 1, "card": "r6"} == people[partner].told[-1]
    for at, one in enumerate((*people, watching)):
        if at not in (0, partner):
            assert before[at] == len(one.frames)
    assert "table-malformed" == (await people[0].ask("say", phrase="need-card", card="zz"))["reason"]
    assert "table-no-partner" == (await watching.ask("say", phrase="need-card"))["reason"]


# The host


@with_server()
async def test_the_host_passes_on_and_removes_before_the_start_only(server: LocalServer) -> None:
    ana = await server.open("five_crowns", settings={"spectators": False})
    bo, cy, di = [await server.join(ana, name) for name in ("Bo", "Cy", "Di")]
    a, b, c, d = [await server.enter(one) for one in (ana, bo, cy, di)]
    refused = await server.request("/api/join", {"code": ana["code"], "name": "Spy", "watch": True})
    assert 404 == refused.status
    assert "table-not-now" == (await b.ask("stand"))["reason"]
    assert "table-no-person" == (await a.ask("remove", person=1))["reason"]
    assert "table-no-person" == (await a.ask("remove", person=99))["reason"]
    assert "lobby" == (await a.ask("remove", person=di["person"]))["type"]
    assert d.closed is not None
    assert (wire.CLOSE_REMOVED, wire.CLOSE_REMOVED) == (d.closed[0], d.last("bye")["code"])
    await a.ask("leave")
    assert a.closed is not None
    assert wire.CLOSE_REMOVED == a.closed[0]
    assert bo["person"] == b.lobby()["host"]
    assert "table-host-only" == (await c.ask("begin"))["reason"]
    await c.ask("ready")
    assert "lobby" == (await b.ask("begin"))["type"]
    assert "table-not-now" == (await b.ask("remove", person=cy["person"]))["reason"]
    assert "lobby" == (await b.ask("pause", paused=True))["type"]
    await b.ask("leave")
    assert cy["person"] == c.lobby()["host"]
    assert "lobby" == (await c.ask("pause", paused=False))["type"]
    again = await server.enter(bo)  # T-02: who has left a match may come back to it, not as its host
    assert cy["person"] == again.lobby()["host"]


# The same doors, over real sockets


def test_a_real_server_closes_by_the_book_and_logs_nothing_that_is_secret(tmp_path: Path) -> None:
    with Serving(tmp_path, "--limit", "people=50") as server:
        hello = json.loads(fetch(server.url, "/api/tables", {"game": "wig_out", "name": "Malory"})[1])
        lost = json.loads(fetch(server.url, "/api/tables", {"game": "wig_out", "name": "Lost"})[1])
        for payload, opcode, code in (
            (b"x" * 5000, 1, 1009),
            (b"\xff\xfe", 1, 1007),
            (b"{}", 2, wire.CLOSE_MALFORMED),
            (b'{"type":"%s"}' % (b"x" * 3000), 1, wire.CLOSE_HELLO),
            (json.dumps({"type": "hello", "version": 1, "token": "x"}).encode(), 1, wire.CLOSE_TOKEN),
        ):
            raw = upgraded(server.url)
            raw.sendall(text_frame(payload, opcode))
            answer = rest_of(raw)
            assert code == close_code(answer), (payload[:20], answer)
            assert b"permessage-deflate" not in answer.lower()
        assert rest_of(upgraded(server.url, "Origin: https://evil.example")).startswith(b"HTTP/1.1 403")
        raw = socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), timeout=PATIENCE_S)
        raw.sendall(b"\x00\x01 nonsense\r\n\r\n")
        assert rest_of(raw).startswith(b"HTTP/1.1 400")
        raw = upgraded(server.url)
        raw.sendall(text_frame(json.dumps({"type": "hello", "version": 1, "token": hello["token"]}).encode()))
        raw.sendall(text_frame(b'{"type":"leave","id":"x"}'))
        assert wire.CLOSE_REMOVED == close_code(rest_of(raw))
        status, _, headers = fetch(server.url, "/")
        assert 200 == status
        assert set(app.HEADERS) <= {(key.encode(), value.encode()) for key, value in headers.items()}
        assert "server" not in headers
        server.end()
    database = sqlite3.connect(tmp_path / run.DATABASE)
    with database:
        database.execute("update entries set body = x'7b' where table_id = ?", (table_of(lost),))
    database.close()
    with Serving(tmp_path) as again:
        unplayable = fetch(again.url, "/api/join", {"code": lost["code"], "name": "Eve"})
        assert unplayable[:2] == fetch(again.url, "/api/join", {"code": WRONG, "name": "Eve"})[:2]
        raw = upgraded(again.url)
        raw.sendall(text_frame(json.dumps({"type": "hello", "version": 1, "token": lost["token"]}).encode()))
        assert wire.CLOSE_TABLE == close_code(rest_of(raw))
    secrets = {"127.0.0.1", "Malory", *(one[key] for one in (hello, lost) for key in ("token", "code"))}
    secrets |= {one["token"].partition(".")[2] for one in (hello, lost)}
    assert [] == leaks([*server.logged, *again.logged], secrets)
    assert {"table-opened", "table-unplayable"} <= {json.loads(one)["what"] for one in (*server.logged, *again.logged)}
    assert [] == [one for one in server.logged if json.loads(one)["level"] == "error"]
    assert all(line not in "".join(again.said) for line in secrets - {"127.0.0.1"})
