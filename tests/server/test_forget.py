"""A member asks to be forgotten: the name is gone everywhere, and what was played stays."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus.circle import forget
from tests.support.circles import QUICK, Phone, join_circle, open_circle, played, sheet
from tests.support.clock import run_virtual, settle
from tests.support.in_process import LocalServer, with_server
from tests.support.stores import copy_of

NAME, OTHER_NAME = "Quillfeather", "Wimbledorn"  # nobody else is called so


def by(phone: Phone, name: str, **more: Any) -> dict[str, Any]:
    """A player of a score pad."""
    return {"name": name, "avatar": "owl", "member": phone.me, "bot": None, **more}


def pad(id_: str, *players: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A result of these two."""
    return sheet(id_, players=list(players), **more)


async def told(server: LocalServer, phone: Phone) -> str:
    """All that a member can get, and all that the disk has of the circle."""
    answers = [await phone.ask(rest) for rest in ("", "/book", "/export")]
    look = {"circle": phone.id, "secret": (await phone.circle())["secret"]}
    answers.append(await server.request("/api/circles/look", look))
    on_disk = b"".join(entry.body for entry in server.store.entries(phone.id, whole=True))
    return "".join(answer.body.decode() for answer in answers) + on_disk.decode()


async def remembered(server: LocalServer) -> tuple[Phone, Phone]:
    """Ana's circle, with matches of a member under two names, one as a guest before, and one at a table."""
    ana = await open_circle(server)
    await ana.ask(
        "/results", pad("pad-00000001", by(ana, "Ana"), by(ana, NAME, member=None), note=f"{NAME} hid a card")
    )
    quill = await join_circle(ana, OTHER_NAME)
    await ana.ask("/results", pad("pad-00000002", by(ana, "Ana"), by(quill, OTHER_NAME)))
    await quill.does("me", name=NAME, avatar="owl")
    await ana.ask("/results", pad("pad-00000003", by(ana, "Ana"), by(ana, "Gus", member=None)))
    table = await ana.table(settings=QUICK, options={"rounds": 1}, bots=["expert"])
    host = await server.enter(table)
    await server.enter(await quill.sit(table, NAME.lower()))
    await host.ask("begin")
    await played(host)
    await settle()
    return ana, quill


async def check_forgotten(server: LocalServer, ana: Phone, quill: Phone) -> None:
    """No name is left; the results, their points, and who they belong to are."""
    everything = (await told(server, ana)).casefold()
    assert [] == [name for name in (NAME, OTHER_NAME) if name.casefold() in everything]
    former = next(member for member in (await ana.circle())["members"] if member["id"] == quill.me)
    assert ("Former member 1", True, []) == (former["name"], former["former"], former["devices"])
    book = {one["id"]: one for one in await ana.book()}
    assert 4 == len(book)
    table = next(one for one in book.values() if one["kind"] == "table")
    assert ([quill.me], None) == ([one["member"] for one in table["players"] if "former" in one], table["record"])
    assert "" == book["pad-00000001"]["note"]
    assert [None, True] == [one.get("former") for one in book["pad-00000001"]["players"]], "the guest of before, too"
    assert all("former" not in one for one in book["pad-00000003"]["players"])


def test_who_asks_to_be_forgotten_is_nowhere_named_and_the_results_stay() -> None:
    async def scenario() -> None:
        async with LocalServer(seed="forget") as server:
            ana, quill = await remembered(server)
            newest = (await ana.circle())["number"]
            points = [(one["id"], one["totals"]) for one in await ana.book()]
            assert None is (await quill.ask("/forget", {"member": None})).json()
            assert 404 == (await quill.ask()).status
            await check_forgotten(server, ana, quill)
            assert sorted(points) == sorted((one["id"], one["totals"]) for one in await ana.book())
            changed = await ana.book(newest)
            assert 3 == len(changed), "other devices are told what is different"
            store = copy_of(server.store)
        async with LocalServer(store=store, seed="second") as second:
            ana.server = second
            await check_forgotten(second, ana, quill)

    run_virtual(scenario)


@with_server()
async def test_the_check_catches_a_name_that_is_left(server: LocalServer) -> None:
    ana, quill = await remembered(server)
    with pytest.MonkeyPatch.context() as planted:
        planted.setattr(forget, "_is", lambda one, former, _: one.member == former.id)  # the guest of before is left
        await quill.ask("/forget", {"member": None})
    with pytest.raises(AssertionError):
        await check_forgotten(server, ana, quill)


