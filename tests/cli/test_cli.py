"""The command `rumpus`, as people and programs call it: real processes, real files, exit codes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rumpus import record
from rumpus.games import GAMES
from rumpus.research.simulate import play
from tests.support.command import rumpus, said
from tests.table.test_fair import finished, record_at, second_match

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "golden" / "vectors" / "five_crowns_melds.jsonl"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["sim", "poker"], "there is no game 'poker'; the games are five_crowns, wackee_six, wig_out"),
        (["play", "poker"], "there is no game 'poker'"),
        (["rules", "poker"], "there is no game 'poker'"),
        (["sim", "five_crowns", "--players", "15"], "Five Crowns is for 2 to 14 players, not 15. (FC-02)"),
        (["sim", "five_crowns", "--players", "1"], "not 1. (FC-02)"),
        (["sim", "wackee_six", "--players", "13"], "Wackee Six is for 2 to 12 players, not 13. (WS-02)"),
        (["play", "wig_out", "--players", "7"], "Wig Out! is for 2 to 6 players, not 7. (WO-02)"),
        (["sim", "wig_out", "--players", "two"], "'two' is not a valid integer"),
        (["sim", "wig_out", "--bots", "genius"], "this game has no bot 'genius'; its bots are random, greedy"),
        (["sim", "wig_out", "--bots", ","], "--bots needs at least one bot"),
        (["sim", "wig_out", "--bots", "greedy,random,casual", "--players", "2"], "3 bots are too many for 2 seats"),
        (["play", "wig_out", "--bots", "greedy,random,casual", "--players", "2"], "3 bots are too many for 1 seat:"),
        (["sim", "wig_out", "--games", "0"], "whole numbers from 1 up"),
        (["sim", "wig_out", "--jobs", "0"], "whole numbers from 1 up"),
        (
            ["sim", "wig_out", "--option", "speed=3"],
            "Wig Out! has no option 'speed'; its options are first_dealer, head_start",
        ),
        (["sim", "wig_out", "--option", "rounds=51"], "rounds"),
        (["sim", "wig_out", "--option", "rounds=many"], "rounds"),
        (["sim", "wig_out", "--option", "rounds"], "--option takes name=value"),
        (["sim", "wackee_six", "--players", "3", "--option", "partners=true"], "at least 4 players, not 3. (WS-02)"),
        (["sim", "wackee_six", "--players", "7", "--option", "alone=7"], "the seats are 0 to 6. (WS-02)"),
        (["melds", "--wild", "7", "7x"], "there is no card '7x' in Five Crowns"),
        (["melds", "--wild", "7", "1h"], "there is no card '1h'"),
        (["melds", "--wild", "7", "7h 7h 7h"], "7h is there 3 times, and 1 set of cards has only 2"),
        (["melds", "--wild", "7", "** ** ** ** ** ** **"], "** is there 7 times"),
        (["melds", "--wild", "3", "7h 8h 9h Th Jh"], "5 cards are too many: 3 were dealt, and one more may be taken"),
        (["melds", "--wild", "2", "7h"], "the wild is a rank: 3 to 9"),
        (["melds", "--wild", "7", "--dealt", "14", "7h"], "from 3 to 13 cards are dealt, not 14"),
        (["melds", "--wild", "7", "--sets", "3", "7h"], "there are 1 or 2 sets of cards, not 3"),
        (["melds", "--wild", "7", ""], "a hand is one or more cards"),
        (["melds", "7h"], "Missing option '--wild'"),
        (["rules", "wig_out", "--lang", "fr"], "there is no language 'fr'; the languages are en, es"),
        (["play", "wig_out", "--pace", "-1"], "--pace"),
        (["join", "nowhere"], "a link looks like http://HOST:PORT/#CODE, not 'nowhere'"),
        (["join", "http://127.0.0.1:1/#ABCD", "--game", "poker"], "there is no game 'poker'"),
        (["replay", "no-such-file.jsonl"], "cannot read no-such-file.jsonl: No such file or directory"),
        (["replay", str(ROOT)], "Is a directory"),
        (["replay", str(VECTORS)], "line 1: this is not a record"),
        (["check", "--data", "x" * 300], f"{'x' * 300}"),  # longer than a name of a file may be
        (["dance"], "No such command 'dance'"),
        (["sim", "wig_out", "--fast"], "No such option"),
    ],
)
def test_wrong_input_gets_one_clear_sentence_and_exit_code_2(arguments: list[str], sentence: str) -> None:
    done = rumpus(*arguments)
    assert (2, "") == (done.returncode, done.stdout)
    assert done.stderr.startswith("rumpus: ")
    assert 1 == done.stderr.count("\n")
    assert sentence in done.stderr


def test_help_names_the_commands_and_games() -> None:
    wording = said("--help")
    for command in ("play", "sim", "replay", "melds", "rules", *GAMES):
        assert command in wording
    assert wording == said()
    assert all(said(command, "--help") for command in ("play", "sim", "replay", "melds", "rules"))
    assert re.match(r"rumpus \d+\.\d+", said("--version"))


def test_a_simulation_prints_a_table_with_intervals() -> None:
    shown = said(
        "sim", "wackee_six", "--players", "7", "--games", "6", "--bots", "greedy,random", "--option", "target=20"
    )
    assert "Wackee Six, 7 players, 6 matches" in shown
    assert "1 + 4" in shown
    assert "±" in shown


def test_a_simulation_is_json_for_programs_and_the_same_in_any_number_of_processes() -> None:
    arguments = ["sim", "wig_out", "--players", "3", "--games", "8", "--seed", "x", "--option", "rounds=2", "--json"]
    one, two = (json.loads(said(*arguments, "--jobs", jobs)) for jobs in ("1", "2"))
    assert one == two
    assert "rumpus-sim/1" == one["format"]
    assert ("wig_out", 3, 8, "x", 2) == (
        *(one[key] for key in ("game", "players", "matches", "seed")),
        one["options"]["rounds"],
    )
    assert pytest.approx(1.0) == sum(party["wins"]["mean"] for party in one["parties"])


@pytest.mark.parametrize("name", GAMES)
def test_a_simulation_writes_one_record_file_per_match_and_nothing_else(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "records"
    option = {"five_crowns": "rounds=1", "wackee_six": "target=10", "wig_out": "rounds=1"}[name]
    said("sim", name, "--players", "3", "--games", "3", "--option", option, "--record", str(folder))
    files = sorted(folder.iterdir())
    assert [f"{name}-{number}.jsonl" for number in (1, 2, 3)] == [path.name for path in files]
    for path in files:
        assert record.verify(record.read(path.read_text("utf-8").splitlines())).outcome() is not None
        assert "Every line follows the rules" in said("replay", str(path), "--verify")
    again = rumpus("sim", name, "--games", "1", "--record", str(folder))
    assert (2, True) == (again.returncode, "new or empty folder" in again.stderr)
    assert files == sorted(folder.iterdir())


def test_the_coach_looks_back_at_a_record_in_words_and_as_json(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(play("wig_out", {"rounds": 1}, ["casual"] * 3, (1,), keep_record=True).record or "", "utf-8")
    words = said("coach", str(path), "--seat", "2")
    assert "Round 1, casual 2" in words
    assert "the table averaged" in words
    assert "casual 1\n" not in words
    found = json.loads(said("coach", str(path), "--json"))
    assert [0, 1, 2] == [one["seat"] for one in found]
    assert "there is no seat 4; the seats are 1 to 3" in rumpus("coach", str(path), "--seat", "4").stderr
    early = tmp_path / "early.jsonl"
    early.write_text("\n".join(path.read_text("utf-8").splitlines()[:5]) + "\n", "utf-8")
    assert "no round of this match is over" in said("coach", str(early))


def test_a_replay_is_shown_step_by_step_or_as_json(tmp_path: Path) -> None:
    said("sim", "wig_out", "--players", "2", "--games", "1", "--option", "rounds=1", "--record", str(tmp_path / "r"))
    path = next((tmp_path / "r").iterdir())
    lines = path.read_text().count("\n")
    steps = said("replay", str(path))
    assert steps.count("\n") >= lines - 1
    found = json.loads(said("replay", str(path), "--json"))
    assert (True, "wig_out", lines - 1, 1) == (found["ok"], found["game"], found["lines"], found["rounds"])
    assert "finished" == found["result"]["why"]


def test_verify_says_what_was_dealt_again_and_stops_at_the_first_difference(tmp_path: Path) -> None:
    desk = finished("five_crowns")
    old = tmp_path / "old.jsonl"
    old.write_text(record.text(record_at(desk)), "utf-8")
    found = said("verify", str(old))
    assert "round 1: dealt from seed 1" in found
    assert "3 shuffles repeated with the same result" in found
    new = tmp_path / "new.jsonl"
    new.write_text(record.text(record_at(second_match(desk))), "utf-8")
    assert "3 rounds with the cards of" in said("verify", str(old), str(new))
    assert "1 seat further on" in said("verify", str(old), str(new))
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(old.read_text("utf-8").replace("ab" * 16, "ac" * 16), "utf-8")
    done = rumpus("verify", str(wrong))
    assert (1, "") == (done.returncode, done.stdout)
    assert "line 2: the deal is not the one that seed 1 and the salts give" in done.stderr
    done = rumpus("verify", str(new), str(old))
    assert 1 == done.returncode
    assert "does not say that it is dealt" in done.stderr or "one chain" in done.stderr


def test_verify_says_when_a_record_promises_nothing(tmp_path: Path) -> None:
    said("sim", "wig_out", "--games", "1", "--record", str(tmp_path / "sim"))
    path = next((tmp_path / "sim").iterdir())
    done = rumpus("verify", str(path))
    assert (3, "") == (done.returncode, done.stderr)
    assert "there is nothing to check, because it was not dealt by a table" in done.stdout
    done = rumpus("verify", str(tmp_path / "none"))
    assert 2 == done.returncode
    assert "cannot read" in done.stderr
    path.write_text("{}", "utf-8")
    done = rumpus("verify", str(path))
    assert 2 == done.returncode
    assert "is damaged in line 1" in done.stderr


def test_a_damaged_record_is_refused_with_the_line_and_the_reason_in_the_users_language(tmp_path: Path) -> None:
    said("sim", "wig_out", "--players", "2", "--games", "1", "--option", "rounds=1", "--record", str(tmp_path / "r"))
    path = next((tmp_path / "r").iterdir())
    lines = path.read_text().splitlines()
    lines[2] = lines[2].replace('"do":"go"', '"do":"shout"')
    path.write_text("\n".join(lines))
    for language, words in (("C", "Wait for GO!"), ("es_ES.UTF-8", "Espera el ¡Ya!")):
        done = rumpus("replay", str(path), "--verify", language=language)
        assert 2 == done.returncode
        assert "damaged in line 3" in done.stderr
        assert words in done.stderr
        assert "WO-06" in done.stderr


@pytest.mark.parametrize(
    ("rank", "number"), [(str(n), n) for n in range(3, 14)] + [("T", 10), ("j", 11), ("Q", 12), ("K", 13)]
)
def test_every_rank_can_be_wild(rank: str, number: int) -> None:
    hand = " ".join(["7h", "8h", "9h", "Th", "Jh", "Qh", "Kh", "3h", "4h", "5h", "6h", "Kc", "Kd"][:number])
    assert {"format", "points", "melds", "unused", "discard", "out"} == set(
        json.loads(said("melds", "--wild", rank, "--json", hand))
    )


def test_melds_of_many_vectors_through_standard_input() -> None:
    """One process for each kind of round, one hand a line, one object a line; tests/solver has every kind."""
    vectors = [json.loads(line) for line in VECTORS.read_text().splitlines()]
    rounds = sorted({(v["wild"], v["dealt"], v["sets"]) for v in vectors})
    for wild, dealt, sets in rounds[::4]:
        mine = [v for v in vectors if (v["wild"], v["dealt"], v["sets"]) == (wild, dealt, sets)]
        lines = "\n".join(v["cards"] for v in mine) + "\n\n"
        found = said(
            "melds", "--wild", str(wild), "--dealt", str(dealt), "--sets", str(sets), "--json", "-", stdin=lines
        )
        for vector, line in zip(mine, found.splitlines(), strict=True):
            answer = json.loads(line)
            assert vector.get("points", vector.get("points_after_best_discard")) == answer["points"]
            assert (answer["points"] == 0) == answer["out"]
            assert ("points" in vector) == (answer["discard"] is None)
            discards = [] if answer["discard"] is None else [answer["discard"]]
            cards = [card for meld in answer["melds"] for card in meld] + answer["unused"] + discards
            assert sorted(vector["cards"].split()) == sorted(cards)


def test_melds_for_people_with_the_real_cards() -> None:
    shown = said("melds", "--wild", "7", "7h, 8H 9h kc KD ** 3t 10h")
    assert "Discard: 3t" in shown
    assert "You can go out." in shown
    assert "Left:    3t (3 points)" in said("melds", "--wild", "7", "7h 8h 9h Kc Kd ** 3t")
    assert "take a card and discard it" in said("melds", "--wild", "3", "7h 8h 9h")
    assert "Melds:   none" in said("melds", "--wild", "3", "7h 8c Jd")


def test_a_bad_hand_among_good_ones_is_named() -> None:
    done = rumpus("melds", "--wild", "3", "--json", "-", stdin="7h 8h 9h\n7h 8h 9x\n")
    assert (2, 1) == (done.returncode, done.stdout.count("\n"))
    assert "line 2" in done.stderr
    assert "'9x'" in done.stderr


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_are_told_in_both_languages(name: str) -> None:
    english, spanish = said("rules", name), said("rules", name, language="es_MX.UTF-8")
    assert english != spanish == said("rules", name, "--lang", "es")
    assert english.startswith(f"# {GAMES[name].title}\n")
    assert re.search(r"(FC|WS|WO)-\d\d", said("rules", name, "--clauses"))


def test_play_in_the_terminal_by_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    shown = said("play", "five_crowns", "--seed", "1", "--pace", "0", "--record", str(path), stdin="d\nquit\n")
    assert "Five Crowns" in shown
    assert "Every line follows the rules" in said("replay", str(path), "--verify")


def test_watching_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    option = ("--option", "rounds=1", "--record", str(path))
    said("play", "wig_out", "--watch", "--players", "4", "--seed", "1", "--pace", "0", *option)
    assert json.loads(said("replay", str(path), "--json"))["result"]["why"] == "finished"


def test_the_readmes_example_runs() -> None:
    code = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert code
    for example in code:
        done = subprocess.run(  # noqa: S603 - our own example
            [sys.executable, "-c", example], capture_output=True, text=True, check=False
        )
        assert (0, "") == (done.returncode, done.stderr)


def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m rumpus rules wackee_six | head -n 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=False)  # noqa: S603, S607
    assert ("# Wackee Six\n", "") == (done.stdout, done.stderr)
