"""Names of people: what can be seen is accepted, what cannot is refused, and nobody looks like another."""

# ruff: noqa: RUF001 - confusable letters are what is tested
from __future__ import annotations

import json
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from rumpus import wire
from rumpus.contract import Malformed
from rumpus.lobby import clean_name, letters
from tests.table.desk import Desk

NODE = Path(sys.executable).with_name("node")
LIST = "for (let c = 0, found = []; c <= 0x110000; c++) if (c === 0x110000) console.log(JSON.stringify(found));"
LIST += r"else if (/\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(c))) found.push(c)"
HEART, EMOJI_STYLE = "\u2764", "\ufe0f"


@pytest.fixture(scope="module")
def ignorable() -> list[str]:
    """All characters that show nothing by themselves, as another implementation of Unicode lists them."""
    run = subprocess.run([NODE, "-e", LIST], capture_output=True, text=True, timeout=60, check=True)  # noqa: S603 - ours
    return [chr(point) for point in json.loads(run.stdout)]


def refused(name: str) -> bool:
    try:
        clean_name(name)
    except Malformed as error:
        return str(error).startswith("a name has")
    return False


# What cannot be seen


def test_every_invisible_character_is_refused_wherever_it_stands(ignorable: list[str]) -> None:
    marks = [mark for mark in ignorable if unicodedata.category(mark)[0] == "M"]
    assert 263 == len(marks)
    assert len(ignorable) > 4000
    for mark in ignorable:
        names = (f"A{mark}na", f"{mark}Ana", f"Ana{mark}", mark, f"李{mark}", f"A {mark} B")
        assert [] == [name for name in names if not refused(name)], f"U+{ord(mark):04X}"
        assert refused(HEART + mark) or mark == EMOJI_STYLE, f"U+{ord(mark):04X}"


