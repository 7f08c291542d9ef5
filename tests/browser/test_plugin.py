"""A game from an installed package, unknown to the browser client, on the plain table that any game gets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opening
from tests.browser.visitor import PHONE
from tests.support.plugin import install
from tests.support.serving import Serving

MOVES = 2


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on a machine where the package is installed."""
    folder = tmp_path_factory.mktemp("installed")
    install(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        with Serving(tmp_path_factory.mktemp("data")) as serving:
            yield serving.url


def test_a_game_of_a_package_is_played_in_the_browser(opened: Opening, server: str) -> None:
    other = opened(size=PHONE, language="es", at=server)
    expect(other.page.locator("li", has_text="Crazy Eights").first).to_contain_text("guarda tus ochos")
    me = opened(size=PHONE, at=server)
    game = me.page.locator("li", has_text="Crazy Eights").first
    expect(game).to_contain_text("save your eights")
    game.get_by_role("button", name="Play now").click()
    table = me.page.locator(".game")
    expect(me.button("web-menu")).to_be_visible()
    me.open_settings().get_by_role("button", name="Español").click()
    me.page.keyboard.press("Escape")
    for _ in range(MOVES):
        expect(table).to_contain_text("¡Te toca!")
        expect(table).to_contain_text(" de ")
        before = table.inner_text()
        table.locator("section.buttons button").first.click()
        me.page.wait_for_function("before => document.querySelector('.game')?.innerText !== before", arg=before)
