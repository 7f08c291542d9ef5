"""Playing without a server: the demo on a plain web host that is then gone, and the app with its parts kept."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from rumpus import audit, record
from tests.browser.chromium import ROOT
from tests.browser.circles import family
from tests.browser.conftest import PATIENCE_MS
from tests.browser.gallery import ROOM
from tests.browser.measure import faults
from tests.browser.pads import begin_pad, spoken, write
from tests.browser.players import PLAYERS, five_crowns_by_pointer, play
from tests.browser.test_offline import settled
from tests.browser.test_pass import curtain, sits_down
from tests.browser.visitor import BARRED, FAST, PHONE, UPRIGHT, Visitor, until
from tests.support.serving import Serving
from tests.support.static_host import StaticHost

FOLDER = "/some/where/rumpus/"  # where the host has it: any path will do
SHORT: dict[str, dict[str, Any]] = {
    "wig_out": {"rounds": 1},
    "wackee_six": {"target": 1, "down": [0, 0, 0]},
    "five_crowns": {"rounds": 1, "turn_limit": 2, "bot_pace": 0.25},  # or it may be long until somebody goes out
}
PARTS = "async () => (await (await caches.open('rumpus-python')).keys()).map(one => one.url)"
# Tables are opened with what the test wants beside what the page asks for
WISHES = """wishes => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (told) {
    const opens = told.kind === "request" && told.path === "/api/tables";
    const wish = opens && wishes[JSON.parse(told.body).game];
    return post.call(this, wish ? { ...told, body: JSON.stringify({ ...JSON.parse(told.body), ...wish }) } : told);
  };
}"""


def wishes() -> str:
    """A script for every page: matches are short, and no time is spent between rounds."""
    wanted = {game: {"options": options, "settings": FAST} for game, options in SHORT.items()}
    return f"({WISHES})({json.dumps(wanted)})"


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A web host's files, with the demo in a folder."""
    root = tmp_path_factory.mktemp("host")
    out = root.joinpath(*FOLDER.strip("/").split("/"))
    command = [sys.executable, str(ROOT / "hatch_build.py"), "demo", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own script
    assert not done.returncode, done.stderr
    return root


class Hosted:
    """The demo on a plain web host, and one person who visits it; nothing may go wrong on any page."""

    def __init__(self, browser: Browser, root: Path, size: ViewportSize, language: str) -> None:
        self.host = StaticHost(root)
        self.language = language
        self.complaints: list[str] = []
        options: dict[str, Any] = {"viewport": size, "locale": language, "reduced_motion": "reduce"}
        self.context = browser.new_context(base_url=self.host.url, **options)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(wishes())
        self.context.on("page", self._listen)

    def open(self, hash_: str = "") -> Visitor:
        """A new page."""
        page = self.context.new_page()
        page.goto(FOLDER + hash_)
        return Visitor(page, self.language)

    def _listen(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("request", lambda asked: self._check(asked.url))

    def _check(self, address: str) -> None:
        if not address.startswith((self.host.url, "data:", "blob:")):
            self.complaints.append(f"another host was asked: {address}")

    def cut(self) -> None:
        """The host is gone, and so is the network."""
        self.host.close()
        self.context.set_offline(True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()
        self.host.close()
        assert [] == self.complaints


def play_now(me: Visitor, game: str) -> None:
    """One tap at home, and the match is on."""
    me.button("web-play-bots-label", game=me.words(f"web-{game}")).click()
    expect(me.button("web-menu")).to_be_visible()


def is_over(me: Visitor) -> Callable[[], bool]:
    return me.region("web-match-over").is_visible


def saved_record(me: Visitor, folder: Path) -> record.Record:
    """The record that the result offers as a file."""
    with me.page.expect_download() as download:
        me.button("web-record").click()
    kept = folder / "match.jsonl"
    download.value.save_as(kept)
    with kept.open() as lines:
        return record.read(lines)


@pytest.mark.long
def test_the_demo_goes_on_with_its_host_gone(browser: Browser, demo: Path, tmp_path: Path) -> None:
    """Spanish, on a phone with bars: play, be killed, go on to the end, look back, learn."""
    with Hosted(browser, demo, BARRED, "es") as hosted:
        me = settled(hosted.open())
        expect(me.page.get_by_text(me.words("web-demo"))).to_be_visible()
        assert [] == me.page.evaluate(PARTS), "nothing of Python comes before somebody plays"
        play_now(me, "wig_out")
        hosted.cut()
        code = me.page.url.partition("#")[2]
        taps: list[bool] = []
        until(lambda: sum(taps) > 1, lambda: taps.append(PLAYERS["wig_out"]["tap"](me)))
        me.page.close()  # killed in mid-game

        me = hosted.open(f"#{code}")
        me.button("web-hint").click()
        assert play(me, PLAYERS["wig_out"]["tap"], is_over(me)) > 1
        match = saved_record(me, tmp_path)
        assert record.verify(match).outcome() is not None
        assert all(one.revealed for one in audit.check(match)), "the deals of a device can be checked"
        me.button("daily-make").click()
        expect(me.page.get_by_label(me.words("daily-link"))).to_have_value(re.compile("#/deal/here-"))
        me.link("web-watch-again").click()
        expect(me.page.get_by_role("slider")).to_be_visible()

        me.link("web-home").click()
        expect(me.link("web-past-open-label", game=me.words("web-wig_out"))).to_be_visible()
        me.link("web-learn-label", game=me.words("web-five_crowns")).click()
        expect(me.region("web-learn")).to_be_visible()
        expect(me.page.get_by_text(re.compile(me.words("web-unreachable")[:20]))).not_to_be_visible()


class Demo(Visitor):
    """Somebody at the demo, which its host has in a folder."""

    def go(self, hash_: str) -> None:
        """Goes on in the page that is open: its host may be gone."""
        self.page.evaluate("hash => { location.hash = hash }", f"#{hash_}")


@pytest.mark.long
@pytest.mark.parametrize(("size", "language"), [(BARRED, "en"), (UPRIGHT, "es"), (ROOM["tv"], "en")])
def test_the_demo_keeps_score_helps_with_real_cards_and_is_handed_round_with_its_host_gone(
    browser: Browser, demo: Path, size: ViewportSize, language: str
) -> None:
    with Hosted(browser, demo, size, language) as hosted:
        me = Demo(settled(hosted.open()).page, language)
        expect(me.page.get_by_text(me.words("web-demo"))).to_be_visible()
        expect(me.button("web-circle-start")).to_have_count(0)  # there is no server that could keep one
        assert [] == faults(me)
        play_now(me, "five_crowns")
        hosted.cut()

        begin_pad(me, "wig_out", "Ada", "Bo", rounds=1)
        write(me, ("3", "0"))
        expect(me.page.get_by_role("heading", name=me.words("web-won", name="Bo", me="no"))).to_be_visible()
        assert [] == faults(me)
        me.go("/history")
        expect(me.page.get_by_text(me.words("book-kind-cards"))).to_be_visible()
        assert [] == faults(me)

        me.go("/cards/five_crowns")
        keys = me.region("cards-all")
        for card in ("4h", "5h", "6h", "Ks"):
            keys.get_by_role("button", name=me.words("cards-add", card=spoken(me, card), held=0), exact=True).click()
        expect(me.page.get_by_role("status").get_by_text(me.words("cards-out"))).to_be_visible()
        assert [] == faults(me)

        me.go("/")
        me.button("web-open-alone-label", game=me.words("web-five_crowns")).click()
        sits_down(me, "W" * 20)
        me.button("web-begin").click()
        expect(curtain(me)).to_be_visible()
        assert [] == faults(me)
        until(lambda: not curtain(me).count(), lambda: me.tap(curtain(me)))
        until(lambda: curtain(me).count() > 0, lambda: five_crowns_by_pointer(me))


def make_available(me: Visitor) -> None:
    """In the settings, by one tap, with the size in its words."""
    sheet = me.open_settings()
    sheet.get_by_role(
        "button", name=re.compile(me.words("offline-get", size="[0-9.,]+").replace("(", r"\(").replace(")", r"\)"))
    ).click()
    expect(sheet.get_by_text(me.words("offline-there"))).to_be_visible()
    me.page.keyboard.press("Escape")


@pytest.mark.long
def test_the_app_is_made_available_offline_and_a_missing_part_is_noticed(browser: Browser, tmp_path: Path) -> None:
    with Serving(tmp_path) as server:
        context = browser.new_context(base_url=server.url, locale="en", viewport=PHONE, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_MS)
        errors: list[str] = []
        page = context.new_page()
        page.on("console", lambda said: errors.append(said.text) if "Content Security" in said.text else None)
        page.goto("/")
        me = settled(Visitor(page, "en"))
        make_available(me)
    context.set_offline(True)  # and the server has ended
    page.reload()
    expect(page.get_by_text(me.words("web-offline-kept"))).to_be_visible()
    play_now(me, "five_crowns")
    me.button("web-hint").click()
    address = page.url
    assert [] == errors

    # a second page takes over, and says so to the first
    second = context.new_page()
    second.goto(address)
    other = Visitor(second, "en")
    expect(other.button("web-menu")).to_be_visible()
    expect(page.get_by_text(me.words("web-closed-newer"))).to_be_visible()
    second.close()

    # planted: the browser has thrown a part away, here and where it keeps what it has fetched
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.evaluate(
        """async () => {
          const cache = await caches.open('rumpus-python');
          const gone = (await cache.keys()).find(({ url }) => url.endsWith('.wasm'));
          await cache.delete(gone);
        }"""
    )
    page.reload()
    expect(page.get_by_role("alert")).to_have_text(me.words("web-closed-device"))
    page.goto("/#/")
    expect(page.get_by_text(me.words("web-offline"))).to_be_visible()
    context.close()


@pytest.mark.long
def test_a_match_played_offline_joins_the_book_of_the_circle_when_the_network_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    with Serving(tmp_path) as server:
        context = browser.new_context(base_url=server.url, locale="es", viewport=BARRED, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(wishes())
        page = context.new_page()
        page.goto("/")
        me = settled(Visitor(page, "es"))
        make_available(me)
        circle = family(me, results=0)
        expect(page.get_by_role("heading", name=me.words("circles-open"))).to_be_visible()
        me.link("web-home").click()
        expect(page.get_by_role("heading", level=1, name=me.words("web-title"))).to_be_visible()
        context.set_offline(True)
        page.reload()
        play_now(me, "wig_out")
        play(me, PLAYERS["wig_out"]["tap"], is_over(me))
        assert [] == faults(me)
        me.go("/history")
        expect(page.get_by_text(me.words("book-kind-offline"))).to_be_visible()
        me.go(f"/circle/{circle.id}/book")
        expect(page.get_by_text(me.words("circles-unsent", count=1))).to_be_visible()
        expect(page.get_by_text(me.words("book-kind-offline"))).to_be_visible()
        assert [] == faults(me)

        context.set_offline(False)
        page.reload()
        expect(page.get_by_text(me.words("book-kind-offline"))).to_be_visible()
        expect(page.get_by_text(me.words("circles-unsent", count=1))).to_have_count(0)
        assert 1 == circle.view("Bo")["number"], "the others see it, too"
        context.close()
