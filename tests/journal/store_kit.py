"""What every store promises: one check for each promise."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rumpus.contract import Malformed
from rumpus.journal import TABLE, Conflict, Entry, Expired, Head, Owed, Store, Unsaved
from tests.support.stores import Clock, entry, head, kinds, opened, whole


def what_was_opened_is_found(store: Store, _clock: Clock) -> None:
    opened(store, "a", "b")
    assert "a" == store.find("code-a")
    assert "b" == store.find("code-b")
    assert head("b") == store.head("b")
    assert [entry(0)] == store.entries("b")


def what_was_never_opened_is_not_found(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    assert None is store.find("a")
    assert None is store.find("CODE-A")
    assert None is store.head("code-a")
    assert [] == store.entries("b", whole=True)
    assert None is store.seq_of("b", "k")
    assert None is store.record("r")
    half = "\ud800"  # of a character: text in Python, but not in a file
    assert (None, None, []) == (store.find(half), store.head(half), store.entries(half))
    assert (None, None) == (store.seq_of("a", half), store.record(half))


def an_id_opens_once(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    with pytest.raises(Conflict):
        store.open(Head("a", "another", 0.0), entry(0, "new"))
    assert head("a") == store.head("a")
    assert None is store.find("another")
    assert [entry(0)] == store.entries("a", whole=True)


def a_code_opens_once(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    with pytest.raises(Conflict):
        store.open(Head("b", "code-a", 0.0), entry(0))
    assert "a" == store.find("code-a")
    assert None is store.head("b")
    assert [] == store.entries("b", whole=True)


def entries_come_back_as_they_were(store: Store, _clock: Clock) -> None:
    every_byte = Entry(1, 1.25, "k\u00e9\u2603", bytes(range(256)), True, "r\u00e9")
    opened(store, "a", "b")
    assert {} == store.commit([("a", every_byte), ("b", entry(1, "k")), ("a", Entry(2, 2.0, None, b""))])
    assert [entry(0), every_byte, Entry(2, 2.0, None, b"")] == store.entries("a", whole=True)
    assert [entry(0), entry(1, "k")] == store.entries("b", whole=True)


def a_number_is_written_once(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    assert {} == store.commit([("a", entry(1, "first"))])
    assert {"a": Conflict} == kinds(store.commit([("a", entry(1, "second"))]))
    assert [entry(0), entry(1, "first")] == store.entries("a", whole=True)


def numbers_have_no_gap(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    assert {"a": Conflict} == kinds(store.commit([("a", entry(2))]))
    assert {"a": Conflict} == kinds(store.commit([("a", entry(1)), ("a", entry(3))]))
    assert [0] == whole(store, "a")
    assert {} == store.commit([("a", entry(1)), ("a", entry(2))])


def the_first_number_is_the_tables_choice(store: Store, _clock: Clock) -> None:
    store.open(head("a"), entry(7))
    assert {"a": Conflict} == kinds(store.commit([("a", entry(1))]))
    assert {} == store.commit([("a", entry(8))])
    assert [7, 8] == whole(store, "a")


def a_key_is_answered_once(store: Store, _clock: Clock) -> None:
    opened(store, "a", "b")
    assert {} == store.commit([("a", entry(1, "k")), ("b", entry(1, "k"))])
    assert {"a": Conflict} == kinds(store.commit([("a", entry(2, "k"))]))
    assert {"a": Conflict} == kinds(store.commit([("a", entry(2, "new")), ("a", entry(3, "new"))]))
    assert [0, 1] == whole(store, "a")
    assert None is store.seq_of("a", "new")


def a_key_finds_its_number(store: Store, _clock: Clock) -> None:
    store.open(head("a"), entry(0, "zero"))
    opened(store, "b")
    assert {} == store.commit(
        [("a", entry(1, "one")), ("b", entry(1, "uno")), ("a", entry(2)), ("a", entry(3, "three"))]
    )
    assert [0, 1, 3, None] == [store.seq_of("a", key) for key in ("zero", "one", "three", "uno")]
    assert 1 == store.seq_of("b", "uno")


def the_last_keys_come_with_their_numbers(store: Store, _clock: Clock) -> None:
    store.open(head("a"), entry(0, "1:x"))
    opened(store, "b")
    assert {} == store.commit([("a", entry(1, "2:x")), ("b", entry(1, "1:z")), ("a", entry(2)), ("a", entry(3, "1:y"))])
    assert {} == store.commit([("a", Entry(4, 4.0, "1:é:", b"", start=True, asker=1)), ("a", entry(5, "12:x"))])
    assert [("1:x", 0), ("2:x", 1), ("1:y", 3), ("1:é:", 4), ("12:x", 5)] == list(store.keys("a", 3).items())
    assert [("2:x", 1), ("1:y", 3), ("1:é:", 4), ("12:x", 5)] == list(store.keys("a", 2).items())
    assert {} == store.keys("c", 2)


def all_keys_are_listed(store: Store, _clock: Clock) -> None:
    store.open(head("a"), entry(0, "1:x"))
    opened(store, "b")
    assert {} == store.commit([("a", entry(1, "2:x")), ("b", entry(1, "1:z")), ("a", entry(2)), ("a", entry(3, "1:y"))])
    assert {} == store.commit([("a", Entry(4, 4.0, "1:é:", b"", start=True, asker=1))])
    assert {"1:x", "2:x", "1:y", "1:é:"} == set(store.all_keys("a", 100))
    assert 2 == len(store.all_keys("a", 2))
    assert [] == store.all_keys("c", 100)


def one_bad_table_stops_no_other(store: Store, _clock: Clock) -> None:
    opened(store, "a", "gap", "key", "c")
    assert {} == store.commit([("key", entry(1, "k"))])
    rows = [
        ("a", 1, "x"),
        ("gap", 5, "x"),
        ("key", 2, "y"),
        ("none", 1, "x"),
        ("key", 3, "k"),
        ("a", 2, "k"),
        ("c", 1, "k"),
    ]
    errors = store.commit([(table, entry(seq, key)) for table, seq, key in rows])
    assert {"gap": Conflict, "key": Conflict, "none": Conflict} == kinds(errors)
    assert [[0, 1, 2], [0], [0, 1], [], [0, 1]] == [whole(store, table) for table in ("a", "gap", "key", "none", "c")]


def a_refused_table_goes_on_from_what_it_has(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    assert {} == store.commit([("a", entry(1, "k"))])
    assert {"a": Conflict} == kinds(store.commit([("a", entry(2)), ("a", entry(3, "k"))]))
    assert {} == store.commit([("a", entry(2, "new"))])
    assert [0, 1, 2] == whole(store, "a")
    assert 2 == store.seq_of("a", "new")


def the_last_start_is_where_reading_begins(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    assert {} == store.commit([("a", entry(1))])
    assert [0, 1] == [each.seq for each in store.entries("a")]
    assert {} == store.commit([("a", entry(seq, start=seq in {2, 4})) for seq in range(2, 7)])
    assert [4, 5, 6] == [each.seq for each in store.entries("a")]
    assert [0, 1, 2, 3, 4, 5, 6] == whole(store, "a")


def setup(seq: int) -> Entry:
    """An entry that holds all of the table's set-up and nothing of a match."""
    return Entry(seq, seq / 4, None, b"setup %d" % seq, setup=True)


