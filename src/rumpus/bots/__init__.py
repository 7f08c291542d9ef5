"""The bots, and the one registry of them: by game, by name."""

from __future__ import annotations

from rumpus.bots import five_crowns, wackee_six, wig_out
from rumpus.bots.base import Bot
from rumpus.bots.random_bot import RandomBot
from rumpus.game import Malformed

BOTS: dict[str, dict[str, type[Bot]]] = {
    "five_crowns": {"random": RandomBot, "greedy": five_crowns.Greedy},
    "wackee_six": {"random": RandomBot, "greedy": wackee_six.Greedy},
    "wig_out": {"random": RandomBot, "greedy": wig_out.Greedy},
}


def bot(game: str, name: str) -> type[Bot]:
    """The kind of bot that goes by this name in this game."""
    known = BOTS[game]
    if name not in known:
        raise Malformed(f"there is no bot {name!r} for this game; its bots are {', '.join(known)}")
    return known[name]
