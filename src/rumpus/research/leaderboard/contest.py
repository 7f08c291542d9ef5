"""Plays and stores the matches of a leaderboard: each bot against the same built-in bots on the same deals."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

import msgspec

from rumpus.contract import Malformed
from rumpus.games import GAMES, game
from rumpus.playout import Playout
from rumpus.research import simulate
from rumpus.research.leaderboard.deal_sets import SEATS, DealSet
from rumpus.research.leaderboard.entries import HOUSE, Entry, Faulty, kind_of, panel_of
from rumpus.research.ratings import Rating, ratings
from rumpus.research.summary import Mean, parties, seat_shares, share

FORMAT = "rumpus-leaderboard/1"
LONGEST_FAULT = 200  # characters of what a bot did wrong


class Plan(msgspec.Struct, frozen=True):
    """What is played for one game. The file of its matches begins with it; `deals` may grow."""

    game: str
    deals: str  # the name of the set
    version: str  # of rumpus: the built-in bots may be others in another one
    format: str = FORMAT


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match of a bot against a built-in bot."""

    bot: str
    mark: str
    against: str
    deal: int
    seat: int  # of the bot
    share: float  # of the win
    points: int
    others: int  # points of the other seat
    fault: str | None = None  # what the bot did wrong; the match is lost then


class Task(msgspec.Struct, frozen=True):
    """One match to play."""

    game: str
    seed: str
    entry: Entry
    against: str
    deal: int
    seat: int


class Line(msgspec.Struct, frozen=True):
    """A bot on the leaderboard."""

    name: str
    house: bool
    score: Mean  # the mean share of wins against the panel, deal by deal
    against: dict[str, Mean]
    rating: float
    rating_half: float
    points: float  # a match
    matches: int
    faults: int
    fault: str | None  # the first of them


class Board(msgspec.Struct, frozen=True):
    """The leaderboard of one game on one set of deals, best first."""

    game: str
    deals: str
    count: int  # deals
    version: str
    panel: tuple[str, ...]
    lines: list[Line]


def tasks(name: str, entries: Sequence[Entry], deals: DealSet, count: int) -> list[Task]:
    """Every match, ordered by deal, so that a leaderboard that stops early is balanced."""
    panel = panel_of(name)
    return [
        Task(name, deals.seed, entry, against, deal, seat)
        for deal in range(count)
        for entry in entries
        for against in panel
        if against != entry.name  # against itself a bot wins half
        for seat in range(SEATS)
    ]


def play_one(task: Task) -> Played:
    """Play one match. Whatever a bot of a file does wrong loses it the match, and stops nothing else."""
    GAMES[task.game].compile()
    stamp = (task.entry.name, task.entry.mark, task.against, task.deal, task.seat)
    try:
        kinds = [kind_of(task.game, task.entry), kind_of(task.game, Entry(task.against))]
        rules = game(task.game)
        match = simulate.run(Playout(rules, kinds if task.seat == 0 else kinds[::-1], (task.seed, task.deal)))
    except Faulty as fault:
        return Played(*stamp, 0.0, 0, 0, str(fault)[:LONGEST_FAULT])
    except Exception as error:
        if task.entry.path is None:
            raise
        said = f"{type(error).__name__}: {error}"
        return Played(*stamp, 0.0, 0, 0, " ".join(said.split())[:LONGEST_FAULT])
    shares = seat_shares(rules, SEATS, match.result.winners or ())
    totals = match.result.totals
    return Played(*stamp, shares[task.seat], totals[task.seat], totals[1 - task.seat])


def play(
    name: str, entries: Sequence[Entry], deals: DealSet, count: int, file: Path, jobs: int = 1
) -> Iterator[Played]:
    """Every match. Those in the file are read from it; the others are played and added to it.

    The file also keeps matches of bots that are gone or have changed since; those are not given.
    """
    wanted = tasks(name, entries, deals, count)
    plan = Plan(name, deals.name, version("rumpus"))
    known = {_key(match): match for match in _resume(plan, file)}
    yield from (known[key] for key in map(_task_key, wanted) if key in known)
    left = [task for task in wanted if _task_key(task) not in known]
    with file.open("ab") as out:
        for match in simulate.in_processes(play_one, left, jobs):
            out.write(msgspec.json.encode(match) + b"\n")
            out.flush()
            yield match