def only_the_latest_setup_is_read(store: Store, _clock: Clock) -> None:
    store.open(head("a"), setup(0))
    assert {} == store.commit([("a", setup(seq)) for seq in range(1, 5)])
    assert [setup(0), setup(4)] == store.entries("a"), "the first entry is needed as long as no match has begun"
    assert {} == store.commit([("a", entry(5, start=True)), ("a", setup(6)), ("a", entry(7)), ("a", setup(8))])
    assert {} == store.commit([("a", entry(9, record="r"))])
    assert [5, 7, 8, 9] == [each.seq for each in store.entries("a")]
    assert [5, 7, 9] == [each.seq for each in store.record("r") or []]
    assert {} == store.commit([("a", setup(seq)) for seq in range(10, 13)])
    assert [5, 7, 9, 12] == [each.seq for each in store.entries("a")]
    assert list(range(13)) == whole(store, "a")


def what_would_be_removed_is_told(store: Store, clock: Clock) -> None:
    opened(store, "a", "b")
    clock.now = 2000.0
    assert {} == store.commit([("b", entry(1))])
    clock.now = 3000.0
    opened(store, "c")
    assert 3000.0 == store.now()
    assert Expired(0, 3) == store.expired(1000.0)
    assert Expired(2, 3, 1000.0, 2000.0) == store.expired(2500.0)
    assert Expired(1, 3, 2000.0, 2000.0) == store.expired(2500.0, ["a"])


