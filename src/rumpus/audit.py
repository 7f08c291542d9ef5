"""Checks the shuffles of a record (docs/record.md): its seeds against the commit, and every deal by repeating it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from rumpus import fair
from rumpus.contract import DEAL, Game, Malformed, Result, State, drawn
from rumpus.fair import Fair, Links, Numbers, Shared, Unproven, Use
from rumpus.lines import Commit, Reveal
from rumpus.record import Damaged, Line, Record, replay

replace = msgspec.structs.replace
HEX = re.compile("[0-9a-f]*")


class Difference(Malformed):
    """A record that is not as it was promised: the line, and what is wrong there."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


class Nothing(Exception):
    """A record that promises nothing: it was simulated, or its deals were scripted."""


class Round(msgspec.Struct, frozen=True):
    """One round whose deal and reshuffles were dealt again, or one whose seeds are not revealed yet."""

    number: int
    seeds: tuple[int, ...]  # the numbers of the seeds, the deal's first
    revealed: bool = True


class _Drawn(msgspec.Struct):
    """A chance fact that waits for its seed: the state before it is what it is dealt from."""

    line: int
    use: Use
    action: Any
    before: State


def check(record: Record) -> Iterator[Round]:
    """Check a record from its first line to its last: round after round.

    Raises `Nothing` at once if there is nothing to check, and `Difference` at the first thing that is wrong.
    """
    return _Check(record, _promise(record)).rounds()


def _promise(record: Record) -> Fair:
    promise = record.header.fair
    if promise is None:
        raise Nothing
    if promise.v != fair.VERSION:
        raise Difference(1, f"`fair` is of version {promise.v}, and this program checks version {fair.VERSION}")
    players = len(record.header.seats)
    if len(promise.salts) != players and promise.again is None:
        raise Difference(1, f"there are {len(promise.salts)} salts for {players} seats")
    if not all(HEX.fullmatch(text) for text in (*promise.salts, promise.commit)):
        raise Difference(1, "the commit and the salts are lower-case hex digits")
    if promise.shared is not None:
        _must_be_shared(promise, promise.shared)
    return promise


def _must_be_shared(promise: Fair, shared: Shared) -> None:
    """Deals that many play are chosen by none of them, and no seed is used twice."""
    if promise.again is not None:
        raise Difference(1, "a match is dealt again, or shares its deals with others, but not both")
    numbers = (0, *shared.deals, shared.next)
    if any(first >= second for first, second in pairwise(numbers)):
        raise Difference(1, "the seeds of shared deals come in the order of the rounds, each of them once")
    if shared.day is not None and (any(promise.salts) or shared.deals or shared.next != 1):
        raise Difference(1, "the deal of a day has no salts, and begins with the first seed of its chain")


