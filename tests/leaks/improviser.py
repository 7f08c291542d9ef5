"""A match made up as it goes on: people play, and one of them tries everything that could reveal something."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

import msgspec

from rumpus.contract import CALLED, DEAL, READY, Seating
from rumpus.games import game
from rumpus.shuffle import Shuffle, seeded
from tests.leaks.allowed import PACKS, Plain, plain

OPTIONS: dict[str, list[Plain]] = {
    "wig_out": [{"rounds": 1}, {"rounds": 2, "free_draw": True}, {"rounds": 2, "free_draw": True, "auto_shout": True}],
    "five_crowns": [{"rounds": 1, "turn_limit": 3}, {"rounds": 3, "turn_limit": 2}, {"rounds": 11, "turn_limit": 40}],
    "wackee_six": [{"target": 1}, {"partners": True}, {"target": 100, "auto_shout": True}],
}
DEALS = 3
STEPS = 60
QUICK_ROW = ("r1", "g1", "b1", "r2", "g2", "b2")  # with nothing below it, a row that is soon played
SAME_ROW = ("r1", "r2", "r3", "r4", "r5", "r6")  # if every side has it, all want the same places
MISCHIEF = 0.4  # of all steps
CONTESTS = 0.7  # of all moves, if somebody else could want the same
WATCHER = 99  # the spectator, among the people of a cast
PAUSES_S = (0.002, 0.01, 0.05, 0.3, 1.1)
ROUND_TRIPS_S = (0.0, 0.02, 0.06, 0.1)  # claims of the near ones wait for those who are far away


class Plan(msgspec.Struct, frozen=True):
    """A match to be played twice."""

    game: str
    options: Plain
    players: int
    viewer: int  # a seat, or the spectator
    seed: str
    round_trips_s: tuple[float, ...] = ()  # by seat; none: everybody is near
    crowded: bool = False  # many want the same


class Event(msgspec.Struct, frozen=True):
    """Somebody does something, and then some time passes."""

    who: int
    do: str  # say, web, drop, enter
    what: Any = None
    path: str = ""
    after_s: float = 0.01

    def soon(self) -> Event:
        """The same, and the next thing happens almost at once."""
        return msgspec.structs.replace(self, after_s=0.004)


def plan(game_name: str, number: int) -> Plan:
    """The plan with this number; in every other plan the viewer is a spectator."""
    rng = Random(f"plan {game_name} {number}")
    options = OPTIONS[game_name][number % 3]
    players = 4 if options.get("partners") else rng.choice((2, 3, 3, 4))
    crowded = number % 4 > 1
    if game_name == "wig_out" and crowded:
        players, options = 6, {"rounds": 1, "free_draw": True}
    if options.get("target") == 1:
        options = options | {"down": [0] + [6] * (players - 1)}  # the host comes to the end soon
    viewer = WATCHER if number % 2 else rng.randrange(1, players)
    round_trips_s = tuple(rng.choice(ROUND_TRIPS_S) for _ in range(players))
    return Plan(game_name, options, players, viewer, f"{game_name} {number}", round_trips_s, crowded)


def deals_for(one: Plan) -> list[Plain]:
    """The deals of the first rounds."""
    state: Any = game(one.game, one.options).new(Seating(players=one.players))
    shuffle, deals = Shuffle(seeded("deals", one.seed)), []
    for _ in range(DEALS if one.game != "five_crowns" else min(DEALS, one.options.get("rounds", DEALS))):
        deal = state.owed(shuffle)
        state.apply(None, deal)
        state.phase = DEAL  # what comes between two deals is another story
        deals.append(plain(deal))
    if "down" in one.options:
        _turn_up(deals[0]["sides"][0], QUICK_ROW)
    elif one.game == "wackee_six" and one.crowded:
        for side in deals[0]["sides"]:
            _turn_up(side, SAME_ROW)
    return deals


def _turn_up(side: Plain, row: tuple[str, ...]) -> None:
    """Reorder the cards of a side so that these are its row."""
    cards = side["up"] + side["down"] + side["deck"]
    for card in row:
        cards.remove(card)
    below = len(side["down"])
    side["up"], side["down"], side["deck"] = list(row), cards[:below], cards[below:]


class Improviser:
    """Lets people play, while the viewer tries everything that could reveal a card."""

    def __init__(self, one: Plan) -> None:
        self.plan = one
        self.rng = Random(f"improvise {one.seed}")
        to_the_last_card = one.game == "wig_out" and one.crowded
        self.left = 2 * STEPS if to_the_last_card else STEPS
        self.eager = 0.1 if to_the_last_card else 0.6  # to play rather than to draw
        self.away = False
        self._ids = 0

    def __call__(self, keeper: Any) -> Event | None:
        """What happens next."""
        self.left -= 1
        over, state = keeper.table.lobby.stage == "over", keeper.table.match.state
        unwritten = not over and state.phase == DEAL and state.round == DEALS  # the next deal is in no script
        if self.left < 0 or unwritten or (over and self.rng.random() < 0.3):
            return None
        if self.away and self.rng.random() < 0.3:
            self.away = False
            return self.event(self.plan.viewer, "enter")
        if over or self.rng.random() < MISCHIEF:
            return self.try_something(keeper.table.match.state)
        return self.play(keeper.table.match, keeper.table.races.waiting)

    def event(self, who: int, do: str, what: Any = None, path: str = "") -> Event:
        """An event, followed by a random pause."""
        return Event(who, do, what, path, self.rng.choice(PAUSES_S))

    def say(self, who: int, kind: str, **fields: Any) -> Event:
        """A message with a new id."""
        self._ids += 1
        return self.event(who, "say", {"type": kind, "id": f"i{self._ids}", **fields})

    def play(self, match: Any, waiting: Collection[int]) -> Event:
        """Somebody makes a move of the game; not a seat whose claim still waits, because its next may be refused."""
        state = match.state
        if state.phase == CALLED:
            return Event(0, "web", None, "/healthz", 0.5)
        if state.phase == DEAL:
            seat = self.rng.choice([one for one in range(state.players) if one not in match.ready] or [0])
            return self.say(seat, "ready") if not self._is_away(seat) else Event(0, "web", None, "/healthz", 2.0)
        if state.phase == READY:
            unready = [one for one in range(state.players) if one not in match.ready and not self._is_away(one)]
            others = [one for one in unready if one != state.to_act()[0] and one not in match.bots]
            if others:
                return self.say(self.rng.choice(others), "ready")
            return self.say(state.to_act()[0], "do", action={"do": "go"})
        free = [seat for seat in state.to_act() if not self._is_away(seat) and seat not in waiting]
        ways = [(seat, action) for seat in free for action in state.legal(seat)]
        if not ways:
            return Event(0, "web", None, "/healthz", 1.0)
        wanted = [way for way in ways if state.rivals(*way)]
        if wanted and self.rng.random() < CONTESTS:
            seat, action = self.rng.choice(wanted)
            return self.say(seat, "do", action=plain(action)).soon()
        better = [way for way in ways if plain(way[1])["do"] not in ("draw", "turn") or plain(way[1]).get("out")]
        seat, action = self.rng.choice(better or ways) if self.rng.random() < self.eager else self.rng.choice(ways)
        return self.say(seat, "do", action=plain(action))

    def _is_away(self, seat: int) -> bool:
        return self.away and seat == self.plan.viewer

    def try_something(self, state: Any) -> Event:
        """The viewer asks a question, guesses a card, or sends something malformed."""
        rng, who = self.rng, self.plan.viewer
        if self.away or rng.random() < 0.2:
            return self.event(who, "web", *rng.choice(self.requests()))
        if rng.random() < 0.07 and state.phase != DEAL:
            self.away = True
            return Event(who, "drop", after_s=rng.choice((0.01, 3.0)))
        if rng.random() < 0.5:
            return self.say(who, "do", action=rng.choice(self.guesses(state)))
        return rng.choice(self.questions() if rng.random() < 0.5 else self.asks())

    def requests(self) -> list[tuple[Any, str]]:
        """HTTP requests whose answers could reveal too much."""
        return [
            ({"token": ""}, "/api/steps"),
            ({"token": ""}, "/api/steps"),
            ({"token": "0"}, "/api/steps"),
            ({}, "/api/steps"),
            (None, f"/api/records/{'0' * 24}"),
            (None, f"/api/records/{'0' * 24}/steps"),
            (None, "/healthz"),
            (None, "/metrics"),
            ({"code": "BCDFGHJK", "name": "Eve"}, "/api/join"),
            ({"game": self.plan.game, "name": "Eve", "deals": [{"do": "go"}]}, "/api/tables"),
            (b"nothing", "/api/replay"),
        ]

    def questions(self) -> list[Event]:
        """Questions about the viewer's own cards, and about those of others."""
        who, rng = self.plan.viewer, self.rng
        cards = PACKS[self.plan.game].names
        some = [[rng.choice(cards) for _ in range(3)] for _ in range(rng.randrange(1, 3))]
        return [
            self.say(who, "playable"),
            self.say(who, "hint"),
            self.say(who, "melds"),
            self.say(who, "grouping", melds=[]),
            self.say(who, "grouping", melds=some),
            self.say(who, "grouping", melds=[], discard=rng.choice(cards)),
        ]

    def asks(self) -> list[Event]:
        """Messages whose answers could reveal too much."""
        who, rng = self.plan.viewer, self.rng
        cards = PACKS[self.plan.game].names
        return [
            self.say(who, "resync"),
            self.say(who, "say", phrase="wow"),
            self.say(who, "say", phrase="need-card", card=rng.choice(cards)),
            self.say(who, "mute", person=1),
            self.say(who, "device"),
            self.say(who, "pause", paused=True),
            self.say(who, "stop", agree=False),
            self.say(who, "nonsense"),
            self.event(who, "say", "{"),
            self.event(who, "say", {"type": "resync", "id": f"i{self._ids - 20}"}),  # often an id that came before
            self.event(who, "say", {"type": "hello", "version": 1, "token": "x"}),
        ]

    def guesses(self, state: Any) -> list[Plain]:
        """Actions that are refused, or that name cards which only the table knows."""
        rng, cards = self.rng, PACKS[self.plan.game].names
        some = rng.choice(cards)
        if self.plan.game == "wig_out":
            top = cards[state.deck[-1]] if state.deck else some
            return [
                *({"do": "draw"}, {"do": "draw", "card": top}, {"do": "draw", "card": some}, {"do": "shout"}),
                *({"do": "lay", "card": some}, {"do": "start", "cards": [some] * 2}, {"do": "go"}, {"do": "score"}),
            ]
        if self.plan.game == "five_crowns":
            top = cards[state.draw[-1]] if state.draw else some
            return [
                *({"do": "take", "from": "draw"}, {"do": "take", "from": "draw", "card": top}, {"do": "reshuffle"}),
                *({"do": "take", "from": "discard", "card": some}, {"do": "discard", "card": some}),
                *({"do": "discard", "card": some, "out": True}, {"do": "discard", "card": some, "melds": [[some] * 3]}),
            ]
        side = rng.randrange(len(state.sides))
        tops = [cards[card] for card in state.deck[side][:-4:-1]]
        down = cards[state.down[side][-1]] if state.down[side] else some
        return [
            *({"do": "turn"}, {"do": "turn", "cards": tops}, {"do": "turn", "cards": [some] * 3}, {"do": "recycle"}),
            *({"do": "play", "card": down, "from": place} for place in (0, "deck")),
            *({"do": "shout"}, {"do": "close"}, {"do": "play", "card": some, "from": 1, "airborne": True}),
        ]
