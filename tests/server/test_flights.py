"""How long a card in the air is waited for after a call (WS-18), by what is known of a connection's round trip."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rumpus.server.budget.limits import Limits
from rumpus.server.keeping.presence import FLIGHT_SLACK_S, LONGEST_FLIGHT_S, flight_s
from rumpus.server.net.session import Session
from tests.support.in_process import LocalServer, with_server


class Measured(Session):
    """A connection with a round trip that the kernel measured, if it did, and pongs that took this long."""

    def __init__(self, kernel_s: float | None, pongs_s: tuple[float, ...], unanswered: int = 0) -> None:
        super().__init__(_nowhere, "192.0.2.1", Limits(), 0.0, None)
        self.kernel_s = kernel_s
        for trip in pongs_s:
            self.ping(100.0)
            self.pong(self.pings, 100.0 + trip)
        for _ in range(unanswered):
            self.ping(100.0)

    def kernel_rtt_s(self) -> float | None:
        return self.kernel_s


async def _nowhere(message: Any) -> None:
    raise AssertionError(message)


@pytest.mark.rule("WS-18")
@pytest.mark.parametrize(
    ("session", "rtt_s"),
    [
        (Measured(0.03, (0.3, 0.3, 0.3)), 0.03),  # pongs that are late on purpose do not help
        (Measured(0.3, (0.02,)), 0.02),
        (Measured(None, (0.05, 0.04, 0.3)), 0.05),  # the median
        (Measured(0.03, ()), 0.03),  # has just connected, and was not pinged yet
        (Measured(0.03, (), unanswered=1), 0.0),
        (Measured(None, (), unanswered=3), 0.0),
        (Measured(None, ()), 0.0),
    ],
)
def test_a_card_is_waited_for_one_round_trip_and_the_shortest_time_without_pongs(
    session: Session, rtt_s: float
) -> None:
    assert pytest.approx(rtt_s + FLIGHT_SLACK_S) == flight_s(session)


def test_nobody_is_waited_for_longer_than_the_maximum() -> None:
    assert LONGEST_FLIGHT_S == flight_s(Measured(2.0, (2.0,)))


@pytest.mark.rule("WS-18")
@with_server()
async def test_who_never_answers_pings_is_waited_for_the_shortest_time(server: LocalServer) -> None:
    host = await server.open("wackee_six", settings={"countdown_s": 0})
    ana, bo = await server.enter(host), await server.enter(await server.join(host, "Bo"))
    bo.ponging = False
    await bo.ask("ready")
    await ana.ask("begin")
    await bo.ask("ready")
    await ana.does({"do": "go"})
    await asyncio.sleep(20.0)  # pings go out meanwhile
    table = server.keeper(host).table
    state = table.match.state
    state.left[0], state.up[0] = 0, [-1] * 6
    state.look_at_row(0)
    await ana.does({"do": "shout"})
    assert {1} == set(table.match.flights)
    assert pytest.approx(table.match.called_at + FLIGHT_SLACK_S) == table.match.flights[1]


@with_server()
async def test_the_round_trip_is_measured_as_soon_as_somebody_connects(server: LocalServer) -> None:
    host = await server.open("wackee_six")
    await server.enter(host)
    (session,) = server.keeper(host).sessions.values()
    assert session.rtt_s() is not None
