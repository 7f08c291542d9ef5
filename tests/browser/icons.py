"""`make icons`: the pictures of the installed app, drawn by a browser from web/public/icon.svg."""

from __future__ import annotations

from tests.browser.chromium import ROOT, launched

PUBLIC = ROOT / "web" / "public"
TABLE = "#174b4e"
CARDS = 0.84  # of the whole: a mask may cut all but the middle four fifths
ROUND = {"icon-192.png": 192, "icon-512.png": 512}
FULL = {"icon-maskable-512.png": 512, "apple-touch-icon.png": 180}  # the system cuts the corners itself


def main() -> None:
    """Writes the pictures anew."""
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


if __name__ == "__main__":
    main()
