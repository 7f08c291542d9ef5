"""What a step costs inside the server, without sockets, threads and other processes: the same on every run.

`python -m bench.load.counted 1d00b6f` plays the same actions at 50 tables in this tree's server and in that of another
commit, in processes that take turns, and prints the processor time of one step in each. The journal is a real file;
only the network is missing. What is played is what `bench.load.commits` plays: everything that makes a step counts, and
Five Crowns has short hands. `--profile` prints where the time of this tree goes instead.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import importlib
import logging
import os
import pstats
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time
from typing import Any

import msgspec
import uvicorn
import uvloop
from bench.load.frames import frame
from bench.load.player import NOT_NOW
from bench.load.players import GAMES, SHORT
from bench.load.run import LIMITS, MATCHES
from bench.load.table import SETTINGS
from bench.load.transport import HANDSHAKE, Transport
from uvicorn.server import ServerState

from rumpus import wire
from rumpus.journal import Journal
from rumpus.journal.sqlite import SqliteStore
from rumpus.server.rooms import Rooms
from rumpus.shuffle import seeded

ROOT = Path(__file__).parent.parent.parent
WARM, ROUNDS, TURNS = 100, 300, 5  # steps of each table before and while time is taken; processes of each commit
MEMORY = "/dev/shm"  # noqa: S108 - a disk would add to the time
PARTS = 10  # of the rounds, each with a time of its own
EAGER = (b'"out":true', b'"lay"', b'"play"', b'"call"', b'"turn"')  # what brings a match closer to its end
HEADS = {126: 4, 127: 10}  # bytes before the payload by the length code, where it is not 2


def part(*names: str) -> Any:
    """A module of the server, under its name in this commit or in an older one."""
    for name in names:
        try:
            return importlib.import_module(f"rumpus.server.{name}")
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError(names[0])


class Told(msgspec.Struct):
    """What a player reads of any message."""

    type: str
    seq: int = 0
    id: str | None = None
    legal: list[msgspec.Raw] | None = None
    more: bool = False
    lobby: Any = None
    view: Any = None
    n: int = 0
    reason: str = ""


read = msgspec.json.Decoder(Told).decode


class Wire(Transport):
    """Keeps what the server has written, to be read when no time is taken."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[bytes] = []

    def write(self, data: Any) -> None:
        self.written += 1
        self.frames.append(data)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 5000) if name == "peername" else default


class Player:
    """One connection of one person."""

    def __init__(self, protocol: Any, wire: Wire) -> None:
        self.protocol, self.wire = protocol, wire
        self.legal: list[bytes] = []
        self.stage, self.match, self.phase, self.round = "", 0, "", 0
        self.seq, self.number = 0, 0
        self.said_ready = (0, "", 0)  # for which match, phase and round
        self.waits_for_go = True  # whether this server knows T-03, as in `players`

    def send(self, text: bytes) -> None:
        self.protocol.data_received(frame(text))

    def ask(self, kind: bytes, more: bytes = b"") -> bytes:
        """A message with an id of its own."""
        self.number += 1
        return b'{"type":"%s","id":"a%d"%s}' % (kind, self.number, more)

    def must_be_ready(self) -> bool:
        """Whether others wait for this player: before a deal, and in a race before somebody else's GO (T-03)."""
        here, phases = (self.match, self.phase, self.round), ("deal", "ready") if self.waits_for_go else ("deal",)
        return self.phase in phases and not self.legal and self.said_ready != here

    def listen(self) -> None:
        """Read what has come."""
        frames, self.wire.frames = self.wire.frames, []
        for data in frames:
            told = read(data[HEADS.get(data[1], 2) :])
            if told.type == "ping":
                self.send(b'{"type":"pong","n":%d}' % told.n)
            if told.reason == NOT_NOW and self.phase == "ready":
                self.waits_for_go = False
            if told.seq:
                self.seq = told.seq
            if told.lobby is not None:
                self.stage, self.match = told.lobby["stage"], told.lobby["match"]
            if told.legal is not None:
                self.legal = [] if told.more else [bytes(raw) for raw in told.legal]
            if told.view is not None:
                self.phase, self.round = told.view["public"]["phase"], told.view["public"]["round"]


