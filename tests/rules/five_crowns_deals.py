"""Hand-made matches of Five Crowns: deals with the wished cards, short ways through a round, and refusals looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from rumpus import text
from rumpus.contract import PLAY, Event, Illegal, Malformed, Score, Seating
from rumpus.games.five_crowns.actions import Deal, Discard, Options, Take
from rumpus.games.five_crowns.cards import RANKS, SUITS, TEXT, deck, kind, texts, wild_rank
from rumpus.games.five_crowns.game import FiveCrowns
from rumpus.games.five_crowns.rules import FiveCrownsState
from rumpus.shuffle import Shuffle, seeded

Melds = tuple[tuple[str, ...], ...]
Cards = tuple[str, ...]
TOO_MANY_TURNS = 200  # no round of these tests is longer, so a rule that never ends one fails its test


class Unshuffled:
    """A shuffle that leaves the cards as they are and always picks the same number."""

    def __init__(self, pick: int = 0) -> None:
        self.pick = pick

    def below(self, n: int) -> int:
        assert self.pick < n
        return self.pick

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        return list(cards)


def cards(written: str) -> Cards:
    """Cards with blanks between them: "7h 7s **"."""
    return tuple(written.split())


def kinds(written: str) -> list[int]:
    """The same as the small ints of the rules."""
    return list(map(kind, cards(written)))


def melds(written: str) -> Melds:
    """Melds with strokes between them: "7h 7s 7c / 4t 5t 6t"."""
    return tuple(map(cards, written.split("/"))) if written else ()


def hand(state: FiveCrownsState, seat: int) -> Cards:
    """The hand of a seat, sorted as the rules keep it."""
    return texts(state.hands[seat])


def arranged(written: str) -> Cards:
    """The cards in the order in which the rules keep a hand."""
    return texts(sorted(kinds(written)))


def new(players: int = 3, host: int = 0, *, asks: bool = False, **options: Any) -> FiveCrownsState:
    """A match about to begin."""
    return FiveCrowns(Options(**options)).new(Seating(players=players, host=host, asks=asks))


def hand_made(state: FiveCrownsState, hands: Sequence[str] = (), discard: str = "", draw: str = "") -> Deal:
    """The deal that is due, with these hands (seat by seat), this discard and this beginning of the draw pile.

    What is not named comes from the rest of the cards, wilds last, so that nobody gets one by accident.
    """
    tie_break, dealt = state.next_deal()
    wild = RANKS[wild_rank(dealt)]
    dealer = state.next_dealer()
    named = [cards(written) for written in hands] + [()] * (state.players - len(hands))
    rest = Counter(texts(deck(state.sets)))
    wished = Counter([*cards(discard), *cards(draw), *(card for some in named for card in some)])
    assert not wished - rest, f"there are not so many of {wished - rest}"
    rest.subtract(wished)
    pool = sorted(rest.elements(), key=lambda card: (card[0] in (wild, "*"), kind(card)))
    sizes = [dealt * (seat in state.tied) for seat in range(state.players)]
    full = [(*some, *(pool.pop(0) for _ in range(size - len(some)))) for some, size in zip(named, sizes, strict=True)]
    return Deal(
        round=state.round + 1,
        dealer=0 if dealer is None else dealer,
        wild=wild,
        hands=tuple(full),
        discard=discard or pool.pop(0),
        draw=(*cards(draw), *pool),
        tie_break=tie_break,
    )


def deal(state: FiveCrownsState, *hands: str, discard: str = "", draw: str = "") -> FiveCrownsState:
    """The same match with the hand-made deal done."""
    state.apply(None, hand_made(state, hands, discard, draw))
    return state


def dealt(*hands: str, discard: str = "", draw: str = "", host: int = 0, **options: Any) -> FiveCrownsState:
    """Round one with these hands; threes are wild."""
    return deal(new(len(hands), host, **options), *hands, discard=discard, draw=draw)


def take(state: FiveCrownsState, seat: int, pile: Any = "draw") -> list[Event]:
    """A seat takes the top card of a pile."""
    return state.apply(seat, Take(from_=pile))


def discard(state: FiveCrownsState, seat: int, card: str, laid: str | None = None) -> list[Event]:
    """A seat discards, with melds of its own if any are written."""
    return state.apply(seat, Discard(card=card, melds=None if laid is None else melds(laid)))


def go_out(state: FiveCrownsState, seat: int, card: str) -> list[Event]:
    """A seat goes out with the table's arrangement."""
    return state.apply(seat, Discard(card=card, out=True))


def keep(state: FiveCrownsState, laid: str | None = None) -> list[Event]:
    """The seat whose turn it is takes the top discard and discards it again."""
    seat, top = state.turn, TEXT[state.discards[-1]]
    take(state, seat, "discard")
    return discard(state, seat, top, laid)


def draw_and_discard(state: FiveCrownsState) -> list[Event]:
    """The seat whose turn it is takes the top card of the draw pile and discards it."""
    seat = state.turn
    [(_, taken)] = take(state, seat)
    return discard(state, seat, taken.card)


def use_up(state: FiveCrownsState, leave: int = 0) -> FiveCrownsState:
    """Turns until only so many cards are left in the draw pile."""
    for _ in range(len(state.draw) - leave):
        draw_and_discard(state)
    return state


