"""The port that the server listens on, the addresses at which it can be reached, and the origins of its pages."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from rumpus.contract import Malformed

ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - the hosts that mean every network card
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
DEFAULT_PORTS = {"http": ":80", "https": ":443"}


def bind(host: str, port: int) -> socket.socket:
    """Bind the listening socket; raises `Malformed` with a sentence for the host if that is impossible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        cause = getattr(error, "strerror", None) or str(error)
        raise Malformed(f"cannot listen on {host}:{port}: {cause}; choose another --port or --host") from None
    listener.set_inheritable(False)
    return listener


def addresses(host: str, port: int, scheme: str = "http") -> list[str]:
    """The URLs of the server: those for this machine first, then those for the local network."""
    names = [host if ":" not in host else f"[{host}]"]
    if host in ANYWHERE:
        names = [*LOOPBACK, *local_addresses(), *host_names()]
    elif host in ("127.0.0.1", "localhost"):
        names = [*LOOPBACK]
    return [f"{scheme}://{name}:{port}" for name in dict.fromkeys(names)]


def local_addresses() -> list[str]:
    """The IP address of this machine in the local network. Connecting a UDP socket finds it and sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # reserved for documentation (RFC 5737), so nobody has it
        address = str(probe.getsockname()[0])
        return [] if address.startswith(("127.", "0.")) else [address]
    return []


def host_names() -> list[str]:
    """Names by which other devices in the local network may know this machine."""
    name = socket.gethostname().partition(".")[0].lower()
    return [name, f"{name}.local"] if name and name != "localhost" else []


def shared(urls: list[str]) -> str | None:
    """The URL to share with people in the local network, if there is one: the first with an IP address."""
    own = tuple(f"{scheme}://{name}:" for name in (*LOOPBACK, *host_names()) for scheme in ("http", "https"))
    return next((url for url in urls if not url.startswith(own)), None)


def origins_for(own: Iterable[str], more: Iterable[str]) -> frozenset[str]:
    """The origins of the server's own addresses and of those added with `--origin`; raises `Malformed`."""
    return frozenset(_origin(address) for address in (*own, *more))


def _origin(address: str) -> str:
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - raises ValueError if it is not a number
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        raise Malformed(f"an origin is an address such as https://example.org, not {address!r}")
    return normal_origin(f"{parts.scheme}://{parts.netloc}")


def normal_origin(origin: str) -> str:
    """An origin in the form in which browsers send it."""
    origin = origin.lower().rstrip("/")
    return origin.removesuffix(DEFAULT_PORTS.get(origin.partition("://")[0], "/"))
