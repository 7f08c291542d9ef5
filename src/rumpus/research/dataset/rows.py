"""One match of a dataset as plain values: the match, every event, and every decision of a seat."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from rumpus import record
from rumpus.contract import Event, Malformed, State
from rumpus.games import game
from rumpus.lines import Sits
from rumpus.record import Record
from rumpus.research import simulate
from rumpus.research.encodings import Encoding
from rumpus.research.encodings.registry import kind_of

_encode = msgspec.json.Encoder().encode


class MatchRow(msgspec.Struct, frozen=True):
    """One match."""

    match: int  # its number in the dataset, from 0
    source: str  # the file, or the seed and number of a simulated match
    game: str
    players: int
    options: str  # JSON, every option written out
    bots: tuple[str | None, ...]  # by seat when the match began; None for a person
    names: tuple[str, ...] | None  # by seat; None unless asked for
    rounds: int
    decisions: int
    seconds: float
    totals: tuple[int, ...]  # by party: the seats that score together
    parties: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...] | None  # parties; None while nobody has won
    why: str | None  # finished, stopped or abandoned; None where the record ends before the match does


class EventRow(msgspec.Struct, frozen=True):
    """One line of the record."""

    match: int
    n: int
    at_s: float
    seat: int | None  # None for the house and the table
    do: str
    action: str  # JSON, as in the record


class StepRow(msgspec.Struct):
    """One decision of a seat, and what came of it until its next one."""

    match: int
    n: int  # the line of the record
    at_s: float
    round: int
    seat: int
    bot: str | None
    action: int | None  # by the encoding; None where it has no number (taking a discard back)
    legal: list[int]  # what the seat could have chosen, by the encoding
    observation: list[float]  # what the seat saw before it
    reward: float = 0.0
    last: bool = False  # the seat's last decision of the match


class Rows(msgspec.Struct, frozen=True):
    """All that a dataset says of one match. Without an encoding for the game there are no steps."""

    match: MatchRow
    events: list[EventRow]
    steps: list[StepRow]
    after: dict[int, list[float]]  # what each seat saw when the record ended


class Simulated(msgspec.Struct, frozen=True):
    """A match that is played for the dataset."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: int | str
    number: int


class Source(msgspec.Struct, frozen=True):
    """Where one match comes from: the path of a record, or a simulation."""

    number: int  # in the dataset
    of: str | Simulated


class Unusable(msgspec.Struct, frozen=True):
    """A record that could not be read, and why."""

    path: str
    reason: str


def rows_of(source: Source, *, memory: bool = False, names: bool = False) -> Rows | Unusable:
    """The rows of one match: read and checked, or played."""
    if isinstance(source.of, Simulated):
        played = source.of
        seed = (played.seed, played.number)
        match = simulate.play(played.game, played.options, played.bots, seed, keep_record=True)
        assert match.record is not None
        found = record.read(match.record.splitlines())
        return _Reader(found, source.number, f"seed {played.seed}, match {played.number}", memory, names).rows()
    try:
        with Path(source.of).open("rb") as lines:
            found = record.read(lines)
        return _Reader(found, source.number, Path(source.of).name, memory, names).rows()
    except OSError as error:
        return Unusable(source.of, error.strerror or str(error))
    except Malformed as error:
        return Unusable(source.of, str(error))


def encoding_of(name: str, options: dict[str, Any], players: int, memory: bool) -> Encoding | None:
    """The encoding of a table, if its game has one."""
    try:
        kind = kind_of(name)
    except Malformed:
        return None
    return kind(game(name, options, strict=False), players, memory=memory)


