"""Pads frames, so that their length says nothing about cards: TLS does not hide lengths."""

from __future__ import annotations

SHORTEST = 512  # bytes of every frame to a person at a table, at least: no refusal and no plain answer has more
STEP = 64  # bytes; longer frames are a multiple of it


def pad(frame: str, spare: int = 0) -> str:
    """A JSON object with spaces behind it: at least `spare` of them, up to `SHORTEST` or a multiple of `STEP` bytes.

    `spare` is by how much the private parts of the frame are shorter than they could be with other cards.
    """
    if not frame.endswith("}"):
        return frame
    size = len(frame) if frame.isascii() else len(frame.encode())
    return frame.ljust(len(frame) + padded(size, spare) - size)


def padded(size: int, spare: int) -> int:
    """The bytes of a frame that has `size` of them without its padding."""
    if spare > 0:
        size += spare
    return SHORTEST if size < SHORTEST else size + -size % STEP
