"""Fair races: actions that compete are taken in the order in which their players saw their chance.

An action arrives one round trip after the moment that its player's screen showed. The server measures that round trip
and grants it as a *credit*: the *view time* of an action is its arrival minus the credit of its player. Actions that
compete (`State.rivals`, `competing`) wait until nobody who may have seen the chance earlier can still be heard of, and
then the earliest view time goes first. Everything else happens at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from rumpus.contract import CALLED, PLAY, Action, Illegal, Malformed, State
from rumpus.fair import TIE_MS, first_seen
from rumpus.lines import Contest, Rival
from rumpus.lobby import Declined
from rumpus.table.news import Asked, Beaten

if TYPE_CHECKING:
    from rumpus.table.match import Match
    from rumpus.table.table import Table

NEAR_S = 0.015  # a difference of round trips that nobody waits for
TIE_S = TIE_MS / 1000  # view times closer than this are equal: the round trips are not known any better
LONGEST_S = 0.25  # the longest wait, and the largest credit
MOST_WAITING = 64  # actions of one seat; at 15 messages a second four arrive in the longest wait


class Claim:
    """An action that may have to wait: who wants what, when it arrived, and when its player saw the chance."""

    __slots__ = ("action", "arrived", "asked", "contested", "rivals", "seat", "seen", "seen_ms")

    def __init__(
        self, seat: int, action: Action, asked: Asked | None, arrived: float, seen: float, began: float = 0.0
    ) -> None:
        self.seat = seat
        self.action = action
        self.asked = asked  # None for a bot
        self.arrived = arrived
        self.seen_ms = round((seen - began) * 1000)  # since the match began, as in the record
        self.seen = began + self.seen_ms / 1000
        self.rivals: dict[int, float] = {}  # the seats that are waited for, with their credits
        self.contested = False  # whether another claim competed with it

    def waits_until(self, spoken: Iterable[int] = ()) -> float:
        """The time after which no earlier claim can arrive from anybody except `spoken`."""
        largest = max((credit for seat, credit in self.rivals.items() if seat not in spoken), default=0.0)
        if largest - (self.arrived - self.seen) <= NEAR_S:
            return self.arrived
        return min(self.seen + largest + TIE_S, self.arrived + LONGEST_S)


def first_of(claims: Sequence[Claim], key: bytes, line: int) -> tuple[Claim, bool]:
    """The claim that goes first as line `line` of the record, and whether it was a tie (`fair.first_seen`)."""
    seat, tie = first_seen({claim.seat: claim.seen_ms for claim in claims}, key, line)
    return next(claim for claim in claims if claim.seat == seat), tie


def competing(state: State, one: Claim, other: Claim) -> bool:
    """Whether both claims are legal, and their order matters to one of them."""
    if one.seat == other.seat or not legal(state, one) or not legal(state, other):
        return False
    return prevents(state, one, other) or prevents(state, other, one)


def prevents(state: State, first: Claim, second: Claim) -> bool:
    """Whether the second of two legal claims is impossible after the first."""
    after = state.copy()
    after.apply(first.seat, first.action)
    if after.phase == CALLED and second.action.flies:
        return False  # WS-18: it still counts if it was sent before the call was heard
    return not legal(after, second)


def legal(state: State, claim: Claim) -> bool:
    """Whether the rules would accept the claim now."""
    try:
        state.copy().apply(claim.seat, claim.action)
    except (Illegal, Malformed):
        return False
    return True


class Races:
    """The claims that wait at one table. It has no clock; every call is passed the time."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.credit: Callable[[int], float] = lambda person: 0.0  # of a person, in seconds; the keeper measures it
        self.largest: Callable[[], float] = lambda: 0.0  # the largest credit of anybody at the table
        self.waiting: dict[int, deque[Claim]] = {}  # by seat, in the order of arrival; the first may be in a contest
        self.held: Callable[[float], None] = lambda seconds: None  # told how long each claim waited that happened
        self._deciding = False

    def enter(self, match: Match, seat: int, action: Action, asked: Asked | None, now: float) -> bool:
        """Take an action into a contest, if it competes with any or may yet; returns whether it did.

        Then the answer follows as a step or as `Beaten`. Raises `Illegal` or `Malformed` for what is refused anyway.
        """
        if not match.rules.race or (not self.waiting and not self.fair()) or match.state.phase != PLAY:
            return False
        if not self.waiting and not match.state.rivals(seat, action):
            return False  # the usual case: nobody wants the same, and nothing waits
        claim = Claim(seat, action, asked, now, now - self._credit(seat), match.began)
        line = self.waiting.get(seat)
        if line is not None:
            if len(line) >= MOST_WAITING:
                raise Declined("not-now")
            line.append(claim)  # it may depend on what the seat did before
            return True
        self._look_round(match.state, claim)
        heads = self._heads()
        if claim.waits_until() <= now and not any(competing(match.state, claim, head) for head in heads):
            return False
        match.state.copy().apply(seat, action)
        self.waiting[seat] = deque((claim,))
        match.wait(seat)
        self.decide(now)
        return True

    def fair(self) -> bool:
        """Whether view times decide: not if the table goes by arrival, or if nobody is far away."""
        return self.largest() > NEAR_S and self.table.lobby.settings.races == "fair"

    def view_time(self, seat: int, arrived: float) -> float:
        """The moment that a player's screen showed when they sent what arrived at this time."""
        return arrived - self._credit(seat) if self.fair() else arrived

    def _credit(self, seat: int) -> float:
        """The credit of whoever plays the seat: none for a bot, which sees everything at once."""
        table = self.table
        place, match = table.lobby.place(seat), table.match
        if place.person is None or match is None or seat in match.bots:
            return 0.0
        return min(self.credit(place.person), LONGEST_S)

    def _look_round(self, state: State, claim: Claim) -> None:
        claim.rivals = {seat: self._credit(seat) for seat in state.rivals(claim.seat, claim.action)}

    def _heads(self) -> list[Claim]:
        return [line[0] for line in self.waiting.values()]

    # Deciding

    def due(self) -> float | None:
        """When the next claim can be decided; None if none is waiting."""
        match = self.table.match
        if match is None or not self.waiting:
            return None
        return min(self._until(match.state, claim) for claim in self._heads())

    def _until(self, state: State, claim: Claim) -> float:
        """When this claim can be decided. Messages of a seat come in order, so a later one ends the wait for it."""
        lines = self.waiting.items()
        late = (seat for seat, line in lines if line[-1].seen >= claim.seen + TIE_S or competing(state, claim, line[0]))
        return claim.waits_until(set(late))

    def holds(self, asked: Asked) -> bool:
        """Whether this message is waiting for a decision."""
        return bool(self.waiting) and any(claim.asked == asked for line in self.waiting.values() for claim in line)

    def decide(self, now: float, *, all_of_them: bool = False) -> None:
        """Decide every contest whose time has come; all of them when the round is over or the clocks stand still."""
        match, table = self.table.match, self.table
        if not self.waiting or self._deciding or match is None:
            return
        self._deciding = True
        try:
            while self.waiting:
                at_once = all_of_them or match.state.phase != PLAY or table.timers.still_since is not None
                claim = self._next(match.state, now, at_once)
                if claim is None:
                    break
                self._settle(match, claim, now)
        finally:
            self._deciding = False

    def _next(self, state: State, now: float, at_once: bool) -> Claim | None:
        """A claim that can be decided now: it is due, and so is everything that competes with it and was earlier."""
        heads = self._heads()
        if at_once:
            return min(heads, key=lambda claim: claim.seen)
        due = [claim for claim in heads if self._until(state, claim) <= now]
        for claim in sorted(due, key=lambda claim: claim.seen):
            earlier = [head for head in heads if head.seen < claim.seen and head not in due]
            if not any(competing(state, claim, head) for head in earlier):
                return claim
        return None

    def _settle(self, match: Match, claim: Claim, now: float) -> None:
        """Let the first of a claim and those that compete with it happen; refuse those that it beats."""
        state = match.state
        winner, rivals, tie = self._first(match, claim)
        for contender in (winner, *rivals) if rivals else ():
            contender.contested = True
        beaten = [rival for rival in rivals if prevents(state, winner, rival)]
        self._leave(match, winner)
        try:
            lines = state.apply(winner.seat, match.sent(winner.seat, winner.action))
        except (Illegal, Malformed) as no:
            self._refuse(match, winner, no)
            return
        if winner.asked is None:
            match.moved(winner.seat)
        contest = None
        if winner.contested:
            over = tuple(Rival(by=rival.seat, seen=rival.seen_ms / 1000) for rival in beaten)
            beside = tuple(Rival(by=rival.seat, seen=rival.seen_ms / 1000) for rival in rivals if rival not in beaten)
            contest = Contest(seen=winner.seen_ms / 1000, over=over, beside=beside, tie=tie)
        self.held(now - winner.arrived)
        self.table.write(now, lines=lines, asked=winner.asked, contest=contest)
        earliest_ms = min(contender.seen_ms for contender in (winner, *rivals))
        for loser in beaten:
            self._leave(match, loser)
            self._lose(match, loser, winner, tie and loser.seen_ms - earliest_ms < TIE_MS, now)

    def _first(self, match: Match, claim: Claim) -> tuple[Claim, list[Claim], bool]:
        """The first of a claim and those that compete with it, all that compete with that one, and whether they tied.

        If others compete with the first than with the claim, one of those may be before both of them, and so on.
        """
        heads, key, line = self._heads(), match.house.tie_key(), len(match.history) + 1
        for _ in heads:
            rivals = [head for head in heads if head is not claim and competing(match.state, claim, head)]
            first, tie = first_of([claim, *rivals], key, line)
            if first is claim:
                break
            claim = first
        return claim, rivals, tie

    def _leave(self, match: Match, claim: Claim) -> None:
        """Remove a claim from its queue; the next one of the same seat moves up."""
        line = self.waiting[claim.seat]
        line.popleft()
        if line:
            self._look_round(match.state, line[0])
        else:
            del self.waiting[claim.seat]
            match.waited(claim.seat)

    def _lose(self, match: Match, loser: Claim, winner: Claim, tie: bool, now: float) -> None:
        try:
            match.state.copy().apply(loser.seat, loser.action)
        except (Illegal, Malformed) as no:
            lead_s = max(0.0, loser.seen - winner.seen)
            self._refuse(match, loser, no, winner.seat, round(lead_s * 1000), tie, now)
        else:
            raise AssertionError("a beaten claim is legal")

    def _refuse(
        self,
        match: Match,
        claim: Claim,
        no: Illegal | Malformed,
        first: int | None = None,
        by_ms: int | None = None,
        tie: bool = False,
        now: float | None = None,
    ) -> None:
        if claim.asked is None:
            match.refused(claim.seat)
            return
        if now is not None:
            self.held(now - claim.arrived)
        held_ms = None if now is None else round((now - claim.arrived) * 1000)
        self.table.tell(Beaten(claim.asked, claim.seat, claim.action, no, first, by_ms, tie, held_ms))

    # Changes of the table

    def leave(self, seat: int) -> None:
        """The person of this seat leaves the match: what they still claim is dropped."""
        if self.waiting.pop(seat, None) and self.table.match is not None:
            self.table.match.waited(seat)

    def take_over(self, old: Races) -> None:
        """The table was loaded again: these claims are still undecided, so they keep waiting."""
        match = self.table.match
        if match is not None and old.table.lobby.match == self.table.lobby.match:
            self.waiting = old.waiting
            for seat in self.waiting:
                match.wait(seat)
