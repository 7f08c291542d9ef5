"""Hand-made deals of Wig Out!, and short ways to the positions that its clauses speak of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from rumpus.contract import Event, Illegal, Malformed, Seating, Shout
from rumpus.games.wig_out.actions import GO, SHOUT, Cards, Deal, Draw, Options, Start
from rumpus.games.wig_out.cards import CHARACTERS, COPIES, NUMBER
from rumpus.games.wig_out.game import WigOut
from rumpus.games.wig_out.rules import WigOutState, hand_size
from rumpus.shuffle import Shuffle, seeded
from rumpus.text import LANGUAGES, refusal

DEFAULTS = Options()
INTERLEAVED = CHARACTERS * COPIES  # one of each character, five times over


class Stacked:
    """A shuffle that does not shuffle: the cards come as stacked, and chance is always the same seat."""

    def __init__(self, order: Sequence[str] = INTERLEAVED, seat: int = 0) -> None:
        self.order = order
        self.seat = seat
        self.handed: list[list[int]] = []  # what was handed in to be shuffled
        self.ranges: list[int] = []  # of how many a choice was asked

    def below(self, n: int) -> int:
        self.ranges.append(n)
        return self.seat

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        self.handed.append(list(cards))
        return [NUMBER[name] for name in self.order]


def hand(**counts: int) -> Cards:
    """`hand(nest=5, bun=2)` is five nests and two buns."""
    return tuple(card for card, count in counts.items() for _ in range(count))


def deal(
    *hands: Cards | None,
    turned: Cards = ("beehive", "mohawk"),
    top: Cards = (),
    bottom: Cards = (),
    number: int = 1,
    dealer: int = 0,
) -> Deal:
    """A deal of all sixty cards: these hands, these turned up, these on top and at the bottom of the deck.

    A hand that is None gets any of the other cards, and what is left over is the middle of the deck.
    """
    left = Counter(INTERLEAVED)
    left.subtract([*turned, *top, *bottom, *(card for wished in hands for card in wished or ())])
    assert min(left.values()) >= 0, "a character has only five cards"
    rest = [card for copy in range(COPIES) for card in CHARACTERS if left[card] > copy]
    size = hand_size(len(hands))
    full = []
    for wished in hands:
        if wished is None:
            full.append(tuple(rest[:size]))
            del rest[:size]
        else:
            assert len(wished) == size, f"with {len(hands)} players a hand has {size} cards"
            full.append(wished)
    return Deal(round=number, dealer=dealer, hands=tuple(full), turned=turned, deck=(*top, *rest, *bottom))


def dealt(this: Deal, options: Options = DEFAULTS) -> WigOutState:
    """The first round of a match, dealt and waiting for GO."""
    assert this.hands is not None
    state = WigOut(options).new(Seating(players=len(this.hands), host=this.dealer))
    state.apply(None, this)
    return state


def playing(this: Deal, options: Options = DEFAULTS) -> WigOutState:
    """The first round of a match, after GO."""
    state = dealt(this, options)
    state.apply(None, GO)
    return state


def start(card: str, count: int = 2) -> Start:
    """So many cards of a character in one move."""
    return Start(cards=(card,) * count)


def hand_of(state: WigOutState, seat: int) -> Counter[str]:
    """The cards a seat sees in its own hand."""
    private = state.view(seat).private
    assert private is not None
    return Counter(private.hand)


def piles_of(state: WigOutState) -> dict[str, int]:
    """The piles on the table and how many cards lie on each."""
    return state.view(None).public.piles


def phase_of(state: WigOutState) -> str:
    """What the table is doing."""
    return state.view(None).public.phase


def deck_of(state: WigOutState) -> int:
    """How many cards the deck has left."""
    return state.view(None).public.deck


def what(happened: Sequence[Event]) -> list[Any]:
    """What happened, without by whom."""
    return [action for _, action in happened]


def refused(state: Any, actor: int | None, action: Any) -> Illegal:
    """The refusal of this action: it changes nothing and there are words for it in every language."""
    before = state.copy()
    with pytest.raises(Illegal) as caught:
        state.apply(actor, action)
    assert before == state
    words = [refusal(caught.value, language) for language in LANGUAGES]
    assert len(LANGUAGES) == len(set(words))
    assert all(words)
    return caught.value


def unreadable(state: Any, actor: int | None, action: Any) -> str:
    """What is said of an action that cannot be read at all; it changes nothing."""
    before = state.copy()
    with pytest.raises(Malformed) as caught:
        state.apply(actor, action)
    assert before == state
    return str(caught.value)


def play_alone(state: WigOutState, seat: int) -> None:
    """One seat plays, and draws when it must, until it can do neither."""
    while legal := state.legal(seat):
        state.apply(seat, legal[0])


def play_on(state: WigOutState) -> list[Event]:
    """Everybody plays what they can, one seat draws when nobody can, nobody shouts: what the last action brought."""
    last: list[Event] = []
    while moves := [
        (seat, action) for seat in state.to_act() for action in state.legal(seat) if not isinstance(action, Shout)
    ]:
        seat, action = min(moves, key=lambda move: isinstance(move[1], Draw))
        last = state.apply(seat, action)
    return last


def locked_deal(players: int, number: int = 1, dealer: int = 0) -> Deal:
    """A deal that must end in a deadlock: every nest (and, with 6 players, every one-hair) is in a hand of its own."""
    pairs = [hand(**{a: 2, b: 2}) for a, b in zip(CHARACTERS[0:10:2], CHARACTERS[1:10:2], strict=True)]
    if players == 5:
        hands = [(*pair, "nest") for pair in pairs]
        return deal(*hands, turned=("onehair", "onehair"), number=number, dealer=dealer)
    both = [hand(**{card: 3}, onehair=1, nest=1) for card in ("moptop", "curls", "bun", "bolt")]
    return deal(
        (*pairs[0], "nest"),
        *both,
        hand(afro=2, pigtails=2, onehair=1),
        turned=("flame", "braid"),
        number=number,
        dealer=dealer,
    )


def tie(state: WigOutState) -> list[Event]:
    """The next round, played into a deadlock."""
    state.apply(None, locked_deal(state.players, state.round + 1, next_dealer(state)))
    state.apply(None, GO)
    return play_on(state)


def win(state: WigOutState, seat: int) -> list[Event]:
    """The next round, which this seat wins before anybody else has played a card."""
    best = hand(nest=5, bun=2)[: hand_size(state.players)]
    hands = [best if other == seat else None for other in range(state.players)]
    state.apply(None, deal(*hands, number=state.round + 1, dealer=next_dealer(state)))
    state.apply(None, GO)
    state.apply(seat, start("nest", 5))
    if state.players <= 4:
        state.apply(seat, start("bun"))
    return state.apply(seat, SHOUT)


def next_dealer(state: WigOutState) -> int:
    """The host first, then the player on the last dealer's left."""
    public = state.view(None).public
    return (public.dealer + 1) % state.players if public.round else public.dealer


