"""Players who know no rules: they do what the page lights up, by pointer or by the keys it shows."""

from __future__ import annotations

from collections.abc import Callable

from browser.visitor import Visitor, until

LIT = 'button[aria-disabled="false"]'
KEYS = {"␣": " ", "↵": "Enter", "D": "d"}


def wig_out_by_pointer(me: Visitor, over: Callable[[], bool]) -> int:
    """Plays until it is over; how many taps there were."""
    taps = 0

    def one() -> None:
        nonlocal taps
        hand = me.region("wig-hand").locator(LIT)
        shout = me.page.locator(LIT).filter(has_text=me.words("wig-shout"))
        go = me.button("wig-go").and_(me.page.locator("button:enabled"))
        deck = me.region("wig-middle").locator(LIT)
        taps += any(me.tap(each) for each in (hand, shout, go, deck, me.button("web-next-round")))

    until(over, one)
    return taps


def wackee_six_by_keys(me: Visitor, over: Callable[[], bool]) -> int:
    """Plays until it is over, by the keys that lit buttons show; how many keys there were."""
    pressed = 0

    def one() -> None:
        nonlocal pressed
        shown = me.page.locator(f"{LIT} kbd").all_inner_texts()
        keys = [KEYS.get(text, text) for text in shown if text in KEYS or text.isdecimal()]
        for key in sorted(keys, key="123456 \rEnterd".find):
            me.page.keyboard.press(key)
            if key.isdecimal() and me.page.get_by_text(me.words("wackee-choose")).count():
                me.page.keyboard.press("ArrowRight")  # a wild: along the places it can go to
                me.page.keyboard.press("Enter")
            pressed += 1

    until(over, one)
    return pressed


def five_crowns_by_pointer(me: Visitor, over: Callable[[], bool]) -> int:
    """Plays until it is over: draws, goes out if it can, else discards its last card; how many turns there were."""
    turns = 0
    name = me.words("crowns-hand", count=3).split(",")[0]  # whatever the number of cards
    hand = me.page.get_by_role("group", name=name)

    def one() -> None:
        nonlocal turns
        if me.tap(me.page.locator(f'{LIT}[aria-keyshortcuts="D"]')):
            turns += 1
        elif me.button("crowns-go-out").count():
            me.tap(me.button("crowns-go-out"))
        elif me.button("crowns-discard-it").count():
            me.tap(me.button("crowns-discard-it"))
        elif me.page.locator('button:enabled[aria-keyshortcuts="Enter"]').count():
            me.tap(me.page.locator('button:enabled[aria-keyshortcuts="Enter"]'))
        elif me.page.get_by_text(me.words("crowns-status", state="discard", last="no", name="")).count():
            me.tap(hand.get_by_role("button").last)
        else:
            me.tap(me.button("web-next-round").and_(me.page.locator("button:enabled")))

    until(over, one)
    return turns
