"""Structured logs: one JSON object a line, and never a token, a room code, a card or a person's address."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any

import msgspec

FIELDS = ("table", "game", "why", "count", "port", "seconds", "origin")  # all that a line may say besides what happened


class JsonLines(logging.Formatter):
    """A line of JSON. Of an error it says the kind and the places in our code, because its words may hold a secret."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for a record."""
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


def ours_to_know(record: logging.LogRecord) -> bool:
    """A frame that is no UTF-8 is its sender's fault: the connection is closed for it, and nothing is wrong here."""
    return not (record.exc_info and record.exc_info[0] is UnicodeDecodeError)


def set_up(level: str = "INFO") -> None:
    """Everything that is logged goes to standard error in this form; other libraries only if it is a warning."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel("WARNING")
    logging.getLogger("rumpus").setLevel(level)
    logging.getLogger("uvicorn.error").addFilter(ours_to_know)
