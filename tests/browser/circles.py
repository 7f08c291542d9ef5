"""Circles for the browser tests: opened over HTTP, with a book, and put where a page looks for them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import APIRequestContext

from tests.browser.visitor import Visitor, post

LONG = "Wolfeschlegelsteinha"  # as long as a name may be
WIDE = "W" * len(LONG)
FACES = {"Ada": "owl", "Bo": "fox", "Cleo": "cat", "Dov": "bear", LONG: "crab", WIDE: "mole"}
Plain = dict[str, Any]
EVENING = 1_750_000_000  # Unix seconds: a day in June 2025


class Circle:
    """A circle on the server, with the keys of its members' devices."""

    def __init__(self, server: APIRequestContext, name: str, first: str) -> None:
        self.server = server
        self.joined: dict[str, Plain] = {}
        about = {"name": name, "member": {"name": first, "avatar": FACES[first]}}
        self.joined[first] = self._ask("/api/circles", about, None)
        self.id: str = self.joined[first]["circle"]

    def _ask(self, path: str, body: Any, member: str | None) -> Plain:
        headers = {} if member is None else {"authorization": f"Bearer {self.joined[member]['device']}"}
        answer = post(self.server, path, body, headers)
        assert answer.ok, answer.text()
        found: Plain = answer.json()
        return found

    def ask(self, member: str, rest: str, body: Any) -> Plain:
        """A request of a member."""
        return self._ask(f"/api/circles/{self.id}{rest}", body, member)

    def view(self, member: str) -> Plain:
        """The circle as a member sees it."""
        headers = {"authorization": f"Bearer {self.joined[member]['device']}"}
        found: Plain = self.server.get(f"/api/circles/{self.id}", headers=headers).json()
        return found

    @property
    def link(self) -> str:
        """The path that invites others."""
        first = next(iter(self.joined))
        return f"/circle/{self.id}#{self.view(first)['secret']}"

    def join(self, *names: str) -> None:
        """More members come in by the link."""
        for name in names:
            link = {"circle": self.id, "secret": self.link.partition("#")[2]}
            self.joined[name] = self._ask("/api/circles/join", {**link, "name": name, "avatar": FACES[name]}, None)

    def book(self, number: int, points: dict[str, list[int]], game: str = "five_crowns", **more: Any) -> None:
        """A result of a score pad: the points of each player, the lowest total wins."""
        players = [
            {
                "name": name,
                "avatar": FACES.get(name, "crab"),
                "member": self.joined[name]["member"] if name in self.joined else None,
                "bot": None,
            }
            for name in points
        ]
        totals = [sum(one) for one in points.values()]
        better = 1 if game != "wackee_six" else -1
        facts = {"id": f"result-{number:08}", "at": EVENING + number * 3600, "game": game, "options": {}}
        self.ask(
            next(iter(self.joined)),
            "/results",
            facts
            | {"players": players, "parties": [[seat] for seat in range(len(players))], "round_ms": [], "record": None}
            | {"rounds": [list(one) for one in zip(*points.values(), strict=True)], "totals": totals}
            | {"ranks": [1 + sum(better * (other - mine) < 0 for other in totals) for mine in totals]}
            | {"kind": "cards", "note": "", **more},
        )

    def kept(self, name: str) -> Plain:
        """The circle as the device of a member keeps it."""
        joined = self.joined[name]
        me = {"id": joined["member"], "name": name, "avatar": FACES[name]}
        return {"id": self.id, "name": joined["name"], "me": me, "key": joined["device"]}

    def open_as(self, me: Visitor, name: str) -> None:
        """This page belongs to a member; it opens the circle."""
        me.page.evaluate("one => localStorage.setItem('rumpus-circles', JSON.stringify([one]))", self.kept(name))
        me.go(f"/circle/{self.id}")


def family(me: Visitor, *, results: int = 6) -> Circle:
    """Three members and a guest with an evening behind them, looked at by the first."""
    circle = Circle(me.page.request, "Los Primos" if me.language == "es" else "The Cousins", "Ada")
    circle.join("Bo", "Cleo")
    for number in range(results):
        game = ("five_crowns", "five_crowns", "wackee_six", "wig_out")[number % 4]
        guest = {"Uncle Rainer": [12, 0, 30]} if number % 3 == 0 else {}
        points = {"Ada": [0, 13, 4 + number], "Bo": [20 - 3 * number, 0, 11], "Cleo": [35, 5, 0], **guest}
        circle.book(number, points, game, at=EVENING + (number % 2) * 90_000 + number * 1800)
    circle.open_as(me, "Ada")
    return circle
