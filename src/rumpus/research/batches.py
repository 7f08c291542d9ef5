"""Many tables at once on the compiled kernels: masks, one step for all tables, and automatic new matches."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rumpus.contract import Malformed
from rumpus.research.encodings import encoding
from rumpus.research.kernels.registry import eyes_of, kernel_of

MOST_TABLES = 1_000_000


class Batch:
    """Tables of one game, all stepped at once (docs/research.md).

    `masks` says which actions are legal for every seat of every table, in the numbers of the encoding and one more,
    which is to wait; `observe` gives what the seats see. `step` takes one action for each seat and gives rewards and
    which matches have ended; a new match has then begun there. The arrays are reused: copy what you want to keep.
    """

    def __init__(self, game: str, tables: int, players: int, seed: int, options: dict[str, Any]) -> None:
        if type(tables) is not int or not 1 <= tables <= MOST_TABLES:
            raise Malformed(f"tables is a number from 1 to {MOST_TABLES:,}, not {tables!r}")
        if type(seed) is not int or seed < 0:
            raise Malformed(f"the seed is a number from 0 on, not {seed!r}")
        self.encoding = encoding(game, players, options)
        self.kernel = kernel_of(game)(self.encoding, tables, seed)
        self.tables, self.players = tables, self.encoding.players
        self.actions = self.encoding.actions + 1
        self.wait = self.encoding.wait
        shape = (tables, self.players)
        self.masks: NDArray[np.int8] = np.zeros((*shape, self.actions), np.int8)
        self.rewards: NDArray[np.float32] = np.zeros(shape, np.float32)
        self.ended: NDArray[np.bool_] = np.zeros(tables, np.bool_)  # the match of a table ended in the last step
        self.late = np.zeros(shape, np.int8)  # an action that was not legal any more when its turn came
        self.order = np.zeros(shape, np.int64)  # the seats of a race in the order in which their actions landed
        self.points = np.zeros(shape, np.int64)  # of rounds that ended in the last step
        self._what = np.zeros(tables, np.int8)
        self._chosen: NDArray[np.int64] = np.zeros(shape, np.int64)
        self._others = self._other_parties()
        self._eyes: Any = None
        self._seen: NDArray[np.float32] | None = None
        self.kernel.fill_masks(self.masks)

    def _other_parties(self) -> NDArray[np.float32]:
        """What the points of each seat count for the reward of each: rewards are linear in the points."""
        parties = self.encoding.rules.new(self.players).parties()
        weights = np.zeros((self.players, self.players), np.float32)
        for number, party in enumerate(parties):
            gained = [int(number == other) for other in range(len(parties))]
            weights[party[0]] = self.encoding.rewards((0,) * len(parties), tuple(gained), parties)
        return weights

    def observe(self) -> NDArray[np.float32]:
        """What every seat of every table sees, as tables x players x `encoding.size` numbers (`Encoding.encode`)."""
        if self._eyes is None:
            self._eyes = eyes_of(self.encoding.rules.name)(self.kernel)
        if self._seen is None:
            self._seen = np.zeros((self.tables, self.players, self.encoding.size), np.float32)
        self._eyes.fill(self._seen)
        return self._seen

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for every seat, all equally likely; waiting where there is no other."""
        self.kernel.fill_sample(self._chosen)
        return self._chosen

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """What all seats chose, as an array of tables x players; gives `rewards` and `ended`."""
        chosen = np.asarray(actions)
        if chosen.shape != self._chosen.shape or chosen.dtype.kind not in "iu":
            raise Malformed(
                f"actions is an array of whole numbers of the shape {self._chosen.shape}, "
                f"not {chosen.dtype} of {chosen.shape}"
            )
        self.kernel.tick(chosen.astype(np.int64, copy=False), self.points, self._what, self.late, self.order)
        self.ended[:] = self._what == 2
        if self._what.any():
            np.matmul(self.points, self._others, out=self.rewards, casting="unsafe")
        else:
            self.rewards[:] = 0
        self.kernel.fill_masks(self.masks)
        return self.rewards, self.ended

    def rollouts(self, steps: int) -> tuple[int, int]:
        """Play so many random actions at every table, without masks; gives the actions and the matches that ended."""
        if type(steps) is not int or steps < 0:
            raise Malformed(f"steps is a number from 0 up, not {steps!r}")
        matches = np.zeros(self.tables, np.int64)
        actions = self.kernel.rollouts(steps, matches)
        self.kernel.fill_masks(self.masks)
        return actions, int(matches.sum())

    @property
    def totals(self) -> NDArray[np.int64]:
        """The points of each party so far, table by table."""
        return np.array([self.kernel.totals(table) for table in range(self.tables)])
