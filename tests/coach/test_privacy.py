"""Before a match is over, what the coach tells a seat does not depend on cards that the seat has not seen."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from rumpus import record as records
from rumpus.coach import Seen, five_crowns, registry, reviews
from rumpus.coach.base import Remark, Verdict
from rumpus.contract import Result
from rumpus.record import Record
from rumpus.server.work import coaching
from tests.coach.matches import OPTIONS, match, wants
from tests.leaks.hidden_cards import HiddenCards, card_at

SEATS = (0, 1, 2)


def under_way(record: Record) -> Record:
    """The match before its result."""
    return Record(record.header, tuple(line for line in record.lines if not isinstance(line.action, Result)))


def with_other_hidden_cards(record: Record, seat: int, seed: int) -> Record | None:
    """The same match with the cards in other places that this seat has never seen; None if there are none."""
    lines = [json.loads(text) for text in records.text(record).splitlines()]
    deals = [line for line in lines if line.get("do") == "deal"]
    groups = HiddenCards(deals, seat).follow(iter(lines[1:]))
    rng, moved = Random(seed), 0
    for group in groups:
        cards = [card_at(deals, spot) for spot in group]
        rng.shuffle(cards)
        for spot, card in zip(group, cards, strict=True):
            moved += card_at(deals, spot) != card
            place: Any = deals
            for step in spot[:-1]:
                place = place[step]
            place[spot[-1]] = card
    return records.read([json.dumps(line) for line in lines]) if moved else None


def pages(record: Record, seat: int) -> list[bytes]:
    """All that the coach tells this seat."""
    source, found, after = records.text(record).encode(), [], 0
    while True:
        page = coaching.own_page(source, seat, 0, None, after)
        found.append(page)
        after = json.loads(page)["next"]
        if after is None:
            return found


def leaks(game: str) -> int:
    """In how many pairs of matches a seat is told different things though only cards changed that it never saw."""
    different = pairs = 0
    for seed in (1, 2, 3, 4) if game == "wackee_six" else (1, 2):
        record = under_way(match(game, seed))
        for seat in SEATS:
            twin = with_other_hidden_cards(record, seat, seed)
            if twin is not None:
                records.verify(twin)
                pairs += 1
                different += pages(record, seat) != pages(twin, seat)
    assert pairs >= len(SEATS)
    return different


@pytest.mark.parametrize("game", OPTIONS)
def test_what_a_seat_is_told_does_not_depend_on_cards_that_it_never_saw(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(five_crowns, "MOST_SOLVED", 2000)  # a few turns are enough to notice
    assert 0 == leaks(game)


@pytest.mark.parametrize("game", OPTIONS)
def test_a_planted_coach_that_looks_at_hidden_cards_is_caught(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def peeks(seen: Seen) -> Verdict:
        assert seen.open is not None
        return Verdict([(1.0, Remark("x", 1, {"cards": str(seen.open[0])}))], luck=0.0)

    real = reviews
    monkeypatch.setitem(registry.COACHES, game, peeks)
    monkeypatch.setattr(coaching, "reviews", lambda *args, open_cards, **more: real(*args, open_cards=True, **more))
    assert leaks(game) > 0


@pytest.mark.parametrize("game", OPTIONS)
def test_the_length_of_an_answer_tells_nothing_about_the_cards(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(five_crowns, "MOST_SOLVED", 2000)
    sizes = set()
    for seed in (1, 2, 3):
        source = records.text(under_way(match(game, seed))).encode()
        for seat in SEATS:
            page = coaching.own_page(source, seat, 0, 1, 0)
            [one] = json.loads(page)["reviews"]
            assert (1, seat, False) == (one["round"], one["seat"], json.loads(page)["open"])
            sizes.add(len(page))
    assert 1 == len(sizes)


def test_without_padding_the_length_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "_padded", coaching.encode)
    source = records.text(under_way(match("wig_out"))).encode()
    assert len({len(coaching.own_page(source, seat, 0, 1, 0)) for seat in SEATS}) > 1


def test_pages_of_all_seats_go_on_where_the_last_one_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    record = match("wig_out")
    source = records.text(record).encode()
    whole = json.loads(coaching.open_page(source, 0))
    assert whole["next"] is None
    assert whole["open"]
    monkeypatch.setattr(coaching, "PAGE_CPU_S", 0.0)
    found, after = [], 0
    while after is not None:
        page = json.loads(coaching.open_page(source, after))
        assert 1 == len(page["reviews"])
        found += page["reviews"]
        after = page["next"]
    assert whole["reviews"] == found
    assert wants(record) == [(one["round"], one["seat"]) for one in found]
    assert [] == json.loads(coaching.open_page(source, 10_000))["reviews"]
