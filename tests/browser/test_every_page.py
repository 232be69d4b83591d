"""Every page keeps nobody out: axe finds nothing, a thumb finds all, no line is cut."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.support.chapters import measures
from tests.support.chapters.book import CHAPTERS, EDITIONS
from tests.support.chapters.company import company
from tests.support.chapters.visitor import Visitor
from tests.support.chromium import chromium
from tests.support.house import SMALL
from tests.support.pages import served

SCREEN = (1280, 720)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOOKS_ONLY = {"runOnly": TAGS, "resultTypes": ["violations"]}
IN_THE_DARK = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    with chromium() as browser:
        yield Visitor(browser, SMALL, "en")


@pytest.fixture(scope="module")
def axe() -> Axe:
    return Axe()


def violations(axe: Axe, page: Page) -> list[str]:
    found = axe.run(page, options=LOOKS_ONLY).response["violations"]
    page.emulate_media(color_scheme="dark")
    found += axe.run(page, options=IN_THE_DARK).response["violations"]
    page.emulate_media(color_scheme="light")
    return [f"{rule['id']}: {node['html'][:120]}" for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_page_keeps_nobody_out(visitor: Visitor, axe: Axe, tmp_path: Path, chapter: str) -> None:
    wrong: list[str] = []
    with company(tmp_path / "home", EDITIONS["en"]) as at, served(at.room) as url:
        for look in CHAPTERS[chapter](at):
            page = visitor.visit(url, look)
            visitor.resize(SCREEN if look.screen else SMALL)
            if not look.screen:
                visitor.unroll()  # else what lies under the foot is said to be hard to tap
            measure = measures.CUT if look.screen else measures.SMALL
            found = violations(axe, page) + page.evaluate(measure)
            wrong += [f"{look.name}: {one}" for one in found]
            visitor.leave()
    assert not wrong, "\n".join(wrong)
