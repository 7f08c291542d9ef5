"""The rules of Wig Out!, clause by clause (docs/rules/wig_out.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, overload

from rumpus import contract
from rumpus.contract import (
    DEAL,
    OVER,
    PLAY,
    READY,
    STANDOFF,
    Event,
    Go,
    Illegal,
    Malformed,
    Result,
    Seating,
    Shout,
    Shuffle,
    Standoff,
)
from rumpus.games.wig_out import view as views
from rumpus.games.wig_out.actions import (
    DRAW,
    DRAWN,
    GO,
    LAYS,
    SHOUT,
    STARTS,
    Action,
    Deal,
    Draw,
    Lay,
    SeatAction,
    Start,
    TableAction,
)
from rumpus.games.wig_out.cards import CHARACTERS, COPIES, DECK, NUMBER, number, numbers, texts

if TYPE_CHECKING:
    from rumpus.games.wig_out.game import WigOut
    from rumpus.games.wig_out.view import Private, Public, SeatView, View

TIES_THAT_COUNT = 10  # WO-21

# JSON of what only one seat is told: `"pigtails",`, a fifth of the ways to play five of a character whose name has
# seven letters, and the rest with 20 bytes more for the one character whose name has eight
CARD_BYTES, PLAYS_BYTES, OTHER_BYTES = 11, 53, 76

SORTED = sorted(DECK)
MASKS = range(1 << len(CHARACTERS))
BITS = tuple(tuple(c for c in range(len(CHARACTERS)) if mask >> c & 1) for mask in MASKS)
LAYABLE = tuple([LAYS[card] for card in bits] for bits in BITS)  # what can be laid of these characters
# How a character can be started by one who holds so many of it, and what such a start plays: whom, and how many
STARTABLE = tuple(tuple(starts[: max(0, count - 1)] for count in range(COPIES + 1)) for starts in STARTS)
STARTED = {start.cards: (card, len(start.cards)) for card, starts in enumerate(STARTS) for start in starts}


def hand_size(players: int) -> int:
    """WO-04: how many cards each player is dealt."""
    return 7 if players <= 4 else 5


class WigOutState(contract.BaseState[views.View]):
    """One match of Wig Out!: hands as counts per character, and bit masks of characters kept up to date."""

    __slots__ = ("counted", "dealt", "deck", "doubles", "hands", "held", "open", "piles", "sizes", "ties")
    over_clause = "WO-19"
    dealer_clause = deal_clause = "WO-18"
    views: ClassVar[Any] = views

    def __init__(self, rules: WigOut, seating: Seating) -> None:
        super().__init__(rules, seating, seating.players)
        usual = (hand_size(self.players),) * self.players
        self.dealt = contract.per_party("cards", rules.options.cards, self.players) or usual
        self.counted = 0
        self.ties = 0
        self.clear()

    def clear(self) -> None:
        """Take all cards off the table."""
        self.hands = [[0] * len(CHARACTERS) for _ in range(self.players)]
        self.held = [0] * self.players  # the characters a seat holds
        self.doubles = [0] * self.players  # those it holds twice or more
        self.sizes = [0] * self.players
        self.piles = [0] * len(CHARACTERS)
        self.open = 0  # the characters that have a pile
        self.deck: list[int] = []  # top card last

    def cards(self) -> list[int]:
        """Every card, wherever it is."""
        counts = map(sum, zip(*self.hands, self.piles, strict=True))
        return [card for card, count in enumerate(counts) for _ in range(count)] + self.deck

    def pack_in_play(self) -> tuple[int, ...]:
        """WO-01."""
        return DECK

    if TYPE_CHECKING:  # what `BaseState` does, in the types of this game
        game: WigOut

        @overload
        def view(self, seat: int) -> SeatView: ...
        @overload
        def view(self, seat: int | None) -> View: ...
        def view(self, seat: int | None) -> View: ...
        def public(self) -> Public: ...
        def private(self, seat: int) -> Private: ...
        def apply(self, actor: int | None, action: Action) -> list[tuple[int | None, Action]]: ...

    def to_act(self) -> range:
        """WO-08: everybody at once; before GO only the dealer."""
        if self.phase == PLAY:
            return self.everybody
        return range(self.dealer, self.dealer + (self.phase == READY))

    def can_play(self, seat: int) -> int:
        """The characters this seat can play now, as a mask: those with a pile, and two of a kind."""
        return self.held[seat] & self.open | self.doubles[seat]

    @overload
    def legal(self, seat: int) -> list[SeatAction]: ...
    @overload
    def legal(self, seat: None) -> list[TableAction]: ...
    @overload
    def legal(self, seat: int | None) -> list[SeatAction] | list[TableAction]: ...
    def legal(self, seat: int | None) -> list[Any]:
        """The canonical actions of a seat, or of the table (None)."""
        if seat is None:
            goes_on: list[Any] = [GO] if self.phase == READY else []
            stuck = [STANDOFF] if self.phase == PLAY and all(self.sizes) else []
            return [*goes_on, *self.table_legal(), *stuck]
        if type(seat) is not int or not 0 <= seat < self.players:
            seat = self.seat(seat)  # or says why not
        if self.phase != PLAY:
            return [GO] if self.phase == READY and seat == self.dealer else []
        if not self.sizes[seat]:
            return [SHOUT]  # WO-15: with an empty hand the shout is the only action left
        plays: list[Any] = LAYABLE[self.held[seat] & self.open].copy()
        if doubles := self.doubles[seat]:
            counts = self.hands[seat]
            for card in BITS[doubles]:
                plays += STARTABLE[card][counts[card]]
        if (not plays or self.game.options.free_draw) and self.deck:
            plays.append(DRAW)
        return plays

    def seen_to_act(self, seat: int) -> bool:
        """While there is a deck everybody can play or draw; after that only the shout of an empty hand is certain."""
        return self.phase == PLAY and bool(self.deck or not self.sizes[seat])

    def only_shout(self) -> list[int]:
        """WO-15: the seats with an empty hand."""
        return [seat for seat, size in enumerate(self.sizes) if not size] if self.phase == PLAY else []

    def private_bytes(self, seat: int) -> int:
        """A card takes most space if all five of its character are in the hand, which can be laid in many ways."""
        return OTHER_BYTES + (CARD_BYTES + (PLAYS_BYTES if self.phase == PLAY else 0)) * self.sizes[seat]

    def own_mark(self, seat: int) -> tuple[bytes, int, bool] | None:
        """What a seat can do follows from its hand, the piles of its characters, and whether there is a deck."""
        if self.phase != PLAY:
            return None
        return bytes(self.hands[seat]), self.held[seat] & self.open, not self.deck

    def _not_now(self) -> NoReturn:
        """Say why a seat cannot act with its cards."""
        if self.phase == PLAY:
            raise Illegal("WO-15", "wo-only-shout")
        raise Illegal("WO-06", "wo-not-started") if self.phase != OVER else Illegal("WO-19", "match-over")

    def do_lay(self, actor: int | None, action: Lay) -> list[Event]:
        """WO-10: one card on the pile of its character."""
        seat = actor if type(actor) is int and 0 <= actor < self.players else self.seat(actor)
        if self.phase != PLAY or not self.sizes[seat]:
            self._not_now()
        try:
            card = NUMBER[action.card]
        except (KeyError, TypeError):
            card = number(action.card)  # says why not
        if not self.hands[seat][card]:
            raise Illegal("WO-10", "wo-not-in-hand", card=action.card)
        if not self.open >> card & 1:
            raise Illegal("WO-10", "wo-no-pile", card=action.card)
        return self._put(seat, card, 1, (seat, action))

    def do_start(self, actor: int | None, action: Start) -> list[Event]:
        """WO-09, WO-14: two or more of a kind, as a new pile or onto theirs."""
        seat = actor if type(actor) is int and 0 <= actor < self.players else self.seat(actor)
        if self.phase != PLAY or not self.sizes[seat]:
            self._not_now()
        try:
            card, count = STARTED[action.cards]
        except (KeyError, TypeError):
            card, count = self._alike(action.cards)
        if self.hands[seat][card] < count:
            raise Illegal("WO-09", "wo-not-in-hand", card=action.cards[0])
        return self._put(seat, card, count, (seat, action))

    def _alike(self, cards: Sequence[str]) -> tuple[int, int]:
        """The character of these cards and their number, if they are two or more of one; else says why not."""
        kinds = numbers(cards)
        if len(kinds) < 2:
            raise Illegal("WO-09", "wo-start-two")
        if kinds.count(kinds[0]) < len(kinds):
            raise Illegal("WO-09", "wo-start-alike")
        return kinds[0], len(kinds)

    def _put(self, seat: int, card: int, count: int, done: Event) -> list[Event]:
        counts = self.hands[seat]
        left = counts[card] = counts[card] - count
        bit = 1 << card
        if left < 2:
            self.doubles[seat] &= ~bit
            if not left:
                self.held[seat] &= ~bit
        size = self.sizes[seat] = self.sizes[seat] - count
        self.piles[card] += count  # WO-14: one pile a character
        self.open |= bit
        if not size and self.game.options.auto_shout:
            return [done, (seat, SHOUT), *self._score("out")]
        return [done] if self.deck else [done, *self._deadlock()]

    def do_draw(self, actor: int | None, action: Draw) -> list[Event]:
        """WO-11 to WO-13: the top card of the deck, when nothing can be played."""
        seat = actor if type(actor) is int and 0 <= actor < self.players else self.seat(actor)
        if self.phase != PLAY or not self.sizes[seat]:
            self._not_now()
        deck = self.deck
        if (self.held[seat] & self.open or self.doubles[seat]) and not self.game.options.free_draw:
            raise Illegal("WO-12", "wo-must-play")
        if not deck:
            raise Illegal("WO-13", "wo-deck-empty")
        if action.card is not None and number(action.card) != deck[-1]:
            raise Illegal("WO-11", "wo-top-card")
        card = deck.pop()
        self.take(seat, card)
        done = (seat, DRAWN[card])
        return [done] if deck else [done, *self._deadlock()]

    def take(self, seat: int, card: int) -> None:
        """A card comes into a hand."""
        bit = 1 << card
        self.hands[seat][card] += 1
        self.sizes[seat] += 1
        self.doubles[seat] |= self.held[seat] & bit
        self.held[seat] |= bit

    def deadlocked(self) -> bool:
        """WO-21: nobody can play, the deck is empty, and there is no empty hand that can shout."""
        return not self.deck and all(self.sizes) and not any(map(self.can_play, range(self.players)))

    def rivals(self, seat: int, action: Any) -> list[int]:
        """Seats that want the last cards of the deck too (WO-13); a shout competes with all that is played (WO-16).

        Whether a seat must play or may draw depends on its hand, so every seat with cards counts.
        """
        others = [other for other in range(self.players) if other != seat]
        with_cards = [other for other in others if self.sizes[other]]
        if isinstance(action, Shout):
            return others
        empty = [other for other in others if not self.sizes[other]]
        if isinstance(action, Draw) and len(self.deck) <= len(with_cards):
            return with_cards + empty
        return empty

    def goes_on(self) -> bool:
        """WO-21: a deadlock ends the round at once."""
        return not self.deadlocked()

    def _deadlock(self) -> list[Event]:
        return self._score("tie") if self.deadlocked() else []

    def do_shout(self, actor: int | None, action: Shout) -> list[Event]:
        """WO-15, WO-16: the shout of an empty hand stops the round."""
        seat = self.seat(actor)
        if self.phase != PLAY:
            raise Illegal("WO-06", "wo-not-started") if self.phase != OVER else Illegal("WO-19", "match-over")
        if self.sizes[seat]:
            raise Illegal("WO-16", "wo-cards-left", count=self.sizes[seat])
        return [(seat, action), *self._score("out")]

    def do_standoff(self, actor: int | None, action: Standoff) -> list[Event]:
        """T-08: nobody moves; every hand is scored as it lies (WO-17), and the round counts."""
        self.check_standoff(actor, shouting=not all(self.sizes))
        return [(None, action), *self._score("standoff")]

    def _score(self, why: str) -> list[Event]:
        tie = why == "tie"
        points = (0,) * self.players if tie else tuple(self.sizes)  # WO-17
        self.ties = self.ties + 1 if tie else 0
        if not tie or self.ties == TIES_THAT_COUNT:  # WO-21: the tenth tie in a row counts
            self.counted += 1
            self.ties = 0
        done = [self.score(points, why)]
        if self.counted == self.game.options.rounds:
            done.append(self.finish("finished", self.leaders()))  # WO-20
        return done

    def do_go(self, actor: int | None, action: Go) -> list[Event]:
        """WO-07: the dealer says GO, or the table does (T-03)."""
        return self.go(actor, action, "WO-07", "wo-go-dealer")

    def owed(self, shuffle: Shuffle) -> Deal | None:
        """A deal, when a round is to begin."""
        if self.phase != DEAL:
            return None
        dealer = self.choose_dealer(shuffle)
        cards = texts(shuffle.shuffled(DECK))
        used = sum(self.dealt)
        return Deal(
            round=self.round + 1,
            dealer=dealer,
            hands=self._deal_out(cards, dealer),
            turned=cards[used : used + 2],
            deck=cards[used + 2 :],
        )

    def _deal_out(self, cards: tuple[str, ...], dealer: int) -> tuple[tuple[str, ...], ...]:
        """WO-04: one at a time, clockwise from the dealer's left."""
        players, used = self.players, sum(self.dealt)
        if used == self.dealt[0] * players == max(self.dealt) * players:
            return tuple([cards[(seat - dealer - 1) % players : used : players] for seat in range(players)])
        hands: list[list[str]] = [[] for _ in range(players)]
        top = iter(cards)
        for number_dealt in range(max(self.dealt)):
            for place in range(1, players + 1):
                seat = (dealer + place) % players
                if number_dealt < self.dealt[seat]:
                    hands[seat].append(next(top))
        return tuple(map(tuple, hands))

    def do_deal(self, actor: int | None, action: Deal) -> list[Event]:
        """WO-04, WO-05, WO-18: the house deals; what the deal says is checked."""
        self.check_deal(actor, action.round, action.dealer)
        if action.hands is None or action.deck is None:
            raise Malformed("a deal of Wig Out! states every hand and the deck")
        if tuple(map(len, action.hands)) != self.dealt or len(action.turned) != 2:
            raise Illegal("WO-04", "deal-sizes")
        cards = numbers([*chain.from_iterable(action.hands), *action.turned, *action.deck])
        if sorted(cards) != SORTED:
            raise Illegal("WO-01", "deal-cards")
        self.clear()
        self.round, self.dealer, self.phase = action.round, action.dealer, READY
        used = 0
        for seat, size in enumerate(self.dealt):
            counts, held, doubles = self.hands[seat], 0, 0
            for card in cards[used : used + size]:
                bit = 1 << card
                counts[card] += 1
                doubles |= held & bit
                held |= bit
            self.held[seat], self.doubles[seat], self.sizes[seat] = held, doubles, size
            used += size
        for card in cards[used : used + 2]:  # WO-05: the same character twice is one pile of two
            self.piles[card] += 1
            self.open |= 1 << card
        self.deck = cards[: used + 1 : -1]
        return [(None, action)]

    def copy(self) -> Self:
        """An independent state, equal to this one."""
        new = self.twin()
        new.counted, new.ties, new.dealt = self.counted, self.ties, self.dealt
        new.open = self.open
        new.hands = [counts[:] for counts in self.hands]
        new.held, new.doubles, new.sizes = self.held[:], self.doubles[:], self.sizes[:]
        new.piles, new.deck = self.piles[:], self.deck[:]
        return new

    does: ClassVar[dict[type, Callable[[Any, int | None, Any], list[Event]]]] = {
        Lay: do_lay,
        Start: do_start,
        Draw: do_draw,
        Shout: do_shout,
        Standoff: do_standoff,
        Go: do_go,
        Deal: do_deal,
        Result: contract.BaseState.end,
    }
