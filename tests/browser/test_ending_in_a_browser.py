"""The end of a game fits every screen, and all of the ranking is seen."""

import pytest

from companion.game.commands import Correct, Roll, TimeUp
from companion.words import Seat, Space
from tests.support.house import PHONE, SCREEN, SMALL, House

NAMES = ("Maximiliane von Hohenstein", "Ben", "Cy", "Dee", "Großmutter Eva", "Fay", "Gus", "Hal")
ANN = Seat(0)
GROUPS = (
    (1, 3),
    (6, 8, 9),
    (11, 13, 14),
    (16, 18, 19),
    (21, 23, 24),
    (26, 27, 29),
    (31, 32, 34),
    (37, 39),
)
"""One for each of eight players."""

OTHERS = (5, 15, 25, 35, 12, 28)

CUT_OFF = """all => all.filter(one => {
  const box = one.getBoundingClientRect();
  const within = one.closest(one.tagName == "LI" ? ".standings" : "li").getBoundingClientRect();
  return box.bottom > Math.min(innerHeight, within.bottom) + 1 || box.right > within.right + 1;
}).length"""


def over(house: House, players: int) -> list[str]:
    """Let a game end in which everybody has the longest of sums."""
    tokens = house.room.begin(*NAMES[:players], edition="ru-2004")
    groups: dict[Space, Seat | None] = {
        Space(lot): Seat(n) for n in range(players) for lot in GROUPS[n]
    }
    others: dict[Space, Seat | None] = {
        Space(lot): Seat(n) for n, lot in enumerate(OTHERS[:players])
    }
    house.room.play(
        Correct(
            why="so",
            owner=groups | others,
            buildings=dict.fromkeys(groups, 4 if players == 2 else 1),
            mortgaged=dict.fromkeys(others, True),
        )
    )
    house.room.play(Roll(by=ANN, dice=(4, 6)), TimeUp())
    return tokens


@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("size", [(1280, 720), SCREEN])
def test_the_table_screen_shows_all_of_the_ranking(
    house: House, size: tuple[int, int], players: int
) -> None:
    over(house, players)
    page = house.open("/table", size=size)
    assert page.locator(".standings li").count() == players
    assert page.locator(".standings li, .standings .name").evaluate_all(CUT_OFF) == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not house.complaints


@pytest.mark.parametrize("size", [PHONE, SMALL])
@pytest.mark.parametrize("path", ["/seat", "/why/4", "/story"])
def test_it_fits_a_phone(house: House, path: str, size: tuple[int, int]) -> None:
    tokens = over(house, 8)
    page = house.open(path, tokens[ANN], size)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not house.complaints
