"""Tournaments between bots: duplicate deals with rotated seats, paired 95 % intervals, ratings."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import msgspec

from rumpus.contract import Game, Malformed
from rumpus.games import GAMES, game
from rumpus.research import simulate
from rumpus.research.ratings import Rating, ratings
from rumpus.research.summary import Mean, parties, seat_shares, share

MATCHES_FILE = "matches.jsonl"
PAGE_FILE = "index.html"


class Plan(msgspec.Struct, frozen=True):
    """What is played. A tournament goes on with the same plan, or with one of more matches."""

    game: str
    players: int
    bots: tuple[str, ...]
    seed: int | str
    matches: int  # at least; more are played if that is needed to complete the last deal
    options: dict[str, Any] = {}

    def rules(self) -> Game:
        """The game with the options."""
        return game(self.game, self.options)


class Played(msgspec.Struct, frozen=True):
    """One match of a tournament."""

    deal: int
    lineup: int
    turned: int  # by how many seats the lineup was rotated
    bots: tuple[str, ...]  # by seat
    shares: tuple[float, ...]  # of the win, by seat
    points: tuple[int, ...]  # by party: the seats that score together


class Standing(msgspec.Struct, frozen=True):
    """How one bot did: its share of wins per seat with the paired 95 % interval, its rating and its mean points."""

    share: float
    low: float
    high: float
    rating: float  # on the scale of Elo: 1500 is the mean of these bots
    rating_half: float  # half the width of its 95 % interval
    points: float


class Report(msgspec.Struct, frozen=True):
    """The results of a tournament."""

    game: str
    players: int
    matches: int
    deals: int
    seed: int | str
    options: dict[str, Any]
    bots: dict[str, Standing]


Slot = tuple[int, int, int]  # deal, lineup, turned


def lineups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """The lineups to play: these bots, or every choice of them if they are too many, or every mix if too few."""
    if len(bots) == players:
        return [tuple(bots)]
    if len(bots) > players:
        return list(combinations(bots, players))
    mixes = list(combinations_with_replacement(bots, players))
    return [mix for mix in mixes if len(set(mix)) > 1] or mixes


def turns(lineup: Sequence[str]) -> list[tuple[str, ...]]:
    """Every different rotation of a lineup."""
    around = [(*lineup[by:], *lineup[:by]) for by in range(len(lineup))]
    return list(dict.fromkeys(around))


def schedule(plan: Plan) -> list[Slot]:
    """Every match, ordered by deal, so that a tournament that stops early is balanced."""
    tables = [len(turns(lineup)) for lineup in lineups(plan.bots, plan.players)]
    deals = max(1, -(-plan.matches // sum(tables)))
    return [(deal, i, by) for deal in range(deals) for i, around in enumerate(tables) for by in range(around)]


def _play(plan: Plan, slot: Slot) -> Played:
    deal, lineup, turned = slot
    GAMES[plan.game].compile()
    bots = turns(lineups(plan.bots, plan.players)[lineup])[turned]
    match = simulate.play(plan.game, plan.options, bots, (plan.seed, deal))
    shares = seat_shares(plan.rules(), plan.players, match.result.winners or ())
    return Played(deal, lineup, turned, bots, shares, match.result.totals)


def play(plan: Plan, jobs: int = 1, folder: Path | None = None, cluster: str | None = None) -> Iterator[Played]:
    """Every match. Those in the folder are read from it; the others are played and added to it.

    A plan with more matches than the folder has extends the tournament: the deals that are there stay as they are.
    """
    played = {} if folder is None else _resume(plan, folder)
    yield from played.values()
    left = [slot for slot in schedule(plan) if slot not in played]
    running = simulate.in_processes(partial(_play, plan), left, jobs, cluster)
    if folder is None:
        yield from running
        return
    with (folder / MATCHES_FILE).open("ab") as file:
        for match in running:
            file.write(msgspec.json.encode(match) + b"\n")
            file.flush()
            yield match


def _resume(plan: Plan, folder: Path) -> dict[Slot, Played]:
    """The matches in the folder; a last line that was written only in part is dropped."""
    path = folder / MATCHES_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lines = path.read_bytes().split(b"\n") if path.exists() else []
        if not lines or (len(lines) == 1 and lines[0] != msgspec.json.encode(plan)):
            path.write_bytes(msgspec.json.encode(plan) + b"\n")
            return {}
        begun = msgspec.json.decode(lines[0], type=Plan)
        if msgspec.structs.replace(begun, matches=plan.matches) != plan:
            raise Malformed(f"{folder} holds another tournament; choose a new folder, or the same game, bots and seed")
        played = [msgspec.json.decode(line, type=Played) for line in lines[1:-1]]
        os.truncate(path, sum(len(line) + 1 for line in lines[:-1]))
    except OSError as error:
        raise Malformed(f"--out needs a writable folder: {error.strerror} ({folder})") from None
    except msgspec.DecodeError as error:
        raise Malformed(f"{path} is not the file of a tournament: {error}") from None
    return {(match.deal, match.lineup, match.turned): match for match in played}


def whole_deals(plan: Plan, matches: Iterable[Played]) -> list[Played]:
    """The matches of deals that were played in every lineup and rotation, so that an interrupted one is balanced."""
    by_deal: dict[int, list[Played]] = defaultdict(list)
    for match in matches:
        by_deal[match.deal].append(match)
    each = sum(len(turns(lineup)) for lineup in lineups(plan.bots, plan.players))
    return [match for played in by_deal.values() if len(played) == each for match in played]


def shares_by_deal(matches: Iterable[Played]) -> dict[str, list[float]]:
    """Each bot's mean share of the win per seat, deal by deal. Rotated seats cancel the luck of a deal."""
    by_deal: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for match in matches:
        for name, part in zip(match.bots, match.shares, strict=True):
            by_deal[name][match.deal].append(part)
    return {name: [sum(shares) / len(shares) for shares in deals.values()] for name, deals in by_deal.items()}


def report(plan: Plan, matches: Sequence[Played]) -> Report:
    """The results of these matches."""
    shares = {name: share(values) for name, values in shares_by_deal(matches).items()}
    together = parties(plan.rules(), plan.players)
    skills = ratings(plan.bots, [(match.bots, match.shares) for match in matches], together)
    points = mean_points(plan, matches)
    standings = {name: _standing(shares[name], skills[name], points[name]) for name in dict.fromkeys(plan.bots)}
    deals = len({match.deal for match in matches})
    return Report(plan.game, plan.players, len(matches), deals, plan.seed, plan.options, standings)


def _standing(found: Mean, skill: Rating, points: float) -> Standing:
    return Standing(found.mean, found.low, found.high, skill.rating, skill.half, points)


def mean_points(plan: Plan, matches: Iterable[Played]) -> dict[str, float]:
    """The mean points of the parties that each bot was in."""
    together = parties(plan.rules(), plan.players)
    by_bot: dict[str, list[float]] = defaultdict(list)
    for match in matches:
        for seats, points in zip(together, match.points, strict=True):
            for seat in seats:
                by_bot[match.bots[seat]].append(points)
    return {name: sum(values) / len(values) for name, values in by_bot.items()}
