"""Wig Out!: a race of matching for 2 to 6 players."""
