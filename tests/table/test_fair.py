"""Deals that anybody can check, at a table: the commit, the salts, the reveals, restarts, and the same deal again."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rumpus import audit, fair, record, wire
from rumpus.contract import Illegal, Score, drawn
from rumpus.lines import Commit, Reveal
from rumpus.lobby import start
from rumpus.table import Table, record_of
from rumpus.wire import Settings
from tests.table.desk import Desk, quiet

GAMES = ["five_crowns", "wackee_six", "wig_out"]
QUICK = Settings(countdown_s=0, wait_s=0, turn_s=5)
SALTS = {1: "00" * 16, 2: "ab" * 16}


def opened(game: str, people: int = 2, **ask: Any) -> Desk:
    """A table in whose lobby everybody has sent a salt."""
    desk = Desk(game, people, **{"settings": QUICK, "bots": ("skilled",), **ask})
    for person in range(1, people + 1):
        desk.ask(person, wire.Salt, commit=commit_of(desk), salt=SALTS[person])
    return desk


def commit_of(desk: Desk) -> str:
    chain = desk.lobby().chain
    assert chain is not None
    return chain.commit


def leave_it_to_bots(desk: Desk, hours: int = 2) -> Desk:
    """Everybody goes away for a while, and somebody who watches lets time pass until the match is over."""
    desk.table.join(wire.JoinTable(code=desk.code, name="Wim", watch=True), f"watch-{desk.now}", desk.now)
    desk.table.came(desk.lobby().newest, desk.now)
    for person in desk.lobby().seated():
        desk.table.went(person, desk.now)
    for _ in range(hours * 180):
        desk.wait(20)
        desk.table.listen({}, desk.now)  # nobody has a card in the air
        if desk.lobby().stage == "over":
            break
    assert "over" == desk.lobby().stage
    for one in desk.lobby().people:
        if desk.lobby().seat_of(one.id) is not None:
            desk.table.came(one.id, desk.now)
    return desk


def short(game: str) -> dict[str, Any]:
    return {"wackee_six": {"target": 1}, "wig_out": {"rounds": 2}, "five_crowns": {"rounds": 3}}[game]


def finished(game: str, seed: str = "desk") -> Desk:
    """A match that has ended."""
    return leave_it_to_bots(opened(game, seed=seed, options=short(game)).begin())


def record_at(desk: Desk) -> record.Record:
    return record_of(desk.entries())


@pytest.mark.parametrize("game", GAMES)
def test_every_deal_of_a_match_at_a_table_can_be_checked(game: str) -> None:
    desk = finished(game)
    whole = record_at(desk)
    rounds = list(audit.check(record.read(record.text(whole).splitlines())))
    assert whole.header.fair is not None
    assert (SALTS[1], "", SALTS[2]) == whole.header.fair.salts
    assert all(one.revealed for one in rounds)
    assert [number for one in rounds for number in one.seeds] == list(
        range(1, 1 + sum(drawn(line.action) for line in whole.lines))
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_seeds_of_a_round_follow_its_score_and_come_before_the_result(game: str) -> None:
    actions = [line.action for line in record_at(finished(game)).lines]
    scores = [at for at, action in enumerate(actions) if isinstance(action, Score)]
    assert scores
    assert all(isinstance(actions[at + 1], Reveal) for at in scores)
    assert len(scores) == sum(isinstance(action, Reveal) for action in actions)


def test_a_match_that_is_left_reveals_the_seeds_before_its_result() -> None:
    desk = opened("five_crowns").begin()
    desk.wait(1)
    for person in (2, 1):
        desk.ask(person, wire.Leave)
    whole = record_at(desk)
    assert ["Reveal", "Result"] == [type(line.action).__name__ for line in whole.lines[-2:]]
    assert [audit.Round(1, (1,))] == list(audit.check(whole))


def test_the_commit_is_told_before_the_salts_and_is_the_one_that_is_used() -> None:
    desk = opened("wig_out")
    told = wire.lobby_view(desk.lobby(), desk.code).fair
    assert told == fair.Fair(v=1, commit=commit_of(desk), salts=())
    desk.begin()
    told_then = wire.lobby_view(desk.lobby(), desk.code).fair
    header = record_at(desk).header
    assert header.fair == told_then == fair.Fair(v=1, commit=told.commit, salts=(SALTS[1], "", SALTS[2]))


def test_a_salt_counts_for_the_commit_that_its_client_has_seen() -> None:
    desk = opened("wig_out")
    for commit in ("00" * 32, commit_of(Desk("wig_out", seed="other"))):
        with pytest.raises(Illegal, match="table-not-now"):
            desk.ask(1, wire.Salt, commit=commit, salt="11" * 16)
    desk.begin()
    with pytest.raises(Illegal, match="table-not-now"):
        desk.ask(1, wire.Salt, commit=commit_of(desk), salt="11" * 16)
    assert record_at(desk).header.fair == desk.lobby().chain.told()  # type: ignore[union-attr]  # it has one


def test_salts_are_nobodys_business_before_the_match() -> None:
    desk = opened("wig_out")
    before = len(desk.news)
    desk.ask(2, wire.Salt, commit=commit_of(desk), salt="cd" * 16)
    assert len(desk.news) == before
    assert "cdcd" not in str(wire.encode(wire.lobby_view(desk.lobby(), desk.code)))


def test_who_joins_late_or_has_no_client_that_sends_salts_can_play() -> None:
    desk = opened("wig_out", 2, bots=())
    desk.table.join(wire.JoinTable(code=desk.code, name="Late"), "token-3", desk.now)
    desk.table.came(3, desk.now)
    desk.begin()
    told = record_at(desk).header.fair
    assert told is not None
    assert (SALTS[1], SALTS[2], "") == told.salts


def test_a_rematch_has_a_chain_of_its_own_and_asks_for_new_salts() -> None:
    desk = finished("wig_out")
    first = commit_of(desk)
    desk.ask(1, wire.Rematch)
    assert first != commit_of(desk)
    assert {""} == {person.salt for person in desk.lobby().people}
    desk.ask(1, wire.Ready)
    desk.begin()
    told = record_at(desk).header.fair
    assert told is not None
    assert (commit_of(desk), ("", "", "")) == (told.commit, told.salts)


def test_scripted_deals_promise_nothing() -> None:
    desk = Desk("wig_out", 2, deals=(wire_deal(),)).begin()
    whole = record_at(desk)
    assert (None, True) == (whole.header.fair, whole.header.scripted)
    assert wire.lobby_view(desk.lobby(), desk.code).fair is None
    with pytest.raises(audit.Nothing):
        audit.check(whole)
    with pytest.raises(Illegal, match="table-not-now"):
        desk.ask(1, wire.Salt, commit="00" * 32, salt="11" * 16)


def wire_deal() -> Any:
    other = opened("wig_out", bots=()).begin()
    deal = next(action for _, action in other.lines() if action.deals)
    return msgspec.Raw(wire.encode(deal))


# Restarts


@pytest.mark.parametrize("game", GAMES)
def test_a_restart_at_any_entry_goes_on_with_the_same_chain(game: str) -> None:
    desk = finished(game)
    entries = desk.entries()
    whole = record_at(desk)
    deals = [line.action for line in whole.lines if line.action.deals]
    for count in range(1, len(entries)):
        table = Table.restore(entries[:count], desk.stream, quiet)
        match = table.match
        if match is None or match.state.phase != 0 or table.lobby.stage != "match":
            continue
        again = match.state.owed(match.house.shuffle(deals=True))
        assert again == deals[match.state.round]  # what was drawn and not saved is drawn again, card by card


def test_a_chain_that_is_used_up_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair, "CHAIN", 2)
    desk = finished("five_crowns")
    whole = record_at(desk)
    commits = [line.action.commit for line in whole.lines if isinstance(line.action, Commit)]
    assert commits
    assert len(commits) == (sum(drawn(line.action) for line in whole.lines) - 1) // 2
    assert all(one.revealed for one in audit.check(whole))
    last = next(line.action for line in reversed(whole.lines) if isinstance(line.action, Reveal))
    assert fair.secret_makes(last.secret or "", [commit_of(desk), *commits])
    assert desk.lobby().dealt is None  # its secret is out, so nothing can be dealt from it any more
    restored = Table.restore(desk.entries(), desk.stream, quiet)
    assert restored.lobby == desk.lobby()


# The same deal again


def second_match(desk: Desk, *, rematch: bool = True) -> Desk:
    """A rematch with the same deals."""
    if rematch:
        desk.ask(1, wire.Rematch)
    desk.ask(1, wire.Again)
    desk.ask(2, wire.Ready)
    desk.ask(1, wire.Begin)
    return leave_it_to_bots(desk)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_deals_are_played_again_with_the_seats_turned(game: str) -> None:
    desk = finished(game)
    old = record_at(desk)
    new = record_at(second_match(desk))
    names = [chair.name for chair in old.header.seats]
    assert [names[-1], *names[:-1]] == [chair.name for chair in new.header.seats]
    rounds = list(audit.check(new))
    deals = [[line.action for line in one.lines if line.action.deals] for one in (old, new)]
    shared = min(map(len, deals))
    assert shared >= 1
    assert deals[0][:shared] == deals[1][:shared]
    assert shared == audit.check_again(old, new)
    fresh = [number for one in rounds for number in one.seeds[1:]]  # reshuffles
    fresh += [one.seeds[0] for one in rounds[len(deals[0]) :]]
    used = {number for one in audit.check(old) for number in one.seeds}
    assert used.isdisjoint(fresh)


def test_the_same_deal_a_third_time_goes_on_with_the_chain() -> None:
    desk = finished("five_crowns")
    second = record_at(second_match(desk))
    third = record_at(second_match(desk))
    assert audit.check_again(second, third) == 3
    assert all(one.revealed for one in audit.check(third))
    assert third.header.seats[2].name == second.header.seats[1].name


def test_the_same_deal_needs_the_same_seats_and_options() -> None:
    desk = finished("wig_out")
    assert wire.lobby_view(desk.lobby(), desk.code).again is None
    desk.ask(1, wire.Rematch)
    assert wire.lobby_view(desk.lobby(), desk.code).again is False
    with pytest.raises(Illegal, match="table-host-only"):
        desk.ask(2, wire.Again)
    desk.ask(1, wire.Again)
    assert wire.lobby_view(desk.lobby(), desk.code).again is True
    desk.ask(1, wire.AddBot, seat=3, level="casual")
    assert wire.lobby_view(desk.lobby(), desk.code).again is None
    with pytest.raises(Illegal, match="table-no-again"):
        desk.ask(1, wire.Again)
    desk.ask(1, wire.RemoveBot, seat=3)
    assert wire.lobby_view(desk.lobby(), desk.code).again is True
    desk.ask(1, wire.Configure, options={"rounds": 3})
    assert wire.lobby_view(desk.lobby(), desk.code).again is None
    desk.ask(2, wire.Ready)
    desk.ask(1, wire.Begin)
    told = record_at(desk).header.fair
    assert told is not None
    assert told.again is None


@pytest.mark.parametrize(("sides", "turn"), [(((0, 2), (1, 3)), 1), (((0, 1), (2, 3)), 2)])
def test_partners_stay_together_when_the_seats_are_turned(sides: tuple[tuple[int, ...], ...], turn: int) -> None:
    partners = {"partners": True, "target": 1}
    desk = Desk("wackee_six", 1, bots=("skilled",) * 3, options=partners, settings=QUICK)
    desk.ask(1, wire.Arrange, sides=sides)
    leave_it_to_bots(desk.begin())
    desk.ask(1, wire.Rematch)
    assert turn == start.turn(desk.lobby())


def test_who_plays_alone_cannot_be_turned_into_a_pair() -> None:
    options = {"partners": True, "target": 1, "alone": 0}
    desk = Desk("wackee_six", 1, bots=("skilled",) * 4, options=options, settings=QUICK)
    leave_it_to_bots(desk.begin())
    desk.ask(1, wire.Rematch)
    assert wire.lobby_view(desk.lobby(), desk.code).again is None


# What a round was dealt


def test_a_round_lies_open_when_it_is_over_and_not_before() -> None:
    desk = opened("five_crowns", options={"rounds": 2}).begin()
    with pytest.raises(Illegal, match="table-not-now"):
        desk.table.deals_of(1)
    leave_it_to_bots(desk)
    first = desk.table.deals_of(1)
    assert (1, first.numbers[0], len(first.numbers)) == (1, 1, len(first.seeds))
    assert len(first.lines) == len(first.seeds)
    with pytest.raises(Illegal, match="table-not-now"):
        desk.table.deals_of(3)
    desk.ask(1, wire.Rematch)
    with pytest.raises(Illegal, match="table-not-now"):
        desk.table.deals_of(1)


def test_no_text_of_a_table_shows_its_secret() -> None:
    desk = opened("wig_out").begin()
    chain = desk.lobby().chain
    assert chain is not None
    assert chain.secret not in f"{desk.lobby()!r} {chain} {desk.table.match.header!r}"  # type: ignore[union-attr]
