"""For people who run a server: `rumpus doctor`, `rumpus status` and `rumpus unit`. Nothing here runs in the server."""
