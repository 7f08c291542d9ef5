"""Nobody learns a seed before its round is over: in frames, in answers, in what is exported, and by no detour."""

from __future__ import annotations

import asyncio
import logging
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest
from prometheus_client import generate_latest

from rumpus import fair
from rumpus.fair import Chain
from rumpus.lines import Reveal
from rumpus.table import Table
from rumpus.table.house import House
from tests.leaks.allowed import Leak
from tests.leaks.scan import Scan
from tests.leaks.tables import Patch
from tests.leaks.test_logs import Lines
from tests.leaks.truth import Truth
from tests.leaks.viewer import Viewer
from tests.support.clock import run_virtual
from tests.support.in_process import LocalServer

SEEDS = 40  # more than any match here uses
SETTINGS = {"countdown_s": 0, "wait_s": 2, "turn_s": 5, "grace_s": 1}
PATHS = ("/api/games", "/healthz", "/", "/api/steps", "/api/records/x")


def forms(secret: str) -> list[str]:
    """A secret as it might be written: hex, base64 and bytes."""
    raw = bytes.fromhex(secret)
    return [secret, secret.upper(), b64encode(raw).decode().rstrip("="), repr(raw)[2:-1]]


class Watch:
    """Follows a table, and holds every text against the seeds that nobody may know at that moment."""

    def __init__(self, chain: Chain, truth: Truth) -> None:
        self.secret = chain.secret
        self.seeds = [chain.seed(number).hex() for number in range(1, SEEDS)]
        self.told: dict[str, int] = {}  # in which entry of the journal each was revealed
        for seq, moment in truth.moments.items():
            for at, line in enumerate(moment.lines):
                if line["do"] == "reveal":
                    around = moment.lines[max(0, at - 1)]["do"], moment.lines[min(at + 1, len(moment.lines) - 1)]["do"]
                    if "score" not in around and "result" not in around:
                        raise Leak(f"seeds without the end of a round: {moment.lines}")
                    self.told |= dict.fromkeys(line["seeds"], seq)

    def text(self, text: str, seq: int, where: str) -> None:
        """Raise `Leak` if a text tells too much at this number."""
        hidden = [self.secret, *(seed for seed in self.seeds if self.told.get(seed, seq + 1) > seq)]
        for secret in hidden:
            if any(form in text for form in forms(secret)):
                raise Leak(f"{where} tells a seed before its round is over: …{text[:300]}…")


async def played(
    game: str, chain: Chain | None = None
) -> tuple[list[str], Chain, Truth, Viewer, list[tuple[str, str]]]:
    """A short match with bots, while its only person asks for everything; what they got, in order."""
    log = Lines()
    logging.getLogger("rumpus").addHandler(log)
    options = {"five_crowns": {"rounds": 2}, "wig_out": {"rounds": 2}, "wackee_six": {"target": 1}}[game]
    async with LocalServer(seed=f"chain {game}") as server:
        host = await server.open(game, name="Ana", bots=["skilled", "casual"], options=options, settings=SETTINGS)
        viewer = Viewer(server, host, "198.51.100.1")
        viewer.enter()
        await asyncio.sleep(0.01)
        lobby = server.keeper(host).table.lobby
        viewer.say({"type": "salt", "id": "s", "commit": lobby.chain.commit, "salt": "ab" * 16})
        watcher = Viewer(server, await server.join(host, "Wim", watch=True), "203.0.113.9")
        watcher.enter()
        viewer.say({"type": "begin", "id": "b"})
        await asyncio.sleep(0.05)  # so that all answers are about the match
        others = []
        for number in range(60):
            for ask in ({"type": "deals", "round": 1 + number % 3}, {"type": "resync"}, {"type": "hint"}):
                viewer.say({"id": f"{ask['type']}{number}", **ask})
            token = viewer.seated["token"]
            for path in PATHS:
                await viewer.ask(path, {"token": token} if path == "/api/steps" else None)
            viewer.drop()
            await asyncio.sleep(3.0)  # a stand-in plays
            viewer.enter()
            await asyncio.sleep(0.05)
            keeper = server.keeper(host)
            others.append(("metrics", generate_latest(server.rooms.metrics.registry).decode()))
            others.append(("error", f"{keeper.table.lobby!r} {keeper.table.match!r} {keeper.table.lobby.chain}"))
            if keeper.table.lobby.stage == "over":
                break
        assert "over" == keeper.table.lobby.stage
        viewer.say({"type": "deals", "id": "last", "round": 1})
        await asyncio.sleep(0.05)
        others += [("log", line) for line in log.lines]
        logging.getLogger("rumpus").removeHandler(log)
        frames = viewer.frames
        return frames, keeper.table.lobby.dealt.chain, Truth(server.written(host), host["code"]), viewer, others


