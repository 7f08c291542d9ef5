"""A thinking process from its own side: reads calls from a socket, makes them within their limits, sends the results.

`Process` in `processes.py` starts it and is the other end of the socket.
"""

from __future__ import annotations

import os
import pickle
import resource
import signal
import socket
import struct
import sys
import threading
from pathlib import Path
from queue import SimpleQueue
from time import process_time
from typing import Any, NoReturn

import msgspec

from rumpus.bots.registry import compile_bots
from rumpus.compiled import compile_games
from rumpus.server.work import replay, thinking
from rumpus.server.work.jobs import TooLong

WORK = (replay, thinking)  # what it will be asked to do; imported before the first call, which has little time
CALL = struct.Struct("!dI")  # CPU seconds, and the length of what follows: a pickled function with its arguments
# A result: one of the kinds below, the most memory in MB and the CPU seconds used so far, the length of what follows
RESULT = struct.Struct("!cIdI")
READY, PLAIN, PICKLED, ERROR = b"s", b"b", b"p", b"e"  # it has started; bytes; a pickled value; a pickled exception


class Set(msgspec.Struct, frozen=True, kw_only=True):
    """How a thinking process is set up; written on its command line as JSON."""

    niceness: int
    memory_mb: int  # it may allocate so much; more raises `MemoryError`
    compiled: bool  # whether to use the compiled rules, which take longer to start and more memory


class _OutOfTime(BaseException):
    """Raised in the middle of a call that has used up its CPU time; no `except Exception` of that call stops it."""


def main() -> NoReturn:
    """Run until the server closes its end of the socket."""
    setting = msgspec.json.decode(sys.argv[1], type=Set)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the server handles Ctrl-C
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGPROF, _out_of_time)
    line = socket.socket(fileno=0)  # the socket is our standard input
    calls: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
    threading.Thread(target=_read, args=(line, calls), daemon=True).start()
    os.nice(setting.niceness)
    if setting.compiled:
        compile_games()
    _limit_memory(setting.memory_mb)
    _send(line, READY, b"")
    if setting.compiled:  # compiling them may take half a minute once; until then bots do without
        threading.Thread(target=compile_bots, daemon=True).start()
    while True:
        _send(line, *_answer(*calls.get()))


def _limit_memory(megabytes: int) -> None:
    limit = resource.RLIMIT_DATA  # not RLIMIT_AS: compiled code reserves far more than it uses
    most = min((set_ for set_ in resource.getrlimit(limit) if set_ != resource.RLIM_INFINITY), default=megabytes << 20)
    resource.setrlimit(limit, (min(most, megabytes << 20), resource.getrlimit(limit)[1]))


def _read(line: socket.socket, calls: SimpleQueue[tuple[float, bytes]]) -> None:
    """Pass the calls on. Ends the process when the server is gone, even if it was killed while a call is under way."""
    try:
        while True:
            cpu_s, size = CALL.unpack(_exactly(line, CALL.size))
            calls.put((cpu_s, _exactly(line, size)))
    except (EOFError, OSError):
        os._exit(0)


def _exactly(line: socket.socket, size: int) -> bytes:
    received = bytearray()
    while len(received) < size:
        chunk = line.recv(size - len(received))
        if not chunk:
            raise EOFError
        received += chunk
    return bytes(received)


def _answer(cpu_s: float, call: bytes) -> tuple[bytes, bytes]:
    """Make the call; returns the kind of the result and the result."""
    try:
        signal.setitimer(signal.ITIMER_PROF, cpu_s)
        try:
            work, args = pickle.loads(call)  # noqa: S301 - from our own server
            result = work(*args)
            return (PLAIN, result) if isinstance(result, bytes) else (PICKLED, pickle.dumps(result))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except _OutOfTime:
        return ERROR, pickle.dumps(TooLong(f"this takes more than {cpu_s:g} seconds of computing"))
    except Exception as error:
        return ERROR, _pickled(error)


def _pickled(error: Exception) -> bytes:
    """The exception as it is raised in the server; without its context if it cannot be pickled."""
    try:
        text = pickle.dumps(error)
        pickle.loads(text)  # noqa: S301 - our own
    except Exception:
        return pickle.dumps(RuntimeError(type(error).__name__))
    return text


def _out_of_time(*_: Any) -> NoReturn:
    raise _OutOfTime


def _send(line: socket.socket, kind: bytes, result: bytes) -> None:
    try:
        line.sendall(RESULT.pack(kind, _peak_mb(), process_time(), len(result)))
        line.sendall(result)
    except OSError:
        os._exit(0)


def _peak_mb() -> int:
    """The most memory that this process has used.

    On Linux not from `getrusage`: its figure begins with what the server used when it started this process.
    """
    try:
        status = Path("/proc/self/status").read_text("ascii", "replace")
        return int(status.partition("VmHWM:")[2].split(maxsplit=1)[0]) >> 10
    except (OSError, ValueError, IndexError):
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak >> (20 if sys.platform == "darwin" else 10)  # bytes there, kilobytes elsewhere


if __name__ == "__main__":
    main()
