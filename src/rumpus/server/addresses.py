"""The port a server listens on, and the addresses under which it is found."""

from __future__ import annotations

import contextlib
import socket

from rumpus.contract import Malformed

ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - the hosts that mean every network card
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def bind(host: str, port: int) -> socket.socket:
    """The port, or a sentence that says why not (`Malformed`)."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        why = getattr(error, "strerror", None) or str(error)
        raise Malformed(f"cannot listen on {host}:{port}: {why}; choose another --port or --host") from None
    listener.set_inheritable(False)
    return listener


def addresses(host: str, port: int) -> list[str]:
    """Where people find us: this machine first, then the local network."""
    names = [host if ":" not in host else f"[{host}]"]
    if host in ANYWHERE:
        names = [*LOOPBACK, *local_addresses(), *host_names()]
    elif host in ("127.0.0.1", "localhost"):
        names = [*LOOPBACK]
    return [f"http://{name}:{port}" for name in dict.fromkeys(names)]


def local_addresses() -> list[str]:
    """The address of this machine in the local network; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # an address for examples (RFC 5737)
        found = str(probe.getsockname()[0])
        return [] if found.startswith(("127.", "0.")) else [found]
    return []


def host_names() -> list[str]:
    """The names under which this machine may be known in the local network."""
    name = socket.gethostname().partition(".")[0].lower()
    return [name, f"{name}.local"] if name and name != "localhost" else []


def shared(found: list[str]) -> str | None:
    """The address to share in the local network, if there is one."""
    own = tuple(f"http://{name}:" for name in (*LOOPBACK, *host_names()))
    return next((address for address in found if not address.startswith(own)), None)
