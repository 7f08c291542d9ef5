"""Fixtures of the browser tests: one real server and one real browser for all of them, fresh pages for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, ViewportSize

from tests.browser.chromium import ROOT, launched
from tests.browser.visitor import DESKTOP, PATIENCE_S, Visitor
from tests.support.serving import Serving

PATIENCE_MS = PATIENCE_S * 1000
Opening = Callable[..., Visitor]
EXPECTED = (
    "ERR_INTERNET_DISCONNECTED",
    "WebSocket connection to",
    "Failed to load resource",
)  # what went wrong shows in `answered`


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A real server."""
    built = ROOT / "src" / "rumpus" / "server" / "static" / "app" / "index.html"
    assert built.exists(), "the browser client is not built: `make setup` does it"
    with Serving(tmp_path_factory.mktemp("house")) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    with launched() as one:
        yield one


@pytest.fixture
def opened(browser: Browser, house: Serving) -> Iterator[Opening]:
    """Opens pages; at the end no page may have had an error, asked another host, or broken the security policy."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def answered(response: Response) -> None:
        if (response.status >= 400 and "/api/" not in response.url) or response.status >= 500:
            complaints.append(f"{response.status} for {response.url}")

    def listen(page: Page) -> None:
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("response", answered)
        page.on("request", lambda asked: _check(asked.url, house.url, complaints))

    def open_page(
        path: str = "/", size: ViewportSize = DESKTOP, language: str = "en", *, touch: bool = False, **more: Any
    ) -> Visitor:
        calm = {"reduced_motion": "reduce", **more}
        context = browser.new_context(viewport=size, locale=language, base_url=house.url, has_touch=touch, **calm)
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.on("page", listen)
        page = context.new_page()
        page.goto(path)
        return Visitor(page, language, touches=touch)

    yield open_page
    for context in contexts:
        for page in context.pages:  # what a page still asks for through a test's hands must not fail the next test
            page.unroute_all(behavior="ignoreErrors")
        context.close()
    assert [] == [one for one in complaints if not any(word in one for word in EXPECTED)]


def _check(address: str, own: str, complaints: list[str]) -> None:
    if not address.startswith((own, own.replace("http", "ws"), "data:", "blob:")):
        complaints.append(f"another host was asked: {address}")
