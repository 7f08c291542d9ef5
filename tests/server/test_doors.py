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
from rumpus.server import addresses, guard, http, records
from rumpus.server import socket as websocket
from rumpus.server.config import DATABASE
from rumpus.server.keeper import ANSWERS_KEPT, REST_S
from rumpus.server.logs import FIELDS, JsonLines
from rumpus.server.rooms import DEVICE_CODE_S, LETTERS, PUT_AWAY_S, TICK_S, TICKS, Rooms
from rumpus.server.session import PING_EVERY_S, SLOWEST_BYTES
from rumpus.table import Table, hashed
from tests.support.knocking import (
    GENEROUS,
    Fitful,
    House,
    close_code,
    fetch,
    leap,
    moment,
    rest_of,
    table_of,
    text_frame,
    until,
    upgraded,
)
from tests.support.serving import PATIENCE_S, Serving

replace = msgspec.structs.replace

# Whose message it is


def test_the_id_of_another_person_is_just_an_id() -> None:
    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("wig_out")
            bo = await house.join(ana, "Bo")
            a, b = await house.enter(ana), await house.enter(bo)
            assert "lobby" == (await a.ask("rename", id="same", name="Anna"))["type"]
            answer = await b.ask("rename", id="same", name="Bob")
            assert "lobby" == answer["type"]
            assert ["Anna", "Bob"] == [one["name"] for one in answer["lobby"]["people"]]
            assert {"type": "done", "id": "same", "seq": 3} == await a.ask("rename", id="same", name="Third")
            assert "Anna" == b.lobby()["people"][0]["name"]

    leap(scenario)


def test_a_message_sent_in_the_moment_of_removal_means_nothing() -> None:
    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("wig_out")
            bo = await house.join(ana, "Bo")
            a, b = await house.enter(ana), await house.enter(bo)
            a.say({"type": "remove", "id": "r", "person": bo["person"]})
            b.say({"type": "sit", "id": "s", "seat": 4})
            b.say({"type": "ready", "id": "t"})
            await moment()
            assert b.closed is not None
            assert wire.CLOSE_REMOVED == b.closed[0]
            assert [1] == [one["id"] for one in a.lobby()["people"]]
            assert [1] == [one["person"] for one in a.lobby()["seats"] if one]
            assert [] == [one for one in b.told if one.get("id")]

    leap(scenario)


# Where a request comes from

FOREIGN = ("https://evil.example", "http://localhost:9999", "https://localhost:8000", "null", "")


def test_pages_of_ours_are_welcome_and_pages_of_others_are_not() -> None:
    printed = addresses.addresses("0.0.0.0", 8000)  # noqa: S104 - what is printed there, nothing is bound
    origins = guard.origins_for(printed, ("https://Play.Example.org/",))

    async def scenario() -> None:
        async with House(origins=origins) as house:
            for origin in (*printed, f"{printed[0].upper()}/", "https://play.example.org", None):
                sent = [(b"origin", origin.encode())] if origin is not None else []
                answer = await house.ask("/api/tables", {"game": "wig_out", "name": "Ana"}, headers=sent)
                assert 201 == answer.status, origin
                knock = house.knock(headers=sent)
                await moment()
                assert knock.accepted, origin
            for origin in FOREIGN:
                for path in ("/", "/healthz", "/api/tables", "/nowhere"):
                    answer = await house.ask(path, {}, headers=[(b"origin", origin.encode())])
                    assert (403, "table-origin") == (answer.status, answer.json()["reason"])
                knock = house.knock(headers=[(b"origin", origin.encode())])
                await moment()
                assert (False, (1008, "")) == (knock.accepted, knock.closed)
                assert knock.task.done()

    leap(scenario)


def test_an_origin_is_written_with_its_scheme() -> None:
    with pytest.raises(rumpus.game.Malformed):
        guard.origins_for([], ("play.example.org",))


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
    assert counted == http.client_address({"client": (host, 1)})


