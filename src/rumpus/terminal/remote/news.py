"""News from a table of a server, printed as they come."""

from __future__ import annotations

from math import ceil
from typing import Any

from rumpus import client, wire
from rumpus.contract import Go, Score
from rumpus.lines import Commit, Ready, Reveal, Sits
from rumpus.printable import one_line
from rumpus.terminal.remote.lobby import LobbyPrinter
from rumpus.terminal.remote.screen import RemoteScreen
from rumpus.terminal.sentences import wrap

COUNTDOWNS = {
    "go": "term-join-go",
    "begin": "term-join-begin",
    "deal": "term-join-deal",
    "ready": "term-join-wait",
    "tie": "term-join-tie-wait",
    "standoff": "term-standoff",
}


class NewsPrinter:
    """Brings the screen up to date with each piece of news."""

    def __init__(self, screen: RemoteScreen, lobby: LobbyPrinter) -> None:
        self._screen = screen
        self._lobby = lobby
        self._here = screen.table.here
        self._told_idle: set[int] = set()  # seats that are idle as the screen says
        self._mine = False  # whether the person has acted since the last update of the screen

    def hear(self, news: client.News) -> None:
        """Print one piece of news."""
        screen = self._screen
        match news:
            case client.Welcome():
                self._welcome(news)
            case client.Happened():
                self._happened(news)
            case client.Legal(legal=legal):
                screen.set_state(screen.view(), legal, more=False)
                self._update()
            case client.Lost():
                screen.lost = True
                screen.put(screen.words.say("term-join-lost"))
            case wire.Lobby(lobby=lobby, seq=seq):
                screen.seq = seq
                self._lobby.update(lobby)
            case wire.Here(people=people):
                self._people_here(people)
            case wire.Idle():
                self._idle(news)
            case wire.Said():
                self._said(news)
            case wire.Countdown():
                self._countdown(news)
            case wire.Refused():
                screen.put(wrap(screen.words.say("term-join-refused", why=news.expected or news.reason)))

    def _welcome(self, news: client.Welcome) -> None:
        screen = self._screen
        if screen.lost:
            screen.put(screen.words.say("term-join-again"))
        screen.lost = self._mine = False
        screen.seq = news.seq
        screen.lobby, self._here = news.lobby, news.here
        screen.set_state(news.view, news.legal, more=news.more)
        screen.ready = set(news.ready)
        if news.first:
            screen.put(wrap(screen.words.say("term-join-welcome", title=screen.rules.title, code=screen.lobby.code)))
            screen.put(f"  {one_line(screen.table.link)}")  # unwrapped, so that it can be copied
            if screen.lobby.scripted:
                screen.put(wrap(screen.words.say("term-join-scripted")))
        self._lobby.forget()
        if screen.lobby.stage == "lobby":
            self._lobby.show()
        elif news.view is not None:
            screen.sit_down()
            screen.show(whole=True)
            self._ask_to_go_on()
            if screen.stood_in_for:
                screen.put(wrap(screen.words.say("term-join-you-idle")))
            self._lobby.show_open()

    def _happened(self, news: client.Happened) -> None:
        screen = self._screen
        screen.seq = news.seq
        if news.lobby is not None:
            self._lobby.update(news.lobby)
        screen.set_state(news.view, news.legal, more=news.more)
        screen.sit_down()
        dealt = False
        for line in news.lines:
            dealt = dealt or line.action.deals
            self._mine = self._mine or (line.by is not None and line.by == screen.words.me)
            self._event(line.by, line.action)
        if dealt:
            self._mine = False
            screen.show(whole=True)
            self._ask_to_go_on()
        elif screen.can_act:
            self._update()
        if screen.lobby.stage == "over":
            self._over()

    def _update(self) -> None:
        """Show what is new, once all legal actions are known."""
        if not self._screen.more:
            mine, self._mine = self._mine, False
            self._screen.changed(mine)

    def _event(self, by: int | None, action: Any) -> None:
        screen = self._screen
        if isinstance(action, Score) or action.deals:
            screen.ready.clear()
        elif isinstance(action, Ready) and by is not None:
            screen.ready.add(by)
        if isinstance(action, Sits) and action.bot and action.seat == screen.words.me and screen.stood_in_for:
            screen.put(wrap(screen.words.say("term-join-you-idle")))
        elif isinstance(action, Sits):
            key = "term-join-takes-over" if action.bot else "term-join-back"
            screen.put(screen.words.say(key, who=action.name))
        elif not isinstance(action, Reveal | Commit):  # for who reads the record
            screen.event(by, action)

    def _ask_to_go_on(self) -> None:
        """Say what the match waits for, if it is not a move."""
        screen, say = self._screen, self._screen.words.say
        if screen.lobby.stage == "over":
            self._over()
        elif screen.legal() == (Go(),):
            screen.put(say("term-ask-go"))
        elif screen.asked_if_ready:
            screen.put(say("term-join-ask-ready"))
        elif screen.rules.race and screen.public().phase == "ready":
            screen.put(say("term-join-starts", who=screen.words.names[screen.face.starter(screen.public())]))

    def _over(self) -> None:
        screen = self._screen
        if screen.lobby.record is not None:
            link = f"{screen.table.server}/api/records/{screen.lobby.record}"
            screen.put(screen.words.say("term-join-record", link=link))  # unwrapped, so that it can be copied
        if screen.seat is not None:
            screen.put(wrap(screen.words.say("term-join-ask-rematch")))

    def _people_here(self, people: tuple[int, ...]) -> None:
        screen = self._screen
        known = {person.id for person in screen.lobby.people} - {screen.table.you}
        for person in sorted(known & set(people) ^ known & set(self._here)):
            key = "term-join-comes" if person in people else "term-join-drops"
            screen.put(screen.words.say(key, who=screen.name_of(person)))
        self._here = people

    def _idle(self, news: wire.Idle) -> None:
        """T-07: tell the host who is idle, and the person that a stand-in will play for them."""
        screen, say = self._screen, self._screen.words.say
        for idle in news.seats:
            if idle.seat in self._told_idle or not 0 <= idle.seat < len(screen.words.names):
                continue
            if idle.seat == screen.words.me and idle.ms is not None:
                screen.put(wrap(say("term-join-still-there", seconds=ceil(idle.ms / 1000))))
            elif idle.seat != screen.words.me and screen.is_host:
                screen.put(wrap(say("term-join-idle", who=screen.words.names[idle.seat])))
        self._told_idle = {idle.seat for idle in news.seats}

    def _said(self, said: wire.Said) -> None:
        screen = self._screen
        seats = screen.lobby.seats
        place = None if said.seat is None or not 0 <= said.seat < len(seats) else seats[said.seat]
        who = place.name if place is not None else screen.name_of(said.person or 0)
        screen.says(who, screen.phrase(said.phrase, said.card))

    def _countdown(self, news: wire.Countdown) -> None:
        screen, say = self._screen, self._screen.words.say
        if news.ms:
            screen.put(wrap(say(COUNTDOWNS[news.why], seconds=ceil(news.ms / 1000))))
            if news.why == "deal" and screen.asked_if_ready:
                screen.put(say("term-join-ask-ready"))
