"""Nobody is told a card that they may not know: every byte to every viewer, in games that differ in unseen cards."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import FrameType
from typing import Any

import msgspec
import pytest
from prometheus_client import generate_latest

from knocking import House, copied, leap, table_of, until
from leaks import PACKS, Leak, Plain, Scan, Truth, Viewer, plain, says_nothing
from rumpus import wire
from rumpus.game import Illegal
from rumpus.games import wig_out as wig_out_package
from rumpus.games.five_crowns import view as five_crowns_view
from rumpus.games.wackee_six import view as wackee_six_view
from rumpus.games.wig_out import view as wig_out_view
from rumpus.games.wig_out.actions import Draw, Lay
from rumpus.games.wig_out.cards import CHARACTERS
from rumpus.games.wig_out.rules import WigOutState
from rumpus.journal import Unsaved
from rumpus.journal.memory import Change, MemoryStore
from rumpus.server import keeper as keepers
from rumpus.server import thinking
from rumpus.server.app import Doors
from rumpus.server.keeper import Keeper
from rumpus.server.logs import JsonLines
from rumpus.table import hashed
from soak_leaks import busy
from twins import (
    WATCHER,
    Event,
    Plan,
    Tally,
    again,
    compare_twins,
    deals_for,
    improvised,
    perform,
    plan,
    play_twins,
    scan,
    sit_down,
    twin_deals,
)

TWINS = 20
GAMES = sorted(PACKS)
Patch = pytest.MonkeyPatch


# Twin games


@pytest.mark.parametrize("game", GAMES)
def test_twin_games_give_the_viewer_the_same_bytes(game: str) -> None:
    """How twins are made, and why the comparison is exact, stands at the top of twins.py."""
    tally = Tally()
    for number in range(TWINS):
        play_twins(game, number, tally)
    assert (TWINS, 0) == (tally.twins, tally.alone)
    assert tally.held > TWINS // 4
    assert tally.moved > 10 * TWINS
    assert tally.ended
    asked = {"hint", "playable", "refused", "steps", "records", "welcome", "said", "device"}
    if game == "five_crowns":
        asked |= {"melds", "grouping"}
    assert asked <= tally.kinds.keys()


def test_what_follows_after_thought_is_the_same_too(monkeypatch: Patch) -> None:
    monkeypatch.setattr("rumpus.games.five_crowns.rules.LONG_HAND", 3)
    tally = Tally()
    for number in range(8):
        play_twins("five_crowns", 2 * number, tally)
    assert tally.kinds["legal"]
    assert tally.twins


@pytest.mark.parametrize("game", GAMES)
def test_a_busy_table_tells_nobody_too_much(game: str) -> None:
    kinds = leap(lambda: busy(game, f"busy {game}"))
    assert {"happened", "welcome", "here", "steps", "hint", "playable", "said"} <= kinds.keys()


# No oracle (T-06)


@asynccontextmanager
async def table(one: Plan, deals: list[Plain]) -> AsyncIterator[tuple[House, dict[int, Viewer], Any]]:
    """A table at which the cards are dealt, and the race is on."""
    async with House(seed=one.seed) as house:
        cast = await sit_down(house, one, deals)
        cast[0].say({"type": "do", "id": "go", "action": {"do": "go"}})
        await asyncio.sleep(1.0)
        yield house, cast, house.keeper(cast[0].seated)


def at_table(one: Plan, deals: list[Plain], scene: Callable[[House, dict[int, Viewer], Any], Awaitable[Any]]) -> Any:
    """What comes of a scene at that table."""

    async def play() -> Any:
        async with table(one, deals) as (house, cast, keeper):
            return await scene(house, cast, keeper)

    return leap(play)


def way_of(keeper: Keeper, viewer: Viewer, message: Plain) -> list[tuple[str, int]]:
    """The lines of the server and the rules that a message goes through."""
    way: list[tuple[str, int]] = []

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if "rumpus" not in frame.f_code.co_filename:
            return None
        if event == "line":
            way.append((frame.f_code.co_filename, frame.f_lineno))
        return trace

    session = keeper.sessions[viewer.person]
    ask = wire.read(msgspec.json.encode(message).decode())
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        keeper.hear(session, ask)
    finally:
        sys.settrace(before)
    return way


def tops(game: str, state: Any) -> tuple[Plain, Plain, Plain]:
    """An action that may be refused, then with the right guess of the next card, and with a wrong one."""
    names = PACKS[game].names
    if game == "wackee_six":
        side = state.side_of[1]
        right = [names[card] for card in state.deck[side][:-4:-1]]
        return {"do": "turn"}, {"do": "turn", "cards": right}, {"do": "turn", "cards": right[::-1]}
    top = (state.deck if game == "wig_out" else state.draw)[-1]
    ask = {"do": "draw"} if game == "wig_out" else {"do": "take", "from": "draw"}
    return ask, ask | {"card": names[top]}, ask | {"card": names[(top + 1) % len(names)]}


@pytest.mark.rule("T-06")
@pytest.mark.parametrize("game", GAMES)
def test_a_guess_is_refused_alike_whether_it_is_right_or_wrong(game: str) -> None:
    """The refusal, its time and the way through the code are the same, and the state is not even asked."""
    one = Plan(game, {}, 2, 1, f"oracle {game}")

    async def scene(_: House, cast: dict[int, Viewer], keeper: Any) -> None:
        before = keeper.table.match.state.copy()
        answers, ways = [], []
        for number, guess in enumerate(tops(game, before)[1:]):
            message = {"type": "do", "id": f"guess {number}", "action": guess}
            ways.append(way_of(keeper, cast[1], message))
            await asyncio.sleep(0.01)
            answers.append(cast[1].frames[-1].replace(message["id"], "guess"))
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
def test_a_refused_action_names_no_card_and_is_refused_alike_in_twins(game: str) -> None:
    """The deals differ in everything that seat 1 cannot see; frames and the way through the code do not."""
    one = Plan(game, {}, 2, 1, f"refused {game}")
    deals = deals_for(one)[:1]
    if game == "wig_out":
        _give(deals[0]["hands"], 1, deals[0]["turned"][0], deals[0]["deck"])
    if game == "five_crowns":
        _give_away(deals[0]["hands"][1], "**", deals[0]["draw"])

    async def scene(_: House, cast: dict[int, Viewer], keeper: Any) -> Any:
        if game == "five_crowns":
            cast[1].say({"type": "do", "id": "take", "action": {"do": "take", "from": "discard"}})
            await asyncio.sleep(0.01)
        ways = []
        for action, reason in REFUSED[game]:
            ways.append(way_of(keeper, cast[1], {"type": "do", "id": reason, "action": action}))
            await asyncio.sleep(2.0)
            told = msgspec.json.decode(cast[1].frames[-1])
            assert reason == told["reason"]
            assert set(told.get("facts", {}).values()) <= {*range(20), action.get("card")}
        return ways, cast[1].frames

    first = at_table(one, deals, scene)
    go = Event(0, "say", {"type": "do", "id": "go", "action": {"do": "go"}}, after_s=1.0)
    twin = twin_deals(one, deals, leap(lambda: perform(one, deals, again([go]))))
    assert twin is not None
    second = at_table(one, twin, scene)
    assert first == second


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


# Questions


def test_a_grouping_cannot_probe_other_hands() -> None:
    """For every card that the asker does not hold it is the same refusal, wherever the card is."""
    one = Plan("five_crowns", {}, 3, 1, "grouping")

    async def scene(_: House, cast: dict[int, Viewer], keeper: Any) -> None:
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
def test_a_record_lies_open_after_the_end_and_not_a_moment_before(game: str) -> None:
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
    run = leap(lambda: perform(one, deals_for(one), again([*events, *asks, own, watching])))
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


def test_what_is_said_to_a_partner_reaches_nobody_else() -> None:
    one = Plan("wackee_six", {"partners": True}, 4, 1, "partners")

    async def scene(house: House, cast: dict[int, Viewer], keeper: Any) -> None:
        sides = keeper.table.match.state.sides
        partner = next(seat for side in sides if 1 in side for seat in side if seat != 1)
        for number, phrase in enumerate(wire.REQUESTS):
            cast[1].say({"type": "say", "id": f"s{number}", "phrase": phrase, "card": "r6"})
            await asyncio.sleep(0.01)
        heard = {who for who, viewer in cast.items() if any('"said"' in frame for frame in viewer.frames)}
        assert {1, partner} == heard
        assert not any('"r6"' in frame and '"said"' in frame for frame in cast[WATCHER].frames)
        await asyncio.sleep(0.01)
        truth = Truth(house.written(cast[0].seated), keeper.code)
        for viewer in cast.values():
            Scan(viewer, truth).all()

    at_table(one, deals_for(one), scene)


# Logs and figures


class Lines(logging.Handler):
    """Keeps what would be logged, in the form in which it would be."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class Fitful(MemoryStore):
    """A disk that fails when it is told to."""

    full = False

    def _write(self, change: Change) -> None:
        if self.full:
            raise Unsaved("nothing was saved: the disk is full")
        super()._write(change)


