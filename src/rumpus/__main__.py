"""`python -m rumpus` is the command `rumpus`."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import NoReturn

BAD_INPUT = 2
NEEDS = {  # the modules that an extra of pyproject.toml brings
    "terminal": ("click", "fluent", "rich", "websockets"),
    "cluster": ("asyncpg",),
    "data": ("PIL", "gymnasium", "minari", "numpy", "pyarrow"),
    "mcp": ("mcp", "pydantic"),
    "ray": ("ray",),
    "server": ("httptools", "prometheus_client", "segno", "starlette", "uvicorn"),
}
MORE = {"serve": "server", "doctor": "server", "status": "server", "backup": "server", "mcp": "mcp"}  # than `terminal`
# Said by a bare `rumpus` where the library is installed alone, as by `uvx rumpus`
WHAT_TO_TYPE = """\
rumpus {version}: the library is installed, without what its commands need. What to type instead:

  open tables for friends and bots    uvx --from 'rumpus[server]' rumpus serve
  play in the terminal                uvx --from 'rumpus[terminal]' rumpus play GAME
  see all commands                    uvx --from 'rumpus[terminal]' rumpus --help

With pipx: pipx run --spec 'rumpus[server]' rumpus serve. To install: pip install 'rumpus[server]'
"""


def main() -> NoReturn:
    """Run the command; where its packages are not installed, say which extra brings them."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"rumpus {version('rumpus')}\n")
        raise SystemExit(0)
    try:
        from rumpus.cli import main as run  # noqa: PLC0415 - the library alone has none of what it needs

        run()
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        extra = next((extra for extra, modules in NEEDS.items() if missing in modules), None)
        if extra is None:
            raise
        if not sys.argv[1:]:
            sys.stdout.write(WHAT_TO_TYPE.format(version=version("rumpus")))
            raise SystemExit(0) from None
        extra = MORE.get(sys.argv[1], extra) if extra == "terminal" else extra
        sys.stderr.write(f"rumpus: {missing} is not installed, and this needs it: pip install 'rumpus[{extra}]'\n")
        raise SystemExit(BAD_INPUT) from None
    except ImportError as error:
        if type(error).__name__ not in ("BrokenGame", "MissingExtra"):  # their module may be what could not be imported
            raise
        sys.stderr.write(f"rumpus: {error}\n")
        raise SystemExit(BAD_INPUT) from None


if __name__ == "__main__":
    main()
