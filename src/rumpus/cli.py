"""The command `rumpus`: serve tables, join one, play, simulate, replay, ask the meld solver, read the rules."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click
import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import track
from rich.table import Table

from rumpus import record as records
from rumpus import simulate, summary, terminal, text
from rumpus import tournament as contest
from rumpus.bots import bot as bot_named
from rumpus.game import Game, Illegal, Malformed, Seating
from rumpus.games import GAMES, game
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.cards import JOKER, RANKS, SET_COPIES, SET_JOKERS, TEXT, kind, texts
from rumpus.tournament_page import page

BAD_INPUT = 2
EVERYWHERE = "0.0.0.0"  # noqa: S104 - so that friends on the same Wi-Fi can join
WORTH_COMPILING = 1000  # hands that outweigh the time to load the compiled solver
RACE_PACE = 4.0  # people type slower than they grab cards
RANK_NAMES = {**{rank: number for number, rank in enumerate(RANKS, 3)}, **{str(n): n for n in range(3, 14)}}


def user_language() -> str:
    """The language of the user's environment, English if we do not speak it."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        chosen = os.environ.get(variable)
        if chosen:
            return chosen[:2] if chosen[:2] in text.LANGUAGES else "en"
    return "en"


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
            raise Malformed(f"an option is written name=value, as in rounds=3, not {pair!r}")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = {"none": None, "True": True, "False": False}.get(value, value)
    return options


def set_up(name: str, players: int | None, bots: str, pairs: Iterable[str]) -> tuple[Game, int, list[str]]:
    """The rules, the number of players and the bots' names, all checked."""
    rules = game(name, parse_options(pairs))
    seats = players if players is not None else max(3, rules.seats[0])
    names = [one.strip() for one in bots.split(",") if one.strip()]
    if not names:
        raise Malformed("name at least one bot, as in --bots greedy or --bots greedy,random")
    for one in names:
        bot_named(name, one)
    rules.new(Seating(players=seats))  # refuses a number of players that the rules do not know
    return rules, seats, names


game_argument = click.argument("name", metavar="GAME")
language_option = click.option(
    "--lang", "language", metavar="|".join(text.LANGUAGES), help="Language; the environment's by default."
)
option_option = click.option(
    "--option", "pairs", metavar="K=V", multiple=True, help="An option of the game, as in rounds=3. May be repeated."
)
players_option = click.option("--players", type=int, metavar="N", help="How many sit at the table (default 3).")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


