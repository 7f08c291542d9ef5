"""The catalogues: the same keys and variables in every language, a text for every refusal, nothing unused."""

from __future__ import annotations

import re
from importlib import resources

import pytest
from fluent.syntax import FluentParser, ast, visitor

from rumpus import text, wire
from rumpus.contract import Illegal, Malformed
from rumpus.games import GAMES
from tests.docs.test_layers import SOURCE

REASON = re.compile(r'Illegal\(\s*(?:self\.\w+_clause|clause|"(?:FC|WS|WO|T)-\d\d"),\s*"([a-z-]+)"')
OF_THE_TABLE = re.compile(r'"(table-[a-z-]+)"')
OF_GO = re.compile(r'self\.go\(actor, action, "[A-Z]+-\d\d", "([a-z-]+)"')
OF_A_CIRCLE = re.compile(r'"((?:circle|challenge)-[a-z-]+)"')
REFUSED = re.compile(r'Refused\(\s*"([a-z-]+)"')
DECLINED = re.compile(r'Declined\("([a-z-]+)"')
OF_A_QUESTION = re.compile(r'refusal: ClassVar\[str\] = "([a-z-]+)"')
TABLE_CODE = ("table", "lobby", "offline", "server", "wire")  # packages with refusals of the table
LOGGED = {
    "table-opened",
    "table-unreadable",
    "table-fault",
    "table-closed",
    "table-let-go",
    "table-unplayable",
    "circle-opened",
    "challenge-opened",
}  # log messages, which need no text


class Blanks(visitor.Visitor):  # type: ignore[misc]  # fluent.syntax ships no types
    """Collects the variables of a message."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - the library's name
        self.names.add(node.id.name)


def messages(language: str) -> dict[str, set[str]]:
    """Every key of a language with its variables."""
    found: dict[str, set[str]] = {}
    for entry in resources.files("rumpus.text").joinpath(language).iterdir():
        if entry.name.endswith(".ftl"):
            for node in FluentParser().parse(entry.read_text("utf-8")).body:
                assert not isinstance(node, ast.Junk), (entry.name, node.content)
                if isinstance(node, ast.Message):
                    assert node.id.name not in found, f"{node.id.name} is there twice"
                    blanks = Blanks()
                    blanks.visit(node)
                    found[node.id.name] = blanks.names
    return found


def words_of(language: str) -> dict[str, str]:
    """Every catalogue and rule text of a language, without comments."""
    folder = resources.files("rumpus.text").joinpath(language)
    files = [entry for entry in folder.iterdir() if entry.name.endswith(".ftl")]
    files += folder.joinpath("rules").iterdir()
    return {entry.name: re.sub(r"^#.*\n", "", entry.read_text("utf-8"), flags=re.M) for entry in files}


def reasons() -> set[str]:
    """Every reason with which the rules or the table refuse."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        source = path.read_text("utf-8")
        found |= set(REASON.findall(source)) | set(OF_GO.findall(source))
        found |= {f"table-{reason}" for reason in OF_A_QUESTION.findall(source)}
        if path.relative_to(SOURCE).parts[0] == "circle":
            found |= {f"circle-{reason}" for reason in REFUSED.findall(source)}
        if path.relative_to(SOURCE).parts[0] in TABLE_CODE:
            found |= set(OF_A_CIRCLE.findall(source)) - LOGGED
            found |= {f"table-{reason}" for reason in DECLINED.findall(source)}
            found |= set(OF_THE_TABLE.findall(source)) - LOGGED
    return found | {"table-fault"}


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_every_language_has_the_same_keys_and_blanks(language: str) -> None:
    assert messages("en") == messages(language)


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_quotes_and_dots_are_written_in_one_way(language: str) -> None:
    for name, body in words_of(language).items():
        assert body.count("\N{LEFT DOUBLE QUOTATION MARK}") == body.count("\N{RIGHT DOUBLE QUOTATION MARK}"), name
        assert "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}" not in body, name
        assert " \N{HORIZONTAL ELLIPSIS}" not in body, name


def test_spanish_marks_open_and_close() -> None:
    typed = ("terminal.ftl", "commands.ftl")  # there ! and ? are also what one types
    for name, body in words_of("es").items():
        for line in body.replace("Wig Out!", "").splitlines() if name not in typed else ():
            assert line.count("\N{INVERTED EXCLAMATION MARK}") == line.count("!"), (name, line)
            assert line.count("\N{INVERTED QUESTION MARK}") == line.count("?"), (name, line)


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_every_refusal_has_a_text(language: str) -> None:
    assert set() == reasons() - set(messages(language))


