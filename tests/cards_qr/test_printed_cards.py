"""Whole cards, printed on both sides; the join card; the mat; the test sheet."""

import numpy as np
import pytest

from calibration.mat import A3
from calibration.mat_detection import MatFound, locate
from cards_qr.keyring import Keyring
from cards_qr.printing.faces import card_faces, deed_faces, seat_face
from cards_qr.printing.formats import labels_named, paper_named
from cards_qr.printing.join_card import join_sheet, wifi_text
from cards_qr.printing.mat import mat_sheets, pieces_of
from cards_qr.printing.trial_sheet import trial_sheet
from cards_qr.printing.whole_cards import card_grid, card_sheets, seat_sheets
from cards_qr.printing.words import words_in
from cards_qr.tag import SEATS
from companion.editions.load import load_edition
from companion.errors import SheetError
from tests.support.keyrings import known_keyring
from tests.support.printed import MM_PER_INCH, Printed, code_in, codes_on, joined, symbol_mm

A4, WORDS = paper_named("a4"), words_in("ru")
EDITION = load_edition("ru-2004")
DPI = 200
DOT = MM_PER_INCH / DPI


@pytest.fixture(scope="module")
def keyring() -> Keyring:
    return known_keyring()


def deeds(keyring: Keyring, card: tuple[float, float]) -> Printed:
    faces = [deed_faces(EDITION, keyring, number) for number in range(1, 29)]
    return Printed(card_sheets(faces, A4, card, size=18, title="x", words=WORDS)[0])


