"""A person at the terminal who does what the hints on the screen say."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence


class HintReader(io.StringIO):
    """Types what the last hint says, and asks for a hint when there is none on the screen.

    `replies` are patterns to look for first, each with the line that answers it.
    """

    def __init__(self, output: io.StringIO, replies: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__()
        self.output = output
        self.replies = replies
        self.read_to = 0
        self.last = ""

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]  # the stubs give StringIO bytes
        new = self.output.getvalue()[self.read_to :]
        self.read_to += len(new)
        hints = re.findall(r"(?:Try|Prueba): (.*)", new)
        reply = next((line for pattern, line in self.replies if re.search(pattern, new)), None)
        if reply is not None:
            self.last = reply
        elif not re.search("Type it again|Vuelve a escribirlo", new):  # else the same again
            self.last = hints[-1] if hints else "hint"
        return f"{self.last}\n"
