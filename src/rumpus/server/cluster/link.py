"""The link between two nodes: one TCP connection for many streams. Both sides prove that they know a secret.

A frame is four bytes of length, then MessagePack: kind, stream, and what belongs to the kind. Nothing is encrypted: the
nodes' network must be private.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import secrets
import struct
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from rumpus.contract import Malformed

OPEN, TEXT, CLOSE, KERNEL, START, BODY, BEAT = range(7)  # kinds of frames
HEAD = struct.Struct(">I")
NONCE = 32  # bytes
PROOF = 32
HELLO = b"rumpus link 1\n"
LONGEST = 16 << 20  # bytes of a frame
MOST_WAITING = 32 << 20  # bytes that the other side has not read; then the link is given up
PROVE_S = 3.0  # for the handshake, on the side that is connected to
CONNECT_S = 1.5  # for connecting with the handshake: a node that is stopped must not keep a client for long
STRANGERS = 32  # connections that have not proved themselves yet
BEAT_S = 0.5  # how often each side says that it is there
SILENT_S = 5.0  # a link on which nothing was heard for so long is given up: as long as a lease
AGAIN_S = 0.2  # after a failure, before the same node is tried again

log = logging.getLogger("rumpus.server")
_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(list[Any]).decode
Heard = Callable[["Link", int, int, list[Any]], None]


class LinkLost(Exception):
    """The other node cannot be reached, or is a stranger."""


def parse_address(url: str, option: str = "--node-url") -> tuple[str, int]:
    """The host and the port of `tcp://HOST:PORT`; raises `Malformed`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme != "tcp" or not parts.hostname or not port or parts.path.strip("/"):
        raise Malformed(f"{option} must be tcp://HOST:PORT, an address where the other nodes reach this one")
    return parts.hostname, port


def _proof(secret: str, side: bytes, *nonces: bytes) -> bytes:
    return hmac.digest(secret.encode(), HELLO + side + b"".join(nonces), "sha256")


