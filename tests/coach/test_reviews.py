"""What holds for every coach: its sums, its remarks in words, and which rounds it looks at."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus import text
from rumpus.coach import Remark, Review, Seen, coach, reviews
from rumpus.coach.base import MOST_REMARKS, Verdict, review
from rumpus.contract import Score
from rumpus.games import GAMES
from tests.coach.matches import OPTIONS, all_reviews, all_seen, match, wants

GAMES_WITH = list(OPTIONS)


def sums_up(one: Review) -> bool:
    """Whether a round's points are the table's average, luck and choices together."""
    return abs(one.points - one.par - one.luck - one.choices) < 1e-6


@pytest.mark.parametrize("game", GAMES_WITH)
def test_the_points_of_a_round_are_the_average_and_luck_and_choices(game: str) -> None:
    for seed in (1, 2):
        record = match(game, seed)
        points = {line.action.round: line.action.points for line in record.lines if isinstance(line.action, Score)}
        found = all_reviews(record, open_cards=True)
        assert len(wants(record)) == len(found)
        for one in found:
            assert sums_up(one)
            assert points[one.round][one.seat] == one.points
            assert abs(sum(points[one.round]) / len(points[one.round]) - one.par) <= 0.05
            assert 1 <= len(one.remarks) <= MOST_REMARKS


@pytest.mark.parametrize("game", GAMES_WITH)
@pytest.mark.parametrize("language", text.LANGUAGES)
def test_every_remark_has_words(game: str, language: str) -> None:
    record = match(game)
    names = [chair.name for chair in record.header.seats]
    for one in all_reviews(record, open_cards=True):
        for remark in one.remarks:
            assert text.remark(remark.reason, remark.facts, language, str, names)
            assert 0 <= remark.n <= len(record.lines)


def test_luck_that_was_worked_out_leaves_the_rest_to_the_choices_and_the_best_remarks_come_first() -> None:
    seen = next(all_seen(match("wig_out")))._replace(points=(7, 1, 4), party=0)
    said = [(float(weight), Remark(f"r{weight}", weight)) for weight in (1, 4, 2, 3)]
    one = review(seen, Verdict(said, luck=-2.0))
    assert (7, 4.0, -2.0, 5.0) == (one.points, one.par, one.luck, one.choices)
    assert ["r4", "r3", "r2"] == [remark.reason for remark in one.remarks]
    other = review(seen, Verdict(said, choices=1.5, among=(0, 1)))
    assert (4.0, 1.5, 1.5) == (other.par, other.luck, other.choices)
    assert sums_up(one)
    assert not sums_up(
        Review(round=1, seat=0, points=7, par=4.0, luck=-2.0, choices=4.9, remarks=())
    )  # a planted fault


def test_rounds_that_a_bot_played_before_are_left_out() -> None:
    record = match("wig_out")
    deals: list[tuple[int, Any]] = [(line.n, line.action) for line in record.lines if line.action.deals]
    second = next(number for number, deal in deals if deal.round == 2)
    judge = coach("wig_out")
    assert judge is not None
    found = reviews(record, judge, [(1, 0), (2, 0), (3, 0)], open_cards=False, since=second - 1)
    assert [2, 3] == [one.round for one in found]
    assert [3] == [
        one.round for one in reviews(record, judge, [(1, 0), (2, 0), (3, 0)], open_cards=False, since=second)
    ]


def test_a_game_without_a_coach_has_none() -> None:
    assert coach("no_such_game") is None
    assert all(coach(game) is not None for game in GAMES if game in GAMES_WITH)


def test_open_cards_are_passed_on_only_when_asked_for() -> None:
    def no_cards(seen: Seen) -> Verdict:
        assert seen.open is None
        assert seen.moments[0].action.hands is None
        return Verdict([], luck=0.0)

    record = match("five_crowns")
    assert list(reviews(record, no_cards, [(1, 0)], open_cards=False))
    with pytest.raises(AssertionError):
        list(reviews(record, no_cards, [(1, 0)], open_cards=True))