def test_every_text_of_a_refusal_is_used() -> None:
    worded = {
        key
        for key in messages("en")
        if re.match(r"(wo|ws|fc|go|deal|match|result|standoff|stop|table|circle|challenge)-", key)
    }
    assert reasons() == worded


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_everything_that_can_be_said_has_a_text(language: str) -> None:
    assert {f"phrase-{one}" for one in wire.SAYINGS} == {key for key in messages(language) if key.startswith("phrase-")}


def test_every_reason_of_a_hint_has_a_text_and_every_text_is_used() -> None:
    games = [path.read_text("utf-8") for path in (SOURCE / "games").rglob("*.py")]
    given = {key for source in games for key in re.findall(r'Reason\("([a-z-]+)"', source)}
    assert given == {key for key in messages("en") if key.startswith("why-")}


def unused(keys: set[str], source: str) -> set[str]:
    """The keys that the browser client never uses; some are composed, as in `web-option-${key}`."""
    prefixes = [one for one in re.findall(r"`([a-z_-]+-)\$\{", source) if one.count("-") > 1 or one == "option-"]
    whole = {f"web-{game}{part}" for game in GAMES for part in ("", "-about")}
    learned = {key for key in keys if key.startswith("learn-")}  # web/src/games/games.test.ts goes through the tasks
    return {key for key in keys - whole - learned if f'"{key}"' not in source and not key.startswith(tuple(prefixes))}


def test_every_browser_message_is_used_in_the_browser() -> None:
    folder = resources.files("rumpus.text").joinpath("en")
    words = "".join(one.read_text("utf-8") for one in folder.iterdir() if one.name.startswith("web"))
    web = SOURCE.parent.parent / "web" / "src"
    paths = [path for path in web.rglob("*") if path.suffix in (".svelte", ".ts") and ".test." not in path.name]
    source = "".join(path.read_text("utf-8") for path in paths)
    keys = set(re.findall(r"^([a-z][\w-]*) =", words, flags=re.M))
    assert set() == unused(keys, source)
    assert {"web-nobody-says-this"} == unused({*keys, "web-nobody-says-this"}, source)


def test_a_refusal_names_a_character_in_the_players_language() -> None:
    refusal = Illegal("WO-10", "wo-no-pile", card="nest")
    assert "nest" in text.refusal(refusal, "en")
    assert "nido" in text.refusal(refusal, "es")


def test_an_unknown_language_is_refused_with_a_list_of_the_languages() -> None:
    with pytest.raises(Malformed, match="en, es"):
        text.rules("wig_out", "fr")


def test_a_missing_key_raises_an_error() -> None:
    with pytest.raises(KeyError):
        text.say("en", "no-such-key")


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_full_minutes_and_hours_are_written_without_a_zero(language: str) -> None:
    assert text.say(language, "web-starts-in", minutes=5, seconds=0).endswith(" 5 min")
    assert text.say(language, "web-starts-in", minutes=5, seconds=7).endswith(" 5 min 7 s")
    assert text.say(language, "daily-when", time="18:00", hours=5, minutes=0).endswith(" 5 h)")
    assert text.say(language, "daily-when", time="18:00", hours=5, minutes=12).endswith(" 5 h 12 min)")


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_points_keep_their_sign(language: str) -> None:
    """The plural form of -1 is that of 1, so its number is never part of the words."""
    for name, body in words_of(language).items():
        for selector in re.findall(r"\{ \$(?:points|total) ->\n(?:.*\n)*?\s*\*\[", body):
            assert not re.search(r"\[one\].*\d", selector), (name, selector)
    for total in (-1, 1):
        assert re.match(rf"{total}\b", text.say(language, "web-points", points=total))
        assert f" {total} " in text.say(language, "ending-heard-own", rank="1", total=total)


def test_one_match_is_not_counted_in_the_plural() -> None:
    assert "1 ganada, 2 perdidas" == text.say("es", "book-duel", won=1, lost=2, tied=0, played=3)
    assert "11 ganadas, 1 perdida, 1 empatada" == text.say("es", "book-duel", won=11, lost=1, tied=1, played=13)


def test_a_busy_server_does_not_speak_of_tables_because_replays_and_circles_get_the_same_answer() -> None:
    assert "table" not in text.say("en", "table-busy")
    assert "mesa" not in text.say("es", "table-busy")
