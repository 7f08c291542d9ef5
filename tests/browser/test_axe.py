"""Axe looks at every page and state, by day and by night, and finds nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.chromium import ROOT
from tests.browser.conftest import Opening
from tests.browser.scenes import SCENES
from tests.browser.visitor import DESKTOP, PHONE, Visitor

AXE = (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
# By night nothing but colours is different, so only the rules about colours are asked again
LOOK = """async night => {
  document.documentElement.dataset.night = String(night);
  await new Promise(later => requestAnimationFrame(() => requestAnimationFrame(later)));
  const passing = document.getAnimations().filter(one => one.effect.getTiming().iterations !== Infinity);
  await Promise.all(passing.map(one => one.finished.catch(() => null)));
  const rules = night ? {runOnly: ["color-contrast", "link-in-text-block"]} : {};
  return (await axe.run(document, {resultTypes: ["violations"], ...rules})).violations.map(one => ({
    rule: one.id, says: one.help,
    where: one.nodes.map(node => node.target.join(" ") + " " + node.any.map(why => why.message)),
  }));
}"""


def violations(me: Visitor, *, night: bool) -> list[str]:
    """What axe finds on the page as it is."""
    found: list[dict[str, Any]] = me.page.evaluate(LOOK, night)
    time = "night" if night else "day"
    return [f"{time}: {one['rule']}: {one['says']}: {where}" for one in found for where in one["where"]]


@pytest.mark.parametrize("name", SCENES)
def test_axe_finds_nothing(opened: Opening, name: str) -> None:
    number = list(SCENES).index(name)
    me = opened(size=PHONE if number % 2 else DESKTOP, language="es" if number % 3 else "en")
    SCENES[name](me)
    me.settle()
    me.page.evaluate(AXE)  # the page's security policy lets no script tag in
    assert [] == violations(me, night=False) + violations(me, night=True)
