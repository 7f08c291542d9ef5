"""Deals that anybody can check and races that are fair, in a real browser: what players see of them."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, WebSocketRoute, expect

from tests.browser.conftest import Opening
from tests.browser.measure import faults
from tests.browser.players import one_round_of_five_crowns, play
from tests.browser.scenes import SCENES
from tests.browser.scenes.scene import STILL, after_the_burst
from tests.browser.test_axe import AXE, violations
from tests.browser.visitor import BARRED, BARRED_LOW, DESKTOP, Visitor, until
from tests.support.contests import CONTESTED, deal
from tests.support.serving import Serving

PHONE_AND_DESKTOP = pytest.mark.parametrize(
    ("size", "language"), [(BARRED_LOW, "es"), (DESKTOP, "en")], ids=["low-es", "desktop-en"]
)
SHORT = {"rounds": 1, "turn_limit": 1, "bot_pace": 0.25}
Change = Callable[[dict[str, Any]], None]


def arrives(opened: Opening, size: ViewportSize, language: str, **more: Any) -> Visitor:
    return opened(size=size, language=language, touch=size != DESKTOP, is_mobile=size != DESKTOP, **more)


def told_deals(me: Visitor, change: Change = lambda found: None) -> list[dict[str, Any]]:
    """All that the table will tell this page of how rounds were dealt; the page gets it changed."""
    told: list[dict[str, Any]] = []

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def tell(text: str | bytes) -> None:
            message = json.loads(text)
            found = message.get("found")
            if isinstance(found, dict) and "seeds" in found:
                told.append(json.loads(text)["found"])
                change(found)
                text = json.dumps(message)
            socket.send(text)

        server.on_message(tell)

    me.page.route_web_socket("**/ws*", between)
    me.page.reload()  # from here on
    return told


def one_round(me: Visitor, rounds: int = 1) -> None:
    """A round of Five Crowns with a bot, a turn for each."""
    me.open_table("five_crowns", 1, options={**SHORT, "rounds": rounds}, settings=STILL)
    me.button("web-begin").click()
    finish(me)


def finish(me: Visitor, over: Callable[[], bool] | None = None) -> None:
    """Play until the round is over; who ties shares the win."""

    def step(one: Visitor) -> bool:
        return one.tap(one.button("web-tie-share")) or one_round_of_five_crowns(one)

    end = me.button("web-next-round").or_(me.button("web-rematch"))
    play(me, step, over or (lambda: end.is_visible() and me.button("web-check-deal").is_visible()))


def last_told(me: Visitor, told: list[dict[str, Any]]) -> dict[str, Any]:
    """What the table has told of the last round; the list is empty after that."""
    until(lambda: bool(told), lambda: me.page.wait_for_timeout(50))
    last = told[-1]
    told.clear()
    return last


def check(me: Visitor) -> None:
    """Press the button when all that it needs has come, with the network cut."""
    me.page.wait_for_function("() => performance.getEntriesByType('resource').some(one => /fair-/.test(one.name))")
    me.page.wait_for_load_state("networkidle")
    me.page.context.set_offline(True)
    me.button("web-check-deal").click()


@PHONE_AND_DESKTOP
def test_a_round_is_checked_on_the_page_with_the_network_cut(
    opened: Opening, size: ViewportSize, language: str
) -> None:
    me = arrives(opened, size, language)
    told = told_deals(me)
    one_round(me, rounds=2)
    until(lambda: bool(told), lambda: me.page.wait_for_timeout(50))
    check(me)
    expect(me.page.get_by_text(me.words("web-check-good", count=1))).to_be_visible()
    expect(me.page.get_by_text(me.words("web-check-how"))).to_be_visible()
    me.page.get_by_text(me.words("web-check-numbers")).click()
    expect(me.page.get_by_text(told[0]["seeds"][0])).to_be_visible()
    assert [] == faults(me)
    me.page.context.set_offline(False)
    me.page.evaluate(AXE)
    assert [] == violations(me, night=False)


def _another_seed(found: dict[str, Any]) -> None:
    found["seeds"][0] = found["seeds"][0][::-1]


def _other_cards(found: dict[str, Any]) -> None:
    hands = found["lines"][0]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def _as_if(found: dict[str, Any]) -> None:
    """The round of another match, whole and right in itself, with the fingerprint that binds it."""
    found.update(OTHER)


OTHER: dict[str, Any] = {}


@pytest.mark.parametrize(
    ("change", "why", "size", "language"),
    [
        (_another_seed, "chain", BARRED, "en"),
        (_other_cards, "cards", DESKTOP, "es"),
        (_as_if, "chain", BARRED_LOW, "es"),
    ],
)
def test_a_table_that_lies_about_a_deal_is_found_out(
    opened: Opening, change: Change, why: str, size: ViewportSize, language: str
) -> None:
    if change is _as_if:
        honest = arrives(opened, DESKTOP, "en")
        told = told_deals(honest)
        one_round(honest)
        until(lambda: bool(told), lambda: honest.page.wait_for_timeout(50))
        OTHER.update(told[0])
    me = arrives(opened, size, language)
    told_deals(me, change)
    one_round(me)
    me.button("web-check-deal").click()
    expect(me.page.get_by_text(me.words("web-check-bad", why=why, seed=1))).to_be_visible()
    expect(me.page.get_by_text(me.words("web-check-how"))).to_have_count(0)
    assert [] == faults(me)


@PHONE_AND_DESKTOP
def test_a_deal_is_checked_in_a_replay_and_a_spoiled_record_is_told(
    opened: Opening, size: ViewportSize, language: str
) -> None:
    me = arrives(opened, size, language)
    one_round(me)
    record = me.page.get_by_role("link", name=me.words("web-record")).get_attribute("href")
    me.link("web-watch-again").click()
    me.page.get_by_role("slider").wait_for()
    me.button("web-sheet").click()
    check(me)
    expect(me.page.get_by_text(me.words("web-check-good", count=1))).to_be_visible()
    assert [] == faults(me)
    me.page.context.set_offline(False)

    lines = me.page.request.get(str(record)).text().splitlines()
    reveal = next(number for number, line in enumerate(lines) if json.loads(line).get("do") == "reveal")
    spoiled = json.loads(lines[reveal])
    _another_seed(spoiled)
    lines[reveal] = json.dumps(spoiled)
    me.go("/replay")
    file: Any = {"name": "spoiled.jsonl", "mimeType": "text/plain", "buffer": "\n".join(lines).encode()}
    me.page.get_by_label(me.words("web-replay-choose")).set_input_files(file)
    me.page.get_by_role("slider").wait_for()
    me.button("web-sheet").click()
    me.button("web-check-deal").click()
    expect(me.page.get_by_text(me.words("web-check-bad", why="chain", seed=1))).to_be_visible()
    assert [] == faults(me)


@PHONE_AND_DESKTOP
def test_the_same_deal_again_with_the_seats_turned_round(opened: Opening, size: ViewportSize, language: str) -> None:
    me = arrives(opened, size, language)
    told = told_deals(me)
    one_round(me)
    first = last_told(me, told)
    assert [] == faults(me)
    me.button("web-same-deal").click()
    finish(me, lambda: bool(told) and me.button("web-rematch").is_visible())
    second = last_told(me, told)
    assert first["seeds"] == second["seeds"]
    assert first["lines"] == second["lines"]  # the same cards on the same seats, and the people have moved on
    expect(me.page.locator(".step .party")).to_have_count(2)
    me.button("web-check-deal").click()
    expect(me.page.get_by_text(me.words("web-check-good", count=1))).to_be_visible()
    me.button("web-rematch").click()
    finish(me, lambda: bool(told))
    assert first["seeds"] != last_told(me, told)["seeds"], "only once"


def test_people_choose_the_same_deal_in_the_lobby(opened: Opening) -> None:
    ada = arrives(opened, DESKTOP, "en")
    told = told_deals(ada)
    code = ada.open_table("five_crowns", 0, options=SHORT, settings=STILL)
    bo = opened(f"/#{code}", size=BARRED, language="es", touch=True, is_mobile=True)
    bo.sit_down("Bo")
    ada.button("web-begin").click()

    def both() -> None:
        for one in (ada, bo):
            _ = one.tap(one.button("web-tie-share")) or one_round_of_five_crowns(one)

    until(lambda: ada.button("web-rematch").is_visible() and bo.button("web-rematch").is_visible(), both)
    first = last_told(ada, told)
    for one in (ada, bo):
        one.button("web-rematch").click()
    choice = ada.page.get_by_role("checkbox", name=ada.words("web-same-deal"))
    expect(choice).not_to_be_checked()
    expect(bo.page.get_by_role("checkbox", name=bo.words("web-same-deal"))).to_have_count(0)
    choice.check()
    expect(bo.page.get_by_role("checkbox", name=bo.words("web-same-deal"))).to_be_checked()
    expect(bo.page.get_by_role("checkbox", name=bo.words("web-same-deal"))).to_be_disabled()
    for one in (ada, bo):
        assert [] == faults(one)
    bo.button("web-ready").click()
    ada.button("web-begin").click()
    until(lambda: bool(told), both)
    assert first["lines"] == last_told(ada, told)["lines"]


@pytest.fixture(scope="module")
def arranged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server at which others may join a table with arranged cards."""
    with Serving(tmp_path_factory.mktemp("arranged"), "--scripted-for-all") as server:
        yield server.url


