"""Lists what others have made and the wheel carries, as a software bill of materials (CycloneDX, PEP 770).

Run by hatch_build.py. It reads only what lies in the built client, so it needs neither Node nor a network: which
packages Vite has put into the bundle (.bundled.json, written by web/vite.config.ts), and the parts of Python for the
browser (python/parts.json). The text of each licence is in licenses/, under the name that `licence_file` gives.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

BUNDLED = ".bundled.json"
WHEEL = re.compile(r"(?P<name>\w+)-(?P<version>[\w.]+)-")
Component = dict[str, Any]


def licence_file(name: str) -> str:
    """Under which name licenses/ has the text: `@fluent/bundle` is in fluent-bundle.txt."""
    return name.removeprefix("@").replace("/", "-").lower() + ".txt"


def sbom(app: Path, version: str) -> dict[str, Any]:
    """The bill of materials of this release, the same for the same contents."""
    ours = {"type": "application", "bom-ref": "rumpus", "name": "rumpus", "version": version}
    components = [*_javascript(app), *_python(app), UNICODE]
    refs = [component["bom-ref"] for component in components]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**ours, **_licensed("MIT"), "purl": f"pkg:pypi/rumpus@{version}"}},
        "components": components,
        "dependencies": [{"ref": "rumpus", "dependsOn": refs}],
    }


def _licensed(licence: str) -> Component:
    simple = " OR " not in licence and " AND " not in licence
    return {"licenses": [{"license": {"id": licence}} if simple else {"expression": licence}]}


def _component(name: str, version: str, licence: str, purl: str | None, **more: Any) -> Component:
    named = {"type": "library", "bom-ref": purl or f"{name}@{version}", "name": name, "version": version}
    return {**named, **_licensed(licence), **({"purl": purl} if purl else {}), **more}


UNICODE = _component("unicode", "13.0.0", "Unicode-3.0", None, description="confusables.txt in lobby/names_data.txt")


def _javascript(app: Path) -> list[Component]:
    """The packages that Vite has put into the bundle."""
    packages = json.loads((app / BUNDLED).read_text("utf-8"))
    return [
        _component(one["name"], one["version"], one["license"], _npm(one["name"], one["version"])) for one in packages
    ]


def _npm(name: str, version: str) -> str:
    return f"pkg:npm/{name.replace('@', '%40')}@{version}"


def _python(app: Path) -> list[Component]:
    """Python for the browser, if this build has it."""
    if not (app / "python" / "parts.json").is_file():
        return []
    listing = json.loads((app / "python" / "parts.json").read_text("utf-8"))
    folder = listing["pyodide"]
    info = json.loads((app / "python" / folder / "pyodide-lock.json").read_text("utf-8"))["info"]
    files = [part for part in listing["parts"] if part["path"].startswith(folder)]
    emscripten = info["platform"].removeprefix("emscripten_").replace("_", ".")
    wheel = WHEEL.match(listing["wheel"].removeprefix(folder))
    assert wheel is not None
    return [
        _component(
            "pyodide",
            listing["version"],
            "MPL-2.0",
            _npm("pyodide", listing["version"]),
            components=[_file(part) for part in files if part["path"] != listing["wheel"]],
        ),
        _component("cpython", info["python"], "PSF-2.0", f"pkg:generic/cpython@{info['python']}"),
        _component("emscripten", emscripten, "MIT", f"pkg:generic/emscripten@{emscripten}"),
        _component(
            wheel["name"],
            wheel["version"],
            "BSD-3-Clause",
            f"pkg:pypi/{wheel['name']}@{wheel['version']}",
            components=[_file(part) for part in files if part["path"] == listing["wheel"]],
        ),
    ]


def _file(part: dict[str, Any]) -> Component:
    return {
        "type": "file",
        "bom-ref": part["path"],
        "name": part["path"].rpartition("/")[2],
        "hashes": [{"alg": "SHA-256", "content": part["sha256"]}],
    }
