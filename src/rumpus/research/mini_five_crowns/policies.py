"""Simple policies of a mini variant, to compare with the solved one."""

from __future__ import annotations

from typing import Any

import numpy as np

from rumpus.games.five_crowns import melds
from rumpus.research.mini_five_crowns.cards import WILD
from rumpus.research.mini_five_crowns.solver import Policy, Walk
from rumpus.research.mini_five_crowns.tree import DRAW, PICK, TAKES, Nodes


def uniform(walk: Walk) -> Policy:
    """Any choice, all equally likely."""
    sizes = np.diff(walk.starts, append=len(walk.owner))
    hands = len(walk.variant.hands)
    even = np.full((TAKES, hands), 1.0 / TAKES)
    choices = np.tile((1.0 / sizes)[walk.owner], (TAKES, 1))
    turns, lasts = walk.tree.turns, walk.tree.lasts
    return Policy(
        [np.tile(even, (nodes.count, 1, 1)) for nodes in turns],
        [np.tile(choices, (nodes.count, 1, 1)) for nodes in turns],
        [np.tile(even, (nodes.count, 1, 1)) for nodes in lasts],
    )


def greedy(walk: Walk) -> Policy:
    """As the bot `greedy`: the face-up card if it saves points at once, the fewest points, out as soon as it can."""
    choices = np.tile(_greedy_discards(walk), (TAKES, 1))
    turns, lasts = walk.tree.turns, walk.tree.lasts
    return Policy(
        [_greedy_takes(walk, nodes) for nodes in turns],
        [np.tile(choices, (nodes.count, 1, 1)) for nodes in turns],
        [_greedy_takes(walk, nodes) for nodes in lasts],
    )


def _greedy_takes(walk: Walk, nodes: Nodes) -> Any:
    variant = walk.variant
    least: Any = np.append(variant.least, np.inf)
    picks = (least[variant.plus] < variant.points[:, None]).astype(float).T[nodes.top]
    takes = np.empty((nodes.count, TAKES, len(variant.hands)))
    takes[:, PICK], takes[:, DRAW] = picks, 1.0 - picks
    return takes


def _greedy_discards(walk: Walk) -> Any:
    variant = walk.variant
    number = {choice: place for place, choice in enumerate(variant.discards)}
    chosen = np.zeros(len(number))
    for full, hand in enumerate(variant.full):
        points, card = melds.best_discard(variant.cards_of(hand), WILD)
        chosen[number[full, variant.card.index(card), points == 0]] = 1.0
    return chosen
