"""Deals that a device takes along, to play them without the server and send the record afterwards.

What a device does with cards that it holds nobody can see. So such a result is marked for good, and a day's must come
before the secret of the day is told.
"""

from __future__ import annotations

from rumpus.challenge import GRACE_S, Challenge, Event, Taken, encode, ends_at, seated
from rumpus.contract import Malformed
from rumpus.lobby import Challenge as AtTable
from rumpus.server.challenges.challenges import Challenges, must_be_new
from rumpus.server.challenges.devices import checked_key, device_of
from rumpus.server.problems import HttpProblem
from rumpus.server.rooms import Rooms
from rumpus.server.work.judging import Verdict, judge_text
from rumpus.wire import challenge as views


class Away:
    """What a device asks for that plays a challenge without the server."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._challenges: Challenges = rooms.challenges

    async def take(self, id_: str, ask: views.EnterChallenge, key: str | None, address: str) -> views.TakenDeal:
        """Give the deal to a device that has not begun; the same again to one that has it. Raises `HttpProblem`."""
        checked, challenges = checked_key(key), self._challenges
        keeper = await challenges.found(id_, address)
        device = device_of(id_, checked)

        def taken(challenge: Challenge) -> list[Event]:
            must_be_new(challenge, device)
            if device in challenge.tables:
                raise HttpProblem(409, "challenge-here", "this device plays it on the server already")
            if device in challenge.away:
                return []
            challenges.must_be_open(challenge, address)
            name, avatar = _named(challenge, ask)
            return [Taken(device=device, name=name, avatar=avatar)]

        await challenges.guarded(keeper, lambda: keeper.write_now(taken))
        return views.taken_deal(id_, keeper.kept)

    async def hand_in(self, id_: str, text: bytes, key: str | None, address: str) -> views.ChallengeView:
        """Judge the record of a match that was played on this device. Handed in once more it changes nothing."""
        checked, challenges = checked_key(key), self._challenges
        keeper = await challenges.found(id_, address)
        device, now = device_of(id_, checked), self._rooms.today()
        challenge = keeper.kept
        taken = challenge.away.get(device)
        if taken is None:
            raise HttpProblem(409, "challenge-not-taken", "this device has not taken the deal with it")
        if device not in challenge.outcomes:
            day = challenge.plan.day
            if day is not None and now >= ends_at(day) + GRACE_S:
                verdict = Verdict(why="the day was over")
            else:
                who = (taken.name, taken.avatar)
                verdict = await challenges.judged(text, judge_text, encode(challenge.plan), who, now, address=address)
            await challenges.finish(keeper, device, verdict)
        return challenges.view(keeper, device)


def _named(challenge: Challenge, ask: views.EnterChallenge) -> tuple[str, str]:
    """The name and avatar of a player as a table would accept them; raises `HttpProblem`."""
    try:
        lobby = seated(challenge.plan, AtTable(id=""), "", (ask.name, ask.avatar), "")
    except Malformed as error:
        raise HttpProblem(400, error.key, str(error)) from None
    return lobby.people[0].name, lobby.people[0].avatar