def test_a_forwarded_address_counts_only_behind_the_proxy_that_is_trusted(tmp_path: Path) -> None:
    def knocks(server: Serving, number: int, address: str) -> list[int]:
        wrong = {"code": "BBBBBBBB", "name": "Eve"}
        return [fetch(server.url, "/api/join", wrong, **{"X-Forwarded-For": address})[0] for _ in range(number)]

    behind = ("--trusted-proxy=127.0.0.1", "--origin=https://play.example.org")
    with Serving(tmp_path / "behind", *behind, generous=False) as server:
        assert [404] * 10 + [429] == knocks(server, 11, "203.0.113.1")
        assert [404] == knocks(server, 1, "203.0.113.2")
        assert [429] == knocks(server, 1, "203.0.113.66, 203.0.113.1")  # what the proxy itself has seen counts
        assert 200 == fetch(server.url, "/healthz", Origin="https://play.example.org")[0]
        assert 403 == fetch(server.url, "/healthz", Origin="https://evil.example")[0]
        for line in server.said:
            for address in re.findall(r"http://[^\s/]+", line):
                if "metrics" not in line:
                    assert 200 == fetch(server.url, "/healthz", Origin=address)[0]
    with Serving(tmp_path / "open", generous=False) as server:
        assert [404] * 10 == [status for at in range(10) for status in knocks(server, 1, f"203.0.113.{at}")]
        assert [429] == knocks(server, 1, "203.0.113.99")


# Wrong codes

WRONG = "BBBBBBBB"


def test_wrong_codes_are_counted_over_every_door() -> None:
    async def scenario() -> None:
        limits = replace(GENEROUS, wrong_codes_per_minute=10)
        async with House(limits) as house:
            ana = await house.open("wig_out")
            for _ in range(2):
                assert 404 == (await house.ask("/api/join", {"code": WRONG, "name": "Eve"})).status
                assert 404 == (await house.ask("/api/look", {"code": WRONG})).status
            for _ in range(3):
                assert 404 == (await house.ask("/api/device", {"code": WRONG})).status
            for _ in range(3):
                knock = await house.enter({"token": f"{table_of(ana)}.{'0' * 32}"})
                assert (wire.CLOSE_TOKEN, "no seat goes by this token") == knock.closed
            knocks = {"/api/join": {"code": ana["code"], "name": "E"}, "/api/look": {"code": ana["code"]}}
            for path, body in {**knocks, "/api/device": {"code": WRONG}}.items():
                answer = await house.ask(path, body)
                assert (429, "table-too-many") == (answer.status, answer.json()["reason"])
            for token in (f"{table_of(ana)}.{'0' * 32}", ana["token"]):  # the right one would tell that it is right
                knock = await house.enter({"token": token})
                assert knock.closed is not None
                assert wire.CLOSE_LIMIT == knock.closed[0]
            assert (await house.enter(ana, address="198.51.100.8")).heard("welcome")
            await asyncio.sleep(6.1)
            assert 200 == (await house.ask("/api/join", {"code": ana["code"], "name": "Bo"})).status
            assert 404 == (await house.ask("/api/join", {"code": WRONG, "name": "Eve"})).status
            assert 429 == (await house.ask("/api/join", {"code": WRONG, "name": "Eve"})).status

    leap(scenario)


def test_a_wrong_code_a_full_table_and_one_that_cannot_go_on_get_the_very_same_answer() -> None:
    async def scenario() -> None:
        async with House() as house:
            full = await house.open("wig_out", bots=["casual"] * 5, settings={"spectators": False})
            begun = await house.open("five_crowns", bots=["casual"], settings={"spectators": False})
            host = await house.enter(begun)
            await host.ask("begin")
            codes = [WRONG, "short", "", full["code"], begun["code"]]
            for name, body in (("torn", b"{"), ("odd", b'{"lobby":null}')):
                code = f"{name.upper():B<8}".translate(str.maketrans("OUAEI", "BBBBB"))
                assert set(code) <= set(LETTERS)
                house.store.open(Head(name, code, 0.0), Entry(1, 0.0, None, body))
                codes.append(code)
            answers = {await _answer(house, code, watch) for code in codes for watch in (False, True, None)}
            assert 1 == len(answers)
            status, body, _ = answers.pop()
            assert (404, "table-no-such") == (status, json.loads(body)["reason"])

    async def _answer(house: House, code: str, watch: bool | None) -> tuple[int, bytes, str]:
        look, join = ("/api/look", {"code": code}), ("/api/join", {"code": code, "name": "Eve", "watch": watch})
        answer = await house.ask(*(look if watch is None else join))
        return answer.status, answer.body, str(sorted(answer.headers.items()))

    leap(scenario)


