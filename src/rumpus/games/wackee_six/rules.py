"""The rules of Wackee Six, clause by clause (docs/rules/wackee_six.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, overload

from rumpus import contract
from rumpus.contract import CALLED, OVER, PLAY, READY, STANDOFF, Event, Go, Illegal, Malformed, Result, Shout, Standoff
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
    Play,
    Recycle,
    SeatAction,
    TableAction,
    Turn,
)
from rumpus.games.wackee_six.cards import ABOVE_ONE, KIND, ONES, TEXT, WILD, kind
from rumpus.games.wackee_six.layout import NO_CARD, Layout

if TYPE_CHECKING:
    from rumpus.games.wackee_six.game import WackeeSix
    from rumpus.games.wackee_six.view import Private, Public, SeatView, View

WILD_BIT = 1 << WILD
TURN = 3  # WS-12
PATIENCE = 4  # WS-22
BONUS = 10  # WS-19
COST = 2  # WS-19


class WackeeSixState(Layout):
    """One match of Wackee Six."""

    __slots__ = ()
    over_clause = deal_clause = "WS-20"
    dealer_clause = "WS-04"  # what others call the dealer is the starter here
    views: ClassVar[Any] = views

    if TYPE_CHECKING:  # what `BaseState` does, in the types of this game
        game: WackeeSix

        @overload
        def view(self, seat: int) -> SeatView: ...
        @overload
        def view(self, seat: int | None) -> View: ...
        def view(self, seat: int | None) -> View: ...
        def public(self) -> Public: ...
        def private(self, seat: int) -> Private: ...
        def apply(self, actor: int | None, action: Action) -> list[tuple[int | None, Action]]: ...

    def to_act(self) -> range:
        """WS-05: everybody at once; before the start only the starter, after the call nobody."""
        if self.phase == PLAY:
            return self.everybody
        return range(self.dealer, self.dealer + (self.phase == READY))

    @overload
    def legal(self, seat: int) -> list[SeatAction]: ...
    @overload
    def legal(self, seat: None) -> list[TableAction]: ...
    @overload
    def legal(self, seat: int | None) -> list[SeatAction] | list[TableAction]: ...
    def legal(self, seat: int | None) -> list[Any]:
        """The canonical actions of a seat, or of the table (None)."""
        if seat is None:
            goes_on: list[Any] = [GO] if self.phase == READY else [CLOSE] if self.phase == CALLED else []
            stuck = [STANDOFF] if self.phase == PLAY and all(self.left) else []
            return [*goes_on, *self.table_legal(), *stuck]
        if type(seat) is not int or not 0 <= seat < self.players:
            seat = self.seat(seat)  # or says why not
        if self.phase != PLAY:
            return [GO] if self.phase == READY and seat == self.dealer else []
        side = self.side_of[seat]
        if not self.left[side]:
            return [SHOUT]  # WS-17: the call is all that is left
        plays: list[Any] = []
        want = self.want
        if self.main[side] == seat and self.rows[side] & (want | WILD_BIT):
            for place, card in enumerate(self.up[side]):
                if card == WILD:
                    plays += self._wilds(place)
                elif card >= 0 and want >> card & 1:
                    plays.append(PLAYS[place][card])
        if self.turner[side] == seat:
            self._from_deck(side, plays)
        return plays

    def seen_to_act(self, seat: int) -> bool:
        """Everybody sees what a seat can play: all cards that may be played lie open."""
        if self.phase != PLAY:
            return False
        side = self.side_of[seat]
        if not self.left[side]:
            return True
        if self.turner[side] == seat and (self.deck[side] or self.turned[side]):
            return True
        row = self.rows[side] if self.main[side] == seat else 0
        return bool(row & self.want or (row >> WILD & 1 and self.want & ABOVE_ONE))

    def only_shout(self) -> list[int]:
        """WS-17: of each side that has only to call, the seat that played the main cards."""
        return [main for main, left in zip(self.main, self.left, strict=True) if not left] if self.phase == PLAY else []

    def private_bytes(self, seat: int) -> int:
        """Nothing: no card is for one seat's eyes only, and everybody knows what the others may play."""
        return 0

    def _from_deck(self, side: int, plays: list[Any]) -> None:
        """WS-12, WS-13: add the top turned card if it fits, and turning on or turning over."""
        turned = self.turned[side]
        if turned:
            card = turned[-1]
            if card == WILD:
                plays += self._wilds(FROM_DECK)
            elif self.want >> card & 1:
                plays.append(PLAYS[FROM_DECK][card])
        if self.deck[side]:
            plays.append(TURN_UP)
        elif turned:
            plays.append(RECYCLE)

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
        seat = actor if type(actor) is int and 0 <= actor < self.players else self.seat(actor)
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
        pile = self.pile_for(target, action.pile)
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
                self.rows[side] |= 1 << following
            if card not in self.up[side]:  # a wild may be there twice
                self.rows[side] &= ~(1 << card)
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

    def do_turn(self, actor: int | None, action: Turn) -> list[Event]:
        """WS-12: three cards onto the turned pile."""
        seat, side = self._turner(actor)
        deck = self.deck[side]
        if not deck:
            raise Illegal("WS-13", "ws-turn-over") if self.turned[side] else Illegal("WS-12", "ws-no-hand-deck")
        cards = deck[: -TURN - 1 : -1]
        done = Turn(cards=tuple([TEXT[card] for card in cards]))
        if action.cards is not None and action.cards != done.cards:
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

    def rivals(self, seat: int, action: Any) -> list[int]:
        """Other sides that could take the same place of a pile (WS-15), or call at the same time (WS-17).

        Calls and cards do not compete: a card that was played before its player heard the call counts (WS-18).
        """
        own = self.side_of[seat]
        others = [side for side in range(len(self.sides)) if side != own]
        if isinstance(action, Shout):
            return [rival for side in others if self._may_call(side) for rival in self.sides[side]]
        if not isinstance(action, Play) or (target := KIND.get(action.as_ or action.card, WILD)) == WILD:
            return []
        if ONES >> target & 1:
            return []  # WS-06: everybody may start a pile
        fitting = [rival for side in others for rival in self._holders(side, target)]
        return fitting if len(fitting) >= self.wants[target].bit_count() else []

    def _may_call(self, side: int) -> bool:
        """Whether a side has no main card left to play, or can play its last."""
        want = self.want | (1 << WILD if self.want & ABOVE_ONE else 0)
        return not self.left[side] or (self.left[side] == 1 and bool(self.rows[side] & want))

    def _holders(self, side: int, target: int) -> list[int]:
        """The seats of a side that could play a card as this one now."""
        fits = 1 << target | 1 << WILD
        turned = self.turned[side]
        holders = [self.main[side]] if self.rows[side] & fits else []
        if turned and fits >> turned[-1] & 1 and self.turner[side] not in holders:
            holders.append(self.turner[side])
        return holders if self.left[side] else []

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

    def do_standoff(self, actor: int | None, action: Standoff) -> list[Event]:
        """T-08: nobody moves; the round is scored as it stands, as in WS-22."""
        self.check_standoff(actor, shouting=not all(self.left))
        return [(None, action), *self._score("standoff")]

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

    does: ClassVar[dict[type, Callable[[Any, int | None, Any], list[Event]]]] = {
        Play: do_play,
        Turn: do_turn,
        Recycle: do_recycle,
        Shout: do_shout,
        Close: do_close,
        Standoff: do_standoff,
        Go: do_go,
        Deal: Layout.do_deal,
        Result: contract.BaseState.end,
    }
