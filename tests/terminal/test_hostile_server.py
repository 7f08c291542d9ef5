"""Nothing that a server says, or that a record holds, reaches the terminal as a control character or a line of ours."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import pytest

from rumpus import record, wire
from rumpus.games import GAMES
from rumpus.printable import LONGEST_NAME, one_line, printable, shown_name
from rumpus.terminal import sentences
from rumpus.terminal.output import PlainConsole, say, write
from tests.soak.mutations import finished
from tests.soak.terminal import fuzz
from tests.support.command import rumpus
from tests.terminal.hostile_server import (
    ESCAPES,
    FORGED,
    LIE,
    HostileServer,
    answers,
    closing,
    conversation,
    faults,
    http,
    shown,
    text_frame,
    texts,
    with_lie,
)

GAME_NAMES = tuple(GAMES)


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is wrapped, so that only a line break of the server's can begin one."""
    monkeypatch.setattr(sentences, "WIDTH", 1_000_000)


# The function


def test_printable_takes_out_what_a_terminal_obeys_and_leaves_the_rest() -> None:
    for escape in ESCAPES:
        assert [] == faults(printable(f"a{escape}b"))
    whole = "Añá ß 李 🦊 3♠ «¡Hola!» \N{NO-BREAK SPACE}x\nnext line"
    assert whole == printable(whole)
    assert [] == faults(one_line(LIE))
    assert "\n" not in one_line(LIE)
    assert "�" == printable("\ue000")


def test_every_control_character_of_unicode_is_taken_out() -> None:
    everything = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x110000))))
    assert [] == faults(printable(everything))


# A server


def seen(server: HostileServer) -> str:
    return asyncio.run(shown(server))


@pytest.mark.parametrize("name", GAME_NAMES)
def test_no_text_of_any_message_of_a_server_can_control_the_terminal(name: str) -> None:
    said = conversation(name)
    frames = list(map(text_frame, said))
    places = {
        (message["type"], *(key for key in path if isinstance(key, str))): (number, path)
        for number, message in enumerate(said)
        for path in texts(message)
        if name == GAME_NAMES[0] or path[0] in ("lines", "view", "legal")  # the rest is the same for every game
    }
    repeated = 0
    for number, path in places.values():
        lying = [*frames[:number], text_frame(with_lie(said[number], path, LIE)), *frames[number + 1 :]]
        screen = seen(HostileServer(lying))
        assert [] == faults(screen), (said[number]["type"], path)
        assert screen.strip()
        repeated += FORGED in screen
    assert repeated > (8 if name == GAME_NAMES[0] else 0)  # names, codes and reasons are shown, but without the lie
    assert len(seen(HostileServer(frames))) > 1000


def test_no_text_of_any_answer_of_a_server_can_control_the_terminal() -> None:
    said = conversation("wig_out")
    begun = next(number for number, message in enumerate(said) if message["type"] == "happened")
    start = list(map(text_frame, said[: begun + 2]))
    repeated = 0
    for number, answer in enumerate(answers()):
        for path in texts(answer):
            if path != ("id",):
                lying = answers()
                lying[number] = with_lie(answer, path, LIE)
                server = HostileServer(start, lying)
                screen = seen(server)
                assert server.asked > 3
                assert [] == faults(screen), (answer["type"], path)
                repeated += FORGED in screen
    assert repeated > 3