def test_an_invisible_character_that_the_table_does_not_know_is_noticed(
    ignorable: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = letters.properties()
    poorer = known._replace(ignorable=known.ignorable - {0x180B})
    monkeypatch.setattr(letters, "properties", lambda: poorer)
    with pytest.raises(AssertionError, match=r"U\+180B"):
        test_every_invisible_character_is_refused_wherever_it_stands(ignorable)


def test_control_characters_and_blanks_are_refused() -> None:
    points = (*range(0xD800), *range(0xD800, 0x110000, 251))  # surrogates and private use are many, and all alike
    others = [chr(point) for point in points if unicodedata.category(chr(point)) in ("Cc", "Cf", "Co", "Cs")]
    assert len(others) > 500
    for letter in (*others, *letters.BLANKS, "\u2028", "\u2029", "\u0378"):
        assert refused(f"A{letter}na"), f"U+{ord(letter):04X}"


@pytest.mark.parametrize(
    "name",
    [
        "\u0301Ana",  # a mark with nothing to stand on
        "A \u0301na",
        "A\u0301\u0302\u0303na",  # a tower of accents
        "A" + "\u0335" * 10,
        "A\u0e49\u0e49\u0e49na",  # marks of another script than their letter
        "ก" + "\u0e49" * 5,
    ],
)
def test_marks_stand_on_letters_and_are_few(name: str) -> None:
    assert refused(name)


# Real names

NAMES = {
    "Latin": ["Zoë O'Neil-Smith", "Nguyễn Thị Ánh", "Łukasz", "Þórunn", "D’Angelo", "Bo 2", "J.R."],
    "Greek": ["Αλέξανδρος"],
    "Cyrillic": ["Ольга", "Ђорђе", "Цырендоржи"],
    "Armenian": ["Գայանե"],
    "Georgian": ["ნინო"],
    "Hebrew": ["יעל", "שָׁלוֹם"],
    "Arabic": ["محمّد", "علی‌رضا", "فاطمة الزهراء"],
    "Devanagari": ["श्रीकृष्ण", "हिंदी", "ज़ुबैर", "क्‍ष"],
    "Bengali": ["শ্রীময়ী", "র‍্যাব"],
    "Gurmukhi": ["ਗੁਰਪ੍ਰੀਤ"],
    "Gujarati": ["જિજ્ઞેશ"],
    "Tamil": ["ஸ்ரீனிவாசன்"],
    "Telugu": ["వేంకటేశ్వర్లు"],
    "Kannada": ["ಕೃಷ್ಣಪ್ಪ"],
    "Malayalam": ["ശ്രീജിത്ത്"],
    "Sinhala": ["ශ්‍රී ලාල්"],
    "Thai": ["น้ำทิพย์", "ปิ่นเกล้า"],
    "Lao": ["ສົມພອນ"],
    "Burmese": ["မြို့မ", "ဦးသန့်"],
    "Khmer": ["ស្រីពេជ្រ"],
    "Tibetan": ["སྒྲོལ་མ", "བསྟན་འཛིན་"],
    "Ethiopic": ["አበበ"],
    "Han": ["李小龍", "山田 花子"],
    "Kana": ["さくら", "パトリック", "ﾊﾅｺ"],
    "Hangul": ["김민준"],
    "Cherokee": ["ᏣᎳᎩ"],
    "Mongolian": ["ᠪᠠᠲᠤ"],
    "Emoji": ["🦊", "❤️ Ana", "👩‍🚀", "👍🏽", "🏳️‍🌈", "🇲🇽", "★Bo★", "\U0001fae8"],
}


@pytest.mark.parametrize("script", NAMES)
def test_real_names_are_accepted_in_every_script(script: str) -> None:
    for name in NAMES[script]:
        assert unicodedata.normalize("NFC", name) == clean_name(name)


def test_wide_spaces_count_as_one_plain_space() -> None:
    assert "Ana María" == clean_name("\u00a0Ana \u3000 María ")


# Nobody looks like another


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "Аnа"),  # Cyrillic
        ("Ana", "Αna"),  # Greek
        ("ana", "АНА".replace("Н", "n")),
        ("Bo", "Вo"),
        ("Ivan", "lvan"),
        ("Paul", "Pau1"),
        ("Ana", "Ａｎａ"),
        ("Ana", "𝐀𝐧𝐚"),
        ("modern", "modem"),
        ("❤️", "❤"),
        ("علی‌رضا", "علیرضا"),
        ("José", "Jose\u0301"),
        ("Ana Mar", "Ana\u2003Mar"),
        ("Biscuit", "Вiscuit"),
    ],
)
def test_a_name_that_looks_like_another_gets_a_number(one: str, other: str) -> None:
    desk = Desk("wig_out", 1)
    desk.ask(1, wire.Rename, name=one)
    for number in (2, 3):
        desk.table.join(wire.JoinTable(code=desk.code, name=other), f"token-{number}", 0.0)
    usual = letters.composed(other)
    assert [one, f"{usual} 2", f"{usual} 3"] == [person.name for person in desk.lobby().people]


def test_a_bot_gets_no_name_that_looks_like_a_persons() -> None:
    desk = Desk("wig_out", 1)
    desk.ask(1, wire.Rename, name="Соmet")  # with two Cyrillic letters
    desk.ask(1, wire.AddBot, seat=1, level="casual")
    assert "Comet 2" == desk.lobby().place(1).name


def test_different_names_stay_as_they_are() -> None:
    desk = Desk("five_crowns", 1)
    names = ["Bo", "Bob", "Анна", "Nina", "李", "季", "Zoe", "Zoë", "❤", "🦊", "Ana María", "AnaMaría"]
    for number, name in enumerate(names, 2):
        desk.table.join(wire.JoinTable(code=desk.code, name=name), f"token-{number}", 0.0)
    assert ["Ana", *names] == [person.name for person in desk.lobby().people]


def test_a_long_name_that_gets_a_number_is_not_cut_behind_a_joiner() -> None:
    long = "x" * 16 + "👩\u200d🚀"
    desk = Desk("wig_out", 1)
    for number in (2, 3):
        desk.table.join(wire.JoinTable(code=desk.code, name=long), f"token-{number}", 0.0)
    assert "x" * 16 + "👩 2" == desk.lobby().people[-1].name
    assert clean_name(desk.lobby().people[-1].name)
