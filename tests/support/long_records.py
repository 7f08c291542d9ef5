"""Records that are as long to check as can be: of a deal that a device took along, for attackers and benches.

Nobody has played them. What a server checks of them it checks to the last line: the rules accept everything, and only
the end is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from rumpus.challenge import Plan
from rumpus.contract import DEAL, Event, Seating, State
from rumpus.games import game
from rumpus.lines import Reveal
from rumpus.record import Chair, Header, Line, header_text, line_text
from rumpus.table.house import House

NO_END = ("take", "draw", "turn", "recycle", "discard", "undo")  # what can be done for ever, by its name


def header_of(plan: Plan) -> Header:
    """The first line of everybody's record."""
    seats = tuple(Chair(name=f"Seat {seat}", bot=bot) for seat, bot in enumerate(plan.seats))
    return Header(game=plan.game, options=plan.options, seats=seats, host=plan.seat, fair=plan.chain.told())


def endless_play(plan: Plan, *without: str) -> Iterator[Event]:
    """A match in which nobody wants to end a round; actions of these names are not used."""
    rules = game(plan.game, plan.options)
    state = rules.new(Seating(players=len(plan.seats), host=plan.seat, sides=plan.sides))
    house = House(plan.game, plan.chain, bytes)
    for number in count():
        owed = state.owed(house.shuffle(deals=state.phase == DEAL))
        if owed is not None:
            by, action = None, owed
        else:
            by, action = _next(state, len(plan.seats), number, without)
        for event in house.revealing(state.apply(by, action)):
            house.note(event[1])
            yield event
        if state.outcome() is not None:
            return


def _next(state: State, seats: int, number: int, without: tuple[str, ...]) -> tuple[int | None, Any]:
    """An action that does not bring the round to its end, if there is one; seats take turns where all may act."""
    open_to = [(seat, one) for at in range(seats) for seat in [(number + at) % seats] for one in state.legal(seat)]
    named = [(by, one) for by, one in open_to if _name(one) in NO_END and _name(one) not in without]
    found = [(by, one) for by, one in named if not getattr(one, "out", False)] or open_to
    return found[0] if found else (None, state.legal(None)[0])


def _name(action: Any) -> str:
    return type(action).__name__.lower()


def long_record(plan: Plan, lines: int, *without: str) -> bytes:
    """A record of so many lines of play; fewer if the match has an end that nobody can put off."""
    events = (event for event, _ in zip(endless_play(plan, *without), range(lines), strict=False))
    return _text(plan, events)


def reveals(plan: Plan, lines: int) -> bytes:
    """A record in which nothing happens but that seeds are told, none at a time."""
    return _text(plan, ((None, Reveal(seeds=())) for _ in range(lines)))


def _text(plan: Plan, events: Iterator[Event]) -> bytes:
    rows = [header_text(header_of(plan))]
    rows += [line_text(Line(n, 0.0, by, action)) for n, (by, action) in enumerate(events, 1)]
    return "\n".join(rows).encode()