@pytest.mark.parametrize(
    ("joined", "expected"),
    [
        (http(json.dumps({"reason": "table-no-code", "expected": LIE}).encode(), b"404 No"), ""),
        (http(json.dumps({"reason": LIE, "expected": LIE}).encode(), b"404 No"), FORGED),
        (http(json.dumps({"reason": LIE, "expected": ""}).encode(), b"400 No"), FORGED),
        (http(LIE.encode(), b"500 No"), "status 500"),
        (http(LIE.encode()), "Can't reach a table"),
        (http(b'{"token": 1}'), "Can't reach a table"),
        (http(b"\xff\xfe"), "Can't reach a table"),
        (b"HTTP/1.1 " + LIE.replace("\n", "").encode() + b"\r\n\r\n", "Can't reach a table"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{", "Can't reach a table"),
        (b"HTTP/1.1 302 Away\r\nLocation: gopher://x\x1b]0;y\x07/\r\n\r\n", ""),
        (b"\x1b[2J\r\n\r\n", "Can't reach a table"),
        (b"", "Can't reach a table"),
    ],
    ids=str.split(
        "problem reason short-reason no-problem no-json another-answer no-utf8 status cut redirect no-http nothing"
    ),
)
def test_no_answer_to_a_request_to_join_can_control_the_terminal(joined: bytes, expected: str) -> None:
    screen = seen(HostileServer([], joined=joined))
    assert [] == faults(screen)
    assert expected in screen
    assert screen.strip()


def test_the_reason_of_a_close_frame_cannot_control_the_terminal() -> None:
    screen = seen(HostileServer([text_frame(conversation("wig_out")[0]), closing(wire.CLOSE_HELLO, LIE)]))
    assert [] == faults(screen)


def test_an_endless_answer_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.client.http.LARGEST_ANSWER", 1000)
    assert "Can't reach a table" in seen(HostileServer([], joined=http(b" " * 5000)))


# A record


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_record_with_bad_names_is_read_with_clean_ones(name: str, tmp_path: Path) -> None:
    lines = finished(name).splitlines()
    header = json.loads(lines[0])
    header["seats"][0]["name"] = f"Ann{LIE}"
    header["seats"][1]["name"] = "\x1b\u202e"
    sits = {"n": len(lines), "at": 10**6, "by": None, "do": "seat", "seat": 0, "name": f"Bo{LIE}", "bot": None}
    path = tmp_path / "hostile.jsonl"
    path.write_bytes(b"\n".join([json.dumps(header).encode(), *lines[1:], json.dumps(sits).encode()]))
    read = record.read(path.read_bytes().splitlines())
    names = [chair.name for chair in read.header.seats]
    assert names[0].startswith("Ann")
    assert "?" == names[1]
    last: Any = read.lines[-1].action
    assert [] == faults("\n".join([*names, last.name]))
    again = record.read(record.text(read).splitlines())
    assert read == again  # what was cleaned stays as it is
    done = rumpus("replay", str(path))
    assert 0 == done.returncode
    assert [] == faults(done.stdout + done.stderr)


@pytest.mark.parametrize("line", [0, 1, 3])
def test_a_damaged_record_cannot_control_the_terminal(line: int, tmp_path: Path) -> None:
    whole = [json.loads(each) for each in finished("wig_out").splitlines()]
    field = "game" if line == 0 else "do"
    whole[line] = {**whole[line], field: f"x{LIE}", f"more{LIE}": LIE}
    path = tmp_path / "damaged.jsonl"
    path.write_text("\n".join(json.dumps(each, ensure_ascii=False) for each in whole), "utf-8")
    done = rumpus("replay", str(path))
    assert 2 == done.returncode
    assert done.stderr.startswith("rumpus: ")
    assert [] == faults(done.stdout + done.stderr)


def test_names_that_a_table_allows_are_not_changed_by_reading() -> None:
    for name in ("Ana", "Zoë 🦊", "李小龍", "O'Neil-Smith", "expert 12", "bots.mine.package:Clever 3"):
        assert name == shown_name(name)
    assert LONGEST_NAME == len(shown_name("x" * 1000))


# What prints


def test_everything_that_prints_takes_control_characters_out(capsys: pytest.CaptureFixture[str]) -> None:
    output = io.StringIO()
    write(output, f"{LIE}\n")
    say(LIE)
    say(LIE, err=True)
    PlainConsole(highlight=False, force_terminal=True, color_system=None).print(f"{LIE} end")
    printed = capsys.readouterr()
    escapes = {letter for letter in output.getvalue() + printed.out + printed.err if letter in "\x1b\x9b\x9d\x7f\r\x07"}
    assert set() == escapes


def test_the_check_itself_sees_escape_sequences_and_forged_lines() -> None:
    for escape in (*ESCAPES, f"\n{FORGED}"):
        assert faults(f"a{escape}b")


# Anything at all


def test_no_damaged_conversation_raises_or_reaches_the_terminal() -> None:
    found = fuzz("test", 48)
    assert 48 == found["visits"]
    assert found["matches"] > 3
    assert found["lines"] > 200


def _as_it_is(text: str) -> str:
    return text


def _broken(sentence: str) -> str:
    raise RuntimeError("planted")


@pytest.mark.parametrize(
    ("plants", "message"),
    [
        ({"rumpus.terminal.output.printable": _as_it_is, "rumpus.terminal.sentences.one_line": _as_it_is}, r"\\x1b"),
        ({"rumpus.terminal.sentences.one_line": _as_it_is}, FORGED),
        ({"rumpus.client.http._problem": lambda *_: _broken("")}, "planted"),
        ({"rumpus.terminal.remote.commands.refusal": lambda *_: _broken("")}, "planted"),  # in a task of its own
    ],
    ids=["printable", "one-line", "exception", "exception-of-a-task"],
)
def test_the_damaged_conversations_catch_planted_faults(
    plants: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, fault in plants.items():
        monkeypatch.setattr(place, fault)
    with pytest.raises(AssertionError, match=message):
        fuzz("test", 144)  # it ends with the first fault
