"""A table far away at the terminal: the lobby, the match and what comes after it, through `rumpus.client`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from math import ceil
from typing import IO, Any

import msgspec

from rumpus import client, text, wire
from rumpus.contract import Go, Illegal, Malformed, Score
from rumpus.games import game
from rumpus.lines import Ready, Sits
from rumpus.terminal import loop
from rumpus.terminal.faces import face_seen
from rumpus.terminal.keys import Keys
from rumpus.terminal.screen import Screen
from rumpus.terminal.words import MARKS, Words, command_of, echo, plain, row, typed_for, unmarked, wrap

COMMANDS = (*loop.COMMANDS, "leave", "ready", "begin", "rematch", "stop")
LEAVING_S = 3.0
ENDINGS = {
    wire.CLOSE_NEWER: "newer",
    wire.CLOSE_REMOVED: "removed",
    wire.CLOSE_TABLE: "table",
    wire.CLOSE_TOKEN: "token",
}


def run(
    link: str,
    name: str,
    language: str,
    input: IO[str],  # noqa: A002  # the word of the command line for it
    output: IO[str],
    *,
    watch: bool = False,
    opening: dict[str, Any] | None = None,
) -> int:
    """The same as `join`, to be called where nothing else goes on; Ctrl-C leaves like `quit`."""
    try:
        return asyncio.run(join(link, name, language, input, output, watch=watch, opening=opening))
    except KeyboardInterrupt:
        return 0


async def join(
    link: str,
    name: str,
    language: str,
    input: IO[str],  # noqa: A002  # the same
    output: IO[str],
    *,
    watch: bool = False,
    opening: dict[str, Any] | None = None,
) -> int:
    """Sit down at the table of this link, or look on, until one leaves; gives an exit code. Raises `Malformed`.

    With `opening` (game, options, bots) it is a new table on the link's server.
    """
    words = Words(text.check_language(language), ())
    try:
        shown = wire.clean_name(name)
        if opening is not None:
            seated = await client.open_table(client.parts(link)[0], name=shown, **opening)
        else:
            seated = await client.join(link, name=shown, watch=watch)
        async with client.Table(link, seated.token) as table:
            return await Remote(table, language, input, output).run()
    except client.Refusal as no:
        sentence = refusal(no, words)
    except client.Unreachable:
        sentence = words.say("term-join-unreachable", server=client.parts(link)[0])
    except client.Closed as closed:
        sentence = ending(closed, words)
    output.write(f"{wrap(sentence)}\n")
    output.flush()
    return 1


def refusal(no: client.Refusal, words: Words, name: Callable[[str], str] | None = None) -> str:
    """Why the table says no; in a race also who was first, and by how much."""
    try:
        sentence = text.refusal(Illegal(no.clause or "", no.reason, **no.facts), words.language, name)
    except (LookupError, ValueError):  # no words for it, or others than these: a server newer than this program
        sentence = words.say("term-join-refused", why=no.expected or no.reason)
    if no.clause:
        sentence = f"{sentence} ({no.clause})"
    if no.first is not None and no.first < len(words.names):
        sentence = f"{sentence} {words.say('term-join-first', who=words.names[no.first], ms=no.by_ms or 0)}"
    return sentence


def ending(closed: client.Closed, words: Words) -> str:
    """Why it is over for good."""
    return words.say("term-join-closed", why=ENDINGS.get(closed.code or 0, "other"), reason=closed.reason)


class Typed(msgspec.Struct, frozen=True):
    """A line that the person typed; None is the end of all lines."""

    line: str | None


class Remote(Screen):
    """One person at a table far away. Everything is shown as it was when the news of it was made."""

    def __init__(self, table: client.Table, language: str, source: IO[str], output: IO[str]) -> None:
        super().__init__(Words(language, ()), output)
        self.table = table
        self.lobby = table.lobby
        self.rules = table.rules
        self._keys = Keys(source)
        self._view: Any = None
        self._legal: tuple[Any, ...] = ()
        self._more = False
        self._mine = False  # what the person did waits to be shown until all that is legal is known
        self._ready: set[int] = set()  # seats that are ready for the next round
        self._here = table.here
        self._lost = False
        self._seq = 0  # the last number that was told of
        self._held = -1  # what was asked for happens after this number; a script waits for it
        self._rows: list[str] = []  # the lobby as it was shown last
        self._news: asyncio.Future[client.News | None] | None = None
        self._line: asyncio.Future[str | None] | None = None
        self._asks: set[asyncio.Future[None]] = set()
        self._match = 0
        self._leaving = False

    # How things stand

    def public(self) -> Any:
        """What everybody sees."""
        return self._view.public

    def view(self) -> Any:
        """What the person sees."""
        return self._view

    def legal(self) -> Sequence[Any]:
        """What the person can do now."""
        return self._legal

    @property
    def _seat(self) -> int | None:
        you = self.table.you
        return next((at for at, place in enumerate(self.lobby.seats) if place and place.person == you), None)

    @property
    def _place(self) -> wire.Place | None:
        return None if self._seat is None else self.lobby.seats[self._seat]

    @property
    def _hosts(self) -> bool:
        return self.lobby.host == self.table.you

    @property
    def _between(self) -> bool:
        """Whether a round is over and the person has not said yet that they are ready for the next."""
        over = self.lobby.stage == "match" and self._view is not None and self.public().phase == "deal"
        return over and self._seat is not None and self._seat not in self._ready

    @property
    def _acts(self) -> bool:
        """Whether the person is one of those who may act now."""
        if self.words.me is None or self.lobby.stage != "match":
            return False
        if self._legal:
            return True
        return self.rules.race and bool(self.public().phase == "play")

    # The loop

    async def run(self) -> int:
        """Until the person leaves, or the table closes; gives an exit code."""
        try:
            while not self._leaving:
                told = await self._next()
                if told is None:
                    return self._closed()
                if isinstance(told, Typed):
                    self._prompted = False
                    await self._obey(told.line)
                else:
                    self._hear(told)
        except asyncio.CancelledError:  # Ctrl-C
            await self._leave(interrupted=True)
            raise
        finally:
            for one in (self._news, self._line, *self._asks):
                if one is not None:
                    one.cancel()
            self._keys.close()
            self.output.flush()
        return 0

    async def _next(self) -> client.News | Typed | None:
        """Whatever comes first, news or a line; None when the table has closed."""
        while True:
            self._news = self._news or asyncio.ensure_future(anext(self.table, None))
            if not self._news.done() and not self.table.behind:
                self._listen()
            self.output.flush()
            waited = [one for one in (self._news, self._line, *self._asks) if one is not None]
            await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            self._asks = {one for one in self._asks if not one.done()}
            if self._news.done():
                told, self._news = self._news.result(), None
                return told
            if self._line is not None and self._line.done():
                typed, self._line = Typed(self._line.result()), None
                return typed

    def _listen(self) -> None:
        """Wait for a line, if it is the moment for one."""
        if self._keys.typed and (self.lobby.stage != "match" or (not self.rules.race and self._acts)):
            self.prompt()
        if self._line is None and (self._keys.typed or self._expects()):
            self._line = self._keys.next()

    def _expects(self) -> bool:
        """Whether a script has its turn: what nobody types keeps until there is something to be done."""
        place = self._place
        if place is None or self._asks or self._seq <= self._held or self._lost:
            return False
        if self.lobby.stage == "lobby":
            return self._hosts or not place.ready
        return self.lobby.stage == "over" or self._between or (bool(self._legal) and not self._more)

    def _closed(self) -> int:
        closed = self.table.closed
        assert closed is not None
        self.put(wrap(ending(closed, self.words)))
        return 1

    # What is told

    def _hear(self, news: client.News) -> None:
        match news:
            case client.Welcome():
                self._welcome(news)
            case client.Happened():
                self._happened(news)
            case client.Legal(legal=legal):
                self._legal, self._more = legal, False
                self._update()
            case client.Lost():
                self._lost = True
                self.put(self.words.say("term-join-lost"))
            case wire.Lobby(lobby=lobby, seq=seq):
                self._seq = seq
                self._lobby(lobby)
            case wire.Here(people=people):
                self._who_is_here(people)
            case wire.Said():
                self._said(news)
            case wire.Countdown():
                self._countdown(news)
            case wire.Refused():
                self.put(wrap(self.words.say("term-join-refused", why=news.expected or news.reason)))

    def _welcome(self, news: client.Welcome) -> None:
        if self._lost:
            self.put(self.words.say("term-join-again"))
        self._lost = self._mine = False
        self._more = news.more
        self._seq, self._held = news.seq, -1
        self.lobby, self._here = news.lobby, news.here
        self._view, self._legal = news.view, news.legal
        if news.first:
            self.put(wrap(self.words.say("term-join-welcome", title=self.rules.title, code=self.lobby.code)))
            self.put(f"  {self.table.link}")  # unwrapped, so that it can be copied
        self._rows = []
        if self.lobby.stage == "lobby":
            self._show_lobby()
        elif self._view is not None:
            self._sit_down()
            self.show(whole=True)
            self._ask_to_go_on()

    def _happened(self, news: client.Happened) -> None:
        self._seq = news.seq
        if news.lobby is not None:
            self._lobby(news.lobby)
        self._view, self._legal, self._more = news.view, news.legal, news.more
        self._sit_down()
        dealt = False
        for line in news.lines:
            dealt = dealt or line.action.deals
            self._mine = self._mine or (line.by is not None and line.by == self.words.me)
            self._tell(line.by, line.action)
        if dealt:
            self._mine = False
            self._dealt()
        elif self._acts:
            self._update()
        if self.lobby.stage == "over":
            self._over()

    def _update(self) -> None:
        """Show what is new, once everything is known that can be done."""
        if not self._more:
            mine, self._mine = self._mine, False
            self.changed(mine)

    def _tell(self, by: int | None, action: Any) -> None:
        if isinstance(action, Score) or action.deals:
            self._ready.clear()
        elif isinstance(action, Ready) and by is not None:
            self._ready.add(by)
        if isinstance(action, Sits):
            key = "term-join-takes-over" if action.bot else "term-join-back"
            self.put(self.words.say(key, who=action.name))
        else:
            self.event(by, action)

    def _sit_down(self) -> None:
        """The names and the face of the match that is on."""
        names = tuple(place.name for place in self.lobby.seats if place is not None)
        if (names, self._seat, self.lobby.match) != (self.words.names, self.words.me, self._match):
            self._match = self.lobby.match
            self.rules = game(self.lobby.game, self.lobby.options, strict=False)
            self.words = Words(self.words.language, names, self._seat)
            self.face = face_seen(self.rules, self.public(), self.words)

    def _dealt(self) -> None:
        self.show(whole=True)
        self._ask_to_go_on()

    def _ask_to_go_on(self) -> None:
        """Say what the match waits for, where that is not a move."""
        if self.lobby.stage == "over":
            self._over()
        elif self._legal == (Go(),):
            self.put(self.words.say("term-ask-go"))
        elif self.rules.race and self.public().phase == "ready":
            self.put(self.words.say("term-join-starts", who=self.words.names[self.face.starter(self.public())]))
        elif self._between:
            self.put(self.words.say("term-join-ask-ready"))

    def _over(self) -> None:
        if self.lobby.record is not None:
            link = f"{self.table.server}/api/records/{self.lobby.record}"
            self.put(self.words.say("term-join-record", link=link))  # unwrapped, so that it can be copied
        if self._seat is not None:
            self.put(wrap(self.words.say("term-join-ask-rematch")))

    # The lobby

    def _lobby(self, lobby: wire.LobbyView) -> None:
        before, self.lobby = self.lobby, lobby
        if lobby.stage == "lobby":
            if before.stage != "lobby":
                self._view, self._legal, self._rows = None, (), []
            self._show_lobby()
            return
        if lobby.paused != before.paused:
            self.put(self.words.say("term-join-pause", paused="yes" if lobby.paused else "no"))
        if lobby.host != before.host and lobby.host is not None:
            me = "yes" if self._hosts else "no"
            self.put(self.words.say("term-join-host", me=me, who=self._name(lobby.host)))
        for person in lobby.stop:
            if person not in before.stop and person != self.table.you:
                self.put(wrap(self.words.say("term-join-stop", who=self._name(person))))

    def _show_lobby(self) -> None:
        rows = self._lobby_rows()
        if rows == self._rows:
            return
        fresh, self._rows = not self._rows, rows
        self.put(*rows)
        if fresh:
            role = "watch" if self._seat is None else "host" if self._hosts else "guest"
            self.put(wrap(self.words.say("term-join-ask", role=role)))

    def _lobby_rows(self) -> list[str]:
        say, seats = self.words.say, self.lobby.seats
        places = [self._place_words(number, place) for number, place in enumerate(seats, 1) if place is not None]
        free = seats.count(None)
        rows = [row(say("term-join-seats"), [*places, *([say("term-join-free", count=free)] if free else [])])]
        seated = {place.person for place in seats if place is not None}
        watching = [person.name for person in self.lobby.people if person.id not in seated]
        return [*rows, row(say("term-join-watching"), watching)] if watching else rows

    def _place_words(self, number: int, place: wire.Place) -> str:
        hosts = place.person is not None and place.person == self.lobby.host
        what = place.bot or ("ready" if place.ready else "host" if hosts else "waits")
        host = "yes" if hosts and place.ready else "no"
        return self.words.say("term-join-place", number=number, name=place.name, what=what, host=host)

    def _name(self, person: int) -> str:
        found = (one.name for one in self.lobby.people if one.id == person)
        return next(found, self.words.say("term-join-somebody"))

    def _who_is_here(self, people: tuple[int, ...]) -> None:
        known = {one.id for one in self.lobby.people} - {self.table.you}
        for person in sorted(known & set(people) ^ known & set(self._here)):
            key = "term-join-comes" if person in people else "term-join-drops"
            self.put(self.words.say(key, who=self._name(person)))
        self._here = people

    def _said(self, said: wire.Said) -> None:
        place = None if said.seat is None or said.seat >= len(self.lobby.seats) else self.lobby.seats[said.seat]
        who = place.name if place is not None else self._name(said.person or 0)
        self.says(who, self._phrase(said.phrase, said.card))

    def _phrase(self, phrase: str, card: str | None = None) -> str:
        try:
            return self.words.say(f"phrase-{phrase}", card=card or "none")
        except LookupError:  # a server newer than this program
            return " ".join([phrase.replace("-", " "), *([card] if card else [])])

    def _countdown(self, news: wire.Countdown) -> None:
        if news.ms:
            key = {"go": "term-join-go", "begin": "term-join-begin", "deal": "term-join-deal"}[news.why]
            self.put(wrap(self.words.say(key, seconds=ceil(news.ms / 1000))))
            if news.why == "deal" and self._between:
                self.put(self.words.say("term-join-ask-ready"))

    # What the person types

    async def _obey(self, line: str | None) -> None:
        typed = "" if line is None else plain(line)
        first, _, rest = typed.partition(" ")
        command = command_of(typed, COMMANDS)
        if line is None or command in ("quit", "leave"):
            await self._leave()
        elif first in typed_for("say"):
            self._say(rest)
        elif command in ("ready", "rematch", "stop", "begin"):
            self._command(command)
        elif command == "rules":
            self.put(wrap(unmarked(text.rules(self.lobby.game, self.words.language))))
        elif self.lobby.stage == "lobby":
            self._in_lobby(typed, first, rest, command)
        elif self._view is not None:
            self._in_match(typed, command)

    async def _leave(self, *, interrupted: bool = False) -> None:
        self._leaving = True
        with suppress(client.Refusal, client.Closed, TimeoutError):
            async with asyncio.timeout(LEAVING_S):
                await self.table.leave()
        self.leave(interrupted=interrupted)

    def _command(self, command: str) -> None:
        asks: dict[str, type[wire.Ask]] = {
            "ready": wire.Ready,
            "rematch": wire.Rematch,
            "stop": wire.Stop,
            "begin": wire.Begin,
        }
        self._ask(self.table.ask(asks[command]), later=command == "begin")

    def _in_lobby(self, typed: str, first: str, rest: str, command: str | None) -> None:
        if not typed:
            self._rows = []
            self._show_lobby()
        elif command == "help":
            self.put(self.words.say("term-join-help"))
        elif first in typed_for("bot"):
            self._add_bot(rest)
        else:
            self.put(wrap(self.words.say("term-join-expected", typed=echo(typed))))

    def _add_bot(self, typed: str) -> None:
        level = next((level for level in wire.LEVELS if typed in typed_for(f"level-{level}")), None)
        if level is None:
            self.put(wrap(self.words.say("term-join-levels", typed=echo(typed))))
        elif None not in self.lobby.seats:
            self.put(self.words.say("term-join-no-seat"))
        else:
            self._ask(self.table.add_bot(self.lobby.seats.index(None), level))

    def _say(self, typed: str) -> None:
        """A phrase by its key or the beginning of its words; a request may end with a card."""
        words, _, card = typed.rpartition(" ")
        wanted, named = self._sayings(typed), self._sayings(words) if words else []
        if len(wanted) == 1:
            self._ask(self.table.say(wanted[0]))
        elif len(named) == 1 and named[0] in wire.REQUESTS:
            self._ask(self.table.say(named[0], card))
        else:
            requests = self.rules.requests
            sayings = [saying for saying in wire.SAYINGS if saying not in wire.REQUESTS or saying in requests]
            self.put(self.words.say("term-join-sayings"))
            self.put(*(f"  {saying:14} {self._phrase(saying)}".rstrip() for saying in sayings))

    def _sayings(self, typed: str) -> list[str]:
        start = typed.strip(MARKS)
        if not start:
            return []
        meant = {saying: (saying, saying.replace("-", " "), self._spoken(saying)) for saying in wire.SAYINGS}
        exact = [saying for saying, forms in meant.items() if start in forms]
        return exact or [saying for saying, forms in meant.items() if any(form.startswith(start) for form in forms)]

    def _spoken(self, saying: str) -> str:
        return plain(self._phrase(saying)).strip(MARKS)

    def _in_match(self, typed: str, command: str | None) -> None:
        if command == "help":
            self.answer("help")
            self.put(self.words.say("term-join-help-match"))
        elif command == "score":
            self.answer("score")
        elif not typed and self._between:
            self._command("ready")
        elif not typed and self._legal != (Go(),):
            self.show(whole=True)
        elif self.words.me is None:
            self.put(self.words.say("term-join-looks-on"))
        elif command == "hint":
            self._ask(self._hint())
        elif not typed or (command == "go" and self.rules.race):
            self._ask(self.table.do(Go()), later=True)
        else:
            action = self.understood(typed)
            if action is not None:
                self._ask(self.table.do(action), later=True)

    async def _hint(self) -> None:
        """What the table would do in the person's place."""
        found = await self.table.find(wire.Hint)
        if found is None or self._view is None:
            self.put(self.words.say("term-hint-none"))
            return
        action = msgspec.convert(found, self.rules.action_type)
        self.put(self.words.say("term-hint", what=self.face.write(action, self._view)))

    def _ask(self, asking: Awaitable[Any], *, later: bool = False) -> None:
        """Ask without waiting: what happens meanwhile is told meanwhile."""
        self._asks.add(asyncio.ensure_future(self._answered(asking, later=later)))

    async def _answered(self, asking: Awaitable[Any], *, later: bool) -> None:
        try:
            answer = await asking
        except client.Refusal as no:
            self.put(wrap(refusal(no, self.words, None if self._view is None else self.face.card)))
        except Malformed as error:
            self.put(wrap(self.words.say("term-join-refused", why=str(error))))
        except client.Closed:
            pass  # the news say so
        else:
            if later and isinstance(answer, wire.Done):
                self._held = answer.seq
