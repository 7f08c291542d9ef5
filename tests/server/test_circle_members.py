"""Circles on the server: members, their devices and their votes."""

from __future__ import annotations

import asyncio

import msgspec

from tests.support.circles import days_pass, join_circle, open_circle, sheet
from tests.support.in_process import LocalServer, with_server

replace = msgspec.structs.replace


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
