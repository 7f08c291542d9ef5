"""The games in OpenSpiel: importing this registers `rumpus_GAME` for every game that has an encoding.

Every card that is dealt is a chance node, so the tree is explicit and a history says everything. In a race a chance
node says whose hand arrives next, all seats that can act being equally likely; that seat acts, or waits.
"""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import msgspec

from rumpus.contract import PLAY, READY, Malformed, RumpusError
from rumpus.driver import Driver
from rumpus.games import GAMES
from rumpus.research.chance import Draws
from rumpus.research.encodings import Encoding, encoding
from rumpus.research.encodings.registry import OURS
from rumpus.research.environments import missing

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error) from error

PREFIX = "rumpus_"
NOT_HERE = {"bot_pace"}  # there are no bots, and no time
WAITS = 10  # of each seat, one after the other, before the table ends a race (T-08)
MAX_STEPS = 10_000
NOT_SET = -1
MOST_UTILITY = 1000.0  # far more than any match is decided by


def _parameters(name: str) -> dict[str, Any]:
    """The parameters of a game and their defaults: how many players, the most steps, and its options.

    OpenSpiel writes parameters into strings such as `rumpus_x(players=3,rounds=2)` and reads them back. So a number for
    each party is text with semicolons (`5;7;7`), a seat is `seat2`, and a number that may be left out is then -1.
    """
    rules = GAMES[name]
    hints = get_type_hints(rules.options_type)
    options = {}
    for field in msgspec.structs.fields(rules.options_type):
        if field.name not in NOT_HERE:
            numeric = field.default is None and int in get_args(hints[field.name])
            options[field.name] = NOT_SET if numeric else "" if field.default is None else field.default
    return {"players": rules.seats.start, "max_steps": MAX_STEPS, **options}


