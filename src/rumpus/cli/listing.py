"""Lists: `rumpus games`, `rumpus bots` and `rumpus options`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import click
import msgspec
from rich.table import Table

from rumpus.bots import kinds
from rumpus.bots.base import LEVELS
from rumpus.cli.options import game_argument, json_option
from rumpus.contract import Game
from rumpus.games import GAMES, game
from rumpus.games.options import allowed
from rumpus.terminal.output import PlainConsole, say_json


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the installed games."""
    found = [
        {
            "name": name,
            "title": rules.title,
            "players": [rules.seats[0], rules.seats[-1]],
            "race": rules.race,
            "lowest_wins": rules.lowest_wins,
        }
        for name, rules in GAMES.items()
    ]
    if as_json:
        say_json("games", {"games": found})
        return
    rows = [(rules.name, rules.title, _seats(rules), _kind(rules), _best(rules)) for rules in GAMES.values()]
    _show(("name", "game", "players", "", "wins"), rows)


def _seats(rules: type[Game]) -> str:
    return f"{rules.seats[0]}-{rules.seats[-1]}"


def _kind(rules: type[Game]) -> str:
    return "all at once" if rules.race else "in turns"


def _best(rules: type[Game]) -> str:
    return "lowest score" if rules.lowest_wins else "highest score"


@click.command()
@game_argument
@json_option
def bots(name: str, as_json: bool) -> None:
    """List the bots of GAME.

    These are the built-in ones and those of installed packages. Name your own as package.module:Class.
    """
    found = {bot: _about(bot, kind) for bot, kind in kinds(game(name).name).items()}
    if as_json:
        say_json("bots", {"game": name, "bots": found})
        return
    _show(("bot", ""), found.items())


def _about(name: str, kind: Any) -> str:
    """What a bot says of itself; the levels of a game are one bot with different dials."""
    if name in LEVELS:
        return f"Level {LEVELS.index(name) + 1} of {len(LEVELS)}, for people to play against."
    about = kind.func.__doc__ if isinstance(kind, partial) else kind.__doc__
    return (about or "").strip().split("\n")[0]


@click.command()
@game_argument
@json_option
def options(name: str, as_json: bool) -> None:
    """List the options of GAME, with defaults and allowed values."""
    kind = game(name).options_type
    found = allowed(kind)
    defaults: dict[str, Any] = msgspec.to_builtins(kind())
    if as_json:
        listed = {option: {"default": defaults[option], "allowed": words} for option, words in found.items()}
        say_json("options", {"game": name, "options": listed})
        return
    rows = [(option, msgspec.json.encode(defaults[option]).decode(), words) for option, words in found.items()]
    _show(("option", "default", "allowed"), rows)


def _show(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    table = Table(*headings)
    for row in rows:
        table.add_row(*row)
    PlainConsole(highlight=False).print(table)
