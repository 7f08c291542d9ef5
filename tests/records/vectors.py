"""Writes tests/golden/vectors/deals.json: the chance of a match of each game, for the checker of the browser client.

python -m tests.records.vectors
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from rumpus import fair, record, wire
from rumpus.games import game as rules_of
from rumpus.shuffle import Shuffle
from tests.table.test_fair import GAMES, opened, record_at

PATH = Path(__file__).parents[1] / "golden" / "vectors" / "deals.json"
CHANCE = ("deal", "reshuffle", "reveal", "commit")


def vectors() -> dict[str, Any]:
    """For each game: a header, a deal and its seed, and how it lays cards out. Nobody plays, so bots may change."""
    found = {}
    for name in GAMES:
        desk, rules = opened(name, options={"first_dealer": "random"}), rules_of(name)
        desk.begin()
        chain = desk.lobby().chain
        assert chain is not None
        for person in (1, 2):
            desk.ask(person, wire.Leave)
        header, *lines = [json.loads(line) for line in record.text(record_at(desk)).splitlines()]
        chance = msgspec.to_builtins(rules.layouts())
        found[name] = {
            "header": header,
            "lines": [line for line in lines if line["do"] in CHANCE],
            "chance": chance,
            "kinds": rules.pack.names,
        }
        if "reshuffle" in chance:
            key = fair.key(chain.seed(200), name, 200, chain.salts)
            cards = Shuffle(fair.stream(key)).shuffled(range(5, 40))
            line = {"by": None, "do": "reshuffle", "draw": rules.pack.texts(cards)}
            proof = {"numbers": [200], "seeds": [chain.seed(200).hex()], "lines": [line], "commits": [chain.commit]}
            found[name]["reshuffle"] = {"round": 1, **proof}
    return found


def text() -> str:
    """The text of the file."""
    return json.dumps(vectors(), indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), "utf-8")
