"""The dice are photographed on a phone: a file input, as a phone's camera fills it."""

from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import expect

from companion.vision.pictures import decoded
from companion.words import Seat
from tests.support.house import House

PHOTOS = Path(__file__).parents[1] / "vision" / "pictures" / "dice"
SURE, DOUBTFUL = PHOTOS / "nell_20191208_112659.jpg", PHOTOS / "nell_20191208_112704.jpg"
TAKE = "#photograph-dice input[type=file]"
APART = 6  # pixels between two buttons: no thumb means the other


def test_a_large_photograph_is_made_smaller_on_the_phone_and_rolled(
    house: House, tmp_path: Path
) -> None:
    ann = house.room.begin()[0]
    page, table = house.open("/seat", ann), house.open("/table")
    large = cv2.resize(decoded(SURE.read_bytes()), (4000, 3000), interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(tmp_path / "large.jpg"), large)
    page.get_by_text("Type or photograph the dice").click()
    with page.expect_request("**/photograph") as sent:
        page.set_input_files(TAKE, tmp_path / "large.jpg")
    assert len(sent.value.post_data_buffer or b"") < 1_000_000
    expect(page.get_by_role("button", name="Buy for $100")).to_be_visible()
    picture = table.locator(f"img[src*='{house.room.table.history()[-1].cause.evidence}']")
    expect(picture).to_be_visible()
    kept = house.room.table.picture(house.room.table.history()[-1].cause.evidence or "")
    assert decoded(kept or b"").shape == (1200, 1600, 3)
    assert house.complaints == []


def test_a_doubtful_one_is_asked_about_and_a_picture_of_nothing_is_said(
    house: House, tmp_path: Path
) -> None:
    ann = house.room.begin()[0]
    page = house.open("/seat", ann)
    cv2.imwrite(str(tmp_path / "bare.png"), np.full((480, 640, 3), 120, np.uint8))
    page.get_by_text("Type or photograph the dice").click()
    page.set_input_files(TAKE, tmp_path / "bare.png")
    expect(page.get_by_text("No dice are seen in it.")).to_be_visible()
    page.set_input_files(TAKE, DOUBTFUL)
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_text("You rolled 6")).to_be_visible()
    assert house.room.state.players[Seat(0)].at == 6


def test_a_photograph_stands_apart_from_what_is_typed(house: House) -> None:
    page = house.open("/seat", house.room.begin()[0])
    page.get_by_text("Type or photograph the dice").click()
    typed = page.get_by_role("button", name="These are the dice").bounding_box()
    taken = page.locator("#photograph-dice label").bounding_box()
    assert typed is not None
    assert taken is not None
    assert taken["y"] - (typed["y"] + typed["height"]) >= APART


def test_without_a_script_it_is_a_form(house: House) -> None:
    ann = house.room.begin()[0]
    page = house.open("/seat", ann, java_script_enabled=False)
    page.get_by_text("Type or photograph the dice").click()
    page.set_input_files(TAKE, SURE)
    page.get_by_role("button", name="Send the picture").click()
    expect(page.get_by_role("button", name="Buy for $100")).to_be_visible()
    assert house.room.state.players[Seat(0)].at == 6
