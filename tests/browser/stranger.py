"""A game that the client has no table for: a game of ours under another name, disguised between page and server."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute

from tests.browser.visitor import Visitor

TRUE_NAME, NAME, TITLE = "five_crowns", "crazy_fives", "Crazy Fives"
RANKS = {**{str(rank): str(rank) for rank in range(3, 10)}, "T": "10", "J": "J", "Q": "Q", "K": "K"}
SUITS = {"t": "★", "h": "♥", "c": "♣", "s": "♠", "d": "♦"}
CARDS = {rank + suit: f"{words} {sign}" for rank, words in RANKS.items() for suit, sign in SUITS.items()}
RULE = {"en": "Lay down everything.", "es": "Baja todas tus cartas."}
FTL = {
    "en": f"""{NAME}-about = Rummy under another name.
{NAME}-do-discard = Discard {{ $card }}
{NAME}-do-take = Take from {{ $from }}
""",
    "es": f"""{NAME}-about = Un rummy con otro nombre.
{NAME}-do-discard = Descartar {{ $card }}
{NAME}-do-take = Tomar de {{ $from }}
""",
}


def disguise(page: Page) -> None:
    """Between page and server the game has another name; its words come from the server, as those of a plugin would."""
    page.route("**/api/games", _offer)
    page.route(f"**/api/games/{NAME}/text/*", _text)
    page.route("**/api/records/*/steps", _steps)
    page.route("**/api/tables", _renamed)
    page.route("**/api/look", _renamed)
    page.route_web_socket("**/ws*", _socket)


def sit_down(me: Visitor, bots: int, **more: Any) -> None:
    """A table of it, which the page takes for one of a game that it does not know."""
    disguise(me.page)
    me.page.reload()
    me.open_table(TRUE_NAME, bots, **more)


def _offer(route: Route) -> None:
    offer = route.fetch().json()
    offer["games"][NAME] = {**offer["games"][TRUE_NAME], "title": TITLE}
    route.fulfill(json=offer)


def _text(route: Route) -> None:
    language = route.request.url.rpartition("/")[2]
    cards = {**CARDS, "**": "Joker"}
    route.fulfill(json={"ftl": FTL[language], "cards": cards, "rules": f"# {TITLE}\n\n[CF-01] {RULE[language]}"})


def _renamed(route: Route) -> None:
    asked = json.loads(route.request.post_data or "{}")
    if asked.get("game") == NAME:
        asked["game"] = TRUE_NAME
    answer = route.fetch(post_data=json.dumps(asked))
    body = answer.json()
    if body.get("game") == TRUE_NAME:
        body["game"] = NAME
    route.fulfill(response=answer, json=body)


def _steps(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace(f'"game":"{TRUE_NAME}"', f'"game":"{NAME}"'))


def _socket(socket: WebSocketRoute) -> None:
    server = socket.connect_to_server()
    server.on_message(lambda text: socket.send(str(text).replace(f'"game":"{TRUE_NAME}"', f'"game":"{NAME}"')))
    socket.on_message(server.send)
