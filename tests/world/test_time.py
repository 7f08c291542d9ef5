"""Cards in the air, pauses, stand-ins: what hangs on time, in the simulated world."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rumpus import wire
from rumpus.contract import Seating
from rumpus.games import game
from rumpus.games.wackee_six.cards import DECK, texts
from rumpus.lines import Sits
from rumpus.server.keeping.presence import FLIGHT_SLACK_S, LONGEST_FLIGHT_S
from rumpus.shuffle import Shuffle, seeded
from rumpus.table import Match
from tests.world.checker import Checker
from tests.world.network import Connection, Watcher
from tests.world.players import SimulatedPlayer
from tests.world.world import World, run

# Cards in the air (WS-18)

ROUND_TRIPS_S = (0.02, 0.08, 0.2)
ROUNDS = 30
ONES = ("r1", "g1", "b1", "y1")
FIRST_ROW = (*ONES, "r2", "g2")  # played from left to right it is gone in a moment
GAME: dict[str, Any] = {"target": 1000, "down": [0, 0, 0, 0]}


def deals() -> list[Any]:
    """Rounds in which every seat can play six cards at once: the 1s fit at any time, whoever else plays them."""
    state: Any = game("wackee_six", GAME).new(Seating(players=4))
    deal = state.owed(Shuffle(seeded("air")))
    rest = list(texts(DECK))
    for card in FIRST_ROW:
        rest.remove(card)
    sides = tuple(msgspec.structs.replace(side, up=FIRST_ROW, down=(), deck=tuple(rest)) for side in deal.sides)
    starters = [(deal.starter + number) % 4 for number in range(ROUNDS)]
    plain: list[Any] = [
        msgspec.to_builtins(msgspec.structs.replace(deal, round=number, starter=starter, sides=sides))
        for number, starter in enumerate(starters, 1)
    ]
    return plain


class Thrown(msgspec.Struct):
    """A card that was thrown, and its outcome."""

    sent_at: float
    round: int
    arrived_at: float = float("inf")
    accepted: bool | None = None
    airborne: bool = False
    refusal: dict[str, Any] | None = None


class Thrower(SimulatedPlayer):
    """Throws 1s at moments that have nothing to do with what it hears, and remembers when it heard the call."""

    def __init__(self, world: World, name: str, rtt_s: float) -> None:
        super().__init__(world, name, rtt_s=rtt_s)
        self.calls: dict[int, float] = {}  # the round, and when its call was heard
        self.thrown: dict[str, Thrown] = {}

    def take(self, told: dict[str, Any]) -> None:
        super().take(told)
        name = told.get("id")
        lines = told.get("lines", ())
        if any(line["do"] == "shout" for line in lines):
            self.calls[told["view"]["public"]["round"]] = self.world.now
        if name in self.thrown:
            card = self.thrown[name]
            card.accepted = told["type"] != "refused"
            card.airborne = any(line.get("airborne", False) for line in lines)
            card.refusal = None if card.accepted else told

    def throw(self, place: int) -> None:
        """One of the 1s."""
        assert self.view is not None
        number = self.view["public"]["round"]
        name = self.ask("do", action={"do": "play", "card": ONES[place], "from": place})
        self.thrown[name] = Thrown(self.world.now, number)

    async def throw_about(self, moment: float) -> None:
        """Four cards around the moment of a call."""
        times = sorted(moment + self.random.uniform(-0.15, 0.35) for _ in ONES)
        for place, when in enumerate(times):
            await asyncio.sleep(max(0.0, when - self.world.now))
            self.throw(place)


class Clock(Watcher):
    """When the server took each card, and when it told of each call."""

    def __init__(self, world: World, throwers: list[Thrower]) -> None:
        self.world = world
        self.throwers = {one.name: one for one in throwers}
        self.told_at: dict[tuple[str, int], float] = {}
        world.watchers.append(self)

    def heard(self, connection: Connection, text: str) -> None:
        thrower = self.throwers.get(connection.tag)
        name = wire.id_in(text)
        if thrower is not None and name in thrower.thrown:
            thrower.thrown[name].arrived_at = self.world.now

    def told(self, connection: Connection, text: str) -> None:
        if '"do":"shout"' in text and connection.tag in self.throwers:
            number = msgspec.json.decode(text)["view"]["public"]["round"]
            self.told_at[connection.tag, number] = self.world.now


async def calls(world: World) -> tuple[list[Thrower], Clock, Checker, float]:
    """Thirty rounds, each of them called while cards are in the air."""
    world.spikes = 0.03
    world.boot()
    checker = Checker(world)
    caller = SimulatedPlayer(world, "Caller", rtt_s=0.01)
    throwers = [Thrower(world, f"Far{rtt_s * 1000:.0f}", rtt_s) for rtt_s in ROUND_TRIPS_S]
    clock = Clock(world, throwers)
    settings = {"countdown_s": 0, "wait_s": 300, "grace_s": 600}
    await caller.opens(game="wackee_six", options=GAME, settings=settings, deals=deals())
    for thrower in throwers:
        assert await thrower.joins(caller.code)
    everybody: list[SimulatedPlayer] = [caller, *throwers]
    for person in everybody:
        person.begin()
    await asyncio.sleep(1.0)
    for person in throwers:
        person.ask("ready")
    await asyncio.sleep(1.0)
    caller.ask("begin")
    await asyncio.sleep(1.0)
    for _ in range(ROUNDS):
        await one_round(world, caller, throwers, everybody)
    offset = world.rooms.live[next(iter(checker.tables))]._offset
    for person in everybody:
        person.end()
    await world.close()
    return throwers, clock, checker, offset


async def one_round(
    world: World, caller: SimulatedPlayer, throwers: list[Thrower], everybody: list[SimulatedPlayer]
) -> None:
    await until(world, lambda: any({"do": "go"} in one.legal for one in everybody))
    starter = next(one for one in everybody if {"do": "go"} in one.legal)
    for one in everybody:
        if one is not starter:
            one.ask("ready")
    await asyncio.sleep(1.0)
    starter.ask("do", action={"do": "go"})
    await until(world, lambda: all(one.view and one.view["public"]["phase"] == "play" for one in everybody))
    for place, card in enumerate(FIRST_ROW):
        caller.ask("do", action={"do": "play", "card": card, "from": place})
    await until(world, lambda: {"do": "shout"} in caller.legal)
    moment = world.now + 0.3
    throwing = [asyncio.create_task(one.throw_about(moment)) for one in throwers]
    await asyncio.sleep(moment - world.now)
    caller.ask("do", action={"do": "shout"})
    await asyncio.wait(throwing)
    await until(world, lambda: not any(one.waiting for one in everybody))
    await until(world, lambda: all(one.view and one.view["public"]["phase"] == "deal" for one in everybody))
    for person in everybody:
        person.ask("ready")


async def until(world: World, holds: Callable[[], Any]) -> None:
    """Wait until the condition holds, at most a minute."""
    late = world.now + 60.0
    while not holds():
        assert world.now < late, "this never comes"
        await asyncio.sleep(0.01)


@pytest.mark.rule("WS-18")
@pytest.mark.parametrize("seed", range(8))
def test_a_card_counts_exactly_if_it_was_sent_before_the_call_was_heard(seed: int) -> None:
    check_calls(seed)


@pytest.mark.parametrize(("always", "sign"), [(True, "a wrong accept"), (False, "a wrong reject")])
def test_the_world_catches_a_table_that_takes_every_card_or_none_for_one_in_the_air(
    monkeypatch: pytest.MonkeyPatch, always: bool, sign: str
) -> None:
    def sent(self: Match, seat: int, action: Any) -> Any:
        airborne = always and self.called_at is not None and action.flies
        return msgspec.structs.replace(action, airborne=True) if airborne else action

    monkeypatch.setattr(Match, "sent", sent)
    with pytest.raises(AssertionError, match=sign):
        check_calls(0)


def check_calls(seed: int) -> None:
    """No wrong accept; a wrong reject only of a card that was longer in the air than anybody waits; closed in time.

    A seat has at most one card in the air: one that was sent after it, before the call was heard, is refused.
    """
    throwers, clock, checker, offset = run(calls, seed)
    (follower,) = checker.tables.values()
    airborne = 0
    for thrower in throwers:
        assert len(ONES) * ROUNDS == len(thrower.thrown)
        assert ROUNDS == len(thrower.calls)
        flown: set[int] = set()  # rounds in which this seat's card in the air has landed
        for card in sorted(thrower.thrown.values(), key=lambda card: card.arrived_at):
            before = card.sent_at < thrower.calls[card.round]
            flight_s = card.arrived_at - clock.told_at[thrower.name, card.round]
            bound_s = min(thrower.rtt_s + FLIGHT_SLACK_S, LONGEST_FLIGHT_S)
            assert before or not card.accepted, f"seed {seed}: a wrong accept, {card}"
            late = flight_s > bound_s or card.round in flown
            assert card.accepted or not before or late, f"seed {seed}: a wrong reject, {card}"
            assert not card.airborne or card.accepted
            assert not card.airborne or card.round not in flown, f"seed {seed}: two cards in the air, {card}"
            if card.airborne:
                flown.add(card.round)
            airborne += card.airborne
    assert airborne > 20
    told_at = {number: when for (_, number), when in sorted(clock.told_at.items(), key=lambda one: one[1])}
    closes = [moment for moment in follower.snapshots for _, line in moment.lines if type(line).__name__ == "Close"]
    assert ROUNDS == len(closes)
    for moment in closes:
        waited_s = moment.at + offset - told_at[moment.state.round]
        assert waited_s <= LONGEST_FLIGHT_S + 1e-4, f"seed {seed}: closed {waited_s} s after the call"


@pytest.mark.rule("WS-18")
def test_a_client_that_claims_its_card_was_in_the_air_is_refused() -> None:
    async def scenario(world: World) -> str:
        world.boot()
        Checker(world)
        caller = SimulatedPlayer(world, "Ana", rtt_s=0.02)
        settings = {"countdown_s": 0, "wait_s": 300}
        await caller.opens(game="wackee_six", options={"bot_pace": 8}, settings=settings, bots=["beginner"])
        connection = await world.connect()
        connection.send({"type": "hello", "version": wire.VERSION, "token": caller.token})
        connection.send({"type": "begin", "id": "a"})
        connection.send({"type": "do", "id": "b", "action": {"do": "go"}})
        play = {"do": "play", "card": "r1", "from": 0, "airborne": True}
        connection.send({"type": "do", "id": "c", "action": play})
        while True:
            told = msgspec.json.decode(await connection.receive())
            if told.get("id") == "c":
                connection.close()
                await world.close()
                return f"{told['type']}: {told['expected']}"

    assert "refused: play is sent without 'airborne': the table fills it in" == run(scenario, 1)


# Time


def test_a_table_stands_still_while_nobody_is_there_and_while_the_server_is_down() -> None:
    async def scenario(world: World) -> list[int]:
        world.boot()
        checker = Checker(world)
        person = SimulatedPlayer(world, "Ana", rtt_s=0.02)
        settings = {"turn_s": 5, "grace_s": 1, "wait_s": 0}
        await person.opens(game="five_crowns", options={"bot_pace": 1}, settings=settings, bots=["casual", "casual"])
        person.begin()
        await asyncio.sleep(1.0)
        person.ask("begin")
        await until(world, lambda: person.legal)
        await asyncio.sleep(2.0)
        (follower,) = checker.tables.values()
        numbers = [follower.seq]
        person.end()
        await asyncio.sleep(20.0)  # nobody is there
        numbers.append(follower.seq)
        world.crash()
        await asyncio.sleep(100.0)  # nobody serves
        world.boot()
        await asyncio.sleep(10.0)
        numbers.append(follower.seq)
        person.begin()
        await asyncio.sleep(4.5)  # the whole turn is ours again
        assert person.legal
        numbers.append(follower.seq)
        await asyncio.sleep(10.0)
        assert follower.seq > numbers[0], "the turn timer runs again"
        person.end()
        await world.close()
        return numbers

    numbers = run(scenario, 3)
    assert [numbers[0]] * 4 == numbers


async def both_play(world: World, ana: SimulatedPlayer, bo: SimulatedPlayer) -> None:
    """Bo comes to Ana's table, and the race is on."""
    assert await bo.joins(ana.code)
    ana.begin()
    bo.begin()
    await asyncio.sleep(1.0)
    bo.ask("ready")
    ana.ask("begin")
    await until(world, lambda: bo.view and bo.view["public"]["phase"] == "play")


