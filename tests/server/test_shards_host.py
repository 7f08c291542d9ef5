"""`rumpus serve --workers N` for its host: limits, copies, what is refused, and more or fewer workers than before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from rumpus.journal.files import files_of
from rumpus.server.config import DATABASE
from tests.server.processes import port_of
from tests.server.workers import Plain, ask, enters, tables_on_each
from tests.support.command import rumpus, said
from tests.support.serving import Serving


def test_limits_of_an_address_hold_for_all_workers_together(tmp_path: Path) -> None:
    limits = ("--limit=tables_per_minute=4", "--limit=wrong_codes_per_minute=5")
    with Serving(tmp_path, "--workers", "2", *limits, generous=False) as server:
        opened = [ask(server.url, "/api/tables", {"game": "wig_out", "name": "Ana"})[0] for _ in range(8)]
        assert [201] * 4 + [429] * 4 == opened
        wrong = [ask(server.url, "/api/look", {"code": "ABCDEFGH"})[0] for _ in range(8)]
        assert [404] * 5 + [429] * 3 == wrong
        # Nobody can make up another address with the header that workers use among themselves
        made_up = {"X-Rumpus-Client": "198.51.100.7"}
        assert 429 == ask(server.url, "/api/look", {"code": "ABCDEFGH"}, **made_up)[0]


def test_one_folder_is_copied_checked_and_restored_with_one_command(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    with Serving(data, "--workers", "2") as server:
        seats = tables_on_each(server.url)
        said("backup", str(copy), "--data", str(data))
        later = tables_on_each(server.url)
        assert 2 == rumpus("restore", str(copy), "--data", str(data)).returncode  # a server runs
        port, metrics = port_of(server), str(_metrics_port(server))
        told = said("status", "--data", str(data), "--port", str(port), "--metrics-port", metrics)
        assert "2 of 2 workers answer" in told
        assert 0 == rumpus("doctor", "--data", str(data), "--port", str(port)).returncode
    assert 0o600 == copy.stat().st_mode & 0o777
    for arguments in ([str(copy)], ["--data", str(data)]):
        assert "tables are whole" in said("check", *arguments)
    assert "would be removed" not in said("sweep", "--data", str(data), "--days", "5")
    assert "The previous file is now" in said("restore", str(copy), "--data", str(data))
    with Serving(data, "--workers", "3") as server:
        assert all(enters(server.url, seat) for seat in seats)
        for seat in later:
            assert 404 == ask(server.url, "/api/look", {"code": seat["code"]})[0]
    # A copy of a folder with one file puts the others aside
    alone = tmp_path / "alone"
    with Serving(alone) as server:
        (seat,) = tables_on_each(server.url, 1)
        said("backup", str(tmp_path / "one"), "--data", str(alone))
    said("restore", str(tmp_path / "one"), "--data", str(data))
    assert ["tables.sqlite3"] == [path.name for path in files_of(data / DATABASE)]
    with Serving(data, "--workers", "2") as server:
        assert enters(server.url, seat)


def _metrics_port(server: Serving) -> int:
    address = next(line.split()[-1] for line in server.said if "/metrics" in line)
    return int(address.rpartition(":")[2].removesuffix("/metrics"))


def test_a_damaged_archive_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    with Serving(data, "--workers", "2") as server:
        seats = tables_on_each(server.url)
        said("backup", str(copy), "--data", str(data))
    whole = copy.read_bytes()
    copy.write_bytes(whole[: len(whole) // 3])
    refused = rumpus("restore", str(copy), "--data", str(data))
    assert (2, "") == (refused.returncode, refused.stdout)
    with Serving(data, "--workers", "2") as server:
        assert all(enters(server.url, seat) for seat in seats)


def test_tls_ends_before_the_front(tmp_path: Path) -> None:
    done = rumpus("serve", "--workers", "2", "--cert", "x.pem", "--data", str(tmp_path))
    assert (2, "") == (done.returncode, done.stdout)
    assert "TLS must end at a proxy" in done.stderr


def test_a_folder_that_another_server_uses_is_refused(tmp_path: Path) -> None:
    with Serving(tmp_path, "--workers", "2"):
        for workers in ("1", "2"):
            done = rumpus("serve", "--workers", workers, "--port", "0", "--data", str(tmp_path))
            assert 2 == done.returncode
            assert "in use" in done.stderr or "another" in done.stderr, done.stderr


# More and fewer workers


def reachable(numbers: Sequence[int], folder: Path, change: Callable[[Serving], Serving] = lambda one: one) -> bool:
    """Whether every table of every run with so many workers is found in all later ones, by token and by code."""
    seats: list[Plain] = []
    for workers in numbers:
        with change(Serving(folder, "--workers", str(workers))) as server:
            for seat in seats:
                if ask(server.url, "/api/look", {"code": seat["code"]})[0] != 200:
                    return False
                try:
                    if not enters(server.url, seat):
                        return False
                except ConnectionClosed:  # with a code: the table is not found
                    return False
            seats += tables_on_each(server.url, workers)
    return True


def test_tables_stay_where_people_find_them_with_more_and_fewer_workers(tmp_path: Path) -> None:
    assert reachable((1, 3, 2, 1), tmp_path)


def test_a_planted_rule_that_moves_tables_with_the_number_of_workers_is_noticed(tmp_path: Path) -> None:
    forgets = """
from rumpus.server.shards.setting import Setting
real = Setting.worker_of
Setting.worker_of = lambda self, log: (real(self, log) + (self.workers == 2)) % self.workers
"""

    def change(server: Serving) -> Serving:
        (tmp_path / "sitecustomize.py").write_text(forgets)
        server.environment["PYTHONPATH"] = str(tmp_path)
        return server

    assert not reachable((3, 2), tmp_path / "data", change)
