"""The terminal: a person plays any of the games against bots, or watches them, in plain lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import IO

from rumpus import record as records
from rumpus import text
from rumpus.bots import bot
from rumpus.contract import Game
from rumpus.playout import Playout
from rumpus.terminal.faces import describe_line
from rumpus.terminal.loop import PERSON, Terminal
from rumpus.terminal.words import Words, names_for, wrap

__all__ = ["describe_line", "play"]


def play(
    rules: Game,
    bots: Sequence[str],
    *,
    watch: bool,
    seed: int | str | None,
    language: str,
    pace: float,
    name: str,
    record: Path | None,
    input: IO[str],  # noqa: A002  # the word of the command line for it
    output: IO[str],
) -> int:
    """Play a match against these bots, on seat 0 and as the host, or watch them on all seats; gives an exit code.

    Bots take `pace` times as long as they say. The record is written at the end, also of a match that was left early.
    """
    kinds = [bot(rules.name, one) for one in bots]
    playout = Playout(rules, kinds if watch else [None, *kinds], None if seed is None else (seed,))
    names = names_for(None if watch else name, len(bots), language)
    chairs = [records.Chair(name, None) for name in names[: len(names) - len(bots)]]
    chairs += [records.Chair(name, one) for name, one in zip(names[len(chairs) :], bots, strict=True)]
    words = Words(text.check_language(language), names, None if watch else PERSON)
    terminal = Terminal(playout, words, pace, input, output)
    try:
        _welcome(terminal, chairs)
        terminal.run()
    except EOFError:
        terminal.leave()
    except KeyboardInterrupt:
        terminal.leave(interrupted=True)
    finally:
        written = record is None or _write(terminal, chairs, record)
    output.flush()
    return 0 if written else 1


def _welcome(terminal: Terminal, chairs: Sequence[records.Chair]) -> None:
    words = terminal.words
    table = words.listed([f"{chair.name} ({chair.bot})" if chair.bot else chair.name for chair in chairs])
    terminal.put(wrap(words.say("term-welcome", title=terminal.rules.title, table=table)))
    if words.me is not None:
        terminal.put(wrap(words.say("term-welcome-help")))


def _write(terminal: Terminal, chairs: Sequence[records.Chair], path: Path) -> bool:
    """Write the record, in seconds of the wall; says whether that worked."""
    scale = terminal.pace or 1.0
    happened = [(round(at * scale, 3), what) for at, what in terminal.playout.happened]
    whole = records.Record(records.header_for(terminal.rules, chairs), records.numbered(happened))
    try:
        path.write_text(records.text(whole), "utf-8")
    except OSError as error:
        terminal.put(terminal.words.say("term-record-failed", path=str(path), why=str(error.strerror)))
        return False
    terminal.put(terminal.words.say("term-record", path=str(path)))  # unwrapped, so that the path can be copied
    return True
