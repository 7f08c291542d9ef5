"""What can be played at a server, or on a device: the answer to /api/games."""

from __future__ import annotations

from functools import cache

import msgspec

from rumpus import wire
from rumpus.bots.base import PHRASES
from rumpus.contract import Game
from rumpus.games import GAMES


@cache
def offer(languages: tuple[str, ...] = (), coached: frozenset[str] = frozenset()) -> bytes:
    """The answer to /api/games: the games with their options and seats, and the bots, avatars and phrases.

    `coached` are the games whose coach can be asked here.
    """
    games = {
        name: wire.GameOffer(
            title=rules.title,
            seats=(rules.seats[0], rules.seats[-1]),
            race=rules.race,
            lowest_wins=rules.lowest_wins,
            single_rounds=rules.only_round is not Game.only_round,
            options=msgspec.json.schema(rules.options_type),
            requests=rules.requests,
            kinds=rules.pack.names,
            chance=rules.layouts(),
            coach=name in coached,
        )
        for name, rules in GAMES.items()
    }
    answer = wire.Offer(
        version=wire.VERSION,
        games=games,
        settings=msgspec.json.schema(wire.Settings),
        levels=wire.LEVELS,
        avatars=wire.AVATARS,
        phrases=PHRASES,
        emotes=wire.EMOTES,
        requests=wire.REQUESTS,
        languages=languages,
        name_length=wire.NAME_LENGTH,
    )
    return msgspec.json.encode(answer)
