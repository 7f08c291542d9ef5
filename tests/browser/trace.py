"""Reads a Chromium trace: what each message from the table cost the page's main thread, and which tasks were long."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import msgspec

CATEGORIES = ("devtools.timeline", "disabled-by-default-devtools.timeline", "v8.execute")
VIEW_BYTES = 100  # compressed; a message with a view is longer, a ping or an answer shorter
LONG_MS = 50.0
STEPS = {
    "FunctionCall": "script",
    "RunMicrotasks": "script",
    "EvaluateScript": "script",
    "EventDispatch": "script",
    "FireAnimationFrame": "script",
    "TimerFire": "script",
    "MinorGC": "script",
    "MajorGC": "script",
    "ParseHTML": "script",
    "HitTest": "layout",
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "paint",
    "Commit": "paint",
}
INPUT = {"keydown", "pointerdown"}
Event = dict[str, Any]
Span = tuple[float, float]


class Reading(msgspec.Struct, frozen=True):
    """What a trace says of one page; all times are CPU time of its main thread, in milliseconds."""

    updates: list[float]  # each message with a view: script, style, layout and paint until the next message or input
    unpainted: list[float]  # the same without paint
    inputs: list[float]  # each key or tap, likewise
    tasks: list[
        float
    ]  # each task: its script, style, layout and paint; the rest is the browser's own, and the tracing's
    whole_tasks: list[float]
    steps: dict[str, float]  # script, style, layout and paint, each in all updates together

    @property
    def long_tasks(self) -> list[float]:
        """The tasks in which the page itself keeps a finger waiting."""
        return [ms for ms in self.tasks if ms > LONG_MS]


def read(events: Iterable[Event]) -> Reading:
    """The page's main thread is the one that was told the most by a socket."""
    by_thread: dict[tuple[int, int], list[Event]] = {}
    for event in events:
        if "tts" in event:
            by_thread.setdefault((event["pid"], event["tid"]), []).append(event)
    main = max(by_thread.values(), key=lambda found: sum(map(_told, found)), default=[])
    timed = sorted((e for e in main if "tdur" in e), key=lambda e: (e["tts"], -e["tdur"]))
    tasks = [event for event in timed if event["name"] == "RunTask"]
    steps = [event for event in timed if event["name"] in STEPS]
    marks = sorted((e["tts"], _told(e)) for e in main if _told(e) or _is_input(e))
    spans = _outermost(steps)
    costs = [_work(begin, end, spans) for (begin, _), (end, _) in pairwise(marks)]
    lean = _outermost([event for event in steps if STEPS[event["name"]] != "paint"])
    return Reading(
        updates=[cost for (_, told), cost in zip(marks, costs, strict=False) if told],
        unpainted=[_work(begin, end, lean) for (begin, told), (end, _) in pairwise(marks) if told],
        inputs=[cost for (_, told), cost in zip(marks, costs, strict=False) if not told],
        tasks=[_work(task["tts"], task["tts"] + task["tdur"], spans) for task in tasks],
        whole_tasks=[task["tdur"] / 1000 for task in tasks],
        steps=_by_kind(steps),
    )


def _told(event: Event) -> bool:
    return bool(event["name"] == "WebSocketReceive" and event["args"]["data"]["dataLength"] >= VIEW_BYTES)


def _is_input(event: Event) -> bool:
    return event["name"] == "EventDispatch" and event["args"]["data"]["type"] in INPUT


def _outermost(steps: Sequence[Event]) -> list[Span]:
    """From when to when; a step within another is in that one's time already."""
    spans: list[Span] = []
    for event in steps:
        if not spans or event["tts"] >= spans[-1][1]:
            spans.append((event["tts"], event["tts"] + event["tdur"]))
    return spans


def _work(begin: float, end: float, spans: Sequence[Span]) -> float:
    """The work between two moments, in milliseconds.

    The clock is the thread's own: it stands still while others have the processor. Work during which a second message
    was told is so divided between the two.
    """
    near = spans[max(0, bisect_right(spans, (begin, begin)) - 1) : bisect_right(spans, (end, end))]
    return sum(max(0.0, min(end, stop) - max(begin, start)) for start, stop in near) / 1000


def _by_kind(steps: Sequence[Event]) -> dict[str, float]:
    """The sums; a step within another, as layout that a script forces, counts for itself alone."""
    sums = dict.fromkeys(dict.fromkeys(STEPS.values()), 0.0)
    stack: list[tuple[float, str]] = []
    for event in steps:
        while stack and stack[-1][0] <= event["tts"]:
            stack.pop()
        kind, ms = STEPS[event["name"]], event["tdur"] / 1000
        if stack:
            sums[stack[-1][1]] -= ms
        sums[kind] += ms
        stack.append((event["tts"] + event["tdur"], kind))
    return sums
