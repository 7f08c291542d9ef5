"""Which seats compete in a race: whoever could do something now for which it matters who comes first."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rumpus.contract import CALLED, PLAY, Illegal, Seating, Shout, State, tag_of
from rumpus.games import game
from rumpus.games.wackee_six.actions import PLAYS, Play
from rumpus.games.wackee_six.cards import KIND
from rumpus.games.wig_out.actions import DRAW, LAYS, SHOUT
from rumpus.shuffle import Shuffle, seeded
from tests.contract.laws import playout, sample

HARMLESS = ("turn", "recycle")  # take nothing from anybody; only the rules' patience ends with them


def prevents(state: State, seat: int, action: Any, other: int, their: Any) -> bool:
    """Whether the second of two legal actions is impossible after the first."""
    after = state.copy()
    after.apply(seat, action)
    if after.phase == CALLED and their.flies:
        return False  # WS-18
    try:
        after.apply(other, their)
    except Illegal as no:
        return no.reason != "wo-must-play"  # WO-12: a pile that was just started only keeps others from drawing
    return False


def party_of(state: State, seat: int) -> tuple[int, ...]:
    return next(party for party in state.parties() if seat in party)


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("wig_out", 2, {}),
        ("wig_out", 4, {}),
        ("wig_out", 6, {"free_draw": True}),
        ("wackee_six", 2, {}),
        ("wackee_six", 4, {"partners": True}),
        ("wackee_six", 6, {}),
    ],
)
def test_every_seat_whose_action_competes_is_a_rival(name: str, players: int, options: dict[str, Any]) -> None:
    rules = game(name, {**options, **({"target": 20} if name == "wackee_six" else {"rounds": 2})})
    now_and_then = sample(7, 12)
    for seed in range(3):
        for state, _ in playout(rules, players, seed):
            if state.phase != PLAY or not now_and_then():
                continue
            moves = [(s, a) for s in state.to_act() for a in state.legal(s) if tag_of(a) not in HARMLESS]
            for seat, action in moves:
                others = [(o, b) for o, b in moves if o not in party_of(state, seat)]
                competing = {
                    other
                    for other, their in others
                    if prevents(state, seat, action, other, their) or prevents(state, other, their, seat, action)
                }
                assert competing <= set(state.rivals(seat, action)), (seed, seat, action)


@pytest.mark.parametrize(("name", "players"), [("wig_out", 4), ("wackee_six", 4)])
def test_rivals_follow_from_what_everybody_sees(name: str, players: int) -> None:
    rules = game(name, {"target": 20} if name == "wackee_six" else {"rounds": 2})
    now_and_then, rng = sample(3, 15), Random(3)
    for state, _ in playout(rules, players, 11):
        if state.phase != PLAY or not now_and_then():
            continue
        seat = rng.randrange(players)
        world = rules.imagine(state.view(seat), Shuffle(seeded("rivals", rng.randrange(1000))))
        for action in state.legal(seat):
            assert list(state.rivals(seat, action)) == list(world.rivals(seat, action))


def wackee(sides: int, **options: Any) -> Any:
    state: Any = game("wackee_six", options).new(Seating(players=sides))
    state.apply(None, state.owed(Shuffle(seeded("rivals"))))
    state.apply(state.dealer, state.legal(state.dealer)[0])
    for side in range(len(state.sides)):
        state.up[side] = [KIND["g2"]] * 6
        state.turned[side] = []
        state.look_at_row(side)
    return state


@pytest.mark.rule("WS-15")
def test_the_sides_that_could_take_the_same_place_are_rivals() -> None:
    state = wackee(4)
    state.build(0, KIND["r5"], wild=False)
    state.up[0] = [KIND["r6"], *state.up[0][1:]]
    state.up[1] = [KIND["w"], *state.up[1][1:]]
    state.turned[2] = [KIND["r6"]]
    for side in range(4):
        state.look_at_row(side)
    assert [1, 2] == state.rivals(0, PLAYS[0][KIND["r6"]])
    assert [0, 2] == state.rivals(1, Play(card="w", from_=0, as_="r6"))
    assert [] == state.rivals(0, PLAYS[0][KIND["r1"]])  # WS-06
    assert [] == state.rivals(1, Play(card="w", from_=0))
    state.build(1, KIND["r5"], wild=False)
    assert [1, 2] == state.rivals(0, PLAYS[0][KIND["r6"]])
    state.build(2, KIND["r5"], wild=False)
    assert [] == state.rivals(0, PLAYS[0][KIND["r6"]])  # a place for everybody
    state.left[1] = 0
    state.build(1, KIND["r6"], wild=False)
    state.build(2, KIND["r6"], wild=False)
    assert [2] == state.rivals(0, PLAYS[0][KIND["r6"]])  # WS-17: the call is all that side 1 has left


@pytest.mark.rule("WS-17")
def test_the_sides_that_could_call_too_are_rivals() -> None:
    state = wackee(4)
    state.left = [0, 0, 1, 1]
    state.up[2] = [KIND["r1"], -1, -1, -1, -1, -1]
    state.up[3] = [KIND["r9"], -1, -1, -1, -1, -1]
    for side in range(4):
        state.look_at_row(side)
    assert [1, 2] == state.rivals(0, Shout())
    assert [] == state.rivals(0, state.legal(3)[-1])


def wig(players: int) -> Any:
    state = game("wig_out").new(Seating(players=players))
    state.apply(None, state.owed(Shuffle(seeded("rivals"))))
    state.apply(state.dealer, state.legal(state.dealer)[0])
    return state


@pytest.mark.rule("WO-13")
def test_every_seat_with_cards_is_a_rival_for_the_last_cards_of_the_deck() -> None:
    state = wig(4)
    assert [] == state.rivals(0, DRAW)
    state.deck = state.deck[:4]
    assert [] == state.rivals(0, DRAW)
    state.deck = state.deck[:3]
    assert [1, 2, 3] == state.rivals(0, DRAW)


@pytest.mark.rule("WO-16")
def test_a_shout_and_cards_that_are_played_before_it_are_rivals() -> None:
    state = wig(3)
    assert [] == state.rivals(0, LAYS[0])
    state.sizes[2] = 0
    assert [2] == state.rivals(0, LAYS[0])
    assert [0, 1] == state.rivals(2, SHOUT)


def test_in_turns_nobody_competes() -> None:
    state = game("five_crowns").new(Seating(players=2))
    state.apply(None, state.owed(Shuffle(seeded("rivals"))))
    seat = state.to_act()[0]
    assert () == state.rivals(seat, state.legal(seat)[0])