def test_who_is_invited_can_see_to_what_before_sitting_down() -> None:
    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("wackee_six", name="Ana")
            invited = {"game": "wackee_six", "host": "Ana", "play": True, "watch": True}
            assert invited == (await house.ask("/api/look", {"code": f" {ana['code'].lower()} "})).json()
            full = await house.open("wig_out", name="Bo", bots=["casual"] * 5)
            invited = {"game": "wig_out", "host": "Bo", "play": False, "watch": True}
            assert invited == (await house.ask("/api/look", {"code": full["code"]})).json()
            assert 1 == len(house.keeper(ana).table.lobby.people), "looking is not joining"

    leap(scenario)


def test_a_full_table_costs_as_much_as_a_wrong_code() -> None:
    async def scenario() -> None:
        async with House(replace(GENEROUS, wrong_codes_per_minute=10)) as house:
            full = await house.open("wig_out", bots=["casual"] * 5)
            statuses = [(await house.ask("/api/join", {"code": full["code"], "name": "E"})).status for _ in range(11)]
            assert [404] * 10 + [429] == statuses

    leap(scenario)


# Limits


def test_a_seat_that_talks_too_fast_is_closed_and_comes_back_with_no_fresh_budget() -> None:
    async def scenario() -> None:
        async with House(replace(GENEROUS, messages_per_s=15, messages_at_once=60)) as house:
            ana = await house.open("wig_out")
            bo = await house.join(ana, "Bo")
            a, b = await house.enter(ana), await house.enter(bo)
            for at in range(62):
                a.say({"type": "mute", "id": f"m{at}", "person": 2})
            await moment()
            assert 59 == len(a.heard("done")), "coming was the first"
            assert a.closed is not None
            assert wire.CLOSE_LIMIT == a.closed[0]
            again = await house.enter(ana)
            assert [] == again.heard("welcome")
            assert again.closed is not None
            assert wire.CLOSE_LIMIT == again.closed[0]
            assert "done" == (await b.ask("mute", person=1))["type"]  # others are not meant
            await asyncio.sleep(1.0)
            third = await house.enter(ana)
            for at in range(14):
                assert "welcome" == (await third.ask("resync", id=f"r{at}"))["type"]

    leap(scenario)


def test_messages_that_cannot_be_read_count_too() -> None:
    async def scenario() -> None:
        async with House(replace(GENEROUS, messages_per_s=15, messages_at_once=20)) as house:
            a = await house.enter(await house.open("wig_out"))
            for _ in range(30):
                a.say("{")
            await moment()
            assert 19 == len(a.heard("refused")), "coming was the first"
            assert a.closed is not None
            assert wire.CLOSE_LIMIT == a.closed[0]

    leap(scenario)


def test_coming_again_and_again_is_speaking_too() -> None:
    async def scenario() -> None:
        async with House(replace(GENEROUS, messages_per_s=1, messages_at_once=4)) as house:
            ana, bo = await house.open("wig_out"), await house.open("wig_out")
            knocks = [await house.enter(ana) for _ in range(6)]
            assert [1, 1, 1, 1, 0, 0] == [len(one.heard("welcome")) for one in knocks]
            assert knocks[5].closed is not None
            assert wire.CLOSE_LIMIT == knocks[5].closed[0]
            assert knocks[3].closed is None, "who is there stays"
            assert (await house.enter(bo)).heard("welcome"), "no other seat pays for it"
            await asyncio.sleep(2.0)
            assert (await house.enter(ana)).heard("welcome")

    leap(scenario)


def test_so_many_records_are_shown_at_once() -> None:
    async def scenario() -> None:
        async with House() as house:
            house.app.records.showing = records.MOST_SHOWN
            answer = await house.ask("/api/replay", b"x")
            assert (503, "table-busy") == (answer.status, answer.json()["reason"])
            house.app.records.showing -= 1
            assert [400, 400] == [(await house.ask("/api/replay", b"x")).status for _ in range(2)]
            assert records.MOST_SHOWN - 1 == house.app.records.showing, "who is refused takes no place"

    leap(scenario)


