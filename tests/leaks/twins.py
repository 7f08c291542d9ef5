"""Twin games: a match played twice, in which only cards differ that a viewer never gets to see.

A match is improvised first: scripted deals, people on all seats, a spectator, and one of them, the viewer, who also
tries everything that could tell something: refused and guessed draws, questions, old ids, malformed frames, lost
connections, a stand-in on the own seat, HTTP. Every message is written down with the time that passes behind it.

From the journal follows which places of the deals the viewer has seen: each dealt card keeps its place in the deal as
its name, and is seen when it is the viewer's own, is played, picked up, laid down, turned, or lies open at the end of
a round. The twin deal has the other cards in another order. Not every order will do: what the others do must stay
possible and must look the same (a draw of Wig Out! needs a hand that cannot play, a stalemate depends on what lies
face down). That is tried with the rules alone, with `leaks.may_see` and `may_hear` saying what looks the same, so a
leak of the server or of the games' views cannot make its own twins agree.

Then the same messages go to a second server with the twin deals. Tokens, codes and the name of the record come from
the same seed and time is virtual, so nothing else differs, and the comparison is exact: every frame and every answer,
headers too, byte for byte and in order. A spectator sees less than any seat: in the twins of a seat both are compared,
in those of a spectator, in which every hand may change, the spectator alone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from rumpus.contract import CALLED, DEAL, READY, Illegal, Malformed, Seating
from rumpus.games import game
from rumpus.shuffle import Shuffle, seeded
from tests.leaks.leaks import PACKS, Leak, Moment, Plain, Scan, Truth, Viewer, apply, may_hear, may_see, plain, same
from tests.support.clock import run_virtual
from tests.support.in_process import LocalServer

OPTIONS: dict[str, list[Plain]] = {
    "wig_out": [{"rounds": 1}, {"rounds": 2, "free_draw": True}, {"rounds": 2, "free_draw": True, "auto_shout": True}],
    "five_crowns": [{"rounds": 1, "turn_limit": 3}, {"rounds": 3, "turn_limit": 2}, {"rounds": 11, "turn_limit": 40}],
    "wackee_six": [{"target": 1}, {"partners": True}, {"target": 100, "auto_shout": True}],
}
DEALS = 3
STEPS = 60
QUICK_ROW = ("r1", "g1", "b1", "r2", "g2", "b2")  # with nothing below it, a row that is soon played
MISCHIEF = 0.4  # of all steps
WATCHER = 99  # the spectator, among the people of a cast
PAUSES_S = (0.002, 0.01, 0.05, 0.3, 1.1)


class Plan(msgspec.Struct, frozen=True):
    """A match to be played twice."""

    game: str
    options: Plain
    players: int
    viewer: int  # a seat, or the spectator
    seed: str


class Event(msgspec.Struct, frozen=True):
    """Somebody does something, and then some time passes."""

    who: int
    do: str  # say, web, drop, enter
    what: Any = None
    path: str = ""
    after_s: float = 0.01


class Run(msgspec.Struct, frozen=True):
    """A match that was played: who got what, what truly happened, and how it came about."""

    cast: dict[int, Viewer]
    truth: Truth
    events: list[Event]


Director = Callable[[Any], Event | None]  # looks at the keeper; None: enough


def plan(game_name: str, number: int) -> Plan:
    """One of very many matches; every other one is for a spectator's eyes."""
    rng = Random(f"plan {game_name} {number}")
    options = OPTIONS[game_name][number % 3]
    players = 4 if options.get("partners") else rng.choice((2, 3, 3, 4))
    if options.get("target") == 1:
        options = options | {"down": [0] + [6] * (players - 1)}  # the host comes to the end soon
    viewer = WATCHER if number % 2 else rng.randrange(1, players)
    return Plan(game_name, options, players, viewer, f"{game_name} {number}")


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
        _hasten(deals[0]["sides"][0])
    return deals


def _hasten(side: Plain) -> None:
    """The same cards, with a row that is soon played."""
    cards = side["up"] + side["deck"]
    for card in QUICK_ROW:
        cards.remove(card)
    side["up"], side["deck"] = list(QUICK_ROW), cards


# On the stage


async def sit_down(server: LocalServer, one: Plan, deals: list[Plain]) -> dict[int, Viewer]:
    """People on all seats, a spectator, and the match begins."""
    settings = {"countdown_s": 0.5, "wait_s": 20, "grace_s": 2}
    host = await server.open(one.game, name="Ana", deals=deals, options=one.options, settings=settings)
    cast = {0: Viewer(server, host, "198.51.100.1")}
    for seat in range(1, one.players):
        cast[seat] = Viewer(server, await server.join(host, f"P{seat}"), f"198.51.100.{seat + 1}")
    cast[WATCHER] = Viewer(server, await server.join(host, "Wim", watch=True), "203.0.113.9")
    for viewer in cast.values():
        viewer.enter()
        await asyncio.sleep(0.01)
    for seat in range(1, one.players):
        cast[seat].say({"type": "ready", "id": "r"})
    await asyncio.sleep(0.01)
    cast[0].say({"type": "begin", "id": "b"})
    await asyncio.sleep(0.01)
    return cast


