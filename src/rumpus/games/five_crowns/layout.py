"""Where the cards of a match of Five Crowns are, and how a round is dealt."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Self

from rumpus import contract
from rumpus.contract import DEAL, PLAY, Event, Illegal, Malformed, Seating, Shuffle
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.actions import Deal, Melds, Reshuffle
from rumpus.games.five_crowns.cards import KIND, RANKS, deck, kind, kinds, texts, wild_rank
from rumpus.games.five_crowns.view import View

if TYPE_CHECKING:
    from rumpus.games.five_crowns.game import FiveCrowns

FIRST_DEAL = 3  # FC-03
ONE_SET_SEATS = 7  # FC-02
TIE_BREAK_DEAL = 6  # FC-22
SORTED = {sets: sorted(deck(sets)) for sets in (1, 2)}


class Layout(contract.BaseState[View]):
    """Who plays, and every card. Hands are sorted lists of kinds, and packed as the meld solver wants them."""

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
        "undo",
        "undone",
        "wild",
    )

    def __init__(self, rules: FiveCrowns, seating: Seating) -> None:
        super().__init__(rules, seating, seating.players)
        self.tied = tuple(range(self.players))  # who plays the round
        self.tie_break = False
        self.dealt = FIRST_DEAL + rules.options.first_round - 1
        self.wild = wild_rank(self.dealt)
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
        self.undo: int | None = None  # the seat that may take its discard back
        self.undone = False  # it has done so in this turn, and may not again
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

    def left_of(self, seat: int) -> int:
        """The next seat clockwise that plays this round."""
        seat = (seat + 1) % self.players
        while seat not in self.tied:
            seat = (seat + 1) % self.players
        return seat

    def copy(self) -> Self:
        """An independent state, equal to this one."""
        new = self.twin()
        new.tied, new.tie_break = self.tied, self.tie_break
        new.dealt, new.wild, new.turn = self.dealt, self.wild, self.turn
        new.taken, new.out, new.undo, new.undone = self.taken, self.out, self.undo, self.undone
        new.hands = [hand[:] for hand in self.hands]
        new.packed, new.laid = self.packed[:], self.laid[:]
        new.draw, new.discards = self.draw[:], self.discards[:]
        return new

    # The deal

    def next_deal(self) -> tuple[bool, int]:
        """Whether the next round breaks a tie, and how many cards are dealt in it (FC-03, FC-22)."""
        options = self.game.options
        tie_break = self.round >= options.to_play
        return tie_break, TIE_BREAK_DEAL if tie_break else FIRST_DEAL + options.first_round - 1 + self.round

    def owed(self, shuffle: Shuffle) -> Deal | Reshuffle | None:
        """A deal when a round is to begin, a reshuffle when a turn begins with an empty draw pile."""
        if self.phase == PLAY and not self.draw and not self.taken:
            return Reshuffle(draw=texts(shuffle.shuffled(sorted(self.discards[:-1]))))  # FC-19
        return self._next_round(shuffle) if self.phase == DEAL and not self.undecided() else None

    def undecided(self) -> bool:
        """FC-22: whether those who tied may still agree to play it off."""
        options = self.game.options
        return self.seating.asks and self.phase == DEAL and self.round == options.to_play and not options.tie_break

    def extra_round(self, shuffle: Shuffle) -> Deal | None:
        """FC-22: a round of six cards for those who tied."""
        return self._next_round(shuffle) if self.undecided() else None

    def _next_round(self, shuffle: Shuffle) -> Deal:
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
        self.turn = self.left_of(action.dealer)  # FC-06
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
        self.undo = None
        return [(None, action)]
