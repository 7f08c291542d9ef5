"""The limits in docs/hosting.md are those of the code; `python -m tests.docs.test_limits_table` writes them again."""

from __future__ import annotations

import re
from pathlib import Path

from rumpus.server.budget.limits import Limits

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "hosting.md"
SOURCE = ROOT / "src" / "rumpus" / "server" / "budget" / "limits.py"
BEGIN, END = "<!-- limits: written by tests/docs/test_limits_table.py -->\n", "<!-- /limits -->\n"
FIELD = re.compile(r" {4}(?P<name>\w+): (?:int|float) = (?P<value>[\d_.]+)(?:  # (?P<about>.*))?")
GROUP = re.compile(r" {4}# (?P<about>.+)")


def table(source: str) -> str:
    """The limits in the source of `Limits`, with their groups, values and comments, as Markdown."""
    body = source.partition("class Limits(")[2].partition("\n\n\n")[0]
    rows = ["| limit | default | |", "|---|---|---|"]
    for line in body.splitlines():
        if field := FIELD.fullmatch(line):
            rows.append(f"| `{field['name']}` | {_number(field['value'])} | {field['about'] or ''} |")
        elif group := GROUP.fullmatch(line):
            rows.append(f"| **{group['about']}** | | |")
    return "".join(f"{row}\n" for row in rows)


def _number(value: str) -> str:
    return f"{float(value):,.10g}".replace(",", " ") if float(value) >= 1000 else f"{float(value):g}"


def with_table(page: str, written: str) -> str:
    """The page with this table in its place."""
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert end, "docs/hosting.md has no place for the table of limits"
    return f"{before}{BEGIN}{written}{END}{after}"


def test_the_docs_list_every_limit_with_its_default() -> None:
    page, written = PAGE.read_text("utf-8"), table(SOURCE.read_text("utf-8"))
    assert list(Limits.__struct_fields__) == re.findall(r"^\| `(\w+)`", written, re.MULTILINE)
    assert page == with_table(page, written), "run python -m tests.docs.test_limits_table"


def test_a_changed_default_or_a_new_limit_is_noticed() -> None:
    page, source = PAGE.read_text("utf-8"), SOURCE.read_text("utf-8")
    new = "    # One galaxy\n    planted: float = 2_000.5  # per year\n    connections:"
    changed = table(source.replace("    connections:", new, 1))
    assert "| **One galaxy** | | |\n| `planted` | 2 000.5 | per year |\n" in changed
    assert page != with_table(page, changed)


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text("utf-8"), table(SOURCE.read_text("utf-8"))), "utf-8")
