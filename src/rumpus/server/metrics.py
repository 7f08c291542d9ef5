"""What a host can watch: Prometheus figures on a port of this machine alone."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily
from prometheus_client.registry import Collector

from rumpus.games import GAMES

LATENCIES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
GROUPS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class Refusals(Collector):
    """Refused messages by clause or reason.

    A refusal must tell nothing, not even by the time it takes (T-06). A labelled Counter takes longer over the first
    refusal of each kind; a dict does not. The samples are made when somebody reads the figures.
    """

    def __init__(self) -> None:
        self.by_reason: dict[str, int] = {}

    def collect(self) -> Iterator[CounterMetricFamily]:
        """The counts so far; of a copy, because this runs in the thread of the metrics server."""
        family = CounterMetricFamily("rumpus_refused", "Messages refused, by clause or reason", labels=["why"])
        for why, count in self.by_reason.copy().items():
            family.add_metric([why], count)
        yield family


class Metrics:
    """Counters and gauges of one server; none of them names a table, a person, a card or an address."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        made = self.registry
        self.tables = Gauge("rumpus_tables", "Tables in memory", registry=made)
        self.people = Gauge("rumpus_people", "People connected", registry=made)
        self.busy = Gauge("rumpus_busy", "1 while new tables are refused because the server is too busy", registry=made)
        self._actions = Counter("rumpus_actions", "Actions of people that were carried out", ["game"], registry=made)
        for game in GAMES:
            self._actions.labels(game)  # shown as 0 until the first
        self._refused = Refusals()
        made.register(self._refused)
        self._commit = Histogram("rumpus_commit_seconds", "One commit of the journal", buckets=LATENCIES, registry=made)
        self._group = Histogram("rumpus_commit_entries", "Entries in one commit", buckets=GROUPS, registry=made)
        self._closed = Counter("rumpus_closed", "Connections that the server closed, by code", ["code"], registry=made)
        self._origins = Counter(
            "rumpus_unknown_origins", "Requests refused because the server does not know their origin", registry=made
        )

    def acted(self, game: str) -> None:
        """An action of a person was carried out."""
        self._actions.labels(game).inc()

    def refused(self, why: str) -> None:
        """A message was refused."""
        self._refused.by_reason[why] = self._refused.by_reason.get(why, 0) + 1

    def committed(self, entries: int, seconds: float) -> None:
        """A group of entries is on disk."""
        self._commit.observe(seconds)
        self._group.observe(entries)

    def closed(self, code: int) -> None:
        """The server has closed a connection."""
        self._closed.labels(str(code)).inc()

    def unknown_origin(self) -> None:
        """A page under an address that the server does not know was refused."""
        self._origins.inc()

    def serve(self, port: int) -> int:
        """Answer on this port of this machine (any free one for 0); gives the port, and raises `OSError`."""
        server, _ = start_http_server(port, "127.0.0.1", self.registry)
        found: int = server.server_port
        return found
