"""The allowed values of options in words, for `rumpus options` and for error messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rumpus.contract import Options

LONGEST = 60  # signs of a wrong value that are repeated


def allowed(kind: type[Options]) -> dict[str, str]:
    """What each option of a game may be, as in `a whole number from 1 to 11`."""
    (schema,), parts = msgspec.json.schema_components([kind])
    properties: dict[str, dict[str, Any]] = parts[schema["$ref"].rsplit("/", 1)[1]]["properties"]
    return {option: _in_words(about) for option, about in properties.items()}


def wrong(kind: type[Options], options: Mapping[str, Any]) -> str | None:
    """A sentence on the first option whose value cannot be; None if each of them could be by itself."""
    for option, value in options.items():
        try:
            msgspec.convert({option: value}, kind)
        except msgspec.ValidationError as error:
            if option in kind.__struct_fields__ and "`$" in str(error):  # of this value, not of what it goes with
                return f"{option} is {allowed(kind)[option]}, not {_shown(value)}"
    return None


def _shown(value: Any) -> str:
    """A value in a sentence; it may have come from anywhere, and be long."""
    whole = repr(value)
    return whole if len(whole) <= LONGEST else f"{whole[:LONGEST]}…"


def _in_words(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        lists = any(part.get("type") == "array" for part in schema["anyOf"])
        return (", or " if lists else " or ").join(map(_in_words, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    limits = [str(schema[end]) for end in ("minimum", "maximum") if end in schema]
    if schema.get("type") == "array":
        return f"a list with {_in_words(schema['items'])} for each seat or side"
    words = {"integer": "a whole number", "number": "a number", "boolean": "true or false", "null": "null"}
    return " ".join([words.get(schema.get("type", ""), "any"), *(["from", " to ".join(limits)] if limits else [])])
