"""A cache of answers: a message that is sent again with the same id gets the same answer and takes effect only once."""

from __future__ import annotations

from collections.abc import Collection, Mapping

KEPT = 128  # answers per person, accepted and refused each; the oldest are dropped first


class Answers:
    """The cached answers of one table by person and message id: a frame, or the sequence number of the step."""

    def __init__(self) -> None:
        self._done: dict[int, dict[str, str | int]] = {}
        self._refused: dict[int, dict[str, str | int]] = {}  # apart, so that refusals evict no accepted message

    def find(self, person: int, id_: str) -> str | int | None:
        """The answer that this message got before, if it did."""
        done, refused = self._done.get(person), self._refused.get(person)
        if done is not None and id_ in done:
            return done[id_]
        return None if refused is None else refused.get(id_)

    def done(self, person: int, id_: str, answer: str | int) -> None:
        """Cache the answer to an accepted message: its frame, or the sequence number of the step it caused."""
        _cache(self._done, person, id_, answer)

    def refused(self, person: int, id_: str, frame: str) -> None:
        """Cache the frame with which a message was refused."""
        _cache(self._refused, person, id_, frame)

    def keep_only(self, people: Collection[int]) -> None:
        """Drop the answers of people who have left."""
        for cache in (self._done, self._refused):
            for person in cache.keys() - people:
                del cache[person]

    def restore(self, keys: Mapping[str, int]) -> None:
        """Start again from what the journal has: sequence numbers by `person:id`.

        Refusals are dropped too: they may have depended on a step that was never saved.
        """
        self._done.clear()
        self._refused.clear()
        for key, seq in keys.items():
            person, _, id_ = key.partition(":")
            if person.isdecimal():
                self.done(int(person), id_, seq)


def _cache(answers: dict[int, dict[str, str | int]], person: int, id_: str, answer: str | int) -> None:
    own = answers.setdefault(person, {})
    own[id_] = answer
    if len(own) > KEPT:
        del own[next(iter(own))]
