"""The command `rumpus` itself: its help, its commands, and one sentence for any wrong input."""

from __future__ import annotations

import sys
from typing import NoReturn

import click

from rumpus import text
from rumpus.cli.cluster import migrate, move
from rumpus.cli.coaching import coach_command
from rumpus.cli.datasets import dataset
from rumpus.cli.hosting import doctor, status, unit
from rumpus.cli.keeping import backup, check, restore, sweep
from rumpus.cli.leaderboards import leaderboard
from rumpus.cli.listing import bots, games, options
from rumpus.cli.matches import play, sim, tournament
from rumpus.cli.models import mcp
from rumpus.cli.options import INTERRUPTED, user_language
from rumpus.cli.reading import replay, rules, verify_command
from rumpus.cli.tables import join, serve
from rumpus.cli.training import train
from rumpus.contract import Illegal, Malformed
from rumpus.games import GAMES
from rumpus.playout import BotFault, EndlessError
from rumpus.terminal.commands import COMMANDS
from rumpus.terminal.output import say

BAD_INPUT = 2


class Commands(click.Group):
    """Lists the commands in the order in which people need them, not alphabetically."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which they were added."""
        return list(self.commands)


def help_text() -> str:
    """The help of `rumpus`: the installed games, and an example of every command."""
    games = []
    for name, game in GAMES.items():
        best = "lowest" if game.lowest_wins else "highest"
        kind = "everyone plays at once" if game.race else "players take turns"
        games.append(f"{name:<12} {game.title}: {kind}, {game.seats[0]}-{game.seats[-1]} players, {best} score wins")
    some = next(iter(GAMES))
    questions = {
        "Start a server for friends and bots:": "rumpus serve",
        "Join a table:": "rumpus join http://HOST:PORT/#CODE",
        "Play against bots in the terminal:": f"rumpus play {some}",
        **{command.question: command.example for command in COMMANDS},
        "Simulate a thousand matches:": f"rumpus sim {some} --players 4 --games 1000 --jobs 2",
        "Which bot is better?": f"rumpus tournament {some} --bots expert,greedy",
        "Rank a folder of bots:": "rumpus leaderboard DIR --jobs 2",
        "Train a bot:": f"rumpus train {some} --bots random --jobs 2 --out FILE",
        "Export matches as a dataset:": f"rumpus dataset DIR --sim {some} --games 1000",
        "What could I have done better?": "rumpus coach FILE --seat 1",
        "Were the cards dealt fairly?": "rumpus verify FILE",
        "Read the rules:": f"rumpus rules {some} --lang es",
    }
    examples = [f"{question:<40} {example}" for question, example in questions.items()]
    return "\n".join(
        [
            *("Card games for family and friends.", "", "\b", *games, "", "\b", *examples, ""),
            "Wrong input is explained in one sentence on standard error, with exit code 2.",
        ]
    )


@click.group(
    cls=Commands,
    help=help_text(),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="rumpus", message="rumpus %(version)s")
def cli() -> None:
    """See `help_text`."""


LISTING = (games, bots, options)
KEEPING = (doctor, status, backup, restore, check, sweep, unit, migrate, move)
GAMES_OWN = (own.command for own in COMMANDS)
for command in (
    *(
        play,
        serve,
        join,
        mcp,
        *KEEPING,
        sim,
        tournament,
        leaderboard,
        train,
        dataset,
        replay,
        coach_command,
        verify_command,
    ),
    *(*GAMES_OWN, rules, *LISTING),
):
    cli.add_command(command)


def main() -> NoReturn:
    """Run the command; wrong input is explained in one sentence."""
    try:
        code = cli.main(standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        say(error.format_message())
        code = 0
    except click.ClickException as error:
        code = _refuse(error.format_message())
    except Malformed as error:
        code = _refuse(str(error))
    except Illegal as error:
        code = _refuse(f"{text.refusal(error, user_language())} ({error.clause})")
    except EndlessError as error:
        code = _refuse(str(error))
    except BotFault as fault:
        code = _refuse(_say_fault(fault))
    except (KeyboardInterrupt, click.Abort):
        say("Stopped.", err=True)
        code = INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        code = 0
    except OSError as error:
        if error.filename is None or error.strerror is None:
            raise
        code = _refuse(f"{error.filename}: {error.strerror}")
    raise SystemExit(code)


def _say_fault(fault: BotFault) -> str:
    if not isinstance(fault.cause, Illegal):
        return str(fault)
    said = f"the bot {fault.bot} on seat {fault.seat} made an illegal move, {fault.action}:"
    return f"{said} {text.refusal(fault.cause, user_language())} ({fault.cause.clause})"


def _refuse(sentence: str) -> int:
    say(f"rumpus: {' '.join(sentence.split())}", err=True)
    return BAD_INPUT
