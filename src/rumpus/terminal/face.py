"""What every game shows, tells and reads at the terminal; each game adds its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from rumpus.contract import Game, Go, Result, Score, Shout
from rumpus.lines import Ready, Sits
from rumpus.terminal.words import DOT, Words, echo, row

ROUNDS_SHOWN = 11  # what fits a line; of a longer match the latest
NAME_SHOWN = 24


class Unclear(Exception):
    """What was typed is no move of the game; the sentence says what was expected."""


class Face(ABC):
    """A game as one viewer meets it in the terminal. A party is who scores together: a seat, or a side."""

    help: ClassVar[str]  # the message that lists the game's commands

    def __init__(self, words: Words, rules: Game, parties: Sequence[Sequence[int]]) -> None:
        self.words = words
        self.options: Any = rules.options
        self.sides = [tuple(seats) for seats in parties]
        self.parties = [words.side(seats) for seats in parties]
        self.width = min(NAME_SHOWN, max(map(len, [*self.parties, words.say("term-sheet")])))  # of a column of parties
        self.mine = next((side for side, seats in enumerate(self.sides) if words.me in seats), None)

    # What is shown

    @abstractmethod
    def title(self, public: Any) -> str:
        """Which round this is."""

    @abstractmethod
    def others(self, public: Any) -> list[str]:
        """What everybody can see of the other players."""

    @abstractmethod
    def middle(self, public: Any) -> list[str]:
        """What lies in the middle of the table."""

    @abstractmethod
    def own(self, view: Any, legal: Sequence[Any]) -> list[str]:
        """The person's own cards."""

    @abstractmethod
    def asks(self, view: Any, legal: Sequence[Any]) -> str | None:
        """What the person can do now, where that is not plain to see."""

    def left(self, public: Any) -> list[str]:
        """What is left in the hands after a round."""
        return []

    def left_rows(self, hands: Sequence[Sequence[str]]) -> list[str]:
        """The same in rows, if anybody has anything left."""
        rows = [row(name, hand) for name, hand in zip(self.words.names, hands, strict=True) if hand]
        return ["  " + self.words.say("term-left"), *rows] if rows else []

    def overview(self, public: Any) -> list[str]:
        """The round and the scores."""
        scores = [f"{name} {total}" for name, total in zip(self.parties, public.totals, strict=True)]
        return [row(f"{self.title(public)}:", scores)]

    def sheet(self, public: Any) -> list[str]:
        """The score sheet: a row for every party, the latest rounds, the total."""
        first = max(0, len(public.sheet) - ROUNDS_SHOWN)
        rounds = public.sheet[first:]
        numbers = "".join(f"{number:4}" for number in range(first + 1, len(public.sheet) + 1))
        lines = [f"  {self.words.say('term-sheet'):{self.width}}{numbers}{self.words.say('term-total'):>7}"]
        for party, name in enumerate(self.parties):
            points = "".join(f"{points[party]:4}" for points in rounds)
            lines.append(f"  {name[: self.width]:{self.width}}{points}{public.totals[party]:7}")
        return lines

    def card(self, name: str) -> str:
        """A card as the terminal shows it and as one types it."""
        return name

    def starter(self, public: Any) -> int:
        """The seat that says GO in a race."""
        seat: int = public.dealer
        return seat

    # What is told

    def event(self, by: int | None, action: Any) -> str:
        """One short line on something that happened."""
        act = self.words.act
        match action:
            case Ready():
                return act("term-ready", by)
            case Sits(seat=seat, name=name):
                return self.words.say("term-sits", name=name, seat=seat)
            case Score(round=number, why=why):
                return self.words.say("term-round-over", round=number, why=why)
            case Result():
                return self._result(action)
        return self.told(by, action)

    @abstractmethod
    def told(self, by: int | None, action: Any) -> str:
        """The same, of the game's own actions."""

    def quiet(self, by: int | None, action: Any) -> bool:
        """Whether a line on this would only be in the way of somebody who plays."""
        return False

    def points(self, score: Score) -> str:
        """Points and totals of a round in one line."""
        each = zip(self.parties, score.points, score.totals, strict=True)
        return DOT.join(f"{name} {points:+d} = {total}" for name, points, total in each)

    def _result(self, result: Result) -> str:
        say = self.words.say
        winners = result.winners or ()
        if not winners:
            return say("term-nobody-wins")
        who = self.words.listed([self.parties[winner] for winner in winners])
        points = result.totals[winners[0]]
        if len(winners) > 1:
            return say("term-shared", who=who, points=points)
        return say("term-won", who=who, points=points, me="yes" if winners[0] == self.mine else "no")

    # What is typed

    @abstractmethod
    def read(self, typed: str, view: Any) -> Any:
        """The move that a line stands for; the rules say whether it is allowed. Raises `Unclear`."""

    @abstractmethod
    def expected(self, typed: str, view: Any) -> Unclear:
        """The complaint about a line that is no move."""

    def doubt(self, action: Any, view: Any) -> str | None:
        """A question before a move that is probably a slip; typing the same again confirms it."""
        return None

    @abstractmethod
    def write(self, action: Any, view: Any) -> str:
        """What one types for a legal move."""

    def write_common(self, action: Any) -> str | None:
        """The same for moves that are alike in the races."""
        if isinstance(action, Go):
            return self.words.say("term-type-go")
        return "!" if isinstance(action, Shout) else None

    def unclear(self, key: str, typed: str, **facts: str | int) -> Unclear:
        """A complaint that repeats what was typed, and says what was expected."""
        return Unclear(self.words.say(key, typed=echo(typed), **facts))
