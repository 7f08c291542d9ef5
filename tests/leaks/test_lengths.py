"""An observer of the network sees the lengths of frames, even through TLS: they say nothing about hidden cards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus import wire
from rumpus.contract import Seating
from rumpus.games import GAMES, game
from rumpus.games.five_crowns import melds as solver
from rumpus.games.wig_out.cards import CHARACTERS, DECK
from rumpus.lines import Ready, write_line
from rumpus.server.keeping.news import ANSWER_BYTES, News
from rumpus.shuffle import Shuffle, seeded
from rumpus.table import Step
from rumpus.wire.padding import SHORTEST, STEP, pad
from tests.client.test_long_hands import MELDS, long_hand
from tests.rules import five_crowns_deals as crowns
from tests.rules.hidden_worlds import MOMENTS, OPTIONS, PLAYERS, moments, other_worlds
from tests.rules.table_matches import positions
from tests.support.clock import run_virtual
from tests.support.in_process import LocalServer, with_server

encode = msgspec.json.encode


def size(value: Any) -> int:
    return len(encode(value))


# Whole frames


async def sit_down(server: LocalServer, name: str, **more: Any) -> list[Any]:
    """Three players and a spectator, and the match has begun."""
    seated = await server.open(name, settings={"countdown_s": 0, "wait_s": 0}, **more)
    joined = [await server.join(seated, other) for other in ("Ñandú", "Cy")]
    joined.append(await server.join(seated, "Dee", watch=True))
    people = []
    for one in (seated, *joined):
        person: Any = await server.enter(one)
        person.token = one["token"]
        people.append(person)
    for person in people[1:PLAYERS]:
        await person.ask("ready")
    await people[0].ask("begin")
    return people


def draws(state: Any) -> Iterator[tuple[int, Any]]:
    """Cards that a seat may have drawn just now, each of which only that seat is told."""
    for action in state.game.actions:
        if action.filled_in == ("card",):
            for card in state.game.pack.names:
                yield 1, msgspec.structs.replace(action, card=card)


@pytest.mark.parametrize("name", GAMES)
@with_server()
async def test_frames_that_differ_in_hidden_cards_have_the_same_length(server: LocalServer, name: str) -> None:
    await sit_down(server, name, options=OPTIONS.get(name, {}))
    (keeper,) = server.rooms.live.values()
    news, match = keeper.news, keeper.table.match
    assert match is not None
    people = [person.id for person in keeper.table.lobby.people]
    for number, state in zip(range(MOMENTS // 4), moments(name, 1), strict=False):
        lengths: dict[Any, set[int]] = {}
        for at, world in enumerate(other_worlds(state, f"{name} {number}")):
            match.state = world
            for person in people:
                lengths.setdefault(("welcome", person), set()).add(
                    len(pad(news.welcome(person, 0.0, people, (), None).text).encode())
                )
                seat = news.table.lobby.seat_of(person)
                if seat is not None:
                    lengths.setdefault("legal", set()).add(len(news.may_do(encode(world.legal(seat)))))
            for by, action in [(0, Ready()), *(draws(world) if at % 4 == 0 else ())]:
                step = a_step(by, action)
                for person, frame in news.of(step, people).items():
                    kind = (type(action).__name__, getattr(action, "from_", None), person)
                    lengths.setdefault(kind, set()).add(len(pad(frame.text).encode()))
        varied = {kind: found for kind, found in lengths.items() if len(found) > 1}
        if name == "wackee_six":
            varied.pop("legal", None)  # everybody sees who may play what
        if name == "five_crowns":  # a card from the discard pile is seen by everybody
            varied = {kind: found for kind, found in varied.items() if "discard" not in kind}
        assert not varied, (state.view(0), varied)
        assert all(length % STEP == 0 and length >= SHORTEST for found in lengths.values() for length in found)


def a_step(by: int | None, action: Any) -> Step:
    return Step(
        seq=7, at=1.0, lobby=None, header=None, lines=[(by, action)], texts=[write_line(by, action)], record=None,
        asked=None,
    )  # fmt: skip


def draw_deal(top: int) -> dict[str, Any]:
    """A deal of Wig Out! in which nobody can play, and this is the first card of the deck."""
    rules = game("wig_out", {})
    state: Any = rules.new(Seating(players=PLAYERS))
    deal = msgspec.to_builtins(state.owed(Shuffle(seeded("draw"))))
    rest = sorted(DECK)
    rest.remove(top)
    names = [CHARACTERS[card] for card in rest]

    def take(wanted: Sequence[str]) -> list[str]:
        for card in wanted:
            names.remove(card)
        return list(wanted)

    turned = take(["nest", "nest"])
    hands = [take(CHARACTERS[:7]), take(CHARACTERS[1:8]), take(CHARACTERS[2:9])]
    return {**deal, "dealer": 0, "turned": turned, "hands": hands, "deck": [CHARACTERS[top], *names]}


def lengths_of(person: Any, since: int) -> list[int]:
    return [len(frame.encode()) for frame in person.frames[since:]]


def test_a_drawn_card_does_not_show_in_the_frames_of_anybody() -> None:
    found = set()
    kinds: set[str] = set()
    for top in range(len(CHARACTERS)):

        async def scene(top: int = top) -> None:
            async with LocalServer(scripted_for_all=True) as server:
                people = await sit_down(server, "wig_out", deals=[draw_deal(top)])
                await people[0].does({"do": "go"})
                since = [len(person.frames) for person in people]
                assert "happened" == (await people[1].does({"do": "draw"}))["type"]
                await people[2].ask("hint")
                await people[1].ask("hint")
                await people[1].ask("playable")
                kinds.update(told["type"] for told in people[1].told[since[1] :])
                told = [lengths_of(person, start) for person, start in zip(people, since, strict=True)]
                found.add(json.dumps(told))

        run_virtual(scene)
    assert {"happened", "done"} <= kinds
    assert 1 == len(found), found


@pytest.mark.parametrize("name", ["five_crowns", "wig_out"])
def test_no_hint_is_longer_than_what_its_answer_is_padded_to(name: str) -> None:
    longest = 0
    for state in positions(name, 3, seed=1):
        most = ANSWER_BYTES + max(map(state.private_bytes, range(state.players)))
        for seat in state.to_act():
            view = state.view(seat)
            for action in state.legal(seat):
                why = state.game.reason(view, action)
                answer = wire.encode(wire.Done(id="x" * 40, seq=10**6, found=action, why=why))
                assert len(answer) <= most, answer
                longest = max(longest, len(answer))
    assert longest > 150


def hold(state: Any, hand: str, drawn: str) -> None:
    """Exchange a hand with the draw pile for this one, or one without melds; the pile then has this card on top."""
    pool = sorted(state.hands[0] + state.draw)
    wanted = crowns.kinds(hand) or pool[1:-6:7][: len(state.hands[0])]
    for card in (*wanted, *crowns.kinds(drawn)):
        pool.remove(card)
    state.hands[0], state.draw = sorted(wanted), [*pool, *crowns.kinds(drawn)]
    state.packed[0] = solver.pack(wanted, state.wild)


def test_whether_a_long_hand_can_go_out_does_not_show() -> None:
    found: set[str] = set()
    outs: set[int] = set()
    for hand, drawn in ((MELDS, "7d"), (MELDS, "**"), ("", "7d"), ("", "**")):

        async def scene(hand: str = hand, drawn: str = drawn) -> None:
            state, _ = long_hand()
            while state.turn != 0:
                crowns.draw_and_discard(state)
            hold(state, hand, drawn)
            crowns.take(state, 0)
            async with LocalServer() as server:
                people = await sit_down(server, "five_crowns")
                (keeper,) = server.rooms.live.values()
                assert keeper.table.match is not None
                keeper.table.match.state = state
                assert isinstance(keeper.news, News)
                since = len(people[0].frames)
                keeper.presence.welcome(next(iter(keeper.sessions.values())))
                await people[0].ask("playable")
                outs.add(len([one for one in people[0].last("done")["found"] if one.get("out")]))
                found.add(json.dumps([(told["type"], len(frame)) for told, frame in since_then(people[0], since)]))

        run_virtual(scene)
    assert min(outs) == 0 < max(outs)
    assert 1 == len(found), found


def since_then(person: Any, since: int) -> list[tuple[Any, str]]:
    return list(zip(person.told[since:], person.frames[since:], strict=True))


def test_the_test_notices_frames_without_padding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.server.keeping.news.pad", lambda frame, spare=0: frame)
    monkeypatch.setattr("rumpus.server.net.session.pad", lambda frame: frame)
    with pytest.raises(AssertionError):
        test_a_drawn_card_does_not_show_in_the_frames_of_anybody()
    monkeypatch.setattr("rumpus.games.five_crowns.rules.LONG_HAND", 99)
    with pytest.raises(AssertionError):
        test_whether_a_long_hand_can_go_out_does_not_show()


def test_a_drawn_card_does_not_show_in_the_length_of_ones_own_steps() -> None:
    async def scene(top: int) -> int:
        async with LocalServer(scripted_for_all=True) as server:
            people = await sit_down(server, "wig_out", deals=[draw_deal(top)])
            await people[0].does({"do": "go"})
            await people[1].does({"do": "draw"})
            answer = await server.request("/api/steps", {"token": people[1].token})
            assert 200 == answer.status
            return len(answer.body)

    assert 1 == len({run_virtual(lambda top=top: scene(top)) for top in range(len(CHARACTERS))})  # type: ignore[misc]


def test_no_refusal_of_an_action_is_longer_than_the_shortest_frame() -> None:
    facts: dict[str, str | int] = {"card": "pigtails", "place": 6, "points": 999, "count": 60, "players": 12}
    longest = wire.Refused(
        id="x" * 40, reason="x" * 40, clause="WO-99", facts=facts, first=11, by_ms=99_999, wait_ms=99_999
    )
    assert size(longest) <= SHORTEST


def test_padding_changes_nothing_but_the_length() -> None:
    rng = Random(1)
    for _ in range(500):
        value = {"a": "ñ" * rng.randrange(600), "b": [1, {"c": "}"}]}
        frame, spare = json.dumps(value, ensure_ascii=False), rng.randrange(-50, 900)
        padded = pad(frame, spare)
        assert value == json.loads(padded) == msgspec.json.decode(padded)
        shortest = len(frame.encode()) + max(0, spare)
        assert 0 == len(padded.encode()) % STEP
        assert max(SHORTEST, shortest) <= len(padded.encode()) < max(SHORTEST + 1, shortest + STEP)
        assert padded == pad(padded)
    assert "1" == pad("1"), "only objects are padded"
