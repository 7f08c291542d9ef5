"""After a tie those who tied decide whether to play it off, though the table did not say so before (FC-22)."""

from __future__ import annotations

import msgspec
import pytest

from rumpus import record, wire
from rumpus.games.five_crowns.actions import Discard, Take
from rumpus.games.five_crowns.cards import deck, texts
from rumpus.lobby import Declined, PlayOff
from rumpus.table import Step
from tests.table.desk import Desk

QUICK = {"rounds": 1, "turn_limit": 1}
TIED = ("4t 7h 8c", "4h 7t 8s", "9c Jd Kt")  # 19, 19 and 33 points


def a_deal(hands: tuple[str, ...]) -> dict[str, object]:
    """A first round in which everybody draws a joker, and throws it away."""
    rest = list(texts(deck(1)))
    dealt = [hand.split() for hand in hands]
    for card in [card for hand in dealt for card in hand]:
        rest.remove(card)
    draw = sorted(rest, key=lambda card: card != "**")
    discard = draw.pop()
    return {
        "do": "deal",
        "round": 1,
        "dealer": 0,
        "wild": "3",
        "hands": dealt,
        "discard": discard,
        "draw": draw,
    }


def tied(people: int = 3, bots: tuple[str, ...] = (), **options: object) -> Desk:
    """A table whose match has ended in a tie of its first two seats."""
    deals = (msgspec.Raw(msgspec.json.encode(a_deal(TIED[: people + len(bots)]))),)
    desk = Desk("five_crowns", people, bots=bots, options=QUICK | options, deals=deals).begin()
    desk.wait(0)
    for _ in range(people + len(bots)):
        seat = desk.state.turn
        person = desk.lobby().place(seat).person
        if person is None:
            desk.wait(30)
            continue
        desk.do(person, Take(from_="draw"))
        desk.do(person, Discard(card="**"))
    return desk


@pytest.mark.rule("FC-22")
class TestATieIsThere:
    def test_those_who_tied_are_asked(self) -> None:
        desk = tied()
        assert PlayOff(asked=(1, 2)) == desk.lobby().play_off
        assert "match" == desk.lobby().stage
        assert wire.Countdown(why="tie", ms=20_000) in desk.news
        with pytest.raises(Declined) as no:
            desk.ask(3, wire.PlayItOff)
        assert "table-not-tied" == no.value.reason

    def test_when_all_of_them_agree_it_is_played_off_and_the_record_replays(self) -> None:
        desk = tied()
        desk.ask(1, wire.PlayItOff)
        assert PlayOff(asked=(1, 2), agreed=(1,)) == desk.lobby().play_off
        desk.ask(2, wire.PlayItOff)
        assert desk.lobby().play_off is None
        assert (True, [6, 6, 0]) == (desk.state.tie_break, list(map(len, desk.state.hands)))
        whole = desk.table.record()
        assert whole is not None
        assert desk.state == record.verify(record.read(record.text(whole).splitlines()))

    def test_without_their_word_they_share_after_a_while(self) -> None:
        desk = tied()
        desk.ask(1, wire.PlayItOff)
        desk.wait(19.9)
        assert "match" == desk.lobby().stage
        desk.wait(0.2)
        assert ("over", None) == (desk.lobby().stage, desk.lobby().play_off)
        assert (0, 1) == desk.state.result.winners
        whole = desk.table.record()
        assert whole is not None
        assert desk.state == record.verify(record.read(record.text(whole).splitlines()))

    def test_one_who_would_rather_share_decides_it(self) -> None:
        desk = tied()
        desk.ask(1, wire.PlayItOff)
        desk.ask(2, wire.PlayItOff, agree=False)
        assert ("finished", (0, 1)) == (desk.state.result.why, desk.state.result.winners)

    def test_a_stand_in_has_no_say(self) -> None:
        desk = tied()
        desk.ask(1, wire.PlayItOff)
        desk.ask(2, wire.Leave)
        assert desk.state.tie_break

    def test_bots_alone_share(self) -> None:
        desk = tied()
        desk.ask(1, wire.Leave)
        desk.ask(2, wire.Leave)
        assert "over" == desk.lobby().stage

    def test_a_table_that_is_loaded_again_still_asks(self) -> None:
        desk = tied()
        desk.ask(1, wire.PlayItOff)
        table = desk.restored()
        for person in (1, 2, 3):
            table.came(person, desk.now)
        assert PlayOff(asked=(1, 2), agreed=(1,)) == table.lobby.play_off
        table.ask(2, wire.PlayItOff(id="y"), desk.now)
        assert table.match is not None
        assert (False, 2) == (table.match.state.undecided(), table.match.state.round)

    def test_there_is_no_question_without_a_tie_or_with_the_option(self) -> None:
        desk = tied(tie_break=True)
        assert desk.lobby().play_off is None
        with pytest.raises(Declined):
            desk.ask(1, wire.PlayItOff)


def test_a_step_has_the_question_in_it() -> None:
    steps = [news for news in tied().news if isinstance(news, Step)]
    assert PlayOff(asked=(1, 2)) == next(step.lobby.play_off for step in steps[::-1] if step.lobby)
