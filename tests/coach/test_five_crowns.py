"""The claims of the coach of Five Crowns against an exhaustive reference that shares nothing with the solver."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus.bots.five_crowns import EXPERT, LATER, NEXT, NOW, OUT
from rumpus.bots.five_crowns_odds import Odds, unseen
from rumpus.coach import five_crowns as coach
from rumpus.coach.five_crowns import Judge
from rumpus.games import game
from rumpus.games.five_crowns.actions import Discard, Take
from rumpus.games.five_crowns.cards import KIND, RANKS, TEXT, deck, kinds, texts
from rumpus.record import Record, replay
from tests.coach.matches import all_reviews, all_seen, match
from tests.solver.reference_melds import fewest, fewest_after_discard, is_book, is_run, value

Position = tuple[list[str], str]


def positions(count: int, sizes: tuple[int, ...], seed: int) -> list[Position]:
    """Hands after a card was taken, many of them close to going out: half were drawn from few cards."""
    rng = Random(seed)
    found = []
    for number in range(count):
        size = sizes[number % len(sizes)]
        pack = list(deck(1))
        if number % 2:
            suits = rng.sample(range(5), 2)
            pack = [kind for kind in pack if kind // len(RANKS) in suits or kind % len(RANKS) < 3]
        found.append((list(texts(sorted(rng.sample(pack, size)))), RANKS[(size - 4) % len(RANKS)]))
    return found


def wrong_ways_out(way_out: Any) -> list[Position]:
    """The positions in which a way out is claimed that there is not, or none though there is one, or of wrong melds."""
    wrong = []
    outs = 0
    for hand, wild in positions(400, (4, 5, 6, 7), 1):
        way = way_out(kinds(hand), RANKS.index(wild))
        possible = fewest_after_discard(hand, wild) == 0
        outs += possible
        if (way is not None) != possible:
            wrong.append((hand, wild))
        elif way is not None:
            discard, groups = way
            used = sorted([discard, *(card for group in groups for card in group)])
            if used != sorted(hand) or not all(is_book(group, wild) or is_run(group, wild) for group in groups):
                wrong.append((hand, wild))
    assert outs > 40
    return wrong


def test_going_out_was_possible_is_exact() -> None:
    assert [] == wrong_ways_out(coach.way_out)


def test_a_planted_wrong_way_out_is_caught() -> None:
    def overlooks_runs(hand: list[int], wild: int) -> Any:
        way = coach.way_out(hand, wild)
        return None if way and any(is_run(group, RANKS[wild]) for group in way[1]) else way

    assert wrong_ways_out(overlooks_runs)
    assert wrong_ways_out(lambda hand, wild: coach.way_out(hand, (wild + 1) % len(RANKS)))


@cache
def _fewest(hand: tuple[str, ...], wild: str) -> int:
    return fewest(list(hand), wild)


def _less(hand: list[str], card: str) -> list[str]:
    rest = hand.copy()
    rest.remove(card)
    return rest


def _points(hand: list[str], wild: str) -> int:
    return _fewest(tuple(sorted(hand)), wild)


def _meets(card: str, other: str) -> bool:
    near = abs(RANKS.index(card[0]) - RANKS.index(other[0])) <= 2
    return card[0] == other[0] or (card[1] == other[1] and near)


def brute_cost(kept: list[str], wild: str, taken: list[str]) -> float:
    """The expert's estimate by its definition (`Odds.next_draw`), with every card that may come, and the reference."""
    now = _points(kept, wild)
    if not now:
        return -OUT
    naturals = [card for card in kept if card != "**" and card[0] != wild]
    loose = [card for card in set(naturals) if _points(_less(kept, card), wild) < now]
    left = unseen(1, kinds(taken))
    expected = out = 0.0
    for kind, count in enumerate(left):
        card, points = TEXT[kind], now
        is_wild = card == "**" or card[0] == wild
        drawn = f"{wild}t" if is_wild else card  # all wilds are alike in a meld
        with_it = [*kept, drawn]
        helps = not is_wild and any(_meets(card, other) for other in naturals)
        if is_wild or (helps and _points(with_it, wild) < now + value(card, wild)):
            points = min([now, *(_points(_less(with_it, other), wild) for other in loose)])
        expected += count / sum(left) * points
        out += count / sum(left) * (not points)
    return NOW * now + NEXT * expected + LATER * _points([*kept, f"{wild}t"], wild) - OUT * out


def judged(hand: list[str], wild: str) -> dict[str, float]:
    """What the coach says every discard costs."""
    expert = Judge(0, game("five_crowns").options, Random(0), dials=EXPERT)
    odds = Odds(RANKS.index(wild), unseen(1, kinds(hand)))
    view = _view(hand, wild)
    return {TEXT[kind]: cost for kind, cost in expert._costs(kinds(hand), odds, view).items()}


def _view(hand: list[str], wild: str) -> Any:
    """A view in which this hand has taken a card."""
    seen = next(all_seen(match("five_crowns", players=2, levels=("casual",))))
    view = next(moment.view for moment in seen.moments if moment.view.public.taken)
    public = msgspec.structs.replace(view.public, wild=wild, turn=0, out=None)
    return msgspec.structs.replace(view, public=public, private=type(view.private)(hand=tuple(hand)))


