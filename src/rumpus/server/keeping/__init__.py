"""One table on the server: the task that owns it, and its parts."""
