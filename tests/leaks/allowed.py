"""What each viewer may be told, field by field: of the state, of the actions and of the lobby."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rumpus.contract import DEAL, OVER, PHASES
from rumpus.games.five_crowns.cards import PACK as FIVE_CROWNS
from rumpus.games.five_crowns.cards import RANKS
from rumpus.games.wackee_six.cards import COLOURS, HIGHEST
from rumpus.games.wackee_six.cards import PACK as WACKEE_SIX
from rumpus.games.wig_out.cards import CHARACTERS
from rumpus.games.wig_out.cards import PACK as WIG_OUT
from rumpus.lobby import Lobby, start

PACKS = {"five_crowns": FIVE_CROWNS, "wackee_six": WACKEE_SIX, "wig_out": WIG_OUT}
Plain = dict[str, Any]


class Leak(AssertionError):
    """A viewer was told something they may not know."""


def plain(value: Any) -> Any:
    """The value as decoded JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


# What may be seen: fields by name, values from the true state


def _wig_out(state: Any, seat: int | None) -> Plain:
    hands = [[name for name, count in zip(CHARACTERS, hand, strict=True) for _ in range(count)] for hand in state.hands]
    public = {
        "counted": state.counted,
        "ties": state.ties,
        "dealer": state.dealer,
        "hands": [len(hand) for hand in hands],
        "deck": len(state.deck),
        "piles": {name: count for name, count in zip(CHARACTERS, state.piles, strict=True) if count},
        "shown": hands if _between(state) else None,
    }
    return {"public": public, "private": None if seat is None else {"hand": hands[seat]}}


def _five_crowns(state: Any, seat: int | None) -> Plain:
    hands = [FIVE_CROWNS.texts(hand) for hand in state.hands]
    public = {
        "tie_break": state.tie_break,
        "tied": state.tied,
        "undo": state.undo,
        "tie_breaks": state.view(None).public.tie_breaks,
        "dealer": state.dealer,
        "dealt": state.dealt,
        "wild": RANKS[state.wild],
        "turn": state.turn,
        "taken": state.taken,
        "turns": state.turns,
        "hands": [len(hand) for hand in hands],
        "draw": len(state.draw),
        "discard": FIVE_CROWNS.names[state.discards[-1]] if state.discards else None,
        "discards": len(state.discards),
        "out": state.out,
        "laid": state.laid,
        "shown": hands if _between(state) else None,
    }
    return {"public": public, "private": None if seat is None else {"hand": hands[seat]}}


