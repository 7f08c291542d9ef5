"""One table: its people, its matches and its timers. The server's keeper adds the clock, the disk and the network."""

from rumpus.driver import Thought
from rumpus.lobby import Declined, Lobby, hashed
from rumpus.table.codes import CODE_LENGTH, LETTERS, new_code
from rumpus.table.entries import Body, Unplayable, body_of, read_body, record_of
from rumpus.table.match import Match
from rumpus.table.news import Asked, Called, Due, Note, Open, Step, Tell
from rumpus.table.table import Table

__all__ = [
    "CODE_LENGTH",
    "LETTERS",
    "Asked",
    "Body",
    "Called",
    "Declined",
    "Due",
    "Lobby",
    "Match",
    "Note",
    "Open",
    "Step",
    "Table",
    "Tell",
    "Thought",
    "Unplayable",
    "body_of",
    "hashed",
    "new_code",
    "read_body",
    "record_of",
]
