"""The registry of games: ours, those of installed packages, and their options."""

from __future__ import annotations

from typing import Any, ClassVar, cast

import pytest

from rumpus import contract
from rumpus.contract import Malformed, Options
from rumpus.games import GAMES, by_prefix, game, registry
from rumpus.games.options import wrong


class Guest(contract.Game, frozen=True):
    """A game of another package."""

    name: ClassVar[str] = "guest"
    prefix: ClassVar[str] = "GU"


class Other(Guest, frozen=True):
    """A second one."""

    name: ClassVar[str] = "other"
    prefix: ClassVar[str] = "OT"


def install(monkeypatch: pytest.MonkeyPatch, **games: Any) -> None:
    """Packages are installed that offer these games."""

    class Entry:
        def __init__(self, name: str) -> None:
            self.name, self.value = name, f"package:{name}"

        def load(self) -> Any:
            return games[self.name]

    def entry_points(group: str) -> list[Entry]:
        assert "rumpus.games" == group
        return [Entry(name) for name in games]

    monkeypatch.setattr(registry, "entry_points", entry_points)


def test_installed_games_come_in_the_order_of_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, b=Other, a=Guest)
    assert [Guest, Other] == registry._installed()


@pytest.mark.parametrize("taken", [{"name": "wig_out"}, {"prefix": "WO"}])
def test_an_installed_game_may_not_take_a_name_or_a_prefix_of_ours(
    monkeypatch: pytest.MonkeyPatch, taken: dict[str, str]
) -> None:
    for attribute, value in taken.items():
        monkeypatch.setattr(Guest, attribute, value)
    install(monkeypatch, guest=Guest)
    with pytest.raises(ImportError, match="'package:guest' has a name or a clause prefix that another game has"):
        registry._installed()


def test_two_installed_games_may_not_share_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, a=Guest, b=Guest)
    with pytest.raises(ImportError, match="'package:b'"):
        registry._installed()


@pytest.mark.parametrize("name", GAMES)
def test_a_clause_leads_to_its_game(name: str) -> None:
    found = by_prefix(f"{GAMES[name].prefix}-01")
    assert game(name) == found


def test_a_clause_of_the_table_belongs_to_no_game() -> None:
    assert by_prefix("T-04") is None


def test_unknown_games_and_options_are_refused_by_name() -> None:
    with pytest.raises(Malformed, match="there is no game 'chess'; the games are five_crowns, wackee_six, wig_out"):
        game("chess")
    with pytest.raises(Malformed, match="Wig Out! has no option 'colour'; its options are"):
        game("wig_out", {"colour": 1})
    with pytest.raises(Malformed, match=r"options are a dict, as in \{.*\}, not 3"):
        game("wig_out", cast(Any, 3))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rounds": "many"}, "rounds is a whole number from 1 to 50, not 'many'"),
        ({"free_draw": True, "rounds": 99}, "rounds is a whole number from 1 to 50, not 99"),
        ({"free_draw": 1}, "free_draw is true or false, not 1"),
        ({"first_dealer": "Ana"}, "first_dealer is host or random or a whole number from 0 to 31, not 'Ana'"),
        (
            {"cards": [7, 0]},
            "cards is a list with a whole number from 1 to 9 for each seat or side, or null, not [7, 0]",
        ),
        ({"bot_pace": "x" * 1000}, "bot_pace is a number from 0.25 to 8, not '" + "x" * 59 + "…"),
    ],
)
def test_a_value_that_an_option_cannot_have_is_refused_with_those_that_it_can(
    options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Malformed) as refused:
        game("wig_out", options)
    assert f"a bad option of Wig Out!: {sentence}" == str(refused.value)


def test_what_a_game_says_of_its_options_as_a_whole_is_passed_on() -> None:
    class Together(Options, frozen=True):
        low: int = 1
        high: int = 2

        def __post_init__(self) -> None:
            if self.low > self.high:
                raise ValueError("low is at most high")

    assert wrong(Together, {"low": 3}) is None
    assert wrong(Together, {"low": "x", "high": 3}) == "low is a whole number, not 'x'"


def test_a_later_version_may_have_more_options() -> None:
    assert game("wig_out", {"rounds": 2}) == game("wig_out", {"rounds": 2, "colour": 1}, strict=False)


def test_an_installed_game_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        name, value = "broken", "broken.game:Broken"

        def load(self) -> None:
            raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(registry, "entry_points", lambda group: [Broken()])
    with pytest.raises(registry.BrokenGame, match=r"'broken\.game:Broken' cannot be loaded: division by zero"):
        registry._installed()
