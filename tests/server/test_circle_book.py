"""The book of a circle on the server: results, and the file that a circle is exported to."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Any

import msgspec
import pytest

from rumpus.circle import file
from rumpus.server.circles.keeper import CIRCLE, RESULTS
from tests.support.circles import Phone, join_circle, open_circle, sheet
from tests.support.in_process import GENEROUS, LocalServer, with_server

replace = msgspec.structs.replace


@with_server()
async def test_a_result_of_a_score_pad_is_booked_once_corrected_and_struck(server: LocalServer) -> None:
    ana = await open_circle(server)
    mine = sheet(players=[{**sheet()["players"][0], "member": ana.me}, sheet()["players"][1]])
    for _ in range(2):
        assert {"number": 1} == (await ana.ask("/results", mine)).json()
    whole = [{**player, "played": None} for player in mine["players"]]
    assert [{**mine, "players": whole, "league": None}] == await ana.book()
    await ana.does("correct", result={**mine, "totals": [1, 4], "rounds": [[0, 4], [1, 0]]})
    page = (await ana.ask("/book?after=1")).json()
    assert [(2, "pad-00000001", [1, 4])] == [(li["number"], li["id"], li["result"]["totals"]) for li in page["lines"]]
    await ana.does("strike", id=mine["id"])
    page = (await ana.ask("/book?after=2")).json()
    assert ([{"number": 3, "id": mine["id"], "result": None}], 3, False) == (
        page["lines"],
        page["newest"],
        page["more"],
    )
    assert 0 == (await ana.circle())["results"]
    assert "circle-no-result" == await ana.refused("strike", id=mine["id"])
    assert {"number": 3} == (await ana.ask("/results", mine)).json(), "what was struck does not come back"


@with_server()
async def test_a_result_that_cannot_be_is_refused_with_a_sentence(server: LocalServer) -> None:
    ana = await open_circle(server)
    two = sheet()["players"]
    wrong: dict[Any, Any] = {
        "only a table of this server": {"kind": "table"},
        "one number for each party": {"totals": [1]},
        "the ranks do not follow": {"ranks": [2, 1]},
        "ranks count from 1": {"ranks": [3, 1]},
        "no member of this circle": {"players": [{**two[0], "member": "b" * 16}, two[1]]},
        "one seat in a match": {"players": [{**one, "member": ana.me} for one in two]},
        "every player is in one": {"parties": [[0], [0]]},
        "in the future": {"at": 1e9},
        "there is no game": {"game": "poker"},
        "has no option": {"options": {"jokers": 5}},
        "a name has 1 to 20": {"players": [{**two[0], "name": ""}, two[1]]},
        "but not by both": {"players": [two[0], {**two[1], "bot": "casual", "program": True}]},
        "no avatar": {"players": [{**two[0], "avatar": "gnu"}, two[1]]},
        "more rounds than there are": {"players": [{**two[0], "played": 3}, two[1]]},
        "for every round or for none": {"round_ms": [5]},
        "a note has at most": {"note": "x" * 201},
        "8 to 64 letters": {"id": "a b"},
        "more than 100000 points": {"totals": [1, 10**7]},
    }
    for sentence, change in wrong.items():
        answer = await ana.ask("/results", sheet(**change))
        assert (400, True) == (answer.status, sentence in answer.json()["expected"]), (sentence, answer)
    assert 400 == (await ana.ask("/results", sheet(more=1))).status
    assert [] == await ana.book()


@with_server()
async def test_a_long_book_comes_in_pages(server: LocalServer) -> None:
    ana = await open_circle(server)
    for at in range(450):
        assert 200 == (await ana.ask("/results", sheet(f"pad-{at:08}"))).status
    first = (await ana.ask("/book")).json()
    assert (200, 450, True) == (len(first["lines"]), first["newest"], first["more"])
    assert [f"pad-{at:08}" for at in range(450)] == [one["id"] for one in await ana.book()]
    assert 400 == (await ana.ask("/book?after=x")).status


@with_server(replace(GENEROUS, circle_results=3, circle_members=2))
async def test_a_circle_has_room_for_so_much_and_says_so(server: LocalServer) -> None:
    ana = await open_circle(server)
    bo = await join_circle(ana, "Bo")
    third = {"circle": ana.id, "secret": (await ana.circle())["secret"], "name": "Cy", "avatar": "cat"}
    answer = await server.request("/api/circles/join", third)
    assert (409, "circle-crowded") == (answer.status, answer.json()["reason"])
    statuses = [(await bo.ask("/results", sheet(f"pad-{at:08}"))).status for at in range(4)]
    assert [200, 200, 200, 409] == statuses


@with_server()
async def test_two_members_clear_the_book_and_nothing_of_it_is_left(server: LocalServer) -> None:
    ana = await open_circle(server)
    bo = await join_circle(ana, "Bo")
    await ana.ask("/results", sheet(note="a canary"))
    circle = (await ana.ask("/clear", {"what": "book"})).json()
    assert ["book"] == [vote["what"] for vote in circle["votes"]]
    assert [] == (await ana.ask("/clear", {"what": "book", "vote": False})).json()["votes"]
    await bo.ask("/clear", {"what": "book"})
    assert 1 == len(await ana.book())
    circle = (await ana.ask("/clear", {"what": "book"})).json()
    assert ([], 0) == (circle["votes"], circle["results"])
    page = (await ana.ask("/book?after=1")).json()
    assert ([], 2, 2) == (page["lines"], page["newest"], page["cleared"])
    assert not [entry for entry in server.store.entries(ana.id) if b"canary" in entry.body]
    assert {"number": 3} == (await ana.ask("/results", sheet("pad-00000002"))).json()


@with_server()
async def test_two_members_remove_the_circle(server: LocalServer) -> None:
    ana = await open_circle(server)
    bo = await join_circle(ana, "Bo")
    assert None is not (await ana.ask("/clear", {"what": "circle"})).json()
    assert None is (await bo.ask("/clear", {"what": "circle"})).json()
    assert [404, 404] == [(await one.ask()).status for one in (ana, bo)]
    assert None is server.store.head(ana.id)


# A file


@with_server()
async def test_files_are_read_one_at_a_time(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several at once would each take their slice of every turn of the event loop."""
    ana = await open_circle(server)
    for at in range(3 * RESULTS):
        await ana.ask("/results", sheet(f"pad-{at:08}"))
    text = (await ana.ask("/export")).body
    told: list[str] = []
    reading = file.reading

    def noted(*facts: Any) -> Generator[None, None, file.Imported]:
        told.append("begins")
        read = yield from reading(*facts)
        told.append("ends")
        return read

    monkeypatch.setattr(file, "reading", noted)
    path = f"/api/circles/import?member={ana.me}"
    answers = await asyncio.gather(*(server.request(path, text) for _ in range(3)))
    assert [201] * 3 == [answer.status for answer in answers]
    assert ["begins", "ends"] * 3 == told