class House:
    """The server and everybody who plays there."""

    def __init__(self, store: SqliteStore, game: str | None) -> None:
        self.game = game

        async def run(work: Callable[..., Any], *args: Any) -> Any:
            await asyncio.sleep(0)
            return work(*args)

        kind = part("budget.limits", "limits").Limits
        near = {"unproven_credit_ms": 0} if "unproven_credit_ms" in kind.__struct_fields__ else {}  # nobody is far away
        limits = kind(**LIMITS, **near)
        think = part("work.thinkers", "work.workers", "workers").think_here
        loop = asyncio.get_running_loop()
        clock = loop.time
        with_clock = {}
        try:
            clock = part("clock").SteadyClock(loop)
            with_clock = {"on_loop": clock.on_loop}
            clock.start()
        except ModuleNotFoundError:
            pass
        self.rooms = Rooms(
            Journal(store, run), think, entropy=seeded("house"), clock=clock, limits=limits, **with_clock
        )
        self.frames = part("net.frames", "frames").Frames
        app = part("web.app", "app").App(self.rooms, frozenset({"http://x"}))
        self.config = uvicorn.Config(
            app,
            ws_per_message_deflate=False,
            ws_max_size=wire.LONGEST_MESSAGE,
            ws_ping_interval=None,  # as in the real server: a player reads text frames only
            lifespan="off",
            log_config=None,
        )
        self.config.load()
        self.tables: list[list[Player]] = []
        self.rng = Random(1)

    async def sit_down(self) -> None:
        """Fill the tables."""
        games = [(name, options | SHORT.get(name, {})) for name, options in GAMES if self.game in (None, name)]
        opens = getattr(self.rooms, "seating", self.rooms)  # older commits have it there
        for number in range(MATCHES):
            game, options = games[number % len(games)]
            ask = wire.OpenTable(game=game, name="Player 1", options=options, settings=SETTINGS)
            host = await opens.open(ask, "127.0.0.1")
            guest = await opens.join(wire.JoinTable(code=host.code, name="Player 2"), "127.0.0.1")
            self.tables.append([await self.enter(seated.token) for seated in (host, guest)])

    async def enter(self, token: str) -> Player:
        """A connection that has said hello."""
        protocol, transport = self.frames(self.config, ServerState(), {}), Wire()
        protocol.connection_made(transport)
        protocol.data_received(HANDSHAKE)
        await until(lambda: bool(transport.frames))
        await settle()
        transport.frames.clear()
        player = Player(protocol, transport)
        player.send(b'{"type":"hello","version":%d,"token":"%s"}' % (wire.VERSION, token.encode()))
        await until(lambda: bool(transport.frames))
        return player

    async def play(self, rounds: int) -> list[float]:
        """Seconds of processor time of each step, in ten parts; every table that can acts once in a round.

        What the players do themselves is not counted. What follows an action, such as a list that comes later, is.
        """
        times = []
        for _ in range(PARTS):
            before, server_s = self.steps(), 0.0
            while self.steps() - before < len(self.tables) * rounds // PARTS:
                sent = self.sent()
                began = thread_time()
                await self.hear(sent)
                server_s += thread_time() - began
                if not sent:
                    await asyncio.sleep(0.001)
            times.append(server_s / (self.steps() - before))
        return times

    def steps(self) -> int:
        """How many steps the tables have made, as far as the players have read."""
        return sum(players[0].seq for players in self.tables)

    def sent(self) -> list[tuple[Player, bytes]]:
        """What the players send next, as bytes on their connections."""
        return [(player, frame(text)) for players in self.tables for player, text in self.next(players)]

    async def hear(self, sent: list[tuple[Player, bytes]]) -> None:
        """Have the server handle this, until it is all on disk and everybody was told."""
        for player, data in sent:
            player.protocol.data_received(data)
        await settle()
        while self.rooms.journal.backlog:
            await asyncio.sleep(0)

    def next(self, players: list[Player]) -> list[tuple[Player, bytes]]:
        """What is sent at one table: an action, or what starts a match or a round."""
        host = players[0]
        for player in players:
            player.listen()
        if host.stage == "match" and host.round and (waits := [one for one in players if one.must_be_ready()]):
            for player in waits:
                player.said_ready = player.match, player.phase, player.round
            return [(player, player.ask(b"ready")) for player in waits]
        if host.stage == "lobby":
            return [(players[1], players[1].ask(b"ready")), (host, host.ask(b"begin"))]
        if host.stage == "over":
            return [(host, host.ask(b"rematch"))]
        if able := [player for player in players if player.legal]:
            player = self.rng.choice(able)
            eager = [action for action in player.legal if any(sign in action for sign in EAGER)]
            return [(player, player.ask(b"do", b',"action":%s' % self.rng.choice(eager or player.legal)))]
        return []


