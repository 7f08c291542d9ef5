"""A circle on a `LocalServer`, as the devices of its members see it."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.support.in_process import Answer, LocalConnection, LocalServer

Plain = dict[str, Any]
FACES = {"Ana": "fox", "Bo": "owl", "Cy": "cat", "Di": "bear"}


class Phone:
    """A device of a member."""

    def __init__(self, server: LocalServer, joined: Plain, address: str = "198.51.100.7") -> None:
        self.server = server
        self.joined = joined
        self.address = address
        self.id, self.key, self.me = joined["circle"], joined["device"], joined["member"]

    @property
    def shown(self) -> list[tuple[bytes, bytes]]:
        """The header with this device's key."""
        return [(b"authorization", b"Bearer " + self.key.encode())]

    async def ask(self, rest: str = "", body: Any = None) -> Answer:
        """A request about the circle."""
        path = f"/api/circles/{self.id}{rest}"
        return await self.server.request(path, body, headers=self.shown, address=self.address)

    async def circle(self) -> Plain:
        """The circle as this device sees it."""
        answer = await self.ask()
        assert answer.status == 200, answer
        found: Plain = answer.json()
        return found

    async def does(self, do: str, **fields: Any) -> Any:
        """A change that is done; returns the circle after it."""
        answer = await self.ask("/change", {"do": do, **fields})
        assert answer.status == 200, answer
        return answer.json()

    async def refused(self, do: str, **fields: Any) -> str:
        """A change that is refused; returns the reason."""
        answer = await self.ask("/change", {"do": do, **fields})
        assert answer.status == 409, answer
        reason: str = answer.json()["reason"]
        return reason

    async def book(self, after: int = 0) -> list[Plain]:
        """The results in the book, oldest first, all pages of it."""
        found: list[Plain] = []
        while True:
            page = (await self.ask(f"/book?after={after}")).json()
            found += [line["result"] for line in page["lines"] if line["result"] is not None]
            if not page["more"]:
                return found
            after = page["lines"][-1]["number"]

    async def device(self) -> str:
        """The id of this device."""
        found: str = (await self.circle())["device"]
        return found

    async def another(self) -> Phone:
        """Another device of the same member, by a code."""
        code = (await self.ask("/code", {})).json()["code"]
        answer = await self.server.request("/api/circles/claim", {"code": code})
        assert answer.status == 200, answer
        return Phone(self.server, answer.json())

    async def table(self, game: str = "wig_out", *, league: int | None = None, **more: Any) -> Plain:
        """Open a table in the circle; returns the seat."""
        inside = {"id": self.id} if league is None else {"id": self.id, "table": league}
        body = {"game": game, "name": "Ana", "circle": inside, **more}
        answer = await self.server.request("/api/tables", body, headers=self.shown, address=self.address)
        assert answer.status == 201, answer
        seated: Plain = answer.json()
        return seated

    async def sit(self, table: Plain, name: str, **more: Any) -> Plain:
        """Join a table as a member; returns the seat."""
        body = {"code": table["code"], "name": name, "circle": {"id": self.id}, **more}
        answer = await self.server.request("/api/join", body, headers=self.shown, address=self.address)
        assert answer.status == 200, answer
        seated: Plain = answer.json()
        return seated


async def open_circle(
    server: LocalServer, name: str = "Us", member: str = "Ana", address: str = "198.51.100.7"
) -> Phone:
    """A new circle, on the device of its first member."""
    body = {"name": name, "member": {"name": member, "avatar": FACES.get(member, "fox")}}
    answer = await server.request("/api/circles", body, address=address)
    assert answer.status == 201, answer
    return Phone(server, answer.json(), address)


async def join_circle(phone: Phone, member: str) -> Phone:
    """Another member, by the link."""
    secret = (await phone.circle())["secret"]
    body = {"circle": phone.id, "secret": secret, "name": member, "avatar": FACES.get(member, "fox")}
    answer = await phone.server.request("/api/circles/join", body)
    assert answer.status == 200, answer
    return Phone(phone.server, answer.json())


def sheet(id_: str = "pad-00000001", **more: Any) -> Plain:
    """A result of a score pad: Ana beats Bo in two rounds."""
    players = [{"name": name, "avatar": FACES[name], "member": None, "bot": None} for name in ("Ana", "Bo")]
    facts: Plain = {"id": id_, "at": 900.0, "game": "wig_out", "options": {}, "players": players, "record": None}
    points: Plain = {"rounds": [[0, 3], [1, 0]], "round_ms": [], "totals": [1, 3], "ranks": [1, 2]}
    return {**facts, "parties": [[0], [1]], **points, "kind": "cards", "note": "", **more}


QUICK = {"countdown_s": 0, "wait_s": 0, "idle_s": None, "stand_in": "expert"}


async def played(connection: LocalConnection, within_s: int = 4000) -> str:
    """Wait until the match at a table is over; returns the name of its record."""
    for _ in range(within_s):
        await asyncio.sleep(1)
        lobby = connection.lobby()
        if lobby["stage"] == "over":
            record: str = lobby["record"]
            return record
    raise AssertionError("the match does not end")


def days_pass(server: LocalServer, days: float) -> None:
    """By the calendar, while nothing else happens."""
    before = server.rooms.today
    server.rooms.today = lambda: before() + days * 86_400
