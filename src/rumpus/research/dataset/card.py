"""The data card of a dataset: what is in it, where it comes from, and what each column means."""

from __future__ import annotations

from collections import Counter

import msgspec

from rumpus.games import GAMES
from rumpus.research.dataset.rows import MatchRow, Unusable, encoding_of

COLUMNS = {
    "matches.parquet": {
        "match": "number of the match, from 0; the key of the other files",
        "source": "file of the record, or seed and number of the simulated match",
        "game, players, options": "what was played; `options` is JSON with every option written out",
        "bots": "bot of each seat when the match began; null is a person",
        "names": "names of the seats; null unless they were asked for (`--names`)",
        "rounds, decisions, seconds": "how long it was; in simulations the seconds are virtual",
        "totals, parties": "points of each party, and the seats that score together",
        "winners, why": "winning parties; finished, stopped or abandoned; null where the record ends early",
    },
    "events.parquet": {
        "match, n, at_s": "line `n` of the record, and its time since the match began",
        "seat": "who did it; null for the house and the table",
        "do, action": "kind of event, and the event as JSON, with all cards, also those that nobody could see",
    },
    "steps.parquet": {
        "match, n, at_s, round, seat, bot": "one decision; `bot` plays the seat at this moment, null is a person",
        "action": "number of the action by the encoding; null for taking a discard back, which has none",
        "legal": "numbers of all actions that were legal",
        "observation": "what the seat saw before it decided, and nothing that it could not see",
        "reward": "what the seat earned until its next decision",
        "last": "the seat's last decision of the match",
    },
}


class Contents(msgspec.Struct):
    """What a card counts."""

    format: str
    command: str
    version: str
    memory: bool
    minari: str | None = None  # the name of the dataset there
    matches: int = 0
    decisions: int = 0
    unfinished: int = 0
    kinds: Counter[tuple[str, int, str]] = msgspec.field(default_factory=Counter)
    players: Counter[str] = msgspec.field(default_factory=Counter)
    left_out: list[Unusable] = msgspec.field(default_factory=list)

    def count(self, match: MatchRow) -> None:
        """One match more."""
        self.matches += 1
        self.decisions += match.decisions
        self.unfinished += match.why is None
        self.kinds[match.game, match.players, match.options] += 1
        self.players.update(bot or "a person" for bot in match.bots)


def card(contents: Contents) -> str:
    """The card, as Markdown. Its head tells dataset hubs which file is which table."""
    parts = [_head(contents), _summary(contents), _tables(contents), _encodings(contents), _limits(contents)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _head(contents: Contents) -> str:
    if contents.format != "parquet":
        return "# Matches of Rumpus, for Minari"
    configs = "".join(f"\n- config_name: {name.removesuffix('.parquet')}\n  data_files: {name}" for name in COLUMNS)
    return f"---\nconfigs:{configs}\n---\n\n# Matches of Rumpus"


def _summary(contents: Contents) -> str:
    lines = [
        f"{contents.matches:,} matches with {contents.decisions:,} decisions, "
        f"written by rumpus {contents.version}:\n\n    {contents.command}\n",
        "| game | players | options that differ from the defaults | matches |\n|---|---|---|---|",
    ]
    for (name, players, options), count in sorted(contents.kinds.items()):
        lines.append(f"| {name} | {players} | {_changed(name, options)} | {count:,} |")
    seats = ", ".join(f"{name} ({count:,})" for name, count in sorted(contents.players.items()))
    return "\n".join(lines) + f"\n\nWho played, in seats: {seats}."


def _changed(name: str, options: str) -> str:
    found = msgspec.json.decode(options)
    usual = msgspec.to_builtins(GAMES[name].options_type())
    return ", ".join(f"{key}={value}" for key, value in found.items() if usual.get(key) != value) or "none"


def _tables(contents: Contents) -> str:
    if contents.format != "parquet":
        return (
            "## How to read it\n\n"
            "    import minari  # with MINARI_DATASETS_PATH set to this folder\n"
            f'    dataset = minari.load_dataset("{contents.minari}")\n\n'
            "Every seat of every match is one episode, with its decisions as steps; its metadata says which match, "
            "seat and bot it was. An observation is a dict of `observation` and `action_mask`, as in the Gymnasium "
            "environment that `dataset.recover_environment()` gives. Records do not say when a player waited, so the "
            "action to wait is never chosen here."
        )
    lines = []
    for name, columns in COLUMNS.items():
        lines.append(f"## {name}\n\n| column | meaning |\n|---|---|")
        lines += [f"| {column} | {meaning} |" for column, meaning in columns.items()]
        lines.append("")
    return "\n".join(lines).rstrip()


def _encodings(contents: Contents) -> str:
    lines = ["## Observations"]
    for name, players, options in sorted(contents.kinds):
        coded = encoding_of(name, msgspec.json.decode(options), players, contents.memory)
        if coded is None:
            lines.append(f"\n{name} has no encoding, so its matches have no steps.")
            continue
        lines.append(f"\n{coded.name}, {players} players: {coded.size} numbers, {coded.actions} actions.\n")
        at = 0
        for block in coded.blocks:
            places = f"{at} to {at + block.size - 1}" if block.size > 1 else f"{at}"
            lines.append(f"- {places}: {block.name}")
            at += block.size
    return "\n".join(dict.fromkeys(lines))


def _limits(contents: Contents) -> str:
    lines = [
        "## To know",
        "",
        "- Every record was replayed by the rules when this was written: all actions are legal, all scores right.",
        "- Rewards are those of the environments: (mean of the others' points - own points) / scale when a round ends.",
        "- In a race, times are those at which actions landed, not those at which players decided.",
    ]
    if contents.unfinished:
        lines.append(f"- {contents.unfinished:,} of the matches have no end in their records.")
    if contents.left_out:
        lines.append(f"- {len(contents.left_out):,} records could not be read and were left out:")
        lines += [f"  - {one.path.rsplit('/', 1)[-1]}: {one.reason}" for one in contents.left_out]
    return "\n".join(lines)
