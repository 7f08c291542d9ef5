"""One deal that many play, each at a table of their own: the deal of a day, or a match with a score to beat."""

from rumpus.challenge.challenge import Challenge, Entered, Event, Finished, Outcome, Plan, Row, Set, encode, read_first
from rumpus.challenge.days import DAY_S, GRACE_S, date_of, day_id, day_of, ends_at, yesterday
from rumpus.challenge.plans import SETTINGS, plan_of_day, plan_of_match, plan_of_round, seated

__all__ = [
    "DAY_S",
    "GRACE_S",
    "SETTINGS",
    "Challenge",
    "Entered",
    "Event",
    "Finished",
    "Outcome",
    "Plan",
    "Row",
    "Set",
    "date_of",
    "day_id",
    "day_of",
    "encode",
    "ends_at",
    "plan_of_day",
    "plan_of_match",
    "plan_of_round",
    "read_first",
    "seated",
    "yesterday",
]
