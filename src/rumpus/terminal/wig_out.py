"""Wig Out! at the terminal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rumpus.contract import Go, Shout
from rumpus.games.wig_out.actions import DRAW, SHOUT, Deal, Draw, Lay, Start
from rumpus.games.wig_out.cards import CHARACTERS, COPIES
from rumpus.terminal.face import Face, Unclear
from rumpus.terminal.sentences import DOT, MARKS, Facts, plain, row, typed_for

NAMED = re.compile(r"(?P<name>.*?\D)\s*(?P<count>\d*)")


def _letters(name: str) -> str:
    """A name reduced to its letters, for comparing."""
    return "".join(filter(str.isalnum, plain(name)))


class WigOutFace(Face):
    """How one viewer sees Wig Out!"""

    help = "term-wo-help"

    def card(self, name: str) -> str:
        """The name of a character in the viewer's language."""
        return self.words.say(f"character-{name}")

    def title(self, public: Any) -> str:
        """The round. A tie-break comes after the agreed number of rounds (WO-21)."""
        tied = len(public.sheet) - public.counted
        return self.words.say("term-round-of", round=public.round, rounds=self.options.rounds + tied)

    def others(self, public: Any) -> list[str]:
        """How many cards everybody holds."""
        seats = [f"{self.words.names[i]} {count}" for i, count in enumerate(public.hands) if i != self.words.me]
        return [row(self.words.say("term-cards"), [*seats, self.words.say("term-deck", count=public.deck)])]

    def middle(self, public: Any) -> list[str]:
        """The piles."""
        return [row(self.words.say("term-piles"), self._stacks(public.piles))]

    def _stacks(self, counts: Mapping[str, int], playable: Collection[str] = ()) -> list[str]:
        return [
            self.card(card) + (f" x{count}" if count > 1 else "") + ("*" if card in playable else "")
            for card, count in counts.items()
        ]

    def own(self, view: Any, legal: Sequence[Any]) -> list[str]:
        """The hand in stacks; a star marks what can be played."""
        playable = {action.card for action in legal if isinstance(action, Lay)}
        playable |= {action.cards[0] for action in legal if isinstance(action, Start)}
        return [row(self.words.say("term-hand"), self._stacks(Counter(view.private.hand), playable))]

    def asks(self, view: Any, legal: Sequence[Any]) -> str | None:
        """A reminder when there is only one thing to do, or nothing."""
        if view.public.phase != "play":
            return None
        if not legal:
            return self.words.say("term-wo-ask-wait")
        if isinstance(legal[0], Shout):
            return self.words.say("term-wo-ask-shout")
        return self.words.say("term-wo-ask-draw") if isinstance(legal[0], Draw) else None

    def left(self, public: Any) -> list[str]:
        """The cards that count against each hand."""
        return self.left_rows([self._stacks(Counter(hand)) for hand in public.shown])

    def told(self, by: int | None, action: Any) -> str:
        """One short line on an action."""
        key, facts = "term-wo-shout", Facts()
        match action:
            case Deal(round=number, dealer=dealer):
                key, by, facts = "term-deals", dealer, {"round": number}
            case Go():
                key = "term-wo-go"
            case Lay(card=card):
                key, facts = "term-wo-lay", {"card": self.card(card)}
            case Start(cards=cards):
                key, facts = "term-wo-start", {"card": self.card(cards[0]), "count": len(cards)}
            case Draw(card=card):
                key, facts = "term-wo-draw", {"card": "none" if card is None else self.card(card)}
        return self.words.act(key, by, **facts)

    def read(self, typed: str, view: Any) -> Any:
        """Read a character, with a number if not all of them; d; or !."""
        if typed in typed_for("wo-draw"):
            return DRAW
        if typed == "!" or typed.strip(MARKS) in typed_for("wo-shout"):
            return SHOUT
        named = NAMED.fullmatch(typed)
        if named is None or not _letters(named["name"]):
            raise self.expected(typed, view)
        card = self._character(named["name"], typed, view)
        held = view.private.hand.count(card)
        # the rules refuse too many cards; a huge number must not become a huge list first
        count = min(int(named["count"][:3]), COPIES + 1) if named["count"] else held
        one = count == 1 or (not held and not named["count"])
        return Lay(card=card) if one else Start(cards=(card,) * count)

    def _character(self, name: str, typed: str, view: Any) -> str:
        """The character that this begins to name, in the viewer's language or by its id; of several the one in hand."""
        start = _letters(name)
        named = {card: _letters(self.card(card)) for card in CHARACTERS}
        exact = [card for card in CHARACTERS if start in (named[card], card)]
        begun = [card for card in CHARACTERS if named[card].startswith(start)]
        found = exact or begun or [card for card in CHARACTERS if card.startswith(start)]
        if len(found) > 1:
            found = [card for card in found if card in view.private.hand] or found
        if not found:
            raise self.expected(typed, view)
        if len(found) > 1:
            raise self.unclear("term-wo-which", typed, cards=DOT.join(map(self.card, found)))
        return found[0]

    def expected(self, typed: str, view: Any) -> Unclear:
        """What can be typed here."""
        return self.unclear("term-wo-expected", typed, card=self.card(CHARACTERS[2]))

    def write(self, action: Any, view: Any) -> str:
        """What to type for a legal move."""
        match action:
            case Lay(card=card):
                return self.card(card) if view.private.hand.count(card) == 1 else f"{self.card(card)} 1"
            case Start(cards=cards):
                whole = view.private.hand.count(cards[0]) == len(cards)
                return self.card(cards[0]) if whole else f"{self.card(cards[0])} {len(cards)}"
        return self.write_common(action) or "d"
