"""What in the documents is made from data: whole files, and parts of pages between two marks."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from tests.docs import buttons, differences, lamps, mounts, reference, rooms, wiring
from tests.support.repository import ROOT

DOCS = ROOT / "docs"
LANGUAGES = ("en", "de", "it", "ru")

_MARKED = re.compile(r"<!-- made: (.+?) -->\n.*?<!-- end -->", re.DOTALL)

PICTURES: Mapping[str, Callable[[], str]] = {
    "pictures/wiring.svg": wiring.wiring,
    "pictures/mounts.svg": mounts.picture,
    "pictures/rooms.svg": rooms.rooms,
}
"""Files below `docs`, whole."""

PARTS: Mapping[str, Callable[[], str]] = {
    "options": reference.options,
    "refusals": reference.refusals,
    "mounts": mounts.mounts,
    "pins": wiring.pins,
    "buttons": buttons.buttons,
    "elsewhere": buttons.elsewhere,
    **{f"lamps {code}": partial(lamps.lamps, code) for code in LANGUAGES},
}
"""What stands between `<!-- made: NAME -->` and `<!-- end -->` in a page."""


def page_name(name: str, code: str) -> str:
    """Return what a page is called in a language."""
    return f"{name}.md" if code == "en" else f"{name}.{code}.md"


def made() -> dict[Path, str]:
    """Return every file that is made, as it should be."""
    files = {DOCS / name: draw() for name, draw in PICTURES.items()}
    files[ROOT / "web" / "static" / "lamps.css"] = lamps.stylesheet()
    files |= {DOCS / page_name("differences", c): text for c, text in differences.pages().items()}
    for page in sorted(DOCS.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        if _MARKED.search(text):
            files[page] = _MARKED.sub(_part, text)
    return files


def _part(found: re.Match[str]) -> str:
    name = found[1]
    return f"<!-- made: {name} -->\n\n{PARTS[name]()}\n\n<!-- end -->"
