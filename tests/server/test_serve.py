"""`rumpus serve` as people and hosts see it: what it prints, its pages, records, questions and metrics."""

from __future__ import annotations

import asyncio
import gzip
import json
import math
import re
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from rumpus import client, record, wire
from rumpus.contract import Malformed, Question
from rumpus.games.five_crowns import questions
from rumpus.server import qr
from rumpus.server.addresses import addresses, origins_for, shared
from rumpus.server.budget.limits import Limits, parse
from rumpus.server.config import DATABASE, parse_keep_days, parse_trusted_proxy
from rumpus.server.offer import offer
from rumpus.server.web.pages import ClientFiles, how_to_join
from tests.support import raw_sockets
from tests.support.serving import PATIENCE_S, Serving

QUICK = wire.Settings(countdown_s=0, wait_s=0)
KEEP_DAYS = [["--keep-days", days] for days in ("0", "-1", "0.5", "nan", "inf", "soon", "")]
LIBRARY_FRAMES = """
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from rumpus.cli import main
from rumpus.server import run
run.Frames = WebSocketsSansIOProtocol
main()
"""


WATCHING = """
from rumpus.__main__ import main
from rumpus.server.budget.stalls import Stalls
watch = Stalls.watch
def said(self):
    print("watching", flush=True)
    watch(self)
Stalls.watch = said
main()
"""


