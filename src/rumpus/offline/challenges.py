"""Shared deals on a device alone: taken along from a server, carried by a link, or of a date.

The server's own `Challenges` keeps them, in the device's journal. Only where a deal comes from is another matter.
"""

from __future__ import annotations

from contextlib import suppress

from rumpus.challenge import (
    Outcome,
    Plan,
    Set,
    carried,
    carry,
    date_in,
    date_of,
    ends_at,
    is_carried,
    open_chain,
    open_id,
    plan_of_day,
    yesterday,
)
from rumpus.contract import Malformed
from rumpus.games import GAMES
from rumpus.journal import Conflict
from rumpus.offline.line import HERE
from rumpus.server.challenges.challenges import Challenges
from rumpus.server.challenges.devices import device_of
from rumpus.server.problems import HttpProblem
from rumpus.wire import challenge as views

KEY = "0" * 32  # of this device among those of its own challenges: there is no other
SETTER = "setter"  # the device of whoever set the score


class DeviceChallenges(Challenges):
    """The challenges of a device."""

    def first_of(self, id_: str) -> Set | None:
        """A deal that its id says all about: that of today, or what a link carries."""
        if is_carried(id_):
            try:
                return carried(id_)
            except Malformed as error:
                raise HttpProblem(404, "challenge-no-link", str(error)) from None
        found = date_in(id_)
        if found is None or found[0] != date_of(self._rooms.today()) or found[1] not in GAMES:
            return None
        date, game = found
        return Set(plan=plan_of_day(game, date, open_chain(game, date)))

    def new_id(self, plan: Plan, outcome: Outcome) -> str:
        """A score to beat is carried by its link."""
        return carry(plan, outcome)

    def owns(self, id_: str) -> bool:
        """Whether a log of this id is a challenge."""
        return is_carried(id_) or date_in(id_) is not None or super().owns(id_)

    async def dates(self) -> views.DailyView:
        """The deals of today that follow from the date."""
        now = self._rooms.today()
        date = date_of(now)
        games = []
        for game in GAMES:
            id_ = open_id(date, game)
            keeper = await self.keeper(id_)
            kept = None if keeper is None else keeper.kept
            games.append(views.day_view(id_, game, kept, device_of(id_, KEY)))
        return views.DailyView(date=date, before=yesterday(date), next_s=ends_at(date) - now, games=tuple(games))

    async def keep_taken(self, deal: views.TakenDeal) -> views.ChallengeView:
        """Keep a deal that a server has given this device."""
        if not super().owns(deal.id):
            raise HttpProblem(404, "challenge-no-such", "the deal of a server was expected")
        by, outcome = deal.by, None
        if by is not None:
            outcome = Outcome(
                name=by.name, avatar=by.avatar, points=by.points, rank=by.rank, ms=by.ms, record="", at=0.0
            )
        device = None if outcome is None else SETTER
        with suppress(Conflict):  # it is here already
            await self.write_first(deal.id, Set(plan=deal.plan, device=device, outcome=outcome))
        return await self.show(deal.id, KEY, HERE)
