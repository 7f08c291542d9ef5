"""A record as views, step by step, for watching a match again."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rumpus import record
from rumpus.contract import Malformed
from rumpus.journal import Entry
from rumpus.table import record_of
from rumpus.table.ending import MORE_LINES, MOST_LINES
from rumpus.wire import assemble

MOST_STEPS = MOST_LINES + MORE_LINES + 100  # the longest match of a table, and what its last step adds
MOST_BYTES = 32 * 1024 * 1024  # size limit of the response

encode = msgspec.json.Encoder().encode
replace = msgspec.structs.replace


class Rows(msgspec.Struct, frozen=True):
    """A match from the journal, packed so that it can be passed to a thinking process quickly."""

    packed: bytes


_read_rows = msgspec.msgpack.Decoder(list[tuple[int, float, bytes]]).decode


def rows_of(entries: Iterable[Entry]) -> Rows:
    """Pack the entries of a match. Takes 2 ms for 20,000 of them."""
    return Rows(msgspec.msgpack.encode([(entry.seq, entry.at, entry.body) for entry in entries]))


def rows_in(rows: Rows) -> list[tuple[int, float, bytes]]:
    """The entries again: number, time and body."""
    return _read_rows(rows.packed)


def text_of(rows: Rows) -> bytes:
    """The record of a match in the journal, as it is written to a file; raises `Unplayable` or `DecodeError`."""
    return record.text(record_of(rows_in(rows))).encode()


def steps_of(source: bytes | Rows, seat: int | None, own: bool, since: int = 0) -> bytes:
    """A record as views, one JSON object per line: the header, then each step with its line and the views after it.

    The record is the text of a file, or a match in the journal. With `own`, only what this seat was told and saw, as a
    spectator up to line `since`; otherwise the views of all seats, for a match that is over. Raises `Malformed`; for a
    match in the journal also `Unplayable` or `DecodeError`.
    """
    whole = read_source(source)
    if len(whole.lines) > MOST_STEPS:
        raise Malformed(f"a record of up to {MOST_STEPS} lines can be shown, and this one has {len(whole.lines)}")
    out = bytearray(record.header_text(whole.header).encode() + b"\n")
    rules = whole.rules()
    everybody = range(len(whole.header.seats))
    for line, state in record.replay(whole):
        asker = seat if line.n > since else None
        viewers = everybody if not own else [] if asker is None else [asker]
        action = rules.told(line.by, line.action, asker) if own else line.action
        text_of_line = record.line_text(replace(line, action=action)).encode()
        private = [encode(state.private(viewer)) for viewer in viewers]
        step = assemble.replay_step(text_of_line, encode(state.public()), private)
        if own and asker is not None:
            watched = replace(line, action=rules.told(line.by, line.action, None))
            used = len(private[0]) + len(text_of_line) - len(record.line_text(watched))
            step = _padded(step, state.private_bytes(asker) - used)
        out += step + b"\n"
        if len(out) > MOST_BYTES:
            raise Malformed(
                f"the views of a record may have up to {MOST_BYTES >> 20} MB, and these have more after line {line.n}"
            )
    return bytes(out)


def _padded(step: bytes, spare: int) -> bytes:
    """The length of the response must not tell the seat's cards (`wire/padding.py`)."""
    return step[:-1] + b" " * max(0, spare) + b"}"


def read_source(source: bytes | Rows) -> record.Record:
    """The record in the text of a file, or in the entries of a match; raises what `steps_of` does."""
    return _read(source) if isinstance(source, bytes) else record_of(rows_in(source))


def _read(text: bytes) -> record.Record:
    try:
        return record.read(text.splitlines())
    except RecursionError:
        raise Malformed("this is not a record: it is nested too deeply") from None
