"""Writes tests/golden/vectors/deals.json: the chance of a match of each game, for the checker of the browser client.

python -m tests.records.vectors
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from rumpus import record
from rumpus.games import game as rules_of
from rumpus.shuffle import Shuffle
from tests.table.test_fair import GAMES, commit_of, finished, record_at

PATH = Path(__file__).parents[1] / "golden" / "vectors" / "deals.json"
CHANCE = ("deal", "reshuffle", "reveal", "commit")


def vectors() -> dict[str, Any]:
    """For each game: a header, its chance facts and reveals, and how the game lays cards out."""
    found = {}
    for name in GAMES:
        desk, rules = finished(name), rules_of(name)
        header, *lines = [json.loads(line) for line in record.text(record_at(desk)).splitlines()]
        chance = msgspec.to_builtins(rules.layouts())
        found[name] = {
            "header": header,
            "lines": [line for line in lines if line["do"] in CHANCE],
            "chance": chance,
            "kinds": rules.pack.names,
        }
        if "reshuffle" in chance:  # which matches this short do not need
            chain = desk.lobby().dealt.chain  # type: ignore[union-attr]  # the match is over
            cards = Shuffle(chain.stream(name, 200)).shuffled(range(5, 40))
            line = {"by": None, "do": "reshuffle", "draw": rules.pack.texts(cards)}
            proof = {"numbers": [200], "seeds": [chain.seed(200).hex()], "lines": [line], "commits": [commit_of(desk)]}
            found[name]["reshuffle"] = {"round": 1, **proof}
    return found


def text() -> str:
    """The text of the file."""
    return json.dumps(vectors(), indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), "utf-8")
