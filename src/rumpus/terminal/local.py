"""The loop of the terminal: bots move by the clock, the person moves by typing, and both are told what happened."""

from __future__ import annotations

import time
from random import Random
from typing import IO, Any

from rumpus import text
from rumpus.bots import bot
from rumpus.contract import Go, Illegal, Shout
from rumpus.playout import EndlessError, Playout
from rumpus.terminal.faces import face_for
from rumpus.terminal.lines import Lines
from rumpus.terminal.screen import Screen
from rumpus.terminal.words import Words, command_of, plain, wrap

LOOK_S = 8.0  # at the bots' pace: how long a bot that deals a race waits for the person to look at the cards (T-03)
SHOUT_S = 15.0  # at the bots' pace: after this the table shouts for the only one who can still do anything (WO-15)
TICK_S = 1e-6  # so much too early is in time: clocks round
STOPPED_S = 2.0  # so late is nobody who only waits for the clock
PERSON = 0
COMMANDS = ("help", "hint", "score", "rules", "quit", "go")


class Terminal(Screen):
    """One match at one terminal. The table's seconds are the wall's divided by the pace; at pace 0 nobody waits."""

    def __init__(self, playout: Playout, words: Words, pace: float, source: IO[str], output: IO[str]) -> None:
        super().__init__(words, output)
        self.playout = playout
        self.rules = playout.rules
        self.state = playout.state
        self.face = face_for(playout.rules, playout.state, words)
        self.lines = Lines(source) if words.me is not None else None
        self.pace = pace
        self._began_s = time.monotonic()
        self._told = 0  # how much of what happened has been told
        self._heard = 0  # how many phrases have been passed on
        self._look_until: float | None = None  # until when a bot that deals waits for the person

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
        """Play to the end of the match; `EOFError` or `KeyboardInterrupt` when the person leaves."""
        while self.state.outcome() is None:
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
        """A program that was stopped for a while (Ctrl-Z) goes on where it was: the bots have not moved on either."""
        late_s = (self._now() - due) * self.pace
        if late_s > STOPPED_S:
            self._began_s += late_s

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
            self.playout.now, self._look_until = self._look_until, None
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
        if mine and self.lines.typed and not self.rules.race:
            self.prompt()
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
            self._look_until = None  # a bot says it, now that the person is ready
        elif self.rules.race:
            self._do(Go())
        else:
            self._move("go")

    def _enter(self) -> None:
        if self._look_until is None:
            self.show(whole=True)
        self._look_until = None

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
        """Tell what has happened since, and show what has changed for the person."""
        happened = self.playout.happened[self._told :]
        self._told = len(self.playout.happened)
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
        """A round begins: show everything; in a race the person looks at the cards first."""
        self.show(whole=True)
        if not self.rules.race or self.lines is None:
            return
        starts = self.state.to_act()[0]
        if starts == self.words.me:
            self.put(self.words.say("term-ask-go"))
        elif self.lines.typed:
            self._look_until = self.playout.now + LOOK_S
            self.put(self.words.say("term-ask-ready", who=self.words.names[starts]))
