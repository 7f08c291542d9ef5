"""The laws of `laws.py` on every game and number of players, and the planted fault that each one catches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rumpus.bots import BOTS
from rumpus.bots.random_bot import RandomBot
from rumpus.contract import PLAY, Game, Illegal, Shout
from rumpus.games import GAMES, game
from rumpus.games.wig_out import actions
from rumpus.games.wig_out import view as wig_out_view
from rumpus.games.wig_out.game import WigOut
from rumpus.games.wig_out.rules import WigOutState
from tests.contract import laws

SHORT: dict[str, list[dict[str, Any]]] = {
    "five_crowns": [{"rounds": 2, "turn_limit": 8}, {"rounds": 1, "turn_limit": 3, "tie_break": True}],
    "wackee_six": [{"target": 20}, {"target": 10, "auto_shout": True, "first_dealer": "random"}],
    "wig_out": [{"rounds": 2}, {"rounds": 1, "free_draw": True, "auto_shout": True, "first_dealer": "random"}],
}
CASES = [(name, players, options) for name in GAMES for players in GAMES[name].seats for options in SHORT[name]] + [
    ("wackee_six", players, {"target": 10, "partners": True}) for players in (4, 5, 6)
]
Law = Callable[[Game, int, int], None]


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_the_law_holds(law: Law, name: str, players: int, options: dict[str, Any]) -> None:
    law(game(name, options), players, players)


OPTIONS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "five_crowns": st.fixed_dictionaries(
        {"rounds": st.integers(1, 3), "turn_limit": st.integers(1, 6)},
        optional={
            "tie_break": st.booleans(),
            "undo": st.booleans(),
            "first_dealer": st.sampled_from(["host", "random", 1]),
        },
    ),
    "wackee_six": st.fixed_dictionaries(
        {"target": st.integers(1, 15)},
        optional={"auto_shout": st.booleans(), "partners": st.booleans(), "alone": st.integers(0, 3) | st.none()},
    ),
    "wig_out": st.fixed_dictionaries(
        {"rounds": st.integers(1, 3)},
        optional={"free_draw": st.booleans(), "auto_shout": st.booleans(), "first_dealer": st.just("random")},
    ),
}
QUICK = (laws.cards_are_conserved, laws.kept_counts_are_right, laws.replay_gives_the_same, laws.every_playout_ends)


@pytest.mark.parametrize("name", GAMES)
@given(st.data())
def test_the_quick_laws_hold_under_any_options(name: str, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from([n for n in GAMES[name].seats if n >= 4]), label="players")
    options = data.draw(OPTIONS[name], label="options")
    law = data.draw(st.sampled_from(QUICK), label="law")
    law(game(name, options), players, data.draw(st.integers(0, 2**32), label="seed"))


def test_every_game_has_short_options_and_a_bound() -> None:
    assert set(GAMES) == set(SHORT) == set(laws.BOUNDS)


def breaks(law: Law, players: int = 3, seeds: int = 3) -> bool:
    """Whether the law fails on Wig Out! as it is now."""
    for seed in range(seeds):
        try:
            law(game("wig_out", {"rounds": 2}), players, seed)
        except (AssertionError, Illegal):  # a replay that the rules refuse is broken too
            return True
    return False


def plant_forgetful_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawn card stays in the deck as well."""
    true_draw = WigOutState.do_draw

    def draw(state: WigOutState, actor: Any, action: Any) -> Any:
        top = state.deck[-1:]
        done = true_draw(state, actor, action)
        if state.phase == PLAY:
            state.deck[:0] = top
        return done

    monkeypatch.setitem(WigOutState.does, actions.Draw, draw)


