"""Five Crowns at the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from rumpus.games.five_crowns import lay_down
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.actions import TAKES, UNDO, Deal, Discard, LayDown, Melds, Take, Undo
from rumpus.games.five_crowns.cards import JOKER, KIND, RANKS, TEXT, texts
from rumpus.terminal.face import Face, Unclear
from rumpus.terminal.sentences import Facts, row, typed_for

SYMBOLS = dict(zip("\u2605\u2665\u2663\u2660\u2666", "thcsd", strict=True))  # stars, hearts, clubs, spades, diamonds
GAP = "  "
OUTS_SHOWN = 4


def _any_of(command: str) -> str:
    """A pattern that matches the words for a command."""
    return f"(?:{'|'.join(map(re.escape, sorted(typed_for(command))))})"


@cache
def _out() -> re.Pattern[str]:
    return re.compile(rf"{_any_of('fc-out')}\b\s*(?P<rest>.*)")


@cache
def _card() -> re.Pattern[str]:
    return re.compile(rf"(?P<rank>10|[3-9tjqk])\s*(?:{_any_of('fc-of')}\s*)?(?P<suit>[thcsd{''.join(SYMBOLS)}])")


def card_of(typed: str) -> str | None:
    """The card that was typed, or None. 10h and Th are the same; ** is a joker."""
    if typed in typed_for("fc-joker"):
        return TEXT[JOKER]
    found = _card().fullmatch(typed)
    if found is None:
        return None
    rank = "T" if found["rank"] == "10" else found["rank"].upper()
    return rank + SYMBOLS.get(found["suit"], found["suit"])


def joined(melds: Iterable[Sequence[str]]) -> str:
    """Melds as they are typed."""
    return " / ".join(" ".join(meld) for meld in melds)


class FiveCrownsFace(Face):
    """How one viewer sees Five Crowns."""

    help = "term-fc-help"
    _out: bool | None = None  # whether somebody is out in this round, if known

    def title(self, public: Any) -> str:
        """The round."""
        if public.tie_break:
            return self.words.say("term-fc-tie-break", round=public.round)
        return self.words.say("term-round-of", round=public.round, rounds=self.options.to_play)

    def others(self, public: Any) -> list[str]:
        """How many cards everybody holds, and who is out with what."""
        names = self.words.names
        counts = [f"{names[seat]} {count}" for seat, count in enumerate(public.hands) if seat != self.words.me]
        rows = [row(self.words.say("term-cards"), counts)]
        if public.out is not None:
            laid = joined(public.laid[public.out] or ())
            rows.append(row(self.words.say("term-fc-out"), [f"{names[public.out]}: {laid}"]))
        return rows

    def middle(self, public: Any) -> list[str]:
        """The piles and the wild cards."""
        say = self.words.say
        piles = say("term-fc-piles", card=public.discard or "-", count=public.draw)
        return [row(say("term-piles"), [piles]), self._wilds(public)]

    def _wilds(self, public: Any) -> str:
        return row(self.words.say("term-fc-wild"), [self.words.say("term-fc-wilds", rank=public.wild)])

    def own(self, view: Any, legal: Sequence[Any]) -> list[str]:
        """The hand, arranged in its best melds, and the cards left over."""
        best = self._best(view)
        melds = [f"[{' '.join(texts(meld))}]" for meld in best.melds]
        rest = " ".join(texts(best.unused))
        left = f"({self.words.say('term-fc-left', points=best.points)})"
        rows = [row(self.words.say("term-hand"), [*melds, *([rest] if rest else []), left], GAP)]
        return [self._wilds(view.public), *rows] if view.public.taken else rows

    def _best(self, view: Any) -> lay_down.Arrangement:
        return lay_down.arrange([KIND[card] for card in view.private.hand], RANKS.index(view.public.wild))

    def asks(self, view: Any, legal: Sequence[Any]) -> str | None:
        """What to do next in the turn."""
        public, say = view.public, self.words.say
        if not legal:
            return None
        if UNDO in legal:
            return say("term-fc-ask-undo")
        if not public.taken:
            last = "no" if public.out is None else "yes"
            return say("term-fc-ask-take", card=public.discard, last=last)
        best = self._best(view)
        card = TEXT[best.unused[0]] if best.unused else view.private.hand[0]
        if public.out is not None:
            return say("term-fc-ask-last", card=card)
        outs = [f"{say('term-fc-type-out')} {action.card}" for action in legal if action.out][:OUTS_SHOWN]
        if outs:
            return say("term-fc-ask-out", outs=", ".join(outs))
        return say("term-fc-ask-discard", card=card)

    def left(self, public: Any) -> list[str]:
        """The cards that count against each hand."""
        return self.left_rows([[" ".join(hand)] if hand else [] for hand in public.shown])

    def told(self, by: int | None, action: Any) -> str:
        """One short line on an action."""
        key, facts = "term-fc-reshuffle", Facts()
        match action:
            case Deal(round=number, dealer=dealer):
                key, by, facts = "term-deals", dealer, {"round": number}
                self._out = False
            case Take(card=card):
                key = "term-fc-draw" if action.from_ == "draw" else "term-fc-pick"
                facts = {"card": card or "none"}
            case Discard(card=card, melds=None):
                key, facts = "term-fc-discard", {"card": card}
            case Discard(card=card, melds=melds):
                key = "term-fc-goes-out" if self._out is False else "term-fc-down"
                facts = {"card": card, "melds": joined(melds or ()) or "none"}
                self._out = True
            case Undo():
                key = "term-fc-undo"
            case LayDown(melds=melds):
                key, facts = "term-fc-lay", {"melds": joined(melds) or "-"}
        return self.words.act(key, by, **facts)

    def read(self, typed: str, view: Any) -> Any:
        """Read d or p; a card to discard; out and a card; and, after a colon, melds."""
        if typed in typed_for("fc-draw"):
            return TAKES[0]
        if typed in typed_for("fc-pick"):
            return TAKES[1]
        if typed in typed_for("fc-undo"):
            return UNDO
        out = _out().fullmatch(typed)
        discard, colon, own = (typed if out is None else out["rest"]).partition(":")
        card = card_of(discard.strip())
        if card is None:
            raise self.expected(typed, view)
        if not colon:
            return Discard(card=card, out=out is not None)
        melds = self._melds(own)
        if out is not None and view.public.out is not None:
            return Discard(card=card, out=True)  # the rules refuse it with the reason
        return Discard(card=card, melds=melds)

    def _melds(self, typed: str) -> Melds:
        """Read melds such as 3h 4h 5h / 8c 8d 8s."""
        melds = []
        for part in typed.split("/"):
            cards = []
            for word in part.replace(",", " ").split():
                card = card_of(word)
                if card is None:
                    raise self.unclear("term-fc-no-card", word)
                cards.append(card)
            melds.append(tuple(cards))
        return tuple(meld for meld in melds if meld)

    def expected(self, typed: str, view: Any) -> Unclear:
        """What can be typed here."""
        if view.public.turn == self.words.me and view.public.taken:
            return self.unclear("term-fc-expected-discard", typed, card=view.private.hand[0])
        return self.unclear("term-fc-expected-take", typed)

    def doubt(self, action: Any, view: Any) -> str | None:
        """Ask before a wild or a card of a complete meld is discarded, unless the player goes out."""
        plain = isinstance(action, Discard) and not action.out and action.melds is None
        if (
            not plain
            or not view.public.taken
            or view.public.turn != self.words.me
            or action.card not in view.private.hand
        ):
            return None
        kind = KIND[action.card]
        if solver.is_wild(kind, RANKS.index(view.public.wild)):
            return self.words.say("term-fc-sure-wild", card=action.card)
        best = self._best(view)
        if kind in best.unused:
            return None
        meld = next(meld for meld in best.melds if kind in meld)
        return self.words.say("term-fc-sure-meld", card=action.card, meld=" ".join(texts(meld)))

    def write(self, action: Any, view: Any) -> str:
        """What to type for a legal move."""
        if isinstance(action, Take):
            return "d" if action.from_ == "draw" else "p"
        if isinstance(action, Undo):
            return self.words.say("term-fc-type-undo")
        card: str = action.card
        return f"{self.words.say('term-fc-type-out')} {card}" if action.out else card
