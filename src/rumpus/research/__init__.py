"""For research: environments for learning, many matches between bots, their statistics, and tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rumpus.research.environments import aec, batch, gym_env, parallel
else:

    def __getattr__(name: str) -> object:
        """An environment (PEP 562), so that the command line loads none of it."""
        if name not in __all__:
            raise AttributeError(f"module 'rumpus.research' has no attribute {name!r}")
        from rumpus.research import environments  # noqa: PLC0415 - as above

        return getattr(environments, name)


__all__ = ["aec", "batch", "gym_env", "parallel"]


def __dir__() -> list[str]:
    return __all__