@pytest.mark.rule("T-02")
@pytest.mark.parametrize("game_name", ["wackee_six", "wig_out"])
def test_a_stand_in_plays_after_the_grace_and_gives_the_seat_back_at_the_very_instant(game_name: str) -> None:
    async def scenario(world: World) -> None:
        world.boot()
        checker = Checker(world)
        ana, bo = SimulatedPlayer(world, "Ana", rtt_s=0.02), SimulatedPlayer(world, "Bo", rtt_s=0.08)
        settings = {"grace_s": 1.5, "wait_s": 0, "countdown_s": 0, "stand_in": "skilled"}
        options = {"bot_pace": 0.25, **({"target": 1000} if game_name == "wackee_six" else {"rounds": 50})}
        await ana.opens(game=game_name, options=options, settings=settings)
        await both_play(world, ana, bo)
        (follower,) = checker.tables.values()
        assert bo.connection is not None
        bo.connection.drop(notice_s=0.0)
        bo.end()
        dropped_at = world.now
        await asyncio.sleep(6.0)
        sits = [(moment, line) for moment in follower.snapshots for _, line in moment.lines if isinstance(line, Sits)]
        assert ["skilled"] == [line.bot for _, line in sits]
        assert 1.5 <= sits[0][0].synced_at - dropped_at < 1.7
        since = follower.seq
        played = [by for moment in follower.snapshots[sits[0][0].seq :] for by, _ in moment.lines]
        assert 1 in played, "the stand-in plays"
        bo.begin()
        await asyncio.sleep(3.0)
        back = [moment for moment in follower.snapshots[since:] if any(isinstance(a, Sits) for _, a in moment.lines)]
        assert [None] == [line.bot for _, line in back[0].lines]
        later = [moment for moment in follower.snapshots[back[0].seq :] for by, _ in moment.lines if by == 1]
        assert not later, "a seat that was given back is played by nobody else"
        for person in (ana, bo):
            person.end()
        await world.close()

    for seed in range(4):
        run(scenario, seed)


def test_a_returning_player_sees_the_table_even_though_the_disk_is_full() -> None:
    async def scenario(world: World) -> None:
        world.boot()
        Checker(world)
        ana, bo = SimulatedPlayer(world, "Ana", rtt_s=0.02), SimulatedPlayer(world, "Bo", rtt_s=0.02)
        await ana.opens(game="wig_out", options={"rounds": 50}, settings={"grace_s": 1, "wait_s": 0, "countdown_s": 0})
        await both_play(world, ana, bo)
        assert bo.connection is not None
        bo.connection.drop(notice_s=0.0)
        bo.end()
        await asyncio.sleep(3.0)
        bo.view = None
        world.disk.full = True
        bo.begin()
        await asyncio.sleep(5.0)
        assert bo.view is not None
        assert bo.view["seat"] == 1
        world.disk.full = False
        await asyncio.sleep(5.0)
        for person in (ana, bo):
            person.end()
        await world.close()

    run(scenario, 1)
