"""The model of keeper and journal, deeper than in the tests: everything may happen at once, while there is time."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from unittest.mock import patch

from rumpus.server.keeping import answers
from rumpus.table import requests
from tests.model.explorer import explore
from tests.model.tables import ALL, TABLES

DEEPEST = 40  # no history of these tables is longer


def soak(seconds: float, say: Callable[[str], None]) -> None:
    """Explore every small table to its end, then as much as there is time for of the one with everything in it."""
    until = time.monotonic() + seconds
    logging.disable(logging.WARNING)  # a full disk is said to be one each time
    try:
        with patch.object(answers, "KEPT", 1), patch.object(requests, "RENAMES_PER_S", 10_000):
            for name, bounds in (*TABLES.items(), ("all at once", ALL)):
                if time.monotonic() > until:
                    say(f"{name}: there was no time left")
                    continue
                seen = explore(bounds, DEEPEST, until=until)
                how = "all of them" if seen.complete else f"every history of {seen.depth} steps"
                say(f"{name}: {seen.states} states, {seen.histories} histories, {how}")
    finally:
        logging.disable(logging.NOTSET)
