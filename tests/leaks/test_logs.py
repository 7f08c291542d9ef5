"""Logs and metrics hold no secret and name no card."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from prometheus_client import generate_latest

from rumpus import wire
from rumpus.journal.memory import MemoryStore
from rumpus.server.keeping import keeper as keepers
from rumpus.server.keeping.keeper import Keeper
from rumpus.server.keeping.requests import Requests
from rumpus.server.logs import JsonLines
from rumpus.server.metrics import Metrics
from rumpus.table import Unplayable, hashed
from tests.leaks.allowed import Leak, Plain
from tests.leaks.scan import says_nothing
from tests.leaks.tables import Patch, tops
from tests.leaks.viewer import Viewer
from tests.support.clock import run_virtual, until
from tests.support.in_process import LocalServer, table_of
from tests.support.stores import FailingStore, copy_of


class Lines(logging.Handler):
    """Keeps what would be logged, in the form in which it would be."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


NAMES = ("Quillfeather", "Zephyrine", "Wimbledorn")


async def mishaps() -> tuple[list[str], set[str]]:
    """A table where everything goes wrong that can; gives what was logged and measured, and what may not be in it."""
    loop = asyncio.get_running_loop()
    secrets = {*NAMES, "198.51.100.", "203.0.113.", "2001:db8"}
    store = FailingStore(loop.time)
    async with LocalServer(store=store, seed="mishaps") as server:
        host = await server.open("wig_out", name=NAMES[0], bots=["casual"], settings={"countdown_s": 0, "wait_s": 1})
        people = [Viewer(server, host, "198.51.100.1")]
        people.append(Viewer(server, await server.join(host, NAMES[1], address="2001:db8::7"), "2001:db8::7"))
        people.append(Viewer(server, await server.join(host, NAMES[2], watch=True), "203.0.113.9"))
        for viewer in people:
            viewer.enter()
            token = viewer.seated["token"]
            secrets |= {token, token.partition(".")[2], hashed(token), viewer.seated["code"]}
        await asyncio.sleep(0.01)
        people[0].say({"type": "begin", "id": "b"})
        await asyncio.sleep(15.0)
        keeper = server.keeper(host)
        chain = keeper.table.lobby.chain
        secrets |= {chain.secret, *(chain.seed(number).hex() for number in range(1, 10))}
        state = keeper.table.match.state
        for number in range(6):  # refusals, guesses, nonsense, wrong codes and tokens
            for viewer in people:
                viewer.say({"type": "do", "id": f"a{number}", "action": tops("wig_out", state)[number % 3]})
                viewer.say("nonsense " + viewer.seated["token"])
                await viewer.ask("/api/join", {"code": f"BCDFGHJ{number}", "name": NAMES[0]})
                await viewer.ask("/api/steps", {"token": viewer.seated["token"]})
        people[0].say({"type": "device", "id": "device"})
        await asyncio.sleep(0.01)
        device = next(told for told in people[0].connections[-1].told if told.get("id") == "device")
        secrets.add(device["found"]["code"])
        await _stumble(server, people, keeper)
        store.full = True
        people[1].say({"type": "leave", "id": "full"})
        await asyncio.sleep(1.0)
        store.full = False
        await until(lambda: not keeper.outbox.broken)
        figures = generate_latest(server.rooms.metrics.registry).decode()
        written = copy_of(store)
    await _spoilt(written, people, secrets)
    return figures.splitlines(), secrets


async def _stumble(server: LocalServer, people: list[Viewer], keeper: Any) -> None:
    """Faults of our own, whose words are full of secrets."""
    words = f"{keeper.table.match.state.view(0)} {people[0].seated} {people[0].address}"
    think = server.rooms.think

    async def fails(*_: Any) -> Any:
        raise RuntimeError(words)

    server.rooms.think = fails
    people[0].say({"type": "hint", "id": "fails"})
    await asyncio.sleep(0.01)
    try:
        await people[0].ask("/api/steps", {"token": people[0].seated["token"]})
    except RuntimeError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")  # as uvicorn does
    server.rooms.think = think
    table = keeper.table
    table.came = table.do = fails_now(words)
    people[0].say({"type": "do", "id": "falls", "action": {"do": "shout"}})
    await until(lambda: keeper.table is not table and not keeper.outbox.broken)


