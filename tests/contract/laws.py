"""The laws that every game keeps, checked on one playout; a new game is tested before its author writes a test.

Each law is a function that raises `AssertionError` when it is broken. `test_laws.py` runs them on every game in the
registry and every number of players, and shows that each one catches a planted fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from random import Random
from typing import Any

import msgspec

from rumpus import record, text
from rumpus.bots import kinds
from rumpus.contract import Action, Event, Game, Illegal, Layout, Malformed, Seating, State, View, drawn, tag_of
from rumpus.games.five_crowns.melds import UNITS
from rumpus.games.wackee_six.layout import NO_CARD
from rumpus.research import simulate
from rumpus.shuffle import Shuffle, seeded

# The most actions of seats in a match of uniformly random play with short options (rounds=2, target=20, turn_limit=8);
# a playout above it has lost its way to the end. The numbers are ten times what was seen in 2,000 playouts.
BOUND = 50_000  # of a game that states none
BOUNDS = {"five_crowns": 5_000, "wackee_six": 30_000, "wig_out": 5_000}

Step = tuple[int | None, Any]


def start(rules: Game, players: int) -> State:
    """A match about to begin."""
    return rules.new(Seating(players=players))


def steps(rules: Game, state: State, seed: int) -> Iterator[Step]:
    """Random play to the end: what is done next, and by whom. The caller applies it."""
    house, rng = Shuffle(seeded("laws", seed)), Random(seed)
    while state.outcome() is None:
        chance = state.owed(house)
        if chance is not None:
            yield None, chance
            continue
        open_actions: list[Step] = [(seat, action) for seat in state.to_act() for action in state.legal(seat)]
        if not open_actions:
            open_actions.extend((None, action) for action in state.legal(None)[:1])
        assert open_actions, "nobody can go on, and there is no outcome"
        yield rng.choice(open_actions)


def playout(rules: Game, players: int, seed: int) -> Iterator[tuple[State, list[Event]]]:
    """Random play to the end: the state after each step, and what happened."""
    state = start(rules, players)
    for actor, action in steps(rules, state, seed):
        yield state, state.apply(actor, action)


def viewers(state: State) -> list[int | None]:
    """Everybody who looks: every seat, and a spectator."""
    return [None, *range(state.players)]


def sample(seed: int, every: int) -> Callable[[], bool]:
    """Now and then, so that costly laws look at some positions of a playout and not at all of them."""
    rng = Random(seed)
    return lambda: rng.randrange(every) == 0


def replay_gives_the_same(rules: Game, players: int, seed: int) -> None:
    """Replaying what was done gives the same state and the same follow-ups."""
    first = start(rules, players)
    done: list[tuple[Step, list[Event]]] = []
    for actor, action in steps(rules, first, seed):
        done.append(((actor, action), first.apply(actor, action)))
    second = start(rules, players)
    for (actor, _), happened in done:
        assert second.apply(actor, happened[0][1]) == happened
    assert first == second


def legal_is_what_apply_takes(rules: Game, players: int, seed: int) -> None:
    """A canonical action is listed exactly when apply takes it, for every seat and for the table."""
    look = sample(seed, 12 + len(rules.actions) // 20)
    for state, _ in playout(rules, players, seed):
        if look():
            for seat in range(players):
                listed = state.legal(seat)
                assert len(listed) == len(set(listed))
                taken = {action for action in rules.actions if _taken(state, seat, action)}
                assert set(listed) == taken, (seat, set(listed) ^ taken)
            for action in state.legal(None):
                assert _taken(state, None, action)


def _taken(state: State, seat: int | None, action: Any) -> bool:
    try:
        state.copy().apply(seat, action)
    except Illegal:
        return False
    return True


def refused_changes_nothing(rules: Game, players: int, seed: int) -> None:
    """A refused action leaves the state as it was."""
    look, rng = sample(seed, 6), Random(seed)
    for state, _ in playout(rules, players, seed):
        if look():
            before = state.copy()
            seat = rng.randrange(players)
            for action in rng.sample(rules.actions, min(40, len(rules.actions))):
                if action not in state.legal(seat):
                    try:
                        state.apply(seat, action)
                    except Illegal:
                        assert before == state, action
                    else:
                        raise AssertionError(f"{action} was taken and is not listed")


def imagined_looks_the_same(rules: Game, players: int, seed: int) -> None:
    """What a viewer imagines gives its view back, and can be played on."""
    look, shuffle = sample(seed, 8), Shuffle(seeded("imagine", seed))
    for state, _ in playout(rules, players, seed):
        if look():
            for viewer in viewers(state):
                view = state.view(viewer)
                imagined = rules.imagine(view, shuffle)
                assert view == imagined.view(viewer)
                assert sorted(state.cards()) == sorted(imagined.cards())
                if viewer is not None:
                    assert state.legal(viewer) == imagined.legal(viewer)


def unseen_cards_do_not_matter(rules: Game, players: int, seed: int) -> None:
    """A bot does the same whatever cards it cannot see (the hidden-card swap)."""
    look, shuffle, choose = sample(seed, 8), Shuffle(seeded("swap", seed)), Random(seed)
    for state, _ in playout(rules, players, seed):
        if look():
            able = state.to_act()
            for seat in choose.sample(able, min(len(able), 3)):  # in a race of twelve all of them can act
                swapped = rules.imagine(state.view(seat), shuffle)
                for kind in kinds(rules.name).values():
                    moves = [
                        kind(seat, rules.options, Random(seed)).move(partial(one.view, seat), one.legal(seat), 0.0)
                        for one in (state, swapped)
                    ]
                    assert moves[0] == moves[1]


def cards_are_conserved(rules: Game, players: int, seed: int) -> None:
    """No card is lost, doubled or changed."""
    for state, _ in playout(rules, players, seed):
        assert Counter(state.pack_in_play()) == Counter(state.cards())


def kept_counts_are_right(rules: Game, players: int, seed: int) -> None:
    """Whatever a state keeps up to date instead of counting it is what counting gives."""
    check = COUNTS.get(rules.name)
    for state, _ in playout(rules, players, seed):
        if check is not None:
            check(rules, state)


def _wig_out_counts(rules: Game, state: Any) -> None:
    for seat, hand in enumerate(state.hands):
        assert state.sizes[seat] == sum(hand)
        assert state.held[seat] == sum(1 << card for card, count in enumerate(hand) if count)
        assert state.doubles[seat] == sum(1 << card for card, count in enumerate(hand) if count > 1)
    assert state.open == sum(1 << card for card, count in enumerate(state.piles) if count)


def _wackee_six_counts(rules: Game, state: Any) -> None:
    fresh: Any = rules.imagine(state.view(None), Shuffle(seeded("counts", state.round)))
    assert (state.want, state.wants, state.left) == (fresh.want, fresh.wants, fresh.left)
    assert state.rows == [sum(1 << card for card in set(row) - {NO_CARD}) for row in state.up]
    seen = Counter(card for row in (*state.up, *state.deck, *state.turned) for card in row if card != NO_CARD)
    assert state.live == [seen[card] for card in range(len(state.live))]
    assert state.live_mask == sum(1 << card for card in seen)


def _five_crowns_counts(rules: Game, state: Any) -> None:
    for seat, hand in enumerate(state.hands):
        assert sorted(hand) == hand
        assert state.packed[seat] == sum(UNITS[state.wild][card] for card in hand)


COUNTS: dict[str, Callable[[Game, Any], None]] = {
    "five_crowns": _five_crowns_counts,
    "wackee_six": _wackee_six_counts,
    "wig_out": _wig_out_counts,
}


def parties_are_the_same_in_state_and_view(rules: Game, players: int, seed: int) -> None:
    """Who scores together is told by the view as the state has it, and there is a total for each party."""
    for state, _ in playout(rules, players, seed):
        assert state.parties() == rules.parties(state.public())
        assert len(state.parties()) == len(state.totals)
        assert sorted(seat for party in state.parties() for seat in party) == list(range(players))


def every_card_has_a_name(rules: Game, players: int, seed: int) -> None:
    """In every language, and no two cards have the same one."""
    for language in text.LANGUAGES:
        names = text.cards(rules.name, language)
        assert len(set(names.values())) == len(rules.pack.names)


def every_playout_ends(rules: Game, players: int, seed: int) -> None:
    """There is always somebody or the house to go on, and the end comes within the game's stated bound."""
    state = start(rules, players)
    actions = 0
    for actor, action in steps(rules, state, seed):
        state.apply(actor, action)
        actions += actor is not None
        assert actions <= BOUNDS.get(rules.name, BOUND)
    result = state.outcome()
    assert result is not None
    assert state.totals == result.totals
    assert state.owed(Shuffle(seeded("over"))) is None
    assert not any(state.legal(seat) for seat in (None, *range(players)))


