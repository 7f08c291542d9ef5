"""What the contract gives a game that says no more than it must, and what all states have in common."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal, Self

import msgspec
import pytest

from rumpus import contract
from rumpus.contract import DEAL, PHASES, PLAY, Event, Game, Illegal, Malformed, Points, Question, Result, Seating
from rumpus.contract.game import IMAGINE_TRIES
from rumpus.contract.state import PRIVATE_BYTES
from rumpus.games import game
from rumpus.games.wackee_six import actions as wackee_six
from rumpus.games.wig_out import actions as wig_out
from rumpus.shuffle import Shuffle, seeded
from tests.rules.table_matches import NAMES, every_game

PACK = contract.Pack(["low", "high"], "Toss", "a card is low or high")


class Deal(contract.Action, frozen=True, kw_only=True):
    """The house deals a card to everybody."""

    said_by: ClassVar[Literal["seat", "house"]] = "house"
    deals: ClassVar[bool] = True

    round: int
    dealer: int
    hands: tuple[str, ...]


class Show(contract.Action, frozen=True, kw_only=True):
    """Whoever holds the high card shows it, and wins the match."""


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody sees."""

    phase: str
    round: int
    totals: Points
    sheet: tuple[Points, ...]
    ended: str | None
    result: Result | None


def public(state: TossState) -> Public:
    """The part that is the same for everybody."""
    same = {name: getattr(state, name) for name in ("round", "totals", "ended", "result")}
    return Public(phase=PHASES[state.phase], sheet=tuple(state.sheet), **same)


def private(state: TossState, seat: int) -> str:
    """The card of this seat."""
    return PACK.names[state.hands[seat]]


View = contract.View


class TossState(contract.BaseState[contract.View]):
    """One match of Toss."""

    __slots__ = ("hands",)
    over_clause = dealer_clause = deal_clause = "TO-01"
    views: ClassVar[Any] = sys.modules[__name__]

    def __init__(self, rules: Toss, seating: Seating) -> None:
        super().__init__(rules, seating, seating.players)
        self.hands: list[int] = []

    def cards(self) -> list[int]:
        return self.hands

    def to_act(self) -> Sequence[int]:
        return [self.hands.index(1)] if self.phase == PLAY else []

    def legal(self, seat: int | None) -> list[Any]:
        return [Show()] if seat in self.to_act() else []

    def owed(self, shuffle: contract.Shuffle) -> Deal | None:
        if self.phase != DEAL:
            return None
        hands = PACK.texts(shuffle.shuffled(self.pack_in_play()))
        return Deal(round=self.round + 1, dealer=self.choose_dealer(shuffle), hands=hands)

    def do_deal(self, actor: int | None, action: Deal) -> list[Event]:
        self.check_deal(actor, action.round, action.dealer)
        self.hands, self.phase, self.round = PACK.kinds(action.hands), PLAY, action.round
        return [(None, action)]

    def do_show(self, actor: int | None, action: Show) -> list[Event]:
        if self.seat(actor) not in self.to_act():
            raise Illegal("TO-01", "not-yours")
        points = tuple(int(seat == actor) for seat in range(self.players))
        return [(actor, action), self.score(points, "shown"), self.finish("finished", self.leaders())]

    def copy(self) -> Self:
        new = self.twin()
        new.hands = self.hands[:]
        return new

    does: ClassVar[dict[type, Callable[[Any, int | None, Any], list[Event]]]] = {Deal: do_deal, Show: do_show}


class Toss(Game, frozen=True):
    """The smallest game there can be: everything that may be left out is left out."""

    options: contract.Options = contract.Options()

    name: ClassVar[str] = "toss"
    title: ClassVar[str] = "Toss"
    prefix: ClassVar[str] = "TO"
    seats: ClassVar[range] = range(2, 3)
    lowest_wins: ClassVar[bool] = False
    race: ClassVar[bool] = False
    endings: ClassVar[tuple[str, ...]] = ("shown",)
    pack: ClassVar[contract.Pack] = PACK
    actions: ClassVar[Sequence[contract.Action]] = (Show(),)

    def new(self, seating: Seating | int) -> TossState:
        return TossState(self, Seating.of(seating))


