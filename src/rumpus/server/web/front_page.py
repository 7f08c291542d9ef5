"""The start page of the browser client, with whole addresses where link previews need them."""

from __future__ import annotations

import gzip
import hashlib
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from rumpus.server.web.guard import HOST

PREVIEW = 'content="/'  # in the built page: an address of our own in a preview tag


class FrontPage:
    """Fills in the address that a page is opened at: programs that show previews take no relative ones."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read_at = 0
        self._source = ""

    def response(self, request: Request) -> Response:
        """The page for this request, compressed if the browser accepts it; 304 if it has it already."""
        body = self._filled(request).encode()
        headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = gzip.compress(body, mtime=0)
        headers["etag"] = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
        if headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type="text/html")

    def _filled(self, request: Request) -> str:
        written_at = self._path.stat().st_mtime_ns  # a new build is served at once
        if written_at != self._read_at:
            self._source, self._read_at = self._path.read_text("utf-8"), written_at
        host = request.headers.get("host", "").lower()
        if not HOST.fullmatch(host):  # made up by a program
            return self._source
        return self._source.replace(PREVIEW, f'content="{escape(f"{request.url.scheme}://{host}/")}')
