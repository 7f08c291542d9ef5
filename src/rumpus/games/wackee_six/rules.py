"""The rules of Wackee Six, clause by clause (docs/rules/wackee_six.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from rumpus import contract
from rumpus.contract import (
    CALLED,
    DEAL,
    OVER,
    PLAY,
    READY,
    Event,
    Go,
    Illegal,
    Malformed,
    Result,
    Seating,
    Shout,
    Shuffle,
)
from rumpus.games.wackee_six import sides as arrangement
from rumpus.games.wackee_six import view as views
from rumpus.games.wackee_six.actions import (
    CLOSE,
    FROM_DECK,
    GO,
    PLAYS,
    RECYCLE,
    ROW,
    SHOUT,
    TURN_UP,
    WILDS,
    Action,
    Close,
    Deal,
    Options,
    Play,
    Recycle,
    Side,
    Turn,
)
from rumpus.games.wackee_six.cards import (
    ABOVE_ONE,
    DECK,
    HIGHEST,
    KIND,
    NUMBERED,
    ONES,
    PACK,
    TEXT,
    WILD,
    kind,
    kinds,
    texts,
)

TURN = 3  # WS-12
NO_CARD = -1  # an empty place of the face-up row
PATIENCE = 4  # WS-22
BONUS = 10  # WS-19
COST = 2  # WS-19


class WackeeSixState(contract.BaseState[views.View]):
    """One match of Wackee Six. Cards are kinds; sets of kinds and of piles are bit masks kept up to date."""

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
    over_clause = deal_clause = "WS-20"
    dealer_clause = "WS-04"  # what others call the dealer is the starter here
    views: ClassVar[Any] = views

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
        self.turner, self.main = map(list, zip(*(arrangement.roles(seats, 1) for seats in sides), strict=True))

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

    def to_act(self) -> range:
        """WS-05: everybody at once; before the start only the starter, after the call nobody."""
        if self.phase == PLAY:
            return range(self.players)
        return range(self.dealer, self.dealer + (self.phase == READY))

    def legal(self, seat: int | None) -> list[Any]:
        """The canonical actions of a seat, or of the table (None)."""
        if seat is None:
            goes_on: list[Any] = [GO] if self.phase == READY else [CLOSE] if self.phase == CALLED else []
            return goes_on + self.table_legal()
        if self.phase != PLAY:
            return [GO] if self.phase == READY and seat == self.dealer else []
        side = self.side_of[seat]
        if not self.left[side]:
            return [SHOUT]  # WS-17: the call is all that is left
        plays: list[Any] = []
        want = self.want
        if self.main[side] == seat and self.rows[side] & (want | 1 << WILD):
            for place, card in enumerate(self.up[side]):
                if card == WILD:
                    plays += self._wilds(place)
                elif card >= 0 and want >> card & 1:
                    plays.append(PLAYS[place][card])
        return plays + self._from_deck(side) if self.turner[side] == seat else plays

    def _from_deck(self, side: int) -> list[Any]:
        """WS-12, WS-13: the top turned card if it fits, and turning on or turning over."""
        plays: list[Any] = []
        turned = self.turned[side]
        if turned:
            card = turned[-1]
            if card == WILD:
                plays = self._wilds(FROM_DECK)
            elif self.want >> card & 1:
                plays.append(PLAYS[FROM_DECK][card])
        if self.deck[side]:
            plays.append(TURN_UP)
        elif turned:
            plays.append(RECYCLE)
        return plays

    def _wilds(self, place: int) -> list[Any]:
        """WS-11: a wild goes on any unfinished pile, as its next number."""
        plays, wanted = [], self.want & ABOVE_ONE
        while wanted:
            lowest = wanted & -wanted
            plays.append(WILDS[place][lowest.bit_length() - 1])
            wanted ^= lowest
        return plays

    def _side(self, actor: int | None, airborne: bool = False) -> tuple[int, int]:
        """The seat that acts and its side, if the race is on for it."""
        seat = self.seat(actor)
        if self.phase == (CALLED if airborne else PLAY):
            return seat, self.side_of[seat]
        if airborne:
            raise Illegal("WS-18", "ws-not-called")
        if self.phase == CALLED:
            raise Illegal("WS-18", "ws-called")
        raise Illegal("WS-04", "ws-not-started") if self.phase != OVER else Illegal("WS-20", "match-over")

    def do_play(self, actor: int | None, action: Play) -> list[Event]:
        """WS-06 to WS-11, WS-15: a card to the middle."""
        seat, side = self._side(actor, action.airborne)
        if not self.left[side] and not action.airborne:
            raise Illegal("WS-17", "ws-only-shout")
        card, place = kind(action.card), action.from_
        self._check_source(seat, side, card, place)
        target = self._target(card, action)
        pile = self._pile(target, action.pile)
        # checked; from here on it happens
        self.lift(card)
        self.played[side].append(card)
        if place == "deck":
            self.turned[side].pop()
        else:
            self.left[side] -= 1
            self.up[side][place] = NO_CARD
            if self.down[side] and self.phase == PLAY:  # WS-10, and WS-18: not after the call
                self.up[side][place] = following = self.down[side].pop()
                self.show(following)
            self.look_at_row(side)
        self.build(pile, target, card == WILD)
        # WS-22 counts whole passes from now on: one that is under way is none unless nothing is turned yet
        self.passes = [-1 if turned else 0 for turned in self.turned]
        done = Play(card=action.card, from_=place, as_=TEXT[target], pile=pile, airborne=action.airborne)
        if self.phase == CALLED:
            return [(seat, done)]
        if not self.left[side] and self.game.options.auto_shout:
            return [(seat, done), *self._call(self.main[side], side)]
        return [(seat, done), *self._stalemate()]

    def _check_source(self, seat: int, side: int, card: int, place: int | str) -> None:
        """The card lies where it is played from, and it is this partner's to play (WS-16)."""
        if place == "deck":
            if self.turner[side] != seat:
                raise Illegal("WS-16", "ws-partner-turns")
            if not self.turned[side] or self.turned[side][-1] != card:
                raise Illegal("WS-12", "ws-not-on-top", card=TEXT[card])
        elif isinstance(place, int) and 0 <= place < ROW:
            if self.main[side] != seat:
                raise Illegal("WS-16", "ws-partner-main")
            if self.up[side][place] != card:
                raise Illegal("WS-10", "ws-not-there", card=TEXT[card], place=place + 1)
        else:
            raise Malformed(f"a card is played from 'deck' or from a place 0 to 5 of the row, not from {place!r}")

    def _target(self, card: int, action: Play) -> int:
        """The number and colour that the card is meant as."""
        if card != WILD:
            if action.as_ not in (None, action.card):
                raise Illegal("WS-07", "ws-not-wild", card=action.card)
            return card
        target = WILD if action.as_ is None else kind(action.as_)
        if target == WILD:
            raise Illegal("WS-11", "ws-wild-says")
        if not ABOVE_ONE >> target & 1:
            raise Illegal("WS-11", "ws-wild-never-one")
        return target

    def _pile(self, target: int, asked: int | None) -> int:
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

    def do_turn(self, actor: int | None, action: Turn) -> list[Event]:
        """WS-12: three cards onto the turned pile."""
        seat, side = self._turner(actor)
        deck = self.deck[side]
        if not deck:
            raise Illegal("WS-13", "ws-turn-over") if self.turned[side] else Illegal("WS-12", "ws-no-hand-deck")
        cards = deck[: -TURN - 1 : -1]
        done = Turn(cards=texts(cards))
        if action.cards not in (None, done.cards):
            raise Illegal("WS-12", "ws-turn-cards")
        del deck[-TURN:]
        self.turned[side] += cards
        if deck:
            return [(seat, done)]
        self.passes[side] += 1
        return [(seat, done), *self._standoff()]

    def do_recycle(self, actor: int | None, action: Recycle) -> list[Event]:
        """WS-13: the turned pile becomes the hand deck again."""
        seat, side = self._turner(actor)
        if self.deck[side]:
            raise Illegal("WS-13", "ws-deck-left", count=len(self.deck[side]))
        turned = self.turned[side]
        if not turned:
            raise Illegal("WS-13", "ws-no-hand-deck")
        # WS-13: the last card turned comes first in the next pass
        self.deck[side] = [*turned[-2::-1], turned[-1]]
        self.turned[side] = []
        self.passes[side] = max(0, self.passes[side])
        return [(seat, action)]

    def _turner(self, actor: int | None) -> tuple[int, int]:
        seat, side = self._side(actor)
        if not self.left[side]:
            raise Illegal("WS-17", "ws-only-shout")
        if self.turner[side] != seat:
            raise Illegal("WS-16", "ws-partner-turns")
        return seat, side

    def do_shout(self, actor: int | None, action: Shout) -> list[Event]:
        """WS-17: the call of a side that has played all its main cards."""
        seat, side = self._side(actor)
        if self.left[side]:
            raise Illegal("WS-17", "ws-main-left", count=self.left[side])
        return self._call(seat, side)

    def _call(self, seat: int, side: int) -> list[Event]:
        self.caller = side
        self.phase = CALLED
        return [(seat, SHOUT)]

    def do_close(self, actor: int | None, action: Close) -> list[Event]:
        """WS-18: the table closes the round when nothing can be in the air any more."""
        if actor is not None or self.phase != CALLED:
            raise Illegal("WS-18", "ws-close-not-now")
        return [(None, action), *self._score("out")]

    def goes_on(self) -> bool:
        """WS-21: some card that can come up is a 1 or fits a pile, or a side is about to call."""
        fits = self.live_mask & self.want or (self.live[WILD] and self.want & ABOVE_ONE)
        return bool(fits) or not all(self.left)

    def _stalemate(self) -> list[Event]:
        return [] if self.goes_on() else self._score("stalemate")

    def _standoff(self) -> list[Event]:
        """WS-22: everybody has gone through everything often enough, and nobody plays."""
        for side, passes in enumerate(self.passes):
            if passes < PATIENCE and (self.deck[side] or self.turned[side]):
                return []
        return self._score("standoff") if all(self.left) else []

    def _score(self, why: str) -> list[Event]:
        points = tuple(
            len(self.played[side]) - COST * left + BONUS * (side == self.caller) for side, left in enumerate(self.left)
        )
        done = [self.score(points, why)]
        if max(self.totals) >= self.game.options.target:  # WS-20
            done.append(self.finish("finished", self.leaders()))
        return done

    def do_go(self, actor: int | None, action: Go) -> list[Event]:
        """WS-04: the starter opens the round, or the table does (T-03)."""
        return [*self.go(actor, action, "WS-04", "ws-go-starter"), *self._stalemate()]

    def owed(self, shuffle: Shuffle) -> Deal | None:
        """A deal, when a round is to begin."""
        if self.phase != DEAL:
            return None
        starter = self.choose_dealer(shuffle)
        dealt = []
        for seats, size in zip(self.sides, self.dealt_down, strict=True):
            turner, main = arrangement.roles(seats, self.round + 1)
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

    def copy(self) -> WackeeSixState:
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

    does: ClassVar[dict[type, Callable[[Any, int | None, Any], list[Event]]]] = {
        Play: do_play,
        Turn: do_turn,
        Recycle: do_recycle,
        Shout: do_shout,
        Close: do_close,
        Go: do_go,
        Deal: do_deal,
        Result: contract.BaseState.end,
    }


