"""Simulation in virtual time: seeded, the same in any number of processes, decided by time and not by seat."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice, takewhile
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest

from rumpus import playout as playouts
from rumpus import record, text
from rumpus.bots import BOTS, bot
from rumpus.bots.base import PHRASES, Bot, stand_in
from rumpus.bots.five_crowns import Greedy as FiveCrownsGreedy
from rumpus.bots.wig_out import Greedy
from rumpus.contract import Go, Illegal, Malformed, Shout
from rumpus.games import GAMES, game
from rumpus.games.five_crowns import lay_down
from rumpus.games.five_crowns.actions import Discard, Take
from rumpus.games.five_crowns.cards import kind, kinds, texts
from rumpus.games.wackee_six.actions import Recycle
from rumpus.games.wig_out.actions import Draw
from rumpus.playout import BotFault, EndlessError, Playout
from rumpus.research import simulate, summary
from rumpus.table.entries import at_once

PATIENCE_S = 60.0
SHORT: dict[str, dict[str, Any]] = {
    "five_crowns": {"rounds": 2, "turn_limit": 30},
    "wackee_six": {"target": 20},
    "wig_out": {"rounds": 2},
}


@pytest.mark.parametrize("name", GAMES)
def test_several_processes_play_the_same_matches_as_one(name: str) -> None:
    runs = [
        list(simulate.many(name, SHORT[name], ["random", "greedy"], 8, "seed", jobs=jobs, keep_record=True))
        for jobs in (1, 2)
    ]
    assert runs[0] == runs[1]


@pytest.mark.parametrize("name", GAMES)
def test_another_seed_gives_other_matches(name: str) -> None:
    first, second = (list(simulate.many(name, SHORT[name], ["greedy"] * 2, 3, seed)) for seed in (1, 2))
    assert first != second
    assert len({match.seconds for match in first}) == 3


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 5])
def test_every_recorded_match_verifies(name: str, players: int) -> None:
    for match in simulate.many(
        name, SHORT[name], simulate.seats_for(players, ["greedy", "random"]), 3, 7, keep_record=True
    ):
        assert match.record is not None
        assert match.result == record.verify(record.read(match.record.splitlines())).outcome()


@pytest.mark.parametrize("name", ["wig_out", "wackee_six"])
def test_a_race_is_decided_by_time_and_not_by_seat(name: str) -> None:
    """Equal bots on every seat win about as often as each other."""
    wins: Counter[int] = Counter()
    for match in simulate.many(name, SHORT[name], ["greedy"] * 4, 240, 3):
        wins.update(match.result.winners or ())
    total = sum(wins.values())
    assert all(abs(wins[seat] / total - 1 / 4) < 0.12 for seat in range(4)), wins


@pytest.mark.parametrize("name", GAMES)
def test_greedy_beats_random(name: str) -> None:
    options = SHORT[name] | ({"rounds": 5} if name == "wig_out" else {})  # luck decides a short race
    done = simulate.many(name, options, ["greedy", "random"], 240 if name == "wig_out" else 40, 5)
    found = summary.summarise(game(name, options), ["greedy", "random"], done)
    assert found.parties[0].wins.low > found.parties[1].wins.high


@pytest.mark.rule("WO-21")
def test_wig_out_deadlocks_as_often_as_an_independent_simulation_says() -> None:
    """About 16 % of rounds with 5 players and 14 % with 6, never with 2 to 4 (docs/rules/README.md)."""
    for players, expected in ((2, 0.0), (4, 0.0), (5, 0.16), (6, 0.14)):
        endings: Counter[str] = Counter()
        for match in simulate.many("wig_out", {}, ["greedy"] * players, 120, 9):
            endings.update(match.endings)
        assert endings["tie"] / sum(endings.values()) == pytest.approx(expected, abs=0.05 if expected else 0)


@pytest.mark.rule("WS-21")
def test_wackee_six_stalls_and_scores_as_an_independent_simulation_says() -> None:
    """1 to 2 % of rounds with 2 sides, about 300 actions a round, about three rounds to 100 (docs/rules/README.md)."""
    done = list(simulate.many("wackee_six", {}, ["greedy"] * 2, 250, 9))
    rounds = sum(match.rounds for match in done)
    stalled = sum(match.endings.get("stalemate", 0) for match in done)
    assert 0.002 < stalled / rounds < 0.05
    assert sum(match.actions for match in done) / rounds == pytest.approx(300, rel=0.25)
    assert rounds / len(done) == pytest.approx(2.7, abs=0.7)


@pytest.mark.rule("WS-18")
def test_cards_in_the_air_land_after_the_call() -> None:
    matches = simulate.many("wackee_six", {"target": 20}, ["greedy"] * 6, 20, 1, keep_record=True)
    assert any('"airborne":true' in (match.record or "") for match in matches)


class Idle(Bot):
    """A bot that never moves."""

    def move(self, look: Any, legal: list[Any], at_s: float) -> None:
        return None


class Listener(Greedy):
    """A bot that remembers what it was told."""

    heard: list[tuple[int | None, Any, float]]

    def saw(self, by: int | None, action: Any, at_s: float) -> None:
        if not hasattr(self, "heard"):
            self.heard = []
        self.heard.append((by, action, at_s))


def test_a_table_where_nobody_moves_is_given_up() -> None:
    with pytest.raises(EndlessError, match="nobody"):
        simulate.run(Playout(game("wig_out"), [Idle, Idle], (1,)))


def test_a_match_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "MOST_ACTIONS", 100)
    with pytest.raises(EndlessError, match="turn_limit"):
        simulate.play("five_crowns", {}, ["random", "random"], (1,))


class Stubborn(Bot):
    """Makes the same move whenever it is asked, whatever the rules say, once the round has begun."""

    answer: Any

    def move(self, look: Any, legal: list[Any], at_s: float) -> Any:
        return (legal[0], 0.1) if legal and isinstance(legal[0], Go | Take) else self.answer


def stubborn(answer: Any) -> type[Stubborn]:
    return type("Stubborn", (Stubborn,), {"answer": answer})


def fault_of(name: str, answer: Any) -> BotFault:
    """How a match stops in which a bot on seat 1 keeps making this move against a greedy one."""
    rules = game(name, SHORT[name])
    with pytest.raises(BotFault) as stopped:
        simulate.run(Playout(rules, [BOTS[name]["greedy"], stubborn(answer)], (3,)))
    assert (1, "Stubborn") == (stopped.value.seat, stopped.value.bot)
    return stopped.value


@pytest.mark.parametrize("after_s", [0.0, 2.0])
@pytest.mark.parametrize(
    ("name", "action", "shown", "clause"),
    [
        ("five_crowns", Take(from_="draw"), '{"do":"take","from":"draw"}', "FC-07"),
        ("wackee_six", Recycle(), '{"do":"recycle"}', "WS-13"),
        ("wig_out", Shout(), '{"do":"shout"}', "WO-16"),
    ],
)
def test_a_bot_that_moves_illegally_is_named_with_the_action_and_the_clause(
    name: str, action: Any, shown: str, clause: str, after_s: float
) -> None:
    """Even if others have moved before it lands: the move was already illegal when the bot decided on it."""
    fault = fault_of(name, (action, after_s))
    assert shown == fault.action
    assert isinstance(fault.cause, Illegal)
    assert clause == fault.cause.clause
    assert f"the bot Stubborn on seat 1 made an illegal move, {shown}: {clause}" in str(fault)
    again = pickle.loads(pickle.dumps(fault))  # noqa: S301 - as it comes back from another process
    assert (str(fault), vars(fault).keys()) == (str(again), vars(again).keys())


@pytest.mark.parametrize(
    ("move", "shown"),
    [
        (("discard", 0.1), '"discard"'),
        ((None, 0.1), "null"),
        ((object, 0.1), "<class 'object'>"),
        ((Discard(card="Zz"), 0.1), '"card":"Zz"'),
        ((Discard(card=5), 0.1), '"card":5'),  # type: ignore[arg-type]  # the fault of this bot
        ((Discard(card=object()), 0.1), "Discard(card=<object"),  # type: ignore[arg-type]  # the fault of this bot
        ((Draw(), 0.1), '{"do":"draw"}'),
        (Discard(card="3h"), '"card":"3h"'),
        ((Discard(card="3h"), "soon"), '"soon"'),
        ((1, 2, 3), "[1,2,3]"),
    ],
)
def test_a_bot_whose_move_is_malformed_is_named_with_it(move: Any, shown: str) -> None:
    fault = fault_of("five_crowns", move)
    assert shown in fault.action
    assert isinstance(fault.cause, str)
    assert "made a malformed move" in str(fault)


def test_a_bot_that_errs_only_once_is_named_too() -> None:
    class Rash(Greedy):
        def move(self, look: Any, legal: list[Any], at_s: float) -> Any:
            return (Shout(), 0.1) if legal and self.rng.random() < 0.02 else super().move(look, legal, at_s)

    with pytest.raises(BotFault, match="Rash on seat"):
        simulate.run(Playout(game("wig_out"), [Rash, Rash], (1,)))


@pytest.mark.parametrize("name", ["wig_out", "wackee_six"])
def test_a_bot_that_loses_a_race_is_not_at_fault(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    refused: list[Illegal] = []
    do = Playout.do

    def watched(self: Playout, seat: int, action: Any) -> None:
        try:
            do(self, seat, action)
        except Illegal as no:
            refused.append(no)
            raise

    monkeypatch.setattr(Playout, "do", watched)
    for match in simulate.many(name, SHORT[name], ["greedy"] * 6, 10, 3):
        assert match.result.why == "finished"
    assert len(refused) > 10


def test_a_move_not_listed_as_legal_that_the_rules_accept_is_not_a_fault() -> None:
    """Not among the actions that a bot is offered, but legal: going out with melds that it arranged itself."""

    class Arranger(FiveCrownsGreedy):
        laid = 0

        def move(self, look: Any, legal: list[Any], at_s: float) -> Any:
            move = super().move(look, legal, at_s)
            if move is None or not isinstance(move[0], Discard) or not move[0].out:
                return move
            hand = kinds(look().private.hand)
            hand.remove(kind(move[0].card))
            Arranger.laid += 1
            laid = tuple(map(texts, lay_down.arrange(hand, len(hand) - 3).melds))
            return Discard(card=move[0].card, melds=laid), move[1]

    match = simulate.run(Playout(game("five_crowns", {"rounds": 3}), [Arranger, Arranger], (1,)))
    assert match.result.why == "finished"
    assert Arranger.laid


def test_a_bot_is_told_what_its_seat_is_told() -> None:
    playout = Playout(game("wig_out", {"rounds": 1}), [Listener, BOTS["wig_out"]["greedy"]], (4,))
    simulate.run(playout)
    told = playout.driver.bots[0].heard  # type: ignore[attr-defined]  # the listener's own
    assert len(playout.happened) == len(told)
    draws = [(by, action.card) for by, action, _ in told if action.__struct_config__.tag == "draw"]
    assert {by for by, card in draws if card is not None} == {0}
    assert {by for by, card in draws if card is None} == {1}


def test_an_unknown_bot_is_refused_with_a_list_of_the_bots() -> None:
    with pytest.raises(Malformed, match="random, greedy"):
        bot("wig_out", "genius")


def test_a_bot_without_a_move_method_is_an_error() -> None:
    with pytest.raises(NotImplementedError):
        Bot(0, game("wig_out").options, Random(1)).move(lambda: None, [], 0.0)


def test_fewer_bots_than_seats_repeat_in_order() -> None:
    assert ("a", "b", "a", "b", "a") == simulate.seats_for(5, ["a", "b"])


def test_means_come_with_their_interval() -> None:
    found = summary.mean([1.0, 2.0, 3.0])
    assert (2.0, 2.0) == (found.mean, (found.low + found.high) / 2)
    assert found.half == pytest.approx(4.303 / 3**0.5)
    assert summary.Mean(4.0, 4.0, 4.0) == summary.mean([4.0])


def test_a_summary_counts_sides_and_shares_wins() -> None:
    matches = list(simulate.many("wackee_six", {"target": 10}, ["greedy"] * 7, 12, 2))
    found = summary.summarise(game("wackee_six", {"target": 10}), ["greedy"] * 7, matches)
    assert [(0,), (1, 4), (2, 5), (3, 6)] == [party.seats for party in found.parties]
    assert 1.0 == pytest.approx(sum(party.wins.mean for party in found.parties))
    assert found == msgspec.convert(msgspec.to_builtins(found), summary.Summary)
    assert sum(found.endings.values()) == sum(match.rounds for match in matches)


def test_an_abandoned_match_has_no_winner_in_the_summary() -> None:
    match = next(simulate.many("wig_out", {"rounds": 1}, ["greedy"] * 2, 1, 1))
    nobody = msgspec.structs.replace(match, result=msgspec.structs.replace(match.result, winners=()))
    found = summary.summarise(game("wig_out"), ["greedy"] * 2, [nobody])
    assert 0.0 == found.parties[0].wins.mean


def test_a_stand_in_is_told_the_seats_own_history_first() -> None:
    rules = game("wig_out", {"rounds": 1})
    playout = Playout(rules, [Listener, Greedy], (4,))
    simulate.run(playout)
    late = at_once(stand_in(rules, Listener, 0, playout.happened, Random(1)))
    assert playout.driver.bots[0].heard == late.heard  # type: ignore[attr-defined]  # the listeners' own


def test_bots_say_a_phrase_now_and_then_in_every_language() -> None:
    said = set()
    for seed in range(20):
        playout = Playout(game("wig_out"), [Greedy] * 4, (seed,))
        simulate.run(playout)
        said |= {words for _, _, words in playout.said}
        assert len(playout.said) < 16
    assert set(PHRASES) == said
    for language in text.LANGUAGES:
        assert all(text.say(language, f"phrase-{words}") for words in PHRASES)


def test_work_begins_before_all_tasks_are_known() -> None:
    """Ctrl-C must not wait until a million tasks have been handed over."""
    running = simulate.in_processes(abs, count(-3), jobs=2)
    assert [3, 2, 1, 0, 1] == list(islice(running, 5))
    running.close()  # type: ignore[attr-defined]  # a generator


def pressed_ctrl_c(pressed: bool) -> bool:
    if pressed:
        os.kill(os.getppid(), signal.SIGINT)
    return signal.getsignal(signal.SIGINT) == signal.SIG_IGN


@pytest.fixture
def heard_ctrl_c() -> Iterator[None]:
    """Tests that a shell runs in the background ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard_ctrl_c")
