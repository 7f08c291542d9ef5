"""One worker process: `python -m rumpus.server.shards.worker LIFE CHANNEL NUMBER`, started by `family.py`.

LIFE and CHANNEL are the numbers of two inherited sockets; NUMBER is there for whoever lists the processes. The first
socket brings the setting, says "ready" and which connections were taken over, and its end is the end of this process;
over the second come the connections that the front has accepted.
"""

from __future__ import annotations

import os
import pickle
import socket
import sys

from rumpus.contract import Malformed

SIZE_BYTES = 4  # before the setting


def main() -> None:
    """Serve until the front ends."""
    life, channel = (socket.socket(fileno=int(number)) for number in sys.argv[1:3])
    size = int.from_bytes(_exactly(life, SIZE_BYTES), "big")
    setting = pickle.loads(_exactly(life, size))  # noqa: S301 - from the process that has started us
    from rumpus.server import run  # noqa: PLC0415 - the front imports this module, and must not import the server
    from rumpus.server.shards.part import Part  # noqa: PLC0415 - as above

    try:
        run.serve_part(Part(setting, life, channel))
    except Malformed as error:
        life.setblocking(True)
        life.sendall(f"failed {' '.join(str(error).split())}\n".encode())
        raise SystemExit(2) from None


def _exactly(link: socket.socket, size: int) -> bytes:
    parts = bytearray()
    while len(parts) < size:
        part = link.recv(size - len(parts))
        if not part:
            os._exit(0)  # the front has ended meanwhile
        parts += part
    return bytes(parts)


if __name__ == "__main__":
    main()
