"""Enforces the budgets of `limits.Limits`: how much an address, its network and the whole server may still use.

One rule for everything that is shared: a light user (`limits.Bucket`) may use a shared budget up, everybody else only
down to half of it. So a flood stops before it locks out its neighbours.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count, islice

from rumpus.server.budget.costs import Cost
from rumpus.server.budget.limits import FORGOTTEN_AT_ONCE, Bucket, Limits, prefix_of

MOST_ACCOUNTS = 10_000  # addresses remembered one by one; further ones share the account of their network
MANY = 1e12  # messages a second: the whole server has no such budget, `load.py` decides when it is too busy
TURN_MS = 4.0  # declared loop time of a batch in `Turns`: about 2 ms in fact, and two files of a page
REST_S = 0.001  # the shortest time without them; less than that cannot be waited for
RATES = ("loop_ms", "thinking_ms", "written_kb", "sent_kb")
HELD = ("memory_kb", "descriptors")
LOOP, THINKING, WRITTEN, SENT = range(len(RATES))


class Account:
    """What one address, network or server may still use: a bucket for each rate, and what its requests hold now."""

    __slots__ = ("buckets", "held", "messages", "most_held", "parent", "users")

    def __init__(
        self, rates: list[tuple[float, float]], held: list[float], messages: float, now: float, parent: Account | None
    ) -> None:
        self.buckets = [Bucket(at_once, per_s, now) for at_once, per_s in rates]
        self.messages = Bucket(messages * 4, messages, now)
        self.most_held = held
        self.held = [0.0] * len(held)
        self.parent = parent
        self.users = 0  # connections that refer to this account

    def light(self, now: float) -> bool:
        """Whether this is a light user of every budget."""
        return all(bucket.light(now) for bucket in self.buckets)

    def unused(self, now: float) -> bool:
        """Whether it is the same as a new one."""
        idle = not self.users and not any(self.held) and self.messages.full(now)
        return idle and all(bucket.full(now) for bucket in self.buckets)

    def lacks_s(self, cost: Cost, now: float, share: float) -> float:
        """0 if the cost is within `share` of this budget, otherwise in how many seconds it may be."""
        wait_s = 0.0
        for name, bucket in zip(RATES, self.buckets, strict=True):
            amount = getattr(cost, name)
            if amount:
                wait_s = max(wait_s, bucket.wait_s(now, amount + bucket.most * (1 - share)))
        for name, most, used in zip(HELD, self.most_held, self.held, strict=True):
            amount = getattr(cost, name)
            if amount and used and used + amount > most * share:
                wait_s = max(wait_s, 1.0)
        return wait_s

    def used(self, now: float) -> float:
        """The share of its budgets of loop time and messages that this address or its network has used: 0 to 2."""
        return max(
            1 - bucket.left(now) / bucket.most
            for account in (self, self.parent or self)
            for bucket in (account.buckets[LOOP], account.messages)
        )

    def chain(self) -> list[Account]:
        """This account and those it is a part of."""
        chain, account = [self], self.parent
        while account is not None:
            chain.append(account)
            account = account.parent
        return chain


class Budgets:
    """The accounts of all addresses of one server."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._accounts: dict[str, Account] = {}
        self._networks: dict[str, Account] = {}
        self.server = self._server(clock())
        self.turns = Turns()

    def _server(self, now: float) -> Account:
        limits = self._limits
        rates = [(getattr(limits, f"server_{name}_at_once"), getattr(limits, f"server_{name}_per_s")) for name in RATES]
        return Account(rates, [getattr(limits, f"server_{name}") for name in HELD], MANY, now, None)

    def _account(self, times: float, now: float, parent: Account) -> Account:
        limits = self._limits
        each = times * limits.connections
        rates = [(getattr(limits, f"{name}_at_once") * each, getattr(limits, f"{name}_per_s") * each) for name in RATES]
        held = [getattr(limits, name) * each for name in HELD]
        return Account(rates, held, limits.messages_per_s * limits.seats_at_full_rate * times, now, parent)

    def __len__(self) -> int:
        return len(self._accounts) + len(self._networks)

    def account(self, address: str) -> Account:
        """The account of an address; its parents are that of its network and that of the server."""
        account = self._accounts.get(address)
        if account is not None:
            return account
        now, key = self._clock(), prefix_of(address)
        network = self._networks.get(key)
        if network is None:
            if len(self._networks) >= MOST_ACCOUNTS:
                key = "others"
            network = self._networks.get(key) or self._account(self._limits.prefix_times, now, self.server)
            self._networks[key] = network
        if len(self._accounts) >= MOST_ACCOUNTS:
            return network
        account = self._accounts[address] = self._account(1.0, now, network)
        return account

    # HTTP requests

    def take(self, account: Account, cost: Cost) -> float:
        """Take a cost from an account and its parents. Returns 0, or in how many seconds to try again if it is refused.

        What is held (memory, descriptors) must be given back with `give_back`.
        """
        now = self._clock()
        shared = 1.0 if account.light(now) else 0.5
        chain = account.chain()
        wait_s = max(each.lacks_s(cost, now, 1.0 if each is account else shared) for each in chain)
        if wait_s:
            return wait_s
        self.charge(account, cost)
        for each in chain:
            each.held = [used + getattr(cost, name) for used, name in zip(each.held, HELD, strict=True)]
        return 0.0

    def charge(self, account: Account, cost: Cost) -> None:
        """Take the rates of a cost even if there is too little left."""
        now = self._clock()
        for each in account.chain():
            for name, bucket in zip(RATES, each.buckets, strict=True):
                if amount := getattr(cost, name):
                    bucket.charge(now, amount)

    def give_back(self, account: Account, cost: Cost, sent_kb: float) -> None:
        """A request is over: it holds nothing any more, and has sent so much, not what it might have."""
        for each in account.chain():
            each.held = [used - getattr(cost, name) for used, name in zip(each.held, HELD, strict=True)]
        self.used(account, SENT, sent_kb - cost.sent_kb)

    def used(self, account: Account, rate: int, amount: float) -> None:
        """Charge what was actually used of one of `RATES`."""
        now = self._clock()
        for each in account.chain():
            each.buckets[rate].charge(now, amount)

    async def turn(self, account: Account, cost: Cost) -> None:
        """Wait until it is this account's turn to do something with this cost."""
        await self.turns.wait(cost, account.used(self._clock()))

    # Connections

    def speaks(self, account: Account, own: Bucket, now: float, weight: float = 1.0) -> bool:
        """Count a message of a seat against its address and network, which light users may use up (see above)."""
        network = account.parent
        allowed = account.messages.take(now, weight)
        if network is not None and network is not self.server:
            allowed = network.messages.take(now, weight) and allowed
        return allowed or own.light(now)

    def may_write(self, account: Account, *, light: bool) -> bool:
        """Whether a change that is written, and sent to many, is within the budgets of this address.

        A light user may still change something when the neighbours have used up everything, but not for ever.
        """
        now = self._clock()
        least = -0.5 if light else 0.5
        buckets = [each.buckets[rate] for each in account.chain() for rate in (WRITTEN, SENT)]
        return all(bucket.left(now) >= bucket.most * least for bucket in buckets)

    def forget(self) -> None:
        """Drop accounts that are no different from new ones. Looks at some of them at each call, in turn."""
        now = self._clock()
        for accounts in (self._accounts, self._networks):
            for key in list(islice(accounts, FORGOTTEN_AT_ONCE)):
                account = accounts.pop(key)
                if not account.unused(now):
                    accounts[key] = account  # at the end of the line


