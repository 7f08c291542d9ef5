"""Python in the browser (docs/offline.md): time to the first card without a network, steps a second, and memory.

`python -m bench.device` opens build/demo (`make demo`) from a plain static file server in a real Chromium, keeps its
parts, cuts the network and plays.
"""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import BrowserContext, expect

from tests.browser.chromium import ROOT, launched
from tests.browser.test_offline import settled
from tests.browser.visitor import PHONE, Visitor
from tests.support.static_host import StaticHost

DEMO = ROOT / "build" / "demo"
GAMES = ("wig_out", "wackee_six", "five_crowns")
TIMES = 3


def first_card_s(context: BrowserContext, game: str) -> float:
    """From the tap on "Play now" of a page that was just opened to the table with its cards."""
    page = context.new_page()
    page.goto("/")
    me = Visitor(page, "en")
    began = time.perf_counter()
    me.button("web-play-bots-label", game=me.words(f"web-{game}")).click()
    expect(me.button("web-menu")).to_be_visible()
    took = time.perf_counter() - began
    page.close()
    return took


def main() -> None:
    """Print all figures."""
    with launched() as browser, StaticHost(DEMO) as host:
        context = browser.new_context(base_url=host.url, viewport=PHONE, reduced_motion="reduce")
        page = context.new_page()
        page.goto("/")
        settled(Visitor(page, "en"))
        page.close()
        fetched = first_card_s(context, GAMES[0])
        print(f"first card, parts fetched from this machine: {fetched:.1f} s")
        host.close()
        context.set_offline(True)
        for game in GAMES:
            times = [first_card_s(context, game) for _ in range(TIMES)]
            print(f"first card of {game}, parts kept, no network: {median(times):.1f} s ({min(times):.1f} at best)")
        context.close()
    node = ROOT / ".venv" / "bin" / "node"
    command = [str(node), str(Path(__file__).with_suffix(".mjs")), str(DEMO / "python"), str(ROOT / "src")]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = json.loads(said.strip().splitlines()[-1])
    for game, steps in found["steps"].items():
        print(f"{game}, three casual bots with a record: {steps:,} steps a second")
    print(f"memory of Python: {found['memory']} MB")


if __name__ == "__main__":
    main()
