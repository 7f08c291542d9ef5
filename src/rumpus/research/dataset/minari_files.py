"""A dataset for Minari: every seat of every match is an episode of the Gymnasium environment of its game."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import gymnasium
import minari
import msgspec
import numpy as np
from minari.data_collector import EpisodeBuffer

from rumpus.contract import Malformed
from rumpus.research.dataset.rows import MatchRow, Rows, StepRow, encoding_of
from rumpus.research.gymnasium_env import ID
from rumpus.research.spaces import action_space, observation_space

NAME = "{game}/rumpus-v0"  # of the dataset, as `minari.load_dataset` wants it
FOLDER = "MINARI_DATASETS_PATH"  # the variable that tells Minari where datasets are
FLUSH = 1000  # episodes that wait until they are written: Minari measures the whole dataset each time
CODE = "rumpus"  # the package that writes it


class MinariFiles:
    """A dataset of Minari in a folder, open for writing. All matches have the same game, players and options."""

    format = "minari"

    def __init__(self, folder: Path, memory: bool = False) -> None:
        self.folder, self.memory = folder.absolute(), memory  # Minari measures relative folders wrongly
        self.dataset: Any = None
        self.name: str | None = None
        self._like: MatchRow | None = None
        self._written = 0
        self._waiting: list[tuple[EpisodeBuffer, dict[str, Any]]] = []

    def add(self, rows: Rows) -> None:
        """The episodes of one match more."""
        match = rows.match
        if self._like is None:
            self._begin(match)
        elif _kind(match) != _kind(self._like):
            raise Malformed(
                f"a Minari dataset has one environment, and {match.source} has another game, number of players or "
                f"options than {self._like.source}; Parquet takes all of them"
            )
        for seat in range(match.players):
            steps = [step for step in rows.steps if step.seat == seat]
            if steps:
                about = {"match": match.match, "seat": seat, "bot": steps[0].bot, "source": match.source}
                self._waiting.append((self._episode(match, steps, rows.after[seat]), about))
        if len(self._waiting) >= FLUSH:
            self._write()

    def close(self) -> None:
        """Write what is left."""
        if self._waiting:
            self._write()

    def _write(self) -> None:
        storage = self.dataset.storage
        storage.update_episodes([episode for episode, _ in self._waiting])
        numbers = range(self._written, self._written + len(self._waiting))
        storage.update_episode_metadata([about for _, about in self._waiting], numbers)
        self._written += len(self._waiting)
        self._waiting.clear()

    def _begin(self, match: MatchRow) -> None:
        options = msgspec.json.decode(match.options)
        coded = encoding_of(match.game, options, match.players, self.memory)
        if coded is None:
            raise Malformed(
                f"{match.game} has no encoding, so it cannot be written for Minari; Parquet takes its matches"
            )
        self.numbers = coded.actions + coded.rules.race
        self.wait = coded.wait if coded.rules.race else None
        spec = gymnasium.spec(ID.format(game=match.game, version=coded.version))
        spec.kwargs.update(players=match.players, memory=self.memory, **options)
        self.name = NAME.format(game=match.game)
        with _datasets_in(self.folder):
            self.dataset = minari.create_dataset_from_buffers(
                self.name,
                [],
                env=spec,
                eval_env=spec,
                observation_space=observation_space(coded, self.numbers),
                action_space=action_space(self.numbers),
                algorithm_name="bots and people of Rumpus",
                description=f"Matches of {coded.rules.title}; every seat of a match is an episode. See README.md.",
                code_permalink=CODE,
                requirements=["rumpus[research]"],
                data_format="arrow",
            )
        self._like = match

    def _episode(self, match: MatchRow, steps: list[StepRow], after: list[float]) -> EpisodeBuffer:
        """One seat of one match; a decision without a number is left out, and its reward goes to the one before."""
        numbered: list[StepRow] = []
        rewards: list[float] = []
        for step in steps:
            if step.action is not None:
                numbered.append(step)
                rewards.append(step.reward)
            elif rewards:
                rewards[-1] += step.reward
        over, count = match.why is not None, len(numbered)
        masks: Any = np.zeros((count + 1, self.numbers), np.int8)
        for mask, step in zip(masks, numbered, strict=False):
            mask[step.legal] = 1
        if self.wait is not None:
            masks[: count if over else count + 1, self.wait] = 1
        ends: Any = np.zeros(count, bool)
        ends[-1:] = True
        return EpisodeBuffer(
            observations={
                "observation": np.array([*(step.observation for step in numbered), after], np.float32),
                "action_mask": masks,
            },
            actions=np.array([step.action for step in numbered], np.int64),
            rewards=rewards,
            terminations=(ends & over).tolist(),
            truncations=(ends & (not over)).tolist(),
        )


def _kind(match: MatchRow) -> tuple[str, int, str]:
    return match.game, match.players, match.options


@contextmanager
def _datasets_in(folder: Path) -> Iterator[None]:
    """Minari keeps datasets in this folder, and does not miss what it would like to know of their authors."""
    before = os.environ.get(FOLDER)
    os.environ[FOLDER] = str(folder)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", category=UserWarning, message="`author")
            yield
    finally:
        if before is None:
            del os.environ[FOLDER]
        else:
            os.environ[FOLDER] = before
