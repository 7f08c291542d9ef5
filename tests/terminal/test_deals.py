"""`rumpus join` at a deal that many play: the deal of the day, and somebody's score to beat, on a real server."""

from __future__ import annotations

import io
import stat
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rumpus import client, wire
from rumpus.bots import BOTS
from rumpus.client.http import ask
from rumpus.contract import Malformed
from rumpus.terminal import remote
from rumpus.terminal.remote.deals import deal_in, device_key
from tests.support.live import live

QUICK = {"rounds": 2, "bot_pace": 0.25}
SETTINGS = wire.Settings(countdown_s=0, wait_s=1)


async def joined(link: str, folder: Path, language: str = "en", **more: Any) -> tuple[int, str]:
    """What `rumpus join` shows to somebody who types nothing, and its exit code."""
    shown = io.StringIO()
    code = await remote.join(link, "Bo", language, io.StringIO(""), shown, seats=folder / "seats.json", **more)
    return code, shown.getvalue()


async def played(server: str, seated: wire.Seated) -> None:
    async with client.Table(server, seated.token) as table:
        await client.play(table, BOTS["wig_out"]["expert"])


@pytest.mark.long
def test_a_score_to_beat_is_played_at_the_terminal_and_both_scores_are_shown(server: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        seated = await client.open_table(
            server, game="wig_out", name="Ana", options=QUICK, settings=SETTINGS, bots=["beginner"]
        )
        async with client.Table(server, seated.token) as table:
            await table.begin()
            await client.play(table, BOTS["wig_out"]["expert"])
        body = wire.encode({"token": seated.token, "round": 2})
        made = msgspec.json.decode(await ask(f"{server}/api/challenges", body, "a" * 32))
        link = f"{server}/#/deal/{made['id']}"
        code, shown = await joined(link, tmp_path)
        assert 0 == code
        assert f"Ana got {made['beat']}" in " ".join(shown.split())

        key = device_key(tmp_path / "device.key")
        await played(server, await client.enter(server, made["id"], key, name="Bo"))
        while (await client.challenge(server, made["id"], key)).state == "playing":
            pass
        for language, marks in (("en", ("Bo (You)", "Ana (to beat)")), ("es", ("Bo (Tú)", "Ana ("))):
            code, shown = await joined(link, tmp_path, language)
            assert 0 == code
            assert all(mark.lower() in shown.lower() for mark in marks), shown

    live(scenario())


def test_the_deal_of_the_day_is_begun_and_waits_and_nonsense_is_refused(server: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        for _ in range(2):  # the second time it goes on
            code, shown = await joined(server, tmp_path, daily="five_crowns")
            assert 0 == code
            assert "Your round is waiting for you." in shown
        with pytest.raises(Malformed, match="no deal of the day for poker, only for"):
            await joined(server, tmp_path, daily="poker")
        code, shown = await joined(f"{server}/#/deal/beat-nothing", tmp_path)
        assert (1, True) == (code, bool(shown.strip()))

    live(scenario())


def test_the_key_of_a_machine_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "data" / "device.key"
    key = device_key(path)
    assert key == device_key(path)
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)
    path.write_text("nonsense", "ascii")
    assert key != device_key(path)
    with pytest.raises(Malformed, match="cannot be saved"):
        device_key(Path("/dev/null/device.key"))


def test_a_link_to_a_deal_is_no_link_to_a_table() -> None:
    assert "beat-1" == deal_in("http://a:1/#/deal/beat-1")
    assert deal_in("http://a:1/#BCDFGHJK") is None
    assert deal_in("http://a:1/#/deal/") is None
