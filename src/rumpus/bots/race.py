"""What the bots of both races share: the dials in which players differ, and the time that a person takes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from rumpus.bots.base import Bot
from rumpus.contract import Options

QUICKEST_S = 0.25  # no person answers faster
CALL_S = 0.1  # from seeing that the hand is empty to the voice


class Dials(msgspec.Struct, frozen=True, kw_only=True):
    """How a player of races differs from another: speed, attention and cleverness, each on its own."""

    reaction_s: float  # the median time until it notices
    spread: float = 0.3  # of the reaction's log-normal: now and then one is slow
    scan_s: float  # to look at one pile in the middle or at one card of its own
    hand_s: float  # the movement of the hand
    overlooks: float = 0.0  # how likely a play that is there goes unseen at one look
    guards: bool = False  # sees what a play opens for the others
    links: bool = False  # sees what a play opens for its own cards
    waits_s: float = 0.0  # how long it lets the others go on where that is better than to draw
    gathers: bool = True  # plays all cards of a kind in one movement
    remembers: bool = False  # the order of the cards that it has seen
    helps: bool = False  # plays for its partner's cards too


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
# the expert's eyes and hands without its head: what is left between the two is cleverness alone
GREEDY = Dials(
    reaction_s=EXPERT.reaction_s,
    spread=EXPERT.spread,
    scan_s=EXPERT.scan_s,
    hand_s=EXPERT.hand_s,
    overlooks=EXPERT.overlooks,
)
LADDER = {"greedy": GREEDY, "beginner": BEGINNER, "casual": CASUAL, "skilled": SKILLED, "expert": EXPERT}


class RaceBot(Bot):
    """A player of a race: its dials say how fast, how careful and how clever it is."""

    def __init__(self, seat: int, options: Options, rng: Random, dials: Dials = GREEDY) -> None:
        super().__init__(seat, options, rng)
        self.dials = dials

    def seen(self, plays: Sequence[Any]) -> list[Any]:
        """The plays that it notices at one look."""
        overlooks = self.dials.overlooks
        return [play for play in plays if self.rng.random() >= overlooks] if overlooks else list(plays)

    def after(self, things: int, *, looks: int = 1) -> float:
        """Notice, look at so many piles and own cards (again, if nothing was found), and move the hand."""
        dials = self.dials
        found = sum(self.reaction(dials.reaction_s, dials.spread) + things * dials.scan_s for _ in range(looks))
        return max(QUICKEST_S, found + dials.hand_s)

    def voice(self) -> float:
        """Notice that there is something to call, and call it; nothing is looked for and no hand moves."""
        return max(QUICKEST_S, self.reaction(self.dials.reaction_s, self.dials.spread) + CALL_S)
