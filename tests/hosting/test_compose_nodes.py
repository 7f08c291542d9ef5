"""deploy/compose.nodes.yaml without containers: a PostgreSQL, its nodes with their settings, and Caddy before them."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.server.test_proxy import NAME, asked, program, running, welcomed
from tests.support.postgres import Postgres, free_port
from tests.support.serving import Serving

ROOT = Path(__file__).parents[2]
FILE = ROOT / "deploy" / "compose.nodes.yaml"
PASSWORD = "secret"  # noqa: S105 - of no database


def services() -> dict[str, Any]:
    """The services as they run, with the values that a host gives."""
    text = re.sub(r"\$\{RUMPUS_NAME[^}]*\}", NAME, FILE.read_text("utf-8"))
    text = re.sub(r"\$\{POSTGRES_PASSWORD[^}]*\}", PASSWORD, text)
    return dict(YAML(typ="safe").load(text)["services"])


def caddyfile(folder: Path, port: int, upstreams: dict[str, str]) -> list[str]:
    """Writes the Caddyfile of the nodes for this machine; the command that runs it."""
    block = (ROOT / "deploy" / "Caddyfile.nodes").read_text("utf-8")
    for there, here in upstreams.items():
        assert there in block
        block = block.replace(there, here)
    block = block.replace("{$RUMPUS_NAME} {", f"https://{NAME}:{port} {{\n    bind 127.0.0.1\n    tls internal")
    options = f"admin off\nskip_install_trust\nauto_https disable_redirects\nstorage file_system {folder}/storage\n"
    (folder / "Caddyfile").write_text(f"{{\n{options}}}\n{block}", "utf-8")
    return [str(program("caddy")), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


@pytest.mark.long
@pytest.mark.skipif(program("caddy") is None, reason="Caddy comes with requirements/dev.txt")
def test_its_nodes_share_the_database_and_caddy_finds_one_that_is_there(postgres: Postgres, tmp_path: Path) -> None:
    parts, port = services(), free_port()
    links = {name: free_port() for name in parts if name.startswith("node-")}
    assert ["node-1", "node-2"] == sorted(links)
    store = postgres.new_schema()
    with ExitStack() as stack:
        nodes: dict[str, Serving] = {}
        for name, link in links.items():
            given = dict(parts[name]["environment"])
            assert given.pop("RUMPUS_STORE") == f"postgresql://rumpus:{PASSWORD}@database/rumpus"
            assert given.pop("RUMPUS_NODE_URL") == f"tcp://{name}:8100"
            assert given.pop("RUMPUS_NODE_BIND") == "tcp://0.0.0.0:8100"
            assert given.pop("RUMPUS_TRUSTED_PROXY") == "172.31.0.0/24"
            assert given.pop("RUMPUS_ORIGIN") == f"https://{NAME}"
            here = {"STORE": store, "NODE_URL": f"tcp://127.0.0.1:{link}", "TRUSTED_PROXY": "127.0.0.1"}
            here["ORIGIN"] = f"https://{NAME}:{port}"
            server = Serving(tmp_path / name)
            server.environment = {**given, **{f"RUMPUS_{key}": value for key, value in here.items()}}
            nodes[name] = stack.enter_context(server)
        upstreams = {f"{name}:8000": server.url.removeprefix("http://") for name, server in nodes.items()}
        command = caddyfile(tmp_path, port, upstreams)
        stack.enter_context(running(command, lambda: 200 == asked(port, "/healthz")[0]))
        status, body = asked(port, "/api/tables", {"game": "wig_out", "name": "Ana"})
        assert 201 == status, body
        token = json.loads(body)["token"]
        assert "welcome" == asyncio.run(welcomed(port, token))
        assert 0 == nodes["node-1"].end()
        for _ in range(10):
            assert 200 == asked(port, "/healthz")[0], "Caddy goes to the node that is left"
        assert "welcome" == asyncio.run(welcomed(port, token))
