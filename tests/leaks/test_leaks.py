"""Nobody is told more than they may know: paired runs, busy tables, questions, records and words for a partner."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from rumpus import load_game, wire
from tests.leaks.allowed import PACKS
from tests.leaks.improviser import WATCHER, Event, Plan, deals_for, plan
from tests.leaks.paired_runs import (
    Tally,
    again,
    improvised,
    perform,
    play_pair,
    scan,
)
from tests.leaks.scan import Scan
from tests.leaks.tables import GAMES, Patch, at_table
from tests.leaks.truth import Truth
from tests.leaks.viewer import Viewer
from tests.soak.leaks import busy
from tests.support.clock import run_virtual
from tests.support.in_process import LocalServer

PAIRS = 20
SEEN_WHOLE = {"wig_out": 2}  # long matches that no other deal would have allowed: too many cards were seen


# Paired runs


@pytest.mark.parametrize("game", GAMES)
def test_paired_runs_give_the_viewer_the_same_bytes(game: str) -> None:
    """How pairs are made, and why the comparison is exact, is explained in paired_runs.py."""
    tally = Tally()
    for number in range(PAIRS):
        play_pair(game, number, tally)
    alone = SEEN_WHOLE.get(game, 0)
    assert (PAIRS - alone, alone) == (tally.pairs, tally.alone)
    if load_game(game).race:
        assert tally.waits > PAIRS  # what waited for somebody further away has told nothing by the time it took
        assert tally.contests
    assert tally.held > PAIRS // 4
    assert tally.moved > 10 * PAIRS
    assert tally.ended
    asked = {"hint", "playable", "refused", "steps", "records", "welcome", "said", "device"}
    if game == "five_crowns":
        asked |= {"melds", "grouping"}
    assert asked <= tally.kinds.keys()


def test_legal_actions_sent_later_are_the_same_in_paired_runs(monkeypatch: Patch) -> None:
    monkeypatch.setattr("rumpus.games.five_crowns.rules.LONG_HAND", 3)
    tally = Tally()
    for number in range(8):
        play_pair("five_crowns", 2 * number, tally)
    assert tally.kinds["legal"]
    assert tally.pairs


@pytest.mark.parametrize("game", GAMES)
def test_a_busy_table_reveals_no_hidden_card_to_anybody(game: str) -> None:
    kinds = run_virtual(lambda: busy(game, f"busy {game}"))
    assert {"happened", "welcome", "here", "steps", "hint", "playable", "said"} <= kinds.keys()


# Questions


def test_a_grouping_cannot_probe_other_hands() -> None:
    """For every card that the asker does not hold it is the same refusal, wherever the card is."""
    one = Plan("five_crowns", {}, 3, 1, "grouping")

    async def scene(_: LocalServer, cast: dict[int, Viewer], keeper: Any) -> None:
        hand = keeper.table.match.state.private(1).hand
        answers = set()
        others = [card for card in PACKS["five_crowns"].names if card not in hand]
        for card in others:
            for more in ({"melds": [[card] * 3]}, {"melds": [], "discard": card}):
                cast[1].say({"type": "grouping", "id": "q" + card + str(len(more)), **more})
                await asyncio.sleep(0.01)
                told = msgspec.json.decode(cast[1].frames[-1])
                assert "q" + card + str(len(more)) == told.pop("id")
                assert {"card": card} == told.pop("facts")
                answers.add(msgspec.json.encode(told))
        assert 2 == len(answers), answers
        assert len(others) > 50

    at_table(one, deals_for(one), scene)


# Records


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_public_only_after_the_match_has_ended(game: str) -> None:
    """The name is drawn at the end; who knew it beforehand, as here from a run that was the same, would get nothing."""
    one, first = next(
        (one, run)
        for number in range(0, 60, 2)
        if (run := improvised(one := plan(game, number))).truth.last.lobby["stage"] == "over"
    )
    name = first.truth.last.lobby["record"]
    asks = [Event(WATCHER, "web", None, f"/api/records/{name}{tail}", 0.0) for tail in ("", "/steps")]
    own = Event(one.viewer, "web", {"token": ""}, "/api/steps", 0.0)
    watching = Event(WATCHER, "web", {"token": ""}, "/api/steps", 0.0)
    events = [more for event in first.events for more in (event, *asks, own, watching)]
    run = run_virtual(lambda: perform(one, deals_for(one), again([*events, *asks, own, watching])))
    assert name == run.truth.last.lobby["record"]
    scan(run)
    for path, _, seq, answer in run.cast[WATCHER].web:
        over = run.truth.moments[seq].lobby["stage"] == "over"
        if name in path:
            assert (200 if over else 404) == answer.status
        elif path == "/api/steps" and answer.status == 200:
            privates = [msgspec.json.decode(line)["private"] for line in answer.body.splitlines()[1:]]
            assert {one.players if over else 0} == {len(private) for private in privates}
    record = next(answer for path, *_, answer in run.cast[WATCHER].web[::-1] if path.endswith(name))
    dealt = next(line for line in map(msgspec.json.decode, record.body.splitlines()[1:]) if line["do"] == "deal")
    assert deals_for(one)[0].items() <= dealt.items()


# Words for a partner


def test_a_request_to_a_partner_reaches_nobody_else() -> None:
    one = Plan("wackee_six", {"partners": True}, 4, 1, "partners")

    async def scene(server: LocalServer, cast: dict[int, Viewer], keeper: Any) -> None:
        sides = keeper.table.match.state.sides
        partner = next(seat for side in sides if 1 in side for seat in side if seat != 1)
        for number, phrase in enumerate(wire.REQUESTS):
            cast[1].say({"type": "say", "id": f"s{number}", "phrase": phrase, "card": "r6"})
            await asyncio.sleep(0.01)
        heard = {who for who, viewer in cast.items() if any('"said"' in frame for frame in viewer.frames)}
        assert {1, partner} == heard
        assert not any('"r6"' in frame and '"said"' in frame for frame in cast[WATCHER].frames)
        await asyncio.sleep(0.01)
        truth = Truth(server.written(cast[0].seated), keeper.code)
        for viewer in cast.values():
            Scan(viewer, truth).all()

    at_table(one, deals_for(one), scene)
