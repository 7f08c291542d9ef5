"""`rumpus join` keeps its seats: who has left comes back with the same command (T-02)."""

from __future__ import annotations

import asyncio
import io
import stat
from pathlib import Path

import pytest

from rumpus import client
from rumpus.terminal import remote
from rumpus.terminal.remote.kept_seats import MOST, KeptSeats
from tests.support.live import live

OPENING = {"game": "five_crowns", "options": {"rounds": 1}, "bots": ["casual"]}


def test_a_token_is_found_by_table_and_name_and_only_its_owner_may_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "data" / "seats.json"
    seats = KeptSeats(path)
    assert seats.find("http://a", "BCDFGHJK", "Ann") is None
    seats.keep("http://a", "bcdfghjk", "Ann", "one")
    seats.keep("http://a", "BCDFGHJK", "Bo", "two")
    seats.keep("http://a", "BCDFGHJK", "Ann", "three")
    assert "three" == KeptSeats(path).find("http://a", "BCDFGHJK", "Ann")
    assert "two" == seats.find("http://a", "bcdfghjk", "Bo")
    assert seats.find("http://b", "BCDFGHJK", "Bo") is None
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)
    seats.recode("two", "ZZZZZZZZ")
    assert "two" == seats.find("http://a", "ZZZZZZZZ", "Bo")
    seats.drop("two")
    assert seats.find("http://a", "ZZZZZZZZ", "Bo") is None


def test_the_oldest_seats_are_forgotten(tmp_path: Path) -> None:
    seats = KeptSeats(tmp_path / "seats.json")
    for number in range(MOST + 1):
        seats.keep("http://a", f"CODE{number}", "Ann", f"token {number}")
    assert seats.find("http://a", "CODE0", "Ann") is None
    assert "token 1" == seats.find("http://a", "CODE1", "Ann")


@pytest.mark.parametrize("path", [None, Path("/dev/null/seats.json")])
def test_without_a_file_nothing_is_kept_and_nothing_fails(path: Path | None) -> None:
    seats = KeptSeats(path)
    seats.keep("http://a", "CODE", "Ann", "token")
    assert seats.find("http://a", "CODE", "Ann") is None


def test_a_file_that_cannot_be_read_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "seats.json"
    path.write_text("not a list of seats", "utf-8")
    seats = KeptSeats(path)
    seats.keep("http://a", "CODE", "Ann", "token")
    assert "token" == seats.find("http://a", "CODE", "Ann")


@pytest.mark.rule("T-02")
def test_who_left_a_match_comes_back_to_the_same_seat_and_a_stranger_does_not(server: str, tmp_path: Path) -> None:
    path = tmp_path / "seats.json"

    async def sit(link: str, name: str, typed: str, **more: object) -> str:
        output = io.StringIO()
        await remote.join(link, name, "en", io.StringIO(typed), output, seats=path, **more)  # type: ignore[arg-type]
        return output.getvalue()

    async def scenario() -> None:
        seated = await client.open_table(server, game="five_crowns", name="Zed")
        link = f"{server}/#{seated.code}"
        async with client.Table(link, seated.token) as zed:
            coming = asyncio.create_task(sit(link, "Ann", "ready\nleave\n"))
            while not any(place and place.ready for place in zed.lobby.seats):
                await asyncio.sleep(0.01)
            await zed.begin()
            first = await coming
            assert "You can come back with the same command and name." in " ".join(first.split())
            again = await sit(link, "Ann", "leave\n")
            assert "Welcome back! You still have your seat at this table." in again
            assert 2 == len(zed.lobby.people)
            stranger = await sit(link, "Bo", "leave\n")
            assert "Welcome back" not in stranger

    live(scenario())


def test_a_token_that_opens_nothing_any_more_is_forgotten_and_a_new_seat_taken(server: str, tmp_path: Path) -> None:
    path = tmp_path / "seats.json"

    async def scenario() -> None:
        seated = await client.open_table(server, game="five_crowns", name="Zed")
        link = f"{server}/#{seated.code}"
        KeptSeats(path).keep(server, seated.code, "Ann", f"{seated.token.partition('.')[0]}.{'0' * 32}")
        output = io.StringIO()
        async with client.Table(link, seated.token):
            await remote.join(link, "Ann", "en", io.StringIO("leave\n"), output, seats=path)
        assert "Welcome back" not in output.getvalue()
        assert "Ann (not ready)" in output.getvalue()

    live(scenario())
