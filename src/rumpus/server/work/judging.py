"""Judges a match that was played for a challenge: its record must verify, and be what everybody plays."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rumpus import audit
from rumpus.challenge import Outcome, Plan, plan_of_match, plan_of_round
from rumpus.circle import BookResult, ranks_of
from rumpus.contract import Illegal, Malformed, Result, Score
from rumpus.lines import Sits
from rumpus.lobby import Dealt
from rumpus.record import Record, verify
from rumpus.server.work.replay import MOST_STEPS, Rows, read_source, rows_in
from rumpus.table import Unplayable, record_of
from rumpus.table.book import result_of, round_ms
from rumpus.table.entries import at_once

encode = msgspec.json.Encoder().encode
read_plan = msgspec.json.Decoder(Plan).decode
read_dealt = msgspec.json.Decoder(Dealt).decode


class Verdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a match was worth, or why it does not count."""

    outcome: Outcome | None = None
    plan: Plan | None = None  # what others play, where it is the first match of a challenge
    why: str = ""


read_verdict = msgspec.json.Decoder(Verdict).decode


def judge(rows: Rows, plan: bytes, name: str, at: float) -> bytes:
    """A `Verdict` on the finished match in these entries; `name` is its record's, and `at` when it ended."""

    def judged() -> Verdict:
        planned = read_plan(plan)
        record = _record(rows)
        _must_be_planned(record, planned)
        _must_be_played(record, planned, 0, len(record.lines))
        return Verdict(outcome=_outcome(_checked(record, rows, name, at), planned))

    return _verdict(judged)


def judge_text(text: bytes, plan: bytes, who: tuple[str, str], at: float) -> bytes:
    """A `Verdict` on a match that was played away from this server and is known only from this record."""

    def judged() -> Verdict:
        planned, whole = read_plan(plan), read_source(text)
        if len(whole.lines) > MOST_STEPS:
            raise Malformed(f"a record of up to {MOST_STEPS} lines was expected")  # no match of ours is longer
        _must_be_planned(whole, planned)
        _must_be_seated(whole, planned)
        _must_be_played(whole, planned, 0, len(whole.lines))
        state = verify(whole)
        result = _must_be_finished(whole)
        parties = state.parties()
        party = next(number for number, seats in enumerate(parties) if planned.seat in seats)
        ranks = ranks_of(result.totals, lowest_wins=whole.rules().lowest_wins, winners=result.winners or ())
        points, ms = result.totals[party], sum(round_ms(whole.lines))
        name, avatar = who
        outcome = Outcome(
            name=name, avatar=avatar, points=points, rank=ranks[party], ms=ms, record="", at=at, away=True
        )
        return Verdict(outcome=outcome)

    return _verdict(judged)


def judge_first(
    rows: Rows, dealt: bytes, seats: tuple[str | None, ...], name: str, at: float, number: int | None
) -> bytes:
    """A `Verdict` on the match behind a challenge, or on one round of it, with the plan for everybody else.

    It was dealt before anybody shared its deals.
    """

    def judged() -> Verdict:
        record = _record(rows)
        plan, fair = plan_of_match(record.header.game, read_dealt(dealt), seats), record.header.fair
        if fair is None or (fair.commit, fair.salts) != (plan.chain.commit, plan.chain.salts):
            raise Malformed("it was dealt other cards")
        sheet = _checked(record, rows, name, at)
        if number is None:
            _must_be_played(record, plan, 0, len(record.lines))
            return Verdict(outcome=_outcome(sheet, plan), plan=plan)
        begins, ends = _round(record, number)
        _must_be_played(record, plan, begins, ends)
        deal, score = record.lines[begins].action, record.lines[ends].action
        assert isinstance(score, Score)
        plan = plan_of_round(plan, number, deal)
        ranks = ranks_of(score.points, lowest_wins=record.rules().lowest_wins)
        only = msgspec.structs.replace(sheet, totals=score.points, ranks=ranks, round_ms=(sheet.round_ms[number - 1],))
        return Verdict(outcome=_outcome(only, plan), plan=plan)

    return _verdict(judged)


def _verdict(judged: Callable[[], Verdict]) -> bytes:
    try:
        return encode(judged())
    except audit.Nothing:
        return encode(Verdict(why="its deals cannot be checked"))
    except (Malformed, Illegal, Unplayable, msgspec.DecodeError) as error:
        return encode(Verdict(why=str(error)[:200]))


def _record(rows: Rows) -> Record:
    record = record_of(rows_in(rows))
    if record.header.scripted:
        raise Malformed("its deals were scripted")
    return record


def _checked(record: Record, rows: Rows, name: str, at: float) -> BookResult:
    """The result of a match that was dealt as promised and played to its end; raises `Malformed` and `Nothing`."""
    _must_be_finished(record)
    return at_once(result_of(rows_in(rows), name, at))


def _must_be_finished(record: Record) -> Result:
    """The result of a match that was dealt as promised and played to its end; raises `Malformed` and `Nothing`."""
    if not all(one.revealed for one in audit.check(record)):
        raise Malformed("a round is not over")
    result = record.lines[-1].action if record.lines else None
    if not isinstance(result, Result) or result.why != "finished":
        raise Malformed("it was not played to its end")
    return result


def _round(record: Record, number: int) -> tuple[int, int]:
    """Where a round begins and ends among the lines; raises `Malformed`."""
    begins = [at for at, line in enumerate(record.lines) if line.action.deals]
    ends = [at for at, line in enumerate(record.lines) if isinstance(line.action, Score)]
    if not 1 <= number <= len(ends):
        raise Malformed(f"it has {len(ends)} rounds, and no round {number}")
    return begins[number - 1], ends[number - 1]


def _outcome(sheet: BookResult, plan: Plan) -> Outcome:
    party = next(at for at, seats in enumerate(sheet.parties) if plan.seat in seats)
    player = sheet.players[plan.seat]
    return Outcome(
        name=player.name,
        avatar=player.avatar,
        points=sheet.totals[party],
        rank=sheet.ranks[party],
        ms=sum(sheet.round_ms),
        record=sheet.id,
        at=sheet.at,
    )


def _must_be_planned(record: Record, plan: Plan) -> None:
    """Raise `Malformed` unless it is this game with these options and deals."""
    header = record.header
    if (header.game, header.options) != (plan.game, plan.options):
        raise Malformed("it was played with other options")
    if header.fair != plan.chain.told():
        raise Malformed("it was dealt other cards")


def _must_be_seated(record: Record, plan: Plan) -> None:
    """Raise `Malformed` unless it began as everybody's does: a table of ours sees to that, a text may say anything."""
    header = record.header
    if (header.scripted, header.host, header.asks) != (False, plan.seat, False):
        raise Malformed("it began in another way")
    deal = next((line.action for line in record.lines if line.action.deals), None)
    sides, turners = (None, ()) if deal is None else record.rules().chosen_in(deal)
    if (plan.sides is not None and sides != plan.sides) or (plan.turners and turners != plan.turners):
        raise Malformed("it was played with other sides")


def _must_be_played(record: Record, plan: Plan, begins: int, ends: int) -> None:
    """Raise `Malformed` unless the player and these bots played all of these lines."""
    seats = [chair.bot for chair in record.header.seats]
    for line in record.lines[:begins]:
        if isinstance(line.action, Sits):
            seats[line.action.seat] = line.action.bot
    if tuple(seats) != plan.seats:
        raise Malformed("it was played against others")
    if any(isinstance(line.action, Sits) for line in record.lines[begins:ends]):
        raise Malformed("somebody else played a seat for a while")
