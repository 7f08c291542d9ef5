"""File descriptors: raises this process's limit, and says how many connections fit below it."""

from __future__ import annotations

import os
from contextlib import suppress

MOST = 65_536  # enough for `Limits.people`, and some systems allow any number
KEPT = 32  # for SQLite, thinking processes and files being sent
OPEN_AT_START = 32  # where the system does not list the open ones


def raise_limit() -> int:
    """Raise the limit of open files to what the system allows; returns how many connections fit below it."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    if soft == resource.RLIM_INFINITY or soft > MOST:
        soft = MOST
    return max(1, soft - KEPT - _open())


def _open() -> int:
    try:
        return len(os.listdir("/dev/fd"))
    except OSError:
        return OPEN_AT_START
