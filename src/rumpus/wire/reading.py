"""Decodes messages from clients, and builds refusals."""

from __future__ import annotations

from typing import Any

import msgspec

from rumpus.contract import Action, Id, Illegal, Malformed, tag_of
from rumpus.games import GAMES
from rumpus.wire.fields import VERSION
from rumpus.wire.from_client import LONGEST_MESSAGE, MOST_BRACKETS, FromClient, Hello
from rumpus.wire.to_client import Refused

encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(FromClient).decode
_action_decoders = {name: msgspec.json.Decoder(rules.action_type) for name, rules in GAMES.items()}


def read(frame: str) -> Any:
    """The message in a frame, one of `FromClient`; raises `Malformed`."""
    if len(frame) > MOST_BRACKETS:
        if len(frame) > LONGEST_MESSAGE:
            raise Malformed(f"a message has at most {LONGEST_MESSAGE} bytes")
        if frame.count("[") + frame.count("{") > MOST_BRACKETS:
            raise Malformed(f"a message has at most {MOST_BRACKETS} brackets")
    try:
        return _decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(f"this is no message of version {VERSION}: {error}") from None


def read_hello(frame: str) -> Hello:
    """The first message of a connection; raises `Malformed` for anything but a hello of this version."""
    hello = read(frame)
    if not isinstance(hello, Hello):
        raise Malformed("the first message is a hello")
    if hello.version != VERSION:
        raise Malformed(f"this server speaks version {VERSION}, not {hello.version}")
    return hello


class _Id(msgspec.Struct):
    id: Id


def id_in(frame: str) -> str | None:
    """The id of a malformed message, if it can be read, so that the client knows which message was refused."""
    try:
        return msgspec.json.decode(frame, type=_Id).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def read_action(game: str, raw: msgspec.Raw | bytes) -> Action:
    """The action that a seat asks for; raises `Malformed`, also for one that only the house may do."""
    try:
        action: Action = _action_decoders[game].decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(f"this is no action of {GAMES[game].title}: {error}") from None
    if action.said_by == "house":
        raise Malformed(f"{tag_of(action)} is for the table to say, not for a seat")
    for field in action.filled_in:  # T-06: otherwise a refusal could reveal whether a guessed value is right
        if getattr(action, field) not in (None, False):
            raise Malformed(f"{tag_of(action)} is sent without {field!r}: the table fills it in")
    return action


def refused(
    id_: str | None,
    no: Illegal | Malformed,
    *,
    first: int | None = None,
    by_ms: int | None = None,
    wait_ms: int | None = None,
) -> Refused:
    """The message that says why something was refused."""
    if isinstance(no, Illegal):
        message = Refused(id=id_, clause=no.clause or None, reason=no.reason, facts=dict(no.facts))
    else:
        message = Refused(id=id_, reason=no.key, expected=str(no))
    return msgspec.structs.replace(message, first=first, by_ms=by_ms, wait_ms=wait_ms)
