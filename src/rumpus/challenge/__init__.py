"""One deal that many people play, each at their own table: the deal of a day, or a match with a score to beat."""

from rumpus.challenge.carried import carried, carry, is_carried
from rumpus.challenge.challenge import (
    Challenge,
    Entered,
    Event,
    Finished,
    Outcome,
    Plan,
    Row,
    Set,
    Taken,
    encode,
    read_first,
)
from rumpus.challenge.days import DAY_S, GRACE_S, date_in, date_of, day_id, day_of, ends_at, open_id, yesterday
from rumpus.challenge.plans import SETTINGS, open_chain, plan_of_day, plan_of_match, plan_of_round, seated

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
    "Taken",
    "carried",
    "carry",
    "date_in",
    "date_of",
    "day_id",
    "day_of",
    "encode",
    "ends_at",
    "is_carried",
    "open_chain",
    "open_id",
    "plan_of_day",
    "plan_of_match",
    "plan_of_round",
    "read_first",
    "seated",
    "yesterday",
]
