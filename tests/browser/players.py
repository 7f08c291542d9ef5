"""Players who know no rules: they do what the page lights up, by tapping, by dragging, or by the keys it shows."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator

from tests.browser.visitor import Visitor, until

LIT = 'button[aria-disabled="false"]:not([inert] *)'  # while a round's end is shown the table takes nothing
GO_OUT = 'button[aria-keyshortcuts="G"]'
DISCARD = 'button:enabled[aria-keyshortcuts="Enter"]'
WITH_A_KEY = 'button[aria-keyshortcuts]:enabled:not([aria-disabled="true"]):not([inert] *)'
KEYS = {"␣": " ", "↵": "Enter", "D": "d"}
Step = Callable[[Visitor], bool]


def play(me: Visitor, step: Step, over: Callable[[], bool]) -> int:
    """Plays until it is over; how many steps did something. A match may take its time, as long as something is done."""
    done = before = 0

    def one() -> None:
        nonlocal done
        done += step(me)

    def further() -> bool:
        return done > before or over()

    while not over():
        before = done
        until(further, one)
    return done


# Wig Out!


def wig_out_by_pointer(me: Visitor) -> bool:
    """One tap: a stack, the shout, Ready or GO, the deck; or on to the next round."""
    return any(me.tap(each) for each in (*_wig_out_lit(me), me.enabled("web-next-round")))


def one_round_of_wig_out(me: Visitor) -> bool:
    """The same, and the score sheet is left alone."""
    return any(me.tap(each) for each in _wig_out_lit(me))


def _wig_out_lit(me: Visitor) -> tuple[Locator, ...]:
    hand = me.region("wig-hand").locator(LIT)
    shout = me.page.locator(LIT).filter(has_text=me.words("wig-shout"))
    deck = me.region("wig-middle").locator(LIT)
    return hand, shout, me.enabled("wig-go").or_(me.enabled("web-ready")), deck


def wig_out_by_dragging(me: Visitor) -> bool:
    """One stack is dragged into the middle, or a card from there to the hand; what cannot be dragged is tapped."""
    hand, shout, go, deck = _wig_out_lit(me)
    if hand.count():
        return me.drag(hand, me.region("wig-middle"))
    if any(me.tap(each) for each in (shout, go, me.enabled("web-next-round"))):
        return True
    return bool(deck.count()) and me.drag(deck, me.region("wig-hand"))


def wig_out_by_keys(me: Visitor) -> bool:
    """Every key that a lit button names, once."""
    return _every_key(me) or me.press(me.enabled("web-next-round"))


def _every_key(me: Visitor) -> bool:
    if me.page.locator("dialog[open]").count():
        return False
    named: list[str] = me.page.locator(WITH_A_KEY).evaluate_all("all => all.map(one => one.ariaKeyShortcuts)")
    for key in named:
        me.page.keyboard.press(" " if key == "Space" else key.lower())
    return bool(named)


# Wackee Six


def wackee_six_by_pointer(me: Visitor) -> bool:
    """One tap: a card that fits, the place for a wild, the call, the hand deck; or on to the next round."""
    lit = ("button.target", f"{LIT}[data-from]:not(.flying)", f"{LIT}.call", f"{LIT}.deck")
    return any(me.tap(each) for each in (*map(me.page.locator, lit), me.enabled("web-next-round")))


def wackee_six_by_dragging(me: Visitor) -> bool:
    """One card is dragged to its lane, or the hand deck to its turned pile; what cannot be dragged is tapped."""
    card = me.page.locator(f"{LIT}[data-from]:not(.flying)")
    said = card.all_inner_texts()
    if not me.page.locator("button.target").count() and said:
        colours = [one for one in "rgby" if any(_words(me, one, number) in said[0] for number in range(1, 14))]
        lanes = [f'[data-lane="{one}"]' for one in colours] or ["[data-lane]:has(button.pile)"]
        return me.drag(card, me.page.locator(lanes[0]))
    deck = me.page.locator(f"{LIT}[data-deck]")
    if deck.count() and not me.page.locator(f"button.target, {LIT}.call").count():
        return me.drag(deck, me.page.locator("[data-turned]"))
    return wackee_six_by_pointer(me)


def _words(me: Visitor, colour: str, number: int) -> str:
    return me.words("card-colour", colour=colour, number=number)


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


# Five Crowns


def five_crowns_by_pointer(me: Visitor) -> bool:
    """One tap: draw, go out, discard the last card, or on to the next round; True for a turn that began."""
    return not me.tap(me.enabled("web-next-round")) and one_round_of_five_crowns(me)


def one_round_of_five_crowns(me: Visitor) -> bool:
    """The same, and the score sheet is left alone."""
    if me.tap(me.page.locator(f'{LIT}[aria-keyshortcuts="D"]')):
        return True
    if any(me.tap(one) for one in (me.page.locator(GO_OUT), me.button("crowns-discard-it"), me.page.locator(DISCARD))):
        return False
    if _to_discard(me):
        me.tap(_hand(me).get_by_role("button").last)
    return False


def five_crowns_by_dragging(me: Visitor) -> bool:
    """A card of the draw pile is dragged into the hand, one of the hand to the discard pile, or to going out."""
    draw = me.page.locator(f'{LIT}[aria-keyshortcuts="D"]')
    if draw.count():
        return me.drag(draw, _hand(me))
    if any(me.tap(one) for one in (me.button("crowns-discard-it"), me.enabled("web-next-round"))):
        return False
    out = me.page.locator(GO_OUT)
    for card in reversed(_hand(me).get_by_role("button").all()):  # only one of them goes out with all others in melds
        if out.count():
            me.drag(card, out)
    if _to_discard(me):
        me.drag(_hand(me).get_by_role("button").last, me.page.locator('button[aria-keyshortcuts="P"]'))
    return False


def five_crowns_by_keys(me: Visitor) -> bool:
    """Draw, go out, or go along the hand to its end and discard that card."""
    if any(me.press(one) for one in (me.button("crowns-discard-it"), me.enabled("web-next-round"))):
        return False
    if me.page.locator(f'{LIT}[aria-keyshortcuts="D"]').count():
        me.page.keyboard.press("d")
        return True
    if me.page.locator(GO_OUT).count():
        me.page.keyboard.press("g")
    elif _to_discard(me):
        for _ in range(_hand(me).get_by_role("button").count()):
            me.page.keyboard.press("ArrowRight")
        me.page.keyboard.press("Enter")
    return False


def _hand(me: Visitor) -> Locator:
    name = me.words("crowns-hand", count=3).split(",")[0]  # whatever the number of cards
    return me.page.get_by_role("group", name=name)


def _to_discard(me: Visitor) -> bool:
    words = (me.words("crowns-status", state="discard", last=last, name="") for last in ("yes", "no"))
    return any(me.page.get_by_text(one).count() for one in words)


PLAYERS: dict[str, dict[str, Step]] = {
    "wig_out": {"tap": wig_out_by_pointer, "drag": wig_out_by_dragging, "keys": wig_out_by_keys},
    "wackee_six": {"tap": wackee_six_by_pointer, "drag": wackee_six_by_dragging, "keys": wackee_six_by_keys},
    "five_crowns": {"tap": five_crowns_by_pointer, "drag": five_crowns_by_dragging, "keys": five_crowns_by_keys},
}
