"""What a person types at a table of a server: commands, phrases and moves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

import msgspec

from rumpus import client, text, wire
from rumpus.contract import Go, Malformed
from rumpus.terminal import local
from rumpus.terminal.remote.errors import refusal
from rumpus.terminal.remote.lobby import LobbyPrinter
from rumpus.terminal.remote.screen import RemoteScreen
from rumpus.terminal.sentences import MARKS, command_of, echo, plain, typed_for, unmarked, wrap

COMMANDS = (
    *local.COMMANDS,
    *("leave", "ready", "begin", "rematch", "stop", "playoff", "share", "lock", "unlock", "code", "back"),
)
REQUESTS: dict[str, type[wire.Ask]] = {
    "ready": wire.Ready,
    "rematch": wire.Rematch,
    "stop": wire.Stop,
    "playoff": wire.PlayItOff,
    "share": wire.PlayItOff,
    "begin": wire.Begin,
    "code": wire.NewCode,
    "lock": wire.Lock,
    "unlock": wire.Lock,
    "back": wire.Back,
}
# Fields of a request, beyond its defaults
FIELDS: dict[str, dict[str, Any]] = {"unlock": {"locked": False}, "share": {"agree": False}}
LEAVING_S = 3.0  # how long to wait for the answer when the person leaves


class Commands:
    """Carries out what is typed. Requests run as tasks, so that news is shown while they wait for an answer."""

    def __init__(self, screen: RemoteScreen, lobby: LobbyPrinter) -> None:
        self._screen = screen
        self._lobby = lobby
        self.asks: set[asyncio.Future[None]] = set()  # requests without an answer
        self.takes_effect_after = -1  # a request was accepted at this number, and its effect is still to come
        self.leaving = False

    async def obey(self, line: str | None) -> None:
        """Carry out a typed line; None is the end of the input."""
        screen = self._screen
        typed = "" if line is None else plain(line)
        first, _, rest = typed.partition(" ")
        command = command_of(typed, COMMANDS)
        if line is None or command in ("quit", "leave"):
            await self.leave()
        elif first in typed_for("say"):
            self._say(rest)
        elif first in typed_for("cover"):
            self._stand_in(rest)
        elif command in REQUESTS:
            self._request(command)
        elif command == "rules":
            screen.put(wrap(unmarked(text.rules(screen.lobby.game, screen.words.language))))
        elif screen.lobby.stage == "lobby":
            self._in_lobby(typed, first, rest, command)
        elif first in typed_for("take"):
            self._take_over(rest)
        elif screen.view() is not None:
            self._in_match(typed, command)

    async def leave(self, *, interrupted: bool = False) -> None:
        """Leave the table."""
        self.leaving = True
        with suppress(client.Refusal, client.Closed, TimeoutError):
            async with asyncio.timeout(LEAVING_S):
                await self._screen.table.leave()
        self._screen.leave(interrupted=interrupted)
        if self._screen.lobby.stage == "match" and self._screen.seat is not None:
            self._screen.put(wrap(self._screen.words.say("term-join-come-back")))

    # In the lobby

    def _in_lobby(self, typed: str, first: str, rest: str, command: str | None) -> None:
        screen = self._screen
        if not typed:
            self._lobby.forget()
            self._lobby.show()
        elif command == "help":
            screen.put(screen.words.say("term-join-help"))
        elif first in typed_for("bot"):
            self._add_bot(rest)
        else:
            screen.put(wrap(screen.words.say("term-join-expected", typed=echo(typed))))

    def _add_bot(self, typed: str) -> None:
        screen = self._screen
        level = next((level for level in wire.LEVELS if typed in typed_for(f"level-{level}")), None)
        if level is None:
            screen.put(wrap(screen.words.say("term-join-levels", typed=echo(typed))))
        elif None not in screen.lobby.seats:
            screen.put(screen.words.say("term-join-no-seat"))
        else:
            self._ask(screen.table.add_bot(screen.lobby.seats.index(None), level))

    def _take_over(self, typed: str) -> None:
        """Take over a seat during a match, given by its number or the name there."""
        screen = self._screen
        named = {str(seat + 1): seat for seat in screen.lobby.open}
        named |= {plain(place.name): seat for seat, place in enumerate(screen.lobby.seats) if place}
        seat = named.get(typed)
        if seat is None or seat not in screen.lobby.open:
            screen.put(wrap(screen.words.say("term-join-take-none", typed=echo(typed))))
            self._lobby.show_open()
        else:
            self._ask(screen.table.take_seat(seat))

    # Phrases

    def _say(self, typed: str) -> None:
        """Say a phrase, given by its key or the beginning of its words. A request may end with a card."""
        screen = self._screen
        words, _, card = typed.rpartition(" ")
        wanted, named = self._phrases(typed), self._phrases(words) if words else []
        if len(wanted) == 1:
            self._ask(screen.table.say(wanted[0]))
        elif len(named) == 1 and named[0] in wire.REQUESTS:
            self._ask(screen.table.say(named[0], card))
        else:
            requests = screen.rules.requests
            offered = [phrase for phrase in wire.SAYINGS if phrase not in wire.REQUESTS or phrase in requests]
            screen.put(screen.words.say("term-join-sayings"))
            screen.put(*(f"  {phrase:14} {screen.phrase(phrase)}".rstrip() for phrase in offered))

    def _phrases(self, typed: str) -> list[str]:
        """The phrases that this may mean: those it names exactly, or else those that begin with it."""
        start = typed.strip(MARKS)
        if not start:
            return []
        meant = {phrase: (phrase, phrase.replace("-", " "), self._spoken(phrase)) for phrase in wire.SAYINGS}
        exact = [phrase for phrase, forms in meant.items() if start in forms]
        return exact or [phrase for phrase, forms in meant.items() if any(form.startswith(start) for form in forms)]

    def _spoken(self, phrase: str) -> str:
        return plain(self._screen.phrase(phrase)).strip(MARKS)

    # In a match

    def _in_match(self, typed: str, command: str | None) -> None:
        screen = self._screen
        if command == "help":
            screen.answer("help")
            screen.put(screen.words.say("term-join-help-match"))
        elif command == "score":
            screen.answer("score")
        elif not typed and screen.stood_in_for:
            self._request("back")
        elif not typed and screen.asked_if_ready:
            self._request("ready")
        elif not typed and screen.legal() != (Go(),):
            screen.show(whole=True)
        elif screen.words.me is None:
            screen.put(screen.words.say("term-join-looks-on"))
        elif command == "hint":
            self._ask(self._hint())
        elif not typed or (command == "go" and screen.rules.race):
            self._ask(screen.table.do(Go()), later=True)
        else:
            action = screen.understood(typed)
            if action is not None:
                self._ask(screen.table.do(action), later=True)

    def _stand_in(self, typed: str) -> None:
        """The host asks for a stand-in for somebody who is idle, by the beginning of their name (T-07)."""
        screen = self._screen
        idle = [seat.seat for seat in screen.table.idle if 0 <= seat.seat < len(screen.words.names)]
        meant = [seat for seat in idle if plain(screen.words.names[seat]).startswith(typed)]
        if len(meant) == 1:
            self._ask(screen.table.stand_in(meant[0]))
        else:
            names = screen.words.listed([screen.words.names[seat] for seat in idle]) if idle else ""
            screen.put(wrap(screen.words.say("term-join-cover", some="yes" if idle else "no", names=names)))

    async def _hint(self) -> None:
        """Print the move that the table suggests, and why."""
        screen = self._screen
        answer = await screen.table.ask(wire.Hint)
        view = screen.view()
        if not isinstance(answer, wire.Done) or answer.found is None or view is None:
            screen.hint(view, None, None)
        else:
            screen.hint(view, msgspec.convert(answer.found, screen.rules.action_type), answer.why)

    # Requests

    def _request(self, command: str) -> None:
        self._ask(self._screen.table.ask(REQUESTS[command], **FIELDS.get(command, {})), later=command == "begin")

    def _ask(self, asking: Awaitable[Any], *, later: bool = False) -> None:
        """Send a request without waiting for the answer. With `later`, it may take effect after it is accepted."""
        self.asks.add(asyncio.ensure_future(self._answered(asking, later=later)))

    async def _answered(self, asking: Awaitable[Any], *, later: bool) -> None:
        screen = self._screen
        try:
            answer = await asking
        except client.Refusal as no:
            screen.put(wrap(self._refused(no)))
        except Malformed as error:
            screen.put(wrap(screen.words.say("term-join-refused", why=str(error))))
        except (msgspec.ValidationError, LookupError, TypeError, ValueError) as fault:  # an answer that does not fit
            screen.put(wrap(screen.words.say("term-join-refused", why=f"{type(fault).__name__}: {fault}")))
        except client.Closed:
            pass  # `Remote.run` says so
        else:
            if later and isinstance(answer, wire.Done):
                self.takes_effect_after = answer.seq

    def _refused(self, no: client.Refusal) -> str:
        screen = self._screen
        try:
            return refusal(no, screen.words, None if screen.view() is None else screen.face.card)
        except (AttributeError, LookupError, ValueError):  # the facts name cards that the game does not have
            return refusal(no, screen.words)
