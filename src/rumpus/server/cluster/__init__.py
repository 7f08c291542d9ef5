"""Several nodes on one database: the links between them, and what they relay for each other's clients."""
