"""A seat that a language model plays: what it sees in words, what it may do, and what happened since it last looked."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any

import msgspec

from rumpus import client, wire
from rumpus.contract import Go, Score
from rumpus.lines import Commit, Ready, Reveal
from rumpus.printable import one_line
from rumpus.terminal.face import Face
from rumpus.terminal.faces import face_seen
from rumpus.terminal.remote.errors import refusal
from rumpus.terminal.sentences import Sentences

MOST_EVENTS = 60  # kept between two looks; older ones are in the record
FULL_LIST_S = 5.0  # how long to wait for a long list of legal actions
NOTED = (Ready, Reveal, Commit)  # facts that are no news to a player
BEGIN, READY, REMATCH = "begin", "ready", "rematch"  # what can be done beside the game's own actions


class Refused(Exception):
    """The table does not do what was asked; the message says why."""


class Seat:
    """One seat at a table of a server. A task reads the news, so that nothing is missed between two calls."""

    def __init__(self, table: client.Table) -> None:
        self.table = table
        self._events: deque[str] = deque(maxlen=MOST_EVENTS)
        self._changed = asyncio.Event()
        self._told = -1  # the sequence number at the last look
        self._reading = asyncio.create_task(self._read())

    async def close(self) -> None:
        """Hang up. A stand-in plays on."""
        self._reading.cancel()
        with suppress(asyncio.CancelledError):
            await self._reading
        await self.table.close()

    async def leave(self) -> None:
        """Leave the table for good."""
        with suppress(client.Refusal, client.Closed):
            await self.table.leave()
        await self.close()

    # News

    async def _read(self) -> None:
        async for news in self.table:
            self._note(news)
            self._changed.set()
        self._changed.set()

    def _note(self, news: client.News) -> None:
        match news:
            case client.Happened(lines=lines, view=view) if view is not None:
                face = self._face(view)
                for line in lines:
                    if not isinstance(line.action, NOTED):
                        points = f" {face.points(line.action)}" if isinstance(line.action, Score) else ""
                        self._events.append(f"{face.event(line.by, line.action)}{points}")
            case wire.Said(person=person, seat=seat, phrase=phrase, card=card):
                place = None if seat is None else self.table.lobby.seats[seat]
                name = place.name if place else (person is not None and self.table.name_of(person)) or "Somebody"
                self._events.append(f"{name} says: {self._phrase(phrase, card)}")
            case client.Lost():
                self._events.append("The connection was lost and is made again.")
            case wire.Lobby(lobby=lobby):
                self._events.append(f"The table changed: {self._people(lobby)}")

    @staticmethod
    def _phrase(phrase: str, card: str | None) -> str:
        try:
            return Sentences("en", ()).say(f"phrase-{phrase}", card=card or "none")
        except LookupError:  # of a newer server
            return one_line(phrase)

    # What the model is told

    def _face(self, view: Any) -> Face:
        return face_seen(self.table.rules, view.public, self._words())

    @staticmethod
    def _people(lobby: wire.LobbyView) -> str:
        programs = {person.id for person in lobby.people if person.program}
        shown = []
        for number, place in enumerate(lobby.seats):
            if place is not None:
                kind = f"bot, {place.bot}" if place.bot else "program" if place.person in programs else "person"
                away = ", a stand-in plays" if place.stand_in else ""
                shown.append(f"seat {number}: {one_line(place.name)} ({kind}{away})")
        return "; ".join(shown) or "nobody sits here"

    def also(self) -> list[str]:
        """What can be done beside the game's own actions."""
        table = self.table
        lobby = table.lobby
        if lobby.stage == "over":
            return [REMATCH]
        if lobby.stage == "lobby":
            place = None if table.seat is None else lobby.seats[table.seat]
            waits = place is not None and not place.ready
            return [*([BEGIN] if table.is_host else []), *([READY] if waits and not table.is_host else [])]
        if table.view is None or table.seat is None or table.seat in table.ready_seats:
            return []
        phase = table.view.public.phase
        return [READY] if phase == "deal" or (phase == "ready" and table.legal != (Go(),)) else []

    async def look(self) -> str:
        """Everything that this seat sees, what happened since the last look, and what it may do now."""
        await self._whole_list()
        await asyncio.sleep(0)  # the reader is as far as the state
        table = self.table
        self._told = table.seq
        lines = [f"{table.rules.title}, stage: {table.lobby.stage}. {self._people(table.lobby)}. {self._mine()}"]
        if table.closed is not None:
            lines.append(f"The connection has ended: {table.closed}")
        if self._events:
            lines += ["Since you last looked:", *(f"- {event}" for event in self._events)]
            self._events.clear()
        if table.view is not None:
            face = self._face(table.view)
            public = table.view.public
            lines += ["The table:", *face.overview(public), *face.others(public), *face.middle(public)]
            if table.view.private is not None:
                lines += face.own(table.view, table.legal)
        return "\n".join([*lines, *self._choices()])

    def _mine(self) -> str:
        seat = self.table.seat
        return "You watch." if seat is None else f"You are seat {seat}. Join link: {self.table.link}"

    def _choices(self) -> list[str]:
        choices = [f"- {one_line(choice)}" for choice in self.legal()]
        if choices:
            return ["You may do one of these now, with the tool act:", *choices]
        return ["There is nothing that you can do now; the tool wait tells you when there is."]

    def legal(self) -> list[str]:
        """All that may be done now, as text that `act` takes."""
        return [*map(_as_text, self.table.legal), *self.also()]

    async def _whole_list(self) -> None:
        """A long list of legal actions comes a little later than the view that it belongs to."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FULL_LIST_S):
                while self.table.more and self.table.closed is None:
                    self._changed.clear()
                    await self._changed.wait()

    # Doing

    async def act(self, action: str) -> None:
        """Do something: one of the actions that a look lists. Raises `Refused`."""
        table = self.table
        try:
            if table.seat is not None and (place := table.lobby.seats[table.seat]) is not None and place.idle:
                await table.back()  # a stand-in plays for who thinks for too long (T-07)
            match action.strip().strip('"'):
                case "begin":
                    await table.begin()
                case "ready":
                    await table.ready()
                case "rematch":
                    await table.rematch()
                case _:
                    await table.do(_read(action))
        except client.Refusal as no:
            raise self._refused(no) from None
        except client.Closed as closed:
            raise Refused(f"the connection has ended: {closed}") from None

    async def say(self, phrase: str) -> None:
        """Say a quick phrase. Raises `Refused`."""
        try:
            await self.table.say(phrase)
        except client.Refusal as no:
            raise self._refused(no) from None
        except client.Closed as closed:
            raise Refused(f"the connection has ended: {closed}") from None

    async def wait(self, most_s: float) -> bool:
        """Wait until there is something to do that was not there at the last look. Returns whether there is."""
        with suppress(TimeoutError):
            async with asyncio.timeout(most_s):
                while not self._news():
                    self._changed.clear()
                    await self._changed.wait()
        return self._news()

    def _news(self) -> bool:
        table = self.table
        if table.closed is not None:
            return True
        if not self.legal():
            return False
        return table.seq != self._told or not table.rules.race

    def _words(self) -> Sentences:
        return Sentences("en", [place.name for place in self.table.lobby.seats if place is not None], self.table.seat)

    def _refused(self, no: client.Refusal) -> Refused:
        return Refused(explained(no, self._words()))


def explained(no: client.Refusal, words: Sentences) -> str:
    """Why a request was refused, and what was expected instead."""
    expected = f" Expected: {one_line(no.expected)}." if no.expected else ""
    return f"{refusal(no, words)}{expected}"


def _as_text(action: Any) -> str:
    text: bytes = wire.encode(action)
    return text.decode()


def _read(action: str) -> Any:
    """The action as plain values; the server checks them."""
    try:
        read = msgspec.json.decode(action)
    except msgspec.DecodeError:
        read = None
    if not isinstance(read, dict):
        raise Refused(f'an action is one of those listed, as JSON like {{"do":"draw"}}, not {one_line(action[:80])!r}')
    return read
