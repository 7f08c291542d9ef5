"""What everybody may know of a lobby."""

from __future__ import annotations

import pytest

from rumpus import wire
from tests.table.desk import Desk


@pytest.mark.rule("WS-02")
@pytest.mark.parametrize(
    ("players", "options", "parties"),
    [
        (1, {}, []),
        (3, {}, [[0], [1], [2]]),
        (4, {"partners": True}, [[0, 2], [1, 3]]),
        (5, {"partners": True}, [[0], [1, 3], [2, 4]]),
        (7, {"alone": 2}, [[0, 4], [1, 5], [2], [3, 6]]),
        (8, {}, [[0, 4], [1, 5], [2, 6], [3, 7]]),
    ],
)
def test_the_lobby_says_who_would_play_together(
    players: int, options: dict[str, object], parties: list[list[int]]
) -> None:
    lobby = Desk("wackee_six", players, options=options).table.lobby
    assert parties == [list(party) for party in wire.lobby_view(lobby, "BCDFGHJK").parties]


def test_in_a_match_the_lobby_says_who_scores_together() -> None:
    desk = Desk("wackee_six", 4, options={"partners": True}).begin()
    assert desk.table.match is not None
    assert desk.table.match.state.parties() == wire.lobby_view(desk.table.lobby, "BCDFGHJK").parties
