"""What the coach says of a match, page by page: the work of a thinking process."""

from __future__ import annotations

from collections.abc import Iterable
from time import process_time
from typing import Any

import msgspec

from rumpus import wire
from rumpus.coach import Coach, Review, coach, reviews
from rumpus.contract import Malformed, Score
from rumpus.record import Record
from rumpus.server.work.replay import Rows, read_source

PAGE_CPU_S = 2.0  # a page ends with the review in which this is used up; jobs.RECORD allows 5 s, and a review takes 2
OWN_PAGE = 2  # reviews; that of a seat's own view must not depend on how long its cards took to judge
REVIEW_BYTES = 1536  # the most that the JSON of a review takes, whatever the cards are; beyond it, steps of `STEP`
STEP = 512

encode = msgspec.json.Encoder().encode


class NoCoach(Malformed):
    """The game has no coach."""


def own_page(source: bytes | Rows, seat: int, since: int, round_: int | None, after: int) -> bytes:
    """The next rounds of a match as one seat saw them, or one round; padded, so that its length tells no cards."""
    match = read_source(source)
    wants = [(number, seat) for number in _finished(match, since) if round_ in (None, number)]
    found = [*reviews(match, _coach_of(match), wants[after : after + OWN_PAGE], open_cards=False, since=since)]
    more = after + OWN_PAGE
    return _page(match, map(_padded, found), more if more < len(wants) else None, all_seats=False)


def open_page(source: bytes | Rows, after: int) -> bytes:
    """The next rounds of a match that is over, from all seats and with open cards."""
    match = read_source(source)
    began = process_time()
    wants = [(number, seat) for number in _finished(match) for seat in range(len(match.header.seats))]
    found: list[Review] = []
    more = len(wants)
    for review in reviews(match, _coach_of(match), wants[after:], open_cards=True):
        found.append(review)
        if process_time() - began > PAGE_CPU_S:
            more = wants.index((review.round, review.seat)) + 1
            break
    return _page(match, map(encode, found), more if more < len(wants) else None, all_seats=True)


def _coach_of(match: Record) -> Coach:
    found = coach(match.header.game)
    if found is None:
        raise NoCoach(f"a game with a coach was expected, and {match.rules().title} has none")
    return found


def _finished(match: Record, since: int = 0) -> list[int]:
    """The rounds that are over, of those that were dealt after line `since`."""
    deals: list[Any] = [line.action for line in match.lines if line.action.deals and line.n > since]
    dealt = {deal.round for deal in deals}
    return [line.action.round for line in match.lines if isinstance(line.action, Score) and line.action.round in dealt]


def _padded(review: Review) -> bytes:
    text = encode(review)
    spare = REVIEW_BYTES - len(text)
    return text + b" " * (spare if spare >= 0 else -len(text) % STEP)


def _page(match: Record, found: Iterable[bytes], more: int | None, *, all_seats: bool) -> bytes:
    page = wire.CoachPage(
        game=match.header.game,
        seats=tuple(chair.name for chair in match.header.seats),
        open=all_seats,
        reviews=(),
        next=more,
    )
    return encode(page).replace(b'"reviews":[]', b'"reviews":[%s]' % b",".join(found))
