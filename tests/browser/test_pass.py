"""Several people on one device that they hand round: everybody plays, and nobody sees another one's hand."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Opening
from tests.browser.players import five_crowns_by_pointer
from tests.browser.test_screens import told
from tests.browser.visitor import BARRED, TABLET, Visitor, post, until

# Not only the first round: with three cards somebody may go out before anybody has discarded
OPTIONS: dict[str, Any] = {"first_round": 2, "rounds": 2, "turn_limit": 3, "undo": True, "bot_pace": 0.25}
SETTINGS: dict[str, Any] = {"countdown_s": 0, "wait_s": 300, "grace_s": 600}
HERE = ("Ada", "Bo")


def curtain(me: Visitor) -> Locator:
    """The button behind which somebody's cards are."""
    return me.page.get_by_role("button").filter(has_text=me.words("pass-open", name="").split(":")[1].strip())


def hands(heard: list[dict[str, Any]]) -> dict[int, list[str]]:
    """The last hand that each seat of this device was told."""
    views = [message["view"] for message in heard if message.get("view")]
    return {view["seat"]: view["private"]["hand"] for view in views if view["private"]}


def seen(me: Visitor, cards: set[str]) -> list[str]:
    """What of these cards is anywhere in the page: as pictures, as words on the page, or for a screen reader."""
    html = me.page.content()
    told = me.page.evaluate("() => document.body.innerText + document.title")
    said = f"{me.page.locator('body').aria_snapshot()} {told}"
    names = {me.words("card-suit", rank=card[0].replace("T", "10"), suit=card[1]) for card in cards if card[0] != "*"}
    return [*(["a face"] if "data-card" in html else []), *(name for name in names if name in html or name in said)]


class Device:
    """What happens at the curtain of a device that is handed round."""

    def __init__(self, me: Visitor, heard: list[dict[str, Any]]) -> None:
        self.me = me
        self.heard = heard
        self.pictures: dict[str, list[bytes]] = {}
        self.taken_back = self.reloaded = False

    def step(self) -> None:
        """Opens the curtain if it is there, or makes a move."""
        if curtain(self.me).count():
            self.at_the_curtain()
        else:
            five_crowns_by_pointer(self.me)

    def at_the_curtain(self) -> None:
        me = self.me
        both = {card for hand in hands(self.heard).values() for card in hand}
        assert [] == seen(me, both)
        name = next(one for one in HERE if me.button("pass-open", name=one).count())
        told = me.page.locator("main.curtain > .sheet > *")
        if 4 == told.count() and not me.page.locator("main.curtain > .waiting").count():  # whom to pass it to, no more
            self.pictures.setdefault(name, []).append(self.picture())
        if name == "Bo" and not self.taken_back and me.button("pass-back", name="Ada").count():
            me.button("pass-back", name="Ada").click()
            expect(me.button("pass-open", name="Ada")).to_be_visible()
            self.taken_back = True
            return
        if not self.reloaded:
            me.page.reload()  # in the middle of a match: it comes back behind the curtain
            expect(curtain(me)).to_be_visible()
            self.reloaded = True
            assert [] == seen(me, both)
        me.tap(curtain(me))

    def picture(self) -> bytes:
        """What is seen of the curtain, without the light round the button that the last tap may have left."""
        self.me.page.evaluate("() => document.activeElement.blur()")
        self.me.settle()
        return self.me.page.locator("main.curtain > .sheet").screenshot()


def test_the_check_itself_finds_cards(opened: Opening) -> None:
    me = opened()
    planted = "<button>5 of hearts</button><svg data-card></svg>"
    me.page.evaluate("planted => document.body.insertAdjacentHTML('beforeend', planted)", planted)
    assert {"a face", me.words("card-suit", rank="5", suit="h")} == set(seen(me, {"5h", "6h"}))


def sits_down(me: Visitor, name: str) -> None:
    """Somebody else sits down at the same device."""
    me.page.get_by_label(me.words("pass-add")).fill(name)
    me.button("pass-sit").click()
    expect(me.page.locator("li b").get_by_text(name, exact=True)).to_be_visible()


@pytest.mark.long
def test_two_on_one_device_play_with_a_bot_and_somebody_elsewhere(opened: Opening) -> None:
    language = "es"
    me = opened(size=BARRED, language=language, touch=True)
    device = Device(me, told(me.page))
    code = me.open_table("five_crowns", 0, options=OPTIONS, settings=SETTINGS)
    sits_down(me, "Bo")
    eva = opened(language=language)
    eva.keep(post(eva.page.request, "/api/join", {"code": code, "name": "Eva"}).json())
    eva.button("web-ready").click()
    me.button("web-add-bot").click()
    me.button("web-begin").click()

    def everybody() -> None:
        device.step()
        five_crowns_by_pointer(eva)

    until(me.region("web-match-over").is_visible, everybody)
    assert device.taken_back
    assert device.reloaded
    assert {0, 1} == set(hands(device.heard))  # the hands of its own two seats, each on its own connection
    for name, shots in device.pictures.items():  # what is seen at a curtain does not depend on the cards behind it
        assert 1 == len(set(shots)), name

    # the podium, and back to the lobby with everybody; then both leave at once
    me.button("web-rematch").click()
    expect(me.button("web-begin")).to_be_visible()
    expect(me.page.locator("li b").get_by_text("Bo", exact=True)).to_be_visible()
    eva.button("web-rematch").click()
    eva.button("web-ready").click()
    me.button("web-begin").click()
    until(lambda: curtain(me).count() > 0)
    me.tap(curtain(me))
    me.button("web-menu").click()
    me.button("web-leave").click()
    me.page.get_by_role("dialog").get_by_role("button", name=me.words("web-leave")).click()
    gone = eva.page.locator("li[data-seat]").filter(has_text=eva.words("web-mark", mark="gone"))
    expect(gone).to_have_count(2)


def test_on_a_tablet_a_turn_ends_behind_the_curtain(opened: Opening) -> None:
    me = opened(size=TABLET, touch=True)
    heard = told(me.page)
    me.open_table("five_crowns", 0, options=OPTIONS, settings=SETTINGS)
    sits_down(me, "Bo")
    me.button("web-begin").click()
    expect(curtain(me)).to_be_visible()
    name = next(one for one in HERE if me.button("pass-open", name=one).count())
    until(lambda: not curtain(me).count(), lambda: me.tap(curtain(me)))
    own = hands(heard)[HERE.index(name)]
    shown = me.page.locator("[data-id] [data-card]")
    expect(shown).to_have_count(len(own))
    assert sorted(own) == sorted(shown.evaluate_all("all => all.map(one => one.dataset.card)"))
    until(lambda: curtain(me).count() > 0, lambda: five_crowns_by_pointer(me))
    assert me.button("pass-open", name=next(one for one in HERE if one != name)).count()
    assert [] == seen(me, {card for hand in hands(heard).values() for card in hand})
