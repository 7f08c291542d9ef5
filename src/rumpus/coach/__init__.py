"""The coach: what could have been in a round, from a seat's own view, with luck and choices told apart."""

from __future__ import annotations

from rumpus.coach.base import Coach, Moment, Remark, Review, Seen, Verdict
from rumpus.coach.registry import coach
from rumpus.coach.reviews import reviews

__all__ = ["Coach", "Moment", "Remark", "Review", "Seen", "Verdict", "coach", "reviews"]
