"""All circles of one server: opens them, finds them by id, and lets in whoever has a key, the secret or a code."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rumpus import wire
from rumpus.circle import Asking, Bounds, Circle, Device, Member, Refused, changes, file
from rumpus.circle.book import BookResult
from rumpus.circle.circle import Added, Event, Seen, Unvoted
from rumpus.circle.members import SEEN_S
from rumpus.contract import Malformed
from rumpus.journal import FIRST, Elsewhere, Unsaved
from rumpus.server.budget.costs import Cost
from rumpus.server.budget.limits import PerMinute
from rumpus.server.circles.debts import Debts, result_in
from rumpus.server.circles.keeper import CIRCLE, CircleKeeper, entries_in_slices, folded, head_of, problem_of
from rumpus.server.circles.tables import CircleTables
from rumpus.server.device_codes import DEVICE_CODE_S, DeviceCodes
from rumpus.server.loading import Loading
from rumpus.server.log_keeper import Gone
from rumpus.server.problems import HttpProblem, moved, no_such_circle, not_saved
from rumpus.server.work.slices import in_slices
from rumpus.table import CODE_LENGTH, LETTERS, Membership, hashed
from rumpus.table.book import Credit
from rumpus.wire import book

if TYPE_CHECKING:
    from rumpus.server.rooms import Rooms

log = logging.getLogger("rumpus.server")
ID_BYTES = 8
KEY_BYTES = 16
DEVICE_BYTES = 4
PUT_AWAY_S = 300.0  # how long a circle stays in memory after it was last used
IN_USE_S = 30.0  # a request may take this long from its key to its change, and its circle stays meanwhile
MOST_IN_MEMORY = 64 << 20  # bytes of results; beyond that those used longest ago go first
LOAD_MS_PER_KB = 0.02  # event loop time of reading a circle from the journal; measured, with a margin of two
LINE_MS = 0.05  # event loop time of reading an entry of a match; measured, with a margin of two
HOUR_S = 3600.0


class Here:
    """A member's device that has shown its key: the circle is open to it."""

    def __init__(self, keeper: CircleKeeper, member: Member, device: Device, key: str) -> None:
        self.keeper = keeper
        self.member = member
        self.device = device
        self.key = key


