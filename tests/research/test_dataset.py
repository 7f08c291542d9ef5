"""`rumpus dataset`: what is read back is what the records say, for Parquet and for Minari."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import minari
import msgspec
import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import rumpus
from rumpus.cli.main import cli
from rumpus.contract import Malformed, Shout
from rumpus.games.five_crowns.actions import UNDO
from rumpus.lines import Sits
from rumpus.record import Line, line_text, replay
from rumpus.research import simulate
from rumpus.research.dataset import build
from rumpus.research.dataset.build import Build
from rumpus.research.dataset.minari_files import MinariFiles
from rumpus.research.dataset.parquet import ParquetFiles
from rumpus.research.dataset.rows import Rows, Source, Unusable, rows_of
from rumpus.research.encodings import encoding

SHORT: dict[str, dict[str, Any]] = {
    "five_crowns": {"rounds": 2, "turn_limit": 8},
    "wackee_six": {"target": 10},
    "wig_out": {"rounds": 1, "auto_shout": True},
}
PERSON = "Ulla from the north"


def recorded(folder: Path, name: str, matches: int = 3) -> list[rumpus.Record]:
    """Records of simulated matches in a folder; on seat 0 a person plays, whom a bot replaces after the deal."""
    folder.mkdir(exist_ok=True)
    found = []
    played = rumpus.simulate_matches(name, ["casual", "greedy"], matches, options=SHORT[name], keep_record=True)
    for number, match in enumerate(played):
        record = rumpus.parse_record(match.record or "")
        chairs = (msgspec.structs.replace(record.header.seats[0], name=PERSON, bot=None), *record.header.seats[1:])
        sits = Line(2, record.lines[1].at, None, Sits(seat=0, name=PERSON, bot="casual"))
        lines = (record.lines[0], sits, *(msgspec.structs.replace(line, n=line.n + 1) for line in record.lines[1:]))
        record = rumpus.Record(msgspec.structs.replace(record.header, seats=chairs), lines)
        rumpus.write_record(record, folder / f"{name}-{number}.jsonl")
        found.append(record)
    return found


def written(out: Path, *sources: Path, files: Any = ParquetFiles, **choices: Any) -> dict[str, Any]:
    """The tables of a dataset that is made of these records."""
    chosen = {"memory": False, "names": False, "skip": False, **choices}
    build.new_folder(out)
    paths = build.records_in(sources)
    for _ in Build(out, files(out), "rumpus dataset", **chosen).run([Source(n, p) for n, p in enumerate(paths)]):
        pass
    return {path.stem: pq.read_table(path).to_pylist() for path in out.glob("*.parquet")}


def differences(records: list[rumpus.Record], tables: dict[str, Any]) -> list[str]:
    """Where the tables say something else than the records, replayed by the rules and encoded again."""
    wrong = []
    for number, record in enumerate(records):
        [row] = [row for row in tables["matches"] if row["match"] == number]
        last = rumpus.verify(record)
        outcome = last.outcome()
        assert outcome is not None
        expected = {
            "game": record.header.game,
            "players": len(record.header.seats),
            "bots": [chair.bot for chair in record.header.seats],
            "totals": list(last.totals),
            "winners": list(outcome.winners or ()),
            "why": outcome.why,
            "rounds": len(last.sheet),
            "seconds": record.lines[-1].at,
        }
        wrong += [f"match {number}: {key}" for key, value in expected.items() if row[key] != value]
        events = [row for row in tables["events"] if row["match"] == number]
        for event, line in zip(events, record.lines, strict=True):
            text = line_text(Line(event["n"], event["at_s"], event["seat"], line.action))
            if not isinstance(line.action, Sits) and (text != line_text(line) or event["action"][1:-1] not in text):
                wrong.append(f"match {number}: line {line.n}")
        wrong += _wrong_steps(number, record, [row for row in tables["steps"] if row["match"] == number])
    return wrong


def _wrong_steps(number: int, record: rumpus.Record, steps: list[Any]) -> list[str]:
    coded = encoding(record.header.game, len(record.header.seats), SHORT[record.header.game])
    by_line = {step["n"]: step for step in steps}
    state = record.rules().new(record.seating())
    earned = [0.0] * coded.players
    wrong, totals = [], state.totals
    before: Any = state.copy()
    for line, now in replay(record):
        if (step := by_line.get(line.n)) is not None:
            assert line.by is not None
            legal = sorted(coded.numbered(before.legal(line.by))) if before.phase != "called" else step["legal"]
            seen = np.array(coded.encode(before.view(line.by)), np.float32)
            chosen = coded.number(coded.canonical(before.view(line.by), line.action))
            right = (line.by, legal, chosen, "casual" if line.by != 1 else "greedy")
            if right != (step["seat"], step["legal"], step["action"], step["bot"]) or step["action"] not in legal:
                wrong.append(f"match {number}: step at line {line.n}")
            if not (seen == np.array(step["observation"], np.float32)).all():
                wrong.append(f"match {number}: observation at line {line.n}")
        if now.totals != totals:
            gained = coded.rewards(totals, now.totals, now.parties())
            earned = [old + new for old, new in zip(earned, gained, strict=True)]
        totals, before = now.totals, now.copy()
    for seat, reward in enumerate(earned):
        own = [step for step in steps if step["seat"] == seat]
        lasts = [step["last"] for step in own]
        if (
            sum(step["reward"] for step in own) != pytest.approx(reward)
            or [*lasts[:-1], True] != lasts
            or any(lasts[:-1])
        ):
            wrong.append(f"match {number}: rewards of seat {seat}")
    decided = {line.n for line in record.lines if line.by is not None and line.action.said_by == "seat"}
    if coded.rules.options == rumpus.load_game("wig_out", SHORT["wig_out"]).options:
        decided -= {line.n for line in record.lines if isinstance(line.action, Shout)}  # nobody decides to: auto_shout
    if decided != set(by_line):
        wrong.append(f"match {number}: decisions")
    return wrong


@pytest.mark.parametrize("name", SHORT)
def test_parquet_says_what_the_records_say(name: str, tmp_path: Path) -> None:
    records = recorded(tmp_path / "records", name)
    tables = written(tmp_path / "out", tmp_path / "records")
    assert [] == differences(records, tables)
    assert len(tables["steps"]) > 20


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("matches", "totals", [0, 0, 0]),
        ("matches", "bots", ["greedy", "greedy", "greedy"]),
        ("events", "at_s", 9999.0),
        ("steps", "action", 5),
        ("steps", "legal", [1, 2]),
        ("steps", "bot", "random"),
        ("steps", "observation", [0.5] * 400),
        ("steps", "reward", 3.0),
    ],
)
def test_a_planted_fault_in_a_table_is_noticed(table: str, column: str, value: Any, tmp_path: Path) -> None:
    records = recorded(tmp_path / "records", "five_crowns", 1)
    tables = written(tmp_path / "out", tmp_path / "records")
    row = tables[table][7 % len(tables[table])]
    row[column] = value[: len(row[column])] if column == "observation" else value
    assert differences(records, tables)


def test_pandas_reads_the_tables_and_the_card_names_every_column(tmp_path: Path) -> None:
    for name in SHORT:
        recorded(tmp_path / "records", name, 1)
    written(tmp_path / "out", tmp_path / "records")
    card = (tmp_path / "out" / "README.md").read_text("utf-8")
    matches = pd.read_parquet(tmp_path / "out" / "matches.parquet")
    assert sorted(SHORT) == sorted(matches["game"])
    steps = pd.read_parquet(tmp_path / "out" / "steps.parquet").merge(matches, on="match")
    assert set(SHORT) == set(steps.groupby("game")["reward"].sum().index)
    for path in (tmp_path / "out").glob("*.parquet"):
        listed = card.split(f"## {path.name}")[1].split("##")[0]
        rows = [line.split("|")[1] for line in listed.splitlines() if line.startswith("|")][2:]
        assert set(pq.read_schema(path).names) == {column.strip() for row in rows for column in row.split(",")}
    for words in ("3 matches", "turn_limit=8", "a person (3)", "five_crowns_v0", "own turned cards"):
        assert words in card


def test_people_are_not_named_unless_asked_for(tmp_path: Path) -> None:
    recorded(tmp_path / "records", "wig_out", 1)
    assert PERSON not in str(written(tmp_path / "out", tmp_path / "records"))
    named = written(tmp_path / "named", tmp_path / "records", names=True)
    assert PERSON == named["matches"][0]["names"][0]
    assert PERSON in named["events"][1]["action"]


def test_a_discard_taken_back_is_a_decision_without_a_number(tmp_path: Path) -> None:
    rules = rumpus.load_game("five_crowns", {"undo": True, "rounds": 1, "turn_limit": 1})
    state, house, history = rules.new(2), rumpus.Shuffle(7), []
    undone = False
    while state.outcome() is None:
        if chance := state.owed(house):
            history += [(0.0, event) for event in state.apply(None, chance)]
            continue
        seat = state.to_act()[0]
        history += [(0.0, event) for event in state.apply(seat, state.legal(seat)[0])]
        if not undone and (undoer := state.may_undo()) is not None:
            history += [(0.0, event) for event in state.apply(undoer, UNDO)]
            undone = True
    rumpus.write_record(rumpus.make_record(rules, ["a", "b"], history), tmp_path / "undo.jsonl")
    tables = written(tmp_path / "out", tmp_path / "undo.jsonl")
    assert 1 == [step["action"] for step in tables["steps"]].count(None)
    dataset = loaded(tmp_path / "minari", tmp_path / "undo.jsonl")
    assert len(tables["steps"]) - 1 == dataset.total_steps
    assert sum(step["reward"] for step in tables["steps"] if step["seat"] == 0) == pytest.approx(
        sum(float(episode.rewards.sum()) for episode in dataset.iterate_episodes([0]))
    )


# Minari


def loaded(out: Path, *sources: Path) -> Any:
    """A dataset of these records, by Minari's own loader."""
    written(out, *sources, files=MinariFiles)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINARI_DATASETS_PATH", str(out))
        [name] = minari.list_local_datasets()
        return minari.load_dataset(name)