def test_a_record_takes_its_place_until_its_reader_has_all_of_it_and_not_for_ever() -> None:
    async def scenario() -> None:
        async with House() as house:
            sent: list[int] = []

            async def send(message: Any) -> None:
                sent.append(len(message.get("body", b"")))
                if len(sent) > 2:
                    await asyncio.sleep(records.SHOW_S * 2)  # nobody reads on

            house.app.records.showing = 1
            steps = records.Steps(b"x" * (3 * records.CHUNK_BYTES), house.app.records)
            asked: Any = ({"type": "http", "asgi": {"spec_version": "2.4"}}, asyncio.Event().wait, send)
            slow = asyncio.create_task(steps(*asked))
            await moment()
            assert ([0, records.CHUNK_BYTES, records.CHUNK_BYTES], 1) == (sent, house.app.records.showing)
            await asyncio.sleep(records.SHOW_S + 1)
            assert (True, 0) == (slow.done(), house.app.records.showing)
            await slow

    leap(scenario)


def test_an_address_has_so_many_connections_and_others_have_theirs() -> None:
    async def scenario() -> None:
        async with House(replace(GENEROUS, connections=5)) as house:
            ana = await house.open("wig_out")
            knocks = [house.knock() for _ in range(6)]
            await moment()
            assert [True] * 5 + [False] == [one.accepted for one in knocks]
            assert (wire.CLOSE_LIMIT, "") == knocks[5].closed
            assert (await house.enter(ana, address="198.51.100.8")).heard("welcome")
            knocks[0].drop()
            await moment()
            assert (await house.enter(ana)).heard("welcome")

    leap(scenario)


def test_an_address_opens_so_many_tables_a_minute() -> None:
    async def scenario() -> None:
        async with House(replace(GENEROUS, tables_per_minute=4, joins_per_minute=3, records_per_minute=2)) as house:
            table = {"game": "wig_out", "name": "Ana"}
            opened = [await house.ask("/api/tables", table) for _ in range(5)]
            assert [201] * 4 + [429] == [one.status for one in opened]
            join = {"code": opened[0].json()["code"], "name": "Bo"}
            assert [200] * 3 + [429] == [(await house.ask("/api/join", join)).status for _ in range(4)]
            assert [400, 400, 429] == [(await house.ask("/api/replay", b"x")).status for _ in range(3)]
            assert 429 == (await house.ask("/api/records/x")).status
            assert 429 == (await house.ask("/api/steps", {"token": "x"})).status
            assert 201 == (await house.ask("/api/tables", table, address="198.51.100.8")).status
            await asyncio.sleep(15.1)
            assert 201 == (await house.ask("/api/tables", table)).status

    leap(scenario)


def test_a_house_that_is_full_says_so() -> None:
    async def scenario() -> None:
        async with House(replace(GENEROUS, tables=2, people=1)) as house:
            ana = await house.open("wig_out")
            await house.open("wig_out")
            answer = await house.ask("/api/tables", {"game": "wig_out", "name": "Ana"})
            assert (503, "table-busy") == (answer.status, answer.json()["reason"])
            await house.enter(ana)
            assert (wire.CLOSE_LIMIT, "") == (await house.enter(ana, address="198.51.100.8")).closed

    leap(scenario)


# Answers


def test_what_could_not_be_saved_and_is_asked_again_meanwhile_has_one_answer() -> None:
    """The table is taken up again, and the second asking finds it whole."""

    async def scenario() -> None:
        store = Fitful(asyncio.get_running_loop().time)
        async with House(store=store) as house:
            ana = await house.open("wig_out")
            bo = await house.join(ana, "Bo")
            a, b = await house.enter(ana), await house.enter(bo)
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

    leap(scenario)


