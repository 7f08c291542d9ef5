"""`rumpus mcp`: a table for language models."""

from __future__ import annotations

import socket

import click

from rumpus.contract import Malformed
from rumpus.terminal.output import say

LOOPBACK = "127.0.0.1"


@click.command()
@click.option(
    "--server", default="http://127.0.0.1:8000", envvar="RUMPUS_SERVER", metavar="URL", help="The server to play on."
)
@click.option(
    "--http",
    "port",
    type=click.IntRange(0, 65535),
    help="Use streamable HTTP on this local port (0: any free one) instead of standard input and output.",
)
def mcp(server: str, port: int | None) -> None:
    """Let a language model play at a server's tables.

    It speaks the Model Context Protocol.
    """
    from rumpus.mcp import build  # noqa: PLC0415 - an extra: `rumpus[mcp]`

    tables = build(server)
    if port is None:
        tables.run("stdio")
        return
    import uvicorn  # noqa: PLC0415 - the same

    try:
        listener = socket.create_server((LOOPBACK, port))
    except OSError as error:
        raise Malformed(f"port {port} cannot be used: {error.strerror}") from None
    with listener:
        say(f"http://{LOOPBACK}:{listener.getsockname()[1]}/mcp", err=True)
        app = tables.streamable_http_app(host=LOOPBACK)
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
