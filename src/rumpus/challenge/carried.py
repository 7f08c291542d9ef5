"""A deal with a score to beat, carried by its link, for use without a server.

Whoever reads the link closely can know the cards, and nobody has checked the score: it is a word among friends.
"""

from __future__ import annotations

import base64
import binascii
import re

import msgspec

from rumpus.bots.base import LEVELS
from rumpus.challenge.challenge import Outcome, Plan, Set
from rumpus.challenge.plans import seated
from rumpus.contract import Illegal, Malformed
from rumpus.fair import commit
from rumpus.games import game
from rumpus.lobby import AVATARS, clean_name, plain_options
from rumpus.lobby import Challenge as AtTable

BEGINS = "here-"
LONGEST = 2000  # characters; a match of twelve with all salts takes about 900
HEX = re.compile("[0-9a-f]*")
SETTER = "setter"  # the device of whoever set it, which is another one than that of whoever opens it


class _Link(msgspec.Struct, frozen=True, array_like=True):
    """What the link says, in as few characters as that takes: options only where they are not the usual ones."""

    plan: Plan
    name: str
    avatar: str
    points: int
    rank: int
    ms: int


replace = msgspec.structs.replace
_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(_Link).decode


def carry(plan: Plan, outcome: Outcome) -> str:
    """The id of a challenge that says everything about it."""
    usual = plain_options(plan.game, {})
    changed = {name: value for name, value in plan.options.items() if usual.get(name) != value}
    short = replace(plan, options=changed, chain=replace(plan.chain, commit=""))
    packed = _pack(_Link(short, outcome.name, outcome.avatar, outcome.points, outcome.rank, outcome.ms))
    return BEGINS + base64.urlsafe_b64encode(packed).rstrip(b"=").decode()


def is_carried(id_: str) -> bool:
    """Whether an id is of this kind."""
    return id_.startswith(BEGINS)


def carried(id_: str) -> Set:
    """The first entry of the challenge that such an id carries; raises `Malformed` if it cannot be played."""
    text = id_.removeprefix(BEGINS)
    if len(id_) > LONGEST:
        raise Malformed(f"a link of up to {LONGEST} characters was expected")
    try:
        link = _unpack(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
        plan = _whole(link.plan)
    except (binascii.Error, msgspec.DecodeError, ValueError, LookupError, Illegal) as error:
        raise Malformed(f"this link carries no deal: {type(error).__name__}") from None
    if link.avatar not in AVATARS:
        raise Malformed("this link carries no deal: unknown avatar")
    name = clean_name(link.name)
    outcome = Outcome(
        name=name, avatar=link.avatar, points=link.points, rank=link.rank, ms=link.ms, record="", at=0.0, away=True
    )
    return Set(plan=plan, device=SETTER, outcome=outcome)


def _whole(plan: Plan) -> Plan:
    """The plan with all that it leaves out; raises `ValueError`, `LookupError`, `Malformed` or `Illegal`."""
    if plan.seats.count(None) != 1 or plan.day is not None or plan.chain.shared is None:
        raise ValueError("one person plays a deal that others play")
    if len(plan.chain.salts) != len(plan.seats) or not all(map(HEX.fullmatch, plan.chain.salts)):
        raise ValueError("every seat has a salt")
    if not set(plan.turners) <= set(range(len(plan.seats))) or not set(plan.seats) <= {None, *LEVELS}:
        raise ValueError("nobody sits there")
    chain = replace(plan.chain, commit=commit(bytes.fromhex(plan.chain.secret)))
    whole = replace(plan, options=plain_options(plan.game, plan.options), chain=chain)
    lobby = seated(whole, AtTable(id=""), "", ("?", None), "")
    game(plan.game, lobby.match_options()).new(lobby.seating())
    return whole
