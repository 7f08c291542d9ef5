"""`rumpus melds`: the exact meld solver of Five Crowns, for people with the real cards."""

from __future__ import annotations

import sys
from collections import Counter

import click
import msgspec

from rumpus.contract import Malformed
from rumpus.games.five_crowns import melds as solver
from rumpus.games.five_crowns.cards import JOKER, RANKS, SET_COPIES, SET_JOKERS, TEXT, kind, texts
from rumpus.terminal.output import say

WORTH_COMPILING = 1000  # hands that outweigh the time to load the compiled solver
RANK_NAMES = {**{rank: number for number, rank in enumerate(RANKS, 3)}, **{str(n): n for n in range(3, 14)}}


@click.command()
@click.argument("hand", metavar="HAND")
@click.option("--wild", required=True, metavar="RANK", help="The wild rank: 3-9, T or 10, J or 11, Q or 12, K or 13.")
@click.option(
    "--dealt", type=int, metavar="N", help="Cards dealt this round, 3-13 (by default as many as the wild rank)."
)
@click.option("--sets", type=int, default=1, metavar="1|2", help="Sets of 116 cards in play: 2 from eight players on.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def melds(hand: str, wild: str, dealt: int | None, sets: int, as_json: bool) -> None:
    """The best melds and the best discard of a hand of Five Crowns.

    HAND is cards such as "7h 8h 9h Kt **": a rank 3-9 T J Q K and a suit, t for stars, h hearts, c clubs, s spades,
    d diamonds; ** is a joker. Or it is - to read one hand a line from standard input. A hand with one card more than
    was dealt has one to discard.
    """
    number = RANK_NAMES.get(wild.upper())
    if number is None:
        raise Malformed(f"--wild is a rank: 3 to 9, T or 10, J or 11, Q or 12, K or 13, not {wild!r}")
    size = number if dealt is None else dealt
    if not 3 <= size <= 13:
        raise Malformed(f"--dealt is a number from 3 to 13, not {size}")
    if sets not in (1, 2):
        raise Malformed(f"--sets is 1 or 2, not {sets}")
    if hand == "-":
        _show_lines(number - 3, size, sets, as_json)
    else:
        _show(parse_hand(hand, size, sets), number - 3, size, as_json)


def parse_hand(line: str, dealt: int, sets: int) -> list[int]:
    """The cards of a hand as people write them: any case, 10 for T, commas or spaces between; raises `Malformed`."""
    written = line.replace(",", " ").split()
    cards = [kind(f"{card[:-1].upper().replace('10', 'T')}{card[-1:].lower()}") for card in written]
    if not cards:
        raise Malformed('a hand is one or more cards, as in "7h 8h 9h"')
    if len(cards) > dealt + 1:
        raise Malformed(f"{len(cards)} cards are too many: {dealt} were dealt, and one more may be taken")
    for card, copies in Counter(cards).items():
        most = sets * (SET_JOKERS if card == JOKER else SET_COPIES)
        if copies > most:
            raise Malformed(
                f"{TEXT[card]} is there {copies} times, and {sets} set{'s' * (sets - 1)} of cards has only {most}"
            )
    return cards


def _show_lines(wild: int, dealt: int, sets: int, as_json: bool) -> None:
    for count, line in enumerate(sys.stdin, 1):
        if count == WORTH_COMPILING:
            solver.compile_kernel()
        if line.strip():
            try:
                cards = parse_hand(line, dealt, sets)
            except Malformed as error:
                raise Malformed(f"line {count}: {error}") from None
            _show(cards, wild, dealt, as_json)


def _show(hand: list[int], wild: int, dealt: int, as_json: bool) -> None:
    discard = None
    if len(hand) == dealt + 1:
        discard = solver.best_discard(hand, wild)[1]
        hand.remove(discard)
    best = solver.arrange(hand, wild)
    out = best.points == 0 and len(hand) == dealt
    laid, unused = [texts(meld) for meld in best.melds], texts(best.unused)
    if as_json:
        found = {
            "points": best.points,
            "melds": laid,
            "unused": unused,
            "discard": None if discard is None else TEXT[discard],
            "out": out,
        }
        say(msgspec.json.encode(found).decode())
        return
    say(f"Melds:   {' | '.join(' '.join(meld) for meld in laid) or 'none'}")
    say(f"Left:    {' '.join(unused) or 'nothing'} ({best.points} points)")
    if discard is not None:
        say(f"Discard: {TEXT[discard]}")
    if out:
        say("You can go out." if discard is not None else "You can go out: take a card and discard it.")
