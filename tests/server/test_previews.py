"""Link previews: the tags of the start page name whole addresses, of the host that was asked and of no other."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from starlette.requests import Request

from rumpus.server.web.front_page import FrontPage

PAGE = """<meta property="og:url" content="/" /><meta property="og:image" content="/preview.png" /><p>content</p>"""


def asked(host: str, scheme: str = "https", **headers: str) -> Request:
    raw = [
        (b"host", host.encode()),
        *((name.encode().replace(b"_", b"-"), value.encode()) for name, value in headers.items()),
    ]
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "scheme": scheme, "headers": raw}
    return Request(scope)


@pytest.fixture
def page(tmp_path: Path) -> FrontPage:
    (tmp_path / "index.html").write_text(PAGE, "utf-8")
    return FrontPage(tmp_path / "index.html")


def test_the_tags_have_the_address_that_was_asked(page: FrontPage) -> None:
    body = bytes(page.response(asked("Cards.Example:8000", "http")).body).decode()
    assert re.findall('content="([^"]+)"', body) == [
        "http://cards.example:8000/",
        "http://cards.example:8000/preview.png",
    ]


@pytest.mark.parametrize("host", ['x" onload="y', "<b>", "a b", "", "x" * 300])
def test_a_host_that_is_none_does_not_get_into_the_page(page: FrontPage, host: str) -> None:
    assert bytes(page.response(asked(host)).body).decode() == PAGE


def test_a_page_that_the_browser_has_is_not_sent_again_until_it_changes(page: FrontPage, tmp_path: Path) -> None:
    first = page.response(asked("cards.example"))
    again = page.response(asked("cards.example", if_none_match=first.headers["etag"]))
    assert (again.status_code, again.body) == (304, b"")
    (tmp_path / "index.html").write_text("new", "utf-8")
    assert page.response(asked("cards.example", if_none_match=first.headers["etag"])).body == b"new"


def test_it_is_compressed_for_browsers_that_accept_it(page: FrontPage) -> None:
    packed = page.response(asked("cards.example", accept_encoding="gzip, br"))
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(packed.body)) == page.response(asked("cards.example")).body