def turns_to_the_end(state: FiveCrownsState, laid: str | None = None) -> tuple[list[int], list[Event]]:
    """Everybody keeps what they have until the round is over: whose turns that took, and what happened last."""
    seats: list[int] = []
    while len(seats) < TOO_MANY_TURNS:
        seats += state.to_act()
        happened = keep(state, laid)
        if state.phase != PLAY:
            return seats, happened
    raise AssertionError("the round does not end")


def keep_on(state: FiveCrownsState, laid: str | None = None) -> list[Event]:
    """Everybody keeps what they have until the round is over; gives what happened last."""
    return turns_to_the_end(state, laid)[1]


def deal_wilds(state: FiveCrownsState) -> FiveCrownsState:
    """The same match with a deal done in which the first player holds nothing but wilds."""
    _, size = state.next_deal()
    wilds = [RANKS[wild_rank(size)] + suit for suit in SUITS * 2] + ["**"] * 6
    hands = [""] * state.players
    hands[((state.next_dealer() or 0) + 1) % state.players] = " ".join(wilds[:size])
    return deal(state, *hands)


def play_round(state: FiveCrownsState) -> list[Event]:
    """A whole round: the first player goes out on nothing but wilds, and the others lay down nothing."""
    deal_wilds(state)
    top = TEXT[state.discards[-1]]
    take(state, state.turn, "discard")
    go_out(state, state.turn, top)
    return keep_on(state, "")


@cache
def _before_round(number: int, players: int, options: tuple[tuple[str, Any], ...]) -> FiveCrownsState:
    state = new(players, **dict(options))
    for _ in range(number - 1):
        play_round(state)
    return state


def before_round(number: int, players: int = 2, **options: Any) -> FiveCrownsState:
    """A match that has come to the deal of this round; seat 0 dealt the first."""
    return _before_round(number, players, tuple(options.items())).copy()


def at_random(state: FiveCrownsState, seed: int, turns: int) -> FiveCrownsState:
    """So many turns in which everybody takes and discards as it comes, and nobody goes out."""
    chance = Shuffle(seeded("turns", seed))
    for _ in range(turns):
        owed = state.owed(chance)
        if owed is not None:
            state.apply(None, owed)
        seat = state.turn
        take(state, seat, ("draw", "discard")[chance.below(2)])
        discard(state, seat, TEXT[state.hands[seat][chance.below(len(state.hands[seat]))]])
    return state


def all_cards(state: FiveCrownsState) -> Counter[int]:
    """Every card of the match, wherever it lies."""
    laid = [kind(card) for table in state.laid for meld in table or () for card in meld]
    return Counter([*laid, *state.draw, *state.discards, *(card for held in state.hands for card in held)])


def refusal_of(state: FiveCrownsState, actor: int | None, action: Any) -> Illegal:
    """The refusal of an action, which has changed nothing and can be worded in every language."""
    before = deepcopy(state)  # not state.copy(), which might share a list with it
    with pytest.raises(Illegal) as caught:
        state.apply(actor, action)
    assert before == state
    assert_worded(caught.value)
    return caught.value


def refused(state: FiveCrownsState, actor: int | None, action: Any) -> tuple[str, str]:
    """The clause and the reason of a refusal that has changed nothing."""
    illegal = refusal_of(state, actor, action)
    return illegal.clause, illegal.reason


def unreadable(state: FiveCrownsState, actor: int | None, action: Any) -> str:
    """What is said of an action that cannot be read, and has changed nothing."""
    before = deepcopy(state)  # not state.copy(), which might share a list with it
    with pytest.raises(Malformed) as caught:
        state.apply(actor, action)
    assert before == state
    return str(caught.value)


def assert_worded(illegal: Illegal) -> None:
    """The refusal reads as a sentence of its own in each language."""
    sentences = [text.refusal(illegal, language) for language in text.LANGUAGES]
    assert all(sentence.endswith((".", "!")) and "{" not in sentence for sentence in sentences)
    assert len(text.LANGUAGES) == len(set(sentences))


PLAYERS = range(2, 15)
THREES, SIXES, KINGS = (RANKS.index(rank) for rank in "36K")

# Hands of round one (3s are wild) of which nothing can be melded, with their points
DULL_18, DULL_21, DULL_33 = "4t 6h 8c", "5t 7h 9c", "9d Js Kh"


def scores(happened: list[Event]) -> list[Score]:
    return [action for _, action in happened if isinstance(action, Score)]


def points(happened: list[Event]) -> tuple[int, ...]:
    """The points of the one round that these happenings ended."""
    [score] = scores(happened)
    return score.points


def after_out(*others: str, **how: Any) -> FiveCrownsState:
    """Round one: seat 1, first to play, holds three sevens and has gone out with the top discard; Kd lies on top."""
    state = dealt(others[0], "7h 7s 7c", *others[1:], discard="Kd", **how)
    take(state, 1, "discard")
    go_out(state, 1, "Kd")
    return state


def tied(*hands: str, **options: Any) -> tuple[FiveCrownsState, list[Event]]:
    """A match of one round, one turn each, in which everybody keeps these cards, and what happened last."""
    state = dealt(*hands, **{"rounds": 1, "turn_limit": 1, "discard": "Qd", **options})
    return state, keep_on(state)
