"""Judges a match that was played for a challenge: its record must verify, and be what everybody plays."""

from __future__ import annotations

import msgspec

from rumpus import audit
from rumpus.challenge import Outcome, Plan
from rumpus.contract import Illegal, Malformed, Result
from rumpus.fair import Fair
from rumpus.lines import Sits
from rumpus.record import Record
from rumpus.server.work.replay import Rows, rows_in
from rumpus.table import Unplayable, record_of
from rumpus.table.book import result_of
from rumpus.table.entries import at_once

encode = msgspec.json.Encoder().encode
read_plan = msgspec.json.Decoder(Plan).decode


class Verdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a match was worth, or why it does not count."""

    outcome: Outcome | None = None
    why: str = ""


read_verdict = msgspec.json.Decoder(Verdict).decode


def judge(rows: Rows, plan: bytes, name: str, at: float, first: bool) -> bytes:
    """A `Verdict` on the finished match in these entries; `name` is its record's, and `at` when it ended.

    With `first` it is the match that a challenge is made of, which was dealt before anybody shared its deals.
    """
    try:
        outcome = _outcome(rows, read_plan(plan), name, at, first=first)
    except audit.Nothing:
        return encode(Verdict(why="its deals cannot be checked"))
    except (Malformed, Illegal, Unplayable, msgspec.DecodeError) as error:
        return encode(Verdict(why=str(error)[:200]))
    return encode(Verdict(outcome=outcome))


def _outcome(rows: Rows, plan: Plan, name: str, at: float, *, first: bool) -> Outcome:
    record = record_of(rows_in(rows))
    _must_be_planned(record, plan, first=first)
    if not all(one.revealed for one in audit.check(record)):
        raise Malformed("a round is not over")
    result = record.lines[-1].action
    if not isinstance(result, Result) or result.why != "finished":
        raise Malformed("it was not played to its end")
    sheet = at_once(result_of(rows_in(rows), name, at))
    party = next(at for at, seats in enumerate(sheet.parties) if plan.seat in seats)
    player = sheet.players[plan.seat]
    return Outcome(
        name=player.name,
        avatar=player.avatar,
        points=sheet.totals[party],
        rank=sheet.ranks[party],
        ms=sum(sheet.round_ms),
        record=name,
        at=at,
    )


def _must_be_planned(record: Record, plan: Plan, *, first: bool) -> None:
    """Raise `Malformed` unless it is this game with these options, bots and deals, and the player played all of it."""
    header = record.header
    if header.scripted:
        raise Malformed("its deals were scripted")
    if (header.game, header.options) != (plan.game, plan.options):
        raise Malformed("it was played with other options")
    if tuple(chair.bot for chair in header.seats) != plan.seats:
        raise Malformed("it was played against others")
    if not _promised(header.fair, plan, first=first):
        raise Malformed("it was dealt other cards")
    if any(isinstance(line.action, Sits) for line in record.lines):
        raise Malformed("somebody else played a seat for a while")


def _promised(fair: Fair | None, plan: Plan, *, first: bool) -> bool:
    promise = plan.chain.told()
    if fair is None or not first:
        return fair == promise
    return (fair.commit, fair.salts) == (promise.commit, promise.salts)