class _Check:
    def __init__(self, record: Record, promise: Fair) -> None:
        self.record = record
        self.rules: Game = record.rules()
        self.promise = promise
        self.links = Links(promise.commit)
        self.commits = [promise.commit]
        self.numbers = Numbers(promise.again, promise.shared)
        self.waiting: list[_Drawn] = []
        self.contests: list[Line] = []  # of this round
        self.round = 0

    def rounds(self) -> Iterator[Round]:
        lines = self.record.lines
        ending = _ending(lines)
        state = self.rules.new(self.record.seating())
        steps = replay(self.record)
        for at, line in enumerate(lines):
            number = at + 2
            before = state.copy() if drawn(line.action) else None
            try:
                _, state = next(steps)
            except Damaged as damage:
                raise Difference(damage.line, damage.reason) from None
            if line.contest is not None:
                self.contests.append(line)
            if before is not None:
                self._wait(number, line, before)
            elif isinstance(line.action, Commit):
                self._announce(number, line.action)
            elif isinstance(line.action, Reveal):
                self._must_be_over(number, state, ends=ending[at])
                yield from self._reveal(number, line.action)
            elif isinstance(line.action, Result):
                self._must_be_revealed(number, lines[:at])
        if self.waiting:
            yield Round(self.round, tuple(fact.use.number for fact in self.waiting), revealed=False)

    def _wait(self, number: int, line: Line, before: State) -> None:
        action = line.action
        if action.deals:
            if self.waiting:
                raise Difference(number, f"the seeds of round {self.round} were not revealed")
            self.round += 1
        if self.round == 1 and action.deals:
            sides, _ = self.rules.chosen_in(action)
            before = self.rules.new(replace(self.record.seating(), sides=sides))
        use = self.numbers.take(deals=action.deals)
        self.waiting.append(_Drawn(number, use, action, before))

    def _announce(self, number: int, action: Commit) -> None:
        if fair.chain_of(self.numbers.next) != len(self.commits) + 1:
            raise Difference(number, "another chain begins before the last one is used up")
        self.commits.append(action.commit)
        self.links.announce(len(self.commits), action.commit)

    def _must_be_over(self, number: int, state: State, *, ends: bool) -> None:
        """A seed that is revealed before its round is over would reveal the cards."""
        if state.phase != DEAL and not ends and state.outcome() is None:
            raise Difference(number, f"the seeds of round {self.round} are told before it is over")

    def _must_be_revealed(self, number: int, before: tuple[Line, ...]) -> None:
        if self.waiting:
            raise Difference(number, f"the seeds of round {self.round} were not revealed")
        if len(self.commits) > 1:
            told = next((line.action for line in reversed(before) if isinstance(line.action, Reveal)), None)
            if told is None or told.secret is None or not fair.secret_makes(told.secret, self.commits):
                raise Difference(number, "the chains of this match do not come from one secret")

    def _reveal(self, number: int, reveal: Reveal) -> Iterator[Round]:
        if len(reveal.seeds) != len(self.waiting):
            raise Difference(number, f"{len(reveal.seeds)} seeds are told for {len(self.waiting)} deals and reshuffles")
        for fact, seed in zip(self.waiting, reveal.seeds, strict=True):
            try:
                raw = self.links.check(fact.use.number, seed)
            except Unproven as error:
                raise Difference(number, str(error)) from None
            self._deal_again(fact, raw)
            if fact.action.deals:
                self._decide_again(fact, raw)
        if self.waiting:
            yield Round(self.round, tuple(fact.use.number for fact in self.waiting))
        self.waiting, self.contests = [], []

    def _decide_again(self, deal: _Drawn, seed: bytes) -> None:
        """Every contest of the round was won by the earliest view time, or in a tie by the lot that the seed gives."""
        key = fair.key(seed, self.rules.name, deal.use.label, self.promise.salts)
        for line in self.contests:
            contest = line.contest
            assert contest is not None
            assert line.by is not None
            seen = {line.by: contest.seen, **{rival.by: rival.seen for rival in (*contest.over, *contest.beside)}}
            first, tie = fair.first_seen({seat: round(1000 * at) for seat, at in seen.items()}, key, line.n)
            if first != line.by:
                how = "by the lot of their tie" if tie else "by view time"
                raise Difference(line.n + 1, f"seat {first} was before seat {line.by}, {how}")
            if tie != contest.tie:
                raise Difference(line.n + 1, f"it {'was' if tie else 'was not'} a tie")

    def _deal_again(self, fact: _Drawn, seed: bytes) -> None:
        key = fair.key(seed, self.rules.name, fact.use.label, self.promise.salts)
        drawn_again: Any = fact.before.owed(fair.shuffle(key))
        if fact.action.deals:
            drawn_again = self.rules.with_roles(drawn_again, self.rules.chosen_in(fact.action)[1])
        if drawn_again != fact.action:
            what = "the deal" if fact.action.deals else "the reshuffle"
            raise Difference(fact.line, f"{what} is not the one that seed {fact.use.number} and the salts give")


def _ending(lines: Sequence[Line]) -> list[bool]:
    """For each line, whether the next line that is not a fact is the result. Done in one pass."""
    found, result = [], False
    for line in reversed(lines):
        found.append(result)
        if not line.action.fact:
            result = isinstance(line.action, Result)
    return found[::-1]


