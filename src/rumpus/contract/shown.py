"""A table as a programmer sees it: `print(state)` gives text, and a notebook draws the cards.

Cards are written as in records, and labels are the names of fields: the rules speak no language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

Cards = Sequence[str | None]  # None is an empty place
Face = tuple[str, str]  # what is printed on a card, and its colour in CSS
PLAIN = "#1d1b26"
NOT_ROWS = frozenset(("phase", "round", "totals", "sheet", "ended", "result"))  # the title and the totals show them
GAP, WIDEST_LABEL = 2, 24

TABLE_CSS = "border-collapse:collapse"
CELL_CSS = "padding:2px 10px 2px 0;text-align:left;vertical-align:middle"
CARD_CSS = (
    "display:inline-block;min-width:1.4em;margin:1px 2px;padding:2px 5px;border:1px solid #b9b2c6;border-radius:5px;"
    "background:#fff;text-align:center;font-weight:600;color:"
)


class Row(msgspec.Struct, frozen=True):
    """One line of a table: a label, groups of face-up cards, and a remark."""

    label: str
    groups: tuple[Cards, ...] = ()
    note: str = ""
    turn: bool = False  # something can be done here now


def rows(public: Any, privates: Mapping[int, Any]) -> list[Row]:
    """Every field of a public view and of these seats' private views; the default for games."""
    shown = [Row(name, note=_words(value)) for name, value in _fields(public).items() if name not in NOT_ROWS]
    held = [Row(f"seat {seat}", note=_words(_fields(private) or private)) for seat, private in privates.items()]
    return [*shown, *held, Row("totals", note=_words(public.totals))]


def _fields(part: Any) -> dict[str, Any]:
    values = msgspec.structs.asdict(part) if isinstance(part, msgspec.Struct) else {}
    return {name: value for name, value in values.items() if value is not None}


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_words(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        nested = any(isinstance(item, list | tuple) for item in value)
        return (" | " if nested else " ").join(map(_words, value))
    return str(value)


def counted(number: int, what: str = "card") -> str:
    """So many cards, or points, in words."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def as_text(title: str, table: Sequence[Row]) -> str:
    """The table as lines of text; an arrow marks what can be played."""
    width = min(WIDEST_LABEL, max(len(row.label) for row in table)) + GAP
    lines = [title]
    for row in table:
        cards = " | ".join(" ".join(card or "--" for card in group) for group in row.groups if group)
        said = " " * GAP * bool(cards and row.note)
        lines.append(f"{'>' if row.turn else ' '} {row.label:{width}}{cards}{said}{row.note}".rstrip())
    return "\n".join(lines)


def as_html(title: str, table: Sequence[Row], face: Callable[[str], Face]) -> str:
    """The table for a notebook: one self-contained element, with all text escaped."""
    body = "".join(
        f'<tr><th style="{CELL_CSS};white-space:nowrap">{_escaped(row.label)}{" &#9664;" if row.turn else ""}</th>'
        f'<td style="{CELL_CSS}">{_groups(row, face)}{_escaped(row.note)}</td></tr>'
        for row in table
    )
    return f'<div><strong>{_escaped(title)}</strong><table style="{TABLE_CSS}">{body}</table></div>'


def _groups(row: Row, face: Callable[[str], Face]) -> str:
    groups = ["".join(_drawn(card, face) for card in group) for group in row.groups if group]
    return "&#160;&#160;".join(groups) + "&#160;" * bool(groups and row.note)


def _drawn(card: str | None, face: Callable[[str], Face]) -> str:
    printed, colour = ("", PLAIN) if card is None else face(card)
    return f'<span style="{CARD_CSS}{_escaped(colour)}">{_escaped(printed) or "&#160;"}</span>'


def _escaped(text: str) -> str:
    """The characters that mean something in HTML, replaced (the rules import no module for it)."""
    for character, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"), ("'", "#39")):
        text = text.replace(character, f"&{name};")
    return text
