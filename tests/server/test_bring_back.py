"""A table that comes back from the journal reads only what it needs, and is the same."""

from __future__ import annotations

import asyncio
import os
from functools import partial

import pytest

from rumpus import wire
from rumpus.journal import Journal, Store
from rumpus.server.rooms import Rooms
from rumpus.server.work.thinkers import think_here

CHANGES = 50


@pytest.mark.parametrize("begun", [False, True])
def test_a_table_whose_lobby_changed_often_comes_back_from_few_entries(store: Store, begun: bool) -> None:
    async def story() -> None:
        clock = asyncio.get_running_loop().time
        rooms = Rooms(Journal(store, asyncio.to_thread), think_here, entropy=os.urandom, clock=clock)
        seated = await rooms.seating.open(wire.OpenTable(game="wig_out", name="Ana", bots=("casual",)), "here")
        name, person = seated.token.partition(".")[0], seated.person
        keeper = rooms.live[name]
        if begun:
            keeper.table.ask(person, wire.Begin(id="1"), keeper.now())
        for number in range(CHANGES):
            keeper.move_device(person, f"{name}.{number}")
        await keeper.settled()
        table = keeper.table
        rooms.forget(keeper)
        read = await asyncio.to_thread(store.entries, name)
        assert len(await asyncio.to_thread(partial(store.entries, name, whole=True))) > CHANGES
        assert len(read) < 8, [entry.body[:40] for entry in read]
        again = await rooms.keeper(name)
        assert again is not None
        assert (table.lobby, table.seq) == (again.table.lobby, again.table.seq)
        assert begun is (again.table.match is not None)
        assert person == again.table.person_of(f"{name}.{CHANGES - 1}")
        await rooms.close()

    asyncio.run(story())
