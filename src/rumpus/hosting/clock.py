"""Whether a time service keeps the system's clock right."""

from __future__ import annotations

import ctypes
import sys

UNSYNCHRONISED = 0x40  # STA_UNSYNC of adjtimex(2)
STATUS_AT = 40  # where `struct timex` has its status on 64-bit Linux
ROOM = 512  # bytes; more than the structure has


def synchronised() -> bool | None:
    """Whether a time service sets the clock; None if the system does not say."""
    if sys.platform != "linux" or ctypes.sizeof(ctypes.c_void_p) != 8:
        return None
    timex = ctypes.create_string_buffer(ROOM)  # all zero: only read
    try:
        state = ctypes.CDLL(None).adjtimex(timex)
    except (OSError, AttributeError):
        return None
    if state < 0:
        return None
    status = int.from_bytes(timex.raw[STATUS_AT : STATUS_AT + 4], sys.byteorder)
    return not status & UNSYNCHRONISED