@pytest.fixture(scope="module", params=["our frames", "the library's frames"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """The server with our WebSocket protocol, and with uvicorn's own (docs/decisions/frames.md)."""
    serving = Serving(tmp_path_factory.mktemp("data"))
    if request.param != "our frames":
        at = serving.command.index("-m")
        serving.command[at : at + 2] = ["-c", LIBRARY_FRAMES]
    with serving:
        yield serving


def fetch(address: str, body: bytes | None = None) -> tuple[int, bytes]:
    """The status and body of the response, also if it is an error."""
    request = urllib.request.Request(address, body)  # noqa: S310 - our own server
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310 - our own server
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def test_the_health_page_says_that_the_server_accepts_people(server: Serving) -> None:
    status, body = fetch(f"{server.url}/healthz")
    assert 200 == status
    assert json.loads(body)["ok"] is True


def test_the_browser_client_is_served_with_all_its_files(server: Serving) -> None:
    status, page = fetch(server.url + "/")
    assert 200 == status
    assets = re.findall(rb'(?:src|href)="(/assets/[^"]+)"', page)
    assert assets
    assert {200} == {fetch(server.url + path.decode())[0] for path in assets}
    for address in (server.url + path.decode() for path in assets):
        request = urllib.request.Request(address, headers={"accept-encoding": "gzip"})  # noqa: S310 - our own server
        whole = fetch(address)[1]
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as small:  # noqa: S310 - our own server
            if len(gzip.compress(whole, mtime=0)) < len(whole):
                assert "gzip" == small.headers["content-encoding"]
                assert whole == gzip.decompress(small.read())
            else:
                assert small.headers["content-encoding"] is None
                assert whole == small.read()
    for wrong in ("/assets/../app.py", "/assets/none.js", "/%2e%2e/pyproject.toml", "/.built-from/"):
        assert 404 == fetch(server.url + wrong)[0]


def test_a_file_that_the_browser_has_is_not_sent_again(server: Serving) -> None:
    page = fetch(server.url + "/")[1]
    asset = re.findall(rb'src="(/assets/[^"]+)"', page)[0].decode()
    for path, caching in (("/", "no-cache"), (asset, "public, max-age=31536000, immutable")):
        _, body, headers = raw_sockets.fetch(server.url, path)
        assert (caching, "accept-encoding") == (headers["cache-control"], headers["vary"])
        again = raw_sockets.fetch(server.url, path, **{"If-None-Match": headers["etag"]})
        assert (304, b"", caching) == (again[0], again[1], again[2]["cache-control"])
        packed = raw_sockets.fetch(server.url, path, **{"Accept-Encoding": "gzip"})[2]
        assert packed["content-type"] == headers["content-type"]
        assert packed["etag"] != headers["etag"]
        request = urllib.request.Request(server.url + path, method="HEAD")  # noqa: S310 - our own server
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as head:  # noqa: S310 - our own server
            assert (str(len(body)), b"") == (head.headers["content-length"], head.read())
    assert 404 == fetch(server.url + "/.built-from")[0]


def test_a_path_that_no_file_has_is_not_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def noted(self: ClientFiles, path: str) -> tuple[str, None]:
        looked.append(path)
        return "", None

    monkeypatch.setattr(ClientFiles, "lookup_path", noted)
    for path in ("a/" * 7900, ".git/config", "a/.hidden/b", "assets/none.js"):
        scope = {"type": "http", "method": "GET", "path": f"/{path}", "headers": []}
        assert 404 == asyncio.run(ClientFiles(directory=tmp_path).get_response(path, scope)).status_code
    assert ["assets/none.js"] == looked


def test_one_part_of_a_file_is_sent_but_not_many(server: Serving) -> None:
    asset = re.findall(rb'src="(/assets/[^"]+)"', fetch(server.url + "/")[1])[0].decode()
    whole = raw_sockets.fetch(server.url, asset)[1]
    assert (206, whole[2:5]) == raw_sockets.fetch(server.url, asset, Range="bytes=2-4")[:2]
    assert (200, whole) == raw_sockets.fetch(server.url, asset, Range="bytes=0-0,2-2")[:2], "each would cost a thread"


@pytest.mark.parametrize("language", ["en", "es"])
def test_where_the_client_is_not_built_a_page_says_how_to_join(language: str) -> None:
    assert f'<html lang="{language}">' in how_to_join(language)
    assert "rumpus join" in how_to_join(language)


def test_prometheus_metrics_are_on_a_local_port(server: Serving) -> None:
    address = re.search(r"http://127\.0\.0\.1:\d+/metrics", "".join(server.said))
    assert address is not None
    assert b"rumpus_tables" in fetch(address[0])[1]


def test_what_a_start_takes_is_no_stall(tmp_path: Path) -> None:
    """Else a warning would stand under the QR code of every host."""
    server = Serving(tmp_path)
    server.command[1:3] = ["-c", WATCHING]
    with server:
        pass
    lines = "".join(server.said).splitlines()
    assert "watching" == lines[-2], lines
    assert "/metrics" in lines[-3]


def test_what_can_be_played_is_listed_for_clients() -> None:
    found = json.loads(offer())
    assert {"five_crowns", "wackee_six", "wig_out"} == set(found["games"])
    assert [2, 14] == found["games"]["five_crowns"]["seats"]


def test_a_second_server_on_the_same_data_is_refused(server: Serving, tmp_path: Path) -> None:
    data = server.command[server.command.index("--data") + 1]
    with pytest.raises(AssertionError, match="in use"):
        Serving(Path(data)).start()


async def match_of(server: Serving, game: str, **options: Any) -> tuple[str, list[Any], str]:
    """Play a short match against bots; returns the record's name, all messages received, and the token."""
    bots = ("casual", "casual")
    seated = await client.open_table(server.url, game=game, name="Ana", options=options, settings=QUICK, bots=bots)
    told: list[Any] = []
    async with client.Table(server.url, seated.token) as table:
        await table.begin()
        while table.lobby.record is None:
            if table.legal:
                try:
                    told.append(await table.do(table.legal[0]))
                except client.Refusal as no:
                    told.append(no)
            await asyncio.sleep(0.02)
            if table.lobby.stage == "match" and table.view is not None and table.view.public.phase == "deal":
                with suppress(client.Refusal):
                    await table.ready()
        return table.lobby.record, told, seated.token


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("wig_out", {"rounds": 1, "bot_pace": 0.25}),
        ("five_crowns", {"rounds": 1, "turn_limit": 2, "bot_pace": 0.25}),
        ("wackee_six", {"target": 1, "bot_pace": 0.25, "down": [0, 0, 0]}),
    ],
)
def test_a_whole_match_is_played_and_its_record_verifies(server: Serving, game: str, options: dict[str, Any]) -> None:
    name, _, token = asyncio.run(match_of(server, game, **options))
    status, text = fetch(f"{server.url}/api/records/{name}")
    assert 200 == status
    whole = record.read(text.splitlines())
    result = record.verify(whole).outcome()
    assert result is not None
    assert "finished" == result.why
    steps = fetch(f"{server.url}/api/records/{name}/steps")[1].splitlines()
    assert len(whole.lines) + 1 == len(steps)
    assert 3 == len(json.loads(steps[-1])["private"])
    posted = fetch(f"{server.url}/api/replay", text)
    assert (200, b"\n".join(steps) + b"\n") == posted
    own = fetch(f"{server.url}/api/steps", json.dumps({"token": token}).encode())[1]
    assert posted[1] == own  # the match is over: everything may be seen


