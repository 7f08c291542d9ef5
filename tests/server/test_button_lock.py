"""T-06: a refused draw or shout locks that button of that seat for one second."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from tests.rules import wig_out_deals
from tests.support.in_process import LocalServer, with_server


@pytest.mark.rule("T-06")
@pytest.mark.parametrize(
    ("game", "refused", "clause"),
    [("wig_out", {"do": "shout"}, "WO-16"), ("wackee_six", {"do": "shout"}, "WS-17")],
)
@with_server()
async def test_a_refused_shout_locks_that_button_of_that_seat_for_one_second(
    server: LocalServer, game: str, refused: dict[str, str], clause: str
) -> None:
    ana = await server.open(game, settings={"countdown_s": 0, "wait_s": 300})
    a, b = await server.enter(ana), await server.enter(await server.join(ana, "Bo"))
    await b.ask("ready")
    await a.ask("begin")
    await b.ask("ready")
    await a.does({"do": "go"})
    first = await a.does(refused)
    assert (clause, 1000) == (first["clause"], first["wait_ms"])
    assert not {"card", "cards"} & set(first.get("facts", {}))
    await asyncio.sleep(0.4)
    again = await a.does(refused)
    assert ("T-06", "table-locked") == (again["clause"], again["reason"])
    assert 590 <= again["wait_ms"] <= 600
    assert clause == (await b.does(refused))["clause"], "each seat has its own lock"
    legal = a.last("happened", "welcome")["legal"]
    assert "happened" == (await a.does(legal[0]))["type"], "a refusal costs nothing, and other buttons are not locked"
    await asyncio.sleep(0.61)
    assert clause == (await a.does(refused))["clause"], "after one second it may be tried again"


@pytest.mark.rule("T-06")
@with_server()
async def test_a_refused_draw_names_no_card_and_locks_only_the_draw(server: LocalServer) -> None:
    """WO-12: a draw with a playable card is refused; the answer does not say which card."""
    hand = wig_out_deals.hand(afro=3, mohawk=1, curls=1, bun=1, nest=1)
    deal = msgspec.to_builtins(wig_out_deals.deal(hand, None))
    ana = await server.open("wig_out", settings={"countdown_s": 0}, deals=[deal], bots=["casual"])
    a = await server.enter(ana)
    await a.ask("begin")
    await a.does({"do": "go"})
    first = await a.does({"do": "draw"})
    assert ("WO-12", 1000) == (first["clause"], first["wait_ms"])
    assert {} == first.get("facts", {})
    assert "T-06" == (await a.does({"do": "draw"}))["clause"]
    assert "WO-16" == (await a.does({"do": "shout"}))["clause"]
    assert "happened" == (await a.does({"do": "start", "cards": ["afro", "afro"]}))["type"]
