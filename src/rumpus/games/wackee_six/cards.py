"""The decks of Wackee Six: numbers 1-13 in four colours and two wilds, one deck a side (WS-01)."""

from __future__ import annotations

from rumpus.contract import Pack

COLOURS = "rgby"
HIGHEST = 13
NUMBERED = len(COLOURS) * HIGHEST
WILD = NUMBERED  # the kind that stands for both wilds of a deck
TEXT = (*(f"{colour}{n}" for colour in COLOURS for n in range(1, HIGHEST + 1)), "w")
PACK = Pack(TEXT, "Wackee Six", "cards are r, g, b or y with a number from 1 to 13, or w for a wild")
KIND, kind, kinds, texts = PACK.number, PACK.kind, PACK.kinds, PACK.texts  # a kind is colour x 13 + number - 1, or WILD
DECK = (*range(NUMBERED), WILD, WILD)
ONES = sum(1 << kind for kind in range(0, NUMBERED, HIGHEST))  # the 1s, as a mask of kinds
ABOVE_ONE = (1 << NUMBERED) - 1 & ~ONES