class Commands(click.Group):
    """The commands in the order people meet them, not of the alphabet."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """As they were added."""
        return list(self.commands)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="rumpus", message="rumpus %(version)s")
def cli() -> None:
    """One table for three card games.

    \b
    five_crowns  rummy in turns with wandering wilds, 2-14 players, lowest score wins
    wackee_six   everybody builds on shared piles at once, 2-12 players, highest score wins
    wig_out      a race of matching wild hair, 2-6 players, lowest score wins

    \b
    Open tables for friends and bots:        rumpus serve
    Sit down at one:                         rumpus join http://HOST:PORT/#CODE
    Play in the terminal against bots:       rumpus play wig_out
    What can I lay down with these cards?    rumpus melds --wild 7 "7h 8h 9h Kc Kd ** 3t"
    How do a thousand matches go?            rumpus sim five_crowns --players 4 --games 1000 --jobs 2
    Which bot is better?                     rumpus tournament wackee_six --bots expert,greedy
    How does it go, again?                   rumpus rules wackee_six --lang es

    Wrong input gets one sentence on standard error and exit code 2.
    """


@cli.command()
@click.argument("name", metavar="[GAME]", required=False)
@players_option
@click.option("--bots", default="casual", metavar="A,B,…", help="The others: beginner, casual, skilled, expert …")
@click.option("--watch", is_flag=True, help="Only bots play; you look on.")
@click.option("--seed", metavar="S", help="Shuffle from a seed, so that the same deals come again.")
@click.option("--name", "player", default="You", metavar="NAME", help="What the table calls you.")
@click.option("--pace", type=float, metavar="X", help="Bots take X times as long (default 4 in the races, else 1).")
@click.option(
    "--record", "path", type=click.Path(path_type=Path), metavar="FILE", help="Write the game record to FILE."
)
@option_option
@language_option
def play(
    name: str | None,
    players: int | None,
    bots: str,
    watch: bool,
    seed: str | None,
    player: str,
    pace: float | None,
    path: Path | None,
    pairs: Sequence[str],
    language: str | None,
) -> None:
    """Play GAME in the terminal against bots, or watch them.

    Type ? at the table to see how each move is written.
    """
    language = text.check_language(language or user_language())
    if name is None:
        name = click.prompt("Which game", type=click.Choice(list(GAMES)), default="wig_out")
    rules, seats, names = set_up(name, players, bots, pairs)
    if pace is None:
        pace = 1.0 if not rules.race or watch else RACE_PACE
    if pace < 0:
        raise Malformed(f"--pace is how many times as long bots take, 0 or more, not {pace:g}")
    others = simulate.seats_for(seats, names) if watch else simulate.seats_for(seats - 1, names)
    code = terminal.play(
        rules,
        others,
        watch=watch,
        seed=None if seed is None else parse_seed(seed),
        language=language,
        pace=pace,
        name=player,
        record=path,
        input=sys.stdin,
        output=sys.stdout,
    )
    raise SystemExit(code)


@cli.command()
@click.option(
    "--host", default=EVERYWHERE, envvar="RUMPUS_HOST", metavar="ADDRESS", help="Where to listen (everywhere)."
)
@click.option("--port", default=8000, type=click.IntRange(0, 65535), envvar="RUMPUS_PORT", help="Port (8000; 0: any).")
@click.option(
    "--data", type=click.Path(path_type=Path), envvar="RUMPUS_DATA", metavar="DIR", help="Where tables are kept."
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    envvar="RUMPUS_ORIGIN",
    metavar="URL",
    help="A further address of this server.",
)
@click.option("--trusted-proxy", envvar="RUMPUS_TRUSTED_PROXY", metavar="IP", help="A proxy whose word counts.")
@click.option(
    "--metrics-port", type=click.IntRange(0, 65535), envvar="RUMPUS_METRICS_PORT", help="Port of the figures."
)
@click.option("--keep-days", default=30.0, envvar="RUMPUS_KEEP_DAYS", help="Untouched tables are removed after (30).")
@click.option("--limit", "limits", multiple=True, envvar="RUMPUS_LIMIT", metavar="NAME=N", help="Another limit.")
@language_option
def serve(
    host: str,
    port: int,
    data: Path | None,
    origins: Sequence[str],
    trusted_proxy: str | None,
    metrics_port: int | None,
    keep_days: float,
    limits: Sequence[str],
    language: str | None,
) -> None:
    """Open tables for people and bots, on this machine and in its network.

    Every option can also be set in the environment, as in RUMPUS_PORT=9000.
    """
    from rumpus.server import run  # noqa: PLC0415 - only who serves needs the web stack
    from rumpus.server.limits import parse  # noqa: PLC0415 - the same

    house = run.House(
        host=host,
        port=port,
        data=data or data_folder(),
        origins=tuple(origins),
        trusted_proxy=trusted_proxy,
        metrics_port=metrics_port,
        keep_days=keep_days,
        limits=parse(tuple(limits)),
        language=text.check_language(language or user_language()),
    )
    run.serve(house, click.echo)


def data_folder() -> Path:
    """Where tables are kept if nobody says otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "rumpus"


@cli.command()
@click.argument("link", metavar="LINK")
@click.option("--name", "player", metavar="NAME", help="What the table calls you (asked for if left out).")
@click.option("--watch", is_flag=True, help="Only look on.")
@click.option("--game", "name", metavar="GAME", help="Open a new table of this game on the server of LINK.")
@click.option("--bots", default="", metavar="A,B,…", help="Bots at the new table: beginner, casual, skilled, expert.")
@option_option
@language_option
def join(
    link: str, player: str | None, watch: bool, name: str | None, bots: str, pairs: Sequence[str], language: str | None
) -> None:
    """Sit down at the table of LINK (http://HOST:PORT/#CODE) in the terminal, or open one there with --game."""
    from rumpus.terminal import remote  # noqa: PLC0415 - only who joins needs the web stack

    words = text.check_language(language or user_language())
    player = player or click.prompt("Name")
    opening = None
    if name is not None:
        rules = game(name, parse_options(pairs))
        levels = tuple(one.strip() for one in bots.split(",") if one.strip())
        opening = {"game": rules.name, "options": parse_options(pairs), "bots": levels}
    raise SystemExit(remote.run(link, player, words, sys.stdin, sys.stdout, watch=watch, opening=opening))