async def perform(one: Plan, deals: list[Plain], direct: Director) -> Run:
    """Play it on a server of its own."""
    async with LocalServer(seed=one.seed) as server:
        cast = await sit_down(server, one, deals)
        host, events = cast[0].seated, []
        while (event := direct(server.keeper(host))) is not None:
            events.append(event)
            await _do(cast[event.who], event)
        await asyncio.sleep(0.1)
        return Run(cast, Truth(server.written(host), host["code"]), events)


async def _do(viewer: Viewer, event: Event) -> None:
    if event.do == "say":
        viewer.say(event.what)
    elif event.do == "web":
        what = event.what
        if isinstance(what, dict) and "token" in what:
            what = {"token": viewer.seated["token"] + what["token"]}
        await viewer.ask(event.path, what)
    elif event.do == "drop":
        viewer.drop()
    else:
        viewer.enter()
    await asyncio.sleep(event.after_s)


def again(events: list[Event]) -> Director:
    """The same once more."""
    left = iter(events)
    return lambda _: next(left, None)


class Improviser:
    """Lets people play, and one of them try what could tell something."""

    def __init__(self, one: Plan) -> None:
        self.plan = one
        self.rng = Random(f"improvise {one.seed}")
        self.left = STEPS
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
        return self.play(keeper.table.match)

    def event(self, who: int, do: str, what: Any = None, path: str = "") -> Event:
        """Somebody does it, and some time passes."""
        return Event(who, do, what, path, self.rng.choice(PAUSES_S))

    def say(self, who: int, kind: str, **fields: Any) -> Event:
        """Somebody says it, with an id that is new."""
        self._ids += 1
        return self.event(who, "say", {"type": kind, "id": f"i{self._ids}", **fields})

    def play(self, match: Any) -> Event:
        """Somebody goes on with the game."""
        state = match.state
        if state.phase == CALLED:
            return Event(0, "web", None, "/healthz", 0.5)
        if state.phase == DEAL:
            seat = self.rng.choice([one for one in range(state.players) if one not in match.ready] or [0])
            return self.say(seat, "ready") if not self._is_away(seat) else Event(0, "web", None, "/healthz", 2.0)
        if state.phase == READY:
            return self.say(state.to_act()[0], "do", action={"do": "go"})
        ways = [(seat, action) for seat in state.to_act() if not self._is_away(seat) for action in state.legal(seat)]
        if not ways:
            return Event(0, "web", None, "/healthz", 1.0)
        better = [way for way in ways if plain(way[1])["do"] not in ("draw", "turn") or plain(way[1]).get("out")]
        seat, action = self.rng.choice(better or ways) if self.rng.random() < 0.6 else self.rng.choice(ways)
        return self.say(seat, "do", action=plain(action))

    def _is_away(self, seat: int) -> bool:
        return self.away and seat == self.plan.viewer

    def try_something(self, state: Any) -> Event:
        """The viewer asks, guesses, and stumbles."""
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
        """Requests that could be answered with too much."""
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
        """Questions about the own cards, and about those of others."""
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
        """Messages that could be answered with too much."""
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


# Which cards were never seen

Spot = tuple[Any, ...]  # a way into a deal: round, field, …


def _spots(deal: Plain, number: int) -> dict[str, list[list[Spot]]]:
    """All places of a deal, pile by pile."""
    if "sides" in deal:
        sides = list(enumerate(deal["sides"]))
        return {
            pile: [[(number, "sides", side, pile, at) for at in range(len(one[pile]))] for side, one in sides]
            for pile in ("up", "down", "deck")
        }
    hands = [[(number, "hands", seat, at) for at in range(len(hand))] for seat, hand in enumerate(deal["hands"])]
    pile = "deck" if "deck" in deal else "draw"
    return {"hands": hands, "pile": [[(number, pile, at) for at in range(len(deal[pile]))]]}


def card_at(deals: list[Plain], spot: Spot) -> str:
    """The card of a place."""
    found: Any = deals
    for step in spot:
        found = found[step]
    return str(found)


