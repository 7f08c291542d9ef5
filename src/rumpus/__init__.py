"""Rumpus: card games as a library, a server and a terminal program.

`import rumpus` offers the names below, loaded when they are first used (docs/api.md). Everything else is internal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rumpus.api import (
        BOTS,
        GAMES,
        Bot,
        BotFault,
        Damaged,
        EndlessError,
        Game,
        Illegal,
        Malformed,
        MissingExtra,
        Record,
        Result,
        RumpusError,
        Seating,
        Shuffle,
        SimulatedMatch,
        SolvedHand,
        State,
        fast,
        load_bot,
        load_game,
        make_record,
        melds,
        parse_record,
        read_record,
        replay,
        seeded,
        simulate_matches,
        verify,
        write_record,
    )
else:

    def __getattr__(name: str) -> object:
        """A public name (PEP 562), so that the command line and thinking processes start without the whole library."""
        if name not in __all__:
            raise AttributeError(f"module 'rumpus' has no attribute {name!r}")
        from rumpus import api  # noqa: PLC0415 - as above

        return getattr(api, name)


__all__ = [
    "BOTS",
    "GAMES",
    "Bot",
    "BotFault",
    "Damaged",
    "EndlessError",
    "Game",
    "Illegal",
    "Malformed",
    "MissingExtra",
    "Record",
    "Result",
    "RumpusError",
    "Seating",
    "Shuffle",
    "SimulatedMatch",
    "SolvedHand",
    "State",
    "fast",
    "load_bot",
    "load_game",
    "make_record",
    "melds",
    "parse_record",
    "read_record",
    "replay",
    "seeded",
    "simulate_matches",
    "verify",
    "write_record",
]


def __dir__() -> list[str]:
    return __all__
