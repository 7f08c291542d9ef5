"""Text from files and other machines, made safe to show: without control characters and invisible marks."""

from __future__ import annotations

import unicodedata

UNKNOWN = "\N{REPLACEMENT CHARACTER}"
LONGEST_NAME = 100  # characters; a table allows 20, and simulations name a bot by its whole import path


def printable(text: str) -> str:
    """The text as a terminal may show it; its line breaks (LF) stay.

    A terminal obeys what it is sent: an escape sequence can retitle the window, fill the clipboard or move the cursor
    over what was printed before, and a bidirectional control shows text in another order than it is stored.

    >>> printable("Ann\\x1b]52;c;cm0=\\x07\\r\\u202e!")
    'Ann]52;c;cm0= !'
    """
    if text.isprintable() or text.replace("\n", "").isprintable():
        return text
    return "".join(letter if letter == "\n" else _shown(letter) for letter in text)


def one_line(text: str) -> str:
    """The same for text inside a sentence, without line breaks, which could fake a line of ours."""
    return text if text.isprintable() else "".join(map(_shown, text))


def shown_name(name: str) -> str:
    """The name of a player in a file that anybody may have written. A name of a table stays as it is."""
    return " ".join(one_line(name).split())[:LONGEST_NAME].strip() or "?"


def _shown(letter: str) -> str:
    category = unicodedata.category(letter)
    if letter.isspace() and category != "Zs":  # tabs, carriage returns, separators of lines and paragraphs
        return " "
    if category in ("Cc", "Cf"):  # control characters (also those of 8 bits), bidirectional controls, invisible marks
        return ""
    return UNKNOWN if category.startswith("C") else letter  # not assigned, private, or half a pair
