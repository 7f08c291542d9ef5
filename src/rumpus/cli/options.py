"""What several commands share: their options, and how names, seeds and the language are read."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any

import click
import msgspec

from rumpus import text
from rumpus.bots import bot as bot_named
from rumpus.contract import Game, Malformed, Seating
from rumpus.games import game

INTERRUPTED = 130  # the exit code after Ctrl-C
Command = Callable[..., None]
POSIX = os.name == "posix"

game_argument = click.argument("name", metavar="GAME")
language_option = click.option(
    "--lang", "language", metavar="|".join(text.LANGUAGES), help="Language (default: that of the environment)."
)
option_option = click.option(
    "--option", "pairs", metavar="K=V", multiple=True, help="An option of the game, as in rounds=3. May be repeated."
)
players_option = click.option("--players", type=int, metavar="N", help="Number of players (default 3).")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def need_posix(command: str) -> None:
    """Raise `Malformed` on a system without file locks, signals and thinking processes as the server uses them."""
    if not POSIX:
        raise Malformed(f"rumpus {command} needs Linux or macOS; on Windows, use WSL (wsl --install, then as on Linux)")


def user_language() -> str:
    """The language of the user's environment, English if we do not speak it."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        chosen = os.environ.get(variable)
        if chosen:
            return chosen[:2] if chosen[:2] in text.LANGUAGES else "en"
    return "en"


def chosen_language(language: str | None) -> str:
    """The language that was asked for, or the user's; raises `Malformed`."""
    return text.check_language(language or user_language())


def parse_seed(value: str) -> int | str:
    """A seed is any integer or text."""
    try:
        return int(value)
    except ValueError:
        return value


def parse_options(pairs: Iterable[str]) -> dict[str, Any]:
    """`rounds=3`, `tie_break=true`, `alone=null`: the values of options, as JSON or as plain text."""
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise Malformed(f"--option takes name=value, as in rounds=3, not {pair!r}")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = {"none": None, "True": True, "False": False}.get(value, value)
    return options


def listed(names: str) -> tuple[str, ...]:
    """The names in `a, b,c`."""
    return tuple(name.strip() for name in names.split(",") if name.strip())


class Table(msgspec.Struct, frozen=True):
    """A game, a number of seats and the bots to choose from, all checked."""

    rules: Game
    seats: int
    bots: tuple[str, ...]


def table_for(name: str, players: int | None, bots: str, pairs: Iterable[str]) -> Table:
    """Check the game, its options, the number of players and the bots; raises `Malformed` or `Illegal`."""
    rules = game(name, parse_options(pairs))
    seats = players if players is not None else max(3, rules.seats[0])
    names = listed(bots)
    if not names:
        raise Malformed("--bots needs at least one bot, as in --bots greedy or --bots greedy,random")
    if any(":" in bot for bot in names) and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # a bot of one's own; last, so that no file there hides an installed package
    for bot in names:
        bot_named(name, bot)
    rules.new(Seating(players=seats))  # refuses a number of players that the rules do not know
    return Table(rules, seats, names)


class Series(msgspec.Struct, frozen=True):
    """What `sim` and `tournament` are asked for: many matches of one game."""

    name: str
    players: int | None
    matches: int
    seed: str
    bots: str
    pairs: tuple[str, ...]
    folder: Path | None
    jobs: int
    cluster: str | None
    as_json: bool

    def table(self, players: int | None = None) -> Table:
        """The table they are played at; raises `Malformed` or `Illegal`."""
        table = table_for(self.name, players if self.players is None else self.players, self.bots, self.pairs)
        if self.matches < 1 or self.jobs < 1:
            raise Malformed("--games and --jobs are whole numbers from 1 up")
        return table


def series_options(matches: int, bots: Command, folder: Command) -> Callable[[Callable[[Series], None]], Command]:
    """The options of a command that plays many matches; the command gets them as a `Series`."""
    options: list[Any] = [
        game_argument,
        players_option,
        click.option(
            "--games", "matches", default=matches, metavar="MATCHES", help=f"How many matches (default {matches})."
        ),
        click.option(
            "--seed", default="0", metavar="S", help="Any number or text; the same seed gives the same matches."
        ),
        bots,
        option_option,
        folder,
        click.option("--jobs", default=1, metavar="J", help="Number of processes (default 1)."),
        click.option(
            "--ray",
            "cluster",
            metavar="ADDRESS",
            help="Play on a Ray cluster: its address, auto, or local with --jobs J.",
        ),
        json_option,
    ]

    def decorate(command: Callable[[Series], None]) -> Command:
        @wraps(command)
        def with_series(**values: Any) -> None:
            command(Series(**values))

        decorated: Command = with_series
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate
