"""Scenes of a circle: starting one, its tables, book, league, members and settings, and being invited."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browser.circles import Circle, family
from tests.browser.scenes.scene import scene
from tests.browser.visitor import Visitor


def part(me: Visitor, name: str) -> None:
    """Another part of the circle, or page of its book."""
    me.page.get_by_role("navigation").get_by_role("button", name=me.words(name), exact=True).click()


@scene
def circle_start(me: Visitor) -> None:
    """No circle yet; a file that is none."""
    me.go("/circles")
    file = {"name": "x.jsonl", "mimeType": "application/json", "buffer": b"no"}
    me.page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]  # a dict will do
    expect(me.page.get_by_text(me.words("circles-wrong-file"))).to_be_visible()


@scene
def circle_import(me: Visitor) -> None:
    """A circle from a file: which member is this?"""
    me.go("/circles")
    head = {"circle": "rumpus-circle/1", "name": "Us", "rating": False}
    members = [{"id": f"member-{at}", "name": name, "avatar": "owl"} for at, name in enumerate(("Ada", "Bo"))]
    text = json.dumps({**head, "members": members}).encode()
    file = {"name": "us.jsonl", "mimeType": "application/json", "buffer": text}
    me.page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]  # a dict will do
    expect(me.page.get_by_role("button", name="Bo")).to_be_visible()


@scene
def circle_new(me: Visitor) -> None:
    """A circle with one member: the invitation is open."""
    Circle(me.page.request, "Us", "Ada").open_as(me, "Ada")
    expect(me.page.get_by_role("img", name=me.words("circles-invite-qr"))).to_be_visible()


@scene
def circle_play(me: Visitor) -> None:
    """The circle's games."""
    family(me)
    expect(me.page.get_by_role("heading", name=me.words("circles-open"))).to_be_visible()


@scene
def circle_tables(me: Visitor) -> None:
    """Tables of the circle that somebody is at."""
    circle = family(me, results=0)
    for name, game in (("Bo", "five_crowns"), ("Cleo", "wackee_six")):
        table = {"game": game, "name": name, "circle": {"id": circle.id}}
        headers = {"authorization": f"Bearer {circle.joined[name]['device']}"}
        seat = me.page.request.post("/api/tables", data=table, headers=headers).json()
        other = me.page.context.new_page()
        other.goto("/")
        host = Visitor(other, me.language)
        host.keep(seat)
        expect(host.button("web-begin")).to_be_visible()
    me.page.reload()
    expect(me.region("circles-tables").get_by_role("link")).to_have_count(2)


@scene
def circle_away(me: Visitor) -> None:
    """A circle whose server does not answer."""
    family(me, results=1)
    expect(me.page.get_by_role("heading", name=me.words("circles-open"))).to_be_visible()
    me.page.route("**/api/circles/**", lambda route: route.abort())
    me.page.reload()
    expect(me.page.get_by_text(me.words("circles-away"))).to_be_visible()


@scene
def circle_gone(me: Visitor) -> None:
    """A circle that this device was removed from."""
    circle = family(me, results=0)
    circle.ask("Ada", "/change", {"do": "leave"})
    me.page.reload()
    expect(me.page.get_by_text(me.words("circles-gone"))).to_be_visible()


@scene
def circle_matches(me: Visitor) -> None:
    """The book: matches, one about to be removed."""
    family(me)
    part(me, "circles-part-book")
    me.page.locator("li button.plain").first.click()
    expect(me.page.get_by_role("button", name=me.words("book-remove"), exact=True)).to_be_visible()


@scene
def circle_evenings(me: Visitor) -> None:
    """The book: the tally of each evening."""
    family(me)
    part(me, "circles-part-book")
    part(me, "book-page-evenings")
    expect(me.page.locator("details[open] table")).to_be_visible()


@scene
def circle_people(me: Visitor) -> None:
    """The book: people, streaks, who beat whom."""
    family(me)
    part(me, "circles-part-book")
    part(me, "book-page-people")
    expect(me.page.locator("table").first).to_be_visible()


