"""Builds the documentation as a site that needs no network: `python scripts/docs_site.py` (`make docs`)."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "docs"
# The theme's helper for browsers that cannot search in a page from a folder; it would be fetched from elsewhere
SHIM = re.compile(r'<script src="https://unpkg\.com/iframe-worker/shim"[^>]*></script>')


def build() -> str:
    """Build the site in build/docs, and give what was said. A warning is an error."""
    zensical = Path(sys.executable).with_name("zensical")
    done = subprocess.run(  # noqa: S603 - our own tool
        [zensical, "build", "--clean", "--strict"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(done.stdout + done.stderr)
    for page in SITE.rglob("*.html"):
        text = page.read_text("utf-8")
        page.write_text(SHIM.sub("", text), "utf-8")
    return done.stdout + done.stderr


if __name__ == "__main__":
    sys.stdout.write(build())
    sys.stdout.write(f"{SITE / 'index.html'} is ready\n")