def test_nobody_s_messages_push_out_the_answer_of_another() -> None:
    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("wig_out")
            a, b = await house.enter(ana), await house.enter(await house.join(ana, "Bo"))
            first = await a.ask("rename", id="mine", name="Anna")
            for at in range(ANSWERS_KEPT + 1):
                await b.ask("rename", id=f"b{at}", name=f"Bo {at}")
            assert ("done", first["seq"]) == (
                (again := await a.ask("rename", id="mine", name="Anna"))["type"],
                again["seq"],
            )

    leap(scenario)


def test_nothing_is_kept_of_who_has_left_for_good() -> None:
    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("wig_out")
            a = await house.enter(ana)
            for at in range(20):
                guest = await house.join(ana, f"Guest {at}", watch=True)
                g = await house.enter(guest)
                await g.ask("mute", person=1)
                await g.ask("say", phrase="wow")
                g.say({"type": "leave", "id": "bye"})
                await moment()
            keeper = house.keeper(ana)
            await a.ask("rename", name="Anna")
            kept = (keeper._answers, keeper._refusals, keeper._words._muted, keeper._words._said, keeper._buckets)
            assert {1} == set().union(*kept)

    leap(scenario)


# One seat, one connection


def test_the_newest_connection_has_the_seat_and_the_older_is_told() -> None:
    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("wig_out")
            bo = await house.join(ana, "Bo")
            first, b = await house.enter(ana), await house.enter(bo)
            second = await house.enter(ana)
            assert first.closed is not None
            assert wire.CLOSE_NEWER == first.closed[0] == first.last("bye")["code"]
            assert first.task.done()
            assert [1, 2] == second.last("here")["people"] == b.last("here")["people"]
            first.say({"type": "leave", "id": "x"})
            assert "lobby" == (await second.ask("rename", name="Anna"))["type"]
            assert 2 == len(house.rooms.sessions)

    leap(scenario)


def test_a_device_code_is_good_once_for_a_minute_and_the_old_token_is_dead() -> None:
    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("wig_out")
            a = await house.enter(ana)
            void = (await a.ask("device"))["found"]["code"]
            found = (await a.ask("device"))["found"]
            assert DEVICE_CODE_S == found["valid_s"]
            assert 404 == (await house.ask("/api/device", {"code": void})).status
            moved = await house.ask("/api/device", {"code": f" {found['code'].lower()} "})
            assert 200 == moved.status
            await moment()
            assert a.closed is not None
            assert wire.CLOSE_NEWER == a.closed[0]
            assert 404 == (await house.ask("/api/device", {"code": found["code"]})).status
            assert (await house.enter(ana)).closed is not None
            new = await house.enter(moved.json())
            assert ana["person"] == new.last("welcome")["you"]
            late = (await new.ask("device"))["found"]["code"]
            await asyncio.sleep(DEVICE_CODE_S + 0.1)
            assert 404 == (await house.ask("/api/device", {"code": late})).status
            assert hashed(moved.json()["token"]) == house.keeper(ana).table.lobby.people[0].token

    leap(scenario)


def test_a_device_code_of_somebody_who_was_removed_opens_nothing() -> None:
    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("wig_out")
            bo = await house.join(ana, "Bo")
            a, b = await house.enter(ana), await house.enter(bo)
            code = (await b.ask("device"))["found"]["code"]
            await a.ask("remove", person=bo["person"])
            assert 404 == (await house.ask("/api/device", {"code": code})).status

    leap(scenario)


def test_a_table_whose_only_device_has_moved_and_never_come_is_put_away() -> None:
    async def scenario() -> None:
        async with House() as house:
            a = await house.enter(await house.open("wig_out"))
            code = (await a.ask("device"))["found"]["code"]
            assert 200 == (await house.ask("/api/device", {"code": code})).status
            await asyncio.sleep(PUT_AWAY_S + 5)
            assert {} == house.rooms.live

    leap(scenario)


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


