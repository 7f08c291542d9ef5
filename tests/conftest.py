"""For every test: hypothesis finds the same examples each time and takes the time it needs; random order; stores."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from rumpus.journal import Store
from rumpus.journal.memory import MemoryStore
from rumpus.journal.sqlite import SqliteStore
from tests.support.serving import Serving
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


@pytest.fixture
def clock() -> Clock:
    """The time of a store, as a test sets it."""
    return Clock()


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Store]:
    """An empty store of each kind."""
    made: Store = MemoryStore(clock) if request.param == "memory" else SqliteStore(tmp_path / "journal.db", clock)
    yield made
    made.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server."""
    with Serving(tmp_path_factory.mktemp("tables"), "--scripted-for-all") as serving:
        yield serving.url
