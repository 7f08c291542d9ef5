"""Bodies of HTTP requests and responses about challenges: deals of the day, and scores to beat (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rumpus.challenge import Challenge, Plan, Row
from rumpus.wire.fields import GameOptions

ROWS = 50  # results that are shown; the asker's own comes beside them
State = Literal["new", "playing", "away", "done", "void"]
"""Of the asker's device: has not begun, plays, plays away from the server, has a result, or one that does not count."""


class EnterChallenge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/challenges/ID/enter: begin, or return to the match that this device has begun."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    avatar: str | None = None


class Setter(msgspec.Struct, frozen=True, kw_only=True):
    """The player who set the score to beat, and the score."""

    name: str
    avatar: str
    points: int
    rank: int
    ms: int


class SetChallenge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/challenges: make one from a finished match of this seat against bots, or from one round of it."""

    token: Annotated[str, msgspec.Meta(max_length=64)]
    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None


class TakenDeal(msgspec.Struct, frozen=True, kw_only=True):
    """POST /api/challenges/ID/take: the deal itself, for a device that will play it without the server."""

    id: str
    plan: Plan  # with the secret of its chain, from which every card follows
    by: Setter | None = None


class ChallengeRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line in the table of results; equal ones share a place."""

    place: int
    name: str
    avatar: str
    points: int
    rank: int  # in that match, among the bots
    ms: int  # that its rounds took
    mine: bool = False
    setter: bool = False  # whose score is to be beaten
    away: bool = False  # played on a device without the server, which has checked the record only
    record: str | None = None  # only for those who have played it, and for everybody when the day is over


class ChallengeView(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/challenges/ID: what is played, and the results so far. It says nothing about the cards."""

    id: str
    game: str
    options: GameOptions
    bots: tuple[str, ...]
    day: str | None  # the date (UTC), of a deal of the day
    by: str | None  # who set it
    beat: int | None  # the points of who set it
    round: int | None  # which round of their match it is; None if it is the whole match
    ends_s: float | None  # in how many seconds it is over: nobody can begin then; None if it has no such end
    state: State
    played: int  # results that count
    rows: tuple[ChallengeRow, ...]
    mine: ChallengeRow | None
    commit: str  # of its chain; the same in the record of everybody who plays it
    secret: str | None  # of that chain, once the day is over and the last may have finished


class DayView(msgspec.Struct, frozen=True, kw_only=True):
    """The deal of the day in one game, in short."""

    game: str
    id: str
    state: State
    played: int
    mine: ChallengeRow | None


class DailyView(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/daily: the deals of today."""

    date: str  # in UTC
    before: str  # yesterday's
    next_s: float  # in how many seconds the next ones come
    games: tuple[DayView, ...]


def state_of(challenge: Challenge, device: str) -> State:
    """The progress of a device."""
    if device in challenge.outcomes:
        return "void" if challenge.outcomes[device] is None else "done"
    if device in challenge.away:
        return "away"
    return "playing" if device in challenge.tables else "new"


def row_view(row: Row | None, challenge: Challenge, device: str, *, record: bool) -> ChallengeRow | None:
    """A result as this device sees it."""
    if row is None:
        return None
    one, mine = row.outcome, row.device == device
    return ChallengeRow(
        place=row.place,
        name=one.name,
        avatar=one.avatar,
        points=one.points,
        rank=one.rank,
        ms=one.ms,
        mine=mine,
        setter=row.device == challenge.set_by,
        away=one.away,
        record=(one.record or None) if record or mine else None,
    )


def day_view(id_: str, game: str, challenge: Challenge | None, device: str) -> DayView:
    """The deal of the day in a game as this device sees it; there is none before somebody has looked at it."""
    if challenge is None:
        return DayView(game=game, id=id_, state="new", played=0, mine=None)
    mine = row_view(challenge.row(device), challenge, device, record=True)
    return DayView(game=game, id=id_, state=state_of(challenge, device), played=challenge.counted, mine=mine)


def taken_deal(id_: str, challenge: Challenge) -> TakenDeal:
    """A challenge for a device that takes it along."""
    one = challenge.setter
    if one is None:
        return TakenDeal(id=id_, plan=challenge.plan)
    by = Setter(name=one.name, avatar=one.avatar, points=one.points, rank=one.rank, ms=one.ms)
    return TakenDeal(id=id_, plan=challenge.plan, by=by)


def challenge_view(id_: str, challenge: Challenge, device: str, *, ends_s: float | None, told: bool) -> ChallengeView:
    """A challenge as this device sees it. If `told`, its day is over, and everything about it is public."""
    plan, state = challenge.plan, state_of(challenge, device)
    seen = told or state in ("done", "void")
    rows = [row_view(row, challenge, device, record=seen) for row in challenge.top(ROWS)]
    return ChallengeView(
        id=id_,
        game=plan.game,
        options=plan.options,
        bots=tuple(level for level in plan.seats if level is not None),
        day=plan.day,
        by=None if challenge.setter is None else challenge.setter.name,
        beat=None if challenge.setter is None else challenge.setter.points,
        round=plan.round,
        ends_s=ends_s,
        state=state,
        played=challenge.counted,
        rows=tuple(row for row in rows if row is not None),
        mine=row_view(challenge.row(device), challenge, device, record=seen),
        commit=plan.chain.commit,
        secret=plan.chain.secret if told and plan.day is not None else None,
    )
