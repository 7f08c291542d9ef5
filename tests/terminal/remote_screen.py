"""The terminal at a table of a server, with a script of lines that are typed."""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from typing import Any

from rumpus import wire
from rumpus.contract import Go
from rumpus.terminal import sentences
from rumpus.terminal.remote import Remote
from tests.support.fake_table import Peer, Visit, at_table, dealt, table_at
from tests.support.live import PATIENCE_S

Script = Sequence[tuple[str, str]]  # what appears, and the line that answers it


class Typist(io.StringIO):
    """Answers what appears on the screen with these lines, each thing once, in order; then the input ends."""

    def __init__(self, output: io.StringIO, script: Script) -> None:
        super().__init__()
        self.output = output
        self.script = list(script)
        self.read_to = 0

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]  # the stubs give StringIO bytes
        until = time.monotonic() + PATIENCE_S
        while self.script and time.monotonic() < until:
            seen, line = self.script[0]
            found = self.output.getvalue().find(seen, self.read_to)
            if found >= 0:
                self.read_to = found + len(seen)
                del self.script[0]
                return f"{line}\n"
            time.sleep(0.001)
        return ""


def checked(output: io.StringIO) -> str:
    """The screen, every line of which fits 80 columns."""
    screen = output.getvalue()
    assert [] == [line for line in screen.splitlines() if len(line) > sentences.WIDTH and "http" not in line]
    return screen


def screen_of(*visits: Visit, typed: Script = (), language: str = "en", code: int = 0) -> str:
    """What a person sees at a scripted table who types these lines."""
    output = io.StringIO()
    typist = Typist(output, typed)

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            assert code == await Remote(table, language, typist, output).run()

    at_table(scenario, *visits)
    assert [] == typist.script
    return checked(output)


async def left(peer: Peer) -> None:
    """The person leaves."""
    leave = await peer.hear(wire.Leave)
    await peer.tell(wire.Done(id=leave.id, seq=1))
    await peer.socket.close(wire.CLOSE_REMOVED, "you have left the table")


def playing() -> Any:
    """A match of Wig Out! that has started."""
    state = dealt()
    state.apply(0, Go())
    return state
