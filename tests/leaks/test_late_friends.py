"""Somebody who takes over a seat during a match sees what that seat sees, from then on and no sooner."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.clock import until
from tests.support.in_process import LocalConnection, LocalServer, with_server
from tests.support.live import SHORT

QUICK = {"countdown_s": 0, "wait_s": 3}
HIDDEN = ("take", "draw")  # lines that name a card to one seat only


def seen(connection: LocalConnection) -> list[tuple[int | None, Any]]:
    """The seat and the private part of every view that came."""
    frames = [json.loads(frame) for frame in connection.frames]
    return [(frame["view"]["seat"], frame["view"]["private"]) for frame in frames if "view" in frame]


async def a_match(server: LocalServer, game: str, bots: int) -> dict[str, Any]:
    """A table with a host and bots, whose first round has begun; a stand-in plays for the host, who is away."""
    options = {"bot_pace": 0.25} | ({"turn_limit": 2} if game == "five_crowns" else {})
    host = await server.open(game, bots=["casual"] * bots, options=options, settings=QUICK | {"grace_s": 1})
    ana = await server.enter(host)
    await ana.ask("begin")
    ana.drop()
    return host


@pytest.mark.parametrize("game", sorted(SHORT))
def test_a_newcomer_sees_a_bots_cards_only_from_the_takeover_on(game: str) -> None:
    @with_server()
    async def scene(server: LocalServer) -> None:
        host = await a_match(server, game, bots=2)
        dora = await server.join(host, "Dora", seat=1)
        connection = await server.enter(dora)
        table = server.keeper(host).table
        await until(lambda: table.lobby.seat_of(dora["person"]) == 1 and table.match.state.round == 2)
        views = seen(connection)
        taken = next(at for at, (seat, _) in enumerate(views) if seat is not None)
        assert taken > 1
        assert [(None, None)] * taken == views[:taken]
        assert all(seat == 1 and own is not None for seat, own in views[taken:])

        # the same for the match so far, which everybody may ask for as their seat has seen it
        since = table.lobby.place(1).since
        answer = await server.request("/api/steps", {"token": dora["token"]})
        steps = [json.loads(line) for line in answer.body.splitlines()[1:]]
        assert all(step["private"] == [] for step in steps[:since])
        assert all(len(step["private"]) == 1 for step in steps[since:])
        lines = [step["line"] for step in steps[:since] if step["line"]["do"] in HIDDEN]
        assert all(line.get("card") is None for line in lines if line.get("from") != "discard")

    scene()


@with_server()
async def test_who_lost_a_seat_to_a_newcomer_sees_no_cards_any_more(server: LocalServer) -> None:
    host = await server.open("five_crowns", settings=QUICK)
    bo = await server.join(host, "Bo")
    ana, other = await server.enter(host), await server.enter(bo)
    await other.ask("ready")
    await ana.ask("begin")
    await other.ask("leave")
    dora = await server.join(host, "Dora", seat=1)
    newcomer = await server.enter(dora)
    back = await server.enter(bo)
    assert 1 == newcomer.last("welcome", "happened")["view"]["seat"]
    assert {(None, None)} == set(seen(back))
    answer = await server.request("/api/steps", {"token": bo["token"]})
    assert all(json.loads(line)["private"] == [] for line in answer.body.splitlines()[1:])
