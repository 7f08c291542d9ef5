"""Room codes: eight letters that people can read aloud and type."""

from __future__ import annotations

from rumpus.shuffle import Shuffle, Stream

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so that no code is a word
CODE_LENGTH = 8


def new_code(stream: Stream) -> str:
    """A random code."""
    shuffle = Shuffle(stream)
    return "".join(LETTERS[shuffle.below(len(LETTERS))] for _ in range(CODE_LENGTH))
