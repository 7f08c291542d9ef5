"""The input of a coach, a round as one seat saw it, and its output: a few remarks, and luck separated from choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from rumpus.contract import Game, Points
from rumpus.lines import Contest

MOST_REMARKS = 3  # more than that nobody reads between two rounds

Facts = dict[str, str | int | float]


class Remark(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to learn from a round.

    `reason` is a key of the text catalogues and `facts` fill its blanks, as in the reason of a hint. A fact `seat` is
    the number of a seat, which readers call by its name. `show` are groups of cards to be drawn below the words.
    """

    reason: str
    n: int  # the line of the record that it is about; 0 for the round as a whole
    facts: Facts = {}
    show: tuple[tuple[str, ...], ...] = ()


Weighed = tuple[float, Remark]  # a remark and how useful it is: about the points that it is worth


class Moment(NamedTuple):
    """A line of the record as told to one seat, and what that seat saw after it."""

    n: int
    at: float  # seconds since the match began
    by: int | None
    action: Any
    view: Any  # a `View` of the game
    contest: Contest | None


class Seen(NamedTuple):
    """A round that is over, from its deal to its score, as one seat saw it."""

    rules: Game
    seat: int
    party: int  # the seats that score together with it are one party
    round: int
    moments: tuple[Moment, ...]
    points: Points  # of each party
    open: tuple[Any, ...] | None = None  # once the match is over: the actions of the moments with nothing hidden


class Verdict(NamedTuple):
    """What a game's coach finds. Of luck and choices it works out one; the other is the rest of the points."""

    remarks: list[Weighed]
    luck: float | None = None  # in points of the score sheet
    choices: float | None = None  # the same: what the seat's own play made of the round
    among: tuple[int, ...] | None = None  # the parties that played, if not all did


Coach = Callable[[Seen], Verdict | None]  # None for a seat that did not play the round


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """What could have been in a round for one seat. Always `points = par + luck + choices`."""

    round: int
    seat: int
    points: int
    par: float  # the average of the table in this round
    luck: float
    choices: float
    remarks: tuple[Remark, ...]


def review(seen: Seen, verdict: Verdict) -> Review:
    """The coach's findings, with what is not luck (or not choice) filled in, and the most useful remarks first."""
    playing = verdict.among or range(len(seen.points))
    points = seen.points[seen.party]
    par = round(sum(seen.points[party] for party in playing) / len(playing), 1)
    rest = points - par
    if verdict.luck is None:
        choices = round(verdict.choices or 0.0, 1)
        luck = round(rest - choices, 1)
    else:
        luck = round(verdict.luck, 1)
        choices = round(rest - luck, 1)
    best = sorted(verdict.remarks, key=lambda weighed: (-weighed[0], weighed[1].n))[:MOST_REMARKS]
    remarks = tuple(remark for _, remark in best)
    return Review(round=seen.round, seat=seen.seat, points=points, par=par, luck=luck, choices=choices, remarks=remarks)
