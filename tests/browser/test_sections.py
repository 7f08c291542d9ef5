"""A page of every part of an evening, in both languages, on a phone with bars, tablets and a 1080p screen.

The walks through these parts have tests of their own, each in some sizes; the full grid (grid.py) has every state.
"""

from __future__ import annotations

import pytest

from rumpus.text import LANGUAGES
from tests.browser.conftest import Opening
from tests.browser.gallery import ROOM, for_a_room
from tests.browser.measure import faults
from tests.browser.scenes import SCENES
from tests.browser.visitor import BARRED, BARRED_LOW, TABLET, UPRIGHT, Visitor

SIZES = {"low": BARRED_LOW, "barred": BARRED, "held": UPRIGHT, "tablet": TABLET, "large": ROOM["tv"]}
SECTIONS = {
    "circles of a device": "circle-import",
    "invitation to a circle": "circle-join",
    "tables of a circle": "circle-tables",
    "members and devices": "circle-members",
    "circle without its server": "circle-away",
    "settings of a circle": "circle-settings",
    "book": "circle-matches",
    "tally of an evening": "circle-evenings",
    "people of the book": "circle-people",
    "records": "circle-records",
    "rating": "circle-rating",
    "new league": "circle-league-start",
    "league": "circle-league",
    "league, over": "circle-league-over",
    "score pad": "pad-wackee",
    "score pad, refused": "pad-crowns",
    "score pad, tie": "pad-tie",
    "meld helper": "real-cards",
    "coach after a round": "coach-round",
    "coach": "coach-match",
    "deal of the day": "daily-results",
    "deal taken along": "daily-take",
    "beat my round": "beat-my-round",
    "code on a TV": "tv-lobby",
    "table of turns on a TV": "tv-crowns",
    "table of a race on a TV": "tv-wig",
    "table of lanes on a TV": "tv-wackee",
    "cards on a phone": "hand-only-crowns",
    "stacks on a phone": "hand-only-wig",
    "six cards on a phone": "hand-only-wackee",
    "pass and play": "pass-curtain",
    "picture to share": "picture-position",
    "moment of a match of turns": "replay-five_crowns",
    "moment of a race": "replay-wig_out",
    "moment of a race in lanes": "replay-wackee_six",
    "link of a call": "lobby-call",
    "history, also offline": "history-device",
}


def measured(me: Visitor, name: str) -> dict[str, list[str]]:
    """What the ruler finds on this page, by the size of the window."""
    found = {}
    for size, window in (ROOM if for_a_room(name) else SIZES).items():
        me.page.set_viewport_size(window)
        me.settle()
        found[size] = faults(me)
    return {size: wrong for size, wrong in found.items() if wrong}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", SECTIONS)
def test_a_page_of_every_section_fits_every_screen(opened: Opening, section: str, language: str) -> None:
    name = SECTIONS[section]
    room = for_a_room(name)
    me = opened(size=ROOM["tv"] if room else BARRED_LOW, language=language, touch=not room)
    SCENES[name](me)
    assert {} == measured(me, name)


def test_a_word_that_is_cut_off_in_one_size_is_found(opened: Opening) -> None:
    me = opened(size=BARRED_LOW, language="en", touch=True)
    SCENES["real-cards"](me)
    css = "@media (min-width: 1500px) { h1, h2 { width: 1ch; overflow: hidden } }"
    add = "css => { const one = new CSSStyleSheet(); one.replaceSync(css); document.adoptedStyleSheets.push(one) }"
    me.page.evaluate(add, css)
    assert {"large"} == set(measured(me, "real-cards"))
