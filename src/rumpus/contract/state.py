"""A match in progress: what the state of every game offers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from rumpus.contract import shown
from rumpus.contract.actions import Event, Result
from rumpus.contract.errors import Malformed
from rumpus.contract.rounds import PHASES, Rounds, Shuffle
from rumpus.contract.views import View

State: TypeAlias = "BaseState[View]"
"""A match under way, of any game; what it offers is in `BaseState`."""
PRIVATE_BYTES = 2048  # for games that do not say; beyond it frames grow in steps, which an observer may notice
Parties = tuple[tuple[int, ...], ...]  # the seats that score together, party by party

V_co = TypeVar("V_co", bound=View, covariant=True)


class BaseState(Rounds, Generic[V_co]):
    """A match in progress. Mutable; `copy` is cheap.

    A game derives from it and adds its cards: `to_act`, `legal`, `owed`, `copy`, and in `does` what each kind of
    action does.
    """

    __slots__ = ()
    views: ClassVar[Any]  # the module that builds the game's views: `public`, `private` and the class `View`
    does: ClassVar[dict[type, Callable[[Any, int | None, Any], list[Event]]]]  # what each kind of action does

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
        """The deal or reshuffle that is due now, or None."""
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
        """The legal actions that can be computed quickly, and whether these are all."""
        return self.legal(seat), True

    def quick_legal(self, seat: int) -> list[Any] | None:
        """All legal actions of a seat, if they can be computed quickly after all; otherwise None.

        Unlike what `at_a_glance` says, this may depend on hidden cards: nobody is told which of the two it was.
        """
        legal, complete = self.at_a_glance(seat)
        return legal if complete else None

    def private_bytes(self, seat: int) -> int:
        """The most bytes that JSON takes for what only this seat is told now, over all cards that it could hold.

        That is its private view, its legal actions, and its own card in what has just happened. The server pads frames
        to it, so that their length does not tell the cards. It follows from public facts alone.
        """
        return PRIVATE_BYTES

    def own_mark(self, seat: int) -> Hashable | None:
        """A value that stays equal while `private`, `at_a_glance` and `private_bytes` of this seat do, or None.

        A table tells each seat all of that after every action, and most actions change it for one seat only. It pays
        where the mark takes much less time than the rest.
        """
        return None

    def parties(self) -> Parties:
        """Who scores together: every seat for itself, unless the game says otherwise."""
        return tuple((seat,) for seat in range(self.players))

    def rivals(self, seat: int, action: Any) -> Sequence[int]:
        """In a race: the seats of other parties that could do something now which competes with this action.

        Two actions compete if it matters to one of them whether the other comes first. A table that takes them in the
        order in which players saw their chance waits for these seats. It follows from public facts alone, because a
        player can tell from the wait that there are some.
        """
        return ()

    def seen_to_act(self, seat: int) -> bool:
        """T-07: whether everybody can see that this seat has something to do. It follows from public facts alone."""
        return seat in self.to_act()

    def only_shout(self) -> Sequence[int]:
        """T-08: the seats, one of each party, that have nothing left to do in this race but to shout."""
        return ()

    def may_undo(self) -> int | None:
        """The seat that may take its last action back, though it is not its turn; not among `to_act`."""
        return None

    def goes_on(self) -> bool:
        """Whether somebody can still move in this round. Otherwise the round is scored at once."""
        return True

    # What is alike in every game

    def apply(self, actor: int | None, action: Any) -> list[Event]:
        """Apply an action, or raise `Illegal` and change nothing. Returns the completed action and its consequences."""
        try:
            do = self.does[type(action)]
        except KeyError:
            raise Malformed(f"{type(action).__name__} is not an action of {self.game.title}") from None
        return do(self, actor, action)

    def outcome(self) -> Result | None:
        """How the match ended, or None while it is in progress."""
        return self.result

    def public(self) -> Any:
        """What everybody sees."""
        return self.views.public(self)

    def private(self, seat: int) -> Any:
        """What only this seat sees."""
        return self.views.private(self, self.seat(seat))

    def view(self, seat: int | None) -> V_co:
        """What the viewer sees, built from scratch: a seat, or a spectator (None)."""
        viewer = None if seat is None else self.seat(seat)
        private = None if viewer is None else self.views.private(self, viewer)
        seen: V_co = self.views.View(seat=viewer, public=self.public(), private=private)
        return seen

    def _title(self) -> str:
        return f"{self.game.title}: round {self.round}, {PHASES[self.phase]}"

    def _rows(self) -> list[shown.Row]:
        rows: list[shown.Row] = self.views.View.rows(
            self.public(), {seat: self.private(seat) for seat in range(self.players)}
        )
        return rows

    def __repr__(self) -> str:
        """The whole table with everybody's cards, as text."""
        return shown.as_text(self._title(), self._rows())

    def _repr_html_(self) -> str:
        """The same with cards, for notebooks."""
        return shown.as_html(self._title(), self._rows(), self.views.View.face)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        slots = [name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ())]
        return all(getattr(self, name) == getattr(other, name) for name in slots)

    __hash__ = None  # type: ignore[assignment]  # a state changes, so it cannot be a key
