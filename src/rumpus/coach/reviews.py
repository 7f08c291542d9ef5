"""The rounds of a record as its seats saw them, and what the coach says of each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from rumpus.coach.base import Coach, Moment, Review, Seen, review
from rumpus.contract import Game, Score, State
from rumpus.record import Line, Record, replay

Want = tuple[int, int]  # a round and a seat


def reviews(
    record: Record, coach: Coach, wants: Collection[Want], *, open_cards: bool, since: int = 0
) -> Iterator[Review]:
    """The reviews of these rounds and seats, round by round; raises `Damaged`.

    Without `open_cards` nothing is passed on that a seat has not seen itself. Rounds that were dealt before line
    `since` are left out: somebody else, a bot, played the seat then.
    """
    rules = record.rules()
    for round_ in _rounds(record, {number for number, _ in wants}, since):
        for seat in range(len(record.header.seats)):
            if (round_.number, seat) in wants:
                seen = round_.seen(rules, seat, open_cards=open_cards)
                verdict = coach(seen)
                if verdict is not None:
                    yield review(seen, verdict)


class _Round:
    """The lines of one round with the state after each, copied."""

    def __init__(self) -> None:
        self.number = 0
        self.steps: list[tuple[Line, State]] = []

    def seen(self, rules: Game, seat: int, *, open_cards: bool) -> Seen:
        """The round as one seat saw it."""
        moments = tuple(
            Moment(line.n, line.at, line.by, rules.told(line.by, line.action, seat), state.view(seat), line.contest)
            for line, state in self.steps
        )
        last, state = self.steps[-1]
        score: Any = last.action
        party = next(at for at, seats in enumerate(state.parties()) if seat in seats)
        facts: tuple[Any, ...] | None = tuple(line.action for line, _ in self.steps) if open_cards else None
        return Seen(rules, seat, party, self.number, moments, score.points, facts)


def _rounds(record: Record, numbers: Collection[int], since: int) -> Iterator[_Round]:
    """Those of these rounds that are over."""
    current: _Round | None = None
    for line, state in replay(record):
        if line.action.fact:
            continue
        if line.action.deals:
            current = _Round() if line.n > since and state.round in numbers else None
        if current is None:
            continue
        current.steps.append((line, state.copy()))
        if isinstance(line.action, Score):
            current.number = line.action.round
            yield current
            current = None
            if line.action.round >= max(numbers):
                return
