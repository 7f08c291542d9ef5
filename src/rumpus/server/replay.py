"""A record as views, step by step, for watching a match again."""

from __future__ import annotations

import msgspec

from rumpus import record
from rumpus.contract import Malformed
from rumpus.wire import assemble

MOST_STEPS = 20_000
MOST_BYTES = 32 * 1024 * 1024  # size limit of the response

encode = msgspec.json.Encoder().encode


def steps_of(text: bytes, seat: int | None, own: bool) -> bytes:
    """A record as views, one JSON object per line: the header, then each step with its line and the views after it.

    With `own`, only what this seat was told and saw; otherwise the views of all seats, for a match that is over. Raises
    `Malformed`.
    """
    try:
        whole = record.read(text.splitlines())
    except RecursionError:
        raise Malformed("this is no record: its brackets go too deep") from None
    if len(whole.lines) > MOST_STEPS:
        raise Malformed(f"a record of up to {MOST_STEPS} lines can be shown, and this one has {len(whole.lines)}")
    viewers = range(len(whole.header.seats)) if not own else [] if seat is None else [seat]
    out = [record.header_text(whole.header).encode()]
    size = 0
    rules = whole.rules()
    for line, state in record.replay(whole):
        action = rules.told(line.by, line.action, seat) if own else line.action
        text_of_line = record.line_text(record.Line(line.n, line.at, line.by, action)).encode()
        private = [encode(state.private(viewer)) for viewer in viewers]
        out.append(assemble.replay_step(text_of_line, encode(state.public()), private))
        size += len(out[-1])
        if size > MOST_BYTES:
            raise Malformed("this record is too long to be shown as views")
    return b"\n".join(out) + b"\n"
