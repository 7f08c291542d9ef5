"""Wackee Six: everybody builds on shared piles at once, 2 to 12 players, partners too."""
