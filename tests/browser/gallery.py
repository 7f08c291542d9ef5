"""`make gallery`: every page and state on phones and a desktop, in both languages, as pictures in one page to look at.

python -m tests.browser.gallery [PART-OF-A-NAME ...]
"""

from __future__ import annotations

import html
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Error

from rumpus.text import LANGUAGES
from tests.browser.chromium import ROOT, launched
from tests.browser.scenes import SCENES
from tests.browser.visitor import BARRED, BARRED_LOW, DESKTOP, PHONE, Visitor
from tests.support.serving import Serving

GALLERY = ROOT / "gallery"
SIZES = {"phone": PHONE, "barred": BARRED, "low": BARRED_LOW, "desktop": DESKTOP}
LONG = ("home", "lobby", "rules", "error", "join")  # pages that may be longer than the window
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Rumpus: every page and state</title>
<style>
  body { margin: 1rem; background: #222; color: #fff; font: 1rem system-ui, sans-serif; }
  section { display: flex; gap: 1rem; align-items: start; overflow: auto; padding-bottom: 1rem; }
  figure { margin: 0; flex: none; }
  img { display: block; height: 420px; border: 1px solid #777; }
  nav a, figcaption a { color: #fd6; margin-right: 0.6rem; }
</style>
<h1>Every page and state</h1>
"""


def taken(browser: Browser, url: str, name: str, size: str, language: str) -> str:
    """Takes one picture; says what went wrong, or nothing."""
    finger = size != "desktop"
    context = browser.new_context(
        viewport=SIZES[size],
        locale=language,
        base_url=url,
        reduced_motion="reduce",
        has_touch=finger,
        is_mobile=finger,
    )
    try:
        page = context.new_page()
        page.goto("/")
        me = Visitor(page, language, touches=finger)
        SCENES[name](me)
        page.mouse.move(0, 0)
        me.settle()
        if name.startswith(LONG):  # a window as high as the page keeps what sticks to its end there
            height = page.evaluate("document.scrollingElement.scrollHeight")
            page.set_viewport_size({"width": SIZES[size]["width"], "height": height})
        page.screenshot(path=GALLERY / f"{name}-{size}-{language}.png")
    except (Error, AssertionError) as error:
        return f"{name} on a {size} in {language}: {str(error).splitlines()[0]}"
    finally:
        context.close()
    return ""


def index(names: Sequence[str]) -> None:
    """Writes the page around the pictures that are there."""
    parts = [PAGE, "<nav>", *(f'<a href="#{name}">{name}</a>' for name in names), "</nav>\n"]
    for name in names:
        about = html.escape(SCENES[name].__doc__ or "")
        parts.append(f'<h2 id="{name}">{name}</h2><p>{about}</p><section>\n')
        for file in (f"{name}-{size}-{language}.png" for size in SIZES for language in LANGUAGES):
            if (GALLERY / file).exists():
                picture = f'<img src="{file}" alt="{file}" loading="lazy">'
                parts.append(f'<figure><a href="{file}">{picture}</a><figcaption>{file}</figcaption></figure>\n')
        parts.append("</section>\n")
    (GALLERY / "index.html").write_text("".join(parts), "utf-8")


def main(wanted: list[str]) -> int:
    """Takes all pictures, or those whose name has one of these parts; 1 if one could not be taken."""
    names = [name for name in SCENES if not wanted or any(part in name for part in wanted)]
    GALLERY.mkdir(exist_ok=True)
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as folder, Serving(Path(folder)) as server, launched() as browser:
        for name in names:
            found = [taken(browser, server.url, name, size, language) for size in SIZES for language in LANGUAGES]
            problems += filter(None, found)
            print(name, flush=True)
    index([name for name in SCENES if list(GALLERY.glob(f"{name}-*.png"))])
    print(*problems, sep="\n")
    print(f"The gallery is at {GALLERY / 'index.html'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
