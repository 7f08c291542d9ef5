"""Circles: members, votes, the book, leagues and files, without a server."""
