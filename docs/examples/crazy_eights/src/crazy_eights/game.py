"""Crazy Eights: cards, actions, views and rules, clause by clause (text/en/rules/crazy_eights.md)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import chain
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from rumpus import contract
from rumpus.contract import DEAL, OVER, PHASES, PLAY, Event, Illegal, Malformed, Points, Result, Score, Seating, Shuffle

Suit = Literal["c", "h", "d", "s"]  # clubs, hearts, diamonds, spades
SUITS: tuple[Suit, ...] = ("c", "h", "d", "s")
RANKS, EIGHT = "A23456789TJQK", "8"
EXPECTED = "a card is a rank (A 2-9 T J Q K) and a suit (c h d s), as in 7h"
PACK = contract.Pack([rank + suit for suit in SUITS for rank in RANKS], "Crazy Eights", EXPECTED)
TEXT, DECK = PACK.names, range(len(PACK.names))
POINTS = [50 if card[0] == EIGHT else min(RANKS.index(card[0]) + 1, 10) for card in TEXT]  # CE-08
Cards = tuple[str, ...]
HAND_SIZES = {2: 7, 3: 5, 4: 5, 5: 5}  # CE-02: by the number of players


class Options(contract.Options, frozen=True, kw_only=True):
    """What a table of Crazy Eights may set."""

    target: Annotated[int, msgspec.Meta(ge=1, le=500, extra_json_schema={"x-group": "usual"})] = 100  # CE-09


class Deal(contract.Action, frozen=True, kw_only=True):
    """CE-02: the house deals a round. What others may not know is left out when they are told."""

    said_by: ClassVar[Literal["seat", "house"]] = "house"
    deals: ClassVar[bool] = True
    chance: ClassVar[Any] = contract.Layout(pack=TEXT, order=("hands", "start", "stock"), first="dealer")

    round: int
    dealer: int
    start: str
    hands: tuple[Cards, ...] | None = None
    stock: Cards | None = None  # top card first


class Play(contract.Action, frozen=True, kw_only=True):
    """CE-04, CE-05: a card onto the pile; an eight names the suit that follows."""

    card: str
    suit: Suit | None = None


class Draw(contract.Action, frozen=True, kw_only=True):
    """CE-06: the top card of the stock, which ends the turn."""

    filled_in: ClassVar[tuple[str, ...]] = ("card",)

    card: str | None = None


class Pass(contract.Action, frozen=True, kw_only=True):
    """CE-06: there is nothing to play and nothing to draw."""


DRAW, PASS = Draw(), Pass()
PLAYS = [[Play(card=card, suit=suit) for suit in (SUITS if card[0] == EIGHT else (None,))] for card in TEXT]


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody sees."""

    phase: str
    round: int
    dealer: int
    turn: int
    turns: int
    pile: Cards  # top card last
    suit: str  # to be followed
    stock: int
    passes: int  # in a row
    hands: tuple[int, ...]
    totals: Points
    sheet: tuple[Points, ...]
    shown: tuple[Cards, ...] | None = None  # the hands, when a round is over
    ended: str | None = None
    result: Result | None = None


class Private(msgspec.Struct, frozen=True, kw_only=True):
    """What only the seat itself sees."""

    hand: Cards


class View(contract.View, frozen=True, kw_only=True):
    """One viewer's whole view."""

    public: Public
    private: Private | None


def public(state: CrazyEightsState) -> Public:
    """The part of a view that is the same for everybody."""
    same = ("round", "dealer", "turn", "turns", "suit", "passes", "totals", "ended", "result")
    return Public(
        **{name: getattr(state, name) for name in same},
        phase=PHASES[state.phase],
        pile=PACK.texts(state.pile),
        stock=len(state.stock),
        hands=tuple(map(len, state.hands)),
        sheet=tuple(state.sheet),
        shown=tuple(map(PACK.texts, state.hands)) if state.phase != PLAY and state.round else None,
    )


def private(state: CrazyEightsState, seat: int) -> Private:
    """The part that only this seat sees."""
    return Private(hand=PACK.texts(state.hands[seat]))


