"""Why a move is good, as a hint says it."""

from __future__ import annotations

import msgspec

CARD_FACTS = frozenset({"card", "cards", "next"})  # facts that name cards, which people call by other names


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason that is true of one move in one view.

    `reason` is a key of the text catalogues and `facts` fill its blanks, because the rules speak no language.
    """

    reason: str
    facts: dict[str, str | int] = {}
