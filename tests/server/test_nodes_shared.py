"""What two real nodes share beside tables: deals of the day, scores to beat, circles, codes and limits."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.nodes import Nodes, Roamer
from tests.support.postgres import Postgres
from tests.support.serving import PATIENCE_S
from tests.support.socket_players import post, sit_down, until

ANA, BO = "a" * 32, "b" * 32  # keys of devices


@pytest.fixture(scope="module")
def nodes(postgres: Postgres) -> Iterator[Nodes]:
    found = Nodes(postgres, 2)
    try:
        found.start_all()
        yield found
    finally:
        found.close()


def get(url: str, path: str, key: str) -> Any:
    request = urllib.request.Request(url + path, headers={"authorization": f"Bearer {key}"})  # noqa: S310 - our own
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310 - our own server
        return json.load(answer)


def test_a_deal_of_the_day_is_one_at_all_nodes_and_each_device_has_one_try(nodes: Nodes) -> None:
    here, there = nodes.urls
    for number, game in enumerate(("wig_out", "five_crowns")):  # begun at either node
        first, second = (here, there) if number else (there, here)
        deal = next(one for one in get(first, "/api/daily", ANA)["games"] if one["game"] == game)
        path = f"/api/challenges/{deal['id']}"
        assert "new" == get(second, path, ANA)["state"]
        seated = post(first, f"{path}/enter", {"name": "Ana"}, ANA)
        again = post(second, f"{path}/enter", {"name": "Ana"}, ANA)
        assert (seated["token"], seated["code"]) == (again["token"], again["code"]), "the same table, from everywhere"
        other = post(second, f"{path}/enter", {"name": "Bo"}, BO)
        assert other["token"] != seated["token"]
        views = [get(url, path, ANA) for url in (here, there)]
        assert views[0]["commit"] == views[1]["commit"]
        assert ["playing", "playing"] == [view["state"] for view in views]


def test_a_score_to_beat_is_played_through_another_node_and_its_result_is_at_all(nodes: Nodes) -> None:
    async def to_its_end(seated: dict[str, Any], name: str) -> None:
        async with Roamer(nodes.urls, seated, random.Random(name)) as player:
            player.plays_again = False  # the table keeps the match
            await until(lambda: player.lobby["stage"] == "over", "the match is over")

    here, there = nodes.urls
    (host,) = sit_down(here, "wig_out", "setter", 1, ("beginner",))
    asyncio.run(to_its_end(host.seated, "setter"))
    shown = post(there, "/api/challenges", {"token": host.token}, ANA)
    path = f"/api/challenges/{shown['id']}"
    seated = post(here, f"{path}/enter", {"name": "Bo"}, BO)
    asyncio.run(to_its_end(seated, "challenger"))
    for url in nodes.urls:
        asyncio.run(until(lambda url=url: get(url, path, BO)["state"] == "done", "the result is written"))  # type: ignore[misc]
    assert get(here, path, BO)["rows"] == get(there, path, BO)["rows"]


def test_a_circle_goes_on_at_another_node(nodes: Nodes) -> None:
    here, there = nodes.urls
    ana = post(here, "/api/circles", {"name": "Family", "member": {"name": "Ana", "avatar": "fox"}})
    path, key = f"/api/circles/{ana['circle']}", ana["device"]
    assert "Family" == get(there, path, key)["name"]
    code = post(here, f"{path}/code", {}, key)["code"]
    phone = post(there, "/api/circles/claim", {"code": code})
    with pytest.raises(urllib.error.HTTPError, match="404"):
        post(here, "/api/circles/claim", {"code": code})
    (seat,) = sit_down(there, "wig_out", "", 1, (), circle=ana)
    nodes.stop(0)
    assert "Family" == get(there, path, phone["device"])["name"]
    assert "wig_out" == post(there, "/api/look", {"code": seat.code})["game"]
    nodes.start(0)
    assert "Family" == get(here, path, key)["name"]
