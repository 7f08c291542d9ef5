"""`rumpus serve --cert --key`: TLS without a proxy, renewed certificates, and connections that never shake hands."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import ssl
import time
import urllib.request
from pathlib import Path

from websockets.sync.client import connect

from rumpus import wire
from rumpus.hosting import asking
from tests.support.certificates import self_signed
from tests.support.command import rumpus
from tests.support.serving import PATIENCE_S, Serving


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate for this machine, and its key."""
    folder.mkdir(exist_ok=True)
    chain, key = folder / f"{name}.pem", folder / f"{name}.key"
    self_signed(chain, key, name)
    return chain, key


def served(port: int) -> str:
    """The certificate that the server shows."""
    return ssl.get_server_certificate(("127.0.0.1", port), timeout=PATIENCE_S).strip()


def ended(link: socket.socket) -> bool:
    """Wait until the server has closed this connection."""
    link.settimeout(PATIENCE_S)
    try:
        while link.recv(4096):
            pass
    except ConnectionResetError:
        pass
    return True


class Secure(Serving):
    """A real server with TLS."""

    def __init__(self, data: Path, chain: Path, key: Path) -> None:
        super().__init__(data, "--cert", str(chain), "--key", str(key), scheme="https")


def test_people_play_over_tls_and_the_certificate_is_renewed(tmp_path: Path) -> None:
    chain, key = certificate(tmp_path, "first")
    other_chain, other_key = certificate(tmp_path, "second")
    trust = ssl.create_default_context(cafile=str(chain))
    with Secure(tmp_path / "data", chain, key) as server:
        port = int(server.url.rpartition(":")[2])
        body = json.dumps({"game": "wig_out", "name": "Ana"}).encode()
        headers = {"Content-Type": "application/json", "Origin": f"https://localhost:{port}"}
        request = urllib.request.Request(f"https://localhost:{port}/api/tables", body, headers)
        with urllib.request.urlopen(request, context=trust, timeout=PATIENCE_S) as response:  # noqa: S310 - https
            token = json.load(response)["token"]
        with connect(f"wss://localhost:{port}/ws", ssl=trust, origin=None) as link:
            link.send(wire.encode(wire.Hello(version=wire.VERSION, token=token)).decode())
            assert json.loads(link.recv(PATIENCE_S))["type"] == "welcome"
            before = served(port)
            assert before == chain.read_text().strip()
            shutil.copy(other_chain, chain)  # the key does not belong to it yet: everything stays as it was
            server.process.send_signal(signal.SIGHUP)
            assert served(port) == before
            shutil.copy(other_key, key)
            server.process.send_signal(signal.SIGHUP)
            until = time.monotonic() + PATIENCE_S
            while served(port) == before and time.monotonic() < until:
                time.sleep(0.02)
            assert served(port) == other_chain.read_text().strip()
            link.send(json.dumps({"type": "add_bot", "id": "1", "level": "casual"}))  # who was there stays
            assert json.loads(link.recv(PATIENCE_S))
        assert asking.own_health(port) is not None
        assert server.end() == 0
        assert any("certificate-renewed" in line for line in server.logged)
        assert any("certificate-unusable" in line for line in server.logged)


def test_a_connection_without_a_handshake_is_counted_and_ended(tmp_path: Path) -> None:
    chain, key = certificate(tmp_path, "first")
    with Secure(tmp_path / "data", chain, key) as server:
        port = int(server.url.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as plain:
            plain.settimeout(PATIENCE_S)
            plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert ended(plain)
        silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(200)]
        try:
            assert served(port)  # others come in meanwhile
            assert all(map(ended, silent))
        finally:
            for link in silent:
                link.close()


def test_files_that_cannot_be_used_are_refused_with_a_sentence(tmp_path: Path) -> None:
    chain, _ = certificate(tmp_path, "first")
    _, key = certificate(tmp_path, "second")
    (tmp_path / "nonsense").write_text("nonsense")
    for options, sentence in (
        (("--cert", str(tmp_path / "none")), "No such file or directory"),
        (("--cert", str(tmp_path / "nonsense")), "two files in PEM"),
        (("--cert", str(chain), "--key", str(key)), "two files in PEM"),
        (("--key", str(key)), "--key belongs to a --cert"),
    ):
        done = rumpus("serve", "--data", str(tmp_path), "--port", "0", *options)
        assert (done.returncode, done.stdout) == (2, ""), done
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1
