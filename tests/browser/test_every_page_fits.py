"""Every page in every state fits the smallest phone, also at double size."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.chapters import measures
from tests.support.chapters.book import CHAPTERS, EDITIONS
from tests.support.chapters.company import company
from tests.support.chapters.visitor import Visitor
from tests.support.chromium import chromium
from tests.support.house import SMALL
from tests.support.pages import served
from tests.support.tiers import first_of

DOUBLED = (195, 422)
"""A phone of 390 x 844 pixels at 200 %."""

LONGEST = ("ru", "de")
"""The languages with the longest words and amounts; to look at the others there is the album."""

MEASURES = {
    SMALL: (measures.WIDE, measures.COVERED),
    DOUBLED: (measures.WIDE, measures.COVERED, measures.BROKEN),
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.mark.parametrize("chapter", CHAPTERS)
@pytest.mark.parametrize("language", first_of(LONGEST))
def test_all_of_it_fits(browser: Browser, tmp_path: Path, language: str, chapter: str) -> None:
    wrong: list[str] = []
    visitor = Visitor(browser, SMALL, language)
    with company(tmp_path / "home", EDITIONS[language]) as at, served(at.room) as url:
        for look in CHAPTERS[chapter](at):
            if look.screen:
                continue
            page = visitor.visit(url, look)
            for size, asked in MEASURES.items():
                visitor.resize(size)
                visitor.unroll()
                found = [one for measure in asked for one in page.evaluate(measure)]
                wrong += [f"{look.name}, {size[0]} pixels: {one}" for one in found]
            visitor.leave()
    visitor.close()
    assert not wrong, "\n".join(wrong)
