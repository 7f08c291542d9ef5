"""The coach by HTTP: one's own rounds while a match goes on, all seats when it is over."""

from __future__ import annotations

from typing import Any

from rumpus.server.web.coaching import KEPT_PAGES
from rumpus.server.work import coaching
from tests.support.clock import until
from tests.support.in_process import LocalServer, with_server

QUICK = {"countdown_s": 0, "wait_s": 0, "grace_s": 1}


async def away(server: LocalServer, **options: Any) -> dict[str, Any]:
    """A match of Wig Out! between bots, one of which plays for the host, who is away."""
    host = await server.open("wig_out", bots=["casual"] * 2, options={"bot_pace": 0.25, **options}, settings=QUICK)
    ana = await server.enter(host)
    await ana.ask("begin")
    ana.drop()
    return host


@with_server()
async def test_while_a_match_goes_on_a_seat_is_told_of_its_own_rounds_that_are_over(server: LocalServer) -> None:
    host = await away(server, rounds=50)
    dora = await server.join(host, "Dora", seat=1)
    watcher = await server.join(host, "Zoe", watch=True)
    await server.enter(dora)
    table = server.keeper(host).table
    answer = await server.request("/api/coach", {"token": host["token"]})
    assert (200, []) == (answer.status, answer.json()["reviews"])
    await until(lambda: len(table.match.state.sheet) >= 3)
    page = (await server.request("/api/coach", {"token": host["token"]})).json()
    assert [(1, 0), (2, 0)] == [(one["round"], one["seat"]) for one in page["reviews"]]
    assert not page["open"]
    assert 2 == page["next"]
    after = (await server.request("/api/coach", {"token": host["token"], "after": 2})).json()
    assert (3, 0) == (after["reviews"][0]["round"], after["reviews"][0]["seat"])
    one = (await server.request("/api/coach", {"token": host["token"], "round": 2})).json()
    assert [page["reviews"][1]] == one["reviews"]
    ahead = (await server.request("/api/coach", {"token": host["token"], "round": 40})).json()
    assert [] == ahead["reviews"]
    # what a bot saw on her seat before is not the newcomer's
    hers = (await server.request("/api/coach", {"token": dora["token"]})).json()["reviews"]
    assert all(review["round"] > 1 and review["seat"] == 1 for review in hers)
    assert 404 == (await server.request("/api/coach", {"token": watcher["token"]})).status
    assert 404 == (await server.request("/api/coach", {"token": "0" * 64})).status
    assert 400 == (await server.request("/api/coach", {"token": "", "round": 0})).status


@with_server()
async def test_a_match_that_is_over_is_told_from_all_seats_and_its_pages_are_kept(server: LocalServer) -> None:
    host = await away(server, rounds=1)
    await server.enter(await server.join(host, "Zoe", watch=True))  # the clock stands still while nobody is there
    table = server.keeper(host).table
    await until(lambda: table.lobby.record is not None)
    name = table.lobby.record
    own = (await server.request("/api/coach", {"token": host["token"]})).json()
    page = await server.request(f"/api/records/{name}/coach")
    assert own == page.json()
    assert own["open"]
    assert [0, 1, 2] == [one["seat"] for one in own["reviews"]]
    text = await server.request(f"/api/records/{name}")
    assert own == (await server.request("/api/replay/coach", text.body)).json()
    asked: list[Any] = []
    think = server.rooms.think

    async def counted(kind: Any, asker: Any, work: Any, *args: Any) -> Any:
        asked.append(work)
        return await think(kind, asker, work, *args)

    server.rooms.think = counted
    assert page.body == (await server.request(f"/api/records/{name}/coach")).body
    assert [] == asked
    for after in range(1, KEPT_PAGES + 2):
        server.rooms.record_lookups = server.rooms.seating._per_minute(1000.0)
        assert 200 == (await server.request(f"/api/records/{name}/coach?after={after}")).status
    assert {coaching.open_page} == set(asked)
    server.rooms.record_lookups = server.rooms.seating._per_minute(1000.0)
    for wrong in ("x", "-1", "9999999999", "٣", "0000000" + "9" * 5000):
        assert 400 == (await server.request(f"/api/records/{name}/coach?after={wrong}")).status
    assert 404 == (await server.request("/api/records/nothing/coach")).status
    assert 400 == (await server.request("/api/replay/coach", b"{}")).status
