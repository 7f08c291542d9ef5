"""What belongs to seat A is refused for everybody else, in every phase of every game."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus import wire
from rumpus.contract import CALLED, DEAL, PLAY, READY
from rumpus.journal import Entry
from rumpus.journal.memory import MemoryStore
from rumpus.lobby import Lobby
from rumpus.table import Table
from tests.support.clock import run_virtual, settle
from tests.support.in_process import LocalConnection, LocalServer
from tests.support.stores import copy_of

PHASES = {
    "five_crowns": ("lobby", "play", "between", "paused", "over"),
    "wackee_six": ("lobby", "ready", "play", "called", "between", "paused", "over"),
    "wig_out": ("lobby", "ready", "play", "between", "paused", "over"),
}
QUICK = {  # options under which a round is short
    "five_crowns": {"rounds": 2, "turn_limit": 2},
    "wackee_six": {"target": 1000},
    "wig_out": {"rounds": 2},
}
SHAPES: dict[str, list[dict[str, Any]]] = {  # actions of every kind, also those that only the table may say
    "five_crowns": [
        *({"do": "take", "from": "draw"}, {"do": "take", "from": "discard"}, {"do": "discard", "card": "3s"}),
        *({"do": "take", "from": "draw", "card": "3s"}, {"do": "discard", "card": "3s", "out": True}),
        *({"do": "reshuffle"}, {"do": "lay_down", "melds": []}, {"do": "result", "why": "abandoned"}),
        {"do": "deal", "round": 1, "dealer": 0, "wild": "3", "discard": "3s"},
    ],
    "wackee_six": [
        *({"do": "go"}, {"do": "turn"}, {"do": "recycle"}, {"do": "shout"}, {"do": "close"}),
        *({"do": "play", "card": "r1", "from": 0}, {"do": "play", "card": "w", "from": "deck", "as": "r2"}),
        *({"do": "play", "card": "r1", "from": 0, "airborne": True}, {"do": "turn", "cards": ["r1"]}),
        *({"do": "result", "why": "stopped"}, {"do": "deal", "round": 1, "starter": 0, "sides": []}),
    ],
    "wig_out": [
        *({"do": "go"}, {"do": "draw"}, {"do": "shout"}, {"do": "lay", "card": "afro"}),
        *({"do": "start", "cards": ["afro", "afro"]}, {"do": "draw", "card": "afro"}),
        *({"do": "result", "why": "stopped"}, {"do": "deal", "round": 1, "dealer": 0, "turned": []}),
        {"do": "score", "round": 1, "points": [0, 9], "totals": [0, 9], "why": "out"},
    ],
}
FOR_THE_HOST = ("add_bot", "remove_bot", "remove", "configure", "arrange", "begin", "pause")
FOR_A_SEAT = ("do", "stand", "role", "ready", "stop", "rematch", "playable", "hint", "melds", "grouping")


class Stage:
    """A table in some phase: Ana (host) and Bo play, Spy watches, Out was removed, Old is the device Bo moved from."""

    def __init__(self, game: str, phase: str) -> None:
        self.game, self.phase = game, phase
        self.store: MemoryStore
        self.seated: dict[str, dict[str, Any]] = {}
        self.call: tuple[str, dict[str, Any]] | None = None  # the shout that ends the race, still to be said

    async def prepare(self) -> None:
        """Play until the phase is reached."""
        async with LocalServer() as server:
            seated = self.seated
            settings = {"countdown_s": 0, "wait_s": 300, "grace_s": 600}
            seated["ana"] = await server.open(self.game, options=QUICK[self.game], settings=settings)
            for name in ("bo", "out"):
                seated[name] = await server.join(seated["ana"], name)
            seated["spy"] = await server.join(seated["ana"], "spy", watch=True)
            seated["stranger"] = await server.open(self.game, name="Eve", settings={"countdown_s": 0})
            people = {name: await server.enter(seated[name]) for name in ("ana", "bo", "spy")}
            await people["ana"].ask("remove", person=seated["out"]["person"])
            seated["old"] = dict(seated["bo"])
            code = (await people["bo"].ask("device"))["found"]["code"]
            seated["bo"] = (await server.request("/api/device", {"code": code})).json()
            people["bo"] = await server.enter(seated["bo"])
            if self.phase != "lobby":
                await people["bo"].ask("ready")
                await people["ana"].ask("begin")
                await self._play(server, people)
            self.store = copy_of(server.store)

    async def _play(self, server: LocalServer, people: dict[str, LocalConnection]) -> None:
        ana, bo = people["ana"], people["bo"]
        wanted = {"ready": READY, "play": PLAY, "paused": PLAY, "called": CALLED, "between": DEAL, "over": DEAL}
        rng = Random(3)
        keeper = server.keeper(self.seated["ana"])
        while (state := keeper.table.match.state).phase != wanted[self.phase]:
            legal = [(who, one) for seat, who in enumerate(("ana", "bo")) for one in state.legal(seat)]
            shouts = [one for one in legal if one[1].__struct_config__.tag == "shout"]
            dull = [one for one in legal if one[1].__struct_config__.tag != "draw"]
            who, action = rng.choice(shouts or dull or legal)
            if shouts and self.phase == "called":
                self.call = (who, msgspec.to_builtins(action))
                return
            if state.phase == READY:
                await people["bo" if who == "ana" else "ana"].ask("ready")
            answer = await people[who].does(msgspec.to_builtins(action))
            assert answer["type"] != "refused", answer
        if self.phase == "paused":
            await ana.ask("pause", paused=True)
        if self.phase == "over":
            await ana.ask("stop")
            await bo.ask("stop")
            assert ana.lobby()["stage"] == "over"

    async def enact(self, server: LocalServer) -> dict[str, LocalConnection]:
        """Connect everybody who may, and bring the phase about again."""
        people = {name: await server.enter(self.seated[name]) for name in ("ana", "bo", "spy", "stranger")}
        if self.call is not None:
            who, action = self.call
            for one in people.values():
                one.ponging = False  # without pongs, cards stay in the air
            assert (await people[who].does(action))["type"] == "happened"
        table = server.keeper(self.seated["ana"]).table
        stage = table.lobby.stage
        assert ("over" if self.phase == "over" else "lobby" if self.phase == "lobby" else "match") == stage
        assert (self.phase == "called") == (table.match is not None and table.match.state.phase == CALLED)
        return people


def of_seat_a(game: str, server: LocalServer, seated: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Every kind of message, as Ana would send it now, and every action that is hers."""
    table = server.keeper(seated["ana"]).table
    legal = table.match.state.legal(0)[:6] if table.match is not None and table.lobby.stage == "match" else []
    actions = [*(msgspec.to_builtins(one) for one in legal), *SHAPES[game]]
    return [
        *({"type": "do", "action": one} for one in actions),
        *({"type": "sit", "seat": seat} for seat in (0, 1)),
        *({"type": "add_bot", "seat": seat, "level": "expert"} for seat in (0, 2)),
        *({"type": "remove_bot", "seat": 0}, {"type": "remove", "person": seated["ana"]["person"]}),
        *({"type": "remove", "person": seated["bo"]["person"]}, {"type": "arrange", "sides": [[0, 1]]}),
        *({"type": "configure", "settings": {"hints": False}}, {"type": "configure", "options": {}}),
        *({"type": "role", "turner": 0}, {"type": "begin"}, {"type": "pause", "paused": True}),
        *({"type": "pause", "paused": False}, {"type": "playable"}, {"type": "hint"}, {"type": "melds"}),
        *({"type": "grouping", "melds": [["3s", "4s", "5s"]]}, {"type": "resync"}, {"type": "device"}),
        *({"type": "mute", "person": seated["ana"]["person"]}, {"type": "say", "phrase": "wow"}),
        *({"type": "say", "phrase": "need-card", "card": "r6"}, {"type": "stop"}, {"type": "ready"}),
        *({"type": "rename", "name": "Ana"}, {"type": "rematch"}, {"type": "stand"}, {"type": "leave"}),
        *({"type": "back"}, {"type": "stand_in", "seat": 0}, {"type": "stand_in", "seat": 1}),
    ]


