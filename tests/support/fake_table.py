"""A table that is only a script: what a client hears and says, without a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from rumpus import client, wire
from rumpus.contract import Seating
from rumpus.games import game
from rumpus.lines import write_line
from rumpus.shuffle import Shuffle, seeded

SAFETY_S = 120.0  # nothing here waits for a clock; this only ends a test that hangs
TOKEN = "0123456789abcdef0123456789abcdef"  # noqa: S105  # of a table that is only a script
M = TypeVar("M")


class Peer:
    """The table's end of one connection."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket

    async def hear(self, kind: type[M]) -> M:
        message = wire.read(str(await self.socket.recv()))
        assert isinstance(message, kind)
        return message

    async def tell(self, *told: wire.ServerMessage) -> None:
        for one in told:
            await self.socket.send(wire.encode(one).decode())

    async def welcome(self, seq: int = 1, **more: Any) -> wire.Hello:
        hello = await self.hear(wire.Hello)
        await self.tell(welcome(seq, **more))
        return hello

    async def cut(self) -> None:
        self.socket.transport.abort()
        await self.socket.wait_closed()

    async def until_closed(self) -> None:
        with pytest.raises(ConnectionClosed):
            await self.socket.recv()


Visit = Callable[[Peer], Awaitable[None]]


def at_table(scenario: Callable[[str], Awaitable[None]], *visits: Visit) -> None:
    """Run a scenario against a table that does this at the first connection, the second, and so on."""

    async def main() -> None:
        script = iter(visits)
        visited: list[asyncio.Future[None]] = []

        async def visit(socket: ServerConnection) -> None:
            visited.append(asyncio.ensure_future(next(script)(Peer(socket))))
            await asyncio.wait(visited[-1:])
            if visited[-1].exception() is not None:  # the script was not kept to: do not wait for more of it
                going.cancel()

        async with asyncio.timeout(SAFETY_S), serve(visit, "127.0.0.1", 0, compression=None) as server:
            port = server.sockets[0].getsockname()[1]
            going = asyncio.ensure_future(scenario(f"http://127.0.0.1:{port}"))
            await asyncio.wait([going])
            await asyncio.gather(*visited)
            await going
        assert len(visits) == len(visited)

    asyncio.run(main())


def table_at(server: str) -> client.Table:
    return client.Table(server, TOKEN, pause=lambda tries: 0.0)


def lobby(stage: Any = "lobby", **more: Any) -> wire.LobbyView:
    ann = wire.Place(name="Ann", avatar="fox", person=1)
    bo = wire.Place(name="Bo", avatar="owl", bot="casual", ready=True)
    empty = () if stage != "lobby" else (None, None, None, None)
    usual: dict[str, Any] = {
        "code": "ABCDEFGH",
        "game": "wig_out",
        "options": {},
        "settings": wire.Settings(),
        "stage": stage,
        "seats": (ann, bo, *empty),
        "people": (wire.PersonView(id=1, name="Ann", avatar="fox"),),
        "host": 1,
        "paused": False,
        "sides": None,
        "turners": (),
        "match": 0 if stage == "lobby" else 1,
        "scripted": False,
        "stop": (),
        "record": None,
    }
    return wire.LobbyView(**{**usual, **more})


def welcome(seq: int, **more: Any) -> wire.Welcome:
    return wire.Welcome(**{"seq": seq, "you": 1, "seat": 0, "lobby": lobby(), "here": (1,), **more})


def changed(seq: int, name: str | None = None, **more: Any) -> wire.Lobby:
    return wire.Lobby(seq=seq, lobby=lobby(**more), seat=0, id=name)


def raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(wire.encode(value))


def dealt() -> Any:
    """A match of Wig Out! with the cards on the table."""
    rules = game("wig_out")
    state = rules.new(Seating(players=2))
    state.apply(None, state.owed(Shuffle(seeded("client"))))
    return state


def standing(state: Any) -> dict[str, Any]:
    return {"view": raw(state.view(0)), "legal": tuple(map(raw, state.legal(0)))}


def happened(seq: int, state: Any, done: list[Any], name: str | None = None) -> wire.Happened:
    lines = tuple(msgspec.Raw(write_line(by, state.game.told(by, action, 0))) for by, action in done)
    return wire.Happened(seq=seq, at=1.5, lines=lines, id=name, **standing(state))
