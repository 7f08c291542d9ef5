"""The store of a device keeps the contract of every store, read again from its disk before each call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from rumpus.journal import Store
from rumpus.offline.store import DeviceStore
from tests.journal.store_kit import KIT, Check
from tests.offline.device import MemoryDisk
from tests.support.clock import run_virtual
from tests.support.stores import Clock


class ReadAnew:
    """Every call goes to a store that has just been loaded: it knows only what the disk has."""

    def __init__(self, clock: Clock) -> None:
        self._disk, self._clock, self._closed = MemoryDisk(), clock, False

    def __getattr__(self, name: str) -> Callable[..., Any]:
        async def call(*args: Any, **options: Any) -> Any:
            store = DeviceStore(self._disk, self._clock, lambda record: None)
            await store.load()
            if self._closed:
                store.close()
            self._closed = self._closed or name == "close"
            return await store.run(lambda: getattr(store, name)(*args, **options))

        return lambda *args, **options: run_virtual(lambda: call(*args, **options))


@pytest.mark.parametrize("check", KIT, ids=lambda check: check.__name__)
def test_the_store_of_a_device_keeps_the_contract(check: Check) -> None:
    clock = Clock()
    check(cast(Store, ReadAnew(clock)), clock)
