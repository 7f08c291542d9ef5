"""Whole matches in virtual time: for tests, benchmarks, tournaments and research."""

from __future__ import annotations

import heapq
import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import count
from random import Random
from typing import Any, TypeVar

import msgspec

from rumpus import record
from rumpus.bots import bot
from rumpus.bots.base import Bot, BotKind, phrase
from rumpus.game import Game, Happened, Illegal, Malformed, Result, Score, Seating
from rumpus.games import game
from rumpus.games.five_crowns import melds
from rumpus.games.wackee_six.actions import CLOSE, Play
from rumpus.shuffle import Shuffle, Stream, seeded

Task = TypeVar("Task")
Done = TypeVar("Done")
FLIGHT_S = 0.15  # how long a card is in the air: the end of a reaction, when it cannot be called back (WS-18)
MOST_ACTIONS = 200_000  # of the seats; far above what a match with an end takes
WORTH_COMPILING = 20  # matches of Five Crowns that outweigh the time to load the compiled solver
BATCHES = 16  # a process gets its matches in about so many parts, so that the progress bar moves


class EndlessError(Exception):
    """A match that does not end: nobody moves, or bots that never go out play without `turn_limit` (FC-23)."""


class BotFault(Exception):
    """A bot made a move that was illegal when it decided on it, or that is no move at all.

    It would decide so again for ever, so the match stops. `cause` is the refusal, or a sentence on what is malformed.
    """

    def __init__(self, seat: int, bot: str, action: str, cause: Illegal | str) -> None:
        super().__init__(seat, bot, action, cause)
        self.seat, self.bot, self.action, self.cause = seat, bot, action, cause

    def __str__(self) -> str:
        kind = "an illegal" if isinstance(self.cause, Illegal) else "a malformed"
        return f"the bot {self.bot} on seat {self.seat} made {kind} move, {self.action}: {self.cause}"


class Match(msgspec.Struct, frozen=True):
    """How one simulated match went."""

    result: Result
    rounds: int
    endings: dict[str, int]  # how often a round ended, and why
    actions: int  # of the seats
    seconds: float  # of virtual time
    record: str | None = None  # the whole record, if it was asked for


