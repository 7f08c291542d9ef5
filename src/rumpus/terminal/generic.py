"""Any game at the terminal: its views field by field, and its legal actions in a numbered list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rumpus import text
from rumpus.contract import Action, Game, Go, Shout, tag_of
from rumpus.terminal.face import Face, Unclear
from rumpus.terminal.sentences import Sentences, row

SHOWN_ELSEWHERE = ("phase", "round", "totals", "sheet", "ended", "result")  # by the title and the score sheet
SEATS = ("dealer", "starter", "turn")  # fields that hold the number of a seat


class GenericFace(Face):
    """A game without a face of its own. Actions are typed by their number."""

    help = "term-generic-help"

    def __init__(self, words: Sentences, rules: Game, parties: Sequence[Sequence[int]]) -> None:
        super().__init__(words, rules, parties)
        self.rules = rules
        self._listed: list[Any] = []

    # Showing the table

    def title(self, public: Any) -> str:
        """Which round this is."""
        return self.words.say("term-round", round=public.round)

    def others(self, public: Any) -> list[str]:
        """Nothing: `middle` shows every public field."""
        return []

    def middle(self, public: Any) -> list[str]:
        """Every public field."""
        return self._fields(public)

    def own(self, view: Any, legal: Sequence[Any]) -> list[str]:
        """What only this player sees, and what can be done, by number."""
        self._listed = list(legal)
        numbered = [f"{number} {self.wording(action)}" for number, action in enumerate(legal, 1)]
        return [*self._fields(view.private), *([row(self.words.say("term-can-do"), numbered)] if numbered else [])]

    def _fields(self, part: Any) -> list[str]:
        values = msgspec.structs.asdict(part) if isinstance(part, msgspec.Struct) else {}
        shown = {name: value for name, value in values.items() if value is not None and name not in SHOWN_ELSEWHERE}
        shown |= {name: self.words.names[shown[name]] for name in SEATS if name in shown}
        return [row(name.replace("_", " "), self._values(value)) for name, value in shown.items()]

    def _values(self, value: Any) -> list[str]:
        if isinstance(value, list | tuple):
            return [" ".join(self._values(item)) for item in value]
        if isinstance(value, dict):
            return [f"{self._word(key)} {' '.join(self._values(item))}" for key, item in value.items()]
        return [self._word(value)]

    def _word(self, value: Any) -> str:
        if isinstance(value, str) and value in self.rules.pack.number:
            return self.card(value)
        return "-" if value is None else str(value)

    def asks(self, view: Any, legal: Sequence[Any]) -> str | None:
        """Ask for a number, if there is anything to do."""
        return self.words.say("term-type-number", count=len(legal)) if legal else None

    def card(self, name: str) -> str:
        """A card as people call it."""
        return text.card(self.rules, name, self.words.language)

    # Describing events

    def told(self, by: int | None, action: Any) -> str:
        """One short line on an action."""
        if action.deals:
            return self.words.say("term-round", round=action.round)
        who = self.words.names[by] if by is not None else self.words.say("term-the-table")
        return f"{who}: {self.wording(action)}"

    def wording(self, action: Action) -> str:
        """An action in words: the game's own, or its tag and fields."""
        facts = {name: " ".join(self._values(value)) for name, value in msgspec.structs.asdict(action).items()}
        try:
            return self.words.say(f"{self.rules.name}-do-{tag_of(action)}", **facts)
        except LookupError:
            given = [word for word in facts.values() if word not in ("-", "False")]
            return " ".join([tag_of(action).replace("_", " "), *given])

    # Reading moves

    def read(self, typed: str, view: Any) -> Any:
        """The action of that number."""
        if isinstance(common := self._common(typed), Action):
            return common
        if typed.isdecimal() and 1 <= int(typed) <= len(self._listed):
            return self._listed[int(typed) - 1]
        raise self.expected(typed, view)

    def _common(self, typed: str) -> Action | None:
        """GO and the shout, which are typed the same in every game."""
        kinds = {self.write_common(action): action for action in self._listed if isinstance(action, Go | Shout)}
        return kinds.get(typed)

    def expected(self, typed: str, view: Any) -> Unclear:
        """A number was expected."""
        return self.unclear("term-not-a-number", typed, count=len(self._listed))

    def write(self, action: Any, view: Any) -> str:
        """The number of the action, and what it is."""
        number = self._listed.index(action) + 1 if action in self._listed else 0
        return f"{number} ({self.wording(action)})"
