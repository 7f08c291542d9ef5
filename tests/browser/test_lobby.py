"""What a host sets in the lobby, in a real browser: every option arrives at the server, and the match keeps it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser import stranger
from tests.browser.conftest import Opening
from tests.browser.measure import faults
from tests.browser.scenes.scene import STILL
from tests.browser.visitor import BARRED_LOW, DESKTOP, PHONE, Visitor, until


def unfold(me: Visitor, group: str) -> None:
    """Opens a group of options, if it is not open already."""
    heading = me.page.get_by_role("heading", name=me.words(f"option-group-{group}"))
    details = me.page.locator("details").filter(has=heading)
    expect(details).to_be_visible()
    if details.get_attribute("open") is None:
        heading.click()


def option(me: Visitor, name: str) -> Locator:
    return me.page.get_by_label(me.words(f"option-{name}"), exact=True)


def test_a_host_sets_options_for_mixed_ages_and_experts_and_they_last(opened: Opening) -> None:
    me = opened(size=PHONE, language="es", touch=True, is_mobile=True)
    me.open_table("wackee_six", 2)
    for group in ("usual", "ages", "experts"):
        unfold(me, group)
    option(me, "target").fill("5000")
    option(me, "target").blur()
    expect(me.page.get_by_text(me.words("option-wrong-range", least=1, most=1000))).to_be_visible()
    option(me, "target").fill("30")
    option(me, "target").blur()
    option(me, "countdown_s").fill("0")
    option(me, "countdown_s").blur()
    option(me, "stand_in").select_option("expert")
    option(me, "down").check()
    beside = me.page.get_by_role("listitem").filter(has_text="Ada").get_by_role("spinbutton")
    beside.fill("1")
    beside.blur()
    until(lambda: option(me, "target").input_value() == "30" and beside.input_value() == "1")
    me.page.reload()
    for group in ("usual", "ages", "experts"):
        unfold(me, group)
    expect(option(me, "target")).to_have_value("30")
    expect(option(me, "countdown_s")).to_have_value("0")
    expect(option(me, "stand_in")).to_have_value("expert")
    expect(beside).to_have_value("1")
    me.button("web-add-bot").click()  # a fourth one: the handicaps are made to fit
    expect(me.page.get_by_role("listitem").get_by_role("spinbutton")).to_have_count(4)
    me.button("web-begin").click()
    expect(me.page.get_by_role("img", name=me.words("wackee-down", count=1))).to_be_visible()


def test_five_friends_in_pairs_see_who_plays_with_whom(opened: Opening) -> None:
    me = opened(size=DESKTOP)
    me.open_table("wackee_six", 4)
    expect(me.button("web-swap-partners")).to_have_count(0)
    option(me, "partners").check()
    expect(me.page.get_by_text(me.words("web-partner-with", name="Comet"))).to_be_visible()
    expect(me.page.get_by_role("listitem").filter(has_text="Ada")).not_to_contain_text("with")
    me.button("web-swap-partners").click()
    me.button("web-begin").click()
    expect(me.page.get_by_text(me.words("wackee-look")).first).to_be_visible()  # the host is alone


@pytest.mark.rule("T-01")
@pytest.mark.parametrize(("size", "language"), [(BARRED_LOW, "es"), (DESKTOP, "en")], ids=["low-es", "desktop-en"])
def test_any_player_can_be_chosen_to_deal_first(opened: Opening, size: ViewportSize, language: str) -> None:
    me = opened(size=size, language=language, touch=size != DESKTOP, is_mobile=size != DESKTOP)
    names = ["Ada", "Comet", "Domino", "Ziggy"]
    for dealer in names:
        me.open_table("wig_out", 3, options={"bot_pace": 8}, settings=STILL)
        unfold(me, "usual")
        which = option(me, "first_dealer")
        offered = [me.words("option-first_dealer-host"), me.words("option-first_dealer-random"), *names]
        expect(which.locator("option")).to_have_text(offered)
        which.select_option(label=dealer)
        expect(which.locator("option:checked")).to_have_text(dealer)
        assert [] == faults(me)
        me.button("web-begin").click()
        me.region("wig-hand").wait_for()
        marked = me.page.locator("[data-seat]").filter(has=me.page.locator(".deals"))
        if dealer == "Ada":
            expect(me.button("wig-go")).to_be_visible()
            expect(marked).to_have_count(0)
        else:
            expect(marked).to_contain_text(dealer)
        assert [] == faults(me)


@pytest.mark.rule("T-01")
@pytest.mark.parametrize(("size", "language"), [(BARRED_LOW, "en"), (DESKTOP, "es")], ids=["low-en", "desktop-es"])
def test_a_dealer_who_is_gone_deals_no_more(opened: Opening, size: ViewportSize, language: str) -> None:
    me = opened(size=size, language=language, touch=size != DESKTOP, is_mobile=size != DESKTOP)
    me.open_table("wig_out", 2, options={"bot_pace": 8}, settings=STILL)
    unfold(me, "usual")
    which = option(me, "first_dealer")
    which.select_option(label="Domino")
    expect(which.locator("option:checked")).to_have_text("Domino")
    me.button("web-remove-label", name="Domino").click()
    expect(which.locator("option")).to_have_count(4)
    expect(which.locator("option:checked")).to_have_text(me.words("option-first_dealer-host"))
    me.button("web-begin").click()
    expect(me.region("wig-hand")).to_be_visible()


def test_a_game_that_only_the_server_knows_is_played_on_the_generic_table(opened: Opening) -> None:
    me = opened(size=PHONE, touch=True, is_mobile=True)
    stranger.disguise(me.page)
    me.page.reload()
    card = me.page.get_by_role("listitem").filter(has_text=stranger.TITLE)
    expect(card.get_by_role("button")).to_have_count(2)
    expect(card.get_by_role("link")).to_have_count(1)  # rules, but no lesson
    card.get_by_role("link").click()
    expect(me.page.get_by_text(stranger.RULE["en"])).to_be_visible()
    stranger.sit_down(me, 1, options={"rounds": 1, "turn_limit": 2, "bot_pace": 0.25})
    expect(option(me, "rounds")).to_have_value("1")
    me.button("web-begin").click()
    actions = me.region("generic-actions").get_by_role("button")
    over = me.region("web-match-over")

    def act() -> None:
        if actions.count():
            me.tap(actions.last)
        me.page.wait_for_timeout(50)

    until(over.is_visible, act)
    expect(over.get_by_role("table")).to_contain_text("Ada")
    me.link("web-watch-again").click()
    expect(me.page.get_by_role("slider")).to_be_visible()
    expect(me.region("generic-table")).to_be_visible()


def test_the_generic_table_is_played_by_keys_alone(opened: Opening) -> None:
    me = opened(size=DESKTOP, language="es")
    stranger.sit_down(me, 1, options={"rounds": 1, "turn_limit": 1, "bot_pace": 0.25})
    me.tab_to(me.button("web-begin"))
    me.page.keyboard.press("Enter")
    expect(me.page.locator(".own").get_by_text(me.words("generic-your-turn"))).to_be_visible()
    me.page.keyboard.press("1")
    discards = me.page.get_by_role("button", name="Descartar")
    expect(discards.first).to_be_visible()
    over = me.region("web-match-over")

    def discard() -> None:
        if discards.count():
            me.page.keyboard.press("1")

    until(over.is_visible, discard)
