"""The link of a call: the host sets it, everybody is told, and only addresses of websites are taken."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus.lobby.links import LONGEST_LINK, call_link
from tests.support.in_process import LocalServer, with_server

GOOD = {
    "https://meet.jit.si/our-table": "https://meet.jit.si/our-table",
    "  https://us02web.zoom.us/j/8123?pwd=aB%20c#x ": "https://us02web.zoom.us/j/8123?pwd=aB%20c#x",
    "HTTPS://Meet.Example.ORG/Room": "https://meet.example.org/Room",
    "https://meet.example.org:8443/a": "https://meet.example.org:8443/a",
    "https://xn--bcher-kva.example": "https://xn--bcher-kva.example",
}
BAD = [
    "",
    "https://",
    "https:///path",
    "http://meet.example.org/a",
    "javascript:alert(1)",
    "data:text/html,hello",
    "//meet.example.org",
    "https:meet.example.org",
    "https://user@meet.example.org/",
    "https://meet.example.org@evil.example/a\\b",
    "https://meet.example.org:99999999/",
    "https://localhost/admin",
    "https://192.168.0.1/",
    "https://[::1]/",
    "https://meet..example.org/",
    "https://-meet.example.org/",
    "https://büch\u0435r.example/",
    "https://meet.example.org/a b",
    "https://meet.example.org/\u202egnp",
    "https://meet.example.org/\nhttps://evil.example",
    'https://meet.example.org/"onclick="x',
    "https://meet.example.org/<script>",
    "https://" + "a" * 254 + ".org",
    "https://meet.example.org/" + "a" * LONGEST_LINK,
]


@pytest.mark.parametrize(("typed", "shown"), GOOD.items())
def test_addresses_of_websites_are_taken(typed: str, shown: str) -> None:
    assert shown == call_link(typed)


@pytest.mark.parametrize("typed", BAD)
def test_anything_else_is_not(typed: str) -> None:
    assert call_link(typed) is None


def lobbies(server: LocalServer, seated: dict[str, Any]) -> list[bytes]:
    """The entries of the journal that hold a lobby."""
    return [entry.body for entry in server.written(seated) if b'"lobby"' in entry.body]


@with_server()
async def test_the_host_sets_it_everybody_is_told_and_the_journal_keeps_it(server: LocalServer) -> None:
    host = await server.open("wig_out")
    ana, bo = await server.enter(host), await server.enter(await server.join(host, "Bo"))
    link = "https://meet.example.org/family"
    assert "table-host-only" == (await bo.ask("call_link", link=link))["reason"]
    refused = await ana.ask("call_link", link="http://meet.example.org/")
    assert ("table-call-link", LONGEST_LINK) == (refused["reason"], refused["facts"]["most"])
    assert link == (await ana.ask("call_link", link=link))["lobby"]["call"]
    assert link == bo.lobby()["call"]
    assert "done" == (await ana.ask("call_link", link=link))["type"]  # it is that one already
    await bo.ask("ready")
    await ana.ask("begin")
    assert link.encode() in lobbies(server, host)[-1]  # with every later change of the lobby
    assert (await ana.ask("call_link", link=None))["lobby"]["call"] is None  # during a match too
    assert link.encode() not in lobbies(server, host)[-1]
