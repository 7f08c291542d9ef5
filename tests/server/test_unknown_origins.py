"""The addresses at which a browser may use the server, and what it is shown at others."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rumpus.server.metrics import Metrics
from rumpus.server.web.guard import MOST_LOGGED, Origins
from tests.server.test_headers import logged
from tests.support.clock import run_virtual, settle
from tests.support.in_process import LocalServer
from tests.support.raw_sockets import fetch, rest_of, upgraded
from tests.support.serving import Serving

OPEN = {"game": "wig_out", "name": "Ana"}
KNOWN = frozenset({"http://localhost:8000", "http://[::1]:8000", "http://den.local:8000", "https://cards.example"})


@pytest.mark.parametrize(
    ("origin", "host", "trusted"),
    [
        ("http://localhost:8000", "localhost:8000", True),
        ("http://10.8.0.1:8000", "10.8.0.1:8000", True),  # a VPN
        ("http://203.0.113.5", "203.0.113.5", True),  # a forwarded port
        ("http://203.0.113.5", "203.0.113.5:80", True),
        ("https://203.0.113.5", "203.0.113.5", True),  # a proxy with TLS
        ("http://[2001:db8::7]:8000", "[2001:db8::7]:8000", True),
        ("http://localhost:9000", "localhost:9000", True),  # a tunnel
        ("http://den.local", "den.local", True),
        ("https://cards.example", "127.0.0.1:8000", True),  # a proxy that changes the Host header
        ("https://cards.example", "cards.example:443", True),
        ("http://10.8.0.1:8000", "10.8.0.2:8000", False),
        ("http://10.8.0.1:9000", "10.8.0.1:8000", False),  # another server on the same machine
        ("http://localhost:9000", "localhost:8000", False),
        ("https://localhost:8000", "localhost:8000", False),
        ("http://evil.example:8000", "evil.example:8000", False),  # DNS rebinding: their name, our machine
        ("http://evil.example", "10.8.0.1", False),
        ("http://10.8.0.1.evil.example", "10.8.0.1.evil.example", False),
        ("http://0x7f.1:8000", "0x7f.1:8000", False),
        ("http://user@10.8.0.1", "user@10.8.0.1", False),
        ("http://10.8.0.1/", "10.8.0.1", True),
        ("ftp://10.8.0.1", "10.8.0.1", False),
        ("null", "null", False),
        ("", "", False),
        ("http://", "", False),
        ("http://[", "[", False),
    ],
)
def test_an_origin_is_trusted_if_it_is_known_or_an_ip_address_equal_to_the_host(
    origin: str, host: str, trusted: bool
) -> None:
    assert trusted == Origins(KNOWN, Metrics()).trusts(origin, host)


def test_files_are_served_whatever_the_origin_and_the_api_is_not() -> None:
    async def scenario() -> None:
        async with LocalServer() as server:
            foreign = [(b"origin", b"https://evil.example")]
            page = (await server.request("/")).body.decode()
            scripts = re.findall(r'src="(/assets/[^"]+)"', page)
            assert scripts
            for path in (*scripts, "/", "/style.css"):
                assert 200 == (await server.request(path, headers=foreign)).status
            for path, body in (("/api/tables", OPEN), ("/api/games", None), ("/healthz", None)):
                assert 403 == (await server.request(path, body, headers=foreign)).status

    run_virtual(scenario)


def test_an_unknown_name_that_resolves_here_cannot_use_a_table() -> None:
    async def scenario() -> None:
        async with LocalServer() as server:
            rebound = [(b"host", b"evil.example:8000"), (b"origin", b"http://evil.example:8000")]
            server.host = b""
            assert 403 == (await server.request("/api/tables", OPEN, headers=rebound)).status
            connection = server.connect(headers=rebound)
            await settle()
            assert (False, (1008, "")) == (connection.accepted, connection.closed)
            for path, body in (("/", None), ("/api/games", None), ("/api/records/x", None), ("/api/tables", OPEN)):
                assert 403 == (await server.request(path, body, headers=rebound[:1])).status, "reading names no origin"
            connection = server.connect(headers=rebound[:1])
            await settle()
            assert (False, (1008, "")) == (connection.accepted, connection.closed)
            for path in ("/style.css", "/healthz"):
                assert 200 == (await server.request(path, headers=rebound[:1])).status
            for known in (b"localhost:8000", b"10.8.0.1:8000", b"[::1]:9000"):
                assert 200 == (await server.request("/api/games", headers=[(b"host", known)])).status

    run_virtual(scenario)


@pytest.mark.parametrize(
    ("language", "words"), [("en-GB, es;q=0.5", "If this is your server"), ("es-MX", "Si el servidor es tuyo")]
)
def test_under_an_unknown_name_a_page_says_what_to_start_the_server_with(language: str, words: str) -> None:
    async def scenario() -> None:
        async with LocalServer() as server:
            server.host = b"cards.example.org"
            asked = [(b"accept-language", language.encode()), (b"x-forwarded-proto", b"https")]
            answer = await server.request("/", headers=asked)
            assert (403, "text/html; charset=utf-8") == (answer.status, answer.headers["content-type"])
            assert words in answer.body.decode()
            assert "rumpus serve --origin https://cards.example.org<" in answer.body.decode()
            server.host = b'"><script>alert(1)</script>'
            answer = await server.request("/")
            assert b"<script>" not in answer.body
            assert b"rumpus serve --origin https://example.org<" in answer.body
            server.host = b"x" * 10_000
            answer = await server.request("/")
            assert (403, True) == (answer.status, len(answer.body) < 3000)

    run_virtual(scenario)


def test_every_unknown_origin_is_logged_once_and_not_too_many_of_them() -> None:
    origins = Origins(KNOWN, metrics := Metrics())

    def ask(origin: str) -> None:
        origins.welcome({"headers": [(b"origin", origin.encode()), (b"host", b"localhost:8000")]})

    with logged() as lines:
        for _ in range(3):
            ask("https://one.example")
        ask("http://localhost:8000")
        ask("a b\n")
        for number in range(100):
            ask(f"https://{number}.example")
    found = [json.loads(line)["origin"] for line in lines]
    assert ["https://one.example", "unreadable", "https://0.example"] == found[:3]
    assert MOST_LOGGED == len(found) == len(set(found))
    assert 104 == metrics.registry.get_sample_value("rumpus_unknown_origins_total")


def test_a_real_server_reached_by_an_unknown_name(tmp_path: Path) -> None:
    with Serving(tmp_path) as server:
        host = "cards.example.org"
        status, page, headers = fetch(server.url, "/", Host=host)
        assert (403, "no-store") == (status, headers["cache-control"])
        assert b"rumpus serve --origin http://cards.example.org" in page
        assert "default-src 'none'" in headers["content-security-policy"]
        style = fetch(server.url, "/style.css", Host=host, Origin=f"http://{host}")
        assert (200, "text/css; charset=utf-8") == (style[0], style[2]["content-type"])
        assert 403 == fetch(server.url, "/api/tables", OPEN, Host=host, Origin=f"http://{host}")[0]
        assert rest_of(upgraded(server.url, f"Origin: http://{host}")).startswith(b"HTTP/1.1 403")
        forwarded = {"Host": "203.0.113.5:9000", "Origin": "http://203.0.113.5:9000"}
        assert 200 == fetch(server.url, "/", **forwarded)[0]
        assert 201 == fetch(server.url, "/api/tables", OPEN, **forwarded)[0]
        figures = re.search(r"http://127\.0\.0\.1:\d+/metrics", "".join(server.said))
        assert figures is not None
        assert b"rumpus_unknown_origins_total 3.0" in fetch(figures[0], "")[1]
    lines = [json.loads(line) for line in server.logged]
    assert [f"http://{host}"] == [line["origin"] for line in lines if line["what"] == "unknown-origin"]


def test_a_page_is_accepted_after_restarting_with_the_suggested_origin(tmp_path: Path) -> None:
    with Serving(tmp_path, "--origin", "https://cards.example.org") as server:
        reached = {"Host": "cards.example.org", "Origin": "https://cards.example.org"}
        assert 200 == fetch(server.url, "/", **reached)[0]
        assert 201 == fetch(server.url, "/api/tables", OPEN, **reached)[0]