def test_names_are_checked_at_every_door() -> None:
    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("wackee_six")
            a = await house.enter(ana)
            for name in GOOD_NAMES:
                answer = await a.ask("rename", name=name)
                assert "lobby" == answer["type"], name
                assert name.strip() == answer["lobby"]["people"][0]["name"]
            for name in BAD_NAMES:
                assert "table-malformed" == (await a.ask("rename", name=name))["reason"], ascii(name)
                opening = await house.ask("/api/tables", {"game": "wig_out", "name": name})
                joining = await house.ask("/api/join", {"code": ana["code"], "name": name})
                assert (400, 400) == (opening.status, joining.status), ascii(name)
            for raw in (b'{"game":"wig_out","name":"\\ud800"}', b'{"game":"wig_out","name":"\xed\xa0\x80"}'):
                assert 400 == (await house.ask("/api/tables", raw)).status
            a.say('{"type":"rename","id":"lone","name":"\\ud800"}')
            await moment()
            assert "table-malformed" == a.last("refused")["reason"]
            for avatar in ("dragon", "", "x" * 12):
                assert "table-malformed" == (await a.ask("rename", name="Ana", avatar=avatar or "DRAGON"))["reason"]
            assert "yak" == (await a.ask("rename", name="Ana", avatar="yak"))["lobby"]["people"][0]["avatar"]
            names = [(await house.join(ana, "ANA"))["person"] for _ in range(3)]
            assert ["Ana", "ANA 2", "ANA 3", "ANA 4"] == [one["name"] for one in a.lobby()["people"]]
            assert [2, 3, 4] == names

    leap(scenario)


# Frames that are no messages


def test_what_is_no_hello_is_closed_as_the_protocol_says() -> None:
    async def first(house: House, frame: str) -> tuple[int, int]:
        knock = house.knock()
        knock.say(frame)
        await moment()
        assert knock.closed is not None, frame
        assert len(knock.closed[1].encode()) <= 120
        return knock.closed[0], knock.last("bye")["code"]

    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("wig_out")
            token = ana["token"]
            for frame in (
                *("", "{", "[]", "null", "{}", '{"type":"hello"}', '{"type":"nothing"}', "[" * 4000, "x" * 4097),
                *('{"type":"ready","id":"x"}', '{"type":"pong","n":1}', '{"type":"%s"}' % ("é" * 1000)),
                f'{{"type":"hello","version":2,"token":"{token}"}}',
                f'{{"type":"hello","version":{"9" * 3000},"token":"{token}"}}',
                f'{{"type":"hello","version":1,"token":"{token}","more":1}}',
                f'{{"type":"hello","version":"1","token":"{token}"}}',
            ):
                assert (wire.CLOSE_HELLO, wire.CLOSE_HELLO) == await first(house, frame)
            for wrong in ("", "x", ".", f"{table_of(ana)}.", token[:-1], token.upper(), f"{token} ", "\\u0000."):
                frame = f'{{"type":"hello","version":1,"token":"{wrong}"}}'
                assert (wire.CLOSE_TOKEN, wire.CLOSE_TOKEN) == await first(house, frame)
            late = house.knock()
            await asyncio.sleep(websocket.HELLO_S + 0.1)
            assert late.closed is not None
            assert wire.CLOSE_HELLO == late.closed[0]
            binary = house.knock()
            binary.say_bytes(b"{}")
            await moment()
            assert (wire.CLOSE_MALFORMED, "text frames were expected") == binary.closed

    leap(scenario)


def test_after_the_hello_a_bad_frame_is_refused_and_the_connection_stays() -> None:
    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("wig_out")
            a = await house.enter(ana)
            bombs = ["[" * 65, '{"a":' * 65, "x" * 4097, f'{{"type":"do","id":"b","action":{"[" * 64}}}']
            for frame in ("", "{", "null", '{"type":"ping","n":1}', '{"type":"welcome"}', *bombs):
                seen = len(a.told)
                a.say(frame)
                await moment()
                assert ["refused"] == [one["type"] for one in a.told[seen:]], frame
            a.say('{"type":"sit","id":"mine","seat":"one"}')
            await moment()
            assert "mine" == a.last("refused")["id"]
            a.say({"type": "hello", "version": 1, "token": ana["token"]})
            await moment()
            assert (None, "table-not-now") == (a.last("refused")["id"], a.last("refused")["reason"])
            assert "welcome" == (await a.ask("resync"))["type"]
            a.say_bytes(b'{"type":"resync","id":"x"}')
            await moment()
            assert (wire.CLOSE_MALFORMED, "text frames were expected") == a.closed

    leap(scenario)


