"""The game record: written, read and replayed as docs/record.md says; a damaged one is refused with line and reason."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rumpus import record
from rumpus.contract import Illegal, Malformed, RumpusError, Shout
from rumpus.games import GAMES, game
from rumpus.lines import Contest, Rival
from rumpus.research import simulate

OPTIONS: dict[str, dict[str, Any]] = {
    "five_crowns": {"rounds": 2, "turn_limit": 20},
    "wackee_six": {"target": 20, "auto_shout": True},
    "wig_out": {"rounds": 2},
}


def recorded(name: str, players: int = 3, **options: Any) -> list[str]:
    """The lines of a short match."""
    match = simulate.play(name, OPTIONS[name] | options, ["greedy"] * players, ("record", players), keep_record=True)
    assert match.record is not None
    return match.record.splitlines()


def changed(lines: list[str], number: int, **fields: Any) -> list[str]:
    """The same lines with some fields of one changed; lines count from 1."""
    line = json.loads(lines[number - 1]) | fields
    return [*lines[: number - 1], json.dumps(line), *lines[number:]]


def number_of(lines: list[str], do: str) -> int:
    """The number of the first line that does this."""
    return next(n for n, line in enumerate(lines, 1) if json.loads(line).get("do") == do)


def refused(lines: list[str]) -> record.Damaged:
    with pytest.raises(record.Damaged) as caught:
        record.verify(record.read(lines))
    return caught.value


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_read_back_and_replayed_to_its_result(name: str) -> None:
    lines = recorded(name)
    whole = record.read(lines)
    assert lines == record.text(whole).splitlines()
    assert json.loads(lines[-1])["totals"] == list(record.verify(whole).totals)


@pytest.mark.parametrize("name", GAMES)
def test_the_header_states_every_option(name: str) -> None:
    header = json.loads(recorded(name)[0])
    assert ("rumpus/1", name) == (header["record"], header["game"])
    assert set(GAMES[name].options_type.__struct_fields__) == set(header["options"])
    assert [{"name": f"greedy {seat}", "bot": "greedy"} for seat in (1, 2, 3)] == header["seats"]


@pytest.mark.parametrize("name", GAMES)
def test_lines_count_from_one_and_time_never_runs_backwards(name: str) -> None:
    lines = [json.loads(line) for line in recorded(name)[1:]]
    assert list(range(1, len(lines) + 1)) == [line["n"] for line in lines]
    assert sorted(line["at"] for line in lines) == [line["at"] for line in lines]


def test_the_keys_of_every_line_are_those_of_the_format() -> None:
    """docs/record.md, the table of keys."""
    keys = {
        "deal": {"round", "dealer", "hands", "turned", "deck"},
        "go": set(),
        "start": {"cards"},
        "lay": {"card"},
        "draw": {"card"},
        "shout": set(),
        "score": {"round", "points", "totals", "why"},
        "result": {"totals", "winners", "why"},
    }
    for line in map(json.loads, recorded("wig_out")[1:]):
        assert {"n", "at", "by", "do"} | keys[line["do"]] == set(line)


def test_the_keys_of_wackee_six_and_five_crowns() -> None:
    wackee = {line["do"]: line for line in map(json.loads, recorded("wackee_six")[1:])}
    assert {"seats", "turner", "main", "up", "down", "deck"} == set(wackee["deal"]["sides"][0])
    assert {"n", "at", "by", "do", "card", "from", "as", "pile"} == set(wackee["play"]) - {"airborne"}
    assert {"n", "at", "by", "do", "cards"} == set(wackee["turn"])
    crowns = {line["do"]: line for line in map(json.loads, recorded("five_crowns")[1:])}
    assert {"round", "dealer", "wild", "hands", "discard", "draw"} == set(crowns["deal"]) - {"n", "at", "by", "do"}
    assert {"from", "card"} == set(crowns["take"]) - {"n", "at", "by", "do"}
    assert {"card", "melds"} == set(crowns["discard"]) - {"n", "at", "by", "do"}


@pytest.mark.parametrize("name", GAMES)
@given(st.data())
def test_a_record_may_end_early(name: str, data: st.DataObject) -> None:
    lines = recorded(name)
    cut = data.draw(st.integers(1, len(lines) - 1))
    assert len(record.verify(record.read(lines[:cut])).sheet) <= len(record.verify(record.read(lines)).sheet)


def test_unknown_keys_are_ignored() -> None:
    lines = recorded("wig_out")
    for number in range(1, len(lines) + 1):
        lines = changed(lines, number, novelty={"deep": [1]})
    header = json.loads(lines[0])
    lines[0] = json.dumps(header | {"options": header["options"] | {"later": 3}})
    assert record.verify(record.read(lines)).outcome() is not None


def test_facts_of_the_table_are_skipped_wherever_they_are() -> None:
    lines = recorded("wig_out")
    facts = ['{"do": "ready", "by": 1}', '{"do": "seat", "by": null, "seat": 2, "name": "Ana", "bot": null}']
    mixed = [lines[0]]
    everything = [one for line in lines[1:] for one in (*facts, line)]
    mixed += [json.dumps(json.loads(one) | {"n": n, "at": 0.0}) for n, one in enumerate(everything, 1)]
    assert record.verify(record.read(mixed)).outcome() is not None


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("do", "field"), [("score", "points"), ("score", "totals"), ("result", "totals")])
def test_a_wrong_score_is_found(name: str, do: str, field: str) -> None:
    lines = recorded(name)
    number = number_of(lines, do)
    points = json.loads(lines[number - 1])[field]
    damage = refused(changed(lines, number, **{field: [points[0] + 1, *points[1:]]}))
    assert number == damage.line
    assert "another line" in damage.reason


def test_another_winner_is_found() -> None:
    lines = recorded("wig_out")
    assert len(lines) == refused(changed(lines, len(lines), winners=[0, 1, 2])).line


def test_a_missing_score_is_found() -> None:
    lines = recorded("wig_out")
    number = number_of(lines, "score")
    rest = [json.dumps(json.loads(line) | {"n": n}) for n, line in enumerate(lines[number:], number - 1)]
    assert number == refused([*lines[: number - 1], *rest]).line


def test_an_action_against_the_rules_is_refused_with_its_clause() -> None:
    lines = recorded("wig_out")
    damage = refused(changed(lines, 3, do="shout"))
    assert damage.refusal is not None
    assert ("WO-06", 3) == (damage.refusal.clause, damage.line)


def test_a_card_that_was_not_there_is_refused() -> None:
    lines = recorded("wig_out")
    number = number_of(lines, "draw")
    card = json.loads(lines[number - 1])["card"]
    assert number == refused(changed(lines, number, card="afro" if card != "afro" else "nest")).line


def test_a_recorded_pile_that_the_rules_did_not_choose_is_refused() -> None:
    lines = recorded("wackee_six")
    assert "another line" in refused(changed(lines, number_of(lines, "play"), pile=17)).reason


@pytest.mark.parametrize(
    ("number", "fields", "reason"),
    [
        (1, {"record": "rumpus/2"}, "version rumpus/2, and this program reads rumpus/1"),
        (1, {"record": "chess/1"}, "not a record"),
        (1, {"record": 1}, "not a record"),
        (1, {"game": "poker"}, "no game 'poker'"),
        (1, {"options": {"rounds": 0}}, "rounds is a whole number from 1 to 50, not 0"),
        (1, {"options": {"rounds": "five"}}, "rounds is a whole number from 1 to 50, not 'five'"),
        (1, {"options": None}, "options"),
        (1, {"seats": [{"name": "Ana"}]}, "WO-02"),
        (1, {"seats": []}, "WO-02"),
        (1, {"host": 3}, "host"),
        (2, {"n": 2}, "n should be 1"),
        (3, {"n": 3}, "missing, doubled or misplaced"),
        (2, {"at": -1}, "at"),
        (9, {"at": 0.0001}, "backwards"),
        (2, {"by": "ana"}, "by"),
        (2, {"by": 1}, "WO-18"),
        (2, {"do": "fly"}, "fly"),
        (2, {"hands": None}, "states every hand"),
        (2, {"deck": ["afro"]}, "WO-01"),
        (3, {"by": 7}, "seat from 0 to 2"),
        (3, {"by": 1}, "WO-07"),
    ],
)
def test_a_damaged_line_is_named_with_the_reason(number: int, fields: dict[str, Any], reason: str) -> None:
    damage = refused(changed(recorded("wig_out"), number, **fields))
    assert number == damage.line
    assert reason in damage.reason
    assert str(damage).startswith(f"line {number}: ")


@pytest.mark.parametrize(
    ("number", "text", "reason"),
    [
        (1, "", "empty"),
        (1, "hello", "not JSON"),
        (1, "[]", "not a record"),
        (4, "", "cannot be read"),
        (4, '{"n": 3, "at": 0.1', "cannot be read"),
        (4, "[3]", "cannot be read"),
    ],
)
def test_a_torn_line_is_named_with_the_reason(number: int, text: str, reason: str) -> None:
    lines = recorded("wig_out")
    lines[number - 1] = text
    damage = refused(lines)
    assert (number, True) == (damage.line, reason in damage.reason)


def test_an_empty_file_is_refused() -> None:
    assert 1 == refused([]).line


def test_bytes_that_are_not_utf8_are_refused() -> None:
    with pytest.raises(record.Damaged, match="line 1"):
        record.read([b"\xff\xfe{}"])
    with pytest.raises(record.Damaged, match="line 2"):
        record.read([recorded("wig_out")[0].encode(), b"\xff\xfe{}"])


def test_a_seat_that_does_not_exist_is_refused() -> None:
    lines = recorded("wig_out")
    damage = refused(changed(lines, 4, by=9))
    assert (4, True) == (damage.line, "seat from 0 to 2" in damage.reason)


@pytest.mark.parametrize("name", GAMES)
@given(st.data())
def test_no_change_of_a_line_goes_unnoticed_or_unexplained(name: str, data: st.DataObject) -> None:
    """Any field of any line put to anything: the record is refused as damaged, or says the same as before."""
    lines = recorded(name)
    number = data.draw(st.integers(1, len(lines)))
    fields = json.loads(lines[number - 1])
    field = data.draw(st.sampled_from(sorted(fields)))
    value = data.draw(st.one_of(st.none(), st.integers(), st.text(max_size=3), st.lists(st.integers(0, 9), max_size=3)))
    mended = changed(lines, number, **{field: value})
    try:
        result = record.verify(record.read(mended)).outcome()
    except record.Damaged as damage:
        noticed = damage.line
    else:
        noticed = len(lines) if result is not None else 0
    assert noticed >= number


@pytest.mark.parametrize("players", [2, 7, 9])
def test_a_host_who_is_not_seat_0_is_in_the_header(players: int) -> None:
    rules = record.Record(record.read(recorded("wackee_six", players)).header, ()).rules()
    header = record.header_for(rules, [record.Chair(str(seat)) for seat in range(players)], host=1)
    assert 1 == json.loads(record.header_text(header))["host"]
    assert header == record.read([record.header_text(header)]).header


def test_damaged_is_a_kind_of_malformed() -> None:
    assert isinstance(record.Damaged(1, "torn"), Malformed)


def test_a_record_without_lines_is_a_match_about_to_begin() -> None:
    whole = record.read(recorded("five_crowns")[:1])
    assert whole == msgspec.convert(msgspec.to_builtins(whole), record.Record)
    assert record.verify(whole).round == 0


@pytest.mark.parametrize(
    "error", [Illegal("FC-08", "fc-not-in-hand", card="7h"), record.Damaged(3, "broken", Illegal("T-04", "stop"))]
)
def test_an_error_comes_back_whole_from_another_process(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (type(error), str(error), repr(error.__dict__)) == (type(again), str(again), repr(again.__dict__))


def test_a_line_keeps_how_a_race_was_decided() -> None:
    contest = Contest(seen=1.5, over=(Rival(by=1, seen=1.52),), tie=True)
    line = record.Line(1, 2.0, 0, Shout(), contest)
    told = record.line_text(line)
    assert '"seen":1.5,"over":[{"by":1,"seen":1.52}],"tie":true}' in told
    header = record.header_for(game("wig_out"), [record.Chair("Ana"), record.Chair("Bo")])
    assert (line,) == record.read([record.header_text(header), told]).lines


@pytest.mark.parametrize("source", ["match.jsonl", b"match.jsonl", Path("match.jsonl"), None, 3])
def test_the_name_of_a_file_is_no_record(source: Any) -> None:
    with pytest.raises(Malformed, match=r"read_record\(path\) reads a file, parse_record\(text\) a text"):
        record.read(source)


@pytest.mark.parametrize("judge", [record.verify, lambda given: next(record.replay(given))])
def test_what_is_no_record_is_neither_verified_nor_replayed(judge: Any) -> None:
    with pytest.raises(Malformed, match=r"this takes a Record; read_record\(path\) reads one"):
        judge("match.jsonl")


def test_whatever_the_library_refuses_has_one_base() -> None:
    for kind in (Illegal, Malformed, record.Damaged):
        assert issubclass(kind, RumpusError)