def chance_is_declared(rules: Game, players: int, seed: int) -> None:
    """All that the house owes says how it lays shuffled cards out, and it is the shuffled pack, card by card."""
    state = start(rules, players)
    for actor, action in steps(rules, state, seed):
        if actor is None and drawn(action):
            assert action.chance is not None, f"{tag_of(action)} does not say how it lays its cards out"
            _lay_out(rules, action, action.chance)
        elif actor is None:
            assert action in state.legal(None), f"the house owes {tag_of(action)}, which is not declared as chance"
        state.apply(actor, action)


def _lay_out(rules: Game, action: Action, layout: Layout) -> None:
    fact = msgspec.to_builtins(action)
    for part in fact[layout.each] if layout.each else [fact]:
        cards = [card for field in layout.order for card in _flat(part[field.removeprefix("*")])]
        pack = layout.pack or cards
        assert sorted(cards) == sorted(pack * (len(cards) // len(pack)))
        assert set(cards) <= set(rules.pack.names)


def _flat(part: Any) -> list[str]:
    return [part] if isinstance(part, str) else [card for inner in part for card in _flat(inner)]


def the_same_seed_gives_the_same_match(rules: Game, players: int, seed: int) -> None:
    """Two simulations from one seed are the same to the last line."""
    names = simulate.seats_for(players, ["random", "greedy"])
    options = msgspec.to_builtins(rules.options)
    first, second = (simulate.play(rules.name, options, names, ("law", seed), keep_record=True) for _ in range(2))
    assert first == second


def texts_read_back(rules: Game, players: int, seed: int) -> None:
    """The JSON of every action, told action and view reads back to an equal value; the record too."""
    look = sample(seed, 10)
    decode_action = msgspec.json.Decoder(rules.action_type).decode
    decode_view = msgspec.json.Decoder(rules.view_type).decode
    happened: list[tuple[float, Event]] = []
    for state, done in playout(rules, players, seed):
        happened += [(0.0, one) for one in done]
        for by, action in done:
            assert action == decode_action(msgspec.json.encode(action))
            for viewer in viewers(state) if look() else ():
                told = rules.told(by, action, viewer)
                assert told == decode_action(msgspec.json.encode(told))
        if look():
            for viewer in viewers(state):
                view: View = state.view(viewer)
                assert view == decode_view(msgspec.json.encode(view))
    chairs = [record.Chair(f"p{seat}") for seat in range(players)]
    whole = record.Record(record.header_for(rules, chairs), record.numbered(happened))
    again = record.read(record.text(whole).splitlines())
    assert whole == again
    assert record.verify(again).outcome() is not None


def equal_marks_mean_the_same(rules: Game, players: int, seed: int) -> None:
    """All that only one seat is told is the same whenever its mark is."""
    known: dict[Any, Any] = {}
    for state, _ in playout(rules, players, seed):
        for seat in range(players):
            mark = state.own_mark(seat)
            if mark is not None:
                own = state.private(seat), state.at_a_glance(seat), state.private_bytes(seat)
                assert own == known.setdefault((seat, mark), own)


def copies_are_independent(rules: Game, players: int, seed: int) -> None:
    """A copy is equal, and goes its own way."""
    look = sample(seed, 10)
    for state, _ in playout(rules, players, seed):
        if look() and state.outcome() is None:
            twin, before = state.copy(), deepcopy(state)
            assert state == twin
            for count, (actor, action) in enumerate(steps(rules, twin, seed)):
                twin.apply(actor, action)
                if count > 5:
                    break
            assert before == state


def nonsense_is_refused(rules: Game, players: int, seed: int) -> None:
    """Actions of another game, and seats that do not exist, are unreadable and change nothing."""

    class Nonsense(msgspec.Struct):
        """No action of any game."""

    look = sample(seed, 20)
    for state, _ in playout(rules, players, seed):
        if look():
            before = state.copy()
            for actor, action in ((0, Nonsense()), (players, rules.actions[-1]), (-1, rules.actions[-1])):
                try:
                    state.apply(actor, action)
                except (Malformed, Illegal):
                    assert before == state
                else:
                    raise AssertionError(f"{action} by {actor} was taken")
            for seat in (players, -1):
                try:
                    state.legal(seat)
                except Malformed:
                    continue
                raise AssertionError(f"seat {seat} does not exist, and its legal actions were told")


LAWS = (
    replay_gives_the_same,
    legal_is_what_apply_takes,
    refused_changes_nothing,
    imagined_looks_the_same,
    unseen_cards_do_not_matter,
    cards_are_conserved,
    kept_counts_are_right,
    parties_are_the_same_in_state_and_view,
    every_card_has_a_name,
    every_playout_ends,
    chance_is_declared,
    the_same_seed_gives_the_same_match,
    texts_read_back,
    equal_marks_mean_the_same,
    copies_are_independent,
    nonsense_is_refused,
)
