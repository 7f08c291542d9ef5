"""A game from an installed package, unknown to the browser client, on the plain table that any game gets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.visitor import PHONE
from tests.support.plugin import install
from tests.support.serving import Serving

MOVES = 6
PATIENCE_MS = 60_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server on a machine where the package is installed."""
    folder = tmp_path_factory.mktemp("installed")
    install(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        with Serving(tmp_path_factory.mktemp("data")) as serving:
            yield serving


@pytest.fixture
def page(browser: Browser, server: Serving, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A phone's page in the language of the test."""
    context = browser.new_context(viewport=PHONE, locale=request.param, base_url=server.url, reduced_motion="reduce")
    errors: list[str] = []
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE_MS)
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    context.close()
    assert [] == errors


@pytest.mark.parametrize(
    ("page", "about", "play", "turn", "card"),
    [
        ("en", "save your eights", "Play now", "Your turn!", " of "),
        ("es", "guarda tus ochos", "Jugar ya", "¡Te toca!", " de "),
    ],
    indirect=["page"],
)
def test_a_game_of_a_package_is_played_in_the_browser(page: Page, about: str, play: str, turn: str, card: str) -> None:
    page.goto("/")
    game = page.locator("li", has_text="Crazy Eights").first
    expect(game).to_contain_text(about, timeout=PATIENCE_MS)
    game.get_by_role("button", name=play).click()
    table = page.locator(".game")
    for _ in range(MOVES):
        expect(table).to_contain_text(turn, timeout=PATIENCE_MS)
        expect(table).to_contain_text(card)
        before = table.inner_text()
        table.locator("section.buttons button").first.click()
        page.wait_for_function("before => document.querySelector('.game')?.innerText !== before", arg=before)
        if page.locator(".round, .ending").count():
            return  # the round is over already
