"""Pads frames, so that their length says nothing about cards: an observer sees lengths even through TLS."""

from __future__ import annotations

STEP = 512  # bytes; every frame to a person at a table is a multiple of it


def pad(frame: str, spare: int = 0) -> str:
    """A JSON object with spaces before its last brace: at least `spare` of them, up to the next multiple of `STEP`.

    `spare` is by how much the private parts of the frame are shorter than they could be with other cards.
    """
    missing = _missing(len(frame) if frame.isascii() else len(frame.encode()), spare)
    return f"{frame[:-1]}{' ' * missing}}}" if missing and frame.endswith("}") else frame


def pad_bytes(frame: bytes, spare: int) -> bytes:
    """The same for a frame that has not been decoded."""
    missing = _missing(len(frame), spare)
    return b"%s%s}" % (frame[:-1], b" " * missing) if missing else frame


def _missing(size: int, spare: int) -> int:
    return spare + -(size + spare) % STEP if spare > 0 else -size % STEP
