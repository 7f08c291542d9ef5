"""The sixty cards of Wig Out!: twelve characters, five cards each (WO-01)."""

from __future__ import annotations

from rumpus.contract import Pack

CHARACTERS = (
    "beehive",
    "mohawk",
    "afro",
    "pigtails",
    "moptop",
    "curls",
    "bun",
    "bolt",
    "flame",
    "braid",
    "onehair",
    "nest",
)
COPIES = 5
DECK = tuple(number for number in range(len(CHARACTERS)) for _ in range(COPIES))
PACK = Pack(CHARACTERS, "Wig Out!", f"cards are {', '.join(CHARACTERS)}")
NUMBER, number, numbers, texts = PACK.number, PACK.kind, PACK.kinds, PACK.texts
