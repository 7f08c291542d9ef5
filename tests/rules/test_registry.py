"""The registry of games: ours, those of installed packages, and their options."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from rumpus import contract
from rumpus.contract import Malformed
from rumpus.games import GAMES, by_prefix, game, registry


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
    with pytest.raises(Malformed, match="a bad option of Wig Out!"):
        game("wig_out", {"rounds": "many"})


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
