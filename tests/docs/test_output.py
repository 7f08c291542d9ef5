"""Text reaches a terminal through `terminal/output.py` alone; any other way would let escape sequences through."""

from __future__ import annotations

import ast

import pytest

from tests.docs.test_layers import modules

ONLY = "terminal.output"
WATCHED = ("cli", "client", "terminal")
CALLS = {"print", "echo", "secho", "echo_via_pager", "pprint", "style", "Console", "write", "writelines", "excepthook"}
STREAMS = {"stdout", "stderr", "__stdout__", "__stderr__"}
# The streams of a command are handed over here, to code that writes to them through `write`.
HANDED_OVER = {
    "cli.tables": {"stdout"},
    "cli.matches": {"stdout"},
    "cli.main": {"stderr"},
    "cli.cluster": {"stderr"},
    "cli.keeping": {"stderr"},
}


def writers(name: str, tree: ast.Module) -> list[str]:
    """The places in a module of the command line that write to a terminal past `terminal/output.py`."""
    if name.split(".", maxsplit=1)[0] not in WATCHED or name == ONLY:
        return []
    ours = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rumpus.")
        for alias in node.names
    }
    wrong = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            word = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            own = isinstance(called, ast.Name) and word in ours
            own |= word == "write" and ast.unparse(called).endswith("face.write")  # what to type for a move
            own |= word == "print" and ast.unparse(called) in PLAIN_CONSOLES
            if word in CALLS and not own:
                wrong.append(f"{name}:{node.lineno} calls {ast.unparse(called)}")
        if isinstance(node, ast.Attribute) and node.attr in STREAMS - HANDED_OVER.get(name, set()):
            wrong.append(f"{name}:{node.lineno} uses {ast.unparse(node)}")
    return wrong


PLAIN_CONSOLES = {"console.print", "PlainConsole(highlight=False).print"}  # of `PlainConsole`: `Console` is not allowed


def test_only_one_module_writes_to_a_terminal() -> None:
    assert [] == [place for name, tree in modules() for place in writers(name, tree)]
    assert any(name == ONLY for name, _ in modules())


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("terminal.remote.news", "print(news.lobby.code)"),
        ("terminal.screen", "self.output.write(line)"),
        ("terminal.remote.join", "output.writelines([sentence])"),
        ("cli.reading", "click.echo(record.header.seats[0].name)"),
        ("cli.reading", "from click import echo\necho('x')"),
        ("cli.show", "from rich.console import Console\nConsole().print(table)"),
        ("cli.tables", "import sys\nsys.stderr.write('x')"),
        ("client.connection", "import sys\nout = sys.stdout"),
    ],
)
def test_a_planted_print_is_caught(name: str, source: str) -> None:
    assert writers(name, ast.parse(source))


def test_our_own_functions_may_be_called() -> None:
    source = (
        "from rumpus.terminal.output import say, write\nwrite(output, 'x')\nsay('x')\nscreen.face.write(action, view)"
    )
    assert [] == writers("terminal.screen", ast.parse(source))
