"""Security headers, log lines, and the close codes of a real server."""

from __future__ import annotations

import ast
import asyncio
import io
import json
import logging
import re
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import rumpus
from rumpus import wire
from rumpus.server.config import DATABASE
from rumpus.server.logs import FIELDS, JsonLines
from rumpus.server.rooms import Rooms
from rumpus.server.seating import Seating
from rumpus.server.web import guard
from rumpus.table import Table
from tests.support.clock import run_virtual
from tests.support.in_process import LocalServer, table_of, with_server
from tests.support.raw_sockets import close_code, fetch, rest_of, text_frame, upgraded
from tests.support.serving import PATIENCE_S, Serving

# Headers and pages


@with_server()
async def test_every_response_has_the_security_headers(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:

    async def fault(self: Seating, *args: Any) -> Any:
        raise RuntimeError("planted")

    asked = [
        await server.request("/"),
        await server.request("/", headers=[(b"accept-language", b"es, en;q=0.5")]),
        *[await server.request(path) for path in ("/style.css", "/healthz", "/api/games", "/nowhere", "/api/join")],
        await server.request("/api/tables", b"{"),
        await server.request("/api/tables", b"x" * 70_000),
        await server.request("/api/tables", {"game": "wig_out", "name": "Ana"}),
        await server.request("/healthz", headers=[(b"origin", b"https://evil.example")]),
        await server.request("/healthz", method="DELETE"),
        await server.request("/healthz/"),
        await server.request("/api/records/none"),
    ]
    monkeypatch.setattr(Seating, "join", fault)
    broken: list[Any] = []

    async def send(message: Any) -> None:
        broken.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b'{"code":"x","name":"Ana"}'}

    scope = {**server._scope("http", "/api/join", (), "198.51.100.7"), "method": "POST"}
    with pytest.raises(RuntimeError):  # uvicorn logs it
        await server.app(scope, receive, send)
    assert 500 == broken[0]["status"]
    assert b"planted" not in broken[1]["body"]
    sent = [{key.encode(): value.encode() for key, value in one.headers.items()} for one in asked]
    for headers in (*sent, dict(broken[0]["headers"])):
        assert set(guard.HEADERS) <= set(headers.items())
    assert {200, 201, 400, 403, 404, 405, 413} == {one.status for one in asked}
    for page in asked:
        for host in re.findall(rb"(?:https?:)?//[\w.-]+", page.body):
            assert host in (b"http://localhost", b"https://json-schema"), page.body
        for script in re.findall(rb"<script[^>]*>[^<]*", page.body):  # only our own files, and none inline
            assert re.fullmatch(rb'<script [^>]*src="\./?[^:"]*"[^>]*>|<script [^>]*src="/[^/:"][^:"]*"[^>]*>', script)
        assert b"style=" not in page.body


def test_the_content_security_policy_allows_only_our_own_files() -> None:
    policy = dict(guard.HEADERS)[b"content-security-policy"].decode()
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert "'none'" == parts["default-src"] == parts["base-uri"] == parts["form-action"] == parts["frame-ancestors"]
    assert {"'none'", "'self'", "data:"} >= {word for words in parts.values() for word in words.split()}
    assert "data:" not in parts["script-src"]


# Logs


