"""Builds messages from parts that are already encoded.

A step goes to everybody at a table at once, and what is the same for all of them is encoded only once. Each function
writes the message of the same name in `to_client.py`; tests/wire checks that it decodes as that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from rumpus.wire.fields import VERSION
from rumpus.wire.padding import SHORTEST, STEP

encode = msgspec.json.Encoder().encode


def view(seat: int | None, public: bytes, private: bytes) -> bytes:
    """The view of a seat, or of a spectator."""
    if seat is None:
        return b'{"seat":null,"public":%s,"private":%s}' % (public, private)
    return b'{"seat":%d,"public":%s,"private":%s}' % (seat, public, private)


def _number(value: int | None) -> bytes:
    return b"null" if value is None else b"%d" % value


def happened_head(seq: int, at: float) -> bytes:
    """The beginning of `happened`, the same for everybody."""
    return b'{"type":"happened","seq":' + encode(seq) + b',"at":' + encode(at) + b',"lines":['


def happened_tail(lobby: bytes | None, turn_ms: int | None) -> bytes:
    """The end of `happened`, the same for everybody."""
    if lobby is None and turn_ms is None:
        return b"}"
    turn = b"" if turn_ms is None else b',"turn_ms":%d' % turn_ms
    return turn + (b"}" if lobby is None else b',"lobby":%s}' % lobby)


def happened_own(private: bytes, legal: bytes, more: bool) -> bytes:
    """The part of `happened` that only one seat is told: what is private in its view, and its legal actions."""
    follows = b',"more":true' if more else b""
    return b',"private":' + private + b'},"legal":' + legal + follows


def happened_id(asked: str) -> bytes:
    """The part of `happened` for the one whose message it answers."""
    return b',"id":' + encode(asked)


def happened(
    head: bytes, lines: bytes, seat: int | None, public: bytes, own: bytes, asked: bytes, tail: bytes, spare: int = 0
) -> bytes:
    """`happened` for one person, of parts that the functions above have made; `asked` is empty for most.

    It is padded (padding.py). `lines` are separated by commas, and the view is written as `view` does.
    """
    frame = b"".join((head, lines, _VIEWS[seat], public, own, asked, tail))  # formatting takes three times as long
    size = len(frame)
    if spare > 0:
        size += spare
    return frame.ljust(SHORTEST if size < SHORTEST else size + -size % STEP)  # as `padded`


class _Views(dict[int | None, bytes]):
    """What comes between the lines and the public part of a view, by seat; ready for the usual seats."""

    def __missing__(self, seat: int | None) -> bytes:
        return b'],"view":{"seat":%s,"public":' % _number(seat)


_VIEWS = _Views((seat, b'],"view":{"seat":%d,"public":' % seat) for seat in range(16))


def welcome(
    seq: int,
    you: int,
    seat: int | None,
    lobby: bytes,
    here: Iterable[int],
    muted: Iterable[int],
    match: tuple[bytes, bytes, bool, dict[str, Any]] | None,
    asked: str | None,
    behind: bool = False,
) -> str:
    """`welcome`; `match` holds the view, the legal actions, whether more will follow, and what is waited for."""
    parts = [
        b'{"type":"welcome","version":%d,"seq":%d,"you":%d,"seat":%s' % (VERSION, seq, you, _number(seat)),
        b',"lobby":%s,"here":%s,"muted":%s' % (lobby, encode(sorted(here)), encode(sorted(muted))),
    ]
    if match is not None:
        view, legal, more, waits = match
        parts.append(b',"view":%s,"legal":%s' % (view, legal))
        if more:
            parts.append(b',"more":true')
        fields = encode(waits)[1:-1]
        if fields:
            parts.append(b",%s" % fields)
    if behind:
        parts.append(b',"behind":true')
    if asked is not None:
        parts.append(b',"id":%s' % encode(asked))
    return b"".join((*parts, b"}")).decode()


def lobby(seq: int, lobby: bytes, seat: int | None, asked: str | None, first: int | None = None) -> str:
    """`lobby` for one person; `asked` is the id of their own message that it answers, `first` its first number."""
    own = b"" if seat is None else b',"seat":%d' % seat
    own += b"" if first is None or first == seq else b',"first":%d' % first
    own += b"" if asked is None else b',"id":%s' % encode(asked)
    return (b'{"type":"lobby","seq":%d,"lobby":%s%s}' % (seq, lobby, own)).decode()


def legal(seq: int, actions: bytes) -> str:
    """`legal`: a seat's legal actions, where they were not sent with a step."""
    return (b'{"type":"legal","seq":%d,"legal":%s}' % (seq, actions)).decode()


def replay_step(line: bytes, public: bytes, private: Iterable[bytes]) -> bytes:
    """One line of a replay (`http.ReplayStep`)."""
    return b'{"line":%s,"public":%s,"private":[%s]}' % (line, public, b",".join(private))
