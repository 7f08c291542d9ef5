"""Fixtures of the browser tests: one real server for all, a real browser, pages with an empty storage for each test."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Response, ViewportSize

from tests.browser.chromium import ROOT, launched
from tests.browser.contexts import Contexts
from tests.browser.visitor import DESKTOP, PATIENCE_S, Visitor
from tests.support.serving import Serving

PATIENCE_MS = PATIENCE_S * 1000
Opening = Callable[..., Visitor]
EXPECTED = (
    "ERR_INTERNET_DISCONNECTED",
    "WebSocket connection to",
    "Failed to load resource",
)  # what went wrong shows in `answered`


PAGES = pytest.StashKey[list[Page]]()
SHARED = pytest.StashKey[tuple[ExitStack, str]]()
HOUSE = "house"  # under this name the processes that run the tests are told the address of the server


def pytest_configure_node(node: Any) -> None:
    """One server for all processes of xdist: its bots have to be loaded only once."""
    if SHARED not in node.config.stash:
        stack = ExitStack()
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        node.config.stash[SHARED] = stack, stack.enter_context(Serving(Path(folder))).url
    node.workerinput[HOUSE] = node.config.stash[SHARED][1]


def pytest_unconfigure(config: pytest.Config) -> None:
    """The shared server ends after the last test."""
    if SHARED in config.stash:
        config.stash[SHARED][0].close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed test shows what every page said at that moment."""
    report = yield
    if call.when == "call" and report.failed:
        pages: list[Page] = item.stash.get(PAGES, [])
        for number, page in enumerate(pages, 1):
            with suppress(Error):
                report.sections.append((f"page {number}: {page.url}", page.locator("body").inner_text(timeout=5000)))
    return report


@pytest.fixture(scope="session")
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server."""
    built = ROOT / "src" / "rumpus" / "server" / "static" / "app" / "index.html"
    assert built.exists(), "the browser client is not built: `make setup` does it"
    shared = getattr(request.config, "workerinput", {}).get(HOUSE)
    if shared:
        yield shared
        return
    with Serving(tmp_path_factory.mktemp("house")) as server:
        yield server.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    with launched() as one:
        yield one


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    """The contexts of this browser, which tests use one after the other."""
    return Contexts(browser)


@pytest.fixture
def opened(contexts: Contexts, house: str, request: pytest.FixtureRequest) -> Iterator[Opening]:
    """Opens pages; at the end no page may have had an error, asked another host, or broken the security policy.

    Every page has an empty storage and a context that no other page of this test has. Set routes and scripts on the
    page, not on its context: that is kept for other tests. `worker=True` lets the service worker run, which loads the
    whole client; only tests about it need that. `at` is another server than the one that all tests share.
    """
    complaints: list[str] = []
    taken: list[BrowserContext] = []
    hosts = {house}
    pages: list[Page] = []
    request.node.stash[PAGES] = pages

    def answered(response: Response) -> None:
        if (response.status >= 400 and "/api/" not in response.url) or response.status >= 500:
            complaints.append(f"{response.status} for {response.url}")

    def listen(page: Page) -> None:
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("response", answered)
        page.on("request", lambda asked: _check(asked.url, hosts, complaints))

    def open_page(
        path: str = "/",
        size: ViewportSize = DESKTOP,
        language: str = "en",
        *,
        touch: bool = False,
        worker: bool = False,
        at: str = house,
        **more: Any,
    ) -> Visitor:
        hosts.add(at)
        options = {"reduced_motion": "reduce", "service_workers": "allow" if worker else "block", **more}
        context = contexts.take(base_url=at, viewport=size, locale=language, has_touch=touch, **options)
        taken.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.on("page", listen)
        page = contexts.empty_page(context)
        pages.append(page)
        page.goto(path)
        page.locator("#app > *").first.wait_for(state="attached")  # its words have come
        return Visitor(page, language, touches=touch)

    yield open_page
    for context in taken:
        context.remove_listener("page", listen)
        contexts.give_back(context)
    assert [] == [one for one in complaints if not any(word in one for word in EXPECTED)]


def _check(address: str, hosts: set[str], complaints: list[str]) -> None:
    own = [*hosts, *(host.replace("http", "ws") for host in hosts), "data:", "blob:"]
    if not address.startswith(tuple(own)):
        complaints.append(f"another host was asked: {address}")