NAMES = ("Quillfeather", "Zephyrine", "Wimbledorn")


async def mishaps() -> tuple[list[str], set[str]]:
    """A table where everything goes wrong that can; gives what was logged and measured, and what may not be in it."""
    loop = asyncio.get_running_loop()
    secrets = {*NAMES, "198.51.100.", "203.0.113.", "2001:db8"}
    store = Fitful(loop.time)
    async with House(store=store, seed="mishaps") as house:
        host = await house.open("wig_out", name=NAMES[0], bots=["casual"], settings={"countdown_s": 0, "wait_s": 1})
        people = [Viewer(house, host, "198.51.100.1")]
        people.append(Viewer(house, await house.join(host, NAMES[1], address="2001:db8::7"), "2001:db8::7"))
        people.append(Viewer(house, await house.join(host, NAMES[2], watch=True), "203.0.113.9"))
        for viewer in people:
            viewer.enter()
            token = viewer.seated["token"]
            secrets |= {token, token.partition(".")[2], hashed(token), viewer.seated["code"]}
        await asyncio.sleep(0.01)
        people[0].say({"type": "begin", "id": "b"})
        await asyncio.sleep(15.0)
        keeper = house.keeper(host)
        state = keeper.table.match.state
        for number in range(6):  # refusals, guesses, nonsense, wrong codes and tokens
            for viewer in people:
                viewer.say({"type": "do", "id": f"a{number}", "action": tops("wig_out", state)[number % 3]})
                viewer.say("nonsense " + viewer.seated["token"])
                await viewer.ask("/api/join", {"code": f"BCDFGHJ{number}", "name": NAMES[0]})
                await viewer.ask("/api/steps", {"token": viewer.seated["token"]})
        people[0].say({"type": "device", "id": "device"})
        await asyncio.sleep(0.01)
        device = next(told for told in people[0].knocks[-1].told if told.get("id") == "device")
        secrets.add(device["found"]["code"])
        await _stumble(house, people, keeper)
        store.full = True
        people[1].say({"type": "leave", "id": "full"})
        await asyncio.sleep(1.0)
        store.full = False
        await until(lambda: not keeper._broken)
        figures = generate_latest(house.rooms.metrics.registry).decode()
        written = copied(store)
    await _spoilt(written, people, secrets)
    return figures.splitlines(), secrets


