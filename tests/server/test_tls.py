"""`rumpus serve --cert --key`: TLS without a proxy, renewed certificates, and connections that never shake hands."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import ssl
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)
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


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def unusable(server: Serving) -> list[str]:
    """What the server has said of certificates that it could not take up."""
    return [json.loads(line)["why"] for line in list(server.logged) if "certificate-unusable" in line]


def ended(link: socket.socket) -> bool:
    """Wait until the server has closed this connection."""
    link.settimeout(PATIENCE_S)
    try:
        while link.recv(4096):
            pass
    except ConnectionResetError:
        pass
    return True


# The certificate is renewed while the server still opens its tables
EARLY = """
import os, signal
import rumpus.server.run as run
opened = run._store
def renewed(*args):
    os.kill(os.getpid(), signal.SIGHUP)
    return opened(*args)
run._store = renewed
from rumpus.__main__ import main
main()
"""


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
        with connect(f"wss://localhost:{port}/ws", ssl=trust, origin=None, open_timeout=PATIENCE_S) as link:
            link.send(wire.encode(wire.Hello(version=wire.VERSION, token=token)).decode())
            assert json.loads(link.recv(PATIENCE_S))["type"] == "welcome"
            before = served(port)
            assert before == chain.read_text().strip()
            # and then the key is not that of the certificate yet
            for times, broken in enumerate(("nonsense", other_chain.read_text()), 1):
                chain.write_text(broken)
                server.process.send_signal(signal.SIGHUP)
                wait_until(lambda: len(unusable(server)) >= times)  # noqa: B023 - it is called before this changes
                assert served(port) == before
            shutil.copy(other_key, key)
            server.process.send_signal(signal.SIGHUP)
            wait_until(lambda: served(port) != before)
            assert served(port) == other_chain.read_text().strip()
            link.send(json.dumps({"type": "add_bot", "id": "1", "seat": 1, "level": "casual"}))  # who was there stays
            while (answer := json.loads(link.recv(PATIENCE_S))).get("id") != "1":
                pass
            assert answer["type"] == "lobby"
        own = asking.own_server(port)
        assert own is not None
        assert own.scheme == "https"
        assert server.end() == 0
        assert any("certificate-renewed" in line for line in server.logged)
        why = ["no certificate or no key can be read in them", "the key is not that of the certificate"]
        assert why == unusable(server)


def test_a_certificate_that_is_renewed_during_the_start_does_not_end_the_server(tmp_path: Path) -> None:
    chain, key = certificate(tmp_path, "first")
    server = Secure(tmp_path / "data", chain, key)
    server.command[1:3] = ["-c", EARLY]
    with server:
        assert served(int(server.url.rpartition(":")[2])) == chain.read_text().strip()


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
    locked = tmp_path / "locked.key"
    private = load_pem_private_key(key.read_bytes(), None)
    protected = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret"))
    locked.write_bytes(protected)
    for options, sentence in (
        (("--cert", str(tmp_path / "none")), "No such file or directory"),
        (("--cert", str(tmp_path / "nonsense")), "two files in PEM"),
        (("--cert", str(chain), "--key", str(key)), "two files in PEM: the key is not that of the certificate"),
        (("--cert", str(chain), "--key", str(locked)), "the key is protected by a password"),
        (("--key", str(key)), "--key needs --cert"),
    ):
        done = rumpus("serve", "--data", str(tmp_path), "--port", "0", *options)
        assert (done.returncode, done.stdout) == (2, ""), done
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1
