"""The terminal at a table far away: the lobby, the match, refusals, lost connections, and how it ends."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import re
import time
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from rumpus import client, text, wire
from rumpus.bots import bot
from rumpus.game import Go, Malformed, Seating
from rumpus.games import GAMES, game
from rumpus.games.wig_out.actions import Lay
from rumpus.record import Ready, Sits
from rumpus.shuffle import Shuffle, seeded
from rumpus.terminal import remote, words
from rumpus.terminal.remote import Remote
from tests.client.test_client import PATIENCE_S, SHORT, live
from tests.support.fake_table import Peer, Visit, at_table, changed, dealt, happened, lobby, standing, table_at
from tests.support.serving import Serving

Script = Sequence[tuple[str, str]]  # what appears, and the line that answers it


class Typist(io.StringIO):
    """Answers what appears on the screen with these lines, each thing once, in order; then the input ends."""

    def __init__(self, output: io.StringIO, script: Script) -> None:
        super().__init__()
        self.output = output
        self.script = list(script)
        self.read_to = 0

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]  # the stubs give StringIO bytes
        until = time.monotonic() + PATIENCE_S
        while self.script and time.monotonic() < until:
            seen, line = self.script[0]
            found = self.output.getvalue().find(seen, self.read_to)
            if found >= 0:
                self.read_to = found + len(seen)
                del self.script[0]
                return f"{line}\n"
            time.sleep(0.001)
        return ""


def checked(output: io.StringIO) -> str:
    """The screen, every line of which fits 80 columns."""
    screen = output.getvalue()
    assert [] == [line for line in screen.splitlines() if len(line) > words.WIDTH and "http" not in line]
    return screen


def screen_of(*visits: Visit, typed: Script = (), language: str = "en", code: int = 0) -> str:
    """What a person sees at a scripted table who types these lines."""
    output = io.StringIO()
    typist = Typist(output, typed)

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            assert code == await Remote(table, language, typist, output).run()

    at_table(scenario, *visits)
    assert [] == typist.script
    return checked(output)


async def left(peer: Peer) -> None:
    """The person leaves."""
    leave = await peer.hear(wire.Leave)
    await peer.tell(wire.Done(id=leave.id, seq=1))
    await peer.socket.close(wire.CLOSE_REMOVED, "you have left the table")


def playing() -> Any:
    """A match of Wig Out! that has started."""
    state = dealt()
    state.apply(0, Go())
    return state


# The lobby


LOBBY = {
    "en": (
        "Wig Out! - table ABCDEFGH",
        ["ready", "bot wizard", "bot casual", "dance", "say good luck", "say", "?", "", "rules", "begin", "leave"],
        [
            "1 Ann (host) · 2 Bo (bot: casual) · 4 seats free",
            "1 Ann (ready, host)",
            'There\'s no level "wizard". Type bot with',
            '"dance" isn\'t a command here',
            "You can say:\n  good-luck      Good luck, everyone!",
            "Bo says: Good luck, everyone!",
            "adds a bot, if you're the host",
            "Only the host can do that.",
            "Goodbye!",
        ],
    ),
    "es": (
        "Wig Out! - mesa ABCDEFGH",
        ["listo", "bot mago", "bot normal", "baila", "di suerte", "di", "?", "", "reglas", "empezar", "salir"],
        [
            "1 Ann (organiza) · 2 Bo (bot: normal) · 4 asientos libres",
            "1 Ann (¡listo!, organiza)",
            "No hay ningún nivel “mago”. Escribe bot con",
            "“baila” no es un comando aquí",
            "Puedes decir:\n  good-luck      ¡Suerte!",
            "Bo dice: ¡Suerte!",
            "agrega un bot, si organizas la mesa",
            "¡Hasta pronto!",
        ],
    ),
}


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_the_words_of_the_lobby(language: str) -> None:
    title, lines, expected = LOBBY[language]

    async def visit(peer: Peer) -> None:
        await peer.welcome(1)
        ready = await peer.hear(wire.Ready)
        place = wire.Place(name="Ann", avatar="fox", person=1, ready=True)
        await peer.tell(changed(2, ready.id, seats=(place, *lobby().seats[1:])))
        add = await peer.hear(wire.AddBot)
        assert (2, "casual") == (add.seat, add.level)
        await peer.tell(changed(3, add.id))
        say = await peer.hear(wire.Say)
        assert "good-luck" == say.phrase
        await peer.tell(wire.Said(phrase="good-luck", seat=1), wire.Done(id=say.id, seq=3))
        begin = await peer.hear(wire.Begin)
        await peer.tell(wire.Refused(id=begin.id, reason="table-host-only", clause=""))
        await left(peer)

    screen = screen_of(visit, typed=[(title, lines[0]), *(("", line) for line in lines[1:])], language=language)
    assert re.search(r"\n  http://127.0.0.1:\d+/#ABCDEFGH\n", screen)
    assert [] == [piece for piece in expected if piece not in screen]


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_help_fits_the_screen(language: str) -> None:
    for key in ("term-join-help", "term-join-help-match"):
        assert all(len(line) <= words.WIDTH for line in text.say(language, key).splitlines())


def test_without_a_free_seat_no_bot_is_asked_for() -> None:
    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby(seats=lobby().seats[:2]))
        await left(peer)

    screen = screen_of(visit, typed=[("host", "bot expert")])
    assert "There's no free seat." in screen


def test_who_comes_who_drops_and_who_looks_on_is_said() -> None:
    cy = wire.PersonView(id=2, name="Cy", avatar="owl")
    people = (*lobby().people, cy)

    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby(people=people))
        await peer.tell(wire.Here(people=(1, 2)), wire.Here(people=(1,)), wire.Said(phrase="wow", person=2))
        await left(peer)

    screen = screen_of(visit, typed=[("says", "leave")])
    assert "  Watching   Cy\n" in screen
    assert "Cy is here.\nCy lost the connection.\nCy says: " in screen


@pytest.mark.parametrize(
    ("typed", "phrase", "card"),
    [("well", "well-played", None), ("GOOD GAME", "good-game", None), ("need card r6", "need-card", "r6")],
)
def test_a_phrase_goes_by_its_key_or_the_beginning_of_its_words(typed: str, phrase: str, card: str | None) -> None:
    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby(game="wackee_six"))
        say = await peer.hear(wire.Say)
        assert (phrase, card) == (say.phrase, say.card)
        await peer.tell(wire.Refused(id=say.id, reason="table-phrases-slow"))
        await left(peer)

    assert "Slow down a little with the phrases." in screen_of(visit, typed=[("Seats", f"say {typed}")])


# The match


def test_moves_are_typed_and_told_and_a_refusal_says_who_was_first() -> None:
    state = playing()
    card = next(move.card for move in state.legal(0) if isinstance(move, Lay))
    name = text.say("en", f"character-{card}")

    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby("match"), **standing(state))
        no = await peer.hear(wire.Do)
        assert Lay(card="afro") == wire.read_action("wig_out", no.action)
        refused = wire.Refused(id=no.id, reason="wo-no-pile", clause="WO-10", facts={"card": "afro"}, first=1, by_ms=40)
        await peer.tell(refused)
        hint = await peer.hear(wire.Hint)
        await peer.tell(wire.Done(id=hint.id, seq=1, found={"do": "lay", "card": card}))
        do = await peer.hear(wire.Do)
        action = wire.read_action("wig_out", do.action)
        assert Lay(card=card) == action
        await peer.tell(happened(2, state, state.apply(0, action), do.id))
        nothing = await peer.hear(wire.Hint)
        await peer.tell(wire.Done(id=nothing.id, seq=2))
        await left(peer)

    lines = [
        ("Hand", "afro 1"),
        ("40 ms", "hint"),
        ("Try:", f"{name} 1"),
        ("You play", "xyzzy"),
        ("isn't a move", "hint"),
    ]
    screen = screen_of(visit, typed=[*lines, ("nothing you can do", "score"), ("Score sheet", "?"), ("rematch", "")])
    assert "There's no afro pile yet." in screen
    assert "(WO-10)" in screen
    assert "Bo was 40 ms faster." in " ".join(screen.split())
    assert f"Try: {name}" in screen
    assert f"You play {name}\n" in screen
    assert '"xyzzy" isn\'t a move' in screen
    assert "There's nothing you can do right now." in screen


def test_a_refusal_without_words_is_passed_on_as_it_is() -> None:
    async def visit(peer: Peer) -> None:
        await peer.welcome(1)
        ready = await peer.hear(wire.Ready)
        await peer.tell(wire.Refused(id=ready.id, reason="table-from-tomorrow"))
        again = await peer.hear(wire.Ready)
        await peer.tell(wire.Refused(id=again.id, reason="malformed", expected="something else"))
        await peer.tell(wire.Refused(id=None, reason="malformed", expected="another thing"))
        await left(peer)

    script = [("Seats", "ready"), ("tomorrow", "ready"), ("another thing", "leave")]
    screen = screen_of(visit, typed=script)
    assert "The table refused that: table-from-tomorrow\nThe table refused that: something else\n" in screen


def test_what_the_table_says_during_a_match() -> None:
    state = playing()
    two = (*lobby().people, wire.PersonView(id=2, name="Cy", avatar="owl"))

    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby("match", people=two), **standing(state))
        await peer.tell(
            changed(2, stage="match", people=two, paused=True),
            changed(3, stage="match", people=two, host=2),
            changed(4, stage="match", people=two, host=1, stop=(2,)),
            happened(5, state, [(None, Sits(seat=1, name="Bo", bot="casual"))]),
            happened(6, state, [(None, Sits(seat=1, name="Bo"))]),
            wire.Countdown(why="go", ms=2500),
            wire.Countdown(why="begin", ms=None),
            wire.Countdown(why="begin", ms=9000),
        )
        await left(peer)

    screen = screen_of(visit, typed=[("9 s", "leave")])
    told = [
        "The host paused the match.",
        "The match continues.",
        "Cy is the host now.",
        "You're the host now.",
        "Cy would like to stop here. Type stop if you agree.",
        "A bot now plays for Bo.",
        "Bo is playing again.",
        "GO in 3 s...",
        "The countdown was cancelled.",
        "The match begins when everyone is ready, or in 9 s.",
    ]
    assert told == [line for line in screen.splitlines() if line in told]


def test_enter_says_go_and_a_script_waits_for_the_countdown() -> None:
    state = dealt()

    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby("match"), **standing(state))
        do = await peer.hear(wire.Do)
        assert Go() == wire.read_action("wig_out", do.action)
        await peer.tell(wire.Countdown(why="go", ms=1000), wire.Done(id=do.id, seq=1))
        await peer.tell(happened(2, state, state.apply(0, Go())))
        await left(peer)

    screen = screen_of(visit, typed=[("Type go, or just press Enter", ""), ("", "leave")])
    assert "GO in 1 s...\nYou say GO!\n" in screen


def test_between_rounds_enter_says_ready() -> None:
    state = dealt()
    state.apply(0, Go())
    done: list[Any] = []
    while state.phase == 2:  # somebody plays until the round is over
        seat = next(seat for seat in (0, 1) if state.legal(seat))
        done += state.apply(seat, state.legal(seat)[0])

    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby("match"), **standing(playing()))
        await peer.tell(happened(2, state, done), wire.Countdown(why="deal", ms=30000))
        ready = await peer.hear(wire.Ready)
        await peer.tell(happened(3, state, [(0, Ready())], ready.id))
        await peer.tell(happened(4, state, state.apply(None, state.owed(Shuffle(seeded("again"))))))
        state.apply(1, Go())
        await peer.tell(happened(5, state, [(1, Go())]))
        await left(peer)

    screen = screen_of(visit, typed=[("Press Enter when you're ready.", ""), ("Bo says GO!", "leave")])
    assert "--- Round 2: Bo deals ---" in screen
    assert "Waiting for Bo to start the round." in screen
    assert "Round 1 is over." in screen
    assert "The next round begins when everyone is ready, or in 30 s." in screen


def test_what_can_be_done_is_shown_when_all_of_it_is_known() -> None:
    rules = game("five_crowns")
    state: Any = rules.new(Seating(players=2))
    state.apply(None, state.owed(Shuffle(seeded("more"))))
    state.apply(1, state.legal(1)[0])
    state.apply(1, state.legal(1)[0])
    here = lobby("match", game="five_crowns")
    before = standing(state)
    done = state.apply(0, state.legal(0)[0])

    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=here, **before)
        take = await peer.hear(wire.Do)
        told = happened(2, state, done, take.id)
        await peer.tell(msgspec.structs.replace(told, more=True), wire.Said(phrase="wow", seat=1))
        await peer.tell(wire.Legal(seq=2, legal=told.legal))
        await left(peer)

    screen = screen_of(visit, typed=[("Your turn", "d"), ("Now discard", "leave")])
    assert screen.index("Bo says") < screen.index("Now discard")
    assert 1 == screen.count("Now discard")


# At a keyboard


class Screen(io.StringIO):
    """A screen with somebody in front of it, who answers what appears with these keys, each thing once, in order."""

    def __init__(self, keyboard: int, answers: Sequence[tuple[str, bytes]]) -> None:
        super().__init__()
        self.keyboard = keyboard
        self.answers = list(answers)
        self.read_to = 0

    def write(self, words: str) -> int:
        written = super().write(words)
        while self.answers and (found := self.getvalue().find(self.answers[0][0], self.read_to)) >= 0:
            seen, keys = self.answers.pop(0)
            self.read_to = found + len(seen)
            os.write(self.keyboard, keys)
        return written


def at_keyboard(visit: Visit, answers: Sequence[tuple[str, bytes]]) -> str:
    """What is seen at a real terminal, by somebody who answers like this; all of it must come up."""
    keyboard, line = pty.openpty()
    output = Screen(keyboard, answers)

    async def scenario(server: str) -> None:
        with open(line, encoding="utf-8") as keys:
            async with table_at(server) as table:
                assert 0 == await Remote(table, "en", keys, output).run()

    try:
        at_table(scenario, visit)
    finally:
        os.close(keyboard)
    assert [] == output.answers
    return checked(output)


def test_who_looks_on_sees_the_table_and_cannot_play() -> None:
    state = playing()

    async def visit(peer: Peer) -> None:
        view = msgspec.Raw(wire.encode(state.view(None)))
        seats = (lobby("match").seats[1], lobby("match").seats[1])
        await peer.welcome(1, you=3, seat=None, lobby=lobby("match", seats=seats), view=view)
        await left(peer)

    screen = at_keyboard(visit, [("Piles", b"afro\n"), ("watching", b"score\n"), ("Score sheet", b"\nquit\n")])
    assert 2 == screen.count("  Piles")
    assert "  Hand" not in screen


def test_at_a_keyboard_there_is_a_prompt_and_what_happens_stands_on_a_line_of_its_own() -> None:
    async def visit(peer: Peer) -> None:
        await peer.welcome(1)
        ready = await peer.hear(wire.Ready)
        await peer.tell(wire.Said(phrase="good-luck", seat=1), wire.Done(id=ready.id, seq=1))
        await left(peer)

    screen = at_keyboard(visit, [("> ", b"ready\n"), ("says", b"quit\n")])
    assert screen.startswith("Wig Out!")
    assert "commands.\n> " in screen
    assert screen.endswith("Bo says: Good luck, everyone!\n> Goodbye!\n")


def test_ctrl_c_leaves_like_quit() -> None:
    output = io.StringIO()

    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby("match"), **standing(playing()))
        await left(peer)

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            sitting = asyncio.create_task(Remote(table, "en", Typist(output, [("no such thing", "")]), output).run())
            while "Hand" not in output.getvalue():
                await asyncio.sleep(0.001)
            sitting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await sitting

    at_table(scenario, visit)
    assert output.getvalue().endswith("\n\nGoodbye!\n")


# The connection


def test_a_lost_connection_is_said_and_the_match_goes_on_where_it_was() -> None:
    state = playing()

    async def first(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby("match"), **standing(state))
        await peer.cut()

    async def second(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby("match"), **standing(state))
        await left(peer)

    screen = screen_of(first, second, typed=[("connected again", "leave")])
    assert "Connection lost. Reconnecting...\nYou're connected again.\n  Round 1 of 5" in screen


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (wire.CLOSE_NEWER, "Your seat is now being played from somewhere else."),
        (wire.CLOSE_REMOVED, "You're no longer at this table."),
        (wire.CLOSE_TABLE, "This table can't continue."),
        (wire.CLOSE_TOKEN, "This table doesn't know you any more."),
        (wire.CLOSE_HELLO, "Can't reach the table any more: because"),
    ],
)
def test_why_it_is_over_is_said(code: int, expected: str) -> None:
    async def visit(peer: Peer) -> None:
        ready = wire.Place(name="Ann", avatar="fox", person=1, ready=True)
        await peer.welcome(1, lobby=lobby(seats=(ready, None), host=None))
        await peer.socket.close(code, "because")

    assert expected in screen_of(visit, code=1)


# Joining


def test_what_keeps_one_from_joining_is_said() -> None:
    async def scenario(server: str) -> None:
        output = io.StringIO()
        assert 1 == await remote.join(f"{server}/#ABCDEFGH", "Bo", "en", io.StringIO(), output)
        assert f"Can't reach a table at {server}.\n" == checked(output)
        with pytest.raises(Malformed, match="a name has"):
            await remote.join(f"{server}/#ABCDEFGH", "", "en", io.StringIO(), output)

    at_table(scenario)
    output = io.StringIO()
    assert 1 == remote.run("http://127.0.0.1:1/#ABCDEFGH", "Bo", "es", io.StringIO(), output)
    assert "No hay conexión con ninguna mesa en http://127.0.0.1:1." in checked(output)


# Against the real server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Serving(tmp_path_factory.mktemp("tables")) as serving:
        yield serving.url


class Reader(io.StringIO):
    """Gets ready, types what a hint says, asks for one when there is none on the screen, and leaves at the end."""

    def __init__(self, output: io.StringIO) -> None:
        super().__init__()
        self.output = output
        self.read_to = 0
        self.last = ""

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]  # the stubs give StringIO bytes
        new = self.output.getvalue()[self.read_to :]
        self.read_to += len(new)
        hints = re.findall(r"(?:Try|Prueba): (.*)", new)
        if re.search("Type rematch|Escribe revancha", new):
            self.last = "leave"
        elif re.search("Type ready|Escribe listo", new):
            self.last = "ready"
        elif re.search("Press Enter when|Presiona Enter cuando", new):
            self.last = ""
        elif not re.search("Type it again|Vuelve a escribirlo", new):  # else the same again
            self.last = hints[-1] if hints else "hint"
        return f"{self.last}\n"


@pytest.mark.parametrize(("name", "language"), [*((name, "en") for name in GAMES), ("wig_out", "es")])
def test_a_whole_match_can_be_played_by_hints(name: str, language: str, server: str) -> None:
    output = io.StringIO()

    async def scenario() -> None:
        settings = wire.Settings(countdown_s=0.2, wait_s=5.0)
        seated = await client.open_table(server, game=name, name="Ann", options=SHORT[name], settings=settings)
        async with client.Table(server, seated.token) as table:
            joined = asyncio.create_task(remote.join(seated.link, "Bo", language, Reader(output), output))
            while not any(place and place.name == "Bo" and place.ready for place in table.lobby.seats):
                await anext(table)
            await table.begin()
            result = await client.play(table, bot(name, "casual"))
            assert "finished" == result.why
            assert 0 == await joined

    live(scenario())
    screen = checked(output)
    assert text.say(language, "term-goodbye") in screen
    assert "/api/records/" in screen


def test_when_the_host_leaves_the_next_one_is_host_and_starts_the_match(server: str) -> None:
    output = io.StringIO()
    script = [
        ("Seats", "say good luck"),
        ("Bo says: Good luck", "ready"),
        ("2 Bo (ready, host)", "bot skilled"),
        ("(bot: skilled)", "begin"),
        ("--- Round 1", "leave"),
    ]

    async def scenario() -> None:
        seated = await client.open_table(server, game="five_crowns", name="Ann")
        async with client.Table(server, seated.token) as table:
            typist = Typist(output, script)
            joined = asyncio.create_task(remote.join(seated.link, "Bo", "en", typist, output))
            while not any(place and place.name == "Bo" and place.ready for place in table.lobby.seats):
                await anext(table)
            await table.leave()
            assert 0 == await joined
            assert [] == typist.script

    live(scenario())
    assert "Goodbye!" in checked(output)


def test_the_link_of_no_table_is_refused_in_words(server: str) -> None:
    output = io.StringIO()
    assert 1 == remote.run(f"{server}/#ABCDEFGH", "Bo", "en", io.StringIO(), output)
    assert "No open table has this code." in output.getvalue()
