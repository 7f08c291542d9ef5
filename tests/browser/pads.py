"""Keeping score in a browser: starts a pad, and writes rounds down as a person types them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.visitor import Visitor

Row = tuple[str, ...]


def choose_game(me: Visitor, game: str) -> None:
    """One of the games of the pad."""
    me.page.get_by_role("button", name=me.words(f"web-{game}"), exact=True).click()
    expect(me.button("pad-begin")).to_be_visible()


def begin_pad(me: Visitor, game: str, *names: str, rounds: int | None = None, circle: str | None = None) -> None:
    """A new match with real cards of these people."""
    me.go("/pad" if circle is None else f"/pad/for/{circle}")
    choose_game(me, game)
    boxes = me.page.get_by_role("textbox")
    while boxes.count() < len(names):
        me.button("pad-add").click()
    for number, name in enumerate(names, 1):
        me.page.get_by_role("textbox", name=me.words("pad-player", number=number), exact=True).fill(name)
    if rounds is not None:
        me.page.get_by_role("spinbutton").first.fill(str(rounds))
    me.button("pad-begin").click()
    expect(me.button("pad-write")).to_be_visible()


def write(me: Visitor, *rounds: Row, called: int | None = None, refused: bool = False) -> None:
    """Rounds as they are typed, box by box; with the party that called first, where the game asks for it."""
    for row in rounds:
        form = me.page.locator("form")
        heading = form.get_by_role("heading").inner_text()
        for box, text in zip(form.locator("input[inputmode=numeric]").all(), row, strict=True):
            box.fill(text)
        if called is not None:
            form.get_by_role("radio").nth(called).check()
        form.locator("button[type=submit]").click()
        if not refused:
            expect(me.page.get_by_role("heading", name=heading, exact=True)).to_have_count(0)


def spoken(me: Visitor, card: str) -> str:
    """A card of Five Crowns in words."""
    return me.words("card-suit", rank=card[0].replace("T", "10"), suit=card[1])
