"""Connections, frames and sessions: everything between a socket and a table."""
