"""A bot for a table anywhere: `python bot.py http://HOST:PORT/#CODE [NAME]` joins, plays one match, and leaves."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from typing import Any

from rumpus import client
from rumpus.bots.base import Bot, Look, Move


class Plain(Bot):
    """Plays any of the three games by one simple rule each."""

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """Choose one of the legal actions, and say after how many seconds it lands; None waits for a change."""
        view = look()  # what this seat sees: view.public for everybody, view.private for us
        kinds = {action.__struct_config__.tag for action in legal}
        if kinds & {"take", "discard"}:
            return self.five_crowns(view, legal), 0.3
        if kinds & {"play", "turn", "recycle"}:
            return max(legal, key=self.wackee_six), 0.3
        return max(legal, key=self.wig_out), 0.3

    def wig_out(self, action: Any) -> int:
        """As many cards as possible; a shout, a GO or a draw is legal only when nothing else is."""
        return len(getattr(action, "cards", "?"))

    def wackee_six(self, action: Any) -> tuple[bool, bool, bool]:
        """Cards rather than turning, our twelve main cards first, and wilds last."""
        plays = action.__struct_config__.tag == "play"
        return plays, plays and action.from_ != "deck", plays and action.card != "w"

    def five_crowns(self, view: Any, legal: list[Any]) -> Any:
        """Keep wilds and cards of equal rank, throw the others away, and go out as soon as that is possible."""
        wilds = (view.public.wild, "*")
        ranks = Counter(card[0] for card in view.private.hand)
        if not view.public.taken:
            rank = view.public.discard[0]  # the face-up card
            wanted = "discard" if rank in wilds or ranks[rank] > 0 else "draw"
            return next(action for action in legal if action.from_ == wanted)
        return max(legal, key=lambda discard: (discard.out, discard.card[0] not in wilds, -ranks[discard.card[0]]))


async def main(link: str, name: str = "Plain") -> None:
    """Sit down, play until the match has a result, and say what it was."""
    seated = await client.join(link, name=name)
    async with client.Table(link, seated.token) as table:
        result = await client.play(table, Plain)
        sys.stdout.write(f"{name} played {table.lobby.game} on seat {table.seat}: {result}\n")
        await table.leave()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
