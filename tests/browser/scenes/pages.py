"""The pages outside a match: home, settings, joining, the lobby, rules, lessons, replays."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from playwright.sync_api import FilePayload, expect

from tests.browser import stranger
from tests.browser.scenes.scene import SCENES, STILL, Scene, scene
from tests.browser.visitor import Visitor, post, recorded


@scene
def home(me: Visitor) -> None:
    """The home page."""
    expect(me.button("web-join").first).to_be_visible()


@scene
def home_returning(me: Visitor) -> None:
    """Somebody who has a running table, and matches that are over."""
    seat = {"code": "BCDFGHJK", "token": "x" * 43, "game": "wig_out", "link": "", "at": 1}
    past = {
        "code": "XZXZXZXZ",
        "match": 1,
        "game": "five_crowns",
        "at": 1_700_000_000_000,
        "record": None,
        "avatars": [],
    }
    both = [{**past, "others": ["Rosa"], "winners": [None]}, {**past, "match": 2, "others": ["Bo"], "winners": ["Bo"]}]
    keep = "([seats, past]) => Object.assign(localStorage, {'rumpus-seats': seats, 'rumpus-past': past})"
    me.page.evaluate(keep, [json.dumps([seat]), json.dumps(both)])
    me.page.reload()
    expect(me.link("web-go-on", game=me.words("web-wig_out"))).to_be_visible()


@scene
def home_problem(me: Visitor) -> None:
    """A code that is none."""
    me.page.get_by_label(me.words("web-join-code"), exact=True).fill("HOLA 123")
    me.button("web-join").first.click()
    expect(me.page.get_by_role("alert").first).not_to_be_empty()


@scene
def settings(me: Visitor) -> None:
    """What can be set for this browser."""
    expect(me.open_settings()).to_be_visible()


@scene
def join_by_link(me: Visitor) -> None:
    """Somebody else's link."""
    answer = post(me.page.request, "/api/tables", {"game": "wig_out", "name": "Bo"})
    me.go(answer.json()["code"])
    expect(me.button("web-watch")).to_be_visible()


@scene
def error_wrong_code(me: Visitor) -> None:
    """A table that is not there."""
    me.go("BCDFGHJK")
    me.button("web-join").click()
    expect(me.page.get_by_role("alert").first).not_to_be_empty()


@scene
def error_seat_gone(me: Visitor) -> None:
    """A seat that is not there any more."""
    me.keep({"code": "BCDFGHJK", "token": "x" * 43, "game": "wig_out", "link": ""})
    expect(me.page.get_by_text(me.words("web-closed-token"))).to_be_visible()


@scene
def lobby_empty(me: Visitor) -> None:
    """Nobody else has come yet."""
    me.open_table("wig_out", 0)
    expect(me.button("web-begin")).to_be_visible()


@scene
def lobby_guest(me: Visitor) -> None:
    """A guest: players first, the invitation folded."""
    answer = post(me.page.request, "/api/tables", {"game": "wig_out", "name": "Bo", "bots": ["casual"]})
    me.go(answer.json()["code"])
    me.button("web-join").click()
    expect(me.button("web-ready")).to_be_visible()


@scene
def lobby_full(me: Visitor) -> None:
    """Twelve, in pairs."""
    me.open_table("wackee_six", 11, level="casual")
    expect(me.button("web-begin")).to_be_visible()


@scene
def lobby_options(me: Visitor) -> None:
    """Every option of a table, with handicaps beside the players."""
    me.open_table("wackee_six", 4, options={"partners": True, "down": [3, 6, 6], "head_start": [10, 0, 0]})
    expect(me.button("web-begin")).to_be_visible()
    me.page.get_by_label(me.words("option-target")).wait_for()
    me.page.locator("details").evaluate_all("all => all.forEach(one => (one.open = true))")


@scene
def lobby_dealer(me: Visitor) -> None:
    """Anybody may start, by name; a pair says who turns first."""
    me.open_table("wackee_six", 3, options={"partners": True, "first_dealer": 2})
    expect(me.button("web-begin")).to_be_visible()
    expect(me.page.get_by_role("group", name=me.words("wackee-roles", first="yes"))).to_be_visible()
    expect(me.page.get_by_label(me.words("option-first_dealer"), exact=True)).to_have_value("2")


def _late(me: Visitor) -> None:
    """Somebody else's match is under way, against bots."""
    code = me.open_table("five_crowns", 2, options={"bot_pace": 8}, settings=STILL)
    me.button("web-begin").click()
    expect(me.button("web-menu")).to_be_visible()
    me.page.evaluate("localStorage.removeItem('rumpus-seats')")
    me.page.goto("/#/")
    me.page.reload()
    me.go(code)


@scene
def join_late(me: Visitor) -> None:
    """A link to a match under way: take over a bot's seat, or watch."""
    _late(me)
    expect(me.page.locator(".late button").first).to_be_visible()


@scene
def watch_late(me: Visitor) -> None:
    """Somebody who watches may take over a seat."""
    _late(me)
    me.button("web-watch").click()
    expect(me.page.locator("section.late button").first).to_be_visible()


@scene
def watch_late_soon(me: Visitor) -> None:
    """The seat is taken over when the round ends."""
    _late(me)
    me.page.locator(".late button").first.click()
    expect(me.button("web-cancel")).to_be_visible()


@scene
def generic_table(me: Visitor) -> None:
    """A game that only the server knows."""
    stranger.sit_down(me, 2, options={"bot_pace": 0.25}, settings=STILL)
    me.button("web-begin").click()
    expect(me.region("generic-actions").get_by_role("button").first).to_be_visible()


def _rules(game: str) -> Scene:
    def show(me: Visitor) -> None:
        me.go(f"/rules/{game}")
        expect(me.page.get_by_role("heading", level=2).first).to_be_visible()

    return show


def _learn(game: str) -> Scene:
    def show(me: Visitor) -> None:
        me.go(f"/learn/{game}")
        expect(me.region("web-learn").get_by_text(me.words(f"learn-{game}-goal"))).to_be_visible()
        for _ in range(2 if game == "five_crowns" else 1):
            me.button("learn-next").click()
        lit = 'button[aria-disabled="false"], button.shout:enabled'
        expect(me.page.locator(lit).first).to_be_visible()

    return show


def _replay(game: str) -> Scene:
    def show(me: Visitor) -> None:
        me.go("/replay")
        with tempfile.TemporaryDirectory() as folder:
            me.page.get_by_label(me.words("web-replay-choose")).set_input_files(recorded(game, Path(folder)))
            me.page.get_by_role("slider").wait_for()
        me.page.get_by_role("slider").fill("20")

    return show


for each in ("wig_out", "wackee_six", "five_crowns"):
    SCENES[f"rules-{each}"] = _rules(each)
    SCENES[f"learn-{each}"] = _learn(each)
    SCENES[f"replay-{each}"] = _replay(each)


@scene
def replay_empty(me: Visitor) -> None:
    """Nothing to watch yet."""
    me.go("/replay")
    expect(me.page.get_by_label(me.words("web-replay-choose"))).to_be_visible()


@scene
def replay_bad(me: Visitor) -> None:
    """A file that is no record."""
    me.go("/replay")
    wrong: FilePayload = {"name": "song.jsonl", "mimeType": "text/plain", "buffer": b"la la la"}
    me.page.get_by_label(me.words("web-replay-choose")).set_input_files(wrong)
    expect(me.page.get_by_role("alert")).not_to_be_empty()
