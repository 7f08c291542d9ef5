"""Do levels that adapt let everybody win about half? `make adapting` plays people-like players against them.

Follows `web/src/app/bot-level.ts`: two wins more than losses are a step up, two losses more a step down; the steps
below beginners are slower bots in a race, and a head start in points where time makes no difference. People are
simulated by the bots' own model of a player, with dials between and beyond those of the levels, and play the match of
"Play now" (so many bots, the usual options).
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from rumpus.bots import bot, five_crowns, wackee_six, wig_out
from rumpus.bots.base import LEVELS, BotKind
from rumpus.bots.race import Dials
from rumpus.games import game
from rumpus.games.five_crowns import melds
from rumpus.playout import Playout
from rumpus.research import simulate
from rumpus.research.summary import share

STEP, SLOWER, SLOWEST, MOST_EASE = 2, 1.35, 8, 7  # as in bot-level.ts
START_BOTS = {"five_crowns": 2, "wackee_six": 2, "wig_out": 3}  # as in the manifests of the games
START_EASE = {"five_crowns": 0, "wackee_six": 2, "wig_out": 0}
EASE_POINTS = {"five_crowns": -20}  # points of a step, where it is no slower bot


def _person(base: Dials, times: float, overlooks: float) -> Dials:
    """A player who takes so many times as long."""
    return msgspec.structs.replace(
        base,
        reaction_s=base.reaction_s * times,
        scan_s=base.scan_s * times,
        hand_s=base.hand_s * times,
        overlooks=overlooks,
    )


def people(name: str) -> dict[str, BotKind]:
    """Players from a small child to a champion."""
    if name == "five_crowns":
        replace = msgspec.structs.replace
        kinds: dict[str, Any] = {
            "a child": replace(five_crowns.BEGINNER, slips=12.0, overlooks_runs=0.8, overlooks_out=0.5),
            "a newcomer": replace(five_crowns.BEGINNER, slips=7.0, overlooks_runs=0.4, overlooks_out=0.2),
            "a family player": replace(five_crowns.CASUAL, slips=4.5, overlooks_runs=0.1),
            "somebody good": replace(five_crowns.SKILLED, slips=1.5),
            "a champion": five_crowns.EXPERT,
        }
        return {person: partial(five_crowns.FiveCrownsBot, dials=dials) for person, dials in kinds.items()}
    module: Any = {"wackee_six": wackee_six, "wig_out": wig_out}[name]
    base, kind = module.EXPERT, {"wackee_six": wackee_six.WackeeSixBot, "wig_out": wig_out.WigOutBot}[name]
    plain = msgspec.structs.replace(base, guards=False, links=False, remembers=False, waits_s=0.0)
    dials = {
        "a child": _person(plain, 6.0, 0.4),
        "a newcomer": _person(plain, 3.0, 0.25),
        "a family player": _person(plain, 1.9, 0.15),
        "somebody good": _person(base, 1.25, 0.04),
        "a champion": _person(base, 0.85, 0.0),
    }
    return {person: partial(kind, dials=one) for person, one in dials.items()}


def eased(name: str, level: str, ease: int) -> tuple[str, dict[str, Any]]:
    """A match that is so many steps easier than beginners: how it is called, and its options."""
    if not ease:
        return level, {}
    if name in EASE_POINTS:
        ahead = EASE_POINTS[name] * ease
        return f"{level}, {abs(ahead)} points ahead", {"head_start": (ahead, *(0,) * START_BOTS[name])}
    pace = min(SLOWEST, round(SLOWER**ease, 2))
    return f"{level}, {pace:.1f} times as slow", {"bot_pace": pace}


def evening(name: str, person: BotKind, matches: int, seed: str) -> tuple[list[bool], dict[str, int]]:
    """Which matches a person wins against bots that adapt, and how often each grade was played."""
    grade, balance = -START_EASE[name], 0
    won, grades = [], {}
    for number in range(matches):
        level, ease = LEVELS[max(grade, 0)], max(-grade, 0)
        called, options = eased(name, level, ease)
        grades[called] = grades.get(called, 0) + 1
        rules = game(name, options)
        # the person's own pace is not the bots': a slower table is undone in their dials by dividing their times
        mine = _at_own_pace(person, rules.options.bot_pace)
        seats = [mine, *[bot(name, level)] * START_BOTS[name]]
        result = simulate.run(Playout(rules, seats, (seed, number))).result
        won.append(0 in (result.winners or ()))
        balance += 1 if won[-1] else -1
        if abs(balance) >= STEP:
            grade = min(max(grade + (1 if balance > 0 else -1), -MOST_EASE), len(LEVELS) - 1)
            balance = 0
    return won, grades


def _at_own_pace(person: BotKind, pace: float) -> BotKind:
    """The driver slows all bots down; a person is not slowed."""

    def seated(seat: int, options: Any, rng: Any) -> Any:
        player = person(seat, options, rng)
        decide = player.move

        def move(*arguments: Any) -> Any:
            done = decide(*arguments)
            return None if done is None else (done[0], done[1] / pace)

        player.move = move  # type: ignore[method-assign]  # only here
        return player

    return seated


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200, help="matches of each person (default 200)")
    parser.add_argument("--settle", type=int, default=20, help="the first so many do not count (default 20)")
    parser.add_argument("--game", choices=[*START_BOTS])
    parser.add_argument("--out", type=Path, help="write the figures as JSON too")
    arguments = parser.parse_args()
    melds.compile_kernel()
    figures = []
    print("| game | person | wins | 95 % interval | mostly against |\n|---|---|---|---|---|")
    for name in [arguments.game] if arguments.game else START_BOTS:
        for person, kind in people(name).items():
            won, grades = evening(name, kind, arguments.matches, person)
            found = share([float(one) for one in won[arguments.settle :]])
            usual = max(grades, key=grades.__getitem__)
            print(
                f"| {name} | {person} | {found.mean:.0%} | {found.low:.0%} - {found.high:.0%} | {usual} |", flush=True
            )
            figures.append({"game": name, "person": person, "wins": found.mean, "grades": grades})
    if arguments.out:
        arguments.out.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
