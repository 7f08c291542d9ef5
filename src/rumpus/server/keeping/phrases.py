"""Quick phrases at one table: who may say which to whom, and who has muted whom."""

from __future__ import annotations

from collections.abc import Collection

from rumpus import wire
from rumpus.contract import Malformed
from rumpus.games import GAMES
from rumpus.lobby import Lobby
from rumpus.server.budget.limits import Bucket
from rumpus.table import Declined, Table

NOBODY: frozenset[int] = frozenset()
BOT_OR_GONE = -1  # stands for a partner who receives no phrases


class Phrases:
    """Phrases and mutes of one table. Speakers are people by number, and bots as -1 - seat."""

    def __init__(self, per_10_s: float) -> None:
        self._most = per_10_s
        self._muted: dict[int, set[int]] = {}  # by listener
        self._said: dict[int, Bucket] = {}  # by speaker

    def say(self, table: Table, person: int, ask: wire.Say, now: float) -> tuple[wire.Said, list[int]]:
        """The message to pass on and the people who get it; raises `Declined` or `Malformed` if it may not be said."""
        if ask.phrase not in wire.SAYINGS:
            raise Malformed(f"there is no phrase of that name; the phrases are {', '.join(wire.SAYINGS)}")
        if not table.lobby.settings.phrases:
            raise Declined("phrases-off")
        if not self._said.setdefault(person, Bucket(self._most, self._most / 10, now)).take(now):
            raise Declined("phrases-slow")
        listeners = [listener.id for listener in table.lobby.people]
        if ask.phrase in wire.REQUESTS:
            listeners = [person, self.partner(table, person)]
        elif ask.card is not None:
            raise Malformed("only what is said to a partner names a card")
        pack = GAMES[table.lobby.game].pack
        if ask.card is not None and ask.card not in pack.number:
            raise Malformed(f"there is no such card in {pack.title}; {pack.expected}")
        said = wire.Said(phrase=ask.phrase, person=person, card=ask.card)
        return said, [listener for listener in listeners if person not in self.muted_by(listener)]

    def partner(self, table: Table, person: int) -> int:
        """The person who plays on the same side; raises `Declined` if there is no partner."""
        seat, match = table.lobby.seat_of(person), table.match
        parties = match.state.parties() if match is not None and table.lobby.stage == "match" else ()
        side = next((side for side in parties if seat in side), ())
        others = [table.lobby.place(other).person for other in side if other != seat]
        if not others:
            raise Declined("no-partner")
        return BOT_OR_GONE if others[0] is None else others[0]

    def mute(self, lobby: Lobby, person: int, ask: wire.Mute) -> None:
        """Mute or unmute another person, or a bot, for this person."""
        if (ask.person is None) == (ask.seat is None):
            raise Malformed("mute names a person, or the seat of a bot")
        muted = self._muted.setdefault(person, set())
        whom = ask.person if ask.person is not None else -1 - (ask.seat or 0)
        if ask.muted and len(muted) < len(lobby.people) + len(lobby.seats):
            muted.add(whom)
        else:
            muted.discard(whom)

    def muted_by(self, person: int) -> Collection[int]:
        """The speakers that this person has muted."""
        return self._muted.get(person, NOBODY)

    def forget(self, people: Collection[int]) -> None:
        """Drop what belongs to people who have left; `people` are those still at the table."""
        self._muted = {person: muted for person, muted in self._muted.items() if person in people}
        self._said = {person: bucket for person, bucket in self._said.items() if person in people}
