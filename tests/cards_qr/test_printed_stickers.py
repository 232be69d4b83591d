"""Sheets of stickers, printed and read back."""

from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace

from cards_qr.decoders import Decoded, Decoders
from cards_qr.keyring import Keyring
from cards_qr.printing.faces import PrintedSide, card_faces, deed_faces, seat_face
from cards_qr.printing.formats import LabelGrid, label_sheets, labels_named, paper_named
from cards_qr.printing.stickers import Stock, sticker_grid, sticker_sheets
from cards_qr.printing.words import words_in
from cards_qr.tag import CARDS, DEEDS, SEATS
from cards_qr.tag_reader import TagReader
from companion.editions.load import edition_ids, load_edition
from companion.editions.model import Edition
from companion.errors import SheetError
from tests.support.keyrings import known_keyring
from tests.support.printed import (
    CAMERA_MM,
    FOCAL_PX,
    MM_PER_INCH,
    Printed,
    code_in,
    photographed,
    symbol_mm,
)

A4, LETTER = paper_named("a4"), paper_named("letter")
FORTY = "Königlich-Bayerische Hofbräuhausgasse 40"
UNBROKEN = "Donaudampfschifffahrtsgesellschaftsplatz"


@pytest.fixture(scope="module")
def keyring() -> Keyring:
    return known_keyring()


def codes_in(sheet: Printed, grid: LabelGrid, dpi: int) -> dict[int, Decoded]:
    """Return the code in each place of the first page, as far as there is one."""
    grey = sheet.grey(dpi)
    found = {}
    for place in range(grid.count):
        box = (*grid.corner(place), grid.width, grid.height)
        code = code_in(grey, dpi, box, grid.paper.height)
        if code:
            found[place] = code
    return found


def deeds_on(stock: Stock, edition: Edition, keyring: Keyring) -> Printed:
    groups = [deed_faces(edition, keyring, number) for number in range(1, DEEDS + 1)]
    words = words_in(edition.language)
    return Printed(sticker_sheets(groups, stock, title=edition.name, words=words, told="")[0])


@cache
def russian() -> Edition:
    return load_edition("ru-2004")


def test_all_deeds_are_on_one_sheet_and_true_to_size(keyring: Keyring) -> None:
    assert len(deeds_on(Stock(paper=A4, size=18), russian(), keyring)) == 1
    letter = deeds_on(Stock(paper=LETTER, size=18), russian(), keyring)
    assert len(letter) == 1
    assert letter.size() == pytest.approx((215.9, 279.4), abs=0.01)


@pytest.mark.parametrize("dpi", [150, 300, 600])
def test_every_deed_is_read_back_and_has_its_millimetres(keyring: Keyring, dpi: int) -> None:
    stock = Stock(paper=A4, size=18)
    sheet = deeds_on(stock, russian(), keyring)
    codes = codes_in(sheet, sticker_grid(stock), dpi).values()
    grey = sheet.grey(dpi)
    assert {tag.text for tag in keyring.tags if tag.kind == "deed"} == {c.text for c in codes}
    sides = np.array([symbol_mm(grey, code, dpi)[2:] for code in codes])
    assert np.abs(sides - 18 * 21 / 25).max() < 0.05


@pytest.mark.parametrize("labels", [None, "L7160", "L7162"])
def test_front_and_back_of_a_deed_lie_side_by_side(keyring: Keyring, labels: str | None) -> None:
    stock = Stock(paper=A4, labels=labels_named(labels) if labels else None, size=18)
    grid = sticker_grid(stock)
    codes = codes_in(deeds_on(stock, russian(), keyring), grid, 150)
    deeds = {place: keyring.find(code.text) for place, code in codes.items()}
    fronts = {place: tag.id for place, tag in deeds.items() if tag and tag.side == "front"}
    backs = {place: tag.id for place, tag in deeds.items() if tag and tag.side == "back"}
    assert list(range(1, len(fronts) + 1)) == list(fronts.values())
    assert {place + 1: deed for place, deed in fronts.items()} == backs
    assert all(place % grid.columns for place in backs)  # in the row of its front


