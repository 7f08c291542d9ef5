"""Joining a circle: opening a new one, by its link, by a code for another device, or from a file."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rumpus import wire
from rumpus.circle import Circle, Device, Member, Refused, changes, file
from rumpus.circle.book import BookResult
from rumpus.circle.circle import Added, Event
from rumpus.contract import Malformed
from rumpus.journal import FIRST, Unsaved
from rumpus.server.budget.limits import PerMinute
from rumpus.server.circles.debts import result_in
from rumpus.server.circles.keeper import RESULTS, CircleKeeper, entries_in_slices, head_of, problem_of
from rumpus.server.device_codes import DEVICE_CODE_S, DeviceCodes
from rumpus.server.problems import HttpProblem, no_such_circle, not_saved
from rumpus.server.work.slices import in_slices
from rumpus.table import CODE_LENGTH, LETTERS, hashed
from rumpus.table.book import Credit
from rumpus.wire import book

if TYPE_CHECKING:
    from rumpus.server.circles.circles import Circles, Here
    from rumpus.server.rooms import Rooms

log = logging.getLogger("rumpus.server")
ID_BYTES = 8
KEY_BYTES = 16
DEVICE_BYTES = 4
LINE_MS = 0.05  # event loop time of reading an entry of a match; measured, with a margin of two
HOUR_S = 3600.0


class Entrance:
    """How people who have no key yet come into the circles of one server."""

    def __init__(self, circles: Circles, rooms: Rooms) -> None:
        self._circles = circles
        self._rooms = rooms
        self._journal = rooms.journal
        self._codes: DeviceCodes[tuple[str, str]] = DeviceCodes()
        limits = rooms.limits
        self._opening = PerMinute(limits.circles_per_hour, rooms.clock, limits.prefix_times, seconds=HOUR_S)
        self._importing = asyncio.Lock()  # files are long: several at once would each take their slice in every turn

    def _new_device(self) -> tuple[str, Device]:
        """A new key, and the device that has it."""
        key, now = self._circles.fresh(KEY_BYTES), self._rooms.today()
        return key, Device(id=self._circles.fresh(DEVICE_BYTES), key=hashed(key), since=now, last=now)

    async def open(self, ask: book.OpenCircle, address: str) -> book.CircleJoined:
        """Open a circle for its first member; raises `HttpProblem`, as do the other requests below."""
        self.may_open(address)
        key, device = self._new_device()
        first = Member(
            id=self._circles.fresh(ID_BYTES),
            name=ask.member.name,
            avatar=ask.member.avatar,
            since=device.since,
            devices=(device,),
        )
        try:
            begun = changes.found(ask.name, first, self._circles.fresh(changes.SECRET_BYTES))
        except (Malformed, Refused) as error:
            raise problem_of(error) from None
        events: list[Event] = [begun]
        if ask.match is not None:
            result = await self._played(ask.match, first.id, address)
            events += changes.from_table(Circle(begun), result, self._circles.bounds)
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
            self._circles.charge(address, LINE_MS * len(entries))
            result = await result_in(entries, match.record, self._rooms.today(), Credit(hashed(match.token), member))
        if result is None:
            self._circles.wrong.take(address)
            raise HttpProblem(404, "table-no-record", "a match that you played at a table of no circle was expected")
        return result

    async def import_(self, text: bytes, member: str | None, address: str) -> book.CircleJoined:
        """Make a circle of an exported file. Its members have no devices, but for the one who brings it."""
        self.may_open(address)
        async with self._importing:
            return await self._imported(text, member)

    async def _imported(self, text: bytes, member: str | None) -> book.CircleJoined:
        secret, now = self._circles.fresh(changes.SECRET_BYTES), self._rooms.today()
        try:
            found = await in_slices(file.reading(text, secret, now, self._circles.bounds), RESULTS)
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
        id_ = self._circles.fresh(ID_BYTES) + self._rooms.suffix
        entries = await entries_in_slices(events, 0, self._rooms.today())
        try:
            await self._journal.replace(head_of(id_, self._rooms.today()), entries)
        except Exception as error:
            raise not_saved(error) from None
        keeper = await self._circles.made(id_, entries, FIRST)
        self._circles.keep(keeper)
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
        new = Member(
            id=self._circles.fresh(ID_BYTES), name=ask.name, avatar=ask.avatar, since=device.since, devices=(device,)
        )

        def decide(circle: Circle) -> list[Event]:
            if circle.secret != ask.secret:
                raise no_such_circle()  # it was changed a moment ago
            if ask.member is not None:
                return [changes.come_back(circle, ask.member, device)]
            return [changes.join(circle, new, self._circles.bounds)]

        await self._circles.do(keeper, decide)
        return self._joined(keeper, ask.member or new.id, key)

    async def _by_secret(self, id_: str, secret: str, address: str) -> CircleKeeper:
        self._must_not_guess(address)
        keeper = await self._circles.keeper(id_, address)
        if keeper is None or keeper.circle.secret != secret:
            self._circles.wrong.take(address)
            raise no_such_circle()
        return keeper

    def _must_not_guess(self, address: str) -> None:
        if self._circles.wrong.empty(address):
            raise HttpProblem(429, "table-too-many", "too many wrong links or codes came from here; wait a minute")

    async def code(self, here: Here) -> wire.DeviceCode:
        """A code that makes another device one of this member's; an earlier one of the same member stops working."""
        code = self._rooms.seating.code_for_a_device()
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
            self._circles.wrong.take(address)
            raise HttpProblem(404, "table-no-device", "this code is wrong, used or older than a minute")
        key, device = self._new_device()
        await self._circles.do(keeper, lambda circle: [changes.add_device(circle, member, device)])
        return self._joined(keeper, member, key)

    async def _redeem(self, code: str, address: str) -> tuple[str, CircleKeeper | None]:
        """Whose code this is, and their circle; a code works once."""
        shared = self._rooms.shared_codes
        if shared is None:
            id_, member = self._codes.redeem(code, self._rooms.clock()) or ("", "")
            return member, await self._circles.keeper(id_, address) if id_ else None
        try:
            id_, member = await shared.whose(code) or ("", "")
            keeper = await self._circles.keeper(id_, address) if id_ else None
            known = keeper is not None and member in keeper.circle.members
            return (member, keeper) if known and await shared.redeem(code) is not None else ("", None)
        except Unsaved as error:
            raise not_saved(error) from None

    def _joined(self, keeper: CircleKeeper, member: str, key: str) -> book.CircleJoined:
        circle = keeper.circle
        return book.CircleJoined(circle=keeper.id, secret=circle.secret, member=member, device=key, name=circle.name)

    def tick(self) -> None:
        """Called every second: forget old codes."""
        self._codes.forget(self._rooms.clock())
        self._opening.forget()
