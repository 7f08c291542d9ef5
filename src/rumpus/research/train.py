"""Trains a policy by playing: one process, several, or a Ray cluster give the same weights from the same seed.

The policy is linear: every action has a score, a weighted sum of what the seat sees, and legal actions with high scores
are likely. It learns by policy gradient (REINFORCE) from matches against bots: the choices of a round become likelier
if its reward was above the mean. Rewards are counted in standard deviations and the step is a mean over all choices,
so that long matches take no longer steps than short ones. A task is a few matches by their numbers together with the
weights, so its result follows from the task alone; results are added in the order of the tasks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np

from rumpus.bots.base import Bot, BotKind, Look, Move
from rumpus.contract import Malformed, Options
from rumpus.research.encodings import encoding
from rumpus.research.gymnasium_env import SeatEnv
from rumpus.research.simulate import Spread, workers

FORMAT = "rumpus-policy/1"
MATCHES_A_TASK = 4  # the same wherever it is done, so that sums have the same order
AFTER_S = 0.5  # in a race: how long an action takes
MAX_STEPS = 2_000  # of a match; a policy that learns may wait for ever


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is trained, and how."""

    game: str
    players: int = 2
    bots: tuple[str, ...] = ("random",)
    options: dict[str, Any] = {}
    matches: int = 64  # of an iteration
    rate: float = 16.0
    seed: int = 0

    def check(self) -> None:
        """Raise `Malformed` or `Illegal` for what cannot be trained."""
        whole = type(self.matches) is int and self.matches >= 1 and type(self.seed) is int and self.seed >= 0
        if not whole or not isinstance(self.rate, int | float) or not 0 < self.rate < inf:
            raise Malformed("matches is a whole number from 1 up, the seed one from 0 up, and the rate more than 0")
        self.env()

    def env(self) -> SeatEnv:
        """The environment that it is trained in."""
        return SeatEnv(self.game, self.players, self.bots, after_s=AFTER_S, max_steps=MAX_STEPS, **dict(self.options))


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """What was learned: a row of weights for each action, with the plan that it came from."""

    plan: Plan
    iterations: int
    weights: list[list[float]]
    curve: list[float]  # the mean reward of each iteration
    encoding: str  # its name and version
    format: str = FORMAT

    def bot(self) -> BotKind:
        """A bot that plays by it."""
        return partial(PolicyBot, policy=self)

    def keep(self, path: Path) -> None:
        """Keep it in a file, whole or not at all."""
        new = path.with_name(path.name + ".new")
        new.write_bytes(msgspec.json.encode(self))
        new.replace(path)


