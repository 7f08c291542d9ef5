"""Messages and their answers: whose they are, malformed ones, names, phrases and what only the host may do."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from rumpus import wire
from rumpus.server.keeping.answers import KEPT
from rumpus.server.keeping.recovery import REST_S
from rumpus.server.net import socket as websocket
from tests.support.clock import settle, virtual_time
from tests.support.in_process import GENEROUS, LocalServer, table_of, with_server
from tests.support.stores import FailingStore

# Whose message it is


@with_server()
async def test_the_id_of_another_person_is_just_an_id(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    bo = await server.join(ana, "Bo")
    a, b = await server.enter(ana), await server.enter(bo)
    assert "lobby" == (await a.ask("rename", id="same", name="Anna"))["type"]
    answer = await b.ask("rename", id="same", name="Bob")
    assert "lobby" == answer["type"]
    assert ["Anna", "Bob"] == [one["name"] for one in answer["lobby"]["people"]]
    assert {"type": "done", "id": "same", "seq": 3} == await a.ask("rename", id="same", name="Third")
    assert "Anna" == b.lobby()["people"][0]["name"]


@with_server()
async def test_a_message_sent_during_removal_has_no_effect(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    bo = await server.join(ana, "Bo")
    a, b = await server.enter(ana), await server.enter(bo)
    a.say({"type": "remove", "id": "r", "person": bo["person"]})
    b.say({"type": "sit", "id": "s", "seat": 4})
    b.say({"type": "ready", "id": "t"})
    await settle()
    assert b.closed is not None
    assert wire.CLOSE_REMOVED == b.closed[0]
    assert [1] == [one["id"] for one in a.lobby()["people"]]
    assert [1] == [one["person"] for one in a.lobby()["seats"] if one]
    assert [] == [one for one in b.told if one.get("id")]


# Answers


@virtual_time
async def test_a_message_that_failed_to_save_and_is_sent_again_gets_one_answer() -> None:
    """The table is loaded again, and the second request is handled after that."""
    store = FailingStore(asyncio.get_running_loop().time)
    async with LocalServer(store=store) as server:
        ana = await server.open("wig_out")
        bo = await server.join(ana, "Bo")
        a, b = await server.enter(ana), await server.enter(bo)
        store.full = True
        assert "table-not-saved" == (await b.ask("rename", name="Bob"))["reason"]
        for one, name in ((a, "Anna"), (b, "Bob")):
            one.say({"type": "rename", "id": "same", "name": name})
        await asyncio.sleep(REST_S / 2)  # after a second fault in a row the table rests
        a.say({"type": "rename", "id": "same", "name": "Anna"})
        store.full = False
        await asyncio.sleep(REST_S)
        answers = [[told["type"] for told in one.told if told.get("id") == "same"] for one in (a, b)]
        assert [["lobby"], ["refused"]] == answers
        assert ["Anna", "Bo"] == [one["name"] for one in a.lobby()["people"]]


@with_server()
async def test_one_persons_messages_never_evict_anothers_cached_answers(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    a, b = await server.enter(ana), await server.enter(await server.join(ana, "Bo"))
    first = await a.ask("rename", id="mine", name="Anna")
    for at in range(KEPT + 1):
        await b.ask("rename", id=f"b{at}", name=f"Bo {at}")
    assert ("done", first["seq"]) == (
        (again := await a.ask("rename", id="mine", name="Anna"))["type"],
        again["seq"],
    )


@with_server()
async def test_nothing_is_kept_about_people_who_have_left(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    a = await server.enter(ana)
    for at in range(20):
        guest = await server.join(ana, f"Guest {at}", watch=True)
        g = await server.enter(guest)
        await g.ask("mute", person=1)
        await g.ask("say", phrase="wow")
        g.say({"type": "leave", "id": "bye"})
        await settle()
    keeper = server.keeper(ana)
    await a.ask("rename", name="Anna")
    answers, presence = keeper.requests.answers, keeper.presence
    phrases = presence.phrases
    kept = (answers._done, answers._refused, phrases._muted, phrases._said, presence._buckets)
    assert {1} == set().union(*kept)


# Names

GOOD_NAMES = ("A", "Ana", "Zoë", "李小龍", "Ольга", "🦊", "Ana 🎉", "x" * 20, "O'Neill-Ruiz", "  Ana  ", "عمر")
BAD_NAMES = (
    *("", " ", "   ", "x" * 21, "a\u0000b", "a\nb", "tab\there", "\u202eana", "a\u2066b", "zero\u200bwidth"),
    *(
        "soft\u00adhyphen",
        "\u2028",
        "\ufeffana",
        "\ue000",
        "\U000e0041",
        "\u00a0",
        "\u3000",
        "\u0007",
        "\u3164",
        "\u2800",
        "x" * 201,
    ),
)


@with_server()
async def test_names_are_checked_at_every_endpoint(server: LocalServer) -> None:
    ana = await server.open("wackee_six")
    a = await server.enter(ana)
    for name in GOOD_NAMES:
        await asyncio.sleep(1.0)  # nobody changes names faster
        answer = await a.ask("rename", name=name)
        assert "lobby" == answer["type"], name
        assert name.strip() == answer["lobby"]["people"][0]["name"]
    for name in BAD_NAMES:
        reason = "table-name" if len(name) <= 200 else "table-malformed"  # the wire takes no longer ones
        assert reason == (await a.ask("rename", name=name))["reason"], ascii(name)
        opening = await server.request("/api/tables", {"game": "wig_out", "name": name})
        joining = await server.request("/api/join", {"code": ana["code"], "name": name})
        assert (400, 400) == (opening.status, joining.status), ascii(name)
        assert reason == opening.json()["reason"] == joining.json()["reason"], "people are told why"
    for raw in (b'{"game":"wig_out","name":"\\ud800"}', b'{"game":"wig_out","name":"\xed\xa0\x80"}'):
        assert 400 == (await server.request("/api/tables", raw)).status
    a.say('{"type":"rename","id":"lone","name":"\\ud800"}')
    await settle()
    assert "table-malformed" == a.last("refused")["reason"]
    for avatar in ("dragon", "", "x" * 12):
        assert "table-malformed" == (await a.ask("rename", name="Ana", avatar=avatar or "DRAGON"))["reason"]
    await asyncio.sleep(1)
    assert "yak" == (await a.ask("rename", name="Ana", avatar="yak"))["lobby"]["people"][0]["avatar"]
    names = [(await server.join(ana, "ANA"))["person"] for _ in range(3)]
    assert ["Ana", "ANA 2", "ANA 3", "ANA 4"] == [one["name"] for one in a.lobby()["people"]]
    assert [2, 3, 4] == names


# Frames that are not messages


@with_server()
async def test_a_first_frame_that_is_not_a_hello_is_closed_with_its_code(server: LocalServer) -> None:

    async def first(server: LocalServer, frame: str) -> tuple[int, int]:
        connection = server.connect()
        connection.say(frame)
        await settle()
        assert connection.closed is not None, frame
        assert len(connection.closed[1].encode()) <= 120
        return connection.closed[0], connection.last("bye")["code"]

    ana = await server.open("wig_out")
    token = ana["token"]
    for frame in (
        *("", "{", "[]", "null", "{}", '{"type":"hello"}', '{"type":"nothing"}', "[" * 4000, "x" * 4097),
        *('{"type":"ready","id":"x"}', '{"type":"pong","n":1}', '{"type":"%s"}' % ("é" * 1000)),
        f'{{"type":"hello","version":2,"token":"{token}"}}',
        f'{{"type":"hello","version":{"9" * 3000},"token":"{token}"}}',
        f'{{"type":"hello","version":"1","token":"{token}"}}',
    ):
        assert (wire.CLOSE_HELLO, wire.CLOSE_HELLO) == await first(server, frame)
    for wrong in ("", "x", ".", f"{table_of(ana)}.", token[:-1], token.upper(), f"{token} ", "\\u0000."):
        frame = f'{{"type":"hello","version":1,"token":"{wrong}"}}'
        assert (wire.CLOSE_TOKEN, wire.CLOSE_TOKEN) == await first(server, frame)
    late = server.connect()
    await asyncio.sleep(websocket.HELLO_S + 0.1)
    assert late.closed is not None
    assert wire.CLOSE_HELLO == late.closed[0]
    binary = server.connect()
    binary.say_bytes(b"{}")
    await settle()
    assert (wire.CLOSE_MALFORMED, "text frames were expected") == binary.closed


@with_server()
async def test_after_the_hello_a_bad_frame_is_refused_and_the_connection_stays(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    a = await server.enter(ana)
    bombs = ["[" * 65, '{"a":' * 65, "x" * 4097, f'{{"type":"do","id":"b","action":{"[" * 64}}}']
    for frame in ("", "{", "null", '{"type":"ping","n":1}', '{"type":"welcome"}', *bombs):
        seen = len(a.told)
        a.say(frame)
        await settle()
        assert ["refused"] == [one["type"] for one in a.told[seen:]], frame
    a.say('{"type":"sit","id":"mine","seat":"one"}')
    await settle()
    assert "mine" == a.last("refused")["id"]
    a.say({"type": "hello", "version": 1, "token": ana["token"]})
    await settle()
    assert (None, "table-not-now") == (a.last("refused")["id"], a.last("refused")["reason"])
    assert "welcome" == (await a.ask("resync"))["type"]
    a.say_bytes(b'{"type":"resync","id":"x"}')
    await settle()
    assert (wire.CLOSE_MALFORMED, "text frames were expected") == a.closed


# Phrases


@with_server(replace(GENEROUS, phrases_per_10_s=5))
async def test_phrases_are_known_rate_limited_and_can_be_muted(server: LocalServer) -> None:
    ana = await server.open("wig_out")
    bo, spy = await server.join(ana, "Bo"), await server.join(ana, "Spy", watch=True)
    a, b, s = await server.enter(ana), await server.enter(bo), await server.enter(spy)
    for phrase in ("you stink", "", "WOW", "<b>"):
        assert "table-malformed" == (await a.ask("say", phrase=phrase))["reason"]
    assert "table-malformed" == (await a.ask("say", phrase="wow", card="r6"))["reason"]
    await asyncio.sleep(10)
    answers = [await a.ask("say", phrase="wow") for _ in range(6)]
    assert ["done"] * 5 + ["refused"] == [one["type"] for one in answers]
    assert "table-phrases-slow" == answers[5]["reason"]
    assert [5, 5, 5] == [len(one.heard("said")) for one in (a, b, s)]
    await asyncio.sleep(2.1)
    await b.ask("mute", person=1)
    assert "done" == (await a.ask("say", phrase="clap"))["type"]
    assert [6, 5, 6] == [len(one.heard("said")) for one in (a, b, s)]
    await b.ask("mute", person=1, muted=False)
    await asyncio.sleep(10)
    await a.ask("say", phrase="clap")
    assert [7, 6, 7] == [len(one.heard("said")) for one in (a, b, s)]
    await a.ask("configure", settings={"phrases": False})
    await asyncio.sleep(10)
    assert "table-phrases-off" == (await b.ask("say", phrase="wow"))["reason"]


@with_server()
async def test_requests_between_partners_reach_nobody_else(server: LocalServer) -> None:
    options = {"partners": True, "target": 1000}
    host = await server.open("wackee_six", options=options, settings={"countdown_s": 0})
    others = [await server.join(host, name) for name in ("Bo", "Cy", "Di")]
    spy = await server.join(host, "Spy", watch=True)
    people = [await server.enter(one) for one in (host, *others)]
    watching = await server.enter(spy)
    assert "table-no-partner" == (await people[0].ask("say", phrase="need-card", card="r6"))["reason"]
    for one in people[1:]:
        await one.ask("ready")
    assert "lobby" == (await people[0].ask("begin"))["type"]
    sides = server.keeper(host).table.match.state.sides
    partner = next(seat for side in sides if 0 in side for seat in side if seat != 0)
    before = [len(one.frames) for one in (*people, watching)]
    assert "done" == (await people[0].ask("say", phrase="need-card", card="r6"))["type"]
    assert {"type": "said", "phrase": "need-card", "person": 1, "card": "r6"} == people[partner].told[-1]
    for at, one in enumerate((*people, watching)):
        if at not in (0, partner):
            assert before[at] == len(one.frames)
    assert "table-malformed" == (await people[0].ask("say", phrase="need-card", card="zz"))["reason"]
    assert "table-no-partner" == (await watching.ask("say", phrase="need-card"))["reason"]


# The host


@with_server()
async def test_the_host_can_remove_people_only_outside_a_match_and_is_replaced_on_leaving(server: LocalServer) -> None:
    ana = await server.open("five_crowns", settings={"spectators": False})
    bo, cy, di = [await server.join(ana, name) for name in ("Bo", "Cy", "Di")]
    a, b, c, d = [await server.enter(one) for one in (ana, bo, cy, di)]
    refused = await server.request("/api/join", {"code": ana["code"], "name": "Spy", "watch": True})
    assert 404 == refused.status
    assert "table-not-now" == (await b.ask("stand"))["reason"]
    assert "table-no-person" == (await a.ask("remove", person=1))["reason"]
    assert "table-no-person" == (await a.ask("remove", person=99))["reason"]
    assert "lobby" == (await a.ask("remove", person=di["person"]))["type"]
    assert d.closed is not None
    assert (wire.CLOSE_REMOVED, wire.CLOSE_REMOVED) == (d.closed[0], d.last("bye")["code"])
    await a.ask("leave")
    assert a.closed is not None
    assert wire.CLOSE_REMOVED == a.closed[0]
    assert bo["person"] == b.lobby()["host"]
    assert "table-host-only" == (await c.ask("begin"))["reason"]
    await c.ask("ready")
    assert "lobby" == (await b.ask("begin"))["type"]
    assert "table-not-now" == (await b.ask("remove", person=cy["person"]))["reason"]
    assert "lobby" == (await b.ask("pause", paused=True))["type"]
    await b.ask("leave")
    assert cy["person"] == c.lobby()["host"]
    assert "lobby" == (await c.ask("pause", paused=False))["type"]
    again = await server.enter(bo)  # T-02: a player who has left a match may come back, but not as its host
    assert cy["person"] == again.lobby()["host"]


@with_server()
async def test_a_hello_may_have_unknown_fields(server: LocalServer) -> None:
    token = (await server.open("wig_out"))["token"]
    connection = server.connect()
    connection.say(f'{{"type":"hello","version":1,"token":"{token}","since":7}}')
    await settle()
    assert connection.closed is None
    assert 1 == connection.last("welcome")["you"]
