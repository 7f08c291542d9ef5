"""What the kernel of every game offers: arrays for many tables, masks, a step, random play."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from rumpus.contract import Game, Malformed
from rumpus.driver import QUIET_S, STANDOFF_S
from rumpus.research.encodings import Encoding
from rumpus.research.kernels.bits import streams

TICK_S = 0.15


class Kernel:
    """Many tables of one game. `encoding` numbers its actions; waiting is one more."""

    game: ClassVar[str]
    refuses: ClassVar[dict[str, object]] = {}  # options that the kernel has only with this value
    rules: Game

    def __init__(self, encoding: Encoding, tables: int, seed: int) -> None:
        self.encoding, self.rules, self.players, self.tables = encoding, encoding.rules, encoding.players, tables
        for option, value in self.refuses.items():
            if getattr(self.rules.options, option) != value:
                raise Malformed(f"batches of {self.rules.title} have the option {option} only as {value}")
        self.rng = streams(tables, seed)
        self.patience = int((QUIET_S + STANDOFF_S) / TICK_S)  # T-08, in ticks
        self.arrange()

    def first_dealer(self) -> int:
        """Who deals first; -1 for anybody."""
        first = self.rules.options.first_dealer
        return 0 if first == "host" else -1 if first == "random" else int(first)

    def arrange(self) -> None:
        """Lay out the arrays and begin a match at every table."""
        raise NotImplementedError

    def fill_masks(self, out: Any) -> None:
        """Which actions are legal, for every seat of every table."""
        raise NotImplementedError

    def fill_sample(self, out: Any) -> None:
        """A random legal action for every seat of every table."""
        raise NotImplementedError

    def tick(self, actions: Any, points: Any, ended: Any, late: Any, order: Any) -> None:
        """What all seats chose happens, in an order that is noted; an action that is not legal any more comes late.

        Notes the points of rounds that ended for each seat, and what has ended (1 a round, 2 a match).
        """
        raise NotImplementedError

    def rollouts(self, steps: int, matches: Any) -> int:
        """So many random actions at every table; adds to the matches that ended, and gives the number of actions."""
        raise NotImplementedError

    def dealt(self, table: int) -> Any:
        """The deal of the round as the rules state it, right after it was dealt."""
        raise NotImplementedError

    def totals(self, table: int) -> tuple[int, ...]:
        """The points of each party so far."""
        raise NotImplementedError


class Eyes:
    """The tables of a kernel as their seats see them, in the numbers of the encoding.

    Where a block lies is asked of the encoding, by its name; only what its numbers mean is written a second time.
    """

    blocks: ClassVar[tuple[str, ...]]  # the names of all blocks, in the order of `at`

    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel
        offsets = kernel.encoding.offsets
        if set(offsets) != set(self.blocks):
            raise Malformed(f"the encoding of {kernel.rules.title} has other blocks than its kernel fills in")
        self.at = np.array([offsets[name] for name in self.blocks])
        self.scale = float(kernel.encoding.scale)

    def fill(self, out: Any) -> None:
        """What every seat of every table sees, as [table, seat, number]."""
        raise NotImplementedError
