"""What a player can check of every message: cards neither come nor go, and the own ones change as the lines say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from rumpus import record
from rumpus.games import GAMES
from rumpus.games.five_crowns.cards import deck as five_crowns_deck
from rumpus.games.five_crowns.layout import ONE_SET_SEATS
from rumpus.games.wackee_six.cards import DECK as WACKEE_SIX_DECK
from rumpus.games.wig_out.cards import DECK as WIG_OUT_DECK

Lines = Sequence[dict[str, Any]]
Check = Callable[[Any, Any, Lines], str | None]  # the view before, the view now, the lines between: what is wrong

read_view = {name: msgspec.json.Decoder(rules.view_type).decode for name, rules in GAMES.items()}
FACTS = ("ready", "seat")  # lines of the table, which the rules skip


def hand_after(hand: Sequence[str], lines: Lines, seat: int) -> Counter[str]:
    """The own hand when these lines have happened to it."""
    cards = Counter(hand)
    for line in lines:
        if line["by"] != seat:
            continue
        do = line["do"]
        if do in ("draw", "take"):
            cards[line["card"]] += 1
        elif do == "start":
            cards.subtract(line["cards"])
        elif do in ("lay", "discard"):
            cards[line["card"]] -= 1
        for meld in line.get("melds") or ():
            cards.subtract(meld)
    return +cards


def own_hand(before: Any, now: Any, lines: Lines) -> str | None:
    """The hand is the one before with what the lines say; a deal begins anew, with as many cards as the table says."""
    if len(now.private.hand) != now.public.hands[now.seat]:
        return "the own hand is not as long as the table says"
    if before is None or any(line["do"] == "deal" for line in lines):
        return None
    expected = hand_after(before.private.hand, lines, now.seat)
    return None if expected == Counter(now.private.hand) else "the own hand does not follow from the lines"


def wig_out_adds_up(before: Any, now: Any, lines: Lines) -> str | None:
    """All cards are somewhere."""
    public = now.public
    if sum(public.hands) + public.deck + sum(public.piles.values()) != len(WIG_OUT_DECK):
        return "cards are missing or too many"
    return own_hand(before, now, lines)


def five_crowns_adds_up(before: Any, now: Any, lines: Lines) -> str | None:
    """All cards are somewhere."""
    public = now.public
    laid = sum(len(meld) for melds in public.laid for meld in melds or ())
    sets = 1 if len(public.hands) <= ONE_SET_SEATS else 2
    if sum(public.hands) + public.draw + public.discards + laid != len(five_crowns_deck(sets)):
        return "cards are missing or too many"
    return own_hand(before, now, lines)


def wackee_six_adds_up(before: Any, now: Any, lines: Lines) -> str | None:
    """Every side has its whole deck, and a card that was played lies on its pile and among those it has played."""
    public = now.public
    for side in public.sides:
        up = sum(card is not None for card in side.up)
        if up + side.down + side.deck + side.turned + len(side.played) != len(WACKEE_SIX_DECK):
            return "cards are missing or too many"
    plays = [line for line in lines if line["do"] == "play"]
    tops = {line["pile"]: line["as"] for line in plays}
    for pile, card in tops.items():
        if f"{public.piles[pile].colour}{public.piles[pile].height}" != card:
            return "a card that was played is not on its pile"
    if before is None or any(line["do"] == "deal" for line in lines):
        return None
    more = sum(len(side.played) for side in public.sides) - sum(len(side.played) for side in before.public.sides)
    return None if more == len(plays) else "more or fewer cards were played than told"


CHECKS: dict[str, Check] = {
    "five_crowns": five_crowns_adds_up,
    "wackee_six": wackee_six_adds_up,
    "wig_out": wig_out_adds_up,
}


def replayed(text: bytes, seat: int, history: Sequence[tuple[Lines, bytes]]) -> str | None:
    """Whether a whole match, as it was told to a seat, is what its record gives that seat; else what differs."""
    match = record.read(text.splitlines())
    rules = match.rules()
    decode = msgspec.json.Decoder(rules.action_type).decode
    steps = (step for step in record.replay(match) if not step[0].action.fact)
    for lines, seen in history:
        state = None
        for told in lines:
            if told["do"] in FACTS:
                continue
            line, state = next(steps, (None, None))
            if line is None:
                return "more was told than the record has"
            heard = (told["by"], decode(msgspec.json.encode(told)))
            if heard != (line.by, rules.told(line.by, line.action, seat)):
                return f"line {line.n} was told as {told}"
        if state is not None and read_view[rules.name](seen) != state.view(seat):
            return f"another view than that of the record was shown after {lines}"
    return "the record has more than was told" if next(steps, None) is not None else None
