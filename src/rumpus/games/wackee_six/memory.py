"""What everybody saw in a round of Wackee Six: the cards that each side has turned, and so its hand deck."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rumpus import contract
from rumpus.games.wackee_six.actions import Deal, Play, Recycle, Turn
from rumpus.games.wackee_six.cards import kinds
from rumpus.games.wackee_six.view import SideView, hidden

TURN = 3  # WS-12: cards turned over at once


class HandDeck:
    """What is known of a side's hand deck; None for a part that is not known."""

    def __init__(self) -> None:
        self.turned: list[str] | None = None  # top card last
        self.deck: list[str] | None = None  # top card last

    def saw(self, action: Any) -> None:
        """Follow what the side does with its hand deck."""
        if isinstance(action, Turn) and action.cards is not None:
            if self.turned is not None:
                self.turned += action.cards
            if self.deck is not None:
                del self.deck[-TURN:]
        elif isinstance(action, Play) and action.from_ == "deck" and self.turned:
            self.turned.pop()
        elif isinstance(action, Recycle):
            known = self.turned
            self.deck = [*known[-2::-1], known[-1]] if known else None  # WS-13
            self.turned = []

    def check(self, side: SideView) -> None:
        """Forget what contradicts the view, as after somebody else has played the seat for a while."""
        if self.turned is not None and (
            len(self.turned) != side.turned or tuple(self.turned[-len(side.top) :]) != side.top
        ):
            self.turned = self.deck = None
        if self.deck is not None and len(self.deck) != side.deck:
            self.deck = None
        if self.turned is None and not side.turned:
            self.turned = []


class Memory(contract.Memory):
    """The hand decks of all sides, as far as they have been turned."""

    def __init__(self) -> None:
        self.decks: dict[int, HandDeck] = {}  # by seat; partners share theirs

    def saw(self, by: int | None, action: Any) -> None:
        """A deal begins again; what a seat turns, plays and turns over is followed."""
        if isinstance(action, Deal):
            self.decks = {}
            for side in action.sides:
                deck = HandDeck()
                deck.turned = []
                self.decks |= dict.fromkeys(side.seats, deck)
        elif by in self.decks:
            self.decks[by].saw(action)

    def known(self, side: SideView) -> tuple[list[int], list[int] | None, list[int]]:
        """The cards under the fan, the deck from the bottom (None if it is not known), and those that stay hidden."""
        unseen = Counter(hidden(side))
        deck = HandDeck()
        if side.seats[0] in self.decks:
            remembered = self.decks[side.seats[0]]
            deck.turned, deck.deck = remembered.turned, remembered.deck
        deck.check(side)
        under = kinds((deck.turned or ())[: side.turned - len(side.top)])
        order = None if deck.deck is None else kinds(deck.deck)
        claimed = Counter([*under, *(order or ())])
        if len(under) != side.turned - len(side.top) or claimed - unseen:
            return [], None, sorted(unseen.elements())
        return under, order, sorted((unseen - claimed).elements())