# A reader that does not read


def test_a_slow_reader_is_cut_off_the_table_goes_on_and_who_comes_back_has_a_fresh_view() -> None:
    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("wig_out")
            bo = await house.join(ana, "Bo")
            a, b = await house.enter(ana), await house.enter(bo)
            session = house.keeper(ana).sessions[bo["person"]]
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
            again = await house.enter(bo)
            assert a.numbers()[-1] == again.last("welcome")["seq"]
            await a.ask("rename", name="Anna")
            assert [a.numbers()[-1]] == again.numbers()
            assert list(range(a.numbers()[0], a.numbers()[-1] + 1)) == a.numbers()

    leap(scenario)


def test_a_slow_reader_that_is_told_goodbye_is_cut_soon() -> None:
    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("wig_out")
            first = await house.enter(ana)
            first.reading.clear()
            await house.enter(ana)
            await asyncio.sleep(3)
            assert first.task.done()
            assert 1 == len(house.rooms.sessions)

    leap(scenario)


def test_who_does_not_answer_pings_is_closed() -> None:
    async def scenario() -> None:
        async with House() as house:
            a = await house.enter(await house.open("wig_out"))
            a.ponging = False
            await until(lambda: a.closed is not None, 60)
            assert a.closed is not None
            assert wire.CLOSE_SILENT == a.closed[0]

    leap(scenario)


def test_pings_go_out_a_few_at_a_time() -> None:
    """All at once, with their pongs, would hold up the tables: what somebody is pinged for never waits for others."""

    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("wig_out")
            everybody = [await house.enter(ana)]
            while len(everybody) < 40:
                everybody.append(await house.enter(await house.open("wig_out")))
            pinged: Counter[int] = Counter()
            before = 0
            for look in range(round(PING_EVERY_S + 2) * TICKS):
                await asyncio.sleep(TICK_S / TICKS)
                now = sum(len(one.heard("ping")) for one in everybody)
                pinged[look] += now - before
                before = now
            assert all(one.heard("ping") for one in everybody)
            assert max(pinged.values()) <= 4, pinged

    leap(scenario)


# Headers and pages


def test_every_answer_carries_the_headers_that_keep_strangers_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fault(self: Rooms, *args: Any) -> Any:
        raise RuntimeError("planted")

    async def scenario() -> None:
        async with House() as house:
            asked = [
                await house.ask("/"),
                await house.ask("/", headers=[(b"accept-language", b"es, en;q=0.5")]),
                *[await house.ask(path) for path in ("/style.css", "/healthz", "/api/games", "/nowhere", "/api/join")],
                await house.ask("/api/tables", b"{"),
                await house.ask("/api/tables", b"x" * 70_000),
                await house.ask("/api/tables", {"game": "wig_out", "name": "Ana"}),
                await house.ask("/healthz", headers=[(b"origin", b"https://evil.example")]),
                await house.ask("/healthz", method="DELETE"),
                await house.ask("/healthz/"),
                await house.ask("/api/records/none"),
            ]
            monkeypatch.setattr(Rooms, "join", fault)
            broken: list[Any] = []

            async def send(message: Any) -> None:
                broken.append(message)

            async def receive() -> Any:
                return {"type": "http.request", "body": b'{"code":"x","name":"Ana"}'}

            scope = {**house._scope("http", "/api/join", (), "198.51.100.7"), "method": "POST"}
            with pytest.raises(RuntimeError):  # uvicorn logs it
                await house.app(scope, receive, send)
            assert 500 == broken[0]["status"]
            assert b"planted" not in broken[1]["body"]
            sent = [{key.encode(): value.encode() for key, value in one.headers.items()} for one in asked]
            for headers in (*sent, dict(broken[0]["headers"])):
                assert set(guard.HEADERS) <= set(headers.items())
            assert {200, 201, 400, 403, 404, 405, 413} == {one.status for one in asked}
            assert b"<title>" in asked[0].body
            for page in asked:
                for host in re.findall(rb"(?:https?:)?//[\w.-]+", page.body):
                    assert host in (b"http://localhost", b"https://json-schema"), page.body
                for script in re.findall(rb"<script[^>]*>[^<]*", page.body):  # ours, and none that stands in the page
                    assert re.fullmatch(
                        rb'<script [^>]*src="\./?[^:"]*"[^>]*>|<script [^>]*src="/[^/:"][^:"]*"[^>]*>', script
                    )
                assert b"style=" not in page.body

    leap(scenario)


