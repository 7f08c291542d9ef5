"""`python -m rumpus` is the command `rumpus`."""

from __future__ import annotations

import sys
from typing import NoReturn

BAD_INPUT = 2
NEEDS = {  # the modules that an extra of pyproject.toml brings
    "terminal": ("click", "fluent", "rich", "websockets"),
    "server": ("httptools", "prometheus_client", "segno", "starlette", "uvicorn"),
}


def main() -> NoReturn:
    """Run the command; where its packages are not installed, say which extra brings them."""
    try:
        from rumpus.cli import main as run  # noqa: PLC0415 - the library alone has none of what it needs

        run()
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        extra = next((extra for extra, modules in NEEDS.items() if missing in modules), None)
        if extra is None:
            raise
        sys.stderr.write(f"rumpus: {missing} is not installed, and this needs it: pip install 'rumpus[{extra}]'\n")
        raise SystemExit(BAD_INPUT) from None
    except ImportError as error:
        if type(error).__name__ != "BrokenGame":  # its module may be the one that could not be imported
            raise
        sys.stderr.write(f"rumpus: {error}\n")
        raise SystemExit(BAD_INPUT) from None


if __name__ == "__main__":
    main()