class CrazyEightsState(contract.BaseState[View]):
    """One match. Hands are sorted lists of card numbers; the top of stock and pile is last."""

    __slots__ = ("hands", "passes", "pile", "stock", "suit", "turn")
    over_clause, dealer_clause, deal_clause = "CE-09", "CE-02", "CE-02"
    views: ClassVar[Any] = sys.modules[__name__]

    def __init__(self, rules: CrazyEights, seating: Seating) -> None:
        super().__init__(rules, seating, seating.players)
        self.hands: list[list[int]] = [[] for _ in range(self.players)]
        self.stock, self.pile = list[int](), list[int]()
        self.suit, self.turn, self.passes = "", 0, 0

    def cards(self) -> list[int]:
        """Every card, wherever it is."""
        return [*chain(*self.hands), *self.stock, *self.pile]

    def to_act(self) -> tuple[int, ...]:
        """CE-03: one at a time."""
        return (self.turn,) if self.phase == PLAY else ()

    def fits(self, card: int) -> bool:
        """CE-04, CE-05: the suit to follow, the rank of the top card, or an eight."""
        return TEXT[card][0] in (EIGHT, TEXT[self.pile[-1]][0]) or TEXT[card][1] == self.suit

    def legal(self, seat: int | None) -> list[Any]:
        """The canonical actions of a seat, or of the table (None)."""
        if seat is None or self.seat(seat) not in self.to_act():
            return self.table_legal() if seat is None else []
        plays: list[Any] = [play for card in self.hands[seat] if self.fits(card) for play in PLAYS[card]]
        return plays + ([DRAW] if self.stock else [] if plays else [PASS])

    def _turn(self, actor: int | None) -> int:
        if self.seat(actor) not in self.to_act():
            over = Illegal("CE-09", "match-over") if self.phase == OVER else Illegal("CE-02", "ce-not-dealt")
            raise Illegal("CE-03", "ce-not-your-turn") if self.phase == PLAY else over
        return self.turn

    def do_play(self, actor: int | None, action: Play) -> list[Event]:
        """CE-04, CE-05: a card onto the pile."""
        seat, card = self._turn(actor), PACK.kind(action.card)
        if card not in self.hands[seat]:
            raise Illegal("CE-04", "ce-not-in-hand", card=action.card)
        if not self.fits(card):
            raise Illegal("CE-04", "ce-does-not-fit", card=action.card)
        if (action.suit is None) == (action.card[0] == EIGHT):
            raise Illegal("CE-05", "ce-eight-names-suit")
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.suit, self.passes = action.suit or action.card[1], 0
        return [(seat, action), *self._next()]

    def do_draw(self, actor: int | None, action: Draw) -> list[Event]:
        """CE-06: the top card of the stock ends the turn."""
        seat = self._turn(actor)
        if not self.stock:
            raise Illegal("CE-06", "ce-stock-empty")
        if action.card not in (None, TEXT[self.stock[-1]]):
            raise Illegal("CE-06", "ce-top-card")
        card, self.passes = self.stock.pop(), 0
        self.hands[seat] = sorted([*self.hands[seat], card])
        return [(seat, Draw(card=TEXT[card])), *self._next()]

    def do_pass(self, actor: int | None, action: Pass) -> list[Event]:
        """CE-06: only where nothing can be played or drawn."""
        seat = self._turn(actor)
        if self.legal(seat) != [PASS]:
            raise Illegal("CE-06", "ce-cannot-pass")
        self.passes += 1
        return [(seat, action), *self._next()]

    def _next(self) -> list[Event]:
        """The next turn, or the end of the round (CE-07) and of the match (CE-09)."""
        if all(self.hands) and self.passes < self.players:
            self.turn, self.turns = (self.turn + 1) % self.players, self.turns + 1
            return []
        points = tuple(sum(map(POINTS.__getitem__, hand)) for hand in self.hands)
        done = [self.score(points, "blocked" if all(self.hands) else "out")]
        return (
            [*done, self.finish("finished", self.leaders())] if max(self.totals) >= self.game.options.target else done
        )

    def owed(self, shuffle: Shuffle) -> Deal | None:
        """A deal, when a round is to begin."""
        if self.phase != DEAL:
            return None
        dealer, cards, size = self.choose_dealer(shuffle), PACK.texts(shuffle.shuffled(DECK)), HAND_SIZES[self.players]
        hands, rest = [cards[size * seat :][:size] for seat in range(self.players)], cards[size * self.players :]
        return Deal(round=self.round + 1, dealer=dealer, start=rest[0], hands=tuple(hands), stock=rest[1:])

    def do_deal(self, actor: int | None, action: Deal) -> list[Event]:
        """CE-02: the house deals; what the deal says is checked."""
        self.check_deal(actor, action.round, action.dealer)
        if action.hands is None or action.stock is None:
            raise Malformed("a deal of Crazy Eights states every hand and the stock")
        hands, stock, start = (
            [PACK.kinds(hand) for hand in action.hands],
            PACK.kinds(action.stock),
            PACK.kind(action.start),
        )
        if list(map(len, hands)) != [HAND_SIZES[self.players]] * self.players:
            raise Illegal("CE-02", "deal-sizes")
        if sorted([*chain(*hands), *stock, start]) != list(DECK):
            raise Illegal("CE-01", "deal-cards")
        self.round, self.dealer, self.phase, self.turns, self.passes = action.round, action.dealer, PLAY, 1, 0
        self.hands, self.stock, self.pile = [sorted(hand) for hand in hands], stock[::-1], [start]
        self.suit, self.turn = action.start[1], (action.dealer + 1) % self.players
        return [(None, action)]

    def copy(self) -> CrazyEightsState:
        """An independent state, equal to this one."""
        new = self.twin()
        new.hands, new.stock, new.pile = [hand[:] for hand in self.hands], self.stock[:], self.pile[:]
        new.suit, new.turn, new.passes = self.suit, self.turn, self.passes
        return new

    does: ClassVar[dict[type, Callable[[Any, int | None, Any], list[Event]]]] = {Play: do_play, Draw: do_draw}
    does |= {Pass: do_pass, Deal: do_deal, Result: contract.BaseState.end}


