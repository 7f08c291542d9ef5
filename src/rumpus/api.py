"""The public API of the library; `import rumpus` has the same names (docs/api.md)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from rumpus.bots import BOTS, bot
from rumpus.bots.base import Bot, BotKind
from rumpus.compiled import compile_games
from rumpus.contract import Event, Game, Illegal, Malformed, MissingExtra, Result, RumpusError, Seating, State
from rumpus.games import GAMES
from rumpus.games.library import SolvedHand, load_game, melds
from rumpus.playout import BotFault, EndlessError
from rumpus.record import Chair, Damaged, Record, header_for, numbered, read, replay, text, verify
from rumpus.research.simulate import SimulatedMatch, many, seated
from rumpus.shuffle import Shuffle, seeded

__all__ = [
    "BOTS",
    "GAMES",
    "Bot",
    "BotFault",
    "Damaged",
    "EndlessError",
    "Game",
    "Illegal",
    "Malformed",
    "MissingExtra",
    "Record",
    "Result",
    "RumpusError",
    "Seating",
    "Shuffle",
    "SimulatedMatch",
    "SolvedHand",
    "State",
    "fast",
    "load_bot",
    "load_game",
    "make_record",
    "melds",
    "parse_record",
    "read_record",
    "replay",
    "seeded",
    "simulate_matches",
    "verify",
    "write_record",
]


def load_bot(game: str, name: str) -> BotKind:
    """The bot of this name for a game: ours, an installed package's, or your own as `package.module:Class`.

    It makes a `Bot` from a seat, the options of the table and a `random.Random`. Raises `Malformed`.

    Examples:
        >>> import random, rumpus
        >>> name = sorted(rumpus.GAMES)[-1]
        >>> kind = rumpus.load_bot(name, "casual")
        >>> player = kind(0, rumpus.load_game(name).options, random.Random(7))
        >>> player.seat
        0
    """
    load_game(game)  # refuses a game that does not exist
    return bot(game, name)


def simulate_matches(
    game: str,
    bots: Sequence[str],
    matches: int = 1,
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int | str = 0,
    jobs: int = 1,
    keep_record: bool = False,
) -> Iterator[SimulatedMatch]:
    """Play whole matches between bots in virtual time, in order, in `jobs` processes.

    There are as many players as bots unless `players` says otherwise; if there are fewer bots than players, the bots
    repeat in order. The same seed gives the same matches, however many processes play them. With `keep_record`,
    `SimulatedMatch.record` is the text of the record. Raises `Malformed` or `Illegal` for what cannot be played.

    Examples:
        >>> import rumpus
        >>> name = sorted(rumpus.GAMES)[-1]
        >>> [match] = rumpus.simulate_matches(name, ["greedy", "casual"], seed=7)
        >>> match.result.why, len(match.result.totals)
        ('finished', 2)
    """
    rules = load_game(game, options)
    if players is not None:
        rules.new(players)  # refuses what is no number of players
    for what, number, least in (("matches", matches, 0), ("jobs", jobs, 1)):
        if type(number) is not int or number < least:
            raise Malformed(f"{what} is a whole number from {least} up, not {number!r}")
    if type(seed) not in (int, str):
        raise Malformed(f"the seed is a whole number or a text, not {seed!r}")
    seats = seated(players, bots)
    rules.new(len(seats))
    for name in seats:
        load_bot(game, name)
    return many(game, dict(options or {}), seats, matches, seed, jobs=jobs, keep_record=keep_record)


def parse_record(record: str | bytes) -> Record:
    """The record in a string, or in bytes of UTF-8; raises `Damaged` with the line and the reason.

    Examples:
        >>> import rumpus
        >>> name = sorted(rumpus.GAMES)[-1]
        >>> [match] = rumpus.simulate_matches(name, ["greedy"], players=3, keep_record=True)
        >>> record = rumpus.parse_record(match.record)
        >>> record.header.game == name, len(record.header.seats)
        (True, 3)
        >>> rumpus.verify(record).outcome() == match.result  # replayed, with every score checked
        True
    """
    if not isinstance(record, str | bytes):
        raise Malformed(f"a record is a text or its bytes, not {record!r}; read_record(path) reads a file")
    return read((record.encode() if isinstance(record, str) else record).splitlines())


def read_record(path: str | os.PathLike[str]) -> Record:
    """The record in a file; raises `Damaged` with the line and the reason, or `OSError`."""
    return read(Path(path).read_bytes().splitlines())


def make_record(rules: Game, names: Sequence[str], history: Iterable[tuple[float, Event]]) -> Record:
    """The record of a match: its rules, the players' names by seat, and what happened, each with its time in seconds.

    What happened is what `State.apply` gives, all of it: an action and what follows from it.

    Examples:
        >>> import random, rumpus
        >>> rules = rumpus.load_game(sorted(rumpus.GAMES)[-1])
        >>> state, house, rng = rules.new(2), rumpus.Shuffle(7), random.Random(7)
        >>> history = []
        >>> while state.outcome() is None:
        ...     moves = [(seat, action) for seat in state.to_act() for action in state.legal(seat)]
        ...     chance = state.owed(house)
        ...     step = (None, chance) if chance else rng.choice(moves or [(None, state.legal(None)[0])])
        ...     history += [(float(len(history)), event) for event in state.apply(*step)]
        >>> record = rumpus.make_record(rules, ["Ana", "Bo"], history)
        >>> rumpus.verify(record).outcome() == state.outcome()
        True
    """
    if not isinstance(rules, Game):
        raise Malformed(f"the rules are a Game, as load_game(name) gives it, not {rules!r}")
    if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise Malformed(f'the names are a list with one for each seat, as in ["Ana", "Bo"], not {names!r}')
    rules.new(len(names))  # refuses what is no number of players
    try:
        lines = numbered(history)
    except (TypeError, ValueError):
        raise Malformed("the history is a list of times, each with an event that `State.apply` gave") from None
    return Record(header_for(rules, [Chair(name) for name in names]), lines)


def write_record(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a record to a file, as JSON lines (docs/record.md).

    Examples:
        >>> import rumpus, tempfile, os
        >>> [match] = rumpus.simulate_matches(sorted(rumpus.GAMES)[-1], ["greedy"], players=2, keep_record=True)
        >>> record = rumpus.parse_record(match.record)
        >>> path = os.path.join(tempfile.mkdtemp(), "match.jsonl")
        >>> rumpus.write_record(record, path)
        >>> rumpus.read_record(path) == record
        True
        >>> [line.n for line, state in rumpus.replay(record)][:3]
        [1, 2, 3]
    """
    if not isinstance(record, Record):
        raise Malformed(f"this writes a Record, as make_record and parse_record give it, not {record!r}")
    Path(path).write_text(text(record), "utf-8")


def fast() -> None:
    """Use compiled solvers in this process from now on. The results are the same.

    Compiling takes about a second, and several seconds the first time, so it pays off from some hundred hands or a few
    dozen matches. `simulate_matches` does it by itself when it pays off. Raises `MissingExtra` if numba is not
    installed.
    """
    if not compile_games():
        raise MissingExtra("numba is not installed: pip install 'rumpus[fast]', or go on without it, more slowly")
