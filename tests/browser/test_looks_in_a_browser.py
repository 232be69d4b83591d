"""Large type and more contrast, on the smallest phone and on the table screen."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.game.commands import Correct, Roll
from companion.table.answers import Accepted
from companion.words import Seat, Space
from hardware.patterns import PATTERNS
from tests.support.house import SCREEN, SMALL, House
from tests.support.tiers import first_of
from web.shared.language import LOOK

ANN, BEN, CY = (Seat(n) for n in range(3))
EDITIONS = {"en": "us-classic", "de": "de-dm", "it": "us-classic", "ru": "ru-2004"}

WIDTHS = "[document.documentElement.scrollWidth, innerWidth]"
TOUCHING = """tabs => {
  const range = document.createRange();
  const boxes = tabs.map(tab => {
    range.selectNodeContents(tab);
    return range.getBoundingClientRect();
  });
  const near = (one, next) => next.top < one.bottom && next.left < one.right + 5;
  return boxes.slice(1).filter((box, n) => near(boxes[n], box)).length;
}"""
"""How many words stand closer than 5 px to the one before."""

BROKEN = """names => names.filter(name => {
  name.style.overflowWrap = 'normal';
  name.style.hyphens = 'manual';
  return name.scrollWidth > name.clientWidth;
}).map(name => name.textContent)"""
"""Names that are not broken where syllables end, for that does not make them fit."""


def opened(house: House, path: str, language: str, look: str, size: tuple[int, int]) -> Page:
    tokens = house.room.begin("Maximiliane", "Ben", "Cy", edition=EDITIONS[language])
    lots = [lot.index for lot in house.room.state.edition.lots]
    owner: dict[Space, Seat | None] = {
        lot: ANN if n < 4 else CY if n % 3 else BEN for n, lot in enumerate(lots)
    }
    given = Correct(why="a test", owner=owner, mortgaged={lots[0]: True}, at={BEN: Space(3)})
    assert isinstance(house.room.ask(given, banker=True), Accepted)
    house.room.play(Roll(by=ANN, dice=(4, 6)))
    page = house.open("/join", tokens[ANN if "few" in path else CY], size, locale=language)
    page.context.add_cookies([{"name": LOOK, "value": look, "url": house.url}])
    page.goto(house.url + path.removesuffix("?few"))
    return page


@pytest.mark.parametrize("language", first_of(["ru", "de", "it", "en"]))
@pytest.mark.parametrize("path", ["/seat", "/seat?few", "/seat/deeds"])
@pytest.mark.parametrize("look", ["large", "large.contrast"])
def test_large_type_fits_the_smallest_phone(
    house: House, language: str, path: str, look: str
) -> None:
    page = opened(house, path, language, look, SMALL)
    wide, screen = page.evaluate(WIDTHS)
    assert wide <= screen
    assert page.locator(".tabs a").evaluate_all(TOUCHING) == 0
    assert page.locator(".mini p, .mini em, .band span").evaluate_all(BROKEN) == []
    assert not house.complaints


@pytest.mark.parametrize("language", ["de", "ru"])
def test_more_contrast_names_every_group(house: House, language: str) -> None:
    names = {"de": "rot", "ru": "красный"}
    page = opened(house, "/seat", language, "contrast", SMALL)
    for where in (".mini em", ".kin em", ".mini .band"):
        found = page.locator(
            f"{where}:visible", has_text=re.compile(names[language], re.IGNORECASE)
        )
        assert found.count(), where
    page.set_viewport_size({"width": SCREEN[0], "height": SCREEN[1]})
    page.goto(house.url + "/table")
    expect(page.locator(".holdings .kin em:visible").first).to_be_visible()
    assert page.locator(".holdings .kin").count() == page.locator(".holdings em:visible").count()


def test_colours_are_not_named_where_nobody_asked_for_it(house: House) -> None:
    page = opened(house, "/seat", "en", "", SMALL)
    assert page.locator(".kin").count() > 10
    assert page.locator(".kin em:visible, .mini em:visible").count() == 0


def test_a_mortgaged_chip_is_crossed_out(house: House) -> None:
    page = opened(house, "/seat", "en", "", SMALL)
    stroke = "one => getComputedStyle(one, '::after').backgroundImage"
    assert "gradient" in page.locator(".kin .off").first.evaluate(stroke)
    assert page.locator(".kin i:not(.off)").first.evaluate(stroke) == "none"


LIT = """([name, times]) => {
  const lamp = document.body.appendChild(document.createElement("span"));
  lamp.className = `lamp ${name}`;
  const rhythm = lamp.getAnimations()[0];
  return times.map(ms => {
    if (rhythm) rhythm.currentTime = ms;
    return getComputedStyle(lamp).opacity === "1";
  });
}"""
"""Whether a drawn lamp is lit so many milliseconds after it came on."""


@pytest.mark.parametrize("still", [False, True])
def test_a_drawn_lamp_has_the_rhythm_of_a_real_one(house: House, still: bool) -> None:  # noqa: FBT001
    """Who has asked their device for less motion sees it on."""
    house.room.begin()
    motion = "reduce" if still else "no-preference"
    page = house.open("/table", size=SCREEN, reduced_motion=motion)
    times = [*range(30, 3600, 60)]
    for name, pattern in PATTERNS.items():
        lit = [still or pattern.name == "off" or pattern.lit(ms) for ms in times]
        assert page.evaluate(LIT, [name, times]) == lit, name
    assert not house.complaints
