"""`make gallery`: every page and state on phones and a desktop, in both languages, as pictures in one page to look at.

python -m tests.browser.gallery [PART-OF-A-NAME ...]
"""

from __future__ import annotations

import html
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Error, ViewportSize

from rumpus.text import LANGUAGES
from tests.browser.chromium import ROOT, launched
from tests.browser.contexts import Contexts
from tests.browser.scenes import SCENES
from tests.browser.visitor import BARRED, BARRED_LOW, DESKTOP, PHONE, TABLET, UPRIGHT, Visitor
from tests.support.serving import Serving

GALLERY = ROOT / "gallery"
ROOM: dict[str, ViewportSize] = {  # screens for a whole room
    "tv": {"width": 1920, "height": 1080},
    "hd": {"width": 1280, "height": 720},
    "upright": {"width": 1080, "height": 1920},
}
SIZES: dict[str, ViewportSize] = {
    "phone": PHONE,
    "barred": BARRED,
    "low": BARRED_LOW,
    "desktop": DESKTOP,
    "tablet": TABLET,
    "held": UPRIGHT,
    "large": ROOM["tv"],
    **ROOM,
}
DEVICES = (("phone", "barred", "low"), ("desktop", "tablet", "held", "large"))  # a scene is set up once for each
LONG = (
    "home",
    "lobby",
    "rules",
    "error",
    "join",
    "circle",
    "pad",
    "history",
    "real",
    "daily",
    "beat",
)  # pages that may be longer than the window
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


def devices_of(name: str) -> tuple[tuple[str, ...], ...]:
    """The windows in which a scene is looked at, by device."""
    return (tuple(ROOM),) if for_a_room(name) else DEVICES


def for_a_room(name: str) -> bool:
    """Is this scene shown on a large screen that a whole room looks at?"""
    return name.startswith("tv-") and name != "tv-dialog"


def taken(contexts: Contexts, url: str, name: str, sizes: Sequence[str], language: str) -> str:
    """Takes the pictures of a scene on one kind of device; says what went wrong, or nothing."""
    finger = "phone" in sizes
    context = contexts.take(
        base_url=url,
        viewport=SIZES[sizes[0]],
        locale=language,
        reduced_motion="reduce",
        service_workers="block",
        has_touch=finger,
        is_mobile=finger,
    )
    try:
        page = contexts.empty_page(context)
        page.goto("/")
        me = Visitor(page, language, touches=finger)
        SCENES[name](me)
        page.mouse.move(0, 0)
        for size in sizes:
            picture(me, name, size)
    except (Error, AssertionError) as error:
        return f"{name} by {'finger' if finger else 'mouse'} in {language}: {str(error).splitlines()[0]}"
    finally:
        contexts.give_back(context)
    return ""


def picture(me: Visitor, name: str, size: str) -> None:
    """Takes a picture of the page as it is, in this size."""
    me.page.set_viewport_size(SIZES[size])
    me.settle()
    if name.startswith(LONG):  # a window as high as the page keeps what sticks to its end there
        height = me.page.evaluate("document.scrollingElement.scrollHeight")
        me.page.set_viewport_size({"width": SIZES[size]["width"], "height": height})
    me.page.screenshot(path=GALLERY / f"{name}-{size}-{me.language}.png")


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
        contexts = Contexts(browser)
        for name in names:
            shown = [(sizes, language) for sizes in devices_of(name) for language in LANGUAGES]
            problems += filter(None, (taken(contexts, server.url, name, *each) for each in shown))
            print(name, flush=True)
    index([name for name in SCENES if list(GALLERY.glob(f"{name}-*.png"))])
    print(*problems, sep="\n")
    print(f"The gallery is at {GALLERY / 'index.html'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
