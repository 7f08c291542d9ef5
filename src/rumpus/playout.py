"""A match without a table: bots, and a person if there is one, whose chance comes from a seed or from the system."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec

from rumpus.bots.base import BotKind
from rumpus.contract import CALLED, Event, Game, Illegal, Malformed, Seating
from rumpus.driver import FLIGHT_S, Driver
from rumpus.shuffle import Shuffle, Stream, seeded

MOST_ACTIONS = 200_000  # of the seats; far above what a match with an end takes


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


class Playout:
    """One match under way in virtual time.

    A seat without a bot belongs to a person, whose moves come in by `do`. Then somebody outside holds the clock: sets
    `now`, and lets the moves that are due land. Without a seed all chance is the system's.
    """

    def __init__(self, rules: Game, bots: Sequence[BotKind | None], seed: Sequence[int | str] | None) -> None:
        self._stream = _system if seed is None else partial(seeded, *seed)
        self._chances = 0  # asked of the house in this round
        self.rules = rules
        self.state = rules.new(Seating(players=len(bots)))
        self.driver = Driver(rules, self.state)
        self.driver.check = self._check
        for seat, kind in enumerate(bots):
            if kind is not None:
                bot = kind(seat, rules.options, self._random("bot", seat, 16))
                self.driver.seat_bot(seat, bot, self._random("phrase", seat, 8))
        self.now = 0.0
        self.said: list[tuple[float, int, str]] = []  # when, the bot's seat, the key of a phrase
        self.actions = 0

    def _random(self, what: str, seat: int, size: int) -> Random:
        return Random(int.from_bytes(self._stream(what, seat)(size), "big"))

    @property
    def happened(self) -> list[tuple[float, Event]]:
        """Everything that has happened, and when."""
        return self.driver.history

    def step(self) -> None:
        """Do the next thing: what no seat does, or else the soonest move."""
        if not self.settle():
            self.ask()
            self.land()

    def settle(self) -> bool:
        """Do what no seat does: deal, shuffle, close a round; says whether there was anything."""
        if self.state.to_act():
            return False
        # a stream for each round and reshuffle: the same seed deals the same cards however the rounds before went
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

    def do(self, seat: int, action: Any) -> None:
        """A move reaches the table; raises `Illegal` if the rules do not take it."""
        self._do(seat, action)
        self.actions += 1

    def _do(self, by: int | None, action: Any) -> None:
        events = self.state.apply(by, action)
        self.driver.note(events, self.now)
        if by is None or len(events) > 1:  # bots have something to say only to what the house does
            at = round(self.now, 3)
            self.said += [(at, seat, key) for seat, key in self.driver.phrases(events, self.driver.bots)]

    def ask(self) -> None:
        """Every bot that is free says what it is about to do."""
        self.driver.ask(self.now)

    def _check(self, seat: int, move: Any, legal: list[Any]) -> Illegal | None:
        """Why the rules would refuse this move of a bot now, if they would; raises `BotFault` if it is malformed."""
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
            shown = msgspec.json.encode(move).decode()  # as it would stand in a record
        except TypeError:
            shown = repr(move)
        return BotFault(seat, type(self.driver.bots[seat]).__name__, shown, cause)

    def due(self) -> float | None:
        """When the soonest move lands, or None if no bot is about to move."""
        return self.driver.lands_at()

    def land(self) -> None:
        """The soonest move reaches the table, where it may be too late by now."""
        if self.actions >= MOST_ACTIONS:
            raise EndlessError(f"no end after {self.actions} actions; bots that never go out may need turn_limit")
        landed = self.driver.land()
        if landed is None:
            raise EndlessError("nobody at the table moves any more")
        when, seat, action, illegal = landed
        self.now = max(self.now, when)
        try:
            self.do(seat, action)
        except Illegal:  # another seat was faster: it costs nothing but time (T-06)
            if illegal is not None:
                raise self._fault(seat, action, illegal) from None

    def _close(self) -> None:
        """WS-18: everybody hears a call after the same time; the cards in the air land first, then the round closes."""
        heard = self.now + FLIGHT_S
        self.driver.listen(dict.fromkeys(range(self.state.players), heard))
        while self.due() is not None:
            self.land()
        self.now = heard
        self._do(None, self.rules.closing)


def _system(*_: int | str) -> Stream:
    """The system's randomness, whatever it is for."""
    return os.urandom
