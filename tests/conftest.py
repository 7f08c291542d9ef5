"""For every test: hypothesis finds the same examples each time and takes the time it needs; random order; stores."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from rumpus.journal import Store
from rumpus.journal.memory import MemoryStore
from rumpus.journal.postgres import line
from rumpus.journal.postgres.store import PostgresStore
from rumpus.journal.split import SplitStore
from rumpus.journal.sqlite import SqliteStore
from tests.support.postgres import Postgres
from tests.support.serving import PATIENCE_S, Serving
from tests.support.stores import Clock

settings.register_profile(
    "rumpus", derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("rumpus")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print the seed of the random order, which `-q` hides: --randomly-seed=N runs the tests in that order again."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and session.config.pluginmanager.hasplugin("randomly"):
        reporter.write_line(f"random order: --randomly-seed={session.config.getoption('randomly_seed')}")


@pytest.hookimpl(trylast=True)  # after the random order
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests begin the share of each process, so that none is left running alone at the end."""
    long = [item for item in items if item.get_closest_marker("long")]
    others = [item for item in items if not item.get_closest_marker("long")]
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    share = -(-len(items) // processes)
    items.clear()
    for process in range(processes):
        begun = long[process::processes]
        rest = max(0, share - len(begun))
        items += [*begun, *others[:rest]]
        others = others[rest:]
    items += others


@pytest.fixture
def clock() -> Clock:
    """The time of a store, as a test sets it."""
    return Clock()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests of this process; each takes a schema of its own."""
    with pytest.MonkeyPatch.context() as patch, Postgres() as database:
        for name in ("CONNECT_S", "ANSWER_S"):  # of a node; here they would measure how busy the machine is
            patch.setattr(line, name, PATIENCE_S)
        yield database


@pytest.fixture(params=["memory", "sqlite", "split", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Store]:
    """An empty store of each kind."""
    made: Store
    if request.param == "memory":
        made = MemoryStore(clock)
    elif request.param == "sqlite":
        made = SqliteStore(tmp_path / "journal.db", clock)
    elif request.param == "split":
        made = SplitStore.of((2, 0), lambda number: SqliteStore(tmp_path / f"journal-{number}.db", clock))
    else:
        made = new_store(request.getfixturevalue("postgres").new_schema(), "node", clock)
    yield made
    made.close()


def new_store(url: str, node: str, clock: Clock | None) -> PostgresStore:
    """A store in this schema, which is made if it is empty."""
    made = PostgresStore(url, node, clock)
    made.prepare(make=True)
    return made


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server."""
    with Serving(tmp_path_factory.mktemp("tables"), "--scripted-for-all") as serving:
        yield serving.url
