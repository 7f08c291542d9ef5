"""Records that are checked, and spoiled: whatever was changed is noticed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import strategies as some

from rumpus import audit, fair, record, wire
from rumpus.contract import drawn
from rumpus.lines import Commit, Reveal
from rumpus.record import Line, Record
from tests.records import stranger
from tests.table.test_fair import GAMES, finished, opened, record_at, second_match

replace = msgspec.structs.replace
secrets = some.binary(min_size=32, max_size=32)
salts = some.lists(some.text("0123456789abcdef", max_size=64), max_size=14)


# Whole records


@pytest.fixture(scope="module", params=GAMES)
def whole(request: pytest.FixtureRequest) -> Record:
    return record_at(finished(request.param))


def test_a_stranger_checks_a_record_with_the_text_of_the_docs_alone(whole: Record) -> None:
    assert stranger.check(record.text(whole)) == sum(len(one.seeds) for one in audit.check(whole))


@pytest.mark.parametrize("game", GAMES)
def test_a_stranger_checks_a_match_that_is_dealt_again(game: str) -> None:
    desk = finished(game)
    stranger.check(record.text(record_at(desk)))
    new = record_at(second_match(desk))
    assert stranger.check(record.text(new)) == sum(len(one.seeds) for one in audit.check(new))


def test_a_spoiled_record_is_not_verified(whole: Record) -> None:
    rng = Random(whole.header.game)
    for _ in range(12):
        for name, spoil in SPOILS.items():
            text = spoiled(whole, spoil, rng)
            assert refuses(text), f"{name}: {text}"


def refuses(text: str) -> bool:
    """Whether our checker finds something wrong; whatever a stranger's finds, ours finds as well."""
    try:
        list(audit.check(record.read(text.splitlines())))
    except (audit.Difference, record.Damaged):
        return True
    stranger.check(text)
    return False


Spoil = Callable[[list[Any], Random], None]


def spoiled(whole: Record, spoil: Spoil, rng: Random) -> str:
    """The text of a record with one thing changed."""
    lines = [json.loads(line) for line in record.text(whole).splitlines()]
    spoil(lines, rng)
    return "".join(json.dumps(line) + "\n" for line in lines)


def _piles(part: Any) -> Iterator[list[str]]:
    """Every list of cards in a deal or a reshuffle."""
    if isinstance(part, list) and len(part) > 1 and all(isinstance(card, str) for card in part):
        yield part
    elif isinstance(part, list | dict):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from _piles(inner)


def _chances(lines: list[Any]) -> list[Any]:
    return [line for line in lines[1:] if line["do"] in ("deal", "reshuffle")]


def change_card(lines: list[Any], rng: Random) -> None:
    pile = rng.choice(list(_piles(rng.choice(_chances(lines)))))
    at = rng.randrange(len(pile))
    pile[at] = rng.choice(
        [card for one in _chances(lines) for other in _piles(one) for card in other if card != pile[at]]
    )


def change_order(lines: list[Any], rng: Random) -> None:
    pile = rng.choice([pile for pile in _piles(rng.choice(_chances(lines))) if len(set(pile)) > 1])
    first = rng.randrange(len(pile))
    second = rng.choice([at for at, card in enumerate(pile) if card != pile[first]])
    pile[first], pile[second] = pile[second], pile[first]


def change_seed(lines: list[Any], rng: Random) -> None:
    seeds = rng.choice([line for line in lines[1:] if line["do"] == "reveal"])["seeds"]
    at = rng.randrange(len(seeds))
    seeds[at] = hashlib.sha256(seeds[at].encode()).hexdigest()


def change_salt(lines: list[Any], rng: Random) -> None:
    told = lines[0]["fair"]["salts"]
    told[rng.randrange(len(told))] = f"{rng.getrandbits(128):032x}"


def leave_out_a_salt(lines: list[Any], rng: Random) -> None:
    told = lines[0]["fair"]["salts"]
    told[rng.choice([at for at, salt in enumerate(told) if salt])] = ""


def change_commit(lines: list[Any], rng: Random) -> None:
    lines[0]["fair"]["commit"] = f"{rng.getrandbits(256):064x}"


def leave_out_a_reveal(lines: list[Any], rng: Random) -> None:
    del lines[rng.choice([at for at, line in enumerate(lines) if line.get("do") == "reveal"])]
    for number, line in enumerate(lines[1:], 1):
        line["n"] = number


SPOILS: dict[str, Spoil] = {
    "card": change_card,
    "order": change_order,
    "seed": change_seed,
    "salt": change_salt,
    "no salt": leave_out_a_salt,
    "commit": change_commit,
    "no reveal": leave_out_a_reveal,
}


# Planted faults of a table


def _edited(whole: Record, edit: Callable[[list[record.Line]], None]) -> Record:
    lines = list(whole.lines)
    edit(lines)
    return Record(whole.header, tuple(replace(line, n=number) for number, line in enumerate(lines, 1)))


