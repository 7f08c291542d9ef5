"""Many matches: simulation in virtual time, what they say, and tournaments between bots."""