class CrazyEights(contract.Game, frozen=True):
    """The rules of Crazy Eights under one set of options."""

    options: Options = Options()

    name: ClassVar[str] = "crazy_eights"
    title: ClassVar[str] = "Crazy Eights"
    prefix: ClassVar[str] = "CE"
    seats: ClassVar[range] = range(2, 6)
    lowest_wins: ClassVar[bool] = True
    race: ClassVar[bool] = False
    endings: ClassVar[tuple[str, ...]] = ("out", "blocked")
    pack: ClassVar[contract.Pack] = PACK
    options_type: ClassVar[type[contract.Options]] = Options
    action_type: ClassVar[Any] = Deal | Play | Draw | Pass | Score | Result
    view_type: ClassVar[type[contract.View]] = View
    actions: ClassVar[tuple[Any, ...]] = (DRAW, PASS, *chain(*PLAYS))
    text_package: ClassVar[str] = "crazy_eights.text"

    def new(self, seating: Seating | int) -> CrazyEightsState:
        """A match about to begin."""
        if (seating := Seating.of(seating)).players not in self.seats:
            raise Illegal("CE-01", "ce-players", players=seating.players)
        return CrazyEightsState(self, seating)

    def imagine(self, view: View, shuffle: Shuffle, memory: contract.Memory | None = None) -> CrazyEightsState:
        """A state that looks just like this to the viewer; the cards it cannot see are shuffled."""
        seen = self.check_view(view).public
        state = CrazyEightsState(self, Seating(players=len(seen.hands), host=seen.dealer))
        state.resume(seen)
        state.turn, state.turns, state.suit, state.passes = seen.turn, seen.turns, seen.suit, seen.passes
        known = dict(enumerate(seen.shown or ())) or ({view.seat or 0: view.private.hand} if view.private else {})
        state.pile = PACK.kinds(seen.pile)
        open_cards = {*state.pile, *PACK.kinds(chain(*known.values()))}
        cards = shuffle.shuffled([card for card in DECK if card not in open_cards])
        for seat, size in enumerate(seen.hands):
            state.hands[seat] = sorted(PACK.kinds(known[seat]) if seat in known else [cards.pop() for _ in range(size)])
        state.stock = cards[: seen.stock]
        return state

    def told(self, by: int | None, action: Any, seat: int | None) -> Any:
        """A deal without the cards, and a draw without the card for everybody else."""
        if isinstance(action, Deal):
            return msgspec.structs.replace(action, hands=None, stock=None)
        return DRAW if isinstance(action, Draw) and by != seat else action

    def card_words(self, card: str) -> tuple[str, dict[str, str | int]]:
        """A rank of a suit."""
        return "crazy_eights-card", {"rank": "10" if card[0] == "T" else card[0], "suit": card[1]}
