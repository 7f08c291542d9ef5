"""A leaderboard of bots on fixed deals: every bot of a folder against the same built-in bots (docs/leaderboard.md)."""
