"""Planted faults must be found: runs seeds of the simulated world until one fails, and looks at what it says."""

from __future__ import annotations

from collections.abc import Callable

from tests.world.world import Fault


def caught(one: Callable[[int], object], seeds: int, command: str, *signs: str) -> None:
    """Check that one of so many seeds fails with one of these messages, and says how to repeat it."""
    shown = None
    for seed in range(seeds):
        try:
            one(seed)
        except Fault as fault:
            shown = str(fault)
            break
    assert shown is not None, "no seed shows it"
    assert any(sign in shown for sign in signs), shown[:500]
    assert f"{command} {seed}" in shown
