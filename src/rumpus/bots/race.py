"""Shared by the bots of both races: the parameters in which players differ, and how long a person takes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from rumpus.bots.base import Bot
from rumpus.contract import Options

QUICKEST_S = 0.25  # no person reacts faster
CALL_S = 0.1  # from noticing that the hand is empty to speaking


class Dials(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters in which players of races differ: speed, attention and strategy, each on its own."""

    reaction_s: float  # median time until it notices a change
    spread: float = 0.3  # standard deviation of the log of the reaction time: now and then one is slow
    scan_s: float  # time to look at one pile in the middle or one card of its own
    hand_s: float  # time to move its hand
    overlooks: float = 0.0  # chance of missing an available play in one look
    guards: bool = False  # considers what a play makes possible for opponents
    links: bool = False  # considers what a play makes possible for its own cards
    waits_s: float = 0.0  # how long it lets others play first where that is better than drawing
    gathers: bool = True  # plays all cards of a kind in one movement
    remembers: bool = False  # remembers the order of the cards that it has seen
    helps: bool = False  # considers its partner's cards too


BEGINNER = Dials(reaction_s=1.5, spread=0.45, scan_s=0.13, hand_s=1.2, overlooks=0.4, gathers=False)
CASUAL = Dials(reaction_s=0.75, spread=0.35, scan_s=0.045, hand_s=0.65, overlooks=0.2, gathers=False)
SKILLED = Dials(reaction_s=0.42, scan_s=0.022, hand_s=0.34, overlooks=0.06, waits_s=1.0, links=True, helps=True)
EXPERT = Dials(
    reaction_s=0.3,
    scan_s=0.012,
    hand_s=0.25,
    guards=True,
    links=True,
    waits_s=4.0,
    remembers=True,
    helps=True,
)
# Expert speed and attention, no strategy: matches between the two measure strategy alone
GREEDY = Dials(
    reaction_s=EXPERT.reaction_s,
    spread=EXPERT.spread,
    scan_s=EXPERT.scan_s,
    hand_s=EXPERT.hand_s,
    overlooks=EXPERT.overlooks,
)
ATTENTIVE = msgspec.structs.replace(SKILLED, overlooks=0.0)  # gives hints
LADDER = {"greedy": GREEDY, "beginner": BEGINNER, "casual": CASUAL, "skilled": SKILLED, "expert": EXPERT}


class RaceBot(Bot):
    """A bot for a race; its dials say how fast, attentive and clever it is."""

    def __init__(self, seat: int, options: Options, rng: Random, dials: Dials = GREEDY) -> None:
        super().__init__(seat, options, rng)
        self.dials = dials

    def seen(self, plays: Sequence[Any]) -> list[Any]:
        """The plays that it notices in one look."""
        overlooks = self.dials.overlooks
        return [play for play in plays if self.rng.random() >= overlooks] if overlooks else list(plays)

    def after(self, things: int, *, looks: int = 1) -> float:
        """Seconds to react, look at this many piles and cards (several times, if need be), and move the hand."""
        dials = self.dials
        search_s = sum(self.reaction(dials.reaction_s, dials.spread) + things * dials.scan_s for _ in range(looks))
        return max(QUICKEST_S, search_s + dials.hand_s)

    def voice(self) -> float:
        """Seconds to notice that there is something to call, and to call it; no search, no movement."""
        return max(QUICKEST_S, self.reaction(self.dials.reaction_s, self.dials.spread) + CALL_S)