def fails_now(words: str) -> Callable[..., Any]:
    """Falls over with these words."""

    def fail(*_: Any) -> Any:
        raise RuntimeError(words)

    return fail


async def _spoilt(store: MemoryStore, people: list[Viewer], secrets: set[str]) -> None:
    """A journal that the rules cannot follow any more."""
    spoil(store, people[0].seated)
    async with LocalServer(store=store, seed="spoilt") as server:
        viewer = Viewer(server, people[0].seated, people[0].address)
        viewer.enter()
        await asyncio.sleep(0.1)
        says_nothing([*viewer.frames, str(viewer.closed)], secrets)
        assert wire.CLOSE_TABLE == viewer.closed[0][0]
        with pytest.raises(Unplayable) as no:  # before the reason is cut to the length of a close frame
            await server.rooms._loaded(table_of(viewer.seated))
        says_nothing([str(no.value)], secrets)


def spoil(store: MemoryStore, seated: Plain) -> None:
    """A draw that does not say which card it was, so that the rules find another line than the journal has."""
    entries = store._tables[table_of(seated)].entries
    at = next(at for at, entry in enumerate(entries) if b'"do":"draw"' in entry.body)
    body = msgspec.json.decode(entries[at].body)
    del body["lines"][0]["card"]
    entries[at] = msgspec.structs.replace(entries[at], body=msgspec.json.encode(body))


def logged(run: Callable[[], Any]) -> tuple[Any, list[str]]:
    """What comes of it, and what was logged meanwhile."""
    lines, root, ours = Lines(), logging.getLogger(), logging.getLogger("rumpus")
    level = ours.level
    root.addHandler(lines)
    ours.setLevel("DEBUG")
    try:
        return run(), lines.lines
    finally:
        ours.setLevel(level)
        root.removeHandler(lines)


def test_logs_and_metrics_of_a_run_full_of_faults_hold_no_secret() -> None:
    (figures, secrets), lines = logged(lambda: run_virtual(mishaps))
    said = {msgspec.json.decode(line)["what"] for line in lines}
    assert {"table-opened", "thinking-failed", "table-fault", "not-saved", "table-unplayable", "uvicorn.error"} <= said
    assert len(secrets) > 15
    says_nothing(lines, secrets)
    says_nothing(figures, secrets)
    assert any("rumpus_refused" in line for line in figures)


LOGGED: list[Callable[[Keeper, Any, Any], str]] = [
    lambda keeper, _, __: f"the hand is {keeper.table.match.state.private(0).hand}",  # type: ignore[union-attr]  # in a match
    lambda _, session, __: f"somebody at {session.address}",
    lambda keeper, _, __: f"at table {keeper.code}",
    lambda keeper, _, __: f"of {keeper.table.lobby.people[0].name}",
    lambda keeper, _, __: f"by {keeper.table.lobby.people[0].token}",
    lambda _, __, ask: f"asked for {bytes(ask.action)!r}",
]


@pytest.mark.parametrize("words", LOGGED)
def test_a_planted_line_in_the_log_is_caught(words: Callable[[Keeper, Any, Any], str], monkeypatch: Patch) -> None:
    do = Requests._do

    def leaky(self: Requests, session: Any, ask: Any) -> None:
        keepers.log.info(words(self.keeper, session, ask))
        do(self, session, ask)

    monkeypatch.setattr(Requests, "_do", leaky)
    (_, secrets), lines = logged(lambda: run_virtual(mishaps))
    with pytest.raises(Leak):
        says_nothing(lines, secrets)


def test_a_formatter_that_prints_exception_texts_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(JsonLines, "format", logging.Formatter.format)
    (_, secrets), lines = logged(lambda: run_virtual(mishaps))
    with pytest.raises(Leak):
        says_nothing(lines, secrets)


def test_a_planted_metric_labelled_by_name_is_caught(monkeypatch: Patch) -> None:
    refused = Metrics.refused
    monkeypatch.setattr(Metrics, "refused", lambda self, why: refused(self, f"{why} of {NAMES[1]}"))
    (figures, secrets), _ = logged(lambda: run_virtual(mishaps))
    with pytest.raises(Leak):
        says_nothing(figures, secrets)