def _options(name: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """The options that differ from their defaults."""
    found = {}
    for option, default in _parameters(name).items():
        value = parameters.get(option, default)
        if option not in ("players", "max_steps") and value != default:
            found[option] = _read(value) if isinstance(value, str) else value
    return found


def _read(value: str) -> Any:
    try:
        if ";" in value:
            return [int(part) for part in value.split(";")]
        return int(value.removeprefix("seat"))
    except ValueError:
        return value


def _game_type(name: str, *, zero_sum: bool) -> Any:
    kinds = pyspiel.GameType
    rules = GAMES[name]
    return kinds(
        short_name=PREFIX + name,
        long_name=rules.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.REWARDS,
        max_num_players=rules.seats.stop - 1,
        min_num_players=rules.seats.start,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(name),
    )


class Table(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types here
    """A game of ours with its parameters."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = {**_parameters(self.name), **(params or {})}
        try:
            coded = encoding(self.name, parameters["players"], _options(self.name, parameters))
        except RumpusError as error:
            raise Malformed(f"{PREFIX}{self.name}: {error}") from None
        self.encoding: Encoding = coded
        self.max_steps: int = parameters["max_steps"]
        parties = coded.rules.new(coded.players).parties()
        alike = len({len(party) for party in parties}) == 1  # else the rewards of seats do not add up to zero
        kinds = len(coded.rules.pack.names)
        zero_sum = {"utility_sum": 0.0} if alike else {}
        about = pyspiel.GameInfo(
            num_distinct_actions=coded.actions + coded.rules.race,
            max_chance_outcomes=max(kinds, coded.players),
            num_players=coded.players,
            min_utility=-MOST_UTILITY,
            max_utility=MOST_UTILITY,
            max_game_length=self.max_steps,
            **zero_sum,
        )
        super().__init__(_game_type(self.name, zero_sum=alike), about, params or {})

    def new_initial_state(self, *_: Any) -> TableState:
        """A match about to be dealt."""
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a seat sees: its view as numbers, or as text all that it has been told."""
        return Observer(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


class _Match:
    """A match, with chance drawn one card at a time, and who comes next; cheap to copy."""

    def __init__(self, coded: Encoding, max_steps: int) -> None:
        self.encoding, self.max_steps = coded, max_steps
        self.state = coded.rules.new(coded.players)
        self.events: list[Any] = []
        self.draws = Draws()
        self.next: int | None = None  # the seat that acts
        self.rivals: list[int] = []  # seats of a race of which chance picks the one that acts
        self.steps = self.waits = 0
        self.began = self.state.totals
        self.before = self.state.totals  # the totals before the last action
        self.legal: dict[int, Any] = {}
        self.go_on()

    def __deepcopy__(self, memo: Any) -> _Match:
        new = object.__new__(_Match)
        new.__dict__.update(self.__dict__)
        new.state, new.events, new.draws = self.state.copy(), self.events[:], self.draws.copy()
        return new

    def over(self) -> bool:
        """Whether the match is over, or long enough."""
        return self.state.outcome() is not None or self.steps >= self.max_steps

    def chances(self) -> dict[int, int]:
        """What chance may bring next, and how often each is there."""
        if self.draws.waiting():
            return {outcome: count for outcome, count in sorted(self.draws.left.items()) if count}
        return dict.fromkeys(self.rivals, 1)

    def chance(self, outcome: int) -> None:
        """This was drawn."""
        if self.draws.waiting():
            self.draws.draw(outcome)
            if self.draws.waiting():
                return
            self.go_on()
        else:
            self._choose(outcome)

    def act(self, number: int) -> None:
        """The seat that comes next acts, or waits."""
        seat, action = self.next, self.legal[number]
        assert seat is not None
        self.steps += 1
        self.before = self.state.totals
        if action is None:
            self.waits += 1
            if self.waits >= WAITS * self.state.players:
                self._unstick()
        else:
            self.waits = 0
            self.events += self.state.apply(seat, action)
        self.go_on()

    def _unstick(self) -> None:
        """T-08: nobody moves."""
        driver = Driver(self.encoding.rules, self.state)
        driver.history = [(0.0, event) for event in self.events]
        step = driver.way_out()
        if step is not None:
            self.events += self.state.apply(*step)
        self.waits = 0

    def go_on(self) -> None:
        """Do all that needs nobody's decision."""
        self.next, self.rivals, self.legal = None, [], {}
        while not self.over():
            state = self.state
            seats = [seat for seat in state.to_act() if state.legal(seat)] if state.phase == PLAY else []
            if len(seats) == 1 and not self.encoding.rules.race:
                self._choose(seats[0])
                return
            if seats:
                self.rivals = seats
                return
            fact = self.draws.fact(state)
            if self.draws.waiting():
                return
            if fact is None:  # GO (T-03), or the end of a race that was called
                table = state.legal(None)
                fact = table[0] if state.phase == READY or self.encoding.rules.closing in table else None
            if fact is None:
                self._unstick()
                continue
            self.events += state.apply(None, fact)

    def _choose(self, seat: int) -> None:
        self.next, self.rivals = seat, []
        self.legal = self.encoding.numbered(self.state.legal(seat))
        if self.encoding.rules.race:
            self.legal[self.encoding.wait] = None

    def earned(self, since: Any) -> list[float]:
        """The reward of each seat for what the totals have gained since."""
        return self.encoding.rewards(since, self.state.totals, self.state.parties())


class TableState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types here
    """A match as OpenSpiel walks through it."""

    def __init__(self, game: Table) -> None:
        super().__init__(game)
        self.match = _Match(game.encoding, game.max_steps)

    def current_player(self) -> int:
        """The seat that acts, chance, or nobody any more."""
        if self.match.over():
            terminal: int = pyspiel.PlayerId.TERMINAL
            return terminal
        chance: int = pyspiel.PlayerId.CHANCE
        return chance if self.match.next is None else self.match.next

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.match.legal) if player == self.match.next else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, with its probability."""
        chances = self.match.chances()
        total = sum(chances.values())
        return [(outcome, count / total) for outcome, count in chances.items()]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.match.chance(action)
        else:
            self.match.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        match = self.match
        if player == pyspiel.PlayerId.CHANCE:
            cards = match.encoding.rules.pack.names
            return cards[action] if match.draws.waiting() and action < len(cards) else f"seat {action}"
        chosen = match.legal.get(action)
        if chosen is not None:
            return msgspec.json.encode(chosen).decode()
        return "wait" if action == match.encoding.wait else f"action {action}"

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.match.over()

    def rewards(self) -> list[float]:
        """What each seat earned by the last action."""
        return self.match.earned(self.match.before)

    def returns(self) -> list[float]:
        """What each seat has earned so far."""
        return self.match.earned(self.match.began)

    def __str__(self) -> str:
        return repr(self.match.state)


class Observer:
    """What a seat sees, as OpenSpiel asks for it."""

    def __init__(self, game: Table, perfect_recall: bool) -> None:
        self.encoding, self.perfect_recall = game.encoding, perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if perfect_recall:
            return
        self.tensor = np.zeros(self.encoding.size, np.float32)
        at = 0
        for block in self.encoding.blocks:
            self.dict[block.name] = self.tensor[at : at + block.size]
            at += block.size

    def set_from(self, state: TableState, player: int) -> None:
        """Fill the tensor with what this player sees."""
        if self.tensor is not None:
            self.tensor[:] = self.encoding.encode(state.match.state.view(player))

    def string_from(self, state: TableState, player: int) -> str:
        """The view of this player, or all that it has been told."""
        match = state.match
        if not self.perfect_recall:
            return str(match.state.view(player))
        rules = self.encoding.rules
        told = [(by, rules.told(by, action, player)) for by, action in match.events]
        return f"{player}: {msgspec.json.encode(told).decode()}"


for _name in OURS:
    if _name in GAMES:
        _kind = type(GAMES[_name].__name__, (Table,), {"name": _name})
        pyspiel.register_game(_game_type(_name, zero_sum=True), _kind)
