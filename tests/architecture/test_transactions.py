"""Within a transaction only the database is asked: no search, picture, network, disk or waiting."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.repository import ROOT

ROOMS = ("companion/hub", "companion/hosting", "companion/shipping", "web", "programs")
"""Where transactions may be; the tables' own journals write files and have none."""

OURS = ("companion.hub.", "companion.hosting.", "psycopg.")
PLAIN = {
    "decimal",
    "companion.errors",  # what is raised
    "companion.shipping.wire",  # plain values
    "companion.tries",  # a sum
}
SINGLE = {
    "collections.Counter",
    "math.ceil",
    "companion.journal.record.digest_of",  # of one record, as below
    "hashlib.sha256",  # of tokens and of records of some kB
    "secrets.token_urlsafe",
    "secrets.token_bytes",
    "secrets.choice",
}
"""What is made at once beside the database's own rooms."""

WAITS = {"open", "read_bytes", "read_text", "write_bytes", "write_text", "sleep", "urlopen"}
"""Disk and waiting, by whatever object it is asked of."""


def modules() -> list[Path]:
    found = (path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    return sorted(path for path in found if "cursor" in path.read_text())


def imported(tree: ast.Module) -> dict[str, str]:
    """Return what each name that a module imports is called in full."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
        elif isinstance(node, ast.Import):
            names |= {(one.asname or one.name).partition(".")[0]: one.name for one in node.names}
    return names


def called(call: ast.Call) -> tuple[str, list[str]]:
    """Return the name with which what is called begins, and all that follow it."""
    parts, node = list[str](), call.func
    while isinstance(node, ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    return (node.id if isinstance(node, ast.Name) else ""), parts


def opens(node: ast.With, openers: set[str]) -> bool:
    calls = [item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call)]
    return any(name in openers for call in calls for name in (called(call)[1] or [""])[-1:])


def in_transactions(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield what runs in a transaction: blocks that open one, functions that are given its cursor.

    A context manager that opens one and yields within it opens one too.
    """
    openers = {"transaction"}
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        blocks = [node for node in ast.walk(function) if isinstance(node, ast.With)]
        if any(
            opens(block, openers) and any(isinstance(one, ast.Yield) for one in ast.walk(block))
            for block in blocks
        ):
            openers.add(function.name)
    for node in ast.walk(tree):
        if isinstance(node, ast.With) and opens(node, openers):
            yield from node.body
    for function in functions:
        given = [*function.args.args, *function.args.kwonlyargs]
        if any(one.annotation and "Cursor" in ast.unparse(one.annotation) for one in given):
            yield from function.body


def strange(source: str) -> list[str]:
    """Return the calls that have no place in a transaction, by line."""
    tree = ast.parse(source)
    names, found = imported(tree), set[tuple[int, str]]()
    for statement in in_transactions(tree):
        for call in (node for node in ast.walk(statement) if isinstance(node, ast.Call)):
            root, parts = called(call)
            full = ".".join([names.get(root, ""), *parts])
            is_ours = root not in names or full.startswith(OURS)
            is_plain = full.rpartition(".")[0] in PLAIN or full in SINGLE
            if not (is_ours or is_plain) or {root, *parts} & WAITS:
                found.add((call.lineno, ast.unparse(call.func)))
    return [f"{line}: {words}" for line, words in sorted(found)]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_transaction_asks_the_database_alone(path: Path) -> None:
    assert strange(path.read_text()) == []


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ("cursor.execute('select')", []),
        ("found = seated([], [])", ["5: seated"]),
        ("path.read_bytes()", ["5: path.read_bytes"]),
        ("time.sleep(1)", ["5: time.sleep"]),
        ("Refused('name-taken')", []),
    ],
)
def test_the_rule_finds_what_has_no_place_there(body: str, wrong: list[str]) -> None:
    source = (
        "import time\nfrom companion.shipping.wire import Refused\n"
        "from companion.tournament.seating import seated\n"
        f"with database.transaction() as cursor:\n    {body}\n"
    )
    assert wrong == strange(source)


def test_the_rule_follows_a_cursor_and_a_manager_that_yields_in_one() -> None:
    source = (
        "import cv2\n"
        "def _keep(cursor: Cursor) -> None:\n    cv2.imread('x')\n"
        "def held(self):\n    with self.database.transaction() as cursor:\n        yield cursor\n"
        "def use(self):\n    with self.held() as cursor:\n        cv2.imwrite('x', 1)\n"
    )
    assert strange(source) == ["3: cv2.imread", "9: cv2.imwrite"]
