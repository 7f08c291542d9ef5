"""The site of `make docs`: built without warnings, complete, and whole without a network."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import rumpus

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
import docs_site

ROOT = Path(__file__).parents[2]
FETCHED = {
    ("script", "src"),
    ("link", "href"),
    ("img", "src"),
    ("iframe", "src"),
    ("source", "src"),
    ("object", "data"),
}
POINTERS = {"canonical", "next", "prev", "alternate"}  # relations of a link that fetch nothing


class Page(HTMLParser):
    """The links of a page, what it fetches, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetches: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        self.links += [found["href"]] if tag == "a" and "href" in found else []
        if tag == "link" and found.get("rel") in POINTERS:
            return
        self.fetches += [value for name, value in found.items() if (tag, name) in FETCHED]


def outside(address: str) -> bool:
    return bool(re.match(r"(https?:)?//", address))


def broken_links(site: Path) -> list[str]:
    """Links and files of pages that lead nowhere."""
    pages = {path: Page(path.read_text("utf-8")) for path in site.rglob("*.html") if path.name != "404.html"}
    wrong = []
    for path, page in pages.items():
        for link in [*page.links, *page.fetches]:
            address, anchor = urldefrag(link)
            if outside(link) or re.match(r"(mailto|data|javascript):", link):
                continue
            target = (path.parent / unquote(address)).resolve() if address else path
            if not target.is_file() or (anchor and target in pages and unquote(anchor) not in pages[target].anchors):
                wrong.append(f"{path.relative_to(site)}: {link}")
    return wrong


def fetched_from_outside(site: Path) -> list[str]:
    """What pages and their styles would load from another host."""
    wrong = []
    for path in site.rglob("*.html"):
        wrong += [f"{path.name}: {one}" for one in Page(path.read_text("utf-8")).fetches if outside(one)]
    for path in site.rglob("*.css"):
        styles = path.read_text("utf-8")
        wrong += [f"{path.name}: {one}" for one in re.findall(r"url\([\"']?((?:https?:)?//[^)]*)|@import", styles)]
    return wrong


def missing_from_the_reference(site: Path) -> list[str]:
    """Public names without an entry, and examples that are not shown as code."""
    text = (site / "reference.html").read_text("utf-8")
    anchors = Page(text).anchors
    names = [f"rumpus.api.{name}" for name in rumpus.__all__]
    wrong = [name for name in [*names, "rumpus.research.environments.batch"] if name not in anchors]
    return wrong + (["examples"] if "<blockquote>" in text or "&gt;&gt;&gt; " not in text else [])


def test_the_site_is_whole() -> None:
    """One test, because all of it needs the same build, which takes some seconds."""
    assert "arning" not in docs_site.build()
    site = docs_site.SITE
    assert [] == broken_links(site)
    assert [] == fetched_from_outside(site)
    assert [] == missing_from_the_reference(site)
    assert all(docs_site.WORKER in path.read_text("utf-8") for path in site.rglob("*.html")), "for the search"
    assert (site / "decisions" / "kernels.html").is_file()
    planted = site / "planted.html"
    planted.write_text('<a href="nowhere.html">x</a><a href="index.html#no">y</a><img src="//cdn/x.png">')
    assert 2 == len(broken_links(site))
    assert ["planted.html: //cdn/x.png"] == fetched_from_outside(site)
    planted.unlink()


def test_every_page_is_in_the_navigation_once() -> None:
    listed = re.findall(r"^ +- (\S+\.md)$", docs_site.config(), re.MULTILINE)
    written = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert sorted(listed) == sorted(path for path in written if not path.startswith("examples/"))
