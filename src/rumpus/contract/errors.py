"""Errors of the rules: input that cannot be read, and actions against a clause."""

from __future__ import annotations

from typing import Any, ClassVar


class RumpusError(Exception):
    """The base class of all errors of the library; most are `Malformed` or `Illegal`."""


class Malformed(RumpusError):
    """Something that cannot be read: a card that does not exist, a broken line, an option out of range.

    `key` is that of the sentence that people get to see; what was expected is said to programmers.
    """

    key: ClassVar[str] = "table-malformed"


class Illegal(RumpusError):
    """An action against a clause of the rules; nothing has changed.

    `reason` is a key of the text catalogues and `facts` fill its blanks, because the rules speak no language.
    """

    def __init__(self, clause: str, reason: str, **facts: str | int) -> None:
        super().__init__(clause, reason, facts)
        self.clause = clause
        self.reason = reason
        self.facts = facts

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle whole, so that refusals survive the way back from another process."""
        return type(self).__new__, (type(self), *self.args), self.__dict__

    def __str__(self) -> str:
        facts = "".join(f", {key}={value}" for key, value in self.facts.items())
        return f"{self.clause}: {self.reason}{facts}"


class MissingExtra(ImportError):
    """A function needs a package that only an extra of rumpus installs."""
