"""Hand-made deals of Wackee Six and short ways to play them, for tests that read like the table."""

from __future__ import annotations

from copy import deepcopy
from itertools import zip_longest
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from rumpus import text
from rumpus.contract import Event, Go, Illegal, Malformed, Score, Seating, Shout
from rumpus.games import game
from rumpus.games.wackee_six.actions import Close, Deal, Play, Recycle, Side, Turn
from rumpus.games.wackee_six.cards import DECK, TEXT
from rumpus.games.wackee_six.game import WackeeSix
from rumpus.games.wackee_six.rules import WackeeSixState
from rumpus.games.wackee_six.view import SideView
from rumpus.shuffle import Shuffle, seeded

GO, TURN, RECYCLE, SHOUT, CLOSE = Go(), Turn(), Recycle(), Shout(), Close()
ONES = "r1 g1 b1 y1"


class Hand(NamedTuple):
    """The cards a side is to have, first card first: its row, the pile under it, the top of its hand deck.

    Whatever is not asked for is filled in from the highest numbers down; the 1s and the wilds end up at the
    bottom of the hand deck.
    """

    up: str = ""
    down: str = ""
    deck: str = ""


STUCK = Hand(down=ONES)  # if every side holds this, nobody can ever play a card (WS-21)
CLIMB = Hand(up="r1 r2 r3 r4 r5 r6", down="r7 r8 r9 r10 r11 r12")  # main cards that all go on one pile
CLIMBED = f"{CLIMB.up} {CLIMB.down}"


def number(card: str) -> int:
    """The number of a card; a wild comes after all others in a fill."""
    return 0 if card == "w" else int(card[1:])


def numbers(colour: str, first: int, last: int) -> str:
    """The cards of one colour from a number up to another."""
    return " ".join(f"{colour}{n}" for n in range(first, last + 1))


def threes(cards: str) -> str:
    """A hand deck's cards in such an order that, played as they come up, they come up like this."""
    wanted = cards.split()
    assert len(wanted) % 3 == 0, "a third that is not asked for would lie on top"
    return " ".join(card for i in range(0, len(wanted), 3) for card in reversed(wanted[i : i + 3]))


# a hand deck whose 42 cards can be played one after another as they come up, beside main cards that can wait
ORDERLY = f"{numbers('r', 1, 13)} {numbers('g', 1, 13)} {numbers('b', 1, 13)} {numbers('y', 1, 3)}"
PLAY_IT_OUT = Hand(up=numbers("y", 4, 9), down=f"{numbers('y', 10, 13)} w w", deck=threes(ORDERLY))


def filled(side: Side, hand: Hand) -> Side:
    """The side with these cards, and the rest of its deck in the places that are left."""
    up, down, deck = (cards.split() for cards in hand)
    rest = sorted((TEXT[kind] for kind in DECK), key=number, reverse=True)
    for card in up + down + deck:
        rest.remove(card)
    while len(up) < 6:
        up.append(rest.pop(0))
    while len(down) < 6:
        down.append(rest.pop(0))
    return replace(side, up=tuple(up), down=tuple(down), deck=(*deck, *rest))


def new(players: int, *, host: int = 0, sides: Any = None, **options: Any) -> WackeeSixState:
    """A match about to begin."""
    rules = game("wackee_six", options)
    assert isinstance(rules, WackeeSix)
    return rules.new(Seating(players=players, host=host, sides=sides))


def owed(state: WackeeSixState, *seed: int) -> Deal:
    """The deal that the house owes now."""
    deal = state.owed(Shuffle(seeded(*seed)))
    assert deal is not None
    return deal


def deal(state: WackeeSixState, *hands: Hand) -> Deal:
    """The next deal with these hands, side by side; a side without one gets whatever fills it."""
    usual = owed(state)
    pairs = zip_longest(usual.sides, hands, fillvalue=Hand())
    sides = tuple(filled(side, hand) for side, hand in pairs if isinstance(side, Side) and isinstance(hand, Hand))
    return replace(usual, sides=sides)


