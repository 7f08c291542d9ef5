"""The client: says hello, counts gaplessly, asks again with the same id, answers pings at once, and lets bots play."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus import client, record, wire
from rumpus.bots import bot
from rumpus.bots.base import Bot
from rumpus.client.http import socket_address
from rumpus.client.table import FINAL, LONGEST_S, MOST_NEWS, SHORTEST_S, back_off
from rumpus.contract import Go, Malformed, Result, Score, Seating
from rumpus.games import GAMES, game
from rumpus.games.wig_out.actions import Draw, Lay
from rumpus.games.wig_out.view import View
from rumpus.lines import Ready
from rumpus.shuffle import Shuffle, seeded
from tests.rules import wackee_six_deals
from tests.rules.wackee_six_deals import CLIMB, Hand
from tests.support.fake_table import TOKEN, Peer, at_table, changed, dealt, happened, lobby, standing, table_at, welcome
from tests.support.serving import Serving

# Hello


def test_the_first_message_is_a_hello_and_the_first_news_the_welcome() -> None:
    state = dealt()

    async def visit(peer: Peer) -> None:
        hello = await peer.welcome(7, lobby=lobby("match"), **standing(state))
        assert wire.Hello(version=wire.VERSION, token=TOKEN) == hello
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


def test_where_nobody_serves_there_is_no_table() -> None:
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


def test_what_cannot_be_read_ends_the_connection_for_good() -> None:
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


def test_numbers_without_a_gap_are_how_things_stand() -> None:
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


def test_a_missed_number_gets_a_fresh_view_and_nothing_is_built_on_the_gap() -> None:
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


def test_where_no_fresh_view_is_given_a_new_connection_gets_one() -> None:
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


def test_back_in_the_lobby_there_is_no_match_to_see() -> None:
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


# Asking


def test_every_kind_of_answer_is_one() -> None:
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


def test_what_the_table_could_not_read_is_not_sent() -> None:
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


def test_after_a_cut_what_was_not_answered_is_asked_again_with_the_same_id() -> None:
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


def test_what_is_asked_while_the_connection_is_away_is_asked_when_it_is_back() -> None:
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


def test_an_ask_that_was_given_up_is_not_sent_again() -> None:
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


def test_a_reader_far_behind_gets_where_things_stand_instead_of_what_it_missed() -> None:
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


# The end


@pytest.mark.parametrize("code", FINAL)
def test_some_codes_are_for_good(code: int) -> None:
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
def test_after_any_other_code_the_client_comes_back(code: int) -> None:
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


def test_a_table_that_stays_away_is_given_up_in_the_end() -> None:
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
        ("http://127.0.0.1:8000/#ABCDEFGH", ("http://127.0.0.1:8000", "ABCDEFGH"), "ws://127.0.0.1:8000/ws"),
        (" https://cards.example/#ABCDEFGH\n", ("https://cards.example", "ABCDEFGH"), "wss://cards.example/ws"),
        ("http://[::1]:8000#abc", ("http://[::1]:8000", "abc"), "ws://[::1]:8000/ws"),
        ("https://cards.example/rumpus/", ("https://cards.example/rumpus", ""), "wss://cards.example/rumpus/ws"),
    ],
)
def test_a_link_gives_the_servers_address_and_the_code(link: str, expected: tuple[str, str], socket: str) -> None:
    assert expected == client.parts(link)
    assert socket == socket_address(link)


@pytest.mark.parametrize("link", ["", "ABCDEFGH", "ftp://a/#B", "http://", "http://a:port/#B", "file:///etc/hosts"])
def test_what_is_no_link_is_refused_with_what_one_looks_like(link: str) -> None:
    with pytest.raises(Malformed, match="http://HOST:PORT/#CODE"):
        client.parts(link)


def test_a_link_to_join_has_a_code() -> None:
    with pytest.raises(Malformed, match="the code of the table"):
        asyncio.run(client.join("http://127.0.0.1:8000/", name="Ann"))


# Bots


class Quick(Bot):
    """Any legal action, at once; remembers what it was told."""

    told: list[Any]

    def saw(self, by: int | None, action: Any, at_s: float) -> None:
        self.told = [*getattr(self, "told", []), action]

    def move(self, look: Any, legal: list[Any], at_s: float) -> Any:
        assert isinstance(look(), View)
        return self.rng.choice(legal), 0.0


class House:
    """A table of Wig Out! for one client: seat 1 plays anything after each move of seat 0; every third is refused."""

    def __init__(self) -> None:
        self.state: Any = game("wig_out", {"rounds": 2}).new(Seating(players=2))
        self.rng = Random(1)
        self.shuffle = Shuffle(seeded("house"))
        self.seq = 1
        self.asked: list[str] = []

    async def visit(self, peer: Peer) -> None:
        await peer.welcome(1)
        ready = await peer.hear(wire.Ready)
        await peer.tell(changed(2, ready.id, stage="match"))
        self.seq = 2
        await self.deal(peer)
        while self.state.outcome() is None:
            ask = await peer.hear(wire.Ask)
            self.asked.append(type(ask).__name__)
            if isinstance(ask, wire.Do):
                await self.answer(peer, ask)
            else:
                self.seq += 1
                await peer.tell(happened(self.seq, self.state, [(0, Ready())], ask.id))
                await self.deal(peer)
        await peer.until_closed()

    async def deal(self, peer: Peer) -> None:
        await self.tell(peer, self.state.apply(None, self.state.owed(self.shuffle)))
        if [Go()] == self.state.legal(1):
            await self.other(peer)

    async def answer(self, peer: Peer, ask: wire.Do) -> None:
        if self.asked.count("Do") % 3 == 0:
            await self.other(peer)
            await peer.tell(wire.Refused(id=ask.id, reason="wo-no-pile", clause="WO-10"))
        else:
            action = wire.read_action("wig_out", ask.action)
            await self.tell(peer, self.state.apply(0, action), ask.id)
            await self.other(peer)
        while not self.state.legal(0) and self.state.legal(1):
            await self.other(peer)

    async def other(self, peer: Peer) -> None:
        legal = self.state.legal(1)
        if legal:
            await self.tell(peer, self.state.apply(1, self.rng.choice(legal)))
        elif self.state.legal(0):  # something changes, so that the refused one is asked again
            await self.tell(peer, [])

    async def tell(self, peer: Peer, done: list[Any], name: str | None = None) -> None:
        self.seq += 1
        await peer.tell(happened(self.seq, self.state, done, name))


def test_a_bot_plays_a_whole_match_and_is_told_everything() -> None:
    house = House()
    bots: list[Quick] = []

    def kind(seat: int, options: Any, rng: Random) -> Quick:
        assert 0 == seat
        bots.append(Quick(seat, options, rng))
        return bots[-1]

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            result = await client.play(table, kind, rng=Random(2))
            assert isinstance(result, Result)
            assert house.state.outcome() == result

    at_table(scenario, house.visit)
    assert ["Ready"] == [name for name in house.asked if name != "Do"]  # between the two rounds
    assert 1 == len(bots)
    assert house.state.round == sum(isinstance(action, Score) for action in bots[0].told)
    assert isinstance(bots[0].told[-1], Result)


def test_a_bot_at_a_table_that_closes_says_so() -> None:
    async def visit(peer: Peer) -> None:
        await peer.welcome(1)
        await peer.hear(wire.Ready)
        await peer.socket.close(wire.CLOSE_REMOVED, "removed by the host")

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            with pytest.raises(client.Closed, match="removed by the host"):
                await client.play(table, Quick)

    at_table(scenario, visit)


# Against the real server

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"
QUICK = wire.Settings(countdown_s=0.0, wait_s=1.0)
SHORT: dict[str, dict[str, Any]] = {
    "five_crowns": {"rounds": 1, "turn_limit": 8, "bot_pace": 0.25},
    "wackee_six": {"target": 1, "bot_pace": 0.25},
    "wig_out": {"rounds": 1, "bot_pace": 0.25},
}
SHORT_DEAL = wackee_six_deals.deal(wackee_six_deals.new(3), Hand(), Hand(), CLIMB)  # the third soon has played all
PATIENCE_S = 120.0  # a safety net on slow machines, never a measure


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Serving(tmp_path_factory.mktemp("tables")) as serving:
        yield serving.url


def live(scenario: Any) -> None:
    async def main() -> None:
        async with asyncio.timeout(PATIENCE_S):
            await scenario

    asyncio.run(main())


def run_example(link: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLE), link, "Zed"]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)  # noqa: S603  # ours


def test_the_bot_of_the_docs_is_short() -> None:
    assert 60 >= len(EXAMPLE.read_text("utf-8").splitlines())


@pytest.mark.parametrize("name", GAMES)
def test_the_bot_of_the_docs_plays_a_whole_match(name: str, server: str) -> None:
    async def scenario() -> None:
        seated = await client.open_table(
            server,
            game=name,
            name="Ann",
            options=SHORT[name],
            settings=QUICK,
            bots=["expert"],
            deals=[SHORT_DEAL] if name == "wackee_six" else [],
        )
        async with client.Table(server, seated.token) as table:
            example = asyncio.create_task(asyncio.to_thread(run_example, seated.link))
            while not any(place and place.name == "Zed" and place.ready for place in table.lobby.seats):
                await anext(table)
            await table.begin()
            result = await client.play(table, bot(name, "greedy"))
            ended = await example
            assert ("", 0) == (ended.stderr, ended.returncode)
            assert f"Zed played {name} on seat 2: {result}\n" == ended.stdout
            while table.lobby.record is None:
                await anext(table)
            whole = await client.fetch_record(server, table.lobby.record)
            assert result == record.verify(whole).outcome()
            assert 2 in {line.by for line in whole.lines}

    live(scenario())


def test_a_code_that_opens_no_table_is_refused(server: str) -> None:
    async def scenario() -> None:
        with pytest.raises(client.Refusal, match="table-no-such") as no:
            await client.join(f"{server}/#ABCDEFGH", name="Bo")
        assert no.value.expected
        with pytest.raises(client.Refusal, match="table-malformed"):
            await client.open_table(server, game="wig_out", name="", bots=["casual"])

    live(scenario())


def test_a_seat_moves_to_another_device_and_the_first_does_not_fight_for_it(server: str) -> None:
    async def scenario() -> None:
        seated = await client.open_table(server, game="wig_out", name="Ann")
        async with client.Table(server, seated.token) as first:
            moved = await client.move_device(server, (await first.find(wire.Device))["code"])
            assert moved.token != seated.token
            async with client.Table(server, moved.token) as second:
                _ = [news async for news in first]
                assert first.closed is not None
                assert wire.CLOSE_NEWER == first.closed.code
                assert (first.you, 0) == (second.you, second.seat)
                async with client.Table(server, moved.token) as third:
                    _ = [news async for news in second]
                    assert second.closed is not None
                    assert wire.CLOSE_NEWER == second.closed.code
                    await third.ready()

    live(scenario())


def test_a_client_outlives_kill_9_and_what_it_asked_is_answered(tmp_path: Path) -> None:
    async def scenario(first: Serving) -> None:
        seated = await client.open_table(first.url, game="wig_out", name="Ann", bots=["casual"])
        async with client.Table(first.url, seated.token, pause=lambda tries: 0.05) as table:
            before = table.seq
            await asyncio.to_thread(first.kill)
            asking = asyncio.create_task(table.ready())
            again = Serving(tmp_path, port=int(first.url.rpartition(":")[2]))
            try:
                await asyncio.to_thread(again.start)
                await asking
                place = table.lobby.seats[0]
                assert place is not None
                assert (before + 1, True) == (table.seq, place.ready)
            finally:
                await asyncio.to_thread(again.end)

    with Serving(tmp_path) as serving:
        live(scenario(serving))
