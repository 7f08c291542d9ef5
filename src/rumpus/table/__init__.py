"""One table: its people, its matches and its timers. The server's keeper adds the clock, the disk and the network."""

from rumpus.driver import Thought
from rumpus.lobby import Declined, Lobby, Membership, hashed
from rumpus.table.carry import carry_over
from rumpus.table.codes import CODE_LENGTH, LETTERS, new_code
from rumpus.table.entries import Body, Pieces, Unplayable, body_of, read_body, record_of
from rumpus.table.match import Match
from rumpus.table.news import Asked, Beaten, Called, Due, Note, Open, Step, Tell
from rumpus.table.table import Table

__all__ = [
    "CODE_LENGTH",
    "LETTERS",
    "Asked",
    "Beaten",
    "Body",
    "Called",
    "Declined",
    "Due",
    "Lobby",
    "Match",
    "Membership",
    "Note",
    "Open",
    "Pieces",
    "Step",
    "Table",
    "Tell",
    "Thought",
    "Unplayable",
    "body_of",
    "carry_over",
    "hashed",
    "new_code",
    "read_body",
    "record_of",
]
