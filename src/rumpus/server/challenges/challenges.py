"""All challenges of one server: finds them, lets devices begin or continue, and accepts the results."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from rumpus import wire
from rumpus.challenge import (
    GRACE_S,
    Challenge,
    Entered,
    Event,
    Finished,
    Outcome,
    Plan,
    Set,
    Taken,
    date_of,
    day_id,
    day_of,
    encode,
    ends_at,
    plan_of_day,
    read_first,
    seated,
    yesterday,
)
from rumpus.contract import Malformed
from rumpus.fair import new_chain
from rumpus.games import GAMES
from rumpus.journal import Conflict, Elsewhere, Entry, Head, Owed, Unsaved
from rumpus.journal.files import file_of, suffix_of
from rumpus.lobby import Challenge as AtTable
from rumpus.server.budget.limits import PerMinute
from rumpus.server.challenges.devices import checked_key, device_of, player_in, token_of
from rumpus.server.kept_logs import Logs
from rumpus.server.log_keeper import Gone, LogKeeper, size_of
from rumpus.server.problems import HttpProblem, not_saved
from rumpus.server.work import jobs
from rumpus.server.work.judging import Verdict, judge, judge_first, read_verdict
from rumpus.server.work.replay import Rows, rows_of
from rumpus.server.work.slices import in_slices
from rumpus.table import Note, Step, Table, hashed
from rumpus.wire import challenge as views

if TYPE_CHECKING:
    from rumpus.server.rooms import Rooms

log = logging.getLogger("rumpus.server")
CHALLENGE = "challenge"  # the kind of its log
BEAT = "beat-"  # how the id of a match with a score to beat begins
SLICE = 200  # entries of its log; one takes about 3 us
ID_BYTES = 12
TABLE_BYTES = 8
ONLY = 1  # the number of the only person at the table of an entry
HOUR_S = 3600.0
ChallengeKeeper = LogKeeper[Challenge, Event]


class Challenges(Logs[ChallengeKeeper]):
    """The challenges of one server. Clock, randomness, journal and tables are those of the rooms."""

    kind: ClassVar[str] = CHALLENGE
    unreadable: ClassVar[str] = "challenge-unreadable"

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(rooms)
        clock, limits = rooms.clock, rooms.limits
        self._entering = PerMinute(limits.entries_per_hour, clock, limits.prefix_times, seconds=HOUR_S)
        self._setting = PerMinute(limits.challenges_per_hour, clock, limits.prefix_times, seconds=HOUR_S)

    # Looking

    async def daily(self, key: str | None, address: str) -> views.DailyView:
        """The deals of today; raises `HttpProblem`, as do the other requests below."""
        now = self._rooms.today()
        date = date_of(now)
        games = []
        for game in GAMES:
            id_ = day_id(date, game)
            games.append(views.day_view(id_, game, await self._as_it_is(id_, address), device_of(id_, key)))
        return views.DailyView(date=date, before=yesterday(date), next_s=ends_at(date) - now, games=tuple(games))

    async def _as_it_is(self, id_: str, address: str) -> Challenge | None:
        """A challenge to look at, also if another node has it."""
        try:
            keeper = await self.keeper(id_, address)
        except Elsewhere:
            entries = await self._journal.entries(id_)
            self.charge_reading(address, size_of(entries))
            return await self._folded(entries)
        return None if keeper is None else keeper.kept

    async def show(self, id_: str, key: str | None, address: str) -> views.ChallengeView:
        """What is played, and the results so far. The deal of today can be looked at before anybody has played it."""
        return self.view(await self.found(id_, address), device_of(id_, key))

    async def found(self, id_: str, address: str) -> ChallengeKeeper:
        """The keeper of a challenge, which is created at the first access. Raises `HttpProblem`."""
        keeper = await self.keeper(id_, address)
        if keeper is None and (first := self.first_of(id_)) is not None:
            with suppress(Conflict):  # somebody else was first
                await self.write_first(id_, first)
            keeper = await self.keeper(id_)
        if keeper is None:
            raise _no_such()
        return keeper

    def view(self, keeper: ChallengeKeeper, device: str) -> views.ChallengeView:
        day = keeper.kept.plan.day
        ends_s = None if day is None else max(0.0, ends_at(day) - self._rooms.today())
        return views.challenge_view(
            keeper.id, keeper.kept, device, ends_s=ends_s, told=day is not None and self.told(day)
        )

    def told(self, day: str) -> bool:
        """Whether everybody may know the cards of this day: it is over, and so are its last matches."""
        return self._rooms.today() >= ends_at(day) + GRACE_S

    async def may_see(self, day: str, game: str, owner: str | None, key: str | None, address: str) -> bool:
        """Whether a device may see the record of a match of this day, which the device `owner` played."""
        if self.told(day):
            return True
        id_ = day_id(day, game)
        device = device_of(id_, key)
        if key is None or device == owner:
            return key is not None
        keeper = await self.keeper(id_, address)
        return keeper is not None and device in keeper.kept.outcomes

    # Playing

    async def enter(self, id_: str, ask: views.EnterChallenge, key: str | None, address: str) -> wire.Seated:
        """Open a table for this device, or find the one that it plays at."""
        checked = checked_key(key)
        keeper = await self.found(id_, address)
        device = device_of(id_, checked)
        if device not in keeper.kept.tables or device in keeper.kept.outcomes:
            await self._begin(keeper, device, ask, checked, address)
        # The table may be at another node, which the token leads to
        name = keeper.kept.tables[device]
        head = await self._journal.head(name)
        if head is None:
            raise HttpProblem(410, "challenge-gone", "the table of this device was removed with other old ones")
        game, token = keeper.kept.plan.game, token_of(name, id_, checked)
        return wire.Seated(token=token, person=ONLY, code=head.code, link=f"/#{head.code}", game=game)

    async def _begin(
        self, keeper: ChallengeKeeper, device: str, ask: views.EnterChallenge, key: str, address: str
    ) -> None:
        async def open_table() -> None:
            challenge = keeper.kept
            must_be_new(challenge, device)
            if device in challenge.tables:
                return  # a second request of the same device
            if device in challenge.away:
                raise HttpProblem(409, "challenge-away", "this device has taken the deal with it, and plays it there")
            self.must_be_open(challenge, address)
            name = self._rooms.entropy(TABLE_BYTES).hex() + suffix_of(file_of(keeper.id))  # in the same file
            await self._open_table(keeper.id, challenge, name, device, ask, token_of(name, keeper.id, key))
            await keeper.write_now(lambda _: [Entered(device=device, table=name)])

        await self.guarded(keeper, open_table)

    def must_be_open(self, challenge: Challenge, address: str) -> None:
        day = challenge.plan.day
        if day is not None and day != date_of(self._rooms.today()):
            raise HttpProblem(409, "challenge-over", "this day is over; the deal of today was expected")
        if challenge.begun >= self._rooms.limits.challenge_entries:
            raise HttpProblem(409, "challenge-full", "as many people play this as the server allows")
        if not self._entering.take(address):
            raise HttpProblem(429, "table-too-many", "too many entries were begun from here; try again in an hour")
        self._rooms.seating.must_take_tables(address)

    async def _open_table(
        self, id_: str, challenge: Challenge, name: str, device: str, ask: views.EnterChallenge, token: str
    ) -> None:
        setter, steps = challenge.setter, list[Step | Note]()
        plan = challenge.plan
        at = AtTable(id=id_, day=plan.day)
        if setter is not None:
            at = AtTable(id=id_, by=setter.name, points=setter.points, round=plan.round)
        try:
            lobby = seated(plan, at, device, (ask.name, ask.avatar), hashed(token))
        except Malformed as error:
            raise HttpProblem(400, error.key, str(error)) from None
        await self._rooms.put_up(name, Table.entry(lobby, self._rooms.entropy, steps.append), steps)

    async def guarded(self, keeper: ChallengeKeeper, work: Callable[[], Awaitable[None]]) -> None:
        """Write to a challenge when nothing else does; raises `HttpProblem`."""
        try:
            await keeper.in_turn(work)
        except Gone as gone:
            raise not_saved(gone) from None
        finally:
            if keeper.gone:
                self.unload(keeper)

    # Challenges that begin

    def first_of(self, id_: str) -> Set | None:
        """The deal of today, drawn now. Before somebody looks at the day, nobody can know its cards."""
        found = day_of(id_)
        if found is None or found[0] != date_of(self._rooms.today()) or found[1] not in GAMES:
            return None
        return Set(plan=plan_of_day(found[1], found[0], new_chain(self._rooms.entropy)))

    def new_id(self, plan: Plan, outcome: Outcome) -> str:
        """The id of a new match with a score to beat."""
        return BEAT + self._rooms.entropy(ID_BYTES).hex() + self._rooms.suffix

    async def write_first(self, id_: str, first: Set) -> None:
        """Write the first entry of a challenge; raises `Conflict`, and `HttpProblem` if it cannot be saved."""
        at = self._rooms.today()
        try:
            # Its code is its id, which no room code can be, and by which nobody looks
            await self._journal.open(Head(id_, id_, at, CHALLENGE), Entry(0, at, None, encode(first)))
        except Unsaved as error:
            raise not_saved(error) from None
        log.info("challenge-opened", extra={"challenge": id_})

    async def set_up(self, ask: views.SetChallenge, key: str | None, address: str) -> views.ChallengeView:
        """Make a challenge of a finished match against bots, or of one round: the same deals, and the score to beat."""
        checked = checked_key(key)
        table = await self._rooms.keeper(ask.token.partition(".")[0])
        person = None if table is None else table.table.person_of(ask.token)
        lobby = None if table is None else table.table.lobby
        if table is None or lobby is None or person is None or lobby.stage != "over" or lobby.record is None:
            raise HttpProblem(404, "table-no-such", "the seat of a match that is over was expected")
        if lobby.challenge is not None:
            raise HttpProblem(409, "challenge-no-match", "this match is a challenge already; share its own link")
        if lobby.dealt is None or lobby.seat_of(person) is None:
            raise _no_match()
        if not self._setting.take(address):
            raise HttpProblem(429, "table-too-many", "too many challenges were made from here; try again in an hour")
        record, entries = lobby.record, await self._journal.record(lobby.record)
        if entries is None:
            raise _no_match()
        seats = tuple(place.bot if place else "" for place in lobby.seats)
        now = self._rooms.today()
        verdict = await self.judged(
            rows_of(entries), judge_first, encode(lobby.dealt), seats, record, now, ask.round, address=address
        )
        if verdict.outcome is None or verdict.plan is None:
            raise HttpProblem(409, "challenge-no-match", f"a match that counts was expected: {verdict.why}")
        id_ = self.new_id(verdict.plan, verdict.outcome)
        with suppress(Conflict):  # the same again, where the id says all of it
            await self.write_first(id_, Set(plan=verdict.plan, device=device_of(id_, checked), outcome=verdict.outcome))
        return await self.show(id_, checked, address)

    # Results

    def owns(self, id_: str) -> bool:
        """Whether a log of this id is a challenge."""
        return id_.startswith(BEAT) or day_of(id_) is not None

    def owed_by(self, step: Step) -> Owed | None:
        """The challenge that is owed the record that ends with this step."""
        lobby = step.lobby
        if step.record is None or lobby is None or lobby.challenge is None:
            return None
        return Owed(step.record, lobby.challenge.id, self._rooms.today())

    async def take(self, owed: Owed, entries: Sequence[Entry]) -> None:
        """Judge a match that is over, and write what it was worth. Raises `HttpProblem` if that has to wait."""
        keeper = await self.keeper(owed.log)
        device = player_in(entries)
        if keeper is None or device is None or device in keeper.kept.outcomes:
            return
        plan = keeper.kept.plan
        if plan.day is not None and owed.at >= ends_at(plan.day) + GRACE_S:
            verdict = Verdict(why="the day was over")
        else:
            verdict = await self.judged(rows_of(entries), judge, encode(plan), owed.record, owed.at)
        await self.finish(keeper, device, verdict)

    async def finish(self, keeper: ChallengeKeeper, device: str, verdict: Verdict) -> None:
        """Write what the match of a device was worth, once."""
        if verdict.outcome is None:
            log.warning("result-does-not-count", extra={"challenge": keeper.id, "why": verdict.why})
        finished = Finished(device=device, outcome=verdict.outcome)
        await self.guarded(
            keeper,
            lambda: keeper.write_now(lambda now: [] if device in now.outcomes else [finished]),
        )

    async def judged(
        self, source: Rows | bytes, how: Callable[..., bytes], *facts: object, address: str = ""
    ) -> Verdict:
        """What a match was worth, found in a thinking process; raises `HttpProblem` if that has to wait."""
        try:
            found = await self._rooms.think(jobs.RECORD, (address, ""), how, source, *facts)
        except jobs.TooLong:
            return Verdict(why="it is too long to be checked")
        except jobs.NoAnswer:
            raise HttpProblem(503, "table-busy", "many records are being checked; try again in a minute") from None
        return read_verdict(bytes(found))

    # In memory

    def log_unreadable(self, id_: str, why: str) -> None:
        log.error("challenge-unreadable", extra={"challenge": id_, "why": why})

    async def made(self, id_: str, entries: Sequence[Entry], epoch: int) -> ChallengeKeeper:
        """The challenge that these entries make."""
        today = self._rooms.today
        return LogKeeper(self._journal, id_, await self._folded(entries), entries, today, _entries_of, epoch)

    async def _folded(self, entries: Sequence[Entry]) -> Challenge:
        lowest_wins = GAMES[read_first(entries[0].body).plan.game].lowest_wins
        return await in_slices(Challenge.folding((entry.body for entry in entries), lowest_wins=lowest_wins), SLICE)

    def tick(self) -> None:
        """Called every second: unload challenges that nobody uses."""
        self.put_away()
        self._entering.forget()
        self._setting.forget()


def must_be_new(challenge: Challenge, device: str) -> None:
    """Raise `HttpProblem` if this device has had its try."""
    if device in challenge.outcomes:
        raise HttpProblem(409, "challenge-done", "this device has played it already; everybody has one try")


def _entries_of(events: Sequence[Event], first: int, at: float, epoch: int) -> list[Entry]:
    """Events as entries of the journal; the keys see to it that a device begins and ends once."""
    return [Entry(first + place, at, _key_of(event), encode(event), epoch=epoch) for place, event in enumerate(events)]


def _key_of(event: Event) -> str | None:
    if isinstance(event, Entered | Taken):
        return f"entered:{event.device}"
    return f"result:{event.device}" if isinstance(event, Finished) else None


def _no_such() -> HttpProblem:
    return HttpProblem(404, "challenge-no-such", "there is no such deal here, or it was removed with old tables")


def _no_match() -> HttpProblem:
    return HttpProblem(409, "challenge-no-match", "a match that one person played to its end against bots was expected")
