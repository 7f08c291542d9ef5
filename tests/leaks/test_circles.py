"""What a circle keeps is seen by its members only: not by guests at its tables, strangers, logs, metrics or errors."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from prometheus_client import generate_latest

from rumpus import wire
from rumpus.server.circles.circles import Circles
from rumpus.server.metrics import Metrics
from rumpus.server.problems import HttpProblem
from rumpus.table import hashed
from tests.leaks.allowed import Leak
from tests.leaks.scan import says_nothing
from tests.leaks.test_logs import logged
from tests.support.circles import QUICK, Phone, join_circle, open_circle, played, sheet
from tests.support.clock import run_virtual, settle
from tests.support.in_process import LocalServer
from tests.support.stores import FailingStore

CIRCLE, NOTE, ABSENT, REMOVED = "Quillfeather", "wimbledorn", "Zephyrine", "Obsidiana"  # nobody else has these names
AT_TABLE = "Ana"
RESTS: list[tuple[str, Any]] = [
    *(("", None), ("/book", None), ("/book?after=-5", None), ("/export", None), ("/code", {}), ("/results", sheet())),
    *(("/change", {"do": "rename", "name": "x"}), ("/change", {"do": "leave"}), ("/clear", {"what": "circle"})),
    ("/forget", {"member": None}),
    *(("/change", {"do": "correct", "result": sheet("pad-00000009")}), ("/results", {"id": "pad-00000009"})),
]


class Heard:
    """All that people got who are no members, and what may not be in it."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.secrets: set[str] = {CIRCLE, NOTE, ABSENT, REMOVED}
        self.lengths: set[int] = set()  # of the answers to wrong keys


async def scene() -> Heard:
    """A circle with a book, a guest at one of its tables, a device that was removed, and a stranger who tries all."""
    heard, store = Heard(), FailingStore(asyncio.get_running_loop().time)
    async with LocalServer(store=store, seed="circle") as server:
        ana = await open_circle(server, CIRCLE, AT_TABLE)
        absent, lost = await join_circle(ana, ABSENT), await join_circle(ana, REMOVED)
        await ana.ask("/results", sheet("pad-00000009", note=NOTE))
        device = await lost.device()
        await ana.does("remove", device=device)
        await absent.does("remove", device=device)
        for phone in (ana, absent, lost):
            circle = await ana.circle()
            heard.secrets |= {phone.key, hashed(phone.key), phone.me, phone.joined["secret"], circle["secret"]}
            heard.secrets |= {one["id"] for member in circle["members"] for one in member["devices"]}
        guest = await _at_table(server, ana)
        heard.texts += guest.frames
        await _strangers(server, ana, lost, heard)
        await _fails(server, store, ana, heard)
        await settle()
        assert [NOTE, ""] == [one["note"] for one in await ana.book()], "all of it is there for a member"
        heard.texts += generate_latest(server.rooms.metrics.registry).decode().splitlines()
    return heard


async def _at_table(server: LocalServer, ana: Phone) -> Any:
    """A guest plays a match at a table of the circle."""
    table = await ana.table(settings=QUICK, options={"rounds": 1}, bots=["expert"])
    host = await server.enter(table)
    guest = await server.enter(await server.join(table, "Gus"))
    await host.ask("begin")
    await played(host)
    await guest.ask("resync")
    return guest


async def _strangers(server: LocalServer, ana: Phone, lost: Phone, heard: Heard) -> None:
    keys = [[], lost.shown, [(b"authorization", b"Bearer " + b"0" * 32)]]
    for id_, shown, (rest, body) in itertools.product((ana.id, "0" * 16), keys, RESTS):
        answer = await server.request(f"/api/circles/{id_}{rest}", body, headers=shown, address="203.0.113.9")
        assert answer.status == 404
        heard.texts += [answer.body.decode(), str(answer.headers)]
        heard.lengths.add(len(answer.body) + len(str(answer.headers)))
    for link in ({"circle": ana.id, "secret": lost.joined["secret"]}, {"circle": "0" * 16, "secret": "0" * 32}):
        for path, more in (("look", {}), ("join", {"name": ABSENT, "avatar": "fox"}), ("join", {"member": ana.me})):
            answer = await server.request(f"/api/circles/{path}", {**link, **more})
            heard.texts.append(answer.body.decode())
            heard.lengths.add(len(answer.body) + len(str(answer.headers)))
    paths = ["/healthz", "/api/games", f"/circle/{ana.id}", f"/api/records/{ana.id}", "/api/circles", "/"]
    for path in paths:
        heard.texts.append((await server.request(path)).body.decode())
    table = {"game": "wig_out", "name": "X", "circle": {"id": ana.id}}
    heard.texts.append((await server.request("/api/tables", table, headers=lost.shown)).body.decode())
    other = await open_circle(server, "Others", "Eve")
    league = {"do": "league", "form": "ladder", "game": "wig_out", "members": [ana.me, other.me]}
    for do in ({"do": "remove", "device": await ana.device()}, league):
        heard.texts.append((await other.ask("/change", do)).body.decode())
    mine = [{**one, "member": ana.me} for one in sheet()["players"][:1]]
    heard.texts.append((await other.ask("/results", sheet(players=[*mine, sheet()["players"][1]]))).body.decode())
    heard.texts += [str(await other.circle()), str(await other.book())]


