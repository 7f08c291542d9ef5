"""Runs simulations on a Ray cluster (extra `rumpus[ray]`): the same tasks, in the same order."""

from __future__ import annotations

import os
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, TypeVar

from rumpus.contract import Malformed

Task = TypeVar("Task")
Done = TypeVar("Done")
LOCAL = "local"  # a cluster of this machine alone, for as long as the command runs
LOOPBACK = "127.0.0.1"
# Ray takes 127.0.0.1 for "whatever address reaches this machine" and listens to everybody, unless this is off when it
# is first imported. Its name tells where it is off by default.
CLUSTERS = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
AHEAD = 4  # tasks for each processor that wait for it, so that none is idle
KNOCK_S = 5.0
FOREVER = -1  # a task whose worker died is done again, on another one


@contextmanager
def joined(address: str, processors: int = 2) -> Iterator[None]:
    """Be part of a cluster; `local` begins one of so many processors, which listens on loopback alone and ends here."""
    ray = _ray(address)
    if ray.is_initialized():
        yield
        return
    connect(address, processors)
    try:
        yield
    finally:
        with suppress(KeyboardInterrupt):
            ray.shutdown()


def on_ray(work: Callable[[Task], Done], tasks: Iterable[Task], address: str) -> Iterator[Done]:
    """The results of the work on each task, in order, from the workers of a cluster that this process has joined.

    A worker that dies loses nothing: its task is done again, which gives the same, because a task says everything that
    its result follows from.
    """
    ray = _ray(address)
    remote = ray.remote(max_retries=FOREVER, num_cpus=1)(_do)
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    shared, waiting = ray.put(work), deque[Any]()
    for task in tasks:
        waiting.append(remote.remote(shared, task))
        if len(waiting) >= most:
            yield _result(waiting.popleft())
    while waiting:
        yield _result(waiting.popleft())


def _do(work: Callable[[Task], Done], task: Task) -> Done:
    return work(task)


def _ray(address: str) -> Any:
    if address == LOCAL and "ray" not in sys.modules:
        os.environ.update({CLUSTERS: "0", "RAY_USAGE_STATS_ENABLED": "0"})
    return import_module("ray")


def _result(promised: Any) -> Any:
    """What a task gave; an error of the work is raised as it was there."""
    from ray import exceptions, get  # noqa: PLC0415 - see `_ray`

    try:
        return get(promised)
    except exceptions.RayTaskError as error:
        raise error.cause from None


def connect(address: str, processors: int) -> None:
    """Join a cluster, or begin a local one; raises `Malformed` where there is none."""
    ray = _ray(address)
    path = os.pathsep.join([os.getcwd(), *filter(None, [os.environ.get("PYTHONPATH")])])  # bots of the current folder
    common = {"logging_level": "ERROR", "log_to_driver": False, "runtime_env": {"env_vars": {"PYTHONPATH": path}}}
    if address == LOCAL:
        ray.init(address=LOCAL, num_cpus=processors, include_dashboard=False, _node_ip_address=LOOPBACK, **common)
        if ray.util.get_node_ip_address() != LOOPBACK:
            ray.shutdown()
            raise Malformed(f"a local Ray would listen to other machines: set {CLUSTERS}=0 before ray is imported")
        return
    try:
        _knock(address)
        ray.init(address=address, **common)
    except (OSError, ValueError, RuntimeError) as error:
        raise Malformed(f"no Ray cluster answers at {address!r}: {str(error).splitlines()[0]}") from None


def _knock(address: str) -> None:
    """Raise `OSError` where nobody listens: Ray would end the whole process after a while."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdigit():
        socket.create_connection((host, int(port)), KNOCK_S).close()
    elif address != "auto":
        raise Malformed(f"a Ray cluster is an address as in 192.168.1.10:6379, auto or local, not {address!r}")
