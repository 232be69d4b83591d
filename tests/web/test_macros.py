"""What pages import is made once for all of them, and so knows nothing of the page it stands in."""

import re

from jinja2 import meta

from tests.support.pages import Living
from tests.support.repository import ROOT

IMPORTED = re.compile(r'{% import "([^"]+)" as \w+ %}')
SET = re.compile(r"{% set (\w+) =")


def test_what_pages_import_uses_nothing_that_only_a_page_knows(room: Living) -> None:
    """A name that is not known would be empty, and nobody would say so."""
    web, env = ROOT / "web", room.app.jinja_env
    texts = {str(path.relative_to(web)): path.read_text("utf-8") for path in web.rglob("*.html")}
    imported = {name for text in texts.values() for name in IMPORTED.findall(text)}
    assert len(imported) > 10
    unknown = {}
    for name in imported:
        used = meta.find_undeclared_variables(env.parse(texts[name]))
        unknown[name] = used - {*SET.findall(texts[name])} - env.globals.keys()
    assert not any(unknown.values()), unknown
