"""Code as somebody writes it who installs the library; checked by mypy and pyright in their strict modes, and run.

`assert_type` fails the check where a type is wider than a user expects, `Any` included.
"""

from random import Random
from typing import Literal, assert_type

import rumpus
from rumpus.games import five_crowns, wackee_six, wig_out


def first_hand(seed: int) -> tuple[str, ...]:
    rules = rumpus.load_game("five_crowns", {"rounds": 3})
    assert_type(rules, five_crowns.FiveCrowns)
    assert_type(rules.options.rounds, int)
    state = rules.new(3)
    assert_type(state, five_crowns.FiveCrownsState)
    chance = state.owed(rumpus.Shuffle(seed))
    assert_type(chance, five_crowns.Deal | five_crowns.Reshuffle | None)
    if chance is not None:
        state.apply(None, chance)
    seat = state.to_act()[0]
    view = state.view(seat)
    assert_type(view, five_crowns.SeatView)
    assert_type(state.view(None), five_crowns.View)
    assert_type(view.public.discard, str | None)
    assert_type(state.legal(seat), list[five_crowns.Take | five_crowns.Discard | five_crowns.Undo])
    assert_type(state.legal(None), list[rumpus.Result])
    for action in state.legal(seat):
        if isinstance(action, five_crowns.Take):
            assert_type(action.from_, Literal["draw", "discard"])
    for by, happened in state.apply(seat, state.legal(seat)[0]):
        assert_type(by, int | None)
        assert_type(happened, five_crowns.Action)
    again = rules.imagine(view, rumpus.Shuffle(2), rules.memory())
    assert_type(again, five_crowns.FiveCrownsState)
    assert_type(state.copy(), five_crowns.FiveCrownsState)
    return view.private.hand


def races(seed: int) -> tuple[int, int]:
    wig = rumpus.load_game("wig_out").new(2)
    assert_type(wig, wig_out.WigOutState)
    assert_type(wig.view(0).private.hand, tuple[str, ...])
    assert_type(wig.view(0).public.piles, dict[str, int])
    assert_type(wig.legal(0), list[wig_out.SeatAction])
    wackee = rumpus.load_game("wackee_six").new(rumpus.Seating(players=4))
    assert_type(wackee, wackee_six.WackeeSixState)
    assert_type(wackee.view(0).private.side, int)
    assert_type(wackee.view(None).public.sides, tuple[wackee_six.SideView, ...])
    assert_type(wackee.legal(None), list[wackee_six.TableAction])
    return wig.players, wackee.players


def play(name: str, players: int, seed: int) -> rumpus.Result:
    """A match of any game between players who do anything that is legal."""
    state = rumpus.load_game(name).new(players)
    house, rng = rumpus.Shuffle(seed), Random(seed)
    while (result := state.outcome()) is None:
        chance = state.owed(house)
        moves = [(seat, action) for seat in state.to_act() for action in state.legal(seat)]
        if chance is not None:
            state.apply(None, chance)
        elif moves:
            state.apply(*rng.choice(moves))
        else:
            state.apply(None, state.legal(None)[0])
    assert_type(result, rumpus.Result)
    return result


class Hasty(rumpus.Bot):
    """Takes what it can get."""

    def move(
        self, look: five_crowns.Look, legal: list[five_crowns.SeatAction], at_s: float
    ) -> tuple[five_crowns.SeatAction, float] | None:
        view = look()
        assert_type(view.private.hand, tuple[str, ...])
        return (legal[-1], self.reaction(0.5)) if legal and view.public.phase == "play" else None


def numbers(seed: int) -> list[tuple[int, float]]:
    matches = rumpus.simulate_matches("wig_out", ["greedy", "random"], 2, seed=seed, keep_record=True)
    found: list[tuple[int, float]] = []
    for match in matches:
        assert_type(match, rumpus.SimulatedMatch)
        assert match.record is not None
        record = rumpus.parse_record(match.record)
        for line, state in rumpus.replay(record):
            assert_type(line.by, int | None)
            assert_type(state.totals, tuple[int, ...])
        found.append((match.rounds, match.seconds))
    return found


def melds(hand: str) -> str | None:
    try:
        best = rumpus.melds(hand, wild="7")
    except rumpus.RumpusError as error:
        return str(error)
    assert_type(best, rumpus.SolvedHand)
    assert_type(best.melds, tuple[tuple[str, ...], ...])
    return best.discard
