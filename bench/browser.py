"""The browser client: how much it downloads before the first move, and the CPU time of a race of twelve.

`python -m bench.browser --seconds 30` runs a real server and a real Chromium, prints the figures, and writes
bench/browser.json. Times are CPU time of the page's main thread, by the trace's thread clock, so waiting for a busy
processor does not count. A busy machine makes that time longer all the same, so the race is measured in three windows,
and the fastest one is compared.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any

import msgspec
from bench.load.run import Figure, at_least, at_most, table
from playwright.sync_api import Browser, Page, Response, ViewportSize, WebSocket
from rich.console import Console

from tests.browser.chromium import launched
from tests.browser.trace import CATEGORIES, Event, Reading, read
from tests.browser.visitor import DESKTOP, PHONE, Visitor
from tests.support.serving import Serving

HERE = Path(__file__).parent
GAMES = ("wig_out", "wackee_six", "five_crowns")
CODE_KB, FONT_KB, UPDATE_MS, SHIFT = 150, 60, 8, 0.01
RATE = 10  # updates per second; fewer would not be a race
WINDOWS = 3
BOTS = 11  # and one person, in six sides of two
EVERY_MS = 350  # interval between our own player's moves
PATIENCE_MS = 60_000
SLOWER = 4  # CPU slowdown that makes it about as slow as a phone
# Every layout shift counts, even one right after a key press: in a race some key was always pressed just before
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) {
    const where = one.sources.map((source) => source.node?.getAttribute?.("class") ?? source.node?.nodeName);
    window.shifts.push({ value: one.value, input: one.hadRecentInput, at: one.startTime, where });
  }
}).observe({ type: "layout-shift", buffered: true });
"""


# Download size


class Weight(msgspec.Struct):
    """The size of what a page has loaded, in bytes."""

    code: int = 0  # script and style, gzipped
    fonts: int = 0
    sent: int = 0  # script, style and fonts as the server sent them
    files: list[str] = msgspec.field(default_factory=list)

    def add(self, response: Response) -> None:
        """Add one file."""
        kind = response.request.resource_type
        if kind not in {"script", "stylesheet", "font"}:
            return
        body = response.body()
        size = len(body) if kind == "font" else len(gzip.compress(body))
        self.fonts += size if kind == "font" else 0
        self.code += 0 if kind == "font" else size
        self.sent += response.request.sizes()["responseBodySize"]
        self.files.append(f"{response.url.rpartition('/')[2]} {size}")


def weigh(browser: Browser, address: str, game: str) -> tuple[Weight, float]:
    """The download size from an empty cache until a table is shown, and the layout shift on the way."""
    context = browser.new_context(viewport=DESKTOP, locale="en", base_url=address, service_workers="block")
    context.add_init_script(SHIFTS)
    try:
        page = context.new_page()
        answers: list[Response] = []
        page.on("response", lambda answer: answers.extend([answer]))
        page.goto("/")
        me = Visitor(page, "en")
        me.button("web-play-bots-label", game=me.words(f"web-{game}")).click()
        page.locator(".game button").first.wait_for()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1000)
        weight = Weight()
        for answer in answers:
            weight.add(answer)
        return weight, shifted(page, after_input=False)
    finally:
        context.close()


def shifted(page: Page, *, after_input: bool, since_ms: float = 0.0) -> float:
    """The cumulative layout shift, as browsers define it: the worst window of up to 5 s with no pause of over 1 s."""
    shifts = [
        shift for shift in page.evaluate("shifts") if shift["at"] >= since_ms and (after_input or not shift["input"])
    ]
    worst = total = began = last = 0.0
    for shift in shifts:
        if shift["at"] - last > 1000 or shift["at"] - began > 5000:
            total, began = 0.0, shift["at"]
        total, last = total + shift["value"], shift["at"]
        worst = max(worst, total)
    return worst


# CPU time of a race