def footprint(server: LocalServer, ana: dict[str, Any]) -> Any:
    """Everything that belongs to Ana: name, token, seat, cards, being host, and her table's setup."""
    table = server.keeper(ana).table
    lobby: Lobby = table.lobby
    seat = lobby.seat_of(ana["person"])
    assert seat is not None
    place: wire.Place = lobby.place(seat)
    cards = None if table.match is None else table.match.state.private(seat)
    return (
        lobby.person(ana["person"]),
        (seat, place.person, place.name, place.bot, place.stand_in, place.gone),
        (lobby.host, lobby.settings, lobby.options, lobby.sides, lobby.paused),
        ana["person"] in lobby.stop,
        cards,
    )


def bylines(entries: list[Entry]) -> list[int | None]:
    """The seats that did what these entries say."""
    return [line["by"] for entry in entries for line in json.loads(entry.body).get("lines", [])]


async def say_all(
    stage: Stage, who: str, check: Callable[[LocalServer, dict[str, Any], dict[str, Any], int], None]
) -> int:
    """Let `who` send every message that Ana could; `check` runs after each, and changes are undone."""
    said = at = 0
    total = 1
    while at < total:
        async with LocalServer(store=copy_of(stage.store)) as server:
            people = await stage.enact(server)
            connection = people.get(who) or await server.enter(stage.seated[who])
            messages = of_seat_a(stage.game, server, stage.seated)
            total = len(messages)
            before = len(server.written(stage.seated["ana"]))
            whole = footprint(server, stage.seated["ana"])
            while at < total and len(server.written(stage.seated["ana"])) == before:
                message = {**messages[at], "id": f"m{at}"}
                seen = len(connection.told)
                connection.say(message)
                await settle()
                answers = [one for one in connection.told[seen:] if one.get("id") == message["id"]]
                check(server, message, answers[0] if answers else {}, before)
                assert whole == footprint(server, stage.seated["ana"]), (stage.game, stage.phase, who, message)
                at += 1
                said += 1
                if message["type"] in ("device", "mute", "leave") or (connection.closed is not None and who != "out"):
                    break
    return said