class Playout:
    """One match under way: the state, its bots, and the moves that are about to land.

    A seat without a bot belongs to a person, whose moves come in by `do`. Then somebody outside holds the clock: sets
    `now`, and lets the moves that are due land. Without a seed all chance is the system's.
    """

    def __init__(self, rules: Game, bots: Sequence[BotKind | None], seed: Sequence[int | str] | None) -> None:
        stream = _system if seed is None else partial(seeded, *seed)
        self.rules = rules
        self.state = rules.new(Seating(players=len(bots)))
        self._stream = stream
        self._chances = 0  # asked of the house in this round
        self.bots = {
            seat: kind(seat, rules.options, Random(int.from_bytes(stream("bot", seat)(16), "big")))
            for seat, kind in enumerate(bots)
            if kind is not None
        }
        self.now = 0.0
        self.happened: list[tuple[float, Happened]] = []
        self.said: list[tuple[float, int, str]] = []  # when, the bot's seat, the key of a phrase
        self.actions = 0
        # soonest first: when, a tie breaker, the seat, its move, and why that was illegal when it was decided on
        self._landing: list[tuple[float, int, int, Any, Illegal | None]] = []
        self._people = [kind is None for kind in bots]
        self._busy = self._people[:]  # who is not asked: a bot whose move is about to land, and a person at all times
        self._order = count()
        self._chatter = {seat: Random(int.from_bytes(stream("phrase", seat)(8), "big")) for seat in self.bots}
        self._listeners = [one for one in self.bots.values() if type(one).saw is not Bot.saw]

    def run(self) -> Match:
        """Play to the end."""
        while (result := self.state.outcome()) is None:
            if not self.settle():
                self.ask()
                self.land()
        scores = [action for _, (_, action) in self.happened if isinstance(action, Score)]
        endings: Counter[str] = Counter(score.why for score in scores)
        return Match(result, len(scores), dict(endings), self.actions, round(self.now, 3))

    def settle(self) -> bool:
        """Do what no seat does: deal, shuffle, close a round; says whether there was anything."""
        # a stream for each round and reshuffle: the same seed deals the same cards however the rounds before went
        chance = self.state.owed(Shuffle(self._stream("house", self.state.round, self._chances)))
        if chance is not None:
            before = self.state.round
            self._do(None, chance)
            self._chances = self._chances + 1 if self.state.round == before else 0
            self._landing.clear()
            self._busy = self._people[:]
        elif not self.state.to_act():
            self._close()
        else:
            return False
        return True

    def do(self, seat: int, action: Any) -> None:
        """A move reaches the table; raises `Illegal` if the rules do not take it."""
        self._do(seat, action)
        self.actions += 1

    def _do(self, by: int | None, action: Any) -> None:
        done = self.state.apply(by, action)
        at = round(self.now, 3)
        for actor, what in done:
            self.happened.append((at, (actor, what)))
            for one in self._listeners:
                one.saw(actor, self.rules.told(actor, what, one.seat), at)
            if actor is None:  # deals, scores and the result are what bots have a word for
                words = [(seat, phrase(what, rng)) for seat, rng in self._chatter.items()]
                self.said += [(at, seat, one) for seat, one in words if one is not None]

    def ask(self) -> None:
        """Every bot that is free says what it is about to do."""
        pace = self.rules.options.bot_pace
        for seat in self.state.to_act():
            if not self._busy[seat]:
                look, legal = partial(self.state.view, seat), self.state.legal(seat)
                move = self.bots[seat].move(look, legal, self.now)
                if move is not None:
                    try:
                        action, after_s = move
                        when = self.now + max(0.0, after_s) * pace
                    except (TypeError, ValueError):
                        raise self._fault(seat, move, "an action and a number of seconds were expected") from None
                    illegal = None if action in legal else self._illegal(seat, action)
                    heapq.heappush(self._landing, (when, next(self._order), seat, action, illegal))
                    self._busy[seat] = True

    def _illegal(self, seat: int, action: Any) -> Illegal | None:
        """Why the rules would refuse this move of a bot now, if they would; raises `BotFault` if it is malformed."""
        try:
            msgspec.convert(msgspec.to_builtins(action), self.rules.action_type)
            self.state.copy().apply(seat, action)
        except Illegal as no:
            return no
        except (Malformed, msgspec.ValidationError, TypeError) as error:
            raise self._fault(seat, action, str(error)) from error
        return None

    def _fault(self, seat: int, move: Any, cause: Illegal | str) -> BotFault:
        try:
            shown = msgspec.json.encode(move).decode()  # as it would stand in a record
        except TypeError:
            shown = repr(move)
        return BotFault(seat, type(self.bots[seat]).__name__, shown, cause)

    def due(self) -> float | None:
        """When the soonest move lands, or None if no bot is about to move."""
        return self._landing[0][0] if self._landing else None

    def land(self) -> None:
        """The soonest move reaches the table, where it may be too late by now."""
        if not self._landing:
            raise EndlessError("nobody at the table moves any more")
        if self.actions >= MOST_ACTIONS:
            raise EndlessError(f"no end after {self.actions} actions; Five Crowns among bots may need turn_limit")
        when, _, seat, action, illegal = heapq.heappop(self._landing)
        self.now = max(self.now, when)
        self._busy[seat] = False
        try:
            self.do(seat, action)
        except Illegal:  # beaten by another: it costs nothing but time (T-06)
            if illegal is not None:
                raise self._fault(seat, action, illegal) from None

    def _close(self) -> None:
        """WS-18: after the call the cards that are already in the air land, then the round is closed."""
        heard = self.now + FLIGHT_S
        for when, _, seat, action, _ in sorted(self._landing):
            if when < heard and isinstance(action, Play):
                self.now = max(self.now, when)
                with suppress(Illegal):
                    self.do(seat, msgspec.structs.replace(action, airborne=True))
        self.now = heard
        self._do(None, CLOSE)


def _system(*_: int | str) -> Stream:
    """The system's randomness, whatever it is for."""
    return os.urandom


def play(
    name: str, options: dict[str, Any], bots: Sequence[str], seed: Sequence[int | str], *, keep_record: bool = False
) -> Match:
    """One match between these bots, one a seat."""
    rules = game(name, options)
    playout = Playout(rules, [bot(name, one) for one in bots], seed)
    match = playout.run()
    if not keep_record:
        return match
    chairs = [record.Chair(f"{one} {seat + 1}", one) for seat, one in enumerate(bots)]
    whole = record.Record(record.header_for(rules, chairs), record.numbered(playout.happened))
    return msgspec.structs.replace(match, record=record.text(whole))


def seats_for(players: int, bots: Sequence[str]) -> tuple[str, ...]:
    """Fewer bots than seats repeat in order."""
    return tuple(bots[seat % len(bots)] for seat in range(players))


def _batch(task: Any, numbers: range) -> list[Match]:
    name, options, bots, seed, keep_record, compiled = task
    if compiled:
        melds.compile_kernel()
    return [play(name, options, bots, (seed, number), keep_record=keep_record) for number in numbers]


def many(
    name: str,
    options: dict[str, Any],
    bots: Sequence[str],
    matches: int,
    seed: int | str,
    *,
    jobs: int = 1,
    keep_record: bool = False,
) -> Iterator[Match]:
    """Match after match, in order; the same seed gives the same matches however many processes play them."""
    compiled = name == "five_crowns" and matches >= WORTH_COMPILING
    run = partial(_batch, (name, options, tuple(bots), seed, keep_record, compiled))
    size = max(1, matches // (jobs * BATCHES))
    batches = [range(start, min(start + size, matches)) for start in range(0, matches, size)]
    for done in in_processes(run, batches, jobs):
        yield from done


def in_processes(work: Callable[[Task], Done], tasks: Iterable[Task], jobs: int) -> Iterator[Done]:
    """The work on each task, in order, in so many processes (in this one if it is one)."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            yield from pool.map(work, tasks)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
