"""Beat my round: the deals of a finished match for others, who see the score to beat and no card."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from rumpus import audit, fair, record
from rumpus.contract import Score
from rumpus.games import GAMES
from rumpus.games.wackee_six.actions import Deal
from tests.challenge.test_daily import cards_of
from tests.support.devices import Device, play_on
from tests.support.in_process import LocalServer, with_server

SHORT: dict[str, dict[str, Any]] = {"five_crowns": {"rounds": 3}, "wig_out": {"rounds": 2}, "wackee_six": {"target": 1}}


async def finished(server: LocalServer, game: str = "wig_out", bots: tuple[str, ...] = ("casual",), **more: Any) -> Any:
    """A match that somebody has played against bots: the seat, and the last lobby."""
    table = await server.open(game, bots=list(bots), **{"options": SHORT[game], **more})
    connection = await server.enter(table)
    await connection.ask("salt", commit=connection.lobby()["fair"]["commit"], salt="ab" * 16)
    await connection.ask("begin")
    await play_on(connection)
    return table, connection.lobby()


@pytest.mark.parametrize("game", sorted(GAMES))
@with_server()
async def test_others_are_dealt_the_same_and_both_see_who_won(server: LocalServer, game: str) -> None:
    ana, bo = Device(server, "Ana"), Device(server, "Bo")
    table, lobby = await finished(server, game, ("casual", "beginner"))
    made = await ana.ask("/api/challenges", {"token": table["token"]})
    assert ("Ana", "done", 1) == (made["by"], made["state"], made["played"])
    assert made["mine"]["points"] == made["beat"]

    seen = await bo.view(made["id"])
    assert (made["beat"], "new", None) == (seen["beat"], seen["state"], seen["secret"])
    lobby_of_bo = await bo.play(made["id"], last=True)
    assert {"id": made["id"], "by": "Ana", "points": made["beat"]} == lobby_of_bo["challenge"]
    for device in (ana, bo):
        rows = (await device.view(made["id"]))["rows"]
        assert ["Ana", "Bo"] == sorted(row["name"] for row in rows)
        assert [device.name] == [row["name"] for row in rows if row.get("mine")]

    texts = [(await server.request(f"/api/records/{one['record']}")).body for one in (lobby, lobby_of_bo)]
    old, new = (record.read(text.splitlines()) for text in texts)
    rounds = min(len(cards_of(text)) for text in texts)
    assert cards_of(texts[0])[:rounds] == cards_of(texts[1])[:rounds]
    assert all(one.revealed for one in audit.check(new))
    assert rounds == audit.check_again(old, new)
    for spoiled, words in spoiled_promises(new):
        with pytest.raises(audit.Difference, match=words):
            audit.check_again(old, spoiled)


@pytest.mark.parametrize("game", sorted(GAMES))
@with_server()
async def test_a_single_round_is_dealt_alike_and_its_points_are_to_be_beaten(server: LocalServer, game: str) -> None:
    ana, bo = Device(server, "Ana"), Device(server, "Bo")
    options = {"wig_out": {"rounds": 3}, "wackee_six": {"target": 80}, "five_crowns": {"rounds": 3}}[game]
    table, lobby = await finished(server, game, ("casual", "beginner"), options=options)
    old = record.read((await server.request(f"/api/records/{lobby['record']}")).body.splitlines())
    scores = [line.action for line in old.lines if isinstance(line.action, Score)]
    number = len(scores)
    assert number > 1
    made = await ana.ask("/api/challenges", {"token": table["token"], "round": number})
    assert (number, scores[-1].points[0]) == (made["round"], made["beat"])

    lobby_of_bo = await bo.play(made["id"], last=True)
    told = {"id": made["id"], "by": "Ana", "points": made["beat"], "round": number}
    assert told == lobby_of_bo["challenge"]
    view = await bo.view(made["id"])
    assert ("done", 2) == (view["state"], view["played"])
    new = record.read((await bo.record(lobby_of_bo["record"])).body.splitlines())
    deals = [line.action for line in old.lines if line.action.deals]
    assert msgspec.structs.replace(deals[number - 1], round=1) == new.lines[0].action
    assert all(one.revealed for one in audit.check(new))
    assert 1 == audit.check_again(old, new)
    turned = msgspec.structs.replace(deals[0], round=1)
    other = record.Record(new.header, (msgspec.structs.replace(new.lines[0], action=turned), *new.lines[1:]))
    with pytest.raises(audit.Difference, match=f"other cards than in round {number}"):
        audit.check_again(old, other)


@with_server()
async def test_partners_of_a_single_round_have_the_roles_of_that_round(server: LocalServer) -> None:
    ana, bo = Device(server, "Ana"), Device(server, "Bo")
    options = {"target": 80, "partners": True}
    table, lobby = await finished(server, "wackee_six", ("casual",) * 3, options=options)
    old = record.read((await server.request(f"/api/records/{lobby['record']}")).body.splitlines())
    first, second, *_ = [line.action for line in old.lines if isinstance(line.action, Deal)]
    assert [side.turner for side in first.sides] != [side.turner for side in second.sides]
    made = await ana.ask("/api/challenges", {"token": table["token"], "round": 2})
    name = (await bo.play(made["id"]))["record"]
    new = record.read((await bo.record(name)).body.splitlines())
    again = new.lines[0].action
    assert isinstance(again, Deal)
    assert second.sides == again.sides
    assert 1 == audit.check_again(old, new)


@with_server()
async def test_a_round_that_was_not_played_is_refused(server: LocalServer) -> None:
    table, _ = await finished(server)
    for round_, status in ((3, 409), (0, 400), ("2", 400)):
        answer = await Device(server, "Ana").request("/api/challenges", {"token": table["token"], "round": round_})
        assert status == answer.status
    assert 1 == (await Device(server, "Ana").ask("/api/challenges", {"token": table["token"], "round": 1}))["round"]


def spoiled_promises(whole: record.Record) -> list[tuple[record.Record, str]]:
    """A record of shared deals whose header says something else, and what is noticed."""
    replace = msgspec.structs.replace
    promise = whole.header.fair
    assert promise is not None
    assert promise.shared is not None
    shared = promise.shared
    told = [
        (replace(promise, again=fair.Again(deals=(1,), next=2, turn=1)), "but not both"),
        (replace(promise, shared=replace(shared, deals=(2, 1))), "in the order of the rounds"),
        (replace(promise, shared=replace(shared, day="2026-01-01")), "the deal of a day has no salts"),
        (replace(promise, commit="0" * 64), "but not with this one"),
        (replace(promise, shared=replace(shared, next=shared.next + 1)), "does not list the seeds"),
    ]
    headers = [(replace(whole.header, fair=other), words) for other, words in told]
    headers.append((replace(whole.header, host=1), "the same game, options and first dealer"))
    return [(record.Record(header, whole.lines), words) for header, words in headers]


@with_server()
async def test_the_link_shows_no_card(server: LocalServer) -> None:
    table, lobby = await finished(server, "five_crowns")
    made = await Device(server, "Ana").ask("/api/challenges", {"token": table["token"]})
    answers = [await Device(server, "Bo").request(f"/api/challenges/{made['id']}")]
    answers.append(await server.request(f"/api/challenges/{made['id']}"))
    text = (await server.request(f"/api/records/{lobby['record']}")).body
    chain = json.loads(server.store.entries(made["id"])[0].body)["plan"]["chain"]
    reveals = [line for line in map(json.loads, text.splitlines()) if line.get("do") == "reveal"]
    secrets = {chain["secret"], lobby["record"], *(seed for line in reveals for seed in line["seeds"])}
    for answer in answers:
        assert 200 == answer.status
        assert not [secret for secret in secrets if secret.encode() in answer.body]
        assert not any(f'"{card}"'.encode() in answer.body for card in json.loads(text.splitlines()[1])["draw"])


@with_server()
async def test_only_a_match_that_one_person_played_to_its_end_against_bots(server: LocalServer) -> None:
    ana = Device(server, "Ana")
    table = await server.open("wig_out", bots=["casual"], options={"rounds": 2})
    connection = await server.enter(table)
    refusal = await ana.request("/api/challenges", {"token": table["token"]})
    assert 404 == refusal.status, "it is not over"
    await connection.ask("begin")
    await play_on(connection, rounds=1)
    await connection.ask("stop")
    assert "over" == connection.lobby()["stage"]
    refusal = await ana.request("/api/challenges", {"token": table["token"]})
    assert (409, "challenge-no-match") == (refusal.status, refusal.json()["reason"])
    assert 404 == (await ana.request("/api/challenges", {"token": "x.y"})).status

    two = await server.open("wig_out", bots=[], options={"rounds": 1}, settings={"idle_s": None})
    host, guest = await server.enter(two), await server.enter(await server.join(two, "Bo"))
    await guest.ask("ready")
    await host.ask("begin")
    guest.drop()  # a stand-in plays on
    await play_on(host)
    refusal = await ana.request("/api/challenges", {"token": two["token"]})
    assert (409, "challenge-no-match") == (refusal.status, refusal.json()["reason"])


@with_server()
async def test_who_set_it_does_not_play_it(server: LocalServer) -> None:
    ana = Device(server, "Ana")
    table, _ = await finished(server)
    made = await ana.ask("/api/challenges", {"token": table["token"]})
    assert (409, "challenge-done") == await ana.refused(made["id"])
    bo = Device(server, "Bo")
    seat = await bo.enter(made["id"])
    await bo.play(made["id"])
    refusal = await bo.request("/api/challenges", {"token": seat["token"]})
    assert (409, "challenge-no-match") == (refusal.status, refusal.json()["reason"]), "it has a link already"
