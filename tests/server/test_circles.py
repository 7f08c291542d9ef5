"""Circles on the server: members and their devices, votes, the book, and what strangers may not."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import msgspec

from rumpus.journal import TABLE
from rumpus.server.budget.limits import Limits
from rumpus.server.circles.circles import PUT_AWAY_S
from rumpus.server.circles.keeper import CIRCLE
from rumpus.server.sweeping import FIRST_S, Sweeper
from tests.support.circles import FACES, Phone, join_circle, open_circle, sheet
from tests.support.clock import run_virtual
from tests.support.in_process import GENEROUS, LocalServer, with_server
from tests.support.stores import Clock, FailingStore, copy_of

replace = msgspec.structs.replace


def days_pass(server: LocalServer, days: float) -> None:
    """By the calendar, while nothing else happens."""
    before = server.rooms.today
    server.rooms.today = lambda: before() + days * 86_400


# Members and devices


@with_server()
async def test_a_circle_is_opened_shown_and_joined_by_its_link(server: LocalServer) -> None:
    ana = await open_circle(server)
    link = {"circle": ana.id, "secret": ana.joined["secret"]}
    invited = (await server.request("/api/circles/look", link)).json()
    assert "Us" == invited["name"]
    assert [("Ana", False)] == [(member["name"], member["free"]) for member in invited["members"]]
    bo = await join_circle(ana, "Bo")
    circle = await bo.circle()
    assert ["Ana", "Bo"] == [member["name"] for member in circle["members"]]
    assert (bo.me, 2, 0) == (circle["me"], circle["needed"], circle["results"])
    taken = await server.request("/api/circles/join", {**link, "name": "ANA", "avatar": "cat"})
    assert (409, "circle-name-taken") == (taken.status, taken.json()["reason"])


@with_server()
async def test_another_device_joins_by_a_code_that_works_once_for_a_minute(server: LocalServer) -> None:
    ana = await open_circle(server)
    tablet = await ana.another()
    assert (ana.me, 2) == (tablet.me, len((await tablet.circle())["members"][0]["devices"]))
    code = (await ana.ask("/code", {})).json()
    assert 60 == code["valid_s"]
    assert 200 == (await server.request("/api/circles/claim", {"code": code["code"].lower()})).status
    used = await server.request("/api/circles/claim", {"code": code["code"]})
    assert (404, "table-no-device") == (used.status, used.json()["reason"])
    late = (await ana.ask("/code", {})).json()["code"]
    await asyncio.sleep(61)
    assert 404 == (await server.request("/api/circles/claim", {"code": late})).status
    seat = await server.request("/api/device", {"code": (await ana.ask("/code", {})).json()["code"]})
    assert 404 == seat.status, "a code of a circle gives no seat"


@with_server()
async def test_two_members_remove_a_lost_device_which_sees_nothing_from_then_on(server: LocalServer) -> None:
    ana = await open_circle(server)
    bo, cy = await join_circle(ana, "Bo"), await join_circle(ana, "Cy")
    lost, old = await bo.device(), (await ana.circle())["secret"]
    circle = await ana.does("remove", device=lost)
    assert [(f"device:{lost}", ana.me)] == [(vote["what"], vote["by"]) for vote in circle["votes"]]
    assert 1 == len((await ana.does("remove", device=lost))["votes"]), "nobody votes twice"
    assert [] == (await ana.does("remove", device=lost, vote=False))["votes"]
    await cy.does("remove", device=lost)
    assert 200 == (await bo.ask()).status
    circle = await ana.does("remove", device=lost)
    assert [] == circle["votes"]
    assert [1, 0, 1] == [len(member["devices"]) for member in circle["members"]]
    for rest, body in (("", None), ("/book", None), ("/export", None), ("/code", {}), ("/results", sheet())):
        assert 404 == (await bo.ask(rest, body)).status, rest
    assert old != circle["secret"], "the lost device knows the old one"
    gone = await server.request("/api/circles/join", {"circle": ana.id, "secret": old, "name": "X", "avatar": "fox"})
    assert (404, "circle-no-such") == (gone.status, gone.json()["reason"])
    back = {"circle": ana.id, "secret": circle["secret"], "member": bo.me}
    answer = await server.request("/api/circles/join", back)
    assert (200, bo.me) == (answer.status, answer.json()["member"])
    again = await server.request("/api/circles/join", back)
    assert (409, "circle-has-device") == (again.status, again.json()["reason"])


@with_server()
async def test_one_member_alone_removes_a_device_but_never_the_last_one(server: LocalServer) -> None:
    ana = await open_circle(server)
    assert "circle-last-device" == await ana.refused("remove", device=await ana.device())
    assert "circle-last-device" == await ana.refused("leave")
    tablet = await ana.another()
    await ana.does("remove", device=await tablet.device())
    assert 404 == (await tablet.ask()).status
    assert "circle-no-device" == await ana.refused("remove", device="00000000")
    bo = await join_circle(ana, "Bo")
    assert None is await bo.does("leave")
    assert 404 == (await bo.ask()).status
    assert 1 == (await ana.circle())["needed"]
    many = [await ana.another() for _ in range(7)]
    assert 8 == len((await ana.circle())["members"][0]["devices"])
    code = (await ana.ask("/code", {})).json()["code"]
    full = await server.request("/api/circles/claim", {"code": code})
    assert (409, "circle-crowded") == (full.status, full.json()["reason"])
    assert "circle-last-device" == await many[0].refused("leave", everywhere=True)


@with_server()
async def test_an_old_vote_counts_no_more(server: LocalServer) -> None:
    ana = await open_circle(server)
    bo = await join_circle(ana, "Bo")
    device = await bo.device()
    await ana.does("remove", device=device)
    days_pass(server, 8)
    assert [] == (await bo.circle())["votes"]
    assert 1 == len((await bo.does("remove", device=device))["votes"])


@with_server()
async def test_names_faces_rating_and_the_link_are_changed(server: LocalServer) -> None:
    ana = await open_circle(server)
    await join_circle(ana, "Bo")
    assert "Fridays" == (await ana.does("rename", name=" Fridays "))["name"]
    circle = await ana.does("me", name="Anna", avatar="bee")
    assert [("Anna", "bee"), ("Bo", "owl")] == [(one["name"], one["avatar"]) for one in circle["members"]]
    assert "circle-name-taken" == await ana.refused("me", name="bo", avatar="bee")
    assert (await ana.does("rating", on=True))["rating"]
    assert circle["secret"] != (await ana.does("secret"))["secret"]
    for bad in ({"do": "me", "name": "x" * 30, "avatar": "bee"}, {"do": "rename", "name": ""}, {"do": "fly"}):
        assert 400 == (await ana.ask("/change", bad)).status


@with_server()
async def test_a_device_is_noted_once_a_day(server: LocalServer) -> None:
    ana = await open_circle(server)
    for _ in range(5):
        await ana.circle()
    assert 1 == len(server.store.entries(ana.id))
    days_pass(server, 1)
    seen = (await ana.circle())["members"][0]["devices"][0]
    assert seen["last"] >= seen["since"] + 86_400
    assert 2 == len(server.store.entries(ana.id))


# The book


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
        "no avatar": {"players": [{**two[0], "avatar": "gnu"}, two[1]]},
        "more rounds than there are": {"players": [{**two[0], "played": 3}, two[1]]},
        "of every round, or of none": {"round_ms": [5]},
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


# Strangers


@with_server()
async def test_a_wrong_id_a_wrong_key_and_a_removed_device_cannot_be_told_apart(server: LocalServer) -> None:
    ana = await open_circle(server)
    table = (await server.open("wig_out"))["token"].partition(".")[0]
    answers = set()
    for id_ in (ana.id, "0" * 16, table, "x" * 3000, "%00", "\N{SNOWMAN}"):
        for shown in ([], [(b"authorization", b"Bearer wrong")], [(b"authorization", b"Basic " + ana.key.encode())]):
            for rest, body in (("", None), ("/book", None), ("/export", None), ("/code", {}), ("/change", {"do": "x"})):
                answer = await server.request(f"/api/circles/{id_}{rest}", body, headers=shown)
                answers.add((answer.status, answer.body, tuple(sorted(answer.headers.items()))))
    links = [{"circle": id_, "secret": "0" * 32} for id_ in (ana.id, "0" * 16, table)]
    for link in links:
        answer = await server.request("/api/circles/look", link)
        answers.add((answer.status, answer.body, tuple(sorted(answer.headers.items()))))
        answer = await server.request("/api/circles/join", {**link, "name": "Eve", "avatar": "fox"})
        answers.add((answer.status, answer.body, tuple(sorted(answer.headers.items()))))
    assert 1 == len(answers)
    assert {404} == {status for status, _, _ in answers}


@with_server(replace(GENEROUS, wrong_codes_per_minute=10, all_wrong_codes_per_minute=600))
async def test_wrong_keys_links_and_codes_are_braked_and_a_good_key_is_not(server: LocalServer) -> None:
    ana = await open_circle(server)
    wrong = {"circle": ana.id, "secret": "0" * 32}
    statuses = [(await server.request("/api/circles/look", wrong)).status for _ in range(12)]
    assert [404] * 10 + [429] * 2 == statuses
    good = {"circle": ana.id, "secret": ana.joined["secret"]}
    assert 429 == (await server.request("/api/circles/look", good)).status
    assert 429 == (await server.request("/api/circles/claim", {"code": "BBBBBBBB"})).status
    assert 429 == (await server.request(f"/api/circles/{ana.id}")).status
    assert 200 == (await ana.ask()).status, "from the same address"
    assert 200 == (await server.request("/api/circles/look", good, address="203.0.113.9")).status
    assert 201 == (await server.request("/api/tables", {"game": "wig_out", "name": "Ana"})).status
    await asyncio.sleep(60)
    assert 200 == (await server.request("/api/circles/look", good)).status


@with_server(Limits())
async def test_an_address_opens_twenty_circles_an_hour(server: LocalServer) -> None:
    body = {"name": "Us", "member": {"name": "Ana", "avatar": "fox"}}
    statuses = [(await server.request("/api/circles", body)).status for _ in range(21)]
    assert [201] * 20 + [429] == statuses
    assert 201 == (await server.request("/api/circles", body, address="203.0.113.9")).status
    await asyncio.sleep(180)
    assert 201 == (await server.request("/api/circles", body)).status


# Circles are no tables


@with_server()
async def test_a_circle_is_never_taken_for_a_table(server: LocalServer) -> None:
    ana = await open_circle(server)
    assert 0 == (await server.request("/healthz")).json()["tables"]
    connection = await server.enter({"token": f"{ana.id}.{'0' * 32}"})
    nobody = await server.enter({"token": f"{'0' * 16}.{'0' * 32}"})
    assert nobody.closed == connection.closed
    for path, body in (("/api/look", {"code": ana.id}), ("/api/join", {"code": ana.id, "name": "X"})):
        assert 404 == (await server.request(path, body)).status
    assert 404 == (await server.request("/api/steps", {"token": f"{ana.id}.{'0' * 32}"})).status
    assert 404 == (await server.request(f"/api/records/{ana.id}")).status


@with_server()
async def test_old_tables_are_swept_and_circles_only_if_the_host_says_so(server: LocalServer) -> None:
    used, unused = await open_circle(server), await open_circle(server, member="Bo")
    await server.open("wig_out")
    clock, uptime = Clock(), 0.0
    clock.now = server.store.now()
    server.store._clock = clock
    server.rooms.live.clear()
    server.rooms.circles.live.clear()

    async def swept(kind: str, days: float) -> list[str]:
        """The kinds that are left after a removal of what was not used for so many days."""
        nonlocal uptime
        sweeper = Sweeper(server.journal, (), lambda: uptime, days * 86_400, kind)
        for _ in range(2):
            uptime += FIRST_S
            await sweeper.tick()
        return [one.head.kind for one in server.store._tables.values()]

    clock.now += 40 * 86_400
    assert [CIRCLE, CIRCLE] == await swept(TABLE, 30)
    assert [CIRCLE, CIRCLE] == await swept(CIRCLE, math.inf)
    days_pass(server, 1)
    await used.circle()
    clock.now += 70 * 86_400
    assert [CIRCLE] == await swept(CIRCLE, 100)
    server.rooms.circles.live.clear()
    assert (200, 404) == ((await used.ask()).status, (await unused.ask()).status)


# On disk


@with_server()
async def test_a_circle_is_put_away_and_read_again(server: LocalServer) -> None:
    ana = await open_circle(server)
    bo = await join_circle(ana, "Bo")
    await bo.ask("/results", sheet())
    before = await ana.circle(), await ana.book()
    await asyncio.sleep(PUT_AWAY_S + 2)
    assert {} == server.rooms.circles.live
    assert before == (await ana.circle(), await ana.book())
    async with LocalServer(store=copy_of(server.store), seed="after") as after:
        ana.server = after
        assert before == (await ana.circle(), await ana.book())


def test_what_cannot_be_saved_has_not_happened() -> None:
    async def scenario() -> None:
        store = FailingStore(asyncio.get_running_loop().time)
        async with LocalServer(store=store) as server:
            ana = await open_circle(server)
            store.full = True
            for rest, body in (("/results", sheet()), ("/change", {"do": "rename", "name": "New"})):
                answer = await ana.ask(rest, body)
                assert (503, "table-not-saved") == (answer.status, answer.json()["reason"])
            assert 503 == (await ana.ask("/clear", {"what": "book"})).status
            refused = {"name": "x", "member": {"name": "Ana", "avatar": FACES["Ana"]}}
            assert 503 == (await server.request("/api/circles", refused)).status
            store.full = False
            assert "Us" == (await ana.circle())["name"]
            assert 200 == (await ana.ask("/results", sheet())).status
            assert 1 == len(await ana.book())

    run_virtual(scenario)


@with_server()
async def test_a_log_that_grew_long_is_written_anew(server: LocalServer) -> None:
    ana = await open_circle(server)
    long = sheet(rounds=[[0, 3]] * 250, totals=[0, 750])
    await ana.ask("/results", long)
    for at in range(500):
        await ana.does("correct", result={**long, "note": str(at)})
    assert server.store.size(ana.id) < 1_200_000
    assert ["499"] == [one["note"] for one in await ana.book()]
    await asyncio.sleep(PUT_AWAY_S + 2)
    assert ["499"] == [one["note"] for one in await ana.book()]


@with_server()
async def test_a_damaged_circle_says_so_and_no_other_notices(server: LocalServer) -> None:
    ana, bo = await open_circle(server), await open_circle(server, member="Bo")
    await asyncio.sleep(PUT_AWAY_S + 2)
    entries = server.store._tables[ana.id].entries
    entries[0] = replace(entries[0], body=b"{}")
    answer = await ana.ask()
    assert (503, "circle-unreadable") == (answer.status, answer.json()["reason"])
    assert 200 == (await bo.ask()).status