@pytest.mark.parametrize("name", SHORT)
def test_minari_loads_every_seat_as_an_episode_of_the_environment(name: str, tmp_path: Path) -> None:
    recorded(tmp_path / "records", name, 2)
    tables = written(tmp_path / "out", tmp_path / "records")
    dataset = loaded(tmp_path / "minari", tmp_path / "records")
    assert f"{name}/rumpus-v0" == dataset.spec.dataset_id
    env = dataset.recover_environment()
    assert env.observation_space == dataset.observation_space
    assert env.action_space == dataset.action_space
    numbers = range(dataset.total_episodes)
    for episode, about in zip(dataset.iterate_episodes(), dataset.storage.get_episode_metadata(numbers), strict=True):
        own = [s for s in tables["steps"] if (s["match"], s["seat"]) == (about["match"], about["seat"])]
        assert [step["action"] for step in own] == episode.actions.tolist()
        assert [step["reward"] for step in own] == pytest.approx(episode.rewards.tolist())
        masks = episode.observations["action_mask"]
        assert masks[np.arange(len(own)), episode.actions].all()
        for step, mask, seen in zip(own, masks, episode.observations["observation"], strict=False):
            waits = [len(mask) - 1] if rumpus.GAMES[name].race else []
            assert [*step["legal"], *waits] == mask.nonzero()[0].tolist()
            assert (np.array(step["observation"], np.float32) == seen).all()
        assert [len(own) + 1] * 2 == [len(masks), len(episode.observations["observation"])]
        assert [False] * (len(own) - 1) + [True] == episode.terminations.tolist()
        assert not episode.truncations.any()
    assert dataset.observation_space.contains(env.reset(seed=3)[0])


