"""What people install: the wheel and the sdist, built from this tree and tried in environments of their own."""

from __future__ import annotations

import email
import email.message
import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.hosting import released
from tests.hosting.released import HOME, ROOT, built, fresh, wheel_of
from tests.support.serving import PATIENCE_S, Serving

sys.path.insert(0, str(ROOT / "scripts"))
import hatch_build
import sbom

CLIENT = "rumpus/server/static/app"
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def dist(base: Path) -> Path:
    return built(base)


@pytest.fixture(scope="session")
def metadata(dist: Path) -> email.message.Message:
    with zipfile.ZipFile(wheel_of(dist)) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(wheel.read(name))


def bill_of(dist: Path) -> dict[str, Any]:
    with zipfile.ZipFile(wheel_of(dist)) as wheel:
        (name,) = (name for name in wheel.namelist() if ".dist-info/sboms/" in name)
        return dict(json.loads(wheel.read(name)))


# What is in it


def test_the_sdist_carries_the_built_client_and_everything_to_build_it(dist: Path) -> None:
    with tarfile.open(next(dist.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {f"src/{CLIENT}/index.html", f"src/{CLIENT}/python/parts.json", "web/package-lock.json", "hatch_build.py"}
    wanted |= {"Makefile", "SECURITY.md", "deploy/Dockerfile", "licenses/svelte.txt", "tests/hosting/test_release.py"}
    assert wanted <= names
    assert not [name for name in names if "node_modules" in name or name.startswith((".venv", "build/", "dist/"))]


def test_building_from_the_sdist_asks_for_no_node() -> None:
    requires = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    assert all(one.startswith("hatchling") for one in requires)


def test_the_wheel_carries_the_licence_of_everything_it_carries(dist: Path) -> None:
    bill = bill_of(dist)
    with zipfile.ZipFile(wheel_of(dist)) as wheel:
        names = wheel.namelist()
        texts = {Path(name).name: wheel.read(name).decode() for name in names if ".dist-info/licenses/" in name}
    assert {"LICENSE", "NOTICE"} <= texts.keys()
    assert [] == [one["name"] for one in bill["components"] if sbom.licence_file(one["name"]) not in texts]
    owed = {sbom.licence_file(one["name"]) for one in bill["components"]}
    assert [] == sorted(texts.keys() - owed - {"LICENSE", "NOTICE"})  # and of nothing else
    for text in texts.values():
        assert len(text) > 500
    notice = texts["NOTICE"].lower()
    assert [] == [one["name"] for one in bill["components"] if one["name"].rpartition("/")[2] not in notice]


def test_the_bill_of_materials_names_the_javascript_and_python_for_the_browser(dist: Path) -> None:
    bill = bill_of(dist)
    versions = {one["name"]: one["version"] for one in bill["components"]}
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    for name in ("svelte", "@fluent/bundle", "@fontsource-variable/fredoka", "openskill", "pyodide"):
        assert lock[f"node_modules/{name}"]["version"] == versions[name]
    assert {"cpython", "emscripten", "msgspec", "unicode"} <= versions.keys()
    assert ("CycloneDX", "1.6") == (bill["bomFormat"], bill["specVersion"])
    refs = [one["bom-ref"] for one in bill["components"]]
    assert len(refs) == len(set(refs))
    with zipfile.ZipFile(wheel_of(dist)) as wheel:
        parts = json.loads(wheel.read(f"{CLIENT}/python/parts.json"))["parts"]
    hashes = {file["hashes"][0]["content"] for one in bill["components"] for file in one.get("components", [])}
    assert hashes == {part["sha256"] for part in parts if not part["path"].startswith("rumpus-")}


def test_a_planted_package_without_its_licence_is_noticed(tmp_path: Path) -> None:
    planted = [{"name": "@planted/package", "version": "1.0.0", "license": "MIT"}]
    (tmp_path / sbom.BUNDLED).write_text(json.dumps(planted))
    (component, _) = sbom.sbom(tmp_path, "1")["components"]
    assert "pkg:npm/%40planted/package@1.0.0" == component["purl"]
    assert not (ROOT / "licenses" / sbom.licence_file(component["name"])).exists()


@pytest.mark.parametrize("name", ["svelte", "lean-qr", "@noble/hashes", "openskill", "ramda", "clsx"])
def test_licence_texts_are_those_of_the_installed_packages(name: str) -> None:
    folder = ROOT / "web" / "node_modules" / name
    if not folder.is_dir():
        pytest.skip("web/node_modules is not installed")
    (text,) = (path for path in folder.iterdir() if path.name.lower().startswith("licen"))
    assert (ROOT / "licenses" / sbom.licence_file(name)).read_text("utf-8") == text.read_text("utf-8")


# What a package index shows


def test_links_of_the_readme_work_on_a_package_index(metadata: email.message.Message) -> None:
    readme = metadata.get_payload()
    assert isinstance(readme, str)
    links = re.findall(r"\]\(([^)]+)\)", readme)
    assert len(links) > 20
    links += re.findall(r'\b(?:src|href)="([^"]+)"', readme)
    there = re.compile(rf"{re.escape(HOME)}/(?:blob|raw)/v{re.escape(metadata['Version'])}/(?P<path>[^#]+)")
    for link in links:
        found = there.match(link)
        assert found, link
        assert (ROOT / found["path"]).exists(), link
    assert f"]({HOME}/raw/" in readme  # the picture


def test_a_build_that_does_not_know_its_repository_has_no_dead_links() -> None:
    text = '![picture](docs/a.png)\n<img src="docs/b.webp" width="300">\n'
    text += "See [the docs](docs/x.md) and [RFC](https://www.rfc-editor.org/rfc/rfc9116)."
    assert "See the docs and [RFC](https://www.rfc-editor.org/rfc/rfc9116)." == hatch_build.absolute(text, None, "1")


def test_the_metadata_says_where_the_project_is_and_which_pythons_it_runs_on(metadata: email.message.Message) -> None:
    urls = dict(url.split(", ") for url in metadata.get_all("Project-URL", []))
    assert {"Source", "Documentation", "Changelog", "Issues", "Hosting", "Security"} == urls.keys()
    assert all(url.startswith(HOME) for url in urls.values())
    classifiers = metadata.get_all("Classifier", [])
    for minor in (11, 12, 13, 14):
        assert f"Programming Language :: Python :: 3.{minor}" in classifiers
    assert "MIT" == metadata["License-Expression"]


def test_the_action_that_publishes_can_read_the_metadata(dist: Path, metadata: email.message.Message) -> None:
    """The one that the workflow names refuses later versions, after everything else has been tested."""
    with tarfile.open(next(dist.glob("*.tar.gz"))) as archive:
        (name,) = (name for name in archive.getnames() if re.fullmatch(r"[^/]+/PKG-INFO", name))
        about = archive.extractfile(name)
        assert about is not None
        source = email.message_from_bytes(about.read())
    assert "2.4" == metadata["Metadata-Version"] == source["Metadata-Version"]


# Tried

MATCH = """
import asyncio, sys
from random import Random
from rumpus import client, wire
from rumpus.bots import bot

async def main(server):
    quick = wire.Settings(countdown_s=0.0, wait_s=1.0)
    options = {"rounds": 1, "bot_pace": 0.25}
    seated = await client.open_table(
        server, game="wig_out", name="Ana", options=options, bots=["skilled"], settings=quick
    )
    async with client.Table(server, seated.token) as table:
        await table.begin()
        print(type(await client.play(table, bot("wig_out", "greedy"), rng=Random(1))).__name__)

asyncio.run(main(sys.argv[1]))
"""


def pythons() -> list[str]:
    """The interpreters to try: this one, and those of RUMPUS_PYTHONS (paths with colons between them)."""
    return [sys.executable, *filter(None, os.environ.get("RUMPUS_PYTHONS", "").split(":"))]


@pytest.mark.long
@pytest.mark.parametrize("python", pythons())
def test_the_installed_wheel_plays_a_match_without_node_and_network(
    python: str, base: Path, dist: Path, tmp_path: Path
) -> None:
    commands = fresh(base, dist, python)
    server = Serving(tmp_path / "data")
    server.command[:3] = [str(commands / "rumpus")]
    server.environment = {"PATH": "/nonexistent", "PYTHONPATH": "", "PYTHONHASHSEED": "0"}
    with server:
        with urllib.request.urlopen(server.url, timeout=PATIENCE_S) as page:  # noqa: S310 - on this machine
            html = page.read().decode()
        script = re.search(r'src="(/assets/[^"]+\.js)"', html)
        assert script, html
        for path in (script[1], "/python/parts.json"):
            with urllib.request.urlopen(server.url + path, timeout=PATIENCE_S) as answer:  # noqa: S310 - as above
                assert 200 == answer.status
        around = {"PATH": "/nonexistent", "HOME": str(tmp_path)}
        said = released.run(commands / "python", "-c", MATCH, server.url, env=around, cwd=tmp_path, timeout=PATIENCE_S)
        assert said == "Result\n", said
    assert not [line for line in server.logged if line.startswith("network:")]


def test_the_test_notices_a_server_that_needs_the_network(base: Path, dist: Path) -> None:
    code = "import urllib.request; urllib.request.urlopen('http://198.51.100.7/', timeout=1)"
    done = subprocess.run(  # noqa: S603 - our own code
        [fresh(base, dist) / "python", "-c", code], capture_output=True, text=True, check=False
    )
    assert 1 == done.returncode
    assert "network: socket.getaddrinfo 198.51.100.7" in done.stderr or "network: socket.connect" in done.stderr


@pytest.mark.parametrize("extras", [True, False], ids=["server", "library"])
def test_a_bare_command_says_what_to_type(
    extras: bool, base: Path, dist: Path, metadata: email.message.Message
) -> None:
    """As `uvx rumpus` and `pipx run rumpus` do it: with the library alone, too."""
    commands = fresh(base, dist, extras=extras)
    assert f"rumpus {metadata['Version']}\n" == released.run(commands / "rumpus", "--version")
    said = released.run(commands / "rumpus")
    assert "rumpus serve" in said
    if not extras:
        assert "uvx --from 'rumpus[server]' rumpus serve" in said
        assert "pipx run --spec 'rumpus[server]' rumpus serve" in said


def test_make_release_builds_what_is_tested_here() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert "--build-constraints requirements/build.txt --require-hashes" in makefile
    workflow = WORKFLOW.read_text("utf-8")
    steps = ("make release", "RUMPUS_DIST: dist", "actions/upload-artifact", "pypa/gh-action-pypi-publish")
    places = [workflow.index(step) for step in steps]
    assert sorted(places) == places


def test_a_tag_that_is_not_the_version_is_not_released(metadata: email.message.Message) -> None:
    """The links of the readme on a package index lead to the tag of the version."""
    (step,) = re.findall(r"run: (grep .*)", WORKFLOW.read_text("utf-8"))
    for tag, code in ((f"v{metadata['Version']}", 0), ("v99.0.0", 1), (f"v{metadata['Version']}.1", 1)):
        around = {**os.environ, "GITHUB_REF_NAME": tag}
        assert code == subprocess.run(["/bin/bash", "-ec", step], cwd=ROOT, env=around, check=False).returncode  # noqa: S603 - our own step
