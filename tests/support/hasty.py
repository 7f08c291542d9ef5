"""The command `rumpus`, with a table that waits a tenth of the usual time for people who do nothing (T-07, T-08).

A script, not a module to import: `Serving.hasty` runs it, so that a test of half a minute's patience takes seconds.
"""

from __future__ import annotations

from rumpus import driver

SCALE = 0.1
LEAST_S = 12.0  # a countdown that a test looks at must last until it has looked


def main() -> None:
    """Shorten the times before the modules that import them are loaded, and run the command."""
    driver.QUIET_S *= SCALE
    driver.STANDOFF_S = LEAST_S
    from rumpus.cli import main as run  # noqa: PLC0415 - after the times are set
    from rumpus.table.idle import Idle  # noqa: PLC0415

    reaches = Idle.reaches
    Idle.reaches = lambda self, seat, limit_s: reaches(self, seat, limit_s * SCALE)  # type: ignore[method-assign]
    run()


if __name__ == "__main__":
    main()