class Eyes:
    """Follows every dealt card by its place, and notes what a viewer gets to see."""

    def __init__(self, deals: list[Plain], seat: int | None) -> None:
        self.deals = deals
        self.seat = seat
        self.spots: list[Spot] = []
        self.hands: list[list[Spot]] = []
        self.pile: list[Spot] = []
        self.discards: list[Spot] = []
        self.side_of: dict[int, int] = {}
        self.down: list[list[Spot]] = []
        self.deck: list[list[Spot]] = []
        self.turned: list[list[Spot]] = []
        self.seen: set[Spot] = set()

    def follow(self, lines: Iterator[Plain]) -> list[list[Spot]]:
        """The places that were never seen, in groups within which cards may change places."""
        for line in lines:
            getattr(self, f"_{line['do']}", lambda _: None)(line)
        groups: dict[Any, list[Spot]] = {}
        for spot in self.spots:
            if spot not in self.seen:
                groups.setdefault(spot[:3] if spot[1] == "sides" else spot[0], []).append(spot)
        return list(groups.values())

    def _deal(self, line: Plain) -> None:
        piles = _spots(self.deals[line["round"] - 1], line["round"] - 1)
        self.spots += [spot for kind in piles.values() for pile in kind for spot in pile]
        if "hands" in piles:
            self.hands, self.pile, self.discards = piles["hands"], piles["pile"][0], [(line["round"] - 1, "discard")]
            if self.seat is not None:
                self.seen.update(self.hands[self.seat])
        else:
            self.side_of = {seat: at for at, side in enumerate(line["sides"]) for seat in side["seats"]}
            self.down, self.deck, self.turned = piles["down"], piles["deck"], [[] for _ in line["sides"]]
            self.seen.update(spot for row in piles["up"] for spot in row)

    def _drawn(self, line: Plain) -> None:
        self.hands[line["by"]].append(self.pile.pop(0))
        if line["by"] == self.seat:
            self.seen.add(self.hands[line["by"]][-1])

    _draw = _drawn

    def _take(self, line: Plain) -> None:
        if line["from"] == "draw":
            self._drawn(line)
        else:
            self.hands[line["by"]].append(self.discards.pop())

    def _shows(self, seat: int, card: str) -> Spot:
        """A card leaves a hand for everybody to see; one that was seen before goes first."""
        hand = self.hands[seat]
        alike = [spot for spot in hand if card_at(self.deals, spot) == card]
        spot = min(alike, key=lambda one: one not in self.seen)
        hand.remove(spot)
        self.seen.add(spot)
        return spot

    def _lay(self, line: Plain) -> None:
        for card in line.get("cards", [line.get("card")]):
            self._shows(line["by"], card)

    _start = _lay

    def _discard(self, line: Plain) -> None:
        self.discards.append(self._shows(line["by"], line["card"]))
        self._lay_down(line)

    def _lay_down(self, line: Plain) -> None:
        for meld in line.get("melds", ()):
            for card in meld:
                self._shows(line["by"], card)

    def _reshuffle(self, line: Plain) -> None:
        """Everybody has seen these; only their order is new."""
        self.pile, self.discards = self.discards[:-1], self.discards[-1:]

    def _score(self, line: Plain) -> None:
        self.seen.update(spot for hand in self.hands for spot in hand)

    def _play(self, line: Plain) -> None:
        side = self.side_of[line["by"]]
        if line["from"] == "deck":
            self.turned[side].pop()
        elif self.down[side] and not line.get("airborne"):
            self.seen.add(self.down[side].pop(0))

    def _turn(self, line: Plain) -> None:
        side = self.side_of[line["by"]]
        some, self.deck[side] = self.deck[side][:3], self.deck[side][3:]
        self.turned[side] += some
        self.seen.update(some)

    def _recycle(self, line: Plain) -> None:
        side = self.side_of[line["by"]]
        self.deck[side], self.turned[side] = self.turned[side], []


# The twin


def twin_deals(one: Plan, deals: list[Plain], run: Run) -> list[Plain] | None:
    """Deals in which only cards differ that the viewer has never seen, and all that happened looks the same; or None.

    All unseen cards are shuffled first; if the others could not have done then what they did, fewer and fewer.
    """
    seat = None if one.viewer == WATCHER else one.viewer
    moments = [run.truth.moments[seq] for seq in sorted(run.truth.moments)]
    groups = Eyes(deals, seat).follow(line for moment in moments for line in moment.lines)
    rng = Random(f"twin {one.seed}")
    for share in (1.0, 1.0, 1.0, 0.6, 0.6, 0.4, 0.4, 0.3, 0.3, *[0.2] * 10, *[0.1] * 20):
        twin = msgspec.json.decode(msgspec.json.encode(deals))
        for group in groups:
            _shuffle(twin, rng.sample(group, max(min(2, len(group)), round(share * len(group)))), rng)
        if twin != deals and looks_the_same(one, twin, moments, seat):
            return list(twin)
    return None


