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
    form: float = (
        0.0  # standard deviation of the log of its speed from match to match: nobody is equally quick every day
    )
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


class RaceBot(Bot):
    """A bot for a race; its dials say how fast, attentive and clever it is."""

    def __init__(self, seat: int, options: Options, rng: Random, dials: Dials) -> None:
        super().__init__(seat, options, rng)
        self.dials = dials
        self.form = rng.lognormvariate(0.0, dials.form) if dials.form else 1.0  # its times in this match, of the usual

    def seen(self, plays: Sequence[Any]) -> list[Any]:
        """The plays that it notices in one look."""
        overlooks = self.dials.overlooks
        return [play for play in plays if self.rng.random() >= overlooks] if overlooks else list(plays)

    def after(self, things: int, *, looks: int = 1) -> float:
        """Seconds to react, look at this many piles and cards (several times, if need be), and move the hand."""
        dials = self.dials
        search_s = sum(self.reaction(dials.reaction_s, dials.spread) + things * dials.scan_s for _ in range(looks))
        return max(QUICKEST_S, self.form * (search_s + dials.hand_s))

    def voice(self) -> float:
        """Seconds to notice that there is something to call, and to call it; no search, no movement."""
        return max(QUICKEST_S, self.form * self.reaction(self.dials.reaction_s, self.dials.spread) + CALL_S)


def without_strategy(dials: Dials) -> Dials:
    """The same speed and attention, no strategy: matches between the two measure strategy alone."""
    speed = {name: getattr(dials, name) for name in ("reaction_s", "spread", "scan_s", "hand_s", "overlooks", "form")}
    return Dials(**speed)


def attentive(dials: Dials) -> Dials:
    """A player who overlooks nothing, to give hints."""
    return msgspec.structs.replace(dials, overlooks=0.0)
