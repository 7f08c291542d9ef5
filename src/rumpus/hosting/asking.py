"""Asks a running server, over HTTP and by a WebSocket, how it is."""

from __future__ import annotations

import ssl
import urllib.error
import urllib.request
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any, NamedTuple

import msgspec

ANSWER_S = 5.0  # how long a server may take
LOOPBACK = "https://127.0.0.1:"
MOST_BYTES = 1 << 20  # of an answer


class Answer(NamedTuple):
    """What came back: the status (0: nothing did, and `text` says why), the text, and the sender's clock."""

    status: int
    text: str
    date: float | None = None


def get(url: str, origin: str | None = None) -> Answer:
    """Read an address; a refusal is an answer too."""
    request = urllib.request.Request(url, headers={"Origin": origin} if origin else {})  # noqa: S310 - http(s) only: see `normal`
    try:
        with urllib.request.urlopen(request, timeout=ANSWER_S, context=_trust(url)) as response:  # noqa: S310 - as above
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


def health(url: str) -> dict[str, Any] | None:
    """What a rumpus server at this address says about itself; None if there is none."""
    answer = get(f"{url}/healthz")
    try:
        said = msgspec.json.decode(answer.text, type=dict[str, Any])
    except msgspec.DecodeError:
        return None
    return said if {"ok", "saving", "thinking"} <= said.keys() else None


def own_health(port: int) -> dict[str, Any] | None:
    """The same of the server with this port on this machine, whether it speaks http or https."""
    return health(f"http://127.0.0.1:{port}") or health(f"{LOOPBACK}{port}")


def normal(url: str) -> str:
    """The address without a slash at its end; raises `ValueError` if it is none of the web."""
    if not url.startswith(("http://", "https://")):
        raise ValueError(url)
    return url.rstrip("/")


def _trust(url: str) -> ssl.SSLContext | None:
    """Whom to believe: the usual authorities, and this machine itself, which no certificate names."""
    if not url.startswith(LOOPBACK):
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
