"""The rounds of a match: who deals, how a round begins and ends, the points, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, Protocol, Self

from rumpus.contract.actions import ABANDONED, FINISHED, STOPPED, Event, Go, Points, Result, Score, Seating, per_party
from rumpus.contract.errors import Illegal, Malformed
from rumpus.contract.views import PublicView

DEAL, READY, PLAY, CALLED, OVER = range(5)
PHASES = ("deal", "ready", "play", "called", "over")  # what a view calls them


class Shuffle(Protocol):
    """The source of randomness; the rules have none of their own."""

    def below(self, n: int) -> int:
        """Any of 0 … n-1, all equally likely."""
        ...

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """The same cards in any order, all equally likely."""
        ...


class Rounds:
    """A match without its cards: seats, dealer, phase, points and result, which are the same in every game."""

    __slots__ = (
        "dealer",
        "ended",
        "everybody",
        "game",
        "phase",
        "players",
        "result",
        "round",
        "seating",
        "sheet",
        "totals",
        "turns",
    )
    over_clause: ClassVar[str]  # the clause that says when a match is over
    dealer_clause: ClassVar[str]  # the clause that says who deals the next round
    deal_clause: ClassVar[str]  # the clause that a deal at the wrong moment breaks

    def __init__(self, game: Any, seating: Seating, parties: int) -> None:
        if not 0 <= seating.host < seating.players:
            raise Malformed(f"the host is a seat from 0 to {seating.players - 1}, not {seating.host}")
        first = game.options.first_dealer
        if isinstance(first, int) and first >= seating.players:
            raise Illegal("T-01", "deal-first-seat", seat=first, last=seating.players - 1)
        self.game = game
        self.seating = seating
        self.players = seating.players
        self.everybody = range(seating.players)
        self.dealer = seating.host  # who deals, or opens the round
        self.phase = DEAL
        self.round = 0
        self.turns = 0  # turns begun in this round, in a game in turns
        self.totals: Points = per_party("head_start", game.options.head_start, parties) or (0,) * parties
        self.sheet: list[Points] = []  # the points of each round, oldest first
        self.ended: str | None = None  # why the last round ended, one of `Game.endings`
        self.result: Result | None = None

    def twin(self) -> Self:
        """The start of a copy: the part that is the same in every game."""
        new = object.__new__(type(self))
        new.game, new.seating, new.players, new.everybody = self.game, self.seating, self.players, self.everybody
        new.dealer, new.phase, new.round, new.turns = self.dealer, self.phase, self.round, self.turns
        new.totals, new.ended, new.result = self.totals, self.ended, self.result
        new.sheet = self.sheet[:]
        return new

    def resume(self, public: PublicView) -> None:
        """Take over from a view what is the same in every game."""
        self.phase = PHASES.index(public.phase)
        self.round, self.totals, self.result = public.round, public.totals, public.result
        self.sheet, self.ended = list(public.sheet), public.ended

    def seat(self, actor: int | None) -> int:
        """The seat that acts; only seats play cards."""
        if actor is None or actor not in self.everybody:
            raise Malformed(f"only a seat from 0 to {self.players - 1} can do that, not {actor!r}")
        return int(actor)  # a number of NumPy is one too

    # The beginning of a round

    def next_dealer(self) -> int | None:
        """The seat on the left of the last dealer; None where the first dealer is left to chance (T-01)."""
        if self.round:
            return (self.dealer + 1) % self.players
        first = self.game.options.first_dealer
        if isinstance(first, int):
            return first
        return None if first == "random" else self.seating.host

    def choose_dealer(self, shuffle: Shuffle) -> int:
        """Who deals the next round."""
        dealer = self.next_dealer()
        return shuffle.below(self.players) if dealer is None else dealer

    def check_deal(self, actor: int | None, number: int, dealer: int) -> None:
        """Check that a deal comes from the house, at the right moment, with the right round and dealer."""
        if actor is not None or self.phase != DEAL:
            raise Illegal(self.deal_clause, "deal-not-now")
        expected = self.next_dealer()
        if number != self.round + 1 or not 0 <= dealer < self.players or expected not in (None, dealer):
            raise Illegal(self.dealer_clause, "deal-dealer")

    def go(self, actor: int | None, action: Go, clause: str, not_dealer: str) -> list[Event]:
        """A race starts: the dealer says so, or the table does (T-03)."""
        if self.phase != READY:
            raise Illegal(clause, "go-not-now")
        if actor is not None and self.seat(actor) != self.dealer:
            raise Illegal(clause, not_dealer)
        self.phase = PLAY
        return [(None if actor is None else self.dealer, action)]

    # The end of a round, and of the match

    def check_standoff(self, actor: int | None, *, shouting: bool) -> None:
        """T-08: only the table ends a race in which nobody moves, and not while somebody only has to shout."""
        if actor is not None or self.phase != PLAY:
            raise Illegal("T-08", "standoff-not-now")
        if shouting:
            raise Illegal("T-08", "standoff-shout")

    def score(self, points: Points, why: str, *, counts: bool = True) -> Event:
        """End the round: put its points on the sheet, and into the totals if it counts."""
        assert why in self.game.endings, why
        self.sheet.append(points)
        if counts:
            self.totals = tuple(map(sum, zip(self.totals, points, strict=True)))
        self.phase, self.ended = DEAL, why
        return None, Score(round=self.round, points=points, totals=self.totals, why=why)

    def leaders(self) -> tuple[int, ...]:
        """Who would win if the totals decided now."""
        best = min(self.totals) if self.game.lowest_wins else max(self.totals)
        return tuple(i for i, total in enumerate(self.totals) if total == best)

    def undecided(self) -> bool:
        """Whether the match is over unless the people agree to one more round (`extra_round`), as after a tie.

        Only where people are asked (`Seating.asks`). The table then deals that round or ends the match (`FINISHED`).
        """
        return False

    def extra_round(self, shuffle: Shuffle) -> Any | None:
        """The deal of the round that the people may agree to while the match is undecided."""
        return None

    def table_legal(self) -> list[Result]:
        """How the table may end the match now."""
        if self.phase == OVER:
            return []
        if self.undecided():
            return [FINISHED, STOPPED, ABANDONED]
        between = self.phase == DEAL and self.round > 0
        return [STOPPED, ABANDONED] if between else [ABANDONED]

    def end(self, actor: int | None, action: Result) -> list[Event]:
        """The table ends the match before the rules do: T-04 between rounds, T-02 when all people have left."""
        if self.phase == OVER:
            raise Illegal(self.over_clause, "match-over")
        if actor is not None or (action.why == "finished" and not self.undecided()):
            raise Illegal(self.over_clause, "result-follows")
        if action.why == "stopped" and STOPPED not in self.table_legal():
            raise Illegal("T-04", "stop-between-rounds")
        winners = () if action.why == "abandoned" else self.leaders()
        return [self.finish(action.why, winners)]

    def finish(self, why: Literal["finished", "stopped", "abandoned"], winners: tuple[int, ...]) -> Event:
        """Write the result."""
        self.phase = OVER
        self.result = Result(why=why, totals=self.totals, winners=winners)
        return None, self.result
