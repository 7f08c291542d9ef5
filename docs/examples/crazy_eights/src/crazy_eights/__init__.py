"""Crazy Eights, as a package that Rumpus finds when it is installed."""
