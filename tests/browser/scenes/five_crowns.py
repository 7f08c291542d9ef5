"""Scenes of Five Crowns."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.players import GO_OUT, five_crowns_by_pointer, one_round_of_five_crowns, play
from tests.browser.scenes.scene import begin, hold, scene, without
from tests.browser.visitor import Visitor, until

TRIES = 3  # the first bot of a server may have to wait for a cold thinking process, and then plays without thought
DRAW = 'button[aria-keyshortcuts="D"][aria-disabled="false"]'
# Two hands and the cards drawn next: without a meld among them nobody can go out in the first four turns of each
NO_MELDS = ("7h 9s Kc", "9t Jd 5c", "7d 4s Jh 5t 8c Ks Qd 4t")
CROWNS = [f"{rank}{suit}" for suit in "thcsd" for rank in "3456789TJQK"] * 2 + ["**"] * 6


def crowns(
    me: Visitor,
    mine: str,
    theirs: str,
    draw: str,
    dealer: int = 0,
    settings: dict[str, Any] | None = None,
    **options: Any,
) -> None:
    """A table of two with these hands; who does not deal begins."""
    hands = [mine.split(), theirs.split()]
    rest = without(CROWNS, *hands[0], *hands[1], "Qt", *draw.split())
    rest.sort(key=lambda card: card == "**" or card[0] == "3")  # nothing wild on top
    deal = {"do": "deal", "round": 1, "dealer": dealer, "wild": "3", "hands": hands, "discard": "Qt"}
    deal["draw"] = draw.split() + rest
    options = {"rounds": 2, "bot_pace": 0.25, "first_dealer": dealer, **options}
    begin(me, "five_crowns", 1, level="expert", options=options, settings=settings or {}, deals=[deal])


@scene
def crowns_take(me: Visitor) -> None:
    """The turn begins."""
    crowns(me, "7h 7s Kc", "9t Jd 5c", "Ts 9d")
    expect(me.page.get_by_text(me.words("crowns-status", state="take", last="no", name=""))).to_be_visible()


@scene
def crowns_discard(me: Visitor) -> None:
    """A card is drawn, one is lifted."""
    crowns_take(me)
    me.page.locator(DRAW).click()
    expect(me.page.get_by_text(me.words("crowns-status", state="discard", last="no", name=""))).to_be_visible()
    me.card("Kc").click()


@scene
def crowns_by_rank(me: Visitor) -> None:
    """The hand is sorted by rank; the place of the next card is free."""
    crowns(me, "8h 7s Kh", "Jt 9d 5c", "4d 9d")
    me.page.locator(DRAW).wait_for()
    me.button("crowns-sort-by", by="rank").click()


@scene
def crowns_careful(me: Visitor) -> None:
    """A wild is about to be discarded."""
    crowns(me, "7h 7s 3c", "9t Jd 5c", "Ts 9d")
    me.page.locator(DRAW).click()
    expect(me.page.locator(DRAW)).to_have_count(0)
    me.card("3c").click()
    me.button("crowns-discard").last.click()
    expect(me.dialog("crowns-careful-title")).to_be_visible()


@scene
def crowns_go_out(me: Visitor) -> None:
    """All melds are there."""
    crowns(me, "7h 7s Kc", "9t Jd 5c", "7c 7d")
    me.page.locator(DRAW).click()
    expect(me.page.locator(GO_OUT)).to_be_visible()


@scene
def crowns_last_turn(me: Visitor) -> None:
    """Somebody is out; one turn is left."""
    crowns(me, "8h 9s Kc", "7t 7d 7c", "4d 9d")
    me.page.get_by_text(me.words("crowns-last-turn")).first.wait_for()
    me.page.locator(DRAW).click()


@scene
def crowns_score(me: Visitor) -> None:
    """Between two rounds."""
    crowns_last_turn(me)
    play(me, one_round_of_five_crowns, me.enabled("web-next-round").is_visible)


@scene
def crowns_climax(me: Visitor) -> None:
    """Somebody goes out, in full view."""
    crowns_go_out(me)
    hold(me)
    me.page.locator(GO_OUT).click()
    card = me.words("card-suit", rank="K", suit="c")
    me.page.get_by_text(me.words("crowns-goes-out", me="yes", name="", card=card)).wait_for()


@scene
def crowns_ending(me: Visitor) -> None:
    """After the match: the podium, with ranks below it."""
    begin(me, "five_crowns", 3, options={"rounds": 1, "turn_limit": 1, "bot_pace": 0.25})
    play(me, five_crowns_by_pointer, me.region("web-match-over").is_visible)


@scene
def crowns_fourteen(me: Visitor) -> None:
    """Fourteen players."""
    begin(me, "five_crowns", 13)
    expect(me.page.locator(".hand [data-id]")).to_have_count(3)


@scene
def crowns_undo(me: Visitor) -> None:
    """A discard can be taken back."""
    crowns(me, "7h 7s Kc", "9t Jd 5c", "Ts 9d", dealer=1, undo=True, bot_pace=2)
    me.page.locator(DRAW).click()
    me.card("Kc").click()
    me.button("crowns-discard").last.click()
    expect(me.button("crowns-undo")).to_be_visible()


@scene
def crowns_tie(me: Visitor) -> None:
    """A tie for the first place: play it off, or share."""
    for _ in range(TRIES):
        crowns(me, "4t 7h 8c", "4h 7t 8s", "Kt Kh", rounds=1, turn_limit=1)
        me.page.locator(DRAW).click()
        me.card("Kh").click()
        me.button("crowns-discard").last.click()
        until(lambda: me.button("web-tie-play").is_visible() or me.region("web-match-over").is_visible())
        if me.button("web-tie-play").is_visible():
            return
        me.page.goto("/")  # the bot had no answer in time and made the plain move


@scene
def crowns_tie_break(me: Visitor) -> None:
    """The tie is played off."""
    crowns_tie(me)
    me.button("web-tie-play").click()
    expect(me.page.get_by_text(me.words("crowns-tie-break")).first).to_be_visible()
