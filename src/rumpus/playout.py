"""A match without a server: between bots, or with a person at the terminal, from a seed or the system's randomness."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec

from rumpus.bots.base import BotKind
from rumpus.contract import CALLED, READY, Action, Event, Game, Go, Illegal, Malformed, RumpusError, Seating
from rumpus.driver import FLIGHT_S, QUIET_S, STANDOFF_S, Driver
from rumpus.shuffle import Shuffle, Stream, seeded

MOST_ACTIONS = 200_000  # by seats; a match that ends takes far fewer


class EndlessError(RumpusError):
    """The match would never end: nobody moves, or bots that never go out play without a `turn_limit` (FC-23)."""


class BotFault(RumpusError):
    """A bot made a move that was already illegal when it decided on it, or that is not a move at all.

    It would make the same move for ever, so the match stops. `cause` is the refusal, or says what is malformed.
    """

    def __init__(self, seat: int, bot: str, action: str, cause: Illegal | str) -> None:
        super().__init__(seat, bot, action, cause)
        self.seat, self.bot, self.action, self.cause = seat, bot, action, cause

    def __str__(self) -> str:
        kind = "an illegal" if isinstance(self.cause, Illegal) else "a malformed"
        return f"the bot {self.bot} on seat {self.seat} made {kind} move, {self.action}: {self.cause}"


class Playout:
    """One match in virtual time.

    A seat without a bot belongs to a person, whose moves are passed to `do`. The caller then keeps the time: it sets
    `now`, and calls `land` for each move that is due. Without a seed all randomness is the system's.
    """

    def __init__(self, rules: Game, bots: Sequence[BotKind | None], seed: Sequence[int | str] | None) -> None:
        self._stream = _system if seed is None else partial(seeded, *seed)
        self._chances = 0  # deals and reshuffles of the house in this round
        self.rules = rules
        self.state = rules.new(Seating(players=len(bots)))
        self.driver = Driver(rules, self.state)
        self.driver.check = self._check
        for seat, kind in enumerate(bots):
            if kind is not None:
                bot = kind(seat, rules.options, self._random("bot", seat, 16))
                self.driver.seat_bot(seat, bot, self._random("phrase", seat, 8))
        self.now = 0.0
        self.said: list[tuple[float, int, str]] = []  # time, the bot's seat, and the key of the phrase
        self.actions = 0  # by seats

    def _random(self, what: str, seat: int, size: int) -> Random:
        return Random(int.from_bytes(self._stream(what, seat)(size), "big"))

    @property
    def happened(self) -> list[tuple[float, Event]]:
        """Everything that has happened, with its time in seconds."""
        return self.driver.history

    def step(self) -> None:
        """Advance the match by one thing: what the house does, or else the next move of a bot."""
        if not self.settle():
            self.ask()
            self.land()

    def settle(self) -> bool:
        """Do what the house does now, if anything: deal, reshuffle, close a round. Returns whether it did something."""
        if self.state.to_act():
            return False
        # One stream per deal and reshuffle: a seed gives the same cards in a round however the rounds before went
        chance = self.state.owed(Shuffle(self._stream("house", self.state.round, self._chances)))
        if chance is not None:
            before = self.state.round
            self._do(None, chance)
            self._chances = self._chances + 1 if self.state.round == before else 0
        elif self.state.phase == CALLED:
            self._close()
        else:
            return False
        return True

    def begin(self) -> bool:
        """T-03: say GO for the seat that should, if a race is about to begin. Returns whether it did."""
        if self.state.phase != READY:
            return False
        self._do(None, Go())
        return True

    def do(self, seat: int, action: Action) -> None:
        """Apply a seat's action; raises `Illegal` if the rules refuse it."""
        self._do(seat, action)
        self.actions += 1

    def _do(self, by: int | None, action: Action | None) -> None:
        events = self.state.apply(by, action)
        self.driver.note(events, self.now)
        if by is None or len(events) > 1:  # bots comment only on what the house does
            at = round(self.now, 3)
            self.said += [(at, seat, key) for seat, key in self.driver.phrases(events, self.driver.bots)]

    def ask(self) -> None:
        """Let every bot that is not about to move decide on its next move."""
        self.driver.ask(self.now)

    def _check(self, seat: int, move: Any, legal: list[Any]) -> Illegal | None:
        """The refusal that this move of a bot would get now, if any; raises `BotFault` if the move is malformed."""
        try:
            action, after_s = move
            max(0.0, after_s)
        except (TypeError, ValueError):
            raise self._fault(seat, move, "an action and a number of seconds were expected") from None
        if action in legal:
            return None
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
            move_text = msgspec.json.encode(move).decode()  # as a record would have it
        except TypeError:
            move_text = repr(move)
        return BotFault(seat, type(self.driver.bots[seat]).__name__, move_text, cause)

    def due(self) -> float | None:
        """When the next move of a bot lands; None if no bot is about to move."""
        return self.driver.lands_at()

    def land(self) -> None:
        """Apply the next move of a bot. It may come too late, and then has no effect."""
        if self.actions >= MOST_ACTIONS:
            raise EndlessError(f"no end after {self.actions} actions; bots that never go out may need turn_limit")
        landed = self.driver.land()
        if landed is None:
            self.now += QUIET_S + STANDOFF_S
            self.unstick()
            return
        when, seat, action, illegal = landed
        self.now = max(self.now, when)
        try:
            self.do(seat, action)
        except Illegal:  # another seat was faster, which costs the bot only time (T-06)
            if illegal is not None:
                raise self._fault(seat, action, illegal) from None

    def unstick(self) -> None:
        """T-08: do what the table does in a race in which nobody moves; raises `EndlessError` in other games."""
        step = self.driver.way_out()
        if step is None:
            raise EndlessError("nobody at the table moves any more")
        self._do(*step)

    def _close(self) -> None:
        """WS-18: everybody hears a call after the same delay. Cards in the air land first, then the round closes."""
        heard = self.now + FLIGHT_S
        self.driver.listen(dict.fromkeys(range(self.state.players), heard))
        while self.due() is not None:
            self.land()
        self.now = heard
        self._do(None, self.rules.closing)


def _system(*_: int | str) -> Stream:
    """The system's randomness, for any purpose."""
    return os.urandom
