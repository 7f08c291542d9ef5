"""What takes long to think about, done in other processes so that no table waits: bots, hints, melds, old records."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import Connection
from random import Random
from typing import Any

import msgspec

from rumpus import record
from rumpus.bots import bot
from rumpus.bots.base import Bot
from rumpus.contract import Game, Illegal, Malformed
from rumpus.games.five_crowns import melds
from rumpus.games.five_crowns.cards import POINTS, RANKS, kind, kinds, texts
from rumpus.shuffle import Shuffle, seeded

Think = Callable[..., Awaitable[Any]]
ADVISER = "skilled"  # who is asked for a hint
MOST_STEPS = 20_000
MOST_BYTES = 32 * 1024 * 1024  # of the answer about a record
NICENESS = 10  # tables come first

encode = msgspec.json.Encoder().encode


class Workers:
    """Processes that think. They are started when the first question comes, and again if one has died."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._leash: Connection | None = None  # its other end is with the workers, who go when this one is closed

    async def think(self, work: Callable[..., Any], *args: Any) -> Any:
        """The answer of another process; a process that died in between is replaced, and asked again once."""
        pool = self._running()
        try:
            return await self._asked(pool, work, *args)
        except BrokenProcessPool:
            if pool is self._pool:  # else another thought has replaced it already
                self.close()
            return await self._asked(self._running(), work, *args)

    def _asked(self, pool: ProcessPoolExecutor, work: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """Ctrl-C reaches the whole family: a worker that this question starts leaves it to the server."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return asyncio.get_running_loop().run_in_executor(pool, work, *args)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            end, self._leash = spawn.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(self._count, mp_context=spawn, initializer=_begin, initargs=(end,))
        return self._pool

    def close(self) -> None:
        """End the processes, in the middle of a thought too: nobody waits for it any more."""
        if self._pool is not None and self._leash is not None:
            self._leash.close()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._leash = None


def _begin(leash: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when it is over
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_the_server, args=(leash,), daemon=True).start()
    os.nice(NICENESS)


def _end_with_the_server(leash: Connection) -> None:
    """A server that was killed cannot say that it is over: nothing is ever sent, and the end of the pipe tells."""
    with suppress(EOFError, OSError):
        leash.recv_bytes()
    os._exit(0)


async def think_here(work: Callable[..., Any], *args: Any) -> Any:
    """The same without other processes: for the simulated world."""
    return work(*args)


# The work. Everything is answered from a view, so that no answer can tell what the asker may not know.


def legal(rules: Game, view: Any) -> list[Any]:
    """All that the seat of this view may do."""
    return rules.imagine(view, Shuffle(seeded("any"))).legal(view.seat)


def move(rules: Game, one: Bot, view: Any, at_s: float) -> tuple[Bot, Any]:
    """What a bot does, and the bot as it is after thinking."""
    return one, one.move(lambda: view, legal(rules, view), at_s)


def hint(rules: Game, view: Any) -> Any | None:
    """What a good player would do here."""
    adviser = bot(rules.name, ADVISER)(view.seat, rules.options, Random(0))
    found = adviser.move(lambda: view, legal(rules, view), 0.0)
    return None if found is None else found[0]


def best_melds(view: Any) -> dict[str, Any]:
    """Five Crowns: the best melds of the hand, what stays, and the discard that leaves the fewest points."""
    wild = RANKS.index(view.public.wild)
    hand = kinds(view.private.hand)
    best = melds.arrange(hand, wild)
    found = {"points": best.points, "melds": [texts(one) for one in best.melds], "left": texts(best.unused)}
    if view.public.taken and view.public.turn == view.seat:
        points, discard = melds.best_discard(hand, wild)
        found |= {"discard": texts([discard])[0], "points_after": points}
    return found


def grouping(view: Any, groups: tuple[tuple[str, ...], ...], discard: str | None) -> dict[str, Any]:
    """Five Crowns: which of these groups are books or runs, and what stays in the hand; raises `Illegal`."""
    wild = RANKS.index(view.public.wild)
    hand = kinds(view.private.hand)
    if discard is not None:
        if kind(discard) not in hand:
            raise Illegal("FC-08", "fc-not-in-hand", card=discard)
        hand.remove(kind(discard))
    valid, left = [], hand[:]
    for group in map(kinds, groups):
        try:
            left = melds.check([group], left, wild)
            valid.append(True)
        except Illegal as no:
            if no.reason == "fc-meld-not-in-hand":
                raise
            valid.append(False)
    return {"valid": valid, "left": texts(left), "points": sum(POINTS[wild][card] for card in left)}


def steps_of(text: bytes, seat: int | None, own: bool) -> bytes:
    """A record as views, one object a line: the header, then each step with what is told and seen.

    All seats of a match that is over; with `own` only what this seat was told and saw. Raises `Malformed`.
    """
    try:
        whole = record.read(text.splitlines())
    except RecursionError:
        raise Malformed("this is no record: its brackets go too deep") from None
    if len(whole.lines) > MOST_STEPS:
        raise Malformed(f"a record of up to {MOST_STEPS} lines can be shown, and this one has {len(whole.lines)}")
    out = [record.header_text(whole.header).encode()]
    size = 0
    rules = whole.rules()
    for line, state in record.replay(whole):
        told = rules.told(line.by, line.action, seat) if own else line.action
        public = encode(state.view(None).public)
        seats = [seat] if own and seat is not None else [] if own else range(len(whole.header.seats))
        privates = b",".join(encode(state.view(one).private) for one in seats)
        stamp = record.line_text(record.Line(line.n, line.at, line.by, told)).encode()
        out.append(b'{"line":%s,"public":%s,"private":[%s]}' % (stamp, public, privates))
        size += len(out[-1])
        if size > MOST_BYTES:
            raise Malformed("this record is too long to be shown as views")
    return b"\n".join(out) + b"\n"
