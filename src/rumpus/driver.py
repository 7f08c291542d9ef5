"""Drives a match: its history, its bots, the moves that are about to land, and the cards in the air after a call.

The driver has no clock; every call passes it the time. That is virtual time in a simulation, the keeper's clock at a
table, and the wall clock in the terminal.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from math import inf
from random import Random
from typing import Any

import msgspec

from rumpus.bots.base import Bot, Move, phrase
from rumpus.contract import CALLED, PLAY, STANDOFF, Action, Event, Game, Illegal, Score, Shout, State, View

QUIET_S = 30.0  # T-08: how long nothing may happen in a race before the table says so
STANDOFF_S = 10.0  # and how long it counts down then
FLIGHT_S = 0.15  # how long a card is in the air (WS-18): the last part of a reaction, when one can no longer stop

Landing = tuple[float, int, int, Action, Illegal | None]
"""A bot's move: when it lands, a tie breaker, the seat, the action, and the refusal if it was illegal all along."""
Check = Callable[[int, Any, list[Any]], Illegal | None]
"""Given a seat, its bot's move and the legal actions, returns the refusal if the move is illegal now."""


class Thought(msgspec.Struct, frozen=True):
    """A request to compute a bot's move in another process; an answer with an outdated ticket is dropped."""

    seat: int
    ticket: int
    bot: Bot
    view: View


def stamp(seconds: float) -> float:
    """A time since the match began, as the record has it: in milliseconds. `round` takes four times as long."""
    return int(seconds * 1000 + 0.5) / 1000


