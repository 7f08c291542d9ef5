"""The lobby of a table on the screen, and its changes during a match."""

from __future__ import annotations

from rumpus import wire
from rumpus.printable import one_line
from rumpus.terminal.remote.screen import RemoteScreen
from rumpus.terminal.sentences import row, wrap


class LobbyPrinter:
    """Prints the lobby whenever it has changed."""

    def __init__(self, screen: RemoteScreen) -> None:
        self._screen = screen
        self._shown: list[str] = []

    def update(self, lobby: wire.LobbyView) -> None:
        """Print what is new in the lobby."""
        screen = self._screen
        before, screen.lobby = screen.lobby, lobby
        if lobby.code != before.code:
            screen.put(screen.words.say("term-join-code", code=one_line(lobby.code)))
            screen.put(f"  {one_line(f'{screen.table.server}/#{lobby.code}')}")  # unwrapped, so that it can be copied
        if lobby.stage == "lobby":
            if before.stage != "lobby":
                screen.set_state(None, (), more=False)
                self._shown = []
            self.show()
        else:
            self._print_changes(before, lobby)

    def _print_changes(self, before: wire.LobbyView, lobby: wire.LobbyView) -> None:
        """What has changed in a match."""
        screen, say = self._screen, self._screen.words.say
        if before.stage == "lobby" and screen.table.salted is False:
            screen.put(wrap(say("term-join-no-salt")))
        if lobby.fair is not None and lobby.fair.again is not None and before.stage == "lobby":
            screen.put(wrap(say("term-join-same-deal", seats=lobby.fair.again.turn)))
        if lobby.paused != before.paused:
            screen.put(say("term-join-pause", paused="yes" if lobby.paused else "no"))
        if lobby.locked != before.locked:
            screen.put(say("term-join-locked" if lobby.locked else "term-join-unlocked"))
        if lobby.host != before.host and lobby.host is not None:
            me = "yes" if screen.is_host else "no"
            screen.put(say("term-join-host", me=me, who=screen.name_of(lobby.host)))
        for person in lobby.stop:
            if person not in before.stop and person != screen.table.you:
                screen.put(wrap(say("term-join-stop", who=screen.name_of(person))))

        self._print_tie(before, lobby)
        if lobby.open != before.open:
            self.show_open()
        if any(place and place.next == screen.table.you for place in lobby.seats):
            screen.put(say("term-join-take-next"))

    def _print_tie(self, before: wire.LobbyView, lobby: wire.LobbyView) -> None:
        screen, say = self._screen, self._screen.words.say
        if lobby.play_off is None:
            return
        me = "yes" if screen.table.you in lobby.play_off.asked else "no"
        if before.play_off is None:
            screen.put(wrap(say("term-join-tie", me=me)))
        agreed = () if before.play_off is None else before.play_off.agreed
        for person in lobby.play_off.agreed:
            if person not in agreed and person != screen.table.you:
                screen.put(say("term-join-tie-agreed", who=screen.name_of(person)))

    def show_open(self) -> None:
        """Print which seats somebody who watches may take over."""
        screen = self._screen
        if screen.seat is not None:
            return
        for seat in screen.lobby.open:
            place = screen.lobby.seats[seat] if seat < len(screen.lobby.seats) else None
            if place is not None:
                now = "yes" if place.gone else "no"
                screen.put(wrap(screen.words.say("term-join-open", who=place.name, number=seat + 1, now=now)))

    def forget(self) -> None:
        """Print the whole lobby next time, even if nothing has changed."""
        self._shown = []

    def show(self) -> None:
        """Print the lobby, unless it was printed just like this."""
        screen, rows = self._screen, self._rows()
        if rows == self._shown:
            return
        fresh, self._shown = not self._shown, rows
        screen.put(*rows)
        if fresh:
            role = "watch" if screen.seat is None else "host" if screen.is_host else "guest"
            screen.put(wrap(screen.words.say("term-join-ask", role=role)))

    def _rows(self) -> list[str]:
        lobby, say = self._screen.lobby, self._screen.words.say
        seats = lobby.seats
        places = [self._place(number, place) for number, place in enumerate(seats, 1) if place is not None]
        free = seats.count(None)
        rows = [row(say("term-join-seats"), [*places, *([say("term-join-free", count=free)] if free else [])])]
        seated = {place.person for place in seats if place is not None}
        if lobby.locked and not lobby.scripted:
            rows.append(f"  {say('term-join-locked')}")
        watching = [person.name for person in lobby.people if person.id not in seated]
        return [*rows, row(say("term-join-watching"), watching)] if watching else rows

    def _place(self, number: int, place: wire.Place) -> str:
        hosts = place.person is not None and place.person == self._screen.lobby.host
        what = place.bot or ("ready" if place.ready else "host" if hosts else "waits")
        host = "yes" if hosts and place.ready else "no"
        programs = {person.id for person in self._screen.lobby.people if person.program}
        name = f"{place.name} [bot]" if place.person in programs else place.name
        return self._screen.words.say("term-join-place", number=number, name=name, what=what, host=host)
