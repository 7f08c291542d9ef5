"""Every page and state of the client, each brought about by itself: for axe, and for the gallery."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import FilePayload, WebSocketRoute, expect

from rumpus.games.wig_out.cards import CHARACTERS
from tests.browser import stranger
from tests.browser.players import GO_OUT, one_round_of_five_crowns, one_round_of_wig_out, play, wig_out_by_pointer
from tests.browser.visitor import Visitor, recorded

SLOW: dict[str, Any] = {"bot_pace": 8}  # so that a picture of a race holds still
STILL: dict[str, Any] = {"countdown_s": 0, "wait_s": 300, "grace_s": 600}
DRAW = 'button[aria-keyshortcuts="D"][aria-disabled="false"]'
WACKEE = [f"{colour}{number}" for colour in "rgby" for number in range(1, 14)] + ["w", "w"]
CROWNS = [f"{rank}{suit}" for suit in "thcsd" for rank in "3456789TJQK"] * 2 + ["**"] * 6
BURST_MS = 900  # GO! stands above the table for a moment
Scene = Callable[[Visitor], None]
SCENES: dict[str, Scene] = {}


def scene(show: Scene) -> Scene:
    """Adds a scene under its name."""
    SCENES[show.__name__.replace("_", "-")] = show
    return show


def _without(pack: list[str], *cards: str) -> list[str]:
    rest = list(pack)
    for card in cards:
        rest.remove(card)
    return rest


def _begin(me: Visitor, game: str, bots: int, **more: Any) -> None:
    options = {**SLOW, **more.pop("options", {})}
    me.open_table(game, bots, options=options, settings={**STILL, **more.pop("settings", {})}, **more)
    me.button("web-begin").click()
    expect(me.button("web-menu")).to_be_visible()


# --- pages ---


@scene
def home(me: Visitor) -> None:
    """The home page."""
    expect(me.button("web-join").first).to_be_visible()


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
    answer = me.page.request.post("/api/tables", data={"game": "wig_out", "name": "Bo"})
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
        first = "wait" if game == "five_crowns" else "go"
        expect(me.region("web-learn").get_by_text(me.words(f"learn-{game}-{first}"))).to_be_visible()
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


# --- Wig Out! ---


def _wig_deal(mine: list[str], others: list[list[str]]) -> dict[str, Any]:
    turned = ["mohawk", "braid"]
    pack = [name for name in CHARACTERS for _ in range(5)]
    deck = _without(pack, *mine, *turned, *(card for hand in others for card in hand))
    return {"do": "deal", "round": 1, "dealer": 0, "hands": [mine, *others], "turned": turned, "deck": deck}


@scene
def wig_ready(me: Visitor) -> None:
    """Before GO."""
    _begin(me, "wig_out", 3)
    expect(me.button("wig-go")).to_be_visible()


@scene
def wig_play(me: Visitor) -> None:
    """In the race, among six."""
    _begin(me, "wig_out", 5, options={"bot_pace": 2})
    me.button("wig-go").click()
    expect(me.button("wig-shout")).to_be_visible()
    wig_out_by_pointer(me)
    me.page.wait_for_timeout(1500)


@scene
def wig_must_draw(me: Visitor) -> None:
    """Nothing fits."""
    mine = ["afro", "bun", "nest", "flame", "bolt", "curls", "beehive"]
    others = ["pigtails", "pigtails", "moptop", "moptop", "onehair", "onehair", "nest"]
    _begin(me, "wig_out", 1, deals=[_wig_deal(mine, [others])])
    me.button("wig-go").click()
    expect(me.page.get_by_text(me.words("wig-do-draw"), exact=True)).to_be_visible()
    me.page.wait_for_timeout(BURST_MS)


@scene
def wig_shout_lit(me: Visitor) -> None:
    """The hand is empty."""
    mine = ["afro", "afro", "bun", "bun", "nest", "nest", "nest"]
    others = ["pigtails", "moptop", "onehair", "flame", "bolt", "curls", "beehive"]
    _begin(me, "wig_out", 1, deals=[_wig_deal(mine, [others])])
    me.button("wig-go").click()
    for name in ("afro", "bun", "nest"):
        me.region("wig-hand").get_by_role("button", name=me.words(f"character-{name}")).click()
    expect(me.page.get_by_text(me.words("wig-do-shout"), exact=True)).to_be_visible()
    me.page.wait_for_timeout(BURST_MS)


@scene
def wig_score(me: Visitor) -> None:
    """Between two rounds."""
    _begin(me, "wig_out", 2, options={"rounds": 3, "bot_pace": 0.25})
    play(me, one_round_of_wig_out, me.dialog("web-sheet").is_visible)


@scene
def wig_ending(me: Visitor) -> None:
    """After the match, with a chart."""
    _begin(me, "wig_out", 2, options={"rounds": 2, "bot_pace": 0.25}, settings={"wait_s": 1})
    play(me, wig_out_by_pointer, me.dialog("web-match-over").is_visible)


@scene
def wig_open_hands(me: Visitor) -> None:
    """After the match, the sheet laid aside."""
    _begin(me, "wig_out", 2, options={"rounds": 1, "bot_pace": 0.25})
    play(me, one_round_of_wig_out, me.dialog("web-match-over").is_visible)
    me.dialog("web-match-over").get_by_role("button", name=me.words("web-close"), exact=True).click()
    expect(me.dialog("web-match-over")).not_to_be_visible()


# --- around every table ---


@scene
def menu(me: Visitor) -> None:
    """The menu of a table."""
    _begin(me, "wig_out", 3)
    me.button("web-menu").click()
    expect(me.dialog("web-menu")).to_be_visible()


@scene
def leaving(me: Visitor) -> None:
    """Leave?"""
    menu(me)
    me.button("web-leave").click()
    expect(me.button("web-cancel")).to_be_visible()


@scene
def phrases(me: Visitor) -> None:
    """What can be said."""
    _begin(me, "wackee_six", 2)
    me.button("web-say").click()
    expect(me.button("phrase-good-luck")).to_be_visible()


@scene
def hint(me: Visitor) -> None:
    """A hint."""
    wig_must_draw(me)
    me.button("web-hint").click()
    words = me.words("web-hint-is", what=me.words("web-hint-action", do="draw", card=""))
    expect(me.page.get_by_text(words).first).to_be_visible()


@scene
def paused(me: Visitor) -> None:
    """The host has paused."""
    menu(me)
    me.button("web-pause").click()
    expect(me.page.get_by_role("heading", name=me.words("web-paused"))).to_be_visible()


@scene
def reconnecting(me: Visitor) -> None:
    """The connection is lost."""
    wig_ready(me)
    me.page.context.set_offline(True)
    expect(me.page.get_by_text(me.words("web-lost"))).to_be_visible()


# --- Wackee Six ---


def _wackee_deal(up: list[str], deck: list[str]) -> dict[str, Any]:
    theirs = ["y7", "g9", "b10", "r11", "y9", "g12"]
    mine = deck + [card for card in _without(WACKEE, *up, *deck) if card != "w"] + ["w"] * (2 - (up + deck).count("w"))
    sides = [(up, mine), (theirs, _without(WACKEE, *theirs)[::-1])]
    dealt = [
        {"seats": [seat], "turner": seat, "main": seat, "up": row, "down": [], "deck": cards}
        for seat, (row, cards) in enumerate(sides)
    ]
    return {"do": "deal", "round": 1, "starter": 0, "sides": dealt}


def _wackee(me: Visitor, up: str, deck: str = "y12 y13 r13") -> None:
    """A table of two with these six cards; the race has begun."""
    deal = _wackee_deal(up.split(), deck.split())
    _begin(me, "wackee_six", 1, options={"down": [0, 0]}, deals=[deal])
    me.button("wackee-start").click()
    expect(me.button("wackee-start")).not_to_be_visible()


@scene
def wackee_ready(me: Visitor) -> None:
    """Before the start."""
    _begin(me, "wackee_six", 2)
    expect(me.page.get_by_text(me.words("wackee-look")).first).to_be_visible()


@scene
def wackee_play(me: Visitor) -> None:
    """In the race."""
    _begin(me, "wackee_six", 3, options={"bot_pace": 0.5})
    me.button("wackee-start").click()
    me.page.wait_for_timeout(3500)
    me.page.keyboard.press("d")


@scene
def wackee_wild(me: Visitor) -> None:
    """A wild looks for its place."""
    _wackee(me, "r1 b1 w g1 r2 b7")
    for card in ("r1", "b1", "g1", "r2", "w"):
        me.card(card).click()
    expect(me.page.get_by_text(me.words("wackee-choose")).first).to_be_visible()


@scene
def wackee_shout_lit(me: Visitor) -> None:
    """All main cards are out."""
    _wackee(me, "r1 r2 r3 r4 r5 r6")
    for number in range(1, 7):
        me.card(f"r{number}").click()
    expect(me.button("wackee-call").and_(me.page.locator('[aria-disabled="false"]'))).to_be_visible()


@scene
def wackee_beaten(me: Visitor) -> None:
    """Somebody else was first."""
    me.page.route_web_socket("**/ws", _beats)
    _wackee(me, "r1 b1 w g1 r2 b7")
    me.card("g1").click()
    me.page.get_by_text("37").first.wait_for()


def _beats(socket: WebSocketRoute) -> None:
    """Between page and server: whatever card is played, the other seat had done it 37 ms before."""
    server = socket.connect_to_server()

    def ask(text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "do" and message["action"]["do"] == "play":
            late = {"reason": "ws-no-pile", "facts": {"card": message["action"]["card"]}, "clause": "WS-08"}
            socket.send(json.dumps({"type": "refused", "id": message["id"], "first": 1, "by_ms": 37, **late}))
        else:
            server.send(text)

    socket.on_message(ask)


@scene
def wackee_twelve(me: Visitor) -> None:
    """Twelve players, six sides."""
    _begin(me, "wackee_six", 11, options={"bot_pace": 0.25})
    me.button("wackee-start").click()
    me.page.wait_for_timeout(6000)


# --- Five Crowns ---


def _crowns(me: Visitor, mine: str, theirs: str, draw: str) -> None:
    """A table of two with these hands; the other one begins."""
    hands = [mine.split(), theirs.split()]
    rest = _without(CROWNS, *hands[0], *hands[1], "Qt", *draw.split())
    rest.sort(key=lambda card: card == "**" or card[0] == "3")  # nothing wild on top
    deal = {"do": "deal", "round": 1, "dealer": 0, "wild": "3", "hands": hands, "discard": "Qt"}
    deal["draw"] = draw.split() + rest
    _begin(me, "five_crowns", 1, level="expert", options={"rounds": 2, "bot_pace": 0.25}, deals=[deal])


@scene
def crowns_take(me: Visitor) -> None:
    """The turn begins."""
    _crowns(me, "7h 7s Kc", "9t Jd 5c", "Ts 9d")
    expect(me.page.get_by_text(me.words("crowns-status", state="take", last="no", name=""))).to_be_visible()


@scene
def crowns_discard(me: Visitor) -> None:
    """A card is drawn, one is lifted."""
    crowns_take(me)
    me.page.locator(DRAW).click()
    expect(me.page.get_by_text(me.words("crowns-status", state="discard", last="no", name=""))).to_be_visible()
    me.card("Kc").click()


@scene
def crowns_careful(me: Visitor) -> None:
    """A wild is about to be discarded."""
    _crowns(me, "7h 7s 3c", "9t Jd 5c", "Ts 9d")
    me.page.locator(DRAW).click()
    expect(me.page.locator(DRAW)).to_have_count(0)
    me.card("3c").click()
    me.button("crowns-discard").last.click()
    expect(me.dialog("crowns-careful-title")).to_be_visible()


@scene
def crowns_go_out(me: Visitor) -> None:
    """All melds are there."""
    _crowns(me, "7h 7s Kc", "9t Jd 5c", "7c 7d")
    me.page.locator(DRAW).click()
    expect(me.page.locator(GO_OUT)).to_be_visible()


@scene
def crowns_last_turn(me: Visitor) -> None:
    """Somebody is out; one turn is left."""
    _crowns(me, "8h 9s Kc", "7t 7d 7c", "4d 9d")
    me.page.get_by_text(me.words("crowns-last-turn")).first.wait_for()
    me.page.locator(DRAW).click()


@scene
def crowns_score(me: Visitor) -> None:
    """Between two rounds."""
    crowns_last_turn(me)
    play(me, one_round_of_five_crowns, me.dialog("web-sheet").is_visible)


@scene
def crowns_fourteen(me: Visitor) -> None:
    """Fourteen players."""
    _begin(me, "five_crowns", 13)
    me.page.wait_for_timeout(1000)
