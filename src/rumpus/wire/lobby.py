"""The lobby as everybody at the table sees it."""

from __future__ import annotations

from typing import Literal

import msgspec

from rumpus import fair
from rumpus.lobby import Challenge, Lobby, Place, PlayOff, Settings, start
from rumpus.wire.fields import GameOptions


class PersonView(msgspec.Struct, frozen=True, kw_only=True):
    """A person at the table, seated or watching."""

    id: int
    name: str
    avatar: str
    program: bool = False  # says that it is no person but a program


class LobbyView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a table except the match itself, as everybody there sees it."""

    code: str
    game: str
    options: GameOptions
    settings: Settings
    stage: Literal["lobby", "match", "over"]
    seats: tuple[Place | None, ...]
    people: tuple[PersonView, ...]
    host: int | None
    paused: bool
    sides: tuple[tuple[int, ...], ...] | None  # seats that play together, if the host arranged it
    turners: tuple[int, ...]  # seats that turn the hand deck in the next round, where partners chose that
    match: int  # how many matches have begun here
    scripted: bool  # whether the first deals were given rather than shuffled
    stop: tuple[int, ...]  # people who agree to stop (T-04)
    record: str | None  # the name of the last finished match's record
    parties: tuple[tuple[int, ...], ...] = ()  # who scores together, or would if the match began now
    locked: bool = False  # whether nobody new can join or watch
    call: str | None = None  # the link of a call that people talk in meanwhile
    fair: fair.Fair | None = None  # how the deals can be checked; `salts` is empty until the match begins
    again: bool | None = None  # whether the last match's deals come again; None if that cannot be
    open: tuple[int, ...] = ()  # during a match: seats that somebody without one may take over
    play_off: PlayOff | None = None  # while those who tied decide whether to play it off, and who agrees
    circle: str | None = None  # the id of the circle in whose book the results are written
    league: int | None = None  # the table of that circle's league which the first match here is played for
    challenge: Challenge | None = None  # which this table is an entry to


def lobby_view(lobby: Lobby, code: str) -> LobbyView:
    """What everybody at the table may know of its lobby: neither tokens nor scripted deals."""
    parties = lobby.parties()
    return LobbyView(
        code=code,
        game=lobby.game,
        options=lobby.shown_options(parties),
        settings=lobby.settings,
        stage=lobby.stage,
        seats=lobby.seats,
        people=tuple(PersonView(id=it.id, name=it.name, avatar=it.avatar, program=it.program) for it in lobby.people),
        host=lobby.host,
        paused=lobby.paused,
        sides=lobby.sides,
        turners=lobby.turners,
        match=lobby.match,
        scripted=lobby.scripted,
        locked=lobby.locked,
        call=lobby.call,
        stop=lobby.stop,
        open=lobby.open_seats(),
        play_off=lobby.play_off,
        record=lobby.record,
        parties=tuple(map(tuple, parties)),
        fair=None if lobby.chain is None else lobby.chain.told(),
        again=lobby.again if lobby.stage == "lobby" and start.turn(lobby) is not None else None,
        circle=lobby.circle,
        league=None if lobby.league is None else lobby.league[1],
        challenge=lobby.challenge,
    )