class _Reader:
    """Replays one record and notes what each seat saw, chose and got."""

    def __init__(self, found: Record, number: int, source: str, memory: bool, names: bool) -> None:
        header = found.header
        self.record, self.number, self.source = found, number, source
        self.players = len(header.seats)
        self.rules = found.rules()
        self.coded = encoding_of(header.game, header.options, self.players, memory)
        self.memory = self.rules.memory()
        self.bots = [chair.bot for chair in header.seats]
        self.names = tuple(chair.name for chair in header.seats) if names else None
        self.events: list[EventRow] = []
        self.steps: list[StepRow] = []
        self.latest: dict[int, StepRow] = {}  # of each seat
        self.early = [0.0] * self.players  # rewards before a seat's first decision

    def rows(self) -> Rows:
        state = self.rules.new(self.record.seating())
        began_with = tuple(self.bots)
        before = state.totals
        due: deque[Event] = deque()  # what follows from the last action by the rules, and was nobody's decision
        for number, line in enumerate(self.record.lines, 2):
            if not line.action.fact:
                decided = line.by is not None and not due and self.coded is not None
                step = self._decision(state, line) if decided else None
                record.follow(number, line, state, due)
                if step is not None:
                    self._take(step)
                self._earn(before, state)
                before = state.totals
            self._event(line)
        return self._whole(state, began_with)

    def _decision(self, state: State, line: record.Line) -> StepRow:
        """What a seat saw, could do and did."""
        assert self.coded is not None
        assert line.by is not None
        view = state.view(line.by)
        try:
            number: int | None = self.coded.number(self.coded.canonical(view, line.action))
        except KeyError:  # the rules are about to refuse it
            number = None
        legal = [one for one in self.coded.numbered(self._legal(state, line.by)) if one < self.coded.actions]
        if number is not None and number >= self.coded.actions:
            number = None
        elif number is not None and number not in legal:
            legal = sorted([*legal, number])  # it was legal when it was sent, as a card in the air was (WS-18)
        seen = self.coded.encode(view, self.memory if self.coded.memory else None)
        stamp = (self.number, line.n, line.at, state.round, line.by, self.bots[line.by])
        return StepRow(*stamp, number, legal, seen)

    @staticmethod
    def _legal(state: State, seat: int) -> Sequence[Any]:
        return state.legal(seat) if seat in state.to_act() else ()

    def _take(self, step: StepRow) -> None:
        step.reward += self.early[step.seat]
        self.early[step.seat] = 0.0
        self.latest[step.seat] = step
        self.steps.append(step)

    def _earn(self, before: tuple[int, ...], state: State) -> None:
        if self.coded is None or state.totals == before:
            return
        for seat, reward in enumerate(self.coded.rewards(before, state.totals, state.parties())):
            if seat in self.latest:
                self.latest[seat].reward += reward
            else:
                self.early[seat] += reward

    def _event(self, line: record.Line) -> None:
        action = line.action
        if isinstance(action, Sits):
            self.bots[action.seat] = action.bot
            if self.names is None:
                action = msgspec.structs.replace(action, name=f"seat {action.seat}")
        if not action.fact:
            self.memory.saw(line.by, self.rules.told(line.by, action, None))
        do = str(action.__struct_config__.tag)
        self.events.append(EventRow(self.number, line.n, line.at, line.by, do, _encode(action).decode()))

    def _whole(self, state: State, bots: tuple[str | None, ...]) -> Rows:
        header, outcome = self.record.header, state.outcome()
        for step in self.latest.values():
            step.last = True
        remembered = self.memory if self.coded is not None and self.coded.memory else None
        after = {seat: self.coded.encode(state.view(seat), remembered) for seat in self.latest} if self.coded else {}
        match = MatchRow(
            match=self.number,
            source=self.source,
            game=header.game,
            players=self.players,
            options=_encode(header.options).decode(),
            bots=bots,
            names=self.names,
            rounds=len(state.sheet),
            decisions=len(self.steps),
            seconds=self.record.lines[-1].at if self.record.lines else 0.0,
            totals=tuple(state.totals),
            parties=state.parties(),
            winners=None if outcome is None else outcome.winners,
            why=None if outcome is None else outcome.why,
        )
        return Rows(match, self.events, self.steps, after)