def test_the_policy_lets_nothing_in_but_our_own() -> None:
    policy = dict(guard.HEADERS)[b"content-security-policy"].decode()
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
        async with House() as house:
            ana = await house.open("wig_out", name="Malory", settings={"countdown_s": 0})
            bo = await house.join(ana, "Bo")
            secrets.update((ana["token"], ana["token"].partition(".")[2], bo["token"], ana["code"]))
            a, b = await house.enter(ana), await house.enter(bo)
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
            house.store._tables[table_of(ana)].entries.pop()  # the journal has another number next than the table
            await b.ask("say", phrase="wow")
            b.say({"type": "leave", "id": "x"})
            await asyncio.sleep(5)
            await house.enter({"token": f"{table_of(ana)}.{'0' * 32}"})
            await house.ask("/api/join", {"code": ana["code"], "name": "Cy"})
            await house.ask("/api/join", {"code": WRONG, "name": "Cy"})

    with logged() as lines:
        leap(scenario)
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


def test_phrases_are_known_rate_limited_and_can_be_muted() -> None:
    async def scenario() -> None:
        async with House(replace(GENEROUS, phrases_per_10_s=5)) as house:
            ana = await house.open("wig_out")
            bo, spy = await house.join(ana, "Bo"), await house.join(ana, "Spy", watch=True)
            a, b, s = await house.enter(ana), await house.enter(bo), await house.enter(spy)
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

    leap(scenario)


def test_what_partners_ask_each_other_reaches_nobody_else() -> None:
    async def scenario() -> None:
        async with House() as house:
            options = {"partners": True, "target": 1000}
            host = await house.open("wackee_six", options=options, settings={"countdown_s": 0})
            others = [await house.join(host, name) for name in ("Bo", "Cy", "Di")]
            spy = await house.join(host, "Spy", watch=True)
            people = [await house.enter(one) for one in (host, *others)]
            watching = await house.enter(spy)
            assert "table-no-partner" == (await people[0].ask("say", phrase="need-card", card="r6"))["reason"]
            for one in people[1:]:
                await one.ask("ready")
            assert "lobby" == (await people[0].ask("begin"))["type"]
            sides = house.keeper(host).table.match.state.sides
            partner = next(seat for side in sides if 0 in side for seat in side if seat != 0)
            before = [len(one.frames) for one in (*people, watching)]
            assert "done" == (await people[0].ask("say", phrase="need-card", card="r6"))["type"]
            assert {"type": "said", "phrase": "need-card", "person": 1, "card": "r6"} == people[partner].told[-1]
            for at, one in enumerate((*people, watching)):
                if at not in (0, partner):
                    assert before[at] == len(one.frames)
            assert "table-malformed" == (await people[0].ask("say", phrase="need-card", card="zz"))["reason"]
            assert "table-no-partner" == (await watching.ask("say", phrase="need-card"))["reason"]

    leap(scenario)


# The host


def test_the_host_passes_on_and_removes_before_the_start_only() -> None:
    async def scenario() -> None:
        async with House() as house:
            ana = await house.open("five_crowns", settings={"spectators": False})
            bo, cy, di = [await house.join(ana, name) for name in ("Bo", "Cy", "Di")]
            a, b, c, d = [await house.enter(one) for one in (ana, bo, cy, di)]
            refused = await house.ask("/api/join", {"code": ana["code"], "name": "Spy", "watch": True})
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
            again = await house.enter(bo)  # T-02: who has left a match may come back to it, not as its host
            assert cy["person"] == again.lobby()["host"]

    leap(scenario)


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
        assert set(guard.HEADERS) <= {(key.encode(), value.encode()) for key, value in headers.items()}
        assert "server" not in headers
        server.end()
    database = sqlite3.connect(tmp_path / DATABASE)
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
