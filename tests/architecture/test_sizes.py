"""Modules and functions stay small enough to be read at one sitting."""

import ast
from collections.abc import Iterator

from tests.support.repository import ROOT, rooms, sources

MODULE_LINES = 399
FUNCTION_LINES = 50
README_LINES = 60  # at most a page


def long_functions(source: str) -> Iterator[tuple[str, int]]:
    """Yield name and length of every function that is too long, docstring included."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield node.name, lines


def test_no_module_is_too_long() -> None:
    lengths = {str(f.relative_to(ROOT)): f.read_text().count("\n") for f in sources()}
    assert {name: count for name, count in lengths.items() if count > MODULE_LINES} == {}


def test_no_function_is_too_long() -> None:
    found = {str(f.relative_to(ROOT)): list(long_functions(f.read_text())) for f in sources()}
    assert {name: functions for name, functions in found.items() if functions} == {}


def test_a_long_function_is_found() -> None:
    body = "    pass\n"
    assert list(long_functions("def f():\n" + body * (FUNCTION_LINES - 1))) == []
    assert list(long_functions("def f():\n" + body * FUNCTION_LINES)) == [("f", 51)]


def test_every_room_says_what_lives_in_it() -> None:
    """Each package has a README of at most a page."""
    readmes = [ROOT / room / "README.md" for room in rooms()]
    missing = [str(readme.relative_to(ROOT)) for readme in readmes if not readme.is_file()]
    assert missing == []
    lengths = {str(r.relative_to(ROOT)): r.read_text().count("\n") for r in readmes}
    assert {name: count for name, count in lengths.items() if count > README_LINES} == {}