def check_secret(record: Record, secret: str) -> None:
    """Check that the chain of a match follows from this secret, which is published when a deal of the day is over."""
    if not fair.secret_makes(secret, [_promise(record).commit]):
        raise Difference(1, "the commit is not the one of this secret")


# The same deals again


def check_again(old: Record, new: Record) -> int:
    """Check that a match was dealt as another one, with the seats turned or at a table of its own; returns the rounds.

    Both are to be checked by themselves too. Raises `Difference` with a line of the new record.
    """
    before, after = _promise(old), _promise(new)
    again = after.again
    if after.shared is not None:
        return _check_shared(old, new, after.shared)
    if again is None:
        if before.commit == after.commit:
            raise Difference(1, "both matches use one chain, and this one does not say that it is dealt again")
        raise Difference(1, "this match does not say that it is dealt as another one was")
    if (before.commit, before.salts) != (after.commit, after.salts):
        raise Difference(1, "it is dealt as another match was, but not as this one")
    facts = ("game", "options", "host"), (len(old.header.seats), len(new.header.seats))
    if any(getattr(old.header, name) != getattr(new.header, name) for name in facts[0]) or facts[1][0] != facts[1][1]:
        raise Difference(1, "the same deals need the same game, options, seats and first dealer")
    numbers = Numbers(before.again)
    for line in old.lines:
        if drawn(line.action):
            numbers.take(deals=line.action.deals)
    if (again.deals, again.next) != (tuple(numbers.deals), numbers.next):
        raise Difference(1, "`again` does not list the seeds that the other match used")
    return _same_deals(old, new)


def _check_shared(old: Record, new: Record, shared: Shared) -> int:
    """Both have one chain: of a day, or of the first of them, which the other was challenged to beat."""
    before, after = _promise(old), _promise(new)
    if (before.commit, before.salts) != (after.commit, after.salts):
        raise Difference(1, "its deals are shared with other matches, but not with this one")
    numbers = Numbers(before.again, before.shared)
    for line in old.lines:
        if drawn(line.action):
            numbers.take(deals=line.action.deals)
    if _is_round(old, new, shared, numbers):
        return 1
    if any(getattr(old.header, name) != getattr(new.header, name) for name in ("game", "options", "host")):
        raise Difference(1, "shared deals need the same game, options and first dealer")
    if before.shared != shared and (shared.deals, shared.next) != (tuple(numbers.deals), numbers.next):
        raise Difference(1, "`shared` does not list the seeds that the other match used")
    return _same_deals(old, new)


def _is_round(old: Record, new: Record, shared: Shared, numbers: Numbers) -> bool:
    """Whether a match is one round of another, dealt alike; raises `Difference` if its cards are others."""
    rules, other = old.rules(), new.rules()
    if old.header.game != new.header.game or len(shared.deals) != 1 or shared.deals[0] not in numbers.deals:
        return False
    round_ = numbers.deals.index(shared.deals[0])
    deal: Any = [line.action for line in old.lines if line.action.deals][round_]
    if rules.only_round(deal) != other.options or rules.options == other.options:
        return False
    number, dealt = next(((at, line.action) for at, line in enumerate(new.lines, 2) if line.action.deals), (1, None))
    if dealt != replace(deal, round=1):
        raise Difference(number, f"it is dealt other cards than in round {round_ + 1} of the first match")
    return True


def _same_deals(old: Record, new: Record) -> int:
    rules = new.rules()
    first = [line.action for line in old.lines if line.action.deals]
    second = [(at, line.action) for at, line in enumerate(new.lines, 2) if line.action.deals]
    same = 0
    for deal, (number, dealt) in zip(first, second, strict=False):
        if rules.with_roles(dealt, rules.chosen_in(deal)[1]) != deal:
            raise Difference(number, f"round {same + 1} is dealt other cards than in the first match")
        same += 1
    return same
