"""The deal of the day and scores to beat, as a server with many players would tell them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.scenes.scene import scene
from tests.browser.visitor import Visitor

PEOPLE = (
    ("Valentina", "fox"),
    ("Mateo", "owl"),
    ("Abuela Rosa", "cat"),
    ("Koko", "bear"),
    ("Maximiliana Victoria", "crab"),
)
ROWS: list[dict[str, Any]] = [
    {
        "place": at,
        "name": name,
        "avatar": avatar,
        "points": 24 + 7 * at,
        "rank": (at + 1) // 2,
        "ms": 240_000 + 31_000 * at,
        "record": "0" * 24,
        "mine": at == 3,
    }
    for at, (name, avatar) in enumerate(PEOPLE, 1)
]
ID = "day-2026-11-18-five_crowns"
DEAL: dict[str, Any] = {
    "id": ID,
    "game": "five_crowns",
    "options": {},
    "bots": ["skilled", "skilled"],
    "day": "2026-11-18",
    "by": None,
    "beat": None,
    "round": None,
    "ends_s": 18_720,
    "state": "done",
    "played": 17,
    "rows": ROWS,
    "mine": ROWS[2],
    "commit": "ab12" * 16,
    "secret": None,
}
TODAY: dict[str, Any] = {
    "date": "2026-11-18",
    "before": "2026-11-17",
    "next_s": 18_720,
    "games": [
        {"game": "five_crowns", "id": ID, "state": "done", "played": 17, "mine": ROWS[2]},
        {"game": "wig_out", "id": "day-2026-11-18-wig_out", "state": "playing", "played": 4, "mine": None},
        {"game": "wackee_six", "id": "day-2026-11-18-wackee_six", "state": "new", "played": 0, "mine": None},
    ],
}
BEAT = {
    **DEAL,
    "id": "beat-0",
    "day": None,
    "by": "Valentina",
    "beat": 31,
    "round": 4,
    "ends_s": None,
    "state": "new",
    "played": 1,
    "rows": [{**ROWS[0], "record": None, "setter": True}],
    "mine": None,
}


def told(me: Visitor, path: str, answer: dict[str, Any]) -> None:
    """The server answers this."""
    me.page.route(f"**{path}", lambda route: route.fulfill(json=answer))


@scene
def daily(me: Visitor) -> None:
    """The deals of today: one is played, one waits, one is new."""
    told(me, "/api/daily", TODAY)
    me.go("/daily")
    expect(me.button("daily-play-label", game=me.words("web-wackee_six"))).to_be_visible()


def able(me: Visitor) -> None:
    """This device can play without a network."""
    me.page.evaluate("() => localStorage.setItem('rumpus-offline', 'yes')")
    me.page.reload()


@scene
def daily_take(me: Visitor) -> None:
    """The deals of today, which this device can take along: one is taken, one is new."""
    taken = {**TODAY["games"][1], "state": "away"}
    told(me, "/api/daily", {**TODAY, "games": [TODAY["games"][0], taken, TODAY["games"][2]]})
    able(me)
    me.go("/daily")
    expect(me.button("daily-take-all")).to_be_visible()


@scene
def beat_take(me: Visitor) -> None:
    """Somebody's link, which this device can take along; somebody else has done so."""
    other = {**ROWS[1], "record": None, "away": True, "mine": False}
    told(me, "/api/challenges/*", {**BEAT, "rows": [*BEAT["rows"], other], "played": 2})
    able(me)
    me.go("/deal/beat-0")
    expect(me.button("daily-take")).to_be_visible()


@scene
def daily_results(me: Visitor) -> None:
    """The results of a day, with one's own marked."""
    told(me, "/api/challenges/*", DEAL)
    me.go(f"/deal/{ID}")
    expect(me.page.locator("tr[aria-current]")).to_be_visible()


@scene
def daily_over(me: Visitor) -> None:
    """A day that is over, with the secret of its cards."""
    told(me, "/api/challenges/*", {**DEAL, "ends_s": 0, "secret": "cd34" * 16})
    me.go(f"/deal/{ID}")
    me.page.locator("summary").last.click()
    expect(me.page.get_by_text("cd34" * 16)).to_be_visible()


@scene
def beat_my_round(me: Visitor) -> None:
    """Somebody's link: the score to beat, and no card."""
    told(me, "/api/challenges/*", BEAT)
    me.go("/deal/beat-0")
    expect(me.button("daily-play")).to_be_visible()
