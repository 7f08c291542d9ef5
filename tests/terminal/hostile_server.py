"""A server that lies to the terminal client: control characters in every text, damaged messages, raw bytes."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import io
import json
import re
import struct
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from rumpus import record, wire
from rumpus.contract import Reason
from rumpus.lines import Ready, Sits, write_line
from rumpus.terminal import remote
from tests.soak.mutations import SHORT, finished
from tests.support.fake_table import changed, lobby, raw, standing, welcome

# Clipboard (OSC 52), screen (CSI), title (OSC with 8-bit codes), DEL, backspace, carriage return, bidi, and new lines
ESCAPES = (
    "\x1b]52;c;cm0=\x07",
    "\x1b[2J\x1b[H",
    "\x9b31m",
    "\x9d0;gone\x9c",
    "\x1bP+q\x1b\\",
    "\x7f\x08\r\x00",
    "\u202e\u2066\u200b",
)
FORGED = "FORGED"  # what stands behind a line break of the server's
LIE = "".join(ESCAPES) + "".join(f"{end}{FORGED}" for end in "\n\r\x0b\x0c\x1c\x85\u2028\u2029")
KEY = re.compile(rb"sec-websocket-key: *(\S+)", re.IGNORECASE)
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455
LAST = 999_999_937  # the number of the ping behind all frames; its answer says that they were heard
SAFETY_S = 60.0  # nothing waits for it but a test that hangs
TYPED = ("bot expert", "ready", "say hurry", "?", "", "hint", "score", "rules", "1", "go", "d", "!", "begin", "rematch")
SEATED = {"token": "0" * 32, "person": 1, "code": "ABCDEFGH", "link": "/#ABCDEFGH", "game": "wig_out"}

Json = Any
Path = tuple[str | int, ...]


def faults(screen: str) -> list[str]:
    """What a terminal would obey or show in another order in this text, and lines that were not ours."""
    letters = {letter for letter in screen if letter != "\n" and unicodedata.category(letter)[0] == "C"}
    letters |= {letter for letter in screen if unicodedata.category(letter) in ("Zl", "Zp")}
    return [*sorted(map(ascii, letters)), *(line for line in screen.splitlines() if line.startswith(FORGED))]


# What a server says


def conversation(name: str, steps: int = 12) -> list[Json]:
    """The messages of a whole match for seat 0, in order; of long matches a part."""
    whole = record.read(finished(name).splitlines())
    rules = whole.rules()
    places = (wire.Place(name="Ann", avatar="fox", person=1), wire.Place(name="Bo", avatar="owl", bot="casual"))
    people = (*lobby().people, wire.PersonView(id=2, name="Cy", avatar="owl"))
    usual: dict[str, Any] = {"game": name, "options": SHORT[name], "seats": places, "people": people}
    said: list[wire.ServerMessage] = [
        welcome(1, lobby=lobby(**usual)),
        changed(2, **usual, stop=(2,)),
        wire.Here(people=(1, 2)),
        wire.Said(phrase="wow", person=2),
        wire.Said(phrase="of-a-newer-server", seat=1, card="r6"),
        wire.Countdown(why="begin", ms=3000),
        wire.Refused(id=None, reason="table-malformed", expected="something else was expected"),
    ]
    middle = lobby("match", **usual)
    lines = [(line, standing(state)) for line, state in record.replay(whole)]
    chosen = [*lines[:4], *lines[4 : -3 : max(1, len(lines) // steps)], *lines[-3:]]
    for number, (line, stands) in enumerate(chosen):
        told = [write_line(line.by, rules.told(line.by, line.action, 0))]
        if number == 1:
            told += [write_line(None, Sits(seat=1, name="Dee", bot="casual")), write_line(1, Ready())]
        said.append(
            wire.Happened(
                seq=3 + number,
                at=line.at,
                lines=tuple(map(_raw, told)),
                lobby=middle if number == 0 else None,
                **stands,
            )
        )
    over = lobby("over", **usual, record="0123456789abcdef", host=2)
    said.append(wire.Happened(seq=3 + len(chosen), at=line.at, lines=(), lobby=over, **stands))
    said.append(wire.Bye(code=wire.CLOSE_HELLO, reason="the server closes"))
    return [json.loads(wire.encode(message)) for message in said]


def _raw(line: bytes) -> Any:
    return raw(json.loads(line))


def answers() -> list[Json]:
    """What the server answers to requests, in turn; each gets the id of the request."""
    told = (
        wire.Refused(id="", reason="wo-no-pile", clause="WO-10", facts={"card": "afro", "x": 1}, first=1, by_ms=40),
        wire.Refused(
            id="", reason="of-a-newer-server", clause="ZZ-01", expected="another thing", facts={"clause": "x"}
        ),
        wire.Done(id="", seq=2, found={"do": "lay", "card": "afro"}),
        wire.Done(id="", seq=2, found={"do": "draw"}, why=Reason("why-wo-fits", {"card": "\x1b[2J", "opened": "yes"})),
        wire.Done(id="", seq=2, found={"do": "draw"}, why=Reason("why-\x1b[31m-tomorrow")),
        wire.Done(id="", seq=3),
    )
    return [json.loads(wire.encode(message)) for message in told]


def texts(value: Json, at: Path = ()) -> Iterator[Path]:
    """Where text stands in a message; its type is no text. Of a list of texts the first counts."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        if isinstance(part, str) and key not in ("type", "do", 0) and isinstance(key, int):
            continue
        if isinstance(part, str) and key not in ("type", "do"):
            yield (*at, key)
        else:
            yield from texts(part, (*at, key))


