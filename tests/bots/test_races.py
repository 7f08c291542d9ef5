"""Bots in the races: their levels, pace and attention, and standing in."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any

import msgspec
import pytest

from rumpus.bots import BOTS, wackee_six, wig_out
from rumpus.bots.base import LEVELS, Bot
from rumpus.bots.race import QUICKEST_S, Dials
from rumpus.bots.wackee_six import WackeeSixBot
from rumpus.bots.wig_out import BEGINNER, WigOutBot
from rumpus.contract import Seating
from rumpus.driver import Driver
from rumpus.games import game
from rumpus.games.wackee_six.actions import SHOUT, TURN_UP, Play, Turn
from rumpus.games.wig_out.actions import DRAW, Lay, Start
from rumpus.playout import Playout
from rumpus.research import simulate
from rumpus.shuffle import Shuffle, seeded
from tests.bots.race_views import PLAY_R5, chosen, wackee, wig

RACES = ["wig_out", "wackee_six"]
KINDS: dict[str, Any] = {"wig_out": WigOutBot, "wackee_six": WackeeSixBot}
LADDERS = {"wig_out": wig_out.LADDER, "wackee_six": wackee_six.LADDER}
STEPS = [*pairwise(LEVELS), ("greedy", "expert")]
OPTIONS: dict[str, dict[str, Any]] = {"wig_out": {"rounds": 5}, "wackee_six": {"target": 30}}


def share(name: str, first: str, second: str, deals: int, players: int = 2) -> float:
    """How often the first wins against others of one kind, each deal played with the seats turned round."""
    won = 0.0
    for deal in range(deals):
        for mine in range(players):
            bots = [first if seat == mine else second for seat in range(players)]
            winners = simulate.play(name, OPTIONS[name], bots, ("ladder", deal)).result.winners or ()
            won += (mine in winners) / len(winners)
    return won / (players * deals)


# The ladder


@pytest.mark.parametrize(("worse", "better"), STEPS)
@pytest.mark.parametrize("name", RACES)
def test_every_level_beats_the_one_below_and_the_expert_beats_greedy(name: str, better: str, worse: str) -> None:
    """On fixed seeds, so that a share changes only when a bot does. `make ladder` has the steps themselves."""
    assert share(name, better, worse, 60) > 0.52


@pytest.mark.parametrize(("worse", "better"), STEPS)
def test_levels_stand_in_order_with_four_at_the_table(better: str, worse: str) -> None:
    # a quarter is even; an expert that finished its wait although it could play again had 18 % against greedy
    assert share("wig_out", better, worse, 40, players=4) > 0.26


def test_levels_stand_in_order_with_partners() -> None:
    for worse, better in pairwise(LEVELS):
        won = 0
        for deal in range(40):
            for first in range(2):
                bots = [better if seat % 2 == first else worse for seat in range(4)]
                options = {"target": 30, "partners": True}
                result = simulate.play("wackee_six", options, bots, ("partners", deal)).result
                won += result.totals[first] == max(result.totals)
        assert won > 40, (better, worse)


@pytest.mark.parametrize("name", RACES)
def test_levels_are_the_same_bot_with_other_dials(name: str) -> None:
    ladder = LADDERS[name]
    made = {level: BOTS[name][level](0, game(name).options, Random(1)) for level in ladder}
    assert {KINDS[name]} == {type(one) for one in made.values()}
    assert ladder == {level: one.dials for level, one in made.items()}  # type: ignore[attr-defined]  # a race's own


@pytest.mark.parametrize("name", RACES)
def test_greedy_has_the_experts_speed_and_attention_but_no_strategy(name: str) -> None:
    expert, greedy = LADDERS[name]["expert"], LADDERS[name]["greedy"]
    for dial in ("reaction_s", "spread", "scan_s", "hand_s", "overlooks", "form"):
        assert getattr(expert, dial) == getattr(greedy, dial)
    for dial in ("guards", "links", "waits_s", "remembers", "helps"):
        assert not getattr(greedy, dial)


@pytest.mark.parametrize("name", RACES)
def test_better_levels_are_faster_and_overlook_less(name: str) -> None:
    for dial in ("reaction_s", "scan_s", "hand_s", "overlooks"):
        values = [getattr(LADDERS[name][level], dial) for level in LEVELS]
        assert sorted(values, reverse=True) == values
        assert len(set(values)) >= 4


@pytest.mark.parametrize("name", RACES)
def test_a_player_has_better_and_worse_days(name: str) -> None:
    steady = Dials(reaction_s=0.5, scan_s=0.02, hand_s=0.4)
    moody = msgspec.structs.replace(steady, form=0.3)
    usual = [KINDS[name](0, game(name).options, Random(seed), steady).form for seed in range(50)]
    days = [KINDS[name](0, game(name).options, Random(seed), moody).form for seed in range(50)]
    assert {1.0} == set(usual)
    assert min(days) < 0.8
    assert max(days) > 1.25


# Looking again


class Scripted(Bot):
    """Does one thing, then nothing."""

    def __init__(self, action: Any, after_s: float, inner: Bot | None = None) -> None:
        super().__init__(0, game("wig_out").options, Random(1))
        self.plans: list[Any] = [(action, after_s)]
        self.inner = inner
        self.asked = 0

    def looks_again(self, action: Any, planned: Any) -> bool:
        return self.inner is not None and self.inner.looks_again(action, planned)

    def move(self, look: Any, legal: list[Any], at_s: float) -> Any:
        self.asked += 1
        return self.plans.pop() if self.plans else None


@pytest.mark.parametrize(("late_s", "again"), [(4.0, True), (0.55, False)])
def test_a_spoiled_plan_is_dropped_unless_the_hand_has_almost_arrived(late_s: float, again: bool) -> None:
    state = game("wig_out").new(2)
    driver = Driver(game("wig_out"), state)
    waiting = WigOutBot(0, game("wig_out").options, Random(1))
    waiting.hand = ("bun", "nest")
    bot = Scripted(DRAW, late_s, waiting)
    driver.seat_bot(0, bot, Random(1))
    driver.plan(0, DRAW, late_s)
    driver.note([(1, Start(cards=("afro", "afro")))], 0.5)
    assert driver.is_moving(0)  # nothing that it holds
    driver.note([(1, Start(cards=("bun", "bun")))], 0.5)
    assert driver.is_moving(0) == (not again)
    assert (driver.lands_at() is None) == again


def test_a_place_that_was_taken_spoils_the_play_for_it() -> None:
    bot = WackeeSixBot(0, game("wackee_six").options, Random(1))
    other = Play(card="w", from_="deck", as_="r5")
    assert bot.looks_again(other, PLAY_R5)
    assert not bot.looks_again(Play(card="b8", from_=1), PLAY_R5)
    assert not bot.looks_again(other, TURN_UP)


# Time


def timed(name: str, level: str, seed: int = 1) -> list[tuple[Any, float]]:
    """Every move of two bots of this level in a short match, and how long it took."""
    moves: list[tuple[Any, float]] = []

    def watched(seat: int, options: Any, rng: Random) -> Any:
        bot = KINDS[name](seat, options, rng, LADDERS[name][level])
        decide = bot.move

        def move(look: Any, legal: list[Any], at_s: float) -> Any:
            done = decide(look, legal, at_s)
            if done is not None:
                moves.append(done)
            return done

        bot.move = move
        return bot

    simulate.run(Playout(game(name, {"target": 10} if name == "wackee_six" else {}), [watched] * 2, (seed,)))
    return moves


@pytest.mark.parametrize("name", RACES)
def test_reaction_times_vary_and_are_never_faster_than_a_persons(name: str) -> None:
    for level in LADDERS[name]:
        times = [after_s for _, after_s in timed(name, level)]
        assert min(times) >= QUICKEST_S
        assert max(times) > 1.5 * min(times)


@pytest.mark.parametrize("name", RACES)
def test_dials_without_delays_are_still_limited_to_human_speed(name: str) -> None:
    at_once = Dials(reaction_s=0.001, scan_s=0.0, hand_s=0.0)
    bot = KINDS[name](0, game(name).options, Random(1), at_once)
    assert {QUICKEST_S} == {bot.after(20), bot.voice()}


@pytest.mark.parametrize("name", RACES)
def test_the_beginner_takes_longer_for_a_move(name: str) -> None:
    beginner, expert = ([after_s for _, after_s in timed(name, level)] for level in ("beginner", "expert"))
    assert 1.2 * median(expert) < median(beginner)
    assert 1.0 < median(beginner) < 8.0
    assert 0.4 < median(expert) < 1.2


@pytest.mark.parametrize("name", RACES)
def test_a_call_has_a_human_delay(name: str) -> None:
    calls = [after_s for seed in range(8) for done, after_s in timed(name, "expert", seed) if done == SHOUT]
    assert len(calls) > 3
    assert min(calls) >= QUICKEST_S
    assert len(set(calls)) == len(calls)


def test_a_fuller_table_takes_longer_to_look_at() -> None:
    bots = [WigOutBot(0, game("wig_out").options, Random(5), BEGINNER) for _ in range(3)]
    empty, full, twice = bots[0].after(2), bots[1].after(14), bots[2].after(14, looks=2)
    assert pytest.approx(12 * BEGINNER.scan_s) == full - empty
    assert twice > full + 14 * BEGINNER.scan_s


# Attention


@pytest.mark.parametrize("level", ["beginner", "casual", "skilled", "expert"])
def test_a_level_overlooks_plays_as_often_as_its_dial_says(level: str) -> None:
    dials = wig_out.LADDER[level]
    bot = WigOutBot(0, game("wig_out").options, Random(3), dials)
    noticed = sum(len(bot.seen(["a", "b", "c", "d"])) for _ in range(5000))
    assert pytest.approx(1 - dials.overlooks, abs=0.015) == noticed / 20_000


def test_a_bot_that_overlooks_the_only_play_of_wig_out_looks_again() -> None:
    """A draw would be refused (WO-12), so the play comes, only later."""
    view = wig("bun nest", {"bun": 1})
    for seed in range(30):
        bot = WigOutBot(0, game("wig_out").options, Random(seed), msgspec.structs.replace(BEGINNER, overlooks=0.9))
        move = bot.move(lambda: view, [Lay(card="bun")], 0.0)
        assert move is not None
        assert Lay(card="bun") == move[0]


def test_a_bot_that_overlooks_the_only_play_of_wackee_six_turns_cards() -> None:
    view = wackee(up="r5 g9", piles="r4", deck=9)
    done = Counter(type(chosen(view, [PLAY_R5, TURN_UP], BEGINNER, seed=seed)) for seed in range(400))
    assert pytest.approx(BEGINNER.overlooks, abs=0.08) == done[Turn] / 400


# Standing in


@pytest.mark.parametrize("name", RACES)
@pytest.mark.parametrize("level", [*LEVELS, "greedy"])
def test_every_level_takes_over_in_mid_match_without_memory(name: str, level: str) -> None:
    """From the view alone: a fresh bot for every move gives only legal moves, in every role."""
    players, options = (5, {"target": 5, "partners": True}) if name == "wackee_six" else (3, {"rounds": 1})
    rules = game(name, options)
    state = rules.new(Seating(players=players))
    state.apply(None, state.owed(Shuffle(seeded("stand-in", name))))
    rng, kind = Random(8), BOTS[name][level]
    for number in range(150):
        for seat in state.to_act():
            legal = state.legal(seat)
            move = kind(seat, rules.options, Random(number)).move(partial(state.view, seat), legal, 0.0)
            assert (move is None) == (not legal)
            assert move is None or move[0] in legal
        seats = [seat for seat in state.to_act() if state.legal(seat)]
        if not seats:
            break
        actor = rng.choice(seats)
        state.apply(actor, rng.choice(state.legal(actor)))


@pytest.mark.parametrize("name", RACES)
def test_a_bot_without_legal_actions_waits(name: str) -> None:
    assert KINDS[name](0, game(name).options, Random(1)).move(lambda: None, [], 0.0) is None


def test_the_games_offer_the_same_levels() -> None:
    assert {*LEVELS, "greedy"} == set(wig_out.LEVELS) == set(wackee_six.LEVELS)