async def _fails(server: LocalServer, store: FailingStore, ana: Phone, heard: Heard) -> None:
    """Nothing can be saved, our own code breaks with words full of secrets, and the log is damaged."""
    store.full = True
    assert 503 == (await ana.ask("/results", sheet("pad-00000010", note=NOTE))).status
    store.full = False

    def breaks(*_: Any) -> Any:
        raise RuntimeError(f"{CIRCLE} {ana.key}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Circles, "view", breaks)
        with pytest.raises(RuntimeError):
            await ana.ask()
    await asyncio.sleep(400)
    entries = store._tables[ana.id].entries
    kept = entries[0]
    entries[0] = msgspec.structs.replace(kept, body=kept.body[:-2])
    heard.texts.append((await ana.ask()).body.decode())
    entries[0] = kept


def test_guests_strangers_removed_devices_logs_and_metrics_learn_nothing_of_a_circle() -> None:
    heard, lines = logged(lambda: run_virtual(scene))
    said = {msgspec.json.decode(line)["what"] for line in lines}
    assert {"circle-opened", "circle-unreadable"} <= said
    assert len(heard.texts) > 100
    says_nothing(heard.texts, heard.secrets, ())
    says_nothing(lines, heard.secrets)
    assert 1 == len(heard.lengths), "every wrong key, id and link gets an answer of the same length"


# Planted faults


def _lobby_names_the_member(patch: pytest.MonkeyPatch) -> None:
    view = wire.lobby_view
    patch.setattr(
        "rumpus.server.keeping.news.wire.lobby_view",
        lambda lobby, code: msgspec.structs.replace(view(lobby, code), circle=str(lobby.people)),
    )


def _answer_names_the_circle(patch: pytest.MonkeyPatch) -> None:
    enter = Circles.enter

    async def tells(self: Circles, id_: str, key: str, address: str) -> Any:
        try:
            return await enter(self, id_, key, address)
        except HttpProblem as no:
            keeper = await self.keeper(id_)
            raise HttpProblem(404, no.reason, no.expected if keeper is None else keeper.circle.name) from None

    patch.setattr(Circles, "enter", tells)


def _answer_is_longer(patch: pytest.MonkeyPatch) -> None:
    enter = Circles.enter

    async def tells(self: Circles, id_: str, key: str, address: str) -> Any:
        try:
            return await enter(self, id_, key, address)
        except HttpProblem as no:
            more = "" if await self.keeper(id_) is None else "!"
            raise HttpProblem(404, no.reason, no.expected + more) from None

    patch.setattr(Circles, "enter", tells)


def _log_names_the_circle(patch: pytest.MonkeyPatch) -> None:
    do = Circles.do

    async def tells(self: Circles, keeper: Any, decide: Any) -> None:
        logging.getLogger("rumpus.server").info(f"{keeper.circle.name} changes")
        await do(self, keeper, decide)

    patch.setattr(Circles, "do", tells)


def _metric_names_a_member(patch: pytest.MonkeyPatch) -> None:
    stalled = Metrics.over_budget
    entered = Circles.enter

    async def tells(self: Circles, id_: str, key: str, address: str) -> Any:
        here = await entered(self, id_, key, address)
        stalled(self._rooms.metrics, here.member.name)
        return here

    patch.setattr(Circles, "enter", tells)


def _removed_device_stays(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("rumpus.circle.circle.Circle._removed", lambda *_: None)


PLANTED: list[Callable[[pytest.MonkeyPatch], None]] = [
    *(_lobby_names_the_member, _answer_names_the_circle, _answer_is_longer, _log_names_the_circle),
    *(_metric_names_a_member, _removed_device_stays),
]


@pytest.mark.parametrize("plant", PLANTED)
def test_a_planted_leak_is_caught(plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises((AssertionError, Leak)):
        test_guests_strangers_removed_devices_logs_and_metrics_learn_nothing_of_a_circle()