def plant_stale_mask(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new pile is not noticed in the mask of piles."""
    true_put = WigOutState._put

    def put(state: WigOutState, seat: int, card: int, count: int, done: Any) -> Any:
        was = state.open
        happened = true_put(state, seat, card, count, done)
        if state.deck:
            state.open = was
        return happened

    monkeypatch.setattr(WigOutState, "_put", put)


def plant_unlisted_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """`legal` leaves out a card that could be laid."""
    true_legal = WigOutState.legal
    monkeypatch.setattr(
        WigOutState, "legal", lambda state, seat: [a for a in true_legal(state, seat) if a != actions.LAYS[0]]
    )


def plant_costly_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused draw still takes the card."""
    true_draw = WigOutState.do_draw

    def draw(state: WigOutState, actor: Any, action: Any) -> Any:
        try:
            return true_draw(state, actor, action)
        except Illegal:
            if state.deck:
                state.deck.pop()
            raise

    monkeypatch.setitem(WigOutState.does, actions.Draw, draw)


def plant_leaking_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """The public view tells how many beehives lie in the deck."""
    true_public = wig_out_view.public
    monkeypatch.setattr(
        wig_out_view,
        "public",
        lambda state: msgspec.structs.replace(true_public(state), ties=state.deck.count(0) + state.hands[0][0]),
    )


def plant_peeking_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that looks at the deck through the view's back door."""

    class Peeking(RandomBot):
        def move(self, look: Any, legal: list[Any], at_s: float) -> Any:
            state = look.func.__self__
            return (legal[0], float(state.deck[-1]) if state.deck else 0.0) if legal else None

    monkeypatch.setitem(BOTS["wig_out"], "greedy", Peeking)


def plant_endless_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shout stops nothing."""
    monkeypatch.setitem(WigOutState.does, Shout, lambda state, actor, action: [(actor, action)])


def plant_hidden_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules roll a die of their own."""
    throws = iter(range(10**9))
    true_deal = WigOutState.do_deal

    def deal(state: WigOutState, actor: Any, action: Any) -> Any:
        done = true_deal(state, actor, action)
        throw = next(throws)
        state.deck.sort(key=lambda card: (card * 7 + throw) % 12)
        return done

    monkeypatch.setitem(WigOutState.does, actions.Deal, deal)


def plant_lossy_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that its own JSON does not bring back."""
    true_private = wig_out_view.private

    def private(state: WigOutState, seat: int) -> Any:
        true = true_private(state, seat)
        return msgspec.structs.replace(true, hand=list(true.hand))

    monkeypatch.setattr(wig_out_view, "private", private)


def plant_shared_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy that shares the deck with its original."""
    true_copy = WigOutState.copy

    def copy(state: WigOutState) -> WigOutState:
        new = true_copy(state)
        new.deck = state.deck
        return new

    monkeypatch.setattr(WigOutState, "copy", copy)


def plant_deaf_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no action is taken without a word."""
    true_apply = WigOutState.apply

    def apply(state: WigOutState, actor: Any, action: Any) -> Any:
        return true_apply(state, actor, action) if type(action) in WigOutState.does else []

    monkeypatch.setattr(WigOutState, "apply", apply)


def plant_seat_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that does not exist has nothing to do, instead of being refused."""
    true_legal = WigOutState.legal

    def legal(state: WigOutState, seat: Any) -> Any:
        return true_legal(state, seat) if seat is None or 0 <= seat < state.players else []

    monkeypatch.setattr(WigOutState, "legal", legal)


def plant_partners_in_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """The view says that everybody scores together."""
    monkeypatch.setattr(WigOut, "parties", lambda rules, public: (tuple(range(len(public.totals))),))


def plant_nameless_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every card is called a beehive."""
    monkeypatch.setattr(WigOut, "card_words", lambda rules, card: ("character-beehive", {}))


def plant_undeclared_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal that does not say how it lays its cards out."""
    monkeypatch.setattr(actions.Deal, "chance", None)


def plant_mark_without_piles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mark that forgets what has changed on the table."""
    monkeypatch.setattr(WigOutState, "own_mark", lambda state, seat: bytes(state.hands[seat]))


PLANTED: dict[Law, Callable[[pytest.MonkeyPatch], None]] = {
    laws.replay_gives_the_same: plant_hidden_chance,
    laws.legal_is_what_apply_takes: plant_unlisted_action,
    laws.refused_changes_nothing: plant_costly_refusal,
    laws.imagined_looks_the_same: plant_leaking_view,
    laws.unseen_cards_do_not_matter: plant_peeking_bot,
    laws.cards_are_conserved: plant_forgetful_draw,
    laws.kept_counts_are_right: plant_stale_mask,
    laws.parties_are_the_same_in_state_and_view: plant_partners_in_the_view,
    laws.every_card_has_a_name: plant_nameless_cards,
    laws.every_playout_ends: plant_endless_round,
    laws.chance_is_declared: plant_undeclared_chance,
    laws.the_same_seed_gives_the_same_match: plant_hidden_chance,
    laws.texts_read_back: plant_lossy_text,
    laws.equal_marks_mean_the_same: plant_mark_without_piles,
    laws.copies_are_independent: plant_shared_copy,
    laws.nonsense_is_refused: plant_deaf_table,
}


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_the_law_catches_its_planted_fault(law: Law, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not breaks(law)
    PLANTED[law](monkeypatch)
    assert breaks(law)


def test_the_law_of_nonsense_knows_seats_that_do_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    plant_seat_for_everybody(monkeypatch)
    assert breaks(laws.nonsense_is_refused)
