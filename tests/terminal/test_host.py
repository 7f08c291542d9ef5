"""What a host types at a table of a server, and what the others see: lock, unlock, a new code, arranged cards."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rumpus import client, wire
from tests.support.fake_table import Peer, changed, lobby
from tests.support.live import live
from tests.terminal.remote_screen import left, screen_of

TYPED = {
    "en": ("lock", "unlock", "code new", "leave"),
    "es": ("bloquear", "desbloquear", "código nuevo", "salir"),
}
SHOWN = {
    "en": (
        "The table is locked: nobody new can join or watch.",
        "The table's new code is BBBBCCCC. The old one no longer works.",
        "Arranged cards: the first deals of this table",
    ),
    "es": (
        "La mesa está bloqueada: nadie más puede entrar ni mirar.",
        "El nuevo código de la mesa es BBBBCCCC. El anterior ya no funciona.",
        "Cartas fijadas: los primeros repartos de esta mesa",
    ),
}


@pytest.mark.parametrize("language", TYPED)
def test_a_host_locks_opens_and_changes_the_code(language: str) -> None:
    lock, unlock, code, leave = TYPED[language]

    async def visit(peer: Peer) -> None:
        await peer.welcome(1, lobby=lobby(scripted=True))
        asked: Any = await peer.hear(wire.Lock)
        assert asked.locked
        await peer.tell(changed(2, asked.id, locked=True))
        asked = await peer.hear(wire.Lock)
        assert not asked.locked
        await peer.tell(changed(3, asked.id))
        asked = await peer.hear(wire.NewCode)
        await peer.tell(changed(4, asked.id, code="BBBBCCCC"))
        await left(peer)

    locked, recoded, scripted = SHOWN[language]
    typed = [("/#ABCDEFGH", lock), (locked, unlock), ("", code), ("/#BBBBCCCC", leave)]
    screen = screen_of(visit, typed=typed, language=language)
    assert [] == [words for words in (locked, recoded, scripted) if words not in screen]


def test_who_connects_too_late_is_told_so() -> None:
    async def visit(peer: Peer) -> None:
        await peer.welcome(1)
        await peer.socket.close(wire.CLOSE_LAPSED, "too late")

    assert "your seat was given up. You can join again." in " ".join(screen_of(visit, code=1).split())


def test_a_program_locks_a_table_and_changes_its_code(server: str) -> None:
    async def scenario() -> None:
        seated = await client.open_table(server, game="wig_out", name="Ann")
        async with client.Table(server, seated.token) as table:
            assert not table.scripted
            invitation = await client.look(seated.link)
            assert ("wig_out", "Ann", False) == (invitation.game, invitation.host, invitation.scripted)
            await table.lock()
            with pytest.raises(client.Refusal, match="table-no-such"):
                await client.join(table.link, name="Bo")
            await table.lock(False)
            await table.new_code()
            while table.link == seated.link:  # changes of a lobby are told together
                await asyncio.wait_for(anext(table), 60)
            with pytest.raises(client.Refusal, match="table-no-such"):
                await client.join(seated.link, name="Bo")
            await asyncio.wait_for(client.join(table.link, name="Bo"), 60)

    live(scenario())