@cli.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), envvar="RUMPUS_DATA", metavar="DIR", help="Where tables are.")
def backup(path: Path, data: Path | None) -> None:
    """Copy all tables into FILE, also while they are being played at."""
    from rumpus.journal.sqlite import copy_live  # noqa: PLC0415 - only here
    from rumpus.server.run import DATABASE  # noqa: PLC0415 - only here

    source = (data or data_folder()) / DATABASE
    copy_live(source, path)
    click.echo(f"All tables of {source} are in {path}.")


@cli.command()
@game_argument
@players_option
@click.option("--games", "matches", type=int, default=100, metavar="MATCHES", help="How many matches (default 100).")
@click.option("--seed", default="0", metavar="S", help="Any number or text; the same seed gives the same matches.")
@click.option("--bots", default="greedy", metavar="A,B,…", help="Bots by seat; fewer than seats repeat in order.")
@option_option
@click.option("--record", "folder", type=click.Path(path_type=Path), metavar="DIR", help="One .jsonl a match into DIR.")
@click.option("--jobs", type=int, default=1, metavar="J", help="Processes (default 1).")
@json_option
def sim(
    name: str,
    players: int | None,
    matches: int,
    seed: str,
    bots: str,
    pairs: Sequence[str],
    folder: Path | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Simulate whole matches of GAME between bots, in virtual time."""
    rules, seats, names = set_up(name, players, bots, pairs)
    if matches < 1 or jobs < 1:
        raise Malformed("--games and --jobs are whole numbers from 1 up")
    if folder is not None:
        _empty_folder(folder)
    at_table = simulate.seats_for(seats, names)
    running = simulate.many(
        name, parse_options(pairs), at_table, matches, parse_seed(seed), jobs=jobs, keep_record=folder is not None
    )
    console = Console(stderr=True)
    shown = track(running, "Playing", total=matches, console=console, transient=True, disable=not console.is_terminal)
    done = []
    for number, match in enumerate(shown, 1):
        if folder is not None and match.record is not None:
            path = folder / f"{name}-{number:0{len(str(matches))}}.jsonl"
            path.write_text(match.record, "utf-8")
        done.append(msgspec.structs.replace(match, record=None))
    found = summary.summarise(rules, at_table, done)
    if as_json:
        fields = {"seed": parse_seed(seed), "options": msgspec.to_builtins(rules.options)}
        click.echo(msgspec.json.encode({**msgspec.to_builtins(found), **fields}).decode())
    else:
        _show_summary(found, rules)


def _empty_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise Malformed(f"--record needs a new or empty folder, and {folder} has something in it")
    except OSError as error:
        raise Malformed(f"--record needs a folder that can be written: {error.strerror} ({folder})") from None


def _show_summary(found: summary.Summary, rules: Game) -> None:
    best = "lowest wins" if rules.lowest_wins else "highest wins"
    table = Table(title=f"{rules.title}, {found.players} players, {found.matches} matches", title_justify="left")
    for heading in ("seat", "bot", "wins", f"points ({best})"):
        table.add_column(heading, justify="left" if heading in ("seat", "bot") else "right")
    for party in found.parties:
        table.add_row(
            " + ".join(str(seat) for seat in party.seats),
            " + ".join(party.bots),
            f"{party.wins.mean:.1%} ± {party.wins.half:.1%}",
            f"{party.points.mean:.1f} ± {party.points.half:.1f}",
        )
    console = Console(highlight=False)
    console.print(table)
    endings = ", ".join(f"{why} {count}" for why, count in found.endings.items())
    console.print(f"A match: {found.rounds.mean:.1f} ± {found.rounds.half:.1f} rounds, ", end="")
    console.print(f"{found.actions.mean:.0f} ± {found.actions.half:.0f} actions, ", end="")
    console.print(f"{found.seconds.mean / 60:.1f} ± {found.seconds.half / 60:.1f} minutes.")
    console.print(f"Rounds ended by: {endings}. Intervals are 95 %.")


@cli.command()
@game_argument
@players_option
@click.option("--games", "matches", type=int, default=200, metavar="MATCHES", help="How many matches (default 200).")
@click.option("--seed", default="0", metavar="S", help="Any number or text; the same seed gives the same matches.")
@click.option("--bots", required=True, metavar="A,B,…", help="Two or more bots, ours or yours as package.module:Class.")
@option_option
@click.option("--out", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Keep matches and a page in DIR.")
@click.option("--jobs", type=int, default=1, metavar="J", help="Processes (default 1).")
@json_option
def tournament(
    name: str,
    players: int | None,
    matches: int,
    seed: str,
    bots: str,
    pairs: Sequence[str],
    folder: Path | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Which bot plays GAME better?

    Every mix of the bots sits down; every deal is played again with the seats turned round, so that luck is even.
    Interrupted, it goes on from DIR.
    """
    _, seats, names = set_up(name, 2 if players is None else players, bots, pairs)
    if len(set(names)) < 2:
        raise Malformed("a tournament needs two different bots or more, as in --bots expert,greedy")
    if matches < 1 or jobs < 1:
        raise Malformed("--games and --jobs are whole numbers from 1 up")
    plan = contest.Plan(name, seats, tuple(names), parse_seed(seed), matches, parse_options(pairs))
    console = Console(stderr=True)
    running = contest.play(plan, jobs, folder)
    total = len(contest.schedule(plan))
    shown = track(running, "Playing", total=total, console=console, transient=True, disable=not console.is_terminal)
    done = list(shown)
    found = contest.report(plan, done)
    if folder is not None:
        (folder / contest.PAGE_FILE).write_text(page(found, done), "utf-8")
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
        return
    table = Table(title=f"{game(name).title}, {seats} players, {found.matches} matches on {found.deals} deals")
    for heading in ("bot", "share of wins", "95 %", "points", "rating"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for one, standing in found.bots.items():
        interval = f"{standing.low:.1%} - {standing.high:.1%}"
        rating = f"{standing.rating:.1f} ± {standing.sigma:.1f}"
        table.add_row(one, f"{standing.share:.1%}", interval, f"{standing.points:.1f}", rating)
    Console(highlight=False).print(table)


@cli.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help="Only check it: every action, every score, to the last point.")
@json_option
@language_option
def replay(path: Path, verify: bool, as_json: bool, language: str | None) -> None:
    """Verify the game record in FILE, or show it step by step."""
    language = text.check_language(language or user_language())
    try:
        whole = records.read(path.read_bytes().splitlines())
        state = whole.rules().new(whole.seating())
        for line, now in records.replay(whole):
            state = now
            if not verify and not as_json:
                click.echo(terminal.describe_line(line, whole.header, language))
    except BrokenPipeError:
        raise  # the reader has seen enough
    except OSError as error:
        raise Malformed(f"cannot read {path}: {error.strerror}") from None
    except records.Damaged as damage:
        refusal = "" if damage.refusal is None else f"{text.refusal(damage.refusal, language)} "
        raise Malformed(f"{path} is damaged in line {damage.line}: {refusal}{damage.reason}") from None
    steps = len(whole.lines)
    result = state.outcome()
    found = {
        "ok": True,
        "game": whole.header.game,
        "players": len(whole.header.seats),
        "lines": steps,
        "rounds": len(state.sheet),
        "totals": state.totals,
        "result": None if result is None else msgspec.to_builtins(result),
    }
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        title = whole.rules().title
        ending = "it ends before a result" if result is None else f"{result.why}, totals {list(result.totals)}"
        click.echo(f"{path}: {title}, {found['players']} players, {found['rounds']} rounds, {steps} lines: {ending}.")
        click.echo("Every line keeps the rules, and every score is right.")


@cli.command()
@click.argument("hand", metavar="HAND")
@click.option("--wild", required=True, metavar="RANK", help="The wild rank: 3-9, T or 10, J or 11, Q or 12, K or 13.")
@click.option(
    "--dealt", type=int, metavar="N", help="Cards dealt this round, 3-13 (by default as many as the wild rank)."
)
@click.option("--sets", type=int, default=1, metavar="1|2", help="Sets of 116 cards in play: 2 from eight players on.")
@json_option
def melds(hand: str, wild: str, dealt: int | None, sets: int, as_json: bool) -> None:
    """The best melds and the best discard of a hand of Five Crowns.

    HAND is cards such as "7h 8h 9h Kt **": a rank 3-9 T J Q K and a suit, t for stars, h hearts, c clubs, s spades,
    d diamonds; ** is a joker. Or it is - to read one hand a line from standard input. A hand with one card more than
    was dealt has one to discard.
    """
    number = RANK_NAMES.get(wild.upper())
    if number is None:
        raise Malformed(f"--wild is a rank: 3 to 9, T or 10, J or 11, Q or 12, K or 13, not {wild!r}")
    size = number if dealt is None else dealt
    if not 3 <= size <= 13:
        raise Malformed(f"--dealt is a number from 3 to 13, not {size}")
    if sets not in (1, 2):
        raise Malformed(f"--sets is 1 or 2, not {sets}")
    if hand != "-":
        _show_melds(parse_hand(hand, size, sets), number - 3, size, as_json)
        return
    for count, line in enumerate(sys.stdin, 1):
        if count == WORTH_COMPILING:
            solver.compile_kernel()
        if line.strip():
            try:
                cards = parse_hand(line, size, sets)
            except Malformed as error:
                raise Malformed(f"line {count}: {error}") from None
            _show_melds(cards, number - 3, size, as_json)


def parse_hand(line: str, dealt: int, sets: int) -> list[int]:
    """The cards of a hand as people write them: any case, 10 for T, commas or spaces between."""
    written = line.replace(",", " ").split()
    cards = [kind(f"{card[:-1].upper().replace('10', 'T')}{card[-1:].lower()}") for card in written]
    if not cards:
        raise Malformed('a hand is one or more cards, as in "7h 8h 9h"')
    if len(cards) > dealt + 1:
        raise Malformed(f"{len(cards)} cards are too many: {dealt} were dealt, and one more may be taken")
    for card, copies in Counter(cards).items():
        most = sets * (SET_JOKERS if card == JOKER else SET_COPIES)
        if copies > most:
            raise Malformed(
                f"{TEXT[card]} is there {copies} times, and {sets} set{'s' * (sets - 1)} of cards has only {most}"
            )
    return cards


def _show_melds(hand: list[int], wild: int, dealt: int, as_json: bool) -> None:
    discard = None
    if len(hand) == dealt + 1:
        discard = solver.best_discard(hand, wild)[1]
        hand.remove(discard)
    best = solver.arrange(hand, wild)
    out = best.points == 0 and len(hand) == dealt
    laid, unused = [texts(meld) for meld in best.melds], texts(best.unused)
    if as_json:
        found = {
            "points": best.points,
            "melds": laid,
            "unused": unused,
            "discard": None if discard is None else TEXT[discard],
            "out": out,
        }
        click.echo(msgspec.json.encode(found).decode())
        return
    click.echo(f"Melds:   {' | '.join(' '.join(meld) for meld in laid) or 'none'}")
    click.echo(f"Left:    {' '.join(unused) or 'nothing'} ({best.points} points)")
    if discard is not None:
        click.echo(f"Discard: {TEXT[discard]}")
    if out:
        click.echo("You can go out." if discard is not None else "You can go out: take a card and discard it.")


@cli.command()
@game_argument
@language_option
@click.option("--clauses", is_flag=True, help="Number every rule, as refusals and tests cite it.")
def rules(name: str, language: str | None, clauses: bool) -> None:
    """The rules of GAME, short and clear."""
    wording = text.rules(game(name).name, text.check_language(language or user_language()), clauses=clauses)
    console = Console()
    if console.is_terminal:
        console.print(Markdown(wording))
    else:
        click.echo(wording, nl=False)


def main() -> NoReturn:
    """Run the command; whatever is wrong with the input is said in one sentence."""
    try:
        code = cli.main(standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        code = 0
    except click.ClickException as error:
        code = _refuse(error.format_message())
    except Malformed as error:
        code = _refuse(str(error))
    except Illegal as error:
        code = _refuse(f"{text.refusal(error, user_language())} ({error.clause})")
    except simulate.EndlessError as error:
        code = _refuse(str(error))
    except (KeyboardInterrupt, click.Abort):
        click.echo("Stopped.", err=True)
        code = 130
    except BrokenPipeError:
        sys.stderr.close()
        code = 0
    raise SystemExit(code)


def _refuse(sentence: str) -> int:
    click.echo(f"rumpus: {' '.join(sentence.split())}", err=True)
    return BAD_INPUT
