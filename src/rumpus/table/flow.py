"""What a table does by itself: deals, countdowns, time limits for turns, stand-ins for people who are away."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from rumpus import wire
from rumpus.contract import CALLED, DEAL, FINISHED, PLAY, READY, STOPPED, Go, Illegal, Malformed
from rumpus.games import GAMES, game
from rumpus.lobby import Declined, PlayOff, late, start
from rumpus.record import Chair, header_for
from rumpus.table import ending, grace, stand_ins
from rumpus.table.carry import moment_of
from rumpus.table.idle import Idle, Standstill
from rumpus.table.match import MOST_REFUSED, Match
from rumpus.table.news import Asked
from rumpus.table.patience import Patience
from rumpus.table.requests import all_agree_to_stop
from rumpus.table.timers import Timer

if TYPE_CHECKING:
    from rumpus.table.table import Table

BEGIN_S = 10.0  # T-03: how long to wait for players who are not ready after the host has said begin
LOOK_S = 4.0  # how long those who watch may look at the cards before GO, when there is nobody to wait for
TIE_S = 20.0  # how long those who tied may think about playing it off before they share the win (FC-22)
BETWEEN = DEAL, READY, CALLED
SCORE_S = 4.0  # how long the score sheet is shown when there is nobody to wait for
replace = msgspec.structs.replace


class Flow:
    """Advances one table: does every step that waits for nobody, and everything that is due."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._turn_of: tuple[int, int | None] | None = None  # turn number and seat that the turn timer is for
        self.patience = Patience(table)
        table.timers.moment = partial(moment_of, table)

    # The clock

    def due(self) -> float | None:
        """When something is due next; None while nothing is, or while the clocks stand still."""
        table = self.table
        if table.timers.still_since is not None:
            return None
        due = table.timers.next()
        match = table.match
        if match is None or table.lobby.stage != "match":
            return due
        if match.bots or match.called_at is not None or table.races.waiting:
            times = (due, match.lands_at(), match.closes_at(0.0), table.races.due())
            due = min((at for at in times if at is not None), default=None)
        patience = self.patience.due()
        return patience if due is None or (patience is not None and patience < due) else due

    def limit(self) -> float | None:
        """When the first time limit of people runs out; None if none is running."""
        times = (self.table.timers.next(), self.patience.next() if self.table.lobby.stage == "match" else None)
        return min((at for at in times if at is not None), default=None)

    def tick(self, now: float) -> None:
        """Do what is due."""
        timers = self.table.timers
        if timers.still_since is not None:
            return
        for what in timers.expired(now):
            if timers.expire(what):
                self._timeout(what, now)
        self._land(now)
        self.patience.lose(now)
        self.advance(now)

    def _timeout(self, what: Timer, now: float) -> None:
        match = self.table.match
        if isinstance(what, tuple):
            grace.over(self.table, *what, now)
        elif what == "begin":
            with suppress(Illegal, Malformed):  # somebody has left a seat meanwhile, and too few players remain
                self.begin(now)
        elif what == "deal":
            self._deal(now)
        elif what == "tie" and match is not None:
            self.table.write(now, lines=match.state.apply(None, FINISHED))
        elif what == "go" and match is not None:
            dealer = match.state.to_act()[0]
            with suppress(Declined):
                self.count_down(dealer if dealer in match.bots else None, now)
        elif what == "count":
            self._go(now)
        elif what == "turn" and match is not None:
            seat = match.state.to_act()[0]
            match.hurried = seat
            match.put_bot(seat, self.table.lobby.settings.stand_in)

    def _land(self, now: float) -> None:
        """Apply the moves of bots that are due."""
        table, match = self.table, self.table.match
        while match is not None and table.lobby.stage == "match" and (landed := match.land(now)) is not None:
            _, seat, action, _ = landed
            try:
                if isinstance(action, Go):
                    self.count_down(seat, now)
                elif table.races.enter(match, seat, action, None, now):
                    continue
                else:
                    table.write(now, lines=match.state.apply(seat, action))
            except (Illegal, Malformed):  # another seat was faster, which costs the bot only time (T-06)
                match.refused(seat)
            except Exception:  # the table is loaded again, and this bot makes plain moves then
                match.refused(seat, MOST_REFUSED)
                raise
            else:
                match.moved(seat)
            self.advance(now)

    # The start of a match and of a round

    def unready(self) -> list[int]:
        """The people who must still say that they are ready before the match begins."""
        lobby = self.table.lobby
        places = [place for place in lobby.seats if place and place.person not in (None, lobby.host)]
        return [place.person for place in places if not place.ready and place.person is not None]

    def wait_to_begin(self, now: float) -> None:
        """T-03: begin the match when everybody is ready, or after a while without them."""
        wait_s = min(BEGIN_S, self.table.lobby.settings.wait_s)
        self.table.timers.set("begin", now + wait_s)
        self._count("begin", wait_s)

    def begin(self, now: float, asked: Asked | None = None) -> None:
        """Begin the match; raises `Illegal` or `Malformed` if the rules do not allow this seating."""
        table = self.table
        seating, options = start.beginning(table.lobby)
        rules = game(table.lobby.game, options)
        state = rules.new(seating)  # raises if the rules do not allow it
        table.timers.clear()
        self.patience.restart(Idle(), Standstill())
        lobby = start.begun(table.lobby, seating)
        chairs = [
            Chair(place.name, place.bot, place.avatar, lobby.is_program(place) or msgspec.UNSET)
            for place in lobby.seats
            if place
        ]
        chain = lobby.chain
        fair = None if chain is None else chain.told()
        header = header_for(rules, chairs, seating.host, scripted=lobby.scripted, fair=fair, asks=seating.asks)
        table.match = match = Match(rules, state, header, now, table.stream, chain)
        table.write(now, lobby=lobby, header=header, deals=table.deals, asked=asked)
        for seat, place in enumerate(lobby.seats):
            if place is not None and place.bot is not None:
                match.put_bot(seat, place.bot)

    def _deal(self, now: float) -> None:
        table, match, lobby = self.table, self.table.match, self.table.lobby
        assert match is not None
        table.timers.drop("deal")
        number = match.state.round
        scripted = None
        if number < len(table.deals):
            with suppress(msgspec.ValidationError):
                scripted = msgspec.convert(table.deals[number], GAMES[lobby.game].action_type)
        if announced := match.house.announcement(deals=True):
            table.write(now, lines=announced)
        lines = match.deal(scripted, lobby.turners)
        cleared = replace(lobby, turners=(), stop=(), play_off=None)
        changed = cleared if cleared != lobby else None
        table.write(now, lines=lines, lobby=changed)

    def count_down(self, seat: int | None, now: float, asked: Asked | None = None) -> bool:
        """Start the countdown after a seat, or the table, said GO; returns whether the race has started at once."""
        table, match = self.table, self.table.match
        assert match is not None
        if match.going is not None or "count" in table.timers:
            raise Declined("counting")
        table.timers.drop("go")
        match.going = seat
        wait_s = table.lobby.settings.countdown_s
        if wait_s == 0:
            self._go(now, asked)
            return True
        table.timers.set("count", now + wait_s)
        self._count("go", wait_s)
        return False

    def _count(self, why: str, wait_s: float) -> None:
        self.table.tell(wire.Countdown(why=why, ms=round(wait_s * 1000)))  # type: ignore[arg-type]  # one of its six

    def _go(self, now: float, asked: Asked | None = None) -> None:
        match = self.table.match
        assert match is not None
        seat, match.going = match.going, None
        self.table.write(now, lines=match.state.apply(seat, Go()), asked=asked)
        self.advance(now)

    # What waits for nobody

    def advance(self, now: float) -> None:
        """Do everything that waits for nobody, set timers for the rest, and tell the keeper when something is due."""
        match = self.table.match
        if match is None or not self._in_the_middle(match):
            self._do_what_waits_for_nobody(now)
        self.patience.look(now)
        self.table.tell_due()

    def _in_the_middle(self, match: Match) -> bool:
        """Whether the table only waits for people to act, and knows for how long: so it is after most actions."""
        table, lobby, state = self.table, self.table.lobby, match.state
        if state.phase != PLAY or match.bots or match.hurried is not None or lobby.stage != "match":
            return False
        if table.timers.still_since is not None or table.races.waiting or not self.patience.seats().settled:
            return False
        if len(match.history) >= ending.MOST_LINES:
            return False  # it may have to be ended
        acting = state.to_act()
        return bool(acting) and (match.rules.race or self._turn_of == (state.turns, acting[0]))

    def _do_what_waits_for_nobody(self, now: float) -> None:
        """Do every step that waits for nobody, and set the timer of the turn."""
        table = self.table
        if len(table.here) != len(table.lobby.people):
            grace.watch(table, now)
        if table.lobby.stage == "lobby" and "begin" in table.timers and not self.unready():
            table.timers.drop("begin")
            self._timeout("begin", now)
        match = table.match
        if table.races.waiting:
            table.races.decide(now)
        while match is not None and table.lobby.stage == "match" and table.timers.still_since is None:
            before = table.seq
            if (end := ending.ending(match)) is not None:
                table.write(now, lines=match.state.apply(None, end))
            elif self.patience.seats().reserved and (seat := self._taken_over(match)) is not None:
                stand_ins.take_over(table, seat, now)
            else:
                self._settle(match, now)
            if table.seq == before:
                break

    def _taken_over(self, match: Match) -> int | None:
        """A seat that somebody who came during the match takes over now."""
        lobby, state = self.table.lobby, match.state
        between = state.phase == DEAL and state.round > 0
        for seat in self.patience.seats().reserved:
            if late.may_sit(lobby, lobby.place(seat), self.table.here, between=between, number=state.round):
                return seat
        return None

    def _settle(self, match: Match, now: float) -> None:
        """Do one thing that waits for nobody, if there is one; otherwise set the timers."""
        state, table = match.state, self.table
        if state.phase != PLAY and table.timers.drop("turn"):
            self._turn_of = None  # the round ended with this turn
        if state.phase in BETWEEN:
            self._settle_between(match, now)
        elif (chance := match.reshuffle()) is not None:
            if announced := match.house.announcement(deals=False):
                table.write(now, lines=announced)
            table.write(now, lines=state.apply(None, chance))
        else:
            if not match.rules.race:
                self.await_turn(match, now)
            if match.bots:
                for thought in match.ask(now, elsewhere=True):
                    table.tell(thought)

    def _settle_between(self, match: Match, now: float) -> None:
        """The same while nobody can play: before a deal, before GO, after a shout."""
        if match.state.phase == DEAL:
            self._await_deal(match, now)
        elif match.state.phase == READY:
            self._await_go(match, now)
        else:
            closes = match.closes_at(now)
            if closes is not None and closes <= now:
                self.table.write(now, lines=match.state.apply(None, match.rules.closing))

    def _await_play_off(self, match: Match, now: float) -> None:
        """FC-22: wait until those who tied have decided whether to play it off; without their word they share."""
        table, lobby = self.table, self.table.lobby
        places = [lobby.place(seat) for party in match.state.leaders() for seat in match.state.parties()[party]]
        people = tuple(place.person for place in places if place.person is not None and not place.stand_in)
        if not people:
            table.write(now, lines=match.state.apply(None, FINISHED))
        elif lobby.play_off is None:
            table.write(now, lobby=replace(lobby, play_off=PlayOff(asked=people)))
        elif set(people) <= set(lobby.play_off.agreed):
            table.timers.drop("tie")
            self._deal(now)
        else:
            wait_s = min(TIE_S, lobby.settings.wait_s)
            if table.timers.set("tie", now + wait_s):
                self._count("tie", wait_s)

    def _await_deal(self, match: Match, now: float) -> None:
        table = self.table
        if match.state.undecided():
            self._await_play_off(match, now)
        elif all_agree_to_stop(table.lobby):  # T-04: a stand-in has taken the seat of the last one who had not agreed
            table.write(now, lines=match.state.apply(None, STOPPED))
        elif match.state.round == 0 or self._all_ready(match):
            self._deal(now)
        else:
            wait_s = table.lobby.settings.wait_s
            wait_s = wait_s if self.patience.seats().awaited else min(wait_s, SCORE_S)
            if table.timers.set("deal", now + wait_s):
                self._count("deal", wait_s)

    def _await_go(self, match: Match, now: float) -> None:
        """T-03: people say that they are ready when they have looked at their cards; nobody waits for bots."""
        timers = self.table.timers
        if "count" in timers or match.going is not None:
            return
        dealer = match.state.to_act()[0]
        if dealer in match.bots and self._all_ready(match):
            self.count_down(dealer, now)
            return
        wait_s = self.table.lobby.settings.wait_s
        awaited = bool(self.patience.seats().awaited)
        until, before = now + (wait_s if awaited else min(LOOK_S, wait_s)), timers.get("go")
        if before is None or before > until:
            timers.expire("go")
            timers.set("go", until)
            if awaited and wait_s:
                self._count("ready", wait_s)

    def may_go(self, match: Match, dealer: int) -> bool:
        """T-03: whether all people except the one who says GO are ready. The table itself continues after a while."""
        return match.ready.issuperset(seat for seat in self.patience.seats().awaited if seat != dealer)

    def await_turn(self, match: Match, now: float) -> None:
        """Set the turn timer, if the table has one, and give the seat back to a player whose time had run out."""
        acting = match.state.to_act()
        if not acting:
            return  # the house has to do something first
        lobby, turn = self.table.lobby, acting[0]
        if match.hurried is not None and match.hurried != turn:
            place = lobby.place(match.hurried)
            if place.bot is None and place.stand_in is None:
                match.take_bot(match.hurried)
            match.hurried = None
        if self._turn_of != (match.state.turns, turn):
            self._turn_of = (match.state.turns, turn)
            turn_s = lobby.settings.turn_s
            if turn_s is not None:
                self.table.timers.drop("turn")
                if turn not in match.bots:
                    self.table.timers.set("turn", now + turn_s)

    def resume_turn(self, turns: int, seat: int | None) -> None:
        """The turn timer of this turn runs already."""
        self._turn_of = (turns, seat)

    def _all_ready(self, match: Match) -> bool:
        awaited = self.patience.seats().awaited
        return bool(awaited) and match.ready.issuperset(awaited)