@pytest.mark.parametrize("name", edition_ids())
def test_names_numbers_and_codes_stand_beside_the_tags(keyring: Keyring, name: str) -> None:
    edition = load_edition(name)
    said = deeds_on(Stock(paper=A4, size=18), edition, keyring).text()
    words = words_in(edition.language)
    for number, lot in enumerate(edition.lots, 1):
        assert said.count("".join(lot.name.split())) >= 2, lot.name
        for face, side in zip(
            deed_faces(edition, keyring, number), (words.front, words.back), strict=True
        ):
            assert f"{number}·{side}·{face.code}" in said
            assert face.code == (face.tag.text[-4:] if face.tag else "")


def test_the_bar_has_the_groups_colour_and_1_6_mm(keyring: Keyring) -> None:
    sheet = deeds_on(Stock(paper=A4, size=18), load_edition("us-classic"), keyring)
    grid, dot = sticker_grid(Stock(paper=A4, size=18)), MM_PER_INCH / 600
    left, foot = grid.corner(0)
    lower = round((297 - foot) / dot)
    column = sheet.colour(600)[lower - round(12 / dot) : lower, round((left + 3) / dot)].astype(int)
    brown = np.abs(column - (0x7B, 0x4A, 0x2A)).max(axis=1) < 12
    assert brown.sum() * dot == pytest.approx(1.6, abs=0.05)


@pytest.mark.parametrize("long", [FORTY, UNBROKEN, "Щ" * 40])
@pytest.mark.parametrize("labels", [None, "L7651", "5160", "3651"])
def test_long_names_stay_on_their_stickers(keyring: Keyring, long: str, labels: str | None) -> None:
    edition = russian()
    spaces = tuple(replace(s, name=long) if s.is_lot else s for s in edition.spaces)
    made_up = replace(edition, spaces=spaces)
    stock = Stock(paper=A4, labels=labels_named(labels) if labels else None, size=18)
    sheet = deeds_on(stock, made_up, keyring)
    grid = sticker_grid(stock)
    cells = [grid.corner(place)[0] for place in range(grid.columns)]
    framed = 0 if labels else 25  # millimetres of title, ruler and words at the edges
    for left, lower, right, upper in sheet.words_at():
        if framed < lower and upper < grid.paper.height - framed:
            assert any(x - 0.1 <= left and right <= x + grid.width + 0.1 for x in cells)
    if long != "Щ" * 40:  # that one may end in an ellipsis
        assert sheet.text().count("".join(long.split())) >= 2