class Driver:
    """One match under way. Times are in seconds, on the clock of the driver's owner."""

    def __init__(self, rules: Game, state: State, began: float = 0.0) -> None:
        self.rules = rules
        self.state = state
        self.began = began
        self.history: list[tuple[float, Event]] = []  # seconds since the match began, and what happened
        self.bots: dict[int, Bot] = {}
        self.called_at: float | None = None  # when a race was called, until it is closed
        self.flights: dict[int, float] | None = None
        """After a call: the seats that may have a card in the air, and until when; None until it has been announced."""
        self._landed: set[int] = set()  # after a call: the seats whose one card in the air has been accepted
        self._listeners: list[Bot] = []  # the bots that override `saw`
        self._chatter: dict[int, Random] = {}  # by seat, the random numbers for what its bot says
        self._landing: list[Landing] = []  # a heap, soonest first
        self._busy: dict[int, int] = {}  # seats whose bot is about to move, with the ticket of that move
        self._tickets = count(1)
        self.check: Check | None = None  # called for every move that a bot decides on

    # Who plays a seat

    def seat_bot(self, seat: int, bot: Bot, chatter: Random) -> None:
        """Let this bot play the seat from now on."""
        self._put(seat, bot)
        self._chatter[seat] = chatter

    def take_bot(self, seat: int) -> None:
        """Give the seat back to a person at once; a move that the bot had begun is dropped."""
        bot = self.bots.pop(seat, None)
        self._listeners = [other for other in self._listeners if other is not bot]
        self._chatter.pop(seat, None)
        self._busy.pop(seat, None)
        self._keep_landing([move for move in self._landing if move[2] != seat])

    def _put(self, seat: int, bot: Bot) -> None:
        self.bots[seat] = bot
        self._listeners = [bot for bot in self.bots.values() if type(bot).saw is not Bot.saw]

    def _keep_landing(self, moves: list[Landing]) -> None:
        self._landing = moves
        heapq.heapify(self._landing)

    # What happens

    def note(self, events: Iterable[Event], now: float) -> None:
        """Record these events: add them to the history, tell the bots, and drop what they end."""
        at = stamp(now - self.began)
        if not self.bots and self.called_at is None and not self._busy:  # most steps: nobody has to be told or stopped
            self.history += [(at, event) for event in events]
        else:
            self._follow(events, at, now)
        if self.state.phase != CALLED:
            self.called_at = self.flights = None
        elif self.called_at is None:
            self.called_at, self.flights = now, None
            self._landed.clear()
            # Cards already in the air land, one of each seat; bots that were still thinking do not start to move
            flying = [move for move in sorted(self._landing) if move[0] < now + FLIGHT_S and move[3].flies]
            self._keep_landing(list({move[2]: move for move in reversed(flying)}.values()))

    def _follow(self, events: Iterable[Event], at: float, now: float) -> None:
        """The same where bots play or a race was called."""
        for event in events:
            by, action = event
            self.history.append((at, event))
            if action.fact:
                continue
            if by is not None and action.flies and self.called_at is not None:
                self._landed.add(by)  # one pair of hands: a second card cannot be in the air
                self.heard(by)
            for bot in self._listeners:
                bot.saw(by, self.rules.told(by, action, bot.seat), at)
            if by is not None and self._landing and self.rules.race:
                self._look_again(by, action, now)
            if action.undoes or (by is None and (action.deals or isinstance(action, Score))):
                self._landing.clear()  # what was decided on in another round, or after what is undone, no longer counts
                self._busy.clear()

    def _look_again(self, by: int, action: Action, now: float) -> None:
        """Drop the moves that this action spoils; a hand that has almost arrived can no longer stop."""
        spoiled = [
            seat
            for when, _, seat, planned, _ in self._landing
            if seat != by
            and when >= now + FLIGHT_S
            and (bot := self.bots.get(seat)) is not None
            and bot.looks_again(action, planned)
        ]
        if spoiled:
            for seat in spoiled:
                self._busy.pop(seat, None)
            self._keep_landing([move for move in self._landing if move[2] not in spoiled])

    def phrases(self, events: Iterable[Event], seats: Iterable[int]) -> list[tuple[int, str]]:
        """What the bots on these seats say about these events: each seat with the key of a phrase."""
        said = []
        for by, action in events:
            if by is None:  # bots comment only on what the house does: deals, scores and the result
                words = [(seat, phrase(action, self._chatter[seat])) for seat in seats if seat in self._chatter]
                said += [(seat, key) for seat, key in words if key is not None]
        return said

    # What bots do

    def ask(self, now: float, *, elsewhere: bool = False) -> list[Thought]:
        """Let every bot that is not about to move decide on its next move.

        With `elsewhere`, the bots of a game that takes long to think about are returned instead, for another process.
        """
        thoughts: list[Thought] = []
        for seat in self.state.to_act():
            if seat in self._busy or (bot := self.bots.get(seat)) is None:
                continue
            if elsewhere and self.rules.ponders:
                self._busy[seat] = ticket = next(self._tickets)
                thoughts.append(Thought(seat, ticket, bot, self.state.view(seat)))
                continue
            legal = self.state.legal(seat)
            move = self._choose(seat, bot, legal, now)
            if move is not None:
                illegal = None if self.check is None else self.check(seat, move, legal)
                self._busy[seat] = next(self._tickets)
                self._land_later(seat, move, now, illegal)
        return thoughts

    def _choose(self, seat: int, bot: Bot, legal: list[Any], now: float) -> Move | None:
        return bot.move(partial(self.state.view, seat), legal, now - self.began)

    def decided(self, thought: Thought, bot: Bot, move: Move | None, now: float) -> None:
        """Accept a bot's move computed in another process, unless the bot no longer plays the seat."""
        if self._busy.get(thought.seat) != thought.ticket:
            return
        if self.bots.get(thought.seat) is not thought.bot or move is None:
            self._busy.pop(thought.seat, None)
            return
        self._put(thought.seat, bot)
        self._land_later(thought.seat, move, now)

    def _land_later(self, seat: int, move: Move, now: float, illegal: Illegal | None = None) -> None:
        action, after_s = move
        when = now + max(0.0, after_s) * self.rules.options.bot_pace
        heapq.heappush(self._landing, (when, next(self._tickets), seat, action, illegal))

    def plan(self, seat: int, action: Action, when: float) -> None:
        """Let a seat's action land at this time; it may come too late by then. For seats that no bot here plays."""
        self._busy[seat] = next(self._tickets)
        heapq.heappush(self._landing, (when, next(self._tickets), seat, action, None))

    def is_moving(self, seat: int) -> bool:
        """Whether a move of this seat is about to land."""
        return seat in self._busy

    def lands_next(self) -> int | None:
        """The seat whose move lands next."""
        return self._landing[0][2] if self._landing else None

    def lands_at(self) -> float | None:
        """When the next move of a bot lands; None if no bot is about to move."""
        return self._landing[0][0] if self._landing else None

    def land(self, now: float = inf) -> tuple[float, int, Action, Illegal | None] | None:
        """Take the next move that is due: when, its seat, its action, and the refusal if it was illegal all along.

        The move may come too late by now; that is for the rules to say.
        """
        if not self._landing or self._landing[0][0] > now:
            return None
        when, _, seat, action, illegal = heapq.heappop(self._landing)
        self._busy.pop(seat, None)
        return when, seat, action if self.called_at is None else _airborne(action), illegal

    def shift(self, by_s: float) -> None:
        """Postpone all moves by the seconds for which the clocks stood still."""
        moves = self._landing
        self._keep_landing([(when + by_s, tie, seat, action, illegal) for when, tie, seat, action, illegal in moves])

    # A race in which nobody moves (T-08)

    def way_out(self) -> Event | None:
        """What the table does when nobody moves: shout for whoever only has to, or end the round as a standoff.

        Of several who only have to shout, the one who has waited longest does. None if it is no race under way.
        """
        if not self.rules.race or self.state.phase != PLAY:
            return None
        shouters = self.state.only_shout()
        if shouters:
            return min(shouters, key=self._last_move), Shout()
        return (None, STANDOFF) if STANDOFF in self.state.legal(None) else None

    def _last_move(self, seat: int) -> int:
        """The number of the last line by this seat or its partners."""
        party = next((party for party in self.state.parties() if seat in party), (seat,))
        numbers = range(len(self.history) - 1, -1, -1)
        return next((number for number in numbers if self.history[number][1][0] in party), -1)

    # Cards in the air after a call (WS-18)

    def sent(self, seat: int, action: Action) -> Action:
        """A person's action, marked as airborne if it may have been sent before that person heard the shout.

        Each seat has at most one card in the air, so that nobody gains by not answering pings.
        """
        waited_for = self.called_at is not None and (self.flights is None or seat in self.flights)
        return _airborne(action) if action.flies and waited_for and seat not in self._landed else action

    def listen(self, until: dict[int, float]) -> None:
        """After the call has been announced: wait for cards of these seats, each until its time at most."""
        if self.called_at is not None:
            self.flights = {seat: at for seat, at in until.items() if seat not in self._landed}

    def heard(self, seat: int) -> None:
        """Note that a seat has heard the call, or is gone: what it sends from now on was sent after the call."""
        if self.flights is not None:
            self.flights.pop(seat, None)

    def closes_at(self, now: float) -> float | None:
        """When no card can be in the air any more; None unless a call has been announced."""
        if self.called_at is None or self.flights is None:
            return None
        return max([*self.flights.values(), *(move[0] for move in self._landing)], default=now)


def _airborne(action: Action) -> Action:
    return msgspec.structs.replace(action, airborne=True)
