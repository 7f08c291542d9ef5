"""A match on this machine: bots move by the clock, a person moves by typing, or only watches."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import IO, Any

from rumpus import record as records
from rumpus import text
from rumpus.bots import advise, bot
from rumpus.contract import Game, Go, Illegal, Shout
from rumpus.driver import QUIET_S, STANDOFF_S
from rumpus.playout import EndlessError, Playout
from rumpus.terminal.faces import face_for
from rumpus.terminal.input import Lines
from rumpus.terminal.screen import Screen
from rumpus.terminal.sentences import Sentences, command_of, names_for, plain, wrap

LOOK_S = 8.0  # how long a bot that deals a race gives the person to look at the cards, at the bots' pace (T-03)
TICK_S = 1e-6  # tolerance for rounded clocks
STOPPED_S = 2.0  # a delay beyond this means that the program was stopped
PERSON = 0
COMMANDS = ("help", "hint", "score", "rules", "quit", "go")


def play(
    rules: Game,
    bots: Sequence[str],
    *,
    watch: bool,
    seed: int | str | None,
    language: str,
    pace: float,
    name: str,
    record: Path | None,
    input: IO[str],  # noqa: A002  # named as on the command line
    output: IO[str],
) -> int:
    """Play a match against these bots, on seat 0 and as the host, or watch them. Returns an exit code.

    Bots take `pace` times their usual time. The record is written at the end, even if the match was left early.
    """
    kinds = [bot(rules.name, level) for level in bots]
    playout = Playout(rules, kinds if watch else [None, *kinds], None if seed is None else (seed,))
    names = names_for(None if watch else name, len(bots), language)
    chairs = [records.Chair(name, None) for name in names[: len(names) - len(bots)]]
    chairs += [records.Chair(name, level) for name, level in zip(names[len(chairs) :], bots, strict=True)]
    words = Sentences(text.check_language(language), names, None if watch else PERSON)
    terminal = Terminal(playout, words, pace, input, output)
    try:
        _welcome(terminal, chairs)
        terminal.run()
    except EOFError:
        terminal.leave()
    except KeyboardInterrupt:
        terminal.leave(interrupted=True)
    finally:
        written = record is None or _write(terminal, chairs, record)
    output.flush()
    return 0 if written else 1


def _welcome(terminal: Terminal, chairs: Sequence[records.Chair]) -> None:
    words = terminal.words
    table = words.listed([f"{chair.name} ({chair.bot})" if chair.bot else chair.name for chair in chairs])
    terminal.put(wrap(words.say("term-welcome", title=terminal.rules.title, table=table)))
    if words.me is not None:
        terminal.put(wrap(words.say("term-welcome-help")))


def _write(terminal: Terminal, chairs: Sequence[records.Chair], path: Path) -> bool:
    """Write the record, with times in real seconds. Returns whether that worked."""
    scale = terminal.pace or 1.0
    happened = [(round(at * scale, 3), what) for at, what in terminal.playout.happened]
    whole = records.Record(records.header_for(terminal.rules, chairs), records.numbered(happened))
    try:
        path.write_text(records.text(whole), "utf-8")
    except OSError as error:
        terminal.put(terminal.words.say("term-record-failed", path=str(path), why=str(error.strerror)))
        return False
    terminal.put(terminal.words.say("term-record", path=str(path)))  # unwrapped, so that the path can be copied
    return True


class Terminal(Screen):
    """One match at one terminal. The time of the table is real time divided by `pace`; at pace 0 nobody waits."""

    def __init__(self, playout: Playout, words: Sentences, pace: float, source: IO[str], output: IO[str]) -> None:
        super().__init__(words, output)
        self.playout = playout
        self.rules = playout.rules
        self.state = playout.state
        self.face = face_for(playout.rules, playout.state, words)
        self.lines = Lines(source) if words.me is not None else None
        self.pace = pace
        self._began_s = time.monotonic()
        self._told = 0  # number of events already printed
        self._heard = 0  # number of phrases already printed
        self._standoff_at: float | None = None  # when the table ends a race in which nobody moves (T-08)
        self._look_until: float | None = None  # until when a bot that deals gives the person time to look

    def public(self) -> Any:
        """What everybody sees."""
        return self.state.view(None).public

    def view(self) -> Any:
        """What the person sees."""
        return self.state.view(PERSON)

    def legal(self) -> list[Any]:
        """What the person can do now."""
        return self.state.legal(PERSON)

    # The clock

    def run(self) -> None:
        """Play to the end of the match. Raises `EOFError` or `KeyboardInterrupt` when the person leaves."""
        while self.state.outcome() is None:
            if self.playout.settle():
                self._tell()
            else:
                self._step()

    def _now(self) -> float:
        now = self.playout.now
        return now if self.pace == 0 else max(now, (time.monotonic() - self._began_s) / self.pace)

    def _step(self) -> None:
        """Wait for whatever comes first: a line from the person, or a move of a bot."""
        if self._look_until is None:
            self.playout.ask()
        due = self._due()
        wait_s = None if due is None else max(0.0, (due - self._now()) * self.pace)
        line = self._listen(wait_s)
        if line is not None:
            self.playout.now = self._now()
            self._obey(line)
            if self.pace and not (self.lines and self.lines.blind):
                return
            self._sleep(wait_s)
        if due is not None and (self.pace == 0 or self._now() >= due - TICK_S) and self.state.to_act():
            self._catch_up(due)
            self._land()

    def _catch_up(self, due: float) -> None:
        """Continue where it was after the program was stopped (Ctrl-Z): the bots have not moved meanwhile."""
        late_s = (self._now() - due) * self.pace
        if late_s > STOPPED_S:
            self._began_s += late_s

    def _due(self) -> float | None:
        """When the next thing happens without the person."""
        if self._look_until is not None:
            return self._look_until
        due = self.playout.due()
        if due is not None or not self._nobody_moves():
            return due
        return self._standoff_at or self.playout.happened[-1][0] + QUIET_S

    def _nobody_moves(self) -> bool:
        """T-08: whether only the person could go on in a race. At pace 0 no time passes, so only a shout is made."""
        step = None if self.words.me is None else self.playout.driver.way_out()
        return step is not None and (self.pace > 0 or isinstance(step[1], Shout))

    def _land(self) -> None:
        if self._look_until is not None:
            self.playout.now, self._look_until = self._look_until, None
            return
        if self.playout.due() is not None:
            self.playout.land()
        elif self.pace and self._standoff_at is None:
            self._standoff_at = self._now() + STANDOFF_S
            self.put(wrap(self.words.say("term-standoff", seconds=ceil(STANDOFF_S * self.pace))))
            return
        else:
            self.playout.now = self._now()
            self.playout.unstick()
        self._tell()

    def _listen(self, wait_s: float | None) -> str | None:
        """A line, if one comes in time. Input from a script is read only when it is the person's turn."""
        mine = PERSON in self.state.to_act()
        self.output.flush()
        if self.lines is None or not (mine or self.lines.typed):
            if wait_s is None:
                raise EndlessError("nobody at the table moves any more")
            self._sleep(wait_s)
            return None
        if mine and self.lines.typed and not self.rules.race:
            self.prompt()
        line = self.lines.next(wait_s)
        if line is not None:
            self.answered_prompt()
        return line

    def _sleep(self, wait_s: float | None) -> None:
        if wait_s:
            self.output.flush()
            time.sleep(wait_s)

    # What the person types

    def _obey(self, line: str) -> None:
        typed = plain(line)
        command = command_of(typed, COMMANDS)
        if command == "quit":
            raise EOFError
        if command == "go" or (not typed and self.state.legal(PERSON) == [Go()]):
            self._go()
        elif not typed:
            self._enter()
        elif command == "hint":
            self._hint()
        elif command is not None:
            self.answer(command)
        else:
            self._move(typed)

    def _go(self) -> None:
        if self._look_until is not None:
            self._look_until = None  # the person is ready, so the bot says GO
        elif self.rules.race:
            self._do(Go())
        else:
            self._move("go")

    def _enter(self) -> None:
        if self._look_until is None:
            self.show(whole=True)
        self._look_until = None

    def _hint(self) -> None:
        """Print the move that a good player would make, and why."""
        view = self.state.view(PERSON)
        advice = advise(self.rules, view, self.state.legal(PERSON))
        self.hint(view, *(advice or (None, None)))

    def _move(self, typed: str) -> None:
        action = self.understood(typed)
        if action is not None:
            self._do(action)

    def _do(self, action: Any) -> None:
        self._doubted = None
        try:
            self.playout.do(PERSON, action)
        except Illegal as no:
            self.put(wrap(f"{text.refusal(no, self.words.language, self.face.card)} ({no.clause})"))
        else:
            self._tell()

    # What is printed

    def _tell(self) -> None:
        """Print what has happened since, and what has changed for the person."""
        happened = self.playout.happened[self._told :]
        self._told = len(self.playout.happened)
        self._standoff_at = None
        dealt = mine = False
        for _, (by, what) in happened:
            dealt = dealt or what.deals
            mine = mine or (by is not None and by == self.words.me)
            self.event(by, self.rules.told(by, what, self.words.me))
        for _, seat, phrase in self.playout.said[self._heard :]:
            self.says(self.words.names[seat], self.words.say(f"phrase-{phrase}"))
        self._heard = len(self.playout.said)
        if dealt:
            self._dealt()
        elif self.words.me is not None and PERSON in self.state.to_act():
            self.changed(mine)

    def _dealt(self) -> None:
        """A round begins: show everything. In a race the person gets time to look at the cards."""
        self.show(whole=True)
        if not self.rules.race or self.lines is None:
            return
        starts = self.state.to_act()[0]
        if starts == self.words.me:
            self.put(self.words.say("term-ask-go"))
        elif self.lines.typed:
            self._look_until = self.playout.now + LOOK_S
            self.put(self.words.say("term-ask-ready", who=self.words.names[starts]))