def test_a_record_that_ends_early_is_truncated(tmp_path: Path) -> None:
    [record] = recorded(tmp_path / "records", "wig_out", 1)
    rumpus.write_record(rumpus.Record(record.header, record.lines[:30]), tmp_path / "half.jsonl")
    tables = written(tmp_path / "out", tmp_path / "half.jsonl")
    assert (None, None) == (tables["matches"][0]["why"], tables["matches"][0]["winners"])
    assert "1 of the matches have no end" in (tmp_path / "out" / "README.md").read_text("utf-8")
    dataset = loaded(tmp_path / "minari", tmp_path / "half.jsonl")
    for episode in dataset.iterate_episodes():
        assert (False, True) == (bool(episode.terminations.any()), bool(episode.truncations[-1]))


# What can go wrong


def test_what_cannot_be_read_stops_it_and_leaves_nothing_or_is_left_out(tmp_path: Path) -> None:
    recorded(tmp_path / "records", "wig_out", 1)
    (tmp_path / "records" / "bad.jsonl").write_text("nonsense\n")
    text = (tmp_path / "records" / "wig_out-0.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "records" / "cut.jsonl").write_text("".join(line for n, line in enumerate(text) if n != 9))
    for files in (ParquetFiles, MinariFiles):
        out = tmp_path / files.__name__
        with pytest.raises(Malformed, match=r"bad\.jsonl: line 1: this is not a record.*--skip leaves"):
            written(out, tmp_path / "records", files=files)
        assert [] == list(out.iterdir())
    tables = written(tmp_path / "out", tmp_path / "records", skip=True)
    assert ["wig_out-0.jsonl"] == [row["source"] for row in tables["matches"]]
    card = (tmp_path / "out" / "README.md").read_text("utf-8")
    assert "2 records could not be read" in card
    assert "cut.jsonl: line" in card


def test_minari_takes_one_environment_only(tmp_path: Path) -> None:
    recorded(tmp_path / "records", "wig_out", 1)
    recorded(tmp_path / "records", "wackee_six", 1)
    with pytest.raises(Malformed, match=r"one environment, and wig_out-0\.jsonl has another game"):
        written(tmp_path / "out", tmp_path / "records", files=MinariFiles)
    assert [] == list((tmp_path / "out").iterdir())


def test_after_ctrl_c_the_dataset_holds_what_was_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded(tmp_path / "records", "wig_out")

    def interrupted(work: Any, sources: Any, jobs: int) -> Iterator[Rows | Unusable]:
        for source in list(sources)[:2]:
            yield work(source)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "in_processes", interrupted)
    with pytest.raises(KeyboardInterrupt):
        written(tmp_path / "out", tmp_path / "records")
    assert 2 == len(pq.read_table(tmp_path / "out" / "matches.parquet"))
    assert "2 matches" in (tmp_path / "out" / "README.md").read_text("utf-8")


