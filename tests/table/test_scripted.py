"""Scripted deals: written once, marked everywhere, and only for one person with bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from rumpus import record, wire
from rumpus.cli.reading import replay
from rumpus.table import Declined, Table, body_of
from rumpus.table.news import Step
from tests.support.in_process import LocalServer, table_of, with_server
from tests.table.desk import Desk, quiet

DEALS = b'"deals"'


def deal_of(players: int) -> msgspec.Raw:
    """A deal of Wig Out! for so many players."""
    desk = Desk("wig_out", players, seed="script").begin()
    return msgspec.Raw(msgspec.json.encode(next(action for _, action in desk.lines() if action.deals)))


def test_deals_are_written_as_the_table_is_opened_and_as_a_match_begins_and_never_again() -> None:
    desk = Desk("wig_out", 2, deals=(deal_of(2),))
    for number in range(20):
        desk.ask(2, wire.Rename, name=f"Bo {number}")
        desk.now += 1.0
    desk.begin()
    desk.wait(30)
    steps = [news for news in desk.news if isinstance(news, Step)]
    assert len(steps) > 24
    assert [steps[0].seq, next(step.seq for step in steps if step.header)] == [
        step.seq for step in steps if DEALS in body_of(step)
    ]


def test_a_restored_table_deals_the_scripted_deal() -> None:
    deal = deal_of(2)
    desk = Desk("wig_out", 2, deals=(deal,))
    told: list[Any] = []
    table = Table.restore(desk.entries(), desk.stream, told.append)
    table.came(1, 0.0)
    table.came(2, 0.0)
    table.ask(2, wire.Ready(id="r"), 0.0)
    table.ask(1, wire.Begin(id="b"), 0.0)
    dealt = [action for step in told if isinstance(step, Step) for _, action in step.lines if action.deals]
    assert bytes(deal) == msgspec.json.encode(dealt[0])


def test_a_match_reloaded_in_its_middle_has_the_deals_of_later_rounds() -> None:
    desk = Desk("wig_out", 2, deals=(deal_of(2),)).begin()
    start = next(at for at, (_, _, body) in enumerate(desk.entries()) if b'"header"' in body)
    restored = Table.restore(desk.entries()[start:], desk.stream, quiet)
    assert [msgspec.json.decode(deal_of(2))] == list(restored.deals)


def older(body: bytes) -> bytes:
    """An entry as it was written when every lobby held the deals."""
    plain = msgspec.json.decode(body)
    if "lobby" in plain:
        plain["lobby"].pop("scripted", None)
        plain["lobby"]["deals"] = [msgspec.json.decode(deal_of(2))]
    plain.pop("deals", None)
    return msgspec.json.encode(plain)


@pytest.mark.parametrize("begun", [False, True])
def test_an_older_journal_with_deals_in_the_lobby_still_opens(begun: bool) -> None:
    desk = Desk("wig_out", 2, deals=(deal_of(2),))
    if begun:
        desk.begin()
    entries = [(seq, at, older(body)) for seq, at, body in desk.entries()]
    table = Table.restore(entries, desk.stream, quiet)
    assert [msgspec.json.decode(deal_of(2))] == list(table.deals)
    assert table.lobby.scripted
    assert not table.lobby.has_room(watch=True)
    assert begun == (table.match is not None)


def test_the_record_of_a_scripted_match_says_so_and_others_do_not() -> None:
    scripted, shuffled = (Desk("wig_out", 2, deals=deals).begin().table.record() for deals in ((deal_of(2),), ()))
    assert scripted is not None
    assert shuffled is not None
    assert '"scripted":true' in record.header_text(scripted.header)
    assert "scripted" not in record.header_text(shuffled.header)
    again = record.read(record.text(scripted).splitlines())
    assert again.header.scripted


def test_nobody_can_join_or_watch_a_scripted_table() -> None:
    opening = wire.OpenTable(game="wig_out", name="Ana", bots=("casual",), deals=(deal_of(2),))
    table = Table.open(opening, "token-1", Desk("wig_out").stream, quiet)
    for watch in (False, True):
        with pytest.raises(Declined, match="table-full"):
            table.join(wire.JoinTable(code="BCDFGHJK", name="Bo", watch=watch), "token-2", 0.0)


@with_server()
async def test_a_scripted_table_answers_its_code_like_a_wrong_one(server: LocalServer) -> None:
    deals = [msgspec.json.decode(deal_of(2))]
    host = await server.open("wig_out", bots=["casual"], deals=deals)
    ana = await server.enter(host)
    assert ana.lobby()["scripted"]
    for path, more in (("/api/look", {}), ("/api/join", {"name": "Bo"}), ("/api/join", {"name": "Bo", "watch": True})):
        right, wrong = [await server.request(path, {"code": code, **more}) for code in (host["code"], "BBBBBBBB")]
        assert (wrong.status, wrong.body) == (right.status, right.body)
    await ana.ask("begin")
    assert sorted(deals[0]["hands"][0]) == sorted(ana.last("happened")["view"]["private"]["hand"])  # as in a tutorial


@with_server(scripted_for_all=True)
async def test_where_developers_let_others_join_the_invitation_says_that_it_is_scripted(server: LocalServer) -> None:
    scripted = await server.open("wig_out", deals=[msgspec.json.decode(deal_of(2))])
    shuffled = await server.open("wig_out")
    for table, marked in ((scripted, True), (shuffled, False)):
        answer = await server.request("/api/look", {"code": table["code"]})
        assert marked == answer.json().get("scripted", False)
    bo = await server.enter(await server.join(scripted, "Bo"))
    assert bo.lobby()["scripted"]
    assert table_of(scripted) in server.rooms.live


@pytest.mark.parametrize("as_json", [False, True])
def test_a_replay_says_that_the_deals_were_scripted(tmp_path: Path, as_json: bool) -> None:
    for deals in ((deal_of(2),), ()):
        match = Desk("wig_out", 2, deals=deals).begin().table.record()
        assert match is not None
        path = tmp_path / "match.jsonl"
        path.write_text(record.text(match), "utf-8")
        shown = CliRunner().invoke(replay, [str(path), *(["--json"] if as_json else ["--verify"])])
        assert 0 == shown.exit_code, shown.output
        assert bool(deals) == ("scripted" in shown.output)