def test_the_steps_of_a_match_under_way_are_shown_as_the_seat_saw_them(server: Serving) -> None:
    async def under_way() -> tuple[str, list[str]]:
        seated = await client.open_table(server.url, game="five_crowns", name="Ana", settings=QUICK, bots=("casual",))
        async with client.Table(server.url, seated.token) as table:
            await table.begin()
            while table.view is None:
                await asyncio.sleep(0.02)
            return seated.token, list(table.view.private.hand)

    token, hand = asyncio.run(under_way())
    status, body = fetch(f"{server.url}/api/steps", json.dumps({"token": token}).encode())
    assert 200 == status
    first = json.loads(body.splitlines()[1])
    assert "hands" not in first["line"]
    assert "draw" not in first["line"]
    assert [{"hand": hand}] == first["private"]
    assert 404 == fetch(f"{server.url}/api/steps", json.dumps({"token": token + "0"}).encode())[0]


def test_a_damaged_record_is_refused_with_the_line(server: Serving) -> None:
    status, body = fetch(f"{server.url}/api/replay", b"nonsense")
    assert 400 == status
    assert "line 1" in json.loads(body)["expected"]
    assert 413 == fetch(f"{server.url}/api/replay", b"x" * (4 * 1024 * 1024 + 1))[0]
    assert 404 == fetch(f"{server.url}/api/records/nothing")[0]


async def found(table: client.Table, question: type[wire.Ask | Question], **fields: Any) -> Any:
    """The server's answer to a question, which is asked again where a busy machine did not answer it in time."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                answer = await table.ask(question, **fields)
            except client.Refusal as no:
                if no.reason != "table-not-now":
                    raise
            else:
                assert isinstance(answer, wire.Done)
                return answer.found


def test_questions_are_answered_from_the_askers_view(server: Serving) -> None:
    async def ask() -> None:
        seated = await client.open_table(server.url, game="five_crowns", name="Ana", settings=QUICK, bots=("casual",))
        async with client.Table(server.url, seated.token) as table:
            await table.begin()
            while not table.legal:
                await asyncio.sleep(0.02)
            assert table.view is not None
            melds = await found(table, questions.Melds)
            assert sorted(table.view.private.hand) == sorted(chain(melds["left"], *melds["melds"]))
            assert "take" == (await found(table, wire.Hint))["do"]
            assert 2 == len(await found(table, wire.Playable))
            groups = await found(table, questions.Grouping, melds=(tuple(table.view.private.hand),))
            assert 1 == len(groups["valid"])
            with pytest.raises(client.Refusal) as no:
                await found(table, questions.Grouping, melds=(("**", "**", "**", "**"),))
            assert "fc-meld-not-in-hand" == no.value.reason

    asyncio.run(ask())


def test_hints_can_be_turned_off(server: Serving) -> None:
    async def ask() -> str:
        quiet = wire.Settings(hints=False, countdown_s=0)
        seated = await client.open_table(server.url, game="wig_out", name="Ana", settings=quiet, bots=("casual",))
        async with client.Table(server.url, seated.token) as table:
            await table.begin()
            with pytest.raises(client.Refusal) as no:
                await table.ask(wire.Hint)
            return no.value.reason

    assert "table-hints-off" == asyncio.run(ask())


def rumpus(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command as people type it."""
    command = [sys.executable, "-m", "rumpus", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=PATIENCE_S, check=False)  # noqa: S603 - our own command


def test_a_table_is_opened_and_joined_from_the_terminal(server: Serving) -> None:
    opened = rumpus("join", server.url, "--game", "wig_out", "--bots", "casual", "--name", "Ana", typed="leave\n")
    assert 0 == opened.returncode, opened.stderr
    assert "Ana" in opened.stdout
    wrong = rumpus("join", f"{server.url}/#BCDFGHJK", "--name", "Bo", "--lang", "es")
    assert 1 == wrong.returncode
    assert "código" in wrong.stdout
    for bad in (["join", "nonsense", "--name", "Bo"], ["join", server.url, "--name", "x" * 30, "--game", "wig_out"]):
        refused = rumpus(*bad)
        assert 2 == refused.returncode
        assert 1 == len(refused.stderr.splitlines())


