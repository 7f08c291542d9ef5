"""A refusal reveals nothing about hidden cards, not by its words and not by the code that it takes (T-06)."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import msgspec
import pytest

from rumpus import wire
from rumpus.server.keeping.keeper import Keeper
from tests.leaks.allowed import Plain
from tests.leaks.improviser import Event, Plan, deals_for
from tests.leaks.paired_runs import (
    again,
    other_deals,
    perform,
)
from tests.leaks.tables import GAMES, at_table, tops
from tests.leaks.viewer import Viewer
from tests.support.clock import run_virtual
from tests.support.in_process import LocalServer


def way_of(keeper: Keeper, viewer: Viewer, message: Plain) -> list[tuple[str, int]]:
    """The lines of Python that a message goes through: of the server, the rules, and the libraries they call."""
    way: list[tuple[str, int]] = []

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            way.append((frame.f_code.co_filename, frame.f_lineno))
        return trace

    session = keeper.sessions[viewer.person]
    ask = wire.read(msgspec.json.encode(message).decode())
    before = sys.gettrace()
    with no_garbage_collection():
        sys.settrace(trace)
        try:
            keeper.hear(session, ask)
        finally:
            sys.settrace(before)
    return way


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """A collection comes at any moment and runs Python code of its listeners; Hypothesis is one once it has run."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@pytest.mark.rule("T-06")
@pytest.mark.parametrize("game", GAMES)
def test_a_right_and_a_wrong_guess_are_refused_in_the_same_way(game: str) -> None:
    """The refusal, its time and the way through the code are the same, and the state is not even asked."""
    one = Plan(game, {}, 2, 1, f"oracle {game}")

    async def scene(_: LocalServer, cast: dict[int, Viewer], keeper: Any) -> None:
        before = keeper.table.match.state.copy()
        answers, ways = [], []
        for number, guess in enumerate(tops(game, before)[1:]):
            ways.append(way_of(keeper, cast[1], {"type": "do", "id": f"guess {number}", "action": guess}))
            await asyncio.sleep(0.01)
            answers.append(cast[1].frames[-1].replace(f"guess {number}", "guess"))
        assert answers[0] == answers[1]
        assert "table-malformed" in answers[0]
        assert ways[0] == ways[1]
        assert not [line for line in ways[0] if "/games/" in line[0] and "rules" in line[0]]
        assert before == keeper.table.match.state

    at_table(one, deals_for(one), scene)


REFUSED: dict[str, list[tuple[Plain, str]]] = {
    "wig_out": [({"do": "draw"}, "wo-must-play"), ({"do": "shout"}, "wo-cards-left")],
    "five_crowns": [({"do": "take", "from": "draw"}, "fc-taken"), ({"do": "discard", "card": "**"}, "fc-not-in-hand")],
    "wackee_six": [({"do": "shout"}, "ws-main-left"), ({"do": "recycle"}, "ws-deck-left")],
}


@pytest.mark.rule("T-06")
@pytest.mark.parametrize("game", GAMES)
def test_a_refused_action_names_no_card_and_is_refused_the_same_way_in_paired_runs(game: str) -> None:
    """The deals differ in everything that seat 1 cannot see; frames and the way through the code do not."""
    one = Plan(game, {}, 2, 1, f"refused {game}")
    deals = deals_for(one)[:1]
    if game == "wig_out":
        _give(deals[0]["hands"], 1, deals[0]["turned"][0], deals[0]["deck"])
    if game == "five_crowns":
        _give_away(deals[0]["hands"][1], "**", deals[0]["draw"])

    async def scene(_: LocalServer, cast: dict[int, Viewer], keeper: Any) -> Any:
        if game == "five_crowns":
            cast[1].say({"type": "do", "id": "take", "action": {"do": "take", "from": "discard"}})
            await asyncio.sleep(0.01)
        ways = []
        for action, reason in REFUSED[game]:
            ways.append(way_of(keeper, cast[1], {"type": "do", "id": reason, "action": action}))
            await asyncio.sleep(2.0)
            told = msgspec.json.decode(cast[1].frames[-1])
            assert reason == told["reason"]
            assert {fact for fact in told.get("facts", {}).values() if isinstance(fact, str)} <= {action.get("card")}
        return ways, cast[1].frames

    first = at_table(one, deals, scene)
    ready = Event(1, "say", {"type": "ready", "id": "ready for go"}, after_s=0.0)
    go = Event(0, "say", {"type": "do", "id": "go", "action": {"do": "go"}}, after_s=1.0)
    other = other_deals(one, deals, run_virtual(lambda: perform(one, deals, again([ready, go]))))
    assert other is not None
    second = at_table(one, other, scene)
    assert first[0] == second[0], "the way through the code differs"
    assert first[1] == second[1], "the frames differ"


def test_a_garbage_collection_is_no_part_of_the_way() -> None:
    """A listener to collections runs Python code at moments that depend on all that ran before."""

    def listener(phase: str, facts: dict[str, int]) -> None:
        assert phase
        assert facts

    one = Plan("wig_out", {}, 2, 1, "collections")

    async def scene(_: LocalServer, cast: dict[int, Viewer], keeper: Any) -> list[tuple[str, int]]:
        return way_of(keeper, cast[1], {"type": "do", "id": "shout", "action": {"do": "shout"}})

    thresholds = gc.get_threshold()
    gc.callbacks.append(listener)
    gc.set_threshold(1)
    try:
        way = at_table(one, deals_for(one), scene)
    finally:
        gc.set_threshold(*thresholds)
        gc.callbacks.remove(listener)
    assert way
    assert not [line for line in way if line[0] == __file__]


def _give(hands: list[list[str]], seat: int, card: str, deck: list[str]) -> None:
    """The seat has this card."""
    if card not in hands[seat]:
        place = next(pile for pile in (deck, *hands) if card in pile)
        place[place.index(card)], hands[seat][0] = hands[seat][0], card


def _give_away(hand: list[str], card: str, draw: list[str]) -> None:
    """The hand does not have this card."""
    while card in hand:
        other = next(at for at, one in enumerate(draw) if one != card)
        hand[hand.index(card)], draw[other] = draw[other], card
