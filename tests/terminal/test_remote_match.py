"""Matches in the terminal at a table of a server, fake and real."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import msgspec
import pytest

from rumpus import client, text, wire
from rumpus.bots import bot
from rumpus.contract import Go, Reason, Seating
from rumpus.games import GAMES, game
from rumpus.games.wig_out.actions import Lay
from rumpus.lines import Ready, Sits
from rumpus.shuffle import Shuffle, seeded
from rumpus.terminal import remote
from tests.support.fake_table import Peer, changed, dealt, happened, lobby, standing
from tests.support.hint_reader import HintReader
from tests.support.live import SHORT, live
from tests.terminal.remote_screen import Typist, checked, left, playing, screen_of

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
        why = Reason("why-wo-fits", {"card": card, "opened": "yes"})
        await peer.tell(wire.Done(id=hint.id, seq=1, found={"do": "lay", "card": card}, why=why))
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
    assert f"Try: {name}\nThere's a {name} pile, so it fits.\n" in screen
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


@pytest.mark.rule("T-03")
def test_enter_says_ready_for_the_next_deal_and_again_after_it() -> None:
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
        ready = await peer.hear(wire.Ready)
        await peer.tell(happened(5, state, [(0, Ready())], ready.id))
        state.apply(1, Go())
        await peer.tell(happened(6, state, [(1, Go())]))
        await left(peer)

    ready = "Press Enter when you're ready."
    screen = screen_of(visit, typed=[(ready, ""), (ready, ""), ("Bo says GO!", "leave")])
    assert "--- Round 2: Bo deals ---" in screen
    assert "Round 1 is over." in screen
    assert "The next round is dealt when everyone is ready, or in 30 s." in screen


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


# Against the real server


REPLIES = (  # gets ready, and leaves at the end
    ("Type rematch|Escribe revancha", "leave"),
    ("Type ready|Escribe listo", "ready"),
    ("Press Enter when|Presiona Enter cuando", ""),
)


@pytest.mark.long
@pytest.mark.parametrize(("name", "language"), [*((name, "en") for name in GAMES), ("wig_out", "es")])
def test_a_whole_match_can_be_played_by_hints(name: str, language: str, server: str) -> None:
    output = io.StringIO()

    async def scenario() -> None:
        settings = wire.Settings(countdown_s=0.2, wait_s=5.0)
        seated = await client.open_table(server, game=name, name="Ann", options=SHORT[name], settings=settings)
        async with client.Table(server, seated.token) as table:
            joined = asyncio.create_task(remote.join(seated.link, "Bo", language, HintReader(output, REPLIES), output))
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


def test_a_tie_is_played_off_or_shared_by_typing_it() -> None:
    state = playing()
    asked = wire.PlayOff(asked=(1, 2))

    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby("match"), **standing(state))
        await peer.tell(wire.Lobby(seq=2, lobby=lobby("match", play_off=asked), seat=0))
        await peer.tell(wire.Countdown(why="tie", ms=20_000))
        agreed = wire.PlayOff(asked=(1, 2), agreed=(2,))
        await peer.tell(wire.Lobby(seq=3, lobby=lobby("match", play_off=agreed), seat=0))
        for agree in (True, False):
            ask = await peer.hear(wire.PlayItOff)
            assert agree is ask.agree
            await peer.tell(wire.Done(id=ask.id, seq=3))
        await left(peer)

    screen = screen_of(visit, typed=[("would like to play it off", "play off"), ("", "share")])
    assert "You're tied for first! Type play off" in " ".join(screen.split())
    assert "the win is shared in 20 s" in screen
