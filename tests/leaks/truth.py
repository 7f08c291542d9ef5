"""A table as its journal has it, number by number, with what each viewer may know of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rumpus.driver import stamp
from rumpus.journal import Entry
from rumpus.lines import Fact
from rumpus.shuffle import Shuffle, seeded
from tests.leaks.allowed import UNSAID, Plain, may_hear, may_see, plain
from tests.support.journal_model import JournalModel, Snapshot


class Moment(msgspec.Struct, frozen=True):
    """The table after one entry of the journal: the rules' state, and the entry itself as plain JSON, name by name."""

    snapshot: Snapshot
    lobby: Plain
    lines: list[Plain]

    @property
    def rules(self) -> Any:
        """The rules of the match under way."""
        return self.snapshot.rules

    @property
    def state(self) -> Any:
        """The true state."""
        return self.snapshot.state

    @property
    def elapsed_s(self) -> float:
        """Seconds since the match began, as messages say them."""
        return stamp(self.snapshot.at - self.snapshot.began)


class Truth:
    """A table as its journal has it, entry by entry."""

    def __init__(self, entries: list[Entry], code: str) -> None:
        self.code = code
        self.moments: dict[int, Moment] = {}
        self._seen: dict[tuple[int, int | None], Plain] = {}
        self._legal: dict[tuple[int, int], Any] = {}
        model, lobby = JournalModel(), Plain()
        for entry in entries:
            model.take(entry)
            body, snapshot = msgspec.json.decode(entry.body), model[entry.seq]
            lobby = UNSAID | body["lobby"] if "lobby" in body else lobby
            self.moments[entry.seq] = Moment(snapshot, lobby, body.get("lines", []))

    @property
    def last(self) -> Moment:
        """The table after the last entry."""
        return self.moments[max(self.moments)]

    def seat_of(self, person: int, seq: int) -> int | None:
        """The seat of a person at this number."""
        seats = self.moments[seq].lobby["seats"]
        return next((at for at, place in enumerate(seats) if place and place.get("person") == person), None)

    def seen(self, seq: int, seat: int | None) -> Plain:
        """What a viewer may see at this number."""
        if (seq, seat) not in self._seen:
            self._seen[seq, seat] = may_see(self.moments[seq].state, seat)
        return self._seen[seq, seat]

    def lines(self, seq: int, seat: int | None) -> list[Plain]:
        """What a viewer may be told of this number."""
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

    def rounds_over(self, seq: int) -> list[tuple[list[str], list[Plain]]]:
        """The seeds and the chance facts of every round that is over at this number; then all of it lies open."""
        rounds, facts = [], list[Plain]()
        for at in range(self.moments[seq].snapshot.match, seq + 1):
            for line in self.moments[at].lines:
                if line["do"] in ("deal", "reshuffle"):
                    facts.append(line)
                elif line["do"] == "reveal":
                    rounds.append((line["seeds"], facts))
                    facts = []
        return rounds

    def steps(self, seq: int, seat: int | None) -> Iterator[Plain]:
        """The match under way at a moment, step by step, as a viewer has seen it."""
        number = 0
        for at in range(self.moments[seq].snapshot.match, seq + 1):
            moment = self.moments[at]
            for line in self.lines(at, seat):
                number += 1
                seen = self.seen(at, seat)
                stamp = {"n": number, "at": moment.elapsed_s}
                private = [] if seat is None else [seen["private"]]
                yield {"line": stamp | line, "public": seen["public"], "private": private}


def apply(rules: Any, state: Any, line: Plain) -> list[tuple[int | None, Any]]:
    """Apply a line of the journal to a state."""
    action = msgspec.convert(line, rules.action_type | Fact)
    done: list[tuple[int | None, Any]] = state.apply(line["by"], action)
    return done
