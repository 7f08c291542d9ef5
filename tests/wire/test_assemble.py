"""Messages that are put together from encoded parts read back as the structs they stand for."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from rumpus import wire
from rumpus.contract import Go, Seating
from rumpus.games import GAMES, game
from rumpus.lines import Ready, Sits, read_line, write_line
from rumpus.lobby import Settings, opened
from rumpus.shuffle import Shuffle, seeded
from rumpus.wire import assemble

read = msgspec.json.Decoder(wire.ToClient).decode
encode = msgspec.json.Encoder().encode


def dealt(name: str) -> Any:
    """A match in which the cards are dealt."""
    state = game(name).new(Seating(players=GAMES[name].seats[0]))
    state.apply(None, state.owed(Shuffle(seeded("assemble", name))))
    return state


def lobby_of(name: str) -> wire.LobbyView:
    lobby = opened(name, {}, Settings(), ("Ana", None), "token", bots=["casual"])
    return wire.lobby_view(lobby, "BCDFGHJK")


def same(frame: str | bytes, message: wire.ServerMessage) -> None:
    """The frame says what the struct says, field by field."""
    assert read(frame) == message
    plain, expected = json.loads(frame), json.loads(encode(message))
    assert plain.keys() >= expected.keys()
    assert expected == {key: plain[key] for key in expected}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("asked", "more", "turn_ms", "changed"), [(None, False, None, False), ("x", True, 900, True)])
@pytest.mark.parametrize("seat", [None, 1])
def test_an_assembled_happened_decodes_as_its_struct(
    name: str, seat: int | None, asked: str | None, more: bool, turn_ms: int | None, changed: bool
) -> None:
    state = dealt(name)
    lines = [(None, Sits(seat=1, name="Bo")), (0, Ready()), (0, Go())]
    private = b"null" if seat is None else encode(state.private(seat))
    legal = encode(state.legal(seat or 0))
    lobby = lobby_of(name) if changed else None
    frame = assemble.happened(
        assemble.happened_head(7, 1.25),
        b",".join([write_line(by, action) for by, action in lines]),
        seat,
        encode(state.public()),
        assemble.happened_own(private, legal, more),
        b"" if asked is None else assemble.happened_id(asked),
        assemble.happened_tail(None if lobby is None else encode(lobby), turn_ms),
    )
    same(
        frame,
        wire.Happened(
            seq=7,
            at=1.25,
            lines=tuple(msgspec.Raw(write_line(by, action)) for by, action in lines),
            view=msgspec.Raw(encode(state.view(seat))),
            legal=tuple(msgspec.Raw(encode(action)) for action in state.legal(seat or 0)),
            more=more,
            turn_ms=turn_ms,
            lobby=lobby,
            id=asked,
        ),
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("asked", [None, "x"])
def test_an_assembled_welcome_decodes_as_its_struct(name: str, asked: str | None) -> None:
    state, lobby = dealt(name), lobby_of(name)
    view = assemble.view(0, encode(state.public()), encode(state.private(0)))
    legal = encode(state.legal(0))
    frame = assemble.welcome(
        9, 1, 0, encode(lobby), [2, 1], [-2], (view, legal, True, {"turn_ms": 800, "ready": [1]}), asked
    )
    same(
        frame,
        wire.Welcome(
            seq=9,
            you=1,
            seat=0,
            lobby=lobby,
            here=(1, 2),
            muted=(-2,),
            view=msgspec.Raw(encode(state.view(0))),
            legal=tuple(msgspec.Raw(encode(action)) for action in state.legal(0)),
            more=True,
            turn_ms=800,
            ready=(1,),
            id=asked,
        ),
    )
    before = assemble.welcome(2, 1, None, encode(lobby), [1], [], None, asked)
    same(before, wire.Welcome(seq=2, you=1, seat=None, lobby=lobby, here=(1,), id=asked))


@pytest.mark.parametrize(("seat", "asked"), [(None, None), (1, "x")])
def test_an_assembled_lobby_decodes_as_its_struct(seat: int | None, asked: str | None) -> None:
    lobby = lobby_of(next(iter(GAMES)))
    same(assemble.lobby(3, encode(lobby), seat, asked), wire.Lobby(seq=3, lobby=lobby, seat=seat, id=asked))


def test_an_assembled_legal_decodes_as_its_struct() -> None:
    same(assemble.legal(4, b'[{"do":"go"}]'), wire.Legal(seq=4, legal=(msgspec.Raw(b'{"do":"go"}'),)))


@pytest.mark.parametrize("name", GAMES)
def test_an_assembled_replay_step_decodes_as_its_struct(name: str) -> None:
    state = dealt(name)
    line, public = write_line(0, Go()), encode(state.public())
    private = [encode(state.private(seat)) for seat in range(2)]
    step = msgspec.json.decode(assemble.replay_step(line, public, private), type=wire.ReplayStep)
    expected = wire.ReplayStep(
        line=msgspec.Raw(line), public=msgspec.Raw(public), private=tuple(map(msgspec.Raw, private))
    )
    assert step == expected


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("by", [None, 0, 3])
def test_a_written_line_reads_back(name: str, by: int | None) -> None:
    state = dealt(name)
    for action in (Ready(), Sits(seat=1, name="Bo", bot="casual"), *(state.legal(state.to_act()[0]))):
        assert (by, action) == read_line(name, write_line(by, action))
