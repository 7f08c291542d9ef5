"""What each viewer of a table may be told, worked out anew from its journal, name by name; anything else is a leak."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from rumpus import wire
from rumpus.contract import DEAL, OVER, PHASES, Seating
from rumpus.games import game
from rumpus.games.five_crowns.cards import PACK as FIVE_CROWNS
from rumpus.games.five_crowns.cards import RANKS
from rumpus.games.wackee_six.cards import COLOURS, HIGHEST
from rumpus.games.wackee_six.cards import PACK as WACKEE_SIX
from rumpus.games.wig_out.cards import CHARACTERS
from rumpus.games.wig_out.cards import PACK as WIG_OUT
from rumpus.journal import Entry
from rumpus.lines import Ready, Sits
from rumpus.lobby import Lobby
from rumpus.shuffle import Shuffle, seeded
from tests.support.in_process import Answer, LocalConnection, LocalServer

PACKS = {"five_crowns": FIVE_CROWNS, "wackee_six": WACKEE_SIX, "wig_out": WIG_OUT}
# sentences that show how a card is written; they are the same for everybody and at any time
EXAMPLES = (*(pack.expected for pack in PACKS.values()), "a card of Wackee Six was expected, as in r6")
SHOWN = 200  # characters on each side of a difference
Plain = dict[str, Any]


class Leak(AssertionError):
    """Somebody was told what they may not know."""


def same(allowed: Any, told: Any, where: str) -> None:
    """What was told is what may be told, and nothing else."""
    if allowed != told:
        a, b = str(allowed), str(told)
        at = next((at for at, pair in enumerate(zip(a, b, strict=False)) if pair[0] != pair[1]), min(len(a), len(b)))
        begin = max(0, at - SHOWN)
        raise Leak(f"{where}: allowed is …{a[begin : at + SHOWN]}…, and told was …{b[begin : at + SHOWN]}…")


def only(names: Iterable[str], told: Plain, where: str) -> None:
    """No field but these."""
    more = told.keys() - set(names)
    if more:
        raise Leak(f"{where}: nobody said that there may be {sorted(more)} in {told}")


def plain(value: Any) -> Any:
    """The value as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value))


# Cards in a text

_words = {
    name: re.compile(rf"(?<![\w*])(?:{'|'.join(map(re.escape, pack.names))})(?![\w*])") for name, pack in PACKS.items()
}


def cards_in(game_name: str, text: str) -> set[str]:
    """The cards that a text names, but for the sentences that say how cards are written."""
    for example in EXAMPLES:
        text = text.replace(example, "")
    return set(_words[game_name].findall(text))


def no_new_cards(game_name: str, text: str, asked: str, where: str) -> None:
    """An answer names no card but those that the asker has named."""
    new = cards_in(game_name, text) - cards_in(game_name, asked)
    if new:
        raise Leak(f"{where}: {sorted(new)} in {text}")


# What may be seen: fields by name, values from the true state


def _wig_out(state: Any, seat: int | None) -> Plain:
    hands = [[name for name, count in zip(CHARACTERS, hand, strict=True) for _ in range(count)] for hand in state.hands]
    public = {
        "counted": state.counted,
        "ties": state.ties,
        "dealer": state.dealer,
        "hands": [len(hand) for hand in hands],
        "deck": len(state.deck),
        "piles": {name: count for name, count in zip(CHARACTERS, state.piles, strict=True) if count},
        "shown": hands if _between(state) else None,
    }
    return {"public": public, "private": None if seat is None else {"hand": hands[seat]}}


def _five_crowns(state: Any, seat: int | None) -> Plain:
    hands = [FIVE_CROWNS.texts(hand) for hand in state.hands]
    public = {
        "tie_break": state.tie_break,
        "tied": state.tied,
        "dealer": state.dealer,
        "dealt": state.dealt,
        "wild": RANKS[state.wild],
        "turn": state.turn,
        "taken": state.taken,
        "turns": state.turns,
        "hands": [len(hand) for hand in hands],
        "draw": len(state.draw),
        "discard": FIVE_CROWNS.names[state.discards[-1]] if state.discards else None,
        "discards": len(state.discards),
        "out": state.out,
        "laid": state.laid,
        "shown": hands if _between(state) else None,
    }
    return {"public": public, "private": None if seat is None else {"hand": hands[seat]}}


