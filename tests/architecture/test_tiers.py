"""What only `make proof` runs is more of what `make test` shows."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TIERS = ROOT / "tests/support/tiers.py"
MORE_OF = re.compile(r'^pytestmark = (?:\[.*)?more_of\("([^"]+)"\)', re.MULTILINE)
FILES = {
    path: path.read_text("utf-8")
    for path in ROOT.glob("tests/**/*.py")
    if path not in (TIERS, Path(__file__))
}
LATER = {path: found[1] for path, text in FILES.items() if (found := MORE_OF.search(text))}


def test_a_file_of_the_proof_names_the_quick_one_that_stands_for_it() -> None:
    quick = {ROOT / stands for stands in LATER.values()}
    assert quick <= {*FILES} - {*LATER}
    assert all("def test_" in FILES[path] for path in quick)


def test_nothing_else_is_left_to_the_proof() -> None:
    assert [str(path) for path, text in FILES.items() if "mark.proof" in text] == []
    named = {path for path, text in FILES.items() if "more_of(" in text}
    assert named == {*LATER}
