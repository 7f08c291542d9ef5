"""The plan of a challenge, from the game's deal of the day or from a finished match; and the lobby of an entry."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rumpus.challenge.challenge import Plan
from rumpus.contract import Action, Malformed
from rumpus.fair import NAME, Chain, Shared, commit, sha256
from rumpus.games import GAMES, game
from rumpus.lobby import Lobby, Settings, opened, plain_options
from rumpus.lobby.settings import Challenge as AtTable
from rumpus.lobby.settings import Dealt

replace, to_builtins = msgspec.structs.replace, msgspec.to_builtins

# Everybody plays under the same conditions: alone with the bots, without hints, and nobody plays for them
SETTINGS = Settings(spectators=False, late=False, hints=False, idle_s=None, turn_s=None)


def plan_of_day(game: str, date: str, chain: Chain) -> Plan:
    """The deal of a day, with its own chain and without salts."""
    daily = GAMES[game].daily
    bots = daily.bots
    options = plain_options(game, dict(daily.options))
    lobby = opened(game, options, SETTINGS, ("?", None), "", bots)
    seats = tuple(place.bot for place in lobby.seats if place is not None)
    shared = replace(chain, salts=("",) * len(seats), shared=Shared(day=date))
    return Plan(game=game, options=plain_options(game, lobby.match_options()), seats=seats, chain=shared, day=date)


def open_chain(game: str, date: str) -> Chain:
    """The chain of a date, for play without a server. Everybody can compute it, so it proves nothing."""
    secret = sha256(f"{NAME}|date|{game}|{date}".encode("ascii"))
    return Chain(secret=secret.hex(), commit=commit(secret))


def plan_of_match(game: str, dealt: Dealt, bots: Sequence[str | None]) -> Plan:
    """The deals of a finished match of one person against bots, for somebody else."""
    if list(bots).count(None) != 1 or len(bots) != dealt.seating.players:
        raise Malformed("a match of one person against bots was expected")
    shared = replace(dealt.chain, again=None, shared=Shared(deals=dealt.deals, next=dealt.next))
    return Plan(game=game, options=dealt.options, seats=tuple(bots), chain=shared, sides=dealt.seating.sides)


def plan_of_round(match: Plan, number: int, deal: Action) -> Plan:
    """One round of a finished match, which this deal began: the same cards, for somebody else; raises `Malformed`."""
    rules = game(match.game, match.options)
    options, shared = rules.only_round(deal), match.chain.shared
    if options is None or shared is None:
        raise Malformed("a round of a kind that can be played by itself was expected")
    chain = replace(match.chain, shared=Shared(deals=(shared.deals[number - 1],), next=shared.next))
    turners = rules.chosen_in(deal)[1]
    return replace(match, options=to_builtins(options), chain=chain, turners=turners, round=number)


def seated(plan: Plan, at: AtTable, device: str, who: tuple[str, str | None], token: str) -> Lobby:
    """The lobby of an entry to a challenge: everything is fixed, nobody else can join, and it begins automatically."""
    lobby = Lobby(game=plan.game, options=plain_options(plan.game, {}), settings=SETTINGS, seats=(None,))
    person = lobby.join(*who, token, watch=False)
    lobby = replace(person, seats=tuple(None if level else person.seats[0] for level in plan.seats))
    for seat, level in enumerate(plan.seats):
        if level is not None:
            lobby = lobby.put(seat, lobby.bot(seat, level))
    # The options name seats of the match, which these are
    options = plain_options(plan.game, plan.options)
    lobby = replace(lobby, options=options, sides=plan.sides, turners=plan.turners, chain=plan.chain, locked=True)
    return replace(lobby, challenge=at, entry=device)