def dealt() -> TossState:
    state = Toss().new(Seating(players=2))
    state.apply(None, Deal(round=1, dealer=0, hands=("low", "high")))
    return state


# What a game need not say


def test_the_smallest_game_is_played_to_its_end() -> None:
    state, house = Toss().new(Seating(players=2)), Shuffle(seeded("toss"))
    state.apply(None, state.owed(house))
    assert state.owed(house) is None
    [winner] = state.to_act()
    [show] = state.legal(winner)
    happened = state.apply(winner, show)
    assert happened[-1] == (None, state.outcome())
    assert state.result is not None
    assert (winner,) == state.result.winners


def test_every_seat_scores_for_itself() -> None:
    state = dealt()
    assert ((0,), (1,)) == state.parties() == Toss().parties(state.public())


def test_there_is_one_of_each_card() -> None:
    assert sorted(dealt().cards()) == list(dealt().pack_in_play())


def test_the_round_goes_on_and_all_that_is_legal_is_told_at_once() -> None:
    state = dealt()
    assert state.goes_on()
    assert ([Show()], True) == state.at_a_glance(1)
    assert ([], True) == state.at_a_glance(0)


def test_everybody_is_told_everything() -> None:
    deal = Deal(round=1, dealer=0, hands=("low", "high"))
    assert deal is Toss().told(None, deal, 0)
    assert deal is Toss().told(None, deal, None)


def test_nothing_is_left_to_the_people_unless_a_game_says_so() -> None:
    state = Toss().new(Seating(players=2, asks=True))
    assert not state.undecided()
    assert state.extra_round(Shuffle(seeded("toss"))) is None
    assert () == Toss().tie_breaks(state.public())
    assert state.may_undo() is None


def test_there_are_no_roles_to_choose() -> None:
    deal = Deal(round=1, dealer=0, hands=("low", "high"))
    assert deal is Toss().with_roles(deal, (1,))


def test_a_card_is_named_by_one_message_of_the_game() -> None:
    assert ("toss-card", {"card": "low"}) == Toss().card_words("low")


def test_there_is_nothing_to_compile() -> None:
    assert Toss.compile() is False


def test_its_actions_are_after_no_place_and_have_their_name_as_tag() -> None:
    assert Show().claims() is None
    assert "show" == contract.tag_of(Show())


def test_a_spectator_has_no_private_part_and_a_seat_that_does_not_exist_none_either() -> None:
    state = dealt()
    assert (None, "high") == (state.view(None).private, state.view(1).private)
    for seat in (-1, 2):
        with pytest.raises(Malformed, match="only a seat from 0 to 1"):
            state.view(seat)


# What a game has to say


def test_a_game_must_make_its_states() -> None:
    with pytest.raises(NotImplementedError):
        Game(contract.Options()).new(Seating(players=2))
    with pytest.raises(NotImplementedError):
        Toss().imagine(dealt().view(0), Shuffle(seeded("toss")))


def test_a_question_must_give_its_answer() -> None:
    question = Question(id="1")
    assert question.can_be_asked(dealt().view(0))
    with pytest.raises(NotImplementedError):
        question.answer(dealt().view(0))


def test_a_round_ends_for_a_reason_that_the_game_has_named() -> None:
    with pytest.raises(AssertionError, match="boredom"):
        dealt().score((0, 0), "boredom")


# What several seats may be after at the same moment


