"""A circle from its start to its end, on the devices of its members: phones with bars, a tablet, a desktop, a TV."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.circles import LONG, WIDE, family
from tests.browser.conftest import Opening
from tests.browser.gallery import ROOM
from tests.browser.measure import faults
from tests.browser.players import one_round_of_wig_out, play
from tests.browser.scenes.circle import part
from tests.browser.visitor import BARRED, BARRED_LOW, DESKTOP, FAST, UPRIGHT, Visitor, post

READABLE_PX = 75  # a narrower column breaks names into letters
QUICK = {"rounds": 1, "bot_pace": 0.25}


def shared_link(me: Visitor) -> str:
    """The path behind the invitation that is shown, whatever the address of this machine."""
    address = urlsplit(me.page.locator("#share-link").input_value())
    return f"{address.path}#{address.fragment}"


def matches(me: Visitor) -> Locator:
    """The matches in the book."""
    part(me, "circles-part-book")
    return me.region("book-page-matches").get_by_role("listitem")


def member(me: Visitor, name: str) -> Locator:
    """What the list of members says of one of them."""
    return me.page.locator("section > ul > li").filter(has_text=name)


def started_from_a_match(opened: Opening) -> tuple[Visitor, Visitor]:
    """Two people have played a match, and one of them starts a circle by one tap; the other one follows the link."""
    ada = opened(size=BARRED, language="es", touch=True)
    code = ada.open_table("wig_out", 1, options=QUICK, settings=FAST)
    bo = opened(f"/#{code}", size=DESKTOP, language="en")
    bo.sit_down("Bo")
    expect(ada.page.get_by_role("listitem").filter(has_text="Bo").first).to_be_visible()
    ada.button("web-begin").click()
    play(ada, one_round_of_wig_out, ada.region("web-match-over").is_visible)
    ada.button("circles-start").click()
    expect(ada.page.get_by_role("heading", name=ada.words("circles-invite"))).to_be_visible()
    assert [] == faults(ada)
    bo.page.goto(shared_link(ada))
    bo.button("circles-join").click()
    expect(bo.page.get_by_role("heading", name=bo.words("circles-open"))).to_be_visible()
    return ada, bo


@pytest.mark.long
def test_a_circle_is_started_from_a_match_joined_and_a_lost_device_is_voted_out(opened: Opening) -> None:
    ada, bo = started_from_a_match(opened)
    for one in (ada, bo):
        expect(matches(one)).to_have_count(1)
        expect(matches(one).get_by_role("link")).to_have_count(1)
        expect(matches(one).get_by_role("button")).to_have_count(0)  # what was played at a table stays as it was

    # who joined after the match is the one who played it
    own = bo.region("book-page-matches").get_by_text(bo.words("web-yourself"))
    expect(own).not_to_have_count(0)

    # another device comes in by a code, is lost, and is removed by two
    part(ada, "circles-part-members")
    ada.button("circles-add-device").click()
    code = ada.page.locator("dialog .code").inner_text().replace(" ", "")
    lost = opened(f"/#/circles/{code}", size=UPRIGHT, language="es", touch=True)
    part(lost, "circles-part-members")
    expect(member(lost, "Ada").get_by_text(lost.words("web-yourself"))).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.page.reload()
    for one in (ada, bo):
        part(one, "circles-part-members")
    ada.button("circles-device-remove-label", name="Ada").click()
    ada.button("circles-device-remove-yes").click()
    expect(ada.button("circles-device-keep")).to_be_visible()
    bo.page.reload()
    part(bo, "circles-part-members")
    voted = (
        member(bo, "Ada")
        .get_by_role("listitem")
        .filter(has_text=bo.words("circles-device-votes", names="Ada", needed=2))
    )
    voted.get_by_role("button").click()
    bo.button("circles-device-remove-yes").click()
    expect(member(bo, "Ada").get_by_role("listitem")).to_have_count(1)
    lost.page.reload()
    expect(lost.page.get_by_role("alert")).to_have_text(lost.words("circles-gone"))
    expect(lost.page.get_by_text("Bo")).to_have_count(0)

    # found again, it comes back by the link, which is a new one
    bo.page.reload()
    part(bo, "circles-part-play")
    bo.page.get_by_text(bo.words("circles-invite"), exact=True).click()
    lost.page.goto(shared_link(bo))
    lost.button("circles-join").click()
    expect(lost.page.get_by_role("heading", name=lost.words("circles-open"))).to_be_visible()


def test_a_name_is_forgotten_a_circle_is_saved_brought_back_and_cleared(opened: Opening, tmp_path: Path) -> None:
    ada = opened(size=BARRED_LOW, language="es", touch=True)
    circle = family(ada, results=3)
    cleo = opened(size=UPRIGHT, language="en")
    circle.open_as(cleo, "Cleo")
    part(cleo, "circles-part-settings")
    cleo.button("circles-forget-me").click()
    cleo.button("circles-forget-yes").click()
    expect(cleo.button("circles-start")).to_be_visible()
    expect(cleo.page.get_by_role("heading", name=cleo.words("circles-yours"))).to_have_count(0)

    ada.page.reload()
    expect(matches(ada)).to_have_count(3)
    expect(matches(ada).filter(has_text=ada.words("book-former", number=1))).to_have_count(3)
    expect(ada.page.get_by_text("Cleo")).to_have_count(0)
    part(ada, "circles-part-settings")
    assert [] == faults(ada)
    with ada.page.expect_download() as download:
        ada.button("circles-export").click()
    file = tmp_path / "circle.jsonl"
    download.value.save_as(file)
    assert "Cleo" not in file.read_text("utf-8")

    other = opened("/#/circles", size=BARRED, language="en")
    other.page.locator("input[type=file]").set_input_files(file)
    other.page.get_by_role("button", name="Ada").click()
    expect(matches(other)).to_have_count(3)
    part(other, "circles-part-settings")
    other.button("circles-clear-book").click()
    other.button("circles-clear-yes").click()
    part(other, "circles-part-book")
    expect(other.page.get_by_text(other.words("circles-no-results"))).to_be_visible()
    part(other, "circles-part-settings")
    other.button("circles-clear-circle").click()
    other.button("circles-clear-yes").click()
    expect(other.button("circles-start")).to_be_visible()
    ada.page.reload()
    expect(matches(ada)).to_have_count(3)  # the circle that it came from has nothing to do with it


@pytest.mark.parametrize(("size", "language"), [(BARRED, "es"), (BARRED_LOW, "en")])
def test_a_long_name_leaves_room_for_the_numbers_of_the_book(
    opened: Opening, size: ViewportSize, language: str
) -> None:
    me = opened(size=size, language=language, touch=True)
    circle = family(me, results=0)
    circle.join(LONG)
    for number in range(12):
        circle.book(number, {"Ada": [0, 13], LONG: [13, 0] if number > 9 else [20, 0], "Bo": [0, 13]}, "wig_out")
    circle.open_as(me, "Ada")
    me.page.reload()
    for page in ("evenings", "people"):
        part(me, "circles-part-book")
        part(me, f"book-page-{page}")
        expect(me.page.get_by_role("rowheader", name=LONG).first).to_be_visible()
        assert [] == faults(me), page
    names = me.page.locator("th .who > span, li > .name")
    assert names.count() > 4
    widths = "all => all.map(one => [one.textContent, one.getBoundingClientRect().width, one.scrollWidth])"
    assert [] == [one for one in names.evaluate_all(widths) if LONG in one[0] and one[1] < READABLE_PX]


@pytest.mark.parametrize(("size", "language"), [(BARRED, "es"), (BARRED_LOW, "en")])
def test_long_names_leave_room_for_what_can_be_done_in_a_league(
    opened: Opening, size: ViewportSize, language: str
) -> None:
    me = opened(size=size, language=language, touch=True)
    circle = family(me, results=0)
    circle.join(LONG, WIDE)
    circle.ask("Ada", "/change", {"do": "rename", "name": WIDE * 2})
    me.page.reload()
    for one in ("league", "members"):
        part(me, f"circles-part-{one}")
        expect(me.page.get_by_text(WIDE, exact=True)).to_be_visible()
        assert [] == faults(me), one
    part(me, "circles-part-league")
    me.page.get_by_label(me.words("circles-league-size")).select_option("5")
    me.button("circles-league-go").click()
    expect(me.region("circles-standing")).to_be_visible()
    assert [] == faults(me)
    wanted = "one => [one.getBoundingClientRect().height, parseFloat(getComputedStyle(one).lineHeight)]"
    height, line = me.button("circles-pairing-open").evaluate(wanted)
    assert height < 44 + line, "its words stand in one line"
    me.page.evaluate("() => localStorage.clear()")
    me.page.goto(circle.link)
    me.page.reload()
    expect(me.button("circles-join")).to_be_visible()
    assert [] == faults(me)


@pytest.mark.long
def test_a_table_of_the_circle_its_league_and_its_ratings(opened: Opening) -> None:
    me = opened(size=ROOM["tv"], language="en")
    circle = family(me, results=2)
    headers = {"authorization": f"Bearer {circle.joined['Ada']['device']}"}
    table = {"game": "wig_out", "name": "Ada", "bots": ["beginner"], "circle": {"id": circle.id}}
    seat = post(me.page.request, "/api/tables", {**table, "options": QUICK, "settings": FAST}, headers)
    me.keep(seat.json())
    me.button("web-begin").click()
    play(me, one_round_of_wig_out, me.region("web-match-over").is_visible)
    me.go(f"/circle/{circle.id}")
    expect(matches(me)).to_have_count(3)
    matches(me).first.get_by_role("link").click()
    expect(me.page.get_by_role("slider")).to_be_visible()
    me.page.go_back()
    expect(me.region("book-page-matches")).to_be_visible()  # the way back leads to the part that was left
    part(me, "book-page-people")
    expect(me.region("book-page-people").get_by_role("row").filter(has_text=me.words("web-yourself"))).to_have_count(1)
    part(me, "book-page-rating")
    me.button("book-rating-on").click()
    rows = me.region("book-page-rating").get_by_role("row")
    expect(rows.filter(has_text=re.compile(r"Beginner"))).to_have_count(1)  # bots stand on the same scale

    part(me, "circles-part-league")
    places = me.page.get_by_label(me.words("circles-league-size"))
    places.select_option("3")
    me.page.get_by_role("checkbox", name="Cleo").uncheck()
    expect(places).to_have_value("2")  # a table is no larger than the league
    me.button("circles-league-go").click()
    expect(me.page.get_by_role("heading", name=me.words("circles-standing"))).to_be_visible()
    assert [] == faults(me)
    me.button("circles-pairing-open").click()
    expect(me.button("web-begin")).to_be_visible()
    bo = opened(size=BARRED, language="es")
    circle.open_as(bo, "Bo")  # who sees that somebody waits there
    expect(bo.region("circles-tables").get_by_role("link", name=bo.words("circles-table-join"))).to_be_visible()
