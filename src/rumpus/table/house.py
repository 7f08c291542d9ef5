"""The house of one match: shuffles from the chain of seeds, and reveals the seeds of a round when it is over."""

from __future__ import annotations

from typing import Any

import msgspec

from rumpus import fair, wire
from rumpus.contract import Action, Event, Result, Score, Seating, drawn
from rumpus.fair import Chain, Numbers, Use, chain_of
from rumpus.lines import Commit, Reveal, write_line
from rumpus.lobby import Dealt
from rumpus.shuffle import Shuffle, Stream


class House:
    """The source of a match's shuffles: its chain or, without a chain, the system's randomness.

    It follows what happened (`note`) and nothing else, so a table that is loaded again goes on with the same seed: one
    whose deal was not saved is used for the same deal once more.
    """

    def __init__(self, game: str, chain: Chain | None, stream: Stream) -> None:
        self._game = game
        self._chain = chain
        self._stream = stream
        self._seeds = None if chain is None else chain.seeds()
        self._numbers = Numbers() if chain is None else chain.numbers()
        self._commits: tuple[str, ...] = () if chain is None else (chain.commit,)  # of the chains announced so far
        self._open: list[tuple[Use, Action]] = []  # which seed each chance fact of this round used
        self._tie_key = b""  # of this round, once it was needed
        self.over: list[wire.RoundDeals] = []  # of each round that is over, with its seeds

    def shuffle(self, *, deals: bool) -> Shuffle:
        """The shuffle of the next chance fact, which begins a round or does not."""
        if self._chain is None:
            return Shuffle(self._stream)
        return fair.shuffle(self._key(self._numbers.upcoming(deals=deals)))

    def _key(self, use: Use) -> bytes:
        """What the stream of a chance fact is made with."""
        assert self._chain is not None
        assert self._seeds is not None
        return fair.key(self._seeds[use.number], self._game, use.label, self._chain.salts)

    def bot_seed(self, number: int, seat: int) -> bytes | None:
        """Where the bot on a seat has its chance from in a round; None if that is left to the system."""
        return None if self._chain is None else self._chain.bot_seed(number, seat)

    def tie_key(self) -> bytes:
        """What decides ties in this round (`fair.lot`): the key of its deal, which anybody can compute afterwards."""
        if not self._tie_key:
            deal = next((use for use, action in self._open if action.deals), None)
            proven = self._chain is not None and deal is not None
            self._tie_key = self._key(deal) if proven and deal is not None else self._stream(fair.SECRET_BYTES)
        return self._tie_key

    def announcement(self, *, deals: bool) -> list[Event]:
        """What to publish before the next chance fact: the commit of a new chain, if it needs one."""
        number = self._numbers.upcoming(deals=deals).number
        if self._chain is None or chain_of(number) <= len(self._commits):
            return []
        return [(None, Commit(commit=self._chain.next_commit(number)))]

    def note(self, action: Action) -> None:
        """Something happened in the match, or is read back from its journal."""
        if drawn(action):
            if action.deals:
                self._tie_key = b""
            self._open.append((self._numbers.take(deals=action.deals), action))
        elif isinstance(action, Commit):
            self._commits += (action.commit,)
        elif isinstance(action, Reveal) and self._open:
            self.over.append(
                wire.RoundDeals(
                    round=len(self.over) + 1,
                    numbers=tuple(use.number for use, _ in self._open),
                    seeds=action.seeds,
                    commits=self._commits,
                    lines=tuple(msgspec.Raw(write_line(None, fact)) for _, fact in self._open),
                )
            )
            self._open.clear()

    def revealing(self, lines: list[Event]) -> list[Event]:
        """These lines, with the seeds of the round behind its score, or before a result without one."""
        if self._chain is None or (len(lines) == 1 and lines[0][0] is not None):
            return lines  # the usual case, looked at quickly: somebody has acted, and nothing follows from it
        if not any(isinstance(action, Score | Result) for _, action in lines):
            return lines
        numbers, used, whole = self._numbers.copy(), [use.number for use, _ in self._open], list[Event]()
        ends = any(isinstance(action, Result) for _, action in lines)
        for by, action in lines:
            if drawn(action):
                used.append(numbers.take(deals=action.deals).number)
            if isinstance(action, Result):
                whole += self._reveal(used, ends=ends)
            whole.append((by, action))
            if isinstance(action, Score):
                whole += self._reveal(used, ends=ends)
                used, ends = [], False
        return whole

    def _reveal(self, numbers: list[int], *, ends: bool) -> list[Event]:
        assert self._chain is not None
        assert self._seeds is not None
        secret = self._chain.secret if ends and len(self._commits) > 1 else None
        seeds = tuple(self._seeds[number].hex() for number in numbers)
        return [(None, Reveal(seeds=seeds, secret=secret))] if seeds or secret else []

    def dealt(self, seating: Seating, options: dict[str, Any]) -> Dealt | None:
        """How the match was dealt, so that it can be done again; None if that cannot be, or is all known already."""
        if self._chain is None or not self._numbers.deals or len(self._commits) > 1 or self._chain.shared is not None:
            return None
        chain = msgspec.structs.replace(self._chain, again=None)
        deals, unused = tuple(self._numbers.deals), self._numbers.next
        return Dealt(chain=chain, deals=deals, next=unused, seating=seating, options=options)
