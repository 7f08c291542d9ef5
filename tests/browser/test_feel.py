"""What is heard, felt, sent to friends, said with a face and printed, in a real browser."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opening
from tests.browser.measure import faults
from tests.browser.visitor import BARRED, DESKTOP, until

# Counts tones and buzzes, keeps what lets the sound out and what is shared.
NOTE = """() => {
  const felt = window.felt = {tones: 0, out: null, buzzes: 0, shared: []};
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { felt.tones += 1; return start.apply(this, when) };
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...more) {
    if (to instanceof AudioDestinationNode) felt.out = this;
    return connect.call(this, to, ...more);
  };
  navigator.vibrate = () => { felt.buzzes += 1; return true };
  navigator.share = what => { felt.shared.push(what); return Promise.resolve() };
}"""


def test_sounds_buzzes_reactions_and_sharing(opened: Opening) -> None:
    ada = opened(size=BARRED, language="es", touch=True, is_mobile=True)
    ada.page.add_init_script(f"({NOTE})()")
    ada.page.reload()
    code = ada.open_table("wig_out", 0, options={"bot_pace": 8}, settings={"countdown_s": 0, "wait_s": 300})

    # a link goes to friends as phones send things
    ada.button("web-share-send").tap()
    (shared,) = ada.page.evaluate("felt.shared")
    assert shared["url"].endswith(f"#{code}")
    assert code in shared["text"]

    bo = opened(f"/#{code}", size=DESKTOP, language="en")
    bo.sit_down("Bo")
    expect(ada.page.get_by_text("Bo", exact=True).first).to_be_visible()

    # the volume is that of the settings, and a mute is a mute
    settings = ada.open_settings()
    settings.get_by_label(ada.words("web-volume")).fill("20")
    ada.page.keyboard.press("Escape")
    ada.button("web-begin").tap()
    bo.region("wig-hand").wait_for()  # the lobby has a button of that name, too
    bo.button("web-ready").click()
    ada.enabled("wig-go").tap()
    until(lambda: ada.page.evaluate("felt.tones") > 0)
    quiet = ada.page.evaluate("felt.out.gain.value")
    assert 0 < quiet < 0.2
    ada.page.get_by_role("button", name=ada.words("web-sound-off")).tap()
    before = ada.page.evaluate("felt.tones")

    # a face is seen by everybody, beside who made it, in words for those who do not see it
    bo.page.get_by_role("button", name=bo.words("web-say")).first.click()
    bo.button("phrase-laugh").click()
    seen = ada.page.locator(".strip .said")
    expect(seen.filter(has_text="Bo").locator("svg").last).to_be_visible()
    assert [] == faults(ada)
    assert before == ada.page.evaluate("felt.tones")


def test_rules_are_printed_without_what_paper_cannot_do(opened: Opening) -> None:
    me = opened("/#/rules/five_crowns", language="es")
    expect(me.page.get_by_role("heading", level=1).or_(me.page.locator("main h2")).first).to_be_visible()
    me.page.emulate_media(media="print")
    for gone in (".bar", ".games", ".contents"):
        for one in me.page.locator(gone).all():
            expect(one).to_be_hidden()
    ink = me.page.evaluate("getComputedStyle(document.querySelector('main')).backgroundColor")
    assert ink == "rgb(255, 255, 255)"
    expect(me.page.locator("main figure").nth(2)).to_be_visible()  # the examples are drawn on paper, too
    me.page.emulate_media(media="screen")
