"""Self-contained pages of results: their style, and charts drawn as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

COLOURS = ("#d55e00", "#0072b2", "#007a5a", "#7b3fa0", "#8a5a00", "#c4203a")
WIDTH, HEIGHT, LEFT, BOTTOM = 340, 200, 42, 24  # about as wide as a phone, so that letters keep their size there
ROW, BAR, TEXT = 46, 18, 13  # pixels of a bot in the plot of shares: its row, its bar, its name
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;color:#1d1b26;background:#fffaf0;max-width:46rem;margin:1rem auto;"
    "padding:0 1rem}h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.1rem}table{border-collapse:collapse}"
    ".wide{overflow-x:auto}td,th{padding:.3rem .5rem;border-bottom:1px solid #ccc;text-align:right;white-space:nowrap}"
    "td:first-child,th:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:6rem}"
    "@media(max-width:30rem){table{font-size:.78rem}td,th{padding:.3rem .2rem;white-space:normal}"
    "td:first-child,th:first-child{min-width:4rem}}"
    "svg{display:block;width:100%;max-width:40rem;height:auto}ul{list-style:none;padding:0}"
    "li{overflow-wrap:anywhere}li span{display:inline-block;width:1rem;height:.3rem;margin:0 .5rem .2rem 0}"
)

Row = tuple[str, float, float, float]  # a name, a share, and the ends of its interval


def page(title: str, body: str) -> str:
    """A whole page, readable on a phone."""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>{body}</html>\n"
    )


def table(label: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table that scrolls sideways where it is wider than the screen; cells are HTML."""
    head = "".join(f"<th>{heading}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(label)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def bars(label: str, rows: Sequence[Row], even: float) -> str:
    """A bar for each row with its interval, and a line where all would be equal."""
    height = ROW * len(rows) + BOTTOM
    middle = across(even)
    parts = [f'<line x1="{middle}" x2="{middle}" y1="0" y2="{height - BOTTOM}" stroke="#888" stroke-dasharray="4"/>']
    for place, (name, share, low, high) in enumerate(rows):
        top = place * ROW
        bar = top + TEXT + 6
        parts += [
            f'<text x="{across(0)}" y="{top + TEXT}">{escape(name)}</text>',
            f'<rect x="{across(0)}" y="{bar}" width="{across(share) - across(0):.1f}" height="{BAR}"'
            f' fill="{COLOURS[place % len(COLOURS)]}"/>',
            f'<line x1="{across(low)}" x2="{across(high)}" y1="{bar + BAR // 2}"'
            f' y2="{bar + BAR // 2}" stroke="#1d1b26" stroke-width="3"/>',
        ]
    percents = "".join(
        f'<text x="{across(part / 4)}" y="{height - 6}" text-anchor="middle">{25 * part}%</text>' for part in range(5)
    )
    return svg(height, label, "".join(parts) + percents)


def across(share: float) -> float:
    """Where a share stands from left to right."""
    return round(16 + (WIDTH - 36) * share, 1)


def down(share: float) -> float:
    """Where a share stands from top to bottom."""
    return 10 + (HEIGHT - BOTTOM) * (1 - share)


def svg(height: float, label: str, inside: str) -> str:
    """A drawing as wide as a phone."""
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}" font-size="{TEXT}">{inside}</svg>'
    )
