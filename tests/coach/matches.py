"""Matches for the tests of the coach, played by bots that make mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import rumpus
from rumpus.coach import Review, Seen, coach, reviews
from rumpus.coach.base import Verdict
from rumpus.contract import Score
from rumpus.record import Record

OPTIONS: dict[str, dict[str, Any]] = {
    "five_crowns": {"rounds": 4},
    "wig_out": {"rounds": 3},
    "wackee_six": {"target": 40},
}
LEVELS = ("beginner", "casual", "skilled")


@cache
def match(game: str, seed: int = 1, players: int = 3, levels: tuple[str, ...] = LEVELS) -> Record:
    """A short match, always the same."""
    options = OPTIONS[game]
    [played] = rumpus.simulate_matches(game, levels, players=players, seed=seed, options=options, keep_record=True)
    assert played.record is not None
    return rumpus.parse_record(played.record)


def wants(record: Record) -> list[tuple[int, int]]:
    """Every round and seat."""
    rounds = [line.action.round for line in record.lines if isinstance(line.action, Score)]
    return [(number, seat) for number in rounds for seat in range(len(record.header.seats))]


def all_reviews(record: Record, *, open_cards: bool = False) -> list[Review]:
    """What the coach says of all of it."""
    judge = coach(record.header.game)
    assert judge is not None
    return list(reviews(record, judge, wants(record), open_cards=open_cards))


def all_seen(record: Record, *, open_cards: bool = False) -> Iterator[Seen]:
    """Every round as every seat saw it."""
    found: list[Seen] = []

    def note(seen: Seen) -> Verdict | None:
        found.append(seen)
        return None

    list(reviews(record, note, wants(record), open_cards=open_cards))
    yield from found
