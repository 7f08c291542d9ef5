"""Where to report a security problem, and an endpoint that is gone because it stopped every table."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from rumpus import wire
from rumpus.contract import Malformed
from rumpus.server.web.app import App
from rumpus.server.web.security_txt import parse_contact, security_txt
from tests.support.command import rumpus
from tests.support.in_process import HOME, LocalServer, with_server
from tests.support.raw_sockets import fetch
from tests.support.serving import Serving

PATH = "/.well-known/security.txt"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("ana@example.org", "mailto:ana@example.org"),
        (" ana+cards@cards.example.org ", "mailto:ana+cards@cards.example.org"),
        ("mailto:ana@example.org?subject=Rumpus", "mailto:ana@example.org?subject=Rumpus"),
        ("https://example.org/security", "https://example.org/security"),
        ("tel:+34-600-000-000", "tel:+34-600-000-000"),
        (None, None),
    ],
)
def test_a_contact_is_an_address_that_people_can_use(value: str | None, expected: str | None) -> None:
    assert expected == parse_contact(value)


@pytest.mark.parametrize(
    "value", ["", "ana", "http://example.org", "ana@", "a@b\nExpires: x", "https://", "https://x y", "https://\x1b[2J"]
)
def test_a_bad_contact_gets_a_sentence(value: str) -> None:
    with pytest.raises(Malformed, match="--security-contact is an e-mail address, or begins with https:"):
        parse_contact(value)


def test_the_file_expires_within_the_year_that_the_standard_allows() -> None:
    for now in (datetime(2026, 2, 28, 23, 59, tzinfo=UTC), datetime(2028, 2, 29, tzinfo=timezone(timedelta(hours=-9)))):
        lines = dict(line.split(": ", 1) for line in security_txt("mailto:ana@example.org", now).splitlines())
        assert ["Contact", "Expires", "Preferred-Languages"] == list(lines)
        expires = datetime.fromisoformat(lines["Expires"])
        assert timedelta(days=90) < expires - now < timedelta(days=365)


@with_server()
async def test_without_a_contact_there_is_no_file(server: LocalServer) -> None:
    answer = await server.request(PATH)
    assert 404 == answer.status
    assert "--security-contact" in json.loads(answer.body)["expected"]
    server.app = App(server.rooms, frozenset((HOME,)), None, "mailto:ana@example.org")
    answer = await server.request(PATH)
    assert 200 == answer.status
    assert "text/plain; charset=utf-8" == answer.headers["content-type"]
    assert answer.body.startswith(b"Contact: mailto:ana@example.org\nExpires: 20")


def test_a_real_server_gives_the_contact_of_its_host(tmp_path: Path) -> None:
    with Serving(tmp_path, "--security-contact", "ana@example.org") as server:
        status, body, _ = fetch(server.url, PATH)
    assert 200 == status
    assert b"Contact: mailto:ana@example.org\n" in body


def test_the_command_refuses_a_bad_contact(tmp_path: Path) -> None:
    done = rumpus("serve", "--data", str(tmp_path), "--security-contact", "ana")
    assert 2 == done.returncode
    assert "--security-contact is an e-mail address" in done.stderr


@with_server()
async def test_the_server_draws_no_qr_codes_for_anybody(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr("rumpus.server.qr.segno.make", lambda link, **more: drawn.append(link))
    for body in ({"link": "http://localhost:8000/#BCDFGHJK"}, {"link": "🦊" * 200}, b"{"):
        answer = await server.request("/api/qr", body)
        assert 404 == answer.status
        assert "draw QR codes themselves" in json.loads(answer.body)["expected"]
    assert [] == drawn
    assert not hasattr(wire, "Picture")
