"""The browser client in a real browser, at a real server: whole matches, a cut connection, every page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from rumpus.record import read, verify
from tests.browser.conftest import Opening
from tests.browser.players import five_crowns_by_pointer, play, wackee_six_by_keys, wig_out_by_pointer
from tests.browser.visitor import DESKTOP, FAST, LANDSCAPE, PHONE, Visitor, recorded, until

BRISK = {"bot_pace": 0.25}
GAMES = ("wig_out", "wackee_six", "five_crowns")


def is_over(me: Visitor) -> Callable[[], bool]:
    return me.region("web-match-over").is_visible


WATCH_FOR_THE_LOBBY = """words => {
    const look = () => [...document.querySelectorAll("button")].some(one => one.textContent.trim() === words)
    new MutationObserver(() => (window.lobbySeen ||= look())).observe(document.body, { childList: true, subtree: true })
}"""


def see_the_ending(me: Visitor, tmp_path: Path, parties: int) -> None:
    """The podium, the sheet, the record as a file that replays; alone with bots the next match is one tap away."""
    end = me.region("web-match-over")
    expect(end.get_by_role("table")).to_be_visible()
    assert parties <= end.get_by_role("columnheader").count() + end.get_by_role("rowheader").count()
    with me.page.expect_download() as download:
        me.link("web-record").click()
    kept = tmp_path / "match.jsonl"
    download.value.save_as(kept)
    with kept.open() as lines:
        assert verify(read(lines)).outcome() is not None
    expect(end.locator(".step").first).to_contain_text(me.words("web-rank", rank=1))
    me.page.evaluate(WATCH_FOR_THE_LOBBY, me.words("web-begin"))
    me.button("web-rematch").click()
    expect(end).not_to_be_visible()
    expect(me.button("web-hint")).to_be_visible()
    assert not me.page.evaluate("window.lobbySeen")


def share_a_moment(me: Visitor, opened: Opening) -> None:
    """A link leads others to a moment of the match."""
    me.link("web-watch-again").click()
    for _ in range(4):
        me.button("web-replay-next").click()
    steps = int(str(me.page.get_by_role("slider").get_attribute("max"))) + 1
    shown_step(me, 5, steps)
    me.button("web-replay-link").click()
    friend = opened("/" + me.page.url.split("/", 3)[3])
    shown_step(friend, 5, steps)


def test_wig_out_by_touch_on_a_phone_in_spanish_to_its_end(opened: Opening, tmp_path: Path) -> None:
    me = opened(size=PHONE, language="es", touch=True, is_mobile=True)
    me.open_table("wig_out", 2, level="expert", options={"rounds": 2, **BRISK}, settings=FAST)
    me.button("web-begin").tap()
    assert play(me, wig_out_by_pointer, is_over(me)) > 3
    share_a_moment(me, opened)
    me.page.go_back()
    see_the_ending(me, tmp_path, 3)


def test_wackee_six_by_keys_alone_on_a_desktop_in_english_to_its_end(opened: Opening, tmp_path: Path) -> None:
    me = opened(size=DESKTOP)
    me.open_table("wackee_six", 2, options={"target": 1, "down": [0, 0, 0], **BRISK}, settings=FAST)
    me.tab_to(me.button("web-begin"))
    me.page.keyboard.press("Enter")
    assert play(me, wackee_six_by_keys, is_over(me)) > 3
    see_the_ending(me, tmp_path, 3)


def test_five_crowns_by_pointer_on_a_phone_held_sideways_to_its_end(opened: Opening, tmp_path: Path) -> None:
    me = opened(size=LANDSCAPE)
    me.open_table("five_crowns", 2, options={"rounds": 1, "turn_limit": 3, **BRISK}, settings=FAST)
    me.button("web-begin").click()
    assert play(me, five_crowns_by_pointer, is_over(me)) >= 1
    see_the_ending(me, tmp_path, 3)


def own_cards(me: Visitor) -> list[str]:
    stacks = me.region("wig-hand").locator("button[aria-label]")
    names: list[str] = stacks.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    return sorted(name.split(",")[0] for name in names)


def totals(me: Visitor) -> list[str]:
    return me.region("web-match-over").locator("tbody td.total").all_inner_texts()


def test_two_browsers_play_each_other_across_a_cut_connection_and_a_reload_and_each_keeps_the_result(
    opened: Opening,
) -> None:
    ada = opened(size=DESKTOP)
    code = ada.open_table("wig_out", 0, options={"rounds": 1}, settings={**FAST, "grace_s": 600})
    bo = opened(size=PHONE, language="es", touch=True)
    bo.page.get_by_label(bo.words("web-name")).fill("Bo")
    bo.page.get_by_label(bo.words("web-join-code"), exact=True).fill(f"{code[:4].lower()} {code[4:]}")
    bo.page.keyboard.press("Enter")
    bo.button("web-join").tap()
    bo.button("web-ready").tap()
    people = ada.page.get_by_role("region", name=ada.words("web-lobby-title", game=ada.words("web-wig_out")))
    expect(people.get_by_text("Bo", exact=True)).to_be_visible()
    ada.button("web-begin").click()
    until(lambda: ada.region("wig-middle").is_visible() and bo.region("wig-middle").is_visible())
    until(lambda: ada.button("wig-shout").is_visible() and bo.button("wig-shout").is_visible(), lambda: start(ada, bo))
    assert wig_out_by_pointer(bo)
    bo.settle()

    before = own_cards(bo)
    bo.page.context.set_offline(True)
    expect(bo.page.get_by_text(bo.words("web-lost"))).to_be_visible()
    bo.page.context.set_offline(False)
    expect(bo.page.get_by_text(bo.words("web-lost"))).not_to_be_visible()
    assert before == own_cards(bo)
    bo.page.reload()
    until(lambda: before == own_cards(bo))

    def both() -> None:
        wig_out_by_pointer(bo)
        wig_out_by_pointer(ada)

    until(lambda: is_over(ada)() and is_over(bo)(), both)
    assert totals(ada) == totals(bo)
    bo.button("web-rematch").tap()
    expect(bo.button("web-ready")).to_be_visible()
    expect(ada.page.get_by_text(ada.words("ending-in-lobby"))).to_be_visible()  # and the result stays
    assert totals(ada)
    ada.button("web-rematch").click()
    expect(ada.button("web-begin")).to_be_visible()


def start(*people: Visitor) -> None:
    """Everybody has looked at the cards and is ready; then the dealer says GO."""
    for one in people:
        if not one.tap(one.enabled("web-ready")):
            one.tap(one.enabled("wig-go"))


@pytest.mark.parametrize("game", GAMES)
def test_one_click_leads_from_the_home_page_into_a_match_and_the_language_changes_there(
    opened: Opening, game: str
) -> None:
    me = opened()
    me.button("web-play-bots-label", game=me.words(f"web-{game}")).click()
    expect(me.button("web-menu")).to_be_visible()
    expect(me.page.get_by_role("heading", name=me.words(f"web-{game}"))).to_be_visible()
    me.open_settings().get_by_role("button", name="Español").click()
    me.language = "es"
    expect(me.dialog("web-settings")).to_be_visible()
    me.page.keyboard.press("Escape")
    expect(me.button("web-menu")).to_be_visible()
    assert "es" == me.page.locator("html").get_attribute("lang")
    me.page.reload()
    expect(me.button("web-menu")).to_be_visible()


def test_a_wrong_code_is_refused_with_a_sentence(opened: Opening) -> None:
    me = opened(language="es")
    code = me.page.get_by_label(me.words("web-join-code"), exact=True)
    code.fill("12")
    me.button("web-join").first.click()
    expect(me.page.get_by_role("alert")).to_have_text(me.words("web-join-code-wrong"))
    code.fill("BCDFGHJK")
    me.button("web-join").first.click()
    me.button("web-join").click()
    expect(me.page.get_by_role("alert")).to_have_text(me.words("table-no-such"))


NONSENSE = "\u202e<b>&{ $x } '\"\\ 😀" * 40


def test_malformed_input_breaks_nothing(opened: Opening) -> None:
    me = opened()
    for box in me.page.get_by_role("textbox").all():
        box.evaluate("node => { for (let up = node; up; up = up.parentElement) if ('open' in up) up.open = true }")
        box.fill(NONSENSE)
        box.press("Enter")
    for address in (
        "/%E0%A4%A",
        "/rules/none",
        "/learn/none",
        "/replay/none",
        "/replay/none/x",
        "%",
        "/x/y/z",
        "BCDFGHJ",
    ):
        me.go(address)
        expect(me.page.get_by_role("heading", level=1)).to_be_visible()
    for kept in ("{", "[1]", "{}", '[{"code": 1}]', '{"language": "xx", "night": 7, "name": 3}', "null"):
        me.page.evaluate(
            "kept => ['seats', 'settings'].forEach(one => localStorage.setItem('rumpus-' + one, kept))", kept
        )
        me.page.goto("about:blank")
        me.page.goto("/")
        expect(me.page.get_by_role("heading", level=1)).to_be_visible()
    me.page.evaluate("localStorage.clear()")
    me.page.goto("about:blank")
    me.page.goto("/")
    me.open_table("wig_out", 1, options=BRISK, settings=FAST)
    me.button("web-begin").click()
    for key in ("q", "0", "-", "Shift+3", "Escape", "d", "D", "F9", "ArrowUp", "Enter", "g", "p", "Tab", " "):
        me.page.keyboard.press(key)
    expect(me.button("web-menu")).to_be_visible()


def shown_step(me: Visitor, step: int, steps: int) -> None:
    expect(
        me.page.get_by_role("status").filter(has_text=me.words("web-replay-step", step=step, steps=steps))
    ).to_be_visible()


@pytest.mark.parametrize("dropped", [True, False], ids=["dropped", "chosen"])
def test_a_record_is_shown_again_step_by_step(opened: Opening, tmp_path: Path, dropped: bool) -> None:
    me = opened("/#/replay", size=PHONE if dropped else DESKTOP)
    record = recorded("wackee_six" if dropped else "five_crowns", tmp_path)
    box = me.page.get_by_label(me.words("web-replay-choose"))
    if dropped:
        drop(me.page, box, record)
    else:
        box.set_input_files(record)
    steps = int(str(me.page.get_by_role("slider").get_attribute("max"))) + 1
    shown_step(me, 1, steps)
    me.button("web-replay-next").click()
    shown_step(me, 2, steps)
    me.page.locator("body").press("ArrowRight")
    shown_step(me, 3, steps)
    me.button("web-replay-prev").click()
    shown_step(me, 2, steps)
    me.page.get_by_role("slider").fill(str(steps // 2))
    shown_step(me, steps // 2 + 1, steps)
    me.button("web-replay-last").click()
    shown_step(me, steps, steps)
    me.button("web-replay-first").click()
    me.page.get_by_label(me.words("web-replay-speed")).select_option("16")
    me.page.get_by_label(me.words("web-replay-seat")).select_option("0")
    me.button("web-replay-play").click()
    until(lambda: int(me.page.get_by_role("slider").input_value()) > 3)


def drop(page: Page, box: Locator, record: Path) -> None:
    files = page.evaluate_handle(
        "text => { const all = new DataTransfer(); all.items.add(new File([text], 'match.jsonl')); return all }",
        record.read_text(),
    )
    box.dispatch_event("drop", {"dataTransfer": files})


def test_a_file_that_is_not_a_record_is_refused_with_a_sentence(opened: Opening, tmp_path: Path) -> None:
    me = opened("/#/replay")
    for text in ("", "nonsense", json.dumps({"rumpus": 1}), "{}\n" * 9):
        wrong = tmp_path / "wrong.jsonl"
        wrong.write_text(text)
        me.page.get_by_label(me.words("web-replay-choose")).set_input_files(wrong)
        expect(me.page.get_by_role("alert")).to_contain_text(me.words("web-replay-bad", why="").strip())
