"""The page as an app: it opens without a network, keeps nothing of a table, and takes a new build at the next load."""

from __future__ import annotations

import json
import re
import shutil
import struct
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, expect

import rumpus
from tests.browser.conftest import PATIENCE_MS, Opening
from tests.browser.visitor import PHONE, Visitor, until
from tests.support.postgres import free_port
from tests.support.serving import Serving

KEPT = """async () => {
  const all = {};
  for (const name of await caches.keys())
    all[name] = (await (await caches.open(name)).keys()).map(one => new URL(one.url).pathname).sort();
  return all;
}"""
HANGS_MS = 5_000
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
HASHED = re.compile(r"-[\w-]{8}(?=\.(?:js|css|woff2)$)")


def settled(me: Visitor) -> Visitor:
    """The worker has kept everything, and this page passes through it."""
    me.page.wait_for_function(CONTROLLED)
    return me


def kept(me: Visitor) -> dict[str, list[str]]:
    """The caches with their paths."""
    found: dict[str, list[str]] = me.page.evaluate(KEPT)
    return found


def see_what_needs_no_server(me: Visitor) -> None:
    """Home, the rules and the settings, and a sentence that playing needs more."""
    expect(me.page.get_by_role("heading", level=1, name=me.words("web-title"))).to_be_visible()
    expect(me.page.get_by_text(me.words("web-offline"))).to_be_visible()
    expect(me.open_settings()).to_be_visible()
    me.page.keyboard.press("Escape")
    me.link("web-rules-label", game=me.words("web-wackee_six")).click()
    expect(me.page.get_by_role("heading", level=2, name="Wackee Six")).to_be_visible()
    me.link("web-home").click()
    me.button("web-play-bots-label", game=me.words("web-wig_out")).click()
    expect(me.page.get_by_role("alert")).to_have_text(me.words("web-unreachable"))


@pytest.mark.parametrize("language", ["en", "es"])
def test_without_a_network_the_page_opens_with_rules_and_settings(opened: Opening, language: str) -> None:
    me = settled(opened(size=PHONE, language=language, worker=True))
    me.page.context.set_offline(True)
    me.page.reload()
    see_what_needs_no_server(me)
    me.page.context.set_offline(False)
    expect(me.page.get_by_text(me.words("web-offline"))).not_to_be_visible()


def test_the_offline_cache_stores_nothing_about_a_table(opened: Opening) -> None:
    me = settled(opened(worker=True))
    code = me.open_table("wig_out", 1)
    expect(me.button("web-begin")).to_be_visible()
    me.page.evaluate("() => fetch('/api/games').then(one => one.text())")
    ((_, paths),) = kept(me).items()
    assert {"/", "/icon.svg", "/manifest.webmanifest"} == {path for path in paths if not path.startswith("/assets/")}
    assert code not in json.dumps(kept(me))


def test_the_offer_to_install_is_in_the_settings(opened: Opening) -> None:
    me = opened(language="es")
    me.page.evaluate(
        """() => {
          const offer = new Event('beforeinstallprompt', {cancelable: true});
          offer.prompt = async () => { document.title = 'asked' };
          dispatchEvent(offer);
        }"""
    )
    me.open_settings()
    me.button("web-install").click()
    expect(me.page).to_have_title("asked")
    expect(me.button("web-install")).not_to_be_visible()


def fetched(url: str) -> tuple[bytes, dict[str, str]]:
    """A file and its headers."""
    with urllib.request.urlopen(url) as answer:  # noqa: S310 - our own server
        return answer.read(), {key.lower(): value for key, value in answer.headers.items()}


