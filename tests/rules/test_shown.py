"""What a programmer sees of a table: `print(state)`, its repr, and the cards in a notebook."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from random import Random
from typing import Any

import numpy as np
import pytest

from rumpus.contract import Malformed, Row, Seating, View, counted, shown
from rumpus.games import GAMES
from rumpus.games.library import load_game
from rumpus.shuffle import Shuffle
from tests.rules import five_crowns_deals
from tests.rules.hidden_worlds import moments
from tests.rules.test_contract import dealt

SHORT: dict[str, dict[str, Any]] = {"five_crowns": {"rounds": 1, "turn_limit": 2}, "wig_out": {"rounds": 1}}


class Parts(HTMLParser):
    """The tags of a page, its attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.depth = 0
        self.words: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.depth += 1
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def final(name: str) -> Any:
    """A match that is over, played at random."""
    state: Any = load_game(name, SHORT.get(name, {"target": 1})).new(3)
    rng, shuffle = Random(1), Shuffle(1)
    while state.outcome() is None:
        chance = state.owed(shuffle)
        seats = [seat for seat in state.to_act() if state.legal(seat)]
        if chance is not None or not seats:
            state.apply(None, state.legal(None)[0] if chance is None else chance)
        else:
            seat = rng.choice(seats)
            state.apply(seat, rng.choice(state.legal(seat)))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_a_state_prints_as_a_table_with_every_hand(name: str) -> None:
    for state in [load_game(name).new(3), *moments(name), final(name)]:
        lines = str(state).splitlines()
        assert lines[0].startswith(state.game.title)
        assert repr(state) == str(state)
        assert all(f"seat {seat} " in str(state) for seat in range(3))
        assert max(map(len, lines)) < 140
        for seat in range(3):
            hand = getattr(state.private(seat), "hand", ())
            assert not hand or " ".join(hand) in str(state)


@pytest.mark.parametrize("name", GAMES)
def test_a_view_prints_what_its_seat_sees_and_nothing_else(name: str) -> None:
    for state in moments(name):
        for seat in (0, 1, None):
            view = state.view(seat)
            twin = state.game.imagine(view, Shuffle(3)).view(seat)
            assert str(view) == str(twin)
            assert view._repr_html_() == twin._repr_html_()
            assert ("a spectator" if seat is None else f"seat {seat} sees") in str(view)


@pytest.mark.parametrize("name", GAMES)
def test_a_notebook_draws_every_card_without_anything_from_elsewhere(name: str) -> None:
    states = [load_game(name).new(2), *moments(name), final(name)]
    for state in states:
        page = Parts(state._repr_html_())
        assert {"div", "strong", "table", "tr", "th", "td"} <= page.tags <= {*page.tags, "span"}
        assert {"style"} >= page.attributes
        assert 0 == page.depth
        assert "url(" not in state._repr_html_()
    assert any("span" in Parts(state._repr_html_()).tags for state in states)


def test_the_table_of_five_crowns() -> None:
    state = load_game("five_crowns").new(2)
    chance = state.owed(Shuffle(7))
    assert chance is not None
    state.apply(None, chance)
    assert str(state) == (
        "Five Crowns: round 1, play\n"
        "  wild     3 and **\n"
        "  draw     109 cards\n"
        "  discard  6d  1 card\n"
        "  seat 0   Jt 3h 6s  0 points\n"
        "> seat 1   Qt Th Tc  0 points, to take"
    )
    state.apply(1, state.legal(1)[1])
    assert "0 points, to discard" in str(state)
    drawn = Parts(state._repr_html_()).words
    assert {"Q\N{BLACK STAR}", "10\N{BLACK HEART SUIT}", "6\N{BLACK DIAMOND SUIT}"} <= set(drawn)
    assert ("\N{HEAVY ASTERISK}", "#7b3fa0") == state.view(0).face("**")


def test_who_is_out_is_said_with_the_melds() -> None:
    state = five_crowns_deals.dealt("4t 5c 6s", "7h 8h 9h", draw="Kc")
    five_crowns_deals.take(state, 1)
    five_crowns_deals.go_out(state, 1, "Kc")
    assert "7h 8h 9h  0 cards, 0 points, is out" in str(state)


