"""Rumpus: one table for three card games."""