def a_record_is_one_match(store: Store, _clock: Clock) -> None:
    names = {3: "first", 7: "second"}
    opened(store, "a", "b")
    assert {} == store.commit([("b", entry(1, start=True)), ("b", entry(2, record="third"))])
    assert {} == store.commit([("a", entry(s, start=s in {2, 5, 8}, record=names.get(s))) for s in range(1, 10)])
    assert [entry(2, start=True), entry(3, record="first")] == store.record("first")
    assert [entry(5, start=True), entry(6), entry(7, record="second")] == store.record("second")
    assert [entry(1, start=True), entry(2, record="third")] == store.record("third")
    assert None is store.record("fourth")


def a_records_name_is_given_once(store: Store, _clock: Clock) -> None:
    opened(store, "a", "b", "c")
    assert {} == store.commit([("a", entry(1, record="r"))])
    assert {"a": Conflict} == kinds(store.commit([("a", entry(2, record="r"))]))
    errors = store.commit([("b", entry(1, record="r")), ("c", entry(1, record="s")), ("a", entry(2, record="s"))])
    assert {"b": Conflict, "a": Conflict} == kinds(errors)
    with pytest.raises(Conflict):
        store.open(head("d"), entry(0, record="r"))
    assert [[0, 1], [0], [0, 1], []] == [whole(store, table) for table in "abcd"]
    assert [entry(0), entry(1, record="r")] == store.record("r")


def old_tables_are_removed(store: Store, clock: Clock) -> None:
    opened(store, "old", "kept")
    assert {} == store.commit([("old", entry(1, "k", start=True)), ("old", entry(2, record="r"))])
    clock.now = 2000.0
    opened(store, "new")
    assert {} == store.commit([("kept", entry(1, "k", record="s"))])
    assert 0 == store.remove(1000.0)
    assert 1 == store.remove(1000.5)
    assert (None, None, []) == (store.find("code-old"), store.head("old"), store.entries("old", whole=True))
    assert (None, None) == (store.record("r"), store.seq_of("old", "k"))
    assert [[0, 1], [0]] == [whole(store, table) for table in ("kept", "new")]
    assert 1 == store.seq_of("kept", "k")
    assert [entry(0), entry(1, "k", record="s")] == store.record("s")


def a_removed_table_can_be_opened_again_but_not_written(store: Store, clock: Clock) -> None:
    opened(store, "a")
    assert {} == store.commit([("a", entry(1, "k", record="r"))])
    clock.now = 2000.0
    assert 1 == store.remove(2000.0)
    assert {"a": Conflict} == kinds(store.commit([("a", entry(2))]))
    opened(store, "a")
    assert {} == store.commit([("a", entry(1, "k", record="r"))])
    assert [0, 1] == whole(store, "a")


def the_oldest_are_removed_first(store: Store, clock: Clock) -> None:
    opened(store, "b", "a", "c", "d")
    for table in "dcb":
        clock.now += 10
        assert {} == store.commit([(table, entry(1))])
    clock.now += 10
    assert 3 == store.remove(clock.now, 3)
    assert [None, "b", None, None] == [store.find(f"code-{table}") for table in "abcd"]
    assert 1 == store.remove(clock.now, 3)


