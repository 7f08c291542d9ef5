"""`make pictures`: what the README shows: three tables on phones, and ten seconds of a race that moves.

python -m tests.browser.readme [tables | race]
"""

from __future__ import annotations

import base64
import struct
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.chromium import ROOT, launched
from tests.browser.players import GO_OUT, LIT, five_crowns_by_pointer, play, wackee_six_by_pointer, wig_out_by_pointer
from tests.browser.scenes.five_crowns import DRAW
from tests.browser.scenes.scene import STILL, after_the_burst
from tests.browser.visitor import Visitor, until
from tests.support.serving import Serving

PICTURES = ROOT / "docs" / "pictures"
PHONE: ViewportSize = {"width": 375, "height": 720}
SHARP = 2  # pixels of the picture for each of the page
RACE: ViewportSize = {"width": 400, "height": 620}
RACE_S = 10.0
FRAME_S = 1 / 10
HUMAN_MS = 300  # between two taps of somebody who is in a hurry
SCORES_MS = 2000  # long enough to read who has won
QUALITY = 0.6
LARGEST_B = 1_500_000

SHEET = """<style>
  body { margin: 0; width: 1200px; background: #ffd98c; }
  main { display: flex; justify-content: center; align-items: start; gap: 34px; padding: 34px 0 36px; }
  figure { margin: 0; padding: 11px; border: 4px solid #1d1b26; border-radius: 40px; background: #fffaf0;
           box-shadow: 0 8px 0 rgb(0 0 0 / 0.25); }
  img { display: block; width: 300px; border: 3px solid #1d1b26; border-radius: 27px; }
</style><main>%s</main>"""

# Presses what is lit, as a quick person would: Playwright waits until a button holds still, and a lit one never does.
PLAY = """() => {
  const lit = 'button[aria-disabled="false"]:not([inert] *)';
  const all = ["button.target", `${lit}[data-from]`, `${lit}.call`, `${lit}.deck`];
  all.map(one => document.querySelector(one)).find(Boolean)?.click();
}"""

# Where a picture differs from the one before it, cut out and written as WebP; null where nothing does.
CHANGED = """async ([picture, quality]) => {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const {width, height} = image;
  const canvas = new OffscreenCanvas(width, height);
  const drawing = canvas.getContext("2d", {willReadFrequently: true});
  drawing.drawImage(image, 0, 0);
  const now = new Uint32Array(drawing.getImageData(0, 0, width, height).data.buffer);
  const before = window.before;
  window.before = now;
  let [left, top, right, bottom] = before ? [width, height, -1, -1] : [0, 0, width - 1, height - 1];
  for (let at = 0; before && at < now.length; at += 1) {
    if (now[at] === before[at]) continue;
    const x = at % width, y = Math.floor(at / width);
    left = Math.min(left, x); right = Math.max(right, x);
    top = Math.min(top, y); bottom = Math.max(bottom, y);
  }
  if (right < 0) return null;
  left -= left % 2;  // the format counts in pairs of pixels
  top -= top % 2;
  const part = new OffscreenCanvas(right - left + 1, bottom - top + 1);
  part.getContext("2d").drawImage(canvas, -left, -top);
  const blob = await part.convertToBlob({type: "image/webp", quality});
  const text = await new Promise(done => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(blob);
  });
  return {left, top, width: part.width, height: part.height, webp: text.split(",")[1]};
}"""


def wig_out(me: Visitor) -> None:
    """In the middle of a race of four."""
    _begin(me, "wig_out", 3, {"bot_pace": 1.5}, "beginner")
    me.button("wig-go").click()
    piles = me.page.locator("[data-pile] .card:not(.empty)")
    lit = me.region("wig-hand").locator(LIT)
    until(lambda: piles.count() > 5 and lit.count() > 0, lambda: piles.count() > 5 or wig_out_by_pointer(me))


def wackee_six(me: Visitor) -> None:
    """In the middle of a race of three."""
    _begin(me, "wackee_six", 2, {"bot_pace": 0.5}, "expert")
    me.button("wackee-start").click()
    piles = me.page.locator("[data-pile]")
    until(lambda: piles.count() > 8, lambda: wackee_six_by_pointer(me))


def five_crowns(me: Visitor) -> None:
    """One's turn in the sixth round: with eight cards there is something to put together."""
    _begin(me, "five_crowns", 3, {"bot_pace": 0.25, "turn_limit": 1}, "casual")
    cards = me.page.locator(".hand [data-card]")
    play(me, five_crowns_by_pointer, lambda: cards.count() == 8 and me.page.locator(DRAW).count() > 0)
    me.page.locator(DRAW).click()
    until(lambda: cards.count() == 9 or me.page.locator(GO_OUT).count() > 0)


def _begin(me: Visitor, game: str, bots: int, options: dict[str, Any], level: str) -> None:
    settings = {**STILL, "wait_s": 5, "phrases": False}
    me.open_table(game, bots, level=level, options=options, settings=settings)
    me.button("web-begin").click()
    me.button("web-menu").wait_for()


