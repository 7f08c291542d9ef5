"""WebSocket close codes of the server; each comes with a reason in words."""

CLOSE_RESTART = 1012  # the server or the table will be back in a moment; connect again
CLOSE_HELLO = 4000  # the first message was not a hello, came too late, or has another version
CLOSE_TOKEN = 4001  # no seat has this token, or no longer
CLOSE_NEWER = 4002  # the same seat was taken in another tab or on another device
CLOSE_SLOW = 4003  # the client reads too slowly; connect again
CLOSE_LIMIT = 4004  # too many messages or connections
CLOSE_REMOVED = 4005  # the host has removed this person, or the person has left for good
CLOSE_SILENT = 4006  # no answer to our pings
CLOSE_TABLE = 4007  # this table cannot be played on; its journal is untouched
CLOSE_MALFORMED = 4008  # a frame that is not text
CLOSE_LAPSED = 4009  # this person joined and did not connect in time, so the seat was given up; they can join again
CLOSE_LEFT = 4010  # the person has left the match; the seat is still theirs, and they may come back (T-02)

CODES = {name.removeprefix("CLOSE_").lower(): code for name, code in list(vars().items()) if name[:6] == "CLOSE_"}
