"""A table on the screen, of a match on this machine or on a server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from rumpus import text
from rumpus.contract import Game, Reason, Score
from rumpus.printable import one_line
from rumpus.terminal.face import Face, Unclear
from rumpus.terminal.output import write
from rumpus.terminal.sentences import Sentences, unmarked, wrap


class Screen(ABC):
    """Prints a table for one viewer, and remembers what was shown last, so that only changes are printed."""

    rules: Game
    face: Face

    def __init__(self, words: Sentences, output: IO[str]) -> None:
        self.words = words
        self.output = output
        self._shown: list[str] = []  # the person's own cards and choices, as shown last
        self._seen: list[str] = []  # the rest of the table, as shown last
        self._doubted: Any = None  # the move that the person was asked to confirm
        self._prompted = False

    # The state

    @abstractmethod
    def public(self) -> Any:
        """What everybody sees."""

    @abstractmethod
    def view(self) -> Any:
        """What the person sees, if there is one."""

    @abstractmethod
    def legal(self) -> Sequence[Any]:
        """What the person can do now."""

    # What is printed

    def put(self, *lines: str) -> None:
        """Print lines."""
        whole = "".join(f"{line}\n" for line in lines)
        if self._prompted:  # leave the line with the prompt
            whole, self._prompted = "\n" + whole, False
        write(self.output, whole)

    def prompt(self) -> None:
        """Print the prompt, unless it is already there."""
        if not self._prompted:
            write(self.output, "> ")
            self.output.flush()
            self._prompted = True

    def answered_prompt(self) -> None:
        """The person has typed a line, so the prompt is gone."""
        self._prompted = False

    def leave(self, *, interrupted: bool = False) -> None:
        """Say goodbye, after Ctrl-C on a new line."""
        self._prompted = self._prompted or interrupted
        self.put(self.words.say("term-goodbye"))

    def answer(self, command: str) -> None:
        """Print the help, the score sheet, or the rules."""
        if command == "help":
            self.put(self.words.say(self.face.help))
            self.put(self.words.say("term-help"))
        elif command == "score":
            self.put(*self.face.sheet(self.public()))
        else:
            self.put(wrap(unmarked(text.rules(self.rules.name, self.words.language))))

    def hint(self, view: Any, action: Any | None, why: Reason | None) -> None:
        """Print a move that is suggested, as it is typed, and the reason for it."""
        if action is None:
            self.put(self.words.say("term-hint-none"))
            return
        self.put(self.words.say("term-hint", what=self.face.write(action, view)))
        if why is not None:
            with suppress(LookupError, ValueError):  # a newer server: its reasons have no words here
                self.put(wrap(one_line(text.why(why, self.words.language, self.face.card))))

    def event(self, by: int | None, told: Any) -> None:
        """Print something that happened, as the viewer may know it."""
        if self.face.quiet(by, told):
            return
        words = self.face.event(by, told)
        if told.deals:
            self.put("", f"--- {words} ---")
        else:
            self.put(wrap(words))
        if isinstance(told, Score):
            public = self.public()
            self.put(*self.face.left(public), *self.face.sheet(public))

    def says(self, who: str, phrase: str) -> None:
        """Print a phrase that somebody says."""
        self.put(self.words.say("term-says", who=who, what=phrase))

    def changed(self, mine: bool) -> None:
        """Show the person what is new: after their own move, at the start of their turn, or when more can be played."""
        if self.rules.race and mine:
            rest = self._rest()
            if rest != self._seen:
                self.put(*rest)
                self._seen = rest
            self.show()
        elif self.rules.race:
            if self._situation() != self._shown:
                self.show()
        elif mine:
            self.show()
        else:
            self.put("")
            self.show(whole=True)

    def _rest(self) -> list[str]:
        public = self.public()
        return [*self.face.others(public), *self.face.middle(public)]

    def _situation(self) -> list[str]:
        legal, view = self.legal(), self.view()
        asks = self.face.asks(view, legal)
        return [*self.face.own(view, legal), *([] if asks is None else [wrap(asks)])]

    def show(self, *, whole: bool = False) -> None:
        """Print the person's own cards and choices, or the whole table."""
        if whole:
            self._seen = self._rest()
            self.put(*self.face.overview(self.public()), *self._seen)
        if self.words.me is not None:
            self._shown = self._situation()
            self.put(*self._shown)

    # What is typed

    def understood(self, typed: str) -> Any | None:
        """The move that was typed; None if it is not a move, or if it must be typed again to confirm it."""
        view = self.view()
        try:
            action = self.face.read(typed, view)
        except Unclear as unclear:
            self.put(wrap(str(unclear)))
            return None
        doubt = self.face.doubt(action, view)
        if doubt is not None and action != self._doubted:
            self._doubted = action
            self.put(wrap(doubt))
            return None
        self._doubted = None
        return action
