"""A game in a package of its own (docs/examples/crazy_eights), installed as a user would: everything plays it."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.plugin import PACKAGE, ROOT, install
from tests.support.serving import PATIENCE_S, Serving

MOST_LINES = 250  # of code, blank lines not counted

LAWS = """
from rumpus.games import game
from tests.contract import laws
for players in (2, 3, 5):
    for law in laws.LAWS:
        law(game("crazy_eights", {"target": 60}), players, players)
print(len(laws.LAWS), "laws hold")
"""

MATCH = """
import asyncio, sys
from rumpus import client, wire
from rumpus.bots import bot

async def main(url):
    settings = wire.Settings(wait_s=0, countdown_s=0)
    host = await client.open_table(url, game="crazy_eights", name="Ana", options={"target": 30, "bot_pace": 0.25},
                                   settings=settings, bots=("casual",))
    guest = await client.join(f"{url}/#{host.code}", name="Bo")
    async with client.Table(url, host.token) as ana, client.Table(url, guest.token) as bo:
        greedy = bot("crazy_eights", "greedy")
        playing = [asyncio.create_task(client.play(table, greedy)) for table in (ana, bo)]
        while not any(place and place.person == bo.you and place.ready for place in ana.lobby.seats):
            await asyncio.sleep(0.02)
        await ana.begin()
        results = await asyncio.wait_for(asyncio.gather(*playing), 240)
        assert results[0] == results[1]
        print(results[0].why, len(results[0].totals), ana.lobby.record)

asyncio.run(main(sys.argv[1]))
"""


def run(*command: str, stdin: str = "") -> str:
    """What a command prints; it must end well."""
    done = subprocess.run(  # noqa: S603 - our own commands
        [sys.executable, *command], input=stdin, capture_output=True, text=True, timeout=300, cwd=ROOT, check=False
    )
    assert 0 == done.returncode, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The package, installed into a folder that Python looks into."""
    folder = tmp_path_factory.mktemp("installed")
    install(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        yield folder


def test_the_example_game_is_short() -> None:
    lines = [line for path in PACKAGE.rglob("*.py") for line in path.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) < MOST_LINES


@pytest.mark.usefixtures("installed")
def test_the_example_game_passes_every_law() -> None:
    assert "laws hold" in run("-c", LAWS)


@pytest.mark.usefixtures("installed")
def test_the_example_games_bots_play_in_simulations_and_tournaments() -> None:
    found = json.loads(
        run(
            "-m",
            "rumpus",
            "sim",
            "crazy_eights",
            "--players",
            "2",
            "--bots",
            "random,greedy",
            "--games",
            "40",
            "--json",
        )
    )
    wins = {party["bots"][0]: party["wins"]["mean"] for party in found["parties"]}
    assert wins["greedy"] > 0.8
    table = run(
        "-m", "rumpus", "tournament", "crazy_eights", "--players", "2", "--bots", "random,greedy", "--games", "8"
    )
    assert "greedy" in table


@pytest.mark.parametrize(("language", "words"), [("en", "Play "), ("es", "Jugar ")])
@pytest.mark.usefixtures("installed")
def test_the_example_game_is_played_in_the_terminal(language: str, words: str) -> None:
    options = ("--pace", "0", "--seed", "3", "--lang", language, "--option", "target=5")
    screen = run("-m", "rumpus", "play", "crazy_eights", *options, stdin="nonsense\n" + "1\n" * 400)
    assert words in screen
    assert "“nonsense”" in screen or '"nonsense"' in screen


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.usefixtures("installed")
def test_the_rules_of_the_example_game_are_shown(language: str) -> None:
    assert "CE-05" in run("-m", "rumpus", "rules", "crazy_eights", "--lang", language, "--clauses")


@pytest.mark.long
@pytest.mark.usefixtures("installed")
def test_a_match_is_played_over_a_socket_and_its_record_replays(tmp_path: Path) -> None:
    with Serving(tmp_path / "data") as server:
        why, parties, record = run("-c", MATCH, server.url).split()
        assert ("finished", "3") == (why, parties)
        saved = tmp_path / "match.jsonl"
        saved.write_bytes(_get(f"{server.url}/api/records/{record}"))
    assert "finished" in run("-m", "rumpus", "replay", str(saved), "--json")


@pytest.mark.usefixtures("installed")
def test_the_server_sends_the_example_games_texts_to_browsers(tmp_path: Path) -> None:
    with Serving(tmp_path / "data") as server:
        offer = json.loads(_get(f"{server.url}/api/games"))["games"]
        assert {"five_crowns", "wackee_six", "wig_out", "crazy_eights"} == offer.keys()
        assert "target" in str(offer["crazy_eights"]["options"])
        words = json.loads(_get(f"{server.url}/api/games/crazy_eights/text/es"))
        assert "7 de corazones" == words["cards"]["7h"]
        assert "crazy_eights-do-draw = Tomar una carta" in words["ftl"]
        assert words["rules"].startswith("# Crazy Eights")
        assert "" == json.loads(_get(f"{server.url}/api/games/wig_out/text/en"))["ftl"]


def _get(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:  # noqa: S310 - our own server
        return answer.read()


def test_a_package_whose_game_is_broken_gets_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    details = tmp_path / "broken-1.dist-info"
    details.mkdir()
    (details / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (details / "entry_points.txt").write_text("[rumpus.games]\nbroken = broken_game:Broken\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-m", "rumpus", "--help"], capture_output=True, text=True, timeout=120, check=False
    )
    assert (2, "") == (done.returncode, done.stdout)
    assert done.stderr.startswith("rumpus: the installed game 'broken_game:Broken' cannot be loaded: ")
    assert 1 == len(done.stderr.splitlines())
