"""The command `rumpus coach`: reviews the rounds of a record."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click
import msgspec

from rumpus import record as records
from rumpus import text
from rumpus.cli.options import chosen_language, json_option, language_option
from rumpus.coach import Review, coach, reviews
from rumpus.contract import Game, Malformed, Result, Score
from rumpus.terminal.output import say


@click.command("coach")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--seat", type=int, default=None, help="Only this seat, counted from 1 (default: all).")
@json_option
@language_option
def coach_command(path: Path, seat: int | None, as_json: bool, language: str | None) -> None:
    """Review the rounds of a match for each seat.

    Says what each seat could have done better, and how much was luck. A finished match is also judged with all
    cards open, an unfinished one only from what each seat could see.
    """
    language = chosen_language(language)
    record = _read(path)
    players = len(record.header.seats)
    if seat is not None and not 1 <= seat <= players:
        raise Malformed(f"there is no seat {seat}; the seats are 1 to {players}")
    found = _reviews(record, range(players) if seat is None else [seat - 1])
    if as_json:
        say(msgspec.json.encode(list(found)).decode())
        return
    any_said = False
    for review in found:
        any_said = True
        for line in _lines(record, review, language):
            say(line)
    how = "coach-how-race" if record.rules().race else "coach-how-turns"
    say(text.say(language, how if any_said else "coach-none"))


def _read(path: Path) -> records.Record:
    try:
        return records.read(path.read_bytes().splitlines())
    except OSError as error:
        raise Malformed(f"cannot read {path}: {error.strerror}") from None
    except records.Damaged as damage:
        raise Malformed(f"{path} is damaged in line {damage.line}: {damage.reason}") from None


def _reviews(record: records.Record, seats: range | list[int]) -> Iterator[Review]:
    judge = coach(record.header.game)
    if judge is None:
        raise Malformed(f"{record.rules().title} has no coach")
    rounds = [line.action.round for line in record.lines if isinstance(line.action, Score)]
    over = any(isinstance(line.action, Result) for line in record.lines)
    wants = [(number, seat) for number in rounds for seat in seats]
    return reviews(record, judge, wants, open_cards=over) if wants else iter(())


def _lines(record: records.Record, review: Review, language: str) -> Iterator[str]:
    """One review in words."""
    names = [chair.name for chair in record.header.seats]
    rules = record.rules()
    card = partial(_card, rules, language)
    yield text.say(language, "coach-round", round=review.round, name=names[review.seat])
    yield "  " + text.say(language, "coach-split", **split(review, lowest_wins=rules.lowest_wins))
    for remark in review.remarks:
        groups = ["[" + ", ".join(map(card, group)) + "]" for group in remark.show]
        said = text.remark(remark.reason, remark.facts, language, card, names)
        yield "  - " + " ".join([said, *groups])


def _card(rules: Game, language: str, name: str) -> str:
    return text.card(rules, name, language)


def split(review: Review, *, lowest_wins: bool) -> dict[str, str | int | float]:
    """The facts of `coach-split`: how the points of a round come about."""

    def helped(points: float) -> str:
        return "even" if not points else "yes" if (points < 0) == lowest_wins else "no"

    return {
        "points": review.points,
        "par": review.par,
        "luck": abs(review.luck),
        "lucky": helped(review.luck),
        "choices": abs(review.choices),
        "skilled": helped(review.choices),
    }
