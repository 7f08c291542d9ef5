"""A league of a circle to its end, everybody against everybody or as a ladder; somebody leaves; another one begins."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.circles import Circle, family
from tests.browser.conftest import Opening
from tests.browser.gallery import ROOM
from tests.browser.measure import faults
from tests.browser.players import one_round_of_wig_out
from tests.browser.scenes.circle import part
from tests.browser.visitor import BARRED_LOW, DESKTOP, UPRIGHT, Visitor, until


def standing(me: Visitor) -> list[str]:
    """The names in the table of the league, the first one first, with a rank where there is one."""
    rows = me.region("circles-standing").get_by_role("row").all()[1:]
    return [" ".join(" ".join(row.locator(".rank, .person").all_inner_texts()).split()) for row in rows]


def tables(me: Visitor) -> Locator:
    """The tables of the league, without the lines that say who sits a round out."""
    return me.region("circles-pairings").locator("li:has(> span)")


def meet(*names: str) -> str:
    """How a table says who plays at it."""
    return " \N{EN DASH} ".join(names)


def to_league(me: Visitor, circle: Circle) -> None:
    """Opens the circle at its league, as it is now."""
    me.go(f"/circle/{circle.id}/league")
    me.page.reload()
    expect(me.region("circles-standing")).to_be_visible()


def book(circle: Circle, table: int, points: dict[str, int]) -> None:
    """A table of the league was played with real cards; the fewest points win."""
    league = circle.view("Ada")["league"]["league"]["id"]
    rounds = {name: [total] for name, total in points.items()}
    circle.book(table, rounds, "wig_out", options={"rounds": 1}, league={"league": league, "table": table})


def table_of(circle: Circle, *names: str) -> int:
    """The number of the open table at which these meet."""
    members = {circle.joined[name]["member"] for name in names}
    found = [
        one for one in circle.view("Ada")["league"]["tables"] if members == set(one["members"]) and not one["over"]
    ]
    return int(found[-1]["table"])


@pytest.mark.long
def test_everybody_meets_everybody_until_one_has_won_and_another_league_can_begin(opened: Opening) -> None:
    ada = opened(size=BARRED_LOW, language="es", touch=True)
    circle = family(ada, results=0)
    bo = opened(size=DESKTOP, language="en")
    part(ada, "circles-part-league")
    ada.page.get_by_text(ada.words("circles-league-options")).click()
    ada.page.get_by_label(ada.words("option-rounds"), exact=True).fill("1")
    assert [] == faults(ada)
    ada.button("circles-league-go").click()
    expect(tables(ada)).to_have_count(3)
    assert ["Ada", "Bo", "Cleo"] == standing(ada), "nobody is first before anything is played"

    # a match at a table of the league, and the way back
    meeting = tables(ada).filter(has_text=meet("Ada", "Bo"))
    meeting.get_by_role("button").click()
    expect(ada.page.get_by_text(ada.words("web-league-table"))).to_be_visible()
    assert [] == faults(ada)
    circle.open_as(bo, "Bo")
    to_league(bo, circle)
    bo.link("circles-table-join").click()
    bo.button("web-join").click()
    bo.button("web-ready").click()
    ada.button("web-begin").click()
    over = [one.region("web-match-over") for one in (ada, bo)]
    until(lambda: all(one.is_visible() for one in over), lambda: [one_round_of_wig_out(one) for one in (ada, bo)])
    for one in (ada, bo):
        assert [] == faults(one)
        one.button("ending-to-league").click()
        expect(one.region("circles-standing")).to_be_visible()
        expect(tables(one).get_by_role("link", name=one.words("book-replay"))).to_have_count(1)

    # the second was played with real cards, and is a tie; then somebody has to go
    book(circle, table_of(circle, "Bo", "Cleo"), {"Bo": 7, "Cleo": 7})
    to_league(bo, circle)
    expect(bo.page.get_by_text(bo.words("circles-league-done", done=2, of=3))).to_be_visible()
    bo.page.get_by_text(bo.words("circles-league-leaving")).click()
    bo.page.get_by_label(bo.words("circles-league-leaving")).select_option("Cleo")
    bo.button("circles-league-leave").click()
    walkover = bo.words("circles-pairing-walkover", left="Cleo", name="Ada")
    expect(tables(bo).filter(has_text=meet("Ada", "Cleo"))).to_contain_text(walkover)

    # with that it is over: Ada has won against Bo, or Bo against her, and has a point without Cleo
    to_league(ada, circle)
    points = {one["member"]: one["points"] for one in circle.view("Ada")["league"]["standing"]}
    best = [name for name in ("Ada", "Bo", "Cleo") if points[circle.joined[name]["member"]] == max(points.values())]
    names = {1: best[0], 2: " y ".join(best)}[len(best)]
    expect(ada.page.get_by_text(ada.words("circles-league-won", count=len(best), names=names))).to_be_visible()
    assert [] == faults(ada)
    ada.button("circles-league-next").click()
    expect(ada.button("circles-league-go")).to_be_visible()
    past = ada.region("circles-league-past")
    expect(past).to_contain_text(ada.words("circles-league-first", count=len(best), names=names))
    past.locator("summary").click()
    expect(past.get_by_role("row")).to_have_count(4)
    assert [] == faults(ada)
    ada.button("circles-league-go").click()
    expect(tables(ada)).to_have_count(3)
    expect(tables(ada).get_by_role("link")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), [(ROOM["tv"], "en"), (UPRIGHT, "es")])
def test_a_ladder_moves_people_up_and_down_until_its_last_round(
    opened: Opening, size: ViewportSize, language: str
) -> None:
    me = opened(size=size, language=language)
    circle = family(me, results=0)
    circle.join("Dov")
    me.page.reload()
    part(me, "circles-part-league")
    me.page.get_by_role("radio", name=me.words("circles-league-ladder")).check()
    me.page.get_by_label(me.words("circles-league-rounds")).select_option("2")
    me.button("circles-league-go").click()
    expect(tables(me)).to_contain_text([meet("Ada", "Bo"), meet("Cleo", "Dov")])
    expect(me.page.get_by_text(me.words("circles-league-round", round=1, of=2))).to_be_visible()
    book(circle, 0, {"Ada": 9, "Bo": 2})
    book(circle, 1, {"Cleo": 4, "Dov": 3})
    to_league(me, circle)
    expect(me.page.get_by_text(me.words("circles-league-round", round=2, of=2))).to_be_visible()
    expect(tables(me)).to_contain_text(["Bo 2 · Ada 9", "Dov 3 · Cleo 4", meet("Bo", "Dov"), meet("Ada", "Cleo")])
    assert [] == faults(me)
    book(circle, 2, {"Bo": 5, "Dov": 1})
    book(circle, 3, {"Ada": 6, "Cleo": 6})  # a tie leaves those two as they stood
    to_league(me, circle)
    ranks = [me.words("web-rank", rank=rank) for rank in range(1, 5)]
    assert [f"{rank} {name}" for rank, name in zip(ranks, ("Dov", "Ada", "Bo", "Cleo"), strict=True)] == standing(me)
    expect(me.page.get_by_text(me.words("circles-league-won", count=1, names="Dov"))).to_be_visible()
    assert [] == faults(me)


@pytest.mark.parametrize(("size", "language"), [(BARRED_LOW, "es"), (ROOM["tv"], "en")])
def test_on_a_ladder_of_three_somebody_sits_out_and_plays_in_the_next_round(
    opened: Opening, size: ViewportSize, language: str
) -> None:
    me = opened(size=size, language=language)
    circle = family(me, results=0)
    part(me, "circles-part-league")
    me.page.get_by_role("radio", name=me.words("circles-league-ladder")).check()
    me.page.get_by_label(me.words("circles-league-rounds")).select_option("2")
    me.button("circles-league-go").click()
    rows = me.region("circles-pairings").get_by_role("listitem")
    expect(rows).to_contain_text([meet("Ada", "Bo"), me.words("circles-pairing-rests", name="Cleo")])
    book(circle, 0, {"Ada": 9, "Bo": 2})
    to_league(me, circle)
    rests = [me.words("circles-pairing-rests", name=name) for name in ("Cleo", "Ada")]
    expect(rows).to_contain_text(["Bo 2 · Ada 9", rests[0], meet("Bo", "Cleo"), rests[1]])
    assert [] == faults(me)
    book(circle, 1, {"Bo": 8, "Cleo": 1})
    to_league(me, circle)
    expect(me.page.get_by_text(me.words("circles-league-won", count=1, names="Cleo"))).to_be_visible()
    assert ["Cleo", "Bo", "Ada"] == [name.split()[-1] for name in standing(me)]
    assert [] == faults(me)
