"""Things to read: `rumpus replay`, `rumpus verify` and `rumpus rules`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import click
import msgspec

from rumpus import audit, terminal, text
from rumpus import record as records
from rumpus.cli.options import chosen_language, game_argument, json_option, language_option
from rumpus.contract import Malformed
from rumpus.games import game
from rumpus.terminal.output import PlainConsole, say, say_json


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help="Only check every action and every score.")
@json_option
@language_option
def replay(path: Path, verify: bool, as_json: bool, language: str | None) -> None:
    """Show a game record step by step, and verify it."""
    language = chosen_language(language)
    record, state = _played(path, language, show=not verify and not as_json)
    result = state.outcome()
    if as_json:
        found: dict[str, Any] = {
            "ok": True,
            "game": record.header.game,
            "players": len(record.header.seats),
            "lines": len(record.lines),
            "rounds": len(state.sheet),
            "totals": state.totals,
            "result": None if result is None else msgspec.to_builtins(result),
        }
        if record.header.scripted:
            found["scripted"] = True
        say_json("replay", found)
        return
    ending = "it ends without a result" if result is None else f"{result.why}, totals {list(result.totals)}"
    size = f"{len(record.header.seats)} players, {len(state.sheet)} rounds, {len(record.lines)} lines"
    say(f"{path}: {record.rules().title}, {size}: {ending}.")
    if record.header.scripted:
        say("Its first deals were scripted, not shuffled.")
    say("Every line follows the rules, and every score is right.")


def _played(path: Path, language: str, *, show: bool) -> tuple[records.Record, Any]:
    """The record in a file and the state at its end; raises `Malformed`."""
    try:
        record = records.read(path.read_bytes().splitlines())
        state: Any = record.rules().new(record.seating())
        for line, now in records.replay(record):
            state = now
            if show:
                say(terminal.describe_line(line, record.header, language))
    except BrokenPipeError:
        raise  # the reader has seen enough
    except OSError as error:
        raise Malformed(f"cannot read {path}: {error.strerror}") from None
    except records.Damaged as damage:
        refusal = "" if damage.refusal is None else f"{text.refusal(damage.refusal, language)} "
        raise Malformed(f"{path} is damaged in line {damage.line}: {refusal}{damage.reason}") from None
    return record, state


DIFFERENT, NOTHING = 1, 3  # exit codes of `verify`


@click.command("verify")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.argument("second", metavar="[AGAIN]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--secret", metavar="HEX", help="The published secret of a past deal of the day, from which its cards must follow."
)
def verify_command(path: Path, second: Path | None, secret: str | None) -> None:
    """Check that nobody could choose the cards of a match.

    Checks the seeds, the salts, every deal and every score of the record in FILE. With AGAIN, the record of a match
    that was dealt the same cards, both are checked and compared. Exit code 0: all correct; 1: something differs,
    and the message says what; 2: a file cannot be read; 3: nothing to check.
    """
    first = _verified(path)
    if secret is not None:
        try:
            audit.check_secret(first, secret)
        except audit.Difference as difference:
            _differs(path, difference)
        say(f"{path}: its deals follow from the published secret.")
    if second is None:
        return
    new = _verified(second)
    try:
        same = audit.check_again(first, new)
    except audit.Difference as difference:
        _differs(second, difference)
    again = new.header.fair and new.header.fair.again
    where = f"everyone {_counted(again.turn, 'seat')} further on" if again else "at another table"
    say(f"{second}: {_counted(same, 'round')} with the cards of {path}, {where}.")


def _verified(path: Path) -> records.Record:
    try:
        record = records.read(path.read_bytes().splitlines())
    except OSError as error:
        raise Malformed(f"cannot read {path}: {error.strerror}") from None
    except records.Damaged as damage:
        raise Malformed(f"{path} is damaged in line {damage.line}: {damage.reason}") from None
    try:
        rounds = list(_say_rounds(path, audit.check(record)))
    except audit.Nothing:
        why = "its deals were scripted" if record.header.scripted else "it was not dealt by a table"
        say(f"{path}: there is nothing to check, because {why}.")
        raise SystemExit(NOTHING) from None
    except audit.Difference as difference:
        _differs(path, difference)
    deals = sum(len(round_.seeds) for round_ in rounds if round_.revealed)
    say(f"{path}: {_counted(deals, 'shuffle')} repeated with the same result. Every line follows the rules.")
    return record


def _say_rounds(path: Path, rounds: Iterator[audit.Round]) -> Iterator[audit.Round]:
    for round_ in rounds:
        deal, *more = round_.seeds
        reshuffled = f", reshuffled from {', '.join(map(str, more))}" if more else ""
        outcome = f"dealt from seed {deal}{reshuffled}" if round_.revealed else "not over yet"
        say(f"{path}: round {round_.number}: {outcome}")
        yield round_


def _differs(path: Path, difference: audit.Difference) -> NoReturn:
    say(f"{path}: {difference}", err=True)
    raise SystemExit(DIFFERENT)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


@click.command()
@game_argument
@language_option
@click.option("--clauses", is_flag=True, help="Show the number of every rule.")
def rules(name: str, language: str | None, clauses: bool) -> None:
    """Show the rules of GAME."""
    wording = text.rules(game(name).name, chosen_language(language), clauses=clauses)
    console = PlainConsole()
    if console.is_terminal:
        from rich.markdown import Markdown  # noqa: PLC0415 - takes a tenth of a second to load

        console.print(Markdown(wording))
    else:
        say(wording, nl=False)