def read(path: Path) -> Policy:
    """A policy from a file; raises `Malformed` with a sentence."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Policy)
    except OSError as error:
        raise Malformed(f"the policy cannot be read: {error.strerror} ({path})") from None
    except msgspec.DecodeError as error:
        raise Malformed(f"{path} is no file of a policy: {error}") from None
    if found.format != FORMAT:
        raise Malformed(f"{path} is of the format {found.format!r}, and this reads {FORMAT}")
    return found


def likely(weights: Any, seen: Any, mask: Any) -> tuple[Any, Any]:
    """What the seat sees with a one at its end, and how likely each action is; illegal ones are not."""
    x: Any = np.append(seen, 1.0)
    scores = np.where(mask, weights @ x, -np.inf)
    chances = np.exp(scores - scores.max())
    return x, chances / chances.sum()


class Round(NamedTuple):
    """A round of a match: what it earned, and what its choices have in common."""

    reward: float
    direction: Any  # in which its choices become likelier
    choices: int


class Gathered(NamedTuple):
    """What the matches of a task say."""

    totals: list[float]  # the reward of each match
    rewards: list[float]  # of each round
    choices: int
    directions: Any  # in which the choices become likelier, added up
    rewarded: Any  # the same, those of each round times its reward


def gather(plan: Plan, weights: Any, numbers: range) -> Gathered:
    """Play the matches with these numbers."""
    env = plan.env()
    matches = [list(_match(env, weights, plan.seed, number)) for number in numbers]
    rounds = [one for match in matches for one in match]
    nothing = np.zeros_like(weights)
    return Gathered(
        [sum(one.reward for one in match) for match in matches],
        [one.reward for one in rounds],
        sum(one.choices for one in rounds),
        sum((one.direction for one in rounds), nothing),
        sum((one.reward * one.direction for one in rounds), nothing),
    )


def _match(env: SeatEnv, weights: Any, seed: int, number: int) -> Iterator[Round]:
    """The rounds of a match. One ends with its reward, so a round without one counts with the next."""
    chance = np.random.SeedSequence([seed, number])
    rng = np.random.default_rng(chance)
    seen, _ = env.reset(seed=int(chance.generate_state(1)[0]))
    done, direction, choices = False, np.zeros_like(weights), 0
    while not done:
        x, chances = likely(weights, seen["observation"], seen["action_mask"])
        action = int(rng.choice(len(chances), p=chances))
        direction[action] += x
        direction -= np.outer(chances, x)
        choices += 1
        seen, reward, terminated, truncated, _ = env.step(action)
        done = terminated or truncated
        if reward or done:
            yield Round(reward, direction, choices)
            direction, choices = np.zeros_like(weights), 0


def train(
    plan: Plan, iterations: int, *, jobs: int = 1, cluster: str | None = None, begin: Policy | None = None
) -> Iterator[Policy]:
    """The policy after each iteration; `begin` is one that is trained further.

    `cluster` is the address of a Ray cluster that plays (`research.cluster`). A worker that dies loses nothing.
    """
    plan.check()
    policy = untrained(plan) if begin is None else begin
    if (policy.plan, policy.encoding) != (plan, plan.env().encoding.name):
        raise Malformed(
            "a policy is trained further with what it began with: game, players, bots, options, matches, rate, seed"
        )
    with workers(jobs, cluster) as spread:
        for _ in range(iterations):
            policy = _improved(policy, spread)
            yield policy


def untrained(plan: Plan) -> Policy:
    """All legal actions are equally likely."""
    env = plan.env()
    weights = np.zeros((int(env.action_space.n), env.encoding.size + 1))
    return Policy(plan=plan, iterations=0, weights=weights.tolist(), curve=[], encoding=env.encoding.name)


def _improved(policy: Policy, spread: Spread) -> Policy:
    """One iteration: play, then make the choices of rounds likelier that went better than the mean."""
    plan, weights = policy.plan, np.array(policy.weights)
    first = policy.iterations * plan.matches
    last = first + plan.matches
    tasks = [range(start, min(start + MATCHES_A_TASK, last)) for start in range(first, last, MATCHES_A_TASK)]
    parts: list[Gathered] = list(spread(partial(gather, plan, weights), tasks))
    rewards: Any = np.array([reward for part in parts for reward in part.rewards])
    step = sum(part.rewarded for part in parts) - rewards.mean() * sum(part.directions for part in parts)
    scale = (rewards.std() or 1.0) * sum(part.choices for part in parts)
    better = weights + plan.rate * step / scale
    mean = float(np.mean([total for part in parts for total in part.totals]))
    return msgspec.structs.replace(
        policy, iterations=policy.iterations + 1, weights=better.tolist(), curve=[*policy.curve, mean]
    )


class PolicyBot(Bot):
    """Plays by a policy, by its likeliest action or by chance as in training."""

    def __init__(self, seat: int, options: Options, rng: Random, *, policy: Policy, greedy: bool = False) -> None:
        super().__init__(seat, options, rng)
        plan = policy.plan
        self.coded = encoding(plan.game, plan.players, dict(plan.options))
        if policy.encoding != self.coded.name:
            raise Malformed(f"the policy is of the encoding {policy.encoding}, and this is {self.coded.name}")
        self.weights, self.greedy = np.array(policy.weights), greedy

    def move(self, look: Look, legal: list[Any], at_s: float) -> Move | None:
        """The action that the policy chooses, half a second later."""
        if not legal:
            return None
        numbered = self.coded.numbered(legal)
        mask: Any = np.zeros(len(self.weights), bool)
        mask[list(numbered)] = True
        _, chances = likely(self.weights, self.coded.encode(look()), mask)
        chosen = int(chances.argmax()) if self.greedy else self._drawn(chances)
        return numbered[chosen], AFTER_S

    def _drawn(self, chances: Sequence[float]) -> int:
        return self.rng.choices(range(len(chances)), chances)[0]
