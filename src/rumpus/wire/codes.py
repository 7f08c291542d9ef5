"""Why the server closed a connection; a reason in words goes with each code."""

CLOSE_RESTART = 1012  # the table comes back in a moment; connect again
CLOSE_HELLO = 4000  # the first message was no hello, came too late, or speaks another version
CLOSE_TOKEN = 4001  # no seat goes by this token (any more)
CLOSE_NEWER = 4002  # the same seat was taken in another tab or on another device
CLOSE_SLOW = 4003  # too much is waiting to be read; connect again
CLOSE_LIMIT = 4004  # too many messages or connections
CLOSE_REMOVED = 4005  # the host has removed this person, or the person has left
CLOSE_SILENT = 4006  # no answer to our pings
CLOSE_TABLE = 4007  # this table cannot go on; its journal is untouched
CLOSE_MALFORMED = 4008  # a frame that cannot be read

CODES = {name.removeprefix("CLOSE_").lower(): code for name, code in list(vars().items()) if name[:6] == "CLOSE_"}