@with_server()
async def test_a_forgotten_member_cannot_come_back_is_in_no_league_and_is_not_named_by_what_comes_later(
    server: LocalServer,
) -> None:
    ana = await open_circle(server)
    quill = await join_circle(ana, NAME)
    table = await ana.table(settings=QUICK, options={"rounds": 1}, bots=["expert"])
    host = await server.enter(table)
    await server.enter(await quill.sit(table, NAME))
    await host.ask("begin")
    await quill.ask("/forget", {"member": None})
    await played(host)  # the match was under way
    await ana.ask("/results", pad("pad-00000001", by(ana, "Ana"), by(quill, NAME)))  # as was a pad without a network
    await settle()
    assert 2 == len(await ana.book())
    assert NAME not in await told(server, ana)
    secret = (await ana.circle())["secret"]
    again = await server.request("/api/circles/join", {"circle": ana.id, "secret": secret, "member": quill.me})
    assert (409, "circle-has-device") == (again.status, again.json()["reason"])
    assert "circle-league" == await ana.refused("league", form="ladder", game="wig_out", members=[ana.me, quill.me])
    assert 409 == (await ana.ask("/forget", {"member": quill.me})).status
    back = await join_circle(ana, NAME)
    await back.ask("/forget", {"member": None})
    names = [member["name"] for member in (await ana.circle())["members"]]
    assert ["Ana", "Former member 1", "Former member 2"] == names


@with_server()
async def test_two_members_forget_one_who_has_no_device_and_nobody_else(server: LocalServer) -> None:
    ana = await open_circle(server)
    bo, quill = await join_circle(ana, "Bo"), await join_circle(ana, NAME)
    here = await ana.ask("/forget", {"member": quill.me})
    assert (409, "circle-member-here") == (here.status, here.json()["reason"])
    await quill.does("leave")
    assert [f"member:{quill.me}"] == [
        vote["what"] for vote in (await ana.ask("/forget", {"member": quill.me})).json()["votes"]
    ]
    assert [] == (await ana.ask("/forget", {"member": quill.me, "vote": False})).json()["votes"]
    await ana.ask("/forget", {"member": quill.me})
    assert NAME in await told(server, ana)
    await bo.ask("/forget", {"member": quill.me})
    assert NAME not in await told(server, ana)
    assert 404 == (await quill.ask("/forget", {"member": None})).status
    unknown = await ana.ask("/forget", {"member": "nobody-here"})
    assert "circle-no-member" == unknown.json()["reason"]
    await bo.does("leave")
    last = await ana.ask("/forget", {"member": None})
    assert "circle-last-device" == last.json()["reason"]


@with_server()
async def test_a_forgotten_member_stays_forgotten_in_a_file_that_is_imported(server: LocalServer) -> None:
    ana, quill = await remembered(server)
    await quill.ask("/forget", {"member": None})
    text = (await ana.ask("/export")).body
    as_them = await server.request(f"/api/circles/import?member={quill.me}", text)
    assert (400, "circle-who") == (as_them.status, as_them.json()["reason"])
    copy = Phone(server, (await server.request(f"/api/circles/import?member={ana.me}", text)).json())
    await check_forgotten(server, copy, quill)


# A circle that is started from a finished match


async def a_match(server: LocalServer, **more: Any) -> tuple[dict[str, Any], dict[str, Any], str]:
    """A match of two at a table of no circle: both seats, and the record."""
    table = await server.open("wig_out", settings=QUICK, options={"rounds": 1}, bots=["expert"], **more)
    host, seat = await server.enter(table), await server.join(table, "Bo")
    await server.enter(seat)
    await host.ask("begin")
    return table, seat, await played(host)


def started(record: str, token: str) -> dict[str, Any]:
    """Bo starts a circle from this match."""
    return {"name": "Us", "member": {"name": "Bo", "avatar": "owl"}, "match": {"record": record, "token": token}}


@with_server()
async def test_a_match_is_the_first_in_the_book_of_the_circle_that_is_started_from_it(server: LocalServer) -> None:
    _, seat, record = await a_match(server)
    bo = Phone(server, (await server.request("/api/circles", started(record, seat["token"]))).json())
    (result,) = await bo.book()
    assert (record, record, "table") == (result["id"], result["record"], result["kind"])
    assert [None, None, bo.me] == [player["member"] for player in result["players"]]
    assert [None, "expert", None] == [player["bot"] for player in result["players"]]


@with_server()
async def test_no_circle_is_started_from_a_match_that_one_has_not_played(server: LocalServer) -> None:
    table, seat, record = await a_match(server)
    watcher = await server.join(table, "Wen", watch=True)
    other, _, elsewhere = await a_match(server)
    inside = await (await open_circle(server)).table(settings=QUICK, options={"rounds": 1}, bots=["expert"])
    host = await server.enter(inside)
    await host.ask("begin")
    booked = await played(host)
    tokens = [watcher["token"], seat["token"][:-1] + "0", "0" * 16 + ".x", other["token"]]
    wrong = [(record, token) for token in tokens]
    for of, token in [*wrong, (elsewhere, seat["token"]), ("no-such-record", seat["token"]), (booked, inside["token"])]:
        answer = await server.request("/api/circles", started(of, token))
        assert (404, "table-no-record") == (answer.status, answer.json()["reason"]), (of, token)