@pytest.mark.parametrize("name", [name for name, _grid in label_sheets()])
def test_each_tag_lies_inside_its_own_label(keyring: Keyring, name: str) -> None:
    grid, dpi = labels_named(name), 200
    sheet = deeds_on(Stock(paper=grid.paper, labels=grid, size=18), russian(), keyring)
    codes = codes_in(sheet, grid, dpi)
    assert len(codes) == min(grid.columns // 2 * 2 * grid.rows, 2 * DEEDS)
    for place, code in codes.items():
        left, foot = grid.corner(place)
        x, y = np.mean(code.corners, axis=0) * MM_PER_INCH / dpi
        assert left + 9 - 0.2 <= x <= left + grid.width - 9 + 0.2
        assert foot + 9 - 0.2 <= grid.paper.height - y <= foot + grid.height - 9 + 0.2


def test_used_labels_are_skipped_and_single_deeds_printed(keyring: Keyring) -> None:
    stock = Stock(paper=A4, labels=labels_named("L7160"), size=18, skip=5)
    faces, words = [deed_faces(russian(), keyring, 12)], words_in("ru")
    sheet = Printed(sticker_sheets(faces, stock, title="x", words=words, told="")[0])
    codes = codes_in(sheet, sticker_grid(stock), 150)
    tags = [keyring.find(code.text) for code in codes.values()]
    assert list(codes) == [6, 7]  # not 5, which has no neighbour in its row
    assert [tag.id for tag in tags if tag] == [12, 12]


def test_cards_and_seats_are_read_back(keyring: Keyring) -> None:
    stock, words = Stock(paper=A4, size=18), words_in("ru")
    cards = [card_faces(russian(), keyring, n)[:1] for n in range(1, CARDS + 1)]
    sheet = Printed(sticker_sheets(cards, stock, title="x", words=words, told="", lines=4)[0])
    codes = codes_in(sheet, sticker_grid(stock, 4), 150).values()
    assert {t.text for t in keyring.tags if t.kind == "card"} == {code.text for code in codes}
    said = sheet.text()
    assert all("".join(card.text.split()) in said for card in russian().cards)
    seats: list[tuple[PrintedSide, ...]] = [
        (seat_face(russian(), keyring, n),) for n in range(1, SEATS + 1)
    ]
    sheet = Printed(sticker_sheets(seats, stock, title="x", words=words, told="")[0])
    codes = codes_in(sheet, sticker_grid(stock), 150).values()
    assert {t.text for t in keyring.tags if t.kind == "seat"} == {code.text for code in codes}
    assert "Место8" in sheet.text()


@pytest.mark.parametrize("scale", [1.0, 0.97])
def test_a_camera_60_cm_above_reads_the_whole_sheet(keyring: Keyring, scale: float) -> None:
    """By its codebook alone: 1.77 pixels a module are too few for any decoder."""
    dpi = 300
    paper = deeds_on(Stock(paper=A4, size=18), russian(), keyring).grey(dpi)
    reader = TagReader(keyring, decoders=Decoders())
    side = 18 * 21 / 25 * FOCAL_PX / CAMERA_MM
    read: set[str] = set()
    for frame, tilt in enumerate((4.0, 8.0, 6.0, 5.0, 7.0)):  # the fifth look must suffice
        picture = photographed(paper, dpi, middle_mm=(105, 165), tilt=tilt, scale=scale, seed=frame)
        seen = reader.read(picture[100:1000, 600:1350], side=side)
        assert all(tag.valid for tag in seen)  # nothing is taken for something else
        read |= {tag.text for tag in seen}
        if len(read) == 2 * DEEDS:
            break
    assert {tag.text for tag in keyring.tags if tag.kind == "deed"} == read


@pytest.mark.parametrize(
    ("stock", "complaint"),
    [
        ({"size": 5.0}, "cannot be used"),
        ({"size": 300.0}, "cannot be used"),
        ({"size": float("nan")}, "cannot be used"),
        ({"size": 25.0, "labels": labels_named("L7651")}, "larger than a label"),
        ({"size": 18.0, "labels": labels_named("L7160"), "skip": 21}, "cannot be skipped"),
        ({"size": 18.0, "skip": -1}, "cannot be skipped"),
    ],
)
def test_what_cannot_be_printed_is_said(
    keyring: Keyring, stock: dict[str, object], complaint: str
) -> None:
    with pytest.raises(SheetError, match=complaint) as caught:
        deeds_on(Stock(paper=A4, **stock), russian(), keyring)  # type: ignore[arg-type]
    assert caught.value.mend


def test_a_printer_is_asked_to_keep_the_millimetres(keyring: Keyring) -> None:
    """And the same order gives the same bytes: no date, no name of a machine."""
    stock = Stock(paper=A4, size=18)
    faces = [deed_faces(russian(), keyring, 1)]
    once, again = (
        sticker_sheets(faces, stock, title="x", words=words_in("ru"), told="")[0] for _ in range(2)
    )
    assert b"/PrintScaling /None" in once
    assert once == again
