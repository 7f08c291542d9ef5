"""The figures of `make bench` are read from traces: hand-made ones show that what is planted is found."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.trace import read

Event = dict[str, Any]


def task(at_ms: float, ms: float, name: str = "RunTask", tid: int = 1) -> Event:
    return {"name": name, "ph": "X", "pid": 1, "tid": tid, "tts": at_ms * 1000, "tdur": ms * 1000, "args": {}}


def told(at_ms: float, size: int = 4000) -> Event:
    data = {"dataLength": size}
    return {"name": "WebSocketReceive", "ph": "I", "pid": 1, "tid": 1, "tts": at_ms * 1000, "args": {"data": data}}


def key(at_ms: float) -> Event:
    return task(at_ms, 0.5, "EventDispatch") | {"args": {"data": {"type": "keydown"}}}


def work(at_ms: float, ms: float, name: str = "FunctionCall") -> list[Event]:
    """A task and what it does."""
    return [task(at_ms, ms), task(at_ms, ms, name)]


def race(planted_ms: float = 2.0) -> list[Event]:
    """Ten updates: 1 ms of script and a frame of 2 ms each; the frame of the sixth is as long as asked for."""
    events, at = [], 0.0
    for number in range(11):
        frame = planted_ms if number == 5 else 2.0
        events += [*work(at, 1.1), told(at + 0.1), *work(at + 1.1, frame, "Layout")]
        at += 1.1 + frame
    return events


def test_an_update_costs_what_follows_until_the_next_one() -> None:
    assert [pytest.approx(3.1)] * 10 == read(race()).updates


def test_a_planted_task_of_60_ms_is_found() -> None:
    found = read(race(planted_ms=60))
    assert [pytest.approx(60)] == found.long_tasks
    assert pytest.approx(61.1) == max(found.updates)
    assert [] == read(race(planted_ms=49)).long_tasks


def test_the_browsers_own_tracing_work_does_not_count_as_the_pages() -> None:
    found = read([*race(), task(100, 60), task(150, 2, "FunctionCall")])
    assert [] == found.long_tasks
    assert pytest.approx(60) == max(found.whole_tasks)


def test_two_messages_in_one_task_share_it() -> None:
    events = [*work(0, 10), told(1), told(4), *work(10, 2), *work(12, 1), told(12)]
    assert [pytest.approx(3), pytest.approx(8)] == read(events).updates


def test_a_key_press_is_not_an_update_and_ends_the_one_before() -> None:
    events = [*work(0, 3), told(0), *work(3, 2), key(3), *work(5, 1), told(5)]
    found = read(events)
    assert [pytest.approx(3)] == found.updates
    assert [pytest.approx(2)] == found.inputs


def test_short_messages_and_other_threads_do_not_count() -> None:
    elsewhere = [task(at, 70, name, tid=2) for at in range(0, 700, 70) for name in ("RunTask", "FunctionCall")]
    events = [*race(), told(3.2, size=40), *elsewhere]
    found = read(events)
    assert 10 == len(found.updates)
    assert [] == found.long_tasks


def test_layout_that_a_script_forces_is_layout() -> None:
    steps = read(
        [task(0, 3), task(0.2, 0.8, "FunctionCall"), task(0.3, 0.5, "Layout"), task(1.2, 1, "Paint"), told(0)]
    ).steps
    assert pytest.approx(0.3) == steps["script"]
    assert pytest.approx(0.5) == steps["layout"]
    assert pytest.approx(1.0) == steps["paint"]


def test_waiting_between_two_steps_costs_nothing() -> None:
    events = [task(0, 9), told(0), task(1, 2, "FunctionCall"), task(6, 1, "Paint"), task(6.5, 0.2, "Layout"), told(9)]
    assert [pytest.approx(3)] == read(events).updates
    assert [pytest.approx(2.2)] == read(events).unpainted


def test_an_empty_trace_has_no_updates() -> None:
    assert [] == read([]).updates