def test_ctrl_c_reaches_the_parent_and_no_process_of_the_pool() -> None:
    with pytest.raises(KeyboardInterrupt):
        assert all(simulate.in_processes(pressed_ctrl_c, (number == 3 for number in count()), jobs=2))
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ()) & {signal.SIGINT}


class Event:
    """What says that there is enough, as an event with a lock."""

    def __init__(self) -> None:
        self.event = multiprocessing.get_context("spawn").Event()

    @property
    def value(self) -> bool:
        return self.event.is_set()


def interrupted(at: int) -> bool:
    """Begin a task of the pool in this process, and interrupt it at this step of its code; False if it has fewer."""
    steps = count()

    def trace(*_: Any) -> Any:
        if next(steps) == at:
            raise simulate._Enough
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        simulate._until_enough(abs, -3)
    except simulate._Enough:
        return True
    finally:
        sys.settrace(before)
    return False


def look_at(flag: Any) -> bool:
    """Whether somebody else can look at it."""
    thread = threading.Thread(target=lambda: flag.value, daemon=True)
    thread.start()
    thread.join(PATIENCE_S if not isinstance(flag, Event) else 0.2)
    return not thread.is_alive()


def test_a_process_that_is_interrupted_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the signal finds it: it used to hold the lock of an event sometimes, and all waited for ever."""
    flag = multiprocessing.get_context("spawn").RawValue("b", 0)
    monkeypatch.setattr(simulate._Process, "enough", flag)
    assert 3 < len(list(takewhile(interrupted, count())))
    assert look_at(flag)
    event = Event()
    monkeypatch.setattr(simulate._Process, "enough", event)
    assert not all(look_at(event) for _ in takewhile(interrupted, count())), "an event is left locked"


def test_the_processes_share_what_has_no_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []

    def watched(*arguments: Any, initargs: tuple[Any, ...], **others: Any) -> Any:
        given.extend(initargs)
        return ProcessPoolExecutor(*arguments, initargs=initargs, **others)

    monkeypatch.setattr(simulate, "ProcessPoolExecutor", watched)
    running = simulate.in_processes(abs, count(-3), jobs=2)
    assert 3 == next(running)
    [flag] = given
    assert 0 == flag.value
    running.close()  # type: ignore[attr-defined]  # a generator
    assert 1 == flag.value
    assert not hasattr(flag, "get_lock")


@pytest.mark.parametrize(("matches", "size", "singly"), [(0, 8, 8), (5, 1, 8), (8, 3, 8), (30, 8, 8), (31, 7, 4)])
def test_every_match_is_in_one_batch_and_the_first_are_alone(matches: int, size: int, singly: int) -> None:
    batches = list(simulate._batches(matches, size, singly))
    assert list(range(matches)) == [number for batch in batches for number in batch]
    assert all(len(batch) == 1 for batch in batches[:singly])
    assert all(len(batch) <= size for batch in batches[singly:])


class Leftover:
    """Says in a file that it was taken apart."""

    kept: ClassVar[list[Leftover]] = []

    def __init__(self, path: str) -> None:
        self.path, self.open = path, open  # builtins may be gone by then

    def __del__(self) -> None:
        self.open(self.path, "w").close()


def leave_something(path: str) -> int:
    Leftover.kept.append(Leftover(path))
    return os.getpid()


def test_processes_end_without_taking_everything_apart(tmp_path: Path) -> None:
    """With compiled code that takes half a second, which somebody who pressed Ctrl-C would wait for."""
    paths = [str(tmp_path / name) for name in "abcd"]
    assert os.getpid() not in set(simulate.in_processes(leave_something, paths, jobs=2))
    assert [] == list(tmp_path.iterdir())