def _wackee_six(state: Any, seat: int | None) -> Plain:
    sides = [
        {
            "seats": seats,
            "turner": state.turner[side],
            "main": state.main[side],
            "up": [None if card < 0 else WACKEE_SIX.names[card] for card in state.up[side]],
            "down": len(state.down[side]),
            "deck": len(state.deck[side]),
            "turned": len(state.turned[side]),
            "top": WACKEE_SIX.texts(state.turned[side][-3:]),
            "played": WACKEE_SIX.texts(state.played[side]),
            "passes": state.passes[side],
        }
        for side, seats in enumerate(state.sides)
    ]
    piles = [
        {"colour": COLOURS[top // HIGHEST], "height": top % HIGHEST + 1, "wild": bool(state.wild_tops >> at & 1)}
        for at, top in enumerate(state.piles)
    ]
    public = {"starter": state.dealer, "sides": sides, "piles": piles, "caller": state.caller}
    if seat is None:
        return {"public": public, "private": None}
    side = state.side_of[seat]
    own = {"side": side, "turns": state.turner[side] == seat, "plays_main": state.main[side] == seat}
    return {"public": public, "private": own}


def _between(state: Any) -> bool:
    """When a round is over the hands lie open."""
    return state.phase in (DEAL, OVER) and state.round > 0


_views: dict[str, Callable[[Any, int | None], Plain]] = {
    "five_crowns": _five_crowns,
    "wackee_six": _wackee_six,
    "wig_out": _wig_out,
}


def may_see(state: Any, seat: int | None) -> Plain:
    """All that this viewer may see of the true state."""
    view = _views[state.game.name](state, seat)
    alike = {
        "phase": PHASES[state.phase],
        "round": state.round,
        "totals": state.totals,
        "sheet": state.sheet,
        "result": state.result,
    }
    seen: Plain = plain({"seat": seat, "public": view["public"] | alike, "private": view["private"]})
    return seen


# What may be told: the fields of each action that are for everybody, and those that are for the seat that did it

_ends = {"score": ("round", "points", "totals", "why"), "result": ("why", "totals", "winners")}
_table = {"ready": (), "seat": ("seat", "name", "bot"), "go": (), "shout": (), **_ends}
FOR_ALL: dict[str, dict[str, tuple[str, ...]]] = {
    "wig_out": {**_table, "deal": ("round", "dealer", "turned"), "start": ("cards",), "lay": ("card",), "draw": ()},
    "five_crowns": {
        **_table,
        "deal": ("round", "dealer", "wild", "discard", "tie_break"),
        "take": ("from",),
        "discard": ("card", "melds"),
        "lay_down": ("melds",),
        "reshuffle": (),
    },
    "wackee_six": {
        **_table,
        "deal": ("round", "starter", "sides"),
        "play": ("card", "from", "as", "pile", "airborne"),
        "turn": ("cards",),
        "recycle": (),
        "close": (),
    },
}
FOR_ITSELF = {"draw": ("card",), "take": ("card",)}
DEALT_SIDE = ("seats", "turner", "main", "up")


def may_hear(game_name: str, line: Plain, seat: int | None) -> Plain:
    """All that this viewer may be told of a line of the journal."""
    kind = line["do"]
    fields = FOR_ALL[game_name][kind]
    if kind in FOR_ITSELF and (line["by"] == seat or line.get("from") == "discard"):
        fields += FOR_ITSELF[kind]
    told = {"by": line["by"], "do": kind} | {name: line[name] for name in fields if name in line}
    if "sides" in told:
        told["sides"] = [{name: side[name] for name in DEALT_SIDE if name in side} for side in told["sides"]]
    return told


LOBBY = ("game", "options", "settings", "seats", "host", "stage", "paused", "sides", "turners", "match", "stop")
PLACE = ("name", "avatar", "person", "bot", "ready", "stand_in", "gone")
UNSAID: Plain = {"host": None, "stage": "lobby", "paused": False, "sides": None, "turners": [], "match": 0, "stop": []}


def may_know(lobby: Plain, code: str) -> Plain:
    """All that everybody at the table may know of it."""
    known = {name: lobby[name] for name in LOBBY}
    known["seats"] = [place and {name: place[name] for name in PLACE if name in place} for place in lobby["seats"]]
    known["people"] = [{name: one[name] for name in ("id", "name", "avatar")} for one in lobby.get("people", [])]
    known |= {"code": code, "scripted": bool(lobby.get("deals")), "record": lobby.get("record")}
    parties = msgspec.convert(lobby, Lobby).parties() if lobby["stage"] == "lobby" else []
    return known | {"parties": [list(party) for party in parties]}


# The truth


class Moment(msgspec.Struct, frozen=True):
    """How things truly stood after one entry of the journal."""

    at: float
    began: float
    lobby: Plain
    rules: Any
    state: Any
    lines: list[Plain]
    match: int  # the entry with which this match began


class Truth:
    """A table as its journal tells it, moment by moment."""

    def __init__(self, entries: list[Entry], code: str) -> None:
        self.code = code
        self.moments: dict[int, Moment] = {}
        self._seen: dict[tuple[int, int | None], Plain] = {}
        self._legal: dict[tuple[int, int], Any] = {}
        lobby: Plain = {}
        rules: Any = None
        state: Any = None
        began, match = 0.0, 0
        for entry in entries:
            body = msgspec.json.decode(entry.body)
            lobby = UNSAID | body["lobby"] if "lobby" in body else lobby
            lines = body.get("lines", [])
            if "header" in body:
                header, began, match = body["header"], entry.at, entry.seq
                rules = game(header["game"], header["options"], strict=False)
                sides = msgspec.convert(lobby.get("sides"), tuple[tuple[int, ...], ...] | None)
                state = rules.new(Seating(players=len(header["seats"]), host=header.get("host", 0), sides=sides))
            if lines and lines[0]["do"] not in ("ready", "seat"):
                state = state.copy()
                apply(rules, state, lines[0])
            self.moments[entry.seq] = Moment(entry.at, began, lobby, rules, state, lines, match)

    @property
    def last(self) -> Moment:
        """The end."""
        return self.moments[max(self.moments)]

    def seat_of(self, person: int, seq: int) -> int | None:
        """Where a person sat."""
        seats = self.moments[seq].lobby["seats"]
        return next((at for at, place in enumerate(seats) if place and place.get("person") == person), None)

    def seen(self, seq: int, seat: int | None) -> Plain:
        """What a viewer may see at a moment."""
        if (seq, seat) not in self._seen:
            self._seen[seq, seat] = may_see(self.moments[seq].state, seat)
        return self._seen[seq, seat]

    def lines(self, seq: int, seat: int | None) -> list[Plain]:
        """What a viewer may be told at a moment."""
        moment = self.moments[seq]
        return [may_hear(moment.rules.name, line, seat) for line in moment.lines]

    def legal(self, seq: int, seat: int | None) -> Any:
        """What the seat may do, worked out from its view alone, so that it cannot tell more than the view."""
        moment = self.moments[seq]
        if seat is None or moment.lobby["stage"] != "match" or moment.lobby.get("paused"):
            return []
        if (seq, seat) not in self._legal:
            view = msgspec.convert(self.seen(seq, seat), moment.rules.view_type)
            imagined = moment.rules.imagine(view, Shuffle(seeded("leaks", seq)))
            self._legal[seq, seat] = plain(imagined.legal(seat))
        return self._legal[seq, seat]

    def steps(self, seq: int, seat: int | None) -> Iterator[Plain]:
        """The match under way at a moment, step by step, as a viewer has seen it."""
        number = 0
        for at in range(self.moments[seq].match, seq + 1):
            moment = self.moments[at]
            for line in self.lines(at, seat):
                number += 1
                seen = self.seen(at, seat)
                stamp = {"n": number, "at": round(moment.at - moment.began, 3)}
                private = [] if seat is None else [seen["private"]]
                yield {"line": stamp | line, "public": seen["public"], "private": private}


def apply(rules: Any, state: Any, line: Plain) -> list[tuple[int | None, Any]]:
    """The rules do what a line of the journal says."""
    action = msgspec.convert(line, rules.action_type | Ready | Sits)
    done: list[tuple[int | None, Any]] = state.apply(line["by"], action)
    return done


# Who looks


class Viewer:
    """Somebody at a table: all that they have sent, and every byte that they got, over all their connections."""

    def __init__(self, server: LocalServer, seated: Plain, address: str) -> None:
        self.server = server
        self.seated = seated
        self.address = address
        self.person: int = seated["person"]
        self.sent: dict[str, Plain] = {}
        self.sent_at: dict[str, int] = {}  # the table's number then
        self.connections: list[LocalConnection] = []
        self.web: list[tuple[str, Any, int, Answer]] = []  # path, body, the table's number then, answer

    def enter(self) -> None:
        """Connect, and say whose this is."""
        self.connections.append(self.server.connect(address=self.address))
        self.say({"type": "hello", "version": wire.VERSION, "token": self.seated["token"]})

    def drop(self) -> None:
        """The line is dead."""
        self.connections[-1].drop()

    def say(self, message: Plain | str) -> None:
        """One frame."""
        if isinstance(message, dict) and "id" in message:
            self.sent.setdefault(message["id"], message)
            self.sent_at.setdefault(message["id"], self.server.keeper(self.seated).table.seq)
        self.connections[-1].say(message)

    async def ask(self, path: str, body: Any = None) -> Answer:
        """One request."""
        seq = self.server.keeper(self.seated).table.seq
        answer = await self.server.request(path, body, address=self.address)
        self.web.append((path, body, seq, answer))
        return answer

    @property
    def frames(self) -> list[str]:
        """All that came through the WebSocket."""
        return [frame for connection in self.connections for frame in connection.frames]

    @property
    def closed(self) -> list[Any]:
        """How the connections ended."""
        return [connection.closed for connection in self.connections]


# The scan


class Scan:
    """Holds every frame and every answer to one viewer against what the journal allows; raises `Leak`."""

    def __init__(self, viewer: Viewer, truth: Truth) -> None:
        self.viewer = viewer
        self.truth = truth
        self.person = viewer.person
        self.game = truth.last.lobby["game"]
        self.counts: Counter[str] = Counter()

    def all(self) -> Counter[str]:
        """Everything; gives how many of each kind were looked at."""
        for frame in self.viewer.frames:
            self.frame(frame)
        for path, body, seq, answer in self.viewer.web:
            self.counts[path.split("/")[2] if "/api/" in path else path] += 1
            self.answer(path, body, seq, answer)
        for closed in self.viewer.closed:
            no_new_cards(self.game, str(closed), "", "close")
        return self.counts

    def frame(self, frame: str) -> None:
        """One frame."""
        told = msgspec.json.decode(frame)
        self.counts[told["type"]] += 1
        check = getattr(self, f"_{told['type']}", None)
        if check is None:
            raise Leak(f"nobody said that there may be a {told}")
        check(told, self.truth.seat_of(self.person, told["seq"]) if "seq" in told else None)

    def _happened(self, told: Plain, seat: int | None) -> None:
        only(("type", "seq", "at", "lines", "view", "legal", "more", "turn_ms", "lobby", "id"), told, "happened")
        seq, moment = told["seq"], self.truth.moments[told["seq"]]
        same(round(moment.at - moment.began, 3), told["at"], "at")
        same(self.truth.lines(seq, seat), told["lines"], f"lines of {seq}")
        same(self.truth.seen(seq, seat), told["view"], f"view of {seq}")
        self._may_do(told, seat)
        self._rest(told, moment)

    def _may_do(self, told: Plain, seat: int | None) -> None:
        legal = self.truth.legal(told["seq"], seat)
        if told.get("more"):
            legal = [one for one in legal if not one.get("out")]
        same(legal, told["legal"], f"legal after {told['seq']}")

    def _rest(self, told: Plain, moment: Moment) -> None:
        if "lobby" in told:
            same(may_know(moment.lobby, self.truth.code), told["lobby"], "lobby")
        if told.get("turn_ms") is not None:
            same(int, type(told["turn_ms"]), "turn_ms")
        if told.get("id") is not None and told["id"] not in self.viewer.sent:
            raise Leak(f"the id of somebody else in {told}")

    def _lobby(self, told: Plain, seat: int | None) -> None:
        only(("type", "seq", "lobby", "seat", "id"), told, "lobby")
        same(seat, told.get("seat"), "seat")
        self._rest(told, self.truth.moments[told["seq"]])

    def _welcome(self, told: Plain, seat: int | None) -> None:
        names = ("type", "version", "seq", "you", "seat", "lobby", "here", "muted", "view", "legal", "more")
        only((*names, "turn_ms", "id"), told, "welcome")
        same((seat, self.person), (told["seat"], told["you"]), "seat and person")
        same({int}, {type(one) for one in [*told["here"], *told.get("muted", ()), 0]}, "here and muted")
        moment = self.truth.moments[told["seq"]]
        if "view" in told:
            same(self.truth.seen(told["seq"], seat), told["view"], "view of a welcome")
            self._may_do(told, seat)
        else:
            same([], told.get("legal", []), "legal without a view")
        self._rest(told, moment)

    def _legal(self, told: Plain, seat: int | None) -> None:
        only(("type", "seq", "legal"), told, "legal")
        same(self.truth.legal(told["seq"], seat), told["legal"], "legal")

    def _done(self, told: Plain, seat: int | None) -> None:
        only(("type", "id", "seq", "found"), told, "done")
        asked = self.viewer.sent[told["id"]]["type"]
        found: Any = told.get("found")
        self.counts[asked] += 1
        if asked in ("playable", "hint", "melds", "grouping"):
            # answered from what was seen at any time between the question and the answer
            asked_at = self.viewer.sent_at[told["id"]]
            whys = [self._why_not(asked, found, seq, seat) for seq in range(asked_at, told["seq"] + 1)]
            if all(whys):
                raise Leak(f"{asked}: {found}, though {whys}")
        elif asked == "device":
            same({"code", "valid_s"}, set(found), "device")
        else:
            same(None, found, f"answer to {asked}")

    def _why_not(self, asked: str, found: Any, seq: int, seat: int | None) -> str:
        """Why this cannot be the answer from the view of that moment; empty if it can."""
        if asked in ("playable", "hint"):
            legal = self.truth.legal(seq, seat)
            right = found == legal if asked == "playable" else found is None or found in legal
            return "" if right else f"legal after {seq} was {legal}"
        only(("points", "melds", "left", "discard", "points_after", "valid"), found, asked)
        named = Counter([card for meld in found.get("melds", ()) for card in meld] + found["left"])
        hand = Counter(self.truth.seen(seq, seat)["private"]["hand"])
        right = not named - hand and found.get("discard", next(iter(hand), None)) in hand
        return "" if right else f"the hand after {seq} was {hand}"

    def _refused(self, told: Plain, _: int | None) -> None:
        names = ("type", "id", "reason", "clause", "facts", "expected", "first", "by_ms", "wait_ms")
        only(names, told, "refused")
        only(("card", "cards", "count", "points", "place", "seat", "players", "last"), told.get("facts", {}), "facts")
        asked = msgspec.json.encode(self.viewer.sent.get(told["id"], "")).decode()
        no_new_cards(self.game, f"{told.get('facts')} {told.get('expected')} {told['reason']}", asked, "refused")
        same(True, all(isinstance(told.get(name, 0), int) for name in ("first", "by_ms", "wait_ms")), "numbers")

    def _here(self, told: Plain, _: int | None) -> None:
        only(("type", "people"), told, "here")
        same({int}, {type(one) for one in [*told["people"], 0]}, "here")

    def _said(self, told: Plain, _: int | None) -> None:
        only(("type", "phrase", "person", "seat", "card"), told, "said")
        same(True, told["phrase"] in wire.SAYINGS, "phrase")
        if told["phrase"] in wire.REQUESTS:
            seats = [self.truth.seat_of(one, max(self.truth.moments)) for one in (told["person"], self.person)]
            sides = self.truth.last.state.sides
            if not any(all(seat in side for seat in seats) for side in sides):
                raise Leak(f"what is for a partner's ears has reached another: {told}")
        elif "card" in told:
            raise Leak(f"a card said to everybody: {told}")

    def _countdown(self, told: Plain, _: int | None) -> None:
        only(("type", "why", "ms"), told, "countdown")

    def _ping(self, told: Plain, _: int | None) -> None:
        only(("type", "n", "rtt_ms"), told, "ping")

    def _bye(self, told: Plain, _: int | None) -> None:
        only(("type", "code", "reason"), told, "bye")
        no_new_cards(self.game, told["reason"], "", "bye")

    # Over HTTP

    def answer(self, path: str, body: Any, seq: int, answer: Answer) -> None:
        """One answer to a request."""
        no_new_cards(self.game, str(answer.headers.values()), "", path)
        over = self.truth.moments[seq].lobby["stage"] == "over"
        if answer.status >= 400:
            only(("reason", "expected"), answer.json(), path)
            no_new_cards(self.game, answer.body.decode(), f"{path} {body}", path)
        elif path == "/api/steps":
            self._steps(answer, seq, over=over)
        elif path.startswith("/api/records"):
            same(True, over, "a record before the end")
        elif path in ("/api/tables", "/api/join", "/api/device"):
            only(("token", "person", "code", "link", "game"), answer.json(), path)
        else:
            no_new_cards(self.game, answer.body.decode(), f"{path} {body}", path)

    def _steps(self, answer: Answer, seq: int, *, over: bool) -> None:
        header, *steps = [msgspec.json.decode(line) for line in answer.body.splitlines()]
        only(("record", "game", "options", "seats", "host"), header, "header")
        if not over:
            seat = self.truth.seat_of(self.person, seq)
            same(list(self.truth.steps(seq, seat)), steps, "steps")


# Logs and figures


def says_nothing(lines: Iterable[str], secrets: Iterable[str], games: Iterable[str] = PACKS) -> None:
    """No line holds a secret, and none names a card of any of these games."""
    kept = sorted({one for one in secrets if one}, key=len, reverse=True)
    for line in lines:
        found = [secret for secret in kept if secret.casefold() in line.casefold()]
        found += [card for one in games for card in cards_in(one, line)]
        if found:
            raise Leak(f"{found} in {line}")
