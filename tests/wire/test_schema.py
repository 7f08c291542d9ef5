"""The JSON Schema of the protocol: it matches the code, and accepts exactly what the code reads and writes."""

from __future__ import annotations

import copy
import difflib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from rumpus import record, wire
from rumpus.contract import Malformed, Seating
from rumpus.games import GAMES, game
from rumpus.shuffle import Shuffle, seeded
from rumpus.wire import from_client, schema

WRITTEN = Path(__file__).parents[2] / "docs" / "protocol.schema.json"
SCHEMA = schema.schema()
STRUCTS = {schema.name_of(struct): struct for struct in schema.every_struct()}
WRONG: tuple[Any, ...] = ({"?": 0}, ["?"], None, True, 1.5, -1_000_000, "x" * 300)
STEPS = 40  # of a match: enough to see every kind of move a seat makes in a round


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": schema.DEFS + name, "$defs": SCHEMA["$defs"]})


def accepts(name: str, value: Any) -> bool:
    return bool(validator(name).is_valid(value))


def example(part: dict[str, Any]) -> Any:
    """A valid value with every field."""
    if "$ref" in part:
        return example(SCHEMA["$defs"][part["$ref"].removeprefix(schema.DEFS)])
    if "allOf" in part:
        return {key: value for one in part["allOf"] for key, value in example(one).items()}
    if "anyOf" in part:
        return example(part["anyOf"][0])
    if "pattern" in part:
        return "0" * 64  # a hash, a salt
    if "enum" in part:
        return part["enum"][0]
    simple = {"string": "x", "boolean": False, "null": None}
    kind = part.get("type")
    if kind == "object":
        return {name: example(one) for name, one in part.get("properties", {}).items()}
    if kind == "array":
        return [example(part["items"])]
    return part.get("minimum", 1) if kind in ("integer", "number") else simple.get(str(kind))


def reads(struct: schema.Struct, value: Any) -> bool:
    try:
        msgspec.json.decode(json.dumps(value), type=struct)
    except msgspec.ValidationError:
        return False
    return True


