"""A table for language models: the official client plays whole matches on a real server."""

from __future__ import annotations

import asyncio
import http.client
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from mcp import StdioServerParameters
from mcp.client.client import Client

from rumpus import client, record
from rumpus.games import GAMES
from tests.support.live import PATIENCE_S, SHORT, live
from tests.support.serving import Serving

CHOICE = re.compile(r"^- (\{.*\}|begin|ready|rematch)$", re.MULTILINE)
KEY = re.compile(r"Your seat's key: (\S+)")
LINK = re.compile(r"Join link: (\S+)")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("tables")) as serving:
        yield serving


def model_at(server: Serving) -> Client:
    """A model's own process, which speaks over standard input and output."""
    arguments = ["-m", "rumpus", "mcp", "--server", server.url]
    return Client(StdioServerParameters(command=sys.executable, args=arguments))


async def called(model: Client, tool: str, **arguments: Any) -> tuple[str, bool]:
    """What a tool answers, and whether it refused."""
    answer = await model.call_tool(tool, arguments)
    return "\n".join(part.text for part in answer.content), bool(answer.is_error)  # type: ignore[union-attr]


async def said(model: Client, tool: str, **arguments: Any) -> str:
    """What a tool answers; it does not refuse."""
    answer, refused = await called(model, tool, **arguments)
    assert not refused, answer
    return answer


def key_in(answer: str) -> str:
    found = KEY.search(answer)
    assert found, answer
    return found[1]


def choices(answer: str) -> list[str]:
    return CHOICE.findall(answer)


async def play(model: Client, key: str, answer: str) -> str:
    """Plays the first thing that every answer offers, until the match is over. In a race others may be first."""
    while "stage: over" not in answer:
        listed = choices(answer)
        if listed:
            answer, _ = await called(model, "act", seat=key, action=listed[0])
        else:
            answer = await said(model, "wait", seat=key, seconds=20)
    return answer


@pytest.mark.parametrize("game", GAMES)
def test_a_model_opens_a_table_plays_a_match_and_reads_its_record(server: Serving, game: str) -> None:
    async def scenario() -> None:
        async with model_at(server) as model:
            rules = await model.read_resource(f"rumpus://rules/{game}")
            assert len(rules.contents[0].text) > 1000  # type: ignore[union-attr]
            answer = await said(model, "open_table", game=game, name="Model", bots=["expert"], options=SHORT[game])
            key = key_in(answer)
            assert "Model (program)" in answer
            assert ["begin"] == choices(answer)
            answer = await play(model, key, answer)
            assert ["rematch"] == choices(answer)
            lines = await model.read_resource(f"rumpus://record/{key}")
            kept = record.read(lines.contents[0].text.splitlines())  # type: ignore[union-attr]
            record.verify(kept)
            assert "Model" == kept.header.seats[0].name
            assert "You have left the table." == await said(model, "leave", seat=key)
            answer, refused = await called(model, "look", seat=key)
            assert (True, True) == (refused, "there is no seat with this key" in answer)

    live(scenario())


def test_a_model_sits_down_by_a_link_and_everybody_sees_that_it_is_a_program(server: Serving) -> None:
    async def scenario() -> None:
        seated = await client.open_table(server.url, game="five_crowns", name="Ada")
        async with model_at(server) as model, client.Table(server.url, seated.token) as ada:
            answer = await said(model, "sit_down", link=ada.link, name="Model")
            key = key_in(answer)
            assert ["ready"] == choices(answer)
            while len(ada.lobby.people) < 2:
                await anext(ada)
            assert [False, True] == [person.program for person in ada.lobby.people]
            await said(model, "act", seat=key, action="ready")
            await ada.begin()
            answer = await said(model, "wait", seat=key, seconds=60)
            assert "Since you last looked:" in answer
            own = set(ada.view.private.hand)
            assert not any(f'"{card}"' in answer for card in own)  # no card of another hand is among the choices
            await ada.say("well-played")
            while "Ada says:" not in await said(model, "look", seat=key):  # it comes when it comes
                await asyncio.sleep(0.05)
            assert "Said." == await said(model, "say", seat=key, phrase="good-luck")
            await said(model, "leave", seat=key)

    live(scenario())


def test_wrong_calls_get_a_sentence_and_the_table_as_it_is(server: Serving) -> None:
    async def scenario() -> None:
        async with model_at(server) as model:
            answer, refused = await called(model, "open_table", game="poker", name="Model", bots=[])
            assert refused
            assert "poker" in answer
            answer, refused = await called(model, "open_table", game="wig_out", name="Model", bots=["genius"])
            assert refused
            assert "'beginner', 'casual', 'skilled', 'expert' or 'master'" in answer
            answer, refused = await called(model, "open_table", game="wig_out", name="Model", options={"rounds": 99})
            assert refused
            assert "table-malformed" not in answer
            assert "rounds is a whole number from 1 to 50, not 99" in answer
            answer, refused = await called(model, "sit_down", link="http://127.0.0.1:9/#ABC", name="Model")
            assert (True, f"only tables of {server.url}" in answer) == (refused, True)
            answer = await said(model, "open_table", game="wig_out", name="Model")  # friends may come, and no bots
            assert "(bot" not in answer
            key = key_in(answer)
            for action, words in (
                ("draw", "an action is one of those listed"),
                ('{"do":"fly"}', "Refused"),
                ('{"do":"draw"}', "Refused"),
            ):
                answer, refused = await called(model, "act", seat=key, action=action)
                assert refused
                assert words in answer
                assert ["begin"] == choices(answer)
            answer, refused = await called(model, "say", seat=key, phrase="rude")
            assert refused
            assert "there is no phrase of that name" in answer

    live(scenario())


def test_streamable_http_listens_on_this_machine_alone(server: Serving, tmp_path: Path) -> None:
    process = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-m", "rumpus", "mcp", "--server", server.url, "--http", "0"],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        address = process.stderr.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE_S)
        connection.request("POST", "/mcp", b"{}", {"Host": "evil.example", "Content-Type": "application/json"})
        assert 421 == connection.getresponse().status, "a page whose name was pointed at this machine"
        connection.close()

        async def scenario() -> None:
            async with Client(address) as model:
                names = {tool.name for tool in (await model.list_tools()).tools}
                assert {"open_table", "sit_down", "look", "act", "wait", "say", "leave"} == names
                answer = await said(model, "open_table", game="wig_out", name="Model", bots=["casual"])
                await said(model, "leave", seat=key_in(answer))

        live(scenario())
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_S)


def test_a_wrong_address_gets_one_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rumpus", "mcp", "--server", "nowhere"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (2, "", True) == (done.returncode, done.stdout, "a link looks like http://HOST:PORT" in done.stderr)
