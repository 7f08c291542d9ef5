"""What a seat knows of a round of Five Crowns, as the compiled search wants it, and its questions to the search."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random
from typing import Any

import numpy as np

from rumpus.bots import five_crowns_search as compiled
from rumpus.bots.five_crowns_beliefs import REMEMBERED, Seen
from rumpus.bots.five_crowns_playouts import HAND, SIMPLE, new_tables, put
from rumpus.contract import Options
from rumpus.games.five_crowns.actions import Options as GameOptions
from rumpus.games.five_crowns.cards import JOKER, KIND, RANKS, deck
from rumpus.games.five_crowns.layout import ONE_SET_SEATS
from rumpus.games.five_crowns.memory import Memory, Turn
from rumpus.games.five_crowns.view import Public, View, hidden

ROUND_SPREAD = 18.0  # points; the standard deviation of the difference between two experts in a round, of any length
LAST_SPREAD = 6.0  # points; so that the last round is not only about winning or losing
NO_LIMIT = 60  # turns of each seat, where the table has no limit
STORY = len(RANKS) + 2 + REMEMBERED  # cards of a story at most: a hand of the last round, and one for each turn

BELIEFS = (0.6, 0.6, 10.0, 4.0, 40.0)  # in the order of `five_crowns_beliefs`
SEARCH = (2560.0, 120.0, 4.0, 12.0, 32.0, 3.0, 1.0)  # in the order of `five_crowns_search`
DIALS = np.array(SIMPLE + BELIEFS + SEARCH)


Choice = tuple[int, int, int]  # 1 takes the face-up card, 0 draws, -1 has taken; the discard, or -1; 1 goes out


class Tables(threading.local):
    """The tables of a thread, made at its first question."""

    def __init__(self) -> None:
        self.arrays = new_tables()


tables = Tables()


def row(cards: Iterable[int], wild: int) -> Any:
    """A hand as the compiled code wants it."""
    hand = np.zeros(HAND, np.int64)
    for card in cards:
        put(hand, card, wild)
    return hand


def what_is_seen(view: View, memory: Memory, options: Options) -> Seen:
    """All that the seat of this view knows, from what it sees and remembers."""
    public, me = view.public, view.seat
    assert me is not None
    assert isinstance(options, GameOptions)
    assert view.private is not None
    players, wild = len(public.hands), RANKS.index(public.wild)
    seats = sorted(public.tied, key=lambda seat: (seat - me) % players)
    sets = 1 if players <= ONE_SET_SEATS else 2
    unseen = hidden(view, sets)
    under, held = memory.known(view, unseen)
    pile = under if public.discard is None else [*under, KIND[public.discard]]
    beneath, cards = public.discards - len(pile), len(deck(sets))
    known = [[KIND[card] for card in view.private.hand], *(held.get(seat, []) for seat in seats[1:])]
    later = 0 if public.tie_break else options.to_play - public.round
    return Seen(
        hands=np.stack([row(hand, wild) for hand in known]),
        hidden=np.array([public.hands[seat] - len(hand) for seat, hand in zip(seats, known, strict=True)]),
        pool=np.array(sorted((Counter(unseen) - Counter(chain(under, *held.values()))).elements()), np.int64),
        under=beneath,
        pile=np.array([0] * beneath + pile + [0] * (cards - public.discards)),
        state=_state(view, seats, options, cards - public.draw),
        **_stories(memory, seats, known, public),
        ahead=np.array([float(public.totals[seat] - public.totals[me]) for seat in seats]),
        spread=(later * ROUND_SPREAD**2 + LAST_SPREAD**2) ** 0.5,
    )


def _state(view: View, seats: Sequence[int], options: GameOptions, drawn: int) -> Any:
    """The cells of the round; the draw pile stands at the end of a pack of all cards."""
    public = view.public
    out = -1 if public.out is None else seats.index(public.out)
    turns = max(1, (options.turn_limit or NO_LIMIT) * len(seats) - public.turns + 1)
    return np.array([RANKS.index(public.wild), 0, out, drawn, public.discards, int(public.taken), turns])


def _stories(memory: Memory, seats: Sequence[int], known: Sequence[list[int]], public: Public) -> dict[str, Any]:
    """What was seen of the others' turns, and what follows of the cards that they had and drew."""
    turns, log = np.zeros(len(seats), np.int64), np.full((len(seats), REMEMBERED, 3), -1)
    story, length = np.full((len(seats), STORY), -1), np.zeros(len(seats), np.int64)
    for place, seat in enumerate(seats[1:], 1):
        done = [_numbers(turn) for turn in memory.turns.get(seat, ()) if None not in turn][-REMEMBERED:]
        cards = _known_cards(done, known[place])
        if cards is None or public.laid[seat] is not None:  # the memory does not fit what is seen, or the seat is done
            done, cards = [], known[place]
        turns[place], length[place] = len(done), public.hands[seat] + sum(not picked for _, picked, _ in done)
        story[place, : len(cards)] = cards
        for number, turn in enumerate(done):
            log[place, number] = turn
    return {"turns": turns, "log": log, "story": story, "length": length}


def _numbers(turn: Turn) -> tuple[int, int, int]:
    assert turn.up is not None
    assert turn.discard is not None
    return turn.up, int(turn.picked), turn.discard


def _known_cards(done: Sequence[tuple[int, int, int]], held: Iterable[int]) -> list[int] | None:
    """The cards that a seat is known to have had or drawn before it threw them away, those it needs first in front."""
    picked = Counter(up for up, picked, _ in done if picked)
    thrown = Counter(discard for _, _, discard in done)
    if picked - (thrown + Counter(held)):
        return None
    early = Counter(held) - picked
    thrown -= picked - Counter(held)
    cards = list(early.elements())
    for _, _, discard in done:
        if thrown[discard]:
            thrown[discard] -= 1
            cards.append(discard)
    return cards


def choose(seen: Seen, usual: Choice, rng: Random, dials: Any = None) -> Choice:
    """The choice in imagined worlds, or the usual one."""
    dials = DIALS if dials is None else dials
    state = np.array([rng.getrandbits(64)], np.uint64)
    takes, discard, out = compiled.choose(seen, np.array(usual), dials, state, tables.arrays)
    return int(takes), int(discard), int(out)


def takes_last(seen: Seen) -> bool:
    """Whether the face-up card is better than the draw pile on the last turn."""
    left = np.bincount(seen.pool, minlength=JOKER + 1)
    up, drawing = compiled.worth_of_last_draw(seen, left, tables.arrays)
    return bool(up > drawing)


def warm_up() -> None:
    """Compile everything with a small question, or load it, where there is time."""
    hands = np.stack([row(cards, 0) for cards in ((1, 2, 14), ())])
    pool, pile = np.arange(20, 40), np.zeros(len(deck(1)), np.int64)
    state = np.array([0, 0, -1, len(pile) - 17, 1, 0, 4])
    log, story = np.zeros((2, REMEMBERED, 3), np.int64), np.full((2, STORY), -1)
    log[1, 0], story[1, 0] = (6, 0, 5), 5
    stories = (np.array([0, 1]), log, story, np.array([0, 4]))
    seen = Seen(hands, np.array([0, 3]), pool, 0, pile, state, *stories, np.zeros(2), 1.0)
    dials = DIALS.copy()
    dials[compiled.WORLDS] = 2
    choose(seen, (0, -1, 0), Random(0), dials)
    takes_last(seen)
