"""The interface of an encoding: a seat's view as a list of numbers, and its actions as integers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import index, itemgetter
from typing import Any, ClassVar

import msgspec

from rumpus.contract import Action, Game, Malformed, Parties, Points
from rumpus.shuffle import Shuffle

MOST_POINTS = 10.0  # points are divided by `scale` and cut off here, so that every number has bounds


class Block(msgspec.Struct, frozen=True):
    """Neighbouring numbers of an observation that say the same thing, and the least and the most that each may be."""

    name: str
    size: int
    low: float = 0.0
    high: float = 1.0


class Encoding:
    """How a seat of one game sees a match as numbers, and its actions as integers.

    Seats are counted from the viewer, clockwise, so that one policy can play every seat. A changed encoding or reward
    gets another `version`, which is part of the names of environments.
    """

    version: ClassVar[int] = 0
    scale: ClassVar[float]  # points of a round that are worth a reward of 1
    remembers: ClassVar[bool] = False  # there is something to remember beside the view

    def __init__(self, rules: Game, players: int, *, memory: bool = False) -> None:
        self.rules = rules
        self.players = rules.new(players).players  # refuses what the rules refuse
        self.memory = memory and self.remembers
        self.blocks = tuple(self.layout())
        self.size = sum(block.size for block in self.blocks)
        self.actions = self.count_actions()
        self.wait = self.actions  # the number of waiting, where an environment has it

    # What a game says

    def layout(self) -> list[Block]:
        """The blocks of an observation, in order."""
        raise NotImplementedError

    def numbers(self, view: Any, memory: Any) -> list[float]:
        """The numbers of all blocks; `memory` is the game's memory of what everybody saw, or None."""
        raise NotImplementedError

    def count_actions(self) -> int:
        """How many integers stand for actions."""
        return len(self.rules.actions)

    def number(self, action: Action) -> int:
        """The integer of a canonical action."""
        return self.place_of[action]

    def canonical(self, view: Any, action: Any) -> Action:
        """The canonical action that one as it happened was: without what the table filled in.

        `view` is what the seat saw before it.
        """
        defaults = {field.name: field.default for field in msgspec.structs.fields(action)}
        filled = {name: defaults[name] for name in action.filled_in}
        same: Action = msgspec.structs.replace(action, **filled) if filled else action
        return same

    # What is alike in every game

    @property
    def place_of(self) -> dict[Action, int]:
        """Where each canonical action stands in `Game.actions`."""
        found = _PLACES.get(type(self.rules))
        if found is None:
            found = _PLACES[type(self.rules)] = {action: place for place, action in enumerate(self.rules.actions)}
        return found

    @property
    def offsets(self) -> dict[str, int]:
        """Where each block begins."""
        starts = accumulate((block.size for block in self.blocks), initial=0)
        return {block.name: start for block, start in zip(self.blocks, starts, strict=False)}

    @property
    def name(self) -> str:
        """The name of the game with the version of its encoding."""
        return f"{self.rules.name}_v{self.version}"

    def encode(self, view: Any, memory: Any = None) -> list[float]:
        """What a seat sees, as `size` numbers within the bounds of their blocks."""
        return self.numbers(view, memory if self.memory else None)

    def numbered(self, legal: Iterable[Action]) -> dict[int, Any]:
        """The legal actions by their integers, in the order of the integers."""
        numbers = {self.number(action): action for action in legal}
        return dict(sorted(numbers.items(), key=itemgetter(0)))

    def legal(self, view: Any) -> dict[int, Any]:
        """The same from a seat's view alone: what is hidden makes no difference to what the seat may do."""
        return self.numbered(self.rules.imagine(view, Shuffle(0)).legal(view.seat))

    def rewards(self, before: Points, after: Points, parties: Parties) -> list[float]:
        """The reward of each seat for what the totals gained: the mean of the other parties against its own, scaled.

        Parties get rewards that add up to zero; partners get the same.
        """
        gained = [new - old for old, new in zip(before, after, strict=True)]
        total, others = sum(gained), len(gained) - 1
        sign = 1.0 if self.rules.lowest_wins else -1.0
        seats = [0.0] * self.players
        for points, party in zip(gained, parties, strict=True):
            for seat in party:
                seats[seat] = sign * ((total - points) / others - points) / self.scale
        return seats

    def points(self, totals: Sequence[int]) -> list[float]:
        """Totals as numbers, within bounds."""
        return [max(-MOST_POINTS, min(MOST_POINTS, total / self.scale)) for total in totals]

    def check(self, number: Any, legal: dict[int, Any]) -> Any:
        """The legal action of an integer; raises `Malformed` with a sentence that lists those that there are."""
        try:
            return legal[index(number)]  # the numbers of numpy are fine too
        except (KeyError, TypeError):
            there = ", ".join(map(str, legal)) or "none"
            raise Malformed(f"the action {number!r} is not legal now; legal are {there}") from None


_PLACES: dict[type[Game], dict[Action, int]] = {}


def turned(values: Sequence[Any], first: int) -> list[Any]:
    """The values of all seats (or sides), beginning with this one."""
    return [*values[first:], *values[:first]]


def one_hot(size: int, at: int | None) -> list[float]:
    """A one at a place among zeros; zeros alone for None."""
    row = [0.0] * size
    if at is not None:
        row[at] = 1.0
    return row


def counts(size: int, kinds: Iterable[int], most: float = 1.0) -> list[float]:
    """How often each kind is there, as a part of the most that there can be."""
    row = [0.0] * size
    for kind in kinds:
        row[kind] += 1.0 / most
    return row


def share(value: float, most: float) -> float:
    """A number as a part of the most that it usually is, cut off at one."""
    return min(1.0, value / most)