def watched(game: str) -> None:
    """Play a match and hold all of it against its chain."""
    frames, chain, truth, viewer, others = run_virtual(lambda: played(game))
    watch = Watch(chain, truth)
    assert watch.told
    for where, text in others:
        watch.text(text, 0, where)
    seq = 0
    for frame in frames:
        told = msgspec.json.decode(frame)
        seq = told.get("seq", seq)
        watch.text(frame, seq, told["type"])
    for path, _, at, answer in viewer.web:
        watch.text(answer.body.decode(errors="replace") + str(answer.headers), at, path)
    counts = Scan(viewer, truth).all()
    assert counts["deals"]


@pytest.mark.parametrize("game", ["five_crowns", "wackee_six", "wig_out"])
def test_no_seed_is_told_before_its_round_is_over(game: str) -> None:
    watched(game)


def test_other_seeds_that_nobody_has_seen_change_no_byte(monkeypatch: Patch) -> None:
    """Noninterference: with another chain and the same cards, all that is told is the same but the chain itself."""
    monkeypatch.setattr(fair, "key", lambda seed, game, label, salts: bytes([int(label)]) * 32)
    runs = []
    for number in (1, 2):
        made = fair.new_chain(partial(_constant, number))

        def new_chain(stream: Callable[[int], bytes], made: Chain = made) -> Chain:
            stream(fair.SECRET_BYTES)  # whatever else is drawn stays the same
            return made

        monkeypatch.setattr("rumpus.table.table.new_chain", new_chain)
        frames, chain, _, viewer, _ = run_virtual(lambda: played("five_crowns"))
        texts = [*frames, *(answer.body.decode(errors="replace") for _, _, _, answer in viewer.web)]
        runs.append([_without(text, chain) for text in texts])
    assert runs[0] == runs[1]


def _constant(byte: int, size: int) -> bytes:
    return bytes([byte]) * size


def _without(text: str, chain: Chain) -> str:
    for number in range(1, SEEDS):
        text = text.replace(chain.seed(number).hex(), f"<seed {number}>")
    return text.replace(chain.commit, "<commit>")


# Planted faults


def test_a_seed_that_is_told_early_is_caught(monkeypatch: Patch) -> None:
    write = Table.write

    def early(self: Table, now: float, **what: Any) -> None:
        lines = what.get("lines")
        if lines and any(action.deals for _, action in lines) and self.lobby.chain is not None:
            what["lines"] = [*lines, (None, Reveal(seeds=(self.lobby.chain.seed(1).hex(),)))]
        write(self, now, **what)

    monkeypatch.setattr(Table, "write", early)
    with pytest.raises((Leak, AssertionError)):
        watched("five_crowns")


def test_deals_of_a_round_that_goes_on_are_caught(monkeypatch: Patch) -> None:
    note = House.note

    def careless(self: House, action: Any) -> None:
        note(self, action)
        if action.deals and self._chain is not None:
            seeds = (self._chain.seed(self._open[-1][0].number).hex(),)
            note(self, Reveal(seeds=seeds))

    monkeypatch.setattr(House, "note", careless)
    with pytest.raises((Leak, AssertionError)):
        watched("five_crowns")


def test_a_secret_in_the_lobby_that_is_told_is_caught(monkeypatch: Patch) -> None:
    told = Chain.told
    monkeypatch.setattr(Chain, "told", lambda self: msgspec.structs.replace(told(self), salts=(self.secret,)))
    with pytest.raises((Leak, AssertionError)):
        watched("five_crowns")
