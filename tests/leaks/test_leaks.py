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

from rumpus import wire
from rumpus.game import Illegal, Malformed
from rumpus.games.five_crowns import view as five_crowns_view
from rumpus.games.wackee_six import view as wackee_six_view
from rumpus.games.wig_out import view as wig_out_view
from rumpus.games.wig_out.actions import Draw
from rumpus.games.wig_out.cards import CHARACTERS
from rumpus.games.wig_out.rules import WigOutState
from rumpus.journal.memory import MemoryStore
from rumpus.server import keeper as keepers
from rumpus.server.keeper import Keeper
from rumpus.server.logs import JsonLines
from rumpus.server.metrics import Metrics
from rumpus.server.news import News
from rumpus.server.records import Records
from rumpus.server.words import Words
from rumpus.table import Table, Unplayable, hashed
from tests.leaks.leaks import PACKS, Leak, Plain, Scan, Truth, Viewer, says_nothing
from tests.leaks.twins import (
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
from tests.soak.leaks import busy
from tests.support.knocking import Fitful, House, copied, leap, table_of, until

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
            assert {fact for fact in told.get("facts", {}).values() if isinstance(fact, str)} <= {action.get("card")}
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
        with pytest.raises(Unplayable) as no:  # before the reason is cut to the length of a close frame
            await house.rooms._loaded(table_of(viewer.seated))
        says_nothing([str(no.value)], secrets)


def spoil(store: MemoryStore, seated: Plain) -> None:
    """A draw that does not say which card it was, so that the rules find another line than the journal has."""
    entries = store._tables[table_of(seated)].entries
    at = next(at for at, entry in enumerate(entries) if b'"do":"draw"' in entry.body)
    body = msgspec.json.decode(entries[at].body)
    del body["lines"][0]["card"]
    entries[at] = msgspec.structs.replace(entries[at], body=msgspec.json.encode(body))


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


# Planted leaks

Plant = Callable[[Patch], None]
Caught = Callable[[], None]


def a_draw_told_whole(patch: Patch) -> None:
    told = wig_out_view.told
    patch.setattr(
        wig_out_view, "told", lambda by, action, seat: action if isinstance(action, Draw) else told(by, action, seat)
    )


def a_deal_told_whole(patch: Patch) -> None:
    patch.setattr(five_crowns_view, "told", lambda by, action, seat: action)


def a_deal_of_sides_told_whole(patch: Patch) -> None:
    patch.setattr(wackee_six_view, "told", lambda action: action)


def a_row_seen_from_below(patch: Patch) -> None:
    side = wackee_six_view._side

    def leaky(state: Any, number: int) -> Any:
        seen = side(state, number)
        below = PACKS["wackee_six"].texts(state.down[number][-1:])
        return msgspec.structs.replace(seen, top=(*below, *seen.top)[:3])

    patch.setattr(wackee_six_view, "_side", leaky)


def a_neighbour_s_view(patch: Patch) -> None:
    view = News.view

    def leaky(self: News, seat: int | None, public: bytes) -> bytes:
        state = self.table.match.state  # type: ignore[union-attr]  # a view is made in a match
        whole = view(self, seat, public)
        if seat is None:
            return whole
        other = msgspec.json.encode(state.private((seat + 1) % state.players))
        return whole.replace(msgspec.json.encode(state.private(seat)), other)

    patch.setattr(News, "view", leaky)


def a_private_part_for_spectators(patch: Patch) -> None:
    def leaky(self: News, seat: int | None, public: bytes) -> bytes:
        state = self.table.match.state  # type: ignore[union-attr]  # a view is made in a match
        private = msgspec.json.encode(state.private(seat or 0))
        return b'{"seat":%s,"public":%s,"private":%s}' % (msgspec.json.encode(seat), public, private)

    patch.setattr(News, "view", leaky)


def a_refusal_with_the_top_card(patch: Patch) -> None:
    draw = WigOutState.does[Draw]

    def leaky(state: Any, actor: int | None, action: Any) -> Any:
        try:
            return draw(state, actor, action)
        except Illegal as no:
            top = CHARACTERS[state.deck[-1]] if state.deck else "none"
            raise Illegal(no.clause, no.reason, card=top) from None

    patch.setitem(WigOutState.does, Draw, leaky)


def the_keeper_s_own_lobby(patch: Patch) -> None:
    patch.setattr(News, "lobby_text", lambda self: msgspec.json.encode(self.table.lobby))


def tokens_in_the_lobby(patch: Patch) -> None:
    def leaky(self: News) -> bytes:
        lobby = self.table.lobby
        shown = msgspec.to_builtins(lobby.view(self.code)) | {"people": msgspec.to_builtins(lobby.people)}
        return msgspec.json.encode(shown)

    patch.setattr(News, "lobby_text", leaky)


def a_hint_that_has_looked(patch: Patch) -> None:
    """Not the asker's view, but the neighbour's."""
    question = Keeper._question

    def leaky(self: Keeper, session: Any, ask: Any) -> None:
        state = self.table.match.state  # type: ignore[union-attr]  # checked by who asks
        view = state.view

        class Looking:
            def view(self, seat: int) -> Any:
                return msgspec.structs.replace(view((seat + 1) % state.players), seat=seat)

        match = self.table.match
        self.table.match = type("Match", (), {"state": Looking(), "rules": match.rules})  # type: ignore[assignment,union-attr]  # a fake
        try:
            question(self, session, ask)
        finally:
            self.table.match = match

    patch.setattr(Keeper, "_question", leaky)


def steps_of_everybody(patch: Patch) -> None:
    steps = Records._steps
    patch.setattr(Records, "_steps", lambda self, body, seat, *, own: steps(self, body, seat, own=False))


def a_partner_s_words_to_another(patch: Patch) -> None:
    partner = Words.partner

    def leaky(self: Words, table: Table, person: int) -> int:
        right = partner(self, table, person)
        return next(one.id for one in table.lobby.people if one.id not in (right, person))

    patch.setattr(Words, "partner", leaky)


def an_error_that_says_what_it_saw(patch: Patch) -> None:
    read = wire.read_action

    def leaky(game: str, raw: Any) -> Any:
        try:
            return read(game, raw)
        except Malformed as no:
            raise Malformed(f"{no}, and the next card would have been {PACKS[game].names[5]}") from None

    patch.setattr(wire, "read_action", leaky)


def by_scan(game: str) -> Caught:
    """A few matches, scanned."""

    def check() -> None:
        for number in range(8):
            scan(improvised(plan(game, number)))

    return check


def by_twins(game: str) -> Caught:
    """A few matches and their twins."""

    def check() -> None:
        for number in range(8):
            one = plan(game, number)
            compare_twins(one, improvised(one), Tally())

    return check


PLANTED: list[tuple[Plant, Caught]] = [
    (a_draw_told_whole, by_scan("wig_out")),
    (a_draw_told_whole, by_twins("wig_out")),
    (a_deal_told_whole, by_scan("five_crowns")),
    (a_deal_told_whole, by_twins("five_crowns")),
    (a_deal_of_sides_told_whole, by_scan("wackee_six")),
    (a_deal_of_sides_told_whole, by_twins("wackee_six")),
    (a_row_seen_from_below, by_scan("wackee_six")),
    (a_row_seen_from_below, by_twins("wackee_six")),
    (a_neighbour_s_view, by_scan("five_crowns")),
    (a_neighbour_s_view, by_twins("five_crowns")),
    (a_private_part_for_spectators, by_scan("wig_out")),
    (a_private_part_for_spectators, by_twins("wig_out")),
    (a_refusal_with_the_top_card, by_scan("wig_out")),
    (a_refusal_with_the_top_card, by_twins("wig_out")),
    (the_keeper_s_own_lobby, by_scan("wig_out")),
    (the_keeper_s_own_lobby, by_twins("wig_out")),
    (tokens_in_the_lobby, by_scan("wig_out")),
    (a_hint_that_has_looked, by_scan("five_crowns")),
    (a_hint_that_has_looked, by_twins("five_crowns")),
    (steps_of_everybody, by_scan("wig_out")),
    (steps_of_everybody, by_twins("wig_out")),
    (an_error_that_says_what_it_saw, by_scan("wig_out")),
]


@pytest.mark.parametrize(("plant", "caught"), PLANTED, ids=lambda one: f"{one.__qualname__.partition('.')[0]}")
def test_a_planted_leak_is_caught(plant: Plant, caught: Caught, monkeypatch: Patch) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        caught()


def test_words_for_a_partner_that_reach_another_are_caught(monkeypatch: Patch) -> None:
    a_partner_s_words_to_another(monkeypatch)
    with pytest.raises(AssertionError):
        test_what_is_said_to_a_partner_reaches_nobody_else()


def test_a_planted_oracle_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(wire, "FILLED_IN", {})
    for game in GAMES:
        with pytest.raises(AssertionError):
            test_a_guess_is_refused_alike_whether_it_is_right_or_wrong(game)


def test_a_planted_look_into_other_hands_is_caught(monkeypatch: Patch) -> None:
    """A grouping that says something else about cards which another seat holds."""
    question = Keeper._question

    def leaky(self: Keeper, session: Any, ask: Any) -> None:
        hands = self.table.match.state.hands  # type: ignore[union-attr]  # asked in a match
        if PACKS["five_crowns"].number[ask.discard or ask.melds[0][0]] in hands[0]:
            raise Illegal("FC-08", "fc-meld-three", card=ask.discard or ask.melds[0][0])
        question(self, session, ask)

    monkeypatch.setattr(Keeper, "_question", leaky)
    with pytest.raises(AssertionError):
        test_a_grouping_cannot_probe_other_hands()


LOGGED: list[Callable[[Keeper, Any, Any], str]] = [
    lambda keeper, _, __: f"the hand is {keeper.table.match.state.private(0).hand}",  # type: ignore[union-attr]  # in a match
    lambda _, session, __: f"somebody at {session.address}",
    lambda keeper, _, __: f"at table {keeper.code}",
    lambda keeper, _, __: f"of {keeper.table.lobby.people[0].name}",
    lambda keeper, _, __: f"by {keeper.table.lobby.people[0].token}",
    lambda _, __, ask: f"asked for {bytes(ask.action)!r}",
]


@pytest.mark.parametrize("words", LOGGED)
def test_a_planted_line_in_the_log_is_caught(words: Callable[[Keeper, Any, Any], str], monkeypatch: Patch) -> None:
    do = Keeper._do

    def leaky(self: Keeper, session: Any, ask: Any) -> None:
        keepers.log.info(words(self, session, ask))
        do(self, session, ask)

    monkeypatch.setattr(Keeper, "_do", leaky)
    (_, secrets), lines = logged(lambda: leap(mishaps))
    with pytest.raises(Leak):
        says_nothing(lines, secrets)


def test_a_formatter_that_prints_the_words_of_errors_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(JsonLines, "format", logging.Formatter.format)
    (_, secrets), lines = logged(lambda: leap(mishaps))
    with pytest.raises(Leak):
        says_nothing(lines, secrets)


def test_a_planted_figure_by_name_is_caught(monkeypatch: Patch) -> None:
    refused = Metrics.refused
    monkeypatch.setattr(Metrics, "refused", lambda self, why: refused(self, f"{why} of {NAMES[1]}"))
    (figures, secrets), _ = logged(lambda: leap(mishaps))
    with pytest.raises(Leak):
        says_nothing(figures, secrets)
