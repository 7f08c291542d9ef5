"""A circle as a fold: what is written anew, exported or folded again is the same circle."""

from __future__ import annotations

import tracemalloc
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus.circle import Asking, Bounds, Circle, Device, Member, Refused, changes, file
from rumpus.circle.book import BookResult, ranks_of
from rumpus.circle.circle import Renamed, encode
from rumpus.contract import Malformed
from tests.support.circles import sheet

BOUNDS = Bounds()


def at_once(work: Any) -> Any:
    """The result of work in pieces."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


class Club:
    """A circle with the log of all that happened in it, and members who ask for this and that."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        first = self.member("Ana")
        self.log: list[Any] = [changes.found("Us", first, self.fresh(16))]
        self.circle = Circle.of(self.log)
        self.now = 1000.0

    def fresh(self, size: int) -> str:
        return self.random.randbytes(size).hex()

    def device(self) -> Device:
        return Device(id=self.fresh(4), key=self.fresh(32), since=0.0, last=0.0)

    def member(self, name: str) -> Member:
        return Member(id=self.fresh(8), name=name, avatar="fox", since=0.0, devices=(self.device(),))

    def by(self) -> Asking:
        member = self.random.choice(self.circle.active())
        return Asking(member, self.random.choice(member.devices), self.now, BOUNDS, self.fresh)

    def happen(self) -> None:
        """Something that anybody might ask for, at random; refusals change nothing."""
        before, number = encode(self.circle.begun()), self.circle.number
        try:
            events = self._anything()
        except (Refused, Malformed):
            assert (before, number) == (encode(self.circle.begun()), self.circle.number)
            return
        for event in events:
            self.circle.apply(event)
            self.log.append(event)

    def _anything(self) -> list[Any]:
        by, some = self.by(), self.random.randrange(10**6)
        devices = [device.id for member in self.circle.members.values() for device in member.devices]
        ids = [*self.circle.book, "pad-none"]
        members = list(self.circle.members)
        asks: list[Any] = [
            changes.RenameCircle(name=f"Us {some}"),
            changes.ChangeMe(name=f"A{some}", avatar="owl"),
            changes.SetRating(on=bool(some % 2)),
            changes.RemoveDevice(device=self.random.choice(devices), vote=bool(some % 5)),
            changes.LeaveCircle(everywhere=bool(some % 2)),
            changes.StrikeResult(id=self.random.choice(ids)),
            changes.CorrectResult(result=result(self.random.choice(ids), some)),
            changes.NewSecret(),
            changes.EndLeague(),
            changes.StartLeague(form="ladder", game="wig_out", members=tuple(members)),
        ]
        which = self.random.randrange(len(asks) + 6)
        if which < len(asks):
            return changes.change(self.circle, asks[which], by)
        if which == len(asks):
            return [changes.join(self.circle, self.member(f"M{some}"), BOUNDS)]
        if which == len(asks) + 1:
            return [changes.add_device(self.circle, by.member.id, self.device())]
        if which == len(asks) + 2:
            return [changes.come_back(self.circle, self.random.choice(members), self.device())]
        return changes.book(self.circle, result(f"pad-{some:08}", some), by)


def result(id_: str, some: int) -> BookResult:
    return msgspec.convert(sheet(id_, note=str(some)), BookResult)


def facts(circle: Circle) -> tuple[Any, ...]:
    return encode(circle.begun()), list(circle.book.values()), circle.bytes, circle.counted()


@pytest.mark.parametrize("seed", range(20))
def test_a_circle_folded_again_or_written_anew_is_the_same(seed: int) -> None:
    club = Club(seed)
    for _ in range(200):
        club.happen()
        assert club.circle.active(), "somebody can always open it"
        assert sum(len(line.text or b"") for line in club.circle.book.values()) == club.circle.bytes
    folded = at_once(Circle.folding(encode(event) for event in club.log))
    assert facts(club.circle) == facts(folded)
    anew = Circle.of([club.circle.begun(), *club.circle.booked()])
    assert facts(club.circle) == facts(anew)
    numbers = [line.number for line in club.circle.book.values()]
    assert sorted(set(numbers)) == numbers


@pytest.mark.parametrize("seed", range(5))
def test_an_exported_circle_is_the_same_but_for_keys_votes_and_leagues(seed: int) -> None:
    club = Club(seed)
    for _ in range(120):
        club.happen()
    text = file.written(club.circle)
    found = at_once(file.reading(text, "secret", 2000.0, BOUNDS))
    again = Circle.of([found.begun, *found.results])
    assert text == file.written(again)
    assert [] == again.active()
    assert not [
        device.key for member in club.circle.active() for device in member.devices if device.key.encode() in text
    ]


def test_nothing_but_a_beginning_begins_a_circle() -> None:
    club = Club(1)
    club.circle.apply(changes.join(club.circle, club.member("Bo"), BOUNDS))
    for bodies in ([], [encode(Renamed(name="x"))], [b"{}"], [b"\xff"]):
        with pytest.raises(ValueError):  # noqa: PT011 - a DecodeError is one
            at_once(Circle.folding(bodies))


def test_ranks_follow_from_totals_and_winners_come_first() -> None:
    assert (1, 2, 2, 4) == ranks_of((3, 5, 5, 9), lowest_wins=True)
    assert (4, 2, 2, 1) == ranks_of((3, 5, 5, 9), lowest_wins=False)
    assert (2, 1, 3) == ranks_of((5, 5, 7), lowest_wins=True, winners=(1,))


def test_a_file_of_millions_of_lines_is_read_one_line_at_a_time() -> None:
    """Cut into lines at once it held up every table for some tenths of a second, and took ten times its memory."""
    head = file.written(Club(1).circle)
    text = head + b"\n" * 1_000_000
    tracemalloc.start()
    try:
        with pytest.raises(Malformed, match=r"^line 2: "):
            at_once(file.reading(text, "0", 0.0, BOUNDS))
        assert tracemalloc.get_traced_memory()[1] < 200_000
    finally:
        tracemalloc.stop()
