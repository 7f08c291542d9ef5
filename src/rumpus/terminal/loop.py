"""The loop of the terminal: bots move by the clock, the person moves by typing, and both are told what happened."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import IO, Any

from rumpus import record as records
from rumpus import text
from rumpus.bots import bot
from rumpus.game import Game, Go, Illegal, Score, Shout
from rumpus.simulate import EndlessError, Playout
from rumpus.terminal.base import Unclear
from rumpus.terminal.faces import face_for
from rumpus.terminal.lines import Lines
from rumpus.terminal.words import MARKS, Words, names_for, plain, wrap

LOOK_S = 8.0  # at the bots' pace: how long a bot that deals a race waits for the person to look at the cards (T-03)
SHOUT_S = 15.0  # at the bots' pace: after this the table shouts for the only one who can still do anything (WO-15)
PERSON = 0
COMMANDS = {
    "help": ("?", "help", "h", "ayuda"),
    "hint": ("hint", "pista"),
    "score": ("score", "scores", "puntos", "puntuacion", "marcador"),
    "rules": ("rules", "reglas"),
    "quit": ("quit", "exit", "salir"),
    "go": ("go", "ya"),
}
COMMAND_OF = {word: command for command, words in COMMANDS.items() for word in words}


class Terminal:
    """One match at one terminal. The table's seconds are the wall's divided by the pace; at pace 0 nobody waits."""

    def __init__(self, playout: Playout, words: Words, pace: float, source: IO[str], output: IO[str]) -> None:
        self.playout = playout
        self.rules = playout.rules
        self.state = playout.state
        self.words = words
        self.face = face_for(playout.rules, playout.state, words)
        self.lines = Lines(source) if words.me is not None else None
        self.output = output
        self.pace = pace
        self._began_s = time.monotonic()
        self._told = 0  # how much of what happened has been told
        self._shown: list[str] = []  # the person's own situation as it was shown last
        self._doubted: Any = None  # the move that the person was asked to confirm
        self._look_until: float | None = None  # until when a bot that deals waits for the person
        self._prompted = False

    # The clock

    def run(self) -> None:
        """Play to the end of the match; `EOFError` or `KeyboardInterrupt` when the person leaves."""
        while self.state.outcome() is None:
            self.playout.now = self._now()
            if self.playout.settle():
                self._tell()
            else:
                self._step()

    def _now(self) -> float:
        now = self.playout.now
        return now if self.pace == 0 else max(now, (time.monotonic() - self._began_s) / self.pace)

    def _step(self) -> None:
        """Wait for whatever comes first: a line of the person, or a move that lands."""
        if self._look_until is None:
            self.playout.ask()
        due = self._due()
        wait_s = None if due is None else max(0.0, (due - self._now()) * self.pace)
        line = self._listen(wait_s)
        self.playout.now = self._now()
        if line is not None:
            self._obey(line)
            if self.pace and not (self.lines and self.lines.blind):
                return
            self._sleep(wait_s)
        if due is not None and (self.pace == 0 or self._now() >= due) and self.state.to_act():
            self._land()

    def _due(self) -> float | None:
        """When something happens by itself."""
        if self._look_until is not None:
            return self._look_until
        due = self.playout.due()
        if due is None and self.words.me is not None and self._must_shout():
            return self.playout.now + SHOUT_S
        return due

    def _must_shout(self) -> bool:
        return [type(action) for action in self.state.legal(PERSON)] == [Shout]

    def _land(self) -> None:
        if self._look_until is not None:
            self._look_until = None
            return
        if self.playout.due() is None and self.words.me is not None and self._must_shout():
            self.playout.do(PERSON, Shout())
        else:
            self.playout.land()
        self._tell()

    def _listen(self, wait_s: float | None) -> str | None:
        """A line, if one comes in time. Input that nobody types keeps until it is the person's turn."""
        mine = PERSON in self.state.to_act()
        self.output.flush()
        if self.lines is None or not (mine or self.lines.typed):
            if wait_s is None:
                raise EndlessError("nobody at the table moves any more")
            self._sleep(wait_s)
            return None
        if mine and self.lines.typed and not self.rules.race and not self._prompted:
            self.output.write("> ")
            self.output.flush()
            self._prompted = True
        line = self.lines.next(wait_s)
        if line is not None:
            self._prompted = False
        return line

    def _sleep(self, wait_s: float | None) -> None:
        if wait_s:
            self.output.flush()
            time.sleep(wait_s)

    # What the person types

    def _obey(self, line: str) -> None:
        typed = plain(line)
        command = COMMAND_OF.get(typed.strip(MARKS) or typed)
        if command == "quit":
            raise EOFError
        if command == "go" or (not typed and self.state.legal(PERSON) == [Go()]):
            self._go()
        elif not typed:
            self._enter()
        elif command is not None:
            self._answer(command)
        else:
            self._move(typed)

    def _go(self) -> None:
        if self._look_until is not None:
            self._look_until = None  # a bot says it, now that the person is ready
        elif self.rules.race:
            self._do(Go())
        else:
            self._move("go")

    def _enter(self) -> None:
        if self._look_until is None:
            self._show(whole=True)
        self._look_until = None

    def _answer(self, command: str) -> None:
        if command == "help":
            self.put(self.words.say(self.face.help))
            self.put(self.words.say("term-help"))
        elif command == "score":
            self.put(*self.face.sheet(self.state))
        elif command == "rules":
            self.put(wrap(text.rules(self.rules.name, self.words.language)))
        else:
            self._hint()

    def _hint(self) -> None:
        """What the greedy bot would do from this view."""
        view = self.state.view(PERSON)
        adviser = bot(self.rules.name, "greedy")(PERSON, self.rules.options, Random(0))
        move = adviser.move(lambda: view, self.state.legal(PERSON), self.playout.now)
        if move is None:
            self.put(self.words.say("term-hint-none"))
        else:
            self.put(self.words.say("term-hint", what=self.face.write(move[0], view)))

    def _move(self, typed: str) -> None:
        view = self.state.view(PERSON)
        try:
            action = self.face.read(typed, view)
        except Unclear as unclear:
            self.put(wrap(str(unclear)))
            return
        doubt = self.face.doubt(action, view)
        if doubt is not None and action != self._doubted:
            self._doubted = action
            self.put(wrap(doubt))
            return
        self._do(action)

    def _do(self, action: Any) -> None:
        self._doubted = None
        try:
            self.playout.do(PERSON, action)
        except Illegal as no:
            self.put(wrap(f"{text.refusal(no, self.words.language)} ({no.clause})"))
        else:
            self._tell()

    # What is printed

    def put(self, *lines: str) -> None:
        """Print; what the output cannot write is replaced."""
        whole = "".join(f"{line}\n" for line in lines)
        if self._prompted:  # something happens while the prompt stands there
            whole, self._prompted = "\n" + whole, False
        try:
            self.output.write(whole)
        except UnicodeEncodeError:
            coding = getattr(self.output, "encoding", None) or "ascii"
            self.output.write(whole.encode(coding, "replace").decode(coding))

    def _tell(self) -> None:
        """Tell what has happened since, and show what has changed for the person."""
        happened = self.playout.happened[self._told :]
        self._told = len(self.playout.happened)
        dealt = mine = False
        for _, (by, what) in happened:
            dealt = dealt or _is_deal(what)
            mine = mine or (by is not None and by == self.words.me)
            self._event(by, what)
        if dealt:
            self._dealt()
        elif self.words.me is not None and PERSON in self.state.to_act():
            self._changed(mine)

    def _event(self, by: int | None, what: Any) -> None:
        told = self.rules.told(by, what, self.words.me)
        if self.face.quiet(by, told):
            return
        words = self.face.event(by, told)
        if _is_deal(what):
            self.put("", f"--- {words} ---")
        else:
            self.put(wrap(words))
        if isinstance(what, Score):
            self.put(*self.face.left(self.state.view(None).public), *self.face.sheet(self.state))

    def _dealt(self) -> None:
        """A round begins: show everything; in a race the person looks at the cards first."""
        self._show(whole=True)
        if not self.rules.race or self.lines is None:
            return
        starts = self.state.to_act()[0]
        if starts == self.words.me:
            self.put(self.words.say("term-ask-go"))
        elif self.lines.typed:
            self._look_until = self.playout.now + LOOK_S
            self.put(self.words.say("term-ask-ready", who=self.words.names[starts]))

    def _changed(self, mine: bool) -> None:
        """Show the person what is new: after their own move, when their turn has come, or when more can be played."""
        if self.rules.race and mine:
            self.put(*self.face.middle(self.state.view(None).public))
            self._show()
        elif self.rules.race:
            if self._situation() != self._shown:
                self._show()
        else:
            self._show(whole=not mine)

    def _situation(self) -> list[str]:
        legal = self.state.legal(PERSON)
        view = self.state.view(PERSON)
        asks = self.face.asks(view, legal)
        return [*self.face.own(view, legal), *([] if asks is None else [wrap(asks)])]

    def _show(self, *, whole: bool = False) -> None:
        """The person's own situation, or the whole table."""
        if whole:
            public = self.state.view(None).public
            self.put(*self.face.overview(public), *self.face.middle(public))
        if self.words.me is not None:
            self._shown = self._situation()
            self.put(*self._shown)


