"""A WebSocket that came to the wrong worker: its address named no table, or a proxy used a connection again.

Its frames are relayed to the worker that has the table, until either side ends. Usually there is no hop: the front
reads the table's name from the address `/ws?t=TABLE` before anybody has accepted the connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from starlette.types import Scope
from websockets.asyncio.client import ClientConnection, unix_connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from rumpus import wire
from rumpus.server.shards import inside
from rumpus.server.shards.setting import Setting

if TYPE_CHECKING:
    from rumpus.server.net.session import Session

Frame = Callable[[], Awaitable[str | None]]
AGAIN = wire.CLOSE_RESTART, "the table cannot be reached at the moment; connect again"
BYE = '{"type":"bye"'
SKIPPED = (b"sec-websocket-", b"upgrade", b"host")  # headers that belong to the connection itself


class Hop:
    """The ways from this worker to the others."""

    def __init__(self, setting: Setting, counted: Callable[[], None]) -> None:
        self._setting = setting
        self._counted = counted

    def leads(self, token: str) -> bool:
        """Whether the table of this token is another worker's."""
        return self._setting.worker_of(token.partition(".")[0]) != self._setting.number

    async def relay(
        self, session: Session, scope: Scope, token: str, hello: str, frame: Frame
    ) -> tuple[int, str] | None:
        """Relay until either side ends; returns how the other side ended, or None if the client has gone."""
        self._counted()
        table = token.partition(".")[0]
        headers = inside.on_behalf(scope, str(scope["client"][0]) if scope.get("client") else "?")
        more = {
            name.decode("latin-1"): value.decode("latin-1")
            for name, value in headers.items()
            if not name.startswith(SKIPPED)
        }
        host = dict(scope["headers"]).get(b"host", b"localhost").decode("latin-1")
        address = self._setting.address(self._setting.worker_of(table))
        try:
            link = await unix_connect(
                address,
                f"ws://{host}/ws?t={table}",
                additional_headers=more,
                compression=None,
                max_size=None,
                ping_interval=None,
                open_timeout=5,
                close_timeout=1,
                user_agent_header=None,
            )
        except (OSError, TimeoutError, InvalidHandshake, ValueError):
            return AGAIN
        async with link:
            await link.send(hello)
            inward = asyncio.ensure_future(_inward(link, frame))
            try:
                return await _outward(link, session, inward)
            finally:
                inward.cancel()
                with suppress(asyncio.CancelledError, ConnectionClosed):
                    await inward


async def _inward(link: ClientConnection, frame: Frame) -> None:
    while (said := await frame()) is not None:
        await link.send(said)


async def _outward(link: ClientConnection, session: Session, inward: asyncio.Future[None]) -> tuple[int, str] | None:
    bye = False
    try:
        while True:
            told = asyncio.ensure_future(link.recv())
            both: list[asyncio.Future[Any]] = [told, inward]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if not told.done():
                if inward.exception() is None:
                    told.cancel()
                    return None
                await asyncio.wait([told])  # the other side closes: what it has said before comes first
            text = str(told.result())
            bye = text.startswith(BYE)
            session.tell(text)
    except ConnectionClosed as closed:
        code, reason = AGAIN
        if closed.rcvd is not None and (closed.rcvd.code >= 4000 or closed.rcvd.code == wire.CLOSE_RESTART):
            code, reason = closed.rcvd.code, closed.rcvd.reason
        if bye:
            session.end(code, reason)  # it has been said already
        return code, reason