@with_server()
async def test_a_circle_is_exported_and_becomes_a_new_one_whose_members_come_back(server: LocalServer) -> None:
    ana = await open_circle(server)
    bo = await join_circle(ana, "Bo")
    await ana.does("rating", on=True)
    mine = [{**one, "member": member} for one, member in zip(sheet()["players"], (ana.me, bo.me), strict=True)]
    await ana.ask("/results", sheet(players=mine))
    text = (await ana.ask("/export")).body
    secrets = [ana.key, bo.key, ana.joined["secret"], *(await ana.circle())["secret"].split()]
    assert not [secret for secret in secrets if secret.encode() in text]
    unsaid = await server.request("/api/circles/import", text)
    assert (400, "circle-who") == (unsaid.status, unsaid.json()["reason"])
    answer = await server.request(f"/api/circles/import?member={ana.me}", text)
    new = Phone(server, answer.json())
    assert (201, ana.me, True) == (answer.status, new.me, new.id != ana.id)
    circle = await new.circle()
    assert [("Ana", 1), ("Bo", 0)] == [(one["name"], len(one["devices"])) for one in circle["members"]]
    assert (True, await ana.book()) == (circle["rating"], await new.book())
    back = {"circle": new.id, "secret": new.joined["secret"], "member": bo.me}
    assert 200 == (await server.request("/api/circles/join", back)).status
    assert text == (await new.ask("/export")).body


@with_server()
async def test_a_hostile_file_is_refused_with_the_line_and_a_sentence(server: LocalServer) -> None:
    members = [{"id": "a" * 8, "name": "Ana", "avatar": "fox"}]
    head = {"circle": "rumpus-circle/1", "name": "Us", "rating": False, "members": members}
    one = msgspec.json.encode(head)
    good = msgspec.json.encode(sheet())
    again = msgspec.json.encode({**head, "members": members * 2})
    wrong: dict[Any, Any] = {
        b"": "line 1: this is no exported circle",
        b"[" * 100_000: "line 1: this is no exported circle",
        b"\xff\xfe": "line 1: this is no exported circle",
        b'{"circle":"rumpus-circle/2"}': "line 1: it was exported by another version",
        b'{"circle":"rumpus-circle/1"}': "line 1: Object missing",
        again: "line 1: every member has an id",
        one + b"\nx": "line 2: ",
        one + b"\n" + good + b"\n" + good: "line 3: this result is in the file twice",
        one + b"\n" + b"x" * 70_000: "line 2: this is too long",
        one.replace(b"Ana", b"A\\u202ena"): "line 1: a name has letters",
    }
    for text, sentence in wrong.items():
        answer = await server.request("/api/circles/import", text)
        assert (400, True) == (answer.status, sentence in answer.json()["expected"]), (text[:60], answer)
    assert 413 == (await server.request("/api/circles/import", b"x" * (6 << 20 | 1))).status
    assert [] == [table for table in server.store._tables.values() if table.head.kind == CIRCLE]
