"""Real nodes: every command in docs/nodes.md, what they refuse to start with, and their metrics."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import urllib.error
import urllib.request
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from rumpus.cli.tables import serve
from rumpus.journal.postgres.store import PostgresStore
from rumpus.journal.sqlite import SqliteStore
from tests.support.command import rumpus
from tests.support.nodes import Nodes
from tests.support.postgres import Postgres, free_port
from tests.support.serving import PATIENCE_S, Serving
from tests.support.socket_players import Player, post, sit_down, until
from tests.support.stores import opened

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "nodes.md").read_text("utf-8")
ADDRESS = "postgresql://rumpus@db.example.org/rumpus"


def commands() -> list[str]:
    """What a reader types."""
    blocks = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


def here(command: str, url: str, empty: str) -> list[str]:
    """The words of a command with the addresses of this machine."""
    local = re.sub(r"tcp://10\.0\.0\.\d:8100", lambda _: f"tcp://127.0.0.1:{free_port()}", command)
    return shlex.split(local.replace(f"{ADDRESS}_new", empty).replace(ADDRESS, url).replace("10.0.0.10", "127.0.0.1"))


def test_every_command_of_the_page_works(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The three nodes run at the same time, and all that follows them on the page is typed while they do."""
    monkeypatch.chdir(tmp_path)
    with closing(SqliteStore(tmp_path / "tables.sqlite3")) as store:
        opened(store, "a", "b")
    url, empty = postgres.new_schema(), postgres.new_schema()
    nodes: list[Serving] = []
    monkeypatch.setenv("RUMPUS_DATA", str(tmp_path / "data"))
    with ExitStack() as stack:
        for command in commands():
            if " docker compose " in command:  # tests/hosting/test_compose_nodes.py does what is in it
                assert (ROOT / re.findall(r"-f (\S+)", command)[0]).is_file()
                continue
            words = here(command, url, empty)
            environment = dict(word.split("=", 1) for word in words if word.startswith("RUMPUS_"))
            program, *arguments = words[len(environment) :]
            assert "rumpus" == program
            if arguments[0] == "serve":
                server = Serving(tmp_path / "data", *arguments[1:], "--accept-loss")  # a test has no standby
                server.environment = environment
                nodes.append(stack.enter_context(server))
                assert json.loads(_get(f"{server.url}/healthz"))["ok"]
                monkeypatch.setenv("RUMPUS_PORT", server.url.rpartition(":")[2])
                continue
            done = rumpus(*arguments)
            ends = {"doctor": 1}.get(arguments[0], 0)  # because this database leaves the disk out
            assert ends == done.returncode, (command, done.stdout, done.stderr)
            if arguments[0] == "status":
                assert "3 nodes share the database:" in done.stdout.translate({0x2068: None, 0x2069: None})
    assert [0, 0, 0] == [server.process.returncode for server in nodes]
    with closing(SqliteStore(tmp_path / "copy.sqlite3")) as store:
        assert ["a", "b"] == [head.id for head, _ in store.logs()]
    with closing(PostgresStore(empty)) as restored:
        assert ["a", "b"] == [head.id for head, _ in restored.logs()]


