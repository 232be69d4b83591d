"""The table screen with as many players as there can be."""

import pytest
from playwright.sync_api import expect

from companion.game.commands import Correct, Roll
from companion.words import Seat, Space
from tests.support.house import PHONE, SCREEN, House
from web.shared.language import LOOK

NAMES = ("Maximiliane", "Ben", "Cy", "Dee", "Großmutter Eva", "Fay", "Gus", "Hal")
ANN = Seat(0)

CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
OUTSIDE = """inner => {
  const ground = document.querySelector(".ground");
  const [box, board] = [inner, ground].map(one => one.getBoundingClientRect());
  const edge = board.width * 0.13;
  return box.top < board.top + edge || box.bottom > board.bottom - edge
    || box.left < board.left + edge || box.right > board.right - edge;
}"""
"""Whether what is in the middle of the board covers its spaces."""


@pytest.mark.parametrize("look", ["", "contrast"])
@pytest.mark.parametrize("size", [PHONE, (1280, 720), SCREEN])
def test_eight_players_have_their_whole_names_and_what_they_own(
    house: House, size: tuple[int, int], look: str
) -> None:
    house.room.begin(*NAMES, edition="ru-2004")
    lots = [lot.index for lot in house.room.state.edition.lots]
    owner: dict[Space, Seat | None] = {lot: Seat(n // 2 % 8) for n, lot in enumerate(lots)}
    house.room.play(Correct(why="so", owner=owner), Roll(by=ANN, dice=(4, 6)))
    page = house.open("/join", size=size, locale="ru")
    page.context.add_cookies([{"name": LOOK, "value": look, "url": house.url}])
    page.goto(house.url + "/table")
    assert page.locator(".seats .seat").count() == len(NAMES)
    assert page.locator(".seats .name").evaluate_all(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".holdings li").count() == len(NAMES)
    assert not page.locator(".holdings").evaluate(OUTSIDE)
    assert not house.complaints


def test_the_join_code_is_shown_once(house: House) -> None:
    page = house.open("/table", size=SCREEN)
    expect(page.get_by_role("img", name="Join code")).to_have_count(1)
    house.room.begin()
    expect(page.get_by_role("img", name="Join code")).to_have_count(1)
    expect(page.locator("#pawn-0")).to_be_visible()
