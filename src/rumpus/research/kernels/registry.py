"""The registry of kernels: the games that can be played at many tables at once."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rumpus.contract import Malformed
from rumpus.research.kernels.base import Eyes, Kernel

OURS = {"five_crowns": "FiveCrownsKernel", "wackee_six": "WackeeSixKernel", "wig_out": "WigOutKernel"}


def kernel_of(name: str) -> type[Kernel]:
    """The kernel of a game, loaded when it is asked for; raises `Malformed` where there is none."""
    if name not in OURS:
        raise Malformed(f"batches exist for {', '.join(OURS)}, not for {name!r}")
    module: Any = import_module(f"rumpus.research.kernels.{name}")
    found: type[Kernel] = getattr(module, OURS[name])
    return found


def eyes_of(name: str) -> type[Eyes]:
    """What gives the observations of a game's kernel, loaded when it is asked for."""
    module: Any = import_module(f"rumpus.research.kernels.seen_{name}")
    found: type[Eyes] = module.Seen
    return found