def test_the_file_beside_a_unit_sets_options_of_a_node() -> None:
    (block,) = re.findall(r"```ini\n(.*?)```", PAGE, re.DOTALL)
    names = re.findall(r"^(\w+)=", block, re.MULTILINE)
    assert 2 == len(names)
    assert {option.envvar for option in serve.params} >= set(names)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--store", "{url}", "--node-url", "tcp://127.0.0.1:{port}"], "no synchronous standby"),
        (["--store", "{url}", "--accept-loss"], "--store needs --node-url tcp://HOST:PORT"),
        (["--store", "{url}", "--node-url", "http://a", "--accept-loss"], "--node-url must be tcp://HOST:PORT"),
        (["--store", "tables.db", "--node-url", "tcp://a:1"], "--store is the address of a PostgreSQL database"),
        (["--node-url", "tcp://a:1"], "need --store"),
        (["--store", "{url}", "--node-url", "tcp://192.0.2.1:9", "--accept-loss"], "an address of this machine"),
        (["--store", "{url}", "--node-url", "tcp://0.0.0.0:9"], "add --node-bind tcp://0.0.0.0:9"),
        (["--store", "{url}", "--node-url", "tcp://[::]:9"], "add --node-bind tcp://[::]:9"),
        (["--store", "{url}&none=1", "--node-url", "tcp://a:1"], 'unrecognized configuration parameter "none"'),
        (["--store", "postgresql://a:b/c", "--node-url", "tcp://a:1"], "its host or its port cannot be read"),
        (["--store", "postgresql://127.0.0.1:9/x", "--node-url", "tcp://a:1"], "cannot be reached"),
    ],
)
def test_what_a_node_cannot_start_with_gets_one_sentence(
    options: list[str], expected: str, strict: Postgres, tmp_path: Path
) -> None:
    values = {"url": strict.url("public"), "port": free_port()}
    given = [option.format(**values) for option in options]
    done = rumpus("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), *given)
    said = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert (2, 1) == (done.returncode, len(said)), done
    assert expected in said[0]


def test_a_node_that_is_refused_makes_no_tables(strict: Postgres, tmp_path: Path) -> None:
    url = strict.new_schema()
    node = ("--store", url, "--node-url", f"tcp://127.0.0.1:{free_port()}", "--port", "0", "--data", str(tmp_path))
    assert "no synchronous standby" in rumpus("serve", *node).stderr
    assert not strict.ask("SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema()", url=url)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A database that waits for its disk."""
    with Postgres(durable=True) as database:
        yield database


def _get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:  # noqa: S310 - our own server
        return str(answer.read().decode())


def figure(server: Serving, name: str) -> float:
    """A metric of a node."""
    address = re.search(r"http://127\.0\.0\.1:\d+/metrics", "".join(server.said))
    assert address is not None
    found = re.search(rf"^{name} (\S+)$", _get(address[0]), re.MULTILINE)
    assert found is not None, name
    return float(found[1])


def test_nodes_relay_take_over_and_count_it(postgres: Postgres) -> None:
    nodes = Nodes(postgres, 2)

    async def story() -> None:
        await asyncio.to_thread(nodes.start_all)
        seats = await asyncio.to_thread(sit_down, nodes.urls[0], "wig_out", "", 2, ())
        code = seats[0].code
        look = await asyncio.to_thread(post, nodes.urls[1], "/api/look", {"code": code})
        assert "wig_out" == look["game"]
        there = Player(nodes.urls[1], seats[0].seated, seats[0]._rng)
        there.idle = True
        async with there:
            assert 1 <= await asyncio.to_thread(figure, nodes.node(1), "rumpus_hops_total")
            assert 1 == await asyncio.to_thread(figure, nodes.node(0), "rumpus_tables")
            await asyncio.to_thread(nodes.stop, 0)
            await until(lambda: there.visits == 2, "the other node has taken the table")
            assert (1012, 1012) == there.byes[0]
            assert 1 == await asyncio.to_thread(figure, nodes.node(1), "rumpus_takes_total")
            assert 1 == await asyncio.to_thread(figure, nodes.node(1), "rumpus_incarnations_total")

    try:
        asyncio.run(story())
    finally:
        nodes.close()


def test_a_node_whose_table_was_taken_counts_it(postgres: Postgres) -> None:
    nodes = Nodes(postgres, 1)
    try:
        nodes.start_all()
        assert f"Tables are saved in postgresql://127.0.0.1:{postgres.port}/postgres" in "".join(nodes.node(0).said)
        table = post(nodes.urls[0], "/api/tables", {"game": "wig_out", "name": "Ana"})
        assert (0, 0) == (figure(nodes.node(0), "rumpus_fenced_total"), figure(nodes.node(0), "rumpus_losses_total"))
        postgres.ask("UPDATE tables SET epoch = epoch + 1, owner = NULL", url=nodes.store)  # as another node does
        with pytest.raises(urllib.error.HTTPError, match="503"):
            post(nodes.urls[0], "/api/join", {"code": table["code"], "name": "Bo"})
        assert (1, 1) == (figure(nodes.node(0), "rumpus_fenced_total"), figure(nodes.node(0), "rumpus_losses_total"))
        assert post(nodes.urls[0], "/api/join", {"code": table["code"], "name": "Bo"})["token"]
        assert 1 == figure(nodes.node(0), "rumpus_takes_total")
    finally:
        nodes.close()