class Link:
    """One connection after its handshake."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, heard: Heard) -> None:
        self._reader = reader
        self._writer = writer
        self._heard = heard
        self._next = 0
        self._heard_at = self._now()
        self.closed = False
        self.lost: dict[int, Callable[[], None]] = {}  # by stream: what to do when the link is lost

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def new_stream(self) -> int:
        """The number of a stream that this side opens. Each side opens streams on links that it has made itself."""
        self._next += 1
        return self._next

    def send(self, kind: int, stream: int, *rest: Any) -> None:
        """Send a frame; nothing happens if the link is lost."""
        if self.closed or self._writer.is_closing():  # the other side may have closed it, and `run` not seen it yet
            return
        body = _pack((kind, stream, *rest))
        self._writer.write(HEAD.pack(len(body)) + body)
        if self._writer.transport.get_write_buffer_size() > MOST_WAITING:
            log.warning("link-stuck")
            self.close()

    async def run(self) -> None:
        """Read until the link is lost."""
        beating = asyncio.get_running_loop().create_task(self._beat())
        try:
            while True:
                (size,) = HEAD.unpack(await self._reader.readexactly(HEAD.size))
                if size > LONGEST:
                    break
                kind, stream, *rest = _unpack(await self._reader.readexactly(size))
                self._heard_at = self._now()
                if kind != BEAT:
                    self._heard(self, kind, stream, rest)
        except (OSError, asyncio.IncompleteReadError, msgspec.DecodeError, ValueError, TypeError):
            pass
        except Exception:
            log.exception("link-fault")
        finally:
            beating.cancel()
            self.close()

    async def _beat(self) -> None:
        """Say that this side is there, and give the link up if the other side does not."""
        while True:
            self.send(BEAT, 0)
            before = self._now()
            await asyncio.sleep(BEAT_S)
            late_s = max(0.0, self._now() - before - BEAT_S)  # this node itself stood still: what came waits unread
            self._heard_at += late_s
            if self._now() - self._heard_at > SILENT_S:
                log.warning("link-silent")
                self.close()
                return

    def close(self) -> None:
        """Give the link up, with all its streams."""
        if not self.closed:
            self.closed = True
            with contextlib.suppress(OSError, RuntimeError):
                self._writer.transport.abort()
            for lost in list(self.lost.values()):
                lost()
            self.lost.clear()


class Links:
    """All links of one node: those that others have made to it, and those that it has made."""

    def __init__(self, secret: Callable[[], str], asked: Heard, told: Heard) -> None:
        self._secret = secret
        self._asked = asked  # hears frames on links that others have made
        self._told = told  # and on our own
        self._out: dict[str, asyncio.Task[Link]] = {}
        self._refused: dict[str, float] = {}  # addresses that could not be reached, until when they are not tried
        self._in: set[Link] = set()
        self._strangers = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def listen(self, host: str | None, port: int) -> None:
        """Accept links of other nodes. Raises `Malformed` if the address cannot be used."""
        try:
            self._server = await asyncio.start_server(self._accept, host, port, limit=1 << 20)
        except OSError as error:
            raise Malformed(f"--node-url must be an address of this machine: {error.strerror}") from None

    async def to(self, address: str) -> Link:
        """A link to the node at this address, made if there is none. Raises `LinkLost`."""
        task = self._out.get(address)
        if task is None or (task.done() and (task.cancelled() or task.exception() or task.result().closed)):
            loop = asyncio.get_running_loop()
            if self._refused.get(address, 0.0) > loop.time():
                raise LinkLost
            self._out[address] = task = loop.create_task(self._connect(address))
        try:
            return await asyncio.shield(task)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, Malformed):
            self._refused[address] = asyncio.get_running_loop().time() + AGAIN_S
            raise LinkLost from None

    async def _connect(self, address: str) -> Link:
        host, port = parse_address(address)
        async with asyncio.timeout(CONNECT_S):
            reader, writer = await asyncio.open_connection(host, port, limit=1 << 20)
            try:
                theirs, ours = await reader.readexactly(NONCE), secrets.token_bytes(NONCE)
                writer.write(HELLO + ours + _proof(self._secret(), b"client", theirs, ours))
                proof = await reader.readexactly(PROOF)
            except BaseException:
                writer.transport.abort()
                raise
        if not hmac.compare_digest(proof, _proof(self._secret(), b"server", ours, theirs)):
            writer.transport.abort()
            log.warning("link-stranger")
            raise ConnectionAbortedError
        link = Link(reader, writer, self._told)
        self._keep(link.run())
        return link

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._strangers >= STRANGERS:
            writer.write(secrets.token_bytes(NONCE))  # else this node would seem to be gone (`directory.listens`)
            writer.close()
            return
        if not await self._proves_itself(reader, writer):
            writer.transport.abort()
            return
        link = Link(reader, writer, self._asked)
        self._in.add(link)
        try:
            await link.run()
        finally:
            self._in.discard(link)

    async def _proves_itself(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        self._strangers += 1
        try:
            async with asyncio.timeout(PROVE_S):
                ours = secrets.token_bytes(NONCE)
                writer.write(ours)
                said = await reader.readexactly(len(HELLO) + NONCE + PROOF)
                theirs, proof = said[len(HELLO) : -PROOF], said[-PROOF:]
                good = hmac.compare_digest(proof, _proof(self._secret(), b"client", ours, theirs))
                if good and said.startswith(HELLO):
                    writer.write(_proof(self._secret(), b"server", theirs, ours))
                    return True
                log.warning("link-stranger")
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            pass
        finally:
            self._strangers -= 1
        return False

    def _keep(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Give up all links."""
        if self._server is not None:
            self._server.close()
        for link in list(self._in):
            link.close()
        for made in self._out.values():
            if made.done() and not made.cancelled() and not made.exception():
                made.result().close()
            else:
                made.cancel()
        for task in list(self._tasks):
            task.cancel()
