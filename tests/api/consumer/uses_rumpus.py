"""Code as somebody writes it who installs the library; checked by mypy and pyright in their strict modes, and run.

`assert_type` fails the check where a type is wider than a user expects, `Any` included.
"""

from random import Random
from typing import Literal, assert_type

import numpy as np
from numpy.typing import NDArray

import rumpus
from rumpus import research
from rumpus.games import five_crowns, wackee_six, wig_out


def first_hand(seed: int) -> tuple[str, ...]:
    rules = rumpus.load_game("five_crowns", {"rounds": 3})
    assert_type(rules, five_crowns.FiveCrowns)
    assert_type(rules.options.rounds, int)
    assert_type(rules.actions, tuple[five_crowns.Take | five_crowns.Discard | five_crowns.Undo, ...])
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
    assert_type(state.view(None).seat, int | None)
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


def environments(seed: int) -> list[float]:
    """The same in all three kits: what an agent sees has a type, and so has what it earns."""
    turns = research.aec("five_crowns", players=2, rounds=1, turn_limit=3)
    turns.reset(seed=seed)
    earned = 0.0
    for agent in turns.agent_iter():
        assert_type(agent, str)
        seen, reward, terminated, truncated, _ = turns.last()
        assert_type(seen["action_mask"], NDArray[np.int8])
        earned += reward
        turns.step(None if terminated or truncated else int(seen["action_mask"].argmax()))
    ticks = research.parallel("wig_out", players=2, rounds=1)
    ticks.reset(seed=seed)
    _, rewards, _, _, _ = ticks.step({"player_0": 1})
    assert_type(rewards, dict[str, float])
    seat = research.gym_env("wackee_six", players=2, bots=["casual"], max_steps=5)
    first, _ = seat.reset(seed=seed)
    assert_type(first["observation"], NDArray[np.float32])
    assert_type(seat.step(1)[1], float)
    tables = research.batch("wig_out", tables=4, players=2, seed=seed)
    assert_type(tables.observe(), NDArray[np.float32])
    assert_type(tables.masks, NDArray[np.int8])
    gained, ended = tables.step(tables.sample())
    assert_type(ended, NDArray[np.bool_])
    return [earned, sum(rewards.values()), float(gained.sum())]


def kept(path: str) -> tuple[str, int]:
    """A match of one's own, as a record in a file."""
    rules = rumpus.load_game("wig_out", {"rounds": 1})
    state, house, rng = rules.new(2), rumpus.Shuffle(7), Random(7)
    history: list[tuple[float, tuple[int | None, wig_out.Action]]] = []
    while state.outcome() is None:
        moves = [(seat, action) for seat in state.to_act() for action in state.legal(seat)]
        chance = state.owed(house)
        step = state.apply(None, chance) if chance else state.apply(*rng.choice(moves))
        history += [(float(len(history)), event) for event in step]
    rumpus.write_record(rumpus.make_record(rules, ["Ana", "Bo"], history), path)
    record = rumpus.read_record(path)
    assert_type(record, rumpus.Record)
    return record.header.game, len(rumpus.verify(record).totals)
