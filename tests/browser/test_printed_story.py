"""The story of a game on paper, as Chromium prints it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from companion.game.commands import Correct, End, Roll, TimeUp
from companion.words import Seat
from tests.support.house import House
from tests.support.printed import Printed

ANN = Seat(0)
LINES = 150
PAPERS = ("A4", "Letter")
BLUE = (0x24, 0x42, 0x9A)
"""Ann's token."""

HEIGHTS = "all => all.map(one => one.getBoundingClientRect().height)"


@pytest.fixture
def story(house: House) -> Iterator[Page]:
    """The story of a long game that is over."""
    tokens = house.room.begin()
    house.room.play(Roll(by=ANN, dice=(4, 6)), End(by=ANN))
    house.room.play(*(Correct(why=f"mistake {n}", cash={ANN: 800 + n}) for n in range(LINES)))
    house.room.play(TimeUp())
    yield house.open("/story", tokens[ANN])
    assert not house.complaints


@pytest.mark.parametrize("paper", PAPERS)
def test_every_line_of_it_is_on_paper(story: Page, paper: str) -> None:
    printed = Printed(story.pdf(format=paper))
    words = "".join(printed.text(n) for n in range(len(printed)))
    lines = story.locator(".told .text").all_inner_texts()
    assert len(lines) > LINES
    assert [line for line in lines if "".join(line.split()) not in words] == []


def test_figures_are_no_larger_than_the_text(story: Page) -> None:
    story.set_viewport_size({"width": 794, "height": 1123})  # A4
    story.emulate_media(media="print")
    (heading,) = story.locator("h1").evaluate_all(HEIGHTS)
    assert max(story.locator(".chart text").evaluate_all(HEIGHTS)) < heading


def test_tokens_keep_their_colour(story: Page) -> None:
    story.locator(".worth").evaluate("drawing => drawing.remove()")
    seen = Printed(story.pdf(format="A4")).colour(60)
    assert (abs(seen.astype(int) - BLUE).max(axis=2) < 12).sum() > 100
