"""Players who know no rules: they do what the page lights up, by pointer or by the keys it shows."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator

from browser.visitor import Visitor, until

LIT = 'button[aria-disabled="false"]'
GO_OUT = 'button[aria-keyshortcuts="G"]'
KEYS = {"␣": " ", "↵": "Enter", "D": "d"}
Step = Callable[[Visitor], bool]


def play(me: Visitor, step: Step, over: Callable[[], bool]) -> int:
    """Plays until it is over; how many steps did something."""
    done = 0

    def one() -> None:
        nonlocal done
        done += step(me)

    until(over, one)
    return done


def wig_out_by_pointer(me: Visitor) -> bool:
    """One tap: a stack, the shout, GO, the deck; or on to the next round."""
    return any(me.tap(each) for each in (*_wig_out_lit(me), me.enabled("web-next-round")))


def one_round_of_wig_out(me: Visitor) -> bool:
    """The same, and the score sheet is left alone."""
    return any(me.tap(each) for each in _wig_out_lit(me))


def _wig_out_lit(me: Visitor) -> tuple[Locator, ...]:
    hand = me.region("wig-hand").locator(LIT)
    shout = me.page.locator(LIT).filter(has_text=me.words("wig-shout"))
    deck = me.region("wig-middle").locator(LIT)
    return hand, shout, me.enabled("wig-go"), deck


def wackee_six_by_keys(me: Visitor) -> bool:
    """Every key that a lit button shows, once; a wild goes to the second place that it can go to, if there is one."""
    shown = me.page.locator(f"{LIT} kbd").all_inner_texts()
    keys = [KEYS.get(text, text) for text in shown if text in KEYS or text.isdecimal()]
    for key in sorted(keys, key=["1", "2", "3", "4", "5", "6", " ", "Enter", "d"].index):
        me.page.keyboard.press(key)
        if key.isdecimal() and me.page.get_by_text(me.words("wackee-choose")).count():
            me.page.keyboard.press("ArrowRight")
            me.page.keyboard.press("Enter")
    return bool(keys)


def five_crowns_by_pointer(me: Visitor) -> bool:
    """One tap: draw, go out, or discard the last card; True for a turn that began."""
    name = me.words("crowns-hand", count=3).split(",")[0]  # whatever the number of cards
    to_discard = [me.words("crowns-status", state="discard", last=last, name="") for last in ("yes", "no")]
    if me.tap(me.page.locator(f'{LIT}[aria-keyshortcuts="D"]')):
        return True
    discard = me.page.locator('button:enabled[aria-keyshortcuts="Enter"]')
    if any(me.tap(one) for one in (me.page.locator(GO_OUT), me.button("crowns-discard-it"), discard)):
        return False
    if any(me.page.get_by_text(words).count() for words in to_discard):
        me.tap(me.page.get_by_role("group", name=name).get_by_role("button").last)
    return False
