"""Questions about the game: from a player at a table, answered from that player's view; and about real cards."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Question(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """A question of one game; it is a message of the wire, told apart by its tag.

    It is answered in another process from the asker's view alone, so no answer can tell what the asker may not know.
    """

    id: Id

    answer_type: ClassVar[Any]  # the struct that `answer` gives, for the schema
    thinking_ms: ClassVar[float] = 1000.0  # the most that an answer may take of a thinking process
    refusal: ClassVar[str] = "not-now"  # the table's reason where it cannot be asked

    def can_be_asked(self, view: Any) -> bool:
        """Whether there is anything to answer in this view."""
        return True

    def answer(self, view: Any) -> Any:
        """The answer; raises `Illegal` or `Malformed`."""
        raise NotImplementedError


class AboutRealCards(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about real cards; it is the body of an HTTP request, independent of any table.

    It is answered in another process, from what it says itself.
    """

    answer_type: ClassVar[Any]  # the struct that `answer` gives, for the schema
    thinking_ms: ClassVar[float] = 500.0  # the most that an answer may take of a thinking process

    def answer(self) -> Any:
        """The answer; raises `Illegal` or `Malformed`."""
        raise NotImplementedError
