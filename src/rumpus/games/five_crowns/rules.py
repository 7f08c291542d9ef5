"""The rules of Five Crowns, clause by clause (docs/rules/five_crowns.md)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from itertools import chain
from typing import Any, ClassVar

from rumpus import contract
from rumpus.contract import DEAL, OVER, PLAY, Event, Illegal, Malformed, Result, Seating, Shuffle
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns import questions
from rumpus.games.five_crowns import view as views
from rumpus.games.five_crowns.actions import (
    DISCARDS,
    OUTS,
    PICKED,
    TAKEN,
    TAKES,
    Action,
    Deal,
    Discard,
    LayDown,
    Melds,
    Options,
    Reshuffle,
    Take,
)
from rumpus.games.five_crowns.cards import KIND, PACK, POINTS, RANKS, deck, kind, kinds, texts, wild_rank

FIRST_DEAL = 3  # FC-03
ONE_SET_SEATS = 7  # FC-02
TIE_BREAK_DEAL = 6  # FC-22
TIE_BREAKS = 5  # FC-22
LONG_HAND = 9  # cards; from here on the plain solver may think for more than a millisecond about going out
SORTED = {sets: sorted(deck(sets)) for sets in (1, 2)}


class FiveCrownsState(contract.BaseState[views.View]):
    """One match of Five Crowns. Hands are sorted lists of kinds, and packed as the meld solver wants them."""

    __slots__ = (
        "dealt",
        "discards",
        "draw",
        "hands",
        "laid",
        "out",
        "packed",
        "taken",
        "tie_break",
        "tied",
        "turn",
        "wild",
    )
    over_clause = "FC-21"
    dealer_clause = deal_clause = "FC-20"
    views: ClassVar[Any] = views

    def __init__(self, rules: FiveCrowns, seating: Seating) -> None:
        super().__init__(rules, seating, seating.players)
        self.tied = tuple(range(self.players))  # who plays the round
        self.tie_break = False
        self.dealt = FIRST_DEAL
        self.wild = wild_rank(FIRST_DEAL)
        self.turn = 0
        self.clear()

    def clear(self) -> None:
        """Take all cards off the table."""
        self.hands: list[list[int]] = [[] for _ in range(self.players)]
        self.packed = [0] * self.players
        self.draw: list[int] = []  # top card last
        self.discards: list[int] = []  # top card last
        self.taken = False
        self.turns = 0
        self.out: int | None = None
        self.laid: list[Melds | None] = [None] * self.players

    @property
    def sets(self) -> int:
        """FC-02: how many sets of cards are in play."""
        return 1 if self.players <= ONE_SET_SEATS else 2

    def cards(self) -> list[int]:
        """Every card, wherever it is."""
        laid = [KIND[card] for melds in self.laid for meld in melds or () for card in meld]
        return [*chain.from_iterable(self.hands), *self.draw, *self.discards, *laid]

    def pack_in_play(self) -> tuple[int, ...]:
        """FC-02: one set, or two."""
        return deck(self.sets)

    def to_act(self) -> tuple[int, ...]:
        """FC-06: one player at a time; nobody while the house has to deal or shuffle."""
        return (self.turn,) if self.phase == PLAY and (self.draw or self.taken) else ()

    def legal(self, seat: int | None) -> list[Any]:
        """The canonical actions of a seat, or of the table (None)."""
        if seat is None:
            return self.table_legal()
        if seat != self.turn or self.phase != PLAY:
            return []
        if not self.taken:
            return TAKES[:] if self.draw else []
        discards = self._discards(seat)
        if self.out is None:
            discards += [OUTS[card] for card in solver.ways_out(self.hands[seat], self.packed[seat], self.wild)]
        return discards

    def _discards(self, seat: int) -> list[Any]:
        return [DISCARDS[card] for card in dict.fromkeys(self.hands[seat])]

    def at_a_glance(self, seat: int) -> tuple[list[Any], bool]:
        """Whether one can go out with a long hand takes thought; everything else is told at once."""
        mine = seat == self.turn and self.phase == PLAY and self.taken and self.out is None
        if mine and len(self.hands[seat]) >= LONG_HAND and solver.may_go_out(self.packed[seat]):
            return self._discards(seat), False
        return self.legal(seat), True

    def _turn(self, actor: int | None) -> int:
        """The seat that acts, if it is its turn."""
        if actor == self.turn and self.phase == PLAY:
            return self.turn
        self.seat(actor)
        if self.phase != PLAY:
            raise Illegal("FC-04", "fc-not-dealt") if self.phase != OVER else Illegal("FC-21", "match-over")
        raise Illegal("FC-06", "fc-not-your-turn")

    def do_take(self, actor: int | None, action: Take) -> list[Event]:
        """FC-07: the top card of the draw pile or of the discard pile."""
        seat = self._turn(actor)
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
        self.taken = True
        return [(seat, TAKEN[card] if pile is self.draw else PICKED[card])]

    def do_discard(self, actor: int | None, action: Discard) -> list[Event]:
        """FC-08, FC-14, FC-15: the end of a turn, of the round for one who goes out, or of a last turn."""
        seat = self._turn(actor)
        if not self.taken:
            raise Illegal("FC-07", "fc-take-first")
        card = kind(action.card)
        hand = self.hands[seat]
        if card not in hand:
            raise Illegal("FC-08", "fc-not-in-hand", card=action.card)
        if self.out is not None:
            done = self._last_turn(seat, card, action)
        elif action.out or action.melds is not None:
            done = self._go_out(seat, card, action)
        else:
            hand.remove(card)
            self.packed[seat] -= solver.UNITS[self.wild][card]
            done = DISCARDS[card]
        self.discards.append(card)
        return [(seat, done), *self._next_turn()]

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
            return solver.check(list(map(kinds, melds)), hand, self.wild), melds
        best = solver.arrange(hand, self.wild)
        return list(best.unused), tuple(map(texts, best.melds))

    def _put_down(self, seat: int, left: list[int], laid: Melds) -> None:
        self.hands[seat] = sorted(left)
        self.packed[seat] = solver.pack(left, self.wild)
        self.laid[seat] = laid

    def _points(self, hand: list[int]) -> int:
        return sum(map(POINTS[self.wild].__getitem__, hand))

    def _next_turn(self) -> list[Event]:
        self.taken = False
        following = self._left_of(self.turn)
        if self.out is None:
            limit = self.game.options.turn_limit
            if limit is not None and self.turns == limit * len(self.tied):
                return self._limit()
        elif following == self.out:
            return self._score("out")
        self.turn = following
        self.turns += 1
        return []

    def _left_of(self, seat: int) -> int:
        """The next seat clockwise that plays this round."""
        seat = (seat + 1) % self.players
        if len(self.tied) == self.players:
            return seat
        while seat not in self.tied:
            seat = (seat + 1) % self.players
        return seat

    def _limit(self) -> list[Event]:
        """FC-23: the turns are used up; everybody lays down what they can."""
        done: list[Event] = []
        for seat in self.tied:
            left, laid = self._lay(self.hands[seat], None)
            self._put_down(seat, left, laid)
            done.append((seat, LayDown(melds=laid)))
        return done + self._score("limit")

    def _score(self, why: str) -> list[Event]:
        points = tuple(map(self._points, self.hands))  # FC-17; a discard is no longer in a hand (FC-18)
        done = [self.score(points, why, counts=not self.tie_break)]
        winners = self._winners(points)
        if winners is not None:
            done.append(self.finish("finished", winners))
        return done

    def _winners(self, points: contract.Points) -> tuple[int, ...] | None:
        """FC-21, FC-22: who has won, or None while a round is still to be played."""
        rounds = self.game.options.rounds
        if self.round < rounds:
            return None
        if self.tie_break:
            lowest = min(points[seat] for seat in self.tied)
            tied = tuple(seat for seat in self.tied if points[seat] == lowest)
        else:
            tied = self.leaders()
        if len(tied) > 1 and self.game.options.tie_break and self.round < rounds + TIE_BREAKS:
            self.tied = tied
            return None
        return tied

    def next_deal(self) -> tuple[bool, int]:
        """Whether the next round breaks a tie, and how many cards are dealt in it (FC-03, FC-22)."""
        tie_break = self.round >= self.game.options.rounds
        return tie_break, TIE_BREAK_DEAL if tie_break else FIRST_DEAL + self.round

    def owed(self, shuffle: Shuffle) -> Deal | Reshuffle | None:
        """A deal when a round is to begin, a reshuffle when a turn begins with an empty draw pile."""
        if self.phase == PLAY and not self.draw and not self.taken:
            return Reshuffle(draw=texts(shuffle.shuffled(sorted(self.discards[:-1]))))  # FC-19
        if self.phase != DEAL:
            return None
        dealer = self.choose_dealer(shuffle)
        tie_break, dealt = self.next_deal()
        cards = texts(shuffle.shuffled(deck(self.sets)))
        # FC-03: one at a time, clockwise from the dealer's left
        order = sorted(self.tied, key=lambda seat: (seat - dealer - 1) % self.players)
        used = dealt * len(order)
        hands = [cards[order.index(seat) : used : len(order)] if seat in order else () for seat in range(self.players)]
        return Deal(
            round=self.round + 1,
            dealer=dealer,
            wild=RANKS[wild_rank(dealt)],
            hands=tuple(hands),
            discard=cards[used],
            draw=cards[used + 1 :],
            tie_break=tie_break,
        )

    def do_deal(self, actor: int | None, action: Deal) -> list[Event]:
        """FC-03 to FC-05, FC-20, FC-22: the house deals; what the deal says is checked."""
        self.check_deal(actor, action.round, action.dealer)
        if action.hands is None or action.draw is None:
            raise Malformed("a deal of Five Crowns states every hand and the draw pile")
        tie_break, dealt = self.next_deal()
        if action.tie_break != tie_break or action.wild != RANKS[wild_rank(dealt)]:
            raise Illegal("FC-05", "fc-deal-wild")
        if list(map(len, action.hands)) != [dealt * (seat in self.tied) for seat in range(self.players)]:
            raise Illegal("FC-03", "deal-sizes")
        hands = [sorted(kinds(hand)) for hand in action.hands]
        draw, top = kinds(action.draw), kind(action.discard)
        if sorted([*draw, top, *chain.from_iterable(hands)]) != SORTED[self.sets]:
            raise Illegal("FC-01", "deal-cards")
        self.clear()
        self.round, self.dealer, self.phase = action.round, action.dealer, PLAY
        self.tie_break, self.dealt, self.wild = tie_break, dealt, wild_rank(dealt)
        self.hands = hands
        self.packed = [solver.pack(hand, self.wild) for hand in hands]
        self.draw, self.discards = draw[::-1], [top]
        self.turn = self._left_of(action.dealer)  # FC-06
        self.turns = 1
        return [(None, action)]

    def do_reshuffle(self, actor: int | None, action: Reshuffle) -> list[Event]:
        """FC-19: a new draw pile of all discards but the top one."""
        if actor is not None or self.phase != PLAY or self.draw or self.taken:
            raise Illegal("FC-19", "fc-reshuffle-not-now")
        if action.draw is None:
            raise Malformed("a reshuffle of Five Crowns states the new draw pile")
        draw = kinds(action.draw)
        if sorted(draw) != sorted(self.discards[:-1]):
            raise Illegal("FC-19", "deal-cards")
        self.draw, self.discards = draw[::-1], self.discards[-1:]
        return [(None, action)]

    def do_lay_down(self, actor: int | None, action: LayDown) -> list[Event]:
        """FC-23: what is laid down at the limit follows by itself."""
        raise Illegal("FC-23", "fc-lay-down-follows")

    def copy(self) -> FiveCrownsState:
        """An independent state, equal to this one."""
        new = self.twin()
        new.tied, new.tie_break = self.tied, self.tie_break
        new.dealt, new.wild, new.turn = self.dealt, self.wild, self.turn
        new.taken, new.out = self.taken, self.out
        new.hands = [hand[:] for hand in self.hands]
        new.packed, new.laid = self.packed[:], self.laid[:]
        new.draw, new.discards = self.draw[:], self.discards[:]
        return new

    does: ClassVar[dict[type, Callable[[Any, int | None, Any], list[Event]]]] = {
        Take: do_take,
        Discard: do_discard,
        Deal: do_deal,
        Reshuffle: do_reshuffle,
        LayDown: do_lay_down,
        Result: contract.BaseState.end,
    }


class FiveCrowns(contract.Game, frozen=True):
    """The rules of Five Crowns under one set of options."""

    options: Options = Options()

    name: ClassVar[str] = "five_crowns"
    title: ClassVar[str] = "Five Crowns"
    prefix: ClassVar[str] = "FC"
    seats: ClassVar[range] = range(2, 15)
    lowest_wins: ClassVar[bool] = True
    race: ClassVar[bool] = False
    endings: ClassVar[tuple[str, ...]] = ("out", "limit")  # FC-15, FC-23
    ponders: ClassVar[bool] = True
    questions: ClassVar[tuple[type[contract.Question], ...]] = (questions.Melds, questions.Grouping)
    pack: ClassVar[contract.Pack] = PACK
    options_type: ClassVar[type[contract.Options]] = Options
    action_type: ClassVar[Any] = Action
    view_type: ClassVar[type[contract.View]] = views.View
    actions: ClassVar[tuple[Any, ...]] = (*TAKES, *DISCARDS, *OUTS)

    def new(self, seating: Seating) -> FiveCrownsState:
        """A match about to begin."""
        if seating.players not in self.seats:
            raise Illegal("FC-02", "fc-players", players=seating.players)
        return FiveCrownsState(self, seating)

    def imagine(self, view: views.View, shuffle: Shuffle) -> FiveCrownsState:
        """A state that looks just like this to the viewer; hands and piles it cannot see are shuffled."""
        public = view.public
        state = FiveCrownsState(self, Seating(players=len(public.hands), host=public.dealer))
        state.resume(public)
        state.tie_break, state.tied = public.tie_break, public.tied
        state.dealt, state.wild = public.dealt, RANKS.index(public.wild)
        state.turn, state.taken, state.turns = public.turn, public.taken, public.turns
        state.out, state.laid = public.out, list(public.laid)
        cards = shuffle.shuffled(views.hidden(view, state.sets))
        for seat, size in enumerate(public.hands):
            if public.shown is not None:
                hand = [KIND[card] for card in public.shown[seat]]
            elif seat == view.seat and view.private is not None:
                hand = [KIND[card] for card in view.private.hand]
            else:
                hand = [cards.pop() for _ in range(size)]
            state.hands[seat] = sorted(hand)
            state.packed[seat] = solver.pack(hand, state.wild)
        state.draw = [cards.pop() for _ in range(public.draw)]
        if public.discard is not None:
            state.discards = [*(cards.pop() for _ in range(public.discards - 1)), KIND[public.discard]]
        return state

    def told(self, by: int | None, action: Any, seat: int | None) -> Any:
        """The action as this viewer is told of it."""
        return views.told(by, action, seat)

    def card_words(self, card: str) -> tuple[str, dict[str, str | int]]:
        """A joker, or a rank of a suit."""
        if card == "**":
            return "card-joker", {}
        return "card-suit", {"rank": "10" if card[0] == "T" else card[0], "suit": card[1]}

    @classmethod
    def compile(cls) -> bool:
        """Compile the meld solver, where the extra `fast` is installed."""
        return solver.compile_kernel()
