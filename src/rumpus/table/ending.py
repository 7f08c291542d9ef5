"""When the table itself ends a match that goes on for ever. This is a limit of the table, not a rule of a game."""

from __future__ import annotations

from rumpus.contract import ABANDONED, DEAL, STOPPED, Result
from rumpus.table.match import Match

# A match is kept in memory and replayed when its table is loaded, at about 30 us a line. The longest match that was
# simulated, at the highest target of any game, has 14,822 lines and 59 rounds.
MOST_LINES = 30_000
MOST_ROUNDS = 200
MORE_LINES = 3_000  # so many more are allowed for the round under way to come to its end


def ending(match: Match) -> Result | None:
    """How the table ends this match now, if it is too long.

    Between two rounds it is stopped with the totals so far (T-04). A round that never ends cannot be stopped by the
    rules, and is abandoned.
    """
    lines = len(match.history)
    if lines < MOST_LINES and match.state.round < MOST_ROUNDS:
        return None
    if match.state.phase == DEAL and match.state.round:
        return STOPPED
    return ABANDONED if lines >= MOST_LINES + MORE_LINES else None
