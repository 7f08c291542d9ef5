"""Tournaments: balanced, paired, repeatable, and resumed where they stopped."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus.bots import bot
from rumpus.contract import Malformed
from rumpus.games import game
from rumpus.playout import Playout
from rumpus.research import simulate, tournament
from rumpus.research.ratings import Match, ratings
from rumpus.research.summary import seat_shares, share, student
from rumpus.research.tournament import Plan, lineups, play, report, schedule, turns
from rumpus.research.tournament_page import page
from tests.support.command import rumpus, said

PLAN = Plan("wig_out", 2, ("greedy", "random"), "t", 40, {"rounds": 1})


def test_as_many_bots_as_seats_are_one_lineup() -> None:
    assert [("a", "b", "b")] == lineups(["a", "b", "b"], 3)


def test_more_bots_than_seats_meet_in_every_choice() -> None:
    assert [("a", "b"), ("a", "c"), ("b", "c")] == lineups(["a", "b", "c"], 2)


def test_fewer_bots_than_seats_meet_in_every_mix() -> None:
    assert [("a", "a", "b"), ("a", "b", "b")] == lineups(["a", "b"], 3)
    assert [("a", "a")] == lineups(["a"], 2)


def test_seats_are_rotated_without_repeats() -> None:
    assert [("a", "b", "b"), ("b", "b", "a"), ("b", "a", "b")] == turns(("a", "b", "b"))
    assert [("a", "b", "a", "b"), ("b", "a", "b", "a")] == turns(("a", "b", "a", "b"))


def test_every_deal_is_played_by_every_lineup_in_every_rotation() -> None:
    slots = schedule(Plan("wig_out", 3, ("a", "b"), 1, 20))
    assert 24 == len(slots)
    assert {6} == set(Counter(deal for deal, _, _ in slots).values())


def test_rotated_seats_get_the_same_deals() -> None:
    """The same bots on rotated seats play the same match."""
    plan = Plan("wig_out", 2, ("greedy", "greedy"), "same", 2, {"rounds": 2})
    one, other = (tournament._play(plan, (0, 0, 0)) for _ in range(2))
    assert one == other


def test_shares_of_a_deal_add_up_and_the_better_bot_leads() -> None:
    found = report(PLAN, list(play(PLAN)))
    assert 1.0 == pytest.approx(sum(standing.share for standing in found.bots.values()))
    assert (40, 20) == (found.matches, found.deals)
    crowns = Plan("wackee_six", 2, ("greedy", "random"), 1, 80, {"target": 20})
    strong, weak = report(crowns, list(play(crowns))).bots.values()
    assert strong.low > weak.high
    assert strong.rating > 1500 > weak.rating
    assert strong.points > weak.points


def test_partners_share_the_win_of_their_side() -> None:
    shares = seat_shares(game("wackee_six"), 7, [0, 1])  # sides (0,), (1, 4), (2, 5), (3, 6)
    assert (0.5, 0.25, 0.0, 0.0, 0.25, 0.0, 0.0) == shares
    assert (0.0, 0.0) == seat_shares(game("wig_out"), 2, [])


def test_a_tournament_in_several_processes_gives_the_same_results() -> None:
    assert list(play(PLAN)) == list(play(PLAN, jobs=2))


def test_an_interrupted_tournament_is_resumed(tmp_path: Path) -> None:
    """Stopped after some matches, with a line half written; the results are the same as without the stop."""
    whole = list(play(PLAN))
    assert whole[:13] == list(islice(play(PLAN, folder=tmp_path), 13))
    path = tmp_path / tournament.MATCHES_FILE
    kept = path.read_bytes()
    path.write_bytes(kept + b'{"deal": 99, "line')
    again = list(play(PLAN, folder=tmp_path))
    assert report(PLAN, whole) == report(
        PLAN, sorted(again, key=lambda match: (match.deal, match.lineup, match.turned))
    )
    assert 41 == len(path.read_bytes().splitlines())
    assert path.read_bytes().startswith(kept)


def test_a_folder_of_another_tournament_is_refused(tmp_path: Path) -> None:
    list(play(PLAN, folder=tmp_path))
    with pytest.raises(Malformed, match="another tournament"):
        list(play(Plan("wig_out", 2, ("greedy", "random"), "u", 40, {"rounds": 1}), folder=tmp_path))
    (tmp_path / tournament.MATCHES_FILE).write_text("hello\nworld\n")
    with pytest.raises(Malformed, match="not the file of a tournament"):
        list(play(PLAN, folder=tmp_path))
    with pytest.raises(Malformed, match="needs a writable folder"):
        list(play(PLAN, folder=tmp_path / tournament.MATCHES_FILE / "deeper"))


def test_a_tournament_stopped_before_its_first_match_begins_anew(tmp_path: Path) -> None:
    (tmp_path / tournament.MATCHES_FILE).write_text('{"game": "wi')
    assert 40 == len(list(play(PLAN, folder=tmp_path)))


def test_the_report_page_is_self_contained() -> None:
    matches = list(play(PLAN))
    shown = page(report(PLAN, matches), matches)
    assert shown.count("<svg") == 2
    assert "http" not in shown
    assert "greedy" in shown
    assert 'name="viewport" content="width=device-width' in shown


def test_the_tournament_command_prints_a_table_or_one_json_object(tmp_path: Path) -> None:
    arguments = (
        "tournament",
        "wig_out",
        "--bots",
        "greedy,random",
        "--games",
        "8",
        "--option",
        "rounds=1",
        "--seed",
        "5",
    )
    assert "share of wins" in said(*arguments, "--out", str(tmp_path))
    assert {"index.html", "matches.jsonl"} == {path.name for path in tmp_path.iterdir()}
    found = json.loads(said(*arguments, "--out", str(tmp_path), "--json"))
    assert ("wig_out", 2, 8) == (found["game"], found["players"], found["matches"])
    assert {"share", "low", "high", "rating"} <= set(found["bots"]["greedy"])


@pytest.mark.parametrize("bots", ["greedy", "greedy,greedy", "genius,greedy", "no.such:Bot,greedy"])
def test_a_tournament_with_an_unknown_bot_is_refused(bots: str) -> None:
    done = rumpus("tournament", "wig_out", "--bots", bots)
    assert (2, 1) == (done.returncode, done.stderr.count("\n"))


OWN_BOT = '''
from rumpus.bots.base import Bot
from rumpus.contract import Shout

class Hasty(Bot):
    """Draws or lays whatever comes first, at once."""
    def move(self, look, legal, at_s):
        return (legal[0], self.reaction(0.3)) if legal else None

class Cheat(Bot):
    def move(self, look, legal, at_s):
        return Shout(), 0.1

class Babbler(Bot):
    def move(self, look, legal, at_s):
        return "draw"

not_a_bot = 3


class Seatless:
    pass


class Motionless:
    def __init__(self, seat, options, rng):
        pass
'''


def test_a_custom_bot_plays_in_simulations_and_tournaments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mybots.py").write_text(OWN_BOT)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    options = ("--games", "4", "--option", "rounds=1", "--json")
    found = json.loads(said("tournament", "wig_out", "--bots", "mybots:Hasty,greedy", *options))
    assert "mybots:Hasty" in found["bots"]
    said("sim", "wig_out", "--bots", "mybots:Hasty", *options)
    for wrong in ("not_a_bot", "Seatless", "Motionless"):
        with pytest.raises(Malformed, match="is not a bot"):
            bot("wig_out", f"mybots:{wrong}")
    with pytest.raises(Malformed, match="cannot be loaded"):
        bot("wig_out", "mybots:Missing")
    sys.modules.pop("mybots", None)


@pytest.mark.parametrize("command", ["sim", "tournament"])
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("kind", "begins", "ends"),
    [
        ("Cheat", 'the bot Cheat on seat 0 made an illegal move, {"do":"shout"}: ', " (WO-06)"),
        ("Babbler", 'the bot Babbler on seat 0 made a malformed move, "draw": ', "a number of seconds were expected"),
    ],
)
def test_a_bot_that_errs_stops_the_command_with_one_sentence(
    command: str, jobs: str, kind: str, begins: str, ends: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mybots.py").write_text(OWN_BOT)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    done = rumpus(command, "wig_out", "--bots", f"mybots:{kind},greedy", "--games", "4", "--jobs", jobs)
    assert (2, "") == (done.returncode, done.stdout)
    [line] = done.stderr.splitlines()
    assert line.startswith(f"rumpus: {begins}")
    assert line.endswith(ends)


def test_an_installed_package_offers_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    class Entry:
        name = "guest"

        @staticmethod
        def load() -> object:
            return bot("wig_out", "random")

    def offered(group: str) -> list[type[Entry]]:
        return [Entry] if group == "rumpus.bots.wig_out" else []

    monkeypatch.setattr("rumpus.bots.registry.entry_points", offered)
    assert bot("wig_out", "guest") is bot("wig_out", "random")
    with pytest.raises(Malformed, match="random, greedy"):
        bot("wackee_six", "guest")


def test_the_bot_of_the_docs_plays() -> None:
    docs = Path(__file__).parents[2] / "docs" / "bots.md"
    code = re.findall(r"```python\n(.*?)```", docs.read_text("utf-8"), re.DOTALL)[0]
    found: dict[str, Any] = {}
    exec(code, found)  # noqa: S102 - our own example
    match = simulate.run(Playout(game("wig_out", {"rounds": 1}), [found["Hoarder"], bot("wig_out", "greedy")], (1,)))
    assert match.result.why == "finished"


# Intervals and ratings


@pytest.mark.parametrize(("low", "high"), [(0.95, 1.0), (0.2, 0.8), (0.0, 0.3)])
@pytest.mark.parametrize("deals", [2, 4, 10, 60])
def test_intervals_hold_for_few_and_for_equal_deals(low: float, high: float, deals: int) -> None:
    """Of a thousand small tournaments hardly more than one in twenty has the true share outside its interval."""
    rng = Random(f"{low} {deals}")
    missed = 0
    for _ in range(1000):
        true = rng.uniform(low, high)
        found = share([(float(rng.random() < true) + float(rng.random() < true)) / 2 for _ in range(deals)])
        assert found.low <= found.mean <= found.high
        missed += not found.low <= true <= found.high
    assert missed <= 75


def test_four_wins_of_four_are_no_certainty() -> None:
    found = share([1.0] * 4)
    assert (1.0, 1.0) == (found.mean, found.high)
    assert found.low < 0.5
    assert share([0.5] * 4).half > 0.2
    assert share([1.0] * 400).low > 0.98


@pytest.mark.parametrize(("degrees", "quantile"), [(1, 12.706), (4, 2.776), (9, 2.262), (30, 2.042), (400, 1.966)])
def test_the_quantiles_of_students_t(degrees: int, quantile: float) -> None:
    assert quantile == pytest.approx(student(degrees), abs=0.01)


def rated(*matches: Match) -> dict[str, float]:
    together = tuple((seat,) for seat in range(len(matches[0][0])))
    names = sorted({name for bots, _ in matches for name in bots})
    return {name: one.rating for name, one in ratings(names, matches, together).items()}


def test_ratings_give_back_the_shares() -> None:
    """400 points ahead is ten wins of eleven, in whatever order they came."""
    won: Match = (("a", "b"), (1.0, 0.0))
    lost: Match = (("a", "b"), (0.0, 1.0))
    matches = [won] * 1000 + [lost] * 100
    found = rated(*matches)
    assert 400 == pytest.approx(found["a"] - found["b"], abs=5)
    assert found == pytest.approx(rated(*matches[::-1]))
    assert 3000 == pytest.approx(sum(found.values()))


def test_ratings_stand_in_the_order_of_the_shares() -> None:
    plan = Plan("wig_out", 2, ("expert", "greedy", "beginner", "random"), 3, 48, {"rounds": 1})
    bots = report(plan, list(play(plan))).bots.values()
    by_share = sorted(bots, key=lambda standing: standing.share)
    assert by_share == sorted(bots, key=lambda standing: standing.rating)


def test_a_bot_that_won_everything_has_a_rating_that_grows_with_its_matches() -> None:
    few, many = (rated(*[(("a", "b"), (1.0, 0.0))] * count) for count in (4, 40))
    assert few["b"] > many["b"]
    assert many["a"] < 3000


def test_partners_count_as_one_and_a_match_without_a_winner_as_nothing() -> None:
    pairs = ((0, 2), (1, 3))
    matches: list[Match] = [(("a", "b", "a", "b"), (0.5, 0.0, 0.5, 0.0))] * 30
    matches += [(("a", "b", "a", "b"), (0.0, 0.5, 0.0, 0.5))] * 10
    won: Match = (("a", "b"), (1.0, 0.0))
    lost: Match = (("a", "b"), (0.0, 1.0))
    apart = [won] * 30 + [lost] * 10
    found = ratings(("a", "b"), matches, pairs)
    assert rated(*apart) == pytest.approx({name: one.rating for name, one in found.items()})
    nobody: Match = (("a", "b", "a", "b"), (0.0,) * 4)
    assert found == ratings(("a", "b"), [*matches, nobody], pairs)


def test_a_tournament_is_extended_and_keeps_the_deals_it_has(tmp_path: Path) -> None:
    list(play(PLAN, folder=tmp_path))
    kept = (tmp_path / tournament.MATCHES_FILE).read_bytes()
    longer = msgspec.structs.replace(PLAN, matches=60)
    assert list(play(longer)) == list(play(longer, folder=tmp_path))
    assert (tmp_path / tournament.MATCHES_FILE).read_bytes().startswith(kept)
    assert 60 == len(list(play(PLAN, folder=tmp_path)))


def test_a_stopped_tournament_reports_whole_deals() -> None:
    some = list(islice(play(PLAN), 13))
    assert some[:12] == tournament.whole_deals(PLAN, some)
