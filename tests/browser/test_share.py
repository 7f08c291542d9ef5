"""The QR code of a table, as a camera sees it: taken from a picture of the page and decoded."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.chromium import ROOT
from tests.browser.conftest import Opening
from tests.browser.visitor import DESKTOP, PHONE, Visitor

DECODER = (ROOT / "web" / "node_modules" / "jsqr" / "dist" / "jsQR.js").read_text("utf-8")
READ = """async picture => {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {width: image.width, height: image.height});
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return jsQR(context.getImageData(0, 0, image.width, image.height).data, image.width, image.height)?.data ?? null;
}"""


def decoded(browser: Browser, picture: bytes) -> str | None:
    """What a QR code in a picture says."""
    page = browser.new_page()
    try:
        page.evaluate(f"{DECODER}\n;0")  # the value of a script must not be a function: it would be called
        found: str | None = page.evaluate(READ, f"data:image/png;base64,{base64.b64encode(picture).decode()}")
        return found
    finally:
        page.close()


def code_of(me: Visitor) -> Locator:
    code = me.page.get_by_role("img", name=me.words("web-qr"))
    expect(code).to_be_visible()
    code.evaluate("svg => svg.scrollIntoView({block: 'center'})")  # on a phone it lies below the players
    return code


@pytest.mark.parametrize("touch", [False, True])
def test_the_qr_code_of_a_table_is_its_link(browser: Browser, opened: Opening, touch: bool) -> None:
    asked: list[str] = []
    me = opened(size=PHONE if touch else DESKTOP, touch=touch, device_scale_factor=2 if touch else 1)
    me.page.on("request", lambda request: asked.append(request.url))
    code = me.open_table("wig_out", 1)
    link = me.page.get_by_label(me.words("web-share")).input_value()
    assert link.endswith(f"/#{code}")
    for night in ("false", "true"):
        me.page.evaluate("night => { document.documentElement.dataset.night = night }", night)
        assert link == decoded(browser, code_of(me).screenshot())
    assert [] == [url for url in asked if "/api/qr" in url]


def test_the_drawing_of_qr_codes_is_kept_for_when_the_server_is_away(opened: Opening) -> None:
    me = opened(worker=True)
    me.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    kept: list[str] = me.page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys())))"
        ".flat().map(one => new URL(one.url).pathname)"
    )
    assert [path for path in kept if path.startswith("/assets/qr-")]


def test_the_check_itself_reads_only_what_is_in_the_picture(browser: Browser, opened: Opening) -> None:
    me = opened()
    me.open_table("wig_out", 1)
    code = code_of(me)
    whole = code.screenshot()
    code.evaluate("svg => { svg.querySelector('path').style.fill = '#fff' }")
    assert decoded(browser, whole) is not None
    assert decoded(browser, code.screenshot()) is None
