"""Structured logs: one JSON object per line, and never a token, a room code, a card or a person's address."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any

import msgspec

# The only extra fields that are written out
FIELDS = (
    *(
        "table",
        "circle",
        "challenge",
        "game",
        "node",
        "seat",
        "why",
        "count",
        "port",
        "seconds",
        "origin",
        "endpoint",
        "version",
        "file",
        "seen",
        "saved",
    ),
    *("kind", "tables", "oldest_days", "newest_days", "at_once"),  # about removals
)


class JsonLines(logging.Formatter):
    """Formats a log record as JSON. Of an exception only the type and the stack are logged: its text may be secret."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.msg if record.name.startswith("rumpus") else record.name,
        }
        line |= {field: getattr(record, field) for field in FIELDS if hasattr(record, field)}
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])[-8:]
            line["trace"] = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
        return msgspec.json.encode(line).decode()


def is_our_error(record: logging.LogRecord) -> bool:
    """False for a frame that is not UTF-8: the client is at fault, and its connection is closed anyway."""
    return not (record.exc_info and record.exc_info[0] is UnicodeDecodeError)


def set_up(level: str = "INFO") -> None:
    """Log to standard error as JSON: our own messages from `level` up, those of libraries from WARNING up."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel("WARNING")
    logging.getLogger("rumpus").setLevel(level)
    logging.getLogger("uvicorn.error").addFilter(is_our_error)
