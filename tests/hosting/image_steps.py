"""Does what deploy/Dockerfile says, in a clean folder of this machine, and starts the server that it makes.

`make image-steps`. There is no daemon for containers in the tests, so the folders of the image are folders here: each
`/app`, `/source` and `/data` of a step is one below a new folder, COPY copies what is in git and not in
Dockerfile.dockerignore, and what needs a system of its own (the user, the base image) is left out.
"""

from __future__ import annotations

import fnmatch
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from tests.support.serving import PATIENCE_S, Serving

ROOT = Path(__file__).parents[2]
FOLDERS = ("/app", "/source", "/data")


def instructions(text: str) -> list[tuple[str, str]]:
    """The lines of a Dockerfile: what is to be done, and with what."""
    lines = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    return [(line.split(None, 1)[0], line.split(None, 1)[1]) for line in lines if line.strip()]


class Image:
    """The folders of an image, below one of ours."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.work = root
        self.environment = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}

    def here(self, text: str) -> str:
        """The same with our folders."""
        return re.sub(
            rf"(?<![\w.])({'|'.join(FOLDERS)})(?=/|\s|$|:|;|\"|')", lambda path: f"{self.root}{path[1]}", text
        )

    def do(self, what: str, argument: str) -> None:
        """One instruction."""
        if what == "WORKDIR":
            self.work = Path(self.here(argument))
            self.work.mkdir(parents=True, exist_ok=True)
        elif what == "RUN" and not argument.startswith("useradd"):
            done = subprocess.run(["/bin/sh", "-c", self.here(argument)], cwd=self.work, check=False)  # noqa: S603 - ours
            assert done.returncode == 0, argument
        elif what == "COPY" and "--from" not in argument:
            *sources, to = argument.split()
            for path in tracked():
                if any(source in (".", path) for source in sources):
                    target = self.work / (path if to == "." else Path(to) / Path(path).name)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(ROOT / path, target)
        elif what == "ENV":
            self.environment |= dict(shlex.split(self.here(argument))[i].split("=", 1) for i in range(3))


def tracked() -> list[str]:
    """What a clean checkout has, without what the image ignores."""
    ignored = [
        line for line in (ROOT / "deploy/Dockerfile.dockerignore").read_text().split("\n") if line[:1] not in "#"
    ]
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S607 - git is on the PATH
    return [path for path in listed.splitlines() if not any(fnmatch.fnmatch(path, f"{one}*") for one in ignored if one)]


def main() -> None:
    """Do all steps, and ask the server for its page."""
    with tempfile.TemporaryDirectory() as folder:
        image = Image(Path(folder))
        entry = ""
        for what, argument in instructions((ROOT / "deploy" / "Dockerfile").read_text("utf-8")):
            image.do(what, argument)
            entry = argument if what == "ENTRYPOINT" else entry
        assert entry == '["rumpus"]'
        pip = [f"{folder}/app/bin/python", "-m", "pip", "--version"]
        installed = subprocess.run(pip, check=False, capture_output=True)  # noqa: S603 - as above
        assert installed.returncode != 0, "the image has no pip"
        server = Serving(Path(image.environment["RUMPUS_DATA"]))
        server.command[:3] = [f"{folder}/app/bin/rumpus"]
        server.environment = {"PATH": "/nonexistent", "PYTHONPATH": ""}
        with server, urllib.request.urlopen(server.url, timeout=PATIENCE_S) as page:  # noqa: S310 - on this machine
            assert b"/assets/" in page.read()
    sys.stdout.write("the steps of deploy/Dockerfile make a server that answers\n")


if __name__ == "__main__":
    main()
