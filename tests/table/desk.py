"""A table whose clock and people a test controls."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from rumpus import wire
from rumpus.contract import Illegal
from rumpus.shuffle import seeded
from rumpus.table import Asked, Due, Lobby, Note, Step, Table, Thought, body_of
from rumpus.wire import Settings


def quiet(news: Step | Note) -> None:
    """A `tell` for a table whose news the test does not need."""


class Desk:
    """A table with everything it told, its people's numbers, and a clock that the test moves."""

    def __init__(self, game: str, people: int = 2, seed: str = "desk", **ask: Any) -> None:
        self.news: list[Step | Note] = []
        self.thoughts: list[Thought] = []
        self.stream = seeded(seed)
        settings = ask.pop("settings", Settings(countdown_s=0, wait_s=20))
        opening = wire.OpenTable(game=game, name="Ana", settings=settings, **ask)
        self.table = Table.open(opening, "token-1", self.stream, self.hear, scripted_for_all=True)
        self.now = 0.0
        self.code = "BCDFGHJK"
        for number in range(2, people + 1):
            self.table.join(wire.JoinTable(code=self.code, name=f"P{number}"), f"token-{number}", 0.0)
        for number in range(1, people + 1):
            self.table.came(number, 0.0)

    def hear(self, news: Step | Note) -> None:
        if isinstance(news, Thought):
            self.thoughts.append(news)
        elif not isinstance(news, Due):
            self.news.append(news)

    def lobby(self) -> Lobby:
        return self.table.lobby

    @property
    def state(self) -> Any:
        assert self.table.match is not None
        return self.table.match.state

    def ask(self, by: int, kind: Any, /, **fields: Any) -> None:
        self.table.ask(by, kind(id="x", **fields), self.now)

    def do(self, person: int, action: Any) -> bool:
        return self.table.do(Asked(person, "x"), action, self.now)

    def begin(self) -> Desk:
        for person in self.table.lobby.seated():
            if person != self.table.lobby.host:
                self.ask(person, wire.Ready)
        self.ask(1, wire.Begin)
        return self

    def go(self) -> Desk:
        """Everybody has looked at the cards of a race, and the dealer says GO (T-03)."""
        dealer = self.state.to_act()[0]
        for seat, place in enumerate(self.table.lobby.seats):
            if place is not None and place.person in self.table.here and seat != dealer:
                self.ask(place.person, wire.Ready)
        person = self.table.lobby.place(dealer).person
        if person is not None:
            self.do(person, self.state.legal(dealer)[0])
        return self

    def wait(self, seconds: float) -> None:
        """Let time pass; everything happens when it is due, and bots in thinking processes answer at once."""
        until = self.now + seconds
        while True:
            self.think()
            due = self.table.due()
            if due is None or due > until:
                break
            self.now = max(self.now, due)
            self.table.tick(self.now)
        self.now = until

    def think(self) -> None:
        thoughts, self.thoughts = self.thoughts, []
        for thought in thoughts:
            assert self.table.match is not None
            legal = self.state.legal(thought.seat)
            move = thought.bot.move(partial(getattr, thought, "view"), legal, 0.0)
            self.table.decided(self.table.match, thought, thought.bot, move, self.now)

    def entries(self) -> list[tuple[int, float, bytes]]:
        steps = [news for news in self.news if isinstance(news, Step)]
        return [(step.seq, step.at, body_of(step)) for step in steps]

    def restored(self) -> Table:
        return Table.restore(self.entries(), self.stream, quiet)

    def lines(self) -> list[tuple[int | None, Any]]:
        return [line for news in self.news if isinstance(news, Step) for line in news.lines]

    def act(self) -> bool:
        """Let every seat that may act do its first legal action; returns whether any could."""
        for seat in self.state.to_act():
            person = self.table.lobby.place(seat).person
            legal = self.state.legal(seat)
            if person is not None and legal and seat not in self.table.match.bots:  # type: ignore[union-attr]  # a match is on
                self.do(person, legal[0])
                return True
        return False


def refused(desk: Desk, by: int, kind: Any, reason: str, /, **fields: Any) -> None:
    """Check that a request is refused for this reason and changes nothing."""
    before = (desk.lobby(), desk.table.seq)
    with pytest.raises(Illegal) as no:
        desk.ask(by, kind, **fields)
    assert reason == no.value.reason
    assert before == (desk.lobby(), desk.table.seq)
