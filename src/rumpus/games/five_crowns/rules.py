"""The rules of Five Crowns, clause by clause (docs/rules/five_crowns.md)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, overload

from rumpus import contract
from rumpus.contract import OVER, PLAY, Event, Illegal, Result
from rumpus.games.five_crowns import lay_down
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns import view as views
from rumpus.games.five_crowns.actions import (
    DISCARDS,
    OUTS,
    PICKED,
    TAKEN,
    TAKES,
    UNDO,
    Action,
    Deal,
    Discard,
    LayDown,
    Melds,
    Reshuffle,
    SeatAction,
    TableAction,
    Take,
    Undo,
)
from rumpus.games.five_crowns.cards import KIND, POINTS, kind, kinds, texts
from rumpus.games.five_crowns.layout import Layout

if TYPE_CHECKING:
    from rumpus.games.five_crowns.game import FiveCrowns
    from rumpus.games.five_crowns.view import Private, Public, SeatView, View

TIE_BREAKS = 5  # FC-22
# JSON of what only one seat is told: `"7h",`, a discard and the same to go out, and the rest
CARD_BYTES, DISCARD_BYTES, OTHER_BYTES = 5, 30 + 41, 120
LONG_HAND = 9  # cards; from here on the plain solver may think for more than a millisecond about going out


class FiveCrownsState(Layout):
    """One match of Five Crowns."""

    __slots__ = ()
    over_clause = "FC-21"
    dealer_clause = deal_clause = "FC-20"
    views: ClassVar[Any] = views

    if TYPE_CHECKING:  # what `BaseState` does, in the types of this game
        game: FiveCrowns

        @overload
        def view(self, seat: int) -> SeatView: ...
        @overload
        def view(self, seat: int | None) -> View: ...
        def view(self, seat: int | None) -> View: ...
        def public(self) -> Public: ...
        def private(self, seat: int) -> Private: ...
        def apply(self, actor: int | None, action: Action) -> list[tuple[int | None, Action]]: ...

    def to_act(self) -> tuple[int, ...]:
        """FC-06: one player at a time; nobody while the house has to deal or shuffle."""
        return (self.turn,) if self.phase == PLAY and (self.draw or self.taken) else ()

    @overload
    def legal(self, seat: int) -> list[SeatAction]: ...
    @overload
    def legal(self, seat: None) -> list[TableAction]: ...
    @overload
    def legal(self, seat: int | None) -> list[SeatAction] | list[TableAction]: ...
    def legal(self, seat: int | None) -> list[Any]:
        """The canonical actions of a seat, or of the table (None)."""
        if seat is None:
            return self.table_legal()
        if seat != self.turn or self.phase != PLAY:
            return [UNDO] if self.seat(seat) == self.undo else []
        if not self.taken:
            return TAKES[:] if self.draw else []
        hand, packed = self.hands[seat], self.packed[seat]
        each_once = dict.fromkeys(hand) if packed & solver.REPEATS else hand
        discards: list[Any] = [DISCARDS[card] for card in each_once]
        if self.out is None and (outs := solver.ways_out(hand, packed, self.wild)):
            discards += [OUTS[card] for card in outs]
        return discards

    def at_a_glance(self, seat: int) -> tuple[list[Any], bool]:
        """Whether one can go out with a long hand takes thought; everything else is told at once.

        That holds for every long hand, even one that clearly cannot (`quick_legal`): that the answer comes later must
        not tell an observer of the network anything about the hand.
        """
        mine = seat == self.turn and self.phase == PLAY and self.taken and self.out is None
        if mine and len(self.hands[seat]) >= LONG_HAND:
            return [DISCARDS[card] for card in dict.fromkeys(self.hands[seat])], False
        return self.legal(seat), True

    def quick_legal(self, seat: int) -> list[Any] | None:
        """Most long hands clearly cannot go out."""
        legal, complete = self.at_a_glance(seat)
        return legal if complete or not solver.may_go_out(self.packed[seat]) else None

    def private_bytes(self, seat: int) -> int:
        """Every card takes the same space: in the hand, and for the seat whose turn it is twice among the discards."""
        cards = len(self.hands[seat])
        discards = DISCARD_BYTES * cards if seat == self.turn and self.taken else 0
        return OTHER_BYTES + CARD_BYTES * cards + discards

    def own_mark(self, seat: int) -> bytes | None:
        """Who waits can do nothing, and has only a hand."""
        if seat == self.turn or self.phase != PLAY or self.undo is not None:
            return None
        return bytes(self.hands[seat])

    def _not_now(self, actor: int | None) -> NoReturn:
        """Say why this seat may not act."""
        self.seat(actor)
        if self.phase != PLAY:
            raise Illegal("FC-04", "fc-not-dealt") if self.phase != OVER else Illegal("FC-21", "match-over")
        raise Illegal("FC-06", "fc-not-your-turn")

    def do_take(self, actor: int | None, action: Take) -> list[Event]:
        """FC-07: the top card of the draw pile or of the discard pile."""
        seat = self.turn
        if actor != seat or self.phase != PLAY:
            self._not_now(actor)
        if self.taken:
            raise Illegal("FC-07", "fc-taken")
        if not self.draw:
            raise Illegal("FC-19", "fc-reshuffle-first")
        pile = self.draw if action.from_ == "draw" else self.discards
        card = pile[-1]
        if action.card is not None and kind(action.card) != card:
            raise Illegal("FC-07", "fc-top-card")
        pile.pop()
        insort(self.hands[seat], card)
        self.packed[seat] += solver.UNITS[self.wild][card]
        self.taken, self.undo = True, None
        return [(seat, TAKEN[card] if pile is self.draw else PICKED[card])]

    def do_discard(self, actor: int | None, action: Discard) -> list[Event]:
        """FC-08, FC-14, FC-15: the end of a turn, of the round for one who goes out, or of a last turn."""
        seat = self.turn
        if actor != seat or self.phase != PLAY:
            self._not_now(actor)
        if not self.taken:
            raise Illegal("FC-07", "fc-take-first")
        try:
            card = KIND[action.card]
        except (KeyError, TypeError):
            card = kind(action.card)  # says why not
        hand = self.hands[seat]
        try:
            place = hand.index(card)
        except ValueError:
            raise Illegal("FC-08", "fc-not-in-hand", card=action.card) from None
        if self.out is not None:
            done = self._last_turn(seat, card, action)
        elif action.out or action.melds is not None:
            done = self._go_out(seat, card, action)
        else:
            del hand[place]
            self.packed[seat] -= solver.UNITS[self.wild][card]
            done = DISCARDS[card]
        self.discards.append(card)
        self.undo = seat if self.game.options.undo and done.melds is None and not self.undone else None
        self.taken = self.undone = False
        return [(seat, done), *self._next_turn()]

    def may_undo(self) -> int | None:
        """The player before may take the discard back, until the next one has taken a card."""
        return self.undo

    def do_undo(self, actor: int | None, action: Undo) -> list[Event]:
        """FC-08: an ordinary discard is taken back, once a turn; not one with which somebody went out (FC-14)."""
        seat = self.seat(actor)
        if seat != self.undo:
            raise Illegal("FC-08", "fc-undo-not-now")
        card = self.discards.pop()
        insort(self.hands[seat], card)
        self.packed[seat] += solver.UNITS[self.wild][card]
        self.turn, self.taken = seat, True
        self.turns -= 1
        self.undo, self.undone = None, True
        return [(seat, action)]

    def _go_out(self, seat: int, card: int, action: Discard) -> Discard:
        """FC-14: the whole hand but the discard, in books and runs."""
        rest = self.hands[seat][:]
        rest.remove(card)
        left, laid = self._lay(rest, action.melds)
        if left:
            raise Illegal("FC-14", "fc-cannot-go-out", points=self._points(left))
        self._put_down(seat, left, laid)
        self.out = seat
        return Discard(card=action.card, melds=laid)

    def _last_turn(self, seat: int, card: int, action: Discard) -> Discard:
        """FC-15: lay down what you can."""
        if action.out:
            raise Illegal("FC-15", "fc-somebody-is-out")
        rest = self.hands[seat][:]
        rest.remove(card)
        left, laid = self._lay(rest, action.melds)
        self._put_down(seat, left, laid)
        return Discard(card=action.card, melds=laid)

    def _lay(self, hand: list[int], melds: Melds | None) -> tuple[list[int], Melds]:
        """FC-16: the player's own arrangement, checked, or the one that leaves the fewest points."""
        if melds is not None:
            return lay_down.check(list(map(kinds, melds)), hand, self.wild), melds
        best = lay_down.arrange(hand, self.wild)
        return list(best.unused), tuple(map(texts, best.melds))

    def _put_down(self, seat: int, left: list[int], laid: Melds) -> None:
        self.hands[seat] = sorted(left)
        self.packed[seat] = solver.pack(left, self.wild)
        self.laid[seat] = laid

    def _points(self, hand: list[int]) -> int:
        return sum(map(POINTS[self.wild].__getitem__, hand))

    def _next_turn(self) -> Sequence[Event]:
        following = (self.turn + 1) % self.players
        if following not in self.tied:
            following = self.left_of(following)
        if self.out is None:
            limit = self.game.options.turn_limit
            if limit is not None and self.turns == limit * len(self.tied):
                return self._limit()
        elif following == self.out:
            return self._score("out")
        self.turn = following
        self.turns += 1
        return ()

    def _limit(self) -> list[Event]:
        """FC-23: the turns are used up; everybody lays down what they can."""
        done: list[Event] = []
        for seat in self.tied:
            left, laid = self._lay(self.hands[seat], None)
            self._put_down(seat, left, laid)
            done.append((seat, LayDown(melds=laid)))
        return done + self._score("limit")

    def _score(self, why: str) -> list[Event]:
        self.undo = None
        points = tuple(map(self._points, self.hands))  # FC-17; a discard is no longer in a hand (FC-18)
        done = [self.score(points, why, counts=not self.tie_break)]
        winners = self._winners(points)
        if winners is not None:
            done.append(self.finish("finished", winners))
        return done

    def _winners(self, points: contract.Points) -> tuple[int, ...] | None:
        """FC-21, FC-22: who has won, or None while a round is still to be played."""
        rounds = self.game.options.to_play
        if self.round < rounds:
            return None
        if self.tie_break:
            lowest = min(points[seat] for seat in self.tied)
            tied = tuple(seat for seat in self.tied if points[seat] == lowest)
        else:
            tied = self.leaders()
        played_off = self.game.options.tie_break or self.seating.asks
        if len(tied) > 1 and played_off and self.round < rounds + TIE_BREAKS:
            self.tied = tied
            return None
        return tied

    def do_lay_down(self, actor: int | None, action: LayDown) -> list[Event]:
        """FC-23: what is laid down at the limit follows by itself."""
        raise Illegal("FC-23", "fc-lay-down-follows")

    does: ClassVar[dict[type, Callable[[Any, int | None, Any], list[Event]]]] = {
        Take: do_take,
        Discard: do_discard,
        Undo: do_undo,
        Deal: Layout.do_deal,
        Reshuffle: Layout.do_reshuffle,
        LayDown: do_lay_down,
        Result: contract.BaseState.end,
    }