async def until(done: Callable[[], bool]) -> None:
    """Let the event loop run until this is so."""
    while not done():
        await asyncio.sleep(0)


async def settle() -> None:
    """Let the event loop do what is at hand."""
    for _ in range(10):
        await asyncio.sleep(0)


async def measure(game: str | None, rounds: int, profile: cProfile.Profile | None) -> float:
    """Microseconds of processor time of one step: the least of the parts."""
    with tempfile.TemporaryDirectory(dir=MEMORY if Path(MEMORY).is_dir() else None) as folder:
        store = SqliteStore(Path(folder) / "journal.db")
        house = House(store, game)
        await house.sit_down()
        await house.play(WARM)
        gc.collect()
        gc.freeze()
        gc.disable()
        if profile is not None:
            profile.enable()
        times = await house.play(rounds)
        if profile is not None:
            profile.disable()
        await house.rooms.close()
    return 1e6 * min(times)


def child(source: Path, game: str, rounds: int) -> float:
    """The measurement in a process of its own, with this source."""
    environment = {**os.environ, "PYTHONPATH": f"{source}:{ROOT}", "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "bench.load.counted", "--game", game, "--rounds", str(rounds)]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return float(done.stdout)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", nargs="?", help="the commit to compare with; without one only this source is measured")
    parser.add_argument("--game", choices=[name for name, _ in GAMES], help="only this game")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"steps of each table ({ROUNDS})")
    parser.add_argument("--turns", type=int, default=TURNS, help=f"processes of each commit ({TURNS})")
    parser.add_argument("--profile", action="store_true", help="print where the time goes, by function")
    arguments = parser.parse_args()
    logging.disable()
    if arguments.old is None:
        profile = cProfile.Profile() if arguments.profile else None
        taken_us = uvloop.run(measure(arguments.game, arguments.rounds, profile))
        if profile is not None:
            pstats.Stats(profile).sort_stats("tottime").print_stats()
        print(f"{taken_us:.2f}")
        return
    from bench.load.commits import source_of  # noqa: PLC0415 - not for the processes that measure

    with tempfile.TemporaryDirectory() as folder:
        old = source_of(arguments.old, Path(folder) / "old")
        for game in [arguments.game] if arguments.game else [name for name, _ in GAMES]:
            pairs = [
                (child(old, game, arguments.rounds), child(ROOT / "src", game, arguments.rounds))
                for _ in range(arguments.turns)
            ]
            before, after = min(one for one, _ in pairs), min(other for _, other in pairs)
            ratio = median(other / one for one, other in pairs)
            print(
                f"{game}: {arguments.old} {before:.1f} us, this tree {after:.1f} us of processor time for a step;"
                f" ratio {after / before:.3f}, in the median of the turns {ratio:.3f}"
            )


if __name__ == "__main__":
    main()
