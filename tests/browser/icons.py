"""`make icons`: the pictures of the installed app from web/public/icon.svg, and that of link previews from the art."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.chromium import ROOT, launched
from tests.support.serving import Serving

PUBLIC = ROOT / "web" / "public"
TABLE = "#174b4e"
CARDS = 0.84  # of the whole: a mask may cut all but the middle four fifths
ROUND = {"icon-192.png": 192, "icon-512.png": 512}
FULL = {"icon-maskable-512.png": 512, "apple-touch-icon.png": 180}  # the system cuts the corners itself

PREVIEW = """() => {
  const art = [...document.querySelectorAll(".emblem")];
  const page = Object.assign(document.createElement("div"), {id: "preview"});
  const title = Object.assign(document.createElement("h1"), {textContent: "Rumpus"});
  page.append(title, ...art);
  document.body.replaceChildren(page);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    #preview { display: grid; grid-template: auto 1fr 1fr / 1fr 1fr; gap: 16px; height: 630px; padding: 20px; }
    #preview h1 { grid-column: 1 / -1; margin: 0; font-size: 84px; line-height: 1; text-align: center; }
    #preview .emblem { height: auto; border: 5px solid #1d1b26; border-radius: 28px; }
    #preview .emblem:nth-child(2) { grid-column: 1 / -1; }
  `);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""


def take_preview(browser: Browser, address: str) -> None:
    """Puts the art of the three games together, as they are on the home page."""
    page = browser.new_page(viewport={"width": 1200, "height": 630}, base_url=address, reduced_motion="reduce")
    page.goto("/")
    page.locator(".emblem .scene").nth(2).wait_for()
    page.evaluate(PREVIEW)
    page.wait_for_timeout(300)  # one fade
    page.screenshot(path=PUBLIC / "preview.png")
    page.close()


def main() -> None:
    """Writes the pictures again."""
    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    with launched() as browser:
        for name, size in {**ROUND, **FULL}.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            colour, scale = (TABLE, CARDS) if name in FULL else ("transparent", 1)
            style = f"body {{ margin: 0; background: {colour} }} svg {{ display: block; scale: {scale} }}"
            page.set_content(f"<style>{style}</style>{drawing}")
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()
            print(name)
        with tempfile.TemporaryDirectory() as folder, Serving(Path(folder)) as server:
            take_preview(browser, server.url)
            print("preview.png")


if __name__ == "__main__":
    main()
