"""The interface of a game: its rules under one set of options, and every fact that the rest of the program needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar, get_args

import msgspec

from rumpus.contract.actions import Action, Event, Options, Seating
from rumpus.contract.cards import Layout, Pack
from rumpus.contract.errors import Malformed
from rumpus.contract.memory import Memory
from rumpus.contract.questions import AboutRealCards, Question
from rumpus.contract.reasons import Reason
from rumpus.contract.rounds import PLAY, Shuffle
from rumpus.contract.state import Parties, State
from rumpus.contract.views import PublicView, View

IMAGINE_TRIES = 100  # a shuffle after which nobody could move is rare

S = TypeVar("S", bound="State")
V = TypeVar("V", bound=View)


class Daily(msgspec.Struct, frozen=True):
    """How the deal of the day is played: the options that differ from the usual ones, and the bots."""

    options: Mapping[str, Any] = {}
    bots: tuple[str, ...] = ("casual",)


class Game(msgspec.Struct, frozen=True):
    """The rules under one set of options: a value, shared by every table that plays by them."""

    options: Options

    # What every game says of itself
    name: ClassVar[str]
    title: ClassVar[str]
    prefix: ClassVar[str]  # of its clauses, as in FC-08
    seats: ClassVar[range]
    lowest_wins: ClassVar[bool]
    race: ClassVar[bool]  # everybody acts at once; else in turns
    options_type: ClassVar[type[Options]]
    action_type: ClassVar[Any]  # the union of its actions
    view_type: ClassVar[type[View]]
    actions: ClassVar[Sequence[Action]]  # the canonical actions, in a stable order
    pack: ClassVar[Pack]
    endings: ClassVar[tuple[str, ...]]  # why a round may end, as `Score.why` says it

    # What only some games have
    ponders: ClassVar[bool] = False  # its bots and questions take long, so they are asked in another process
    dealer_begins: ClassVar[bool] = True  # or opens the round; else the player on the dealer's left begins
    closing: ClassVar[Action | None] = None  # what the table says when nothing can be in the air after a call
    has_sides: ClassVar[bool] = False  # the host may arrange who plays together
    requests: ClassVar[tuple[str, ...]] = ()  # phrases between partners, which may name a card
    questions: ClassVar[tuple[type[Question], ...]] = ()
    about_real_cards: ClassVar[type[AboutRealCards] | None] = None
    beaten: ClassVar[Mapping[str, str | None]] = {}
    """Reasons of refusals which may mean that another seat was first, and the place it took (`Action.claims`);
    None is the place that the refused action was after."""
    memory_type: ClassVar[type[Memory]] = Memory  # where views do not show all that everybody has seen
    daily: ClassVar[Daily] = Daily()  # a match of five to ten minutes
    text_package: ClassVar[str] = "rumpus.text"  # has a folder for each language with the catalogues and the rules

    def new(self, seating: Seating | int) -> State:
        """A match about to begin; raises `Illegal` for a number of players the rules do not know.

        A number of players is enough (`Seating.of`), where the rules may arrange the rest.
        """
        raise NotImplementedError

    def imagine(self, view: Any, shuffle: Shuffle, memory: Any = None) -> State:
        """A state that looks just like this view to the viewer; everything hidden is shuffled.

        A view shows the table as it is now. With a `memory` of this game the state also keeps what everybody has seen
        before: cards picked up in the open stay where they went. What contradicts the view is left out.
        """
        raise NotImplementedError

    def check_view(self, view: V, memory: Any = None) -> V:
        """The view; raises `Malformed` for what is no view of this game, and for what is no memory of it."""
        if not isinstance(view, self.view_type):
            raise Malformed(f"this takes a view of {self.title}, as state.view(0) gives it, not {type(view).__name__}")
        if not isinstance(memory, self.memory_type | None):
            raise Malformed(f"this takes a memory of {self.title}, as memory() gives it, not {type(memory).__name__}")
        return view

    def memory(self, history: Iterable[Event] = ()) -> Memory:
        """A memory of what everybody saw; `history` is what has happened so far, by whom and what."""
        memory = self.memory_type()
        for by, action in history:
            memory.saw(by, self.told(by, action, None))
        return memory

    def told(self, by: int | None, action: Any, seat: int | None) -> Any:
        """The action as told to this viewer, without the cards that the viewer may not know."""
        return action

    def parties(self, public: PublicView) -> Parties:
        """Who scores together, as everybody sees it: the same as `State.parties`."""
        return tuple((seat,) for seat in range(len(public.totals)))

    def tie_breaks(self, public: PublicView) -> tuple[tuple[int | None, ...], ...]:
        """The rounds at the end of the sheet that only decided a tie: their points stay out of the totals.

        One number for each party, None for a party that did not play.
        """
        return ()

    def with_roles(self, deal: Any, chosen: tuple[int, ...]) -> Any:
        """The deal, with the roles that these seats chose for the round."""
        return deal

    def only_round(self, deal: Any) -> Options | None:
        """The options of a match that consists only of the round that this deal begins; None if that is impossible."""
        return None

    def reason(self, view: Any, action: Any) -> Reason | None:
        """Why this legal action is a good one, from the seat's own view; None if there is nothing to say."""
        return None

    def chosen_in(self, deal: Any) -> tuple[Parties | None, tuple[int, ...]]:
        """The choices of people that a deal states: partners, if not left to the rules, and roles."""
        return None, ()

    def card_words(self, card: str) -> tuple[str, dict[str, str | int]]:
        """The key of the message that names a card in the catalogues, and what fills its blanks."""
        return f"{self.name}-card", {"card": card}

    @classmethod
    def layouts(cls) -> dict[str, Layout]:
        """How chance facts distribute shuffled cards, by the tag of the action."""
        kinds: tuple[type[Action], ...] = get_args(cls.action_type)
        return {str(kind.__struct_config__.tag): kind.chance for kind in kinds if kind.chance is not None}

    @classmethod
    def compile(cls) -> bool:
        """Compile slow parts for many matches, if the extra for it is installed; returns whether it did."""
        return False

    def retry(self, state: S, lay_out: Callable[[], None]) -> S:
        """Shuffle the hidden cards repeatedly until the round can continue, as the viewer knows it does."""
        for _ in range(IMAGINE_TRIES):
            lay_out()
            if state.phase != PLAY or state.goes_on():
                break
        return state