@pytest.mark.parametrize(
    ("action", "place"),
    [
        (wackee_six.Play(card="r2", from_="deck"), "card r2"),
        (wackee_six.Play(card="w", from_=0, as_="g5"), "card g5"),
        (wackee_six.TURN_UP, None),
        (wig_out.DRAW, "deck"),
        (wig_out.LAYS[0], None),
        (contract.Shout(), "shout"),
    ],
)
def test_an_action_says_which_place_it_is_after(action: contract.Action, place: str | None) -> None:
    assert place == action.claims()


# What the viewer cannot see is laid out until somebody can move


class Stuck(TossState):
    """Nobody can move until the cards have been laid out often enough."""

    __slots__ = ("tries",)
    enough: ClassVar[int] = 3

    def __init__(self) -> None:
        super().__init__(Toss(), Seating(players=2))
        self.tries = 0

    def lay_out(self) -> None:
        self.tries += 1

    def goes_on(self) -> bool:
        return self.tries >= self.enough


def stuck(phase: int) -> Stuck:
    state = Stuck()
    state.phase = phase
    assert state is Toss().retry(state, state.lay_out)
    return state


def test_the_hidden_cards_are_laid_out_until_the_round_goes_on() -> None:
    assert 3 == stuck(PLAY).tries


def test_outside_a_round_they_are_laid_out_once() -> None:
    assert 1 == stuck(DEAL).tries


def test_at_some_time_it_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stuck, "enough", IMAGINE_TRIES + 1)
    assert IMAGINE_TRIES == stuck(PLAY).tries


# What all states have in common


@every_game
def test_a_state_has_its_slots_and_nothing_else(name: str) -> None:
    """Without a dictionary a state is small, fast, and compared whole."""
    state = game(name).new(Seating(players=3))
    assert not hasattr(state, "__dict__")
    assert not hasattr(state, "__weakref__")
    slots = [slot for kind in type(state).__mro__ for slot in getattr(kind, "__slots__", ())]
    assert len(slots) == len(set(slots))
    assert all(hasattr(state, slot) for slot in slots)


@every_game
def test_states_are_equal_only_if_every_slot_is(name: str) -> None:
    state = game(name).new(Seating(players=3))
    state.apply(None, state.owed(Shuffle(seeded(name))))
    for kind in type(state).__mro__:
        for slot in getattr(kind, "__slots__", ()):
            other = state.copy()
            assert state == other
            setattr(other, slot, object())
            assert state != other, slot


def test_a_state_equals_no_other_thing_and_is_no_key() -> None:
    states = [game(name).new(Seating(players=3)) for name in NAMES]
    assert all(one != two for one in states for two in [*states, None, 1] if one is not two)
    with pytest.raises(TypeError, match="unhashable"):
        hash(states[0])


@every_game
def test_the_rules_can_be_pickled(name: str) -> None:
    """Bots think in other processes, which are sent the rules."""
    rules = game(name)
    assert rules == pickle.loads(pickle.dumps(rules))  # noqa: S301 - our own


def test_a_refusal_can_be_pickled_and_read() -> None:
    no = Illegal("FC-08", "fc-not-in-hand", card="7h")
    again = pickle.loads(pickle.dumps(no))  # noqa: S301 - our own
    assert (no.clause, no.reason, no.facts) == (again.clause, again.reason, again.facts)
    assert "FC-08: fc-not-in-hand, card=7h" == str(again)


def test_an_unknown_card_is_named_wherever_it_stands() -> None:
    assert [1, 0] == PACK.kinds(["high", "low"])
    for read in (lambda: PACK.kind("middle"), lambda: PACK.kinds(["low", "middle"])):
        with pytest.raises(Malformed, match="there is no card 'middle' in Toss; a card is low or high"):
            read()
    unhashable: Any = [["low"]]
    with pytest.raises(Malformed, match="there is no card"):
        PACK.kinds(unhashable)


def test_a_game_that_declares_no_private_size_gets_a_large_one() -> None:
    state = Toss().new(Seating(players=2))
    assert PRIVATE_BYTES == state.private_bytes(0)