class Looked(tuple[Line, ...]):
    """Lines that count how many of them were copied out."""

    __slots__ = ()
    copied: ClassVar[int] = 0

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        Looked.copied += len(found) if isinstance(at, slice) else 0
        return found


def test_a_record_full_of_seeds_is_checked_in_one_pass(whole: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Looked, "copied", 0)
    empty = [Line(number, 0.0, None, Reveal(seeds=())) for number in range(1, 2001)]
    assert [] == list(audit.check(msgspec.structs.replace(whole, lines=Looked(empty))))
    assert Looked.copied <= len(empty), "the lines behind each are not looked through again"


def test_a_check_that_copies_lines_over_and_over_is_caught(whole: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit._Check, "_must_be_over", lambda self, number, *_, **__: self.record.lines[number:])
    with pytest.raises(AssertionError):
        test_a_record_full_of_seeds_is_checked_in_one_pass(whole, monkeypatch)


def test_a_seed_that_is_told_before_its_round_is_over_is_noticed(whole: Record) -> None:
    def early(lines: list[record.Line]) -> None:
        reveal = next(line for line in lines if isinstance(line.action, Reveal))
        lines.remove(reveal)
        lines.insert(1, replace(reveal, at=lines[0].at))

    with pytest.raises(audit.Difference, match="before it is over"):
        list(audit.check(_edited(whole, early)))


def test_a_table_that_uses_a_chain_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    first = finished("wig_out")
    chain = first.lobby().chain
    assert chain is not None
    monkeypatch.setattr("rumpus.table.table.new_chain", lambda _: replace(chain, salts=()))
    second = finished("wig_out")
    with pytest.raises(audit.Difference, match="both matches use one chain"):
        audit.check_again(record_at(first), record_at(second))


def test_a_table_that_uses_a_seed_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    first = fair.Use(1, "1")
    monkeypatch.setattr(fair.Numbers, "take", lambda self, *, deals: (self.deals.append(1), first)[1])
    whole = record_at(finished("wig_out"))
    monkeypatch.undo()
    with pytest.raises(audit.Difference):
        list(audit.check(whole))


def test_a_table_that_leaves_a_salt_out_of_the_shuffle_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    key = fair.key
    monkeypatch.setattr(fair, "key", lambda seed, game, number, told: key(seed, game, number, ["", *list(told)[1:]]))
    whole = record_at(finished("five_crowns"))
    monkeypatch.undo()
    with pytest.raises(audit.Difference, match="is not the one that seed 1 and the salts give"):
        list(audit.check(whole))


def test_the_first_difference_is_named_with_its_line(whole: Record) -> None:
    text = spoiled(whole, change_order, Random(1))
    with pytest.raises(audit.Difference) as difference:
        list(audit.check(record.read(text.splitlines())))
    assert f"line {difference.value.line}: " in str(difference.value)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"v": 2}, "version 2"),
        ({"salts": ("00",)}, "1 salts for 3 seats"),
        ({"commit": "XY"}, "lower-case hex"),
    ],
)
def test_a_promise_that_cannot_be_checked_is_a_difference(whole: Record, change: dict[str, Any], why: str) -> None:
    assert whole.header.fair is not None
    other = Record(replace(whole.header, fair=replace(whole.header.fair, **change)), whole.lines)
    with pytest.raises(audit.Difference, match=why):
        audit.check(other)


def test_a_record_that_ends_early_is_checked_as_far_as_it_goes(whole: Record) -> None:
    first = next(at for at, line in enumerate(whole.lines) if isinstance(line.action, Reveal))
    assert [True] == [one.revealed for one in audit.check(Record(whole.header, whole.lines[: first + 1]))]
    assert [False] == [one.revealed for one in audit.check(Record(whole.header, whole.lines[:first]))]
    with pytest.raises(audit.Difference, match="were not revealed"):
        list(audit.check(_edited(whole, lambda lines: lines.remove(lines[first]))))


def test_a_simulated_record_promises_nothing(whole: Record) -> None:
    with pytest.raises(audit.Nothing):
        audit.check(Record(replace(whole.header, fair=None), whole.lines))


def test_too_many_seeds_are_a_difference(whole: Record) -> None:
    def more(lines: list[record.Line]) -> None:
        at = next(at for at, line in enumerate(lines) if isinstance(line.action, Reveal))
        reveal: Any = lines[at].action
        lines[at] = replace(lines[at], action=Reveal(seeds=(*reveal.seeds, "00" * 32)))

    with pytest.raises(audit.Difference, match="seeds are told for"):
        list(audit.check(_edited(whole, more)))


# Several chains


@pytest.fixture
def chained(monkeypatch: pytest.MonkeyPatch) -> Record:
    """A match that needed several chains of two seeds each."""
    monkeypatch.setattr(fair, "CHAIN", 2)
    return record_at(finished("five_crowns"))


