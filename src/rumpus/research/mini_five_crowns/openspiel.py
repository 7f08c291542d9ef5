"""The mini variant in OpenSpiel: importing this registers `rumpus_mini_five_crowns`, walked card by card."""

from __future__ import annotations

from typing import Any

from rumpus.research.environments import missing
from rumpus.research.mini_five_crowns.cards import MINI, SEATS, SIZE, Variant
from rumpus.research.mini_five_crowns.round import Round
from rumpus.research.mini_five_crowns.tree import TAKES

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error) from error

NAME = "rumpus_mini_five_crowns"
MOST_POINTS = 20.0 * SIZE
PARAMETERS = {"cards": " ".join(MINI), "turns": 4}
KINDS = pyspiel.GameType
TYPE = KINDS(
    short_name=NAME,
    long_name="Five Crowns, mini variant",
    dynamics=KINDS.Dynamics.SEQUENTIAL,
    chance_mode=KINDS.ChanceMode.EXPLICIT_STOCHASTIC,
    information=KINDS.Information.IMPERFECT_INFORMATION,
    utility=KINDS.Utility.ZERO_SUM,
    reward_model=KINDS.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=SEATS,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification=PARAMETERS,
)


class MiniGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types here
    """A mini variant; `cards` is text such as `3t 4t 4h`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        self.variant = Variant(chosen["cards"].split(), chosen["turns"])
        about = pyspiel.GameInfo(
            num_distinct_actions=TAKES + 2 * self.variant.kinds,
            max_chance_outcomes=self.variant.kinds,
            num_players=SEATS,
            min_utility=-MOST_POINTS,
            max_utility=MOST_POINTS,
            utility_sum=0.0,
            max_game_length=2 * self.variant.turns,
        )
        super().__init__(TYPE, about, params or {})

    def new_initial_state(self, *_: Any) -> MiniState:
        """A round about to be dealt."""
        return MiniState(self)

    def make_py_observer(self, *_: Any) -> Observer:
        """What a seat has seen, as text."""
        return Observer()


class MiniState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types here
    """A round as OpenSpiel walks through it."""

    def __init__(self, game: MiniGame) -> None:
        super().__init__(game)
        self.round = Round(game.variant)

    def current_player(self) -> int:
        """The seat that decides, chance, or nobody any more."""
        return self.round.to_act()

    def _legal_actions(self, player: int) -> list[int]:
        return self.round.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The kinds of cards that may come, with their probability."""
        return list(self.round.chances().items())

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.round.deal(action)
        else:
            self.round.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        names = self.round.variant.names
        if player == pyspiel.PlayerId.CHANCE:
            return names[action]
        if action < TAKES:
            return ("draw", "pick up")[action]
        out, kind = divmod(action - TAKES, len(names))
        return f"discard {names[kind]}" + " and go out" * out

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self.round.over

    def returns(self) -> list[float]:
        """The points that each seat has won from the other."""
        won = self.round.won() if self.round.over else 0.0
        return [won, -won]

    def __str__(self) -> str:
        return f"{self.round.hands} {self.round.pile} {self.round.known}"


class Observer:
    """What a seat has seen, in order."""

    tensor = None
    dict: dict[str, Any] = {}  # noqa: RUF012 - empty, as OpenSpiel wants it

    def set_from(self, state: MiniState, player: int) -> None:
        """There is no tensor."""

    def string_from(self, state: MiniState, player: int) -> str:
        """All that the seat has seen."""
        return f"{player}: {', '.join(state.round.known[player])}"


pyspiel.register_game(TYPE, MiniGame)
