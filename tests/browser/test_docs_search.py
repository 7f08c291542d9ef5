"""The search of the documentation where its pages are opened from a folder, which may not start workers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import docs_site

ECHO = "self.onmessage = ({ data }) => { data.words.push('back'); self.postMessage(data); };"
PAGE = """<!doctype html><script>{helper}</script><body><script>
  window.onerror = () => (document.title = "refused");
  const told = {{ words: ["out"] }};
  const worker = new Worker("echo.js");
  worker.onmessage = ({{ data }}) => {{
    worker.terminate();
    document.title = [...told.words, "|", ...data.words, "|", document.querySelectorAll("iframe").length].join(" ");
  }};
  worker.postMessage(told);
</script>"""


@pytest.mark.parametrize(
    ("helper", "title"),
    [(docs_site.WORKER, "out | out back | 0"), ("", "refused")],
    ids=["with the helper", "without it"],
)
def test_a_page_from_a_folder_gets_answers(browser: Browser, tmp_path: Path, helper: str, title: str) -> None:
    """What is said is copied, as between a page and a worker: the search changes what it is given."""
    (tmp_path / "echo.js").write_text(ECHO)
    (tmp_path / "index.html").write_text(PAGE.format(helper=helper))
    page = browser.new_page()
    page.goto((tmp_path / "index.html").as_uri())
    page.wait_for_function("document.title")
    assert title == page.title()
    page.close()
