"""Environments for learning: PettingZoo, Gymnasium, and many tables at once. Each library is loaded when first used."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from rumpus.contract import MissingExtra

if TYPE_CHECKING:
    from rumpus.research.batches import Batch
    from rumpus.research.gymnasium_env import SeatEnv
    from rumpus.research.zoo import TicksEnv, TurnsEnv

NEEDS = {"numpy", "gymnasium", "pettingzoo", "pyspiel", "numba"}


def load(module: str) -> Any:
    """A module of ours that needs the extra `research`; raises `MissingExtra` where that is not installed."""
    try:
        return import_module(f"rumpus.research.{module}")
    except ModuleNotFoundError as error:
        raise missing(error) from error


def missing(error: ModuleNotFoundError) -> ImportError:
    """What to say of a module that is not installed: the extra that brings it, if it is one of ours."""
    package = (error.name or "").partition(".")[0]
    if package not in NEEDS:
        return error
    return MissingExtra(f"{package} is not installed, and this needs it: pip install 'rumpus[research]'")


def aec(
    game: str,
    players: int = 2,
    *,
    clock: Literal["event", "token", "wall"] = "event",
    after_s: float = 0.5,
    token_s: float = 0.02,
    deadline_s: float | None = None,
    memory: bool = False,
    max_steps: int = 10_000,
    render_mode: str | None = None,
    **options: Any,
) -> TurnsEnv:
    """A PettingZoo environment in which one agent acts after the other (AEC); `options` are those of the game.

    In a race the next agent is the one whose hand arrives next. An agent answers a number, or a pair of a number and
    how long it takes: seconds with the clock `event` (`after_s` if it does not say), tokens of `token_s` seconds each
    with the clock `token`; with the clock `wall` the time from its observation to its answer is measured. An answer
    that takes longer than `deadline_s` counts as waiting. After `max_steps` answers the match is truncated.
    """
    made: TurnsEnv = load("zoo").TurnsEnv(
        game,
        players,
        options,
        clock=clock,
        after_s=after_s,
        token_s=token_s,
        deadline_s=deadline_s,
        memory=memory,
        max_steps=max_steps,
        render_mode=render_mode,
    )
    return made


def parallel(
    game: str,
    players: int = 2,
    *,
    tick_s: float = 0.15,
    delay: int = 0,
    memory: bool = False,
    max_steps: int = 10_000,
    render_mode: str | None = None,
    **options: Any,
) -> TicksEnv:
    """A PettingZoo environment in which all agents answer at every tick; `options` are those of the game.

    What an agent chooses on the view of tick t lands at tick t + `delay`, if it is still legal then. Answers of the
    same tick land in an order that the seed decides. The last number is to wait; an illegal action is to wait too.
    """
    made: TicksEnv = load("zoo").TicksEnv(
        game,
        players,
        options,
        tick_s=tick_s,
        delay=delay,
        memory=memory,
        max_steps=max_steps,
        render_mode=render_mode,
    )
    return made


def gym_env(
    game: str,
    players: int = 2,
    bots: Sequence[str] = ("casual",),
    *,
    seat: int = 0,
    after_s: float = 0.5,
    memory: bool = False,
    max_steps: int = 10_000,
    illegal_reward: float = 0.0,
    render_mode: str | None = None,
    **options: Any,
) -> SeatEnv:
    """A Gymnasium environment: one seat against built-in bots, repeated in order if there are fewer than other seats.

    In a race an action takes `after_s` seconds, and the last number is to wait so long at most. An action that is not
    legal changes nothing and earns `illegal_reward`; `action_mask` in the observation says which are.
    """
    made: SeatEnv = load("gymnasium_env").SeatEnv(
        game,
        players,
        bots,
        seat=seat,
        after_s=after_s,
        memory=memory,
        max_steps=max_steps,
        illegal_reward=illegal_reward,
        render_mode=render_mode,
        **options,
    )
    return made


def batch(game: str, tables: int, players: int = 2, *, seed: int = 0, **options: Any) -> Batch:
    """Many tables of a game at once, on rules compiled by Numba; `options` are those of the game.

    One `step` takes an action for every seat of every table, and begins a new match where one has ended.

    Examples:
        >>> from rumpus import GAMES, research
        >>> tables = research.batch(sorted(GAMES)[-1], tables=1000, players=4, seed=7)
        >>> rewards, ended = tables.step(tables.sample())
        >>> tables.masks.shape, rewards.shape, ended.shape
        ((1000, 4, 64), (1000, 4), (1000,))
    """
    made: Batch = load("batches").Batch(game, tables, players, seed, options)
    return made
