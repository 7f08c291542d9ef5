"""Buckets, accounts and turns by themselves: what is taken, shared, given back and forgotten."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from msgspec.structs import replace

from rumpus.server.budget import budgets
from rumpus.server.budget.budgets import Account, Budgets, Turns
from rumpus.server.budget.costs import Cost
from rumpus.server.budget.limits import FORGOTTEN_AT_ONCE, Bucket, Limits, PerMinute, prefix_of
from tests.support.clock import virtual_time


def test_a_wider_network_is_a_24_or_a_48() -> None:
    assert "198.51.100.0/24" == prefix_of("198.51.100.7")
    assert "2001:db8:1::/48" == prefix_of("2001:db8:1:2::")
    assert "?" == prefix_of("?")


def test_a_light_user_uses_less_than_half_of_the_burst_and_a_third_of_the_rate() -> None:
    light, steady, burst = (Bucket(60.0, 15.0, 0.0) for _ in range(3))
    for second in range(1, 61):
        light.take(second, 4.0)
        steady.take(second, 15.0)
    burst.take(60, 40.0)
    assert [True, False, False] == [bucket.light(60) for bucket in (light, steady, burst)]
    assert steady.full(61), "it has the whole burst all the time, and is not light for that"
    assert burst.light(63)


def test_a_debt_is_at_most_one_burst_and_is_paid_off() -> None:
    bucket = Bucket(10.0, 1.0, 0.0)
    bucket.charge(0.0, 1000.0)
    assert -10.0 == bucket.left(0.0)
    assert 11.0 == bucket.wait_s(0.0, 1.0)
    assert bucket.take(11.0, 1.0)
    bucket.charge(11.0, -1000.0)
    assert 10.0 == bucket.left(11.0)


def test_full_buckets_are_forgotten_a_few_at_a_time() -> None:
    now = 0.0
    limit = PerMinute(10.0, lambda: now)
    for at in range(4 * FORGOTTEN_AT_ONCE):
        limit.take(f"10.{at // 250}.{at % 250}.1")
    before = len(limit)
    assert before == 8 * FORGOTTEN_AT_ONCE
    now = 3600.0
    limit.forget()
    assert before - FORGOTTEN_AT_ONCE == len(limit)
    for _ in range(8):
        limit.forget()
    assert 0 == len(limit)


WORK = Cost(loop_ms=10.0, memory_kb=0.0, sent_kb=0.0)
SMALL = Limits(connections=1, loop_ms_at_once=100, loop_ms_per_s=10, prefix_times=2, server_loop_ms_at_once=500)


def spend(some: Budgets, address: str, number: int, cost: Cost = WORK) -> int:
    """Try so many times; returns how often it was allowed."""
    return sum(some.take(some.account(address), cost) == 0 for _ in range(number))


def test_an_address_its_network_and_the_server_have_a_budget() -> None:
    some = Budgets(SMALL, lambda: 0.0)
    assert 10 == spend(some, "198.51.100.1", 20)
    assert 5 <= spend(some, "198.51.100.2", 20) <= 10, "from half of the network's budget on only light users"
    assert spend(some, "198.51.100.3", 20) <= 5
    others = [spend(some, f"203.0.{at}.1", 20) for at in range(20)]
    assert 5 <= others[0]
    assert 0 == others[-1]
    assert sum(others) <= 35, "the server's"


def test_a_flood_leaves_half_of_what_is_shared_to_light_users() -> None:
    some = Budgets(replace(SMALL, loop_ms_at_once=1500, server_loop_ms_at_once=2000), lambda: 0.0)
    assert 100 == spend(some, "198.51.100.1", 1000)
    assert 5 == spend(some, "203.0.113.1", 5)


def test_what_is_held_is_given_back() -> None:
    some = Budgets(replace(SMALL, memory_kb=100), lambda: 0.0)
    big = Cost(loop_ms=0.001, memory_kb=40.0, sent_kb=0.0)
    account = some.account("198.51.100.1")
    assert 2 == spend(some, "198.51.100.1", 5, big)
    some.give_back(account, big, 0.0)
    assert 1 == spend(some, "198.51.100.1", 5, big)


def test_accounts_are_bounded_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    some = Budgets(SMALL, lambda: now)
    monkeypatch.setattr(budgets, "MOST_ACCOUNTS", 50)
    for at in range(200):
        spend(some, f"10.0.{at}.1", 1)
    assert len(some) <= 101
    now = 3600.0
    some.forget()
    assert 0 == len(some)


@virtual_time
async def test_http_work_of_a_burst_is_spread_over_many_turns() -> None:
    turns, order = Turns(), []

    async def one(number: int) -> None:
        await turns.wait(Cost(loop_ms=1.0))
        order.append(number)

    tasks = [asyncio.ensure_future(one(number)) for number in range(20)]
    most = 0
    while not all(task.done() for task in tasks):
        before = len(order)
        await asyncio.sleep(0)
        most = max(most, len(order) - before)
    assert list(range(20)) == order
    assert most <= 2 * budgets.TURN_MS


@virtual_time
async def test_between_two_batches_of_a_burst_the_tables_have_the_loop_for_themselves() -> None:
    loop, turns, begun = asyncio.get_running_loop(), Turns(), []

    async def one() -> None:
        await turns.wait(Cost(loop_ms=budgets.TURN_MS))
        begun.append(loop.time())

    await asyncio.gather(*(one() for _ in range(10)))
    assert all(after - before >= 0.99 * budgets.REST_S for before, after in pairwise(begun))
    before = loop.time()
    await asyncio.sleep(1)
    await one()
    assert begun[-1] - before < 1 + budgets.REST_S / 2, "one request alone waits for nothing"


@virtual_time
async def test_those_who_have_used_least_have_their_turn_first() -> None:
    some, order = Budgets(replace(SMALL, prefix_times=8), lambda: 0.0), []
    flood, neighbour, stranger = (some.account(address) for address in ("10.0.0.1", "10.0.0.2", "10.0.9.1"))

    async def one(name: str, account: Account) -> None:
        some.charge(account, WORK)
        await some.turn(account, WORK)
        order.append(name)

    some.charge(flood, replace(WORK, loop_ms=50))
    many = [asyncio.ensure_future(one("flood", flood)) for _ in range(20)]
    await asyncio.sleep(0)
    few = [asyncio.ensure_future(one("neighbour", neighbour)), asyncio.ensure_future(one("stranger", stranger))]
    await asyncio.gather(*many, *few)
    assert {"neighbour", "stranger"} == set(order[1:3])
