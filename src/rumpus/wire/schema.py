"""Generates the JSON Schema of the protocol (docs/protocol.schema.json) from the structs that define it."""

from __future__ import annotations

import inspect
import json
import sys
import types
import typing
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from rumpus import lines, wire
from rumpus.circle import changes
from rumpus.circle.file import ExportedCircle
from rumpus.contract import Action
from rumpus.games.registry import OURS
from rumpus.wire import book, challenge, codes, from_client, http, lobby, to_client

DRAFT = "https://json-schema.org/draft/2020-12/schema"
DEFS = "#/$defs/"
# Packages whose structs keep their own names; all others get the prefix Record
UNPREFIXED = ("wire", "contract", "lobby", "circle", "coach")
BY = {
    "description": "The seat, or null for the house and the table.",
    "anyOf": [{"type": "integer"}, {"type": "null"}],
}
# What `lines.Contest` adds to a line
CONTEST = {
    "seen": {"type": "number"},
    "over": {"type": "array", "items": {"$ref": f"{DEFS}RecordRival"}},
    "beside": {"type": "array", "items": {"$ref": f"{DEFS}RecordRival"}},
    "tie": {"type": "boolean"},
}

Struct = type[msgspec.Struct]
Schema = dict[str, Any]


def schema() -> Schema:
    """A schema that accepts any one message, with a definition for every message, action, view and option."""
    structs = every_struct()
    sent, unions = wire_unions(), game_unions()
    only_once([*map(name_of, structs), *sent, *unions])
    defined = {**definitions(structs), **sent, **unions}
    return {
        "$schema": DRAFT,
        "title": "Wire",
        "description": f"What a table and its clients say to each other by socket and by HTTP: version {wire.VERSION}.",
        **either(unmentioned([*sent, *map(name_of, wire_structs())], defined)),
        "x-close-codes": codes.CODES,
        "$defs": dict(sorted(defined.items())),
    }


# Which structs there are


def is_struct(kind: object) -> typing.TypeGuard[Struct]:
    """Whether this is a message, or a part of one."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def own_structs(module: types.ModuleType) -> list[Struct]:
    """The structs that a module itself defines, without base classes."""
    named = [kind for name, kind in vars(module).items() if not name.startswith("_")]
    own = [kind for kind in named if is_struct(kind) and kind.__module__ == module.__name__]
    bases = {base for kind in own for base in kind.__mro__[1:]}
    return [kind for kind in own if kind not in bases]


def wire_structs() -> list[Struct]:
    """Every message and HTTP body."""
    circles = [*own_structs(book), *typing.get_args(changes.ChangeCircle), ExportedCircle]
    table = [*own_structs(lobby), *own_structs(from_client), *own_structs(to_client)]
    return [*table, *own_structs(http), *circles, *own_structs(challenge)]


def facts() -> list[Struct]:
    """The facts of the table that stand between the actions of a record, which the rules skip."""
    return [kind for kind in own_structs(lines) if issubclass(kind, Action)]


def every_struct() -> list[Struct]:
    """All structs of the protocol and of the games, and those that they are made of."""
    structs: dict[Struct, None] = {}
    waiting: list[Any] = [*wire_structs(), *facts(), lines.Rival]
    for rules in OURS:
        waiting += [rules.action_type, rules.view_type, rules.options_type]
        waiting += [*rules.questions, *(question.answer_type for question in rules.questions)]
        if rules.about_real_cards is not None:
            waiting += [rules.about_real_cards, rules.about_real_cards.answer_type]
    while waiting:
        kind = waiting.pop()
        if not is_struct(kind):
            waiting += typing.get_args(kind)
        elif kind not in structs:
            structs[kind] = None
            waiting += typing.get_type_hints(kind).values()
    return list(structs)


# How they are named and written


def name_of(struct: Struct) -> str:
    """The name of a struct in the schema: its own, prefixed with its game's, or with Record if the record has it."""
    module = struct.__module__
    for rules in OURS:
        if module.rpartition(".")[0] == rules.__module__.rpartition(".")[0]:
            return f"{rules.__name__}{struct.__name__}"
    prefix = "" if module.split(".")[1] in UNPREFIXED else "Record"
    return prefix + struct.__name__


def either(names: Iterable[str]) -> Schema:
    """Any one of these definitions."""
    return {"anyOf": [{"$ref": DEFS + name} for name in names]}


def wire_unions() -> dict[str, Schema]:
    """The messages of each direction, and what members may ask of their circle."""
    asked = [kind for kind in from_client.FROM_CLIENT if kind.__module__.split(".")[0] == "rumpus"]
    told: tuple[Struct, ...] = typing.get_args(to_client.ToClient)
    return {
        "FromClient": either(map(name_of, asked)),
        "ToClient": either(map(name_of, told)),
        "ChangeCircle": either(map(name_of, typing.get_args(changes.ChangeCircle))),
    }


def game_unions() -> dict[str, Schema]:
    """The actions of each game; the actions, views and options of all games; facts; and lines (who did what)."""
    actions = {f"{rules.__name__}Action": typing.get_args(rules.action_type) for rules in OURS}
    by = {"type": "object", "properties": {"by": BY, **CONTEST}, "required": ["by"]}
    return {
        **{name: either(map(name_of, kinds)) for name, kinds in actions.items()},
        "Action": either(actions),
        "View": either(name_of(rules.view_type) for rules in OURS),
        "Options": either(name_of(rules.options_type) for rules in OURS),
        "Fact": either(map(name_of, facts())),
        "Line": {"allOf": [either(("Action", "Fact")), by]},
    }


def unmentioned(names: list[str], defined: dict[str, Schema]) -> list[str]:
    """The names that no definition refers to: the messages themselves, rather than their parts."""
    written = json.dumps(defined)
    return [name for name in names if f'"{DEFS}{name}"' not in written]


def only_once(names: list[str]) -> None:
    """Raise `ValueError` if two definitions would have the same name."""
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise ValueError(f"every definition needs a name of its own, but there are two called {', '.join(twice)}")


def definitions(structs: list[Struct]) -> dict[str, Schema]:
    """The definition of each struct, by its name."""
    names = [name_of(struct) for struct in structs]
    refs, components = msgspec.json.schema_components(structs, ref_template=DEFS + "{name}")
    renames = {ref["$ref"]: DEFS + name for ref, name in zip(refs, names, strict=True)}
    defined = {}
    for struct, name, ref in zip(structs, names, refs, strict=True):
        defined[name] = renamed(components[ref["$ref"].removeprefix(DEFS)], renames)
        # cleandoc, because the indentation of a docstring depends on the version of Python
        defined[name] |= {"title": name, "description": inspect.cleandoc(struct.__doc__ or name)}
    return defined


def renamed(part: Any, renames: dict[str, str]) -> Any:
    """A part of the schema with its references renamed."""
    if isinstance(part, dict):
        return {key: renamed(value, renames) for key, value in part.items()}
    if isinstance(part, list):
        return [renamed(item, renames) for item in part]
    return renames.get(part, part) if isinstance(part, str) else part


def text() -> str:
    """The text of docs/protocol.schema.json."""
    return json.dumps(schema(), indent=2) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
