"""The floor of the stack: answers the sender and tells the others of its table as many bytes as ours would, no more."""

from __future__ import annotations

import argparse
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

PADDING = "x" * 65_536
HEAD = 16  # the id and the size that every message begins with
ANSWER, TOLD = "a", "t"

tables: defaultdict[str, list[WebSocket]] = defaultdict(list)


async def echo(socket: WebSocket) -> None:
    """The first message names the table; every other one says its id and how many bytes to answer with."""
    await socket.accept()
    table = tables[await socket.receive_text()]
    table.append(socket)
    await socket.send_text(ANSWER)
    try:
        while True:
            text = await socket.receive_text()
            head, size = text[:HEAD], int(text[8:HEAD])
            padding = PADDING[: max(0, size - HEAD - 1)]
            await socket.send_text(ANSWER + head + padding)
            for other in table:
                if other is not socket:
                    await other.send_text(TOLD + head + padding)
    except (WebSocketDisconnect, RuntimeError):  # RuntimeError: another one of the table has hung up
        table.remove(socket)


app = Starlette(routes=[WebSocketRoute("/ws", echo)])


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    port = parser.parse_args().port
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=port,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
    )


if __name__ == "__main__":
    main()
