"""What only `make proof` runs is more of what `make test` shows."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TIERS = ROOT / "tests/support/tiers.py"
MORE_OF = re.compile(r'^pytestmark = (?:\[.*)?more_of\("([^"]+)"\)', re.MULTILINE)
FILES = {
    path: path.read_text("utf-8")
    for path in ROOT.glob("tests/**/*.py")
    if path not in (TIERS, Path(__file__))
}
LATER = {path: found[1] for path, text in FILES.items() if (found := MORE_OF.search(text))}


@pytest.mark.parametrize("path", sorted(LATER), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_of_the_proof_names_the_quick_one_that_stands_for_it(path: Path) -> None:
    quick = ROOT / LATER[path]
    assert quick in FILES
    assert quick not in LATER
    assert "def test_" in FILES[quick]


def test_nothing_else_is_left_to_the_proof() -> None:
    assert [str(path) for path, text in FILES.items() if "mark.proof" in text] == []
    named = {path for path, text in FILES.items() if "more_of(" in text}
    assert named == {*LATER}
