"""One table under load: people sit down, matches are started, rounds go on, and sampled matches are kept."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec
from bench.load.frames import call
from bench.load.player import Player

from rumpus import wire
from rumpus.wire import LobbyView, Seated

if TYPE_CHECKING:
    from bench.load.players import Players

SETTINGS = wire.Settings(countdown_s=0.0, wait_s=120.0, grace_s=600.0)
MOST_KEPT = 60  # whole matches of a seat, to be replayed
BUSY = 503
REFUSALS_BORNE = 60  # attempts to sit down at a busy server, one a second


def asking(message: msgspec.Struct) -> bytes:
    """A request that names only what is not the default, so that older servers take it too."""
    return msgspec.json.encode(named(message))


def named(part: msgspec.Struct) -> dict[str, Any]:
    """What is not the default, of a message or of a part of it."""
    usual = {field.name: field.default for field in msgspec.structs.fields(part)}
    return {
        name: named(value) if isinstance(value, msgspec.Struct) else value
        for name, value in msgspec.structs.asdict(part).items()
        if value != usual[name]
    }


class Table:
    """One table: starts its matches, says ready between rounds, and keeps whole matches if it is sampled."""

    __slots__ = ("code", "confirmed", "crowd", "game", "in_flight", "options", "players", "sampled", "seq")

    def __init__(self, crowd: Players, game: str, options: dict[str, Any], sampled: bool) -> None:
        self.crowd = crowd
        self.game = game
        self.options = options
        self.sampled = sampled
        self.players: list[Player] = []
        self.code = ""
        self.in_flight = 0
        self.confirmed = 0
        self.seq = 0

    async def open(self, port: int, players: int) -> None:
        """Open it, and have everybody sit down."""
        asked = wire.OpenTable(game=self.game, name="Player 1", options=self.options, settings=SETTINGS)
        self.code = await self.seat(port, "/api/tables", asking(asked))
        for number in range(2, players + 1):
            await self.seat(port, "/api/join", asking(wire.JoinTable(code=self.code, name=f"Player {number}")))
        for player in self.players:
            await player.sit(self.crowd.through or port)

    async def seat(self, port: int, path: str, body: bytes) -> str:
        for _ in range(REFUSALS_BORNE):
            status, answer = await call(port, "POST", path, body)
            if status != BUSY:
                break
            await asyncio.sleep(1.0)  # everybody sitting down at once is a load of its own
        if status not in (200, 201):
            raise ConnectionError(f"{path} was answered with {status}: {answer[:200]!r}")
        seated = msgspec.json.decode(answer, type=Seated)
        self.players.append(Player(self, len(self.players), seated.token))
        return seated.code

    def heard(self, player: Player) -> None:
        """A player has read a message: send what is due (ready, begin, rematch), and in a closed loop act again."""
        self.seq = max(self.seq, player.seq)
        lobby = player.lobby
        if lobby is None or not self.crowd.playing:
            return
        host = player is self.players[0]
        if lobby.stage == "match":
            self.be_ready(player, lobby.match)
            if self.crowd.closed_loop and not self.in_flight:
                self.act(perf_counter(), fresh=True)
            elif self.crowd.late and self.act(self.crowd.late[0]):
                self.crowd.late.popleft()
        elif lobby.stage == "over":
            self.over(player, lobby)
            if host:
                player.once(b"rematch", lobby.match)
        elif not host:
            player.once(b"ready", lobby.match)
        elif all(place is None or place.ready for place in lobby.seats[1:]):
            player.once(b"begin", lobby.match)

    def be_ready(self, player: Player, match: int) -> None:
        """Be ready for the next deal, and in a race for GO (T-03); the one who says GO says nothing else."""
        public = player.view and player.view.public
        if public is None or player.legal or not public.round:
            return
        before_go = public.phase == "ready"
        if public.phase == "deal" or (before_go and self.crowd.waits_for_go):
            player.once(b"ready", match, 2 * public.round + before_go, before_go)

    def may_go(self, player: Player) -> bool:
        """Whether nobody has to be waited for before this player's GO."""
        public = player.view and player.view.public
        if public is None or player.lobby is None or public.phase != "ready" or not self.crowd.waits_for_go:
            return True
        key = ("ready", player.lobby.match, 2 * public.round + 1)
        return all(key in other.done and not other.asked for other in self.players if other is not player)

    def over(self, player: Player, lobby: LobbyView) -> None:
        """A match has ended."""
        if player.history:
            history, player.history = player.history, []
            if lobby.record is not None and len(self.crowd.to_check) < MOST_KEPT:
                self.crowd.to_check.append((lobby.record, player.number, history))
        if player is self.players[0] and ("rematch", lobby.match, 0) not in player.done:
            self.crowd.tally.matches += 1
        player.view = None

    def act(self, due: float, *, fresh: bool = False) -> bool:
        """Any player who can acts; `fresh` ones have heard all that anybody at the table has."""
        now = perf_counter()
        able = [player for player in self.players if player.can_act(now) and (not fresh or player.seq == self.seq)]
        if not able or not self.may_go(able[0]):
            return False
        self.crowd.rng.choice(able).act(due)
        return True