class WackeeSix(contract.Game, frozen=True):
    """The rules of Wackee Six under one set of options."""

    options: Options = Options()

    name: ClassVar[str] = "wackee_six"
    title: ClassVar[str] = "Wackee Six"
    prefix: ClassVar[str] = "WS"
    seats: ClassVar[range] = range(2, 13)
    lowest_wins: ClassVar[bool] = False
    race: ClassVar[bool] = True
    endings: ClassVar[tuple[str, ...]] = ("out", "stalemate", "standoff")  # WS-17, WS-21, WS-22
    closing: ClassVar[contract.Action | None] = CLOSE  # WS-18
    has_sides: ClassVar[bool] = True  # WS-02
    requests: ClassVar[tuple[str, ...]] = ("need-card", "have-card", "your-call")  # WS-16
    beaten: ClassVar[Mapping[str, str | None]] = {"ws-no-pile": None, "ws-called": "shout"}
    pack: ClassVar[contract.Pack] = PACK
    options_type: ClassVar[type[contract.Options]] = Options
    action_type: ClassVar[Any] = Action
    view_type: ClassVar[type[contract.View]] = views.View
    actions: ClassVar[tuple[Any, ...]] = (
        GO,
        TURN_UP,
        RECYCLE,
        SHOUT,
        *(play for plays in PLAYS for play in plays),
        *(play for plays in WILDS for play in plays if play is not None),
    )

    def new(self, seating: Seating) -> WackeeSixState:
        """A match about to begin."""
        if seating.players not in self.seats:
            raise Illegal("WS-02", "ws-players", players=seating.players)
        return WackeeSixState(self, seating)

    def imagine(self, view: views.View, shuffle: Shuffle) -> WackeeSixState:
        """A state that looks just like this to the viewer; what lies face down is shuffled."""
        public = view.public
        sides = tuple(side.seats for side in public.sides)
        state = WackeeSixState(self, Seating(players=sum(map(len, sides)), host=public.starter, sides=sides))
        state.resume(public)
        state.dealer, state.caller = public.starter, public.caller
        return self.retry(state, lambda: self.lay_out(state, public, shuffle))

    def lay_out(self, state: WackeeSixState, public: views.Public, shuffle: Shuffle) -> None:
        """Put what the view shows on the table, and shuffle what it hides."""
        caller = state.caller
        state.clear()
        state.caller = caller
        state.turner = [side.turner for side in public.sides]
        state.main = [side.main for side in public.sides]
        state.passes = [side.passes for side in public.sides]
        for number, pile in enumerate(public.piles):
            state.build(number, KIND[f"{pile.colour}{pile.height}"], pile.wild)
        for side, seen in enumerate(public.sides):
            cards = shuffle.shuffled(views.hidden(seen))
            under = [cards.pop() for _ in range(seen.turned - len(seen.top))]
            state.down[side] = [cards.pop() for _ in range(seen.down)]
            state.deck[side] = [cards.pop() for _ in range(seen.deck)]
            state.turned[side] = under + [KIND[card] for card in seen.top]
            state.up[side] = [NO_CARD if card is None else KIND[card] for card in seen.up]
            state.look_at_row(side)
            state.played[side] = [KIND[card] for card in seen.played]
            up = [card for card in state.up[side] if card != NO_CARD]
            state.left[side] = len(up) + seen.down
            for card in up + state.deck[side] + state.turned[side]:
                state.show(card)

    def told(self, by: int | None, action: Any, seat: int | None) -> Any:
        """The action as every viewer is told of it."""
        return views.told(action)

    def parties(self, public: contract.PublicView) -> contract.Parties:
        """WS-02: sides score together."""
        assert isinstance(public, views.Public)
        return tuple(side.seats for side in public.sides)

    def with_roles(self, deal: Deal, chosen: tuple[int, ...]) -> Deal:
        """WS-16: who turns the hand deck, where one of a pair has chosen."""
        return msgspec.structs.replace(deal, sides=tuple(arrangement.with_roles(side, chosen) for side in deal.sides))

    def card_words(self, card: str) -> tuple[str, dict[str, str | int]]:
        """A wild, or a colour with a number."""
        return ("card-wild", {}) if card == "w" else ("card-colour", {"colour": card[0], "number": card[1:]})
