"""The client library adds its salt once it knows the commit, and notices when it was left out."""

from __future__ import annotations

import asyncio

from rumpus import client, wire
from rumpus.client.salts import Salts
from rumpus.fair import Again, Fair
from tests.support.fake_table import Peer, at_table, changed, lobby, table_at, welcome

FIRST, SECOND = (Fair(v=1, commit=digit * 64, salts=()) for digit in "12")


def test_a_salt_follows_every_commit_and_every_new_connection() -> None:
    salts: list[wire.Salt] = []

    async def visit(peer: Peer) -> None:
        await peer.welcome(3, lobby=lobby(fair=FIRST))
        salts.append(await peer.hear(wire.Salt))
        if len(salts) == 1:
            await peer.cut()
            return
        await peer.tell(changed(4, fair=FIRST), changed(5, fair=SECOND))
        salts.append(await peer.hear(wire.Salt))
        await peer.until_closed()

    async def scenario(server: str) -> None:
        async with table_at(server) as table:
            async for news in table:
                if isinstance(news, wire.Lobby) and news.seq == 5:
                    break
            await asyncio.sleep(0.05)

    at_table(scenario, visit, visit)
    first, again, second = salts
    assert (first.commit, first.salt) == (again.commit, again.salt)
    assert FIRST.commit == first.commit
    assert SECOND.commit == second.commit
    assert first.salt != second.salt


def test_a_table_without_a_chain_gets_no_salt() -> None:
    assert Salts().reply(welcome(1, lobby=lobby()), "x") is None
    assert Salts().reply(wire.Here(people=()), "x") is None
    assert Salts().reply(welcome(1, lobby=lobby("match", fair=FIRST)), "x") is None


def test_the_own_salt_is_looked_for_in_the_match() -> None:
    salts = Salts()
    sent = salts.reply(welcome(1, lobby=lobby(fair=FIRST)), "x")
    assert sent is not None

    def counted(seat: int | None, *told: str, fair: Fair = FIRST, again: Again | None = None) -> bool | None:
        match = Fair(v=1, commit=fair.commit, salts=told, again=again)
        return salts.counted(lobby("match", fair=match), seat)

    assert counted(0, sent.salt, "") is True
    assert counted(0, "", sent.salt) is False
    assert counted(2, sent.salt) is False
    assert counted(None, sent.salt) is None
    assert counted(0, "", fair=SECOND) is None
    assert counted(0, "", again=Again(deals=(1,), next=2, turn=1)) is None
    assert isinstance(client.Table.salted, property)
