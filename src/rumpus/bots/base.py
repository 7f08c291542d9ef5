"""What every bot is: it is told what its seat is told, looks at its seat's view, and says what it does and when."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from rumpus.contract import Event, Game, Options, Result, Score

Move = tuple[Any, float]  # the action, and after how many seconds it lands on the table
Look = Callable[[], Any]
BotKind = Callable[[int, Options, Random], "Bot"]  # makes the bot of a seat; a class derived from Bot is one


class Bot:
    """A player of one seat. It knows the options, its own random numbers, and what a person on its seat would see.

    A bot of one's own overrides `move`, and `saw` if it remembers things.
    """

    def __init__(self, seat: int, options: Options, rng: Random) -> None:
        self.seat = seat
        self.options = options
        self.rng = rng

    def saw(self, by: int | None, action: Any, at_s: float) -> None:
        """Something happened, told as this seat is told of it (`Game.told`)."""

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """What to do, and after how long; None to wait until something changes. `look` gives the seat's view."""
        raise NotImplementedError

    def reaction(self, median_s: float, spread: float = 0.35) -> float:
        """A human delay: log-normal, as reaction times are, so that now and then one is slow."""
        return self.rng.lognormvariate(0.0, spread) * median_s


def stand_in(rules: Game, kind: BotKind, seat: int, history: Iterable[tuple[float, Event]], rng: Random) -> Bot:
    """A bot that takes a seat in mid-match: it is told first what the seat was told so far."""
    bot = kind(seat, rules.options, rng)
    for at_s, (by, action) in history:
        bot.saw(by, rules.told(by, action, seat), at_s)
    return bot


PHRASES = ("good-luck", "well-played", "what-a-round", "good-game")  # keys of the catalogues, without `phrase-`


def phrase(action: Any, rng: Random) -> str | None:
    """What a bot says to something that happened, now and then: before the first round, after a round, at the end."""
    if isinstance(action, Result):
        return "good-game" if rng.random() < 0.5 else None
    if isinstance(action, Score):
        return rng.choice(("well-played", "what-a-round")) if rng.random() < 0.1 else None
    first = getattr(action, "round", None) == 1
    return "good-luck" if first and rng.random() < 0.4 else None
