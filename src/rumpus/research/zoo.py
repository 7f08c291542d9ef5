"""PettingZoo environments: agents that act one after the other (AEC), and agents that all answer at every tick."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from time import perf_counter
from typing import TYPE_CHECKING, Any

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from rumpus.contract import Malformed
from rumpus.research.arena import Arena
from rumpus.research.encodings import encoding
from rumpus.research.spaces import (
    Observation,
    Seeds,
    above_zero,
    action_space,
    begun,
    check,
    observation_space,
    observed,
    whole,
)

CLOCKS = ("event", "token", "wall")
RENDER_MODES = ["ansi", "human"]
# What agents see after a tick, what they earned, whether the match ended or was truncated, and more about it
Ticked = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class _Table:
    """What both kinds of environments have: seats with names, spaces, and a match."""

    def __init__(
        self, game: str, players: int, options: dict[str, Any], *, memory: bool, max_steps: int, render_mode: str | None
    ) -> None:
        check(max_steps, render_mode, RENDER_MODES)
        self.encoding = encoding(game, players, options, memory=memory)
        self.metadata = {"name": self.encoding.name, "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.render_mode = render_mode
        self.max_steps = max_steps
        self.possible_agents = [f"player_{seat}" for seat in range(self.encoding.players)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds = Seeds()
        self._steps = 0

    def _make_spaces(self, numbers: int) -> None:
        self._numbers = numbers
        self._observation_spaces = {agent: observation_space(self.encoding, numbers) for agent in self.possible_agents}
        self._action_spaces = {agent: action_space(numbers) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for every agent."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same for every agent."""
        return self._action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        everybody = [None] * len(self.possible_agents)
        self.arena = Arena(self.encoding.rules, everybody, self._seeds.next(seed))
        self.agents = self.possible_agents[:]
        self._totals = self.arena.state.totals
        self._steps = 0

    def _earned(self) -> dict[str, float]:
        """The rewards since it was last asked."""
        state = self.arena.state
        earned = self.encoding.rewards(self._totals, state.totals, state.parties())
        self._totals = state.totals
        return {agent: earned[self._seat[agent]] for agent in self.agents}

    def _info(self, agent: str) -> dict[str, Any]:
        return {"time_s": round(self.arena.now, 3), "late": self.arena.late[self._seat[agent]]}

    def render(self) -> str | None:
        """The table with everybody's cards, as text; printed where the mode is `human`."""
        begun(self)
        shown = repr(self.arena.state)
        if self.render_mode == "human":
            print(shown)
            return None
        return shown

    def close(self) -> None:
        """Nothing is kept open."""


