"""The screen of a person at a table of a server, and the state that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO, Any

from rumpus import client, wire
from rumpus.contract import Go
from rumpus.games import game
from rumpus.terminal.faces import face_seen
from rumpus.terminal.screen import Screen
from rumpus.terminal.sentences import Sentences


class RemoteScreen(Screen):
    """Shows one person's table. The state is that of the news read last, which may be behind `table`."""

    def __init__(self, table: client.Table, language: str, output: IO[str]) -> None:
        super().__init__(Sentences(language, ()), output)
        self.table = table
        self.lobby = table.lobby
        self.rules = table.rules
        self.seq = 0  # sequence number of the state
        self.more = False  # whether the list of legal actions is incomplete
        self.ready: set[int] = set()  # seats that are ready for the next deal, or for GO
        self.lost = False  # whether the connection is lost
        self._view: Any = None
        self._legal: tuple[Any, ...] = ()
        self._match = 0  # number of the match that `face` and the names belong to

    # The state

    def public(self) -> Any:
        """What everybody sees."""
        return self._view.public

    def view(self) -> Any:
        """What the person sees; None in the lobby."""
        return self._view

    def legal(self) -> Sequence[Any]:
        """What the person can do now."""
        return self._legal

    def set_state(self, view: Any, legal: tuple[Any, ...], *, more: bool) -> None:
        """The match is in this state now."""
        self._view, self._legal, self.more = view, legal, more

    @property
    def seat(self) -> int | None:
        """The person's seat."""
        you = self.table.you
        return next((at for at, place in enumerate(self.lobby.seats) if place and place.person == you), None)

    @property
    def place(self) -> wire.Place | None:
        """Who sits on the person's seat."""
        return None if self.seat is None else self.lobby.seats[self.seat]

    @property
    def is_host(self) -> bool:
        """Whether the person is the host."""
        return self.lobby.host == self.table.you

    @property
    def asked_if_ready(self) -> bool:
        """Whether the person has to say that they are ready: for the next deal, or in a race for GO (T-03)."""
        if self.lobby.stage != "match" or self._view is None or self.seat is None or self.seat in self.ready:
            return False
        return self.public().phase == "deal" or (self.public().phase == "ready" and self._legal != (Go(),))

    @property
    def stood_in_for(self) -> bool:
        """Whether a stand-in plays because the person was idle (T-07)."""
        return self.lobby.stage == "match" and self.place is not None and self.place.idle

    @property
    def can_act(self) -> bool:
        """Whether the person is one of those who may act now."""
        if self.words.me is None or self.lobby.stage != "match":
            return False
        if self._legal:
            return True
        return self.rules.race and bool(self.public().phase == "play")

    def name_of(self, person: int) -> str:
        """The name of a person at the table."""
        names = (each.name for each in self.lobby.people if each.id == person)
        return next(names, self.words.say("term-join-somebody"))

    def phrase(self, phrase: str, card: str | None = None) -> str:
        """A quick phrase in words."""
        try:
            return self.words.say(f"phrase-{phrase}", card=card or "none")
        except LookupError:  # a newer server
            return " ".join([phrase.replace("-", " "), *([card] if card else [])])

    def sit_down(self) -> None:
        """Use the names and the face of the present match."""
        names = tuple(place.name for place in self.lobby.seats if place is not None)
        if (names, self.seat, self.lobby.match) != (self.words.names, self.words.me, self._match):
            self._match = self.lobby.match
            self.rules = game(self.lobby.game, self.lobby.options, strict=False)
            self.words = Sentences(self.words.language, names, self.seat)
            self.face = face_seen(self.rules, self.public(), self.words)
