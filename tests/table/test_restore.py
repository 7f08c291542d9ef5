"""A table restored from its journal is the same as before."""

from __future__ import annotations

import msgspec
import pytest

from rumpus.games.five_crowns.actions import Take
from rumpus.table import Table, Unplayable
from rumpus.wire import Settings
from tests.table.desk import Desk, quiet


@pytest.mark.parametrize("game", ["five_crowns", "wackee_six", "wig_out"])
def test_a_table_restored_from_its_journal_is_the_same_at_every_entry(game: str) -> None:
    options = {"turn_limit": 3} if game == "five_crowns" else {}
    desk = Desk(game, 3, bots=("casual",), options=options).begin()
    desk.wait(21)
    for count in range(60):
        if not desk.act():
            desk.wait(0.3)
        if count % 10 == 0:
            restored = desk.restored()
            assert desk.lobby() == restored.lobby
            assert desk.table.seq == restored.seq
            assert restored.match is not None
            assert desk.state == restored.match.state
            assert desk.table.match.history == restored.match.history  # type: ignore[union-attr]  # a match is on
            assert set(desk.table.match.bots) == set(restored.match.bots)  # type: ignore[union-attr]  # as above
            assert restored.due() is None


def test_a_table_comes_back_after_a_match_whose_sides_were_chosen_anew() -> None:
    desk = Desk("wackee_six", 4, options={"partners": True}).begin()
    seats = desk.lobby().seats
    later = msgspec.structs.replace(desk.lobby(), stage="lobby", seats=(*seats[:2], *[None] * 10), sides=((0,), (1,)))
    desk.table.write(desk.now, lobby=later)
    restored = desk.restored()
    assert later == restored.lobby
    assert restored.match is not None
    assert desk.state == restored.match.state


def test_a_journal_of_another_rules_version_is_not_played() -> None:
    desk = Desk("wig_out", 2).begin()
    entries = [(seq, at, body.replace(b'"rules":1', b'"rules":99')) for seq, at, body in desk.entries()]
    with pytest.raises(Unplayable, match="version 99"):
        Table.restore(entries, desk.stream, quiet)


def test_a_journal_against_the_rules_is_not_played() -> None:
    desk = Desk("wig_out", 2).begin()
    desk.wait(21)
    desk.act()
    entries = desk.entries()
    broken = [entry for entry in entries if b'"do":"go"' not in entry[2]]
    with pytest.raises(Unplayable):
        Table.restore(broken, desk.stream, quiet)
    with pytest.raises(Unplayable):
        Table.restore([(1, 0.0, b"{}")], desk.stream, quiet)
    with pytest.raises(Unplayable):
        Table.restore([(1, 0.0, b"nonsense")], desk.stream, quiet)


def test_a_bots_late_answer_is_ignored() -> None:
    desk = Desk("five_crowns", 2, settings=Settings(grace_s=0)).begin()
    seat = desk.state.turn
    person = seat + 1
    desk.table.went(person, desk.now)
    desk.table.tick(desk.now)
    thought = desk.thoughts.pop()
    desk.table.came(person, desk.now)
    assert desk.table.match is not None
    desk.table.decided(desk.table.match, thought, thought.bot, (Take(from_="draw"), 0.0), desk.now)
    desk.wait(5)
    assert seat == desk.state.turn
    assert not desk.state.taken
