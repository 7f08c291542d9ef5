"""Prometheus metrics for the host, served on a local port only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily
from prometheus_client.registry import Collector

from rumpus.games import GAMES

LATENCIES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)  # histogram buckets, seconds
WAITS = (0.01, 0.025, 0.05, 0.075, 0.1, 0.125, 0.15, 0.175, 0.2, 0.225, 0.25)  # seconds; 0.25 is the longest wait
GROUPS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)  # histogram buckets, journal entries per commit


class Counts(Collector):
    """A counter with one label for what happens with every message, as a plain dict: the samples are built when read.

    That takes a tenth of a Counter's time. It also takes the same time whether the label is new or not, which a Counter
    does not: a refusal must reveal nothing, not even by how long it takes (T-06).
    """

    def __init__(self, name: str, what: str, label: str, known: Iterable[str] = ()) -> None:
        self._name, self._what, self._label = name, what, label
        self.by_label = dict.fromkeys(known, 0)  # each is reported as 0 before the first

    def collect(self) -> Iterator[CounterMetricFamily]:
        """The counts so far. Reads a copy, because this runs in the thread of the metrics server."""
        family = CounterMetricFamily(self._name, self._what, labels=[self._label])
        for label, count in self.by_label.copy().items():
            family.add_metric([label], count)
        yield family


class Metrics:
    """The metrics of one server; none of them names a table, a person, a card or an address."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        self.tables = Gauge("rumpus_tables", "Tables in memory", registry=registry)
        self.people = Gauge("rumpus_people", "People connected", registry=registry)
        self.connections = Gauge("rumpus_connections", "TCP connections, HTTP and WebSocket", registry=registry)
        self.most_connections = Gauge(
            "rumpus_connections_limit", "TCP connections that this process can have", registry=registry
        )
        self.busy = Gauge(
            "rumpus_busy", "1 while new tables are refused because the server is too busy", registry=registry
        )
        self._actions = Counts("rumpus_actions", "Actions of people that were carried out", "game", GAMES)
        self._refused = Counts("rumpus_refused", "Messages refused, by clause or reason", "why")
        for counts in (self._actions, self._refused):
            registry.register(counts)
        self._commit = Histogram(
            "rumpus_commit_seconds", "One commit of the journal", buckets=LATENCIES, registry=registry
        )
        self._group = Histogram("rumpus_commit_entries", "Entries in one commit", buckets=GROUPS, registry=registry)
        self._closed = Counter(
            "rumpus_closed", "Connections that the server closed, by code", ["code"], registry=registry
        )
        self._origins = Counter(
            "rumpus_unknown_origins",
            "Requests refused because the server does not know their origin",
            registry=registry,
        )

        self._stalls = Counter(
            "rumpus_loop_stalls",
            "Times that the event loop was held up for more than 20 ms, by endpoint",
            ["endpoint"],
            registry=registry,
        )
        self._over_budget = Counter(
            "rumpus_over_budget",
            "Requests and connections refused or delayed because their address was over its budget, by endpoint",
            ["endpoint"],
            registry=registry,
        )
        self.journal_behind = Counter(
            "rumpus_journal_behind",
            "Tables whose clients have seen more than the journal holds, because its end was lost",
            registry=registry,
        )
        self.relayed = Counter(
            "rumpus_relayed",
            "WebSockets that came to another worker than their table's, and were relayed",
            registry=registry,
        )
        self._held = Histogram(
            "rumpus_race_wait_seconds",
            "How long an action waited in a race for players further away; actions that waited for nobody do not count",
            buckets=WAITS,
            registry=registry,
        )
        self._thoughts = Counter(
            "rumpus_thoughts",
            "Jobs of the thinking processes by how they ended: answered, late, refused, given-up",
            ["how"],
            registry=registry,
        )

        # Of a node among several; all stay 0 without a cluster
        self.takes = Counter("rumpus_takes", "Tables that this node has taken", registry=registry)
        self.losses = Counter("rumpus_losses", "Tables that another node has taken from this one", registry=registry)
        self.fenced = Counter("rumpus_fenced", "Tables whose entries were refused by the fence", registry=registry)
        self.hops = Counter("rumpus_hops", "Connections and requests relayed to other nodes", registry=registry)
        self.incarnations = Counter("rumpus_incarnations", "Times that this node joined the others", registry=registry)

    def thought(self, how: str) -> None:
        """Count a job of the thinking processes."""
        self._thoughts.labels(how).inc()

    def held(self, seconds: float) -> None:
        """Record how long an action waited in a race until it was decided."""
        self._held.observe(seconds)

    def acted(self, game: str) -> None:
        """Count a person's action that was carried out."""
        self._actions.by_label[game] += 1

    def refused(self, why: str) -> None:
        """Count a refused message, by clause or reason."""
        self._refused.by_label[why] = self._refused.by_label.get(why, 0) + 1

    def committed(self, entries: int, seconds: float) -> None:
        """Record one commit of the journal: how many entries, and how long it took."""
        self._commit.observe(seconds)
        self._group.observe(entries)

    def closed(self, code: int) -> None:
        """Count a connection that the server closed."""
        self._closed.labels(str(code)).inc()

    def unknown_origin(self) -> None:
        """Count a request refused because of its origin."""
        self._origins.inc()

    def stalled(self, endpoint: str) -> None:
        """Count a stall of the event loop."""
        self._stalls.labels(endpoint).inc()

    def over_budget(self, endpoint: str) -> None:
        """Count a request or connection over its budget."""
        self._over_budget.labels(endpoint).inc()

    def serve(self, port: int) -> int:
        """Serve the metrics on this local port (0: any free one) and return the port; raises `OSError`."""
        server, _ = start_http_server(port, "127.0.0.1", self.registry)
        bound: int = server.server_port
        return bound
