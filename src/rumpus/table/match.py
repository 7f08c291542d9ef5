"""A match at a table: the state, its history, its bots, and the moves that are about to land. No clock of its own."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from random import Random
from typing import Any

import msgspec

from rumpus.bots import bot
from rumpus.bots.base import Bot, phrase, stand_in
from rumpus.game import CALLED, DEAL, Game, Happened, Illegal, Malformed, Score
from rumpus.games.wackee_six.actions import Play
from rumpus.record import Header, Ready, Sits
from rumpus.shuffle import Shuffle, Stream
from rumpus.simulate import FLIGHT_S

replace = msgspec.structs.replace


class Thought(msgspec.Struct, frozen=True):
    """A bot that needs long to think, to be asked in another process; a late answer is known by its ticket."""

    seat: int
    ticket: int
    bot: Bot
    view: Any


class Match:
    """One match under way. Times are the table's seconds."""

    def __init__(self, rules: Game, state: Any, header: Header, began: float, stream: Stream) -> None:
        self.rules = rules
        self.state = state
        self.header = header
        self.began = began
        self.history: list[tuple[float, Happened]] = []  # seconds since it began
        self.ready: set[int] = set()  # seats that are ready for the next round
        self.bots: dict[int, Bot] = {}
        self.hurried: int | None = None  # the seat whose turn the table plays, because its time is up
        self.going: int | None = None  # the seat that said GO, while the countdown runs
        self.called_at: float | None = None  # when a race was called, until it is closed
        self.flights: dict[int, float] | None = (
            None  # seats that may have a card in the air, and until when; None: not told yet
        )
        self._stream = stream
        self._rng = Random(int.from_bytes(stream(16), "big"))
        self._landing: list[tuple[float, int, int, Any]] = []
        self._busy: dict[int, int] = {}  # seats whose bot is about to move, by the ticket of that move
        self._tickets = count(1)

    # Who plays a seat

    def put_bot(self, seat: int, level: str) -> None:
        """A bot plays the seat from now on; it is told first what the seat was told so far."""
        rng = Random(self._rng.getrandbits(64))
        self.bots[seat] = stand_in(self.rules, bot(self.rules.name, level), seat, self._told_so_far(), rng)

    def take_bot(self, seat: int) -> None:
        """The person plays the seat again, from this instant on; a move that the bot had begun is dropped."""
        self.bots.pop(seat, None)
        self._busy.pop(seat, None)
        self._landing = [one for one in self._landing if one[2] != seat]
        heapq.heapify(self._landing)

    def _told_so_far(self) -> Iterator[tuple[float, Happened]]:
        return ((at, what) for at, what in self.history if not isinstance(what[1], Ready | Sits))

    # What happens

    def apply(self, by: int | None, action: Any) -> list[Happened]:
        """The rules do it, or refuse it."""
        done: list[Happened] = self.state.apply(by, action)
        return done

    def note(self, lines: list[Happened], now: float) -> None:
        """This has happened: it goes into the history, bots are told of it, and what it ends is over."""
        at = round(now - self.began, 3)
        for by, action in lines:
            self.history.append((at, (by, action)))
            if isinstance(action, Ready):
                if by is not None:
                    self.ready.add(by)
                continue
            if isinstance(action, Sits):
                continue
            for one in self.bots.values():
                if type(one).saw is not Bot.saw:
                    one.saw(by, self.rules.told(by, action, one.seat), at)
            if isinstance(action, Score) or by is None:
                self._house_did(action)
        if self.state.phase == CALLED and self.called_at is None:
            self.called_at, self.flights = now, None
            # a card that is already moving lands; a bot that was only thinking does not begin to move any more
            self._landing = [one for one in self._landing if one[0] < now + FLIGHT_S and isinstance(one[3], Play)]
            heapq.heapify(self._landing)
        elif self.state.phase != CALLED:
            self.called_at = self.flights = None

    def _house_did(self, action: Any) -> None:
        """A deal or a score: moves of the round before are not for the next one."""
        if isinstance(action, Score):
            self.ready.clear()
        if isinstance(action, Score) or action.__struct_config__.tag == "deal":
            self._landing.clear()
            self._busy.clear()
            self.going = None

    def phrases(self, lines: list[Happened], seats: list[int]) -> list[tuple[int, str]]:
        """What the bots on these seats say to it."""
        said = []
        for by, action in lines:
            if by is None:
                words = [(seat, phrase(action, self._rng)) for seat in seats]
                said += [(seat, one) for seat, one in words if one is not None]
        return said

    # Chance

    def deal(self, scripted: Any | None, turners: tuple[int, ...]) -> list[Happened]:
        """The house deals: what the script says if the rules take it, else what the system's randomness gives."""
        if scripted is not None:
            with suppress(Illegal, Malformed):
                return self.apply(None, scripted)
        deal = self.state.owed(Shuffle(self._stream))
        if turners and hasattr(deal, "sides"):
            deal = replace(deal, sides=tuple(_with_roles(side, turners) for side in deal.sides))
        return self.apply(None, deal)

    def reshuffle(self) -> Any | None:
        """The chance that is owed in the middle of a round, if any."""
        if self.state.phase == DEAL or self.state.to_act():
            return None
        return self.state.owed(Shuffle(self._stream))

    # Bots

    def ask(self, now: float) -> list[Thought]:
        """Every free bot says what it is about to do; those that need long are given back, to be asked elsewhere."""
        slow: list[Thought] = []
        for seat in self.state.to_act():
            one = self.bots.get(seat)
            if one is None or seat in self._busy:
                continue
            if not self.rules.race:
                self._busy[seat] = ticket = next(self._tickets)
                slow.append(Thought(seat, ticket, one, self.state.view(seat)))
                continue
            move = one.move(partial(self.state.view, seat), self.state.legal(seat), now - self.began)
            if move is not None:
                self._busy[seat] = next(self._tickets)
                self._land_later(seat, move, now)
        return slow

    def thought(self, thought: Thought, one: Bot, move: Any, now: float) -> None:
        """A bot that was asked elsewhere has decided; dropped if the seat is not its own any more."""
        if self._busy.get(thought.seat) != thought.ticket:
            return
        if self.bots.get(thought.seat) is not thought.bot or move is None:
            self._busy.pop(thought.seat, None)
            return
        self.bots[thought.seat] = one
        self._land_later(thought.seat, move, now)

    def _land_later(self, seat: int, move: Any, now: float) -> None:
        action, after_s = move
        when = now + max(0.0, after_s) * self.rules.options.bot_pace
        heapq.heappush(self._landing, (when, next(self._tickets), seat, action))

    def lands_at(self) -> float | None:
        """When the soonest move of a bot lands."""
        return self._landing[0][0] if self._landing else None

    def land(self, now: float) -> tuple[int, Any] | None:
        """The soonest move that is due; in a race that was called it is in the air."""
        if not self._landing or self._landing[0][0] > now:
            return None
        _, _, seat, action = heapq.heappop(self._landing)
        self._busy.pop(seat, None)
        return seat, replace(action, airborne=True) if self.state.phase == CALLED else action

    def shift(self, by_s: float) -> None:
        """The clocks stood still for so long."""
        self._landing = [(when + by_s, *rest) for when, *rest in self._landing]
        heapq.heapify(self._landing)

    # Cards in the air (WS-18)

    def in_the_air(self, seat: int) -> bool:
        """Whether a card of this seat was sent before the call was heard there."""
        return self.called_at is not None and (self.flights is None or seat in self.flights)

    def closes_at(self, now: float) -> float | None:
        """When nothing can be in the air any more; None while the call is not even told."""
        if self.called_at is None or self.flights is None:
            return None
        landing = [one[0] for one in self._landing]
        return max([*self.flights.values(), *landing], default=now)


def _with_roles(side: Any, turners: tuple[int, ...]) -> Any:
    """WS-16: who turns the hand deck, if the pair has chosen."""
    chosen = [seat for seat in side.seats if seat in turners]
    if len(side.seats) < 2 or not chosen:
        return side
    main = next(seat for seat in side.seats if seat != chosen[0])
    return replace(side, turner=chosen[0], main=main)