@pytest.mark.parametrize(("cards", "words"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_cards_are_counted_in_words(cards: int, words: str) -> None:
    assert words == counted(cards)


# A game that says nothing of how it looks


def test_any_game_prints_every_field_of_its_views() -> None:
    state = dealt()
    assert "Toss" in str(state)
    assert "totals  0 0" in " ".join(str(state).split("\n")[-1:])
    assert "high" in str(state)
    assert "high" in str(state.view(1))
    assert "high" not in str(state.view(0)).splitlines()[-2]
    assert "seat 1" in state._repr_html_()


def test_nested_fields_and_mappings_are_readable() -> None:
    import msgspec  # noqa: PLC0415 - only this test makes a view of its own

    class Public(msgspec.Struct):
        piles: dict[str, tuple[str, ...]]
        hands: tuple[tuple[str, ...], ...]
        totals: tuple[int, ...] = (1, 2)
        nothing: str | None = None

    rows = shown.rows(Public({"r": ("1", "2")}, (("a",), ("b", "c"))), {0: "low"})
    notes = {row.label: row.note for row in rows}
    assert notes == {"piles": "r 1 2", "hands": "a | b c", "seat 0": "low", "totals": "1 2"}


def test_nothing_in_a_table_is_markup() -> None:
    row = Row("<b>", (("<script>", None), ()), "& \"quoted\" 'text'", turn=True)
    page = shown.as_html("<i>", [row], lambda card: (card, 'red" onclick="x'))
    parts = Parts(page)
    assert {"div", "strong", "table", "tr", "th", "td", "span"} == parts.tags
    assert {"style"} == parts.attributes
    assert "<script>" in parts.words
    assert "& \"quoted\" 'text'" in "".join(parts.words)


# What can be asked with a number, and what is refused


@pytest.mark.parametrize("name", GAMES)
def test_a_number_of_players_is_enough(name: str) -> None:
    rules = load_game(name)
    assert rules.new(4) == rules.new(Seating(players=4))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("who", ["3", 3.0, None, True, [0, 1]])
def test_anything_else_is_no_seating(name: str, who: Any) -> None:
    with pytest.raises(Malformed, match=r"as in new\(3\)"):
        load_game(name).new(who)
    with pytest.raises(Malformed, match=r"as in new\(3\)"):
        load_game(name).new(Seating(players=who))
    with pytest.raises(Malformed, match=r"as in new\(3\)"):
        load_game(name).new(Seating(players=3, host=who))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [3, 9, -1, "0", 1.5])
def test_a_seat_that_does_not_exist_has_no_legal_actions_to_tell(name: str, seat: Any) -> None:
    for state in [load_game(name).new(3), *moments(name), final(name)]:
        with pytest.raises(Malformed, match="only a seat from 0 to 2"):
            state.legal(seat)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_may_be_a_number_of_numpy(name: str) -> None:
    """As one is that comes from an array; what is told and recorded has a plain number."""
    state, house = load_game(name).new(3), Shuffle(7)
    for _ in range(60):
        if (chance := state.owed(house)) is not None:
            state.apply(None, chance)
            continue
        seat = next(seat for seat in state.to_act() if state.legal(seat))
        from_array: Any = np.int64(seat)
        actions = state.legal(from_array)
        assert actions == state.legal(seat)
        assert {type(by) for by, _ in state.apply(from_array, actions[-1])} <= {int, type(None)}
        assert type(state.view(from_array).seat) is int


def test_one_point_is_not_called_points() -> None:
    assert ["0 points", "1 point", "-1 points", "1 card"] == [*(counted(n, "point") for n in (0, 1, -1)), counted(1)]
    for name in GAMES:
        state = load_game(name, {"head_start": [1, 2]}).new(2)
        assert ["1 point", "2 points"] == re.findall(r"\d points?", str(state.view(None)))


def test_a_game_that_says_nothing_about_its_cards_shows_their_names() -> None:
    assert View.face("tower") == ("tower", shown.PLAIN)
