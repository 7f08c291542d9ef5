"""One match in virtual time in which some or all seats are controlled from outside; built-in bots play the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rumpus.bots.base import BotKind
from rumpus.contract import Action, Game, State
from rumpus.driver import QUIET_S, STANDOFF_S
from rumpus.playout import Playout
from rumpus.shuffle import seeded

Seed = Sequence[int | str]
PATIENCE_S = QUIET_S + STANDOFF_S  # T-08: after so long without a move the table ends a race


class Arena:
    """A match with seats that are decided from outside: those without a bot.

    The house deals from the seed, as in a simulation: the same seed deals the same cards however it is played.
    The table says GO at once (T-03) and ends a race in which nobody moves (T-08).
    """

    def __init__(self, rules: Game, bots: Sequence[BotKind | None], seed: Seed) -> None:
        self.playout = Playout(rules, bots, seed)
        self.rules = rules
        self.outside = tuple(seat for seat, kind in enumerate(bots) if kind is None)
        self.memory = rules.memory()
        self.late = dict.fromkeys(self.outside, False)  # the seat's last action came too late
        self._noted = 0  # how much of the history the memory has seen
        self._waiting: dict[int, float] = {}  # seats that wait for something to happen, and until when at the latest
        self._moved_at = 0.0  # when something happened last
        self.order = Random(int.from_bytes(seeded(*seed, "order")(16), "big"))  # who comes first in the same moment

    @property
    def state(self) -> State:
        """The match."""
        return self.playout.state

    @property
    def now(self) -> float:
        """The time in seconds since the match began."""
        return self.playout.now

    def legal(self, seat: int) -> list[Any]:
        """What a seat may do now; nothing once the match is over, and nothing while it is not its turn."""
        return self.state.legal(seat) if seat in self.state.to_act() else []

    # What seats decide

    def act(self, seat: int, action: Action, at: float) -> None:
        """A seat has decided on an action that reaches the table at this time, if it is still legal then."""
        self.playout.driver.plan(seat, action, at)

    def wait(self, seat: int, until: float) -> None:
        """A seat does nothing until something happens, or until this time."""
        self._waiting[seat] = until

    # Time

    def run(self) -> list[int]:
        """Let time pass until some seats have to decide, and give these; none once the match is over."""
        while self.state.outcome() is None:
            if self._house():
                continue
            free = self._free()
            if free:
                return free
            self._next()
        return []

    def advance(self, until: float) -> None:
        """Let everything happen that happens before this time, whether or not seats could decide."""
        while self.state.outcome() is None:
            if self._house():
                continue
            self.playout.ask()
            due = self.playout.due()
            if due is not None and due < until:
                self._land()
            elif self._gives_up(until):
                self._unstick()
            else:
                break
        self.playout.now = max(self.playout.now, until)

    def _house(self) -> bool:
        """Deals, closes and opens rounds, when it is time to."""
        if self.playout.settle() or self.playout.begin():
            self._noticed()
            return True
        return False

    def _free(self) -> list[int]:
        """The seats from outside that could do something and are neither moving nor waiting."""
        driver = self.playout.driver
        return [
            seat
            for seat in self.state.to_act()
            if seat in self.late and seat not in self._waiting and not driver.is_moving(seat) and self.state.legal(seat)
        ]

    def _next(self) -> None:
        """The next thing in time: a move lands, somebody has waited long enough, or the table has."""
        self.playout.ask()
        due = self.playout.due()
        wakes = min(self._waiting.values(), default=None)
        soonest = min((at for at in (due, wakes) if at is not None), default=None)
        if soonest is None or self._gives_up(soonest):
            self._unstick()
        elif soonest == due:
            self._land()
        else:
            self.playout.now = max(self.playout.now, soonest)
            self._waiting = {seat: at for seat, at in self._waiting.items() if at > soonest}

    def _gives_up(self, at: float) -> bool:
        return self.rules.race and at - self._moved_at >= PATIENCE_S

    def _unstick(self) -> None:
        self.playout.now = max(self.playout.now, self._moved_at + PATIENCE_S)
        self.playout.unstick()
        self._noticed()

    def _land(self) -> None:
        seat, before = self.playout.driver.lands_next(), len(self.playout.happened)
        self.playout.land()
        happened = len(self.playout.happened) > before
        if seat in self.late:
            self.late[seat] = not happened
        if happened:
            self._noticed()

    def _noticed(self) -> None:
        """Something happened: who waited looks again."""
        self._moved_at = self.playout.now
        self._waiting.clear()
        for _, (by, action) in self.playout.happened[self._noted :]:
            self.memory.saw(by, self.rules.told(by, action, None))
        self._noted = len(self.playout.happened)
