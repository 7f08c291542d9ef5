"""A match at a table: a driver with the record's header, who is ready, and the table's source of randomness."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from random import Random

from rumpus.bots import bot
from rumpus.bots.base import Bot
from rumpus.contract import DEAL, Action, Event, Game, Illegal, Malformed, Score, State
from rumpus.driver import Driver
from rumpus.lines import Ready
from rumpus.record import Header
from rumpus.shuffle import Shuffle, Stream
from rumpus.table.entries import Pieces, at_once

MOST_TOLD = 10_000  # lines; a bot that takes over a seat is told so many at about 1 us each. Rounds have some hundred


class Match(Driver):
    """One match under way. Times are in seconds on the table's clock."""

    def __init__(self, rules: Game, state: State, header: Header, began: float, stream: Stream) -> None:
        super().__init__(rules, state, began)
        self.header = header
        self.ready: set[int] = set()  # seats that are ready for the next round
        self.hurried: int | None = None  # the seat whose turn a bot plays because its time ran out
        self.going: int | None = None  # the seat that said GO, while the countdown runs
        self._stream = stream
        self._rng = Random(int.from_bytes(stream(16), "big"))

    def put_bot(self, seat: int, level: str) -> None:
        """Let a bot play the seat from now on; it is first told what the seat has been told so far."""
        at_once(self.putting_bot(seat, level))

    def putting_bot(self, seat: int, level: str) -> Pieces[None]:
        """The same, with one line of the history in each piece."""
        player = bot(self.rules.name, level)(seat, self.rules.options, self._random())
        if type(player).saw is not Bot.saw:
            for at_s, (by, action) in self.history[-MOST_TOLD:]:
                if not action.fact:
                    player.saw(by, self.rules.told(by, action, seat), at_s)
                    yield
        self.seat_bot(seat, player, self._random())

    def _random(self) -> Random:
        return Random(self._rng.getrandbits(64))

    def note(self, events: Iterable[Event], now: float) -> None:
        """Record events of the rules and facts of the table."""
        for by, action in events:
            if isinstance(action, Ready) and by is not None:
                self.ready.add(by)
            elif isinstance(action, Score):
                self.ready.clear()
            if isinstance(action, Score) or action.deals:
                self.going = None
        super().note(events, now)

    def deal(self, scripted: Action | None, roles: tuple[int, ...]) -> list[Event]:
        """The house deals: the scripted deal if the rules accept it, else a random one."""
        if scripted is not None:
            with suppress(Illegal, Malformed):
                return self.state.apply(None, scripted)
        deal = self.state.owed(Shuffle(self._stream))
        return self.state.apply(None, self.rules.with_roles(deal, roles) if roles else deal)

    def reshuffle(self) -> Action | None:
        """What the house owes in the middle of a round, such as a reshuffle; None if nothing."""
        if self.state.phase == DEAL or self.state.to_act():
            return None
        return self.state.owed(Shuffle(self._stream))