async def _stumble(house: House, people: list[Viewer], keeper: Any) -> None:
    """Faults of our own, whose words are full of secrets."""
    words = f"{keeper.table.match.state.view(0)} {people[0].seated} {people[0].address}"
    think = house.rooms.think

    async def fails(*_: Any) -> Any:
        raise RuntimeError(words)

    house.rooms.think = fails
    people[0].say({"type": "hint", "id": "fails"})
    await asyncio.sleep(0.01)
    try:
        await people[0].ask("/api/steps", {"token": people[0].seated["token"]})
    except RuntimeError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")  # as uvicorn does
    house.rooms.think = think
    table = keeper.table
    table.came = table.do = fails_now(words)
    people[0].say({"type": "do", "id": "falls", "action": {"do": "shout"}})
    await until(lambda: keeper.table is not table and not keeper._broken)


def fails_now(words: str) -> Callable[..., Any]:
    """Falls over with these words."""

    def fail(*_: Any) -> Any:
        raise RuntimeError(words)

    return fail


async def _spoilt(store: MemoryStore, people: list[Viewer], secrets: set[str]) -> None:
    """A journal that the rules cannot follow any more."""
    spoil(store, people[0].seated)
    async with House(store=store, seed="spoilt") as house:
        viewer = Viewer(house, people[0].seated, people[0].address)
        viewer.enter()
        await asyncio.sleep(0.1)
        says_nothing([*viewer.frames, str(viewer.closed)], secrets)
        assert wire.CLOSE_TABLE == viewer.closed[0][0]


def spoil(store: MemoryStore, seated: Plain) -> None:
    """The deal, told with a card that cannot be, and a draw of a card that was not on top."""
    entries = store._tables[table_of(seated)].entries
    at = next(at for at, entry in enumerate(entries) if b'"do":"draw"' in entry.body or b'"do":"lay"' in entry.body)
    line = msgspec.json.decode(entries[at].body)
    line["lines"][0] |= {"do": "draw", "card": "nest"}
    entries[at] = msgspec.structs.replace(entries[at], body=msgspec.json.encode(line))


def logged(run: Callable[[], Any]) -> tuple[Any, list[str]]:
    """What comes of it, and what was logged meanwhile."""
    lines, root, ours = Lines(), logging.getLogger(), logging.getLogger("rumpus")
    level = ours.level
    root.addHandler(lines)
    ours.setLevel("DEBUG")
    try:
        return run(), lines.lines
    finally:
        ours.setLevel(level)
        root.removeHandler(lines)


def test_logs_and_figures_of_a_run_full_of_mishaps_hold_no_secret() -> None:
    (figures, secrets), lines = logged(lambda: leap(mishaps))
    said = {msgspec.json.decode(line)["what"] for line in lines}
    assert {"table-opened", "thinking-failed", "table-fault", "not-saved", "table-unplayable", "uvicorn.error"} <= said
    assert len(secrets) > 15
    says_nothing(lines, secrets)
    says_nothing(figures, secrets)
    assert any("rumpus_refused" in line for line in figures)
