"""What anything may cost, the budgets it is taken from, and how busy the server is."""
