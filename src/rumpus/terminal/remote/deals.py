"""Deals that many play, at the terminal: the deal of the day, and scores to beat."""

from __future__ import annotations

import asyncio
import re
import secrets
from contextlib import suppress
from pathlib import Path

from rumpus import client
from rumpus.contract import Malformed
from rumpus.printable import one_line
from rumpus.terminal.sentences import Sentences
from rumpus.wire.challenge import ChallengeRow, ChallengeView

KEY = re.compile("[0-9a-f]{32}")
DEAL = "/deal/"  # how the end of a link to a deal begins
SHOWN = 10  # results
TRIES, AGAIN_S = 40, 0.5  # the server checks the record first


def device_key(path: Path) -> str:
    """The key of this machine, made when it is first needed; only its owner may read it."""
    with suppress(OSError, UnicodeError):
        if KEY.fullmatch(kept := path.read_text("ascii").strip()):
            return kept
    key = secrets.token_hex(16)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(key.encode("ascii"))
    except OSError as error:
        raise Malformed(f"the key of this machine cannot be saved in {path}: {error.strerror}") from None
    return key


def deal_in(link: str) -> str | None:
    """The deal that a link leads to, if it does."""
    end = client.parts(link)[1]
    return end.removeprefix(DEAL) or None if end.startswith(DEAL) else None


async def deal_of_today(server: str, game: str, key: str) -> str:
    """The id of today's deal in a game; raises `Malformed` if there is none."""
    games = (await client.daily(server, key)).games
    id_ = next((day.id for day in games if day.game == game), None)
    if id_ is None:
        raise Malformed(
            f"this server has no deal of the day for {game}, only for {', '.join(day.game for day in games)}"
        )
    return id_


async def results(server: str, id_: str, key: str, words: Sentences, *, lowest_wins: bool, wait: bool) -> str:
    """The results so far. If `wait`, this machine's match is over, and the server gets time to check it."""
    view = await client.challenge(server, id_, key)
    for _ in range(TRIES):
        if view.state != "playing" or not wait:
            break
        await asyncio.sleep(AGAIN_S)
        view = await client.challenge(server, id_, key)
    mine = {view.mine} if view.mine is not None and not any(row.mine for row in view.rows[:SHOWN]) else set()
    rows = [*view.rows[:SHOWN], *mine]
    return "\n".join([verdict(view, words, lowest_wins=lowest_wins), *(_line(row, words) for row in rows)])


def verdict(view: ChallengeView, words: Sentences, *, lowest_wins: bool) -> str:
    """One sentence: what is to be beaten, or how this machine's match went."""
    mine = view.mine
    if mine is None:
        if view.state == "void":
            return words.say("daily-void")
        if view.by is not None and view.beat is not None:
            return words.say("daily-to-beat", name=view.by, points=view.beat)
        return words.say("daily-running" if view.state == "playing" else "daily-played", count=view.played)
    if view.by is None or view.beat is None:
        place = words.say("web-rank", rank=mine.place)
        return words.say("daily-place", place=place, count=view.played, points=mine.points)
    if mine.setter:
        return words.say("daily-set", points=mine.points)
    ahead = view.beat - mine.points if lowest_wins else mine.points - view.beat
    key = "daily-won" if ahead > 0 else "daily-lost" if ahead < 0 else "daily-even"
    return words.say(key, name=view.by, mine=mine.points, theirs=view.beat)


def _line(row: ChallengeRow, words: Sentences) -> str:
    seconds = round(row.ms / 1000)
    mark = f" ({words.say('web-you')})" if row.mine else f" ({words.say('daily-setter')})" if row.setter else ""
    if row.away:
        mark += f" ({words.say('daily-away-mark')})"
    return f"{row.place:>4}. {row.points:>5}  {seconds // 60}:{seconds % 60:02}  {one_line(row.name)}{mark}"