class Turns:
    """Starts work in batches of at most `TURN_MS`, with a rest after each, so that no burst delays the tables.

    HTTP requests, new connections and seats that send many messages at once wait for their turn here: those first
    whose address has used the least of its budgets. A rest is as long as the batch before it took: half of the event
    loop's time is left to the tables, and half of the interpreter's to the thread that saves their actions.
    """

    def __init__(self) -> None:
        self.rest_s = REST_S
        self._left_ms = TURN_MS
        self._began_at: float | None = None  # when the current batch began; None if there is neither batch nor rest
        self._waiting: list[tuple[float, int, float, asyncio.Future[None]]] = []  # a heap
        self._numbers = count()

    async def wait(self, cost: Cost, used: float = 0.0) -> None:
        """Wait for a turn, usually not at all; `used` is the share of its budgets that an address has used."""
        loop = asyncio.get_running_loop()
        if self._left_ms > 0 and not self._waiting:
            self._left_ms -= cost.loop_ms
            self._begin(loop)
            return
        turn: asyncio.Future[None] = loop.create_future()
        heappush(self._waiting, (used, next(self._numbers), cost.loop_ms, turn))
        await turn

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._began_at is None:
            self._began_at = loop.time()
            loop.call_soon(self._rest, loop)

    def _rest(self, loop: asyncio.AbstractEventLoop) -> None:
        self._left_ms = 0.0
        took_s = loop.time() - (self._began_at or 0.0)
        loop.call_later(max(self.rest_s, took_s), self._next, loop)

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        self._left_ms, self._began_at = TURN_MS, None
        while self._waiting and self._left_ms > 0:
            _, _, loop_ms, turn = heappop(self._waiting)
            if not turn.done():  # the client may have gone
                turn.set_result(None)
                self._left_ms -= loop_ms
                self._begin(loop)
