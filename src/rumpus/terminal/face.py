"""The base class for how a game is shown, described and typed at the terminal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from rumpus.contract import Game, Go, Result, Score, Shout, Standoff
from rumpus.lines import Commit, Ready, Reveal, Sits
from rumpus.terminal.sentences import DOT, Sentences, echo, row

ROUNDS_SHOWN = 11  # as many as fit on a line; of a longer match the last ones
BEFORE, TIE = 8, 5  # columns of what comes before the rounds that are shown, and of a tie-break
NAME_SHOWN = 24


class Unclear(Exception):
    """What was typed is not a move of the game. The message says what was expected."""


class Face(ABC):
    """How one viewer sees a game in the terminal. A party is who scores together: a seat, or a side."""

    help: ClassVar[str]  # key of the message that lists the game's commands

    def __init__(self, words: Sentences, rules: Game, parties: Sequence[Sequence[int]]) -> None:
        self.words = words
        self.rules = rules
        self.options: Any = rules.options
        self.sides = [tuple(seats) for seats in parties]
        self.parties = [words.side(seats) for seats in parties]
        self.width = min(NAME_SHOWN, max(map(len, [*self.parties, words.say("term-sheet")])))  # of the column of names
        self.mine = next((side for side, seats in enumerate(self.sides) if words.me in seats), None)

    # Showing the table

    @abstractmethod
    def title(self, public: Any) -> str:
        """The number and kind of the round."""

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
        """A question to the person, where it is not obvious what they can do."""

    def left(self, public: Any) -> list[str]:
        """What is left in the hands after a round."""
        return []

    def left_rows(self, hands: Sequence[Sequence[str]]) -> list[str]:
        """Rows with the cards left in the hands, if there are any."""
        rows = [row(name, hand) for name, hand in zip(self.words.names, hands, strict=True) if hand]
        return ["  " + self.words.say("term-left"), *rows] if rows else []

    def overview(self, public: Any) -> list[str]:
        """The round and the scores."""
        scores = [f"{name} {total}" for name, total in zip(self.parties, public.totals, strict=True)]
        return [row(f"{self.title(public)}:", scores)]

    def sheet(self, public: Any) -> list[str]:
        """The score sheet: a row for every party with its head start, the latest rounds, the total, and tie-breaks.

        Each row adds up: what is not shown of a long match stands in one column before the rounds that are.
        """
        ties = self.rules.tie_breaks(public)
        counted = public.sheet[: len(public.sheet) - len(ties)]
        first = self._first_shown(public, counted, len(ties))
        before = self._without(public.totals, counted[first:])
        start = self._before(first) if any(before) else ""
        wide = BEFORE if start else 0
        numbers = "".join(f"{number:4}" for number in range(first + 1, len(counted) + 1))
        extra = "".join(f"{self.words.say('term-tie-break', number=at):>{TIE}}" for at in range(1, len(ties) + 1))
        head = f"  {self.words.say('term-sheet'):{self.width}}{start:>{wide}}{numbers}"
        lines = [f"{head}{self.words.say('term-total'):>7}{extra}"]
        for party, name in enumerate(self.parties):
            points = "".join(f"{points[party]:4}" for points in counted[first:])
            begun = f"{before[party]:{wide}}" if start else ""
            after = "".join(f"{'-' if row[party] is None else row[party]:>{TIE}}" for row in ties)
            lines.append(f"  {name[: self.width]:{self.width}}{begun}{points}{public.totals[party]:7}{after}")
        return lines

    def _first_shown(self, public: Any, counted: Sequence[Sequence[int]], ties: int) -> int:
        """How many rounds are left out because they do not fit on the line."""
        room = ROUNDS_SHOWN - -(-ties * TIE // 4)
        if len(counted) > room or any(self._without(public.totals, counted)):
            room -= BEFORE // 4
        return max(0, len(counted) - room)

    def _without(self, totals: Sequence[int], rounds: Sequence[Sequence[int]]) -> list[int]:
        """The totals without the points of these rounds."""
        return [total - sum(points[party] for points in rounds) for party, total in enumerate(totals)]

    def _before(self, first: int) -> str:
        """What the column before the rounds says: the head start, or the rounds that are not shown."""
        return self.words.say("term-start") if not first else f"1-{first}"

    def card(self, name: str) -> str:
        """A card as the terminal shows it and as it is typed."""
        return name

    def starter(self, public: Any) -> int:
        """The seat that says GO in a race."""
        seat: int = public.dealer
        return seat

    # Describing events

    def event(self, by: int | None, action: Any) -> str:
        """One short line on something that happened."""
        match action:
            case Ready() | Sits() | Reveal() | Commit():
                return self._fact(by, action)
            case Standoff():
                return self.words.say("term-table-standoff")
            case Score(round=number, why=why):
                return self.words.say("term-round-over", round=number, why=why)
            case Result():
                return self._result(action)
        return self.told(by, action)

    def _fact(self, by: int | None, fact: Ready | Sits | Reveal | Commit) -> str:
        match fact:
            case Ready():
                return self.words.act("term-ready", by)
            case Sits(seat=seat, name=name):
                return self.words.say("term-sits", name=name, seat=seat)
            case Reveal(seeds=seeds):
                return self.words.say("term-reveal", count=len(seeds))
        return self.words.say("term-commit")

    @abstractmethod
    def told(self, by: int | None, action: Any) -> str:
        """One short line on an action of the game itself."""

    def quiet(self, by: int | None, action: Any) -> bool:
        """Whether a line on this would only distract somebody who plays."""
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

    # Reading moves

    @abstractmethod
    def read(self, typed: str, view: Any) -> Any:
        """The move that was typed; the rules say whether it is legal. Raises `Unclear`."""

    @abstractmethod
    def expected(self, typed: str, view: Any) -> Unclear:
        """The error for a line that is not a move."""

    def doubt(self, action: Any, view: Any) -> str | None:
        """A question before a move that is probably a mistake; typing it again confirms it."""
        return None

    @abstractmethod
    def write(self, action: Any, view: Any) -> str:
        """What to type for a legal move."""

    def write_common(self, action: Any) -> str | None:
        """What to type for a move that all races have, or None."""
        if isinstance(action, Go):
            return self.words.say("term-type-go")
        return "!" if isinstance(action, Shout) else None

    def unclear(self, key: str, typed: str, **facts: str | int) -> Unclear:
        """An error that repeats what was typed and says what was expected."""
        return Unclear(self.words.say(key, typed=echo(typed), **facts))