def test_the_command_simulates_and_gives_the_same_in_two_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    common = ["--sim", "wig_out", "--games", "4", "--bots", "casual,greedy", "--option", "rounds=1", "--json"]
    for jobs in ("1", "2"):
        cli.main(["dataset", str(tmp_path / jobs), *common, "--jobs", jobs], standalone_mode=False)
        said = msgspec.json.decode(capsys.readouterr().out)
        assert ("rumpus-dataset/1", 4) == (said["format"], said["matches"])
    for name in ("matches", "events", "steps"):
        assert pq.read_table(tmp_path / "1" / f"{name}.parquet") == pq.read_table(tmp_path / "2" / f"{name}.parquet")
    first = pq.read_table(tmp_path / "1" / "matches.parquet").to_pylist()[0]
    [match] = rumpus.simulate_matches("wig_out", ["casual", "greedy"], 1, players=3, options={"rounds": 1})
    assert (list(match.result.totals), match.actions) == (first["totals"], first["decisions"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "give either records to read or --sim GAME"),
        (["nothing.jsonl"], "there is no file or folder nothing.jsonl"),
        (["."], "has no records in it"),
        (["x.jsonl", "--sim", "wig_out"], "either records to read or --sim GAME"),
        (["--sim", "poker"], "there is no game 'poker'"),
        (["--sim", "wig_out", "--bots", "genius"], "has no bot 'genius'"),
        (["--sim", "wig_out", "--games", "0"], "0 is not in the range"),
        (["--sim", "wig_out", "--format", "csv"], "'csv' is not one of"),
    ],
)
def test_wrong_input_gets_one_sentence_and_no_folder(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises((Malformed, click.ClickException)) as raised:
        cli.main(["dataset", "out", *arguments], standalone_mode=False)
    assert sentence in (getattr(raised.value, "message", "") or str(raised.value))
    assert not (tmp_path / "out").exists()


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep me")
    with pytest.raises(Malformed, match="a new or empty folder"):
        build.new_folder(tmp_path)
    with pytest.raises(Malformed, match="a writable folder"):
        build.new_folder(tmp_path / "mine.txt")
    assert isinstance(rows_of(Source(0, str(tmp_path))), Unusable)