def _wackee_six(state: Any, seat: int | None) -> Plain:
    sides = [
        {
            "seats": seats,
            "turner": state.turner[side],
            "main": state.main[side],
            "up": [None if card < 0 else WACKEE_SIX.names[card] for card in state.up[side]],
            "down": len(state.down[side]),
            "deck": len(state.deck[side]),
            "turned": len(state.turned[side]),
            "top": WACKEE_SIX.texts(state.turned[side][-3:]),
            "played": WACKEE_SIX.texts(state.played[side]),
            "passes": state.passes[side],
        }
        for side, seats in enumerate(state.sides)
    ]
    piles = [
        {"colour": COLOURS[top // HIGHEST], "height": top % HIGHEST + 1, "wild": bool(state.wild_tops >> at & 1)}
        for at, top in enumerate(state.piles)
    ]
    public = {"starter": state.dealer, "sides": sides, "piles": piles, "caller": state.caller}
    if seat is None:
        return {"public": public, "private": None}
    side = state.side_of[seat]
    own = {"side": side, "turns": state.turner[side] == seat, "plays_main": state.main[side] == seat}
    return {"public": public, "private": own}


def _between(state: Any) -> bool:
    """Whether a round is over, so that all hands lie open."""
    return state.phase in (DEAL, OVER) and state.round > 0


_views: dict[str, Callable[[Any, int | None], Plain]] = {
    "five_crowns": _five_crowns,
    "wackee_six": _wackee_six,
    "wig_out": _wig_out,
}


def may_see(state: Any, seat: int | None) -> Plain:
    """All that this viewer may see of the true state."""
    view = _views[state.game.name](state, seat)
    alike = {
        "phase": PHASES[state.phase],
        "round": state.round,
        "totals": state.totals,
        "sheet": state.sheet,
        "ended": state.ended,
        "result": state.result,
    }
    seen: Plain = plain({"seat": seat, "public": view["public"] | alike, "private": view["private"]})
    return seen


# What may be told: the fields of each action that are for everybody, and those that are for the seat that did it

_chain = {"reveal": ("seeds", "secret"), "commit": ("commit",)}  # a seed stands in the journal when its round is over
_ends = {"score": ("round", "points", "totals", "why"), "result": ("why", "totals", "winners"), **_chain}
_table = {"ready": (), "seat": ("seat", "name", "bot"), "go": (), "shout": (), **_ends}
FOR_ALL: dict[str, dict[str, tuple[str, ...]]] = {
    "wig_out": {**_table, "deal": ("round", "dealer", "turned"), "start": ("cards",), "lay": ("card",), "draw": ()},
    "five_crowns": {
        **_table,
        "deal": ("round", "dealer", "wild", "discard", "tie_break"),
        "take": ("from",),
        "discard": ("card", "melds"),
        "lay_down": ("melds",),
        "reshuffle": (),
    },
    "wackee_six": {
        **_table,
        "deal": ("round", "starter", "sides"),
        "play": ("card", "from", "as", "pile", "airborne"),
        "turn": ("cards",),
        "recycle": (),
        "close": (),
    },
}
FOR_ITSELF = {"draw": ("card",), "take": ("card",)}
DEALT_SIDE = ("seats", "turner", "main", "up")


CONTEST = ("seen", "over", "beside", "tie")  # who claimed a place in a race, and when they saw their chance


def may_hear(game_name: str, line: Plain, seat: int | None) -> Plain:
    """All that this viewer may be told of a line of the journal."""
    kind = line["do"]
    fields = FOR_ALL[game_name][kind]
    if kind in FOR_ITSELF and (line["by"] == seat or line.get("from") == "discard"):
        fields += FOR_ITSELF[kind]
    told = {"by": line["by"], "do": kind} | {name: line[name] for name in (*fields, *CONTEST) if name in line}
    if "sides" in told:
        told["sides"] = [{name: side[name] for name in DEALT_SIDE if name in side} for side in told["sides"]]
    return told


LOBBY = ("game", "options", "settings", "seats", "host", "stage", "paused", "sides", "turners", "match", "stop")
PLACE = ("name", "avatar", "person", "bot", "ready", "stand_in", "gone", "idle", "next", "since", "handicaps", "chosen")
PERSON = "id", "name", "avatar", "program"
UNSAID: Plain = {"host": None, "stage": "lobby", "paused": False, "sides": None, "turners": [], "match": 0, "stop": []}


def may_know(lobby: Plain, code: str) -> Plain:
    """All that everybody at the table may know about the lobby."""
    known = {name: lobby[name] for name in LOBBY}
    known["seats"] = [place and {name: place[name] for name in PLACE if name in place} for place in lobby["seats"]]
    people = lobby.get("people", [])
    known["people"] = [{"program": False} | {name: one[name] for name in PERSON if name in one} for one in people]
    known |= {
        "code": code,
        "scripted": lobby.get("scripted", False),
        "locked": lobby.get("locked", False),
        "call": lobby.get("call"),
        "record": lobby.get("record"),
        "play_off": lobby.get("play_off"),
        "circle": lobby.get("circle"),  # its id alone: neither its name nor who of the people is a member
        "league": (lobby.get("league") or (None, None))[1],  # the number of a table in the circle's league
        "challenge": lobby.get("challenge"),  # which deal is played, by whom it was set and with what score: no device
    }
    whole = msgspec.convert(lobby, Lobby)
    chain = lobby.get("chain")  # whose secret nobody may know
    known["fair"] = chain and {"v": 1, "commit": chain["commit"], "salts": chain.get("salts", [])}
    if chain and "again" in chain:
        known["fair"]["again"] = chain["again"]
    possible = lobby["stage"] == "lobby" and start.turn(whole) is not None
    known["again"] = lobby.get("again", False) if possible else None
    parties = whole.parties()
    late = lobby.get("stage") == "match" and lobby["settings"]["late"]
    takers = [place and place.get("next") for place in lobby["seats"]]
    bots = [bool(place and (place.get("bot") or place.get("gone"))) for place in lobby["seats"]]
    known["open"] = [seat for seat, free in enumerate(bots) if late and free and takers[seat] is None]
    known["options"] = msgspec.to_builtins(whole.shown_options(parties))
    return known | {"parties": [list(party) for party in parties]}
