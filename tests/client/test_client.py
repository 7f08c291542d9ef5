"""The client library against a fake table: hello, numbers, addresses and the end of a connection."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from rumpus import client, wire
from rumpus.client.connection import FINAL, LONGEST_S, SHORTEST_S, back_off
from rumpus.client.http import socket_address
from rumpus.contract import Go, Malformed
from rumpus.games.wig_out.view import View
from tests.support.fake_table import TOKEN, Peer, at_table, changed, dealt, happened, lobby, standing, table_at, welcome

# Hello


def test_the_first_message_is_a_hello_and_the_first_news_the_welcome() -> None:
    state = dealt()

    async def visit(peer: Peer) -> None:
        hello = await peer.welcome(7, lobby=lobby("match"), **standing(state))
        assert wire.Hello(version=wire.VERSION, token=TOKEN, merges=True, page=hello.page, nth=1) == hello
        assert hello.page
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            assert (7, 1, 0, (1,)) == (table.seq, table.you, table.seat, table.here)
            assert isinstance(table.view, View)
            assert state.view(0) == table.view
            assert (Go(),) == table.legal
            assert f"{server}/#ABCDEFGH" == table.link
            assert table.is_host
            assert ("Ann", None) == (table.name_of(1), table.name_of(2))
            first = await anext(table)
            assert isinstance(first, client.Welcome)
            assert first.first
            assert state.view(0) == first.view

    at_table(scenario, visit)


def test_a_token_that_opens_no_seat_is_refused_on_entering() -> None:
    async def visit(peer: Peer) -> None:
        await peer.hear(wire.Hello)
        await peer.tell(wire.Bye(code=wire.CLOSE_TOKEN, reason="no seat goes by this token"))
        await peer.socket.close(wire.CLOSE_TOKEN, "shorter")

    async def scenario(server: str) -> None:
        with pytest.raises(client.Closed, match="no seat goes by this token") as no:
            async with table_at(server):
                pass
        assert wire.CLOSE_TOKEN == no.value.code

    at_table(scenario, visit)


def test_connecting_where_no_server_runs_is_an_error() -> None:
    async def scenario(server: str) -> None:
        closed = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        port = closed.sockets[0].getsockname()[1]
        closed.close()
        await closed.wait_closed()
        with pytest.raises(client.Unreachable):
            async with table_at(f"http://127.0.0.1:{port}"):
                pass
        with pytest.raises(client.Unreachable, match="nothing answers at http://127"):
            await client.join(f"http://127.0.0.1:{port}/#ABCDEFGH", name="Ann")

    at_table(scenario)


def test_an_unreadable_message_ends_the_connection_for_good() -> None:
    async def visit(peer: Peer) -> None:
        await peer.welcome()
        await peer.socket.send('{"type": "riddle"}')
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            assert 1 == len([news async for news in table])
            assert table.closed is not None
            assert "cannot read" in str(table.closed)

    at_table(scenario, visit)


# Numbers


def test_messages_without_a_gap_update_the_state() -> None:
    state = dealt()
    done = state.apply(0, Go())

    async def visit(peer: Peer) -> None:
        await peer.welcome(1)
        await peer.tell(changed(2, stage="match"), happened(3, state, done))
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            _, second, third = [await anext(table) for _ in range(3)]
            assert isinstance(second, wire.Lobby)
            assert isinstance(third, client.Happened)
            assert client.Line(at_s=1.5, by=0, action=Go()) == third.lines[0]
            assert (3, state.view(0), tuple(state.legal(0))) == (table.seq, table.view, table.legal)

    at_table(scenario, visit)


def test_a_missed_number_causes_a_resync_and_later_messages_are_not_applied() -> None:
    before, state = dealt(), dealt()
    done = state.apply(0, Go())

    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby("match"), **standing(before))
        await peer.tell(happened(3, state, done), wire.Legal(seq=1, legal=()), happened(4, state, done))
        resync = await peer.hear(wire.Resync)
        await peer.tell(
            happened(5, state, done),
            welcome(6, id=resync.id, lobby=lobby("match"), **standing(state)),
            happened(6, state, done),
            happened(7, state, []),
        )
        await peer.hear(wire.Ready)  # and no second resync before it
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            news = [await anext(table) for _ in range(3)]
            assert [1, 6, 7] == [one.seq for one in news if isinstance(one, client.Welcome | client.Happened)]
            assert isinstance(news[1], client.Welcome)
            assert not news[1].first
            asking = asyncio.create_task(table.ready())
            await asyncio.sleep(0)
            asking.cancel()

    at_table(scenario, visit)


def test_a_refused_resync_causes_a_reconnect() -> None:
    async def first(peer: Peer) -> None:
        await peer.welcome(1)
        await peer.tell(changed(3))
        resync = await peer.hear(wire.Resync)
        await peer.tell(wire.Refused(id=resync.id, reason="table-too-often"))
        await peer.until_closed()

    async def second(peer: Peer) -> None:
        await peer.welcome(3)
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            kinds = [type(await anext(table)) for _ in range(3)]
            assert [client.Welcome, client.Lost, client.Welcome] == kinds
            assert 3 == table.seq

    at_table(scenario, first, second)


def test_a_longer_list_of_what_is_legal_may_follow() -> None:
    state = dealt()
    done = state.apply(0, Go())

    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby("match"))
        told = happened(2, state, done)
        await peer.tell(msgspec.structs.replace(told, legal=told.legal[:1], more=True))
        await peer.tell(wire.Legal(seq=1, legal=()), wire.Legal(seq=2, legal=told.legal))
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            _, second, third = [await anext(table) for _ in range(3)]
            assert isinstance(second, client.Happened)
            assert second.more
            assert isinstance(third, client.Legal)
            assert tuple(state.legal(0)) == third.legal == table.legal
            assert not table.more

    at_table(scenario, visit)


def test_after_the_return_to_the_lobby_there_is_no_match() -> None:
    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby("over"), **standing(dealt()))
        await peer.tell(changed(2))
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            first = await anext(table)
            assert isinstance(first, client.Welcome)
            assert first.view is not None
            await anext(table)
            assert (None, ()) == (table.view, table.legal)

    at_table(scenario, visit)


# The end


@pytest.mark.parametrize("code", FINAL)
def test_some_close_codes_end_the_connection_for_good(code: int) -> None:
    async def visit(peer: Peer) -> None:
        await peer.welcome(1)
        await peer.hear(wire.Ready)
        await peer.socket.close(code, "for good")

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            with pytest.raises(client.Closed, match="for good"):
                await table.ready()
            assert 1 == len([news async for news in table])
            assert table.closed is not None
            assert code == table.closed.code
            with pytest.raises(client.Closed, match="for good"):
                await table.begin()

    at_table(scenario, visit)


@pytest.mark.parametrize(
    "code", [1000, wire.CLOSE_RESTART, wire.CLOSE_SLOW, wire.CLOSE_LIMIT, wire.CLOSE_SILENT, wire.CLOSE_MALFORMED]
)
def test_the_client_reconnects_after_any_other_close_code(code: int) -> None:
    async def first(peer: Peer) -> None:
        await peer.welcome(1)
        await peer.socket.close(code, "a moment")

    async def second(peer: Peer) -> None:
        await peer.welcome(1)
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            news = [await anext(table) for _ in range(3)]
            assert client.Lost(code=code, reason="a moment") == news[1]
            assert isinstance(news[2], client.Welcome)

    at_table(scenario, first, second)


def test_the_client_gives_up_on_a_server_that_stays_away() -> None:
    async def visit(peer: Peer) -> None:
        await peer.welcome(1)
        await peer.cut()

    async def refuse(peer: Peer) -> None:
        await peer.cut()

    async def scenario(server: str) -> None:
        async with client.Table(server, TOKEN, pause=lambda tries: 0.0, patience_s=0.0) as table:
            kinds = [type(news) async for news in table]
            assert [client.Welcome, client.Lost] == kinds[:2]
            assert isinstance(table.closed, client.Unreachable)

    at_table(scenario, visit, refuse)


def test_the_pause_before_connecting_again_grows_and_is_not_the_same_for_all() -> None:
    pauses = [[back_off(tries) for _ in range(200)] for tries in range(12)]
    assert all(SHORTEST_S <= pause <= LONGEST_S for some in pauses for pause in some)
    assert max(pauses[1]) < max(pauses[3]) < max(pauses[11])
    assert 1 < len(set(pauses[5]))


# Addresses


@pytest.mark.parametrize(
    ("link", "expected", "socket"),
    [
        ("http://127.0.0.1:8000/#ABCDEFGH", ("http://127.0.0.1:8000", "ABCDEFGH"), "ws://127.0.0.1:8000/ws?t=1f"),
        (" https://cards.example/#ABCDEFGH\n", ("https://cards.example", "ABCDEFGH"), "wss://cards.example/ws?t=1f"),
        ("http://[::1]:8000#abc", ("http://[::1]:8000", "abc"), "ws://[::1]:8000/ws?t=1f"),
        ("https://cards.example/rumpus/", ("https://cards.example/rumpus", ""), "wss://cards.example/rumpus/ws?t=1f"),
    ],
)
def test_a_link_gives_the_servers_address_and_the_code(link: str, expected: tuple[str, str], socket: str) -> None:
    assert expected == client.parts(link)
    assert socket == socket_address(link, "1f.secret")


@pytest.mark.parametrize("link", ["", "ABCDEFGH", "ftp://a/#B", "http://", "http://a:port/#B", "file:///etc/hosts"])
def test_a_malformed_link_is_refused_with_an_example(link: str) -> None:
    with pytest.raises(Malformed, match="http://HOST:PORT/#CODE"):
        client.parts(link)


def test_a_link_to_join_has_a_code() -> None:
    with pytest.raises(Malformed, match="the code of the table"):
        asyncio.run(client.join("http://127.0.0.1:8000/", name="Ann"))
