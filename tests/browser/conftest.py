"""Fixtures of the browser tests: one real server and one real browser for all of them, a fresh page for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from browser.chromium import ARGUMENTS, found
from serving import Serving

PATIENCE_MS = 30_000
PHONE = {"width": 390, "height": 844}
LANDSCAPE = {"width": 844, "height": 390}
DESKTOP = {"width": 1280, "height": 800}

Opening = Callable[..., Page]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A real server."""
    with Serving(tmp_path_factory.mktemp("house")) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    path, environment = found()
    with sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, env=environment, timeout=60_000)
        yield one
        one.close()


@pytest.fixture
def opened(browser: Browser, house: Serving) -> Iterator[Opening]:
    """Opens pages; at the end no page may have had an error, asked another host, or broken the security policy."""
    contexts = []
    complaints: list[str] = []

    def open_page(path: str = "/", *, size: dict[str, int] = DESKTOP, language: str = "en", **more: Any) -> Page:
        context = browser.new_context(
            viewport=size, locale=language, base_url=house.url, reduced_motion="reduce", **more  # type: ignore[arg-type]  # a size
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: _check(asked.url, house.url, complaints))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [] == [one for one in complaints if "ERR_INTERNET_DISCONNECTED" not in one and "WebSocket" not in one]


def _check(address: str, own: str, complaints: list[str]) -> None:
    if not address.startswith((own, own.replace("http", "ws"), "data:", "blob:")):
        complaints.append(f"another host was asked: {address}")
