"""All circles of one server, for members with a key; `entrance.py` is for people who join."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from rumpus import wire
from rumpus.circle import Asking, Bounds, Circle, Device, Member, Refused, changes
from rumpus.circle.circle import Event, Seen, Unvoted
from rumpus.circle.members import SEEN_S
from rumpus.contract import Malformed
from rumpus.journal import Elsewhere, Entry, Unsaved
from rumpus.server.budget.limits import PerMinute
from rumpus.server.circles.debts import Debts
from rumpus.server.circles.entrance import Entrance
from rumpus.server.circles.keeper import CIRCLE, CircleKeeper, folded, problem_of
from rumpus.server.circles.tables import CircleTables
from rumpus.server.kept_logs import Logs
from rumpus.server.log_keeper import Gone, size_of
from rumpus.server.problems import HttpProblem, no_such_circle, not_saved
from rumpus.table import Membership, hashed
from rumpus.wire import book

if TYPE_CHECKING:
    from rumpus.server.rooms import Rooms

log = logging.getLogger("rumpus.server")


class Here:
    """A member's device that has shown its key: the circle is open to it."""

    def __init__(self, keeper: CircleKeeper, member: Member, device: Device, key: str) -> None:
        self.keeper = keeper
        self.member = member
        self.device = device
        self.key = key


class Circles(Logs[CircleKeeper]):
    """The circles of one server."""

    kind: ClassVar[str] = CIRCLE
    unreadable: ClassVar[str] = "circle-unreadable"

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(rooms)
        limits = rooms.limits
        self.bounds = Bounds(
            members=int(limits.circle_members), results=int(limits.circle_results), bytes=int(limits.circle_kb * 1024)
        )
        self.debts = Debts(self, rooms)
        self.tables = CircleTables(rooms)
        self.wrong = PerMinute(
            limits.wrong_codes_per_minute, rooms.clock, limits.prefix_times, limits.all_wrong_codes_per_minute
        )
        self.entrance = Entrance(self, rooms)

    def fresh(self, size: int) -> str:
        """So many bytes of chance, in hex."""
        return self._rooms.entropy(size).hex()

    # Members

    async def enter(self, id_: str, key: str, address: str) -> Here:
        """The circle for the device with this key. A valid key is never refused, however many wrong ones were sent."""
        keeper = await self.keeper(id_, address)
        owner = None if keeper is None else keeper.circle.owner(hashed(key))
        if keeper is None or owner is None:
            if not self.wrong.take(address):
                raise HttpProblem(429, "table-too-many", "too many wrong keys came from here; wait a minute")
            raise no_such_circle()
        keeper.used_at = self._rooms.clock()
        member, device = owner
        now = self._rooms.today()
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
            return decide(circle, Asking(*owner, self._rooms.today(), self.bounds, self.fresh))

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
            if keeper.gone:
                self.unload(keeper)

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
        """Forget the member's own name or, with enough votes, that of a member without devices."""
        member = ask.member or here.member.id
        if not ask.vote:
            await self.ask(here, lambda _, by: [Unvoted(what=f"member:{member}", by=by.member.id)])
            return
        check = self._asking(here, lambda circle, by: changes.forget(circle, member, by))
        await self._guarded(here.keeper, here.keeper.forget(check, member))

    async def _member_elsewhere(self, id_: str, key: str, address: str) -> str:
        """The member of a circle that another node has, as it is on disk; raises `HttpProblem`."""
        try:
            entries = await self._journal.entries(id_)
            circle = await folded(entries)
        except (Malformed, Unsaved, ValueError, KeyError) as error:
            raise not_saved(error) from None
        owner = circle.owner(hashed(key))
        if owner is None:
            self.wrong.take(address)
            raise no_such_circle()
        self.charge_reading(address, size_of(entries))
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
        league = keeper.circle.league
        return book.circle_view(
            keeper.id,
            keeper.circle,
            here.member.id,
            here.device.id,
            self._rooms.today(),
            self.tables.open_to(keeper.id, None if league is None else league.id),
        )

    # In memory

    def log_unreadable(self, id_: str, why: str) -> None:
        log.error("circle-unreadable", extra={"circle": id_, "why": why})

    async def made(self, id_: str, entries: Sequence[Entry], epoch: int) -> CircleKeeper:
        """The circle that these entries make."""
        return CircleKeeper(self._journal, id_, await folded(entries), entries, self._rooms.today, epoch)

    def tick(self) -> None:
        """Called every second: unload circles that nobody uses, and forget old codes."""
        self.put_away()
        self.entrance.tick()
        self.wrong.forget()
        self.debts.tick()
