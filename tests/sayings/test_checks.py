"""A check of the doctor's carries the facts that its sentence names."""

import ast
from collections.abc import Iterator
from string import Formatter

import pytest

from companion.sayings.checks import CHECKS
from tests.support.repository import sources


def made() -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the code and the facts of each check whose both stand in the source."""
    texts = (path.read_text("utf-8") for path in sources())
    for text in (text for text in texts if "Check(" in text):  # quicker than to parse all
        for call in ast.walk(ast.parse(text)):
            if not isinstance(call, ast.Call) or getattr(call.func, "id", "") != "Check":
                continue
            code, facts = (*call.args[2:4], ast.Dict([], []), ast.Dict([], []))[:2]
            if isinstance(code, ast.Constant) and isinstance(facts, ast.Dict):
                yield str(code.value), frozenset(ast.literal_eval(k) for k in facts.keys if k)


@pytest.mark.parametrize(("code", "facts"), [*made()])
def test_every_check_carries_what_its_sentence_names(code: str, facts: frozenset[str]) -> None:
    wanted = {name for part in CHECKS[code] for _, name, _, _ in Formatter().parse(part) if name}
    assert wanted <= facts


@pytest.mark.parametrize("code", CHECKS)
def test_every_code_of_a_check_is_found_somewhere(code: str) -> None:
    texts = (p.read_text("utf-8") for p in sources() if p.name != "doctor.py")
    found = [text for text in texts if f'"{code}"' in text and "CHECKS: Mapping" not in text]
    assert found
