"""A match under way: what every game's state offers, and the part of it that is alike in every game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, Self, TypeAlias, TypeVar

from rumpus.contract.actions import ABANDONED, STOPPED, Event, Go, Points, Result, Score, Seating, per_party
from rumpus.contract.errors import Illegal, Malformed
from rumpus.contract.views import PublicView, View

if TYPE_CHECKING:
    pass

DEAL, READY, PLAY, CALLED, OVER = range(5)
PHASES = ("deal", "ready", "play", "called", "over")  # what a view calls them
State: TypeAlias = "BaseState[Any]"
Parties = tuple[tuple[int, ...], ...]  # the seats that score together, party by party

V = TypeVar("V", bound=View)


class Shuffle(Protocol):
    """Where chance comes from; the rules never make any of their own."""

    def below(self, n: int) -> int:
        """Any of 0 … n-1, all equally likely."""
        ...

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """The same cards in any order, all equally likely."""
        ...


class BaseState(Generic[V]):
    """A match under way. Mutable; `copy` is cheap.

    A game derives from it and adds its cards: `to_act`, `legal`, `owed`, `copy`, and in `does` what each kind of
    action does.
    """

    __slots__ = (
        "dealer",
        "ended",
        "game",
        "phase",
        "players",
        "result",
        "round",
        "seating",
        "sheet",
        "totals",
        "turns",
    )
    over_clause: ClassVar[str]  # the clause that says when a match is over
    dealer_clause: ClassVar[str]  # the clause that says who deals the next round
    deal_clause: ClassVar[str]  # the clause that a deal at the wrong moment breaks
    views: ClassVar[Any]  # the module that builds the game's views: `public`, `private` and the class `View`
    does: ClassVar[dict[type, Callable[[Any, int | None, Any], list[Event]]]]  # what each kind of action does

    def __init__(self, game: Any, seating: Seating, parties: int) -> None:
        if not 0 <= seating.host < seating.players:
            raise Malformed(f"the host is a seat from 0 to {seating.players - 1}, not {seating.host}")
        self.game = game
        self.seating = seating
        self.players = seating.players
        self.dealer = seating.host  # who deals, or opens the round
        self.phase = DEAL
        self.round = 0
        self.turns = 0  # turns begun in this round, in a game in turns
        self.totals = per_party("head_start", game.options.head_start, parties) or (0,) * parties
        self.sheet: list[Points] = []  # the points of each round, oldest first
        self.ended: str | None = None  # why the last round ended, one of `Game.endings`
        self.result: Result | None = None

    # What a game adds

    @abstractmethod
    def to_act(self) -> Sequence[int]:
        """The seats that may act now."""
        ...

    @abstractmethod
    def legal(self, seat: int | None) -> list[Any]:
        """The canonical actions open to a seat now, or to the table (None); stable order."""
        ...

    @abstractmethod
    def owed(self, shuffle: Shuffle) -> Any | None:
        """The chance the house owes now (a deal, a reshuffle), or None."""
        ...

    @abstractmethod
    def copy(self) -> Self:
        """An independent state, equal to this one."""
        ...

    @abstractmethod
    def cards(self) -> list[int]:
        """Every card on the table and in hands, by its number: at any time those of `pack_in_play`."""
        ...

    def pack_in_play(self) -> Sequence[int]:
        """The cards that the rules put on the table for a round: one of each, unless the game says otherwise."""
        return range(len(self.game.pack.names))

    def at_a_glance(self, seat: int) -> tuple[list[Any], bool]:
        """The legal actions that can be told without long thought, and whether those are all."""
        return self.legal(seat), True

    def parties(self) -> Parties:
        """Who scores together: every seat for itself, unless the game says otherwise."""
        return tuple((seat,) for seat in range(self.players))

    def goes_on(self) -> bool:
        """Whether somebody can still move in this round. A state where nobody can never stays: the round is scored."""
        return True

    # What is alike in every game

    def apply(self, actor: int | None, action: Any) -> list[Event]:
        """Do it, or raise `Illegal` and change nothing. Gives the completed action and what follows from it."""
        do = self.does.get(type(action))
        if do is None:
            raise Malformed(f"{type(action).__name__} is not an action of {self.game.title}")
        return do(self, actor, action)

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
        """What the viewer sees, built from nothing: a seat, or a spectator (None)."""
        private = None if seat is None else self.private(seat)
        seen: V = self.views.View(seat=seat, public=self.public(), private=private)
        return seen

    def twin(self) -> Self:
        """The beginning of a copy: the part that is alike in every game."""
        new = object.__new__(type(self))
        new.game, new.seating, new.players = self.game, self.seating, self.players
        new.dealer, new.phase, new.round, new.turns = self.dealer, self.phase, self.round, self.turns
        new.totals, new.ended, new.result = self.totals, self.ended, self.result
        new.sheet = self.sheet[:]
        return new

    def resume(self, public: PublicView) -> None:
        """Take over from a view what is alike in every game."""
        self.phase = PHASES.index(public.phase)
        self.round, self.totals, self.result = public.round, public.totals, public.result
        self.sheet, self.ended = list(public.sheet), public.ended

    def seat(self, actor: int | None) -> int:
        """The seat that acts; only seats play cards."""
        if actor is None or not 0 <= actor < self.players:
            raise Malformed(f"only a seat from 0 to {self.players - 1} can do that, not {actor}")
        return actor

    # The beginning of a round

    def next_dealer(self) -> int | None:
        """The seat on the left of the last dealer; None where the first dealer is left to chance (T-01)."""
        if self.round:
            return (self.dealer + 1) % self.players
        return None if self.game.options.first_dealer == "random" else self.seating.host

    def choose_dealer(self, shuffle: Shuffle) -> int:
        """Who deals the next round."""
        dealer = self.next_dealer()
        return shuffle.below(self.players) if dealer is None else dealer

    def check_deal(self, actor: int | None, number: int, dealer: int) -> None:
        """A deal comes from the house, at its moment, with the round and the dealer that are due."""
        if actor is not None or self.phase != DEAL:
            raise Illegal(self.deal_clause, "deal-not-now")
        expected = self.next_dealer()
        if number != self.round + 1 or not 0 <= dealer < self.players or expected not in (None, dealer):
            raise Illegal(self.dealer_clause, "deal-dealer")

    def go(self, actor: int | None, action: Go, clause: str, not_dealer: str) -> list[Event]:
        """A race starts: the dealer says so, or the table does (T-03)."""
        if self.phase != READY:
            raise Illegal(clause, "go-not-now")
        if actor is not None and self.seat(actor) != self.dealer:
            raise Illegal(clause, not_dealer)
        self.phase = PLAY
        return [(actor, action)]

    # The end of a round, and of the match

    def score(self, points: Points, why: str, *, counts: bool = True) -> Event:
        """End the round: put its points on the sheet, and into the totals if it counts."""
        assert why in self.game.endings, why
        self.sheet.append(points)
        if counts:
            self.totals = tuple(map(sum, zip(self.totals, points, strict=True)))
        self.phase, self.ended = DEAL, why
        return None, Score(round=self.round, points=points, totals=self.totals, why=why)

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

    def end(self, actor: int | None, action: Result) -> list[Event]:
        """The table ends the match before the rules do: T-04 between rounds, T-02 when all people have left."""
        if self.phase == OVER:
            raise Illegal(self.over_clause, "match-over")
        if actor is not None or action.why == "finished":
            raise Illegal(self.over_clause, "result-follows")
        if action.why == "stopped" and STOPPED not in self.table_legal():
            raise Illegal("T-04", "stop-between-rounds")
        winners = () if action.why == "abandoned" else self.leaders()
        return [self.finish(action.why, winners)]

    def finish(self, why: Literal["finished", "stopped", "abandoned"], winners: tuple[int, ...]) -> Event:
        """Write the result."""
        self.phase = OVER
        self.result = Result(why=why, totals=self.totals, winners=winners)
        return None, self.result

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        slots = [name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ())]
        return all(getattr(self, name) == getattr(other, name) for name in slots)

    __hash__ = None  # type: ignore[assignment]  # a state changes, so it cannot be a key
