"""Compares every message and every answer that one viewer got with what the journal allows; anything else is a leak."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from rumpus import wire
from tests.leaks.allowed import PACKS, Leak, Plain, may_know, plain
from tests.leaks.truth import Moment, Truth
from tests.leaks.viewer import Viewer
from tests.support.in_process import Answer

# sentences that show how a card is written; they are the same for everybody and at any time
EXAMPLES = (*(pack.expected for pack in PACKS.values()), "a card of Wackee Six was expected, as in r6")
SHOWN = 200  # characters on each side of a difference


def same(allowed: Any, told: Any, where: str) -> None:
    """Raise `Leak` unless both are equal."""
    if allowed != told:
        a, b = str(allowed), str(told)
        at = next((at for at, pair in enumerate(zip(a, b, strict=False)) if pair[0] != pair[1]), min(len(a), len(b)))
        begin = max(0, at - SHOWN)
        raise Leak(f"{where}: allowed is …{a[begin : at + SHOWN]}…, and told was …{b[begin : at + SHOWN]}…")


def only(names: Iterable[str], told: Plain, where: str) -> None:
    """Raise `Leak` if there is any field but these."""
    more = told.keys() - set(names)
    if more:
        raise Leak(f"{where}: nobody said that there may be {sorted(more)} in {told}")


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
    """Raise `Leak` if the text names a card that the question did not name."""
    new = cards_in(game_name, text) - cards_in(game_name, asked)
    if new:
        raise Leak(f"{where}: {sorted(new)} in {text}")


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
        """Scan everything; returns how many messages of each kind there were."""
        for frame in self.viewer.frames:
            self.frame(frame)
        for path, body, seq, answer in self.viewer.web:
            self.counts[path.split("/")[2] if "/api/" in path else path] += 1
            self.answer(path, body, seq, answer)
        for closed in self.viewer.closed:
            no_new_cards(self.game, str(closed), "", "close")
        return self.counts

    def frame(self, frame: str) -> None:
        """Scan one frame."""
        told = msgspec.json.decode(frame)
        self.counts[told["type"]] += 1
        check = getattr(self, f"_{told['type']}", None)
        if check is None:
            raise Leak(f"nobody said that there may be a {told}")
        check(told, self.truth.seat_of(self.person, told["seq"]) if "seq" in told else None)

    def _happened(self, told: Plain, seat: int | None) -> None:
        only(("type", "seq", "at", "lines", "view", "legal", "more", "turn_ms", "lobby", "id"), told, "happened")
        seq, moment = told["seq"], self.truth.moments[told["seq"]]
        same(moment.elapsed_s, told["at"], "at")
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
        only((*names, "turn_ms", "ready", "idle", "standoff_ms", "id"), told, "welcome")
        self._are_idle(told.get("idle", []))
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
        only(("type", "id", "seq", "found", "why"), told, "done")
        asked = self.viewer.sent[told["id"]]["type"]
        found: Any = told.get("found")
        self.counts[asked] += 1
        if asked in ("playable", "hint", "melds", "grouping"):
            # answered from what was seen at any time between the question and the answer
            asked_at = self.viewer.sent_at[told["id"]]
            moments = range(asked_at, told["seq"] + 1)
            whys = [self._why_not(asked, (found, told.get("why")), seq, seat) for seq in moments]
            if all(whys):
                raise Leak(f"{asked}: {found}, though {whys}")
        elif asked == "deals":
            rounds = self.truth.rounds_over(told["seq"])
            same(rounds[found["round"] - 1], (found["seeds"], found["lines"]), "deals")
            only(("round", "numbers", "seeds", "lines", "commits"), found, "deals")
        elif asked == "device":
            same({"code", "valid_s"}, set(found), "device")
        else:
            same(None, found, f"answer to {asked}")

    def _why_not(self, asked: str, answer: tuple[Any, Any], seq: int, seat: int | None) -> str:
        """Why this cannot be the answer from the view of that moment; empty if it can."""
        found, reason = answer
        if asked in ("playable", "hint"):
            legal = self.truth.legal(seq, seat)
            right = found == legal if asked == "playable" else found is None or found in legal
            if right and reason == self._reason(found if asked == "hint" else None, seq, seat):
                return ""
            return f"legal after {seq} was {legal}"
        same(None, reason, f"reason of {asked}")
        only(("points", "melds", "left", "discard", "points_after", "valid"), found, asked)
        named = Counter([card for meld in found.get("melds", ()) for card in meld] + found["left"])
        hand = Counter(self.truth.seen(seq, seat)["private"]["hand"])
        right = not named - hand and found.get("discard", next(iter(hand), None)) in hand
        return "" if right else f"the hand after {seq} was {hand}"

    def _reason(self, action: Any, seq: int, seat: int | None) -> Any:
        """The reason that the game gives for this move, from what the seat saw at that moment."""
        if action is None:
            return None
        rules = self.truth.moments[seq].rules
        view = msgspec.convert(self.truth.seen(seq, seat), rules.view_type)
        return plain(rules.reason(view, msgspec.convert(action, rules.action_type)))

    def _refused(self, told: Plain, _: int | None) -> None:
        names = ("type", "id", "reason", "clause", "facts", "expected", "first", "by_ms", "how", "held_ms", "wait_ms")
        only(names, told, "refused")
        only(("card", "cards", "count", "points", "place", "seat", "players", "last"), told.get("facts", {}), "facts")
        asked = msgspec.json.encode(self.viewer.sent.get(told["id"], "")).decode()
        no_new_cards(self.game, f"{told.get('facts')} {told.get('expected')} {told['reason']}", asked, "refused")
        numbers = ("first", "by_ms", "held_ms", "wait_ms")
        same(True, all(isinstance(told.get(name, 0), int) for name in numbers), "numbers")
        same(True, told.get("how", "view") in ("view", "late", "tie"), "how")

    def _here(self, told: Plain, _: int | None) -> None:
        only(("type", "people", "unmeasured"), told, "here")
        same({int}, {type(one) for one in [*told["people"], *told.get("unmeasured", ()), 0]}, "here")

    def _idle(self, told: Plain, _: int | None) -> None:
        only(("type", "seats"), told, "idle")
        self._are_idle(told["seats"])

    def _are_idle(self, seats: list[Plain]) -> None:
        """Who does nothing: seats and times, which paired runs compare, and no word on why."""
        for idle in seats:
            only(("seat", "ms"), idle, "idle")
            same({int}, {type(idle["seat"]), type(idle["ms"] or 0)}, "idle")

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
        """Scan one HTTP answer."""
        no_new_cards(self.game, str(answer.headers.values()), "", path)
        over = self.truth.moments[seq].lobby["stage"] == "over"
        if answer.status >= 400:
            only(("reason", "expected"), answer.json(), path)
            no_new_cards(self.game, answer.body.decode(), f"{path} {body}", path)
        elif path == "/api/steps":
            self._steps(answer, seq, over=over)
        elif path.startswith("/api/records"):
            same(True, over, "a record before the end")
        elif path == "/api/games":  # names every card of every game, and never says anything else
            same(True, _offers.setdefault(path, answer.body) == answer.body, path)
        elif path in ("/api/tables", "/api/join", "/api/device"):
            only(("token", "person", "code", "link", "game"), answer.json(), path)
        else:
            no_new_cards(self.game, answer.body.decode(), f"{path} {body}", path)

    def _steps(self, answer: Answer, seq: int, *, over: bool) -> None:
        header, *steps = [msgspec.json.decode(line) for line in answer.body.splitlines()]
        only(("record", "game", "options", "seats", "host", "scripted", "fair", "asks"), header, "header")
        only(("v", "commit", "salts", "again"), header.get("fair", {}), "fair")
        if not over:
            seat = self.truth.seat_of(self.person, seq)
            same(list(self.truth.steps(seq, seat)), steps, "steps")


_offers: dict[str, bytes] = {}


# Logs and figures


def says_nothing(lines: Iterable[str], secrets: Iterable[str], games: Iterable[str] = PACKS) -> None:
    """Raise `Leak` if a line holds a secret or names a card of any of these games."""
    kept = sorted({one for one in secrets if one}, key=len, reverse=True)
    for line in lines:
        found = [secret for secret in kept if secret.casefold() in line.casefold()]
        found += [card for one in games for card in cards_in(one, line)]
        if found:
            raise Leak(f"{found} in {line}")