def test_manifest_and_icons_are_what_a_browser_installs(house: str) -> None:
    manifest: dict[str, Any] = json.loads(fetched(f"{house}/manifest.webmanifest")[0])
    assert ("/", "/", "standalone") == (manifest["start_url"], manifest["scope"], manifest["display"])
    assert {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        picture, headers = fetched(house + icon["src"])
        assert icon["type"] == headers["content-type"]
        if icon["sizes"] != "any":
            assert icon["sizes"] == "{}x{}".format(*struct.unpack(">II", picture[16:24]))
    assert b"PNG" in fetched(f"{house}/apple-touch-icon.png")[0][:8]


def test_the_service_worker_is_never_served_from_the_cache(house: str) -> None:
    _, headers = fetched(f"{house}/sw.js")
    assert "no-cache" == headers["cache-control"]
    assert headers["content-type"].startswith("text/javascript")
    assert "worker-src 'self'" in headers["content-security-policy"]


# A new build


def rebuilt(folder: Path) -> None:
    """Makes another build of the package in this folder: other hashes in all names, and another title."""
    app = folder / "rumpus" / "server" / "static" / "app"
    names = {path.name: HASHED.sub("-another1", path.name) for path in (app / "assets").iterdir()}
    several: set[str] = set()
    for number, (name, new) in enumerate(names.items()):
        names[name] = new.replace("another1", f"other{number:03}") if new in several else new
        several.add(new)
    for path in [*app.glob("*.*"), *(app / "assets").iterdir()]:
        if path.suffix in (".html", ".js", ".css"):
            text = path.read_text("utf-8").replace("<title>Rumpus", "<title>Rumpus, rebuilt")
            for name, new in names.items():
                text = text.replace(name, new)
            path.write_text(re.sub(r"(rumpus-\$\{)", r"\1'2-'+", text), "utf-8")
        path.rename(path.with_name(names.get(path.name, path.name)))


class Builds:
    """Two builds of the same app, served one after the other at the same address."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.environment = folder, monkeypatch
        self.server: Serving | None = None
        self.port = free_port()
        source = Path(rumpus.__file__).parent
        for name in ("old", "new"):
            shutil.copytree(source, folder / name / "rumpus", ignore=shutil.ignore_patterns("__pycache__", "*.gz"))
        rebuilt(folder / "new")

    def serve(self, name: str) -> str:
        """From now on this build is served; its address."""
        self.environment.setenv("PYTHONPATH", str(self.folder / name))
        self.close()
        self.server = Serving(self.folder / "tables", port=self.port).start()
        return self.server.url

    def close(self) -> None:
        """Nothing is served any more."""
        if self.server is not None:
            self.server.end()


@pytest.fixture
def builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Two builds; the old one is served."""
    both = Builds(tmp_path, monkeypatch)
    both.serve("old")
    yield both
    both.close()


def visit(context: BrowserContext, patience_ms: float = PATIENCE_MS) -> Visitor:
    """Another tab."""
    page = context.new_page()
    try:
        page.goto("/", timeout=patience_ms)
    except Error:
        page.close()
        raise
    return Visitor(page, "en")


@pytest.mark.long
def test_the_next_load_uses_a_new_build_and_an_open_page_keeps_the_old_one(browser: Browser, builds: Builds) -> None:
    assert builds.server is not None
    context = browser.new_context(base_url=builds.server.url, locale="en")
    context.set_default_timeout(PATIENCE_MS)
    try:
        early = settled(visit(context))
        (old,) = kept(early)
        builds.serve("new")

        late = visit(context)
        expect(late.page).to_have_title("Rumpus, rebuilt")
        until(lambda: {old, f"rumpus-2-{old[7:]}"} == set(kept(late)))
        early.go("/rules/wig_out")  # a part of the old build that the server has not any more
        expect(early.page.get_by_role("heading", level=2).first).to_be_visible()
        late.page.reload()
        assert old in kept(late), "the old page is still open"

        early.page.close()
        tabs = [late]

        def load_again() -> None:
            """In another tab: a load may hang in the browser if its worker is replaced at that very moment."""
            time.sleep(0.3)
            with suppress(Error):
                tabs.append(visit(context, HANGS_MS))
                tabs[-2].page.close()

        until(lambda: [f"rumpus-2-{old[7:]}"] == list(kept(tabs[-1])), load_again)
        late = tabs[-1]
        builds.close()
        late.page.reload()
        expect(late.page).to_have_title("Rumpus, rebuilt")
        see_what_needs_no_server(late)
    finally:
        context.close()


def test_without_a_service_worker_a_page_of_an_outdated_build_reloads(browser: Browser, builds: Builds) -> None:
    assert builds.server is not None
    context = browser.new_context(base_url=builds.server.url, locale="en", service_workers="block")
    context.set_default_timeout(PATIENCE_MS)
    try:
        me = visit(context)
        builds.serve("new")
        me.go("/rules/wig_out")
        expect(me.page.get_by_role("heading", level=2).first).to_be_visible()
        expect(me.page).to_have_title("Rumpus, rebuilt")
    finally:
        context.close()
