"""What a client asks: answers, refusals, asking again after a cut, pings and slow readers."""

from __future__ import annotations

import asyncio

import pytest

from rumpus import client, wire
from rumpus.client.table import MOST_NEWS
from rumpus.contract import Go, Malformed
from rumpus.games.wig_out.actions import Draw, Lay
from tests.support.fake_table import Peer, at_table, changed, dealt, happened, lobby, standing, table_at, welcome

# Asking


def test_an_ask_is_answered_by_every_kind_of_answer() -> None:
    state = dealt()

    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby("match"), **standing(state))
        await peer.tell(changed(2, (await peer.hear(wire.Ready)).id))
        do = await peer.hear(wire.Do)
        assert Go() == wire.read_action("wig_out", do.action)
        await peer.tell(happened(3, state, state.apply(0, Go()), do.id))
        await peer.tell(wire.Done(id=(await peer.hear(wire.Hint)).id, seq=3, found={"do": "shout"}))
        await peer.tell(welcome(3, id=(await peer.hear(wire.Resync)).id))
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            assert isinstance(await table.ready(), wire.Lobby)
            answer = await table.do(Go())
            assert isinstance(answer, client.Happened)
            assert (3, 3) == (answer.seq, table.seq)
            assert {"do": "shout"} == await table.find(wire.Hint)
            assert isinstance(await table.ask(wire.Resync), client.Welcome)

    at_table(scenario, visit)


def test_a_refusal_says_why_and_in_a_race_who_was_first_by_how_much() -> None:
    async def visit(peer: Peer) -> None:
        await peer.welcome()
        lay = await peer.hear(wire.Do)
        facts: dict[str, str | int] = {"card": "afro"}
        await peer.tell(wire.Refused(id=lay.id, reason="wo-no-pile", clause="WO-10", facts=facts, first=1, by_ms=40))
        draw = await peer.hear(wire.Do)
        await peer.tell(wire.Refused(id=draw.id, reason="malformed", expected="a card", wait_ms=1000))
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            with pytest.raises(client.Refusal, match="WO-10: wo-no-pile") as no:
                await table.do(Lay(card="afro"))
            assert ("WO-10", {"card": "afro"}, 1, 40) == (
                no.value.clause,
                no.value.facts,
                no.value.first,
                no.value.by_ms,
            )
            with pytest.raises(client.Refusal, match=r"malformed \(a card\)") as no:
                await table.do(Draw())
            assert 1000 == no.value.wait_ms

    at_table(scenario, visit)


def test_a_malformed_message_is_refused_without_being_sent() -> None:
    async def visit(peer: Peer) -> None:
        await peer.welcome()
        await peer.tell(wire.Done(id=(await peer.hear(wire.Begin)).id, seq=1))
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            with pytest.raises(Malformed, match="no message"):
                await table.say("a phrase that nobody has ever agreed on")
            assert isinstance(await table.begin(), wire.Done)

    at_table(scenario, visit)


def test_unanswered_messages_are_sent_again_with_the_same_id_after_a_reconnect() -> None:
    asked: list[str] = []

    async def first(peer: Peer) -> None:
        await peer.welcome(1)
        await peer.tell(changed(2, (await peer.hear(wire.Ready)).id))
        asked.extend([(await peer.hear(wire.Say)).id, (await peer.hear(wire.Hint)).id])
        await peer.cut()

    async def second(peer: Peer) -> None:
        await peer.hear(wire.Hello)
        await peer.cut()  # before the welcome: nothing was asked yet

    async def third(peer: Peer) -> None:
        await peer.welcome(2)
        assert asked == [(await peer.hear(wire.Say)).id, (await peer.hear(wire.Hint)).id]
        await peer.tell(*(wire.Done(id=one, seq=2) for one in asked), wire.Done(id=asked[0], seq=2))
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            await table.ready()
            answers = await asyncio.gather(table.say("good-luck"), table.ask(wire.Hint))
            assert asked == [answer.id for answer in answers if isinstance(answer, wire.Done)]
            kinds = [type(await anext(table)) for _ in range(4)]
            assert [client.Welcome, wire.Lobby, client.Lost, client.Welcome] == kinds

    at_table(scenario, first, second, third)


def test_messages_asked_while_disconnected_are_sent_after_the_reconnect() -> None:
    async def first(peer: Peer) -> None:
        await peer.welcome(1)
        await peer.cut()

    async def second(peer: Peer) -> None:
        await peer.welcome(1)
        await peer.tell(changed(2, (await peer.hear(wire.Ready)).id))
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            while not isinstance(await anext(table), client.Lost):
                pass
            assert isinstance(await table.ready(), wire.Lobby)

    at_table(scenario, first, second)


def test_a_cancelled_ask_is_not_sent_again() -> None:
    async def first(peer: Peer) -> None:
        await peer.welcome(1)
        await peer.hear(wire.Hint)
        await peer.tell(wire.Here(people=()))
        await peer.hear(wire.Ready)
        await peer.cut()

    async def second(peer: Peer) -> None:
        await peer.welcome(1)
        await peer.tell(changed(2, (await peer.hear(wire.Ready)).id))
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            hint = asyncio.create_task(table.ask(wire.Hint))
            while not isinstance(await anext(table), wire.Here):
                pass
            hint.cancel()
            await table.ready()

    at_table(scenario, first, second)


# Pings and slow readers


def test_a_ping_is_answered_at_once_though_nobody_reads_and_an_answer_is_due() -> None:
    async def visit(peer: Peer) -> None:
        await peer.hear(wire.Hello)
        await peer.tell(wire.Ping(n=1))
        assert 1 == (await peer.hear(wire.Pong)).n
        await peer.tell(welcome(1))
        ready = await peer.hear(wire.Ready)
        await peer.tell(*(changed(2 + number) for number in range(50)), wire.Ping(n=2, rtt_ms=12))
        assert 2 == (await peer.hear(wire.Pong)).n
        await peer.tell(wire.Done(id=ready.id, seq=51))
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            await table.ready()
            assert (51, 51, 12) == (table.seq, table.behind, table.rtt_ms)

    at_table(scenario, visit)


def test_a_reader_far_behind_gets_the_current_state_instead_of_missed_news() -> None:
    last = MOST_NEWS + 20

    async def visit(peer: Peer) -> None:
        await peer.welcome(1)
        for number in range(2, last + 1):
            await peer.tell(changed(number, paused=number == last))
        ready = await peer.hear(wire.Ready)
        await peer.tell(wire.Ping(n=1))
        assert 1 == (await peer.hear(wire.Pong)).n
        await peer.tell(wire.Done(id=ready.id, seq=last))
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            await table.ready()
            assert (last, True) == (table.seq, table.lobby.paused)
            news = [await anext(table) for _ in range(table.behind)]
            assert isinstance(news[0], client.Welcome)
            numbers = [one.seq for one in news if isinstance(one, client.Welcome | wire.Lobby)]
            assert list(range(MOST_NEWS + 1, last + 1)) == numbers

    at_table(scenario, visit)