def _key(match: Played) -> tuple[str, str, str, int, int]:
    return match.bot, match.mark, match.against, match.deal, match.seat


def _task_key(task: Task) -> tuple[str, str, str, int, int]:
    return task.entry.name, task.entry.mark, task.against, task.deal, task.seat


def _resume(plan: Plan, path: Path) -> list[Played]:
    """The matches in the file; a last line that was written only in part is dropped."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_bytes().split(b"\n") if path.exists() else []
        if len(lines) < 2:
            path.write_bytes(msgspec.json.encode(plan) + b"\n")
            return []
        begun = msgspec.json.decode(lines[0], type=Plan)
        if begun != plan:
            raise Malformed(
                f"{path} has results of {begun.game} on {begun.deals} by rumpus {begun.version}, where "
                f"built-in bots may play differently; remove it to play again"
            )
        played = [msgspec.json.decode(line, type=Played) for line in lines[1:-1]]
        os.truncate(path, sum(len(line) + 1 for line in lines[:-1]))
    except OSError as error:
        raise Malformed(f"results cannot be kept in {path}: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise Malformed(f"{path} has no results of a leaderboard: {error}") from None
    return played


def stored(path: Path) -> tuple[DealSet, list[Played]] | None:
    """What a file of results holds, if this version of rumpus made it: the name of its deals, and the matches."""
    try:
        begun, *lines = path.read_bytes().split(b"\n")[:-1]
        plan = msgspec.json.decode(begun, type=Plan)
        if plan.version != version("rumpus"):
            return None
        return DealSet(plan.deals, "", 0), [msgspec.json.decode(line, type=Played) for line in lines]
    except (OSError, ValueError):  # msgspec's errors are ValueErrors
        return None


def whole_deals(name: str, entries: Sequence[Entry], matches: Iterable[Played]) -> list[Played]:
    """The matches of deals that every bot has played against everybody, so that all are compared on the same ones."""
    by_deal: dict[int, list[Played]] = defaultdict(list)
    for match in matches:
        by_deal[match.deal].append(match)
    panel = panel_of(name)
    each = SEATS * sum(len(panel) - (entry.name in panel) for entry in entries)
    return [match for played in by_deal.values() if len(played) == each for match in played]


def board(name: str, deals: DealSet, entries: Sequence[Entry], matches: Sequence[Played]) -> Board:
    """The leaderboard of these matches."""
    panel = panel_of(name)
    rows = {entry.name: [match for match in matches if match.bot == entry.name] for entry in entries}
    together = parties(game(name), SEATS)
    seated = [
        ((m.bot, m.against), (m.share, 1 - m.share)) if m.seat == 0 else ((m.against, m.bot), (1 - m.share, m.share))
        for m in matches
    ]
    skills = ratings([entry.name for entry in entries], seated, together)
    lines = [_line(entry, rows[entry.name], panel, skills[entry.name]) for entry in entries]
    lines.sort(key=lambda line: (-line.score.mean, line.name))
    count = len({match.deal for match in matches})
    return Board(name, deals.name, count, version("rumpus"), panel, lines)


def _line(entry: Entry, own: Sequence[Played], panel: Sequence[str], skill: Rating) -> Line:
    faults = [match.fault for match in own if match.fault is not None]
    others = [one for one in panel if one != entry.name]
    return Line(
        name=entry.name,
        house=entry.mark == HOUSE,
        score=_score(own, panel, entry.name),
        against={one: share(_by_deal(match for match in own if match.against == one)) for one in others},
        rating=skill.rating,
        rating_half=skill.half,
        points=sum(match.points for match in own) / len(own),
        matches=len(own),
        faults=len(faults),
        fault=faults[0] if faults else None,
    )


def _by_deal(matches: Iterable[Played]) -> list[float]:
    """The mean share of a bot on each deal: with the seats changed, the luck of the cards is the same for both."""
    shares: dict[int, list[float]] = defaultdict(list)
    for match in matches:
        shares[match.deal].append(match.share)
    return [sum(values) / len(values) for values in shares.values()]


def _score(matches: Sequence[Played], panel: Sequence[str], name: str) -> Mean:
    """The mean against the whole panel, where a bot of the panel wins half against itself."""
    own = 1 if name in panel else 0
    means = [(value * (len(panel) - own) + 0.5 * own) / len(panel) for value in _by_deal(matches)]
    return share(means)
