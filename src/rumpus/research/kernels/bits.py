"""What all kernels need: bits of 64-bit ints by single instructions, and a fast random generator for each table.

Everything is 64-bit: Numba turns an int64 beside a uint64 into a float, so only the generator has uint64.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S33 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(33)
RANDOM_BITS = 31  # of one draw that a choice uses


@intrinsic
def ones(typing_context: Any, value: Any) -> Any:
    """How many bits are set."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic
def lowest(typing_context: Any, value: Any) -> Any:
    """The place of the lowest bit that is set; 64 if there is none."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 0))

    return types.int64(types.int64), build


@njit(cache=True, inline="always")
def draw(rng: Any, table: int) -> int:
    """The next 31 random bits of a table (splitmix64)."""
    rng[table] += GAMMA
    mixed = rng[table]
    mixed = (mixed ^ (mixed >> S30)) * MIX_1
    mixed = (mixed ^ (mixed >> S27)) * MIX_2
    return np.int64((mixed ^ (mixed >> S31)) >> S33)


@njit(cache=True, inline="always")
def below(rng: Any, table: int, n: int) -> int:
    """A number from 0 to n-1. With so few choices the bias is below one in ten million."""
    return draw(rng, table) * n >> RANDOM_BITS


@njit(cache=True, inline="always")
def nth(bits: int, number: int) -> int:
    """The place of the n-th bit that is set, from 0."""
    for _ in range(number):
        bits &= bits - 1
    return lowest(bits)


@njit(cache=True)
def shuffle(cards: Any, rng: Any, table: int) -> None:
    """All orders equally likely (Fisher-Yates)."""
    for last in range(len(cards) - 1, 0, -1):
        other = below(rng, table, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def streams(tables: int, seed: int) -> Any:
    """The state of the generators of so many tables."""
    return np.random.SeedSequence(seed).generate_state(tables, np.uint64)
