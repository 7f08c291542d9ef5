"""What the coaches of both races share: plays that lay open and for how long, who took the lead, who was first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, NamedTuple

from rumpus.coach.base import Moment, Remark, Seen, Weighed
from rumpus.contract import Go, Shout

LONG_S = 2.5  # a play that lay open for less is nothing to talk about: even a quick person looks, decides and moves
LATE_CALL_S = 1.5
MOST_S = 20.0  # a longer wait weighs no more than this
FEWEST_PLAYS = 3  # from which a usual reaction time can be told

Plays = dict[Any, str]  # what a seat could play now, by any key, with the card
OpenPlays = Callable[[Any], Plays]  # from a view


class Stretch(NamedTuple):
    """A play that lay open for the seat, from when to when, and how that ended."""

    card: str
    since: float
    until: float
    end: str  # played, taken (by another seat), gone (by the seat's own doing) or over (with the round)
    n: int  # the line that ended it
    by: int | None
    reaction: float  # of one that was played: seconds since it lay open and the seat had done its last action


def stretches(seen: Seen, plays: OpenPlays, played: Callable[[Moment], Any]) -> list[Stretch]:
    """Every play that lay open for the seat, in the order in which they ended. `played` gives the key of a play."""
    found: list[Stretch] = []
    open_since: dict[Any, tuple[str, float]] = {}
    last = 0.0  # when the seat acted last, or the race began
    for moment in seen.moments:
        now = plays(moment.view) if moment.view.public.phase == "play" else {}
        own = played(moment) if moment.by == seen.seat else None
        for key in [key for key in open_since if key not in now or key == own]:
            card, since = open_since.pop(key)
            over = moment.view.public.phase != "play"
            by_me = moment.by == seen.seat
            end = "played" if key == own else "over" if over else "gone" if by_me or moment.by is None else "taken"
            found.append(Stretch(card, since, moment.at, end, moment.n, moment.by, moment.at - max(since, last)))
        for key, card in now.items():
            open_since.setdefault(key, (card, moment.at))
        if moment.by == seen.seat or isinstance(moment.action, Go):
            last = moment.at
    return found


def reactions(found: Sequence[Stretch]) -> list[float]:
    """The seconds that each play of the seat took."""
    return [stretch.reaction for stretch in found if stretch.end == "played"]


def remarks(seen: Seen, found: Sequence[Stretch], left: Callable[[Any], Sequence[int]]) -> list[Weighed]:
    """What can be said of any race. `left` gives the cards that each party has still to play, from a view."""
    said = [*_waits(found), *_pace(found), *_contests(seen), *_late_call(seen)]
    decided = _decided(seen, left)
    return said if decided is None else [*said, decided]


def _waits(found: Sequence[Stretch]) -> list[Weighed]:
    """Of each kind the play that lay open the longest."""
    said: list[Weighed] = []
    for end, key, more in (("played", "waited", 0.0), ("taken", "taken", 1.0), ("over", "left", 1.5)):
        of_kind = [one for one in found if one.end == end and one.until - one.since >= LONG_S]
        if of_kind:
            one = max(of_kind, key=lambda stretch: stretch.until - stretch.since)
            seconds = one.until - one.since
            facts: dict[str, str | int | float] = {"card": one.card, "seconds": round(seconds, 1)}
            if end == "taken" and one.by is not None:
                facts["seat"] = one.by
            said.append((more + min(seconds, MOST_S) / 2, Remark(f"coach-race-{key}", one.n, facts)))
    return said


def _pace(found: Sequence[Stretch]) -> list[Weighed]:
    times = reactions(found)
    if len(times) < FEWEST_PLAYS:
        return []
    facts: dict[str, str | int | float] = {
        "seconds": round(median(times), 1),
        "best": round(min(times), 1),
        "count": len(times),
    }
    return [(0.5, Remark("coach-race-pace", 0, facts))]


def _contests(seen: Seen) -> list[Weighed]:
    """How often the seat was first where two wanted the same place."""
    won = [one for one in seen.moments if one.contest is not None and one.by == seen.seat and one.contest.over]
    lost = [
        one for one in seen.moments if one.contest is not None and seen.seat in [loser.by for loser in one.contest.over]
    ]
    if not won and not lost:
        return []
    facts: dict[str, str | int | float] = {"won": len(won), "count": len(won) + len(lost)}
    return [(1.0 + len(lost), Remark("coach-race-contests", (lost or won)[-1].n, facts))]


def _late_call(seen: Seen) -> list[Weighed]:
    """The call came long after the last card."""
    last = None
    for moment in seen.moments:
        if isinstance(moment.action, Shout) and moment.by == seen.seat and last is not None:
            seconds = moment.at - last
            if seconds >= LATE_CALL_S:
                facts: dict[str, str | int | float] = {"seconds": round(seconds, 1)}
                return [(2.0 + min(seconds, MOST_S) / 2, Remark("coach-race-call", moment.n, facts))]
        if moment.by == seen.seat:
            last = moment.at
    return []


def _decided(seen: Seen, left: Callable[[Any], Sequence[int]]) -> Weighed | None:
    """The play that decided the round: from it on, whoever called had the fewest cards to play."""
    call = next((moment for moment in seen.moments if isinstance(moment.action, Shout)), None)
    if call is None:
        return None
    counts = [left(moment.view) for moment in seen.moments[: seen.moments.index(call) + 1]]
    winner = next((party for party, count in enumerate(counts[-1]) if not count), None)
    if winner is None:
        return None
    others = [min(count for party, count in enumerate(all_left) if party != winner) for all_left in counts]
    behind = [at for at, all_left in enumerate(counts) if all_left[winner] >= others[at]]
    if not behind or behind[-1] + 1 >= len(counts):
        return None
    moment = seen.moments[behind[-1] + 1]
    if moment.by is None:
        return None
    me = "yes" if winner == seen.party else "no"
    facts: dict[str, str | int | float] = {"seat": call.by or 0, "me": me, "left": counts[behind[-1] + 1][winner]}
    return 1.5, Remark("coach-race-decided", moment.n, facts)
