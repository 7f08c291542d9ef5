"""Builds the documentation as a site that needs no network: `python scripts/docs_site.py` (`make docs`)."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS, SITE = ROOT / "docs", ROOT / "build" / "docs"
CONFIG = ROOT / "mkdocs.built.yml"  # beside mkdocs.yml, because folders are relative to it
# The theme's helper for pages that were opened from a folder would be fetched from elsewhere; this one is ours
WORKER = (ROOT / "scripts" / "docs_worker.js").read_text("utf-8")
SHIM = re.compile(r'<script src="https://unpkg\.com/iframe-worker/shim"[^>]*></script>')


def config() -> str:
    """mkdocs.yml with the pages that it does not list: decisions, and what nobody has given a place yet."""
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    listed = set(re.findall(r"- (\S+\.md)$", text, re.MULTILINE))
    pages = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
    left = [page for page in pages if page not in listed and not page.startswith("examples/")]
    decisions = [page for page in left if page.startswith("decisions/")]
    for title, found in (("More", [page for page in left if page not in decisions]), ("Decisions", decisions)):
        if found:
            text += f"  - {title}:\n" + "".join(f"      - {page}\n" for page in found)
    return text


def build() -> str:
    """Build the site in build/docs, and give what was said. A warning is an error."""
    zensical = Path(sys.executable).with_name("zensical")
    CONFIG.write_text(config(), "utf-8")
    try:
        done = subprocess.run(  # noqa: S603 - our own tool
            [zensical, "build", "--clean", "--strict", "--config-file", CONFIG.name],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        CONFIG.unlink()
    if done.returncode != 0:
        raise SystemExit(done.stdout + done.stderr)
    for page in SITE.rglob("*.html"):
        text = page.read_text("utf-8")
        page.write_text(SHIM.sub(lambda _: f"<script>\n{WORKER}</script>", text), "utf-8")
    return done.stdout + done.stderr


if __name__ == "__main__":
    sys.stdout.write(build())
    sys.stdout.write(f"{SITE / 'index.html'} is ready\n")