def another_seat(stage: Stage) -> None:
    """Bo sends every message of Ana's."""
    bo, ana = stage.seated["bo"]["person"], stage.seated["ana"]["person"]

    def check(server: LocalServer, message: dict[str, Any], answer: dict[str, Any], before: int) -> None:
        new = server.written(stage.seated["ana"])[before:]
        assert answer, message
        if message["type"] in FOR_THE_HOST:
            assert "refused" == answer["type"], message
            assert [] == new
        assert all(by in (None, 1) for by in bylines(new)), message
        assert all(entry.key is None or entry.key.startswith(f"{bo}:") for entry in new)
        assert not any(entry.key is not None and entry.key.startswith(f"{ana}:") for entry in new)

    run_virtual(lambda: say_all(stage, "bo", check))


def a_spectator(stage: Stage) -> None:
    """Spy sends every message of Ana's."""

    def check(server: LocalServer, message: dict[str, Any], answer: dict[str, Any], before: int) -> None:
        new = server.written(stage.seated["ana"])[before:]
        assert answer, message
        if message["type"] in (*FOR_THE_HOST, *FOR_A_SEAT):
            assert "refused" == answer["type"], message
            assert [] == new
        assert [] == bylines(new), message

    run_virtual(lambda: say_all(stage, "spy", check))


def somebody_of_another_table(stage: Stage) -> None:
    """Eve sends them at her own table; nothing reaches Ana's."""

    def check(server: LocalServer, message: dict[str, Any], answer: dict[str, Any], before: int) -> None:
        assert before == len(server.written(stage.seated["ana"])), message

    run_virtual(lambda: say_all(stage, "stranger", check))


def a_former_player(stage: Stage, who: str) -> None:
    """A removed person, and the device that a seat has moved from, cannot send anything."""

    def check(server: LocalServer, message: dict[str, Any], answer: dict[str, Any], before: int) -> None:
        assert {} == answer, message
        assert before == len(server.written(stage.seated["ana"])), message

    async def scenario() -> None:
        async with LocalServer(store=copy_of(stage.store)) as server:
            await stage.enact(server)
            before, whole = len(server.written(stage.seated["ana"])), footprint(server, stage.seated["ana"])
            for message in of_seat_a(stage.game, server, stage.seated):
                connection = server.connect()
                connection.say({"type": "hello", "version": wire.VERSION, "token": stage.seated[who]["token"]})
                connection.say({**message, "id": "x"})
                await settle()
                assert ["bye"] == [one["type"] for one in connection.told]
                assert connection.closed is not None
                assert wire.CLOSE_TOKEN == connection.closed[0]
                check(server, message, {}, before)
            assert whole == footprint(server, stage.seated["ana"])

    run_virtual(scenario)


def staged(game: str, phase: str) -> Stage:
    stage = Stage(game, phase)
    run_virtual(stage.prepare)
    return stage


def matrix(game: str, phase: str) -> None:
    """Only Ana may do what belongs to Ana's seat."""
    stage = staged(game, phase)
    another_seat(stage)
    a_spectator(stage)
    somebody_of_another_table(stage)
    a_former_player(stage, "out")
    a_former_player(stage, "old")


@pytest.mark.parametrize(("game", "phase"), [(game, phase) for game, phases in PHASES.items() for phase in phases])
def test_actions_of_a_seat_are_refused_for_everybody_else(game: str, phase: str) -> None:
    matrix(game, phase)


def test_the_matrix_catches_an_unguarded_action(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lobby, "must_be_host", lambda self, person: None)
    with pytest.raises(AssertionError):
        another_seat(staged("wig_out", "play"))


def test_the_matrix_catches_a_seat_that_anybody_may_play(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = staged("wig_out", "play")
    seat_of = Lobby.seat_of
    monkeypatch.setattr(Lobby, "seat_of", lambda self, person: seat_of(self, person) or 0)
    with pytest.raises(AssertionError):
        a_spectator(stage)


def test_the_matrix_catches_a_token_that_outlives_its_person(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = staged("wig_out", "lobby")
    monkeypatch.setattr(Table, "person_of", lambda self, token: 2)
    with pytest.raises(AssertionError):
        a_former_player(stage, "old")