PRESS = """([place, at]) => {
  window.pressed = false;
  const press = () => document.querySelector(`[data-from="${place}"]`).click();
  setTimeout(() => { press(); window.pressed = true }, at - Date.now());
}"""
NEWS = """() => {
  window.news = new Set();
  new MutationObserver(() => document.querySelectorAll('.news').forEach(one => window.news.add(one.textContent)))
    .observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
SOON_MS = 300  # by then both pages know when to press


def both_press(people: tuple[Visitor, Visitor], place: int) -> None:
    """At the same moment on both screens."""
    began = time.time()
    for one in people:
        one.page.evaluate("0")
    asking_ms = (time.time() - began) * 1000  # long on a busy machine
    at = time.time() * 1000 + max(SOON_MS, 4 * asking_ms)
    for one in people:
        one.page.evaluate(PRESS, [place, at])
    for one in people:
        one.page.wait_for_function("() => window.pressed")


def lost(one: Visitor, other: str) -> list[str]:
    """What this page has said about races lost to the other."""
    ways = (one.words("web-beaten", name=other, ms=7, how=how) for how in ("tie", "close", "view", "arrival"))
    pattern = re.compile("|".join(re.escape(words).replace("7", r"\d+") for words in ways))
    return [words for words in one.page.evaluate("[...window.news]") if pattern.fullmatch(words)]


def test_who_was_not_first_reads_why(opened: Opening, arranged: str) -> None:
    ada = arrives(opened, DESKTOP, "en", at=arranged)
    settings = {"countdown_s": 0, "wait_s": 300, "idle_s": None}
    code = ada.open_table("wackee_six", 0, options={"down": [6, 6]}, settings=settings, deals=[deal(2)])
    bo = opened(f"/#{code}", size=BARRED_LOW, language="es", touch=True, is_mobile=True, at=arranged)
    bo.sit_down("Bo")
    ada.button("web-begin").click()
    bo.button("web-ready").click()
    ada.button("wackee-start").click()
    after_the_burst(ada)
    for one in (ada, bo):
        one.page.evaluate(NEWS)
    ada.page.locator("button.deck").click()
    ada.card("r1").click()
    found: list[str] = []
    for place in range(len(CONTESTED) - 1):  # on a busy machine one may see the other's card before pressing
        for one in (ada, bo):
            one.page.locator(f'[data-from="{place}"][aria-disabled="false"]').wait_for()
        both_press((ada, bo), place)
        for one in (ada, bo):
            one.page.locator(f'[data-from="{place + 1}"][aria-disabled="false"]').wait_for()
        found = lost(ada, "Bo") + lost(bo, "Ada")
        if found:
            break
    assert 1 == len(found), found
    for one in (ada, bo):
        assert [] == faults(one)


def raced(me: Visitor) -> Counter[str]:
    """From now on this page hears that somebody else wanted the place of every card, and was 37 ms later."""
    counted: Counter[str] = Counter()

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def tell(text: str | bytes) -> None:
            message = json.loads(text)
            for line in message.get("lines", []):
                if line["do"] == "play":
                    line |= {"seen": 1.0, "over": [{"by": 1 - line["by"], "seen": 1.037}]}
                    counted["lost" if line["by"] else "won"] += 1
            socket.send(json.dumps(message))

        server.on_message(tell)

    me.page.route_web_socket("**/ws*", between)
    me.page.reload()
    return counted


@PHONE_AND_DESKTOP
def test_the_round_over_page_counts_races_won_and_lost(opened: Opening, size: ViewportSize, language: str) -> None:
    me = arrives(opened, size, language)
    counted = raced(me)
    SCENES["wackee-score"](me)
    assert counted["won"] > 0
    summary = me.page.get_by_text(me.words("web-contests", won=counted["won"], lost=counted["lost"]))
    expect(summary).to_be_visible()
    summary.click()
    expect(me.page.get_by_text(me.words("web-contests-how"))).to_be_visible()
    expect(me.page.locator(".contests li").filter(has_text="37 ms")).to_have_count(counted["lost"])
    assert [] == faults(me)
