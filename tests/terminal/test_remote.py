"""The terminal at a table of a fake server: the lobby, the connection, and a keyboard."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import re
from collections.abc import Sequence

import msgspec
import pytest

from rumpus import text, wire
from rumpus.contract import Malformed
from rumpus.terminal import remote, sentences
from rumpus.terminal.remote import Remote
from tests.support.fake_table import Peer, Visit, at_table, changed, lobby, standing, table_at
from tests.terminal.remote_screen import Typist, checked, left, playing, screen_of

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
        assert all(len(line) <= sentences.WIDTH for line in text.say(language, key).splitlines())


def test_without_a_free_seat_no_bot_is_asked_for() -> None:
    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby(seats=lobby().seats[:2]))
        await left(peer)

    screen = screen_of(visit, typed=[("host", "bot expert")])
    assert "There's no free seat." in screen


def test_the_screen_says_who_joins_disconnects_and_watches() -> None:
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


def test_a_spectator_sees_the_table_and_cannot_play() -> None:
    state = playing()

    async def visit(peer: Peer) -> None:
        view = msgspec.Raw(wire.encode(state.view(None)))
        seats = (lobby("match").seats[1], lobby("match").seats[1])
        await peer.welcome(1, you=3, seat=None, lobby=lobby("match", seats=seats), view=view)
        await left(peer)

    screen = at_keyboard(visit, [("Piles", b"afro\n"), ("watching", b"score\n"), ("Score sheet", b"\nquit\n")])
    assert 2 == screen.count("  Piles")
    assert "  Hand" not in screen


def test_a_spectator_takes_over_a_seat_by_its_number_or_name() -> None:
    state = playing()
    bot = wire.Place(name="Bo", avatar="owl", bot="casual")
    gone = wire.Place(name="Cy", avatar="cat", person=9, stand_in="casual", gone=True)
    view = msgspec.Raw(wire.encode(state.view(None)))

    async def visit(peer: Peer) -> None:
        there = lobby("match", seats=(bot, gone), open=(0, 1))
        await peer.welcome(1, you=3, seat=None, lobby=there, view=view)
        for seq, seat in ((2, 0), (3, 1)):
            ask = await peer.hear(wire.TakeSeat)
            assert seat == ask.seat
            reserved = msgspec.structs.replace(bot, next=3)
            await peer.tell(wire.Lobby(seq=seq, lobby=lobby("match", seats=(reserved, gone), open=(1,)), id=ask.id))
        await left(peer)

    answers = [("take 2", b"take 7\n"), ("no seat", b"take Bo\n"), ("next round on", b"take 2\n")]
    screen = " ".join(at_keyboard(visit, [*answers, ("next round on", b"quit\n")]).split())
    assert "take over Bo's seat from the next round: type take 1" in screen
    assert "take over Cy's seat now: type take 2" in screen


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
    assert "\n\nGoodbye!\nA bot plays on for you." in output.getvalue()


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
        (wire.CLOSE_REMOVED, "You were removed from this table"),
        (wire.CLOSE_TABLE, "This table can't continue."),
        (wire.CLOSE_TOKEN, "This table doesn't know you any more."),
        (wire.CLOSE_HELLO, "Can't reach the table any more: because"),
    ],
)
def test_the_screen_says_why_the_connection_was_closed(code: int, expected: str) -> None:
    async def visit(peer: Peer) -> None:
        ready = wire.Place(name="Ann", avatar="fox", person=1, ready=True)
        await peer.welcome(1, lobby=lobby(seats=(ready, None), host=None))
        await peer.socket.close(code, "because")

    assert expected in screen_of(visit, code=1)


# Joining


def test_the_screen_says_why_joining_failed() -> None:
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
