"""The host locks the table and changes its code."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from rumpus.journal import Conflict, Entry, Head, Store
from rumpus.journal.sqlite import SqliteStore
from rumpus.server.rooms import PUT_AWAY_S
from tests.support.in_process import LocalServer, with_server

ASKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/api/look", {}),
    ("/api/join", {"name": "Eve"}),
    ("/api/join", {"name": "Eve", "watch": True}),
)


async def is_like_a_wrong_code(server: LocalServer, code: str) -> bool:
    """Whether the code is answered to the letter like one that never was."""
    for path, more in ASKS:
        asked, wrong = [await server.request(path, {"code": one, **more}) for one in (code, "BBBBBBBB")]
        if (asked.status, asked.body) != (wrong.status, wrong.body):
            return False
    return True


@with_server()
async def test_a_locked_table_answers_its_code_like_a_wrong_one(server: LocalServer) -> None:
    host = await server.open("wig_out")
    ana, bo = await server.enter(host), await server.enter(await server.join(host, "Bo"))
    assert "lobby" == (await ana.ask("lock"))["type"]
    assert bo.lobby()["locked"]
    assert await is_like_a_wrong_code(server, host["code"])
    assert "done" == (await ana.ask("lock"))["type"]  # it is locked already
    await ana.ask("lock", locked=False)
    assert not await is_like_a_wrong_code(server, host["code"])


@with_server()
async def test_who_is_at_a_locked_table_comes_back_and_moves_to_another_device(server: LocalServer) -> None:
    host = await server.open("wig_out")
    ana = await server.enter(host)
    await ana.ask("lock")
    code = (await ana.ask("device"))["found"]["code"]
    ana.drop()
    moved = (await server.request("/api/device", {"code": code})).json()
    assert (await server.enter(moved)).closed is None


@with_server()
async def test_only_the_host_locks_and_changes_the_code(server: LocalServer) -> None:
    host = await server.open("wig_out")
    ana, bo = await server.enter(host), await server.enter(await server.join(host, "Bo"))
    for kind in ("lock", "new_code"):
        assert "table-host-only" == (await bo.ask(kind))["reason"]
    await bo.ask("ready")
    await ana.ask("begin")
    assert (await ana.ask("lock"))["lobby"]["locked"]  # during a match too
    assert host["code"] != (await ana.ask("new_code"))["lobby"]["code"]


@with_server()
async def test_a_new_code_works_and_the_old_one_does_not(server: LocalServer) -> None:
    host = await server.open("wig_out")
    ana, bo = await server.enter(host), await server.enter(await server.join(host, "Bo"))
    answer = await ana.ask("new_code")
    fresh = answer["lobby"]["code"]
    assert fresh == bo.lobby()["code"] != host["code"]
    assert await is_like_a_wrong_code(server, host["code"])
    assert 200 == (await server.request("/api/join", {"code": fresh, "name": "Cleo"})).status
    again = await ana.ask("new_code", id="twice")
    assert "done" == (await ana.ask("new_code", id="twice"))["type"]
    assert again["lobby"]["code"] == ana.lobby()["code"]


@with_server()
async def test_lock_and_code_are_still_so_after_the_table_was_put_away(server: LocalServer) -> None:
    host = await server.open("wig_out")
    ana = await server.enter(host)
    fresh = (await ana.ask("new_code"))["lobby"]["code"]
    await ana.ask("lock")
    ana.drop()
    await asyncio.sleep(PUT_AWAY_S + 5)
    assert not server.rooms.live
    assert await is_like_a_wrong_code(server, fresh)
    assert await is_like_a_wrong_code(server, host["code"])
    ana = await server.enter(host)
    assert (fresh, True) == (ana.lobby()["code"], ana.lobby()["locked"])
    await ana.ask("lock", locked=False)
    assert not await is_like_a_wrong_code(server, fresh)


@with_server()
async def test_a_new_code_that_could_not_be_saved_has_never_been(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await server.open("wig_out")
    ana = await server.enter(host)
    with monkeypatch.context() as patch:
        patch.setattr("rumpus.table.requests.new_code", lambda stream: "XXXXXXXX")
        patch.setattr(server.store, "commit", lambda batch: {table: Conflict("taken") for table, _ in batch})
        ana.say({"type": "new_code", "id": "n"})
        await asyncio.sleep(1.0)
    await asyncio.sleep(5.0)
    assert host["code"] == ana.last("welcome")["lobby"]["code"]
    assert await is_like_a_wrong_code(server, "XXXXXXXX")
    assert not await is_like_a_wrong_code(server, host["code"])


def test_a_store_changes_a_code_with_an_entry(store: Store) -> None:
    store.open(Head("one", "BBBBBBBB", 1.0), Entry(1, 0.0, None, b"a"))
    store.open(Head("two", "CCCCCCCC", 1.0), Entry(1, 0.0, None, b"a"))
    assert {} == store.commit([("one", Entry(2, 0.0, None, b"b", code="DDDDDDDD"))])
    assert (None, "one") == (store.find("BBBBBBBB"), store.find("DDDDDDDD"))
    head = store.head("one")
    assert head is not None
    assert "DDDDDDDD" == head.code
    assert [b"a", b"b"] == [entry.body for entry in store.entries("one")]


def test_a_store_gives_no_code_to_two_tables(store: Store) -> None:
    store.open(Head("one", "BBBBBBBB", 1.0), Entry(1, 0.0, None, b"a"))
    store.open(Head("two", "CCCCCCCC", 1.0), Entry(1, 0.0, None, b"a"))
    refused = store.commit([("one", Entry(2, 0.0, None, b"b", code="CCCCCCCC")), ("two", Entry(2, 0.0, None, b"b"))])
    assert ["one"] == list(refused)
    assert isinstance(refused["one"], Conflict)
    assert (1, 2) == (len(store.entries("one")), len(store.entries("two")))
    assert "two" == store.find("CCCCCCCC")


def test_a_code_that_was_changed_is_changed_in_the_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "journal.db")
    store.open(Head("one", "BBBBBBBB", 1.0), Entry(1, 0.0, None, b"a"))
    store.commit([("one", Entry(2, 0.0, None, b"b", code="DDDDDDDD"))])
    store.close()
    again = SqliteStore(tmp_path / "journal.db")
    assert (None, "one") == (again.find("BBBBBBBB"), again.find("DDDDDDDD"))
    again.close()
