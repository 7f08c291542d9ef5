"""Questions that need Python but no table. A page may ask only those in this list."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import msgspec

from rumpus.contract import Malformed

# What a page asks for, and the function that answers. It takes and returns what JSON has, and raises `Malformed`.
ASKABLE: dict[str, str] = {
    "verify": "rumpus.offline.checking:verify",
}


def ask(name: str, facts: Any) -> Any:
    """The answer of the function by this name; raises `Malformed`."""
    if name not in ASKABLE:
        raise Malformed(f"there is no question {name!r}; the questions are {', '.join(ASKABLE)}")
    module, _, function = ASKABLE[name].partition(":")
    return msgspec.to_builtins(getattr(import_module(module), function)(facts))
