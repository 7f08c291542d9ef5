"""What everybody at the table has seen, but a view no longer shows."""

from __future__ import annotations

from typing import Any


class Memory:
    """What a careful observer remembers of a match, from public facts: `saw` is called for everything that happens.

    It stands beside a view: `Game.imagine(view, shuffle, memory)` keeps to both. This one remembers nothing, for games
    whose views show all that anybody has seen.
    """

    def saw(self, by: int | None, action: Any) -> None:
        """Something happened, told as any viewer is told of it (`Game.told`); the cards of one seat alone are left out.

        Actions that a seat was told with its own cards, and the facts of a record, may be passed too.
        """
