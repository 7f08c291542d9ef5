"""Shuffling: Fisher-Yates with rejection sampling over a stream of random bytes, from the system or from a seed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence

from rumpus.contract import Malformed

CHUNK = 1024  # bytes generated, and fetched from a stream, at once

FAIR = (0, *(256 - 256 % n for n in range(1, 257)))  # bytes below FAIR[n], modulo n, give 0 … n-1 equally often

Stream = Callable[[int], bytes]  # returns the next n random bytes


def seeded(*seed: int | str) -> Stream:
    """A stream that is the same for the same seed on every machine. Each part of a seed is an integer or a string."""
    key = hashlib.sha256("\x1f".join(f"{type(part).__name__}:{part}" for part in seed).encode()).digest()
    blocks = 0
    rest = b""

    def stream(count: int) -> bytes:
        nonlocal blocks, rest
        while len(rest) < count:
            rest += hashlib.shake_256(key + blocks.to_bytes(8, "big")).digest(CHUNK)
            blocks += 1
        taken, rest = rest[:count], rest[count:]
        return taken

    return stream


class Shuffle:
    """Unbiased random numbers and orders: the system's, those of a seed, or from a stream of bytes.

    `Shuffle(7)` is `Shuffle(seeded(7))`: the same orders every time, on every machine.
    """

    def __init__(self, source: Stream | int | str = os.urandom, chunk: int = CHUNK) -> None:
        if not callable(source) and type(source) not in (int, str):
            raise Malformed(f"a shuffle needs a seed (a number or a text) or a stream of bytes, not {source!r}")
        self._stream = source if callable(source) else seeded(source)
        self._chunk = chunk  # bytes that are fetched at once; the orders are the same whatever it is
        self._bytes: Iterator[int] = iter(b"")  # those that are not used yet

    def _byte(self) -> int:
        for byte in self._bytes:
            return byte
        self._bytes = iter(self._stream(self._chunk))
        return next(self._bytes)

    def below(self, n: int) -> int:
        """A number from 0 to n-1, all equally likely: a draw that would favour some of them is repeated."""
        if n < 1:
            raise ValueError(f"a number below {n} does not exist")
        size, room = 1, 256
        while room < n:
            size, room = size + 1, room * 256
        fair = room - room % n
        while True:
            drawn = 0
            for _ in range(size):
                drawn = drawn << 8 | self._byte()
            if drawn < fair:
                return drawn % n

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """The cards in random order, all orders equally likely (Fisher-Yates)."""
        mixed = list(cards)
        left = len(mixed)  # cards that have no place yet
        if left >= len(FAIR):
            raise ValueError(f"a shuffle takes up to {len(FAIR) - 1} cards, not {left}")
        while left > 1:  # the loop of `below`, inlined for speed
            for drawn in self._bytes:
                if drawn < FAIR[left]:
                    other = drawn % left
                    left -= 1
                    mixed[left], mixed[other] = mixed[other], mixed[left]
                    if left == 1:
                        break
            else:
                self._bytes = iter(self._stream(self._chunk))
        return mixed