@pytest.mark.parametrize("card", [(57, 88), (66, 80), (56, 87)])
def test_a_back_lies_behind_its_front(keyring: Keyring, card: tuple[float, float]) -> None:
    """The paper is turned over at its long edge: left becomes right, above stays above."""
    sheet, grid = deeds(keyring, card), card_grid(A4, card, 18)
    assert len(sheet) == 2 * -(-28 // grid.count)
    fronts, backs = sheet.grey(DPI, 0), sheet.grey(DPI, 1)
    for place in range(grid.count):
        behind = (*grid.corner(grid.behind(place)), grid.width, grid.height)
        front = code_in(fronts, DPI, (*grid.corner(place), grid.width, grid.height), 297)
        back = code_in(backs, DPI, behind, 297)
        assert front
        assert back
        one, other = keyring.find(front.text), keyring.find(back.text)
        assert one
        assert other
        assert (one.id, "front", one.id, "back") == (other.id, one.side, place + 1, other.side)
        left, top, width, _ = symbol_mm(fronts, front, DPI)
        mirrored, level, _, _ = symbol_mm(backs, back, DPI)
        across = fronts.shape[1] * DOT  # the page, rounded up to whole dots
        assert left == pytest.approx(across - mirrored - width, abs=0.05)
        assert top == pytest.approx(level, abs=0.05)


def test_crosses_and_cut_marks_meet_on_both_sides(keyring: Keyring) -> None:
    """All that both sides share, mirrored, is the same to a dot: all but tags and words."""
    sheet, grid = deeds(keyring, (57, 88)), card_grid(A4, (57, 88), 18)
    front, back = sheet.grey(DPI, 0), sheet.grey(DPI, 1)[:, ::-1]
    outside = np.ones(front.shape, bool)
    outside[: round(16 / DOT)] = outside[-round(22 / DOT) :] = False  # title, ruler
    for place in range(grid.count):
        x, y = grid.corner(place)
        rows = slice(round((297 - y - 88) / DOT) - 2, round((297 - y) / DOT) + 2)
        outside[rows, round(x / DOT) - 2 : round((x + 57) / DOT) + 2] = False
    assert (front[outside] < 128).sum() > 100  # crosses and marks are there
    assert (np.abs(front[outside].astype(int) - back[outside]) > 128).mean() < 1e-4
    assert (
        b"/Duplex /DuplexFlipLongEdge"
        in card_sheets(
            [deed_faces(EDITION, keyring, 1)], A4, (57, 88), size=18, title="x", words=WORDS
        )[0]
    )


def test_a_tag_stays_3_mm_from_the_cut(keyring: Keyring) -> None:
    grey, grid = deeds(keyring, (57, 88)).grey(DPI), card_grid(A4, (57, 88), 18)
    for place in range(grid.count):
        x, y = grid.corner(place)
        code = code_in(grey, DPI, (x, y, 57, 88), 297)
        assert code
        left, top, width, height = symbol_mm(grey, code, DPI)
        assert left - x > 3
        assert x + 57 - left - width > 3
        assert 297 - y - top - height > 3


def test_a_deed_shows_its_figures_and_a_back_that_it_is_mortgaged(keyring: Keyring) -> None:
    sheet = deeds(keyring, (57, 88))
    front, back = sheet.text(0), sheet.text(1)
    lot = EDITION.lots[0]
    for amount in (lot.price, *lot.rents, lot.mortgage):
        assert "".join(EDITION.currency.written(amount).split()) in front
    house = WORDS.house + EDITION.currency.written(lot.house_cost)
    assert "".join(house.split()) in front
    assert WORDS.mortgaged in back
    assert "рента" not in back


def test_what_cannot_be_built_on_names_no_house(keyring: Keyring) -> None:
    stations = [n for n, lot in enumerate(EDITION.lots, start=1) if lot.kind != "street"]
    faces = [deed_faces(EDITION, keyring, number) for number in stations]
    content, _pages = card_sheets(faces, A4, (57, 88), size=18, title="x", words=WORDS)
    assert WORDS.house not in Printed(content).text(0)


def test_in_the_pile_all_cards_look_alike(keyring: Keyring) -> None:
    faces = [card_faces(EDITION, keyring, number) for number in (1, 2)]
    content, pages = card_sheets(faces, A4, (57, 88), size=18, title="x", words=WORDS)
    sheet, grid = Printed(content), card_grid(A4, (57, 88), 18)
    assert pages == 2
    x, y = grid.corner(grid.behind(0))
    other, _y = grid.corner(grid.behind(1))
    backs = sheet.grey(DPI, 1)
    rows = slice(round((297 - y - 87) / DOT), round((297 - y - 1) / DOT))
    one, two = (
        backs[rows, round(left / DOT) + 4 : round((left + 57) / DOT) - 4] for left in (x, other)
    )
    narrow = min(one.shape[1], two.shape[1])
    assert (one < 128).any()
    assert (np.abs(one[:, :narrow].astype(int) - two[:, :narrow]) > 160).mean() < 0.02
    assert not codes_on(backs)
    assert "Вперёд,настарт" in sheet.text(0)


def test_seats_have_large_tags(keyring: Keyring) -> None:
    faces = [seat_face(EDITION, keyring, number) for number in range(1, SEATS + 1)]
    content, pages = seat_sheets(faces, A4, (85, 55), size=30, title="x", words=WORDS)
    sheet, grid = Printed(content), card_grid(A4, (85, 55), 30)
    grey = sheet.grey(DPI)
    boxes = [(*grid.corner(place), 85.0, 55.0) for place in range(SEATS)]
    codes = [code_in(grey, DPI, box, 297) for box in boxes]
    seats = [tag.text for tag in keyring.tags if tag.kind == "seat"]
    assert (seats, 1) == ([code.text for code in codes if code], pages)
    assert all(f"Место{n}" in sheet.text() for n in range(1, SEATS + 1))


@pytest.mark.parametrize(
    ("card", "size", "complaint"),
    [
        ((20, 30), 18, "cannot be printed"),
        ((200, 88), 18, "cannot be printed"),
        ((57, 88), 55, "leaves no room"),
        ((60, 50), 30, "too small for its figures"),
    ],
)
def test_cards_that_cannot_be_are_named(
    keyring: Keyring, card: tuple[float, float], size: float, complaint: str
) -> None:
    faces = [deed_faces(EDITION, keyring, 1)]
    with pytest.raises(SheetError, match=complaint) as caught:
        card_sheets(faces, A4, card, size=size, title="x", words=WORDS)
    assert caught.value.mend


# ---- the mat


@pytest.mark.parametrize(("paper", "pages"), [("a3", 1), ("a4", 2), ("letter", 4)])
def test_the_mat_is_found_in_its_print(paper: str, pages: int) -> None:
    """Pieces laid edge to edge are the mat, to a twentieth of a millimetre."""
    sheet = Printed(mat_sheets(paper_named(paper), title="x", words=WORDS)[0])
    assert len(sheet) == pages
    cut = []
    for number, piece in enumerate(pieces_of(paper_named(paper))):
        grey = sheet.grey(DPI, number)
        top = len(grey) - round((piece.foot + piece.part.depth) / DOT)
        left = round(piece.left / DOT)
        tall, wide = round(piece.part.depth / DOT), round(piece.part.width / DOT)
        cut.append(grey[top : top + tall, left : left + wide])
    found = locate(joined(cut, columns=2 if pages > 1 else 1))
    assert isinstance(found, MatFound)
    assert found.markers == (0, 1, 2, 3)
    assert found.error_mm < 0.15
    for zone in (A3.tray, A3.scan):
        for corner in zone.corners:
            x, y = found.homography.to_px(corner)
            assert x * DOT == pytest.approx(corner[0], abs=0.25)
            assert A3.depth - y * DOT == pytest.approx(corner[1], abs=0.25)


def test_no_marker_lies_on_a_seam() -> None:
    for paper in ("a4", "letter"):
        for piece in pieces_of(paper_named(paper)):
            part = piece.part
            for marker in A3.markers.values():
                inside = [
                    part.left <= x <= part.left + part.width
                    and part.near <= y <= part.near + part.depth
                    for x, y in marker.corners
                ]
                assert all(inside) or not any(inside)


# ---- joining


def test_the_join_card_opens_wifi_and_page() -> None:
    wifi = ('My "home"; Wi-Fi', "pass:word\\1,")
    content, _ = join_sheet(A4, "http://m.local/join", wifi, title="x", words=WORDS)
    sheet = Printed(content)
    told = {code.text for code in codes_on(sheet.grey(DPI))}
    escaped = r"WIFI:T:WPA;S:My \"home\"\; Wi-Fi;P:pass\:word\\1\,;;"
    assert {"http://m.local/join", escaped} == told
    assert 'My"home";Wi-Fi' in sheet.text()
    assert wifi_text("Café", "") == "WIFI:T:nopass;S:Café;;"


def test_without_a_wifi_there_is_one_code() -> None:
    content, _ = join_sheet(A4, "http://192.168.1.4:8000/join", None, title="x", words=WORDS)
    (code,) = codes_on(Printed(content).grey(DPI))
    assert code.text == "http://192.168.1.4:8000/join"


@pytest.mark.parametrize(
    ("address", "wifi", "complaint"),
    [
        ("javascript:alert(1)", None, "is no address"),
        ("http://m.local", ("", "longenough"), "No Wi-Fi is called so"),
        ("http://m.local", ("x" * 33, "longenough"), "No Wi-Fi is called so"),
        ("http://m.local", ("home", "short"), "This is no password of a Wi-Fi"),
    ],
)
def test_a_join_card_that_leads_nowhere_is_refused(
    address: str, wifi: tuple[str, str] | None, complaint: str
) -> None:
    with pytest.raises(SheetError, match=complaint):
        join_sheet(A4, address, wifi, title="x", words=WORDS)


# ---- the test sheet


def test_the_square_has_100_mm_and_both_sides_agree() -> None:
    sheet = Printed(trial_sheet(A4, None, title="x", words=WORDS)[0])
    dpi = 600
    dot = MM_PER_INCH / dpi
    front, back = sheet.grey(dpi, 0), sheet.grey(dpi, 1)
    row = front[round((297 / 2 + 20) / dot)] < 200
    edges = np.flatnonzero(row) * dot
    left, right = edges[edges > 53].min(), edges[edges < 157].max()
    assert right - left == pytest.approx(100, abs=0.2)  # the line's own thickness
    beside = slice(round(65 / dot), round(85 / dot))  # the upper crosses
    one, other = (grey[beside, : round(12 / dot)] < 128 for grey in (front, back[:, ::-1]))
    assert one.any()
    assert np.array_equal(one, other)


def test_a_test_sheet_for_labels_shows_their_outlines() -> None:
    grid = labels_named("5160")
    sheet = Printed(trial_sheet(grid.paper, grid, title="x", words=WORDS)[0])
    assert len(sheet) == 1
    assert sheet.size() == pytest.approx((215.9, 279.4), abs=0.01)
    grey = sheet.grey(DPI)
    x, y = grid.corner(0)
    column = round((x + grid.width / 2) / DOT)
    top = round((279.4 - y - grid.height) / DOT)
    assert grey[top - 2 : top + 3, column].min() < 160
