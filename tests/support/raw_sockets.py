"""HTTP requests and WebSocket frames written by hand to a real server."""

from __future__ import annotations

import json
import socket
import struct
import urllib.error
import urllib.request
from typing import Any

from tests.support.serving import PATIENCE_S


def fetch(url: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    """One request to a real server."""
    sent = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(url + path, sent, headers)  # noqa: S310 - our own server
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310 - the same
            return answer.status, answer.read(), {key.lower(): value for key, value in answer.headers.items()}
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read(), {key.lower(): value for key, value in error.headers.items()}


def text_frame(payload: bytes, opcode: int = 1) -> bytes:
    """A frame of a client, masked with nothing."""
    size = len(payload)
    head = bytes([0x80 | opcode, 0x80 | size]) if size < 126 else bytes([0x80 | opcode, 0xFE]) + struct.pack("!H", size)
    return head + b"\0\0\0\0" + payload


def upgraded(url: str, *headers: str) -> socket.socket:
    """Open a WebSocket to a real server by hand."""
    raw = socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), timeout=PATIENCE_S)
    lines = ["GET /ws HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade", *headers]
    lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
    lines += ["Sec-WebSocket-Extensions: permessage-deflate"]
    raw.sendall("\r\n".join((*lines, "", "")).encode())
    raw.recv(1, socket.MSG_PEEK)  # what is sent before the answer may get lost
    return raw


def rest_of(raw: socket.socket) -> bytes:
    """All that comes until the other side closes, or says that it is about to."""
    found = b""
    with raw:
        while close_code(found) is None:
            try:
                piece = raw.recv(65536)
            except ConnectionError:
                break
            if not piece:
                break
            found += piece
    return found


def close_code(answer: bytes) -> int | None:
    """The code of the close frame, when it has come."""
    frames = answer.partition(b"\r\n\r\n")[2]
    while len(frames) > 3:
        size, at = frames[1], 2
        if size > 125:
            at = 4 if size == 126 else 10
            size = int.from_bytes(frames[2:at], "big")
        if frames[0] & 0x0F == 8:
            return int.from_bytes(frames[at : at + 2], "big")
        frames = frames[at + size :]
    return None
