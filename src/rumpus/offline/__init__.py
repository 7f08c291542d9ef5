"""Tables on one device: the server's rooms and keeper without a server, for Python in the browser."""

from __future__ import annotations

from rumpus.offline.house import House

__all__ = ["House"]
