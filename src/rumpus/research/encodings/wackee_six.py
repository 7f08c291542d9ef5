"""Wackee Six as numbers: own row and turned cards, the rows of others, the piles by colour and height."""

from __future__ import annotations

from typing import Any, ClassVar

from rumpus.contract import Action
from rumpus.games.wackee_six.actions import GO, PLAYS, RECYCLE, ROW, SHOUT, TURN_UP, WILDS, Play
from rumpus.games.wackee_six.cards import DECK, KIND, NUMBERED, WILD
from rumpus.games.wackee_six.memory import TURN
from rumpus.games.wackee_six.rules import PATIENCE
from rumpus.games.wackee_six.view import FANNED, SideView
from rumpus.research.encodings.base import MOST_POINTS, Block, Encoding, counts, one_hot, turned

KINDS = NUMBERED + 1
SIDE_FACTS = 9  # numbers of a side that are no cards
MAIN = 2 * ROW

# 4 plain actions, then a natural card from each of 7 places (the place decides which), then a wild from each place as
# each of 48 cards
PLAIN = (GO, TURN_UP, RECYCLE, SHOUT)
AS = tuple(kind for kind, play in enumerate(WILDS[0]) if play is not None)
COMPACT: dict[Action, int] = {
    **{action: number for number, action in enumerate(PLAIN)},
    **{play: len(PLAIN) + place for place, plays in enumerate(PLAYS) for play in plays},
    **{
        play: len(PLAIN) + len(PLAYS) + place * len(AS) + number
        for place, plays in enumerate(WILDS)
        for number, play in enumerate(play for play in plays if play is not None)
    },
}


class WackeeSixEncoding(Encoding):
    """347 actions: the place that a card is played from decides the card, so `Game.actions` is packed closer."""

    scale: ClassVar[float] = 50.0
    remembers: ClassVar[bool] = True

    def count_actions(self) -> int:
        """The compact actions."""
        return len(PLAIN) + len(PLAYS) + len(WILDS) * len(AS)

    def number(self, action: Action) -> int:
        """The integer of a canonical action."""
        return COMPACT[action]

    def canonical(self, view: Any, action: Any) -> Action:
        """Which of two equal piles took a card makes no difference, and only a wild stands for another card."""
        if isinstance(action, Play):
            return Play(card=action.card, from_=action.from_, as_=action.as_ if KIND[action.card] == WILD else None)
        return super().canonical(view, action)

    def layout(self) -> list[Block]:
        """The blocks of an observation, in order; sides are counted from the viewer's own."""
        state = self.rules.new(self.players)
        self.sides = len(state.parties())
        return [
            Block("own row", ROW * KINDS),
            Block("own turned cards, top first", FANNED * KINDS),
            Block("rows of other sides", (self.sides - 1) * KINDS),
            Block("top turned card of other sides", (self.sides - 1) * KINDS),
            Block("piles by colour and height", NUMBERED),
            Block("facts of each side", self.sides * SIDE_FACTS),
            Block("points of each side", self.sides, -MOST_POINTS, MOST_POINTS),
            Block("turns the hand deck, plays the main cards", 2),
            *([Block("next card that each side turns up", self.sides * KINDS)] if self.memory else ()),
        ]

    def numbers(self, view: Any, memory: Any) -> list[float]:
        """The numbers of all blocks."""
        public, private = view.public, view.private
        sides: list[SideView] = turned(public.sides, private.side)
        own, others = sides[0], sides[1:]
        found: list[float] = []
        for card in own.up:
            found += one_hot(KINDS, None if card is None else KIND[card])
        for place in range(1, FANNED + 1):
            found += one_hot(KINDS, KIND[own.top[-place]] if len(own.top) >= place else None)
        for side in others:  # a deck has two wilds
            found += [min(1.0, part) for part in counts(KINDS, (KIND[card] for card in side.up if card is not None))]
        for side in others:
            found += one_hot(KINDS, KIND[side.top[-1]] if side.top else None)
        found += counts(NUMBERED, (KIND[f"{pile.colour}{pile.height}"] for pile in public.piles), self.sides)
        for number, side in enumerate(sides):
            found += self._facts(side, (private.side + number) % self.sides == public.caller)
        found += self.points(turned(public.totals, private.side))
        found += (float(private.turns), float(private.plays_main))
        if self.memory:
            for side in sides:
                found += one_hot(KINDS, None if memory is None else _next_up(memory, side))
        return found

    def _facts(self, side: SideView, called: bool) -> list[float]:
        up = sum(card is not None for card in side.up)
        return [
            (up + side.down) / MAIN,
            side.down / ROW,
            side.deck / len(DECK),
            side.turned / len(DECK),
            len(side.played) / len(DECK),
            (min(side.passes, PATIENCE) + 1) / (PATIENCE + 1),
            float("w" in side.up),
            float(len(side.seats) > 1),
            float(called),
        ]


def _next_up(memory: Any, side: SideView) -> int | None:
    """The card that lies on top after the next three are turned, if it is known."""
    _, deck, _ = memory.known(side)
    return deck[-min(TURN, len(deck))] if deck else None