def opened(browser: Browser, address: str, size: ViewportSize, sharp: int, motion: str) -> Visitor:
    """Somebody with a phone."""
    how: dict[str, Any] = {"reduced_motion": motion, "service_workers": "block"}
    context = browser.new_context(
        base_url=address, viewport=size, locale="en", device_scale_factor=sharp, has_touch=True, is_mobile=True, **how
    )
    page = context.new_page()
    page.goto("/")
    return Visitor(page, "en", touches=True)


def tables(browser: Browser, address: str) -> None:
    """The three games beside each other."""
    phones = []
    shown: tuple[Callable[[Visitor], None], ...] = (wig_out, wackee_six, five_crowns)
    for show in shown:
        me = opened(browser, address, PHONE, SHARP, "reduce")
        show(me)
        after_the_burst(me)
        me.settle()
        picture = base64.b64encode(me.page.screenshot()).decode()
        phones.append(f'<figure><img src="data:image/png;base64,{picture}"></figure>')
        me.page.context.close()
    context = browser.new_context(viewport={"width": 1200, "height": 400}, device_scale_factor=1.5)
    page = context.new_page()
    page.set_content(SHEET % "".join(phones))
    page.screenshot(path=PICTURES / "tables.png", full_page=True)
    context.close()


def race(browser: Browser, address: str) -> None:
    """The last ten seconds of a round of Wackee Six: the rush, the call, and who has how many points."""
    me = opened(browser, address, RACE, 1, "no-preference")
    _begin(me, "wackee_six", 2, {"bot_pace": 0.5, "down": [1, 1, 1]}, "casual")
    me.tap(me.button("wackee-start"))
    pictures = filmed(me, lambda: me.page.evaluate(PLAY), me.enabled("web-next-round").is_visible)
    me.page.context.close()
    page = browser.new_page()
    film = animated(page, pictures, RACE)
    page.close()
    assert len(film) <= LARGEST_B, f"the animation has {len(film)} bytes"
    (PICTURES / "race.webp").write_bytes(film)


def filmed(me: Visitor, step: Callable[[], object], over: Callable[[], bool]) -> list[tuple[float, str]]:
    """What the browser draws while somebody plays until it is over: pictures, each with its second."""
    frames: list[tuple[float, str]] = []
    session = me.page.context.new_cdp_session(me.page)

    def drawn(event: dict[str, Any]) -> None:
        frames.append((event["metadata"]["timestamp"], f"data:image/jpeg;base64,{event['data']}"))
        session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    session.on("Page.screencastFrame", drawn)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": 95})

    def act() -> None:
        if not me.page.locator(".climax").count():  # a tap would skip it
            step()
        me.page.wait_for_timeout(HUMAN_MS)

    until(over, act)
    me.page.wait_for_timeout(SCORES_MS)
    session.send("Page.stopScreencast")
    return frames


def animated(page: Page, pictures: list[tuple[float, str]], size: ViewportSize) -> bytes:
    """The last seconds as a moving WebP: of each picture only what has changed.

    How the file is built: developers.google.com/speed/webp/docs/riff_container
    """
    begin = pictures[-1][0] - RACE_S
    steps: list[tuple[str, bytes, int]] = []  # which part, its picture, how long it stays in milliseconds
    step_ms = round(FRAME_S * 1000)
    for number in range(int(RACE_S / FRAME_S)):
        shown = [pictures[0][1], *(picture for at, picture in pictures if at - begin <= number * FRAME_S)]
        part = page.evaluate(CHANGED, [shown[-1], QUALITY])
        if part is None:
            where, data, lasts = steps[-1]
            steps[-1] = (where, data, lasts + step_ms)
        else:
            spot = _u24(part["left"] // 2) + _u24(part["top"] // 2) + _u24(part["width"] - 1) + _u24(part["height"] - 1)
            steps.append((spot.hex(), _image(base64.b64decode(part["webp"])), step_ms))
    canvas = _u24(size["width"] - 1) + _u24(size["height"] - 1)
    chunks = _chunk(b"VP8X", bytes([0b10, 0, 0, 0]) + canvas) + _chunk(b"ANIM", bytes(6))
    for where, data, lasts in steps:
        over = bytes([0b10])  # drawn over what is there, which stays
        chunks += _chunk(b"ANMF", bytes.fromhex(where) + _u24(lasts) + over + data)
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WEBP" + chunks


def _u24(number: int) -> bytes:
    return struct.pack("<I", number)[:3]


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def _image(webp: bytes) -> bytes:
    """The chunk with the picture itself."""
    at = 12
    while webp[at : at + 4] not in (b"VP8 ", b"VP8L"):
        (length,) = struct.unpack("<I", webp[at + 4 : at + 8])
        at += 8 + length + length % 2
    (length,) = struct.unpack("<I", webp[at + 4 : at + 8])
    return webp[at : at + 8 + length + length % 2]


def main(wanted: list[str]) -> None:
    """Takes the pictures again."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Serving(Path(folder)) as server, launched() as browser:
        for take in (tables, race):
            if not wanted or take.__name__ in wanted:
                take(browser, server.url)
                print(take.__name__)


if __name__ == "__main__":
    main(sys.argv[1:])
