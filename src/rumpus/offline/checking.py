"""Checks a record on the device itself, as `rumpus verify` does."""

from __future__ import annotations

import msgspec

from rumpus import audit, record
from rumpus.contract import Malformed


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a record, as in its file."""

    text: str


class Verified(msgspec.Struct, frozen=True):
    """A record that its rules play the same way, and how many of its rounds were dealt again from their seeds."""

    rounds: int


def verify(facts: object) -> Verified:
    """Replay a record, and deal its rounds again; raises `Malformed` at the first thing that is wrong."""
    try:
        whole = record.read(msgspec.convert(facts, Text).text.splitlines())
    except msgspec.ValidationError as error:
        raise Malformed(f"the text of a record was expected: {error}") from None
    record.verify(whole)
    try:
        return Verified(sum(one.revealed for one in audit.check(whole)))
    except audit.Nothing:
        return Verified(0)
