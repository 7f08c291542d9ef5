"""The QR code of a link in block characters, for the terminal that the server is started in."""

from __future__ import annotations

import segno

BORDER = 2  # in modules of the code; cameras need a margin
BLOCKS = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}  # by upper and lower module, for dark terminals


def characters(link: str) -> str:
    """The QR code of a link in block characters; each line shows two rows of the code."""
    rows = [list(row) for row in segno.make(link, error="l", micro=False).matrix_iter(border=BORDER)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("  " + "".join(BLOCKS[bool(a), bool(b)] for a, b in zip(*pair, strict=True)) for pair in pairs)


def shows(coding: str | None) -> bool:
    """Whether a terminal with this encoding can show the code."""
    try:
        "".join(BLOCKS.values()).encode(coding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