class Racer:
    """Plays what the last message said is legal, by keyboard, without asking the page anything."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.legal: list[dict[str, Any]] = []
        self.moves = 0
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        self.legal = json.loads(frame).get("legal", self.legal)

    def play(self, seconds: float) -> float:
        """Play for this many seconds; returns the actual duration."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            self.act()
            self.page.wait_for_timeout(EVERY_MS)
        return time.monotonic() - began

    def act(self) -> None:
        """Make one move: a call or GO, else a card, else the hand deck."""
        order = ("shout", "go", "play", "turn", "recycle")
        known = [action for action in self.legal if action["do"] in order]
        if not known:
            return
        self.moves += 1
        for key in keys(min(known, key=lambda action: order.index(action["do"]))):
            self.page.keyboard.press(key)


def keys(action: dict[str, Any]) -> list[str]:
    """The keys of a move; a wild goes to the first place where it fits."""
    if action["do"] in {"shout", "go"}:
        return [" "]
    if action["do"] != "play":
        return ["d"]
    card = "Enter" if action["from"] == "deck" else str(action["from"] + 1)
    return [card, "Enter"] if action["card"] == "w" else [card]


@contextmanager
def traced(browser: Browser, page: Page) -> Iterator[list[Event]]:
    """Collects the trace events of everything that happens in the block."""
    events: list[Event] = []
    ended: list[Event] = []
    session = browser.new_browser_cdp_session()
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda last: ended.extend([last]))
    categories = {"includedCategories": list(CATEGORIES), "excludedCategories": ["*"]}
    config = {"recordMode": "recordAsMuchAsPossible", **categories}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    yield events
    session.send("Tracing.end")
    until = time.monotonic() + PATIENCE_MS / 1000
    while not ended and time.monotonic() < until:
        page.wait_for_timeout(50)
    session.detach()
    assert ended, "the trace did not end"


class Race(msgspec.Struct):
    """The measurements of a race on one page, in windows one after the other."""

    windows: list[Reading]
    shift: float
    moves: int
    seconds: float


def race(browser: Browser, address: str, size: ViewportSize, seconds: float, slower: int, keep: Path | None) -> Race:
    """Play a race of twelve in six sides: eleven of the fastest bots, and one player on this page."""
    context = browser.new_context(viewport=size, locale="en", base_url=address, service_workers="block")
    context.add_init_script(SHIFTS)
    context.set_default_timeout(PATIENCE_MS)
    try:
        page = context.new_page()
        racer = Racer(page)
        page.goto("/")
        sit_down(Visitor(page, "en"))
        began_ms = page.evaluate("performance.now()")
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        windows, lasted = [], 0.0
        for number in range(WINDOWS):
            with traced(browser, page) as events:
                lasted += racer.play(seconds / WINDOWS)
            windows.append(read(events))
            if keep:
                (keep / f"{size['width']}-{number}.json").write_text(json.dumps({"traceEvents": events}), "utf-8")
        if keep:
            (keep / f"{size['width']}-shifts.json").write_text(json.dumps(page.evaluate("shifts"), indent=1), "utf-8")
            page.screenshot(path=keep / f"{size['width']}.png")
        return Race(windows, shifted(page, after_input=True, since_ms=began_ms), racer.moves, lasted)
    finally:
        context.close()


def sit_down(me: Visitor) -> None:
    """Open the table and wait until it is shown."""
    options, pace = {"bot_pace": 0.25}, {"countdown_s": 0, "wait_s": 1}
    me.open_table("wackee_six", BOTS, level="expert", options=options, settings=pace)
    me.button("web-begin").click()
    me.button("wackee-start").wait_for()
    me.page.wait_for_timeout(1000)


# The report


def percentile(values: list[float], which: int) -> float:
    """The given percentile of the values."""
    return quantiles(values, n=100, method="inclusive")[which - 1] if len(values) > 1 else float("nan")


