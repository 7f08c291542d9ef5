"""Gymnasium environments: one seat against built-in bots. Importing this registers `rumpus/GAME-v0` for each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from rumpus.bots import bot
from rumpus.contract import Malformed
from rumpus.games import GAMES
from rumpus.research.arena import Arena
from rumpus.research.encodings import encoding
from rumpus.research.encodings.registry import OURS
from rumpus.research.simulate import seated
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

ID = "rumpus/{game}-v{version}"
RENDER_MODES = ["ansi"]


class SeatEnv(gymnasium.Env):  # type: ignore[misc]  # Gymnasium's types need numpy's
    """One seat of a match against built-in bots; an episode is a match (docs/research.md)."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - as Gymnasium wants it

    def __init__(
        self,
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
    ) -> None:
        check(max_steps, render_mode, RENDER_MODES)
        self.encoding = encoding(game, players, options, memory=memory)
        if seat not in range(players):
            raise Malformed(f"the seat is a number from 0 to {players - 1}, not {seat!r}")
        above_zero(after_s=after_s)
        others = [bot(game, name) for name in seated(players - 1, bots)]
        self._bots = [*others[:seat], None, *others[seat:]]
        self.seat, self.after_s, self.max_steps, self.illegal_reward = seat, after_s, max_steps, illegal_reward
        self.render_mode = render_mode
        self._numbers = self.encoding.actions + self.encoding.rules.race
        self.observation_space = observation_space(self.encoding, self._numbers)
        self.action_space = action_space(self._numbers)
        self._seeds = Seeds()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match; its cards, and what the bots do, follow from the seed."""
        super().reset(seed=seed)
        self.arena = Arena(self.encoding.rules, self._bots, self._seeds.next(seed))
        self._steps = 0
        self._totals = self.arena.state.totals
        self.arena.run()
        return self._observe(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The seat's action, and all that happens until it can act again."""
        begun(self)
        arena, legal, number = self.arena, self._legal, whole(action, "an action")
        self._steps += 1
        reward, illegal = 0.0, number not in legal
        if illegal:
            reward = self.illegal_reward
        else:
            self._decide(legal[number])
            arena.run()
            totals = arena.state.totals
            reward = self.encoding.rewards(self._totals, totals, arena.state.parties())[self.seat]
            self._totals = totals
        over = arena.state.outcome() is not None
        return self._observe(), reward, over, not over and self._steps >= self.max_steps, self._info(illegal)

    def _decide(self, action: Any) -> None:
        now = self.arena.now
        if action is None:
            self.arena.wait(self.seat, now + self.after_s)
        else:
            self.arena.act(self.seat, action, now + (self.after_s if self.encoding.rules.race else 0.0))

    def _observe(self) -> Observation:
        self._legal: dict[int, Any] = self.encoding.numbered(self.arena.legal(self.seat))
        if self.encoding.rules.race and self.arena.state.outcome() is None:
            self._legal[self.encoding.wait] = None
        return observed(self.encoding, self.arena, self.seat, self._legal, self._numbers)

    def _info(self, illegal: bool = False) -> dict[str, Any]:
        arena = self.arena
        return {"time_s": round(arena.now, 3), "late": arena.late[self.seat], "illegal": illegal}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, under the name that masked PPO of Stable-Baselines3 asks for."""
        begun(self)
        return self._observe()["action_mask"].astype(bool)

    def render(self) -> str | None:
        """What the seat sees, as text."""
        begun(self)
        return str(self.arena.state.view(self.seat)) if self.render_mode == "ansi" else None


for _name in GAMES:
    if _name in OURS:
        gymnasium.register(
            ID.format(game=_name, version=OURS[_name].version),
            entry_point=f"{__name__}:SeatEnv",
            kwargs={"game": _name},
        )