def worse_discards(judge: Any) -> tuple[int, list[Position]]:
    """How many discards were judged, and the positions in which the best is not the best by brute force."""
    wrong, count = [], 0
    for hand, wild in positions(120, (4, 5), 2):
        claimed = judge(hand, wild)
        true = {card: brute_cost(_less(hand, card), wild, hand) for card in set(hand)}
        assert set(true) == set(claimed)
        count += len(true)
        best = min(claimed, key=lambda card: (claimed[card], card))
        if true[best] > min(true.values()) + 1e-6 or abs(claimed[best] - true[best]) > 1e-6:
            wrong.append((hand, wild))
    return count, wrong


def test_the_best_discard_is_the_best_of_all_discards_against_all_cards_that_may_come() -> None:
    count, wrong = worse_discards(judged)
    assert count > 400
    assert [] == wrong


def test_a_planted_wrong_estimate_is_caught() -> None:
    def dearest(hand: list[str], wild: str) -> dict[str, float]:
        return {card: cost + 0.5 * value(card, wild) for card, cost in judged(hand, wild).items()}

    assert worse_discards(dearest)[1]


def forgetful(seed: int) -> Record:
    """A match of beginners, who often overlook that they could go out."""
    return match("five_crowns", seed, levels=("beginner",))


def missed_by_the_rules(seed: int) -> dict[tuple[int, int], tuple[int, int]]:
    """By round and seat: the line and the turn in which it first could have gone out and did not, by the rules."""
    record = forgetful(seed)
    first: dict[tuple[int, int], tuple[int, int]] = {}
    turns: dict[int, int] = {}
    before: Any = None
    ways: dict[int, tuple[int, int]] = {}
    for line, state in replay(record):
        if line.action.deals:
            turns, ways = {}, {}
        if isinstance(line.action, Take) and line.by is not None:
            turns[line.by] = turns.get(line.by, 0) + 1
            up = before.copy()
            up.apply(line.by, Take(from_="discard"))
            if line.action.from_ == "draw" and any(getattr(one, "out", False) for one in up.legal(line.by)):
                ways[line.by] = (line.n, turns[line.by])
        elif isinstance(line.action, Discard) and line.by is not None:
            if line.action.melds is None:
                could = any(getattr(one, "out", False) for one in before.legal(line.by))
                way = ways.get(line.by) or ((line.n, turns[line.by]) if could else None)
                if way is not None:
                    first.setdefault((state.round, line.by), way)
            ways.pop(line.by, None)
        before = state.copy()
    return first


def test_missed_ways_out_are_those_that_the_rules_would_have_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "MOST_SOLVED", 0)  # ways out are looked for in every turn all the same
    told = 0
    for seed in (1, 2, 3, 4, 5, 6, 7, 8):
        found = {}
        for seen in all_seen(forgetful(seed)):
            _, missed, _ = coach._look_back(seen)
            if missed is not None:
                found[seen.round, seen.seat] = (missed.n, missed.turn)
        told += len(found)
        assert missed_by_the_rules(seed) == found
    assert told >= 10


def test_the_choices_of_the_last_turn_cost_what_the_reference_says() -> None:
    last = 0
    for seed in (1, 2, 3):
        for seen in all_seen(match("five_crowns", seed)):
            choices, _, _ = coach._look_back(seen)
            for choice in choices:
                if choice.last and choice.up is None:
                    at = next(number for number, one in enumerate(seen.moments) if one.n == choice.n)
                    view, action = seen.moments[at - 1].view, seen.moments[at].action
                    hand, wild = list(view.private.hand), view.public.wild
                    laid = [card for meld in action.melds or () for card in meld]
                    kept = hand.copy()
                    for card in (action.card, *laid):
                        kept.remove(card)
                    points = sum(value(card, wild) for card in kept)
                    assert points - fewest_after_discard(hand, wild) == choice.loss
                    last += 1
    assert last > 10


def test_a_tired_judge_leaves_the_turns_that_follow_alone_and_still_finds_ways_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = max(all_seen(match("five_crowns", 2)), key=lambda one: len(one.moments))
    whole, missed, turns = coach._look_back(seen)
    monkeypatch.setattr(coach, "MOST_SOLVED", 1)
    part, still_missed, same = coach._look_back(seen)
    assert 1 == len(part) < len(whole)
    assert (missed, turns) == (still_missed, same)


def test_the_card_on_top_of_the_draw_pile_is_told_only_when_the_match_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "MOST_SOLVED", 0)
    for is_over in (False, True):
        told = [
            remark
            for seed in range(1, 7)
            for one in all_reviews(match("five_crowns", seed), open_cards=is_over)
            for remark in one.remarks
            if remark.reason == "coach-fc-next-card"
        ]
        assert is_over == bool(told)
        assert all(str(remark.facts["card"]) in KIND for remark in told)