def _shuffle(deals: list[Plain], spots: list[Spot], rng: Random) -> None:
    cards = [card_at(deals, spot) for spot in spots]
    rng.shuffle(cards)
    for spot, card in zip(spots, cards, strict=True):
        pile: Any = deals
        for step in spot[:-1]:
            pile = pile[step]
        pile[spot[-1]] = card


def looks_the_same(one: Plan, twin: list[Plain], moments: list[Moment], seat: int | None) -> bool:
    """Whether the rules take all of it with the twin deals, and it looks the same to the viewer."""
    rules = game(one.game, one.options)
    first = next(moment.state for moment in moments if moment.state is not None)
    state: Any = rules.new(Seating(players=one.players, sides=getattr(first, "sides", None)))
    for moment in moments:
        lines = moment.lines
        if not lines or lines[0]["do"] in ("ready", "seat"):
            continue
        try:
            done = apply(rules, state, _asked(lines[0], state, twin, seat))
        except (Illegal, Malformed):
            return False
        told = [may_hear(one.game, {"by": by, **plain(action)}, seat) for by, action in done]
        if told != [may_hear(one.game, line, seat) for line in lines]:
            return False
        if may_see(moment.state, seat) != may_see(state, seat):
            return False
    return True


def _asked(line: Plain, state: Any, twin: list[Plain], seat: int | None) -> Plain:
    """What was asked for, without what the table has filled in."""
    kind = line["do"]
    if kind == "deal":
        return {"by": None, **twin[line["round"] - 1]} if line["round"] <= len(twin) else line
    if kind in ("draw", "take"):
        return {name: value for name, value in line.items() if name != "card"}
    if kind == "discard" and "melds" in line and line["by"] != seat:
        return {"by": line["by"], "do": kind, "card": line["card"], "out": state.out is None}
    return line


def compare(one: Plan, first: Run, second: Run) -> int:
    """Every byte to the viewer is the same; gives how many there were."""
    size = 0
    for who in {one.viewer, WATCHER}:
        a, b = first.cast[who], second.cast[who]
        for frame, other in zip(a.frames, b.frames, strict=False):
            same(frame, other, f"{one.seed}: frames of twins to {'the spectator' if who == WATCHER else who}")
            size += len(frame)
        same((len(a.frames), a.closed), (len(b.frames), b.closed), f"{one.seed}: frames and ends of twins")
        for (path, _, seq, answer), (_, _, _, its) in zip(a.web, b.web, strict=True):
            if path == "/api/steps" and answer.status == 200 and first.truth.moments[seq].lobby["stage"] == "over":
                same(False, answer.body == its.body, f"{one.seed}: a match that is over lies open")
                continue
            same(answer, its, f"{one.seed}: answers of twins to {path}")
            size += len(answer.body)
    return size


class Tally(msgspec.Struct):
    """How much was looked at."""

    twins: int = 0
    alone: int = 0  # matches of which every card was seen in the end, or that knew no other deal
    bytes: int = 0
    moved: int = 0  # cards that differ between twins
    held: int = 0  # twins with other cards in a hand, or face down in a row
    ended: int = 0  # matches that were played to the end
    kinds: Counter[str] = msgspec.field(default_factory=Counter)  # frames and answers held against the journal


def improvised(one: Plan) -> Run:
    """A match as nobody has seen it before."""
    run: Run = run_virtual(lambda: perform(one, deals_for(one), Improviser(one)))
    return run


def scan(run: Run) -> Counter[str]:
    """Every byte to everybody in it is what they may know."""
    return sum((Scan(viewer, run.truth).all() for viewer in run.cast.values()), Counter())


def compare_twins(one: Plan, first: Run, tally: Tally) -> None:
    """The match and its twin, if there is one, look the same."""
    deals = deals_for(one)
    twin = twin_deals(one, deals, first)
    if twin is None:
        tally.alone += 1
        return
    second: Run = run_virtual(lambda: perform(one, twin, again(first.events)))
    tally.bytes += compare(one, first, second)
    tally.twins += 1
    tally.moved += sum(a != b for a, b in zip(_flat(deals), _flat(twin), strict=True))
    tally.held += list(map(_held, deals)) != list(map(_held, twin))
    tally.ended += first.truth.last.lobby["stage"] == "over"


def play_twins(game_name: str, number: int, tally: Tally) -> None:
    """One match, scanned, and its twin; a leak says how to see it again."""
    one = plan(game_name, number)
    try:
        first = improvised(one)
        tally.kinds += scan(first)
        compare_twins(one, first, tally)
    except Exception as error:
        raise Leak(f"{error!r}\nto see it again: python -m tests.soak.leaks {game_name} {number}") from error


def _held(deal: Plain) -> Any:
    return [side["down"] for side in deal["sides"]] if "sides" in deal else [sorted(hand) for hand in deal["hands"]]


def _flat(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _flat(one)
    else:
        yield str(value)
