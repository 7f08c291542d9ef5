"""Somebody who looks elsewhere is told that it is their turn: by the tab's title and a notification."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Opening
from tests.browser.measure import faults
from tests.browser.scenes.five_crowns import DRAW, NO_MELDS, crowns
from tests.browser.visitor import BARRED_LOW, DESKTOP, Visitor, until

# A browser without a window grants what it is told to grant, but Notification.permission says "denied" all the same,
# and nothing is ever shown. So the page reads the permission where it is right, and what it wants to show is kept.
HEADLESS = """() => {
  window.told = [];
  navigator.permissions.query({ name: "notifications" }).then((granted) => {
    Object.defineProperty(Notification, "permission", { get: () => granted.state });
    window.asked = true;
  });
  window.titles = [];  // all that there were: a bot may have played before a test looks
  new MutationObserver(() => titles.push(document.title)).observe(document, { childList: true, subtree: true });
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, data }) => {
    told.push(`${title}: ${body}`);
    window.shown = data;
  };
}"""
SEEN = "state => Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true })"


def arrives(opened: Opening, size: ViewportSize, language: str) -> Visitor:
    """Somebody whose browser may notify, with the service worker that does it on phones."""
    me = opened(size=size, language=language, touch=size != DESKTOP, worker=True, permissions=["notifications"])
    me.page.add_init_script(f"({HEADLESS})()")
    me.page.reload()
    me.page.wait_for_function("() => window.asked && navigator.serviceWorker.ready")
    return me


def want_notifications(me: Visitor, *, wanted: bool) -> None:
    settings = me.open_settings()
    settings.get_by_label(me.words("web-notify")).set_checked(wanted)
    settings.get_by_label(me.words("web-careful")).uncheck()  # whatever is drawn is discarded
    assert [] == faults(me)
    expect(settings.get_by_role("alert")).to_have_count(0)
    me.page.keyboard.press("Escape")


def title(me: Visitor, what: str) -> str:
    return me.words("web-tab-title", what=what, house=me.words("web-title"))


def play_a_turn(me: Visitor) -> None:
    """Takes a card and discards it; then somebody else has played, or does."""
    me.page.evaluate("titles.length = 0")
    me.page.locator(DRAW).click()
    me.page.locator(".hand [data-card]").last.click()
    me.button("crowns-discard").last.click()
    until(lambda: title(me, me.words("web-five_crowns")) in me.page.evaluate("titles"))


@pytest.mark.parametrize(("size", "language"), [(BARRED_LOW, "es"), (DESKTOP, "en")], ids=["low-es", "desktop-en"])
def test_your_turn_is_told_to_somebody_who_looks_elsewhere(opened: Opening, size: ViewportSize, language: str) -> None:
    me = arrives(opened, size, language)
    want_notifications(me, wanted=True)
    crowns(me, *NO_MELDS, bot_pace=0.5)
    my_turn = title(me, me.words("web-tab-turn"))

    me.page.locator(DRAW).wait_for()
    until(lambda: me.page.title() == my_turn)
    assert [] == me.page.evaluate("told")  # who sees the page needs no notification

    me.page.evaluate(SEEN, "hidden")
    play_a_turn(me)
    until(lambda: me.page.title() == my_turn)
    words = f"{me.words('web-title')}: {me.words('web-notify-turn')}"
    until(lambda: me.page.evaluate("told") == [words])

    me.page.evaluate(SEEN, "visible")
    want_notifications(me, wanted=False)
    me.page.evaluate(SEEN, "hidden")
    play_a_turn(me)
    until(lambda: me.page.title() == my_turn)
    assert [words] == me.page.evaluate("told")


# What the browser does when a notification is tapped; only a real tap may bring a page to the front.
TAP = """async (data) => {
  self.seen = [];
  WindowClient.prototype.focus = async function () { seen.push(this.url) };
  self.clients.openWindow = async (address) => { seen.push(address) };
  const tap = new Event("notificationclick");
  tap.notification = { data, close() {} };
  const done = [];
  tap.waitUntil = (one) => done.push(one);
  self.dispatchEvent(tap);
  await Promise.all(done);
  return seen;
}"""


def test_a_tap_on_a_notification_leads_to_the_table_and_not_to_the_rules(opened: Opening) -> None:
    me = arrives(opened, DESKTOP, "en")
    want_notifications(me, wanted=True)
    crowns(me, *NO_MELDS, bot_pace=0.5)
    me.page.locator(DRAW).wait_for()
    with me.page.context.expect_page() as opening:
        me.button("web-menu").click()
        me.link("web-rules").click()
    rules = opening.value
    rules.get_by_role("heading").first.wait_for()  # and is in front of the table
    me.page.evaluate(SEEN, "hidden")
    play_a_turn(me)
    until(lambda: bool(me.page.evaluate("window.shown")))
    which = me.page.evaluate("window.shown")
    (worker,) = me.page.context.service_workers
    (table,) = worker.evaluate(TAP, which)
    assert "/rules/" not in table
    me.page.close()
    (other,) = worker.evaluate(TAP, which)
    assert "/rules/" in other
    rules.close()


def test_settings_say_that_notifications_were_forbidden_later(opened: Opening) -> None:
    me = opened(language="es")  # a browser without a window denies it
    me.page.evaluate("localStorage.setItem('rumpus-settings', JSON.stringify({ notify: true }))")
    me.page.reload()
    settings = me.open_settings()
    expect(settings.get_by_label(me.words("web-notify"))).not_to_be_checked()
    expect(settings.get_by_role("alert")).to_have_text(me.words("web-notify-forbidden"))
