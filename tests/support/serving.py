"""A real server in a process of its own, for tests: `rumpus serve` on a free port of this machine."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE_S = 180.0  # a safety net on slow machines, never a measure: at a load of 25 two workers take 30 s to start
OFTEN = ("tables_per_minute", "joins_per_minute", "records_per_minute", "wrong_codes_per_minute", "messages_per_s")
ALL = (
    "circles_per_hour",
    "entries_per_hour",
    "challenges_per_hour",
    "all_wrong_codes_per_minute",
    "server_loop_ms_at_once",
    "server_thinking_ms_at_once",
    "table_written_kb_at_once",
)


class Serving:
    """`with Serving(folder) as server:` serves until the end of the block; `server.url` is its address."""

    def __init__(self, data: Path, *options: str, port: int = 0, generous: bool = True, scheme: str = "http") -> None:
        limits = (
            [f"--limit={name}=100000" for name in (*OFTEN, *ALL, "connections", "messages_at_once")] if generous else []
        )
        self.command = [
            *(sys.executable, "-m", "rumpus", "serve", "--host", "127.0.0.1", "--port", str(port)),
            *("--data", str(data), "--metrics-port", "0", "--lang", "en", *limits, *options),
        ]
        self.environment: dict[str, str] = {}  # added to ours
        self.said: list[str] = []  # what it prints
        self.logged: list[str] = []
        self.url = ""
        self._scheme = scheme
        self.process: subprocess.Popen[str]
        self._threads: list[threading.Thread] = []

    @classmethod
    def hasty(cls, data: Path, *options: str) -> Self:
        """A server that waits a tenth of the usual time for people who do nothing."""
        server = cls(data, *options)
        server.command[1:3] = [str(Path(__file__).with_name("hasty.py"))]
        return server

    def start(self) -> Self:
        """Start it, and wait until it is open."""
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", **self.environment}
        self.process = subprocess.Popen(  # noqa: S603 - our own command
            self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        for stream, lines in ((self.process.stdout, self.said), (self.process.stderr, self.logged)):
            thread = threading.Thread(target=lines.extend, args=(stream,), daemon=True)
            thread.start()
            self._threads.append(thread)
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            found = re.search(rf"{self._scheme}://localhost:(\d+)/", "".join(self.said))
            if found and "/metrics" in "".join(self.said):
                self.url = f"{self._scheme}://127.0.0.1:{found[1]}"
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        self.end()
        raise AssertionError(f"the server did not open: {self.said} {self.logged}")

    def kill(self) -> None:
        """kill -9."""
        self.end(signal.SIGKILL)

    def end(self, number: int = signal.SIGTERM) -> int:
        """A signal, and the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(PATIENCE_S)
        for thread in self._threads:
            thread.join(PATIENCE_S)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        return code

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()
