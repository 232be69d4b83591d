"""The board, names that fit, codes, and sizes of pictures."""

import pytest
from msgspec.structs import replace

from companion.editions.colours import band
from companion.editions.load import edition_ids, load_edition
from companion.editions.model import Edition
from companion.game.state import Lot, Player, blank
from companion.table.bids import step_of
from companion.words import Seat, Space
from tests.support.doubtful import tray
from web.draw.board import SIZE, TOKEN, Board, board_of
from web.draw.code import QUIET, code_of
from web.draw.jpeg import size_of
from web.draw.names import LINE, fitted, softened


def drawn(edition: Edition, *players: Player, **lots: Lot) -> Board:
    state = blank(edition)
    changed = {**state.lots, **{Space(int(n[1:])): lot for n, lot in lots.items()}}
    state = replace(state, players=players, lots=changed)
    return board_of(edition, state, lambda seat: f"colour-{seat}", str)


US = load_edition("us-classic")


def test_go_lies_at_the_lower_right_and_spaces_run_clockwise() -> None:
    board = drawn(US)
    assert board.cells[0].box.centre > (SIZE * 0.9, SIZE * 0.9)
    assert board.cells[1].box.x < board.cells[0].box.x
    assert board.cells[11].box.y < board.cells[10].box.y
    assert board.cells[39].box.y > board.cells[31].box.y


def test_the_spaces_fill_the_ring_without_overlapping() -> None:
    boxes = [cell.box for cell in drawn(US).cells]
    for box in boxes:
        assert -0.01 <= box.x <= box.x + box.w <= SIZE + 0.01
    for n, one in enumerate(boxes):
        for other in boxes[n + 1 :]:
            apart_x = one.x + one.w <= other.x + 0.01 or other.x + other.w <= one.x + 0.01
            apart_y = one.y + one.h <= other.y + 0.01 or other.y + other.h <= one.y + 0.01
            assert apart_x or apart_y


@pytest.mark.parametrize("index", [1, 11, 21, 31])
def test_the_band_lies_inwards_and_the_owners_stripe_outwards(index: int) -> None:
    cell = drawn(US, Player("Ann"), **{f"_{index}": Lot(owner=Seat(0))}).cells[index]
    assert cell.band is not None
    assert cell.stripe is not None
    middle = SIZE / 2

    def far(point: tuple[float, float]) -> float:
        return max(abs(point[0] - middle), abs(point[1] - middle))

    assert far(cell.band.centre) < far(cell.box.centre) < far(cell.stripe.centre)
    assert cell.owner == "colour-0"


def test_houses_stand_on_the_band_and_a_hotel_in_their_place() -> None:
    board = drawn(US, Player("Ann"), _1=Lot(owner=Seat(0), level=4), _3=Lot(owner=Seat(0), level=5))
    assert len(board.cells[1].houses) == 4
    assert not board.cells[3].houses
    assert board.cells[3].hotel is not None


def test_tokens_on_one_space_stand_apart_and_prisoners_too() -> None:
    people = [Player(f"P{n}", at=Space(10), jailed=0 if n % 2 else None) for n in range(8)]
    places = {(t.x, t.y) for t in drawn(US, *people).tokens}
    assert len(places) == 8


def test_eight_tokens_leave_the_name_of_go_to_be_read() -> None:
    board = drawn(US, *(Player(f"P{n}") for n in range(8)))
    (_, y), go = board.cells[0].at, board.cells[0].box
    for token in board.tokens:
        assert abs(token.y - y) > go.h / 5


@pytest.mark.parametrize("space", [3, 13, 23, 33])
def test_a_token_stands_inwards_beside_its_space_and_alone_before_its_middle(space: int) -> None:
    board = drawn(US, Player("Ann", at=Space(space)), Player("Ben", at=Space(0)))
    token, cell = board.tokens[0], board.cells[space]
    (x, y), middle = cell.box.centre, SIZE / 2
    assert min(abs(token.x - x), abs(token.y - y)) == 0
    assert abs(token.x - middle) + abs(token.y - middle) < abs(x - middle) + abs(y - middle)


def test_who_is_out_has_no_token() -> None:
    assert not drawn(US, Player("Ann", out=True)).tokens


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_name_of_every_edition_is_legible(edition_id: str) -> None:
    for cell in drawn(load_edition(edition_id)).cells:
        assert "".join(cell.text.lines).replace("-", "").replace(" ", "") == (
            cell.name.replace("-", "").replace(" ", "")
        )
        assert cell.text.size >= 9, cell.name


def test_a_name_never_leaves_its_space() -> None:
    text = fitted("Mediterranean Avenue", 70, 60, 17)
    assert len(text.lines) * text.size * LINE <= 60
    assert text.size <= 17


def test_a_short_name_is_not_broken() -> None:
    assert fitted("Go", 100, 100, 20).lines == ("Go",)


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("Connecticut Avenue", "Connec|ticut Avenue"),
        ("Электростанция", "Электро|станция"),
        ("Водопровод", "Водо|провод"),
        ("ул. Маяковского", "ул. Маяков|ского"),
        ("Варшавское шоссе", "Варшав|ское шоссе"),
        ("Gemeinschaftsfeld", "Gemein|schaftsfeld"),
        ("Elektrizitätswerk", "Elektrizi|tätswerk"),
        ("Probabilità", "Proba|bilità"),
        ("Baltic Avenue", "Baltic Avenue"),
    ],
)
def test_only_long_words_are_broken_and_none_within_an_onset(name: str, broken: str) -> None:
    assert softened(name) == broken.replace("|", "\u00ad")


def test_a_band_has_the_colour_that_the_box_prints() -> None:
    brown = US.space(Space(1))
    assert band(US, brown) == "brown"
    assert band(US, US.space(Space(5))) == "station"


def test_a_join_code_keeps_its_quiet_zone() -> None:
    code = code_of("http://192.168.1.40:8000/join")
    rows = [int(run.split("h")[0].split(" ")[1]) for run in code.path.split("M")[1:]]
    assert min(rows) == QUIET
    assert max(rows) == code.size - QUIET - 1


def test_the_size_of_a_picture_is_read_from_its_header() -> None:
    assert size_of(tray((480, 320))) == (480, 320)
    assert size_of(b"no picture") is None
    assert size_of(b"") is None


@pytest.mark.parametrize(
    ("start", "least", "step"), [(1500, 1, 10), (15000, 1, 100), (3000, 1, 20), (1500, 25, 50)]
)
def test_a_step_of_the_bids_is_round(start: int, least: int, step: int) -> None:
    assert step_of(start, least) == step


def test_who_owns_a_lot_is_told_by_a_letter_too() -> None:
    lots = {"_1": Lot(owner=Seat(0)), "_5": Lot(owner=Seat(1), mortgaged=True)}
    cells = {cell.index: cell for cell in drawn(US, Player("Ann"), Player("дима"), **lots).cells}
    assert [(cells[Space(n)].letter, cells[Space(n)].price) for n in (1, 5, 3)] == [
        ("A", ""),
        ("Д", ""),
        ("", "60"),
    ]


def test_three_tokens_of_a_corner_leave_its_name_free() -> None:
    board = drawn(US, *(Player(name) for name in ("Ann", "Ben", "Cy")))
    go = board.cells[0]
    below = min(token.y for token in board.tokens) - TOKEN
    assert go.at[1] + len(go.text.lines) * go.text.size * LINE / 2 <= below
