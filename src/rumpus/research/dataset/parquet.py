"""A dataset as Parquet: `matches.parquet`, `events.parquet` and `steps.parquet`, written match by match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from rumpus.research.dataset.rows import Rows

FLUSH = 20_000  # rows that wait until they are written; a row group of a few megabytes

INTS = pa.list_(pa.int32())
SCHEMAS = {
    "matches": pa.schema(
        [
            ("match", pa.int32()),
            ("source", pa.string()),
            ("game", pa.string()),
            ("players", pa.int8()),
            ("options", pa.string()),
            ("bots", pa.list_(pa.string())),
            ("names", pa.list_(pa.string())),
            ("rounds", pa.int16()),
            ("decisions", pa.int32()),
            ("seconds", pa.float64()),
            ("totals", INTS),
            ("parties", pa.list_(INTS)),
            ("winners", INTS),
            ("why", pa.string()),
        ]
    ),
    "events": pa.schema(
        [
            ("match", pa.int32()),
            ("n", pa.int32()),
            ("at_s", pa.float64()),
            ("seat", pa.int8()),
            ("do", pa.string()),
            ("action", pa.string()),
        ]
    ),
    "steps": pa.schema(
        [
            ("match", pa.int32()),
            ("n", pa.int32()),
            ("at_s", pa.float64()),
            ("round", pa.int16()),
            ("seat", pa.int8()),
            ("bot", pa.string()),
            ("action", pa.int16()),
            ("legal", pa.list_(pa.int16())),
            ("observation", pa.list_(pa.float32())),
            ("reward", pa.float64()),
            ("last", pa.bool_()),
        ]
    ),
}


class ParquetFiles:
    """The three files of a dataset in a folder, open for writing."""

    format = "parquet"

    def __init__(self, folder: Path) -> None:
        self._waiting: dict[str, list[Any]] = {name: [] for name in SCHEMAS}
        self._writers = {
            name: pq.ParquetWriter(folder / f"{name}.parquet", schema, compression="zstd")
            for name, schema in SCHEMAS.items()
        }

    def add(self, rows: Rows) -> None:
        """One match more."""
        self._waiting["matches"].append(rows.match)
        self._waiting["events"] += rows.events
        self._waiting["steps"] += rows.steps
        for name, waiting in self._waiting.items():
            if len(waiting) >= FLUSH:
                self._write(name)

    def close(self) -> None:
        """Write what is left; the files can be read from then on."""
        for name, writer in self._writers.items():
            self._write(name)
            writer.close()

    def _write(self, name: str) -> None:
        rows, schema = self._waiting[name], SCHEMAS[name]
        columns = [pa.array([getattr(row, field.name) for row in rows], field.type) for field in schema]
        self._writers[name].write_table(pa.Table.from_arrays(columns, schema=schema))
        rows.clear()
