"""`rumpus leaderboard`: fixed deals, the same results however they are played, and a page that needs nothing else."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest

from rumpus.cli.main import cli
from rumpus.contract import Malformed
from rumpus.games import GAMES
from rumpus.research import simulate
from rumpus.research.leaderboard import contest
from rumpus.research.leaderboard.deal_sets import DEV, SETS, TEST, hidden
from rumpus.research.leaderboard.entries import Entry, entries_in, house_entries

GOLDEN = Path(__file__).parents[1] / "golden" / "deal_sets.json"
QUICK = """
import rumpus

class Quick(rumpus.Bot):
    def move(self, look, legal, at_s):
        return (legal[-1], 0.3) if legal else None
"""
BROKEN = QUICK.replace("return (legal", "raise ValueError('<b>no idea</b>')\n        return (legal")
ATTACK = {"game": "wig_out", "bot": "quick", "share": 0.61, "low": 0.58, "high": 0.64, "deals": 500}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "wig_out").mkdir()
    (tmp_path / "wig_out" / "quick.py").write_text(QUICK)
    return tmp_path


def run(folder: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    cli.main(["leaderboard", str(folder), "--json", *arguments], standalone_mode=False)
    return msgspec.json.decode(capsys.readouterr().out)


def lines_of(said: Any, board: int = 0) -> dict[str, Any]:
    return {line["name"]: line for line in said["boards"][board]["lines"]}


# The deals


@pytest.mark.parametrize("name", GAMES)
def test_the_deals_of_a_set_never_change(name: str) -> None:
    golden = json.loads(GOLDEN.read_text())
    assert golden[name] == {which: deals.fingerprint(name) for which, deals in SETS.items()}
    assert (200, 1000) == (DEV.deals, TEST.deals)


def test_hidden_deals_follow_from_the_secret_and_do_not_tell_it() -> None:
    secret = "-".join(["correct", "horse", "battery"])
    deals = hidden(secret)
    assert hidden(secret) == deals
    assert hidden(secret + "!").fingerprint("wig_out") != deals.fingerprint("wig_out")
    assert secret not in deals.name + deals.seed
    assert deals.seed not in deals.name
    with pytest.raises(Malformed, match="at least 12 characters"):
        hidden("short")


def test_every_bot_gets_the_same_cards_from_both_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[bytes] = []
    run_whole = simulate.run

    def watch(playout: Any) -> Any:
        match = run_whole(playout)
        dealt.append(msgspec.json.encode(playout.happened[0][1][1]))
        return match

    monkeypatch.setattr(simulate, "run", watch)
    for task in contest.tasks("wig_out", [Entry("greedy"), Entry("random")], DEV, 2):
        contest.play_one(task)
    half = len(dealt) // 2
    assert [1, 1, 2] == [len(set(dealt[:half])), len(set(dealt[half:])), len(set(dealt))]


# Playing


def test_the_results_are_the_same_in_two_processes_and_when_extended(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = run(folder, capsys, "--deals", "4")
    page = (folder / "index.html").read_text("utf-8")
    (folder / "results" / "wig_out-dev-1.jsonl").unlink()
    first = run(folder, capsys, "--deals", "2", "--jobs", "2")
    assert 2 == first["boards"][0]["count"]
    assert whole == run(folder, capsys, "--deals", "4")
    assert page == (folder / "index.html").read_text("utf-8")


def test_only_what_is_missing_is_played(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(folder, capsys, "--deals", "2")
    played: list[Any] = []
    play_one = contest.play_one

    def noted(task: Any) -> Any:
        played.append(task.entry.name)
        return play_one(task)

    monkeypatch.setattr(contest, "play_one", noted)
    before = lines_of(run(folder, capsys, "--deals", "2"))
    assert [] == played
    (folder / "wig_out" / "other.py").write_text(QUICK.replace("0.3", "0.9"))
    (folder / "wig_out" / "_shared.py").write_text("raise ImportError")
    after = lines_of(run(folder, capsys, "--deals", "2"))
    assert {"other"} == set(played)
    assert before["quick"]["score"] == after["quick"]["score"]  # it does not depend on who else is there
    played.clear()
    (folder / "wig_out" / "quick.py").write_text(QUICK.replace("0.3", "2.5"))
    slower = lines_of(run(folder, capsys, "--deals", "2"))
    assert {"quick"} == set(played)
    assert slower["quick"]["score"]["mean"] < before["quick"]["score"]["mean"]


def test_ctrl_c_keeps_what_is_done_and_the_next_run_goes_on(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play_one, played = contest.play_one, 0

    def interrupted(task: Any) -> Any:
        nonlocal played
        played += 1
        if played > 100:
            raise KeyboardInterrupt
        return play_one(task)

    monkeypatch.setattr(contest, "play_one", interrupted)
    with pytest.raises(SystemExit) as stop:
        run(folder, capsys, "--deals", "4")
    assert 130 == stop.value.code
    said = capsys.readouterr()
    board = msgspec.json.decode(said.out)["boards"][0]
    assert "run the same command again" in said.err
    entries = [*entries_in(folder, "wig_out"), *house_entries("wig_out")]
    each = len(contest.tasks("wig_out", entries, DEV, 1))
    assert 100 // each == board["count"]
    results = folder / "results" / "wig_out-dev-1.jsonl"
    with results.open("ab") as file:
        file.write(b'{"bot":"qui')  # cut in the middle of a line
    monkeypatch.setattr(contest, "play_one", play_one)
    assert 4 == run(folder, capsys, "--deals", "4")["boards"][0]["count"]
    assert 4 * each + 1 == len(results.read_bytes().splitlines())


def test_a_bot_that_fails_loses_its_matches_and_stops_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "wig_out" / "broken.py").write_text(BROKEN)
    (folder / "wig_out" / "empty.py").write_text("import rumpus")
    (folder / "wig_out" / "illegal.py").write_text(QUICK.replace("legal[-1]", "rumpus.GAMES['wig_out'].actions[1]"))
    (folder / "wig_out" / "syntax.py").write_text("def (:")
    lines = lines_of(run(folder, capsys, "--deals", "2"))
    for name, words in {
        "broken": "ValueError: <b>no idea</b>",
        "empty": "it has 0 classes derived from rumpus.Bot",
        "syntax": "it cannot be loaded: SyntaxError",
    }.items():
        assert (0.0, 16) == (lines[name]["score"]["mean"], lines[name]["faults"])
        assert words in lines[name]["fault"]
    assert "BotFault" in lines["illegal"]["fault"]
    assert 0 == lines["quick"]["faults"]
    page = (folder / "index.html").read_text("utf-8")
    assert "&lt;b&gt;no idea" in page
    assert "<b>no idea" not in page


def test_scores_are_means_against_the_panel(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(run(folder, capsys, "--deals", "3"))
    quick, expert = lines["quick"], lines["expert"]
    means = [found["mean"] for found in quick["against"].values()]
    assert 4 == len(means)
    assert sum(means) / 4 == pytest.approx(quick["score"]["mean"])
    against = [found["mean"] for found in expert["against"].values()]
    assert (sum(against) + 0.5) / 4 == pytest.approx(expert["score"]["mean"])
    assert 0 <= quick["score"]["low"] < quick["score"]["mean"] < quick["score"]["high"] <= 1


# The page


class Outside(HTMLParser):
    """Finds what a page would fetch, and elements that are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "link", "img", "iframe", "object"):
            self.found.append(tag)
        self.found += [
            value or "" for name, value in attrs if name in ("src", "href") and not (value or "").startswith("#")
        ]
        if tag not in ("meta", "html", "rect", "line", "polyline"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            assert tag == self.open.pop(), tag


def test_the_page_needs_nothing_else_and_shows_sets_games_and_attacks(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "attacks.json").write_text(json.dumps({"format": "rumpus-attacks/1", "attacks": [ATTACK]}))
    run(folder, capsys, "--deals", "2")
    monkeypatch.setenv("RUMPUS_LEADERBOARD_SECRET", "correct horse battery")
    said = run(folder, capsys, "--deals", "2", "--set", "hidden")
    assert [True, False] == [board["deals"].startswith("hidden-") for board in said["boards"]]
    page = (folder / "index.html").read_text("utf-8")
    outside = Outside()
    outside.feed(page)
    assert ([], []) == (outside.found, outside.open)
    assert not re.search(r"url\(|@import|http", page)
    for words in ("Wig Out!, dev-1", "Wig Out!, hidden-", "quick", "+11.0%", "58.0% - 64.0%", "<svg", "viewport"):
        assert words in page
    assert "correct horse" not in page + "".join(path.read_text() for path in (folder / "results").iterdir())
    assert re.findall(r'href="#([^"]+)"', page) == re.findall(r'<h2 id="([^"]+)"', page)


# What can go wrong


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere"], "there is no folder nowhere"),
        (["."], "has no bots; each is a file NAME.py in the folder of its game"),
        (["board", "--game", "five_crowns"], "has no bots for 'five_crowns'"),
        (["board", "--deals", "1"], "is not in the range"),
        (["board", "--set", "hidden"], "set the variable RUMPUS_LEADERBOARD_SECRET"),
        (["board", "--attacks", "nothing.json"], "the attacks cannot be read"),
        (["board", "--attacks", "bad.json"], "is no file of attacks"),
        (["board", "--attacks", "old.json"], "is of the format 'x/1'"),
        (["taken"], "has the name of a built-in bot"),
        (["results"], "has no results of a leaderboard"),
        (["older"], "remove it to play again"),
    ],
)
def test_wrong_input_gets_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RUMPUS_LEADERBOARD_SECRET", raising=False)
    for name, bot in (("board", "quick"), ("taken", "expert"), ("results", "quick"), ("older", "quick")):
        (tmp_path / name / "wig_out").mkdir(parents=True)
        (tmp_path / name / "wig_out" / f"{bot}.py").write_text(QUICK)
        (tmp_path / name / "results").mkdir()
    (tmp_path / "results" / "results" / "wig_out-dev-1.jsonl").write_text("nonsense\n")
    older = contest.Plan("wig_out", "dev-1", "0.0.1")
    (tmp_path / "older" / "results" / "wig_out-dev-1.jsonl").write_bytes(msgspec.json.encode(older) + b"\n{}\n")
    (tmp_path / "bad.json").write_text("[]")
    (tmp_path / "old.json").write_text('{"format": "x/1", "attacks": []}')
    with pytest.raises((Malformed, click.ClickException)) as raised:
        cli.main(["leaderboard", *arguments], standalone_mode=False)
    assert sentence in (getattr(raised.value, "message", "") or str(raised.value))
