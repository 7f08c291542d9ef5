"""Paired runs: a match played twice with other hidden cards; the viewer must get the same bytes both times.

This is a test of noninterference. A match is improvised first: scripted deals, people on all seats, a spectator, and
one of them, the viewer, who also tries everything that could reveal something: refused and guessed draws, questions,
old ids, malformed frames, lost connections, a stand-in on the own seat, HTTP. Every message is written down with the
time that passes after it.

The journal tells which places of the deals the viewer has seen (`hidden_cards`). The other run is dealt the remaining
cards in another order. Not every order will do: what the others do must stay possible and must look the same (a draw
of Wig Out! needs a hand that cannot play, a stalemate depends on what lies face down). That is tried with the rules
alone, and `allowed.may_see` and `may_hear` say what looks the same, so a leak of the server or of the games' views
cannot hide itself.

Then the same messages go to a second server with the other deals. Tokens, codes and the name of the record come from
the same seed and time is virtual, so nothing else differs, and the comparison is exact: every frame and every answer,
headers too, byte for byte, in order and at the same time: in a race a claim may wait for people who are far away, and
how long it waits must not depend on what others hold. A spectator sees less than any seat: in the pairs of a seat both
are compared, in those of a spectator, in which every hand may change, the spectator alone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from rumpus.contract import Illegal, Malformed, Seating
from rumpus.games import game
from tests.leaks.allowed import CONTEST, Leak, Plain, may_hear, may_see, plain
from tests.leaks.hidden_cards import HiddenCards, Spot, card_at
from tests.leaks.improviser import WATCHER, Event, Improviser, Plan, deals_for, plan
from tests.leaks.scan import Scan, same
from tests.leaks.truth import Moment, Truth, apply
from tests.leaks.viewer import Viewer
from tests.support.clock import run_virtual
from tests.support.in_process import LocalServer


class Run(msgspec.Struct, frozen=True):
    """A match that was played: what each viewer got, the true states, and the events that led there."""

    cast: dict[int, Viewer]
    truth: Truth
    events: list[Event]
    waits_s: list[float]  # of claims in a race


Director = Callable[[Any], Event | None]  # looks at the keeper; None: enough


# Playing a plan


async def sit_down(server: LocalServer, one: Plan, deals: list[Plain]) -> dict[int, Viewer]:
    """Put people on all seats, add a spectator, and begin the match."""
    # Nobody is idle: what a stand-in does, and when, may depend on the cards of its seat
    settings = {"countdown_s": 0.5, "wait_s": 20, "grace_s": 2, "idle_s": 60}
    host = await server.open(one.game, name="Ana", deals=deals, options=one.options, settings=settings)
    seated = [host, *[await server.join(host, f"P{seat}") for seat in range(1, one.players)]]
    round_trips_s = one.round_trips_s or (0.0,) * one.players
    cast = {
        seat: Viewer(server, place, f"198.51.100.{seat + 1}", round_trips_s[seat]) for seat, place in enumerate(seated)
    }
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
    """Play a plan on a server of its own."""
    async with LocalServer(seed=one.seed, scripted_for_all=True) as server:
        cast = await sit_down(server, one, deals)
        host, events = cast[0].seated, []
        waits_s: list[float] = []
        server.keeper(host).table.races.held = waits_s.append
        while (event := direct(server.keeper(host))) is not None:
            events.append(event)
            await _do(cast[event.who], event)
        await asyncio.sleep(0.1)
        return Run(cast, Truth(server.written(host), host["code"]), events, waits_s)


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
    """A director that repeats these events."""
    left = iter(events)
    return lambda _: next(left, None)


# The other deals, and the comparison


def other_deals(one: Plan, deals: list[Plain], run: Run) -> list[Plain] | None:
    """Deals in which only cards differ that the viewer has never seen, and all that happened looks the same; or None.

    All unseen cards are shuffled first; if the others could not have done then what they did, fewer and fewer.
    """
    seat = None if one.viewer == WATCHER else one.viewer
    moments = [run.truth.moments[seq] for seq in sorted(run.truth.moments)]
    groups = HiddenCards(deals, seat).follow(line for moment in moments for line in moment.lines)
    rng = Random(f"twin {one.seed}")
    for share in (1.0, 1.0, 1.0, 0.6, 0.6, 0.4, 0.4, 0.3, 0.3, *[0.2] * 10, *[0.1] * 20):
        other = msgspec.json.decode(msgspec.json.encode(deals))
        for group in groups:
            _shuffle(other, rng.sample(group, max(min(2, len(group)), round(share * len(group)))), rng)
        if other != deals and looks_the_same(one, other, moments, seat):
            return list(other)
    return None


def _shuffle(deals: list[Plain], spots: list[Spot], rng: Random) -> None:
    cards = [card_at(deals, spot) for spot in spots]
    rng.shuffle(cards)
    for spot, card in zip(spots, cards, strict=True):
        pile: Any = deals
        for step in spot[:-1]:
            pile = pile[step]
        pile[spot[-1]] = card


def looks_the_same(one: Plan, other: list[Plain], moments: list[Moment], seat: int | None) -> bool:
    """Whether the rules accept every move with the other deals, and the viewer sees the same."""
    rules = game(one.game, one.options)
    first = next(moment.state for moment in moments if moment.state is not None)
    state: Any = rules.new(Seating(players=one.players, sides=getattr(first, "sides", None), asks=True))
    for moment in moments:
        lines = moment.lines
        if not lines or lines[0]["do"] in ("ready", "seat"):
            continue
        try:
            done = apply(rules, state, _asked(lines[0], state, other, seat))
        except (Illegal, Malformed):
            return False
        told = [may_hear(one.game, {"by": by, **plain(action)}, seat) for by, action in done]
        if told != [may_hear(one.game, _uncontested(line), seat) for line in lines]:
            return False
        if may_see(moment.state, seat) != may_see(state, seat):
            return False
    return True


def _uncontested(line: Plain) -> Plain:
    """A line without the times and rivals of its contest, which the rules do not know."""
    return {name: value for name, value in line.items() if name not in CONTEST}


def _asked(line: Plain, state: Any, other: list[Plain], seat: int | None) -> Plain:
    """What was asked for, without what the table has filled in."""
    kind = line["do"]
    if kind == "deal":
        return {"by": None, **other[line["round"] - 1]} if line["round"] <= len(other) else line
    if kind in ("draw", "take"):
        return {name: value for name, value in line.items() if name != "card"}
    if kind == "discard" and "melds" in line and line["by"] != seat:
        return {"by": line["by"], "do": kind, "card": line["card"], "out": state.out is None}
    return line


def compare(one: Plan, first: Run, second: Run) -> int:
    """Check that the viewer got the same bytes in both runs; returns how many."""
    size = 0
    for who in {one.viewer, WATCHER}:
        a, b = first.cast[who], second.cast[who]
        for frame, other in zip(a.frames, b.frames, strict=False):
            same(frame, other, f"{one.seed}: frames of a pair to {'the spectator' if who == WATCHER else who}")
            size += len(frame)
        same(a.frame_times, b.frame_times, f"{one.seed}: the times of frames of a pair to {who}")
        same((len(a.frames), a.closed), (len(b.frames), b.closed), f"{one.seed}: frames and ends of a pair")
        for (path, _, seq, answer), (_, _, _, its) in zip(a.web, b.web, strict=True):
            if path == "/api/steps" and answer.status == 200 and first.truth.moments[seq].lobby["stage"] == "over":
                same(False, answer.body == its.body, f"{one.seed}: a match that is over lies open")
                continue
            same(answer, its, f"{one.seed}: answers of a pair to {path}")
            size += len(answer.body)
    return size


class Tally(msgspec.Struct):
    """Counts of what was compared."""

    pairs: int = 0
    alone: int = 0  # matches of which every card was seen in the end, or that knew no other deal
    bytes: int = 0
    moved: int = 0  # cards that differ within pairs
    held: int = 0  # pairs with other cards in a hand, or face down in a row
    ended: int = 0  # matches that were played to the end
    waits: int = 0  # claims in races that waited for somebody further away
    contests: int = 0  # claims that won a place over others
    kinds: Counter[str] = msgspec.field(default_factory=Counter)  # frames and answers held against the journal


def improvised(one: Plan) -> Run:
    """Improvise the match of a plan."""
    run: Run = run_virtual(lambda: perform(one, deals_for(one), Improviser(one)))
    return run


def scan(run: Run) -> Counter[str]:
    """Scan every byte that anybody in the run got."""
    return sum((Scan(viewer, run.truth).all() for viewer in run.cast.values()), Counter())


def compare_pair(one: Plan, first: Run, tally: Tally) -> None:
    """Play the other run of the pair, if there is one, and compare them."""
    deals = deals_for(one)
    other = other_deals(one, deals, first)
    if other is None:
        tally.alone += 1
        return
    second: Run = run_virtual(lambda: perform(one, other, again(first.events)))
    tally.bytes += compare(one, first, second)
    tally.pairs += 1
    tally.moved += sum(a != b for a, b in zip(_flat(deals), _flat(other), strict=True))
    tally.held += list(map(_held, deals)) != list(map(_held, other))
    tally.waits += sum(seconds > 0 for seconds in first.waits_s)
    tally.contests += sum("seen" in line for moment in first.truth.moments.values() for line in moment.lines)
    tally.ended += first.truth.last.lobby["stage"] == "over"


def play_pair(game_name: str, number: int, tally: Tally) -> None:
    """One match, scanned, and compared with its pair; a leak says how to reproduce it."""
    one = plan(game_name, number)
    try:
        first = improvised(one)
        tally.kinds += scan(first)
        compare_pair(one, first, tally)
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