def sizes(browser: Browser, address: str) -> tuple[list[Figure], dict[str, Any]]:
    """The download size of each game."""
    figures, raw = [], {}
    for game in GAMES:
        weight, shift = weigh(browser, address, game)
        sent = f"{weight.sent / 1000:.0f} kB were sent, fonts included"
        figures += [
            at_most(f"{game}: script and style to first play, kB gzipped", weight.code / 1000, CODE_KB, sent),
            at_most(f"{game}: fonts, kB", weight.fonts / 1000, FONT_KB),
            at_most(f"{game}: layout shift to first play", shift, SHIFT, "without input"),
        ]
        raw[game] = {"weight": weight, "shift": shift}
    return figures, raw


def race_figures(race: Race, name: str) -> list[Figure]:
    """The figures of a race."""
    best = min(race.windows, key=lambda window: percentile(window.updates, 95))
    p50, p95, p99 = (percentile(best.updates, which) for which in (50, 95, 99))
    others = ", ".join(f"{percentile(window.updates, 95):.1f}" for window in race.windows)
    lean = ", ".join(f"{percentile(window.unpainted, 95):.1f}" for window in race.windows)
    share = ", ".join(f"{kind} {ms / len(best.updates):.2f}" for kind, ms in best.steps.items())
    tasks = [ms for window in race.windows for ms in window.tasks]
    whole = max(ms for window in race.windows for ms in window.whole_tasks)
    long = sum(len(window.long_tasks) for window in race.windows)
    updates = sum(len(window.updates) for window in race.windows)
    seen = f"{updates} updates in {race.seconds:.0f} s, {race.moves} moves of our own"
    return [
        at_most(
            f"{name}: script and layout, ms per update, p95", percentile(best.unpainted, 95), UPDATE_MS, f"of {lean}"
        ),
        Figure(f"{name}: with paint, p95", p95, note=f"p50 {p50:.1f}, p99 {p99:.1f}; quietest of {others}"),
        at_most(
            f"{name}: tasks over 50 ms", long, 0, f"the longest {max(tasks):.1f} ms, with the browser's own {whole:.1f}"
        ),
        at_most(f"{name}: layout shift", race.shift, SHIFT, "with and without input"),
        at_least(f"{name}: updates a second", updates / race.seconds, RATE, seen),
        Figure(f"{name}: ms per update on average", sum(best.updates) / len(best.updates), note=share),
        Figure(f"{name}: ms per key of our own, p95", percentile(best.inputs, 95)),
    ]


def without_goals(figures: list[Figure]) -> list[Figure]:
    """The same figures, only reported."""
    return [msgspec.structs.replace(figure, goal=None, ok=None) for figure in figures]


def main() -> None:
    """Measure, print, and write bench/browser.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="how long the race is watched, three windows in all"
    )
    parser.add_argument("--only", default="sdp", help="s sizes, d a desktop's race, p a phone's")
    parser.add_argument("--keep", type=Path, help="a folder for the traces, which chrome://tracing opens")
    arguments = parser.parse_args()
    seconds, only, keep = arguments.seconds, arguments.only, arguments.keep
    load = os.getloadavg()[0]
    figures: list[Figure] = []
    raw: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, Serving(Path(folder)) as server, launched() as browser:
        if "s" in only:
            figures, raw["sizes"] = sizes(browser, server.url)
        if "d" in only:
            raw["desktop"] = race(browser, server.url, DESKTOP, seconds, 1, keep)
            figures += race_figures(raw["desktop"], "race of twelve")
        if "p" in only:
            raw["phone"] = race(browser, server.url, PHONE, seconds / 2, SLOWER, keep)
            figures += without_goals(race_figures(raw["phone"], f"on a phone, {SLOWER}x slower"))
        version = browser.version
    drawn = table(figures)
    drawn.title = f"The browser client in Chromium {version}, milliseconds of its main thread's CPU; load {load:.1f}"
    Console(width=140, highlight=False).print(drawn)
    machine = {"cores": os.cpu_count(), "load_before": load, "chromium": version}
    report = {"seconds": seconds, "machine": machine, "figures": figures, "raw": raw}
    (HERE / "browser.json").write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
    sys.exit(any(figure.ok is False for figure in figures))


if __name__ == "__main__":
    main()
