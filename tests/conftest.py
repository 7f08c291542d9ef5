"""Settings for every test: hypothesis looks for the same examples each time, and takes the time it needs."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "rumpus", derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("rumpus")
