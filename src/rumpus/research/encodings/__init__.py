"""Matches as numbers, for learning: what a seat sees and what it may do, one encoding per game, and a registry."""

from rumpus.research.encodings.base import Block, Encoding
from rumpus.research.encodings.registry import encoding

__all__ = ["Block", "Encoding", "encoding"]
