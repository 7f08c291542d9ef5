"""The reasons of hints are true: checked by trying, for every legal move of many positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus import text
from rumpus.contract import Game, Go, Reason, Seating, Shout, State
from rumpus.games import game
from rumpus.games.five_crowns import lay_down, melds
from rumpus.games.five_crowns.actions import Discard, Take
from rumpus.games.five_crowns.cards import KIND, RANKS
from rumpus.games.wackee_six.actions import Play, Turn
from rumpus.games.wig_out.actions import Draw
from rumpus.shuffle import Shuffle, seeded

Facts = Mapping[str, Any]
MATCHES: dict[str, list[tuple[int, dict[str, Any]]]] = {  # players and options
    "wig_out": [(3, {}), (2, {"free_draw": True}), (6, {"rounds": 2})],
    "wackee_six": [(2, {"target": 60}), (4, {"target": 60, "partners": True}), (5, {"target": 60})],
    "five_crowns": [(3, {"rounds": 11, "turn_limit": 4})],
}
STEPS = 350


def moments(name: str, players: int, options: dict[str, Any], seed: int) -> list[tuple[State, int, Any]]:
    """Legal moves of the positions of a match, of which a player who likes to play makes one each."""
    state: State = game(name, options).new(Seating(players=players))
    house, rng = Shuffle(seeded(name, players, seed)), Random(seed)
    found: list[tuple[State, int, Any]] = []
    for _ in range(STEPS):
        chance = state.owed(house)
        moves = [] if chance else [(seat, action) for seat in state.to_act() for action in state.legal(seat)]
        if moves:
            found += [(state.copy(), seat, action) for seat, action in moves]
            plays = [move for move in moves if not isinstance(move[1], Draw | Turn)]
            state.apply(*rng.choice(plays if plays and rng.random() < 0.7 else moves))
        elif chance is not None:
            state.apply(None, chance)
        elif state.outcome() is None:
            state.apply(None, state.legal(None)[0])
    return found


def after(state: State, seat: int, action: Any) -> Any:
    done = state.copy()
    done.apply(seat, action)
    return done


def size(action: Any) -> int:
    """How many cards a move of Wig Out! gets rid of."""
    return len(getattr(action, "cards", [None])) if not isinstance(action, Draw) else 0


def check_wig_out(state: Any, seat: int, action: Any, key: str, facts: Facts) -> object:
    legal, public = state.legal(seat), state.view(seat).public
    if key == "shout":
        return isinstance(action, Shout) and public.hands[seat] == 0
    if key == "draw":
        return [action] == legal
    if key == "last":
        return size(action) == facts["count"] and after(state, seat, action).sizes[seat] == 0
    card = action.cards[0] if hasattr(action, "cards") else action.card
    opened = facts["opened"] == ("yes" if card in public.piles else "no") and facts.get("card", card) == card
    if key == "most":
        return opened and size(action) == facts["count"] == max(map(size, legal))
    return opened and (facts["opened"] == "yes" or size(action) >= 2)


def check_wackee_six(state: Any, seat: int, action: Any, key: str, facts: Facts) -> object:
    legal, side = state.legal(seat), state.side_of[seat]
    plays = [other for other in legal if isinstance(other, Play)]
    if key in ("turn", "keep-wild"):
        return bool(plays) == (key == "keep-wild") and all(play.card == "w" for play in plays)
    if key == "recycle":
        return not state.deck[side] and bool(state.turned[side])
    if key == "shout":
        return isinstance(action, Shout) and not state.left[side]
    done = after(state, seat, action)
    if key == "last":
        return done.left[side] == 0
    less = done.left[side] == state.left[side] - 1
    if key == "next":
        follows = [other for other in done.legal(seat) if isinstance(other, Play) and other.card == facts["next"]]
        return bool(follows) and (action.card == "w") == (facts["wild"] == "yes")
    if key == "finish":
        meant = action.as_ or action.card
        return meant[1:] == "13" and less == (facts["main"] == "yes")
    if key == "one":
        return len(done.piles) == len(state.piles) + 1 and less == (facts["main"] == "yes")
    return facts["card"] == (action.as_ or action.card) and less == (facts["main"] == "yes")


def check_five_crowns(state: Any, seat: int, action: Any, key: str, facts: Facts) -> object:
    view = state.view(seat)
    wild, hand = RANKS.index(view.public.wild), [KIND[card] for card in view.private.hand]

    def left(cards: list[int]) -> int:
        return melds.fewest(cards, wild)

    def kept(cards: list[int]) -> int:
        return min(left(rest_of(cards, card)) for card in set(cards))

    if isinstance(action, Discard):
        rest = rest_of(hand, KIND[action.card])
        if key == "out":
            return action.out and left(rest) == 0
        least = kept(hand) == left(rest) == facts["points"] if key == "discard-least" else left(rest) > kept(hand)
        hoped = left([*rest, KIND["**"]])
        return least and facts["points"] == left(rest) and facts.get("hoped", hoped) == hoped
    with_card = [*hand, KIND[view.public.discard]]
    before, later = left(hand), kept(with_card)
    if key == "take-all":
        return later == 0
    if key in ("take", "take-meld"):
        cards = [KIND[card] for card in facts.get("cards", "").split()]
        known = not cards or (lay_down.is_meld(cards, wild) and not Counter(cards) - Counter(with_card))
        return known and (later, before) == (facts["points"], facts["before"]) and later < before
    if key == "take-wild":
        return melds.is_wild(with_card[-1], wild)
    if key == "take-near":
        pair = [with_card[-1], KIND[facts["next"]]]
        return pair[1] in hand and any(lay_down.is_meld([*pair, third], wild) for third in range(len(RANKS) * 5))
    if key == "draw-more":
        return before - later == facts["saved"] > 0
    return later >= before == facts["points"]


def rest_of(cards: list[int], card: int) -> list[int]:
    rest = list(cards)
    rest.remove(card)
    return rest


Check = Callable[[Any, int, Any, str, Facts], object]
CHECKS: dict[str, Check] = {"wig_out": check_wig_out, "wackee_six": check_wackee_six, "five_crowns": check_five_crowns}


@pytest.mark.parametrize("name", MATCHES)
def test_a_reason_is_true_and_has_words(name: str) -> None:
    seen: Counter[str] = Counter()
    for seed, (players, options) in enumerate(MATCHES[name]):
        found = moments(name, players, options, seed)
        for state, seat, action in found[:: max(1, len(found) // 900)]:
            rules: Game = state.game
            reason: Reason | None = rules.reason(state.view(seat), action)
            if reason is None:
                assert isinstance(action, Go | Draw | Turn | Take), action
                continue
            seen[reason.reason] += 1
            key = reason.reason.split("-", 2)[2]
            assert CHECKS[name](state, seat, action, key, reason.facts), (reason, action, state.view(seat))
            for language in text.LANGUAGES:
                assert text.why(reason, language, partial(text.card, rules, language=language))
    prefix = {"wig_out": "why-wo-", "wackee_six": "why-ws-", "five_crowns": "why-fc-"}[name]
    rare = {"why-fc-take", "why-fc-take-wild", "why-ws-finish"}  # below, by hand
    known = {key for key in text.messages("rumpus.text", "en").split() if key.startswith(prefix)}
    assert known - rare <= seen.keys(), known - seen.keys()


@pytest.mark.parametrize(
    ("hand", "up", "expected"),
    [
        ("4h 8c Kd", "**", Reason("why-fc-take-wild", {"card": "**"})),
        ("4h 8c Kd", "5h", Reason("why-fc-take", {"card": "5h", "points": 17, "before": 25})),
        ("5h 6h Kd", "4h", Reason("why-fc-take-all", {"card": "4h"})),
        ("4h 5c 6d", "6t", Reason("why-fc-take-near", {"card": "6t", "next": "6d"})),
        ("4h 5c 6d", "Kt", None),
    ],
)
def test_the_card_that_lies_face_up(hand: str, up: str, expected: Reason | None) -> None:
    rules = game("five_crowns")
    state = rules.new(Seating(players=2))
    state.apply(None, state.owed(Shuffle(seeded("up"))))
    view: Any = state.view(state.to_act()[0])
    private = msgspec.structs.replace(view.private, hand=tuple(hand.split()))
    view = msgspec.structs.replace(view, private=private, public=msgspec.structs.replace(view.public, discard=up))
    assert expected == rules.reason(view, Take(from_="discard"))
    assert rules.reason(view, Go()) is None
    assert Game.reason(rules, view, Go()) is None, "a game need not give any"
