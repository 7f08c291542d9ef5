"""Questions about real cards: answered by a thinking process, apart from every table."""

from __future__ import annotations

from rumpus.games import GAMES
from rumpus.server.budget import costs
from tests.support.in_process import LocalServer, with_server

PATH = "/api/games/five_crowns/cards"


@with_server()
async def test_the_best_melds_of_real_cards(server: LocalServer) -> None:
    answer = await server.request(PATH, {"dealt": 3, "hand": ["7h", "7s", "7c", "Kd"]})
    assert 200 == answer.status
    assert {"points": 0, "melds": [["7h", "7c", "7s"]], "left": [], "discard": "Kd"} == answer.json()


@with_server()
async def test_what_cannot_be_is_refused(server: LocalServer) -> None:
    for body in ({"dealt": 14, "hand": ["7h"]}, {"dealt": 3, "hand": []}, {"dealt": 3, "hand": ["7h"], "seat": 0}):
        assert 400 == (await server.request(PATH, body)).status
    assert 400 == (await server.request(PATH, {"dealt": 3, "hand": ["7x"]})).status
    for game in ("wig_out", "nothing"):
        answer = await server.request(f"/api/games/{game}/cards", {"dealt": 3, "hand": ["7h"]})
        assert (404, "cards-no-such") == (answer.status, answer.json()["reason"])


def test_the_route_may_cost_what_the_questions_say() -> None:
    asked = [rules.about_real_cards for rules in GAMES.values() if rules.about_real_cards is not None]
    assert asked
    assert all(kind.thinking_ms <= costs.HTTP["/api/games/{name}/cards"].thinking_ms for kind in asked)