def log_calls() -> Iterator[tuple[str, ast.Call]]:
    """Every place in our code where something is logged."""
    for path in sorted(Path(rumpus.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.value
            if isinstance(node, ast.Call) and isinstance(named, ast.Name) and named.id == "log":
                yield path.name, node


def test_what_is_logged_is_a_fixed_sentence_and_a_few_fields() -> None:
    calls = list(log_calls())
    assert len(calls) > 5
    for where, call in calls:
        assert isinstance(call.args[0], ast.Constant), (where, call.lineno)
        for extra in call.keywords:
            if extra.arg == "extra":
                assert isinstance(extra.value, ast.Dict)
                fields = {key.value for key in extra.value.keys if isinstance(key, ast.Constant)}
                assert fields <= set(FIELDS), (where, call.lineno)


def leaks(lines: list[str], secrets: set[str]) -> list[str]:
    """The log lines that say more than they may."""
    sentences = {call.args[0].value for _, call in log_calls() if isinstance(call.args[0], ast.Constant)}
    keys = {"at", "level", "from", "what", "error", "trace", *FIELDS}
    bad = []
    for line in lines:
        found = json.loads(line)
        told = found["what"] in sentences or found["what"] == found["from"]
        if not told or not set(found) <= keys or any(secret in line for secret in secrets):
            bad.append(line)
    return bad


@contextmanager
def logged() -> Iterator[list[str]]:
    """What a server would write to its log, line by line."""
    lines: list[str] = []
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    level, ours = root.level, logging.getLogger("rumpus").level
    root.addHandler(handler)
    logging.getLogger("rumpus").setLevel("INFO")
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
        logging.getLogger("rumpus").setLevel(ours)
        lines += stream.getvalue().splitlines()


def busy_run(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """People join and play, a save fails, and an exception's text holds secrets; returns the log lines that leak."""
    secrets: set[str] = {"198.51.100.7", "Malory"}

    async def scenario() -> None:
        async with LocalServer() as server:
            ana = await server.open("wig_out", name="Malory", settings={"countdown_s": 0})
            bo = await server.join(ana, "Bo")
            secrets.update((ana["token"], ana["token"].partition(".")[2], bo["token"], ana["code"]))
            a, b = await server.enter(ana), await server.enter(bo)
            await b.ask("ready")
            await a.ask("begin")
            await b.ask("ready")
            await a.does({"do": "go"})
            ask = Table.ask

            def broken(self: Table, person: int, message: Any, now: float) -> None:
                raise RuntimeError(f"{ana['token']} {ana['code']} {a.last('happened')['view']}")

            monkeypatch.setattr(Table, "ask", broken)
            assert "table-not-saved" == (await a.ask("stop"))["reason"]
            monkeypatch.setattr(Table, "ask", ask)
            await asyncio.sleep(3)
            server.store._tables[table_of(ana)].entries.pop()  # the journal's next number no longer matches the table's
            await b.ask("say", phrase="wow")
            b.say({"type": "leave", "id": "x"})
            await asyncio.sleep(5)
            await server.enter({"token": f"{table_of(ana)}.{'0' * 32}"})
            await server.request("/api/join", {"code": ana["code"], "name": "Cy"})
            await server.request("/api/join", {"code": "BBBBBBBB", "name": "Cy"})

    with logged() as lines:
        run_virtual(scenario)
    assert {"error", "warning", "info"} <= {json.loads(line)["level"] for line in lines}, lines
    return leaks(lines, secrets)


def test_no_log_line_has_a_token_a_code_a_card_or_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [] == busy_run(monkeypatch)


@pytest.mark.parametrize("plant", ["token", "code", "card"])
def test_a_leaking_log_is_caught(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    log = logging.getLogger("rumpus.server")
    enter = Rooms.enter

    async def leaking(self: Rooms, session: Any, token: str) -> Any:
        if plant == "token":
            log.info(f"hello of {token}")
        elif plant == "code":
            log.info("table-opened", extra={"why": next(iter(self._codes), "")})
        else:
            log.info("dealt moptop")
        return await enter(self, session, token)

    monkeypatch.setattr(Rooms, "enter", leaking)
    assert [] != busy_run(monkeypatch)


# The same over real sockets


def test_a_real_server_shuts_down_in_order_and_logs_no_secrets(tmp_path: Path) -> None:
    with Serving(tmp_path, "--limit", "people=50") as server:
        hello = json.loads(fetch(server.url, "/api/tables", {"game": "wig_out", "name": "Malory"})[1])
        lost = json.loads(fetch(server.url, "/api/tables", {"game": "wig_out", "name": "Lost"})[1])
        for payload, opcode, code in (
            (b"x" * 5000, 1, 1009),
            (b"\xff\xfe", 1, 1007),
            (b"{}", 2, wire.CLOSE_MALFORMED),
            (b'{"type":"%s"}' % (b"x" * 3000), 1, wire.CLOSE_HELLO),
            (json.dumps({"type": "hello", "version": 1, "token": "x"}).encode(), 1, wire.CLOSE_TOKEN),
        ):
            raw = upgraded(server.url)
            raw.sendall(text_frame(payload, opcode))
            answer = rest_of(raw)
            assert code == close_code(answer), (payload[:20], answer)
            assert b"permessage-deflate" not in answer.lower()
        assert rest_of(upgraded(server.url, "Origin: https://evil.example")).startswith(b"HTTP/1.1 403")
        raw = socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), timeout=PATIENCE_S)
        raw.sendall(b"\x00\x01 nonsense\r\n\r\n")
        assert rest_of(raw).startswith(b"HTTP/1.1 400")
        raw = upgraded(server.url)
        raw.sendall(text_frame(json.dumps({"type": "hello", "version": 1, "token": hello["token"]}).encode()))
        raw.sendall(text_frame(b'{"type":"leave","id":"x"}'))
        assert wire.CLOSE_REMOVED == close_code(rest_of(raw))
        status, _, headers = fetch(server.url, "/")
        assert 200 == status
        assert set(guard.HEADERS) <= {(key.encode(), value.encode()) for key, value in headers.items()}
        assert "server" not in headers
        server.end()
    database = sqlite3.connect(tmp_path / DATABASE)
    with database:
        database.execute("update entries set body = x'7b' where table_id = ?", (table_of(lost),))
    database.close()
    with Serving(tmp_path) as again:
        unplayable = fetch(again.url, "/api/join", {"code": lost["code"], "name": "Eve"})
        assert unplayable[:2] == fetch(again.url, "/api/join", {"code": "BBBBBBBB", "name": "Eve"})[:2]
        raw = upgraded(again.url)
        raw.sendall(text_frame(json.dumps({"type": "hello", "version": 1, "token": lost["token"]}).encode()))
        assert wire.CLOSE_TABLE == close_code(rest_of(raw))
    secrets = {"127.0.0.1", "Malory", *(one[key] for one in (hello, lost) for key in ("token", "code"))}
    secrets |= {one["token"].partition(".")[2] for one in (hello, lost)}
    assert [] == leaks([*server.logged, *again.logged], secrets)
    assert {"table-opened", "table-unplayable"} <= {json.loads(one)["what"] for one in (*server.logged, *again.logged)}
    assert [] == [one for one in server.logged if json.loads(one)["level"] == "error"]
    assert all(line not in "".join(again.said) for line in secrets - {"127.0.0.1"})
