"""Links between the repository's own texts lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.repository import ROOT, tracked

LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)[^)]*\)")


def dead_links(text: str, folder: Path) -> Iterator[str]:
    """Yield what *text* links to and is not there, seen from *folder*."""
    for target in LINK.findall(text):
        if "://" not in target and not (folder / target).exists():
            yield target


def test_every_link_leads_somewhere() -> None:
    pages = [file for file in tracked() if file.suffix == ".md"]
    assert len(pages) > 5
    found = {
        str(page.relative_to(ROOT)): list(dead_links(page.read_text(), page.parent))
        for page in pages
    }
    assert {page: dead for page, dead in found.items() if dead} == {}


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "there.md").touch()
    text = "[a](there.md) ![b](gone.png) [c](https://example.net/x) [d](there.md#part)"
    assert list(dead_links(text, tmp_path)) == ["gone.png"]
