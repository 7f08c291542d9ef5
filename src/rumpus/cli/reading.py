"""Things to read: `rumpus replay` and `rumpus rules`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from rumpus import record as records
from rumpus import terminal, text
from rumpus.cli.options import chosen_language, game_argument, json_option, language_option
from rumpus.contract import Malformed
from rumpus.games import game
from rumpus.terminal.output import PlainConsole, say


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help="Only check it: every action, every score, to the last point.")
@json_option
@language_option
def replay(path: Path, verify: bool, as_json: bool, language: str | None) -> None:
    """Verify the game record in FILE, or show it step by step."""
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
        say(msgspec.json.encode(found).decode())
        return
    ending = "it ends before a result" if result is None else f"{result.why}, totals {list(result.totals)}"
    size = f"{len(record.header.seats)} players, {len(state.sheet)} rounds, {len(record.lines)} lines"
    say(f"{path}: {record.rules().title}, {size}: {ending}.")
    if record.header.scripted:
        say("Its first deals were scripted, not shuffled.")
    say("Every line keeps the rules, and every score is right.")


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


@click.command()
@game_argument
@language_option
@click.option("--clauses", is_flag=True, help="Number every rule, as refusals and tests cite it.")
def rules(name: str, language: str | None, clauses: bool) -> None:
    """The rules of GAME, short and clear."""
    wording = text.rules(game(name).name, chosen_language(language), clauses=clauses)
    console = PlainConsole()
    if console.is_terminal:
        from rich.markdown import Markdown  # noqa: PLC0415 - takes a tenth of a second to load

        console.print(Markdown(wording))
    else:
        say(wording, nl=False)
