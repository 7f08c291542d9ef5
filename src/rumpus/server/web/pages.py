"""Pages and files: the browser client, how to join without it, and what to do about an unknown address."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime
from functools import cache
from html import escape
from importlib import resources
from mimetypes import add_type, guess_type
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import NotModifiedResponse, PathLike, StaticFiles
from starlette.types import Scope

from rumpus import text
from rumpus.server.web.front_page import FrontPage
from rumpus.server.web.guard import HOST, Origins
from rumpus.server.web.http import problem
from rumpus.server.web.security_txt import security_txt

FOREVER = "public, max-age=31536000, immutable"
MOST_SHOWN = 100  # characters of a made-up address
LONGEST_PATH = 200  # characters; every folder in a path would be looked for, in a thread that competes with the tables
HASHED = re.compile(r"assets/|python/.*-")  # the build puts a hash of the content into these names
for media_type, ending in (  # not in the type table of every system
    ("text/javascript", ".js"),
    ("text/javascript", ".mjs"),
    ("application/wasm", ".wasm"),
    ("application/manifest+json", ".webmanifest"),
    ("font/woff2", ".woff2"),
):
    add_type(media_type, ending)


class OneRange(FileResponse):
    """A file, or one part of it. Each part of many would be read in a thread, which costs more than the whole file."""

    max_ranges = 1


class ClientFiles(StaticFiles):
    """The built browser client, sent compressed where the build has put a `.gz` beside a file (hatch_build.py)."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, 304 if the browser has it already, or 404 as JSON."""
        none_of_ours = len(path) > LONGEST_PATH or any(part.startswith(".") for part in Path(path).parts)
        if not none_of_ours and not scope["path"].endswith(f"{path}/"):
            try:
                response = await super().get_response(path, scope)
            except HTTPException as error:
                if error.status_code != 404:
                    raise
            else:
                response.headers["cache-control"] = FOREVER if HASHED.match(path) else "no-cache"
                return response
        return problem(404, "table-no-page", "there is no such page; the table is at /")

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The compressed copy if there is one and the browser accepts gzip, else the file itself."""
        request_headers = Headers(scope=scope)
        media_type = guess_type(full_path)[0]
        headers = {"vary": "accept-encoding"}
        compressed = f"{os.fspath(full_path)}.gz"
        if "gzip" in request_headers.get("accept-encoding", "") and os.path.isfile(compressed):
            full_path, stat_result = compressed, os.stat(compressed)
            headers["content-encoding"] = "gzip"
        response = OneRange(full_path, status_code, headers, media_type, stat_result=stat_result)
        if self.is_not_modified(response.headers, request_headers):
            return NotModifiedResponse(response.headers)
        return response


class Pages:
    """The handlers for everything that is not the API."""

    def __init__(self, origins: Origins, security_contact: str | None = None) -> None:
        self._origins = origins
        self._security_contact = security_contact
        folder = _static().joinpath("app")
        built = folder.joinpath("index.html").is_file()
        self._client = ClientFiles(directory=str(folder)) if built else None
        self._front_page = FrontPage(folder / "index.html")

    async def home(self, request: Request) -> Response:
        """GET /: the browser client, or a page that says what to do where it is not built or would be refused."""
        language = _language(request)
        unknown = self._origins.unknown_address(request.scope)
        if unknown is not None:
            return HTMLResponse(unknown_address(language, unknown), 403, {"cache-control": "no-store"})
        if self._client is not None:
            return self._front_page.response(request)
        return HTMLResponse(how_to_join(language))

    async def file(self, request: Request) -> Response:
        """GET /PATH: a file of the browser client."""
        if self._client is None:
            return problem(404, "table-no-page", "there is no such page; the table is at /")
        return await self._client.get_response(self._client.get_path(request.scope), request.scope)

    async def security(self, request: Request) -> Response:
        """GET /.well-known/security.txt: where to report a security problem, if the host has said so."""
        if self._security_contact is None:
            sentence = "the host has named nobody to report security problems to; `--security-contact` does"
            return problem(404, "table-no-page", sentence)
        return PlainTextResponse(security_txt(self._security_contact, datetime.now(UTC)))

    async def style(self, request: Request) -> Response:
        """GET /style.css: the style of the plain pages below."""
        return Response(_static().joinpath("style.css").read_bytes(), media_type="text/css")


def _static() -> Path:
    return Path(str(resources.files("rumpus.server").joinpath("static")))


def _language(request: Request) -> str:
    """The one of our languages that the browser names first."""
    wanted = request.headers.get("accept-language", "")[:200].lower()

    def position(language: str) -> int:
        return wanted.find(language) if language in wanted else len(wanted) + 1

    return min(text.LANGUAGES, key=position)


@cache
def how_to_join(language: str) -> str:
    """The page that says how to join from a terminal."""
    paragraphs = [text.say(language, f"page-{key}") for key in ("how", "code", "games", "more")]
    return _page(language, text.say(language, "page-lead"), paragraphs, "rumpus join http://…/#CODE")


def unknown_address(language: str, origin: str) -> str:
    """The page that says how to start the server so that this address works."""
    host = origin.partition("://")[2]
    if not HOST.fullmatch(host):  # made up by a program; must not end up in a command that people copy
        host, origin = host[:MOST_SHOWN], "https://example.org"
    paragraphs = [text.say(language, f"unknown-{key}") for key in ("how", "why", "guest")]
    return _page(language, text.say(language, "unknown-lead", host=host), paragraphs, f"rumpus serve --origin {origin}")


def _page(language: str, lead: str, paragraphs: list[str], command: str) -> str:
    first, *others = (f"<p>{escape(paragraph)}</p>" for paragraph in paragraphs)
    return PAGE.format(
        language=language,
        title=escape(text.say(language, "page-title")),
        lead=escape(lead),
        first=first,
        command=escape(command),
        others="\n".join(others),
    )


PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/style.css">
<main>
<h1>{title}</h1>
<p class="lead">{lead}</p>
{first}
<pre><code>{command}</code></pre>
{others}
</main>
</html>
"""