def test_wrong_settings_of_the_server_get_one_sentence(tmp_path: Path) -> None:
    for bad in (
        ["--limit", "speed=1"],
        ["--origin", "nonsense"],
        ["--data", __file__],
        ["--lang", "fr"],
        *KEEP_DAYS[:2],
    ):
        refused = rumpus("serve", "--port", "0", "--data", str(tmp_path), *bad)
        assert 2 == refused.returncode
        assert 1 == len(refused.stderr.splitlines()), refused.stderr
    missing = rumpus("backup", str(tmp_path / "copy"), "--data", str(tmp_path / "nothing"))
    assert 2 == missing.returncode


@pytest.mark.parametrize("keep", ["never", "1"])
def test_no_table_is_removed_right_after_a_start_however_old_it_looks(tmp_path: Path, keep: str) -> None:
    """The clock may be wrong. test_sweeping.py has what is removed later."""
    with Serving(tmp_path) as server:
        table = json.loads(fetch(f"{server.url}/api/tables", b'{"game":"wig_out","name":"Ana"}')[1])
    with sqlite3.connect(tmp_path / DATABASE) as database:
        database.execute("UPDATE tables SET touched = touched - 86400 * 365")
    database.close()
    with Serving(tmp_path, "--keep-days", keep) as server:
        time.sleep(2.5)
        status = fetch(f"{server.url}/api/look", json.dumps({"code": table["code"]}).encode())[0]
    assert 200 == status
    assert "tables-removed" not in "".join(server.logged)


def test_days_to_keep_are_one_or_more_or_never() -> None:
    assert (1.0, 30.5, math.inf) == tuple(map(parse_keep_days, ("1", "30.5", "never")))
    for _, wrong in KEEP_DAYS:
        with pytest.raises(Malformed, match="--keep-days is a number of days from 1 up, or never"):
            parse_keep_days(wrong)


# What is printed and set


def test_every_address_is_one_of_this_machine_or_its_network() -> None:
    found = addresses("0.0.0.0", 8000)  # noqa: S104 - the address that means everywhere
    assert ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"] == found[:3]
    assert ["http://cards.example:80"] == addresses("cards.example", 80)


def test_a_table_opened_from_this_machine_gets_a_link_with_the_network_address() -> None:
    lan = "http://192.168.1.7:8000"
    assert lan == shared(["http://localhost:8000", "http://[::1]:8000", lan])
    assert shared(["http://localhost:8000"]) is None


def test_the_qr_code_is_a_square_of_the_right_size() -> None:
    rows = qr.characters("http://192.168.1.7:8000/").splitlines()
    assert len({len(row) for row in rows}) == 1
    assert len(rows[0]) - 2 in (len(rows) * 2, len(rows) * 2 - 1)


def test_a_malformed_origin_is_refused() -> None:
    assert {"https://cards.example"} == origins_for([], ("https://Cards.example/",))
    for wrong in ("cards.example", "https://", "https://[cards", "https://cards.example:port", "https://:8000"):
        with pytest.raises(Malformed, match="an origin is an address such as"):
            origins_for([], (wrong,))


def test_a_trusted_proxy_is_an_address_or_a_network() -> None:
    for given, meant in (("127.0.0.1", "127.0.0.1"), ("::1, 10.0.0.7/24", "::1,10.0.0.0/24"), ("*", "*"), (None, None)):
        assert meant == parse_trusted_proxy(given)
    for wrong in ("proxy.example.org", "10.0.0.1,", "10.0.0.1:80", ""):
        with pytest.raises(Malformed, match="--trusted-proxy is the address or the network of a proxy"):
            parse_trusted_proxy(wrong)


def test_limits_are_set_by_name() -> None:
    assert Limits(connections=7, busy_ms=1.5) == parse(("connections=7", "busy_ms=1.5"))
    for wrong in ("speed=1", "connections", *(f"connections={value}" for value in ("many", "-1", "1e99", "nan"))):
        with pytest.raises(Malformed, match="limit"):
            parse((wrong,))
