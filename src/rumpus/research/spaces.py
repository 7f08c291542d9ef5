"""What the environments of PettingZoo and Gymnasium share: spaces, observations, and the seeds of episodes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from rumpus.contract import Malformed
from rumpus.research.arena import Arena
from rumpus.research.encodings import Encoding


class Observation(TypedDict):
    """What an agent sees: the numbers of the encoding, and which actions are legal."""

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


def check(max_steps: Any, render_mode: Any, modes: Sequence[str]) -> None:
    """Raise `Malformed` for what no environment can do."""
    if type(max_steps) is not int or max_steps < 1:
        raise Malformed(f"max_steps is a whole number from 1 up, not {max_steps!r}")
    if render_mode not in (None, *modes):
        raise Malformed(f"render_mode is one of {', '.join(modes)} or None, not {render_mode!r}")


def whole(number: Any, what: str) -> int:
    """A whole number, NumPy's too; raises `Malformed`."""
    try:
        return index(number)
    except TypeError:
        raise Malformed(f"{what} is a whole number, not {number!r}") from None


def above_zero(**seconds: Any) -> None:
    """Raise `Malformed` for what is no number of seconds above zero; each is given with its name."""
    for what, number in seconds.items():
        if not isinstance(number, int | float) or not number > 0:
            raise Malformed(f"{what} is more than 0 seconds, not {number!r}")


def begun(env: Any) -> None:
    """Raise `Malformed` if an environment has no match yet."""
    if not hasattr(env, "arena"):
        raise Malformed("the environment has no match yet: call reset() first")


def observation_space(encoding: Encoding, numbers: int) -> spaces.Dict:
    """The numbers of an observation within the bounds of their blocks, and a mask of legal actions."""
    low = np.concatenate([np.full(block.size, block.low, np.float32) for block in encoding.blocks])
    high = np.concatenate([np.full(block.size, block.high, np.float32) for block in encoding.blocks])
    mask = spaces.Box(0, 1, (numbers,), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": mask})


def action_space(numbers: int) -> spaces.Discrete:
    """So many actions."""
    return spaces.Discrete(numbers)


def observed(encoding: Encoding, arena: Arena, seat: int, legal: Mapping[int, Any], numbers: int) -> Observation:
    """What a seat observes now, from its view alone, and which actions are legal."""
    mask: Any = np.zeros(numbers, np.int8)
    mask[list(legal)] = 1
    vector = encoding.encode(arena.state.view(seat), arena.memory if encoding.memory else None)
    return {"observation": np.array(vector, np.float32), "action_mask": mask}


class Seeds:
    """The seeds of episodes: the one that was asked for, and after it a series that follows from it."""

    def __init__(self) -> None:
        self._seed: int | None = None
        self._episodes = 0

    def next(self, seed: int | None) -> tuple[int, ...]:
        """The seed of the next episode. The first after `reset(seed=7)` is (7,), the second (7, 1)."""
        if seed is not None:
            self._seed, self._episodes = whole(seed, "the seed"), 0
        elif self._seed is None:
            self._seed = int.from_bytes(os.urandom(4), "big")
        self._episodes += 1
        return (self._seed,) if self._episodes == 1 else (self._seed, self._episodes - 1)
