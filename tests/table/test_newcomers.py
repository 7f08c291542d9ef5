"""People who join and never connect, hosts who are away, and people who change their names again and again."""

from __future__ import annotations

import asyncio

import pytest

from rumpus import wire
from rumpus.table import Declined, Table
from rumpus.wire import Settings
from tests.support.in_process import LocalServer, with_server
from tests.table.desk import Desk, quiet, refused


def joins(desk: Desk, name: str, token: str) -> int:
    return desk.table.join(wire.JoinTable(code=desk.code, name=name), token, desk.now)


# People who never connect


def test_a_seat_is_free_again_if_its_person_does_not_connect_within_a_minute() -> None:
    desk = Desk("wig_out", 2)
    joins(desk, "Eve", "eve")
    desk.wait(59)
    assert 3 in desk.lobby().seated()
    desk.wait(2)
    assert [1, 2] == desk.lobby().seated()
    assert desk.table.person_of("eve") is None
    assert desk.table.has_lapsed("eve")
    assert not desk.table.has_lapsed("token-2")


def test_five_people_who_never_connect_hold_no_seats() -> None:
    desk = Desk("wig_out", 1)
    for number in range(5):
        joins(desk, "Eve", f"eve-{number}")
    with pytest.raises(Declined, match="table-full"):
        joins(desk, "Bo", "bo")
    desk.wait(61)
    bo = joins(desk, "Bo", "bo")
    assert 1 == desk.lobby().seat_of(bo)


def test_a_person_who_has_connected_once_keeps_the_seat_while_away() -> None:
    desk = Desk("wig_out", 3)
    desk.table.went(3, desk.now)
    desk.wait(10_000)
    assert 3 in desk.lobby().seated()


def test_the_wait_stands_still_while_nobody_is_there() -> None:
    desk = Desk("wig_out", 1)
    joins(desk, "Eve", "eve")
    desk.table.went(1, desk.now)
    desk.wait(10_000)
    desk.table.came(1, desk.now)
    assert 2 in desk.lobby().seated()
    desk.wait(61)
    assert [1] == desk.lobby().seated()


def test_a_newcomer_of_a_table_that_was_loaded_again_has_ten_minutes() -> None:
    """They may have connected before: that alone is not written down."""
    desk = Desk("wig_out", 2)
    table = Table.restore(desk.entries(), desk.stream, quiet)
    table.came(1, desk.now)
    assert 600.0 == table.due()
    table.tick(600.0)
    assert [1] == table.lobby.seated()


def test_a_restored_table_knows_who_has_connected_once_anything_was_written_after() -> None:
    desk = Desk("wig_out", 2)
    desk.ask(2, wire.Ready)
    table = Table.restore(desk.entries(), desk.stream, quiet)
    table.came(1, desk.now)
    assert table.due() is None


def test_in_a_match_a_stand_in_plays_for_a_person_who_never_connected() -> None:
    desk = Desk("five_crowns", 2)
    joins(desk, "Eve", "eve")
    desk.ask(2, wire.Ready)
    desk.ask(1, wire.Begin)
    desk.wait(70)
    assert "match" == desk.lobby().stage
    assert desk.lobby().place(2).stand_in


@with_server()
async def test_who_comes_too_late_is_told_that_the_seat_was_given_up(server: LocalServer) -> None:
    host = await server.open("wig_out")
    ana = await server.enter(host)
    late = await server.join(host, "Bo")
    await asyncio.sleep(61)
    assert ["Ana"] == [place["name"] for place in ana.lobby()["seats"] if place]
    bo = await server.enter(late)
    assert (wire.CLOSE_LAPSED, "you did not connect within a minute of joining, so your seat was given up") == bo.closed
    assert (await server.enter(await server.join(host, "Bo"))).closed is None  # the link still works


@with_server()
async def test_a_lapsed_token_is_no_wrong_token(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    host = await server.open("wig_out")
    await server.enter(host)
    late = await server.join(host, "Bo")
    await asyncio.sleep(61)
    monkeypatch.setattr(server.rooms.seating.wrong_codes, "take", lambda address: pytest.fail("counted as wrong"))
    assert (await server.enter(late)).closed is not None


# Hosts who are away


def test_an_absent_host_of_a_lobby_passes_the_role_on_to_somebody_who_is_here() -> None:
    desk = Desk("wig_out", 3)
    desk.table.went(2, desk.now)
    desk.table.went(1, desk.now)
    desk.wait(59)
    assert 1 == desk.lobby().host
    desk.wait(2)
    assert 3 == desk.lobby().host
    assert [1, 2, 3] == desk.lobby().seated()


def test_a_host_who_is_back_in_time_stays_host() -> None:
    desk = Desk("wig_out", 2)
    desk.table.went(1, desk.now)
    desk.wait(50)
    desk.table.came(1, desk.now)
    desk.wait(100)
    assert 1 == desk.lobby().host


def test_the_grace_of_the_table_counts_for_its_host() -> None:
    desk = Desk("wig_out", 2, settings=Settings(grace_s=5))
    desk.table.went(1, desk.now)
    desk.wait(6)
    assert 2 == desk.lobby().host


def test_a_host_stays_host_while_only_spectators_are_there() -> None:
    desk = Desk("wig_out", 1)
    desk.table.join(wire.JoinTable(code=desk.code, name="Eve", watch=True), "eve", 0.0)
    desk.table.came(2, 0.0)
    desk.table.went(1, 0.0)
    desk.wait(1000)
    assert 1 == desk.lobby().host


# Names that change


def test_a_rename_to_the_same_name_writes_nothing() -> None:
    desk = Desk("wig_out", 2)
    before = desk.table.seq
    for _ in range(50):
        desk.ask(2, wire.Rename, name="P2")
    assert before == desk.table.seq


def test_two_renames_a_second_at_most() -> None:
    desk = Desk("wig_out", 3)
    desk.ask(2, wire.Rename, name="Bo")
    desk.ask(2, wire.Rename, name="Bob")
    refused(desk, 2, wire.Rename, "table-rename-slow", name="Bobby")
    desk.ask(3, wire.Rename, name="Cleo")  # each has their own
    desk.now += 1.0
    desk.ask(2, wire.Rename, name="Bobby")
    assert ["Ana", "Bobby", "Cleo"] == [person.name for person in desk.lobby().people]


@with_server()
async def test_a_rename_to_the_same_name_is_answered(server: LocalServer) -> None:
    host = await server.open("wig_out")
    ana = await server.enter(host)
    assert "done" == (await ana.ask("rename", name="Ana"))["type"]
    assert 1 == len(server.written(host))
