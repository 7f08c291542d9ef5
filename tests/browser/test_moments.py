"""People who leave, come back and come late; a tie, a discard that is taken back, the podium; in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.conftest import Opening
from tests.browser.measure import faults
from tests.browser.players import five_crowns_by_pointer, one_round_of_five_crowns, play
from tests.browser.scenes import SCENES
from tests.browser.scenes.five_crowns import DRAW
from tests.browser.scenes.scene import STILL
from tests.browser.visitor import BARRED, BARRED_LOW, DESKTOP, Visitor, until

PHONE_AND_DESKTOP = pytest.mark.parametrize(
    ("size", "language"), [(BARRED_LOW, "es"), (DESKTOP, "en")], ids=["low-es", "desktop-en"]
)
HAND = ".hand [data-card]"


def arrives(opened: Opening, size: ViewportSize, language: str, path: str = "/") -> Visitor:
    return opened(path, size=size, language=language, touch=size != DESKTOP, is_mobile=size != DESKTOP)


def own_cards(me: Visitor) -> list[str]:
    """The hand, as soon as it is there."""
    me.page.locator(HAND).first.wait_for()
    return sorted(me.page.locator(HAND).evaluate_all("all => all.map(one => one.dataset.card)"))


def leave(me: Visitor) -> Locator:
    """Leaves by the menu; the way back on the home page."""
    me.button("web-menu").click()
    me.button("web-leave").click()
    me.dialog("web-leave").get_by_role("button", name=me.words("web-leave")).click()
    back = me.link("web-go-on", game=me.words("web-five_crowns"))
    expect(back).to_be_visible()
    return back


def late_seat(me: Visitor, name: str) -> Locator:
    """The offer to take over a seat of a match under way."""
    return me.page.locator(".late button").filter(has_text=me.words("web-late-take", name=name))


@pytest.mark.rule("T-02")
def test_who_leaves_comes_back_to_the_same_cards_and_late_friends_take_free_seats(opened: Opening) -> None:
    ada = arrives(opened, DESKTOP, "en")
    options = {"turn_limit": 1, "rounds": 2, "bot_pace": 0.25}
    code = ada.open_table("five_crowns", 1, options=options, settings=STILL)
    rosa = arrives(opened, BARRED, "es", f"/#{code}")
    rosa.sit_down("Rosa")
    first_dealer = ada.page.get_by_label(ada.words("option-first_dealer"), exact=True)
    first_dealer.select_option(label="Rosa")  # then Ada begins: before her no bot moves, and none can go out
    ada.button("web-begin").click()
    others = ada.page.locator("[data-seat]")
    before = own_cards(rosa)

    back = leave(rosa)
    expect(others.filter(has_text="Rosa").first).to_contain_text(ada.words("web-mark", mark="gone"))
    back.click()
    assert before == own_cards(rosa)
    expect(others.filter(has_text="Rosa").first).not_to_contain_text(ada.words("web-mark", mark="gone"))

    cleo = arrives(opened, BARRED_LOW, "es", f"/#{code}")
    bot = str(cleo.page.locator(".late button").first.inner_text())
    expect(cleo.page.locator(".late button")).to_have_count(1)  # only the bot's, and not before the next round
    assert cleo.words("web-late-when", now="no") in bot
    assert [] == faults(cleo)
    cleo.page.get_by_label(cleo.words("web-name")).fill("Cleo")
    cleo.page.locator(".late button").click()
    expect(cleo.button("web-cancel")).to_be_visible()
    assert [] == faults(cleo)

    back = leave(rosa)
    dex = arrives(opened, DESKTOP, "en", f"/#{code}")
    expect(late_seat(dex, "Rosa")).to_contain_text(dex.words("web-late-when", now="yes"))
    dex.page.get_by_label(dex.words("web-name")).fill("Dex")
    late_seat(dex, "Rosa").click()
    assert before == own_cards(dex)
    back.click()  # the seat is taken now: Rosa watches
    expect(rosa.page.get_by_text("Dex").first).to_be_visible()
    expect(rosa.page.locator(HAND)).to_have_count(0)

    def both() -> None:
        one_round_of_five_crowns(ada)
        one_round_of_five_crowns(dex)

    until(ada.enabled("web-next-round").is_visible, both)
    expect(cleo.enabled("web-next-round")).to_be_visible()  # the bot's seat is Cleo's
    for one in (ada, dex, cleo):
        one.enabled("web-next-round").click()
    own_cards(cleo)


@PHONE_AND_DESKTOP
@pytest.mark.rule("FC-22")
def test_a_tie_is_played_off_or_shared(opened: Opening, size: ViewportSize, language: str) -> None:
    me = arrives(opened, size, language)
    SCENES["crowns-tie"](me)
    question = me.region("web-tie-title")
    expect(question).to_contain_text(me.words("web-tie-you"))
    expect(question.get_by_role("timer")).to_be_visible()
    assert [] == faults(me)
    over = me.region("web-match-over")
    if size == DESKTOP:
        me.button("web-tie-share").click()
        expect(over).to_be_visible()
        expect(me.page.locator(".step.r1 .party")).to_have_count(2)
        return
    me.button("web-tie-play").click()
    expect(question).to_have_count(0)
    expect(me.page.get_by_text(me.words("crowns-tie-break")).first).to_be_visible()
    play(me, five_crowns_by_pointer, lambda: over.is_visible() or question.is_visible())
    if question.is_visible():  # and again nobody was better
        me.button("web-tie-share").click()
    expect(me.page.locator(".step.r1 .party").first).to_be_visible()


@PHONE_AND_DESKTOP
def test_a_discard_is_taken_back_until_the_next_player_has_acted(
    opened: Opening, size: ViewportSize, language: str
) -> None:
    me = arrives(opened, size, language)
    SCENES["crowns-undo"](me)
    expect(me.card("Kc")).to_have_count(0)
    assert [] == faults(me)
    me.button("crowns-undo").click()
    expect(me.card("Kc")).to_have_count(1)
    expect(me.page.get_by_text(me.words("crowns-status", state="discard", last="no", name=""))).to_be_visible()
    me.card("Ts").click()
    me.button("crowns-discard").last.click()
    me.page.locator(DRAW).wait_for()  # the other one has played
    expect(me.button("crowns-undo")).to_have_count(0)


@pytest.mark.parametrize(("name", "size", "language"), [("wig-ending", BARRED, "es"), ("crowns-ending", DESKTOP, "en")])
def test_a_match_ends_with_a_podium(opened: Opening, name: str, size: ViewportSize, language: str) -> None:
    me = arrives(opened, size, language)
    SCENES[name](me)
    me.settle()
    end = me.region("web-match-over")
    first = me.page.locator(".step.r1 .block").bounding_box()
    assert first is not None
    for lower in me.page.locator(".step:not(.r1) .block").all():
        box = lower.bounding_box()
        assert box is not None
        assert first["height"] > box["height"], "the winner stands highest"
    expect(end.get_by_text(me.words("web-yourself"), exact=True).first).to_be_visible()
    expect(me.button("web-rematch")).to_be_focused()
    assert [] == faults(me)
    if name == "wig-ending":  # won twice: confetti, awards, and how it went
        expect(end.get_by_role("heading", name=me.words("web-won", name="", me="yes"))).to_be_visible()
        expect(me.region("ending-awards")).to_be_visible()
        expect(end.locator("figure")).to_be_visible()
