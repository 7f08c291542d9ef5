"""How people get a seat: they open a table, join one by its code, or move their seat to another device."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from rumpus import wire
from rumpus.contract import Malformed
from rumpus.journal import Conflict, Lost, Unsaved
from rumpus.journal.files import file_of, suffix_of
from rumpus.server.budget.limits import PerMinute
from rumpus.server.device_codes import DEVICE_CODE_S, DeviceCodes
from rumpus.server.problems import HttpProblem, moved, no_such_table, not_saved, restarting
from rumpus.table import CODE_LENGTH, LETTERS, Declined, Membership, Note, Step, Table, new_code

if TYPE_CHECKING:
    from rumpus.server.keeping.keeper import Keeper
    from rumpus.server.rooms import Rooms

TABLE_BYTES = 8
TOKEN_BYTES = 16


class Seating:
    """Gives people seats at the tables of one server, as often as their address may ask for them."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        limits = rooms.limits
        self._devices: DeviceCodes[tuple[str, int]] = DeviceCodes()
        self._opening = self._per_minute(limits.tables_per_minute)
        self._joining = self._per_minute(limits.joins_per_minute)
        self.wrong_codes = self._per_minute(limits.wrong_codes_per_minute, limits.all_wrong_codes_per_minute)

    def _per_minute(self, number: float, total: float | None = None) -> PerMinute:
        return PerMinute(number, self._rooms.clock, self._rooms.limits.prefix_times, total)

    def forget(self) -> None:
        """Forget what no longer matters. Called every second."""
        for limit in (self._opening, self._joining, self.wrong_codes):
            limit.forget()
        self._devices.forget(self._rooms.clock())

    # What an address may do

    def must_take_tables(self, address: str) -> None:
        """Raise `HttpProblem` unless one more table may be opened from this address, and count it."""
        if self._rooms.closing or self._rooms.busy():
            raise HttpProblem(503, "table-busy", "the server has all the tables it can serve; try again in a minute")
        self.may_open(address)

    def may_open(self, address: str) -> None:
        """Count a new table against what the address may do; raises `HttpProblem`."""
        if not self._opening.take(address):
            raise HttpProblem(429, "table-too-many", "too many tables were opened from here; wait a minute")

    def may_join(self, address: str) -> None:
        """The same for joining one."""
        if not self._joining.take(address):
            raise HttpProblem(429, "table-too-many", "too many people joined from here; wait a minute")

    def may_guess(self, address: str) -> None:
        """Raises `HttpProblem` if too many wrong codes came from this address."""
        if self.wrong_codes.empty(address):
            raise HttpProblem(429, "table-too-many", "too many wrong codes came from here; wait a minute")

    # Opening and joining

    def _token(self, table: str) -> str:
        """The secret of one person's seat: the table's name, and 128 random bits."""
        return f"{table}.{self._rooms.entropy(TOKEN_BYTES).hex()}"

    async def open(self, ask: wire.OpenTable, address: str, circle: Membership | None = None) -> wire.Seated:
        """Open a table for its host; raises `HttpProblem`, as do the other requests below."""
        self.must_take_tables(address)
        rooms = self._rooms
        suffix = rooms.suffix if circle is None else suffix_of(file_of(circle.circle))  # in the same file as its circle
        name = rooms.entropy(TABLE_BYTES).hex() + suffix
        token = self._token(name)
        steps: list[Step | Note] = []
        try:
            table = Table.open(
                ask, token, rooms.entropy, steps.append, scripted_for_all=rooms.scripted_for_all, circle=circle
            )
        except Malformed as error:
            raise HttpProblem(400, error.key, str(error)) from None
        except Declined as no:
            raise HttpProblem(
                400, no.reason, "a table has room for its host and as many bots as the game has seats"
            ) from None
        keeper = await rooms.put_up(name, table, steps)
        return self._seated(keeper, token, table.lobby.newest)

    def _seated(self, keeper: Keeper, token: str, person: int) -> wire.Seated:
        game = keeper.table.lobby.game
        return wire.Seated(token=token, person=person, code=keeper.code, link=f"/#{keeper.code}", game=game)

    async def join(self, ask: wire.JoinTable, address: str, circle: Membership | None = None) -> wire.Seated:
        """Join a table by its code, to play or to watch. Wrong codes count against the address."""
        if self._rooms.closing:
            raise restarting()
        self.may_join(address)
        keeper = await self._by_code(ask.code, address)
        token = self._token(keeper.name)
        try:
            person = keeper.join(ask, token, circle)
            await keeper.settled()
        except Malformed as error:
            raise HttpProblem(400, error.key, str(error)) from None
        except Declined as no:
            self.wrong_codes.take(address)
            raise no_such_table() from no
        except Lost:
            raise moved() from None
        except (Conflict, Unsaved) as error:
            raise not_saved(error) from None
        return self._seated(keeper, token, person)

    async def look(self, code: str, address: str) -> wire.Invitation:
        """What the code invites to. A table that nobody can join is answered like a wrong code."""
        keeper = await self._by_code(code, address)
        lobby = keeper.table.lobby
        play, watch = lobby.has_room(watch=False), lobby.has_room(watch=True)
        if not play and not watch:
            self.wrong_codes.take(address)
            raise no_such_table()
        host = None if lobby.host is None else lobby.person(lobby.host)
        name = None if host is None else host.name
        seats = tuple(
            wire.OpenSeat(seat=seat, name=place.name, now=place.gone)
            for seat, place in enumerate(lobby.seats)
            if place is not None and seat in lobby.open_seats()
        )
        return wire.Invitation(
            game=lobby.game,
            host=name,
            play=play,
            watch=watch,
            scripted=lobby.scripted,
            seats=seats,
            circle=lobby.circle,
        )

    async def _by_code(self, typed: str, address: str) -> Keeper:
        rooms, keeper = self._rooms, None
        if rooms.closing:
            raise restarting()
        self.may_guess(address)
        code = _letters(typed)
        if len(code) == CODE_LENGTH:
            with suppress(Malformed):  # a table whose journal cannot be read is answered like a wrong code
                try:
                    keeper = await rooms.by_code(code)
                except Unsaved as error:
                    raise not_saved(error) from None
        if keeper is None:
            self.wrong_codes.take(address)
            raise no_such_table()
        return keeper

    # Moving to another device

    def device_code(self, table: str, person: int) -> wire.DeviceCode:
        """A code that moves a seat to another device; an earlier code for the same seat stops working."""
        code = self.code_for_a_device()
        if self._rooms.shared_codes is not None:
            self._rooms.shared_codes.issue_soon(code, table, str(person))
        self._devices.issue(code, (table, person), self._rooms.clock())
        return wire.DeviceCode(code=code, valid_s=DEVICE_CODE_S)

    async def device(self, ask: wire.MoveDevice, address: str) -> wire.Seated:
        """Move a seat to the device that sends its device code: the seat gets a new token, the old one is void."""
        self.may_guess(address)
        code = _letters(ask.code)
        try:
            person, keeper = await self._redeem(code)
        except Unsaved as error:
            raise not_saved(error) from None
        if keeper is None or keeper.table.lobby.person(person) is None:
            self.wrong_codes.take(address)
            raise HttpProblem(404, "table-no-device", "this code is wrong, used or older than a minute")
        token = self._token(keeper.name)
        try:
            keeper.move_device(person, token)
            await keeper.settled()
        except Lost:
            raise moved() from None
        except (Conflict, Unsaved) as error:
            raise not_saved(error) from None
        return self._seated(keeper, token, person)

    async def _redeem(self, code: str) -> tuple[int, Keeper | None]:
        """Whose code this is, and the keeper of their table; a code works once. Raises `Elsewhere` and `Unsaved`."""
        if self._rooms.shared_codes is None:
            table, person = self._devices.redeem(code, self._rooms.clock()) or ("", 0)
            return person, await self._rooms.keeper(table) if table else None
        table, who = await self._rooms.shared_codes.whose(code) or ("", "0")
        keeper = await self._rooms.keeper(table) if table and who.isdecimal() else None
        if keeper is None or await self._rooms.shared_codes.redeem(code) is None:
            return 0, None
        return int(who), keeper

    def code_for_a_device(self) -> str:
        """A code that only this worker knows, and that leads to it."""
        while not self._rooms.leads_here(code := new_code(self._rooms.entropy)):
            pass
        return code


def _letters(typed: str) -> str:
    """A code in the form in which it is stored, however it was typed."""
    return "".join(letter for letter in typed.upper() if letter in LETTERS)
