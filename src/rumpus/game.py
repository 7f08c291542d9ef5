"""The contract every game keeps: options, actions, states, refusals and outcomes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, ClassVar, Generic, Literal, Protocol, Self, TypeVar

import msgspec


class Malformed(Exception):
    """Something that cannot be read: a card that does not exist, a broken line, an option out of range."""


class Illegal(Exception):
    """An action against a clause of the rules; nothing has changed.

    `reason` is a key of the text catalogues and `facts` fill its blanks, because the rules speak no language.
    """

    def __init__(self, clause: str, reason: str, **facts: str | int) -> None:
        super().__init__(clause, reason, facts)
        self.clause = clause
        self.reason = reason
        self.facts = facts

    def __reduce__(self) -> tuple[Any, ...]:
        """Refusals come back from other processes whole."""
        return type(self).__new__, (type(self), *self.args), self.__dict__

    def __str__(self) -> str:
        facts = "".join(f", {key}={value}" for key, value in self.facts.items())
        return f"{self.clause}: {self.reason}{facts}"


class Pack:
    """The cards of a game: small ints inside the rules, short text outside."""

    def __init__(self, names: Sequence[str], title: str, expected: str) -> None:
        self.names = tuple(names)
        self.number = {name: number for number, name in enumerate(names)}
        self.title = title
        self.expected = expected

    def kind(self, card: str) -> int:
        """The int of a card."""
        try:
            return self.number[card]
        except (KeyError, TypeError):
            raise Malformed(f"there is no card {card!r} in {self.title}; {self.expected}") from None

    def kinds(self, cards: Iterable[str]) -> list[int]:
        """The ints of many cards."""
        try:
            return list(map(self.number.__getitem__, cards))
        except (KeyError, TypeError):
            return list(map(self.kind, cards))  # says which card it is

    def texts(self, kinds: Iterable[int]) -> tuple[str, ...]:
        """The cards as everybody outside the rules writes them."""
        return tuple(map(self.names.__getitem__, kinds))


HeadStart = Annotated[int, msgspec.Meta(ge=-500, le=500)]

# How the lobby shows an option: "x-group" is usual (the default), ages or experts; "x-is" says that the value is a
# seat; "x-choices" names values; "x-for" is race or turns, where it matters only there.
FOR_AGES = msgspec.Meta(extra_json_schema={"x-group": "ages"})
FOR_EXPERTS = msgspec.Meta(extra_json_schema={"x-group": "experts"})
PACES = msgspec.Meta(extra_json_schema={"x-choices": {"fast": 0.5, "normal": 1, "slow": 2}})


def handicap(usual: int | dict[str, int]) -> msgspec.Meta:
    """One number for each seat or side. `usual` is the number without a handicap, or that for up to so many players."""
    return msgspec.Meta(extra_json_schema={"x-group": "ages", "x-per": "party", "x-usual": usual})


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What a table may set before the start; every game adds its own."""

    first_dealer: Literal["host", "random"] = "host"  # T-01
    # a handicap: the points each seat (side) begins with
    head_start: Annotated[tuple[HeadStart, ...] | None, handicap(0)] = None
    # a handicap: bots take so many times as long
    bot_pace: Annotated[float, msgspec.Meta(ge=0.25, le=8), PACES] = 1.0


class Seating(msgspec.Struct, frozen=True):
    """Who sits down: how many seats, which one is the host, and the sides if the table arranged them (WS-02)."""

    players: int
    host: int = 0
    sides: tuple[tuple[int, ...], ...] | None = None