PLAYERS = (2, 3, 4, 5, 6)
ODDMENTS = hand(beehive=1, mohawk=1, afro=1, pigtails=1, moptop=1, curls=1, bun=1)  # seven cards, no two alike
UNPLAYABLE = hand(afro=1, pigtails=1, moptop=1, curls=1, bun=1, bolt=1, nest=1)  # as long as no pile shows one of them


def all_cards(this: Deal) -> Counter[str]:
    assert this.hands is not None
    assert this.deck is not None
    return Counter([*this.turned, *this.deck, *(card for one in this.hands for card in one)])


def owed(state: WigOutState, seed: int = 0) -> Deal:
    this = state.owed(Shuffle(seeded(seed)))
    assert this is not None
    return this


def emptied(this: Deal, options: Options | None = None) -> WigOutState:
    """Seat 0 holds five nests and two buns in this deal, and has just played them all."""
    state = playing(this, options or Options())
    state.apply(0, start("nest", 5))
    state.apply(0, start("bun"))
    return state


def waiting(options: Options | None = None) -> WigOutState:
    """Seat 0 has one nest left and the deck is empty; seat 1 sits on the other four."""
    state = playing(deal(hand(nest=1, afro=4, curls=2), hand(nest=4, bun=3)), options or Options())
    play_alone(state, 0)
    return state
