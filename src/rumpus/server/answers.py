"""The answers that people got, so that a message that comes again gets the same answer and is not done twice."""

from __future__ import annotations

from collections.abc import Collection, Mapping

KEPT = 128  # of each person


class Answers:
    """By person and id: a frame, or the number of what happened. Oldest are dropped first, person by person."""

    def __init__(self) -> None:
        self._done: dict[int, dict[str, str | int]] = {}
        self._refused: dict[int, dict[str, str | int]] = {}  # apart, so that they push out nothing that was done

    def find(self, person: int, id_: str) -> str | int | None:
        """The answer that this message got before."""
        for kept in (self._done, self._refused):
            own = kept.get(person)
            if own is not None and (answer := own.get(id_)) is not None:
                return answer
        return None

    def done(self, person: int, id_: str, answer: str | int) -> None:
        """It was done: the frame that said so, or its number."""
        _keep(self._done, person, id_, answer)

    def refused(self, person: int, id_: str, frame: str) -> None:
        """It was refused with this frame."""
        _keep(self._refused, person, id_, frame)

    def keep_only(self, people: Collection[int]) -> None:
        """Drop the answers of people who have left."""
        for kept in (self._done, self._refused):
            for person in kept.keys() - people:
                del kept[person]

    def restore(self, keys: Mapping[str, int]) -> None:
        """Only what the journal has is known now: numbers by `person:id`. Refusals may hang on what was never saved."""
        self._done.clear()
        self._refused.clear()
        for key, seq in keys.items():
            person, _, id_ = key.partition(":")
            if person.isdecimal():
                self.done(int(person), id_, seq)


def _keep(kept: dict[int, dict[str, str | int]], person: int, id_: str, answer: str | int) -> None:
    own = kept.setdefault(person, {})
    own[id_] = answer
    if len(own) > KEPT:
        del own[next(iter(own))]