class TurnsEnv(_Table, AECEnv):  # type: ignore[misc]  # PettingZoo has no types here
    """One agent after the other; in a race the one whose hand arrives next (docs/research.md)."""

    def __init__(
        self,
        game: str,
        players: int,
        options: dict[str, Any],
        *,
        clock: str,
        after_s: float,
        token_s: float,
        deadline_s: float | None,
        **table: Any,
    ) -> None:
        super().__init__(game, players, options, **table)
        if clock not in CLOCKS:
            raise Malformed(f"the clock is one of {', '.join(CLOCKS)}, not {clock!r}")
        above_zero(after_s=after_s, token_s=token_s, **({} if deadline_s is None else {"deadline_s": deadline_s}))
        self.clock, self.after_s, self.token_s, self.deadline_s = clock, after_s, token_s, deadline_s
        self._race = self.encoding.rules.race
        self._make_spaces(self.encoding.actions + self._race)

    def last(self, observe: bool = True) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """What the agent that acts sees, what it earned, whether the match is over or truncated, and more about it."""
        begun(self)
        seen: tuple[Observation, float, bool, bool, dict[str, Any]] = super().last(observe)
        return seen

    if TYPE_CHECKING:  # what PettingZoo does, in our types

        def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]: ...

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; its cards follow from the seed alone."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self._skip_agent_selection = None
        self._free = self.arena.run()
        self._choose_next()

    def _choose_next(self) -> None:
        self._legal: dict[int, Any] = {}
        if self._free:
            seat = self._free.pop(0)
            self.agent_selection = self.possible_agents[seat]
            self._legal = self.encoding.numbered(self.arena.legal(seat))
            if self._race:
                self._legal[self.encoding.wait] = None
            self.infos[self.agent_selection] = self._info(self.agent_selection)
        self._asked_at = perf_counter()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now; only the agent that acts has legal actions."""
        legal = self._legal if agent == self.agent_selection else {}
        return observed(self.encoding, self.arena, self._seat[agent], legal, self._numbers)

    def step(self, action: Any) -> None:
        """The answer of the agent that acts: a number, or a pair of a number and how long it takes."""
        begun(self)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number, took = _answer(action)
        chosen = self.encoding.check(number, self._legal)
        self._decide(self._seat[agent], chosen, self._seconds(took))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._steps += 1
        if not self._free:
            self._free = self.arena.run()
            self.rewards = self._earned()
        over = self.arena.state.outcome() is not None
        if over or self._steps >= self.max_steps:
            (self.terminations if over else self.truncations).update(dict.fromkeys(self.agents, True))
            self.infos = {agent: self._info(agent) for agent in self.agents}
            self._free = []
        self._choose_next()
        self._accumulate_rewards()
        self._deads_step_first()

    def _decide(self, seat: int, action: Any, after_s: float) -> None:
        arena = self.arena
        if not self._race:
            arena.act(seat, action, arena.now)
        elif action is None or (self.deadline_s is not None and after_s > self.deadline_s):
            arena.wait(seat, arena.now + (after_s if self.deadline_s is None else min(after_s, self.deadline_s)))
        else:
            arena.act(seat, action, arena.now + after_s)

    def _seconds(self, took: Any) -> float:
        """How long an answer took, by the clock of this environment."""
        if self.clock == "wall":
            return perf_counter() - self._asked_at
        if took is None:
            return self.after_s
        if not isinstance(took, int | float) or not took >= 0:
            raise Malformed(f"an answer takes a number of seconds or tokens from 0 on, not {took!r}")
        return took * self.token_s if self.clock == "token" else float(took)


def _answer(action: Any) -> tuple[Any, Any]:
    """The number of an answer, and how long it took if it says so."""
    if not isinstance(action, tuple | list):
        return action, None
    if len(action) != 2:
        raise Malformed(f"an answer is a number, or a pair of a number and how long it takes, not {action!r}")
    return action[0], action[1]


class TicksEnv(_Table, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types here
    """Everybody answers at every tick (docs/research.md)."""

    def __init__(
        self, game: str, players: int, options: dict[str, Any], *, tick_s: float, delay: int, **table: Any
    ) -> None:
        super().__init__(game, players, options, **table)
        above_zero(tick_s=tick_s)
        if type(delay) is not int or delay < 0:
            raise Malformed(f"delay is a whole number of ticks from 0 on, not {delay!r}")
        if delay and not self.encoding.rules.race:
            raise Malformed(f"{self.encoding.rules.title} is played in turns: nothing can come too late, so delay is 0")
        self.tick_s, self.delay = tick_s, delay
        self.metadata["is_parallelizable"] = True
        self._make_spaces(self.encoding.actions + 1)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a match; its cards follow from the seed alone."""
        self._begin(seed)
        self._tick = 0
        self.arena.advance(0.0)
        return self._observations(), {agent: self._info(agent) for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Ticked:
        """One tick: what everybody chose, and all that lands before the next."""
        begun(self)
        agents = self.agents
        numbers = self._checked(actions)
        self._steps += 1
        lands = (self._tick + self.delay) * self.tick_s
        for agent in self.arena.order.sample(agents, len(agents)):
            chosen = self._legal[agent].get(numbers.get(agent, self.encoding.wait))
            if chosen is not None:
                self.arena.act(self._seat[agent], chosen, lands)
        self._tick += 1
        self.arena.advance(self._tick * self.tick_s)
        while self._tick * self.tick_s < self.arena.now:
            self._tick += 1
        over = self.arena.state.outcome() is not None
        rewards = self._earned()
        cut = not over and self._steps >= self.max_steps
        observations = self._observations()
        infos = {agent: self._info(agent) for agent in agents}
        if over or cut:
            self.agents = []
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _checked(self, actions: Any) -> dict[str, int]:
        if not isinstance(actions, Mapping) or not set(actions) <= set(self.possible_agents):
            there = ", ".join(self.possible_agents)
            raise Malformed(f"actions is a dict of a number for each agent, of {there}; not {actions!r}")
        return {agent: whole(number, f"the action of {agent}") for agent, number in actions.items()}

    def _observations(self) -> dict[str, Observation]:
        self._legal: dict[str, dict[int, Any]] = {}
        for agent in self.agents:
            legal = self.encoding.numbered(self.arena.legal(self._seat[agent]))
            if self.encoding.rules.race or not legal:
                legal[self.encoding.wait] = None
            self._legal[agent] = legal
        arena, seats = self.arena, self._seat
        return {
            agent: observed(self.encoding, arena, seats[agent], self._legal[agent], self._numbers)
            for agent in self.agents
        }