def spoiled(struct: schema.Struct, whole: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same value with an extra field, a missing field, or a field of another type."""
    yield {**whole, "?": 0}
    for field in msgspec.structs.fields(struct):
        name = field.encode_name
        yield {key: value for key, value in whole.items() if key != name}
        if "Raw" not in str(field.type):  # which is decoded only once the game is known
            yield from ({**whole, name: wrong} for wrong in WRONG)


def drift(written: str) -> str:
    """What has changed since the schema file was written."""
    lines = difflib.unified_diff(written.splitlines(), schema.text().splitlines(), "written", "now", lineterm="", n=1)
    return "\n".join(lines)


# Drift


def test_the_schema_in_the_docs_is_what_the_code_says() -> None:
    changed = drift(WRITTEN.read_text("utf-8"))
    assert "" == changed, f"run `make types`: docs/protocol.schema.json is behind the code\n{changed}"


def test_a_field_that_only_the_file_has_is_drift() -> None:
    planted = copy.deepcopy(SCHEMA)
    planted["$defs"]["Pong"]["properties"]["late"] = {"type": "boolean"}
    assert '-          "type": "boolean"' in drift(json.dumps(planted, indent=2)).splitlines()


def test_a_message_that_only_the_code_has_is_drift(monkeypatch: pytest.MonkeyPatch) -> None:
    wave = msgspec.defstruct("Wave", [("n", int)], module=from_client.__name__, tag_field="type", tag="wave")
    monkeypatch.setattr(from_client, "Wave", wave, raising=False)
    assert '+    "Wave": {' in drift(json.dumps(SCHEMA, indent=2)).splitlines()


def test_the_command_prints_the_same_text_every_time() -> None:
    command = [sys.executable, "-m", "rumpus.wire.schema"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)  # noqa: S603 - ourselves
    assert schema.text() == printed.stdout


# Shape


def test_the_schema_is_a_valid_json_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_reference_leads_to_a_definition() -> None:
    assert set() == set(references(SCHEMA)) - {schema.DEFS + name for name in SCHEMA["$defs"]}


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from (value for key, value in part.items() if key == "$ref" and isinstance(value, str))
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from references(one)


def test_definitions_have_plain_names_prefixed_with_their_game() -> None:
    assert [] == [name for name in SCHEMA["$defs"] if not name.isalpha()]
    assert {"FiveCrownsView", "WackeeSixPublic", "WigOutDeal", "Score", "RecordSits"} <= SCHEMA["$defs"].keys()


def test_two_structs_with_the_same_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        from_client, "Shout", msgspec.defstruct("Shout", [], module=from_client.__name__), raising=False
    )
    with pytest.raises(ValueError, match="two called Shout"):
        schema.schema()


def test_the_schema_accepts_messages_and_not_their_parts() -> None:
    whole = Draft202012Validator(SCHEMA)
    assert whole.is_valid({"type": "pong", "n": 1})
    assert whole.is_valid({"type": "ping", "n": 1})
    assert whole.is_valid({"code": "ABCDEFGH"})
    assert not whole.is_valid({"do": "shout"})
    assert not whole.is_valid({})


# What it accepts


@pytest.mark.parametrize("name", STRUCTS)
def test_the_schema_accepts_what_the_code_reads_and_nothing_else(name: str) -> None:
    struct = STRUCTS[name]
    whole = example({"$ref": schema.DEFS + name})
    assert (True, True) == (accepts(name, whole), reads(struct, whole))
    for value in spoiled(struct, whole):
        assert reads(struct, value) == accepts(name, value), value


@pytest.mark.parametrize("direction", ["FromClient", "ToClient"])
def test_a_message_is_recognised_by_its_type(direction: str) -> None:
    for option in SCHEMA["$defs"][direction]["anyOf"]:
        message = example(option)
        assert accepts(direction, message)
        assert not accepts(direction, {**message, "type": "nothing"})
        assert not accepts(direction, {key: value for key, value in message.items() if key != "type"})


def test_a_line_requires_the_field_by() -> None:
    assert accepts("Line", {"by": 0, "do": "take", "from": "draw"})
    assert accepts("Line", {"by": None, "do": "seat", "seat": 1, "name": "Ada"})
    assert not accepts("Line", {"do": "take", "from": "draw"})
    assert not accepts("Line", {"by": "Ada", "do": "take", "from": "draw"})
    assert not accepts("Line", {"by": 0, "do": "take", "from": "hand"})


def frames(name: str) -> Iterator[bytes]:
    """The beginning of a match as its seats and a spectator are told of it."""
    rules = game(name)
    players = rules.seats[0]
    state = rules.new(Seating(players=players))
    for seq in range(STEPS):
        chance = state.owed(Shuffle(seeded("schema", name, seq)))
        choices = [(seat, action) for seat in state.to_act() for action in state.legal(seat)]
        happened = state.apply(None, chance) if chance is not None else state.apply(*choices[seq % len(choices)])
        for viewer in (*range(players), None):
            yield frame(rules, state, happened, viewer, seq)


def frame(rules: Any, state: Any, happened: Any, viewer: int | None, seq: int) -> bytes:
    told = [record.Line(seq, 0.0, by, rules.told(by, action, viewer)) for by, action in happened]
    legal = () if viewer is None else state.legal(viewer)
    message = wire.Happened(
        seq=seq,
        at=1.5,
        lines=tuple(msgspec.Raw(record.line_text(line).encode()) for line in told),
        view=msgspec.Raw(wire.encode(state.view(viewer))),
        legal=tuple(msgspec.Raw(wire.encode(action)) for action in legal),
    )
    return wire.encode(message)


@pytest.mark.parametrize("name", GAMES)
def test_every_message_of_a_match_fits_the_schema(name: str) -> None:
    messages, views, lines = validator("Happened"), validator(f"{GAMES[name].__name__}View"), validator("Line")
    done = set()
    for text in frames(name):
        message = msgspec.json.decode(text)
        messages.validate(message)
        views.validate(message["view"])
        for line in message["lines"]:
            lines.validate(line)
            done.add(line["do"])
    assert {"deal"} < done


def test_every_message_of_a_table_fits_the_schema() -> None:
    lobby = msgspec.convert({**example({"$ref": schema.DEFS + "LobbyView"}), "host": None}, wire.LobbyView)
    told = (
        wire.Welcome(seq=1, you=1, seat=0, lobby=lobby, here=(1,)),
        wire.Lobby(seq=2, lobby=lobby, id="a"),
        wire.Done(id="b", seq=2, found=["r1"]),
        wire.Refused(id="c", reason="not-your-turn", clause="FC-07", facts={"seat": 1}, first=1, by_ms=40),
        wire.Bye(code=wire.CLOSE_NEWER, reason="taken elsewhere"),
    )
    for message in told:
        validator("ToClient").validate(msgspec.json.decode(wire.encode(message)))
    assert not accepts("ToClient", {**msgspec.json.decode(wire.encode(told[0])), "seq": "1"})


def test_a_client_message_is_read_exactly_when_the_schema_accepts_it() -> None:
    sent = (
        (True, b'{"type":"hello","version":1,"token":"t"}'),
        (True, b'{"type":"do","id":"1","action":{"do":"play","card":"r1","from":"deck"}}'),
        (True, b'{"type":"configure","id":"2","settings":{"turn_s":30}}'),
        (False, b'{"type":"configure","id":"2","settings":{"turn_s":1}}'),
        (False, b'{"type":"sit","id":"3","seat":32}'),
        (False, b'{"type":"stand","id":""}'),
        (False, b'{"type":"stand","id":"4","seat":0}'),
    )
    assert [fine for fine, _ in sent] == [accepts("FromClient", msgspec.json.decode(text)) for _, text in sent]
    assert [fine for fine, _ in sent] == [is_read(text) for _, text in sent]


def is_read(text: bytes) -> bool:
    try:
        wire.read(text.decode())
    except Malformed:
        return False
    return True
