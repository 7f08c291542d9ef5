"""The numbers that the browser's score pad refuses by are those of the rules."""

from __future__ import annotations

import pytest

from rumpus.contract import Illegal
from rumpus.games.five_crowns import lay_down
from rumpus.games.five_crowns.cards import deck, wild_rank
from rumpus.games.wig_out.actions import DRAW, SHOUT, Lay
from rumpus.games.wig_out.cards import CHARACTERS
from rumpus.shuffle import Shuffle, seeded
from tests.rules import score_pad
from tests.rules.wig_out_deals import deal, hand, playing, start


def test_the_file_that_the_browser_is_tested_with_is_what_the_rules_say() -> None:
    assert score_pad.VECTORS.read_text() == score_pad.text()


@pytest.mark.rule("FC-17")
def test_no_hand_leaves_points_that_the_pad_would_refuse() -> None:
    shuffle = Shuffle(seeded("score pad"))
    for dealt in range(3, 14):
        possible = set(score_pad.sums(dealt, 1))
        for _ in range(30):
            cards = shuffle.shuffled(deck(1))[:dealt]
            assert lay_down.arrange(cards, wild_rank(dealt)).points in possible


@pytest.mark.rule("WO-12")
@pytest.mark.rule("WO-17")
def test_a_hand_has_at_most_as_many_cards_as_there_are_characters() -> None:
    first, second, *others = CHARACTERS
    slow = (second, *others[:6])
    state = playing(deal(hand(**{first: 3, second: 4}), slow, turned=(first, first), top=(*others[6:], others[0])))
    for _ in range(5):
        state.apply(1, DRAW)
    with pytest.raises(Illegal, match="wo-"):
        state.apply(1, DRAW)

    for _ in range(3):
        state.apply(0, Lay(card=first))
    state.apply(0, start(second, 4))
    state.apply(0, SHOUT)

    assert state.sheet == [(0, len(CHARACTERS))]
