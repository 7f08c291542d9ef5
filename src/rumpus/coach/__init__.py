"""The coach: what a seat could have done better in a round, from its own view, with luck and choices separated."""

from __future__ import annotations

from rumpus.coach.base import Coach, Moment, Remark, Review, Seen, Verdict
from rumpus.coach.registry import coach
from rumpus.coach.reviews import reviews

__all__ = ["Coach", "Moment", "Remark", "Review", "Seen", "Verdict", "coach", "reviews"]
