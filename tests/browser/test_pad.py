"""For the real decks: the score pad in all three games, with and without a network, the history, the helper."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.circles import WIDE, Circle
from tests.browser.conftest import Opening
from tests.browser.gallery import ROOM
from tests.browser.measure import faults
from tests.browser.pads import Row, begin_pad, choose_game, spoken, write
from tests.browser.test_offline import settled
from tests.browser.visitor import BARRED, BARRED_LOW, UPRIGHT, Visitor

NAMES = ("Ada", "Bea", "Cleo")  # none that a device gives to somebody who has not said one
# A round that cannot be, with its reason, the party that called, and one that can be
Wrong = tuple[Row, str, dict[str, str | int], int | None, Row]
GAMES: dict[str, Wrong] = {
    "five_crowns": (
        ("0", "1", "25"),
        "pad-five_crowns-sum",
        {"name": "Bea", "points": 1, "cards": 3},
        None,
        ("0", "20", "13"),
    ),
    "wig_out": (("1", "2", "3"), "pad-nobody-out-wig_out", {}, None, ("0", "2", "3")),
    "wackee_six": (
        ("20", "2", "15", "0", "9", "7"),
        "pad-wackee_six-called",
        {"name": "Ada", "left": 2},
        0,
        ("20", "0", "15", "4", "9", "7"),
    ),
}


def refused(me: Visitor, key: str, **facts: str | int) -> None:
    """The reason is said beside the form."""
    expect(me.page.get_by_role("alert")).to_have_text(me.words(key, **facts))


@pytest.mark.parametrize(
    ("game", "size", "language"),
    [("five_crowns", BARRED, "es"), ("wig_out", UPRIGHT, "en"), ("wackee_six", BARRED_LOW, "es")],
)
def test_a_match_with_real_cards(opened: Opening, game: str, size: ViewportSize, language: str) -> None:
    me = opened(size=size, language=language, touch=True)
    first, key, facts, called, good = GAMES[game]
    begin_pad(me, game, *NAMES, rounds=2 if game != "wackee_six" else 50)
    write(me, first, called=called, refused=True)
    refused(me, key, **facts)
    assert [] == faults(me)
    write(me, good, called=called)
    write(me, good, called=called)
    expect(me.page.get_by_role("heading", name=me.words("web-won", name="Ada", me="no"))).to_be_visible()
    expect(me.page.get_by_role("img").filter(has_text="Ada").or_(me.page.locator("figure"))).not_to_have_count(0)

    # a correction: now somebody else has won, and history knows
    me.button("pad-correct-round", round=2).click()
    other = {
        "five_crowns": ("33", "0", "13"),
        "wig_out": ("4", "0", "3"),
        "wackee_six": ("9", "7", "40", "0", "15", "4"),
    }
    write(me, other[game], called=None if called is None else 1)
    expect(me.page.get_by_role("heading", name=me.words("web-won", name="Bea", me="no"))).to_be_visible()
    assert [] == faults(me)
    me.link("pad-history").click()
    expect(me.page.get_by_text(me.words("web-past-result", who="other", names="Bea"))).to_be_visible()
    expect(me.page.get_by_text(me.words("book-kind-cards"))).to_be_visible()


@pytest.mark.parametrize(("size", "language"), [(BARRED_LOW, "es"), (ROOM["tv"], "en")])
def test_a_number_of_rounds_that_cannot_be_is_refused_and_an_empty_one_is_the_usual(
    opened: Opening, size: ViewportSize, language: str
) -> None:
    me = opened("/#/pad", size=size, language=language)
    choose_game(me, "five_crowns")
    for number, name in enumerate(NAMES, 1):
        me.page.get_by_role("textbox", name=me.words("pad-player", number=number), exact=True).fill(name)
    rounds = me.page.get_by_role("spinbutton").first
    usual = rounds.input_value()
    rounds.fill("99")
    me.button("pad-begin").click()
    expect(rounds).to_be_focused()
    expect(me.page.get_by_role("alert").filter(has_text=re.compile(r"\w")).first).to_be_visible()
    assert [] == faults(me)
    rounds.fill("")
    me.page.keyboard.press("Tab")
    expect(rounds).to_have_value(usual)
    me.button("pad-begin").click()
    expect(me.button("pad-write")).to_be_visible()


def test_a_long_name_stays_on_the_paper_of_what_is_refused(opened: Opening) -> None:
    me = opened(size=BARRED, language="es", touch=True)
    begin_pad(me, "five_crowns", "Ada", WIDE)
    write(me, ("0", "1"), refused=True)
    reason = me.page.get_by_role("alert")
    expect(reason).to_contain_text(WIDE)
    assert reason.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_tie_is_played_off_by_those_who_tied(opened: Opening) -> None:
    me = opened(size=ROOM["tv"], language="en")
    begin_pad(me, "five_crowns", *NAMES, rounds=2)
    write(me, ("0", "20", "13"), ("20", "0", "33"))
    me.button("pad-play-off").click()
    expect(me.page.locator("form").get_by_text("Cleo")).to_have_count(0)
    write(me, ("301", "0"), refused=True)
    refused(me, "pad-five_crowns-most", name="Ada", points=301, most=300, cards=6)
    write(me, ("12", "0"))
    expect(me.page.get_by_role("heading", name=me.words("web-won", name="Bea", me="no"))).to_be_visible()
    expect(me.page.get_by_role("row").filter(has_text=me.words("web-total"))).to_contain_text("202046")
    me.button("pad-take-back").click()
    expect(me.button("pad-play-off")).to_be_visible()


def test_without_a_network_a_pad_goes_on_and_joins_the_book_when_it_is_back(opened: Opening) -> None:
    me = settled(opened(size=BARRED, language="es", touch=True, worker=True))
    circle = Circle(me.page.request, "Us", "Ada")
    circle.join("Bo")
    circle.open_as(me, "Ada")
    expect(me.link("circles-pad")).to_be_visible()
    me.page.context.set_offline(True)
    me.page.reload()
    begin_pad(me, "wig_out", "Ada", "Bo", rounds=1, circle=circle.id)
    write(me, ("3", "0"))
    me.link("web-home").click()
    me.go(f"/circle/{circle.id}")
    me.page.get_by_role("button", name=me.words("circles-part-book"), exact=True).click()
    expect(me.page.get_by_text(me.words("circles-unsent", count=1))).to_be_visible()
    me.page.context.set_offline(False)
    me.page.reload()
    me.page.get_by_role("button", name=me.words("circles-part-book"), exact=True).click()
    expect(me.page.get_by_text(me.words("book-kind-cards"))).to_be_visible()
    expect(me.page.get_by_text(me.words("circles-unsent", count=1))).to_have_count(0)
    members = [circle.joined["Ada"]["member"], circle.joined["Bo"]["member"]]
    headers = {"authorization": f"Bearer {circle.joined['Bo']['device']}"}
    (line,) = me.page.request.get(f"/api/circles/{circle.id}/book", headers=headers).json()["lines"]
    assert ("cards", members) == (line["result"]["kind"], [one["member"] for one in line["result"]["players"]])


def test_the_history_of_a_device_is_saved_brought_back_and_cleared(opened: Opening, tmp_path: Path) -> None:
    me = opened(size=BARRED_LOW, language="en", touch=True)
    begin_pad(me, "wig_out", *NAMES, rounds=1)
    write(me, ("0", "2", "5"))
    me.go("/history")
    with me.page.expect_download() as download:
        me.button("book-export").click()
    file = tmp_path / "history.json"
    download.value.save_as(file)
    assert 1 == len(json.loads(file.read_text("utf-8"))["results"])
    me.button("book-clear").click()
    me.button("book-clear-yes").click()
    expect(me.page.get_by_text(me.words("book-empty"))).to_be_visible()
    me.page.locator("input[type=file]").set_input_files(file)
    expect(me.page.get_by_text(me.words("book-kind-cards"))).to_be_visible()
    assert [] == faults(me)


def test_what_can_be_done_with_a_match_stands_in_one_row(opened: Opening) -> None:
    me = opened("/#/history", size=BARRED_LOW, language="es", touch=True)
    players = [{"name": name, "avatar": "fox", "member": None, "bot": None} for name in NAMES]
    result = {
        "id": "one",
        "at": 1_750_000_000,
        "game": "five_crowns",
        "options": {},
        "kind": "offline",
        "note": "",
        "players": players,
        "parties": [[0], [1], [2]],
        "rounds": [[19, 20, 25]],
        "round_ms": [],
        "mine": 0,
        "totals": [19, 20, 25],
        "ranks": [1, 2, 3],
        "record": "0" * 24,
    }
    history = json.dumps({"format": "rumpus-history", "v": 1, "results": [result]}).encode()
    file = {"name": "history.json", "mimeType": "application/json", "buffer": history}
    me.page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]  # a dict will do
    row = me.page.get_by_role("listitem")
    middles = [
        one.evaluate("one => { const { y, height } = one.getBoundingClientRect(); return y + height / 2 }")
        for one in (row.get_by_role("link"), row.get_by_role("button"))
    ]
    assert middles[0] == pytest.approx(middles[1], abs=2)
    assert [] == faults(me)


@pytest.mark.parametrize(("size", "language"), [(BARRED_LOW, "es"), (ROOM["tv"], "en")])
def test_the_helper_finds_the_melds_of_a_real_hand(opened: Opening, size: ViewportSize, language: str) -> None:
    me = opened("/#/cards/five_crowns", size=size, language=language)
    keys = me.region("cards-all")
    for card in ("4h", "5h", "6h", "Ks"):
        keys.get_by_role("button", name=me.words("cards-add", card=spoken(me, card), held=0), exact=True).click()
    expect(me.page.get_by_role("status").get_by_text(me.words("cards-out"))).to_be_visible()
    discard = me.words("cards-discard", card=spoken(me, "Ks"))
    expect(me.page.get_by_role("status").get_by_text(discard)).to_be_visible()
    assert [] == faults(me)