def test_another_chain_begins_when_the_last_is_used_up_and_not_before(chained: Record) -> None:
    assert all(one.revealed for one in audit.check(chained))

    def early(lines: list[record.Line]) -> None:
        commit = next(line for line in lines if isinstance(line.action, Commit))
        lines.insert(0, replace(commit, at=0.0))

    with pytest.raises(audit.Difference, match="before the last one is used up"):
        list(audit.check(_edited(chained, early)))


def test_a_table_that_chooses_a_later_chain_for_itself_is_noticed(chained: Record) -> None:
    def other_secret(lines: list[record.Line]) -> None:
        for at, line in enumerate(lines):
            if isinstance(line.action, Reveal) and line.action.secret is not None:
                lines[at] = replace(line, action=replace(line.action, secret="00" * 32))

    def no_secret(lines: list[record.Line]) -> None:
        for at, line in enumerate(lines):
            if isinstance(line.action, Reveal):
                lines[at] = replace(line, action=replace(line.action, secret=None))

    def no_hex(lines: list[record.Line]) -> None:
        for at, line in enumerate(lines):
            if isinstance(line.action, Reveal) and line.action.secret is not None:
                lines[at] = replace(line, action=replace(line.action, secret="no hex"))  # noqa: S106 - it opens nothing

    for edit in (other_secret, no_secret, no_hex):
        with pytest.raises(audit.Difference, match="come from one secret"):
            list(audit.check(_edited(chained, edit)))


# Reshuffles, and what a table says between rounds


@pytest.fixture(scope="module")
def reshuffled() -> Record:
    """A match in which two people only draw and discard, until the pile is shuffled, and then leave."""
    desk = opened("five_crowns", seed="reshuffles", bots=()).begin()
    while not any(drawn(action) and not action.deals for _, action in desk.lines()):
        seat = desk.state.to_act()[0]
        person = desk.lobby().place(seat).person
        assert person is not None
        desk.do(person, desk.state.at_a_glance(seat)[0][0])
    for person in (1, 2):
        desk.ask(person, wire.Leave)
    return record_at(desk)


def test_reshuffles_are_dealt_again_too(reshuffled: Record) -> None:
    rounds = list(audit.check(reshuffled))
    assert any(len(one.seeds) > 1 for one in rounds)
    assert stranger.check(record.text(reshuffled)) == sum(len(one.seeds) for one in rounds)

    def other_order(lines: list[record.Line]) -> None:
        at = next(at for at, line in enumerate(lines) if drawn(line.action) and not line.action.deals)
        deal: Any = lines[at].action
        draw = deal.draw
        second = next(place for place, card in enumerate(draw) if card != draw[-1])
        swapped = [*draw]
        swapped[second], swapped[-1] = swapped[-1], swapped[second]
        lines[at] = replace(lines[at], action=replace(lines[at].action, draw=tuple(swapped)))

    with pytest.raises(audit.Difference, match=r"the reshuffle is not the one|the rules give another line"):
        list(audit.check(_edited(reshuffled, other_order)))


def test_a_reveal_without_seeds_says_nothing(whole: Record) -> None:
    def empty(lines: list[record.Line]) -> None:
        at = next(at for at, line in enumerate(lines) if isinstance(line.action, Reveal))
        lines.insert(at + 1, replace(lines[at], action=Reveal(seeds=())))

    assert list(audit.check(whole)) == list(audit.check(_edited(whole, empty)))


# The same deals again


def test_two_matches_that_are_not_the_same_deal_are_told_apart(whole: Record) -> None:
    other = record_at(finished(whole.header.game, "another table"))
    with pytest.raises(audit.Difference, match="does not say that it is dealt as another"):
        audit.check_again(other, whole)


def test_a_match_that_claims_to_be_the_same_deal_has_to_be() -> None:
    desk = finished("five_crowns")
    old = record_at(desk)
    new = record_at(second_match(desk))
    assert audit.check_again(old, new) == 3
    told = new.header.fair
    assert told is not None
    assert told.again is not None
    wrong = [
        (replace(new.header, fair=replace(told, salts=("", "", ""))), "not as this one"),
        (replace(new.header, host=1), "the same game, options, seats"),
        (replace(new.header, fair=replace(told, again=replace(told.again, deals=(1,)))), "does not list the seeds"),
    ]
    for header, why in wrong:
        with pytest.raises(audit.Difference, match=why):
            audit.check_again(old, Record(header, new.lines))
    deals = [at for at, line in enumerate(new.lines) if line.action.deals]

    def swap(lines: list[record.Line]) -> None:
        first: Any = lines[deals[0]].action
        second: Any = lines[deals[1]].action
        lines[deals[0]] = replace(lines[deals[0]], action=replace(first, draw=second.draw))

    with pytest.raises(audit.Difference, match="round 1 is dealt other cards"):
        audit.check_again(old, _edited(new, swap))