class Circles:
    """The circles of one server. Clock, randomness and journal are those of the rooms."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._journal = rooms.journal
        limits = rooms.limits
        self.bounds = Bounds(
            members=int(limits.circle_members), results=int(limits.circle_results), bytes=int(limits.circle_kb * 1024)
        )
        self.live: dict[str, CircleKeeper] = {}
        self.debts = Debts(self, rooms)
        self.tables = CircleTables(rooms)
        self._loading: Loading[CircleKeeper | None] = Loading()
        self._codes: DeviceCodes[tuple[str, str]] = DeviceCodes()
        clock, times = rooms.clock, limits.prefix_times
        self._opening = PerMinute(limits.circles_per_hour, clock, times, seconds=HOUR_S)
        self.wrong = PerMinute(limits.wrong_codes_per_minute, clock, times, limits.all_wrong_codes_per_minute)

    def _today(self) -> float:
        return self._rooms.today()

    def _fresh(self, size: int) -> str:
        return self._rooms.entropy(size).hex()

    def _new_device(self) -> tuple[str, Device]:
        """A new key, and the device that has it."""
        key, now = self._fresh(KEY_BYTES), self._today()
        return key, Device(id=self._fresh(DEVICE_BYTES), key=hashed(key), since=now, last=now)

    # Coming in

    async def open(self, ask: book.OpenCircle, address: str) -> book.CircleJoined:
        """Open a circle for its first member; raises `HttpProblem`, as do the other requests below."""
        self.may_open(address)
        key, device = self._new_device()
        first = Member(
            id=self._fresh(ID_BYTES),
            name=ask.member.name,
            avatar=ask.member.avatar,
            since=device.since,
            devices=(device,),
        )
        try:
            begun = changes.found(ask.name, first, self._fresh(changes.SECRET_BYTES))
        except (Malformed, Refused) as error:
            raise problem_of(error) from None
        events: list[Event] = [begun]
        if ask.match is not None:
            result = await self._played(ask.match, first.id, address)
            events += changes.from_table(Circle(begun), result, self.bounds)
        return self._joined(await self._begin(events), first.id, key)

    async def _played(self, match: book.PlayedMatch, member: str, address: str) -> BookResult:
        """The result of a match at a table of no circle, with the seat of whoever has this token as the member's."""
        self._must_not_guess(address)
        try:
            entries = await self._journal.record(match.record)
        except Malformed:
            entries = None
        result = None
        if entries:
            self._charge(address, LINE_MS * len(entries))
            result = await result_in(entries, match.record, self._today(), Credit(hashed(match.token), member))
        if result is None:
            self.wrong.take(address)
            raise HttpProblem(404, "table-no-record", "a match that you played at a table of no circle was expected")
        return result

    async def import_(self, text: bytes, member: str | None, address: str) -> book.CircleJoined:
        """Make a circle of an exported file. Its members have no devices, but for the one who brings it."""
        self.may_open(address)
        secret, now = self._fresh(changes.SECRET_BYTES), self._today()
        try:
            found = await in_slices(file.reading(text, secret, now, self.bounds))
        except Malformed as error:
            raise problem_of(error) from None
        members = found.begun.members
        me = members[0].id if member is None and len(members) == 1 else member
        if me is None or me not in {one.id for one in members if not one.former}:
            raise HttpProblem(400, "circle-who", "say which of the members in the file you are: ?member=ID")
        key, device = self._new_device()
        events = [found.begun, Added(member=me, device=device), *found.results]
        return self._joined(await self._begin(events), me, key)

    def may_open(self, address: str) -> None:
        """Count a new circle against what the address may do; raises `HttpProblem`."""
        if self._rooms.closing or self._rooms.busy():
            raise HttpProblem(503, "table-busy", "the server is busy; try again in a minute")
        if not self._opening.take(address):
            raise HttpProblem(429, "table-too-many", "too many circles were opened from here; try again in an hour")

    async def _begin(self, events: Sequence[Event]) -> CircleKeeper:
        id_ = self._fresh(ID_BYTES) + self._rooms.suffix
        entries = await entries_in_slices(events, 0, self._today())
        try:
            await self._journal.replace(head_of(id_, self._today()), entries)
        except Exception as error:
            raise not_saved(error) from None
        keeper = CircleKeeper(self._journal, id_, await folded(entries), len(entries) - 1, self._today)
        self._keep(keeper)
        log.info("circle-opened", extra={"circle": id_})
        return keeper

    async def look(self, ask: book.LookCircle, address: str) -> book.CircleInvitation:
        """What the link of a circle invites to."""
        circle = (await self._by_secret(ask.circle, ask.secret, address)).circle
        members = tuple(
            book.CircleGuest(id=member.id, name=member.name, avatar=member.avatar, free=not member.devices)
            for member in circle.members.values()
            if not member.former
        )
        return book.CircleInvitation(name=circle.name, members=members)

    async def join(self, ask: book.JoinCircle, address: str) -> book.CircleJoined:
        """Become a member by the circle's link, or come back as one who has no device any more."""
        keeper = await self._by_secret(ask.circle, ask.secret, address)
        key, device = self._new_device()
        new = Member(id=self._fresh(ID_BYTES), name=ask.name, avatar=ask.avatar, since=device.since, devices=(device,))

        def decide(circle: Circle) -> list[Event]:
            if circle.secret != ask.secret:
                raise no_such_circle()  # it was changed a moment ago
            if ask.member is not None:
                return [changes.come_back(circle, ask.member, device)]
            return [changes.join(circle, new, self.bounds)]

        await self.do(keeper, decide)
        return self._joined(keeper, ask.member or new.id, key)

    async def _by_secret(self, id_: str, secret: str, address: str) -> CircleKeeper:
        self._must_not_guess(address)
        keeper = await self.keeper(id_, address)
        if keeper is None or keeper.circle.secret != secret:
            self.wrong.take(address)
            raise no_such_circle()
        return keeper

    def _must_not_guess(self, address: str) -> None:
        if self.wrong.empty(address):
            raise HttpProblem(429, "table-too-many", "too many wrong links or codes came from here; wait a minute")

    async def code(self, here: Here) -> wire.DeviceCode:
        """A code that makes another device one of this member's; an earlier one of the same member stops working."""
        code = self._rooms.code_for_a_device()
        if self._rooms.shared_codes is not None:
            try:
                await self._rooms.shared_codes.issue(code, here.keeper.id, here.member.id)
            except Unsaved as error:
                raise not_saved(error) from None
        self._codes.issue(code, (here.keeper.id, here.member.id), self._rooms.clock())
        return wire.DeviceCode(code=code, valid_s=DEVICE_CODE_S)

    async def claim(self, ask: book.ClaimCircle, address: str) -> book.CircleJoined:
        """Be the member whose code this is, on one more device."""
        self._must_not_guess(address)
        code = "".join(letter for letter in ask.code.upper() if letter in LETTERS)[:CODE_LENGTH]
        member, keeper = await self._redeem(code, address)
        if keeper is None or not keeper.circle.members[member].devices:
            self.wrong.take(address)
            raise HttpProblem(404, "table-no-device", "this code is wrong, used or older than a minute")
        key, device = self._new_device()
        await self.do(keeper, lambda circle: [changes.add_device(circle, member, device)])
        return self._joined(keeper, member, key)

    async def _redeem(self, code: str, address: str) -> tuple[str, CircleKeeper | None]:
        """Whose code this is, and their circle; a code works once."""
        shared = self._rooms.shared_codes
        if shared is None:
            id_, member = self._codes.redeem(code, self._rooms.clock()) or ("", "")
            return member, await self.keeper(id_, address) if id_ else None
        try:
            id_, member = await shared.whose(code) or ("", "")
            keeper = await self.keeper(id_, address) if id_ else None
            known = keeper is not None and member in keeper.circle.members
            return (member, keeper) if known and await shared.redeem(code) is not None else ("", None)
        except Unsaved as error:
            raise not_saved(error) from None

    def _joined(self, keeper: CircleKeeper, member: str, key: str) -> book.CircleJoined:
        circle = keeper.circle
        return book.CircleJoined(circle=keeper.id, secret=circle.secret, member=member, device=key, name=circle.name)

    # Members

    async def enter(self, id_: str, key: str, address: str) -> Here:
        """The circle as it is open to the device with this key. A good key is never refused, however many are wrong."""
        keeper = await self.keeper(id_, address)
        owner = None if keeper is None else keeper.circle.owner(hashed(key))
        if keeper is None or owner is None:
            if not self.wrong.take(address):
                raise HttpProblem(429, "table-too-many", "too many wrong keys came from here; wait a minute")
            raise no_such_circle()
        keeper.used_at = self._rooms.clock()
        member, device = owner
        now = self._today()
        if now - device.last >= SEEN_S:
            await self.do(keeper, lambda circle: [Seen(device=device.id, at=now)])
        return Here(keeper, member, device, key)

    async def ask(self, here: Here, decide: Callable[[Circle, Asking], Sequence[Event]]) -> None:
        """Carry out what a member asks for, as the circle then is."""
        await self.do(here.keeper, self._asking(here, decide))

    def _asking(
        self, here: Here, decide: Callable[[Circle, Asking], Sequence[Event]]
    ) -> Callable[[Circle], Sequence[Event]]:
        def now(circle: Circle) -> Sequence[Event]:
            owner = circle.owner(hashed(here.key))
            if owner is None:
                raise no_such_circle()  # removed a moment ago
            return decide(circle, Asking(*owner, self._today(), self.bounds, self._fresh))

        return now

    async def do(self, keeper: CircleKeeper, decide: Callable[[Circle], Sequence[Event]]) -> None:
        """Change a circle; raises `HttpProblem`."""
        await self._guarded(keeper, keeper.do(decide))

    async def _guarded(self, keeper: CircleKeeper, work: Awaitable[None]) -> None:
        try:
            await work
        except (Malformed, Refused) as error:
            raise problem_of(error) from None
        except Gone as gone:
            raise no_such_circle() if keeper.removed else not_saved(gone) from None
        finally:
            if keeper.gone and self.live.get(keeper.id) is keeper:
                self._forget(keeper)

    async def clear(self, here: Here, ask: book.ClearCircle) -> None:
        """Clear the book, or remove the circle, once enough members want it; until then it is a vote."""
        if not ask.vote:
            await self.ask(here, lambda _, by: [Unvoted(what=ask.what, by=by.member.id)])
            return

        def vote(circle: Circle, by: Asking) -> Sequence[Event]:
            voted = changes.vote(circle, ask.what, by)
            return [] if voted is None else [voted]

        check = self._asking(here, vote)
        if ask.what == "circle":
            await self._guarded(here.keeper, here.keeper.drop(check))
        else:
            await self._guarded(here.keeper, here.keeper.clear(check))

    async def forget(self, here: Here, ask: book.ForgetMember) -> None:
        """Forget one's own name, or with enough votes that of a member who has no device any more."""
        member = ask.member or here.member.id
        if not ask.vote:
            await self.ask(here, lambda _, by: [Unvoted(what=f"member:{member}", by=by.member.id)])
            return
        check = self._asking(here, lambda circle, by: changes.forget(circle, member, by))
        await self._guarded(here.keeper, here.keeper.forget(check, member))

    async def _member_elsewhere(self, id_: str, key: str, address: str) -> str:
        """The member of a circle that another node has, as it is on disk; raises `HttpProblem`."""
        try:
            circle = await folded(await self._journal.entries(id_))
        except (Malformed, Unsaved, ValueError, KeyError) as error:
            raise not_saved(error) from None
        owner = circle.owner(hashed(key))
        if owner is None:
            self.wrong.take(address)
            raise no_such_circle()
        budgets, kb = self._rooms.budgets, self._journal.size(id_) / 1024
        budgets.charge(budgets.account(address), Cost(loop_ms=LOAD_MS_PER_KB * kb))
        self._journal.forget(id_)
        return owner[0].id

    async def membership(
        self, inside: wire.InCircle | None, key: str | None, address: str, *, joins: bool = False
    ) -> Membership | None:
        """Who opens or joins a table as a member of a circle; None for everybody else.

        Raises `HttpProblem`, and `Elsewhere` unless they join: their table may be at one node, their circle at another.
        """
        if inside is None:
            return None
        try:
            here = await self.enter(inside.id, key or "", address)
        except Elsewhere:
            if not joins:
                raise  # the table is opened where the circle is
            return Membership(inside.id, await self._member_elsewhere(inside.id, key or "", address))
        circle = here.keeper.circle
        if inside.table is None:
            return Membership(inside.id, here.member.id)
        if circle.league is None or circle.pairing(inside.table) is None:
            raise HttpProblem(409, "circle-no-pairing", "this table of the league is over, or does not exist yet")
        return Membership(inside.id, here.member.id, (circle.league.id, inside.table))

    def for_league(self, ask: wire.OpenTable, circle: Membership) -> wire.OpenTable:
        """The table that a member wants to open, with the game and the options of the league that it is for."""
        keeper = self.live.get(circle.circle)
        league = None if keeper is None else keeper.circle.league
        if league is None or league.game != ask.game:
            raise HttpProblem(409, "circle-no-pairing", "this league plays another game")
        return replace(ask, options=league.options)

    def view(self, here: Here) -> book.CircleView:
        """What this member sees of the circle."""
        keeper = here.keeper
        return book.circle_view(
            keeper.id, keeper.circle, here.member.id, here.device.id, self._today(), self.tables.open_to(keeper.id)
        )

    # In memory

    async def keeper(self, id_: str, address: str | None = None) -> CircleKeeper | None:
        """The keeper of a circle, read from the journal if need be; None if there is none.

        Raises `HttpProblem` and `Elsewhere`.
        """
        keeper = self.live.get(id_)
        if keeper is not None:
            keeper.used_at = self._rooms.clock()
            return keeper
        return await self._loading.once(id_, lambda: self._load(id_, address))

    async def _load(self, id_: str, address: str | None) -> CircleKeeper | None:
        try:
            head = await self._journal.head(id_)
            if head is None or head.kind != CIRCLE or self._rooms.closing:
                return None
            incarnation, epoch = self._rooms.incarnation, await self._journal.take(id_) or FIRST
            entries = await self._journal.entries(id_)
            circle = await folded(entries)
        except (Malformed, ValueError, KeyError) as error:  # a DecodeError is a ValueError
            why = type(error).__name__
            log.error("circle-unreadable", extra={"circle": id_, "why": why})  # noqa: TRY400 - a traceback shows names
            sentence = "this circle cannot be read; tell whoever runs the server"
            raise HttpProblem(503, "circle-unreadable", sentence) from None
        except Unsaved as error:
            raise not_saved(error) from None
        if incarnation != self._rooms.incarnation:
            raise moved()
        keeper = CircleKeeper(self._journal, id_, circle, entries[-1].seq, self._today, epoch)
        self._keep(keeper)
        if address is not None:
            self._charge(address, LOAD_MS_PER_KB * self._journal.size(id_) / 1024)
        return keeper

    def _charge(self, address: str, loop_ms: float) -> None:
        budgets = self._rooms.budgets
        budgets.charge(budgets.account(address), Cost(loop_ms=loop_ms))

    def _keep(self, keeper: CircleKeeper) -> None:
        keeper.used_at = self._rooms.clock()
        self.live[keeper.id] = keeper

    def let_all_go(self) -> None:
        """Other nodes may have all circles: each is read again when it is asked for."""
        for keeper in list(self.live.values()):
            keeper.gone = True
            self._forget(keeper)

    def _forget(self, keeper: CircleKeeper) -> None:
        self.live.pop(keeper.id, None)
        self._journal.forget(keeper.id)

    def tick(self) -> None:
        """Called every second: put circles away that nobody uses, and forget old codes."""
        now = self._rooms.clock()
        size = sum(keeper.circle.bytes for keeper in self.live.values())
        for keeper in sorted(self.live.values(), key=lambda one: one.used_at):
            idle_s = now - keeper.used_at
            unused = idle_s > PUT_AWAY_S or (size > MOST_IN_MEMORY and idle_s > IN_USE_S)
            if unused and not keeper.busy:
                size -= keeper.circle.bytes
                keeper.gone = True
                self._forget(keeper)
                self._rooms.release(keeper.id, keeper.epoch)
        self._codes.forget(now)
        self._opening.forget()
        self.wrong.forget()
        self.debts.tick()
