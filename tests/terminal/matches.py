"""A match in the terminal, with typed lines and scripted deals."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

from rumpus import terminal
from rumpus.games import game
from rumpus.terminal import sentences
from tests.rules import five_crowns_deals
from tests.rules.wackee_six_deals import Hand

SHORT: dict[str, dict[str, Any]] = {
    "five_crowns": {"rounds": 2, "turn_limit": 30},
    "wackee_six": {"target": 20},
    "wig_out": {"rounds": 2},
}


RECORD = Path("match.jsonl")


Deals = Callable[..., None]


def sit(
    name: str,
    typed: Sequence[str] | IO[str] = (),
    *,
    bots: Sequence[str] = ("idle",),
    options: dict[str, Any] | None = None,
    language: str = "en",
    watch: bool = False,
    seed: int | str | None = 1,
    pace: float = 0.0,
    player: str = "Ann",
    path: Path | None = None,
    output: io.StringIO | None = None,
) -> str:
    """What a person sees who types these lines; every line fits 80 columns and every session ends well."""
    output = output or io.StringIO()
    code = terminal.play(
        game(name, SHORT[name] if options is None else options),
        bots,
        watch=watch,
        seed=seed,
        language=language,
        pace=pace,
        name=player,
        record=path,
        input=io.StringIO("".join(f"{line}\n" for line in typed)) if isinstance(typed, Sequence) else typed,
        output=output,
    )
    screen = output.getvalue()
    assert 0 == code
    assert [] == [line for line in screen.splitlines() if len(line) > sentences.WIDTH]
    return screen


WACKEE_HAND = Hand(up="r1 w r3 r4 r5 r6", down="r7 r8 r9 r10 r11 r12", deck="g9 y1 g1 y9 b9 w")


def five_crowns_deal(*hands: str, draw: str) -> Any:
    """Round one, with threes wild; seat 1 begins."""
    return five_crowns_deals.hand_made(five_crowns_deals.new(len(hands)), hands, "Qh", draw)
