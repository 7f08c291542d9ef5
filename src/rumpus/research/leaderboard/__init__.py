"""A leaderboard of bots on fixed deals: every bot of a folder against the same house bots (docs/leaderboard.md)."""
