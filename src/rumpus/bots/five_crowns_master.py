"""The master of Five Crowns: searches where Numba is installed, and else goes by what it has learned."""

from __future__ import annotations

import threading
from importlib.util import find_spec
from typing import Any

from rumpus.bots.base import Look, Move
from rumpus.bots.five_crowns_network import Learner
from rumpus.games.five_crowns.actions import DISCARDS, OUTS, TAKES, Take
from rumpus.games.five_crowns.cards import KIND
from rumpus.games.five_crowns.view import View

_compiling, _ready = threading.Lock(), threading.Event()


def compile_search() -> bool:
    """Compile the search, or load it compiled, in this process; says whether the extra `fast` is installed."""
    if find_spec("numba") is None:
        return False
    with _compiling:
        if not _ready.is_set():
            from rumpus.bots import five_crowns_seen  # noqa: PLC0415 - needs the extra

            five_crowns_seen.warm_up()
            _ready.set()
    return True


def can_search() -> bool:
    """Whether there is a compiled search; not while another thread compiles it, which no move can wait for."""
    return _ready.is_set() or (not _compiling.locked() and compile_search())


class Master(Learner):
    """Does what it has learned, unless another choice is clearly better in imagined worlds.

    The level sets how many worlds, not the clock, so the same seed plays the same match.
    """

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """Take a card or discard one."""
        usual = super().move(look, legal, at_s)
        if usual is None or not can_search():
            return usual
        from rumpus.bots import five_crowns_seen as search  # noqa: PLC0415 - needs the extra

        view: View = look()
        seen = search.what_is_seen(view, self.memory, self.options)
        action, pause_s = usual
        last = self._is_last_turn(view.public)
        if isinstance(action, Take):
            takes = action is TAKES[True]
            if last:
                return TAKES[search.takes_last(seen)], pause_s
            return TAKES[search.choose(seen, (int(takes), -1, 0), self.rng)[0] == 1], pause_s
        if last:
            return usual
        _, discard, out = search.choose(seen, (-1, KIND[action.card], int(action.out)), self.rng)
        return (OUTS if out else DISCARDS)[discard], pause_s
