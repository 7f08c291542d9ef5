"""Many matches between bots: simulations, their statistics, and tournaments."""