class Action(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", tag=str.lower, omit_defaults=True, gc=False):
    """One thing that happens. Asked for, recorded and told it is the same value, with more or fewer fields."""


Points = tuple[int, ...]


class Score(Action, frozen=True, kw_only=True):
    """The end of a round: points of it and totals so far, per seat (per side in Wackee Six)."""

    round: int
    points: Points
    totals: Points
    why: Literal["out", "tie", "stalemate", "standoff", "limit"]


class Result(Action, frozen=True, kw_only=True):
    """The end of a match. The table asks for `stopped` (T-04) or `abandoned` (T-02), the rules fill in the rest."""

    why: Literal["finished", "stopped", "abandoned"]
    totals: Points = ()
    winners: tuple[int, ...] | None = None


STOPPED = Result(why="stopped")
ABANDONED = Result(why="abandoned")


class Go(Action, frozen=True, kw_only=True):
    """A race starts: the dealer or starter says so, or the table for them (T-03)."""


class Shout(Action, frozen=True, kw_only=True):
    """The call that ends a race."""


Happened = tuple[int | None, Any]  # by whom (a seat, or None for the house and the table), and what


class Shuffle(Protocol):
    """Where chance comes from; the rules never make any of their own."""

    def below(self, n: int) -> int:
        """Any of 0 … n-1, all equally likely."""
        ...

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """The same cards in any order, all equally likely."""
        ...


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What one viewer sees: the public part, and the private part of a seat (None for a spectator)."""

    seat: int | None
    public: Any
    private: Any


class State(Protocol):
    """A match under way. Mutable; `copy` is cheap."""

    players: int
    round: int
    totals: Points
    sheet: list[Points]

    def to_act(self) -> Sequence[int]:
        """The seats that may act now."""
        ...

    def legal(self, seat: int | None) -> list[Any]:
        """The canonical actions open to a seat now, or to the table (None); stable order."""
        ...

    def at_a_glance(self, seat: int) -> tuple[list[Any], bool]:
        """The legal actions that can be told without long thought, and whether those are all."""
        ...

    def apply(self, actor: int | None, action: Any) -> list[Happened]:
        """Do it, or raise `Illegal` and change nothing. Gives the completed action and what follows from it."""
        ...

    def owed(self, shuffle: Shuffle) -> Any | None:
        """The chance the house owes now (a deal, a reshuffle), or None."""
        ...

    def view(self, seat: int | None) -> View:
        """What the viewer sees, built from nothing."""
        ...

    def outcome(self) -> Result | None:
        """How the match ended, or None while it goes on."""
        ...

    def copy(self) -> Self:
        """An independent state, equal to this one."""
        ...


def per_party(option: str, values: Points | None, parties: int) -> Points | None:
    """A handicap has one number for each seat or side, or is left out."""
    if values is not None and len(values) != parties:
        raise Malformed(f"{option} has one number for each of the {parties} seats or sides, not {len(values)}")
    return values


DEAL, READY, PLAY, CALLED, OVER = range(5)
PHASES = ("deal", "ready", "play", "called", "over")  # what a view calls them


V = TypeVar("V", bound=View)


class Match(Generic[V]):
    """The part of a state that is alike in every game: whose match it is, the score sheet and the end."""

    __slots__ = ("game", "phase", "players", "result", "round", "seating", "sheet", "totals")
    over_clause: ClassVar[str]  # the clause that says when a match is over
    views: ClassVar[Any]  # the module that builds the game's views
    does: ClassVar[dict[type, Callable[[Any, int | None, Any], list[Happened]]]]  # what each kind of action does

    def __init__(self, game: Any, seating: Seating, parties: int) -> None:
        if not 0 <= seating.host < seating.players:
            raise Malformed(f"the host is a seat from 0 to {seating.players - 1}, not {seating.host}")
        self.game = game
        self.seating = seating
        self.players = seating.players
        self.phase = DEAL
        self.round = 0
        self.totals = per_party("head_start", game.options.head_start, parties) or (0,) * parties
        self.sheet: list[Points] = []  # the points of each round, oldest first
        self.result: Result | None = None

    def apply(self, actor: int | None, action: Any) -> list[Happened]:
        """Do it, or raise and change nothing."""
        do = self.does.get(type(action))
        if do is None:
            raise Malformed(f"{type(action).__name__} is not an action of {self.game.title}")
        return do(self, actor, action)

    @abstractmethod
    def legal(self, seat: int | None) -> list[Any]:
        """The canonical actions open to a seat now, or to the table (None)."""
        ...

    def at_a_glance(self, seat: int) -> tuple[list[Any], bool]:
        """The legal actions that can be told without long thought, and whether those are all: here they always are."""
        return self.legal(seat), True

    def outcome(self) -> Result | None:
        """How the match ended, or None while it goes on."""
        return self.result

    def public(self) -> Any:
        """What everybody sees."""
        return self.views.public(self)

    def private(self, seat: int) -> Any:
        """What only this seat sees."""
        return self.views.private(self, self.seat(seat))

    def view(self, seat: int | None) -> V:
        """What the viewer sees: a seat, or a spectator (None)."""
        private = None if seat is None else self.private(seat)
        seen: V = self.views.View(seat=seat, public=self.public(), private=private)
        return seen

    def twin(self) -> Self:
        """The beginning of a copy: the part that is alike in every game."""
        new = object.__new__(type(self))
        new.game, new.seating, new.players = self.game, self.seating, self.players
        new.phase, new.round, new.totals, new.result = self.phase, self.round, self.totals, self.result
        new.sheet = self.sheet[:]
        return new

    def resume(self, public: Any) -> None:
        """Take over from a view what is alike in every game."""
        self.phase = PHASES.index(public.phase)
        self.round, self.totals, self.result = public.round, public.totals, public.result
        self.sheet = list(public.sheet)

    def leaders(self) -> tuple[int, ...]:
        """Who would win if the totals decided now."""
        best = min(self.totals) if self.game.lowest_wins else max(self.totals)
        return tuple(i for i, total in enumerate(self.totals) if total == best)

    def table_legal(self) -> list[Result]:
        """How the table may end the match now."""
        if self.phase == OVER:
            return []
        between = self.phase == DEAL and self.round > 0
        return [STOPPED, ABANDONED] if between else [ABANDONED]

    def end(self, actor: int | None, action: Result) -> list[Happened]:
        """The table ends the match before the rules do: T-04 between rounds, T-02 when all people have left."""
        if self.phase == OVER:
            raise Illegal(self.over_clause, "match-over")
        if actor is not None or action.why == "finished":
            raise Illegal(self.over_clause, "result-follows")
        if action.why == "stopped" and STOPPED not in self.table_legal():
            raise Illegal("T-04", "stop-between-rounds")
        winners = () if action.why == "abandoned" else self.leaders()
        return [self.finish(action.why, winners)]

    def finish(self, why: Literal["finished", "stopped", "abandoned"], winners: tuple[int, ...]) -> Happened:
        """Write the result."""
        self.phase = OVER
        self.result = Result(why=why, totals=self.totals, winners=winners)
        return None, self.result

    def tally(self, points: Points, *, counts: bool = True) -> None:
        """Put a round's points on the sheet, and into the totals if it counts."""
        self.sheet.append(points)
        if counts:
            self.totals = tuple(map(sum, zip(self.totals, points, strict=True)))

    def seat(self, actor: int | None) -> int:
        """The seat that acts; only seats play cards."""
        if actor is None or not 0 <= actor < self.players:
            raise Malformed(f"only a seat from 0 to {self.players - 1} can do that, not {actor}")
        return actor

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        slots = [name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ())]
        return all(getattr(self, name) == getattr(other, name) for name in slots)

    __hash__ = None  # type: ignore[assignment]  # a state changes, so it is no key


class Game(Protocol):
    """The rules under one set of options: a value, shared by every table that plays by them."""

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    lowest_wins: ClassVar[bool]
    race: ClassVar[bool]
    options_type: ClassVar[type[Options]]
    action_type: ClassVar[Any]
    view_type: ClassVar[type[View]]
    actions: ClassVar[Sequence[Action]]
    options: Options

    def new(self, seating: Seating) -> State:
        """A match about to begin; raises `Illegal` for a number of players the rules do not know."""
        ...

    def imagine(self, view: Any, shuffle: Shuffle) -> State:
        """A state that looks just like this to the viewer; what the viewer cannot see is shuffled."""
        ...

    def told(self, by: int | None, action: Any, seat: int | None) -> Any:
        """The action as this viewer is told of it: without the cards it may not know."""
        ...
