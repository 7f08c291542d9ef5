"""A table for language models, over the Model Context Protocol (docs/language-models.md)."""

from __future__ import annotations

from rumpus.mcp.server import build

__all__ = ["build"]