def nothing_committed_is_nothing(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    assert {} == store.commit([])
    assert [0] == whole(store, "a")


def a_closed_store_says_so(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    store.close()
    store.close()
    errors = store.commit([("a", entry(1))])
    assert {"a": "nothing was saved: the journal is closed"} == {table: str(error) for table, error in errors.items()}
    assert {"a": Unsaved} == kinds(errors)
    with pytest.raises(Unsaved, match="the journal is closed"):
        opened(store, "b")
    with pytest.raises(Unsaved, match="the journal is closed"):
        store.remove(0.0)
    with pytest.raises(Malformed, match="the journal is closed"):
        store.entries("a")


CLUB = Head("club", "code-club", 5.0, "circle")


def a_log_of_another_kind_is_no_table(store: Store, clock: Clock) -> None:
    opened(store, "a")
    store.open(CLUB, entry(0, "k"))
    assert {} == store.commit([("club", entry(1))])
    assert None is store.find("code-club")
    assert CLUB == store.head("club")
    assert [0, 1] == whole(store, "club")
    clock.now = 2000.0
    assert (Expired(1, 1, 1000.0, 1000.0), 1) == (store.expired(2000.0), store.remove(2000.0))
    assert [0, 1] == whole(store, "club")
    assert Expired(1, 1, 1000.0, 1000.0) == store.expired(2000.0, kind="circle")
    assert 0 == store.remove(2000.0, spare=["club"], kind="circle")
    assert 1 == store.remove(2000.0, kind="circle")
    assert (None, []) == (store.head("club"), whole(store, "club"))


def a_log_is_stored_anew_as_a_whole(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    store.open(CLUB, entry(0, "k"))
    assert {} == store.commit([("club", entry(1, "old"))])
    store.replace(CLUB, [entry(2, "k"), entry(3, "new")])
    assert [2, 3] == whole(store, "club")
    assert [2, None, 3] == [store.seq_of("club", key) for key in ("k", "old", "new")]
    assert {"club": Conflict} == kinds(store.commit([("club", entry(2))]))
    assert {} == store.commit([("club", entry(4, "old"))])
    store.replace(Head("other", "code-other", 6.0, "circle"), [entry(0), entry(1)])
    assert [[2, 3, 4], [0, 1], [0]] == [whole(store, log) for log in ("club", "other", "a")]
    with pytest.raises(Conflict):
        store.replace(Head("other", "code-a", 6.0, "circle"), [entry(9)])
    assert [[0, 1], [0]] == [whole(store, log) for log in ("other", "a")]


def a_log_is_dropped_alone(store: Store, _clock: Clock) -> None:
    opened(store, "a")
    store.open(CLUB, entry(0, "k"))
    store.drop("club")
    store.drop("club")
    assert (None, [], None) == (store.head("club"), whole(store, "club"), store.seq_of("club", "k"))
    assert {"club": Conflict} == kinds(store.commit([("club", entry(1))]))
    assert [0] == whole(store, "a")
    store.open(CLUB, entry(0, "k"))


def owing(seq: int, record: str, at: float) -> Entry:
    """An entry with which a match ends whose record another log is owed."""
    return Entry(seq, 1.0, None, b"", record=record, owes=("club", at))


def what_is_owed_is_known_until_it_is_settled(store: Store, clock: Clock) -> None:
    opened(store, "a", "b")
    assert {} == store.commit([("a", owing(1, "late", 20.0)), ("b", owing(1, "soon", 10.0)), ("b", entry(2))])
    assert {"b": Conflict} == kinds(store.commit([("b", owing(9, "never", 1.0))]))
    assert [Owed("soon", "club", 10.0), Owed("late", "club", 20.0)] == store.owed()
    store.settle("soon")
    store.settle("soon")
    assert [Owed("late", "club", 20.0)] == store.owed()
    assert [Entry(1, 1.0, None, b"", record="late")] == store.entries("a")[1:]
    clock.now = 2000.0
    assert 2 == store.remove(2000.0, kind=TABLE)
    assert [] == store.owed()


Check = Callable[[Store, Clock], None]
KIT: list[Check] = [
    what_was_opened_is_found,
    what_was_never_opened_is_not_found,
    an_id_opens_once,
    a_code_opens_once,
    entries_come_back_as_they_were,
    a_number_is_written_once,
    numbers_have_no_gap,
    the_first_number_is_the_tables_choice,
    a_key_is_answered_once,
    a_key_finds_its_number,
    the_last_keys_come_with_their_numbers,
    one_bad_table_stops_no_other,
    a_refused_table_goes_on_from_what_it_has,
    the_last_start_is_where_reading_begins,
    only_the_latest_setup_is_read,
    what_would_be_removed_is_told,
    a_record_is_one_match,
    a_records_name_is_given_once,
    old_tables_are_removed,
    a_removed_table_can_be_opened_again_but_not_written,
    the_oldest_are_removed_first,
    nothing_committed_is_nothing,
    a_log_of_another_kind_is_no_table,
    a_log_is_stored_anew_as_a_whole,
    a_log_is_dropped_alone,
    what_is_owed_is_known_until_it_is_settled,
    a_closed_store_says_so,
]
