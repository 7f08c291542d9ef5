"""All logs of one kind that are no tables, such as circles: read when somebody asks, in memory while they are used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from rumpus.contract import Malformed
from rumpus.journal import FIRST, Entry, Unsaved
from rumpus.server.budget.costs import Cost
from rumpus.server.loading import Loading
from rumpus.server.log_keeper import LogKeeper
from rumpus.server.problems import HttpProblem, moved, not_saved

if TYPE_CHECKING:
    from rumpus.server.rooms import Rooms

PUT_AWAY_S = 300.0  # how long a log stays in memory after it was last used
IN_USE_S = 30.0  # a request may take this long from its key to its change, and its log stays meanwhile
MOST_IN_MEMORY = 64 << 20  # bytes of one kind; beyond that those used longest ago go first
LOAD_MS_PER_KB = 0.02  # event loop time of reading a log from the journal; measured, with a margin of two

Keeper = TypeVar("Keeper", bound=LogKeeper[Any, Any])


class Logs(Generic[Keeper]):
    """The logs of one kind. Clock, randomness and journal are those of the rooms."""

    kind: ClassVar[str]
    unreadable: ClassVar[str]  # the reason that is told if one cannot be read

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._journal = rooms.journal
        self.live: dict[str, Keeper] = {}
        self._loading: Loading[Keeper | None] = Loading()

    def owns(self, id_: str) -> bool:
        """Whether a log of this id can be of this kind."""
        return True

    async def made(self, id_: str, entries: Sequence[Entry], epoch: int) -> Keeper:
        """The keeper of a log with these entries; raises `Malformed`, `ValueError` or `KeyError`."""
        raise NotImplementedError

    def log_unreadable(self, id_: str, why: str) -> None:
        """Write to the server's log that this log cannot be read."""
        raise NotImplementedError

    async def keeper(self, id_: str, address: str | None = None) -> Keeper | None:
        """The keeper of a log, read from the journal if need be, at the cost of an address; None if there is none.

        Raises `HttpProblem` and `Elsewhere`.
        """
        keeper = self.live.get(id_)
        if keeper is not None:
            keeper.used_at = self._rooms.clock()
            return keeper
        if not self.owns(id_):
            return None
        return await self._loading.once(id_, lambda: self._load(id_, address))

    async def _load(self, id_: str, address: str | None) -> Keeper | None:
        try:
            head = await self._journal.head(id_)
            if head is None or head.kind != self.kind or self._rooms.closing:
                return None
            incarnation, epoch = self._rooms.incarnation, await self._journal.take(id_) or FIRST
            keeper = await self.made(id_, await self._journal.entries(id_), epoch)
        except (Malformed, ValueError, KeyError) as error:  # a DecodeError is a ValueError
            self.log_unreadable(id_, type(error).__name__)  # no traceback: that would show names
            sentence = f"this {self.kind} cannot be read; tell whoever runs the server"
            raise HttpProblem(503, self.unreadable, sentence) from None
        except Unsaved as error:
            raise not_saved(error) from None
        if incarnation != self._rooms.incarnation:
            raise moved()
        self.keep(keeper)
        if address is not None:
            self.charge_reading(address, keeper.size)
        return keeper

    def charge_reading(self, address: str, size: int) -> None:
        """Whoever has a log read pays for its bytes."""
        self.charge(address, LOAD_MS_PER_KB * size / 1024)

    def charge(self, address: str, loop_ms: float) -> None:
        """Take so much of the event loop from the budget of an address."""
        budgets = self._rooms.budgets
        budgets.charge(budgets.account(address), Cost(loop_ms=loop_ms))

    def keep(self, keeper: Keeper) -> None:
        """It is in memory from now on."""
        keeper.used_at = self._rooms.clock()
        self.live[keeper.id] = keeper

    def unload(self, keeper: Keeper) -> None:
        """It is in memory no more."""
        if self.live.get(keeper.id) is keeper:
            del self.live[keeper.id]

    def let_all_go(self) -> None:
        """Other nodes may have all logs: each is read again when it is asked for."""
        for keeper in list(self.live.values()):
            keeper.gone = True
            self.unload(keeper)

    def put_away(self) -> None:
        """Unload logs that nobody uses."""
        now = self._rooms.clock()
        size = sum(keeper.kept.bytes for keeper in self.live.values())
        for keeper in sorted(self.live.values(), key=lambda one: one.used_at):
            idle_s = now - keeper.used_at
            unused = idle_s > PUT_AWAY_S or (size > MOST_IN_MEMORY and idle_s > IN_USE_S)
            if unused and not keeper.busy:
                size -= keeper.kept.bytes
                keeper.gone = True
                self.unload(keeper)
                self._rooms.release(keeper.id, keeper.epoch)
