"""`rumpus melds`: the exact meld solver of Five Crowns, for people with the real cards."""

from __future__ import annotations

import sys

import click
import msgspec

from rumpus.contract import Malformed
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.hands import SolvedHand, check_counts, read_hand, solve, wild_number
from rumpus.terminal.output import say, say_json

WORTH_COMPILING = 1000  # hands that outweigh the time to load the compiled solver


@click.command()
@click.argument("hand", metavar="HAND")
@click.option("--wild", required=True, metavar="RANK", help="The wild rank: 3-9, T or 10, J or 11, Q or 12, K or 13.")
@click.option("--dealt", type=int, metavar="N", help="Cards dealt this round, 3-13 (default: the wild rank).")
@click.option("--sets", type=int, default=1, metavar="1|2", help="Sets of 116 cards in play (2 for 8 or more players).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def melds(hand: str, wild: str, dealt: int | None, sets: int, as_json: bool) -> None:
    """Find the best melds and discard for a hand of Five Crowns.

    HAND is a list of cards such as "7h 8h 9h Kt **": a rank (3-9 T J Q K) and a suit (t stars, h hearts, c clubs,
    s spades, d diamonds); ** is a joker. With - as HAND, one hand per line is read from standard input. If a hand
    has one card more than was dealt, one of them is discarded.
    """
    number = wild_number(wild)
    size = number if dealt is None else dealt
    check_counts(size, sets)
    if hand == "-":
        _show_lines(number - 3, size, sets, as_json)
    else:
        _show(solve(read_hand(hand, size, sets), number - 3, size), as_json)


def _show_lines(wild: int, dealt: int, sets: int, as_json: bool) -> None:
    for count, line in enumerate(sys.stdin, 1):
        if count == WORTH_COMPILING:
            solver.compile_kernel()
        if line.strip():
            try:
                cards = read_hand(line, dealt, sets)
            except Malformed as error:
                raise Malformed(f"line {count}: {error}") from None
            _show(solve(cards, wild, dealt), as_json)


def _show(best: SolvedHand, as_json: bool) -> None:
    if as_json:
        say_json("melds", msgspec.to_builtins(best))
        return
    say(f"Melds:   {' | '.join(' '.join(meld) for meld in best.melds) or 'none'}")
    say(f"Left:    {' '.join(best.unused) or 'nothing'} ({best.points} points)")
    if best.discard is not None:
        say(f"Discard: {best.discard}")
    if best.out:
        say("You can go out." if best.discard is not None else "You can go out: take a card and discard it.")
