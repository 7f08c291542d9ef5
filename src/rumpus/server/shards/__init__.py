"""Every core of one machine: `rumpus serve --workers N` (docs/decisions/workers.md)."""
