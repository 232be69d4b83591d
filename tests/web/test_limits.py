"""No request of a page waits for ever: all are made in one place, which has a limit."""

import re
from pathlib import Path

import pytest

import web

STATIC = Path(web.__file__).parent / "static"
SCRIPTS = sorted(one.name for one in STATIC.glob("*.js"))
ASKS = re.compile(r"\b(fetch\(|XMLHttpRequest|EventSource\()")
ALLOWED = {"ask.js": {"fetch("}, "live.js": {"EventSource("}}  # a stream expects its next word


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_asks_through_the_place_that_has_a_limit(name: str) -> None:
    assert {*ASKS.findall((STATIC / name).read_text())} == ALLOWED.get(name, set())


def test_templates_ask_for_nothing_themselves() -> None:
    for template in STATIC.parent.rglob("*.html"):
        assert not ASKS.search(template.read_text()), template.name
