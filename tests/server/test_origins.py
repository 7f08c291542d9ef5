"""Where requests come from: origins, addresses and proxies."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rumpus
from rumpus.server import addresses
from rumpus.server.web import http
from tests.support.clock import settle, virtual_time
from tests.support.in_process import LocalServer
from tests.support.raw_sockets import fetch
from tests.support.serving import Serving

FOREIGN = ("https://evil.example", "http://localhost:9999", "https://localhost:8000", "null", "")


@virtual_time
async def test_own_pages_are_accepted_and_foreign_pages_are_refused() -> None:
    printed = addresses.addresses("0.0.0.0", 8000)  # noqa: S104 - what is printed there, nothing is bound
    origins = addresses.origins_for(printed, ("https://Play.Example.org/",))
    async with LocalServer(origins=origins) as server:
        for origin in (*printed, f"{printed[0].upper()}/", "https://play.example.org", None):
            sent = [(b"origin", origin.encode())] if origin is not None else []
            answer = await server.request("/api/tables", {"game": "wig_out", "name": "Ana"}, headers=sent)
            assert 201 == answer.status, origin
            connection = server.connect(headers=sent)
            await settle()
            assert connection.accepted, origin
        for origin in FOREIGN:
            for path in ("/", "/healthz", "/api/tables", "/nowhere"):
                answer = await server.request(path, {}, headers=[(b"origin", origin.encode())])
                assert (403, "table-origin") == (answer.status, answer.json()["reason"])
            connection = server.connect(headers=[(b"origin", origin.encode())])
            await settle()
            assert (False, (1008, "")) == (connection.accepted, connection.closed)
            assert connection.task.done()


def test_an_origin_is_written_with_its_scheme() -> None:
    with pytest.raises(rumpus.contract.Malformed):
        addresses.origins_for([], ("play.example.org",))


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("2001:db8::1", "2001:db8::"),
        ("2001:db8::ffff:1", "2001:db8::"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("fe80::1%eth0", "fe80::"),
        ("not:an:address", "not:an:address"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(host: str, counted: str) -> None:
    assert counted == http.client_address({"client": (host, 1)})


def test_a_forwarded_address_counts_only_behind_the_proxy_that_is_trusted(tmp_path: Path) -> None:
    def connections(server: Serving, number: int, address: str) -> list[int]:
        wrong = {"code": "BBBBBBBB", "name": "Eve"}
        return [fetch(server.url, "/api/join", wrong, **{"X-Forwarded-For": address})[0] for _ in range(number)]

    behind = ("--trusted-proxy=127.0.0.1", "--origin=https://play.example.org")
    with Serving(tmp_path / "behind", *behind, generous=False) as server:
        assert [404] * 10 + [429] == connections(server, 11, "203.0.113.1")
        assert [404] == connections(server, 1, "203.0.113.2")
        assert [429] == connections(server, 1, "203.0.113.66, 203.0.113.1")  # what the proxy itself has seen counts
        assert 200 == fetch(server.url, "/healthz", Origin="https://play.example.org")[0]
        assert 403 == fetch(server.url, "/healthz", Origin="https://evil.example")[0]
        for line in server.said:
            for address in re.findall(r"http://[^\s/]+", line):
                if "metrics" not in line:
                    assert 200 == fetch(server.url, "/healthz", Origin=address)[0]
    with Serving(tmp_path / "open", generous=False) as server:
        assert [404] * 10 == [status for at in range(10) for status in connections(server, 1, f"203.0.113.{at}")]
        assert [429] == connections(server, 1, "203.0.113.99")
