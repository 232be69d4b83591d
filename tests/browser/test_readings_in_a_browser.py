"""Doubtful and challenged dice on a phone's screen."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import FloatRect, Page, expect

from companion.game.commands import Buy, Claim, Correct, Roll
from companion.table.answers import Accepted
from companion.table.dice.commands import Challenge
from companion.table.story.commands import Undo
from companion.table.witness import TableWitness
from companion.vision.readings import DiceReading, Remark
from companion.words import Seat, Space
from tests.support.doubtful import pressed_by, tray, unsure
from tests.support.house import PHONE, SMALL, House

ANN, BEN, CY = (Seat(n) for n in range(3))
THUMB = 44  # pixels


SCREENS = (PHONE, SMALL, (844, 390), (1280, 720), (1920, 1080), (3840, 2160))
SHAPES = ((480, 320), (480, 444), (480, 700))
"""Pixels of pictures of trays: those of a mat, of a drawn box, of one that is high."""

CUT_OFF = """image => {
  const [shown, box] = [image, image.parentElement].map(e => e.getBoundingClientRect());
  const scale = Math.min(shown.width / image.naturalWidth, shown.height / image.naturalHeight);
  const fits = getComputedStyle(image).objectFit == "contain"
    || Math.abs(shown.width / shown.height - image.naturalWidth / image.naturalHeight) < 0.02;
  const inside = shown.left >= box.left - 1 && shown.right <= box.right + 1
    && shown.top >= box.top - 1 && shown.bottom <= box.bottom + 1;
  return image.complete && scale > 0.05 && fits && inside ? "" : JSON.stringify([shown, box]);
}"""
"""What of an image lies outside its box, or is drawn out of shape; nothing if all is seen."""


def see(house: House, reading: DiceReading, size: tuple[int, int] = SHAPES[0]) -> None:
    """Let the camera read dice."""
    table = house.room.table
    at = table.cause("camera", "camera").mono
    TableWitness(table).dice(reading, tray(size), at, at + 0.1)
    house.room.ask(Claim(by=ANN))  # comes after it in the queue


def dice_of(page: Page) -> list[str]:
    """Return the chosen faces, die by die."""
    chosen = page.locator(":is(#doubt, .answer) input[type=radio]:checked").all()
    return [one.input_value() for one in chosen]


def boxes(page: Page, what: str) -> list[FloatRect]:
    found = [one.bounding_box() for one in page.locator(what).all()]
    assert found
    return [box for box in found if box is not None]


def test_a_challenged_roll_is_taken_back_and_rolled_anew(house: House) -> None:
    room = house.room
    tokens = room.begin()
    see(house, replace(unsure(0.99, 0.98), verdict="sure"))
    cy, ann = house.open("/seat", tokens[CY]), house.open("/seat", tokens[ANN])
    banker = house.open("/banker", room.context.phones.make_banker(None))
    expect(ann.locator("#cash")).to_have_text("$1,300")  # income tax
    cy.get_by_role("link", name="Read wrong?").click()
    expect(cy.get_by_alt_text("What the camera saw")).to_be_visible()
    expect(cy.locator("[data-outlines] rect")).to_have_count(2)
    cy.get_by_role("button", name="The dice were read wrong").click()
    expect(cy.get_by_role("link", name="Said to be read wrong")).to_be_visible()
    expect(ann.get_by_role("link", name="Said to be read wrong")).to_be_visible()
    room.play(Roll(by=BEN, dice=(4, 5)), Buy(by=BEN))  # nobody waits
    section = banker.locator("section", has_text="Cy says that the dice were read wrong.")
    expect(section.get_by_text("Ben bought Connecticut Avenue")).to_be_visible()
    section.locator('.face:has([name="dice-1"][value="5"])').click()
    section.get_by_label("The reason, for the story").fill("a five")
    section.get_by_role("button", name="Take the roll back and roll these").click()
    expect(section).to_have_count(0)
    expect(ann.locator("#cash")).to_have_text("$1,500")
    expect(ann.get_by_text("Oriental Avenue").first).to_be_visible()
    assert room.state.players[BEN].at == Space(0)
    banker.get_by_text("More", exact=True).click()
    banker.get_by_role("link", name="How the dice were read").click()
    expect(banker.get_by_text("Booked without asking, and wrong.")).to_be_visible()
    assert not house.complaints


@pytest.mark.parametrize("language", ["en", "de", "it", "ru"])
def test_a_challenged_roll_with_mr_monopoly_fits_a_small_phone(house: House, language: str) -> None:
    room = house.room
    tokens = room.begin(edition="got-2015", variants=("speed-die",))
    been = Correct(why="a test", laps={ANN: 1}, at={ANN: Space(10)})
    assert isinstance(room.ask(been, banker=True), Accepted)
    see(house, replace(unsure(0.99, 0.98), verdict="sure", face="mr"))
    (reading,) = room.table.readings.all
    cause = room.table.cause("seat", "phone", seat=CY)
    assert isinstance(room.table.submit(Challenge(reading=reading.id), cause), Accepted)
    banker = room.context.phones.make_banker(None)
    wide = []
    for path, token in (
        ("/banker", banker),
        (f"/misread/{reading.id}", tokens[BEN]),
        ("/seat", tokens[ANN]),
    ):
        page = house.open(path, token, SMALL, locale=language)
        expect(page.locator(".roll").first).to_be_visible()
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(path)
    assert wide == []


def test_a_die_that_is_not_seen_has_no_likely_face(house: House) -> None:
    tokens = house.room.begin()
    one = unsure(0.99, 0.5)
    see(house, replace(one, dice=one.dice[:1]))
    page = house.open("/seat", tokens[ANN])
    expect(page.get_by_role("heading", name="What does the other die show?")).to_be_visible()
    expect(page.get_by_text("I see only 1 die.")).to_be_visible()
    expect(page.get_by_role("group", name="What does it show?").locator(".likely")).to_have_count(0)
    for box in boxes(page, "#doubt .face:visible"):
        assert min(box["width"], box["height"]) >= THUMB
    page.get_by_role("button", name="3", exact=True).click()
    expect(page.locator("#cash")).to_have_text("$1,300")
    assert not house.complaints


def test_a_doubtful_die_beside_one_that_is_not_seen_asks_for_both(house: House) -> None:
    tokens = house.room.begin()
    one = unsure(0.5, 0.5)
    see(house, replace(one, dice=one.dice[:1]))
    page = house.open("/seat", tokens[ANN])
    assert dice_of(page) == ["1"]
    page.get_by_role("button", name="These are the dice").click()
    expect(page.locator("#doubt")).to_be_visible()  # the second die is still to be named
    assert house.room.table.view.seq == 1
    page.locator('.face:has([name="dice-1"][value="3"])').click()
    page.get_by_role("button", name="These are the dice").click()
    expect(page.locator("#cash")).to_have_text("$1,300")


def test_two_doubtful_dice_are_outlined_where_they_lie(house: House) -> None:
    tokens = house.room.begin()
    see(house, unsure(0.5, 0.6))
    page = house.open("/seat", tokens[ANN])
    page.get_by_text("No", exact=True).click()
    assert dice_of(page) == ["1", "3"]
    rows = page.locator(".answer .faces").all()
    assert len(rows) == 2
    for row in rows:
        faces = row.locator("input").evaluate_all("all => all.map(f => Number(f.value))")
        assert faces == [1, 2, 3, 4, 5, 6]
    (picture,) = boxes(page, "#doubt .seen img")
    scale = picture["width"] / 480
    for box, (x, y) in zip(
        boxes(page, "#doubt rect.outline"), ((150, 150), (320, 190)), strict=True
    ):
        assert abs(box["x"] + box["width"] / 2 - picture["x"] - x * scale) < 2
        assert abs(box["y"] + box["height"] / 2 - picture["y"] - y * scale) < 2
    expect(page.get_by_role("button", name="These are the dice")).to_be_in_viewport()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("remark", [None, "moved"])
def test_one_tap_in_the_thumbs_reach_says_yes_to_all_that_is_seen(
    house: House, shape: tuple[int, int], remark: Remark | None
) -> None:
    tokens = house.room.begin()
    see(house, replace(unsure(0.5, 0.6), remark=remark), shape)
    page = house.open("/seat", tokens[ANN])
    expect(page.get_by_role("heading", name="1 and 3?")).to_be_in_viewport(ratio=1)
    picture, yes = (
        page.get_by_alt_text("What the camera saw"),
        page.get_by_role("button", name="Yes"),
    )
    assert picture.evaluate(CUT_OFF) == ""
    expect(page.locator("#doubt rect.outline")).to_have_count(2)
    (shown,), (thumb,) = boxes(page, "#doubt .seen"), boxes(page, ".yes button")
    assert shown["y"] >= 0
    assert shown["y"] + shown["height"] <= thumb["y"]  # nothing covers the picture
    assert PHONE[1] * 2 / 3 < thumb["y"] < thumb["y"] + thumb["height"] < PHONE[1]
    assert thumb["width"] > PHONE[0] * 0.8
    assert page.evaluate("window.scrollY") == 0
    yes.click()
    expect(page.locator("#cash")).to_have_text("$1,300")  # income tax, four spaces on
    expect(page.locator("#doubt, .answer")).to_have_count(0)
    assert not house.complaints


@pytest.mark.parametrize("shape", SHAPES)
def test_outlines_lie_on_the_dice_however_high_the_picture_is(
    house: House, shape: tuple[int, int]
) -> None:
    """A high picture is drawn smaller; so are the outlines."""
    tokens = house.room.begin()
    see(house, unsure(0.5, 0.6), shape)
    page = house.open("/seat", tokens[ANN])
    (shown,) = boxes(page, "#doubt .seen img")
    scale = min(shown["width"] / shape[0], shown["height"] / shape[1])
    left = shown["x"] + (shown["width"] - shape[0] * scale) / 2
    top = shown["y"] + (shown["height"] - shape[1] * scale) / 2
    for box, (x, y) in zip(
        boxes(page, "#doubt rect.outline"), ((150, 150), (320, 190)), strict=True
    ):
        assert abs(box["x"] + box["width"] / 2 - left - x * scale) < 2
        assert abs(box["y"] + box["height"] / 2 - top - y * scale) < 2


def test_only_who_says_no_picks_faces_and_yes_is_away_then(house: House) -> None:
    tokens = house.room.begin()
    see(house, unsure(0.5, 0.6))
    page = house.open("/seat", tokens[ANN])
    five, yes = page.locator('.face:has([name="dice-1"][value="5"])'), page.locator(".yes button")
    expect(five).to_be_hidden()
    page.get_by_text("No", exact=True).click()
    expect(yes).to_be_hidden()
    expect(page.locator("#doubt .seen")).to_be_in_viewport(ratio=1)
    five.click()
    page.get_by_role("button", name="These are the dice").click()
    expect(page.locator("#doubt")).to_have_count(0)
    assert house.room.state.players[ANN].at == Space(6)
    assert not house.complaints


def test_a_newer_question_is_no_more_answered_with_no(house: House) -> None:
    """Who said no to one throw, and throws again, is asked about the new one as a whole."""
    tokens = house.room.begin()
    see(house, unsure(0.5, 0.6))
    page = house.open("/seat", tokens[ANN])
    page.get_by_text("No", exact=True).click()
    page.locator('.face:has([name="dice-1"][value="5"])').click()
    old = page.locator(".answer").get_attribute("id") or ""
    see(house, unsure(0.5, 0.6))
    expect(page.locator(".answer")).not_to_have_attribute("id", old)
    expect(page.locator(".yes button")).to_be_visible()
    page.get_by_text("No", exact=True).click()
    assert dice_of(page) == ["1", "3"]


def test_of_one_die_in_doubt_no_and_a_face_say_all(house: House) -> None:
    tokens = house.room.begin()
    see(house, unsure(0.99, 0.5))
    page = house.open("/seat", tokens[ANN])
    page.get_by_text("No", exact=True).click()
    for box in boxes(page, ".answer .face:visible"):
        assert min(box["width"], box["height"]) >= THUMB
    page.get_by_role("button", name="5", exact=True).click()
    expect(page.locator("#doubt")).to_have_count(0)
    assert house.room.state.players[ANN].at == Space(6)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=["720", "1080"])
def test_the_table_screen_asks_as_a_whole_and_says_whose_button_answers(
    house: House, size: tuple[int, int]
) -> None:
    house.room.begin()
    house.room.context.parts = pressed_by(house.room.context.parts, ANN)
    see(house, unsure(0.5, 0.6))
    page = house.open("/table", size=size)
    for words in ("1 and 3?", "Ann rolled. Ann's button says yes."):
        expect(page.get_by_text(words, exact=True)).to_be_in_viewport(ratio=1)
    expect(page.locator(".lamp.blink-slow")).to_have_count(1)
    assert not house.complaints


def test_three_dice_seen_are_said_and_two_asked(house: House) -> None:
    tokens = house.room.begin()
    two = unsure(0.95, 0.97)
    third = replace(two.dice[0], centre=(420.0, 80.0), pips=2, confidence=0.4)
    see(house, replace(two, dice=(*two.dice, third)))
    page = house.open("/seat", tokens[ANN])
    expect(page.get_by_text("I see 3 dice, but 2 are to be rolled.")).to_be_visible()
    assert dice_of(page) == ["1", "3"]
    expect(page.locator("#doubt rect.outline")).to_have_count(2)


@pytest.mark.parametrize("right", [True, False])
def test_beside_known_dice_the_speed_die_alone_is_asked_for(house: House, *, right: bool) -> None:
    tokens = house.room.begin("Ann", "Ben", edition="got-2015", variants=("speed-die",))
    been = Correct(why="a test", laps={ANN: 1}, at={ANN: Space(10), BEN: Space(10)})
    assert isinstance(house.room.ask(been, banker=True), Accepted)
    see(house, replace(unsure(0.99, 0.98), verdict="sure"))
    page = house.open("/seat", tokens[ANN])
    expect(page.get_by_role("heading", name="What does the speed die show?")).to_be_visible()
    expect(page.locator("#doubt rect.doubtful")).to_have_count(0)
    white = page.locator('.face:has([name="dice-1"][value="5"])')
    expect(white).to_be_hidden()
    if not right:
        page.get_by_text("Not so?").click()
        white.click()
    page.locator('.face:has([name="speed"][value="2"])').click()
    page.get_by_role("button", name="These are the dice").click()
    expect(page.locator("#doubt")).to_have_count(0)
    assert house.room.state.players[ANN].at == Space(10 + (1 + 3 if right else 1 + 5) + 2)
    assert not house.complaints


def test_a_doubt_whose_picture_is_gone_can_be_answered(house: House, tmp_path: Path) -> None:
    tokens = house.room.begin()
    see(house, unsure(0.5, 0.6))
    for kept in (tmp_path / "pictures").glob("??/*.jpg"):
        kept.unlink()
    page = house.open("/seat", tokens[ANN])
    expect(page.get_by_text("The picture is gone.")).to_be_visible()
    expect(page.locator("#doubt img")).to_have_count(0)
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#cash")).to_have_text("$1,300")
    assert not house.complaints


@pytest.mark.parametrize("size", [(390, 844), (320, 568)], ids=["phone", "small"])
def test_pages_of_readings_fit_their_screen(house: House, size: tuple[int, int]) -> None:
    room = house.room
    tokens = room.begin("Maximiliane von und zu Hohenstein-Lange", "Ben", "Cy", "Dee")
    see(house, replace(unsure(0.99, 0.98), verdict="sure"))
    (one,) = room.table.readings.all
    room.table.submit(Challenge(reading=one.id), room.table.cause("seat", "phone", seat=ANN))
    banker = room.context.phones.make_banker(None)
    visits = [("/seat", tokens[CY]), (f"/misread/{one.id}", tokens[CY])]
    visits += [("/banker", banker), ("/banker/readings", banker), ("/doctor", banker)]
    for path, token in visits:
        page = house.open(path, token, size)
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, path
    assert not house.complaints


def test_a_roll_that_was_taken_back_is_ruled_on_in_the_list(house: House) -> None:
    room = house.room
    room.begin()
    see(house, replace(unsure(0.99, 0.98), verdict="sure"))
    room.table.submit(Undo(), room.table.cause("banker", "phone"))
    page = house.open("/banker/readings", room.context.phones.make_banker(None))
    page.get_by_text("Was it wrong?").click()
    page.locator('.face:has([name="dice-1"][value="5"])').click()
    page.get_by_role("button", name="It was read wrong").click()
    expect(page.get_by_text("Booked without asking, and wrong.")).to_be_visible()
    expect(page.get_by_text("Was it wrong?")).to_have_count(0)
    (one,) = room.table.readings.all
    assert (one.is_wrong, one.said) == (True, (1, 5))
    assert not house.complaints


@pytest.mark.parametrize("shape", SHAPES)
def test_the_whole_picture_of_the_dice_is_seen_on_every_screen(
    house: House, shape: tuple[int, int]
) -> None:
    """What is cut off may be a die; of dice that were read, and of dice that are asked for."""
    tokens = house.room.begin()
    see(house, replace(unsure(0.99, 0.98), verdict="sure"), shape)
    read = house.open("/table").get_by_alt_text("The picture that was read")
    for width, height in SCREENS:
        read.page.set_viewport_size({"width": width, "height": height})
        assert read.evaluate(CUT_OFF) == "", (width, height)
    see(house, unsure(0.5, 0.6), shape)
    for path, token in (("/table", ""), ("/seat", tokens[BEN])):
        asked = house.open(path, token).get_by_alt_text("What the camera saw")
        for width, height in SCREENS:
            asked.page.set_viewport_size({"width": width, "height": height})
            assert asked.evaluate(CUT_OFF) == "", (width, height, path)
