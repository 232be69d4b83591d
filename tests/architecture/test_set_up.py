"""Who tests one room installs what that room starts, and no more."""

import ast
import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from tests.support.processes import LIMIT_S

ROOT = Path(__file__).parents[2]
ROOMS = sorted({path.relative_to(ROOT).parts[1] for path in ROOT.glob("tests/*/**/test_*.py")})
STARTED = {
    "chromium": r"executable_path=",
    "compiler": r'\["gcc"',
    "espeak": r'"espeak-ng"',
    "faketime": r"libfaketime",
    "ip": r'"ip"',
    "netplan": r"run-generator|NMCLI",
    "nginx": r'"nginx"',
    "postgresql": r"\bPostgreSQL\(",
    "shellcheck": r'"shellcheck"',
    "strace": r'"strace"',
    "unpacked": r"\.venv/unpacked",
}
"""How it is seen in a test, or in what it imports of the tests, that a program is started."""


def started(*paths: str) -> set[str]:
    """Return what is installed for tests at these paths."""
    (table,) = re.findall(
        r"^starts\(\).*?^}", (ROOT / ".ci/setup").read_text(), re.MULTILINE | re.DOTALL
    )
    done = subprocess.run(
        ["sh", "-c", f'{table}\nfor path; do starts "$path"; done', "sh", *paths],
        capture_output=True,
        text=True,
        check=True,
        timeout=LIMIT_S,
    )
    return {*done.stdout.split()}


def sources(paths: Iterable[Path]) -> set[Path]:
    """Return files with all that they import of ours, wherever in them."""
    known, ahead = set(paths), [*paths]
    while ahead:
        fresh = imported(ahead.pop()) - known
        known |= fresh
        ahead += fresh
    return known


@cache
def imported(path: Path) -> frozenset[Path]:
    """Return the files of ours that one names in its imports."""
    named: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            named |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    places = [ROOT / name.replace(".", "/") for name in named]
    files = {file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")}
    return frozenset(file for file in files if file.is_file())


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_room_starts_is_installed_for_it_alone(room: str) -> None:
    files = sources([*(ROOT / "tests" / room).rglob("*.py")]) - {Path(__file__)}
    tests = "\n".join(path.read_text("utf-8") for path in files if ROOT / "tests" in path.parents)
    needs = {name for name, seen in STARTED.items() if re.search(seen, tests)}
    if ROOT / "cards_qr/decoders.py" in files:
        needs.add("zbar")
    assert needs <= started(f"tests/{room}")


def test_the_rules_need_nothing_but_python() -> None:
    assert started("tests/rules", "tests/game", "tests/scenarios", "tests/editions") == set()


def test_all_tests_need_everything() -> None:
    assert started("tests") == started(*(f"tests/{room}" for room in ROOMS)) >= {*STARTED, "zbar"}
