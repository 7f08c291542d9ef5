"""Refusals and the end of a connection, in the language of the screen."""

from __future__ import annotations

from collections.abc import Callable

from rumpus import client, text, wire
from rumpus.contract import Illegal
from rumpus.printable import one_line
from rumpus.terminal.sentences import Sentences

ENDINGS = {
    wire.CLOSE_NEWER: "newer",
    wire.CLOSE_REMOVED: "removed",
    wire.CLOSE_LEFT: "left",
    wire.CLOSE_TABLE: "table",
    wire.CLOSE_TOKEN: "token",
    wire.CLOSE_LAPSED: "lapsed",
}


def refusal(no: client.Refusal, words: Sentences, name: Callable[[str], str] | None = None) -> str:
    """Why the table refuses, and in a race who was first and by how much. `name` gives the name of a card."""
    try:
        sentence = one_line(text.refusal(Illegal(no.clause or "", no.reason, **no.facts), words.language, name))
    except (LookupError, TypeError, ValueError):  # a newer server: no message for this, or with other variables
        sentence = words.say("term-join-refused", why=no.expected or no.reason)
    if no.clause:
        sentence = f"{sentence} ({one_line(no.clause)})"
    if no.first is not None and 0 <= no.first < len(words.names):
        who, how = words.names[no.first], no.how or "arrival"
        sentence = f"{sentence} {words.say('term-join-first', who=who, ms=no.by_ms or 0, how=how)}"
    return sentence


def ending(closed: client.Closed, words: Sentences) -> str:
    """Why the connection is over for good."""
    return words.say("term-join-closed", why=ENDINGS.get(closed.code or 0, "other"), reason=closed.reason)
