"""One word, one meaning: no class has the name of another."""

import ast
from collections import defaultdict

from tests.support.repository import ROOT, sources

REASONS: dict[str, str] = {}
"""A name that two rooms need for the same thing, and why; better none."""


def test_no_two_classes_have_one_name() -> None:
    places = defaultdict[str, list[str]](list)
    for source in sources():
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(source.relative_to(ROOT)))
    double = {name: where for name, where in places.items() if len(where) > 1}
    assert double.keys() == REASONS.keys(), double