def begin(state: WackeeSixState, *hands: Hand) -> list[Event]:
    """Deal the next round and start it."""
    state.apply(None, deal(state, *hands))
    return state.apply(None, GO)


def started(*hands: Hand, players: int = 2, **options: Any) -> WackeeSixState:
    """A match in its first round, dealt these hands and started."""
    state = new(max(players, len(hands)), **options)
    begin(state, *hands)
    return state


def called(*others: Hand, **options: Any) -> WackeeSixState:
    """A round in which side 0 has played its 12 main cards, r1 to r12, and has called."""
    state = started(CLIMB, *others, **options)
    lay(state, 0, CLIMBED)
    state.apply(state.main[0], SHOUT)
    return state


def row(card: str, place: int, **more: Any) -> Play:
    """A card played from a place of the face-up row."""
    return Play(card=card, from_=place, **more)


def top(card: str, **more: Any) -> Play:
    """A card played from the top of the turned pile."""
    return Play(card=card, from_="deck", **more)


def lay(state: WackeeSixState, side: int, cards: str) -> list[Event]:
    """Play these cards in order, from wherever they lie: the row, the turned pile, or the next three to turn.

    `w=r3` is a wild as r3. Gives what the last card brought about.
    """
    happened: list[Event] = []
    for said in cards.split():
        card, _, stands_for = said.partition("=")
        seen = place_of(state, side)
        if card in seen.up:
            action = row(card, seen.up.index(card), as_=stands_for or None)
            happened = state.apply(state.main[side], action)
            continue
        if card not in seen.top[-1:]:
            state.apply(state.turner[side], TURN)
        happened = state.apply(state.turner[side], top(card, as_=stands_for or None))
    return happened


def go_through(state: WackeeSixState, side: int, times: int = 1) -> list[Event]:
    """Turn a side's hand deck to its end, turning the pile over first if need be; so many times."""
    happened: list[Event] = []
    for _ in range(times):
        if not place_of(state, side).deck:
            state.apply(state.turner[side], RECYCLE)
        while place_of(state, side).deck:
            happened = state.apply(state.turner[side], TURN)
    return happened


def place_of(state: WackeeSixState, side: int) -> SideView:
    """What everybody sees of a side."""
    return state.view(None).public.sides[side]


def middle(state: WackeeSixState) -> list[str]:
    """The piles by the card each has reached, with a `w` behind if a wild lies on top."""
    return [f"{pile.colour}{pile.height}{'w' * pile.wild}" for pile in state.view(None).public.piles]


def score(happened: list[Event]) -> Score:
    """The one score among the things that happened."""
    (found,) = [action for _, action in happened if isinstance(action, Score)]
    return found


def worded(illegal: Illegal) -> tuple[str, str]:
    """The clause and the reason of a refusal, once it is sure that both languages have words for it."""
    english, spanish = (text.refusal(illegal, language) for language in ("en", "es"))
    assert english != spanish
    for language, sentence in (("en", english), ("es", spanish)):
        for fact, value in text.worded(illegal, language).items():
            assert fact == "count" or str(value) in sentence
    return illegal.clause, illegal.reason


def refused(state: WackeeSixState, actor: int | None, action: Any) -> tuple[str, str]:
    """The clause and the reason for which an action is refused, once it is sure that nothing has changed."""
    before = deepcopy(state)
    with pytest.raises(Illegal) as caught:
        state.apply(actor, action)
    assert before == state
    return worded(caught.value)


def unreadable(state: WackeeSixState, actor: int | None, action: Any) -> str:
    """What is said of an action that cannot be read, once it is sure that nothing has changed."""
    before = deepcopy(state)
    with pytest.raises(Malformed) as caught:
        state.apply(actor, action)
    assert before == state
    return str(caught.value)