def with_lie(value: Json, path: Path, lie: str) -> Json:
    """The message with a lie behind the text at this place."""
    key, *rest = path
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = with_lie(copy[key], tuple(rest), lie) if rest else copy[key] + lie
    return copy


# Serving it


class HostileServer:
    """Answers a request to join, then sends these frames and answers whatever is asked with `replies`, in turn.

    It hangs up when all was heard and it has no replies, when somebody leaves, or when nothing comes for `idle_s`.
    """

    def __init__(
        self,
        frames: Sequence[bytes],
        replies: Sequence[Json] = (),
        *,
        joined: bytes | None = None,
        idle_s: float = SAFETY_S,
    ) -> None:
        self.frames = frames
        self.replies = replies
        self.joined = http(json.dumps(SEATED).encode()) if joined is None else joined
        self.idle_s = idle_s
        self.asked = 0
        self._visited = False

    async def visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of any kind."""
        with suppress(ConnectionError, EOFError, TimeoutError):  # the client has hung up, or says nothing any more
            head = await reader.readuntil(b"\r\n\r\n")
            if head.startswith(b"GET /ws"):
                await self._talk(head, reader, writer)
            else:
                writer.write(self.joined)
            await writer.drain()
        with suppress(ConnectionError):
            writer.close()
            await writer.wait_closed()

    async def _talk(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        key = KEY.search(head)
        assert key is not None
        accept = base64.b64encode(hashlib.sha1(key[1] + GUID).digest())  # noqa: S324 - as RFC 6455 wants it
        writer.write(b"HTTP/1.1 101 Go\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
        writer.write(b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        again, self._visited = self._visited, True
        if not again:
            writer.writelines([*self.frames, text_frame({"type": "ping", "n": LAST})])
        left = again
        while not left:
            async with asyncio.timeout(self.idle_s):
                message = await _heard(reader)
            left = message.get("type") == "leave" or (message.get("n") == LAST and not self.replies)
            if "id" in message and self.replies:
                reply = self.replies[self.asked % len(self.replies)]
                self.asked += 1
                writer.write(text_frame({**reply, "id": message["id"]}))
        writer.write(closing(wire.CLOSE_REMOVED, "left"))
        while left:  # until the client has heard it: closing a socket with unread data would lose what was sent
            await _heard(reader)


async def shown(server: HostileServer, typed: Sequence[str] = TYPED, language: str = "en") -> str:
    """What a person who types these lines sees at that server."""
    output = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in typed))
    async with asyncio.timeout(SAFETY_S), await asyncio.start_server(server.visit, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        await remote.join(f"http://127.0.0.1:{port}/#ABCDEFGH", "Ann", language, source, output)
    return output.getvalue()


def http(body: bytes, status: bytes = b"200 OK") -> bytes:
    """An answer to a request over HTTP."""
    return b"HTTP/1.1 %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (status, len(body), body)


def frame(payload: bytes, opcode: int = 1) -> bytes:
    """A frame of a server."""
    size = len(payload)
    if size < 126:
        return bytes([0x80 | opcode, size]) + payload
    length = struct.pack("!BH", 126, size) if size < 1 << 16 else struct.pack("!BQ", 127, size)
    return bytes([0x80 | opcode]) + length + payload


def text_frame(message: Json) -> bytes:
    """A message as a frame."""
    return frame(json.dumps(message).encode())


def closing(code: int, reason: str) -> bytes:
    """A close frame; its reason has room for 123 bytes."""
    return frame(struct.pack("!H", code) + reason.encode()[:123].decode(errors="ignore").encode(), 8)


async def _heard(reader: asyncio.StreamReader) -> dict[str, Any]:
    """The next frame of the client as JSON; nothing of a control frame."""
    first, size = await reader.readexactly(2)
    size &= 0x7F
    if size > 125:
        size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
    mask = await reader.readexactly(4)
    payload = bytes(byte ^ mask[at % 4] for at, byte in enumerate(await reader.readexactly(size)))
    if first & 0x0F == 8:
        raise EOFError
    return json.loads(payload) if first & 0x0F == 1 else {}
