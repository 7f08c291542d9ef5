"""Where the cards of a match of Wackee Six lie, with the piles in the middle, and how a round is dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from rumpus import contract
from rumpus.contract import DEAL, READY, Event, Illegal, Malformed, Seating, Shuffle
from rumpus.games.wackee_six import sides as arrangement
from rumpus.games.wackee_six.actions import ROW, Deal, Side
from rumpus.games.wackee_six.cards import DECK, HIGHEST, NUMBERED, ONES, TEXT, kinds, texts
from rumpus.games.wackee_six.view import View

if TYPE_CHECKING:
    from rumpus.games.wackee_six.game import WackeeSix

NO_CARD = -1  # an empty place of the face-up row


class Layout(contract.BaseState[View]):
    """Who sits where, and every card. Cards are kinds; sets of kinds and of piles are bit masks kept up to date."""

    __slots__ = (
        "caller",
        "dealt_down",
        "deck",
        "down",
        "left",
        "live",
        "live_mask",
        "main",
        "passes",
        "piles",
        "played",
        "rows",
        "side_of",
        "sides",
        "turned",
        "turner",
        "up",
        "want",
        "wants",
        "wild_tops",
    )

    def __init__(self, rules: WackeeSix, seating: Seating) -> None:
        options = rules.options
        sides = arrangement.arrange(seating, options.partners, options.alone)
        super().__init__(rules, seating, len(sides))
        self.dealt_down = contract.per_party("down", options.down, len(sides)) or (ROW,) * len(sides)
        self._sit(sides)
        self.clear()

    def _sit(self, sides: arrangement.Sides) -> None:
        self.sides = sides
        self.side_of = [0] * self.players
        for side, seats in enumerate(sides):
            for seat in seats:
                self.side_of[seat] = side
        self.turner, self.main = map(list, zip(*map(arrangement.first_roles, sides), strict=True))

    def clear(self) -> None:
        """Take all cards off the table."""
        count = len(self.sides)
        self.up: list[list[int]] = [[NO_CARD] * ROW for _ in range(count)]
        self.down: list[list[int]] = [[] for _ in range(count)]  # next card last
        self.deck: list[list[int]] = [[] for _ in range(count)]  # top card last
        self.turned: list[list[int]] = [[] for _ in range(count)]  # top card last
        self.rows = [0] * count  # the kinds of each face-up row, as a mask
        self.played: list[list[int]] = [[] for _ in range(count)]
        self.left = [0] * count  # main cards a side has left, face up and down
        self.passes = [0] * count
        self.piles: list[int] = []  # the kind that each pile has reached
        self.wild_tops = 0  # the piles on which a wild lies on top
        self.wants = [0] * NUMBERED  # for each kind the piles that it fits
        self.want = ONES  # the kinds that can be played: 1s, and those some pile waits for
        self.live = [0] * (NUMBERED + 1)  # how many of a kind can come up: face up, or in a hand deck
        self.live_mask = 0
        self.caller: int | None = None

    def lift(self, card: int) -> None:
        """A card that could come up is gone."""
        self.live[card] -= 1
        if not self.live[card]:
            self.live_mask &= ~(1 << card)

    def show(self, card: int) -> None:
        """A card can come up from now on."""
        self.live[card] += 1
        self.live_mask |= 1 << card

    def look_at_row(self, side: int) -> None:
        """Note which kinds lie in the face-up row."""
        self.rows[side] = 0
        for card in self.up[side]:
            if card != NO_CARD:
                self.rows[side] |= 1 << card

    def cards(self) -> list[int]:
        """Every card, wherever it is."""
        places = (*self.up, *self.down, *self.deck, *self.turned, *self.played)
        return [card for place in places for card in place if card != NO_CARD]

    def pack_in_play(self) -> tuple[int, ...]:
        """WS-01: one deck a side."""
        return DECK * len(self.sides)

    def parties(self) -> contract.Parties:
        """WS-02: sides score together."""
        return self.sides

    def copy(self) -> Self:
        """An independent state, equal to this one."""
        new = self.twin()
        new.sides, new.side_of = self.sides, self.side_of
        new.dealt_down = self.dealt_down
        new.turner, new.main, new.caller = self.turner, self.main, self.caller  # replaced whole, never changed
        new.up = [row[:] for row in self.up]
        new.down = [cards[:] for cards in self.down]
        new.deck = [cards[:] for cards in self.deck]
        new.turned = [cards[:] for cards in self.turned]
        new.played = [cards[:] for cards in self.played]
        new.left, new.passes, new.piles, new.rows = self.left[:], self.passes[:], self.piles[:], self.rows[:]
        new.wants, new.live = self.wants[:], self.live[:]
        new.wild_tops, new.want, new.live_mask = self.wild_tops, self.want, self.live_mask
        return new

    # The piles in the middle

    def pile_for(self, target: int, asked: int | None) -> int:
        """WS-15: the pile that was meant, if it still fits; else the lowest-numbered one that takes it as well."""
        if ONES >> target & 1:
            return len(self.piles)  # WS-06
        fitting = self.wants[target]
        if not fitting:
            raise Illegal("WS-07", "ws-no-pile", card=TEXT[target])
        if asked is not None and asked >= 0 and fitting >> asked & 1:
            return asked
        return (fitting & -fitting).bit_length() - 1

    def build(self, pile: int, target: int, wild: bool) -> None:
        """A pile reaches a number, or a new one is started."""
        bit = 1 << pile
        if pile == len(self.piles):
            self.piles.append(target)
        else:
            self.piles[pile] = target
            self.wants[target] ^= bit
            if not self.wants[target]:
                self.want &= ~(1 << target)
        if target % HIGHEST != HIGHEST - 1:  # WS-09: at 13 it takes no more
            self.wants[target + 1] |= bit
            self.want |= 1 << target + 1
        self.wild_tops = self.wild_tops | bit if wild else self.wild_tops & ~bit

    # The deal

    def owed(self, shuffle: Shuffle) -> Deal | None:
        """A deal, when a round is to begin."""
        if self.phase != DEAL:
            return None
        starter = self.choose_dealer(shuffle)
        dealt = []
        # WS-16: the turner is named first; after round one each pair swaps, whatever roles it had
        roles = zip(self.main, self.turner, strict=True) if self.round else map(arrangement.first_roles, self.sides)
        for seats, size, (turner, main) in zip(self.sides, self.dealt_down, roles, strict=True):
            cards = texts(shuffle.shuffled(DECK))
            up, down, deck = cards[:ROW], cards[ROW : ROW + size], cards[ROW + size :]
            dealt.append(Side(seats=seats, turner=turner, main=main, up=up, down=down, deck=deck))
        return Deal(round=self.round + 1, starter=starter, sides=tuple(dealt))

    def do_deal(self, actor: int | None, action: Deal) -> list[Event]:
        """WS-02, WS-03, WS-16: the house deals; what the deal says is checked."""
        self.check_deal(actor, action.round, action.starter)
        seats = tuple(side.seats for side in action.sides)
        if seats != self.sides:
            if self.round:
                raise Illegal("WS-02", "ws-sides-stay")
            arrangement.check(seats, self.players, self.game.options.partners, self.game.options.alone)
        dealt = [self._dealt(side, size) for side, size in zip(action.sides, self.dealt_down, strict=True)]
        if seats != self.sides:
            self._sit(seats)
        self.clear()
        self.round, self.dealer, self.phase = action.round, action.starter, READY
        self.turner = [side.turner for side in action.sides]
        self.main = [side.main for side in action.sides]
        for side, (up, down, deck) in enumerate(dealt):
            self.up[side], self.down[side], self.deck[side] = up, down[::-1], deck[::-1]
            self.left[side] = ROW + len(down)
            self.look_at_row(side)
            for card in up + deck:
                self.show(card)
        return [(None, action)]

    def _dealt(self, side: Side, size: int) -> tuple[list[int], list[int], list[int]]:
        """What a side is dealt, checked."""
        if side.down is None or side.deck is None:
            raise Malformed("a deal of Wackee Six states the face-down cards of every side")
        if {side.turner, side.main} != set(side.seats):
            raise Illegal("WS-16", "ws-roles")
        up, down, deck = kinds(side.up), kinds(side.down), kinds(side.deck)
        if (len(up), len(down)) != (ROW, size):
            raise Illegal("WS-03", "deal-sizes")
        if sorted(up + down + deck) != list(DECK):
            raise Illegal("WS-01", "deal-cards")
        return up, down, deck