@scene
def circle_records(me: Visitor) -> None:
    """The book: records."""
    family(me)
    part(me, "circles-part-book")
    part(me, "book-page-records")
    expect(me.region("book-page-records")).to_be_visible()


@scene
def circle_rating(me: Visitor) -> None:
    """The book: ratings, switched on; somebody has been forgotten."""
    circle = family(me)
    circle.ask("Cleo", "/forget", {"member": None})
    part(me, "circles-part-book")
    part(me, "book-page-rating")
    me.button("book-rating-on").click()
    expect(me.button("book-rating-off")).to_be_visible()


@scene
def circle_league_start(me: Visitor) -> None:
    """A new league."""
    family(me, results=0)
    part(me, "circles-part-league")
    expect(me.button("circles-league-go")).to_be_visible()


@scene
def circle_league(me: Visitor) -> None:
    """The league's tables and standing."""
    circle = family(me, results=0)
    members = [one["member"] for one in circle.joined.values()]
    circle.ask("Bo", "/change", {"do": "league", "form": "round_robin", "game": "wig_out", "members": members})
    me.page.reload()
    part(me, "circles-part-league")
    expect(me.page.get_by_role("heading", name=me.words("circles-standing"))).to_be_visible()


@scene
def circle_league_over(me: Visitor) -> None:
    """A league that is over, though somebody left, and one before it."""
    circle = family(me, results=0)
    members = [one["member"] for one in circle.joined.values()]
    for form in ("ladder", "round_robin"):
        circle.ask("Bo", "/change", {"do": "league", "form": form, "game": "wig_out", "members": members, "rounds": 1})
        league = circle.view("Bo")["league"]
        names = {one["member"]: name for name, one in circle.joined.items()}
        for pairing in league["tables"][:2]:
            number = pairing["table"]
            points = {names[member]: [at] for at, member in enumerate(pairing["members"])}
            circle.book(
                10 * len(form) + number, points, "wig_out", league={"league": league["league"]["id"], "table": number}
            )
    circle.ask("Bo", "/change", {"do": "leave_league", "member": members[1]})
    me.go(f"/circle/{circle.id}/league")
    me.page.reload()
    expect(me.button("circles-league-next")).to_be_visible()


@scene
def circle_members(me: Visitor) -> None:
    """Members and devices: somebody wants one removed, and one has none any more."""
    circle = family(me, results=0)
    circle.join("Dov")
    device = circle.view("Bo")["device"]
    circle.ask("Cleo", "/change", {"do": "remove", "device": device})
    circle.ask("Dov", "/change", {"do": "leave"})
    circle.ask("Bo", "/forget", {"member": circle.joined["Dov"]["member"]})
    me.page.reload()
    part(me, "circles-part-members")
    me.button("circles-forget-label", name="Dov").click()
    expect(me.page.get_by_text(me.words("circles-forget-sure", name="Dov"))).to_be_visible()


@scene
def circle_code(me: Visitor) -> None:
    """The code for another device."""
    family(me, results=0)
    part(me, "circles-part-members")
    me.button("circles-add-device").click()
    expect(me.page.get_by_role("img", name=me.words("circles-code-qr"))).to_be_visible()


@scene
def circle_settings(me: Visitor) -> None:
    """Names, faces, the file, and what cannot be undone."""
    circle = family(me, results=0)
    circle.ask("Bo", "/clear", {"what": "book"})
    me.page.reload()
    part(me, "circles-part-settings")
    me.button("circles-forget-me").click()
    expect(me.page.get_by_text(me.words("circles-forget-me-sure"))).to_be_visible()


@scene
def circle_join(me: Visitor) -> None:
    """Invited to a circle; one of its members has no device any more."""
    circle = Circle(me.page.request, "Us", "Ada")
    circle.join("Bo")
    circle.ask("Bo", "/change", {"do": "leave"})
    me.page.goto(circle.link)
    expect(me.button("circles-join-as", name="Bo")).to_be_visible()