def _is_deal(action: Any) -> bool:
    tag: Any = action.__struct_config__.tag
    return bool(tag == "deal")


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
    input: IO[str],  # noqa: A002  # the word of the command line for it
    output: IO[str],
) -> int:
    """Play a match against these bots, on seat 0 and as the host, or watch them on all seats; gives an exit code.

    Bots take `pace` times as long as they say. The record is written at the end, also of a match that was left early.
    """
    kinds = [bot(rules.name, one) for one in bots]
    playout = Playout(rules, kinds if watch else [None, *kinds], None if seed is None else (seed,))
    names = names_for(None if watch else name, len(bots), language)
    chairs = [records.Chair(name, None) for name in names[: len(names) - len(bots)]]
    chairs += [records.Chair(name, one) for name, one in zip(names[len(chairs) :], bots, strict=True)]
    words = Words(text.check_language(language), names, None if watch else PERSON)
    terminal = Terminal(playout, words, pace, input, output)
    try:
        _welcome(terminal, chairs)
        terminal.run()
    except (EOFError, KeyboardInterrupt):
        terminal.put(words.say("term-goodbye"))
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
    """Write the record, in seconds of the wall; says whether that worked."""
    scale = terminal.pace or 1.0
    happened = [(round(at * scale, 3), what) for at, what in terminal.playout.happened]
    whole = records.Record(records.header_for(terminal.rules, chairs), records.numbered(happened))
    try:
        path.write_text(records.text(whole), "utf-8")
    except OSError as error:
        terminal.put(wrap(terminal.words.say("term-record-failed", path=str(path), why=str(error.strerror))))
        return False
    terminal.put(wrap(terminal.words.say("term-record", path=str(path))))
    return True
