"""The base class of bots: a bot sees what its seat sees, and decides on an action and how long it takes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from random import Random
from typing import Any, Literal, get_args

from rumpus.contract import Event, Game, Options, Result, Score

Level = Literal["beginner", "casual", "skilled", "expert", "master"]
LEVELS: tuple[Level, ...] = get_args(Level)  # the bots that a table offers
Move = tuple[Any, float]  # an action, and the seconds until it reaches the table
Look = Callable[
    [], Any
]  # gives the seat's view; a function, because building a view costs time and not every bot looks
BotKind = Callable[[int, Options, Random], "Bot"]  # creates the bot for a seat; a subclass of Bot is one


class Bot:
    """A bot on one seat. It knows the options, has its own random numbers, and sees what a person there would see.

    To write your own, override `move`, and `saw` if the bot remembers things.
    """

    def __init__(self, seat: int, options: Options, rng: Random) -> None:
        self.seat = seat
        self.options = options
        self.rng = rng

    def saw(self, by: int | None, action: Any, at_s: float) -> None:
        """Called for everything that happens, `at_s` seconds into the match, with what this seat may know of it."""

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """The next move, or None to wait until something changes. `look` gives the seat's view."""
        raise NotImplementedError

    def looks_again(self, action: Any, planned: Any) -> bool:
        """In a race: whether what somebody else did spoils the move that this bot is about to make.

        If so, the move is dropped, unless the card is in the air already, and the bot is asked again.
        """
        return False

    def reaction(self, median_s: float, spread: float = 0.35) -> float:
        """A human reaction time in seconds: log-normal, so that now and then one is slow."""
        return self.rng.lognormvariate(0.0, spread) * median_s


def stand_in(
    rules: Game, kind: BotKind, seat: int, history: Iterable[tuple[float, Event]], rng: Random
) -> Generator[None, None, Bot]:
    """A bot that takes over a seat in mid-match; it is first told what that seat has been told, one event at a time."""
    bot = kind(seat, rules.options, rng)
    if type(bot).saw is not Bot.saw:
        for at_s, (by, action) in history:
            bot.saw(by, rules.told(by, action, seat), at_s)
            yield
    return bot


PHRASES = ("good-luck", "well-played", "what-a-round", "good-game")  # keys of the catalogues, without `phrase-`


def phrase(action: Any, rng: Random) -> str | None:
    """What a bot says about an action, if anything: now and then at the first deal, after a round and at the end."""
    if isinstance(action, Result):
        return "good-game" if rng.random() < 0.5 else None
    if isinstance(action, Score):
        return rng.choice(("well-played", "what-a-round")) if rng.random() < 0.1 else None
    first = getattr(action, "round", None) == 1
    return "good-luck" if first and rng.random() < 0.4 else None
