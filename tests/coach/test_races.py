"""The times of the coach in both races against the record, replayed step by step with the rules."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from statistics import median
from typing import Any

import pytest

from rumpus.coach import Seen, races, wackee_six, wig_out
from rumpus.coach.base import Moment
from rumpus.contract import PLAY, Go
from rumpus.games.wackee_six.actions import Play
from rumpus.games.wig_out.actions import Lay, Start
from rumpus.games.wig_out.cards import DECK
from rumpus.lines import Contest, Rival
from rumpus.record import Record, replay
from tests.coach.matches import all_reviews, all_seen, match

RACES: dict[str, Any] = {"wig_out": wig_out, "wackee_six": wackee_six}
# By round and seat: the card, since when, until when, and how it ended
Times = dict[tuple[int, int], list[tuple[str, float, float, str]]]


def what(action: Any) -> Any:
    """Which cards an action plays, so that the same play can be found again a step later; None for anything else."""
    match action:
        case Lay(card=card):
            return card
        case Start(cards=cards):
            return cards[0]
        case Play(card=card, from_=place):
            return place, card
    return None


def by_the_rules(record: Record) -> Times:
    """Every play that the rules allowed, for as long as they did without a break."""
    found: Times = defaultdict(list)
    waiting: dict[tuple[int, Any], float] = {}
    number = 0
    for line, state in replay(record):
        if line.action.fact:
            continue
        deal: Any = line.action
        number = deal.round if deal.deals else number
        now = {
            (seat, key)
            for seat in range(state.players)
            if state.phase == PLAY
            for key in map(what, state.legal(seat))
            if key is not None
        }
        for seat, key in list(waiting):
            played = line.by == seat and what(line.action) == key
            if played or (seat, key) not in now:
                end = "over" if state.phase != PLAY else "taken" if line.by not in (seat, None) else "gone"
                card = key if isinstance(key, str) else key[1]
                since = waiting.pop((seat, key))
                found[number, seat].append((card, since, line.at, "played" if played else end))
        for one in now:
            waiting.setdefault(one, line.at)
    return found


def told(game: str, seen: Seen) -> list[races.Stretch]:
    """What the coach measures."""
    return races.stretches(seen, RACES[game]._plays, RACES[game]._played)


def differences(game: str, shift_s: float = 0.0) -> tuple[int, int]:
    """How many plays were compared, and how many of them the coach has otherwise than the rules."""
    compared = wrong = 0
    for seed in (1, 2):
        record = match(game, seed)
        expected = by_the_rules(record)
        for seen in all_seen(record):
            found = [(one.card, one.since, one.until + shift_s, one.end) for one in told(game, seen)]
            true = expected[seen.round, seen.seat]
            compared += len(true)
            wrong += len(set(found) ^ set(true)) + abs(len(found) - len(true))
    return compared, wrong


@pytest.mark.parametrize(("game", "least"), [("wig_out", 150), ("wackee_six", 150)])
def test_plays_lay_open_exactly_as_long_as_the_rules_allowed_them(game: str, least: int) -> None:
    compared, wrong = differences(game)
    assert compared > least
    assert 0 == wrong


@pytest.mark.parametrize("game", RACES)
def test_planted_wrong_times_and_plays_are_caught(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert differences(game, shift_s=0.1)[1] > 0
    real = RACES[game]._plays
    monkeypatch.setattr(RACES[game], "_plays", lambda view: dict(list(real(view).items())[:1]))
    assert differences(game)[1] > 0


@pytest.mark.parametrize("game", RACES)
def test_a_reaction_begins_when_the_play_lay_open_and_the_hands_were_free(game: str) -> None:
    for seen in all_seen(match(game)):
        own = [moment.at for moment in seen.moments if moment.by == seen.seat or isinstance(moment.action, Go)]
        played = [one for one in told(game, seen) if one.end == "played"]
        for one in played:
            free = max([at for at in own if at < one.until], default=one.since)
            assert one.reaction <= one.until - one.since + 1e-9
            assert one.reaction >= min(one.until - free, one.until - one.since) - 1e-9
        if len(played) >= races.FEWEST_PLAYS:
            [(_, remark)] = races._pace(played)
            assert round(median(one.reaction for one in played), 1) == remark.facts["seconds"]


@pytest.mark.parametrize("game", RACES)
def test_whoever_decided_the_round_stayed_ahead_from_there_to_the_call(game: str) -> None:
    decided = 0
    for seed in (1, 2):
        for seen in all_seen(match(game, seed)):
            one = races._decided(seen, RACES[game]._left)
            if one is None:
                continue
            decided += 1
            caller = next(moment for moment in seen.moments if type(moment.action).__name__ == "Shout")
            party = next(at for at, count in enumerate(RACES[game]._left(caller.view)) if not count)
            for moment in seen.moments[: seen.moments.index(caller) + 1]:
                left = RACES[game]._left(moment.view)
                is_ahead = all(left[party] < count for at, count in enumerate(left) if at != party)
                if moment.n >= one[1].n:
                    assert is_ahead
                elif moment.n == one[1].n - 1:
                    assert not is_ahead
    assert decided > 3


def _with(moment: Moment, **more: Any) -> Moment:
    return moment._replace(**more)


def test_contests_are_counted_for_winner_and_loser_and_nobody_else() -> None:
    seen = next(all_seen(match("wig_out")))
    at = next(number for number, moment in enumerate(seen.moments) if moment.by == 1)
    contest = Contest(seen=1.0, over=(Rival(by=0, seen=1.1),))
    moments = list(seen.moments)
    moments[at] = _with(moments[at], contest=contest)
    facts = {}
    for seat in (0, 1, 2):
        said = races._contests(seen._replace(seat=seat, moments=tuple(moments)))
        facts[seat] = said[0][1].facts if said else None
    assert {0: {"won": 0, "count": 1}, 1: {"won": 1, "count": 1}, 2: None} == facts


def test_a_late_call_is_told_with_its_seconds() -> None:
    seen = next(
        one
        for seed in range(1, 9)
        for one in all_seen(match("wig_out", seed))
        if any(type(moment.action).__name__ == "Shout" and moment.by == one.seat for moment in one.moments)
    )
    at = next(number for number, moment in enumerate(seen.moments) if type(moment.action).__name__ == "Shout")
    moments = [*seen.moments[:at], *(_with(one, at=one.at + 10.0) for one in seen.moments[at:])]
    before = max(one.at for one in seen.moments[:at] if one.by == seen.seat)
    [(_, remark)] = races._late_call(seen._replace(moments=tuple(moments)))
    assert round(moments[at].at - before, 1) == remark.facts["seconds"]


def test_luck_is_nothing_on_average_whatever_the_cards() -> None:
    """The luck of a fair deck is a sum of surprises, so that its mean is zero: within four standard errors."""
    for game in RACES:
        luck = [one.luck for seed in range(1, 13) for one in all_reviews(match(game, seed))]
        mean = sum(luck) / len(luck)
        error = (sum((one - mean) ** 2 for one in luck) / len(luck) ** 2) ** 0.5
        assert abs(mean) < 4 * error + 0.05, game
        assert error < 0.8


def test_the_cards_that_fit_in_a_dealt_hand_are_as_many_as_expected() -> None:
    rng = Random(1)
    counts = []
    for _ in range(4000):
        cards = rng.sample(DECK, 9)
        hand, turned = cards[:7], cards[7:]
        counts.append(sum(hand.count(card) > 1 or card in turned for card in hand))
    assert abs(sum(counts) / len(counts) - wig_out.expected_at_deal(7)) < 0.12
