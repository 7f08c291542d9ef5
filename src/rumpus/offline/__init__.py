"""Tables on one device: the server's own rooms and keeper without a server, for the browser that runs Python itself."""

from __future__ import annotations

from rumpus.offline.house import House

__all__ = ["House"]
