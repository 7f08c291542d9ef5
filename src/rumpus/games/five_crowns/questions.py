"""Questions of a player of Five Crowns about their own hand: the best melds, and whether groups are melds."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, ClassVar

import msgspec

from rumpus.contract import AboutRealCards, Illegal, Malformed, Question
from rumpus.games.five_crowns import lay_down
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.cards import POINTS, RANKS, deck, kind, kinds, texts, wild_rank
from rumpus.games.five_crowns.layout import FIRST_DEAL
from rumpus.games.five_crowns.view import View

Cards = tuple[str, ...]
CardText = Annotated[str, msgspec.Meta(max_length=12)]
LAST_DEAL = FIRST_DEAL + len(RANKS) - 1  # FC-03
MOST_SETS = 2  # FC-02


class BestMelds(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The melds that leave the fewest points, and in the own turn the discard that leaves the fewest."""

    points: int
    melds: tuple[Cards, ...]
    left: Cards
    discard: str | None = None
    points_after: int | None = None


class Groups(msgspec.Struct, frozen=True, kw_only=True):
    """Which groups are books or runs, which cards stay in the hand, and the points that they cost."""

    valid: tuple[bool, ...]
    left: Cards
    points: int


class RealHand(AboutRealCards, frozen=True, kw_only=True):
    """Five Crowns: the best melds of a hand of real cards; of one card more than was dealt, after the best discard."""

    answer_type: ClassVar[Any] = BestMelds
    thinking_ms: ClassVar[float] = 500.0

    dealt: Annotated[int, msgspec.Meta(ge=FIRST_DEAL, le=LAST_DEAL)]
    hand: Annotated[tuple[CardText, ...], msgspec.Meta(min_length=1, max_length=LAST_DEAL + 1)]

    def answer(self) -> BestMelds:
        """Ask the solver; raises `Malformed` for a hand that no two sets of cards could deal."""
        hand, wild = kinds(self.hand), wild_rank(self.dealt)
        if len(hand) > self.dealt + 1:
            raise Malformed(f"a hand has at most {self.dealt + 1} cards when {self.dealt} are dealt")
        if Counter(hand) - Counter(deck(MOST_SETS)):
            raise Malformed("there are not so many equal cards")
        discard = solver.best_discard(hand, wild)[1] if len(hand) > self.dealt else None
        if discard is not None:
            hand.remove(discard)
        best = lay_down.arrange(hand, wild)
        return BestMelds(
            points=best.points,
            melds=tuple(map(texts, best.melds)),
            left=texts(best.unused),
            discard=None if discard is None else texts([discard])[0],
        )


class AboutMyHand(Question, frozen=True, kw_only=True):
    """A question that needs cards in the hand."""

    refusal: ClassVar[str] = "no-melds"

    def can_be_asked(self, view: View) -> bool:
        """Only while there are cards in the hand."""
        return view.private is not None and bool(view.private.hand)


class Melds(AboutMyHand, frozen=True, kw_only=True):
    """Five Crowns: the best melds of my hand, and the best discard."""

    answer_type: ClassVar[Any] = BestMelds
    thinking_ms: ClassVar[float] = 500.0

    def answer(self, view: View) -> BestMelds:
        """Ask the solver."""
        assert view.private is not None
        wild = RANKS.index(view.public.wild)
        hand = kinds(view.private.hand)
        best = lay_down.arrange(hand, wild)
        found = BestMelds(points=best.points, melds=tuple(map(texts, best.melds)), left=texts(best.unused))
        if not view.public.taken or view.public.turn != view.seat:
            return found
        points, discard = solver.best_discard(hand, wild)
        return msgspec.structs.replace(found, discard=texts([discard])[0], points_after=points)


class Grouping(AboutMyHand, frozen=True, kw_only=True):
    """Five Crowns: are these groups books and runs, and what stays?"""

    answer_type: ClassVar[Any] = Groups
    thinking_ms: ClassVar[float] = 100.0

    melds: Annotated[tuple[tuple[CardText, ...], ...], msgspec.Meta(max_length=16)]
    discard: CardText | None = None

    def answer(self, view: View) -> Groups:
        """Check group by group; raises `Illegal` for a card that is not in the hand."""
        assert view.private is not None
        wild = RANKS.index(view.public.wild)
        left = kinds(view.private.hand)
        if self.discard is not None:
            if kind(self.discard) not in left:
                raise Illegal("FC-08", "fc-not-in-hand", card=self.discard)
            left.remove(kind(self.discard))
        valid = []
        for group in map(kinds, self.melds):
            try:
                left = lay_down.check([group], left, wild)
                valid.append(True)
            except Illegal as no:
                if no.reason == "fc-meld-not-in-hand":
                    raise
                valid.append(False)
        return Groups(valid=tuple(valid), left=texts(left), points=sum(POINTS[wild][card] for card in left))
