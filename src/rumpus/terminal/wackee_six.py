"""Wackee Six at the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rumpus.contract import Go, Shout
from rumpus.games.wackee_six.actions import RECYCLE, SHOUT, TURN_UP, Close, Deal, Play, Recycle, Turn
from rumpus.games.wackee_six.cards import COLOURS, HIGHEST, KIND
from rumpus.printable import one_line
from rumpus.terminal.face import NAME_SHOWN, Face, Unclear
from rumpus.terminal.sentences import MARKS, Facts, row, typed_for, wrap

PLAYED = re.compile(r"(?:(?P<place>[1-6])|p)(?:\s*(?P<target>[rgby]\s*\d{1,2}))?")
GAP = "  "


class WackeeSixFace(Face):
    """How one viewer sees Wackee Six."""

    help = "term-ws-help"

    def title(self, public: Any) -> str:
        """The round, and the points that end the match."""
        return self.words.say("term-ws-round", round=public.round, points=self.options.target)

    def overview(self, public: Any) -> list[str]:
        """The round, the scores, and the roles of partners."""
        rows = super().overview(public)
        me = self.words.me
        if me is None or self.mine is None or len(self.sides[self.mine]) == 1:
            return rows
        partner = next(seat for seat in self.sides[self.mine] if seat != me)
        role = "turns" if public.sides[self.mine].turner == me else "main"
        return [*rows, wrap("  " + self.words.say("term-ws-role", role=role, partner=self.words.names[partner]))]

    def starter(self, public: Any) -> int:
        """WS-04: the starter opens the round."""
        seat: int = public.starter
        return seat

    def others(self, public: Any) -> list[str]:
        """How many main cards the other sides have left; a spectator sees all their cards."""
        places = list(zip(self.parties, public.sides, strict=True))
        if self.mine is None:
            return [self._place(name, side) for name, side in places]
        counts = [f"{name} {_main_left(side)}" for name, side in places if side is not public.sides[self.mine]]
        return [row(self.words.say("term-ws-main"), counts)]

    def _place(self, name: str, side: Any) -> str:
        cards = GAP.join(f"{card or '--':3}" for card in side.up)
        deck = self.words.say("term-ws-deck", count=side.deck)
        return one_line(f"  {name[:NAME_SHOWN]:{self.width}} {cards} +{side.down:<2} {deck}")

    def middle(self, public: Any) -> list[str]:
        """Four lanes of piles, by the number each has reached."""
        rows = []
        for colour in COLOURS:
            heights = sorted((pile.height for pile in public.piles if pile.colour == colour), reverse=True)
            wacked = heights.count(HIGHEST)
            lane = GAP.join(f"{colour}{height}" for height in heights[wacked:]) or "-"
            done = self.words.say("term-ws-wacked", count=wacked) if wacked else ""
            rows.append(row(self.words.say("term-ws-colour", colour=colour), [f"{lane}   {done}"]))
        return rows

    def own(self, view: Any, legal: Sequence[Any]) -> list[str]:
        """The numbered row, the turned cards, and how many lie face down. A star marks what can be played."""
        say = self.words.say
        side = view.public.sides[view.private.side]
        playable = {action.from_ for action in legal if isinstance(action, Play)}
        places = [
            f"{place + 1}:{card or '--'}{'*' if place in playable else ''}".ljust(6)
            for place, card in enumerate(side.up)
        ]
        turned = GAP.join(side.top) + ("*" if "deck" in playable else "") if side.top else "-"
        return [
            row(say("term-ws-row"), [*places, f" {say('term-ws-down', count=side.down)}"], " "),
            row(say("term-ws-turned"), [turned, say("term-ws-deck", count=side.deck)], "    "),
        ]

    def asks(self, view: Any, legal: Sequence[Any]) -> str | None:
        """A reminder when only the call is left."""
        calls = view.public.phase == "play" and legal and isinstance(legal[0], Shout)
        return self.words.say("term-ws-ask-call") if calls else None

    def quiet(self, by: int | None, action: Any) -> bool:
        """Turns of the hand deck are frequent; a player is told only about a partner's."""
        if isinstance(action, Turn | Recycle):
            return self.mine is not None and by not in self.sides[self.mine]
        return isinstance(action, Close)

    def told(self, by: int | None, action: Any) -> str:
        """One short line on an action."""
        key, facts = "term-ws-call", Facts()
        match action:
            case Deal(round=number, starter=starter):
                key, by, facts = "term-ws-deals", starter, {"round": number}
            case Go():
                key = "term-ws-go"
            case Play():
                key, facts = "term-ws-play", {"card": action.as_ or action.card, "how": _how(action)}
            case Turn(cards=cards):
                key, facts = "term-ws-turn", {"cards": " ".join(cards or ())}
            case Recycle():
                key = "term-ws-recycle"
            case Close():
                key = "term-ws-close"
        return self.words.act(key, by, **facts)

    def read(self, typed: str, view: Any) -> Any:
        """Read a place of the row or p, with what a wild stands for; t; or !."""
        side = view.public.sides[view.private.side]
        if typed in typed_for("ws-turn"):
            return RECYCLE if side.turned and not side.deck else TURN_UP
        if typed == "!" or typed.strip(MARKS) in typed_for("ws-shout"):
            return SHOUT
        played = PLAYED.fullmatch(typed)
        if played is None:
            raise self.expected(typed, view)
        target = None if played["target"] is None else "".join(played["target"].split())
        if target is not None and target not in KIND:
            raise self.unclear("term-ws-no-card", target)
        if played["place"] is None:
            if not side.top:
                raise self.unclear("term-ws-nothing-turned", typed)
            return self._play(side.top[-1], "deck", target, view)
        place = int(played["place"]) - 1
        if side.up[place] is None:
            raise self.unclear("term-ws-empty", typed, place=place + 1)
        return self._play(side.up[place], place, target, view)

    def _play(self, card: str, source: Any, target: str | None, view: Any) -> Play:
        allowed = view.private.turns if source == "deck" else view.private.plays_main
        if card == "w" and target is None and view.public.phase == "play" and allowed:
            heights = {(pile.colour, pile.height + 1) for pile in view.public.piles if pile.height < HIGHEST}
            fits = [f"{colour}{height}" for colour, height in sorted(heights)]
            if not fits:
                raise self.unclear("term-ws-no-wild", card)
            example = f"{'p' if source == 'deck' else source + 1} {fits[0]}"
            raise self.unclear("term-ws-which", card, cards=" ".join(fits), example=example)
        return Play(card=card, from_=source, as_=target)

    def expected(self, typed: str, view: Any) -> Unclear:
        """What can be typed here."""
        return self.unclear("term-ws-expected", typed)

    def write(self, action: Any, view: Any) -> str:
        """What to type for a legal move."""
        if isinstance(action, Play):
            source = "p" if action.from_ == "deck" else str(int(action.from_) + 1)
            return f"{source} {action.as_}" if action.card == "w" else source
        return self.write_common(action) or "t"


def _main_left(side: Any) -> int:
    left: int = side.down + sum(card is not None for card in side.up)
    return left


def _how(play: Play) -> str:
    """What is special about a card that was played."""
    if play.airborne:
        return "airborne"
    if (play.as_ or play.card).endswith(str(HIGHEST)):
        return "wacked"
    return "wild" if play.card == "w" else "plain"
