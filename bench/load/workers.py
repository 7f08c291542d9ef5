"""How much more two workers carry than one, in the same run: `python -m bench.load.workers`.

Both servers stand ready, and windows of load go to one and the other in turn. The load is made by one process on the
same machine, so it must cost little beside the server: it sends frames that were written before, and looks only for
the answer's id. Each table has its host, who locks and unlocks it: a request that is checked, journalled, on disk
before it is answered, and told with a whole view of the lobby. One request a table is under way at any time.
"""

from __future__ import annotations

import argparse
import json
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from statistics import median
from typing import Any

TABLES = 300
WINDOW_S, PAUSE_S, WARM_S = 3.0, 0.3, 2.0
LIMITS = ("tables_per_minute", "messages_per_s", "messages_at_once", "connections", "table_written_kb_at_once")
MORE = ("server_loop_ms_at_once", "loop_ms_at_once", "late_ms", "busy_ms", "table_written_kb_per_s")
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """`rumpus serve --workers N`, and a host at each of its tables."""

    def __init__(self, workers: int, folder: Path) -> None:
        options = [f"--limit={name}=10000000" for name in (*LIMITS, *MORE)]
        command = [sys.executable, "-m", "rumpus", "serve", "--host", "127.0.0.1", "--port", "0", "--metrics-port", "0"]
        command += ["--data", str(folder), "--workers", str(workers), "--lang", "en", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "localhost" in line:
                self.port = int(line.rstrip("/\n").rpartition(":")[2])
            if "/metrics" in line:
                break
        self.hosts = [Host(self.port) for _ in range(TABLES)]

    def cpu_s(self) -> float:
        """CPU time of the server and all of its processes."""
        return sum(_cpu_s(pid) for pid in _tree(self.process.pid))

    def window(self, seconds: float) -> tuple[int, float, float]:
        """Load it for so long: what was confirmed, and the CPU time of the server and of the load."""
        chosen = selectors.DefaultSelector()
        for host in self.hosts:
            chosen.register(host.link, selectors.EVENT_READ, host)
        confirmed, server, own = 0, self.cpu_s(), time.process_time()
        until = time.perf_counter() + seconds
        for host in self.hosts:
            host.ask()
        while time.perf_counter() < until:
            for key, _ in chosen.select(0.1):
                if key.data.heard():
                    confirmed += 1
                    key.data.ask()
        spent = self.cpu_s() - server, time.process_time() - own
        flying = [host for host in self.hosts if host.waits]
        while flying:  # let what is under way end
            for key, _ in chosen.select(5):
                key.data.heard()
            flying = [host for host in flying if host.waits]
        chosen.close()
        return confirmed, *spent


class Host:
    """One person, alone at a table."""

    def __init__(self, port: int) -> None:
        body = json.dumps({"game": "wig_out", "name": "Ana"}).encode()
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables", body)
        with urllib.request.urlopen(asked) as answer:  # noqa: S310 - this machine
            seat: dict[str, Any] = json.load(answer)
        self.link = socket.create_connection(("127.0.0.1", port))
        table = seat["token"].partition(".")[0]
        head = f"GET /ws?t={table} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
        head += "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        self.link.sendall(head.encode())
        self._until(b"\r\n\r\n")
        self.link.sendall(_frame({"type": "hello", "version": 1, "token": seat["token"]}))
        self._until(b'"welcome"')
        self.link.setblocking(False)
        self.number = 0
        self.waits = b""

    def _until(self, there: bytes) -> None:
        read = b""
        while there not in read:
            read += self.link.recv(65536)

    def ask(self) -> None:
        """Lock the table, or unlock it."""
        self.number += 1
        self.waits = b'"%d"' % self.number
        self.link.send(_frame({"type": "lock", "id": str(self.number), "locked": bool(self.number % 2)}))

    def heard(self) -> bool:
        """Read; whether the answer has come."""
        try:
            read = self.link.recv(65536)
        except BlockingIOError:
            return False
        if b'"ping"' in read:
            number = read.partition(b'"n":')[2].partition(b"}")[0].partition(b",")[0]
            self.link.send(_frame({"type": "pong", "n": int(number)}))
        if not self.waits or self.waits not in read:
            return False
        assert b'"refused"' not in read, read
        self.waits = b""
        return True


def _frame(message: dict[str, Any]) -> bytes:
    text = json.dumps(message).encode()
    size = bytes((0x80 | len(text),)) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + text  # a mask of zeros


def _tree(pid: int) -> list[int]:
    found = [pid]
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += _tree(int(child))
    except OSError:
        pass
    return found


def _cpu_s(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", help="where the tables are; a RAM disk leaves the disk out of it")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as name:
        servers = {number: Server(number, Path(name) / str(number)) for number in (1, chosen.workers)}
        rates: dict[int, list[float]] = {number: [] for number in servers}
        costs: dict[int, list[tuple[float, float]]] = {number: [] for number in servers}
        try:
            for server in servers.values():
                server.window(WARM_S)
            for _ in range(chosen.windows):
                for number, server in servers.items():
                    time.sleep(PAUSE_S)
                    confirmed, theirs, ours = server.window(WINDOW_S)
                    rates[number].append(confirmed / WINDOW_S)
                    costs[number].append((1e6 * theirs / confirmed, 1e6 * ours / confirmed))
        finally:
            for server in servers.values():
                server.process.terminate()
                server.process.wait()
    for number in servers:
        server_us, load_us = (median(cost[part] for cost in costs[number]) for part in (0, 1))
        spent = f"CPU {server_us:.0f} us server, {load_us:.0f} us load"
        print(f"{number} workers: {median(rates[number]):,.0f} confirmed/s; {spent}")
    ratios = [two / one for one, two in zip(rates[1], rates[chosen.workers], strict=True)]
    print(f"ratio, by pairs of windows: median {median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f}")


if __name__ == "__main__":
    main()
