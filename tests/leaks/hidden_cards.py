"""Which of the dealt cards a viewer has never seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.leaks.allowed import Plain

Spot = tuple[Any, ...]  # a way into a deal: round, field, …


def _spots(deal: Plain, number: int) -> dict[str, list[list[Spot]]]:
    """All places of a deal, pile by pile."""
    if "sides" in deal:
        sides = list(enumerate(deal["sides"]))
        return {
            pile: [[(number, "sides", side, pile, at) for at in range(len(one[pile]))] for side, one in sides]
            for pile in ("up", "down", "deck")
        }
    hands = [[(number, "hands", seat, at) for at in range(len(hand))] for seat, hand in enumerate(deal["hands"])]
    pile = "deck" if "deck" in deal else "draw"
    return {"hands": hands, "pile": [[(number, pile, at) for at in range(len(deal[pile]))]]}


def card_at(deals: list[Plain], spot: Spot) -> str:
    """The card at this place of a deal."""
    found: Any = deals
    for step in spot:
        found = found[step]
    return str(found)


class HiddenCards:
    """Follows every dealt card by its place, and notes which ones a viewer gets to see.

    A card is seen when it is the viewer's own, is played, picked up, laid down, turned, or lies open at the end of a
    round.
    """

    def __init__(self, deals: list[Plain], seat: int | None) -> None:
        self.deals = deals
        self.seat = seat
        self.spots: list[Spot] = []
        self.hands: list[list[Spot]] = []
        self.pile: list[Spot] = []
        self.discards: list[Spot] = []
        self.side_of: dict[int, int] = {}
        self.down: list[list[Spot]] = []
        self.deck: list[list[Spot]] = []
        self.turned: list[list[Spot]] = []
        self.seen: set[Spot] = set()

    def follow(self, lines: Iterator[Plain]) -> list[list[Spot]]:
        """The places that were never seen, in groups within which cards may change places."""
        for line in lines:
            getattr(self, f"_{line['do']}", lambda _: None)(line)
        groups: dict[Any, list[Spot]] = {}
        for spot in self.spots:
            if spot not in self.seen:
                groups.setdefault(spot[:3] if spot[1] == "sides" else spot[0], []).append(spot)
        return list(groups.values())

    def _deal(self, line: Plain) -> None:
        piles = _spots(self.deals[line["round"] - 1], line["round"] - 1)
        self.spots += [spot for kind in piles.values() for pile in kind for spot in pile]
        if "hands" in piles:
            self.hands, self.pile, self.discards = piles["hands"], piles["pile"][0], [(line["round"] - 1, "discard")]
            if self.seat is not None:
                self.seen.update(self.hands[self.seat])
        else:
            self.side_of = {seat: at for at, side in enumerate(line["sides"]) for seat in side["seats"]}
            self.down, self.deck, self.turned = piles["down"], piles["deck"], [[] for _ in line["sides"]]
            self.seen.update(spot for row in piles["up"] for spot in row)

    def _drawn(self, line: Plain) -> None:
        self.hands[line["by"]].append(self.pile.pop(0))
        if line["by"] == self.seat:
            self.seen.add(self.hands[line["by"]][-1])

    _draw = _drawn

    def _take(self, line: Plain) -> None:
        if line["from"] == "draw":
            self._drawn(line)
        else:
            self.hands[line["by"]].append(self.discards.pop())

    def _shows(self, seat: int, card: str) -> Spot:
        """Move a card from a hand into the open. Of equal cards, one that was already seen goes first."""
        hand = self.hands[seat]
        alike = [spot for spot in hand if card_at(self.deals, spot) == card]
        spot = min(alike, key=lambda one: one not in self.seen)
        hand.remove(spot)
        self.seen.add(spot)
        return spot

    def _lay(self, line: Plain) -> None:
        for card in line.get("cards", [line.get("card")]):
            self._shows(line["by"], card)

    _start = _lay

    def _discard(self, line: Plain) -> None:
        self.discards.append(self._shows(line["by"], line["card"]))
        self._lay_down(line)

    def _lay_down(self, line: Plain) -> None:
        for meld in line.get("melds", ()):
            for card in meld:
                self._shows(line["by"], card)

    def _reshuffle(self, line: Plain) -> None:
        """Everybody has seen the reshuffled cards; only their order is new."""
        self.pile, self.discards = self.discards[:-1], self.discards[-1:]

    def _score(self, line: Plain) -> None:
        self.seen.update(spot for hand in self.hands for spot in hand)

    def _play(self, line: Plain) -> None:
        side = self.side_of[line["by"]]
        if line["from"] == "deck":
            self.turned[side].pop()
        elif self.down[side] and not line.get("airborne"):
            self.seen.add(self.down[side].pop(0))

    def _turn(self, line: Plain) -> None:
        side = self.side_of[line["by"]]
        some, self.deck[side] = self.deck[side][:3], self.deck[side][3:]
        self.turned[side] += some
        self.seen.update(some)

    def _recycle(self, line: Plain) -> None:
        side = self.side_of[line["by"]]
        self.deck[side], self.turned[side] = self.turned[side], []
