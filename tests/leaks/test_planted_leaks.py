"""The tests of leaks notice leaks: each planted one is caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rumpus import wire
from rumpus.contract import Illegal, Malformed
from rumpus.games.five_crowns import view as five_crowns_view
from rumpus.games.five_crowns.actions import Take
from rumpus.games.wackee_six import view as wackee_six_view
from rumpus.games.wackee_six.actions import Turn
from rumpus.games.wig_out import view as wig_out_view
from rumpus.games.wig_out.actions import Draw
from rumpus.games.wig_out.cards import CHARACTERS
from rumpus.games.wig_out.rules import WigOutState
from rumpus.server.keeping.news import News
from rumpus.server.keeping.phrases import Phrases
from rumpus.server.keeping.questions import Questions
from rumpus.server.web.records import Records
from rumpus.table import Table
from tests.leaks import test_leaks, test_refusals
from tests.leaks.allowed import PACKS, Leak
from tests.leaks.improviser import plan
from tests.leaks.paired_runs import (
    Tally,
    compare_pair,
    improvised,
    scan,
)
from tests.leaks.tables import GAMES, Patch

Plant = Callable[[Patch], None]
Caught = Callable[[], None]


def a_draw_told_whole(patch: Patch) -> None:
    told = wig_out_view.told
    patch.setattr(
        wig_out_view, "told", lambda by, action, seat: action if isinstance(action, Draw) else told(by, action, seat)
    )


def a_deal_told_whole(patch: Patch) -> None:
    patch.setattr(five_crowns_view, "told", lambda by, action, seat: action)


def a_deal_of_sides_told_whole(patch: Patch) -> None:
    patch.setattr(wackee_six_view, "told", lambda action: action)


def a_row_seen_from_below(patch: Patch) -> None:
    side = wackee_six_view._side

    def leaky(state: Any, number: int) -> Any:
        seen = side(state, number)
        below = PACKS["wackee_six"].texts(state.down[number][-1:])
        return msgspec.structs.replace(seen, top=(*below, *seen.top)[:3])

    patch.setattr(wackee_six_view, "_side", leaky)


def a_neighbour_s_view(patch: Patch) -> None:
    def leaky(self: News, seat: int | None) -> bytes:
        state = self.table.match.state  # type: ignore[union-attr]  # a view is made in a match
        return b"null" if seat is None else msgspec.json.encode(state.private((seat + 1) % state.players))

    patch.setattr(News, "private", leaky)


def a_private_part_for_spectators(patch: Patch) -> None:
    def leaky(self: News, seat: int | None) -> bytes:
        state = self.table.match.state  # type: ignore[union-attr]  # a view is made in a match
        return msgspec.json.encode(state.private(seat or 0))

    patch.setattr(News, "private", leaky)


def a_refusal_with_the_top_card(patch: Patch) -> None:
    draw = WigOutState.does[Draw]

    def leaky(state: Any, actor: int | None, action: Any) -> Any:
        try:
            return draw(state, actor, action)
        except Illegal as no:
            top = CHARACTERS[state.deck[-1]] if state.deck else "none"
            raise Illegal(no.clause, no.reason, card=top) from None

    patch.setitem(WigOutState.does, Draw, leaky)


def a_wait_only_for_hands_that_must_draw(patch: Patch) -> None:
    rivals = WigOutState.rivals

    def leaky(state: Any, seat: int, action: Any) -> list[int]:
        return [other for other in rivals(state, seat, action) if not state.can_play(other)]

    patch.setattr(WigOutState, "rivals", leaky)


def the_keeper_s_own_lobby(patch: Patch) -> None:
    def leaky(self: News) -> bytes:
        return msgspec.json.encode(msgspec.to_builtins(self.table.lobby) | {"deals": self.table.deals})

    patch.setattr(News, "lobby_text", leaky)


def tokens_in_the_lobby(patch: Patch) -> None:
    def leaky(self: News) -> bytes:
        lobby = self.table.lobby
        shown = msgspec.to_builtins(wire.lobby_view(lobby, self.code)) | {"people": msgspec.to_builtins(lobby.people)}
        return msgspec.json.encode(shown)

    patch.setattr(News, "lobby_text", leaky)


def a_hint_that_has_looked(patch: Patch) -> None:
    """Not the asker's view, but the neighbour's."""
    question = Questions.ask

    def leaky(self: Questions, table: Any, session: Any, ask: Any) -> None:
        state = table.match.state
        view = state.view

        class Looking:
            def view(self, seat: int) -> Any:
                return msgspec.structs.replace(view((seat + 1) % state.players), seat=seat)

        match = table.match
        table.match = type("Match", (), {"state": Looking(), "rules": match.rules})
        try:
            question(self, table, session, ask)
        finally:
            table.match = match

    patch.setattr(Questions, "ask", leaky)


def steps_of_everybody(patch: Patch) -> None:
    steps = Records._steps
    patch.setattr(Records, "_steps", lambda self, ask, body, seat, **_: steps(self, ask, body, seat, own=False))


def a_partner_s_words_to_another(patch: Patch) -> None:
    partner = Phrases.partner

    def leaky(self: Phrases, table: Table, person: int) -> int:
        right = partner(self, table, person)
        return next(one.id for one in table.lobby.people if one.id not in (right, person))

    patch.setattr(Phrases, "partner", leaky)


def an_error_that_says_what_it_saw(patch: Patch) -> None:
    read = wire.read_action

    def leaky(game: str, raw: Any) -> Any:
        try:
            return read(game, raw)
        except Malformed as no:
            raise Malformed(f"{no}, and the next card would have been {PACKS[game].names[5]}") from None

    patch.setattr(wire, "read_action", leaky)


def by_scan(game: str) -> Caught:
    """A few matches, scanned."""

    def check() -> None:
        for number in range(24):
            scan(improvised(plan(game, number)))

    return check


def by_pairs(game: str, *numbers: int) -> Caught:
    """A few matches and their pairs, or those with these numbers."""

    def check() -> None:
        for number in numbers or range(24):
            one = plan(game, number)
            compare_pair(one, improvised(one), Tally())

    return check


PLANTED: list[tuple[Plant, Caught]] = [
    (a_draw_told_whole, by_scan("wig_out")),
    (a_draw_told_whole, by_pairs("wig_out")),
    (a_deal_told_whole, by_scan("five_crowns")),
    (a_deal_told_whole, by_pairs("five_crowns")),
    (a_deal_of_sides_told_whole, by_scan("wackee_six")),
    (a_deal_of_sides_told_whole, by_pairs("wackee_six")),
    (a_row_seen_from_below, by_scan("wackee_six")),
    (a_row_seen_from_below, by_pairs("wackee_six")),
    (a_neighbour_s_view, by_scan("five_crowns")),
    (a_neighbour_s_view, by_pairs("five_crowns")),
    (a_private_part_for_spectators, by_scan("wig_out")),
    (a_private_part_for_spectators, by_pairs("wig_out")),
    (a_refusal_with_the_top_card, by_scan("wig_out")),
    (a_refusal_with_the_top_card, by_pairs("wig_out", 72)),  # in this match the viewer asks for a card in vain
    (a_wait_only_for_hands_that_must_draw, by_pairs("wig_out", 38)),
    (the_keeper_s_own_lobby, by_scan("wig_out")),
    (the_keeper_s_own_lobby, by_pairs("wig_out")),
    (tokens_in_the_lobby, by_scan("wig_out")),
    (a_hint_that_has_looked, by_scan("five_crowns")),
    (a_hint_that_has_looked, by_pairs("five_crowns")),
    (steps_of_everybody, by_scan("wig_out")),
    (steps_of_everybody, by_pairs("wig_out")),
    (an_error_that_says_what_it_saw, by_scan("wig_out")),
]


@pytest.mark.parametrize(("plant", "caught"), PLANTED, ids=lambda one: f"{one.__qualname__.partition('.')[0]}")
def test_a_planted_leak_is_caught(plant: Plant, caught: Caught, monkeypatch: Patch) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        caught()


def test_a_planted_request_that_reaches_somebody_else_is_caught(monkeypatch: Patch) -> None:
    a_partner_s_words_to_another(monkeypatch)
    with pytest.raises(AssertionError):
        test_leaks.test_a_request_to_a_partner_reaches_nobody_else()


def test_a_planted_refusal_that_reveals_the_top_card_is_caught(monkeypatch: Patch) -> None:
    for action in (Draw, Take, Turn):
        monkeypatch.setattr(action, "filled_in", ())
    for game in GAMES:
        with pytest.raises(AssertionError):
            test_refusals.test_a_right_and_a_wrong_guess_are_refused_in_the_same_way(game)


def test_a_planted_look_into_other_hands_is_caught(monkeypatch: Patch) -> None:
    """A grouping that says something else about cards which another seat holds."""
    question = Questions.ask

    def leaky(self: Questions, table: Any, session: Any, ask: Any) -> None:
        hands = table.match.state.hands
        if PACKS["five_crowns"].number[ask.discard or ask.melds[0][0]] in hands[0]:
            raise Illegal("FC-08", "fc-meld-three", card=ask.discard or ask.melds[0][0])
        question(self, table, session, ask)

    monkeypatch.setattr(Questions, "ask", leaky)
    with pytest.raises(AssertionError):
        test_leaks.test_a_grouping_cannot_probe_other_hands()
