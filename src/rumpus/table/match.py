"""A match at a table: a driver with the record's header, who is ready, and the table's source of randomness."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from rumpus.bots import bot
from rumpus.bots.base import Bot, Move, stand_in
from rumpus.contract import DEAL, Action, Event, Game, Illegal, Malformed, Score, State
from rumpus.driver import Driver, Thought
from rumpus.fair import Chain
from rumpus.lines import Contest, Ready
from rumpus.record import Header
from rumpus.shuffle import Stream
from rumpus.table.entries import Pieces, at_once
from rumpus.table.house import House

MOST_TOLD = 10_000  # lines; a bot that takes over a seat is told so many at about 1 us each. Rounds have some hundred

log = logging.getLogger("rumpus.table")
MOST_REFUSED = 8  # moves of a bot in a row; in a race one or two are late now and then
# A bot thinks for so long, whatever it says, so that it keeps neither a core nor the table
LEAST_S, MOST_S = 0.04, 60.0
UNDO_S = 3.0  # and after an action that a person may take back
PLAIN_S = 1.0  # and for so long before the plain move that is made in its place


class Match(Driver):
    """One match under way. Times are in seconds on the table's clock."""

    def __init__(
        self, rules: Game, state: State, header: Header, began: float, stream: Stream, chain: Chain | None = None
    ) -> None:
        super().__init__(rules, state, began)
        proven = chain is not None and header.fair is not None and header.fair.commit == chain.commit
        self.house = House(rules.name, chain if proven else None, stream)
        self.header = header
        self.ready: set[int] = set()  # seats that are ready for the next deal, or in a race for GO (T-03)
        self.hurried: int | None = None  # the seat whose turn a bot plays because its time ran out
        self.going: int | None = None  # the seat that said GO, while the countdown runs
        self.contests: dict[int, Contest] = {}  # of lines that won or lost one, by their place in the history
        self.refusals: dict[int, int] = {}  # moves of the seat's bot that were refused in a row
        self._faulty: set[int] = set()  # seats whose bot was reported
        self._rng = Random(int.from_bytes(stream(16), "big"))

    def put_bot(self, seat: int, level: str) -> None:
        """Let a bot play the seat from now on; it is first told what the seat has been told so far."""
        at_once(self.putting_bot(seat, level))

    def putting_bot(self, seat: int, level: str) -> Pieces[None]:
        """The same, with one line of the history in each piece."""
        history = ((at_s, event) for at_s, event in self.history[-MOST_TOLD:] if not event[1].fact)
        chance = self._shared_chance(seat) or self._random()
        player = yield from stand_in(self.rules, bot(self.rules.name, level), seat, history, chance)
        self.seat_bot(seat, player, self._random())

    def _shared_chance(self, seat: int) -> Random | None:
        """The random numbers of a bot in this round, where everybody is to meet the same one."""
        seed = self.house.bot_seed(self.state.round, seat)
        return None if seed is None else Random(int.from_bytes(seed, "big"))

    def _random(self) -> Random:
        return Random(self._rng.getrandbits(64))

    def wait(self, seat: int) -> None:
        """The bot on this seat, if there is one, does nothing else until its claim in a race is decided."""
        if seat in self.bots:
            self._busy[seat] = next(self._tickets)

    def waited(self, seat: int) -> None:
        """The claim is decided."""
        self._busy.pop(seat, None)

    # Bots of other packages may play badly, but not disturb the table

    def refused(self, seat: int, times: int = 1) -> None:
        """A move of the bot on this seat was refused; after many in a row the plain legal move is made instead."""
        before = self.refusals.get(seat, 0)
        self.refusals[seat] = before + times
        if before < MOST_REFUSED <= before + times:
            self._log_fault(seat, "its moves are refused")

    def moved(self, seat: int) -> None:
        """A move of the bot on this seat was accepted."""
        self.refusals.pop(seat, None)

    def ask(self, now: float, *, elsewhere: bool = False) -> list[Thought]:
        """Let every bot decide that is not about to move; one whose moves are all refused makes the plain move."""
        for seat, times in self.refusals.items():
            if times >= MOST_REFUSED and seat in self.bots and seat not in self._busy and seat in self.state.to_act():
                plain = self._plain(seat)
                if plain is not None:
                    self._busy[seat] = next(self._tickets)
                    super()._land_later(seat, plain, now)
        return super().ask(now, elsewhere=elsewhere)

    def _plain(self, seat: int) -> Move | None:
        legal = self.state.at_a_glance(seat)[0] or self.state.legal(seat)
        return (legal[0], PLAIN_S) if legal else None

    def _choose(self, seat: int, bot: Bot, legal: list[Any], now: float) -> Move | None:
        try:
            return super()._choose(seat, bot, legal, now)
        except Exception:
            self._log_fault(seat, "it raised an error")
            return (legal[0], PLAIN_S) if legal else None

    def _land_later(self, seat: int, move: Any, now: float, illegal: Illegal | None = None) -> None:
        try:
            action, after_s = move
            msgspec.convert(msgspec.to_builtins(action), self.rules.action_type)
            after_s = min(max(LEAST_S, self._regret_s(), float(after_s)), MOST_S)
        except (TypeError, ValueError):  # a ValidationError is a ValueError
            self._log_fault(seat, "its move is malformed")
            plain = self._plain(seat)
            if plain is None:
                self._busy.pop(seat, None)
                return
            action, after_s = plain
        super()._land_later(seat, (action, after_s), now, illegal)

    def _regret_s(self) -> float:
        """How long a bot waits at least, at any pace, so that a person can take the last action back."""
        seat = self.state.may_undo()
        return 0.0 if seat is None or seat in self.bots else UNDO_S / self.rules.options.bot_pace

    def _log_fault(self, seat: int, why: str) -> None:
        if seat not in self._faulty:
            self._faulty.add(seat)
            log.warning("bot-fault", extra={"game": self.rules.name, "seat": seat, "why": why})

    def note(self, events: Iterable[Event], now: float) -> None:
        """Record events of the rules and facts of the table."""
        for by, action in events:
            if by is not None:
                if isinstance(action, Ready):
                    self.ready.add(by)
                continue
            self.house.note(action)
            if isinstance(action, Score) or action.deals:
                self.ready.clear()
                self.going = None
            if action.deals:
                for seat, player in self.bots.items():
                    player.rng = self._shared_chance(seat) or player.rng
        super().note(events, now)

    def deal(self, scripted: Action | None, roles: tuple[int, ...]) -> list[Event]:
        """The house deals: the scripted deal if the rules accept it, else a random one."""
        if scripted is not None:
            with suppress(Illegal, Malformed):
                return self.state.apply(None, scripted)
        shuffle = self.house.shuffle(deals=True)
        deal = self.state.extra_round(shuffle) if self.state.undecided() else self.state.owed(shuffle)
        return self.state.apply(None, self.rules.with_roles(deal, roles) if roles else deal)

    def reshuffle(self) -> Action | None:
        """What the house owes in the middle of a round, such as a reshuffle; None if nothing."""
        if self.state.phase == DEAL or self.state.to_act():
            return None
        return self.state.owed(self.house.shuffle(deals=False))
