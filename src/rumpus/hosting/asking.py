"""Asks a running server for its state, over HTTP and a WebSocket."""

from __future__ import annotations

import socket
import ssl
import urllib.error
import urllib.request
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from rumpus.server.addresses import ANYWHERE, addresses
from rumpus.server.config import EVERYWHERE

ANSWER_S = 5.0  # how long a server may take
MOST_BYTES = 1 << 20  # of an answer


class Answer(NamedTuple):
    """What came back: the status (0: nothing did, and `text` says why), the text, and the sender's clock."""

    status: int
    text: str
    date: float | None = None


def get(url: str, origin: str | None = None, *, own: bool = False) -> Answer:
    """Read an address; a refusal is an answer too. `own`: of this machine, whose addresses no certificate has."""
    request = urllib.request.Request(url, headers={"Origin": origin} if origin else {})  # noqa: S310 - http(s) only: see `normal`
    try:
        with urllib.request.urlopen(request, timeout=ANSWER_S, context=_trust(own=own)) as response:  # noqa: S310 - as above
            return Answer(response.status, _read(response), _date(response))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, _read(error), _date(error))
    except urllib.error.URLError as error:
        return Answer(0, str(getattr(error.reason, "strerror", None) or error.reason))
    except (OSError, HTTPException, ValueError) as error:
        return Answer(0, str(error) or type(error).__name__)


def upgrade(url: str, origin: str) -> str | None:
    """Open a WebSocket at this address as a page of `origin` would; returns what went wrong, if anything did."""
    from websockets.exceptions import InvalidStatus, WebSocketException  # noqa: PLC0415 - loaded when it is needed
    from websockets.sync.client import connect  # noqa: PLC0415 - as above
    from websockets.typing import Origin  # noqa: PLC0415 - as above

    address = "ws" + url.removeprefix("http") + "/ws"
    try:
        with connect(address, origin=Origin(origin), open_timeout=ANSWER_S, close_timeout=1):
            return None
    except InvalidStatus as error:
        return str(error.response.status_code)
    except (OSError, WebSocketException, ValueError) as error:
        return str(error) or type(error).__name__


def health(url: str, *, own: bool = False) -> dict[str, Any] | None:
    """The health page of the Rumpus server at this address; None if there is none."""
    answer = get(f"{url}/healthz", own=own)
    try:
        said = msgspec.json.decode(answer.text, type=dict[str, Any])
    except msgspec.DecodeError:
        return None
    return said if {"ok", "saving", "thinking"} <= said.keys() else None


class Own(NamedTuple):
    """The server on this machine: what it speaks, http or https, and what it says about itself."""

    scheme: str
    health: dict[str, Any]


def own_server(port: int, host: str = EVERYWHERE) -> Own | None:
    """The server that listens there on this machine; None if there is none."""
    (url, *_) = addresses("127.0.0.1" if host in ANYWHERE else host, port, "")
    for scheme in ("http", "https"):
        said = health(scheme + url, own=True)
        if said is not None:
            return Own(scheme, said)
    return None


def connects(url: str) -> bool:
    """Whether anybody accepts connections at this address."""
    parts = urlsplit(url)
    try:
        with socket.create_connection((parts.hostname or "", parts.port or 0), ANSWER_S):
            return True
    except OSError:
        return False


def normal(url: str) -> str:
    """The address without a trailing slash; raises `ValueError` unless it is http or https."""
    parts = urlsplit(url)  # this and its port raise it too
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0 or not url.isprintable():
        raise ValueError(url)
    return url.rstrip("/")


def _trust(*, own: bool) -> ssl.SSLContext | None:
    """Whom to believe: the usual authorities, and this machine itself."""
    if not own:
        return None
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _read(response: Any) -> str:
    return str(response.read(MOST_BYTES).decode("utf-8", "replace"))


def _date(response: Any) -> float | None:
    try:
        return parsedate_to_datetime(response.headers["Date"]).timestamp()
    except (TypeError, ValueError):
        return None
